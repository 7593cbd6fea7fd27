"""Region and city expansions: building every title, refusals, and demolishing (B11, B27 to B29)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, minus, single
from chronik.domain.catan_cards.commands import BuildCard, Demolish, Side
from chronik.domain.catan_cards.events import CardBuilt, Demolished, StarsGained
from chronik.domain.catan_cards.facts.load import CardKind
from chronik.domain.catan_cards.principality.totals import hand_limit
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.state import Built, Phase, SeatState
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
    wide_principality,
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


def stores_for(price: Counts) -> dict[str, int]:
    return {kind.value: count for kind, count in zip(KINDS, price, strict=True)}


def position_of_builder(name: str, price: Counts, stars: int = 3) -> Moment:
    """Returns a tournament game in which seat 0 has a card, its requirements, a city, resources and stars."""
    built = [Built(card(other, owner=0), 1, BELOW) for other in FACTS.cards[name].requires]
    seat = principality(stored=stores_for(price), hand=(card(name, owner=0),), cities=(1,), built=built)
    return at(with_feeling(seat, stars=stars, owner=0), options=TOURNAMENT)


@for_each("name", EXPANSIONS)
def test_every_expansion_is_built_for_exactly_its_price(name: str) -> None:
    """B27, K7: it is built from the hand on a free legal site, and its stars are paid too."""
    printed, held = FACTS.cards[name], card(name, owner=0)
    moment = position_of_builder(name, printed.price)
    assert BuildCard(held, 1, ABOVE) in moment.options(0)
    moment = moment.when(0, BuildCard(held, 1, ABOVE))
    built = moment.the(CardBuilt)
    assert (built.card, built.slot, built.side, built.stars) == (held, 1, ABOVE, printed.stars)
    moment.then_stored(0, **dict.fromkeys(stores_for(printed.price), 0)).then_seat(0, hand=())
    assert moment.state.seats[0].built[-1] == Built(held, 1, ABOVE)


@for_each("name", EXPANSIONS)
def test_no_expansion_is_built_below_its_price(name: str) -> None:
    """B27: one missing resource is enough for a refusal."""
    printed, held = FACTS.cards[name], card(name, owner=0)
    for kind in Kind:
        if printed.price[INDEX[kind]]:
            moment = position_of_builder(name, minus(printed.price, single(kind)))
            moment.when(0, BuildCard(held, 1, ABOVE)).then_rejected("cost", "B27")
            assert not moment.options(0, BuildCard)


def test_a_statue_needs_all_of_its_stars() -> None:
    """K7, K26, R67: stars are part of its price."""
    held = card("statue", owner=0)
    moment = position_of_builder("statue", FACTS.cards["statue"].price, stars=2)
    moment.when(0, BuildCard(held, 1, ABOVE)).then_rejected("stars")
    assert not moment.options(0, BuildCard)


# Sites


def test_expansions_fit_only_their_sites() -> None:
    """B11: a settlement has one site above and one below, a city two of each; city expansions fit only at cities."""
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
def test_full_sites_accept_no_expansion(side: Side) -> None:
    """B11: both colours share the sites of a city; each side is counted separately."""
    built = (Built(SAWMILL, 1, side), Built(CHURCH, 1, side), Built(ORE_FLEET, -1, side))
    moment = at(principality(stored=3, hand=(ABBEY,), cities=(1,), built=built))
    for slot in (-1, 1):
        moment.when(0, BuildCard(ABBEY, slot, side)).then_rejected("site", "B11")
    other = BELOW if side is ABOVE else ABOVE
    assert moment.options(0, BuildCard)[:2] == [BuildCard(ABBEY, -1, other), BuildCard(ABBEY, 1, other)]
    moment.when(0, BuildCard(ABBEY, 1, other)).when(0, Demolish(SAWMILL)).then_seat(0, hand=())


def test_only_an_expansion_in_the_hand_can_be_built() -> None:
    """B27: cards in the other hand, action cards and Public Feeling are refused."""
    moment = at(principality(stored=3, hand=(card("spy"),)), principality(1, hand=(ABBEY,)))
    for name in (ABBEY, card("spy"), card("public_feeling"), "nothing-1"):
        moment.when(0, BuildCard(name, 1, ABOVE)).then_rejected("card")


# Conditions


def test_the_hospital_needs_an_aqueduct() -> None:
    """B28, K25, R58: in any city of the same player, and only at the moment of building."""
    seat = principality(stored=3, hand=(HOSPITAL,), cities=(-1, 1), built=(Built(AQUEDUCT, -1, BELOW),))
    moment = at(seat).when(0, BuildCard(HOSPITAL, 1, ABOVE)).when(0, Demolish(AQUEDUCT))
    assert [one.card for one in moment.state.seats[0].built] == [HOSPITAL]
    without = at(replace(seat, built=()), principality(1, cities=(1,), built=(Built(AQUEDUCT, 1, BELOW),)))
    without.when(0, BuildCard(HOSPITAL, 1, ABOVE)).then_rejected("requires", "B28")
    assert HOSPITAL not in [one.card for one in without.options(0, BuildCard)]


def test_a_named_unit_can_be_in_play_only_once() -> None:
    """T10, R61: a second one may be held but not built, until the first one leaves."""
    mine, his = card("knight_siegfried", owner=0), card("knight_siegfried", owner=1)
    seat = principality(stored=3, hand=(mine,))
    both = at(seat, principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT)
    assert both.when(0, BuildCard(mine, 1, ABOVE)).then_rejected("unique", "T10").facts == {"seat": 1}
    assert not both.options(0, BuildCard)
    own = at(principality(stored=3, hand=(his,), built=(Built(mine, 1, ABOVE),)), options=TOURNAMENT)
    assert own.when(0, BuildCard(his, 1, BELOW)).then_rejected("unique", "T10").facts == {"seat": 0}
    own.when(0, Demolish(mine)).when(0, BuildCard(his, 1, BELOW)).then(CardBuilt(0, his, 1, BELOW, ("mountains_2_a",)))


def test_fleets_and_buildings_may_be_in_play_several_times() -> None:
    """T10."""
    mine, his = card("fleet_ore", owner=0), card("fleet_ore", owner=1)
    moment = at(principality(hand=(mine,)), principality(1, built=(Built(his, 1, ABOVE),)), options=TOURNAMENT)
    moment.when(0, BuildCard(mine, 1, ABOVE)).then(CardBuilt(0, mine, 1, ABOVE, ("forest_4_a", "pasture_3_a")))


# The display and the Patron's House


def test_both_players_may_build_from_the_display() -> None:
    """X8: the card is paid and built on a city like any city expansion, one of each title."""
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


def test_a_lost_display_card_returns_to_the_display() -> None:
    """X9, R57: after it is demolished it may be built again."""
    moment = at(principality(stored=3, cities=(1,), built=(Built(AQUEDUCT, 1, ABOVE),)))
    moment.when(0, BuildCard(card("aqueduct", 2), 1, BELOW)).then_rejected("one-each", "X8")
    moment = moment.when(0, Demolish(AQUEDUCT)).then(Demolished(0, AQUEDUCT))
    assert AQUEDUCT in moment.state.display
    assert moment.state.discards == ((),)
    moment.when(0, BuildCard(AQUEDUCT, 1, BELOW)).then_seat(0, built=(Built(AQUEDUCT, 1, BELOW),))


def test_the_tournament_game_has_no_display() -> None:
    """T3, R83: Aqueduct and Patron's House are ordinary hand cards; several are allowed."""
    first, second = (card("aqueduct", copy, owner=0) for copy in (1, 2))
    seat = principality(stored=3, cities=(1,), hand=(second,), built=(Built(first, 1, ABOVE),))
    moment = at(seat, options=TOURNAMENT).when(0, BuildCard(second, 1, ABOVE))
    moment.when(0, Demolish(first)).then(Demolished(0, first)).then_seat(0, built=(Built(second, 1, ABOVE),))
    assert moment.when(0, Demolish(first)).state.discards == ((first,), ())


