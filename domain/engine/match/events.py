"""The events that frame every match, whatever its game."""

from __future__ import annotations

from enum import Enum
from typing import get_args

from msgspec import Raw

from domain.engine import words
from domain.engine.match.clock import Clock, Takebacks


class Disclosure(Enum):
    """Who may see everything once a match is closed."""

    EVERYONE = "everyone"
    PLAYERS = "players"


class Ending(Enum):
    """Why a match was closed.

    `finished`: the rules of its game have ended it, and the result is theirs.

    `too-long`: its log would have passed 15,000 entries (`entries_per_match` of `x-limits`), as it may where nobody
    plays to win. It has no result, and no winner. At a table of a tournament it closes nothing: the round stays open
    until a referee rules that game, at `…/rounds/{round}/tables/{table}/rulings`; the scores tell who was ahead.

    `forfeited`: all seats but one were out, as their time was over or they had resigned. Who was left is first;
    all have 0 points.

    `ruled`: a referee has said how it ends, and the result is the ruling.

    `called-off`: its tournament was called off, or its table was ruled without it. It has no result.
    """

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


class Opened(words.Event, frozen=True, omit_defaults=True, tag="opened"):
    """A match was opened: what it plays by, pinned; the hash of the facts and the commitment to the secret are hex.

    A `held` one is part of a tournament, and closed it opens to nobody before that is over. Where bots are not welcome,
    no account that a program plays sits down: whoever lets people in sees to that, the log does not know who they are.
    """

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
    held: bool = False
    bots_welcome: bool = True


class Forked(words.Event, frozen=True, omit_defaults=True, tag="forked"):
    """The match begins in the middle of another one: at a version of it, of which the head was this (hex).

    `position` is an event of the game, as its bytes, and holds what the eyes of a seat, or of nobody, knew. When all
    seats are taken, the match starts with it, and what these eyes did not know is dealt anew.
    """

    match: str
    version: int
    head: str
    position: Raw
    eyes: int | None = None


class SeatTaken(words.Event, frozen=True, omit_defaults=True, tag="seat-taken"):
    """Somebody sat down: a player, who may add entropy of their own (hex, up to 64 bytes), or a bot of some level."""

    seat: int
    player: str = ""
    bot: str = ""
    entropy: str = ""


class SeatLeft(words.Event, frozen=True, tag="seat-left"):
    """A player stood up before the match started."""

    seat: int


class Started(words.Event, frozen=True, tag="started"):
    """All seats were taken; what the game deals follows in the same batch."""


class UndoAsked(words.Event, frozen=True, tag="undo-asked"):
    """A seat asked everybody to go back to a version; the version of this entry is the number of the request."""

    seat: int
    to: int


class UndoAnswered(words.Event, frozen=True, tag="undo-answered"):
    """A seat granted or refused a request to go back."""

    request: int
    seat: int
    grant: bool


class Undone(words.Event, frozen=True, tag="undone"):
    """The match went back to the state at a version; the entries between no longer count, and stay readable."""

    to: int


class Inspected(words.Event, frozen=True, tag="inspected"):
    """A referee looked at everything while the match was running."""

    player: str


class TimeOver(words.Event, frozen=True, omit_defaults=True, tag="time-over"):
    """The clock called the time of a seat; what that brings follows in the same batch.

    It is the `missed`th time since the seat last gave a command of its own.
    """

    seat: int
    missed: int = 1


class BotTookOver(words.Event, frozen=True, tag="bot-took-over"):
    """From here on a bot of some level plays for the person at a seat, whose result it stays."""

    seat: int
    level: str


class Forfeited(words.Event, frozen=True, omit_defaults=True, tag="forfeited"):
    """A seat is out, because its time was over or because it resigned: the game's default answers stand for it."""

    seat: int
    resigned: bool = False


class Paused(words.Event, frozen=True, omit_defaults=True, tag="match-paused"):
    """A referee stopped the match: no seat plays, and no time runs."""

    player: str
    cause: Cause = Cause.OTHER


class Resumed(words.Event, frozen=True, tag="match-resumed"):
    """A referee let the match go on."""

    player: str


class Extended(words.Event, frozen=True, omit_defaults=True, tag="extended"):
    """A referee gave more time, to one seat, or to all; for all the deadline moves too."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class SilencePassed(words.Event, frozen=True, tag="silence-passed"):
    """Nobody could play from one moment to another (milliseconds since 1970), so no time ran.

    The service or its log was away; each time that this happens to it has a later `number`.
    """

    number: int
    since: int
    until: int


class Ruled(words.Event, frozen=True, omit_defaults=True, tag="ruled"):
    """A referee said how the match ends; this stands for what was played."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CalledOff(words.Event, frozen=True, tag="called-off"):
    """The tournament was called off in which the match was played: it ends without a result."""

    player: str


class Closed(words.Event, frozen=True, tag="closed"):
    """The match is over, and its secret published (64 hex digits): from here on anybody can verify it."""

    reason: Ending
    secret: str


EngineEvent = (
    Opened
    | Forked
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
