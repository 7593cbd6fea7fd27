"""Region and city expansions: every title built, and what keeps it from being built; demolishing (B11, B27 to B29)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, minus, single
from domain.catan_cards.commands import BuildCard, Demolish, Side
from domain.catan_cards.events import CardBuilt, Demolished, StarsGained
from domain.catan_cards.facts.load import CardKind
from domain.catan_cards.principality.totals import hand_limit
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.state import Built, Phase, SeatState
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
    wide,
    with_feeling,
)

EXPANSIONS = [
    name
    for name, printed in FACTS.cards.items()
    if printed.kind in (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION)
]
ABBEY, CHURCH, SIEGFRIED, HOSPITAL = (card(name) for name in ("abbey", "church", "knight_siegfried", "hospital"))
AQUEDUCT, PATRONS_HOUSE, SCHOOL = (card(name) for name in ("aqueduct", "patrons_house", "village_school"))
SAWMILL, ORE_FLEET = card("sawmill"), card("fleet_ore")


def at(*seats: SeatState, **changes: Any) -> Moment:
    return given(position(*seats, **changes))


def exactly(price: Counts) -> dict[str, int]:
    return {kind.value: count for kind, count in zip(KINDS, price, strict=True)}


def builder(name: str, price: Counts, stars: int = 3) -> Moment:
    """A tournament game in which seat 0 holds a card, so many resources and stars, a city, and what the card needs."""
    built = [Built(card(other, owner=0), 1, BELOW) for other in FACTS.cards[name].requires]
    seat = principality(stored=exactly(price), hand=(card(name, owner=0),), cities=(1,), built=built)
    return at(with_feeling(seat, stars=stars, owner=0), options=TOURNAMENT)


@pytest.mark.parametrize("name", EXPANSIONS)
def test_every_expansion_is_built_for_exactly_its_price(name: str) -> None:
    """B27, K7: out of the hand on a free legal site; its stars are paid with it."""
    printed, held = FACTS.cards[name], card(name, owner=0)
    moment = builder(name, printed.price)
    assert BuildCard(held, 1, ABOVE) in moment.options(0)
    moment = moment.when(0, BuildCard(held, 1, ABOVE))
    built = moment.the(CardBuilt)
    assert (built.card, built.slot, built.side, built.stars) == (held, 1, ABOVE, printed.stars)
    moment.then_stored(0, **dict.fromkeys(exactly(printed.price), 0)).then_seat(0, hand=())
    assert moment.state.seats[0].built[-1] == Built(held, 1, ABOVE)


@pytest.mark.parametrize("name", EXPANSIONS)
def test_no_expansion_is_built_for_less(name: str) -> None:
    """B27: one resource less than the price is too little."""
    printed, held = FACTS.cards[name], card(name, owner=0)
    for kind in Kind:
        if printed.price[INDEX[kind]]:
            moment = builder(name, minus(printed.price, single(kind)))
            moment.when(0, BuildCard(held, 1, ABOVE)).then_rejected("cost", "B27")
            assert not moment.options(0, BuildCard)


def test_no_statue_is_built_with_a_star_too_few() -> None:
    """K7, K26, R67: stars are part of its price."""
    held = card("statue", owner=0)
    moment = builder("statue", FACTS.cards["statue"].price, stars=2)
    moment.when(0, BuildCard(held, 1, ABOVE)).then_rejected("stars")
    assert not moment.options(0, BuildCard)


# Sites


def test_sites_of_a_settlement_and_of_a_city() -> None:
    """B11: one above and one below a settlement, two and two on a city; city expansions on cities alone."""
    seat = principality(stored=3, hand=(ABBEY, CHURCH), cities=(1,))
    moment = at(seat)
    region, city = (
        [(one.slot, one.side) for one in moment.options(0, BuildCard) if one.card == name] for name in (ABBEY, CHURCH)
    )
    assert region == [(-1, ABOVE), (-1, BELOW), (1, ABOVE), (1, BELOW)]
    assert city == [(1, ABOVE), (1, BELOW)]
    moment.when(0, BuildCard(CHURCH, -1, ABOVE)).then_rejected("site", "B11")
    moment.when(0, BuildCard(ABBEY, 3, ABOVE)).then_rejected("site", "B11")
    moment.when(0, BuildCard(ABBEY, 0, ABOVE)).then_rejected("site", "B11")
    moment.when(0, BuildCard(ABBEY, 1)).then_rejected("site", "B11")


@pytest.mark.parametrize("side", Side)
def test_full_sites_take_no_more(side: Side) -> None:
    """B11: expansions of both colours share the sites of a city; each side is counted alone."""
    built = (Built(SAWMILL, 1, side), Built(CHURCH, 1, side), Built(ORE_FLEET, -1, side))
    moment = at(principality(stored=3, hand=(ABBEY,), cities=(1,), built=built))
    for slot in (-1, 1):
        moment.when(0, BuildCard(ABBEY, slot, side)).then_rejected("site", "B11")
    other = BELOW if side is ABOVE else ABOVE
    assert moment.options(0, BuildCard)[:2] == [BuildCard(ABBEY, -1, other), BuildCard(ABBEY, 1, other)]
    moment.when(0, BuildCard(ABBEY, 1, other)).when(0, Demolish(SAWMILL)).then_seat(0, hand=())


def test_only_a_card_at_hand_is_built() -> None:
    """B27: of one's own hand, and no action card or Public Feeling."""
    moment = at(principality(stored=3, hand=(card("spy"),)), principality(1, hand=(ABBEY,)))
    for name in (ABBEY, card("spy"), card("public_feeling"), "nothing-1"):
        moment.when(0, BuildCard(name, 1, ABOVE)).then_rejected("card")