@pytest.mark.parametrize("houses", [1, 2])
def test_a_patrons_house_makes_an_aqueduct_one_resource_cheaper(houses: int) -> None:
    """K24, R55, R92: it saves one resource in total, from display or hand; the owner chooses which resource."""
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


def test_by_default_a_patrons_house_saves_the_resource_that_the_player_has_least_of() -> None:
    """R92: ties in the order of R90; the price is the same from display and hand."""
    house = (Built(PATRONS_HOUSE, 1, BELOW),)
    seat = principality(stored={"brick": 3, "lumber": 3, "ore": 2}, cities=(1,), built=house)
    moment = at(seat).when(0, BuildCard(AQUEDUCT, 1, ABOVE)).then_stored(0, brick=1, lumber=1, ore=1)
    moment.when(0, Demolish(AQUEDUCT)).then_asked(ActionPrompt(0))
    even = at(principality(stored=3, cities=(1,), built=house))
    even.when(0, BuildCard(AQUEDUCT, 1, ABOVE)).then_stored(0, brick=2, lumber=1, ore=1)


def test_a_patrons_house_discounts_only_its_owners_aqueduct() -> None:
    """R92, K24."""
    his = principality(1, cities=(1,), built=(Built(PATRONS_HOUSE, 1, BELOW),))
    moment = at(principality(stored=3, cities=(1,), hand=(CHURCH,)), his)
    moment.when(0, BuildCard(AQUEDUCT, 1, ABOVE, Kind.BRICK)).then_rejected("drop", "R92")
    own = at(principality(stored=3, cities=(1,), hand=(CHURCH,), built=his.built))
    own.when(0, BuildCard(CHURCH, 1, ABOVE, Kind.BRICK)).then_rejected("drop", "R92")


