"""A second, naive implementation of the rule book: pieces, rates, points, roads, production, and attacks.

It uses only the state and the numbering of the board from the code under test. Printed values are repeated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from chronik.domain.cities_knights.board import CORNERS_OF_HEX, EDGES_OF_CORNER, ENDS
from chronik.domain.cities_knights.facts.rulesets import DefenderCards, DefenderZeroTie
from chronik.domain.cities_knights.state import Knight, State
from tests.support.cities_knights.table import FACTS

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
COMMODITIES = ("cloth", "coin", "paper")
KINDS = (*RESOURCES, *COMMODITIES)
RESOURCE_OF: Mapping[str, str] = {
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "hills": "brick",
    "mountains": "ore",
}
COMMODITY_OF: Mapping[str, str] = {"forest": "paper", "pasture": "cloth", "mountains": "coin"}
TRADE, POLITICS, SCIENCE = range(3)
LAND = range(19)


class Map:
    """The pieces on the island: the building or knight of each corner, and the road of each edge, with their seats."""

    def __init__(self, state: State) -> None:
        self.settlements: dict[int, int] = {}
        self.sideways: dict[int, int] = {}
        self.cities: dict[int, int] = {}
        self.knights: dict[int, tuple[int, Knight]] = {}
        self.roads: dict[int, int] = {}
        for number, seat in enumerate(state.seats):
            self.settlements |= dict.fromkeys(_bits(seat.settlements), number)
            self.sideways |= dict.fromkeys(_bits(seat.sideways), number)
            self.cities |= dict.fromkeys(_bits(seat.cities), number)
            self.roads |= dict.fromkeys(_bits(seat.roads), number)
            self.knights |= {knight.corner: (number, knight) for knight in seat.knights}

    @property
    def buildings(self) -> dict[int, int]:
        """The owner of the building at each corner (R1.2)."""
        return self.settlements | self.sideways | self.cities

    def owner(self, corner: int) -> int | None:
        """Returns the owner of the piece at a corner."""
        if corner in self.knights:
            return self.knights[corner][0]
        return self.buildings.get(corner)

    def foreign(self, corner: int, seat: int) -> bool:
        """Returns whether a corner has an opponent's piece."""
        return self.owner(corner) not in (None, seat)

    def roads_at(self, corner: int, seat: int) -> list[int]:
        """Returns the roads of a seat at a corner."""
        return [edge for edge in EDGES_OF_CORNER[corner] if self.roads.get(edge) == seat]

    def beside_roads(self, seat: int) -> set[int]:
        """Returns the corners that touch a road of a seat."""
        return {corner for edge, owner in self.roads.items() if owner == seat for corner in ENDS[edge]}

    def reach(self, start: int, seat: int) -> set[int]:
        """Returns the corners that a seat can reach along its roads, not past opponents (R1.8)."""
        found, ahead = {start}, [start]
        while ahead:
            corner = ahead.pop()
            if corner != start and self.foreign(corner, seat):
                continue
            for edge in self.roads_at(corner, seat):
                (far,) = set(ENDS[edge]) - {corner}
                if far not in found:
                    found.add(far)
                    ahead.append(far)
        return found - {start}

    def road_may_lie(self, edge: int, seat: int) -> bool:
        """R10.2."""
        return edge not in self.roads and any(
            not self.foreign(corner, seat) and (self.buildings.get(corner) == seat or self.roads_at(corner, seat))
            for corner in ENDS[edge]
        )

    def keeps_distance(self, corner: int) -> bool:
        """Returns whether no building is next to a corner (R10.3)."""
        return not any(end in self.buildings for edge in EDGES_OF_CORNER[corner] for end in ENDS[edge])

    def longest(self, seat: int) -> int:
        """Returns the longest trail, by walking every trail from every corner (R16.1)."""
        own = [edge for edge, owner in self.roads.items() if owner == seat]
        return max((self._walk(corner, seat, frozenset(own)) for edge in own for corner in ENDS[edge]), default=0)

    def _walk(self, corner: int, seat: int, left: frozenset[int]) -> int:
        ways = [edge for edge in EDGES_OF_CORNER[corner] if edge in left]
        return max((1 + self._beyond(edge, corner, seat, left - {edge}) for edge in ways), default=0)

    def _beyond(self, edge: int, corner: int, seat: int, left: frozenset[int]) -> int:
        (far,) = set(ENDS[edge]) - {corner}
        return 0 if self.foreign(far, seat) else self._walk(far, seat, left)