# Conditions


def test_the_hospital_needs_an_aqueduct() -> None:
    """B28, K25, R58: in any own city, of one's own, and only while it is built."""
    seat = principality(stored=3, hand=(HOSPITAL,), cities=(-1, 1), built=(Built(AQUEDUCT, -1, BELOW),))
    moment = at(seat).when(0, BuildCard(HOSPITAL, 1, ABOVE)).when(0, Demolish(AQUEDUCT))
    assert [one.card for one in moment.state.seats[0].built] == [HOSPITAL]
    without = at(replace(seat, built=()), principality(1, cities=(1,), built=(Built(AQUEDUCT, 1, BELOW),)))
    without.when(0, BuildCard(HOSPITAL, 1, ABOVE)).then_rejected("requires", "B28")
    assert HOSPITAL not in [one.card for one in without.options(0, BuildCard)]


def test_a_named_unit_lies_once() -> None:
    """T10, R61: while one lies in either principality its namesake may be held, not built; removed, it may be."""
    mine, his = card("knight_siegfried", owner=0), card("knight_siegfried", owner=1)
    seat = principality(stored=3, hand=(mine,))
    both = at(seat, principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT)
    both.when(0, BuildCard(mine, 1, ABOVE)).then_rejected("unique", "T10")
    assert not both.options(0, BuildCard)
    own = at(principality(stored=3, hand=(his,), built=(Built(mine, 1, ABOVE),)), options=TOURNAMENT)
    own.when(0, BuildCard(his, 1, BELOW)).then_rejected("unique", "T10")
    own.when(0, Demolish(mine)).when(0, BuildCard(his, 1, BELOW)).then(CardBuilt(0, his, 1, BELOW, ("mountains_2_a",)))


def test_fleets_and_buildings_have_no_name_of_their_own() -> None:
    """T10."""
    mine, his = card("fleet_ore", owner=0), card("fleet_ore", owner=1)
    moment = at(principality(hand=(mine,)), principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT)
    moment.when(0, BuildCard(mine, 1, ABOVE)).then(CardBuilt(0, mine, 1, ABOVE, ("forest_4_a", "pasture_3_a")))


# The display and the Patron's House


def test_the_display_is_open_to_both() -> None:
    """X8: who pays takes the card and builds it on a city like any city expansion, one of each."""
    seat = principality(stored=3, cities=(1,))
    moment = at(seat)
    second = card("patrons_house", 2)
    assert {one.card for one in moment.options(0, BuildCard)} == {*moment.state.display}
    moment.when(0, BuildCard(PATRONS_HOUSE, -1, ABOVE)).then_rejected("site", "B11")
    moment = moment.when(0, BuildCard(PATRONS_HOUSE, 1, ABOVE)).then(
        CardBuilt(0, PATRONS_HOUSE, 1, ABOVE, ("hills_5_a", "hills_5_a", "forest_4_a", "goldfield_6_a"))
    )
    assert PATRONS_HOUSE not in moment.state.display
    moment.when(0, BuildCard(second, 1, BELOW)).then_rejected("one-each", "X8")
    assert second not in [one.card for one in moment.options(0, BuildCard)]


