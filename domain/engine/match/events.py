"""The events that frame every match, whatever its game."""

from __future__ import annotations

from enum import Enum
from typing import get_args

from msgspec import Raw, Struct

from domain.engine.match.clock import Clock, Takebacks


class Disclosure(Enum):
    """Who may see everything once a match is closed."""

    EVERYONE = "everyone"
    PLAYERS = "players"


class Ending(Enum):
    """Why a match was closed."""

    FINISHED = "finished"
    TOO_LONG = "too-long"
    FORFEITED = "forfeited"
    RULED = "ruled"
    CALLED_OFF = "called-off"


class Cause(Enum):
    """Why a referee stepped in; whatever words there are about it stand elsewhere, where they can be erased."""

    ERROR = "error"
    NO_SHOW = "no-show"
    CONDUCT = "conduct"
    COLLUSION = "collusion"
    DECK = "deck"
    TIME = "time"
    OTHER = "other"


class Opened(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="opened", tag_field="t"):
    """A match was opened: what it plays by, pinned; the hash of the facts and the commitment to the secret are hex."""

    game: str
    rules: int
    facts: str
    seats: int
    options: Raw
    disclosure: Disclosure = Disclosure.EVERYONE
    opener: str = ""
    commitment: str = ""
    clock: Clock | None = None
    takebacks: Takebacks = Takebacks.AGREED


class SeatTaken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="seat-taken", tag_field="t"):
    """Somebody sat down: a player, who may add entropy of their own (hex, up to 64 bytes), or a bot of some level."""

    seat: int
    player: str = ""
    bot: str = ""
    entropy: str = ""


class SeatLeft(Struct, frozen=True, forbid_unknown_fields=True, tag="seat-left", tag_field="t"):
    """A player stood up before the match started."""

    seat: int


class Started(Struct, frozen=True, forbid_unknown_fields=True, tag="started", tag_field="t"):
    """All seats were taken; what the game deals follows in the same batch."""


class UndoAsked(Struct, frozen=True, forbid_unknown_fields=True, tag="undo-asked", tag_field="t"):
    """A seat asked everybody to go back to a version; the version of this entry is the number of the request."""

    seat: int
    to: int


class UndoAnswered(Struct, frozen=True, forbid_unknown_fields=True, tag="undo-answered", tag_field="t"):
    """A seat granted or refused a request to go back."""

    request: int
    seat: int
    grant: bool


class Undone(Struct, frozen=True, forbid_unknown_fields=True, tag="undone", tag_field="t"):
    """The match went back to the state at a version; the entries between no longer count, and stay readable."""

    to: int


class Inspected(Struct, frozen=True, forbid_unknown_fields=True, tag="inspected", tag_field="t"):
    """A referee looked at everything while the match was running."""

    player: str


class TimeOver(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="time-over", tag_field="t"):
    """The clock called the time of a seat; what that brings follows in the same batch.

    It is the `missed`th time since the seat last gave a command of its own.
    """

    seat: int
    missed: int = 1


class BotTookOver(Struct, frozen=True, forbid_unknown_fields=True, tag="bot-took-over", tag_field="t"):
    """From here on a bot of some level plays for the person at a seat, whose result it stays."""

    seat: int
    level: str


class Forfeited(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="forfeited", tag_field="t"):
    """A seat is out, because its time was over or because it resigned: the game's default answers stand for it."""

    seat: int
    resigned: bool = False


class Paused(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="match-paused", tag_field="t"):
    """A referee stopped the match: no seat plays, and no time runs."""

    player: str
    cause: Cause = Cause.OTHER


class Resumed(Struct, frozen=True, forbid_unknown_fields=True, tag="match-resumed", tag_field="t"):
    """A referee let the match go on."""

    player: str


class Extended(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="extended", tag_field="t"):
    """A referee gave more time, to one seat, or to all; for all the deadline moves too."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class SilencePassed(Struct, frozen=True, forbid_unknown_fields=True, tag="silence-passed", tag_field="t"):
    """Nobody could play from one moment to another (milliseconds since 1970), so no time ran.

    The service or its log was away; `number` counts all the times that this happened to it.
    """

    number: int
    since: int
    until: int


class Ruled(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="ruled", tag_field="t"):
    """A referee said how the match ends; this stands for what was played."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CalledOff(Struct, frozen=True, forbid_unknown_fields=True, tag="called-off", tag_field="t"):
    """The tournament was called off in which the match was played: it ends without a result."""

    player: str


class Closed(Struct, frozen=True, forbid_unknown_fields=True, tag="closed", tag_field="t"):
    """The match is over, and its secret published (64 hex digits): from here on anybody can verify it."""

    reason: Ending
    secret: str


EngineEvent = (
    Opened
    | SeatTaken
    | SeatLeft
    | Started
    | UndoAsked
    | UndoAnswered
    | Undone
    | Inspected
    | TimeOver
    | BotTookOver
    | Forfeited
    | Paused
    | Resumed
    | Extended
    | SilencePassed
    | Ruled
    | CalledOff
    | Closed
)

ENGINE_EVENTS: frozenset[type] = frozenset(get_args(EngineEvent))