def _bits(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def clockwise(state: State) -> list[int]:
    """Returns all seats, the active one first (C-54)."""
    seats = len(state.seats)
    return [(state.active + step) % seats for step in range(seats)]


def opponents(state: State, seat: int) -> list[int]:
    """Returns the opponents of a seat, clockwise (C-54)."""
    seats = len(state.seats)
    return [(seat + step) % seats for step in range(1, seats)]


def hand(state: State, seat: int) -> Counter[str]:
    """Returns the cards of a hand by kind (R1.3)."""
    return Counter(dict(zip(KINDS, state.seats[seat].hand, strict=True)))


def bank(state: State) -> dict[str, int]:
    """Returns the cards of the bank by kind."""
    return dict(zip(KINDS, state.bank, strict=True))


def metropolis_corners(state: State) -> set[int]:
    return {one.corner for one in state.metropolises if one is not None}


def plain_cities(state: State, seat: int) -> list[int]:
    """Returns the cities of a seat without a metropolis."""
    return sorted(set(_bits(state.seats[seat].cities)) - metropolis_corners(state))


def points(state: State, seat: int) -> int:
    """R17.1."""
    own = state.seats[seat]
    total = len(_bits(own.settlements)) + len(_bits(own.sideways)) + 2 * len(_bits(own.cities))
    total += 2 * sum(one is not None and one.seat == seat for one in state.metropolises)
    total += 2 * (state.longest == seat) + own.defender + len(own.shown)
    return total + (state.merchant is not None and state.merchant.seat == seat)


def rates(state: State, seat: int) -> dict[str, int]:
    """R15.2, R15.3."""
    found = dict.fromkeys(KINDS, 4)
    own = {corner for corner, owner in Map(state).buildings.items() if owner == seat}
    at_harbors = {
        kind for kind, (_, corners) in zip(state.harbors, FACTS.harbor_slots, strict=True) if own & set(corners)
    }
    if "any" in at_harbors:
        found = dict.fromkeys(KINDS, 3)
    cheap = at_harbors - {"any"}
    if state.seats[seat].levels[TRADE] >= 3:
        cheap |= set(COMMODITIES)
    if state.merchant is not None and state.merchant.seat == seat:
        cheap |= {RESOURCE_OF.get(state.terrain[state.merchant.hex], "nothing")}
    cheap |= {KINDS[number] for number in state.fleet} if seat == state.active else set()
    return {kind: 2 if kind in cheap else rate for kind, rate in found.items()}


def production(state: State, total: int) -> tuple[list[Counter[str]], set[str]]:
    """Returns the cards of each seat, and the kinds that ran short (R7.1 to R7.3)."""
    island = Map(state)
    claims: list[Counter[str]] = [Counter() for _ in state.seats]
    for hex_ in LAND:
        if state.tokens[hex_] != total or hex_ == state.robber:
            continue
        terrain = state.terrain[hex_]
        for corner in CORNERS_OF_HEX[hex_]:
            if corner in island.cities:
                claims[island.cities[corner]][RESOURCE_OF[terrain]] += 1
                claims[island.cities[corner]][COMMODITY_OF.get(terrain, RESOURCE_OF[terrain])] += 1
            elif corner in island.buildings:
                claims[island.buildings[corner]][RESOURCE_OF[terrain]] += 1
    short = {kind for kind, left in bank(state).items() if sum(claim[kind] for claim in claims) > left}
    for kind in short:
        claiming = [claim for claim in claims if claim[kind]]
        for claim in claiming:
            claim[kind] = bank(state)[kind] if len(claiming) == 1 else 0
    return [+claim for claim in claims], short


class Attack:
    """An attack: its strength, the contributions, and the best defenders or the cities at risk by seat (R9)."""

    def __init__(self, state: State) -> None:
        self.strength = sum(len(_bits(seat.cities)) for seat in state.seats)
        self.defence = [sum(one.level for one in seat.knights if one.active) for seat in state.seats]
        self.held = sum(self.defence) >= self.strength
        self.best: list[int] = []
        self.losers: dict[int, list[int]] = {}
        if self.held:
            self._defenders(state)
        else:
            risky = [seat for seat in clockwise(state) if plain_cities(state, seat)]
            lowest = min((self.defence[seat] for seat in risky), default=0)
            self.losers = {seat: plain_cities(state, seat) for seat in risky if self.defence[seat] == lowest}

    def _defenders(self, state: State) -> None:
        highest = max(self.defence)
        if highest or state.options.defender_zero_tie is DefenderZeroTie.ALL_DRAW:
            self.best = [seat for seat in clockwise(state) if self.defence[seat] == highest]

    def gives_point(self, state: State) -> bool:
        """Returns whether a sole best defender gets a point (C-43, C-69)."""
        given = sum(seat.defender for seat in state.seats)
        return len(self.best) == 1 and (state.options.defender_cards is DefenderCards.UNLIMITED or given < 6)


def award_holder(state: State, before: int | None) -> int | None:
    """Returns the holder of the longest road, from the holder before (R16.2)."""
    island = Map(state)
    lengths = [island.longest(seat) for seat in range(len(state.seats))]
    longest = [seat for seat, length in enumerate(lengths) if length == max(lengths) >= 5]
    if before in longest:
        return before
    return longest[0] if len(longest) == 1 else None


def find_broken_invariants(state: State) -> Iterator[str]:
    """Yields the invariants of 1.19 that are broken."""
    island = Map(state)
    for corner in island.buildings:
        if any(far in island.buildings for edge in EDGES_OF_CORNER[corner] for far in set(ENDS[edge]) - {corner}):
            yield f"distance rule at {corner}"
    if len(island.roads) != sum(len(_bits(seat.roads)) for seat in state.seats):
        yield "two roads on an edge"
    for track, one in enumerate(state.metropolises):
        levels = [seat.levels[track] for seat in state.seats]
        if one is None:
            continue
        if levels[one.seat] < 4 or (levels[one.seat] == 4 and 5 in levels and not state.stack):
            yield f"metropolis of track {track} is with the wrong seat"
        if island.cities.get(one.corner) != one.seat:
            yield f"metropolis of track {track} is in no city of its seat"
    if len(metropolis_corners(state)) != sum(one is not None for one in state.metropolises):
        yield "two metropolises in a city"
    yield from _find_broken_seat_invariants(state, island)
    if not 0 <= state.ship <= (7 if state.stack else 6):
        yield "ship out at sea"


def _find_broken_seat_invariants(state: State, island: Map) -> Iterator[str]:
    """Yields the broken invariants of seats and of open offers."""
    for number, seat in enumerate(state.seats):
        if len(_bits(seat.roads)) > 15 or len(_bits(seat.cities | seat.sideways)) > 4 or len(_bits(seat.walls)) > 3:
            yield f"too many pieces of seat {number}"
        if any(not island.roads_at(one.corner, number) for one in seat.knights):
            yield f"a knight of seat {number} without a road"
        if len(seat.progress) > 4 and number != state.active and not state.stack:
            yield f"too many progress cards of seat {number}"
    for offer in state.offers:
        if any(not _can_pay(state, seat, offer.want) for seat in offer.accepted):
            yield f"offer {offer.number} was accepted by a seat that cannot carry it out"
        if offer.counter is not None and not _can_pay(state, offer.seat, offer.give):
            yield f"offer {offer.number} is open although its seat cannot carry it out"


def _can_pay(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    return all(held >= wanted for held, wanted in zip(state.seats[seat].hand, cards, strict=True))
