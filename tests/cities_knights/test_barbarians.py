"""The barbarians: defence, defenders, pillage, and what a city leaves (R9, R10.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.commands import ChooseCity, ChooseDeck, Roll, Track
from chronik.domain.cities_knights.events import (
    ActionBegan,
    BarbariansLanded,
    BarbariansLeft,
    CityPillaged,
    DefenderNamed,
    DiceRolled,
    LongestRoadPassed,
    Produced,
    ProgressDrawn,
    QuestionsAsked,
    Remains,
    ShipMoved,
)
from chronik.domain.cities_knights.facts.rulesets import DefenderCards, DefenderZeroTie, PillageWithoutSettlement
from chronik.domain.cities_knights.prompts import ActionPrompt, DeckPrompt, DiscardPrompt, PillagePrompt, RobberPrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.state import Continuation, Face, Metropolis, Phase, SeatState
from tests.cities_knights.loaded import load_dice
from tests.support.cities_knights.table import (
    BEGINNER,
    FACTS,
    GAME,
    Moment,
    at,
    cards,
    edge,
    given,
    knight,
    path,
    position,
)

FIVE = at(1, 3, 11, 21, 31)
"""Five settlements, far from the corners of these tests."""


def roll_attack(*seats: SeatState, dice: tuple[int, int] = (1, 1), **changes: Any) -> Moment:
    """Returns the moment after the active seat's roll that starts the attack."""
    state = position(*seats, phase=Phase.PRE_ROLL, ship=6, **changes)
    return given(state).when(state.active, Roll(), load_dice(dice, event="ship"))


def city(*corners: int, **more: Any) -> SeatState:
    return SeatState(cities=at(*corners), **more)


# Strength and defence


def test_the_barbarians_attack_on_the_seventh_step() -> None:
    """R6.1: the ship of steps 0 to 6 lands on the seventh."""
    for ship in range(6):
        state = position(city(26), SeatState(), phase=Phase.PRE_ROLL, ship=ship)
        moment = given(state).when(0, Roll(), load_dice((1, 1), event="ship"))
        moment.then(DiceRolled(1, 1, Face.SHIP), ShipMoved(ship + 1), ActionBegan())
    roll_attack(city(26), SeatState()).then(
        DiceRolled(1, 1, Face.SHIP),
        ShipMoved(7),
        BarbariansLanded(1, (0, 0), held=False),
        CityPillaged(0, 26),
        BarbariansLeft(),
        ActionBegan(),
    )


def test_every_city_counts_once_for_barbarian_strength_even_with_a_metropolis() -> None:
    """R9.1, C-07: settlements and sideways cities do not count."""
    seats = (city(26, 31, settlements=at(1)), city(40, sideways=at(5)), SeatState(settlements=at(52)))
    landed = roll_attack(*seats, metropolises=(Metropolis(0, 26), None, None)).the(BarbariansLanded)
    assert landed.strength == 3


def test_the_defence_is_the_strength_of_all_active_knights() -> None:
    """R9.2, C-02, C-03: knights of all players count, even without cities; inactive ones do not."""
    seats = (
        SeatState(knights=(knight(5, 3, active=True), knight(9, 2))),
        SeatState(knights=(knight(20, active=True), knight(24, 2, active=True))),
        city(40, 44, 52),
    )
    assert roll_attack(*seats).the(BarbariansLanded) == BarbariansLanded(3, (3, 3, 0), held=True)


@pytest.mark.parametrize(("level", "held"), [(1, False), (2, True), (3, True)])
def test_a_defence_equal_to_the_attack_wins(level: int, held: bool) -> None:
    """R9.3, R9.4."""
    seats = (SeatState(knights=(knight(5, level, active=True),)), city(40, 52))
    assert roll_attack(*seats).the(BarbariansLanded).held is held


def test_an_attack_deactivates_knights_returns_the_ship_and_wakes_the_robber() -> None:
    """R9.5, R8.5: this happens however the attack ends."""
    for level in (1, 3):
        seats = (SeatState(knights=(knight(5, level, active=True),)), city(40, 52))
        moment = roll_attack(*seats)
        if not moment.the(BarbariansLanded).held:
            moment = moment.when(1, ChooseCity(40))
        moment.then(..., BarbariansLeft(), ActionBegan())
        moment.then_seat(0, knights=(knight(5, level),))
        assert (moment.state.ship, moment.state.awake, moment.state.attacks) == (0, True, 1)


# Defenders


