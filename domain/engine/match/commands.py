"""What may be wanted of a match besides the commands of its game."""

from __future__ import annotations

from typing import get_args

from msgspec import Raw, Struct

from domain.engine.match.clock import Clock, Takebacks
from domain.engine.match.events import Cause, Disclosure
from domain.engine.seats import Chair


class OpenMatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="open-match", tag_field="t"):
    """Open a match with these chairs; it starts at once when all of them are taken."""

    chairs: tuple[Chair, ...]
    options: Raw
    disclosure: Disclosure = Disclosure.EVERYONE
    opener: str = ""
    clock: Clock | None = None
    takebacks: Takebacks = Takebacks.AGREED


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="take-seat", tag_field="t"):
    """Sit down; the entropy (hex) goes into the seed."""

    seat: int
    player: str
    entropy: str = ""


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True, tag="leave-seat", tag_field="t"):
    """Stand up before the match starts."""

    seat: int


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="take-back", tag_field="t"):
    """Go back to a version: at once where that is free; elsewhere only by asking the other seats."""

    to: int
    ask: bool = False


class AnswerUndo(Struct, frozen=True, forbid_unknown_fields=True, tag="answer-undo", tag_field="t"):
    """Grant or refuse somebody's request to go back."""

    request: int
    grant: bool


class Inspect(Struct, frozen=True, forbid_unknown_fields=True, tag="inspect", tag_field="t"):
    """Look at everything as a referee while the match runs."""

    player: str


class CallTime(Struct, frozen=True, forbid_unknown_fields=True, tag="call-time", tag_field="t"):
    """Say that the time is over of whoever is due first, or of all who are due at that very moment."""


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign", tag_field="t"):
    """Give up: the seat is out from here on."""


class Pause(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="pause", tag_field="t"):
    """Stop the match as a referee."""

    player: str
    cause: Cause = Cause.OTHER


class Resume(Struct, frozen=True, forbid_unknown_fields=True, tag="resume", tag_field="t"):
    """Let a stopped match go on as a referee."""

    player: str


class Extend(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="extend", tag_field="t"):
    """Give a seat, or all of them, more time as a referee."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class PassSilence(Struct, frozen=True, forbid_unknown_fields=True, tag="pass-silence", tag_field="t"):
    """Let no time have run while the service or its log was away, as that was recorded under a number."""

    number: int
    since: int
    until: int


class RuleResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="rule-result", tag_field="t"):
    """Say as a referee how the match ends; it is closed at once."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CallOff(Struct, frozen=True, forbid_unknown_fields=True, tag="call-off", tag_field="t"):
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
