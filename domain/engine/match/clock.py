"""Clocks: the thinking time of a seat, and what happens when it runs out. Any match may have a clock."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

MISSED = 3
"""The number of consecutive calls, without a command from the seat, after which it is out or a bot takes over."""


class AtZero(Enum):
    """The effect when a seat's time is over: the default answer is given, a bot takes over, or the seat is out."""

    DEFAULT = "default"
    BOT = "bot"
    FORFEIT = "forfeit"


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time limits for every seat that a person plays. 0 means no limit.

    `command` is the time for each answer in seconds, and `match` the time for all answers together. After each answer,
    up to `increment` of the seconds that it took are given back to `match`, so frequent answers gain no time. After the
    `deadline` (milliseconds since 1970) no seat has any time left. If `at_zero` is `default`, a seat whose time is
    called three times in a row is out, or replaced by a bot if `bot` names a level. If it is `bot`, the bot takes over
    at once.
    """

    command: int = 0
    match: int = 0
    increment: int = 0
    deadline: int = 0
    at_zero: AtZero = AtZero.DEFAULT
    bot: str = ""

    @property
    def sound(self) -> bool:
        """Whether the clock has at least one limit and no contradictory fields."""
        bounds = (self.command, self.match, self.deadline)
        return (
            any(bounds)
            and min(*bounds, self.increment) >= 0
            and bool(self.match or not self.increment)
            and (self.at_zero is AtZero.DEFAULT or (self.at_zero is AtZero.BOT) == bool(self.bot))
        )


class Takebacks(Enum):
    """The commands that may be taken back: any if all other seats agree, or only those that a seat takes back alone."""

    AGREED = "agreed"
    OWN = "own"
