"""The view of a match of Katharina for each viewer (rule book, Q22 and Q32).

A view is built from the state, never by removing parts of it. So anything that is not added here stays hidden.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.sealing import Sealed
from chronik.domain.engine.seats import Referee, Seat, Viewer
from chronik.domain.katharina.commands import Command
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import Prompt
from chronik.domain.katharina.rules.favour import hand_limit
from chronik.domain.katharina.rules.symbols import count_symbols
from chronik.domain.katharina.state import SeatState, State


class KatharinaSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it. `hand` and `choice` are absent unless the viewer may see them.

    `goods`, `cannons` and `books` are the symbols that the seat owns (G3). `prompt` is its open question, and
    `committed` says whether it has sealed an answer. `activation` has one place for each card of the action row, with
    null for an empty slot.
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
    """A match of Katharina as one viewer knows it. Seats are keyed by number.

    `stock` is the number of cards in the stock. The keys of `discard` are the discarded cards. Their order does not
    matter (Q3), so a patch contains only new cards. `stock_order` is for the referee only, top card first. `places` are
    set when the match is finished.
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
    """Returns a match as this viewer may see it."""
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
        discard=_as_keys(state.discard),
        jokers=state.jokers,
        places=state.outcome.places if state.outcome else None,
    )


def points(state: State) -> tuple[int, ...]:
    """Returns the points by seat."""
    return tuple(seat.points for seat in state.seats)


def _knows(viewer: Viewer, number: int) -> bool:
    return isinstance(viewer, Referee) or (isinstance(viewer, Seat) and viewer.number == number)


def _seat(
    facts: Facts, seat: SeatState, prompt: Prompt | None, sealed: Sealed | None, knows: bool
) -> KatharinaSeatView:
    seen = _public_view(facts, seat)
    if prompt is None and sealed is None and not knows:
        return seen
    return replace(
        seen,
        hand=seat.hand if knows else None,
        prompt=prompt,
        committed=sealed is not None,
        choice=sealed.choice if knows and sealed is not None else None,
    )


# Most commands leave most seats unchanged, and their public view is the same for all viewers.
@lru_cache(maxsize=4096)
def _public_view(facts: Facts, seat: SeatState) -> KatharinaSeatView:
    """Returns the public view of a seat without a prompt."""
    goods, symbols = facts.goods, count_symbols(facts, seat)
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
def _as_keys(cards: tuple[str, ...]) -> dict[str, bool]:
    return dict.fromkeys(cards, True)
