"""The island: which terrain, token and harbor lies where (R3.3, R3.4, C-55, C-56)."""

from __future__ import annotations

from domain.cities_knights.board import DIRECTIONS, HEX, RADIUS
from domain.cities_knights.facts.conditions import touching_reds
from domain.cities_knights.facts.printed import DESERT, FRAME, SPIRAL, Facts, Island
from domain.engine.chance import Chance


def lay_out(facts: Facts, layout: str, harbors: str, chance: Chance) -> Island:
    """The island of a match, by the values of the options `board_layout` and `harbor_layout`."""
    if layout in facts.islands:
        return facts.islands[layout]
    terrain = chance.stream("terrain", 0).shuffled(facts.terrain)
    if layout == SPIRAL:
        corner = chance.stream("corner", 0).below(len(DIRECTIONS))
        tokens = along_the_spiral(facts, terrain, corner)
    else:
        tokens = _shuffled_tokens(facts, terrain, chance)
    return Island(terrain, tokens, _harbors(facts, harbors, chance))


def spiral(corner: int) -> tuple[int, ...]:
    """The walk over all hexes, counterclockwise from the corner in that direction to the centre (C-55)."""
    walk: list[int] = []
    for ring in range(RADIUS, 0, -1):
        q, r = (ring * part for part in DIRECTIONS[corner])
        for turn in range(corner + 2, corner + 8):
            x, y = DIRECTIONS[turn % 6]
            for _ in range(ring):
                walk.append(HEX[q, r])
                q, r = q + x, r + y
    return (*walk, HEX[0, 0])


def along_the_spiral(facts: Facts, terrain: tuple[str, ...], corner: int) -> tuple[int, ...]:
    """The tokens by hex, laid in the order of their letters; the desert takes none (R3.3a)."""
    land = [hex_ for hex_ in spiral(corner) if terrain[hex_] != DESERT]
    tokens = dict(zip(land, facts.tokens, strict=True))
    return tuple(tokens.get(hex_, 0) for hex_ in range(len(terrain)))


def _shuffled_tokens(facts: Facts, terrain: tuple[str, ...], chance: Chance) -> tuple[int, ...]:
    """The tokens by hex, drawn again as long as two red numbers touch (R3.3b)."""
    desert = terrain.index(DESERT)
    tried = 0
    while True:
        drawn = chance.stream("tokens", tried).shuffled(facts.tokens)
        tokens = (*drawn[:desert], 0, *drawn[desert:])
        if not touching_reds(facts, tokens):
            return tokens
        tried += 1


def _harbors(facts: Facts, harbors: str, chance: Chance) -> tuple[str, ...]:
    """The type of each harbor, as printed on the frame or dealt at random (R3.4)."""
    return facts.harbor_frame if harbors == FRAME else chance.stream("harbors", 0).shuffled(facts.harbor_frame)
