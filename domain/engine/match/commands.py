"""What may be wanted of a match besides the commands of its game."""

from __future__ import annotations

from typing import get_args

from msgspec import Raw, Struct

from domain.engine import words
from domain.engine.match.clock import Clock, Takebacks
from domain.engine.match.events import Cause, Disclosure
from domain.engine.seats import SeatHolder


class First(Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the game that a seat brings along to the opening, as the bytes that are decided on."""

    seat: int
    cmd: Raw


class Fork(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a match begins: at a version of another one, of which the head was this (hex), as some eyes knew it.

    The eyes are those of a seat, or of nobody. The `position` is an event of the game, as its bytes.
    """

    match: str
    version: int
    head: str
    position: Raw
    eyes: int | None = None


class OpenMatch(words.Command, frozen=True, omit_defaults=True, tag="open-match"):
    """Open a match with these chairs; it starts at once when all of them are taken.

    Then the `first` commands, at most one of each seat in the order of the seats, are judged right after the deal. A
    `held` match stays as it was shown while it ran, also when it is closed, until its tournament is over. With a `fork`
    nothing is dealt: the match begins with that position, of which what its eyes did not know is dealt anew.
    With `bots_welcome` false no account that a program plays sits down.
    """

    chairs: tuple[SeatHolder, ...]
    options: Raw
    disclosure: Disclosure = Disclosure.EVERYONE
    opener: str = ""
    clock: Clock | None = None
    takebacks: Takebacks = Takebacks.AGREED
    held: bool = False
    first: tuple[First, ...] = ()
    fork: Fork | None = None
    bots_welcome: bool = True


class TakeSeat(words.Command, frozen=True, omit_defaults=True, tag="take-seat"):
    """Sit down; the entropy (hex) goes into the seed. Instead of a player a bot of some level may be seated."""

    seat: int
    player: str = ""
    entropy: str = ""
    bot: str = ""


class LeaveSeat(words.Command, frozen=True, tag="leave-seat"):
    """Stand up before the match starts."""

    seat: int


class TakeBack(words.Command, frozen=True, omit_defaults=True, tag="take-back"):
    """Go back to a version: at once where that is free; elsewhere only by asking the other seats."""

    to: int
    ask: bool = False


class AnswerUndo(words.Command, frozen=True, tag="answer-undo"):
    """Grant or refuse somebody's request to go back."""

    request: int
    grant: bool


class Inspect(words.Command, frozen=True, tag="inspect"):
    """Look at everything as a referee while the match runs."""

    player: str


class CallTime(words.Command, frozen=True, tag="call-time"):
    """Say that the time is over of whoever is due first, or of all who are due at that very moment."""


class Resign(words.Command, frozen=True, tag="resign"):
    """Give up: the seat is out from here on."""


class Pause(words.Command, frozen=True, omit_defaults=True, tag="pause"):
    """Stop the match as a referee."""

    player: str
    cause: Cause = Cause.OTHER


class Resume(words.Command, frozen=True, tag="resume"):
    """Let a stopped match go on as a referee."""

    player: str


class Extend(words.Command, frozen=True, omit_defaults=True, tag="extend"):
    """Give a seat, or all of them, more time as a referee."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class PassSilence(words.Command, frozen=True, tag="pass-silence"):
    """Let no time have run while the service or its log was away, as that was recorded under a number."""

    number: int
    since: int
    until: int


class RuleResult(words.Command, frozen=True, omit_defaults=True, tag="rule-result"):
    """Say as a referee how the match ends; it is closed at once."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CallOff(words.Command, frozen=True, tag="call-off"):
    """End the match without a result, because its tournament is called off by this organiser."""

    player: str


EngineCommand = (
    OpenMatch
    | TakeSeat
    | LeaveSeat
    | TakeBack
    | AnswerUndo
    | Inspect
    | CallTime
    | Resign
    | Pause
    | Resume
    | Extend
    | PassSilence
    | RuleResult
    | CallOff
)

ENGINE_COMMANDS: frozenset[type] = frozenset(get_args(EngineCommand))
