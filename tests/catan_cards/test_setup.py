"""The set-up: decks, shuffles, layouts, first player, first hands (B2 to B8, X2 to X7, T2 to T6, R64, R75 to R77)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Raw

from chronik.domain.catan_cards.cards.ids import instances, owner, title
from chronik.domain.catan_cards.commands import BringDeck, ChooseLayout, ChooseStack, Roll, TakeCards
from chronik.domain.catan_cards.decide import deal
from chronik.domain.catan_cards.deck.deck_list import built_in_list
from chronik.domain.catan_cards.events import (
    CardsTaken,
    Committed,
    DecksBrought,
    EventsShuffled,
    FirstRolled,
    LayoutsShown,
    QuestionsAsked,
    RegionsShuffled,
    StackSearched,
    StackShuffled,
    TurnBegan,
)
from chronik.domain.catan_cards.evolve import opening
from chronik.domain.catan_cards.facts.load import DISPLAY, PUBLIC_FEELING, CardSet
from chronik.domain.catan_cards.facts.rulesets import DeckSource, Ruleset
from chronik.domain.catan_cards.game import game
from chronik.domain.catan_cards.prompts import DeckPrompt, LayoutPrompt, RollPrompt, StackPrompt, TakeCardsPrompt, Why
from chronik.domain.catan_cards.rules.setup import bring_command
from chronik.domain.catan_cards.state import Phase
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import First, OpenMatch
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.sealing import MAX_REPLACED
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode
from tests.every_game.playout import Table
from tests.support.cases import for_each
from tests.support.catan_cards.table import BASE, CHANCE, EXTENDED, FACTS, TOURNAMENT, Moment, rig_chance

GAME = game(FACTS)
CRESTS = [tuple(region.id for region in crest) for crest in FACTS.crests]
BUILT_IN = [bring_command(built_in_list(FACTS, FACTS.house_lists[name])) for name in TOURNAMENT.house]


def deal_match(options: Ruleset, chance: Chance = CHANCE) -> Moment:
    """Returns the moment after the deal of a match."""
    table = opening(FACTS, options, 2)
    return Moment(table).after(*deal(FACTS, table, chance))


def lay_out_by_default(options: Ruleset, **dice: Any) -> Moment:
    """Returns the moment after both default layouts; `first` are the dice for the first player, from 0."""
    moment = deal_match(options)
    moment = moment.when(0, moment.default(0))
    return moment.when(1, moment.default(1), rig_chance(**dice) if dice else CHANCE)


def bring_decks() -> Moment:
    """Returns a tournament game with two built-in lists."""
    return deal_match(TOURNAMENT).when(0, BUILT_IN[0]).when(1, BUILT_IN[1])


# Shuffles (R76)


@pytest.mark.parametrize(("options", "sizes"), [(BASE, [13, 13, 12, 12, 12]), (EXTENDED, [15, 15, 15, 15, 11, 11])])
def test_every_card_is_in_one_stack_of_the_right_size(options: Ruleset, sizes: list[int]) -> None:
    """B6, X1, X3, X4, R77: five stacks in the base game; four base stacks and two K&W stacks beside the display."""
    moment = deal_match(options)
    assert [len(pile) for pile in moment.state.stacks] == sizes
    taken_out = () if options is BASE else (*DISPLAY, PUBLIC_FEELING)
    sets = (CardSet.BASE,) if options is BASE else tuple(CardSet)
    cards = [card for pile in moment.state.stacks for card in pile]
    expected = {one: card.count for one, card in FACTS.cards.items() if card.set in sets and one not in taken_out}
    assert Counter(map(title, cards)) == Counter(expected)
    assert len(set(cards)) == len(cards)
    if options is EXTENDED:
        assert {FACTS.cards[title(card)].set for pile in moment.state.stacks[:4] for card in pile} == {CardSet.BASE}
        assert {FACTS.cards[title(card)].set for pile in moment.state.stacks[4:] for card in pile} == {CardSet.KW}


@pytest.mark.parametrize(("options", "size"), [(BASE, 10), (EXTENDED, 14)])
def test_the_event_deck_and_the_regions_are_shuffled(options: Ruleset, size: int) -> None:
    """B5, X2: the theme set's events join the base events; eleven regions."""
    moment = deal_match(options)
    assert len(set(moment.state.events)) == size
    assert Counter(moment.state.regions) == Counter(region.id for region in FACTS.regions)
    moment.then(..., moment.the(EventsShuffled), moment.the(RegionsShuffled), moment.the(QuestionsAsked))


