"""Road complements: Small Market Town, Lancers, and the Traveling Theater's exchanges (K1 to K3, K27 to K29)."""

from __future__ import annotations

from typing import Any

from chronik.domain.catan_cards.commands import BuildCard, Demolish, MoveTheater
from chronik.domain.catan_cards.events import CardBuilt, Demolished, ResourcesPaid, StarsGained, TheaterMoved
from chronik.domain.catan_cards.facts.load import CardKind
from chronik.domain.catan_cards.principality.totals import commerce, strength
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.state import Built, SeatState
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    FACTS,
    Moment,
    card,
    given,
    position,
    principality,
    wide_principality,
    with_feeling,
)

MARKET_TOWN, LANCERS, THEATER = (card(name) for name in ("market_town", "lancers", "traveling_theater"))
OF_TWO_ROADS: dict[str, Any] = {"roads": (0, 2)}
PLAYED = (ResourcesPaid(0, ("hills_5_a",), Why.THEATER), StarsGained(0, 1, Why.THEATER))


def at(seat: SeatState, **changes: Any) -> Moment:
    return given(position(seat, **changes))


def theater_in_hand(stars: int = 1, stored: Any = 1, **changes: Any) -> Moment:
    """Returns a position with a Traveling Theater in hand and two roads."""
    laid: dict[str, Any] = {"hand": (THEATER,), **OF_TWO_ROADS, **changes}
    return at(with_feeling(principality(stored=stored, **laid), stars=stars))


# All of them


def test_road_complements_are_built_on_free_roads_of_their_player() -> None:
    """K1: each road holds one, and sites hold none; R54: the road stays under it."""
    seat = principality(stored=3, hand=(MARKET_TOWN,), built=(Built(LANCERS, 0),), **OF_TWO_ROADS)
    moment = at(seat)
    assert moment.options(0, BuildCard) == [BuildCard(MARKET_TOWN, 2)]
    for slot, side in ((0, None), (4, None), (1, None), (2, ABOVE), (1, ABOVE)):
        moment.when(0, BuildCard(MARKET_TOWN, slot, side)).then_rejected("free-road", "K1")
    moment = moment.when(0, BuildCard(MARKET_TOWN, 2)).then(CardBuilt(0, MARKET_TOWN, 2, None, ("fields_1_a",)))
    moment.then_seat(0, roads=(0, 2)).then_asked(ActionPrompt(0))
    assert commerce(FACTS, moment.state.seats[0]) == 1


def test_lancers_market_town_and_theater_are_road_complements() -> None:
    """K1, K2, K3: one building and two units without unique names."""
    found = [name for name, printed in FACTS.cards.items() if printed.kind is CardKind.ROAD_COMPLEMENT]
    assert sorted(found) == ["lancers", "market_town", "traveling_theater"]
    assert [FACTS.cards[name].is_building for name in sorted(found)] == [False, True, False]
    assert not any(FACTS.cards[name].unique_name for name in found)


@for_each(("name", "missing"), [(MARKET_TOWN, "grain"), (LANCERS, "ore"), (THEATER, "grain"), (THEATER, "gold")])
def test_no_road_complement_is_built_without_its_price(name: str, missing: str) -> None:
    """B27."""
    stored = {"grain": 1, "ore": 1, "gold": 1, "brick": 1, missing: 0}
    moment = at(principality(stored=stored, hand=(name,)))
    moment.when(0, BuildCard(name, 0, source="hills_5_a" if name == THEATER else None)).then_rejected("cost", "B27")
    assert not [one for one in moment.options(0, BuildCard) if one.card == name]


def test_lancers_cost_a_star() -> None:
    """K7, K27: they cost one ore and one star, and give one strength."""
    moment = at(with_feeling(principality(hand=(LANCERS,)), stars=1))
    moment = moment.when(0, BuildCard(LANCERS, 0)).then(CardBuilt(0, LANCERS, 0, None, ("mountains_2_a",), 1))
    moment.then_seat(0, stars=0)
    assert strength(FACTS, moment.state.seats[0]) == 1
    poor = at(with_feeling(principality(hand=(LANCERS,)), stars=0))
    poor.when(0, BuildCard(LANCERS, 0)).then_rejected("stars", "K5")
    assert not poor.options(0, BuildCard)


def test_road_complements_may_be_demolished() -> None:
    """R14, B29: the road is free again."""
    moment = at(principality(stored=3, hand=(MARKET_TOWN,), built=(Built(LANCERS, 0),)))
    moment = moment.when(0, Demolish(LANCERS)).then(Demolished(0, LANCERS))
    moment.when(0, BuildCard(MARKET_TOWN, 0)).then_seat(0, built=(Built(MARKET_TOWN, 0),))


# The Traveling Theater


