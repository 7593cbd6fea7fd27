"""Road complements: Small Market Town, Lancers, and the Traveling Theater's exchanges (K1 to K3, K27 to K29)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.catan_cards.commands import BuildCard, Demolish, MoveTheater
from domain.catan_cards.events import CardBuilt, Demolished, ResourcesPaid, StarsGained, TheaterMoved
from domain.catan_cards.facts.load import CardKind
from domain.catan_cards.principality.totals import commerce, strength
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.state import Built, SeatState
from tests.support.catan_cards.table import (
    ABOVE,
    FACTS,
    Moment,
    card,
    given,
    position,
    principality,
    wide,
    with_feeling,
)

MARKET_TOWN, LANCERS, THEATER = (card(name) for name in ("market_town", "lancers", "traveling_theater"))
OF_TWO_ROADS: dict[str, Any] = {"roads": (0, 2)}
PLAYED = (ResourcesPaid(0, ("hills_5_a",), Why.THEATER), StarsGained(0, 1, Why.THEATER))


def at(seat: SeatState, **changes: Any) -> Moment:
    return given(position(seat, **changes))


def troupe(stars: int = 1, stored: Any = 1, **changes: Any) -> Moment:
    """A Traveling Theater in hand, two roads."""
    laid: dict[str, Any] = {"hand": (THEATER,), **OF_TWO_ROADS, **changes}
    return at(with_feeling(principality(stored=stored, **laid), stars=stars))


# All of them


def test_they_lie_on_free_roads_of_ones_own() -> None:
    """K1: one per road, never on a site; R54: the road stays under it."""
    seat = principality(stored=3, hand=(MARKET_TOWN,), built=(Built(LANCERS, 0),), **OF_TWO_ROADS)
    moment = at(seat)
    assert moment.options(0, BuildCard) == [BuildCard(MARKET_TOWN, 2)]
    for slot, side in ((0, None), (4, None), (1, None), (2, ABOVE), (1, ABOVE)):
        moment.when(0, BuildCard(MARKET_TOWN, slot, side)).then_rejected("free-road", "K1")
    moment = moment.when(0, BuildCard(MARKET_TOWN, 2)).then(CardBuilt(0, MARKET_TOWN, 2, None, ("fields_1_a",)))
    moment.then_seat(0, roads=(0, 2)).then_asked(ActionPrompt(0))
    assert commerce(FACTS, moment.state.seats[0]) == 1


def test_all_three_are_road_complements() -> None:
    """K1, K2, K3: one building, two units without a name of their own."""
    found = [name for name, printed in FACTS.cards.items() if printed.kind is CardKind.ROAD_COMPLEMENT]
    assert sorted(found) == ["lancers", "market_town", "traveling_theater"]
    assert [FACTS.cards[name].is_building for name in sorted(found)] == [False, True, False]
    assert not any(FACTS.cards[name].unique_name for name in found)


@pytest.mark.parametrize(
    ("name", "missing"), [(MARKET_TOWN, "grain"), (LANCERS, "ore"), (THEATER, "grain"), (THEATER, "gold")]
)
def test_none_is_built_on_credit(name: str, missing: str) -> None:
    """B27."""
    stored = {"grain": 1, "ore": 1, "gold": 1, "brick": 1, missing: 0}
    moment = at(principality(stored=stored, hand=(name,)))
    moment.when(0, BuildCard(name, 0, source="hills_5_a" if name == THEATER else None)).then_rejected("cost", "B27")
    assert not [one for one in moment.options(0, BuildCard) if one.card == name]


def test_lancers_cost_a_star() -> None:
    """K7, K27: one ore and one star, for a strength of one."""
    moment = at(with_feeling(principality(hand=(LANCERS,)), stars=1))
    moment = moment.when(0, BuildCard(LANCERS, 0)).then(CardBuilt(0, LANCERS, 0, None, ("mountains_2_a",), 1))
    moment.then_seat(0, stars=0)
    assert strength(FACTS, moment.state.seats[0]) == 1
    poor = at(with_feeling(principality(hand=(LANCERS,)), stars=0))
    poor.when(0, BuildCard(LANCERS, 0)).then_rejected("stars", "K5")
    assert not poor.options(0, BuildCard)


def test_they_may_be_demolished() -> None:
    """R14, B29: the road is free again."""
    moment = at(principality(stored=3, hand=(MARKET_TOWN,), built=(Built(LANCERS, 0),)))
    moment = moment.when(0, Demolish(LANCERS)).then(Demolished(0, LANCERS))
    moment.when(0, BuildCard(MARKET_TOWN, 0)).then_seat(0, built=(Built(MARKET_TOWN, 0),))


# The Traveling Theater


def test_a_theater_plays_where_it_is_placed() -> None:
    """K29, B10: at once a resource of a region beside that road for a star."""
    moment = troupe()
    assert moment.options(0, BuildCard) == [
        BuildCard(THEATER, 0, source="mountains_2_a"),
        BuildCard(THEATER, 0, source="hills_5_a"),
        BuildCard(THEATER, 2, source="pasture_3_a"),
    ] + [one for one in moment.options(0, BuildCard) if one.source == "goldfield_6_a"]
    moment.when(0, BuildCard(THEATER, 0, source="hills_5_a")).then(
        CardBuilt(0, THEATER, 0, None, ("fields_1_a", "goldfield_6_a")), *PLAYED
    ).then_seat(0, stars=2).then_stored(0, brick=0, ore=1)


def test_what_is_exchanged_must_be_there_after_the_price_is_paid() -> None:
    """R52: a resource of a bordering region, and no other one."""
    moment = troupe()
    for slot, source in ((2, "goldfield_6_a"), (0, "pasture_3_a"), (0, "fields_1_a"), (0, None), (0, "hills_6_b")):
        moment.when(0, BuildCard(THEATER, slot, source=source)).then_rejected("source", "K29")
    assert [one.source for one in moment.options(0, BuildCard)] == ["mountains_2_a", "hills_5_a", "pasture_3_a"]
    rich = troupe(stored={"grain": 1, "gold": 2})
    assert rich.options(0, BuildCard) == [BuildCard(THEATER, 2, source="goldfield_6_a")]


def test_the_price_may_be_paid_elsewhere_to_keep_what_is_exchanged() -> None:
    """R52, R91: where the canonical payment would use it up, another one is offered."""
    wider = wide(stored=1, roads=(-2, 0, 2, 4), hand=(THEATER,))
    moment = at(with_feeling(wider, stars=0))
    sources = {one.source: one for one in moment.options(0, BuildCard)}
    assert sources["fields_1_a"].pay is None  # the grain is paid from the lower slot
    tied = at(with_feeling(wide(stored=1, roads=(-4, 0), hand=(THEATER,)), stars=0))
    kept = {one.source: one for one in tied.options(0, BuildCard)}["fields_3"]
    assert kept == BuildCard(THEATER, -4, source="fields_3", pay=("fields_4", "goldfield_6_a"))
    tied.when(0, kept).then_seat(0, stars=1)
    tied.when(0, BuildCard(THEATER, -4, source="fields_3")).then_rejected("source")


def test_without_room_for_the_star_no_theater_is_placed() -> None:
    """R52, K6."""
    moment = troupe(stars=3)
    moment.when(0, BuildCard(THEATER, 0, source="hills_5_a")).then_rejected("stars", "K5")
    assert not moment.options(0, BuildCard)


def test_only_a_theater_exchanges_when_it_is_built() -> None:
    """K29."""
    moment = at(principality(hand=(MARKET_TOWN,)))
    moment.when(0, BuildCard(MARKET_TOWN, 0, source="hills_5_a")).then_rejected("source")


def test_placing_is_the_exchange_of_that_turn() -> None:
    """R52, R48: it moves in the next own turn at the earliest."""
    moment = troupe(stored=3).when(0, BuildCard(THEATER, 2, source="pasture_3_a"))
    moment.when(0, MoveTheater(THEATER, 0, "hills_5_a")).then_rejected("used", "R48")
    assert not moment.options(0, MoveTheater)


def on_tour(stars: int = 1, **changes: Any) -> Moment:
    """A Traveling Theater that lies on the right of two roads."""
    laid: dict[str, Any] = {"built": (Built(THEATER, 2),), **OF_TWO_ROADS, **changes}
    return at(with_feeling(principality(**laid), stars=stars))


def test_a_theater_moves_and_plays() -> None:
    """K29, R48: once in the own turn to another free road, with an exchange there."""
    moment = on_tour()
    assert moment.options(0, MoveTheater) == [
        MoveTheater(THEATER, 0, "mountains_2_a"),
        MoveTheater(THEATER, 0, "hills_5_a"),
    ]
    moment = moment.when(0, MoveTheater(THEATER, 0, "hills_5_a")).then(TheaterMoved(0, THEATER, 0), *PLAYED)
    moment.then_seat(0, stars=2, built=(Built(THEATER, 0),))
    moment.when(0, MoveTheater(THEATER, 2, "pasture_3_a")).then_rejected("used", "R48")


@pytest.mark.parametrize(
    ("changes", "command", "code"),
    [
        ({}, MoveTheater(THEATER, 2, "pasture_3_a"), "free-road"),
        ({}, MoveTheater(THEATER, 4, "pasture_3_a"), "free-road"),
        ({}, MoveTheater(THEATER, 0, "pasture_3_a"), "source"),
        ({"stored": {"wool": 1}}, MoveTheater(THEATER, 0, "hills_5_a"), "source"),
        ({"stars": 3}, MoveTheater(THEATER, 0, "hills_5_a"), "stars"),
        ({"built": (Built(THEATER, 2), Built(LANCERS, 0))}, MoveTheater(THEATER, 0, "hills_5_a"), "free-road"),
        ({"built": (Built(LANCERS, 2),)}, MoveTheater(LANCERS, 0, "hills_5_a"), "card"),
        ({"built": ()}, MoveTheater(THEATER, 0, "hills_5_a"), "card"),
    ],
)
def test_no_move_without_an_exchange(changes: dict[str, Any], command: MoveTheater, code: str) -> None:
    """K29: nor without another free road, room for the star, or a Theater."""
    moment = on_tour(**changes)
    moment.when(0, command).then_rejected(code)
    assert command not in moment.options(0)


def test_a_theater_rebuilt_plays_again() -> None:
    """R48: a card that left play and was rebuilt."""
    moment = on_tour(used=(THEATER,)).when(0, Demolish(THEATER))
    moment.then_seat(0, used=())