def test_both_players_share_the_crests_and_the_region_stack_in_the_tournament_game() -> None:
    """T2, R83: this is as in the other games, whatever the decks are."""
    moment = bring_decks()
    assert Counter(moment.state.regions) == Counter(region.id for region in FACTS.regions)
    assert [moment.default(seat).regions for seat in (0, 1)] == CRESTS
    assert moment.state.display == ()


def test_different_seeds_give_different_orders() -> None:
    """E2: every shuffle has a separate random stream."""
    one, other = (deal_match(EXTENDED, Chance(bytes([seed]) * 32)).state for seed in (1, 2))
    assert all(these != those for these, those in zip(one.stacks, other.stacks, strict=True))
    assert one.events != other.events
    assert one.regions != other.regions


# Layouts (B3, B4, X5)


def test_layouts_are_revealed_only_after_both_are_chosen() -> None:
    """R76, X6: then the set-up is complete except for the hands."""
    turned = (*CRESTS[0][1:], CRESTS[0][0])
    first = deal_match(EXTENDED).then_asked(LayoutPrompt(0, feeling=True), LayoutPrompt(1, feeling=True))
    choice = ChooseLayout(turned, feeling=turned[2])
    other = ChooseLayout(CRESTS[1], feeling=CRESTS[1][5])
    half = first.when(1, other).then(Committed(1, other))
    assert not half.state.seats[1].lands
    shown = half.when(0, choice).then(
        Committed(0, choice), LayoutsShown((turned, CRESTS[1]), (turned[2], CRESTS[1][5])), ...
    )
    own = shown.state.seats[0]
    assert {(land.slot, land.side.value): land.region for land in own.lands} == {
        (slot, side): region
        for region, (side, slot) in zip(
            turned, [(side, slot) for side in ("above", "below") for slot in (-2, 0, 2)], strict=True
        )
    }
    assert [land.stored for land in own.lands] == [1] * 6
    assert (own.roads, own.settlements, own.stars) == ((0,), (-1, 1), 1)
    assert [feeling.region for feeling in own.feelings] == [turned[2]]
    assert Counter(map(title, shown.state.display)) == Counter({"aqueduct": 2, "patrons_house": 2})


def test_the_base_game_has_no_stars_and_no_display() -> None:
    """R89."""
    moment = lay_out_by_default(BASE)
    assert moment.state.display == ()
    assert [seat.feelings for seat in moment.state.seats] == [(), ()]
    assert [seat.stars for seat in moment.state.seats] == [0, 0]


@for_each(
    "wrong",
    [
        ChooseLayout(CRESTS[1], feeling=CRESTS[1][0]),
        ChooseLayout((CRESTS[0][0],) * 6, feeling=CRESTS[0][0]),
        ChooseLayout(CRESTS[0]),
        ChooseLayout(CRESTS[0], feeling=CRESTS[1][0]),
    ],
)
def test_a_layout_places_each_region_of_the_crest_once_and_names_one_for_public_feeling(wrong: ChooseLayout) -> None:
    """B2, B3, X5, R75."""
    deal_match(EXTENDED).when(0, wrong).then_rejected("layout", "B3")


def test_public_feeling_starts_in_play_in_the_extended_game_only() -> None:
    """X5, R34: in the tournament game it comes from the hand."""
    deal_match(BASE).when(0, ChooseLayout(CRESTS[0], feeling=CRESTS[0][0])).then_rejected("layout")
    hand = bring_decks().state.seats[0].deck[:3]
    bring_decks().when(0, ChooseLayout(CRESTS[0], CRESTS[0][0], hand)).then_rejected("layout")


def test_a_hand_is_chosen_with_the_layout_only_in_the_tournament_game() -> None:
    """T6."""
    deal_match(EXTENDED).when(0, ChooseLayout(CRESTS[0], CRESTS[0][0], ("abbey-1",))).then_rejected("first-hand")