def test_the_best_defender_alone_gets_a_point() -> None:
    """R9.3a."""
    seats = (SeatState(knights=(knight(5, active=True),)), city(40, knights=(knight(20, 2, active=True),)))
    moment = roll_attack(*seats)
    moment.then(..., BarbariansLanded(1, (1, 2), held=True), DefenderNamed(1), BarbariansLeft(), ActionBegan())
    moment.then_seat(1, defender=1)
    assert points_of(FACTS, moment.state, 1) == 3


def test_best_defenders_who_tie_draw_clockwise_from_a_deck_of_their_choice() -> None:
    """R9.3b, C-05: no point; the top card, and no improvement is needed."""
    best = SeatState(knights=(knight(5, active=True),))
    other = SeatState(knights=(knight(20, active=True),))
    moment = roll_attack(other, city(40), best, active=1)
    moment.then(
        ..., BarbariansLanded(1, (1, 0, 1), held=True), QuestionsAsked((DeckPrompt(2),), Continuation.DEFENDERS, (0,))
    )
    moment.when(0, ChooseDeck(Track.TRADE)).then_rejected("not-asked")
    moment = moment.when(2, ChooseDeck(Track.POLITICS))
    moment.then(
        ProgressDrawn(2, Track.POLITICS, FACTS.decks[1][0]),
        QuestionsAsked((DeckPrompt(0),), Continuation.DEFENDERS),
    )
    moment = moment.when(0, ChooseDeck(Track.POLITICS))
    moment.then(ProgressDrawn(0, Track.POLITICS, FACTS.decks[1][1]), BarbariansLeft(), ActionBegan())
    assert [seat.defender for seat in moment.state.seats] == [0, 0, 0]


def test_a_defender_who_tied_must_choose_a_deck_that_has_cards() -> None:
    """R9.3b; by default the first that is not empty (1.19)."""
    best = SeatState(knights=(knight(5, active=True),))
    other = SeatState(knights=(knight(20, active=True),), shown=FACTS.decks[0])
    moment = roll_attack(best, other)
    moment.when(0, ChooseDeck(Track.TRADE)).then_rejected("deck", "R9.3")
    assert moment.options(0) == [ChooseDeck(Track.POLITICS), ChooseDeck(Track.SCIENCE)]
    assert GAME.default(moment.state, 0) == ChooseDeck(Track.POLITICS)


def test_defenders_who_tied_stop_drawing_when_all_decks_are_empty() -> None:
    """R9.3b: the first defender takes the last card, and the next is not asked."""
    everything = [one for deck in FACTS.decks for one in deck]
    seats = (
        SeatState(knights=(knight(5, active=True),)),
        SeatState(knights=(knight(20, active=True),), shown=tuple(everything[1:])),
    )
    moment = roll_attack(*seats).when(0, ChooseDeck(Track.TRADE))
    moment.then(ProgressDrawn(0, Track.TRADE, everything[0]), BarbariansLeft(), ActionBegan())
    roll_attack(seats[0], replace(seats[1], shown=tuple(everything))).then(..., BarbariansLeft(), ActionBegan())


@pytest.mark.parametrize("given_before", [5, 6])
@pytest.mark.parametrize("cards_there_are", DefenderCards)
def test_the_defender_cards_can_run_out(given_before: int, cards_there_are: DefenderCards) -> None:
    """C-43, C-69: a seventh sole defender gets nothing if there are six cards, and one if there is no limit.

    defender_cards=unlimited, defender_cards=6.
    """
    options = replace(BEGINNER, defender_cards=cards_there_are)
    seats = (SeatState(knights=(knight(5, active=True),)), SeatState())
    moment = roll_attack(*seats, options=options, defenders=given_before)
    assert bool(moment.all(DefenderNamed)) == (given_before < 6 or cards_there_are is DefenderCards.UNLIMITED)


@pytest.mark.parametrize("rule", DefenderZeroTie)
def test_a_tied_defence_of_zero_is_rewarded_only_if_an_option_says_so(rule: DefenderZeroTie) -> None:
    """R9.3c, C-42: the board has no cities and no active knights.

    defender_zero_tie=no_award, defender_zero_tie=all_draw.
    """
    moment = roll_attack(SeatState(), SeatState(), active=1, options=replace(BEGINNER, defender_zero_tie=rule))
    if rule is DefenderZeroTie.NO_AWARD:
        moment.then(..., BarbariansLanded(0, (0, 0), held=True), BarbariansLeft(), ActionBegan())
        return
    moment.then_asked(DeckPrompt(1))
    moment = moment.when(1, ChooseDeck(Track.TRADE)).when(0, ChooseDeck(Track.TRADE))
    moment.then(ProgressDrawn(0, Track.TRADE, FACTS.decks[0][1]), BarbariansLeft(), ActionBegan())


