"""The Statue of the Beloved Prince (K26, R50, R51, R93)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import BuildCard, Demolish, NameUnits, TakeUnit
from chronik.domain.catan_cards.events import CardBuilt, QuestionsAsked, Resumed, UnitsNamed, UnitTaken
from chronik.domain.catan_cards.prompts import ActionPrompt, NamePrompt, TakeUnitPrompt
from chronik.domain.catan_cards.state import Built, Continuation, SeatState
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    with_feeling,
)

STATUE = card("statue")
FALK, KARL, OTTO, OSMUND = (card(f"knight_{name}") for name in ("falk", "karl", "otto", "osmund"))
FLEET, LANCERS, THEATER, SMITHY = (card(name) for name in ("fleet_ore", "lancers", "traveling_theater", "smithy"))
SITES = ((-1, ABOVE), (-1, BELOW), (1, ABOVE), (1, BELOW))
BUILD = BuildCard(STATUE, 1, ABOVE)
BUILT = CardBuilt(0, STATUE, 1, ABOVE, ("hills_5_a", "goldfield_6_a", "goldfield_6_a"), 3)


def seat_with_statue(*more: str, **changes: Any) -> SeatState:
    """Returns a seat that may build a Statue, with further hand cards."""
    return with_feeling(principality(stored=3, hand=(STATUE, *more), cities=(1,), **changes), stars=3)


def seat_with_units(*units: str, **changes: Any) -> SeatState:
    """Returns the other seat with these units on its sites."""
    built = tuple(Built(unit, slot, side) for unit, (slot, side) in zip(units, SITES, strict=False))
    return principality(1, **{"built": built, **changes})


def position_against(*units: str) -> Moment:
    return given(position(seat_with_statue(), seat_with_units(*units)))


def test_the_builder_of_a_statue_takes_one_of_two_named_units() -> None:
    """K26: openly into the hand (R50), which may exceed its limit until the hand step (B41)."""
    spies = [card("spy", copy) for copy in (1, 2, 3)]
    moment = given(position(seat_with_statue(*spies), seat_with_units(FALK, FLEET, KARL)))
    named = NamePrompt(1, 0, 2)
    moment = moment.when(0, BUILD).then(BUILT, QuestionsAsked((named,), Continuation.STATUE)).then_asked(named)
    assert moment.options(1) == [NameUnits(pair) for pair in ((FALK, FLEET), (FALK, KARL), (FLEET, KARL))]
    moment.when(0, Demolish(STATUE)).then_rejected("not-asked")
    chosen = TakeUnitPrompt(0, 1, (FALK, FLEET))
    moment = moment.when(1, NameUnits((FALK, FLEET))).then(UnitsNamed(1, (FALK, FLEET)), QuestionsAsked((chosen,)))
    assert moment.options(0) == [TakeUnit(FALK), TakeUnit(FLEET)]
    moment = moment.when(0, TakeUnit(FLEET)).then(UnitTaken(0, 1, FLEET)).then_asked(ActionPrompt(0))
    assert moment.state.seats[0].hand == (*spies, FLEET)
    assert [one.card for one in moment.state.seats[1].built] == [FALK, KARL]
    assert FLEET in moment.state.seats[1].hand_sight.cards


def test_a_player_with_exactly_two_units_is_not_asked_to_name_them() -> None:
    """R85: there is only one way to name them."""
    asked = TakeUnitPrompt(0, 1, (FALK, OSMUND))
    position_against(FALK, OSMUND).when(0, BUILD).then(BUILT, UnitsNamed(1, (FALK, OSMUND)), QuestionsAsked((asked,)))


def test_the_only_unit_is_taken_without_a_question() -> None:
    """K26, R85."""
    position_against(FLEET).when(0, BUILD).then(BUILT, UnitsNamed(1, (FLEET,)), UnitTaken(0, 1, FLEET)).then_asked(
        ActionPrompt(0)
    )


@pytest.mark.parametrize("others", [(), (SMITHY,)])
def test_a_statue_has_no_effect_without_opposing_units(others: tuple[str, ...]) -> None:
    """R50: it may still be built; units of its builder are safe."""
    moment = given(position(seat_with_statue(built=(Built(KARL, 1, BELOW),)), seat_with_units(*others)))
    moment.when(0, BUILD).then(BUILT).then_asked(ActionPrompt(0))


def test_a_statue_does_not_take_road_complements() -> None:
    """R50, R53: Lancers and the Traveling Theater stay."""
    built = (Built(LANCERS, 0), Built(THEATER, 2), Built(OTTO, 1, ABOVE))
    moment = given(position(seat_with_statue(), seat_with_units(roads=(0, 2), built=built)))
    moment.when(0, BUILD).then(BUILT, UnitsNamed(1, (OTTO,)), UnitTaken(0, 1, OTTO))


def test_a_church_does_not_protect_units_from_a_statue() -> None:
    """R50: a unit in its city may be named."""
    church = Built(card("church"), 1, ABOVE)
    moment = given(position(seat_with_statue(), seat_with_units(cities=(1,), built=(church, Built(OTTO, 1, ABOVE)))))
    moment.when(0, BUILD).then(BUILT, ..., UnitTaken(0, 1, OTTO))


@for_each(
    ("cards", "code"),
    [
        ((FALK,), "named"),
        ((FALK, FALK), "named"),
        ((FALK, FLEET, KARL), "named"),
        ((FALK, SMITHY), "target"),
        ((FALK, OTTO), "target"),
    ],
)
def test_the_opponent_names_exactly_two_of_his_units(cards: tuple[str, ...], code: str) -> None:
    """K26: the opponent names two different knights or fleets."""
    position_against(FALK, FLEET, KARL, SMITHY).when(0, BUILD).when(1, NameUnits(cards)).then_rejected(code)


def test_the_builder_takes_only_a_named_unit() -> None:
    """K26."""
    moment = position_against(FALK, FLEET, KARL).when(0, BUILD).when(1, NameUnits((FALK, FLEET)))
    moment.when(0, TakeUnit(KARL)).then_rejected("target")
    moment.when(1, TakeUnit(FALK)).then_rejected("not-asked")


def test_both_questions_of_a_statue_have_a_default_answer() -> None:
    """R90: most VP, then strength, then total cost, then id."""
    moment = position_against(FLEET, FALK, OTTO, KARL).when(0, BUILD)
    assert moment.default(1) == NameUnits((KARL, OTTO))
    moment = moment.when(1, moment.default(1))
    assert moment.default(0) == TakeUnit(KARL)
    moment.when(0, moment.default(0)).then(UnitTaken(0, 1, KARL))


def test_a_rebuilt_statue_has_its_effect_again() -> None:
    """R51, R93: once each time it is built, and completely before anything else happens."""
    second = card("statue", 2)
    moment = (
        given(position(seat_with_statue(second), seat_with_units(FALK, FLEET))).when(0, BUILD).when(0, TakeUnit(FALK))
    )
    rich = replace(moment.state.seats[0], stars=3, lands=seat_with_statue().lands)
    moment = given(replace(moment.state, seats=(rich, moment.state.seats[1])))
    moment = moment.when(0, BuildCard(second, 1, BELOW))
    moment.then(..., UnitsNamed(1, (FLEET,)), UnitTaken(0, 1, FLEET))
    assert not moment.all(Resumed)


def test_a_statue_may_take_a_unit_that_could_not_be_built() -> None:
    """K26, R61, R60: it is held with its owner, and waits until the unit of the same name leaves."""
    statue, mine, his = (card("statue", owner=0), card("knight_falk", owner=0), card("knight_otto", owner=1))
    builder = principality(stored=3, hand=(statue,), cities=(1,), built=(Built(mine, -1, ABOVE),))
    state = position(
        with_feeling(builder, stars=3, owner=0), principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT
    )
    moment = given(state).when(0, BuildCard(statue, 1, ABOVE)).then_seat(0, hand=(his,))
    assert FACTS.cards["knight_otto"].unique_name
    moment.when(0, BuildCard(his, 1, BELOW)).then_seat(0, hand=())
