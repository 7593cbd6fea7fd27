"""Other layouts in place of sealed ones that were never revealed."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from chronik.domain.catan_cards.commands import ChooseLayout
from chronik.domain.catan_cards.events import Committed, LayoutsShown
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.seats import Seat, Viewer
from tests.every_game.exits import History


def draw_other_layouts(history: History, viewer: Viewer, rng: Random) -> Mapping[int, ChooseLayout]:
    """Returns other layouts, by version, for those that were never revealed."""
    held: dict[int, int] = {}
    past: dict[int, dict[int, int]] = {}
    revealed: set[int] = set()
    chosen: dict[int, tuple[int, ChooseLayout]] = {}
    for entry, _ in history:
        match entry.e:
            case Undone(to=to):
                held = past[to]
            case LayoutsShown():
                revealed |= set(held.values())
            case Committed(seat=seat, choice=ChooseLayout() as choice):
                held = {**held, seat: entry.n}
                chosen[entry.n] = seat, choice
            case _:
                pass
        past[entry.n] = held
    hidden = {n: choice for n, (seat, choice) in chosen.items() if n not in revealed and viewer != Seat(seat)}
    return {n: _shuffle_layout(choice, rng) for n, choice in hidden.items()}


def _shuffle_layout(choice: ChooseLayout, rng: Random) -> ChooseLayout:
    regions = tuple(rng.sample(choice.regions, len(choice.regions)))
    return replace(choice, regions=regions, feeling=choice.feeling and rng.choice(regions))
