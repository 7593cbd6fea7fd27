"""The Statue of the Beloved Prince (K26, R50, R51, R93)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.catan_cards.commands import BuildCard, Demolish, NameUnits, TakeUnit
from domain.catan_cards.events import CardBuilt, QuestionsAsked, Resumed, UnitsNamed, UnitTaken
from domain.catan_cards.prompts import ActionPrompt, NamePrompt, TakeUnitPrompt
from domain.catan_cards.state import Built, Continuation, SeatState
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


def sculptor(*more: str, **changes: Any) -> SeatState:
    """Who may build a Statue; what else lies in the hand."""
    return with_feeling(principality(stored=3, hand=(STATUE, *more), cities=(1,), **changes), stars=3)


def facing(*units: str, **changes: Any) -> SeatState:
    """The other player, with these units on his sites."""
    built = tuple(Built(unit, slot, side) for unit, (slot, side) in zip(units, SITES, strict=False))
    return principality(1, **{"built": built, **changes})


def against(*units: str) -> Moment:
    return given(position(sculptor(), facing(*units)))


def test_the_opponent_names_two_units_and_the_builder_takes_one() -> None:
    """K26: into his hand, which may exceed its limit until the hand step (B41); openly (R50)."""
    spies = [card("spy", copy) for copy in (1, 2, 3)]
    moment = given(position(sculptor(*spies), facing(FALK, FLEET, KARL)))
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


def test_two_units_are_named_without_asking() -> None:
    """R85: the naming has one answer."""
    asked = TakeUnitPrompt(0, 1, (FALK, OSMUND))
    against(FALK, OSMUND).when(0, BUILD).then(BUILT, UnitsNamed(1, (FALK, OSMUND)), QuestionsAsked((asked,)))


def test_the_only_unit_is_taken_without_asking() -> None:
    """K26, R85."""
    against(FLEET).when(0, BUILD).then(BUILT, UnitsNamed(1, (FLEET,)), UnitTaken(0, 1, FLEET)).then_asked(
        ActionPrompt(0)
    )


@pytest.mark.parametrize("others", [(), (SMITHY,)])
def test_without_units_it_has_no_effect(others: tuple[str, ...]) -> None:
    """R50: it may still be built; one's own units are safe."""
    moment = given(position(sculptor(built=(Built(KARL, 1, BELOW),)), facing(*others)))
    moment.when(0, BUILD).then(BUILT).then_asked(ActionPrompt(0))


def test_road_complements_are_not_taken() -> None:
    """R50, R53: neither Lancers nor the Traveling Theater."""
    built = (Built(LANCERS, 0), Built(THEATER, 2), Built(OTTO, 1, ABOVE))
    moment = given(position(sculptor(), facing(roads=(0, 2), built=built)))
    moment.when(0, BUILD).then(BUILT, UnitsNamed(1, (OTTO,)), UnitTaken(0, 1, OTTO))


def test_a_church_protects_no_unit() -> None:
    """R50: a unit in a city with one may be named."""
    church = Built(card("church"), 1, ABOVE)
    moment = given(position(sculptor(), facing(cities=(1,), built=(church, Built(OTTO, 1, ABOVE)))))
    moment.when(0, BUILD).then(BUILT, ..., UnitTaken(0, 1, OTTO))


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((FALK,), "named"),
        ((FALK, FALK), "named"),
        ((FALK, FLEET, KARL), "named"),
        ((FALK, SMITHY), "target"),
        ((FALK, OTTO), "target"),
    ],
)
def test_exactly_two_own_units_are_named(cards: tuple[str, ...], code: str) -> None:
    """K26: different ones, knights and fleets of one's own."""
    against(FALK, FLEET, KARL, SMITHY).when(0, BUILD).when(1, NameUnits(cards)).then_rejected(code)


def test_one_of_the_named_is_taken() -> None:
    """K26."""
    moment = against(FALK, FLEET, KARL).when(0, BUILD).when(1, NameUnits((FALK, FLEET)))
    moment.when(0, TakeUnit(KARL)).then_rejected("target")
    moment.when(1, TakeUnit(FALK)).then_rejected("not-asked")


def test_both_answers_have_a_default() -> None:
    """R90: most VP, then strength, then total cost, then id."""
    moment = against(FLEET, FALK, OTTO, KARL).when(0, BUILD)
    assert moment.default(1) == NameUnits((KARL, OTTO))
    moment = moment.when(1, moment.default(1))
    assert moment.default(0) == TakeUnit(KARL)
    moment.when(0, moment.default(0)).then(UnitTaken(0, 1, KARL))


def test_a_statue_rebuilt_has_its_effect_again() -> None:
    """R51, R93: once per building act, each complete before anything else is done."""
    second = card("statue", 2)
    moment = given(position(sculptor(second), facing(FALK, FLEET))).when(0, BUILD).when(0, TakeUnit(FALK))
    rich = replace(moment.state.seats[0], stars=3, lands=sculptor().lands)
    moment = given(replace(moment.state, seats=(rich, moment.state.seats[1])))
    moment = moment.when(0, BuildCard(second, 1, BELOW))
    moment.then(..., UnitsNamed(1, (FLEET,)), UnitTaken(0, 1, FLEET))
    assert not moment.all(Resumed)


def test_a_unit_that_could_not_be_built_may_be_taken() -> None:
    """K26, R61, R60: it is held, with its owner's mark, and waits for its namesake to leave."""
    statue, mine, his = (card("statue", owner=0), card("knight_falk", owner=0), card("knight_otto", owner=1))
    builder = principality(stored=3, hand=(statue,), cities=(1,), built=(Built(mine, -1, ABOVE),))
    state = position(
        with_feeling(builder, stars=3, owner=0), principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT
    )
    moment = given(state).when(0, BuildCard(statue, 1, ABOVE)).then_seat(0, hand=(his,))
    assert FACTS.cards["knight_otto"].unique_name
    moment.when(0, BuildCard(his, 1, BELOW)).then_seat(0, hand=())