def test_a_sealed_choice_may_be_replaced_until_both_are_made() -> None:
    """R76: up to a limit, so that one seat cannot fill the log."""
    moment = deal_match(BASE)
    layouts = moment.options(0, ChooseLayout)
    for number in range(MAX_REPLACED + 1):
        moment = moment.when(0, layouts[number % len(layouts)])
    assert moment.options(0) == []
    moment.when(0, layouts[0]).then_rejected("replaced-too-often")
    last = layouts[MAX_REPLACED % len(layouts)].regions
    moment.when(1, ChooseLayout(CRESTS[1])).then(..., LayoutsShown((last, CRESTS[1])), ...)


def test_the_default_layout_follows_the_order_in_the_data() -> None:
    """R90."""
    assert deal_match(EXTENDED).default(1) == ChooseLayout(CRESTS[1], feeling=CRESTS[1][0])


# First player (B7)


def test_the_higher_roll_begins_and_ties_are_rolled_again() -> None:
    """B7, R81."""
    moment = lay_out_by_default(BASE, first=[3, 3, 0, 0, 1, 4])
    assert moment.the(FirstRolled) == FirstRolled(1, ((4, 4), (1, 1), (2, 5)))
    assert moment.state.first == moment.state.active == 1
    assert lay_out_by_default(BASE, first=[5, 0]).the(FirstRolled) == FirstRolled(0, ((6, 1),))


# First hands (B8, X7)


def test_each_seat_takes_its_first_hand_from_a_different_stack() -> None:
    """B8, X7, E12: the seat looks and then chooses; the stack keeps its order."""
    moment = lay_out_by_default(EXTENDED, first=[0, 5]).then_asked(StackPrompt(1))
    moment = moment.when(1, ChooseStack(2)).then(StackSearched(1, 2, Why.START), ...)
    moment.then_asked(TakeCardsPrompt(1, 2, 3))
    before = moment.state.stacks[1]
    assert moment.state.seats[1].sights[1].slots == before
    taken = (before[7], before[0], before[9])
    moment = moment.when(1, TakeCards(taken)).then(CardsTaken(1, 2, taken), ...).then_seat(1, hand=taken)
    assert moment.state.stacks[1] == tuple(card for card in before if card not in taken)
    moment.then_asked(StackPrompt(0, barred=2)).when(0, ChooseStack(2)).then_rejected("stack")
    moment = moment.when(0, ChooseStack(6))
    moment = moment.when(0, moment.default(0)).then(..., TurnBegan(1)).then_asked(RollPrompt(1, 1))
    assert moment.state.barred == 0  # B8: no stack is barred beyond the first hands
    assert moment.state.phase is Phase.ROLL
    assert moment.state.turn == 1


@pytest.mark.parametrize("wrong", [(), ("abbey-1",), ("nothing-1",) * 3])
def test_exactly_three_cards_of_the_stack_are_taken(wrong: tuple[str, ...]) -> None:
    """B8."""
    moment = lay_out_by_default(BASE, first=[5, 0]).when(0, ChooseStack(1))
    moment.when(0, TakeCards(wrong)).then_rejected("first-hand", "B8")
    top = moment.state.stacks[0][0]
    moment.when(0, TakeCards((top, top, top))).then_rejected("first-hand")
    moment.when(0, TakeCards(moment.state.stacks[1][:3])).then_rejected("first-hand")


def test_first_hands_are_listed_by_title() -> None:
    """Copies of a title are the same choice; the default takes the top cards of the first allowed stack (R90)."""
    moment = lay_out_by_default(EXTENDED, first=[5, 0])
    assert moment.options(0) == [ChooseStack(number) for number in range(1, 7)]
    moment = moment.when(0, moment.default(0)).then(StackSearched(0, 1, Why.START), ...)
    listed = moment.options(0, TakeCards)
    assert len({tuple(sorted(map(title, one.cards))) for one in listed}) == len(listed)
    assert moment.default(0) == TakeCards(moment.state.stacks[0][:3])
    assert moment.default(0) in listed
    moment = moment.when(0, moment.default(0))
    assert moment.options(1) == [ChooseStack(number) for number in range(2, 7)]
    assert moment.default(1) == ChooseStack(2)


# Decks (T4, T5, T13, R64)


