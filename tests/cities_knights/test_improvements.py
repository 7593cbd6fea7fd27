"""City improvements and metropolises (R12)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts
from chronik.domain.cities_knights.commands import BuyLevel, PlaceMetropolis, Track
from chronik.domain.cities_knights.events import Finished, LevelBought, MetropolisPlaced
from chronik.domain.cities_knights.facts.rulesets import CraneForm, ImprovementNeedsFreeCity, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, MetropolisPrompt
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Metropolis, SeatState, State
from tests.cities_knights.exactness import check_options_exact
from tests.support.cities_knights.table import BEGINNER, FACTS, GAME, Moment, at, cards, given, position

TRADE, POLITICS, SCIENCE = Track.TRADE, Track.POLITICS, Track.SCIENCE
WINNING_ONLY = replace(BEGINNER, improvement_4_5_needs_free_city=ImprovementNeedsFreeCity.ONLY_WHEN_WINNING_METROPOLIS)
NEEDS = pytest.mark.parametrize("options", [BEGINNER, WINNING_ONLY])


def town(hand: Counts = NOTHING, levels: tuple[int, int, int] = (0, 0, 0), **changes: Any) -> SeatState:
    """Returns a seat with one city at 16."""
    return replace(SeatState(hand=hand, levels=levels, cities=at(16)), **changes)


def other(levels: tuple[int, int, int] = (0, 0, 0), **changes: Any) -> SeatState:
    """Returns an opponent with one city at 51."""
    return replace(SeatState(levels=levels, cities=at(51)), **changes)


def island(*seats: SeatState, trade: Metropolis | None = None, options: Ruleset = BEGINNER, **changes: Any) -> State:
    """Returns a position with this metropolis of trade."""
    return position(*seats, options=options, metropolises=(trade, None, None), **changes)


# Levels


@pytest.mark.parametrize(("track", "commodity"), [(TRADE, "cloth"), (POLITICS, "coin"), (SCIENCE, "paper")])
def test_a_level_costs_as_many_commodities_as_its_number(track: Track, commodity: str) -> None:
    """R12.1, R1.4, C-37: fifteen in all, bought in order, any number in a turn; the bank has twelve at once."""
    seat, paid = town(cards(**{commodity: 10})), 0
    moment = given(position(seat, other()))
    for level in (1, 2, 3, 4):
        moment = moment.when(0, BuyLevel(track))
        moment.then(LevelBought(0, track, level, cards(**{commodity: level})), ...)
        paid += level
        assert moment.state.seats[0].hand == cards(**{commodity: 10 - paid})
    short = {"missing": {commodity: 5 - (10 - paid)}}
    assert moment.when(0, BuyLevel(track)).then_rejected("cards").facts == short
    rich = replace(moment.state.seats[0], hand=cards(**{commodity: 5}))
    last = given(position(rich, other(), metropolises=moment.state.metropolises)).when(0, BuyLevel(track))
    last.then(LevelBought(0, track, 5, cards(**{commodity: 5})))
    last.when(0, BuyLevel(track)).then_rejected("highest-level")
    assert not last.options(0, BuyLevel)


def test_a_level_is_paid_only_with_the_commodity_of_its_track() -> None:
    """R12.1, C-40: each track is paid with its commodity."""
    moment = given(position(town(cards(cloth=1, coin=9, wool=9), levels=(1, 5, 0), settlements=at(0)), other()))
    moment.when(0, BuyLevel(TRADE)).then_rejected("cards")
    moment.when(0, BuyLevel(SCIENCE)).then_rejected("cards")
    assert not moment.options(0, BuyLevel)


@NEEDS
def test_a_city_with_a_metropolis_allows_level_three_but_not_level_four(options: Ruleset) -> None:
    """R12.2, R12.6"""
    seat = town(cards(coin=9), levels=(4, 2, 0))
    moment = given(island(seat, other(), trade=Metropolis(0, 16), options=options)).when(0, BuyLevel(POLITICS))
    moment.then(LevelBought(0, POLITICS, 3, cards(coin=3)))
    moment.when(0, BuyLevel(POLITICS)).then_rejected("city-needed")


@pytest.mark.parametrize("changes", [{"settlements": at(16)}, {"sideways": at(16)}, {}])
def test_a_seat_without_a_city_cannot_buy_a_level(changes: dict[str, Any]) -> None:
    """R12.2, R9.6, R10.6: neither settlements nor sideways cities will do; what was bought stays."""
    moment = given(position(town(cards(cloth=5), levels=(2, 0, 0), cities=0, **changes), other()))
    moment.when(0, BuyLevel(TRADE)).then_rejected("city-needed")
    assert not moment.options(0, BuyLevel)
    moment.then_seat(0, levels=(2, 0, 0))


# The metropolis


def test_the_first_seat_at_level_four_takes_the_metropolis() -> None:
    """R12.4, R17.1: it goes on the only city without a question, and is worth two points."""
    moment = given(position(town(cards(cloth=4), levels=(3, 0, 0)), other())).when(0, BuyLevel(TRADE))
    moment.then(LevelBought(0, TRADE, 4, cards(cloth=4)), MetropolisPlaced(0, TRADE, 16))
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))
    assert moment.state.metropolises == (Metropolis(0, 16), None, None)
    assert points(FACTS, moment.state) == (4, 2)


def test_a_seat_with_several_cities_chooses_the_city_of_its_metropolis() -> None:
    """R12.4, R12.7: not a city with a metropolis; nothing continues before the answer."""
    seat = town(cards(coin=4), levels=(4, 3, 0), cities=at(16, 20, 0), settlements=at(3))
    before = given(island(seat, other(), trade=Metropolis(0, 0)))
    moment = before.when(0, BuyLevel(POLITICS))
    moment.then(LevelBought(0, POLITICS, 4, cards(coin=4)), ...).then_asked(MetropolisPrompt(0, 1))
    check_options_exact(moment, 0, PlaceMetropolis)
    assert moment.options(0) == [PlaceMetropolis(16), PlaceMetropolis(20)]
    moment.when(0, BuyLevel(POLITICS)).then_rejected("another-question")
    for corner in (0, 3, 51, 26):
        moment.when(0, PlaceMetropolis(corner)).then_rejected("corner")
    after = moment.when(0, PlaceMetropolis(20)).then(MetropolisPlaced(0, POLITICS, 20))
    assert after.state.metropolises == (Metropolis(0, 0), Metropolis(0, 20), None)
    assert after.state.stack == ()


def test_the_default_puts_the_metropolis_on_the_lowest_corner() -> None:
    """1.19."""
    moment = given(position(town(cards(cloth=4), levels=(3, 0, 0), cities=at(30, 16)), other())).when(
        0, BuyLevel(TRADE)
    )
    assert GAME.default(moment.state, 0) == PlaceMetropolis(16)


def test_the_second_seat_at_level_four_gets_no_metropolis() -> None:
    """R12.4: the metropolis is taken."""
    moment = given(island(town(cards(cloth=4), levels=(3, 0, 0)), other((4, 0, 0)), trade=Metropolis(1, 51)))
    moment = moment.when(0, BuyLevel(TRADE)).then(LevelBought(0, TRADE, 4, cards(cloth=4)))
    assert moment.state.metropolises[0] == Metropolis(1, 51)


@NEEDS
def test_level_five_takes_the_metropolis_from_a_holder_at_level_four(options: Ruleset) -> None:
    """R12.5, C-34: the former city is an ordinary one again."""
    holder = other((4, 0, 0))
    before = given(island(town(cards(cloth=5), levels=(4, 0, 0)), holder, trade=Metropolis(1, 51), options=options))
    moment = before.when(0, BuyLevel(TRADE))
    moment.then(LevelBought(0, TRADE, 5, cards(cloth=5)), MetropolisPlaced(0, TRADE, 16))
    assert points(FACTS, moment.state) == (4, 2)


@NEEDS
def test_a_metropolis_at_level_five_can_never_be_taken(options: Ruleset) -> None:
    """R12.5, C-34."""
    holder = other((5, 0, 0))
    before = given(island(town(cards(cloth=5), levels=(4, 0, 0)), holder, trade=Metropolis(1, 51), options=options))
    moment = before.when(0, BuyLevel(TRADE)).then(LevelBought(0, TRADE, 5, cards(cloth=5)))
    assert moment.state.metropolises[0] == Metropolis(1, 51)


@NEEDS
def test_the_holder_of_a_metropolis_buys_level_five_without_another_city(options: Ruleset) -> None:
    """R12.6, C-35: the holder of the metropolis is the exception."""
    moment = given(island(town(cards(cloth=5), levels=(4, 0, 0)), other(), trade=Metropolis(0, 16), options=options))
    moment.when(0, BuyLevel(TRADE)).then(LevelBought(0, TRADE, 5, cards(cloth=5)))


@NEEDS
def test_a_metropolis_needs_a_city_without_one(options: Ruleset) -> None:
    """R12.6: the only city is a metropolis of another track already."""
    seat = town(cards(coin=4), levels=(4, 3, 0))
    moment = given(island(seat, other(), trade=Metropolis(0, 16), options=options))
    moment.when(0, BuyLevel(POLITICS)).then_rejected("city-needed")
    assert not moment.options(0, BuyLevel)


@pytest.mark.parametrize(("level", "rival"), [(4, 4), (4, 5), (5, 5)])
def test_an_option_decides_whether_level_four_always_needs_a_city_without_a_metropolis(level: int, rival: int) -> None:
    """R12.6, C-35, improvement_4_5_needs_free_city: always, or only if the purchase takes the metropolis.

    improvement_4_5_needs_free_city=always_except_own_metropolis,
    improvement_4_5_needs_free_city=only_when_winning_metropolis.
    """
    seat = town(cards(coin=level), levels=(4, level - 1, 0))
    metropolises = (Metropolis(0, 16), Metropolis(1, 51), None)
    moment = given(position(seat, other((0, rival, 0)), metropolises=metropolises))
    moment.when(0, BuyLevel(POLITICS)).then_rejected("city-needed")
    assert not moment.options(0, BuyLevel)
    moment = given(position(seat, other((0, rival, 0)), metropolises=metropolises, options=WINNING_ONLY))
    moment.when(0, BuyLevel(POLITICS)).then(LevelBought(0, POLITICS, level, cards(coin=level)))
    assert moment.options(0, BuyLevel) == [BuyLevel(POLITICS)]


def test_a_level_that_wins_the_metropolis_always_needs_a_city_without_one() -> None:
    """R12.6: here level 5 takes it from a holder at level 4."""
    for options in (BEGINNER, WINNING_ONLY):
        metropolises = (Metropolis(0, 16), Metropolis(1, 51), None)
        seats = (town(cards(coin=5), levels=(4, 4, 0)), other((0, 4, 0)))
        moment = given(position(*seats, metropolises=metropolises, options=options))
        moment.when(0, BuyLevel(POLITICS)).then_rejected("city-needed")


@NEEDS
def test_one_seat_can_hold_all_three_metropolises(options: Ruleset) -> None:
    """R12.7: each is on a different city."""
    seat = town(cards(cloth=4, coin=4, paper=4), levels=(3, 3, 3), cities=at(0, 2, 3))
    moment = given(position(seat, other(), options=options))
    moment = moment.when(0, BuyLevel(TRADE)).when(0, PlaceMetropolis(2))
    moment = moment.when(0, BuyLevel(SCIENCE)).when(0, PlaceMetropolis(0))
    moment = moment.when(0, BuyLevel(POLITICS))
    moment.then(LevelBought(0, POLITICS, 4, cards(coin=4)), MetropolisPlaced(0, POLITICS, 3))
    assert points(FACTS, moment.state)[0] == 12


def test_a_winning_metropolis_must_be_placed_before_the_match_ends() -> None:
    """R17.3: no seat has won while a question is open."""
    options = replace(BEGINNER, victory_points=6)
    seat = town(cards(cloth=4), levels=(3, 0, 0), cities=at(16, 20))
    moment = given(position(seat, other(), options=options)).when(0, BuyLevel(TRADE))
    assert not moment.all(Finished)
    moment.when(0, PlaceMetropolis(20)).then(MetropolisPlaced(0, TRADE, 20), Finished((6, 2), (1, 2)))


# Cranes that wait


def waiting(cranes: int, **counts: int) -> Moment:
    """Returns a moment with the discounts of Cranes that were played earlier in this turn."""
    options = replace(BEGINNER, crane_form=CraneForm.DISCOUNT_NEXT_PURCHASE_THIS_TURN)
    return given(position(town(cards(**counts)), other(), options=options, cranes=cranes))


def test_a_stored_crane_discount_makes_the_next_level_cheaper() -> None:
    """C-71, C-30: one commodity less, the first level for nothing; the one after that costs the full price."""
    moment = waiting(1, cloth=2).when(0, BuyLevel(TRADE)).then(LevelBought(0, TRADE, 1, (), crane=True))
    assert moment.state.cranes == 0
    moment.when(0, BuyLevel(TRADE)).then(LevelBought(0, TRADE, 2, cards(cloth=2)))


def test_two_crane_discounts_apply_to_two_purchases() -> None:
    """C-71, C-30: two discounts never apply to the same purchase."""
    moment = waiting(2, coin=1).when(0, BuyLevel(POLITICS)).then(LevelBought(0, POLITICS, 1, (), crane=True))
    moment = moment.when(0, BuyLevel(POLITICS)).then(LevelBought(0, POLITICS, 2, cards(coin=1), crane=True))
    moment.when(0, BuyLevel(POLITICS)).then_rejected("cards")
    seat = town(cards(cloth=1), levels=(1, 1, 1))
    assert given(position(seat, other(), cranes=2)).options(0, BuyLevel) == [BuyLevel(TRADE)]


def test_a_level_made_affordable_by_a_crane_discount_is_offered() -> None:
    """C-71."""
    assert waiting(1).options(0, BuyLevel) == [BuyLevel(TRADE), BuyLevel(POLITICS), BuyLevel(SCIENCE)]
    assert waiting(0).options(0, BuyLevel) == []


@NEEDS
@pytest.mark.parametrize("cranes", [0, 1])
@pytest.mark.parametrize("levels", [(3, 4, 4), (4, 3, 3), (5, 4, 0), (0, 1, 2)])
@pytest.mark.parametrize("cities", [(), (16,), (16, 20), (16, 20, 0)])
def test_the_listed_levels_are_exactly_those_that_can_be_bought(
    options: Ruleset, cranes: int, levels: tuple[int, int, int], cities: tuple[int, ...]
) -> None:
    """R12, 1.19."""
    seat = town(cards(cloth=4, coin=4, paper=4), levels=levels, cities=at(*cities))
    home = Metropolis(0, 16) if 16 in cities else Metropolis(1, 51)
    metropolises = (None, Metropolis(1, 46), home) if levels[0] == 3 else (home, None, None)
    rival = other((0, 4, 5), cities=at(51, 46))
    check_options_exact(
        given(position(seat, rival, metropolises=metropolises, options=options, cranes=cranes)), 0, BuyLevel
    )