def test_a_display_card_lost_is_in_the_display_again() -> None:
    """X9, R57: demolished it lies open again, and may be built anew."""
    moment = at(principality(stored=3, cities=(1,), built=(Built(AQUEDUCT, 1, ABOVE),)))
    moment.when(0, BuildCard(card("aqueduct", 2), 1, BELOW)).then_rejected("one-each", "X8")
    moment = moment.when(0, Demolish(AQUEDUCT)).then(Demolished(0, AQUEDUCT))
    assert AQUEDUCT in moment.state.display
    assert moment.state.discards == ((),)
    moment.when(0, BuildCard(AQUEDUCT, 1, BELOW)).then_seat(0, built=(Built(AQUEDUCT, 1, BELOW),))


def test_the_tournament_game_has_no_display() -> None:
    """T3, R83: Aqueduct and Patron's House are ordinary cards of the hand, several of them allowed."""
    first, second = (card("aqueduct", copy, owner=0) for copy in (1, 2))
    seat = principality(stored=3, cities=(1,), hand=(second,), built=(Built(first, 1, ABOVE),))
    moment = at(seat, options=TOURNAMENT).when(0, BuildCard(second, 1, ABOVE))
    moment.when(0, Demolish(first)).then(Demolished(0, first)).then_seat(0, built=(Built(second, 1, ABOVE),))
    assert moment.when(0, Demolish(first)).state.discards == ((first,), ())


@pytest.mark.parametrize("houses", [1, 2])
def test_a_patrons_house_saves_a_resource_of_the_aqueduct(houses: int) -> None:
    """K24, R55, R92: one however many there are, from display and hand; which one, the owner says."""
    owned = tuple(Built(card("patrons_house", copy, owner=0), 1, BELOW) for copy in range(1, houses + 1))
    mine = card("aqueduct", owner=0)
    price = {"brick": 2, "lumber": 1, "ore": 2}
    moment = at(principality(stored=price, cities=(1,), hand=(mine,), built=owned), options=TOURNAMENT)
    sides = (ABOVE, BELOW) if houses == 1 else (ABOVE,)
    assert moment.options(0, BuildCard) == [BuildCard(mine, 1, side, Kind.LUMBER) for side in sides]
    moment.when(0, BuildCard(mine, 1, ABOVE)).then_stored(0, brick=0, lumber=0, ore=0)
    moment.when(0, BuildCard(mine, 1, ABOVE, Kind.LUMBER)).then_stored(0, brick=0, lumber=0, ore=0)
    moment.when(0, BuildCard(mine, 1, ABOVE, Kind.BRICK)).then_rejected("cost", "B27")
    moment.when(0, BuildCard(mine, 1, ABOVE, Kind.GOLD)).then_rejected("drop", "R92")


def test_a_patrons_house_saves_by_default_what_is_held_least() -> None:
    """R92: ties in the order of R90; the display is as dear as the hand."""
    house = (Built(PATRONS_HOUSE, 1, BELOW),)
    seat = principality(stored={"brick": 3, "lumber": 3, "ore": 2}, cities=(1,), built=house)
    moment = at(seat).when(0, BuildCard(AQUEDUCT, 1, ABOVE)).then_stored(0, brick=1, lumber=1, ore=1)
    moment.when(0, Demolish(AQUEDUCT)).then_asked(ActionPrompt(0))
    even = at(principality(stored=3, cities=(1,), built=house))
    even.when(0, BuildCard(AQUEDUCT, 1, ABOVE)).then_stored(0, brick=2, lumber=1, ore=1)


