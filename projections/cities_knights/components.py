"""The printed components of Cities & Knights for clients: places, costs, tracks, cards and names."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.cities_knights.board import CORNERS, CORNERS_OF_HEX, EDGES, ENDS, HEXES
from chronik.domain.cities_knights.cards.kinds import KINDS, Kind, count_by_kind
from chronik.domain.cities_knights.commands import TRACKS, Track
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.engine.names import Names


class CitiesKnightsHex(Struct, frozen=True):
    """A land hex: its axial coordinates (pointy-top), and its corners in the order N, NE, SE, S, SW, NW."""

    q: int
    r: int
    corners: tuple[int, ...]


class CitiesKnightsCorner(Struct, frozen=True):
    """A corner by its canonical id: the N or S corner of the hex (q, r), land or sea."""

    q: int
    r: int
    kind: str


class CitiesKnightsEdge(Struct, frozen=True):
    """An edge by its canonical id (the NE, NW or W side of the hex (q, r)), and the corners that it joins."""

    q: int
    r: int
    kind: str
    ends: tuple[int, int]


class CitiesKnightsHarborSlot(Struct, frozen=True):
    """The place of a harbor: its edge, and the two corners that use it."""

    edge: int
    corners: tuple[int, int]


class CitiesKnightsTrack(Struct, frozen=True):
    """An improvement track: the commodity that pays for it, and the cost of each level."""

    id: Track
    commodity: Kind
    costs: tuple[int, ...]


class CitiesKnightsCard(Struct, frozen=True):
    """A progress card: its deck, when it may be played, its points, and the ids of its copies."""

    id: str
    deck: Track
    timing: str
    points: int
    copies: tuple[str, ...]


class CitiesKnightsYield(Struct, frozen=True):
    """The cards that a hex of a terrain yields for a settlement and for a city."""

    settlement: dict[Kind, int]
    city: dict[Kind, int]


class CitiesKnightsDeal(Struct, frozen=True):
    """The parts that are dealt or rolled, in printed order: hexes, tokens by letter, harbors by slot, and event die."""

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    red: tuple[int, ...]
    harbors: tuple[str, ...]
    event_faces: tuple[str, ...]


class CitiesKnightsComponents(Struct, frozen=True):
    """All printed components, with the numbers that commands and views use, and the display names by language.

    `pips` are listed by token. `supplies` counts the pieces of a seat.
    """

    hexes: tuple[CitiesKnightsHex, ...]
    corners: tuple[CitiesKnightsCorner, ...]
    edges: tuple[CitiesKnightsEdge, ...]
    harbors: tuple[CitiesKnightsHarborSlot, ...]
    kinds: tuple[Kind, ...]
    yields: dict[str, CitiesKnightsYield]
    costs: dict[str, dict[Kind, int]]
    supplies: dict[str, int]
    tracks: tuple[CitiesKnightsTrack, ...]
    max_red: tuple[int, ...]
    pips: tuple[int, ...]
    barbarian_steps: int
    progress_limit: int
    cards: tuple[CitiesKnightsCard, ...]
    deal: CitiesKnightsDeal
    names: Names


def components(facts: Facts, names: Names) -> CitiesKnightsComponents:
    """Returns the components of a data set."""
    costs, supply = facts.costs, facts.supply
    return CitiesKnightsComponents(
        hexes=tuple(CitiesKnightsHex(q, r, CORNERS_OF_HEX[number]) for number, (q, r) in enumerate(HEXES)),
        corners=tuple(CitiesKnightsCorner(*corner) for corner in CORNERS),
        edges=tuple(CitiesKnightsEdge(*edge, ENDS[number]) for number, edge in enumerate(EDGES)),
        harbors=tuple(CitiesKnightsHarborSlot(edge, corners) for edge, corners in facts.harbor_slots),
        kinds=KINDS,
        yields={
            terrain: CitiesKnightsYield(
                count_by_kind(facts.settlement_yield[terrain]), count_by_kind(facts.city_yield[terrain])
            )
            for terrain in sorted(facts.settlement_yield)
        },
        costs={name: count_by_kind(getattr(costs, name)) for name in costs.__struct_fields__},
        supplies={
            "roads": supply.roads,
            "settlements": supply.settlements,
            "cities": supply.cities,
            "walls": supply.walls,
            "basic_knights": supply.knights[0],
            "strong_knights": supply.knights[1],
            "mighty_knights": supply.knights[2],
        },
        tracks=tuple(
            CitiesKnightsTrack(track, KINDS[printed.commodity], printed.level_cost)
            for track, printed in zip(TRACKS, facts.tracks, strict=True)
        ),
        max_red=facts.max_red,
        pips=facts.pips,
        barbarian_steps=facts.barbarian_steps,
        progress_limit=facts.limits.progress_hand,
        cards=tuple(
            CitiesKnightsCard(card.id, TRACKS[card.deck], card.timing, card.vp, card.instances)
            for card in facts.progress.values()
        ),
        deal=CitiesKnightsDeal(
            facts.terrain, facts.tokens, tuple(sorted(facts.red)), facts.harbor_frame, facts.event_faces
        ),
        names=names,
    )
