"""What each viewer may see of a match of Katharina (rule book, Q22 and Q32).

Views are built from the state, never stripped: what nobody puts in here stays hidden.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from domain.engine.sealing import Sealed
from domain.engine.seats import Referee, Seat, Viewer
from domain.katharina.commands import Command
from domain.katharina.facts.load import Facts
from domain.katharina.prompts import Prompt
from domain.katharina.rules.favour import hand_limit
from domain.katharina.rules.symbols import owned
from domain.katharina.state import SeatState, State


class KatharinaSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it; `hand` and `choice` are absent unless the viewer may see them.

    `goods`, `cannons` and `books` are what the seat owns (G3); `prompt` is what it is asked, `committed` whether it
    has sealed an answer. `activation` has one place per action-row card, null where the slot is empty.
    """

    order: str
    points: int
    favour: int
    hand_limit: int
    hand_size: int
    hand: tuple[str, ...] | None = None
    action_row: tuple[str, ...]
    activation: tuple[str | None, ...]
    goods: dict[str, int]
    cannons: int
    books: int
    tiles: dict[str, int]
    jokers: int
    residences: tuple[str, ...]
    committed: bool
    prompt: Prompt | None = None
    choice: Command | None = None


class KatharinaView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of Katharina as one viewer knows it. Seats are keyed by number; `stock` is a size.
    The cards of the discard are the keys of `discard`: its order means nothing (Q3), and a patch names what is new.

    `stock_order` is for the referee only, the top card first. `places` stand when the match is finished.
    """

    decade: int
    round: int
    seats: dict[int, KatharinaSeatView]
    stock: int
    stock_order: tuple[str, ...] | None = None
    discard: dict[str, bool]
    jokers: int
    places: tuple[int, ...] | None = None


def view(facts: Facts, state: State, viewer: Viewer) -> KatharinaView:
    """A match as a viewer may see it; the other ways out are told in CONTRIBUTING.md (What is hidden)."""
    prompts = {prompt.seat: prompt for prompt in state.prompts}
    return KatharinaView(
        decade=state.decade,
        round=state.round,
        seats={
            number: _seat(facts, seat, prompts.get(number), state.sealed[number], _knows(viewer, number))
            for number, seat in enumerate(state.seats)
        },
        stock=len(state.stock),
        stock_order=state.stock if isinstance(viewer, Referee) else None,
        discard=_marked(state.discard),
        jokers=state.jokers,
        places=state.outcome.places if state.outcome else None,
    )


def points(state: State) -> tuple[int, ...]:
    """The points by seat."""
    return tuple(seat.points for seat in state.seats)


def _knows(viewer: Viewer, number: int) -> bool:
    return isinstance(viewer, Referee) or (isinstance(viewer, Seat) and viewer.number == number)


def _seat(
    facts: Facts, seat: SeatState, prompt: Prompt | None, sealed: Sealed | None, knows: bool
) -> KatharinaSeatView:
    seen = _open(facts, seat)
    if prompt is None and sealed is None and not knows:
        return seen
    return replace(
        seen,
        hand=seat.hand if knows else None,
        prompt=prompt,
        committed=sealed is not None,
        choice=sealed.choice if knows and sealed is not None else None,
    )


# Most commands change no seat, and whoever looks is shown the same of it: what is built once serves them all.
@lru_cache(maxsize=4096)
def _open(facts: Facts, seat: SeatState) -> KatharinaSeatView:
    """What everybody sees of a seat that has not been asked anything."""
    goods, symbols = facts.goods, owned(facts, seat)
    return KatharinaSeatView(
        order=seat.order,
        points=seat.points,
        favour=seat.favour,
        hand_limit=hand_limit(facts, seat.favour),
        hand_size=len(seat.hand),
        action_row=seat.action_row,
        activation=seat.activation,
        goods=dict(zip(goods, symbols, strict=False)),
        cannons=symbols[facts.cannon],
        books=symbols[facts.book],
        tiles=dict(zip(goods, seat.tiles, strict=True)),
        jokers=seat.jokers,
        residences=seat.residences,
        committed=False,
    )


@lru_cache(maxsize=1024)
def _marked(cards: tuple[str, ...]) -> dict[str, bool]:
    return dict.fromkeys(cards, True)