def test_a_theater_exchanges_a_resource_beside_its_road_when_built() -> None:
    """K29, B10: it gives a star for the resource at once."""
    moment = theater_in_hand()
    assert moment.options(0, BuildCard) == [
        BuildCard(THEATER, 0, source="mountains_2_a"),
        BuildCard(THEATER, 0, source="hills_5_a"),
        BuildCard(THEATER, 2, source="pasture_3_a"),
    ] + [one for one in moment.options(0, BuildCard) if one.source == "goldfield_6_a"]
    moment.when(0, BuildCard(THEATER, 0, source="hills_5_a")).then(
        CardBuilt(0, THEATER, 0, None, ("fields_1_a", "goldfield_6_a")), *PLAYED
    ).then_seat(0, stars=2).then_stored(0, brick=0, ore=1)


def test_the_resource_to_exchange_must_be_left_after_the_theater_is_paid_for() -> None:
    """R52: only a resource from a bordering region can be exchanged."""
    moment = theater_in_hand()
    for slot, source in ((2, "goldfield_6_a"), (0, "pasture_3_a"), (0, "fields_1_a"), (0, None), (0, "hills_6_b")):
        moment.when(0, BuildCard(THEATER, slot, source=source)).then_rejected("source", "K29")
    assert [one.source for one in moment.options(0, BuildCard)] == ["mountains_2_a", "hills_5_a", "pasture_3_a"]
    rich = theater_in_hand(stored={"grain": 1, "gold": 2})
    assert rich.options(0, BuildCard) == [BuildCard(THEATER, 2, source="goldfield_6_a")]


def test_a_theater_may_be_paid_from_other_regions_to_keep_the_resource_to_exchange() -> None:
    """R52, R91: if the canonical payment would use it up, another payment is offered."""
    wider = wide_principality(stored=1, roads=(-2, 0, 2, 4), hand=(THEATER,))
    moment = at(with_feeling(wider, stars=0))
    sources = {one.source: one for one in moment.options(0, BuildCard)}
    assert sources["fields_1_a"].pay is None  # the grain is paid from the lower slot
    tied = at(with_feeling(wide_principality(stored=1, roads=(-4, 0), hand=(THEATER,)), stars=0))
    kept = {one.source: one for one in tied.options(0, BuildCard)}["fields_3"]
    assert kept == BuildCard(THEATER, -4, source="fields_3", pay=("fields_4", "goldfield_6_a"))
    tied.when(0, kept).then_seat(0, stars=1)
    tied.when(0, BuildCard(THEATER, -4, source="fields_3")).then_rejected("source")


def test_without_room_for_the_star_no_theater_is_placed() -> None:
    """R52, K6."""
    moment = theater_in_hand(stars=3)
    moment.when(0, BuildCard(THEATER, 0, source="hills_5_a")).then_rejected("stars", "K5")
    assert not moment.options(0, BuildCard)


def test_only_a_theater_allows_an_exchange_when_it_is_built() -> None:
    """K29."""
    moment = at(principality(hand=(MARKET_TOWN,)))
    moment.when(0, BuildCard(MARKET_TOWN, 0, source="hills_5_a")).then_rejected("source")


def test_building_a_theater_uses_its_exchange_of_that_turn() -> None:
    """R52, R48: it moves in the next turn at the earliest."""
    moment = theater_in_hand(stored=3).when(0, BuildCard(THEATER, 2, source="pasture_3_a"))
    moment.when(0, MoveTheater(THEATER, 0, "hills_5_a")).then_rejected("used", "R48")
    assert not moment.options(0, MoveTheater)


def theater_in_play(stars: int = 1, **changes: Any) -> Moment:
    """Returns a position with a Traveling Theater on the right one of two roads."""
    laid: dict[str, Any] = {"built": (Built(THEATER, 2),), **OF_TWO_ROADS, **changes}
    return at(with_feeling(principality(**laid), stars=stars))


def test_a_theater_that_moves_may_exchange_again() -> None:
    """K29, R48: once per turn, to another free road."""
    moment = theater_in_play()
    assert moment.options(0, MoveTheater) == [
        MoveTheater(THEATER, 0, "mountains_2_a"),
        MoveTheater(THEATER, 0, "hills_5_a"),
    ]
    moment = moment.when(0, MoveTheater(THEATER, 0, "hills_5_a")).then(TheaterMoved(0, THEATER, 0), *PLAYED)
    moment.then_seat(0, stars=2, built=(Built(THEATER, 0),))
    moment.when(0, MoveTheater(THEATER, 2, "pasture_3_a")).then_rejected("used", "R48")


@for_each(
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
def test_a_theater_does_not_move_without_an_exchange(changes: dict[str, Any], command: MoveTheater, code: str) -> None:
    """K29: it needs another free road, room for the star, and a Theater."""
    moment = theater_in_play(**changes)
    moment.when(0, command).then_rejected(code)
    assert command not in moment.options(0)


def test_a_rebuilt_theater_exchanges_again() -> None:
    """R48."""
    moment = theater_in_play(used=(THEATER,)).when(0, Demolish(THEATER))
    moment.then_seat(0, used=())
