"""The island: R3.3, R3.4, C-55, C-56."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from chronik.domain.cities_knights.board import DIRECTIONS, HEX, HEXES, NEIGHBOURS_OF_HEX
from chronik.domain.cities_knights.facts.conditions import has_touching_reds
from chronik.domain.cities_knights.facts.load import PRINTED, load
from chronik.domain.cities_knights.facts.printed import DESERT, Island
from chronik.domain.cities_knights.island.layout import deal_island, place_tokens_on_spiral, spiral_walk
from chronik.domain.engine.chance import Chance
from tests.support.cases import for_each

FACTS = load()
BOARD = tomllib.loads((PRINTED / "board.toml").read_text("utf-8"))
SEEDS = [bytes([number]) * 32 for number in range(40)]
SHUFFLED = ("official_spiral", "random_tokens")
PRESETS = ("beginner_base", "beginner_ck")

# Read off a drawing of the board, hexes numbered row by row from the top left, from the corner E on counterclockwise.
#           0   1   2
#         3   4   5   6
#       7   8   9  10  11
#        12  13  14  15
#          16  17  18
WALKS = {
    "E": (11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 10, 5, 4, 8, 13, 14, 9),
    "NE": (2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 5, 4, 8, 13, 14, 10, 9),
    "NW": (0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9),
    "W": (7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 0, 3, 8, 13, 14, 10, 5, 4, 9),
    "SW": (16, 17, 18, 15, 11, 6, 2, 1, 0, 3, 7, 12, 13, 14, 10, 5, 4, 8, 9),
    "SE": (18, 15, 11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 14, 10, 5, 4, 8, 13, 9),
}


def island(layout: str = "official_spiral", harbors: str = "shuffled", seed: bytes = SEEDS[0]) -> Island:
    return deal_island(FACTS, layout, harbors, Chance(seed))


@for_each("corner", range(6))
def test_the_spirals_match_the_drawing(corner: int) -> None:
    """C-55: from each of the six corners counterclockwise, ring by ring, to the centre."""
    assert spiral_walk(corner) == list(WALKS.values())[corner]


@for_each("corner", range(6))
def test_the_spiral_visits_every_hex_once_from_its_corner(corner: int) -> None:
    """C-55, board.toml: it begins at the corner listed; every hex is walked once, each next to the one before."""
    walk = spiral_walk(corner)
    assert list(HEXES[walk[0]]) == BOARD["layouts"]["official_spiral"]["corners"][corner]
    assert HEXES[walk[12]] == DIRECTIONS[corner]
    assert walk[18] == HEX[0, 0]
    assert sorted(walk) == list(range(19))
    for ring in (walk[:12], walk[12:18]):
        for before, after in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert after in NEIGHBOURS_OF_HEX[before]


@for_each("corner", range(6))
def test_no_two_red_numbers_touch_on_any_spiral(corner: int) -> None:
    """R3.3a: for every place of the desert, which gets no token; the next hex gets the next letter."""
    for desert in range(19):
        terrain = tuple(DESERT if hex_ == desert else "forest" for hex_ in range(19))
        tokens = place_tokens_on_spiral(FACTS, terrain, corner)
        assert not has_touching_reds(FACTS, tokens)
        assert tokens[desert] == 0
        assert tuple(tokens[hex_] for hex_ in spiral_walk(corner) if hex_ != desert) == FACTS.tokens


def test_adjacent_red_numbers_are_detected() -> None:
    """R3.3b: hexes 0 and 1 touch, 0 and 2 do not; a 6 and an 8 are as red as two of a kind."""
    for first, second, both in ((0, 1, True), (0, 2, False), (0, 4, True), (9, 18, False), (18, 15, True)):
        for red in (6, 8):
            tokens = tuple(8 if hex_ == first else red if hex_ == second else 3 for hex_ in range(19))
            assert has_touching_reds(FACTS, tokens) is both


@for_each("seed", SEEDS)
@for_each("layout", SHUFFLED)
def test_every_layout_uses_all_hexes_tokens_and_harbors(layout: str, seed: bytes) -> None:
    """R3.1, R3.2, R3.4: however shuffled, all hexes, tokens and harbors are there; no red numbers touch."""
    made = island(layout, seed=seed)
    assert Counter(made.terrain) == {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
    assert sorted(made.tokens) == [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
    assert made.tokens.index(0) == made.terrain.index(DESERT)
    assert Counter(made.harbors) == {"any": 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}
    assert not has_touching_reds(FACTS, made.tokens)


def test_the_spiral_starts_at_a_random_corner() -> None:
    """R3.3a: tokens follow one of the six walks; each corner comes up."""
    corners = Counter[int]()
    for seed in SEEDS:
        made = island(seed=seed)
        fitting = [corner for corner in range(6) if place_tokens_on_spiral(FACTS, made.terrain, corner) == made.tokens]
        assert len(fitting) == 1
        corners[fitting[0]] += 1
    assert set(corners) == set(range(6))


def test_random_tokens_are_shuffled_until_no_two_red_numbers_touch() -> None:
    """R3.3b: the tokens are the first of the tries that fits; most first tries do not."""
    refused = 0
    for seed in SEEDS:
        made = island("random_tokens", seed=seed)
        laid = tuple(token for token in made.tokens if token)
        desert = made.terrain.index(DESERT)
        tries = (Chance(seed).stream("tokens", tried).shuffle(FACTS.tokens) for tried in range(1000))
        while has_touching_reds(FACTS, (*(drawn := next(tries))[:desert], 0, *drawn[desert:])):
            refused += 1
        assert laid == drawn
    assert refused > len(SEEDS)


@for_each("name", PRESETS)
@for_each("harbors", ["shuffled", "frame"])
def test_a_fixed_layout_matches_the_board_file(name: str, harbors: str) -> None:
    """C-56: exactly as in board.toml, row by row, with harbors of its own; nothing is shuffled."""
    made = island(name, harbors)
    preset = BOARD["presets"][name]
    assert list(made.terrain) == [hex_ for row in preset["terrain"] for hex_ in row]
    assert list(made.tokens) == [token for row in preset["numbers"] for token in row]
    assert list(made.harbors) == preset["harbors"]
    assert made == island(name, harbors, SEEDS[1])


@pytest.mark.parametrize("layout", SHUFFLED)
def test_harbors_are_as_printed_or_shuffled(layout: str) -> None:
    """R3.4: as printed on the frame, or dealt at random; which of the two changes nothing else."""
    dealt = {island(layout, "shuffled", seed).harbors for seed in SEEDS}
    printed = {island(layout, "frame", seed).harbors for seed in SEEDS}
    assert printed == {tuple(BOARD["harbors"]["modes"]["frame"])}
    assert len(dealt) > len(SEEDS) // 2
    one, other = island(layout, "shuffled"), island(layout, "frame")
    assert (one.terrain, one.tokens) == (other.terrain, other.tokens)


@pytest.mark.parametrize("layout", SHUFFLED)
def test_the_seed_determines_the_island(layout: str) -> None:
    """R3.3: the same seed gives the same island, and a different seed gives a different one."""
    assert island(layout) == island(layout)
    assert len({island(layout, seed=seed) for seed in SEEDS}) == len(SEEDS)


def test_drawing_tokens_does_not_change_the_terrain() -> None:
    """Each draw has a stream of its own: both shuffled layouts have the same terrain and harbors."""
    one, other = island("official_spiral"), island("random_tokens")
    assert (one.terrain, one.harbors) == (other.terrain, other.harbors)


def test_harbor_slots_are_nine_symmetric_coastal_edges() -> None:
    """R3.4: nine coastal edges, alike after a third of a turn; 18 different corners."""
    edges = [edge for edge, _ in FACTS.harbor_slots]
    assert edges == [1, 3, 19, 38, 64, 70, 66, 42, 12]
    assert len({corner for _, corners in FACTS.harbor_slots for corner in corners}) == 18
    slots = {(tuple(slot["hex"]), slot["side"]) for slot in BOARD["harbors"]["slot"]}
    sides = ("E", "NE", "NW", "W", "SW", "SE")
    turned = {((-q - r, q), sides[(sides.index(side) + 4) % 6]) for (q, r), side in slots}
    assert turned == slots