# Pillage


def test_among_the_seats_at_risk_the_weakest_defender_loses_a_city() -> None:
    """R9.4b, R9.4d, C-02: the city becomes a settlement and its wall is gone."""
    seats = (
        city(26, knights=(knight(5, active=True),)),
        city(40, walls=at(40)),
        city(52, knights=(knight(20, active=True),)),
    )
    moment = roll_attack(*seats)
    moment.then(..., BarbariansLanded(3, (1, 0, 1), held=False), CityPillaged(1, 40), BarbariansLeft(), ActionBegan())
    moment.then_seat(1, cities=0, settlements=at(40), walls=0)
    moment.then_seat(0, cities=at(26)).then_seat(2, cities=at(52))


def test_all_seats_tied_for_the_lowest_contribution_lose_a_city() -> None:
    """R9.4b, C-04: they lose it clockwise from the active seat."""
    moment = roll_attack(city(26), city(40), city(52), active=1)
    assert moment.all(CityPillaged) == [CityPillaged(1, 40), CityPillaged(2, 52), CityPillaged(0, 26)]


def test_seats_without_a_city_at_risk_are_skipped() -> None:
    """R9.4a, C-06: without a city or with metropolises only; then the next lowest loses."""
    seats = (
        SeatState(settlements=at(1)),
        city(26),
        city(40, 52, knights=(knight(20, active=True),)),
    )
    moment = roll_attack(*seats, metropolises=(Metropolis(1, 26), None, None))
    moment.then_asked(PillagePrompt(2))


def test_no_city_falls_if_no_seat_is_at_risk() -> None:
    """R9.4f, R12.7: a metropolis is never pillaged."""
    moment = roll_attack(city(26), SeatState(), metropolises=(None, Metropolis(0, 26), None))
    moment.then(..., BarbariansLanded(1, (0, 0), held=False), BarbariansLeft(), ActionBegan())


def test_the_owner_chooses_which_of_several_cities_falls() -> None:
    """R9.4c: never a metropolis; with only one city it is automatic; the choices are independent of one another."""
    seats = (city(26), city(40, 44, 52, walls=at(40)), city(7, 17, walls=at(7, 17)))
    moment = roll_attack(*seats, dice=(6, 6), metropolises=(None, None, Metropolis(1, 52)))
    moment.then(..., CityPillaged(0, 26), QuestionsAsked((PillagePrompt(1), PillagePrompt(2)), Continuation.ATTACK))
    assert moment.options(1) == [ChooseCity(40), ChooseCity(44)]
    assert moment.options(2) == [ChooseCity(7), ChooseCity(17)]
    for corner in (52, 26, 41, 7):
        moment.when(1, ChooseCity(corner)).then_rejected("corner")
    moment.when(0, ChooseCity(26)).then_rejected("not-asked")
    moment = moment.when(2, ChooseCity(17)).then(CityPillaged(2, 17)).then_asked(PillagePrompt(1))
    moment.when(1, ChooseCity(40)).then(CityPillaged(1, 40), BarbariansLeft(), ActionBegan())


def test_by_default_the_city_without_a_wall_on_the_lowest_corner_is_pillaged() -> None:
    """1.19: if all cities have walls, the lowest one falls."""
    moment = roll_attack(city(40, 44, 52, walls=at(40)), city(7, 17, walls=at(7, 17)))
    assert GAME.default(moment.state, 0) == ChooseCity(44)
    assert GAME.default(moment.state, 1) == ChooseCity(7)


def test_an_attack_takes_neither_levels_nor_metropolises_nor_cards() -> None:
    """R9.6."""
    seat = city(26, levels=(3, 2, 1), progress=("trade.merchant.1",), hand=cards(ore=2))
    roll_attack(seat, SeatState()).then_seat(0, levels=(3, 2, 1), progress=("trade.merchant.1",), hand=cards(ore=2))


def test_production_waits_for_the_pillage_and_a_pillaged_city_produces_as_a_settlement() -> None:
    """C-39, C-38, R7.2: mountains with an 8 and a 10 at corner 30; one ore, no coin."""
    moment = roll_attack(city(26, 30), SeatState(), dice=(4, 4))
    assert not moment.all(Produced)
    moment.when(0, ChooseCity(30)).then(
        CityPillaged(0, 30), BarbariansLeft(), Produced((cards(ore=1), ())), ActionBegan()
    )
    moment.when(0, ChooseCity(26)).then(
        CityPillaged(0, 26), BarbariansLeft(), Produced((cards(ore=1, coin=1), ())), ActionBegan()
    )


