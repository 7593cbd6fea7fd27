"""The set-up: decks, shuffles, layouts, who begins, first hands (B2 to B8, X2 to X7, T2 to T6, R64, R75 to R77)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Raw

from domain.catan_cards.cards.ids import instances, owner, title
from domain.catan_cards.commands import BringDeck, ChooseLayout, ChooseStack, Roll, TakeCards
from domain.catan_cards.decide import dealt
from domain.catan_cards.deck.deck_list import of_house
from domain.catan_cards.events import (
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
from domain.catan_cards.evolve import opening
from domain.catan_cards.facts.load import DISPLAY, PUBLIC_FEELING, CardSet
from domain.catan_cards.facts.rulesets import DeckSource, Ruleset
from domain.catan_cards.game import game
from domain.catan_cards.prompts import DeckPrompt, LayoutPrompt, RollPrompt, StackPrompt, TakeCardsPrompt, Why
from domain.catan_cards.rules.setup import bring
from domain.catan_cards.state import Phase
from domain.engine.chance import Chance
from domain.engine.game import Rejected
from domain.engine.match.commands import First, OpenMatch
from domain.engine.match.log import Author, encode
from domain.engine.sealing import MAX_REPLACED
from domain.engine.seats import SeatHolder
from tests.support.catan_cards.table import BASE, CHANCE, EXTENDED, FACTS, TOURNAMENT, Moment, loaded
from tests.support.every_game.playout import Table

GAME = game(FACTS)
CRESTS = [tuple(region.id for region in crest) for crest in FACTS.crests]
HOUSE = [bring(of_house(FACTS, FACTS.house_lists[name])) for name in TOURNAMENT.house]


def set_up(options: Ruleset, chance: Chance = CHANCE) -> Moment:
    """A match after its deal."""
    table = opening(FACTS, options, 2)
    return Moment(table).after(*dealt(FACTS, table, chance))


def laid_out(options: Ruleset, **dice: Any) -> Moment:
    """A match whose layouts are shown, both as by default; `first` are the dice for who begins, from 0."""
    moment = set_up(options)
    moment = moment.when(0, moment.default(0))
    return moment.when(1, moment.default(1), loaded(**dice) if dice else CHANCE)


def decked() -> Moment:
    """A tournament game with two lists of the house."""
    return set_up(TOURNAMENT).when(0, HOUSE[0]).when(1, HOUSE[1])


# Shuffles (R76)


@pytest.mark.parametrize(("options", "sizes"), [(BASE, [13, 13, 12, 12, 12]), (EXTENDED, [15, 15, 15, 15, 11, 11])])
def test_every_card_lies_in_one_stack_of_the_right_size(options: Ruleset, sizes: list[int]) -> None:
    """B6, X1, X3, X4, R77: five stacks of the base game; four of base cards and two of K&W cards beside the display."""
    moment = set_up(options)
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
    """B5, X2: the theme set's events join the base ones; eleven regions."""
    moment = set_up(options)
    assert len(set(moment.state.events)) == size
    assert Counter(moment.state.regions) == Counter(region.id for region in FACTS.regions)
    moment.then(..., moment.the(EventsShuffled), moment.the(RegionsShuffled), moment.the(QuestionsAsked))


def test_in_the_tournament_game_the_crests_and_the_region_stack_are_there_once() -> None:
    """T2, R83: as in the other games, whatever the players bring."""
    moment = decked()
    assert Counter(moment.state.regions) == Counter(region.id for region in FACTS.regions)
    assert [moment.default(seat).regions for seat in (0, 1)] == CRESTS
    assert moment.state.display == ()


def test_other_seeds_bring_other_orders() -> None:
    """E2: every shuffle has a stream of its own."""
    one, other = (set_up(EXTENDED, Chance(bytes([seed]) * 32)).state for seed in (1, 2))
    assert all(these != those for these, those in zip(one.stacks, other.stacks, strict=True))
    assert one.events != other.events
    assert one.regions != other.regions


# Layouts (B3, B4, X5)


