"""The engine's events: they frame every match of any game."""

from __future__ import annotations

from enum import Enum
from typing import get_args

from msgspec import Raw

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.match.clock import Clock, Takebacks


class Disclosure(Enum):
    """The viewers who may see everything after a match is closed."""

    EVERYONE = "everyone"
    PLAYERS = "players"


class Ending(Enum):
    """The reason why a match was closed.

    `finished`: the rules of its game ended it and determined the result.

    `too-long`: its log would have passed 15,000 entries (`entries_per_match` of `x-limits`). This can happen if no
    player tries to win. The match has no result and no winner. At a tournament table, the round then stays open until a
    referee decides that game with `POST …/rounds/{round}/tables/{table}/rulings`. The scores show which seat was ahead.

    `forfeited`: all seats but one were out, because their time was over or they had resigned. The last seat is first;
    all seats have 0 points.

    `ruled`: a referee decided the result.

    `called-off`: its tournament was called off, or a referee decided the table without this match. It has no result.
    """

    FINISHED = "finished"
    TOO_LONG = "too-long"
    FORFEITED = "forfeited"
    RULED = "ruled"
    CALLED_OFF = "called-off"


class Cause(Enum):
    """The reason for a referee's decision. Free text about it is stored outside the log, so that it can be erased."""

    ERROR = "error"
    NO_SHOW = "no-show"
    CONDUCT = "conduct"
    COLLUSION = "collusion"
    DECK = "deck"
    TIME = "time"
    OTHER = "other"


class Opened(tagged_structs.Event, frozen=True, omit_defaults=True, tag="opened"):
    """A match was opened. The event pins its rules version, options and the hash of its facts (hex).

    `commitment` is the commitment to the secret (hex). A `held` match belongs to a tournament: after it is closed, its
    contents stay hidden until the tournament is over. If `bots_welcome` is false, accounts that a program plays cannot
    take a seat. The service checks that, because the log does not record the kind of an account. A `tutorial` names its
    lesson, from which its seed follows. The service lists no `private` match; players reach it by its link.
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
    tutorial: str = ""
    private: bool = False


class Forked(tagged_structs.Event, frozen=True, omit_defaults=True, tag="forked"):
    """The match begins with a position from another match, at this version and head (hex) of that match.

    `position` is an event of the game, as bytes. It holds what one viewer knew: the seat `eyes`, or a spectator if
    `eyes` is absent. When all seats are taken, the match starts with this position, and everything that the viewer did
    not know is dealt again.
    """

    match: str
    version: int
    head: str
    position: Raw
    eyes: int | None = None


class SeatTaken(tagged_structs.Event, frozen=True, omit_defaults=True, tag="seat-taken"):
    """A seat was taken by a player, who may add entropy (hex, up to 64 bytes), or by a bot of some level."""

    seat: int
    player: str = ""
    bot: str = ""
    entropy: str = ""


class SeatLeft(tagged_structs.Event, frozen=True, tag="seat-left"):
    """A player left a seat before the match started."""

    seat: int


class Started(tagged_structs.Event, frozen=True, tag="started"):
    """All seats were taken. The deal of the game follows in the same batch."""


class UndoAsked(tagged_structs.Event, frozen=True, tag="undo-asked"):
    """A seat asked the other seats to go back to a version. The version of this entry is the number of the request."""

    seat: int
    to: int


class UndoAnswered(tagged_structs.Event, frozen=True, tag="undo-answered"):
    """A seat granted or refused a request to go back."""

    request: int
    seat: int
    grant: bool


class Undone(tagged_structs.Event, frozen=True, tag="undone"):
    """The match went back to the state at a version. The entries in between no longer count but stay readable."""

    to: int


class Inspected(tagged_structs.Event, frozen=True, tag="inspected"):
    """A referee inspected everything while the match was running."""

    player: str


class TimeOver(tagged_structs.Event, frozen=True, omit_defaults=True, tag="time-over"):
    """The time of a seat was called. The consequences follow in the same batch.

    `missed` counts the calls since the seat last gave a command itself, including this call.
    """

    seat: int
    missed: int = 1


class BotTookOver(tagged_structs.Event, frozen=True, tag="bot-took-over"):
    """From now on, a bot of some level plays for the person at a seat. The result still counts for the person."""

    seat: int
    level: str


class Forfeited(tagged_structs.Event, frozen=True, omit_defaults=True, tag="forfeited"):
    """A seat is out, because its time was over or it resigned. The game's default answers are given for it."""

    seat: int
    resigned: bool = False


class SeatOffered(tagged_structs.Event, frozen=True, tag="seat-offered"):
    """The person at a seat wants to leave during play, and offers the seat to another person.

    The version of this entry is the number of the offer. The offer lapses if a seat goes out or a bot takes one over.
    """

    seat: int


class SeatOfferAnswered(tagged_structs.Event, frozen=True, tag="seat-offer-answered"):
    """A seat agreed that another person may take an offered seat, or did not. The offering seat withdraws like that."""

    offer: int
    seat: int
    grant: bool


class SeatOpened(tagged_structs.Event, frozen=True, tag="seat-opened"):
    """All other people at the table agreed to an offer, so the next person who wants the seat takes it."""

    seat: int


class SeatChanged(tagged_structs.Event, frozen=True, tag="seat-changed"):
    """Another person took an offered seat during play, with its cards, points and clock."""

    seat: int
    player: str


class Paused(tagged_structs.Event, frozen=True, omit_defaults=True, tag="match-paused"):
    """A referee paused the match. No seat may play, and no clock runs."""

    player: str
    cause: Cause = Cause.OTHER


class Resumed(tagged_structs.Event, frozen=True, tag="match-resumed"):
    """A referee resumed the match."""

    player: str


class Extended(tagged_structs.Event, frozen=True, omit_defaults=True, tag="extended"):
    """A referee gave more time to one seat, or to all seats. If it is for all seats, the deadline moves too."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class SilencePassed(tagged_structs.Event, frozen=True, tag="silence-passed"):
    """The service or its log was unavailable from `since` to `until` (milliseconds since 1970), so no clock ran.

    Each such outage has a higher `number` than the one before.
    """

    number: int
    since: int
    until: int


class Ruled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="ruled"):
    """A referee decided the result. It replaces the result of the game."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CalledOff(tagged_structs.Event, frozen=True, tag="called-off"):
    """The tournament of the match was called off. The match ends without a result."""

    player: str


class Closed(tagged_structs.Event, frozen=True, tag="closed"):
    """The match is over, and its secret (64 hex digits) is published, so that anyone can verify the match."""

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
    | SeatOffered
    | SeatOfferAnswered
    | SeatOpened
    | SeatChanged
    | Paused
    | Resumed
    | Extended
    | SilencePassed
    | Ruled
    | CalledOff
    | Closed
)

ENGINE_EVENTS: frozenset[type] = frozenset(get_args(EngineEvent))