def test_a_seven_in_the_roll_of_the_first_attack_moves_the_robber() -> None:
    """R8.6, C-09: the attack first, then discards (without the fallen wall), then the robber is awake."""
    seat = city(26, walls=at(26), hand=cards(brick=9))
    moment = roll_attack(seat, SeatState(), dice=(3, 4))
    moment.then(..., CityPillaged(0, 26), BarbariansLeft(), ...)
    (asked,) = moment.state.prompts
    assert isinstance(asked, DiscardPrompt)
    assert asked.count == 4
    roll_attack(city(26), SeatState(), dice=(3, 4)).then_asked(RobberPrompt(0))


# What remains (pillage_without_settlement)


def without_settlements(rule: PillageWithoutSettlement, **more: Any) -> Moment:
    """Returns a moment in which seat 0 has built all its settlements and loses its city at 26."""
    options = replace(BEGINNER, pillage_without_settlement=rule)
    return roll_attack(city(26, settlements=FIVE, **more), SeatState(), options=options)


def test_a_pillaged_city_becomes_a_settlement_if_its_owner_has_a_piece_left() -> None:
    """R9.4d: this holds under every value of the option."""
    for rule in PillageWithoutSettlement:
        options = replace(BEGINNER, pillage_without_settlement=rule)
        moment = roll_attack(city(26, settlements=at(1, 3)), SeatState(), options=options)
        assert moment.the(CityPillaged) == CityPillaged(0, 26)
        moment.then_seat(0, settlements=at(1, 3, 26), cities=0)


def test_a_pillaged_city_turns_sideways_if_its_owner_has_no_settlement_piece_left() -> None:
    """R9.4e, R10.6, C-01: worth a settlement; it cannot fall again and counts for nothing (R9.1).

    pillage_without_settlement=sideways.
    """
    moment = without_settlements(PillageWithoutSettlement.SIDEWAYS, walls=at(26))
    assert moment.the(CityPillaged) == CityPillaged(0, 26, Remains.SIDEWAYS)
    moment.then_seat(0, settlements=FIVE, cities=0, sideways=at(26), walls=0)
    assert points_of(FACTS, moment.state, 0) == 6
    again = roll_attack(moment.state.seats[0], SeatState())
    assert again.the(BarbariansLanded).strength == 0
    assert not again.all(CityPillaged)


def test_an_option_lets_a_pillage_exceed_the_supply_of_settlements() -> None:
    """R9.4e, C-67 (exceed_supply): six settlements are on the board. pillage_without_settlement=exceed_supply."""
    moment = without_settlements(PillageWithoutSettlement.EXCEED_SUPPLY)
    assert moment.the(CityPillaged) == CityPillaged(0, 26)
    moment.then_seat(0, settlements=FIVE | at(26), cities=0, sideways=0)


def test_an_option_removes_a_pillaged_city_with_its_roads_and_stranded_knights() -> None:
    """R10.6 (remove_city_and_roads): roads at the corner, and knights left without a road.

    pillage_without_settlement=remove_city_and_roads.
    """
    moment = without_settlements(
        PillageWithoutSettlement.REMOVE_CITY_AND_ROADS,
        roads=path(16, 26, 18, 28),
        knights=(knight(16), knight(18)),
    )
    lost = tuple(sorted((edge(16, 26), edge(18, 26))))
    assert moment.the(CityPillaged) == CityPillaged(0, 26, Remains.NOTHING, lost, (16,))
    moment.then_seat(0, settlements=FIVE, cities=0, sideways=0, roads=path(18, 28), knights=(knight(18),))


def test_the_longest_road_is_updated_after_all_cities_have_fallen() -> None:
    """R10.6, R16.3: before the production of the same roll."""
    roads = path(16, 26, 18, 28, 20, 39)
    options = replace(BEGINNER, pillage_without_settlement=PillageWithoutSettlement.REMOVE_CITY_AND_ROADS)
    moment = roll_attack(city(26, settlements=FIVE, roads=roads), SeatState(), options=options, longest=0)
    moment.then(..., LongestRoadPassed(None, 3), BarbariansLeft(), ...)
    assert moment.state.longest is None


def test_the_action_phase_follows_an_attack() -> None:
    """R5.3."""
    moment = roll_attack(city(26), SeatState())
    moment.then_asked(ActionPrompt(0))