def test_both_lay_out_before_either_layout_is_shown() -> None:
    """R76, X6: independently, shown when both are in; then all of the set-up but the hands lies there."""
    turned = (*CRESTS[0][1:], CRESTS[0][0])
    first = set_up(EXTENDED).then_asked(LayoutPrompt(0, feeling=True), LayoutPrompt(1, feeling=True))
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


def test_the_base_game_knows_neither_stars_nor_display() -> None:
    """R89."""
    moment = laid_out(BASE)
    assert moment.state.display == ()
    assert [seat.feelings for seat in moment.state.seats] == [(), ()]
    assert [seat.stars for seat in moment.state.seats] == [0, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        ChooseLayout(CRESTS[1], feeling=CRESTS[1][0]),
        ChooseLayout((CRESTS[0][0],) * 6, feeling=CRESTS[0][0]),
        ChooseLayout(CRESTS[0]),
        ChooseLayout(CRESTS[0], feeling=CRESTS[1][0]),
    ],
)
def test_a_layout_names_each_region_of_the_crest_once_and_one_for_public_feeling(wrong: ChooseLayout) -> None:
    """B2, B3, X5, R75."""
    set_up(EXTENDED).when(0, wrong).then_rejected("layout", "B3")


def test_public_feeling_is_laid_down_in_the_extended_game_only() -> None:
    """X5, R34: in the tournament game it comes from the hand."""
    set_up(BASE).when(0, ChooseLayout(CRESTS[0], feeling=CRESTS[0][0])).then_rejected("layout")
    hand = decked().state.seats[0].deck[:3]
    decked().when(0, ChooseLayout(CRESTS[0], CRESTS[0][0], hand)).then_rejected("layout")


def test_a_hand_is_chosen_with_the_layout_only_in_the_tournament_game() -> None:
    """T6."""
    set_up(EXTENDED).when(0, ChooseLayout(CRESTS[0], CRESTS[0][0], ("abbey-1",))).then_rejected("first-hand")


def test_a_sealed_choice_is_replaced_until_the_other_is_in() -> None:
    """R76: up to a bound, so that nobody fills a log alone."""
    moment = set_up(BASE)
    layouts = moment.options(0, ChooseLayout)
    for number in range(MAX_REPLACED + 1):
        moment = moment.when(0, layouts[number % len(layouts)])
    assert moment.options(0) == []
    moment.when(0, layouts[0]).then_rejected("replaced-too-often", "R76")
    last = layouts[MAX_REPLACED % len(layouts)].regions
    moment.when(1, ChooseLayout(CRESTS[1])).then(..., LayoutsShown((last, CRESTS[1])), ...)


def test_the_default_layout_is_in_the_order_of_the_data() -> None:
    """R90."""
    assert set_up(EXTENDED).default(1) == ChooseLayout(CRESTS[1], feeling=CRESTS[1][0])


# Who begins (B7)


def test_the_higher_roll_begins_and_ties_are_rolled_again() -> None:
    """B7, R81."""
    moment = laid_out(BASE, first=[3, 3, 0, 0, 1, 4])
    assert moment.the(FirstRolled) == FirstRolled(1, ((4, 4), (1, 1), (2, 5)))
    assert moment.state.first == moment.state.active == 1
    assert laid_out(BASE, first=[5, 0]).the(FirstRolled) == FirstRolled(0, ((6, 1),))


# First hands (B8, X7)


def test_the_beginner_looks_through_a_stack_and_takes_three_then_the_other_out_of_another() -> None:
    """B8, X7, E12: look, then choose; the stack keeps its order."""
    moment = laid_out(EXTENDED, first=[0, 5]).then_asked(StackPrompt(1))
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
    moment = laid_out(BASE, first=[5, 0]).when(0, ChooseStack(1))
    moment.when(0, TakeCards(wrong)).then_rejected("first-hand", "B8")
    top = moment.state.stacks[0][0]
    moment.when(0, TakeCards((top, top, top))).then_rejected("first-hand")
    moment.when(0, TakeCards(moment.state.stacks[1][:3])).then_rejected("first-hand")


