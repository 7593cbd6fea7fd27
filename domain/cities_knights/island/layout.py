"""The layout of the island: terrain, tokens and harbors (R3.3, R3.4, C-55, C-56)."""

from __future__ import annotations

from chronik.domain.cities_knights.board import DIRECTIONS, HEX, RADIUS
from chronik.domain.cities_knights.facts.conditions import has_touching_reds
from chronik.domain.cities_knights.facts.printed import DESERT, FRAME, SPIRAL, Facts, Island
from chronik.domain.engine.chance import Chance


def deal_island(facts: Facts, layout: str, harbors: str, chance: Chance) -> Island:
    """Returns the island of a match, given the values of the options `board_layout` and `harbor_layout`."""
    if layout in facts.islands:
        return facts.islands[layout]
    terrain = chance.stream("terrain", 0).shuffle(facts.terrain)
    if layout == SPIRAL:
        corner = chance.stream("corner", 0).below(len(DIRECTIONS))
        tokens = place_tokens_on_spiral(facts, terrain, corner)
    else:
        tokens = _shuffle_tokens(facts, terrain, chance)
    return Island(terrain, tokens, _deal_harbors(facts, harbors, chance))


def spiral_walk(corner: int) -> tuple[int, ...]:
    """Returns all hexes, in a counterclockwise spiral from the corner in this direction to the centre (C-55)."""
    walk: list[int] = []
    for ring in range(RADIUS, 0, -1):
        q, r = (ring * part for part in DIRECTIONS[corner])
        for turn in range(corner + 2, corner + 8):
            x, y = DIRECTIONS[turn % 6]
            for _ in range(ring):
                walk.append(HEX[q, r])
                q, r = q + x, r + y
    return (*walk, HEX[0, 0])


def place_tokens_on_spiral(facts: Facts, terrain: tuple[str, ...], corner: int) -> tuple[int, ...]:
    """Returns the tokens by hex, placed along the spiral in the order of their letters; the desert gets 0 (R3.3a)."""
    land = [hex_ for hex_ in spiral_walk(corner) if terrain[hex_] != DESERT]
    tokens = dict(zip(land, facts.tokens, strict=True))
    return tuple(tokens.get(hex_, 0) for hex_ in range(len(terrain)))


def _shuffle_tokens(facts: Facts, terrain: tuple[str, ...], chance: Chance) -> tuple[int, ...]:
    """Returns the tokens by hex, shuffled again until no two red numbers touch (R3.3b)."""
    desert = terrain.index(DESERT)
    tried = 0
    while True:
        drawn = chance.stream("tokens", tried).shuffle(facts.tokens)
        tokens = (*drawn[:desert], 0, *drawn[desert:])
        if not has_touching_reds(facts, tokens):
            return tokens
        tried += 1


def _deal_harbors(facts: Facts, harbors: str, chance: Chance) -> tuple[str, ...]:
    """Returns the type of each harbor, as printed on the frame or shuffled (R3.4)."""
    return facts.harbor_frame if harbors == FRAME else chance.stream("harbors", 0).shuffle(facts.harbor_frame)
