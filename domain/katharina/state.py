"""The state of a match of Katharina: the seats, the piles, the tiles and the open prompts."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.engine.game import Outcome
from chronik.domain.engine.sealing import Sealing
from chronik.domain.katharina.prompts import Prompt

ROUNDS = 4
DECADES = 3
RESIDENCES = 12
DISPLAY = 3
DEALT = 6
DRAWN = 2
JOKERS = 6


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule options of Katharina, which does not have any."""


class SeatState(Struct, frozen=True, gc=False):
    """The state of a seat: order, hand (ascending), display, points, favour step, residences, tiles by good, jokers.

    `activation` has one place for each action-row card; it is None if the slot is empty.
    """

    order: str = ""
    hand: tuple[str, ...] = ()
    action_row: tuple[str, ...] = ()
    activation: tuple[str | None, ...] = ()
    points: int = 0
    favour: int = 0
    residences: tuple[str, ...] = ()
    tiles: tuple[int, ...] = ()
    jokers: int = 0


class State(Sealing, frozen=True, gc=False, kw_only=True):
    """The state of a match. The first card of the stock is its top; `jokers` counts the tiles beside the board.

    `activated` holds the slot to which each seat has just played, until the round is resolved. `builders` are the
    seats with the most books, until the interim scoring is over. `shuffles` counts the shuffles of project cards. The
    tiles left at a city are not stored: there is one for each seat without a residence there (S1, P3).
    """

    seats: tuple[SeatState, ...]
    stock: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    jokers: int = 0
    decade: int = 0
    round: int = 0
    prompts: tuple[Prompt, ...] = ()
    activated: tuple[int, ...] = ()
    builders: tuple[int, ...] = ()
    shuffles: int = 0
    outcome: Outcome | None = None
