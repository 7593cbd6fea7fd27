"""A second list of the commands of the action phase, from the rule book and the `playable_if` of the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from itertools import combinations, permutations

from chronik.domain.cities_knights import commands
from chronik.domain.cities_knights.board import CORNERS_OF_HEX, ENDS
from chronik.domain.cities_knights.cards.kinds import Cards, Kind
from chronik.domain.cities_knights.commands import TRACKS, Command
from chronik.domain.cities_knights.facts.rulesets import (
    ChaseDestination,
    CommercialHarborLimit,
    CraneForm,
    DeadProgressCard,
    DiplomatOpenRoad,
    ImprovementNeedsFreeCity,
    MerchantHex,
    SaboteurScope,
)
from chronik.domain.cities_knights.state import State
from tests.cities_knights import naive
from tests.cities_knights.naive import (
    COMMODITIES,
    KINDS,
    LAND,
    RESOURCES,
    Map,
    hand,
    opponents,
    plain_cities,
    points,
)
from tests.support.cities_knights.table import FACTS

CORNERS, EDGES = range(54), range(72)

ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CITY = {"ore": 3, "grain": 2}
MEDICINE = {"ore": 2, "grain": 1}
WALL = {"brick": 2}
RECRUIT = PROMOTE = {"wool": 1, "ore": 1}
ACTIVATE = {"grain": 1}


def list_legal(state: State, seat: int) -> Iterator[Command]:
    """Yields the options of the active seat, except those about trade offers."""
    pays = _affords(state, seat)
    island = Map(state)
    yield from _buildings(state, seat, island, pays)
    for track in _levels(state, seat, min(1, state.cranes)):
        yield commands.BuyLevel(TRACKS[track])
    yield from _knights(state, seat, island, pays)
    yield from _bank(state, seat)
    yield from _harbor(state, seat, state.harbor.played)
    yield from _cards(state, seat, island)
    extra = len(state.seats[seat].progress) - 4
    for count in range(1, extra + 1):
        yield from map(commands.DiscardProgress, permutations(state.seats[seat].progress, count))
    if extra <= 0:
        yield commands.EndTurn()


Pays = Callable[[Mapping[str, int]], bool]


def _affords(state: State, seat: int) -> Pays:
    held = hand(state, seat)
    return lambda cost: all(held[kind] >= count for kind, count in cost.items())


# Building (R10)


def _buildings(state: State, seat: int, island: Map, pays: Pays) -> Iterator[Command]:
    own = state.seats[seat]
    if pays(ROAD):
        yield from map(commands.BuildRoad, new_roads(island, seat))
    if pays(SETTLEMENT) and list(island.settlements.values()).count(seat) < 5:
        for corner in island.beside_roads(seat):
            if island.owner(corner) is None and island.keeps_distance(corner):
                yield commands.BuildSettlement(corner)
    if pays(CITY):
        yield from map(commands.BuildCity, _upgrades(island, seat))
    if pays(WALL):
        yield from map(commands.BuildWall, _walls(island, seat, own.walls))


def new_roads(island: Map, seat: int) -> list[int]:
    if list(island.roads.values()).count(seat) == 15:
        return []
    return [edge for edge in EDGES if island.road_may_lie(edge, seat)]


def _upgrades(island: Map, seat: int) -> list[int]:
    """R10.4, R10.6."""
    lying = [corner for corner, owner in island.sideways.items() if owner == seat]
    if lying:
        return lying
    if list(island.cities.values()).count(seat) == 4:
        return []
    return [corner for corner, owner in island.settlements.items() if owner == seat]


def _walls(island: Map, seat: int, walls: int) -> list[int]:
    """R10.5."""
    if walls.bit_count() == 3:
        return []
    return [corner for corner, owner in island.cities.items() if owner == seat and not walls >> corner & 1]


# Improvements (R12)


def _levels(state: State, seat: int, discount: int) -> list[int]:
    own, held = state.seats[seat], hand(state, seat)
    return [
        track
        for track in range(3)
        if own.levels[track] < 5
        and own.cities
        and held[COMMODITIES[track]] >= own.levels[track] + 1 - discount
        and (own.levels[track] < 3 or plain_cities(state, seat) or _needs_no_plain_city(state, seat, track))
    ]


def _needs_no_plain_city(state: State, seat: int, track: int) -> bool:
    """Returns whether the next level needs no city without a metropolis (R12.6)."""
    one = state.metropolises[track]
    if one is not None and one.seat == seat:
        return True
    rule = state.options.improvement_4_5_needs_free_city
    if rule is ImprovementNeedsFreeCity.ALWAYS_EXCEPT_OWN_METROPOLIS or one is None:
        return False
    return not (state.seats[seat].levels[track] == 4 and state.seats[one.seat].levels[track] == 4)


# Knights (R11)


def _knights(state: State, seat: int, island: Map, pays: Pays) -> Iterator[Command]:
    own = state.seats[seat].knights
    if pays(RECRUIT) and [one.level for one in own].count(1) < 2:
        yield from map(commands.RecruitKnight, empty_corners(island, island.beside_roads(seat)))
    for knight in own:
        if pays(ACTIVATE) and not knight.active:
            yield commands.ActivateKnight(knight.corner)
        if pays(PROMOTE) and _can_promote(state, seat, {}, knight.corner):
            yield commands.PromoteKnight(knight.corner)
        if not knight.ready:
            continue
        for corner in island.reach(knight.corner, seat):
            if island.owner(corner) is None or _is_weaker(island, corner, seat, knight.level):
                yield commands.MoveKnight(knight.corner, corner)
        if state.awake and state.robber >= 0 and knight.corner in CORNERS_OF_HEX[state.robber]:
            numbered = state.options.chase_destination is ChaseDestination.NUMBERED_HEX_ONLY
            for hex_ in _robber_hexes(state, seat, numbered):
                yield commands.ChaseRobber(knight.corner, hex_)


def empty_corners(island: Map, corners: set[int]) -> list[int]:
    return [corner for corner in corners if island.owner(corner) is None]


def _is_weaker(island: Map, corner: int, seat: int, level: int) -> bool:
    """R11.6."""
    owner, knight = island.knights.get(corner, (seat, None))
    return owner != seat and knight is not None and knight.level < level


def _can_promote(state: State, seat: int, risen: Mapping[int, int], corner: int) -> bool:
    """Returns whether a knight may be promoted after those in `risen` have reached these levels (R11.3)."""
    own = state.seats[seat]
    levels = {one.corner: one.level for one in own.knights} | dict(risen)
    up = levels[corner] + 1
    barred = corner in risen or any(one.promoted for one in own.knights if one.corner == corner)
    if barred or up > 3 or (up == 3 and own.levels[naive.POLITICS] < 3):
        return False
    return list(levels.values()).count(up) < 2


def _robber_hexes(state: State, seat: int, numbered: bool = False) -> list[int]:
    """R8.2, C-68."""
    hexes = [hex_ for hex_ in LAND if hex_ != state.robber and (state.tokens[hex_] or not numbered)]
    if not state.options.friendly_robber:
        return hexes
    poor = [corner for corner, owner in Map(state).buildings.items() if owner != seat and points(state, owner) <= 3]
    return [hex_ for hex_ in hexes if not set(CORNERS_OF_HEX[hex_]) & set(poor)] or hexes


# Trade (R15)


def _bank(state: State, seat: int) -> Iterator[Command]:
    held, left = hand(state, seat), naive.bank(state)
    for kind, rate in naive.rates(state, seat).items():
        for taken in KINDS:
            if taken != kind and left[taken] and held[kind] >= rate:
                yield commands.TradeWithBank(Kind(kind), Cards(**{taken: 1}))


def _harbor(state: State, seat: int, played: int) -> Iterator[Command]:
    """Yields the harbor offers after `played` Commercial Harbors (C-47, C-64)."""
    if state.options.commercial_harbor_limit is CommercialHarborLimit.ONCE_PER_OPPONENT_AND_TURN:
        played = min(1, played)
    for other in opponents(state, seat):
        if sum(state.seats[other].hand) and list(state.harbor.asked).count(other) < played:
            for kind in RESOURCES:
                if hand(state, seat)[kind]:
                    yield commands.OfferAtHarbor(other, Kind(kind))


# Progress cards (R14 and `playable_if`)


def _cards(state: State, seat: int, island: Map) -> Iterator[Command]:
    copies: dict[str, str] = {}
    for card in sorted(state.seats[seat].progress, reverse=True):
        copies[FACTS.cards[card].name] = card
    for name, card in copies.items():
        if name == "alchemist":
            continue
        ways = list(PLAYS[name](state, seat, card, island))
        yield from ways
        if not ways and state.options.dead_progress_card is DeadProgressCard.ALLOW:
            yield commands.SpendCard(card)


Ways = Iterator[Command]


def _crane(state: State, seat: int, card: str, island: Map) -> Ways:
    tracks = _levels(state, seat, 1)
    if state.options.crane_form is CraneForm.ATOMIC_PURCHASE:
        yield from (commands.PlayCrane(card, TRACKS[track]) for track in tracks)
    elif tracks:
        yield commands.PlayCrane(card)


def _engineer(state: State, seat: int, card: str, island: Map) -> Ways:
    return (commands.PlayEngineer(card, corner) for corner in _walls(island, seat, state.seats[seat].walls))


def _inventor(state: State, seat: int, card: str, island: Map) -> Ways:
    for one, other in combinations(LAND, 2):
        tokens = {state.tokens[one], state.tokens[other]}
        if len(tokens) == 2 and not tokens & {0, 2, 6, 8, 12}:
            yield commands.PlayInventor(card, (one, other))


def _has_harvest(state: State, seat: int, island: Map, terrain: str) -> bool:
    own = {corner for corner, owner in island.buildings.items() if owner == seat}
    touched = [hex_ for hex_ in LAND if state.terrain[hex_] == terrain and own & set(CORNERS_OF_HEX[hex_])]
    return bool(touched) and naive.bank(state)[naive.RESOURCE_OF[terrain]] > 0


def _irrigation(state: State, seat: int, card: str, island: Map) -> Ways:
    if _has_harvest(state, seat, island, "fields"):
        yield commands.PlayIrrigation(card)


def _mining(state: State, seat: int, card: str, island: Map) -> Ways:
    if _has_harvest(state, seat, island, "mountains"):
        yield commands.PlayMining(card)


def _medicine(state: State, seat: int, card: str, island: Map) -> Ways:
    if _affords(state, seat)(MEDICINE):
        yield from (commands.PlayMedicine(card, corner) for corner in _upgrades(island, seat))


def _road_building(state: State, seat: int, card: str, island: Map) -> Ways:
    if new_roads(island, seat):
        yield commands.PlayRoadBuilding(card)


def _smith(state: State, seat: int, card: str, island: Map) -> Ways:
    """Yields one order of each pair of knights, the lower corner first if that is legal."""
    levels = {one.corner: one.level for one in state.seats[seat].knights}
    for corner in levels:
        if _can_promote(state, seat, {}, corner):
            yield commands.PlaySmith(card, (corner,))
    for one, other in combinations(levels, 2):
        for corners in ((one, other), (other, one)):
            first, second = corners
            risen = {first: levels[first] + 1}
            if _can_promote(state, seat, {}, first) and _can_promote(state, seat, risen, second):
                yield commands.PlaySmith(card, corners)
                break


def _has_opponent_with_cards(state: State, seat: int) -> bool:
    return any(sum(state.seats[other].hand) for other in opponents(state, seat))


def _commercial_harbor(state: State, seat: int, card: str, island: Map) -> Ways:
    if any(_harbor(state, seat, state.harbor.played + 1)):
        yield commands.PlayCommercialHarbor(card)


def _richer_opponents(state: State, seat: int) -> list[int]:
    own = points(state, seat)
    return [other for other in opponents(state, seat) if points(state, other) > own and any(state.seats[other].hand)]


def _master_merchant(state: State, seat: int, card: str, island: Map) -> Ways:
    return (commands.PlayMasterMerchant(card, other) for other in _richer_opponents(state, seat))


def _merchant(state: State, seat: int, card: str, island: Map) -> Ways:
    own = {corner for corner, owner in island.buildings.items() if owner == seat}
    for hex_ in LAND:
        held = state.merchant is not None and state.merchant.seat == seat and state.merchant.hex == hex_
        barren = state.terrain[hex_] == "desert" and state.options.merchant_hex is MerchantHex.PRODUCING_HEX_ONLY
        if own & set(CORNERS_OF_HEX[hex_]) and not held and not barren:
            yield commands.PlayMerchant(card, hex_)


def _merchant_fleet(state: State, seat: int, card: str, island: Map) -> Ways:
    return (commands.PlayMerchantFleet(card, Kind(kind)) for n, kind in enumerate(KINDS) if n not in state.fleet)


def _resource_monopoly(state: State, seat: int, card: str, island: Map) -> Ways:
    if _has_opponent_with_cards(state, seat):
        yield from (commands.PlayResourceMonopoly(card, Kind(kind)) for kind in RESOURCES)


def _trade_monopoly(state: State, seat: int, card: str, island: Map) -> Ways:
    if _has_opponent_with_cards(state, seat):
        yield from (commands.PlayTradeMonopoly(card, Kind(kind)) for kind in COMMODITIES)


def _bishop(state: State, seat: int, card: str, island: Map) -> Ways:
    if state.awake:
        yield from (commands.PlayBishop(card, hex_) for hex_ in _robber_hexes(state, seat))


def _deserter(state: State, seat: int, card: str, island: Map) -> Ways:
    return (commands.PlayDeserter(card, other) for other in opponents(state, seat) if state.seats[other].knights)


def _diplomat(state: State, seat: int, card: str, island: Map) -> Ways:
    for edge, owner in island.roads.items():
        if not _is_open(state, island, edge, owner):
            continue
        yield commands.PlayDiplomat(card, edge)
        if owner == seat:
            without = _remove_road(island, edge)
            for other in EDGES:
                if other != edge and without.road_may_lie(other, seat):
                    yield commands.PlayDiplomat(card, edge, other)


def _remove_road(island: Map, edge: int) -> Map:
    left = copy(island)
    left.roads = {road: owner for road, owner in island.roads.items() if road != edge}
    return left


def _is_open(state: State, island: Map, edge: int, owner: int) -> bool:
    """R14.2, C-28, C-74."""
    left = _remove_road(island, edge)
    bare = [end for end in ENDS[edge] if not left.roads_at(end, owner) and island.buildings.get(end) != owner]
    if state.options.diplomat_open_road is DiplomatOpenRoad.FREE_END_2025:
        return bool(bare) and not all(_reaches_piece(left, end, owner) for end in ENDS[edge])
    stranded = any(
        at in ENDS[edge] and seat == owner and not left.roads_at(at, owner) for at, (seat, _) in island.knights.items()
    )
    return any(island.owner(end) != owner for end in bare) and not stranded


def _reaches_piece(island: Map, end: int, owner: int) -> bool:
    if island.foreign(end, owner):
        return False
    return any(island.owner(corner) == owner for corner in {end, *island.reach(end, owner)})


def _intrigue(state: State, seat: int, card: str, island: Map) -> Ways:
    for corner in island.beside_roads(seat):
        if corner in island.knights and island.knights[corner][0] != seat:
            yield commands.PlayIntrigue(card, corner)


def _saboteur(state: State, seat: int, card: str, island: Map) -> Ways:
    least = points(state, seat) + (state.options.saboteur_scope is SaboteurScope.MORE_VP)
    if any(points(state, other) >= least and sum(state.seats[other].hand) >= 2 for other in opponents(state, seat)):
        yield commands.PlaySaboteur(card)


def _spy(state: State, seat: int, card: str, island: Map) -> Ways:
    return (commands.PlaySpy(card, other) for other in opponents(state, seat) if state.seats[other].progress)


def _warlord(state: State, seat: int, card: str, island: Map) -> Ways:
    if not all(one.active for one in state.seats[seat].knights):
        yield commands.PlayWarlord(card)


def _wedding(state: State, seat: int, card: str, island: Map) -> Ways:
    if _richer_opponents(state, seat):
        yield commands.PlayWedding(card)


PLAYS: Mapping[str, Callable[[State, int, str, Map], Ways]] = {
    "crane": _crane,
    "engineer": _engineer,
    "inventor": _inventor,
    "irrigation": _irrigation,
    "medicine": _medicine,
    "mining": _mining,
    "road_building": _road_building,
    "smith": _smith,
    "commercial_harbor": _commercial_harbor,
    "master_merchant": _master_merchant,
    "merchant": _merchant,
    "merchant_fleet": _merchant_fleet,
    "resource_monopoly": _resource_monopoly,
    "trade_monopoly": _trade_monopoly,
    "bishop": _bishop,
    "deserter": _deserter,
    "diplomat": _diplomat,
    "intrigue": _intrigue,
    "saboteur": _saboteur,
    "spy": _spy,
    "warlord": _warlord,
    "wedding": _wedding,
}
