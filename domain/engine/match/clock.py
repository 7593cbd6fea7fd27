"""Clocks: how long a seat may think, and what happens when its time is over. An option of any match."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

MISSED = 3
"""So many times called in a row, without a command of its own in between, and a seat plays no more."""


class AtZero(Enum):
    """What the end of a seat's time brings: the game's default answer, a bot in its place, or that it is out."""

    DEFAULT = "default"
    BOT = "bot"
    FORFEIT = "forfeit"


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time of every seat that a person plays; 0 is no bound.

    `command` are the seconds for each answer, `match` those for all answers of a match together. Of each answer up to
    `increment` seconds are given back to the match: who may answer often, as by one offer after another, earns nothing
    by it. After the `deadline` (milliseconds since 1970) nobody has any time. With `default` a seat that lets its time
    pass three times in a row is out. A bot of the level `bot` takes over: at once, or with `default` instead of that.
    """

    command: int = 0
    match: int = 0
    increment: int = 0
    deadline: int = 0
    at_zero: AtZero = AtZero.DEFAULT
    bot: str = ""

    @property
    def sound(self) -> bool:
        """Whether it bounds something, and says no more than what it needs to."""
        bounds = (self.command, self.match, self.deadline)
        return (
            any(bounds)
            and min(*bounds, self.increment) >= 0
            and bool(self.match or not self.increment)
            and (self.at_zero is AtZero.DEFAULT or (self.at_zero is AtZero.BOT) == bool(self.bot))
        )


class Takebacks(Enum):
    """What may be taken back: with everybody's consent anything, or only what is free."""

    AGREED = "agreed"
    OWN = "own"
