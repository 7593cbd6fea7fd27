"""The geometry (R1.1): `board.py` against the formulas and the list of hexes in board.toml."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import pairwise

from chronik.domain.cities_knights.board import (
    AROUND_HEX,
    COAST,
    CORNER,
    CORNERS,
    CORNERS_OF_HEX,
    DIRECTIONS,
    EDGE,
    EDGES,
    EDGES_AT,
    EDGES_OF_CORNER,
    EDGES_OF_HEX,
    ENDS,
    ENDS_OF,
    HEX,
    HEXES,
    HEXES_OF_CORNER,
    NEIGHBOURS,
    NEIGHBOURS_OF_HEX,
    NEXT_TO,
    corners_at,
    numbers,
)
from chronik.domain.cities_knights.facts.load import PRINTED

BOARD = tomllib.loads((PRINTED / "board.toml").read_text("utf-8"))

# The corners as drawn: to the right in units of √3/2, down in halves; a centre is at (√3·(q + r/2), 3r/2).
CORNER_AT = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def centre(q: int, r: int) -> tuple[int, int]:
    return 2 * q + r, 3 * r


def places_of_corners() -> dict[int, set[tuple[int, int]]]:
    """Returns the places at which the drawings of the hexes put each corner."""
    found: dict[int, set[tuple[int, int]]] = {}
    for hex_, corners in zip(HEXES, CORNERS_OF_HEX, strict=True):
        x, y = centre(*hex_)
        for corner, (right, down) in zip(corners, CORNER_AT, strict=True):
            found.setdefault(corner, set()).add((x + right, y + down))
    return found


def test_hexes_are_numbered_in_the_row_order_of_the_board_file() -> None:
    """C-56: hexes are numbered as the rows of board.toml list them."""
    assert tuple((q, row["r"]) for row in BOARD["row"] for q in row["q"]) == HEXES
    assert [list(step) for step in DIRECTIONS] == list(BOARD["geometry"]["directions"].values())
    assert list(BOARD["geometry"]["directions"]) == ["E", "NE", "NW", "W", "SW", "SE"]


def test_the_board_has_19_hexes_54_corners_and_72_edges() -> None:
    """R1.1: 19 hexes, 54 vertices, 72 edges, 30 of them coastal; each number belongs to one place."""
    geometry = BOARD["geometry"]
    assert (len(HEXES), len(CORNERS), len(EDGES), COAST.bit_count()) == (19, 54, 72, 30)
    assert (geometry["land_hexes"], geometry["vertices"]) == (19, 54)
    assert (geometry["edges"], geometry["coastal_edges"]) == (72, 30)
    assert [HEX[place] for place in HEXES] == list(range(19))
    assert [CORNER[place] for place in CORNERS] == list(range(54))
    assert [EDGE[place] for place in EDGES] == list(range(72))


def test_each_corner_is_exactly_one_point_of_the_drawing() -> None:
    """Section 3: the normalising formulas of board.toml name each vertex once, whichever hex it is seen from."""
    places = places_of_corners()
    assert len(places) == 54
    assert {len(points) for points in places.values()} == {1}
    assert len(set.union(*places.values())) == 54


def test_corner_ids_follow_the_formulas_of_the_board_file() -> None:
    """board.toml: NE is "q+1,r-1,S", SE "q,r+1,N", SW "q-1,r+1,N", NW "q,r-1,S"."""
    for number, (q, r) in enumerate(HEXES):
        n, ne, se, s, sw, nw = (CORNERS[corner] for corner in CORNERS_OF_HEX[number])
        assert (n, s) == ((q, r, "N"), (q, r, "S"))
        assert (ne, nw) == ((q + 1, r - 1, "S"), (q, r - 1, "S"))
        assert (se, sw) == ((q, r + 1, "N"), (q - 1, r + 1, "N"))


def test_edge_ids_follow_the_formulas_of_the_board_file() -> None:
    """board.toml: E is "q+1,r,W", SE "q,r+1,NW", SW "q-1,r+1,NE"."""
    for number, (q, r) in enumerate(HEXES):
        ne, e, se, sw, w, nw = (EDGES[edge] for edge in EDGES_OF_HEX[number])
        assert (ne, nw, w) == ((q, r, "NE"), (q, r, "NW"), (q, r, "W"))
        assert (e, se, sw) == ((q + 1, r, "W"), (q, r + 1, "NW"), (q - 1, r + 1, "NE"))


def test_an_edge_joins_two_corners_of_each_of_its_hexes() -> None:
    """R1.1: a side of a hex joins two consecutive corners, one step apart."""
    places = {corner: next(iter(points)) for corner, points in places_of_corners().items()}
    for corners, edges in zip(CORNERS_OF_HEX, EDGES_OF_HEX, strict=True):
        for edge, ends in zip(edges, pairwise((*corners, corners[0])), strict=True):
            assert ENDS[edge] == tuple(sorted(ends))
    for a, b in ENDS:
        (x, y), (z, w) = places[a], places[b]
        assert (abs(x - z), abs(y - w)) in {(0, 2), (1, 1)}
    assert len(set(ENDS)) == 72


def test_places_are_numbered_from_top_to_bottom() -> None:
    """Section 3: the order is (r, q, kind)."""
    for places in (CORNERS, EDGES):
        assert list(places) == sorted(places, key=lambda place: (place[1], place[0], place[2]))


def test_the_coast_is_a_ring() -> None:
    """R1.1: a coastal edge has land on one side only; the coast is closed and runs through 30 corners."""
    sides = Counter(edge for edges in EDGES_OF_HEX for edge in edges)
    assert numbers(COAST) == tuple(edge for edge in range(72) if sides[edge] == 1)
    assert set(sides.values()) == {1, 2}
    ends = Counter(corner for edge in numbers(COAST) for corner in ENDS[edge])
    assert (len(ends), set(ends.values())) == (30, {2})
    inland = set(range(54)) - set(ends)
    assert {len(HEXES_OF_CORNER[corner]) for corner in inland} == {3}
    assert {len(HEXES_OF_CORNER[corner]) for corner in ends} == {1, 2}
    seen, ahead = set[int](), {min(ends)}
    while ahead:
        seen |= ahead
        ahead = {end for edge in numbers(COAST) for end in ENDS[edge] if seen & set(ENDS[edge])} - seen
    assert seen == set(ends)


def test_if_one_corner_or_hex_is_a_neighbour_of_another_the_reverse_is_true() -> None:
    """R10.3: corners one edge apart, two or three of them; hexes that share an edge, three to six of them."""
    for corner, others in enumerate(NEIGHBOURS):
        assert len(others) == len(set(others)) == len(EDGES_OF_CORNER[corner])
        assert len(others) in (2, 3)
        for edge, other in zip(EDGES_OF_CORNER[corner], others, strict=True):
            assert set(ENDS[edge]) == {corner, other}
            assert corner in NEIGHBOURS[other]
    for hex_, others in enumerate(NEIGHBOURS_OF_HEX):
        shared = {other for other in range(19) if other != hex_ and set(EDGES_OF_HEX[other]) & set(EDGES_OF_HEX[hex_])}
        assert set(others) == shared
        assert len(others) in (3, 4, 6)


def test_hexes_and_their_corners_refer_to_each_other() -> None:
    """R4.4, R7.1: a hex lists its six corners, and each corner lists its hexes."""
    for corner, hexes in enumerate(HEXES_OF_CORNER):
        assert hexes == tuple(hex_ for hex_ in range(19) if corner in CORNERS_OF_HEX[hex_])


def test_bit_masks_contain_the_same_numbers_as_the_tuples() -> None:
    """Section 3: bit n of a mask represents number n."""
    assert tuple(map(numbers, AROUND_HEX)) == tuple(tuple(sorted(corners)) for corners in CORNERS_OF_HEX)
    assert tuple(map(numbers, EDGES_AT)) == EDGES_OF_CORNER
    assert tuple(map(numbers, NEXT_TO)) == tuple(tuple(sorted(others)) for others in NEIGHBOURS)
    assert tuple(map(numbers, ENDS_OF)) == ENDS
    assert numbers(0) == ()
    assert corners_at(0) == 0
    for hex_, edges in enumerate(EDGES_OF_HEX):
        assert corners_at(sum(1 << edge for edge in edges)) == AROUND_HEX[hex_]
