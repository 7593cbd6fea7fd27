"""Who looks at a match, and who sits at it."""

from __future__ import annotations

from msgspec import Struct


class Seat(Struct, frozen=True):
    """A viewer who sits at the table and sees what that seat may see."""

    number: int


class Spectator(Struct, frozen=True):
    """A viewer who sees what is public."""


class Referee(Struct, frozen=True):
    """A viewer who sees everything; while a match runs, every such look is an entry of its log."""


Viewer = Seat | Spectator | Referee


class SeatHolder(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place at the table and who sits there: a player, a bot of some level, or nobody yet."""

    player: str = ""
    bot: str = ""
    entropy: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.player or self.bot)
