"""Roads, settlements, cities, new regions, Scout, Growth, the two-star discount (B24 to B26, B56, K9, K17)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Command,
    EndActions,
    PlaceRegion,
    PlayGrowth,
    ScoutRegions,
)
from chronik.domain.catan_cards.events import (
    CardDone,
    CardPlayed,
    CityBuilt,
    Finished,
    QuestionsAsked,
    RegionDrawn,
    RegionsPlaced,
    RegionsSeen,
    RegionsShuffled,
    RoadBuilt,
    SettlementBuilt,
)
from chronik.domain.catan_cards.prompts import ActionPrompt, PlacePrompt, ScoutPrompt, Why
from chronik.domain.catan_cards.state import Built, Continuation, Phase, SeatState
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    EXTENDED,
    Moment,
    card,
    given,
    position,
    principality,
    wide_principality,
    with_feeling,
)

SCOUT, GROWTH = card("scout"), card("growth")
AQUEDUCT = Built(card("aqueduct"), 1, ABOVE)
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def settler(stored: dict[str, int] | int = 3, **changes: Any) -> SeatState:
    """Returns a principality whose road at 2 has an open end."""
    return principality(stored=stored, roads=(0, 2), **changes)


def at(*seats: SeatState, **changes: Any) -> Moment:
    return given(position(*seats, **changes))


# Roads


def test_a_road_is_built_beside_a_settlement_or_city() -> None:
    """B24: it costs two brick and a lumber, and needs a free place at an end of the axis."""
    moment = at(principality(stored={"brick": 2, "lumber": 1}))
    assert moment.options(0, BuildRoad) == [BuildRoad(-2), BuildRoad(2)]
    moment.when(0, BuildRoad(2)).then(RoadBuilt(0, 2, ("hills_5_a", "hills_5_a", "forest_4_a"))).then_seat(
        0, roads=(0, 2)
    ).then_stored(0, brick=0, lumber=0).then_asked(ActionPrompt(0))
    for slot in (0, 1, 4, -4):
        moment.when(0, BuildRoad(slot)).then_rejected("slot", "B24")


def test_no_road_can_be_built_when_none_are_left_in_the_stock() -> None:
    """B5, B26: the stock has seven for both players together."""
    moment = at(principality(stored=3), principality(1, roads=(-6, -4, -2, 0, 2, 4, 6, 8)))
    moment.when(0, BuildRoad(2)).then_rejected("supply", "B26")
    assert not moment.options(0, BuildRoad)


# Settlements


def test_a_settlement_adds_two_new_regions() -> None:
    """B25, R13: the top region is shown, the builder chooses its side, and both regions are empty."""
    moment = at(settler(SETTLEMENT))
    assert moment.options(0, BuildSettlement) == [BuildSettlement(3)]
    first, second = moment.state.regions[:2]
    paid = ("hills_5_a", "forest_4_a", "pasture_3_a", "fields_1_a")
    asked = PlacePrompt(0, 4, first)
    moment = moment.when(0, BuildSettlement(3)).then(
        SettlementBuilt(0, 3, paid),
        RegionDrawn(0, first, 4),
        QuestionsAsked((asked,)),
    )
    assert moment.options(0) == [PlaceRegion(ABOVE), PlaceRegion(BELOW)]
    moment.when(0, EndActions()).then_rejected("another-question")
    moment = moment.when(0, PlaceRegion(BELOW)).then(RegionsPlaced(0, 4, second, first)).then_asked(ActionPrompt(0))
    placed = [(land.region, land.side, land.stored) for land in moment.state.seats[0].lands if land.slot == 4]
    assert placed == [(second, ABOVE, 0), (first, BELOW, 0)]


def test_the_first_new_region_is_placed_above_by_default() -> None:
    """R90."""
    moment = at(settler(SETTLEMENT)).when(0, BuildSettlement(3))
    first, second = moment.state.drawn_region, moment.state.regions[0]
    assert first is not None
    moment.when(0, moment.default(0)).then(RegionsPlaced(0, 4, first, second))


def test_new_regions_are_placed_on_the_outer_side() -> None:
    """B25: they go to the left of a settlement that is built on the left."""
    moment = at(principality(stored=3, roads=(-2, 0))).when(0, BuildSettlement(-3))
    moment.then_asked(PlacePrompt(0, -4, moment.state.drawn_region or ""))


@for_each("slot", [-3, -1, 1, 2, 5])
def test_a_settlement_needs_the_open_end_of_a_road(slot: int) -> None:
    """B24."""
    at(settler()).when(0, BuildSettlement(slot)).then_rejected("slot", "B24")


def test_no_settlement_can_be_built_when_fewer_than_two_regions_are_left() -> None:
    """B25, R12."""
    state = position(settler())
    moment = given(replace(state, regions=state.regions[:1]))
    moment.when(0, BuildSettlement(3)).then_rejected("regions", "B25")
    assert not moment.options(0, BuildSettlement)


def test_settlements_run_out_even_if_some_become_cities() -> None:
    """B24, B26: both players together have five, including those under cities."""
    other = principality(1, roads=(-4, -2, 0, 2, 4), cities=(-3, -1, 1, 3), settlements=(-5, 5, 7))
    moment = at(settler(), other)
    moment.when(0, BuildSettlement(3)).then_rejected("supply", "B26")
    assert not moment.options(0, BuildSettlement)


# A Scout


def test_with_a_scout_the_builder_chooses_both_regions() -> None:
    """B56, R87, E12: the builder pays, looks and chooses; then the card is discarded and the stack shuffled."""
    moment = at(settler(SETTLEMENT, hand=(SCOUT,)), unlocked=False)
    assert moment.options(0, BuildSettlement) == [BuildSettlement(3), BuildSettlement(3, scout=SCOUT)]
    regions = moment.state.regions
    moment = moment.when(0, BuildSettlement(3, scout=SCOUT)).then(
        CardPlayed(0, SCOUT),
        SettlementBuilt(0, 3, ("hills_5_a", "forest_4_a", "pasture_3_a", "fields_1_a")),
        RegionsSeen(0),
        QuestionsAsked((ScoutPrompt(0, 4),), Continuation.SCOUT),
    )
    assert len(moment.options(0)) == len(regions) * (len(regions) - 1)
    for above, below in ((regions[0], regions[0]), (regions[0], "hills_5_a")):
        moment.when(0, ScoutRegions(above, below)).then_rejected("scouted", "R87")
    moment = moment.when(0, ScoutRegions(regions[4], regions[2]))
    shuffled = moment.the(RegionsShuffled)
    moment.then(RegionsPlaced(0, 4, regions[4], regions[2]), CardDone(0, SCOUT), shuffled)
    assert shuffled.why is Why.SCOUT
    assert sorted(shuffled.order) == sorted({*regions} - {regions[4], regions[2]})
    assert moment.state.discards == ((SCOUT,),)


def test_a_scout_takes_the_two_top_regions_by_default() -> None:
    """R90: by default the first region goes above the settlement."""
    moment = at(settler(hand=(SCOUT,)))
    first, second = moment.state.regions[:2]
    moment = moment.when(0, BuildSettlement(3, scout=SCOUT))
    moment.when(0, moment.default(0)).then(RegionsPlaced(0, 4, first, second), ...)


def test_a_scout_cannot_be_used_while_it_is_locked() -> None:
    """R20: if `scout_exempt` is off, the lock of B33 applies to it."""
    locked = replace(EXTENDED, scout_exempt=False)
    moment = at(settler(hand=(SCOUT,)), options=locked, unlocked=False)
    moment.when(0, BuildSettlement(3, scout=SCOUT)).then_rejected("locked", "B33")
    assert BuildSettlement(3, scout=SCOUT) not in moment.options(0)
    moment.when(0, BuildSettlement(3)).then_asked(PlacePrompt(0, 4, moment.state.regions[0]))


def test_scouting_needs_a_scout_in_hand() -> None:
    """B56: no other card can be used to scout."""
    moment = at(settler(hand=(GROWTH,)))
    for name in (SCOUT, GROWTH):
        moment.when(0, BuildSettlement(3, scout=name)).then_rejected("card")


# Cities


def test_a_city_is_built_on_a_settlement() -> None:
    """B24: for three ore and two grain; cards on its sites stay on their side."""
    smithy = Built(card("smithy"), 1, BELOW)
    moment = at(principality(stored={"ore": 3, "grain": 2}, built=(smithy,)))
    assert moment.options(0, BuildCity) == [BuildCity(-1), BuildCity(1)]
    paid = ("fields_1_a", "fields_1_a", *["mountains_2_a"] * 3)
    moment = moment.when(0, BuildCity(1)).then(CityBuilt(0, 1, paid))
    moment.then_seat(0, settlements=(-1,), cities=(1,), built=(smithy,))
    moment.when(0, BuildCity(1)).then_rejected("slot", "B24")
    moment.when(0, BuildCity(-1)).then_rejected("cost", "B27")


def test_no_city_can_be_built_when_none_are_left_in_the_stock() -> None:
    """B26: both players together have seven."""
    other = principality(1, roads=(-4, -2, 0, 2, 4, 6), cities=(-5, -3, -1, 1, 3, 5, 7))
    moment = at(principality(stored=3, hand=(GROWTH,), built=(AQUEDUCT,), cities=()), other)
    moment.when(0, BuildCity(1)).then_rejected("supply", "B26")
    moment.when(0, PlayGrowth(GROWTH, 1)).then_rejected("supply", "B26")
    assert not moment.options(0, BuildCity) + moment.options(0, PlayGrowth)


def test_growth_makes_a_city_cheaper() -> None:
    """K17, R46: playing the card builds the city for two ore and a grain."""
    grower = principality(
        stored={"ore": 2, "grain": 1}, hand=(GROWTH,), built=(replace(AQUEDUCT, slot=-1),), cities=(-1,)
    )
    moment = at(grower)
    assert moment.options(0, PlayGrowth) == [PlayGrowth(GROWTH, 1)]
    moment.when(0, PlayGrowth(GROWTH, 1)).then(
        CardPlayed(0, GROWTH), CityBuilt(0, 1, ("fields_1_a", "mountains_2_a", "mountains_2_a")), CardDone(0, GROWTH)
    ).then_seat(0, cities=(-1, 1), hand=())


@for_each(
    ("changes", "unlocked", "code", "rule"),
    [
        ({"built": ()}, True, "requires", "B28"),
        ({}, False, "locked", "B33"),
        ({"stored": 0}, True, "cost", "B27"),
        ({"hand": ()}, True, "card", "B27"),
        ({"settlements": ()}, True, "slot", "B24"),
    ],
)
def test_growth_is_refused_if_a_condition_is_missing(
    changes: dict[str, Any], unlocked: bool, code: str, rule: str
) -> None:
    """K17, B28, B33, R15, R46: it needs an Aqueduct, seven points, its price, the card in hand and a settlement."""
    laid: dict[str, Any] = {"stored": 3, "hand": (GROWTH,), "built": (AQUEDUCT,), **changes}
    moment = at(principality(**laid), unlocked=unlocked)
    moment.when(0, PlayGrowth(GROWTH, 1)).then_rejected(code, rule)
    assert not moment.options(0, PlayGrowth)


# Two stars


def test_two_stars_make_a_road_one_resource_cheaper() -> None:
    """K9, R36: a resource of the printed price, chosen by the builder, once for each piece."""
    seat = with_feeling(principality(stored={"brick": 2, "lumber": 1}), stars=3)
    moment = at(seat)
    kinds = (None, Kind.BRICK, Kind.LUMBER)
    assert moment.options(0, BuildRoad) == [BuildRoad(slot, kind) for slot in (-2, 2) for kind in kinds]
    built = moment.when(0, BuildRoad(2, Kind.BRICK)).then(RoadBuilt(0, 2, ("hills_5_a", "forest_4_a"), 2))
    built.then_seat(0, stars=1).when(0, BuildRoad(-2, Kind.LUMBER)).then_rejected("stars")
    moment.when(0, BuildRoad(2, Kind.ORE)).then_rejected("drop", "R92")
    moment.when(0, BuildRoad(2, Kind.BRICK, ("hills_5_a",))).then_rejected("payment", "R91")


def test_two_stars_make_a_settlement_one_resource_cheaper() -> None:
    """K9: the rest of the price must be paid; here only the discount makes it affordable."""
    seat = with_feeling(settler({"brick": 1, "lumber": 1, "wool": 1}), stars=2)
    moment = at(seat)
    assert moment.options(0, BuildSettlement) == [BuildSettlement(3, Kind.GRAIN)]
    moment.when(0, BuildSettlement(3)).then_rejected("cost", "B27")
    moment.when(0, BuildSettlement(3, Kind.WOOL)).then_rejected("cost", "B27")
    paid = ("hills_5_a", "forest_4_a", "pasture_3_a")
    moment.when(0, BuildSettlement(3, Kind.GRAIN)).then(SettlementBuilt(0, 3, paid, 2), ...).then_seat(0, stars=0)


def test_without_stars_nothing_becomes_cheaper() -> None:
    """K9, R89: so never in the base game."""
    for options in (EXTENDED, BASE):
        moment = at(principality(stored=3), options=options)
        moment.when(0, BuildRoad(2, Kind.BRICK)).then_rejected("stars")
        assert moment.options(0, BuildRoad) == [BuildRoad(-2), BuildRoad(2)]


# The moment


def test_only_the_active_seat_builds_in_its_action_phase() -> None:
    """B12, E4."""
    commands: tuple[Command, ...] = (BuildRoad(2), BuildSettlement(3), BuildCity(1), PlayGrowth(GROWTH, 1))
    for command in commands:
        at(settler(), principality(1)).when(1, command).then_rejected("not-asked")
        at(settler(), phase=Phase.ROLL).when(0, command).then_rejected("another-question")


def test_a_player_with_enough_points_after_an_action_wins() -> None:
    """R9, X10, R80: a city is the thirteenth point of the extended game, the twelfth of the base game."""
    leader = wide_principality(stored=3, cities=(-3, -1, 1), settlements=(3,))
    churches = tuple(Built(card("church", copy), slot, ABOVE) for copy, slot in ((1, -3), (2, -1)))
    houses = tuple(Built(card("bath_house", copy), slot, BELOW) for copy, slot in ((1, -3), (2, -1)))
    library = Built(card("library"), 1, ABOVE)
    moment = at(replace(leader, built=(*churches, *houses, library)))
    moment.when(0, BuildCity(3)).then(..., Finished((13, 2), (1, 2)))
    base = at(replace(leader, built=(*churches, *houses)), options=BASE)
    base.when(0, BuildCity(3)).then(..., Finished((12, 2), (1, 2)))
    at(replace(leader, built=(*churches, *houses))).when(0, BuildCity(3)).then_asked(ActionPrompt(0))