def test_first_hands_are_listed_by_what_the_cards_are() -> None:
    """Copies of a title are the same choice; the default takes the top cards of the first allowed stack (R90)."""
    moment = laid_out(EXTENDED, first=[5, 0])
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


def test_both_bring_a_deck_before_anything_else() -> None:
    """R64, R76: secretly, and nothing is shuffled before both are there."""
    moment = set_up(TOURNAMENT).then_asked(DeckPrompt(0), DeckPrompt(1))
    assert moment.events == (QuestionsAsked((DeckPrompt(0), DeckPrompt(1)), moment.state.stack[-1].then),)
    half = moment.when(1, HOUSE[1]).then(Committed(1, HOUSE[1]))
    assert half.state.seats[1].deck == ()
    brought = half.when(0, HOUSE[0])
    brought.then(Committed(0, HOUSE[0]), brought.the(DecksBrought), ...)
    assert [(deck.cards, deck.events) for deck in brought.the(DecksBrought).decks] == [
        (deck.cards, deck.events) for deck in HOUSE
    ]
    brought.then_asked(LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert all(len(seat.deck) == 33 for seat in brought.state.seats)
    assert {owner(card) for card in brought.state.seats[1].deck} == {1}


def test_the_copies_in_a_deck_do_not_tell_how_many_there_are() -> None:
    """E1, R96: which of all its copies of a title a seat brings is drawn; no number says that there are others."""
    half = set_up(TOURNAMENT).when(1, HOUSE[1])
    of: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for epoch in range(20):
        brought = half.when(0, HOUSE[0], Chance(CHANCE.seed, epoch))
        for seat, own in enumerate(brought.state.seats):
            assert Counter(map(title, own.deck)) == Counter(HOUSE[seat].cards)
            assert len({*own.deck}) == 33
            of[seat].update((*own.deck, *own.event_cards))
    for seat, deck in enumerate(HOUSE):
        single = [name for name, copies in deck.cards.items() if copies == 1 < FACTS.cards[name].count]
        singles = [*single, "plague"][: len(single) + (not deck.events.get("plague"))]
        assert singles
        assert all(of[seat][f"{seat}:{name}-{copy}"] for name in singles for copy in (1, 2))


def test_lists_of_the_house_need_no_question() -> None:
    """3.0: with `decks` of the house each seat plays the list that is named for it."""
    house = Ruleset(mode=TOURNAMENT.mode, decks=DeckSource.HOUSE, house=("knights", "trade"))
    moment = set_up(house)
    moment.then(moment.the(DecksBrought), ...).then_asked(LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert Counter(map(title, moment.state.seats[1].deck)) == Counter(FACTS.house_lists["trade"].cards)


def test_there_is_no_match_over_a_list_of_the_house_that_nobody_knows() -> None:
    """3.0."""
    with pytest.raises(Rejected) as refused:
        opening(FACTS, Ruleset(mode=TOURNAMENT.mode, house=("trade", "nonsense")), 2)
    assert refused.value.code == "house-list"


def test_the_event_deck_of_the_tournament_game_has_thirteen_cards() -> None:
    """T4, T12, R63, R68: a Civil War and a Plague of each, the host's Year End, four of each player's choice."""
    events = decked().state.events
    assert len(set(events)) == 13
    assert {card for card in events if title(card) == "year_end"} == {"0:year_end-1"}
    for seat in (0, 1):
        own = Counter(title(card) for card in events if owner(card) == seat and title(card) != "year_end")
        assert own == Counter(HOUSE[seat].events) + Counter(["civil_war", "plague"])


def test_the_other_thirty_cards_become_four_stacks_when_both_hands_are_chosen() -> None:
    """T6, R65, R77: 7, 7, 8 and 8; then the first turn, as hands are chosen already (R76)."""
    decks = [seat.deck for seat in decked().state.seats]
    hands = [deck[10:13] for deck in decks]
    moment = decked().when(0, ChooseLayout(CRESTS[0], None, hands[0])).when(1, ChooseLayout(CRESTS[1], None, hands[1]))
    assert [event.of for event in moment.all(StackShuffled)] == [0] * 4 + [1] * 4
    assert [len(pile) for pile in moment.state.stacks] == [7, 7, 8, 8] * 2
    for seat in (0, 1):
        piles = [card for pile in moment.state.stacks[4 * seat : 4 * seat + 4] for card in pile]
        assert Counter([*piles, *hands[seat]]) == Counter(decks[seat])
    moment.then(..., TurnBegan(moment.state.first)).then_seat(0, hand=hands[0]).then_seat(1, hand=hands[1])
    assert moment.options(moment.state.first) == [Roll()]


def test_the_first_hand_is_three_different_cards_of_the_own_deck() -> None:
    """T6; by default the first three of the list (R90)."""
    deck, other = (seat.deck for seat in decked().state.seats)
    assert decked().default(0) == ChooseLayout(CRESTS[0], None, deck[:3])
    for wrong in (deck[:2], deck[:4], (deck[0],) * 3, other[:3]):
        decked().when(0, ChooseLayout(CRESTS[0], None, wrong)).then_rejected("first-hand", "B8")


def test_a_deck_is_sealed_as_its_list_is_written() -> None:
    """T14: equal lists are equal bytes, whatever order they come in."""
    jumbled = BringDeck(cards={**_backwards(HOUSE[0].cards), "spy": 0}, events=_backwards(HOUSE[0].events))
    (event,) = set_up(TOURNAMENT).when(0, jumbled).events
    assert isinstance(event, Committed)
    assert isinstance(event.choice, BringDeck)
    assert list(event.choice.cards.items()) == list(HOUSE[0].cards.items())
    assert list(event.choice.events.items()) == list(HOUSE[0].events.items())


def _backwards(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(reversed([*counts.items()]))


@pytest.mark.parametrize(
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
def test_every_fault_of_a_deck_is_told(cards: dict[str, int], events: dict[str, int], code: str) -> None:
    """T4, T5, T13."""
    deck = BringDeck(
        cards={**HOUSE[1].cards, **{one: HOUSE[1].cards.get(one, 0) + more for one, more in cards.items()}},
        events={**HOUSE[1].events, **{one: HOUSE[1].events.get(one, 0) + more for one, more in events.items()}},
    )
    refused = set_up(TOURNAMENT).when(1, deck).then_rejected("deck", "T13")
    assert code in [one.code for one in refused.facts["problems"]]


def test_the_default_deck_is_the_list_of_the_house() -> None:
    """R90; all of them are listed."""
    moment = set_up(TOURNAMENT)
    assert [moment.default(seat) for seat in (0, 1)] == HOUSE
    assert len(moment.options(0)) == len(FACTS.house_lists)
    assert instances("spy", 1, 1) == ("1:spy-1",)


# Decks that come with the opening (T14)


def with_opening(*seats: int) -> Table:
    """A match of the tournament game that these seats open with their lists."""
    table = Table(GAME, "00" * 16, b"\x2a" * 32)
    chairs = (SeatHolder(player="ann"), SeatHolder(player="bo"))
    first = tuple(First(seat, Raw(encode(HOUSE[seat]))) for seat in seats)
    table.do(OpenMatch(chairs, Raw(b'{"mode":"tournament"}'), first=first), by=Author.ENGINE)
    return table


def test_lists_that_come_with_the_opening_are_judged_right_after_the_deal() -> None:
    """T14: both are there, so that layouts are asked for at once."""
    table = with_opening(0, 1)
    assert table.state.prompts == (LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
    assert [Counter(map(title, seat.deck)) for seat in table.state.seats] == [Counter(deck.cards) for deck in HOUSE]


@pytest.mark.parametrize("seat", [0, 1])
def test_one_list_may_come_with_the_opening_and_the_other_later(seat: int) -> None:
    """R64: it waits sealed."""
    table = with_opening(seat)
    assert table.match.waiting == (1 - seat,)
    table.do(HOUSE[1 - seat], 1 - seat)
    assert table.state.prompts == (LayoutPrompt(0, hand=3), LayoutPrompt(1, hand=3))