def test_both_seats_choose_a_deck_before_anything_else() -> None:
    """R64, R76: they choose in secret; nothing is shuffled until both have chosen."""
    moment = deal_match(TOURNAMENT).then_asked(DeckPrompt(0), DeckPrompt(1))
    assert moment.events == (QuestionsAsked((DeckPrompt(0), DeckPrompt(1)), moment.state.stack[-1].then),)
    half = moment.when(1, BUILT_IN[1]).then(Committed(1, BUILT_IN[1]))
    assert half.state.seats[1].deck == ()
    brought = half.when(0, BUILT_IN[0])
    brought.then(Committed(0, BUILT_IN[0]), brought.the(DecksBrought), ...)
    assert [(deck.cards, deck.events) for deck in brought.the(DecksBrought).decks] == [
        (deck.cards, deck.events) for deck in BUILT_IN
    ]
    brought.then_asked(LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert all(len(seat.deck) == 33 for seat in brought.state.seats)
    assert {owner(card) for card in brought.state.seats[1].deck} == {1}


def test_copy_numbers_do_not_reveal_how_many_copies_a_deck_has() -> None:
    """E1, R96: the copies of a title in a deck are drawn from all its copies."""
    half = deal_match(TOURNAMENT).when(1, BUILT_IN[1])
    of: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for epoch in range(20):
        brought = half.when(0, BUILT_IN[0], Chance(CHANCE.seed, epoch))
        for seat, own in enumerate(brought.state.seats):
            assert Counter(map(title, own.deck)) == Counter(BUILT_IN[seat].cards)
            assert len({*own.deck}) == 33
            of[seat].update((*own.deck, *own.event_cards))
    for seat, deck in enumerate(BUILT_IN):
        single = [name for name, copies in deck.cards.items() if copies == 1 < FACTS.cards[name].count]
        singles = [*single, "plague"][: len(single) + (not deck.events.get("plague"))]
        assert singles
        assert all(of[seat][f"{seat}:{name}-{copy}"] for name in singles for copy in (1, 2))


def test_built_in_lists_need_no_question() -> None:
    """3.0: with `decks` set to `house` each seat plays the built-in list named for it."""
    house = Ruleset(mode=TOURNAMENT.mode, decks=DeckSource.HOUSE, house=("knights", "trade"))
    moment = deal_match(house)
    moment.then(moment.the(DecksBrought), ...).then_asked(LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert Counter(map(title, moment.state.seats[1].deck)) == Counter(FACTS.house_lists["trade"].cards)


def test_a_match_with_an_unknown_built_in_list_is_refused() -> None:
    """3.0."""
    with pytest.raises(Rejected) as refused:
        opening(FACTS, Ruleset(mode=TOURNAMENT.mode, house=("trade", "nonsense")), 2)
    assert refused.value.code == "house-list"


def test_the_event_deck_of_the_tournament_game_has_thirteen_cards() -> None:
    """T4, T12, R63, R68: each seat adds a Civil War, a Plague and four free events; the host adds Year End."""
    events = bring_decks().state.events
    assert len(set(events)) == 13
    assert {card for card in events if title(card) == "year_end"} == {"0:year_end-1"}
    for seat in (0, 1):
        own = Counter(title(card) for card in events if owner(card) == seat and title(card) != "year_end")
        assert own == Counter(BUILT_IN[seat].events) + Counter(["civil_war", "plague"])


def test_the_other_thirty_cards_become_four_stacks_after_both_hands_are_chosen() -> None:
    """T6, R65, R77: 7, 7, 8 and 8; then the first turn, because hands are chosen already (R76)."""
    decks = [seat.deck for seat in bring_decks().state.seats]
    hands = [deck[10:13] for deck in decks]
    moment = (
        bring_decks().when(0, ChooseLayout(CRESTS[0], None, hands[0])).when(1, ChooseLayout(CRESTS[1], None, hands[1]))
    )
    assert [event.of for event in moment.all(StackShuffled)] == [0] * 4 + [1] * 4
    assert [len(pile) for pile in moment.state.stacks] == [7, 7, 8, 8] * 2
    for seat in (0, 1):
        piles = [card for pile in moment.state.stacks[4 * seat : 4 * seat + 4] for card in pile]
        assert Counter([*piles, *hands[seat]]) == Counter(decks[seat])
    moment.then(..., TurnBegan(moment.state.first)).then_seat(0, hand=hands[0]).then_seat(1, hand=hands[1])
    assert moment.options(moment.state.first) == [Roll()]


def test_a_first_hand_consists_of_three_different_cards_from_the_seats_deck() -> None:
    """T6: by default the first three of the list (R90)."""
    deck, other = (seat.deck for seat in bring_decks().state.seats)
    assert bring_decks().default(0) == ChooseLayout(CRESTS[0], None, deck[:3])
    for wrong in (deck[:2], deck[:4], (deck[0],) * 3, other[:3]):
        bring_decks().when(0, ChooseLayout(CRESTS[0], None, wrong)).then_rejected("first-hand", "B8")


def test_a_deck_is_sealed_in_canonical_form() -> None:
    """T14: equal lists are equal bytes, whatever order they arrive in."""
    jumbled = BringDeck(cards={**_reverse(BUILT_IN[0].cards), "spy": 0}, events=_reverse(BUILT_IN[0].events))
    (event,) = deal_match(TOURNAMENT).when(0, jumbled).events
    assert isinstance(event, Committed)
    assert isinstance(event.choice, BringDeck)
    assert list(event.choice.cards.items()) == list(BUILT_IN[0].cards.items())
    assert list(event.choice.events.items()) == list(BUILT_IN[0].events.items())


def _reverse(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(reversed([*counts.items()]))


@for_each(
    ("cards", "events", "code"),
    [
        ({"spy": -2}, {}, "card-total"),
        ({"alchemist": 3}, {}, "too-many-copies"),
        ({"road": 1}, {}, "not-in-deck"),
        ({}, {"year_end": 1}, "not-free"),
        ({}, {"civil_war": 1}, "not-free"),
        ({}, {"unrest": 1}, "event-total"),
    ],
)
def test_every_fault_of_a_deck_is_reported(cards: dict[str, int], events: dict[str, int], code: str) -> None:
    """T4, T5, T13."""
    deck = BringDeck(
        cards={**BUILT_IN[1].cards, **{one: BUILT_IN[1].cards.get(one, 0) + more for one, more in cards.items()}},
        events={**BUILT_IN[1].events, **{one: BUILT_IN[1].events.get(one, 0) + more for one, more in events.items()}},
    )
    refused = deal_match(TOURNAMENT).when(1, deck).then_rejected("deck", "T13")
    assert code in [one.code for one in refused.facts["problems"]]


def test_the_default_deck_is_the_built_in_list_of_the_seat() -> None:
    """R90: all built-in lists are offered."""
    moment = deal_match(TOURNAMENT)
    assert [moment.default(seat) for seat in (0, 1)] == BUILT_IN
    assert len(moment.options(0)) == len(FACTS.house_lists)
    assert instances("spy", 1, 1) == ("1:spy-1",)


# Decks sent with the opening (T14)


def open_with_lists(*seats: int) -> Table:
    """Returns a match of the tournament game that these seats open with their lists."""
    table = Table(GAME, "00" * 16, b"\x2a" * 32)
    chairs = (SeatHolder(player="ann"), SeatHolder(player="bo"))
    first = tuple(First(seat, Raw(encode(BUILT_IN[seat]))) for seat in seats)
    table.do(OpenMatch(chairs, Raw(b'{"mode":"tournament"}'), first=first), by=Author.ENGINE)
    return table


def test_lists_sent_with_the_opening_are_checked_right_after_the_deal() -> None:
    """T14: with both lists, layouts are asked for at once."""
    table = open_with_lists(0, 1)
    assert table.state.prompts == (LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert [Counter(map(title, seat.deck)) for seat in table.state.seats] == [Counter(deck.cards) for deck in BUILT_IN]


@pytest.mark.parametrize("seat", [0, 1])
def test_one_seat_may_send_its_list_with_the_opening_and_the_other_seat_later(seat: int) -> None:
    """R64: the first one stays sealed until then."""
    table = open_with_lists(seat)
    assert table.match.waiting == (1 - seat,)
    table.do(BUILT_IN[1 - seat], 1 - seat)
    assert table.state.prompts == (LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
