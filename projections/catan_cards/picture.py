"""The picture of two principalities: regions with their stores, roads, settlements, cities and expansions."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import UnitKind
from chronik.projections.catan_cards.seen import CatanCardsSeatView
from chronik.projections.catan_cards.view import CatanCardsView
from chronik.projections.match.picture import CITY, HEIGHT, HOUSE, PAPER, SEATS, WIDTH, card, disc, line, picture, piece

TABLE = "#ece7dc"
LANDS = {
    Kind.BRICK: "#a8432a",
    Kind.LUMBER: "#2f6b35",
    Kind.WOOL: "#5f8f2e",
    Kind.GRAIN: "#a87508",
    Kind.ORE: "#5a6672",
    Kind.GOLD: "#b08a12",
}
BUILDING, UNIT, BACK = "#8a5300", "#6a5a8c", "#b9a987"
CARD = 104
"""The largest size of a region, which is square."""


def draw(facts: Facts, view: CatanCardsView) -> str:
    """Returns the picture of a table as a spectator sees it, with the first seat below."""
    middles = {0: HEIGHT * 0.75, 1: HEIGHT * 0.25}
    rows = (part for number, seat in view.seats.items() for part in _principality(facts, seat, number, middles[number]))
    return picture(TABLE, (line(((40, HEIGHT / 2), (WIDTH - 40, HEIGHT / 2)), "#d8d0c0", 3), *rows))


def _principality(facts: Facts, seat: CatanCardsSeatView, number: int, middle: float) -> Iterator[str]:
    slots = [*seat.roads, *seat.settlements, *seat.cities, *(one.slot for one in seat.regions.values())]
    if not slots:  # not laid out yet: backs of cards
        tops = (middle - 22 - CARD, middle + 22)
        yield from (card((WIDTH / 2 + x - CARD / 2, top), CARD, CARD, BACK) for x in (-220, 0, 220) for top in tops)
        return
    first, last = min(slots), max(slots)
    step = min(CARD + 8, (WIDTH - 60) / (last - first + 1))
    size, left, colour = step - 8, (WIDTH - step * (last - first + 1)) / 2, SEATS[number % 4]
    across = {slot: left + step * (slot - first + 0.5) for slot in range(first, last + 1)}
    yield from (
        line(((across[at] - step / 2, middle), (across[at] + step / 2, middle)), colour, 12) for at in seat.roads
    )
    for id_, region in seat.regions.items():
        top = middle - 22 - size if region.side is Side.ABOVE else middle + 22
        yield card((across[region.slot] - size / 2, top), size, size, LANDS[facts.lands[id_].kind])
        dots = (across[region.slot] - 18 * (region.stored - 1) / 2 + 18 * n for n in range(region.stored))
        yield from (disc((at, top + size / 2), 7, PAPER) for at in dots)
    yield from (piece(HOUSE, (across[at], middle), colour, 1.2) for at in seat.settlements)
    yield from (piece(CITY, (across[at], middle), colour, 1.2) for at in seat.cities)
    filled: dict[tuple[int, Side], int] = {}
    for id_, built in seat.built.items():
        if isinstance(built.side, Side):
            place = (built.slot, built.side)
            filled[place] = filled.get(place, 0) + 1
            far = 30 + (filled[place] - 1) * (size / 2 + 4)
            top = middle - far - size / 2 if built.side is Side.ABOVE else middle + far
            yield card((across[built.slot] - size * 0.4, top), size * 0.8, size / 2, _colour(facts, id_))


def _colour(facts: Facts, id_: str) -> str:
    printed = facts.cards.get(title(id_))
    return BUILDING if printed is None or printed.unit_kind is UnitKind.NONE else UNIT
