"""The event cards of the base game (3.11)."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import (
    ChooseUnit,
    Decline,
    Gain,
    PayStar,
    RemoveCards,
    Roll,
    SearchStack,
    SwapCard,
)
from chronik.domain.catan_cards.events import (
    ActionsBegan,
    CardsRemoved,
    CardSwapped,
    EventReturned,
    EventRevealed,
    EventsShuffled,
    Gained,
    HandShown,
    Lost,
    Produced,
    StackSearched,
    StarPaid,
    UnitReturned,
)
from chronik.domain.catan_cards.prompts import (
    GainPrompt,
    RemovePrompt,
    SearchPrompt,
    ShedPrompt,
    StarPrompt,
    SwapPrompt,
    UnitPrompt,
    Why,
)
from chronik.domain.catan_cards.state import Built, SeatState
from tests.catan_cards.rolling import CARD, PLACES, before_roll, effect, on, outcome, roll_event_card
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    CHANCE,
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    principality,
    wide_principality,
    with_feeling,
)

FLEET, KNIGHT, OTHER_KNIGHT = "fleet_ore", "knight_otto", "knight_conrad"


def assert_no_effect(moment: Moment, title: str) -> None:
    """Asserts that the event card had no effect: it was revealed and returned."""
    revealed, returned, *rest = effect(moment)
    assert (revealed, returned) == (EventRevealed(f"{title}-1"), EventReturned(f"{title}-1"))
    assert [type(event) for event in rest] == [Produced, ActionsBegan]


# Civil War


def test_a_civil_war_returns_a_unit_of_each_player_to_hand() -> None:
    """B43: each player chooses a unit of the other, the roller first; a single unit returns unasked (R85)."""
    one, other = principality(0, built=on(-1, ABOVE, KNIGHT)), principality(1, built=on(1, BELOW, FLEET))
    moment = roll_event_card(before_roll(one, other, top="civil_war", options=BASE))
    assert effect(moment)[1:4] == [
        UnitReturned(1, card(FLEET), 0),
        UnitReturned(0, card(KNIGHT), 1),
        EventReturned("civil_war-1"),
    ]
    moment.then_seat(0, hand=(card(KNIGHT),), built=()).then_seat(1, hand=(card(FLEET),), built=())


def test_in_a_civil_war_the_opponent_chooses_among_units_of_every_kind() -> None:
    """B43, R53: units are knights, fleets, Lancers and the Theater, but not buildings."""
    built = [
        *on(-1, ABOVE, KNIGHT),
        *on(-1, BELOW, FLEET),
        *on(1, ABOVE, "garrison"),
        *on(0, None, "lancers"),
        *on(2, None, "traveling_theater"),
        *on(-2, None, "market_town"),
    ]
    other = with_feeling(principality(1, built=built), 1, stars=0)
    moment = roll_event_card(before_roll(principality(0), other, top="civil_war"))
    moment.then_asked(UnitPrompt(0, 1))
    units = [KNIGHT, FLEET, "lancers", "traveling_theater"]
    assert moment.options(0) == [ChooseUnit(card(unit)) for unit in units]
    assert moment.default(0) == ChooseUnit(card(KNIGHT))
    moment.when(0, ChooseUnit(card("garrison"))).then_rejected("target")
    moment.when(1, ChooseUnit(card(FLEET))).then_rejected("not-asked")
    moment.when(0, ChooseUnit(card("lancers"))).then_seat(1, hand=(card("lancers"),))


def test_a_church_protects_the_units_of_its_city() -> None:
    """B43: units in another city or on roads (R53) are not protected."""
    safe = [*on(-1, ABOVE, KNIGHT, "church"), *on(-1, BELOW, FLEET)]
    hit = [*safe, *on(1, ABOVE, OTHER_KNIGHT), *on(0, None, "lancers")]
    starless = with_feeling(principality(1, cities=(-1, 1)), 1, stars=0)
    starred = with_feeling(starless, 1, stars=2)
    assert_no_effect(
        roll_event_card(before_roll(principality(0), replace(starred, built=tuple(safe)), top="civil_war")), "civil_war"
    )
    moment = roll_event_card(before_roll(principality(0), replace(starless, built=tuple(hit)), top="civil_war"))
    assert moment.options(0) == [ChooseUnit(card(OTHER_KNIGHT)), ChooseUnit(card("lancers"))]


def test_a_civil_war_asks_nothing_if_no_player_has_a_unit() -> None:
    """R30, B43: players are not even asked for a star."""
    assert_no_effect(roll_event_card(before_roll(top="civil_war")), "civil_war")


def test_paying_a_star_saves_the_payers_units() -> None:
    """K8, R29: the payer still chooses a unit of the other player."""
    one = with_feeling(principality(0, built=on(-1, ABOVE, KNIGHT)), 0)
    other = with_feeling(principality(1, built=[*on(1, BELOW, FLEET), *on(1, ABOVE, OTHER_KNIGHT)]), 1, stars=0)
    moment = roll_event_card(before_roll(one, other, top="civil_war"))
    moment.then_asked(StarPrompt(0, Why.CIVIL_WAR))
    moment = moment.when(0, PayStar())
    moment.then(StarPaid(0, 1, Why.CIVIL_WAR), ...)
    moment.then_asked(UnitPrompt(0, 1))
    moment = moment.when(0, ChooseUnit(card(FLEET)))
    moment.then_seat(0, built=tuple(on(-1, ABOVE, KNIGHT)), stars=0)


def test_in_a_civil_war_only_players_with_stars_are_asked_to_pay_one() -> None:
    """R27, R89."""
    one = with_feeling(principality(0, built=on(-1, ABOVE, KNIGHT)), 0, stars=0)
    assert roll_event_card(before_roll(one, top="civil_war")).the(UnitReturned).card == card(KNIGHT)


@pytest.mark.parametrize(
    ("units", "chosen"),
    [
        (("fleet_ore", "knight_siegfried"), "knight_siegfried"),
        (("knight_hagen", "knight_pippin"), "knight_pippin"),
        (("fleet_wool", "fleet_brick"), "fleet_brick"),
    ],
    ids=["strength", "cost", "id"],
)
def test_by_default_a_civil_war_returns_the_most_valuable_unit(units: tuple[str, ...], chosen: str) -> None:
    """R90: highest VP, then strength, then total cost, then id; Hagen and Pippin are equally strong."""
    built = [*on(-1, ABOVE, units[0]), *on(1, ABOVE, units[1])]
    moment = roll_event_card(before_roll(principality(0), principality(1, built=built), top="civil_war", options=BASE))
    assert moment.default(0) == ChooseUnit(card(chosen))


def test_both_players_shed_cards_after_a_civil_war() -> None:
    """B41, B43: the roller sheds first; a player whose hand was full before also sheds."""
    hands = tuple(card("spy", copy) for copy in (1, 2, 3)), tuple(card("black_knight", copy) for copy in (1, 2, 3))
    one = principality(0, built=on(-1, ABOVE, KNIGHT), hand=hands[0])
    other = principality(1, built=on(1, BELOW, FLEET), hand=hands[1])
    moment = roll_event_card(before_roll(one, other, top="civil_war", options=BASE))
    moment.then_asked(ShedPrompt(0, 1))
    assert not moment.all(EventReturned)
    moment = moment.when(0, moment.default(0))
    moment.then_asked(ShedPrompt(1, 1))
    moment = moment.when(1, moment.default(1))
    moment.then_seat(0, hand=hands[0]).then_seat(1, hand=hands[1])
    moment.the(ActionsBegan)


# Conflict

HAND = (card("spy"), card("bishop"), card("library"))


def seats_with_knight_token(hand: tuple[str, ...] = HAND) -> tuple[SeatState, SeatState]:
    """Returns two seats; seat 0 has the knight token."""
    return principality(0, built=on(-1, ABOVE, KNIGHT)), principality(1, hand=hand)


def test_conflict_puts_two_hand_cards_under_a_stack() -> None:
    """B44, R94: the holder sees the hand; the second card goes below the first, and both players know both."""
    moment = roll_event_card(before_roll(*seats_with_knight_token(), top="conflict", options=BASE))
    assert effect(moment) == [EventRevealed("conflict-1"), HandShown(1, 0, Why.CONFLICT)]
    moment.then_asked(RemovePrompt(0, 1, 2))
    moment = moment.when(0, RemoveCards((HAND[2], HAND[0]), 4))
    assert outcome(moment)[:2] == [CardsRemoved(1, 0, (HAND[2], HAND[0]), 4), EventReturned("conflict-1")]
    moment.then_seat(1, hand=(HAND[1],))
    assert moment.state.stacks[3][-2:] == (HAND[2], HAND[0])
    for seat in (0, 1):
        assert moment.state.seats[seat].sights[3].slots[-2:] == (HAND[2], HAND[0])


def test_the_passive_player_may_hold_the_knight_token_in_a_conflict() -> None:
    """B44: the victim refills only in his next hand step."""
    one, other = seats_with_knight_token()
    moment = roll_event_card(before_roll(one, other, top="conflict", options=BASE, active=1, first=1))
    moment.then_asked(RemovePrompt(0, 1, 2))


def test_conflict_takes_the_only_card_of_a_hand() -> None:
    """B44: a hand with fewer than two cards loses what it has; even one hidden card needs a question (R85)."""
    moment = roll_event_card(before_roll(*seats_with_knight_token(HAND[:1]), top="conflict", options=BASE))
    moment.then_asked(RemovePrompt(0, 1, 1))
    moment.when(0, RemoveCards(HAND[:1], 1)).then_seat(1, hand=())


def test_conflict_has_no_effect_without_a_token_holder_or_hand_cards() -> None:
    """B44, B21: in a tie no player has the token; an empty hand is not shown."""
    both = [principality(number, built=on(-1, ABOVE, KNIGHT)) for number in (0, 1)]
    tied = both[0], replace(both[1], built=(Built(card("knight_walter"), -1, ABOVE),), hand=HAND)
    assert_no_effect(roll_event_card(before_roll(*tied, top="conflict", options=BASE)), "conflict")
    assert_no_effect(
        roll_event_card(before_roll(*seats_with_knight_token(()), top="conflict", options=BASE)), "conflict"
    )


def test_conflict_offers_each_ordered_pair_of_cards_under_each_stack() -> None:
    """B44, R90: by default the cards that came last go under the first stack."""
    moment = roll_event_card(before_roll(*seats_with_knight_token(), top="conflict", options=BASE))
    offered = moment.options(0)
    assert offered == [RemoveCards(cards, stack) for cards in permutations(sorted(HAND), 2) for stack in range(1, 6)]
    assert moment.default(0) == RemoveCards(HAND[-2:], 1)
    moment.when(0, RemoveCards(HAND[:1], 1)).then_rejected("shed-count")
    moment.when(0, RemoveCards((HAND[0], HAND[0]), 1)).then_rejected("shed-count")
    moment.when(0, RemoveCards((HAND[0], card("spy", 2)), 1)).then_rejected("card")
    moment.when(0, RemoveCards(HAND[:2], 6)).then_rejected("stack")


def test_conflict_uses_a_stack_of_the_victim_in_the_tournament_game() -> None:
    """R62, T8."""
    hand = (card("spy", 1, 1), card("bishop", 1, 1))
    one = principality(0, built=[Built(card(KNIGHT, 1, 0), -1, ABOVE)])
    moment = roll_event_card(before_roll(one, principality(1, hand=hand), top="conflict", options=TOURNAMENT))
    moment.when(0, RemoveCards(hand, 5)).then_rejected("stack")
    moment = moment.when(0, RemoveCards(hand, 2))
    assert moment.the(CardsRemoved) == CardsRemoved(1, 0, hand, 2, of=1)
    assert moment.state.stacks[5][-2:] == hand


def test_conflict_may_remove_public_feeling() -> None:
    """R35."""
    hand = (card("public_feeling", 1, 1), card("spy", 1, 1))
    one = principality(0, built=[Built(card(KNIGHT, 1, 0), -1, ABOVE)])
    moment = roll_event_card(before_roll(one, principality(1, hand=hand), top="conflict", options=TOURNAMENT))
    moment.when(0, RemoveCards(hand, 1)).then_seat(1, hand=())


# Master Builder


def test_master_builder_swaps_a_card() -> None:
    """B45, R82: a player looks, takes a card and puts one under any stack; then the other uses another stack."""
    moment = roll_event_card(before_roll(principality(0, hand=HAND), top="master_builder", options=BASE))
    moment.then_asked(SearchPrompt(0))
    stack = moment.state.stacks[1]
    moment = moment.when(0, SearchStack(2))
    assert outcome(moment) == [StackSearched(0, 2, Why.MASTER_BUILDER)]
    moment.then_asked(SwapPrompt(0, 2))
    moment = moment.when(0, SwapCard(stack[4], HAND[1], 5))
    assert outcome(moment) == [CardSwapped(0, 2, stack[4], HAND[1], 5)]
    moment.then_seat(0, hand=(HAND[0], HAND[2], stack[4]))
    assert moment.state.stacks[1] == (*stack[:4], *stack[5:])
    assert moment.state.stacks[4][-1] == HAND[1]
    moment.then_asked(SearchPrompt(1, barred=2))
    assert moment.options(1) == [*(SearchStack(number) for number in (1, 3, 4, 5)), Decline()]
    moment.when(1, SearchStack(2)).then_rejected("stack")
    moment.when(1, Decline()).then(..., EventReturned("master_builder-1"), ..., ActionsBegan())


def test_a_player_may_put_back_the_card_just_taken_with_master_builder() -> None:
    """B45, R95: this is possible with an empty hand, and under any stack."""
    moment = roll_event_card(before_roll(top="master_builder", options=BASE))
    taken = moment.state.stacks[0][3]
    moment = moment.when(0, SearchStack(1)).when(0, SwapCard(taken, taken, 3))
    moment.then_seat(0, hand=())
    assert moment.state.stacks[2][-1] == taken
    assert moment.state.seats[0].sights[2].slots[-1] == taken
    assert moment.state.seats[1].sights[2].slots[-1] is None


def test_a_player_may_look_with_master_builder_and_decline_the_swap() -> None:
    """R95: the stack stays barred, because it was searched."""
    moment = roll_event_card(before_roll(principality(0, hand=HAND), top="master_builder", options=BASE))
    moment = moment.when(0, SearchStack(1)).when(0, Decline())
    moment.then_seat(0, hand=HAND)
    moment.then_asked(SearchPrompt(1, barred=1))


def test_after_a_declined_search_the_other_player_may_search_any_stack() -> None:
    """R95, R90: both questions are declined by default."""
    moment = roll_event_card(before_roll(top="master_builder", options=BASE))
    assert moment.default(0) == Decline()
    searched = moment.when(0, SearchStack(1))
    assert searched.default(0) == Decline()
    moment.when(0, Decline()).then_asked(SearchPrompt(1))


def test_a_swap_offers_every_card_in_the_stack_and_the_hand() -> None:
    """B45: each stack card can be swapped for any hand card or itself, under any stack; or nothing is swapped."""
    stacks = ((card("spy", 3), card("mint")), (), (card("church"),), (), ())
    moment = roll_event_card(before_roll(principality(0, hand=HAND), top="master_builder", options=BASE, stacks=stacks))
    assert moment.options(0) == [SearchStack(1), SearchStack(3), Decline()]
    moment.when(0, SearchStack(2)).then_rejected("stack")
    moment.when(0, SearchStack(6)).then_rejected("stack")
    moment = moment.when(0, SearchStack(1))
    assert len(moment.options(0)) == 2 * 4 * 5 + 1
    for command in moment.options(0):
        moment.when(0, command).then(...)
    moment.when(0, SwapCard(card("church"), HAND[0], 1)).then_rejected("card")
    moment.when(0, SwapCard(card("mint"), card("spy", 3), 1)).then_rejected("card")
    moment.when(0, SwapCard(card("mint"), HAND[0], 6)).then_rejected("stack")


@pytest.mark.parametrize("searched", [True, False])
def test_only_the_roller_searches_the_last_stack_with_cards(searched: bool) -> None:
    """R82: if only one stack has cards, the opponent is skipped."""
    stacks = ((), (card("mint"), card("spy")), (), (), ())
    moment = roll_event_card(before_roll(top="master_builder", options=BASE, stacks=stacks))
    moment = moment.when(0, SearchStack(2)).when(0, Decline()) if searched else moment.when(0, Decline())
    assert bool(moment.all(ActionsBegan)) == searched


def test_master_builder_has_no_effect_without_stacks() -> None:
    """R78, B45."""
    assert_no_effect(
        roll_event_card(before_roll(top="master_builder", options=BASE, stacks=((),) * 5)), "master_builder"
    )


def test_in_the_tournament_game_master_builder_leaves_every_stack_open() -> None:
    """R62: no stack is barred."""
    moment = roll_event_card(before_roll(top="master_builder", options=TOURNAMENT))
    moment = moment.when(0, SearchStack(1))
    assert moment.the(StackSearched) == StackSearched(0, 1, Why.MASTER_BUILDER, of=0)
    taken = moment.state.stacks[0][0]
    moment = moment.when(0, SwapCard(taken, taken, 4))
    assert moment.the(CardSwapped).of == 0
    moment.then_asked(SearchPrompt(1))
    moment = moment.when(1, SearchStack(1))
    taken = moment.state.stacks[4][2]
    assert moment.when(1, SwapCard(taken, taken, 1)).state.stacks[4][-1] == taken


# Plague, Productive Year, Progress


def test_plague_takes_one_resource_from_each_region_beside_a_city() -> None:
    """B46: a region loses only one between two cities, and none beside a settlement; the roller pays first."""
    one, other = principality(0, cities=(-1, 1), stored=2), principality(1, cities=(1,))
    moment = roll_event_card(before_roll(one, other, top="plague", options=BASE))
    at_cities = ("mountains_3_b", "hills_6_b", "pasture_4_b", "goldfield_1_b")
    everywhere = tuple(land.region for land in one.lands)
    assert effect(moment)[1:3] == [Lost(0, everywhere, Why.PLAGUE), Lost(1, at_cities, Why.PLAGUE)]


def test_plague_takes_nothing_from_an_empty_region() -> None:
    """B46."""
    moment = roll_event_card(before_roll(principality(0, cities=(-1,), stored={"ore": 1}), top="plague", options=BASE))
    assert moment.the(Lost).regions == ("mountains_2_a",)


def test_plague_has_no_effect_without_cities() -> None:
    """B46."""
    assert_no_effect(roll_event_card(before_roll(top="plague", options=BASE)), "plague")


def test_an_aqueduct_protects_all_regions_and_a_bath_house_those_of_its_city() -> None:
    """B46: a Bath House protects the four regions of its city, including shared ones."""
    bath = principality(0, cities=(-1, 1), built=on(-1, ABOVE, "bath_house"))
    moment = roll_event_card(
        before_roll(bath, wide_principality(1, built=on(3, BELOW, "aqueduct")), top="plague", options=BASE)
    )
    assert moment.all(Lost) == [Lost(0, ("pasture_3_a", "goldfield_6_a"), Why.PLAGUE)]


def test_regions_beside_garrisons_gain_in_a_productive_year() -> None:
    """B47: a region gains one for each Garrison beside it, up to three stored."""
    garrisons = [Built(card("garrison", copy), slot, ABOVE) for copy, slot in ((1, -1), (2, 1))]
    seat = principality(0, built=garrisons, stored={"ore": 2, "grain": 1, "wool": 3})
    moment = roll_event_card(before_roll(seat, top="productive_year", options=BASE), 4)
    assert effect(moment)[1:3] == [
        Gained(0, "fields_1_a", Why.PRODUCTIVE_YEAR),
        Gained(0, "mountains_2_a", Why.PRODUCTIVE_YEAR),
    ]
    roomy = principality(0, built=garrisons, stored=0)
    moment = roll_event_card(before_roll(roomy, top="productive_year", options=BASE), 4)
    moment.then_stored(0, grain=1, ore=2, wool=1, brick=0)


def test_a_productive_year_has_no_effect_without_garrisons() -> None:
    """B47."""
    assert_no_effect(roll_event_card(before_roll(top="productive_year", options=BASE)), "productive_year")


def test_progress_gives_a_resource_for_each_abbey_and_library() -> None:
    """B48, R98: the player chooses them one by one; the roller finishes before the other player starts."""
    one = principality(0, cities=(-1,), built=[*on(-1, ABOVE, "abbey"), *on(-1, BELOW, "library")])
    other = principality(1, built=[Built(card("abbey", 2), 1, ABOVE)])
    moment = roll_event_card(before_roll(one, other, top="progress", options=BASE))
    moment.then_asked(GainPrompt(0, 2, Why.PROGRESS))
    moment = moment.when(0, Gain("fields_1_a"))
    moment.then_asked(GainPrompt(0, 1, Why.PROGRESS))
    moment = moment.when(0, Gain("fields_1_a"))
    moment.then_asked(GainPrompt(1, 1, Why.PROGRESS))
    moment.when(0, Gain("fields_1_a")).then_rejected("not-asked")
    moment = moment.when(1, Gain("hills_6_b"))
    moment.then_stored(0, grain=3).then_stored(1, brick=2)


def test_progress_has_no_effect_without_abbeys_and_libraries() -> None:
    """B48."""
    assert_no_effect(roll_event_card(before_roll(top="progress", options=BASE), 2), "progress")


def test_by_default_progress_gives_the_resource_that_the_player_has_least_of() -> None:
    """R90."""
    state = before_roll(principality(0, built=on(-1, ABOVE, "abbey")), top="progress", options=BASE)
    assert roll_event_card(state).default(0) == Gain("hills_5_a")


# Year End


def test_year_end_is_shuffled_into_the_event_deck_with_all_other_cards() -> None:
    """B49: no other card is revealed, and none is known any more."""
    state = before_roll(top="year_end", options=BASE, told=3)
    moment = roll_event_card(state)
    revealed, shuffled, *rest = effect(moment)
    assert revealed == EventRevealed("year_end-1")
    assert isinstance(shuffled, EventsShuffled)
    assert sorted(shuffled.order) == sorted(state.events)
    assert shuffled.why is Why.YEAR_END
    assert [type(event) for event in rest] == [Produced, ActionsBegan]
    assert moment.state.events == shuffled.order
    assert (moment.state.told, moment.state.revealed) == (0, None)
    assert FACTS.constants.event_deck[BASE.mode] == len(shuffled.order)


@pytest.mark.parametrize("shuffles", [3, 4])
def test_each_year_end_uses_a_separate_random_stream(shuffles: int) -> None:
    """E2: the n-th shuffle of events has its own stream."""
    state = before_roll(top="year_end", options=BASE, shuffles=shuffles)
    index = next(rolls for rolls in range(99) if CHANCE.stream("event-die", rolls).below(6) >= PLACES[CARD])
    moment = given(replace(state, rolls=index)).when(0, Roll())
    expected = CHANCE.stream("events", shuffles).shuffle((*state.events[1:], state.events[0]))
    assert moment.the(EventsShuffled).order == expected
    assert moment.state.shuffles == shuffles + 1