def test_nothing_else_is_cheaper() -> None:
    """R92, K24: nor is the Aqueduct without a Patron's House of one's own."""
    his = principality(1, cities=(1,), built=(Built(PATRONS_HOUSE, 1, BELOW),))
    moment = at(principality(stored=3, cities=(1,), hand=(CHURCH,)), his)
    moment.when(0, BuildCard(AQUEDUCT, 1, ABOVE, Kind.BRICK)).then_rejected("drop", "R92")
    own = at(principality(stored=3, cities=(1,), hand=(CHURCH,), built=his.built))
    own.when(0, BuildCard(CHURCH, 1, ABOVE, Kind.BRICK)).then_rejected("drop", "R92")


# When built


@pytest.mark.parametrize(("stars", "gained"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_a_village_school_brings_stars(stars: int, gained: int) -> None:
    """K21: up to two, as far as there is room; nothing without room."""
    moment = at(with_feeling(principality(hand=(SCHOOL,)), stars=stars)).when(0, BuildCard(SCHOOL, 1, ABOVE))
    assert moment.all(StarsGained) == ([StarsGained(0, gained, Why.SCHOOL)] if gained else [])
    moment.then_seat(0, stars=stars + gained)


def test_a_village_school_without_public_feeling_brings_nothing() -> None:
    """K21, R67."""
    school = card("village_school", owner=0)
    moment = at(principality(hand=(school,)), options=TOURNAMENT).when(0, BuildCard(school, 1, ABOVE))
    assert not moment.all(StarsGained)


def test_a_village_school_rebuilt_brings_stars_again() -> None:
    """R39, R93: once per building act."""
    spent = with_feeling(principality(stored=3, built=(Built(SCHOOL, 1, ABOVE),)), stars=0)
    moment = at(spent).when(0, Demolish(SCHOOL))
    again = replace(moment.state.seats[0], hand=(SCHOOL,))
    moment = given(replace(moment.state, seats=(again, moment.state.seats[1]), discards=((),)))
    moment.when(0, BuildCard(SCHOOL, -1, BELOW)).then(..., StarsGained(0, 2, Why.SCHOOL))


def test_an_abbey_makes_the_hand_larger() -> None:
    """B36, B41: demolished, the active player keeps what he holds until his hand step."""
    seat = principality(stored=3, hand=(ABBEY, *[card("spy", copy) for copy in (1, 2, 3)]))
    moment = at(seat).when(0, BuildCard(ABBEY, 1, ABOVE))
    assert hand_limit(FACTS, moment.state.seats[0]) == 4
    moment.when(0, Demolish(ABBEY)).then(Demolished(0, ABBEY)).then_asked(ActionPrompt(0))


# Demolishing


def test_buildings_and_units_are_demolished_for_nothing() -> None:
    """B29, R14: the card goes to the discard pile, the site is free in the same turn."""
    moment = at(principality(stored=0, built=(Built(SIEGFRIED, 1, ABOVE), Built(SAWMILL, -1, BELOW))))
    assert moment.options(0, Demolish) == [Demolish(SIEGFRIED), Demolish(SAWMILL)]
    moment = moment.when(0, Demolish(SIEGFRIED)).then(Demolished(0, SIEGFRIED))
    moment = moment.when(0, Demolish(SAWMILL))
    assert moment.state.discards == ((SIEGFRIED, SAWMILL),)
    assert not moment.options(0, Demolish)


def test_nothing_else_is_demolished() -> None:
    """R14, K4: no card of the other player, none in the hand, no Public Feeling; and only in the action phase."""
    moment = at(principality(hand=(ABBEY,)), principality(1, built=(Built(SAWMILL, 1, ABOVE),)))
    for name in (ABBEY, SAWMILL, card("public_feeling")):
        moment.when(0, Demolish(name)).then_rejected("not-built", "B29")
    rolling = at(principality(built=(Built(SAWMILL, 1, ABOVE),)), phase=Phase.ROLL)
    rolling.when(0, Demolish(SAWMILL)).then_rejected("another-question")


def test_many_sites_are_offered_in_their_order() -> None:
    """B11: by slot, above first."""
    moment = at(wide(stored=3, hand=(CHURCH,)))
    offered = [(one.slot, one.side) for one in moment.options(0, BuildCard) if one.card == CHURCH]
    assert offered == [(slot, side) for slot in (-3, -1, 1, 3) for side in Side]
