"""The viewers of a match, and the holders of its seats."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Seat(Struct, frozen=True):
    """A viewer at a seat of the table, who sees what that seat may see."""

    number: int


class Spectator(Struct, frozen=True):
    """A viewer who sees only what is public."""


class Referee(Struct, frozen=True):
    """A viewer who sees everything. While a match runs, each inspection is an entry of its log."""


Viewer = Seat | Spectator | Referee

SeatsOut = tuple[int, ...] | UnsetType
"""The seats that are out of a match, ascending. The field is absent if no seat is out."""


def is_out(out: SeatsOut, seat: int) -> bool:
    """Returns whether a seat is out of a match."""
    return out is not UNSET and seat in out


def with_out(out: SeatsOut, seat: int) -> tuple[int, ...]:
    """Adds a seat to the seats that are out."""
    return (seat,) if out is UNSET else tuple(sorted({*out, seat}))


class SeatHolder(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The holder of a seat: a player or a bot of some level. Both are empty while the seat is open."""

    player: str = ""
    bot: str = ""
    entropy: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.player or self.bot)