# When built


@for_each(("stars", "gained"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_a_village_school_gains_stars(stars: int, gained: int) -> None:
    """K21: up to two, as far as there is room."""
    moment = at(with_feeling(principality(hand=(SCHOOL,)), stars=stars)).when(0, BuildCard(SCHOOL, 1, ABOVE))
    assert moment.all(StarsGained) == ([StarsGained(0, gained, Why.SCHOOL)] if gained else [])
    moment.then_seat(0, stars=stars + gained)


def test_a_village_school_gains_nothing_without_public_feeling() -> None:
    """K21, R67."""
    school = card("village_school", owner=0)
    moment = at(principality(hand=(school,)), options=TOURNAMENT).when(0, BuildCard(school, 1, ABOVE))
    assert not moment.all(StarsGained)


def test_a_rebuilt_village_school_gains_stars_again() -> None:
    """R39, R93: it gains them each time it is built."""
    spent = with_feeling(principality(stored=3, built=(Built(SCHOOL, 1, ABOVE),)), stars=0)
    moment = at(spent).when(0, Demolish(SCHOOL))
    again = replace(moment.state.seats[0], hand=(SCHOOL,))
    moment = given(replace(moment.state, seats=(again, moment.state.seats[1]), discards=((),)))
    moment.when(0, BuildCard(SCHOOL, -1, BELOW)).then(..., StarsGained(0, 2, Why.SCHOOL))


def test_an_abbey_raises_the_hand_limit() -> None:
    """B36, B41: after it is demolished, the active player keeps the hand until the hand step."""
    seat = principality(stored=3, hand=(ABBEY, *[card("spy", copy) for copy in (1, 2, 3)]))
    moment = at(seat).when(0, BuildCard(ABBEY, 1, ABOVE))
    assert hand_limit(FACTS, moment.state.seats[0]) == 4
    moment.when(0, Demolish(ABBEY)).then(Demolished(0, ABBEY)).then_asked(ActionPrompt(0))


# Demolishing


def test_buildings_and_units_can_be_demolished_for_free() -> None:
    """B29, R14: the card goes to the discard pile, and the site is free in the same turn."""
    moment = at(principality(stored=0, built=(Built(SIEGFRIED, 1, ABOVE), Built(SAWMILL, -1, BELOW))))
    assert moment.options(0, Demolish) == [Demolish(SIEGFRIED), Demolish(SAWMILL)]
    moment = moment.when(0, Demolish(SIEGFRIED)).then(Demolished(0, SIEGFRIED))
    moment = moment.when(0, Demolish(SAWMILL))
    assert moment.state.discards == ((SIEGFRIED, SAWMILL),)
    assert not moment.options(0, Demolish)


def test_only_cards_that_have_been_built_can_be_demolished() -> None:
    """R14, K4: not a card of the other player, a hand card or Public Feeling; only in the action phase."""
    moment = at(principality(hand=(ABBEY,)), principality(1, built=(Built(SAWMILL, 1, ABOVE),)))
    for name in (ABBEY, SAWMILL, card("public_feeling")):
        moment.when(0, Demolish(name)).then_rejected("not-built", "B29")
    rolling = at(principality(built=(Built(SAWMILL, 1, ABOVE),)), phase=Phase.ROLL)
    rolling.when(0, Demolish(SAWMILL)).then_rejected("another-question")


def test_sites_are_offered_in_order_even_if_there_are_many() -> None:
    """B11: sites are ordered by slot, with the upper site first."""
    moment = at(wide_principality(stored=3, hand=(CHURCH,)))
    offered = [(one.slot, one.side) for one in moment.options(0, BuildCard) if one.card == CHURCH]
    assert offered == [(slot, side) for slot in (-3, -1, 1, 3) for side in Side]
