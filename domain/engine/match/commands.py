"""The commands of any match, apart from those of its game."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta, Raw, Struct

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.match.clock import Clock, Takebacks
from chronik.domain.engine.match.events import Cause, Disclosure
from chronik.domain.engine.seats import SeatHolder


class First(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's game command that is part of the opening, as the bytes that the log stores."""

    seat: int
    cmd: Raw


class Fork(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The origin of a fork: another match, a version of it, and the head at that version (hex).

    `position` is an event of the game, as bytes. It holds what one viewer knew: the seat `eyes`, or a spectator if
    `eyes` is absent.
    """

    match: str
    version: int
    head: str
    position: Raw
    eyes: int | None = None


class OpenMatch(tagged_structs.Command, frozen=True, omit_defaults=True, tag="open-match"):
    """Open a match with these chairs. It starts at once if all chairs are taken.

    In that case the `first` commands are judged right after the deal: at most one for each seat, in seat order. A
    `held` match discloses nothing more after its close until its tournament is over. With a `fork`, the match begins
    with that position instead of a deal. The things that its viewer could not see are dealt again. If `bots_welcome` is
    false, accounts that a program plays cannot take a seat. If `bound` is true, the secret is derived from a
    tournament's secret, which was committed to before the tournament's entrants registered. With a `tutorial`, the
    seed follows from this lesson alone, and no seat may add entropy. The service lists no `private` match.
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
    bound: bool = False
    tutorial: Annotated[str, Meta(max_length=40)] = ""
    private: bool = False


class TakeSeat(tagged_structs.Command, frozen=True, omit_defaults=True, tag="take-seat"):
    """Take a seat for a player, or for a bot of some level. The entropy (hex) goes into the seed.

    If `sought` is true, the player asked for any match on certain terms, and the service chose this match. During play
    a person takes an offered seat, without entropy.
    """

    seat: int
    player: str = ""
    entropy: str = ""
    bot: str = ""
    sought: bool = False


class LeaveSeat(tagged_structs.Command, frozen=True, tag="leave-seat"):
    """Leave a seat before the match starts."""

    seat: int


class TakeBack(tagged_structs.Command, frozen=True, omit_defaults=True, tag="take-back"):
    """Go back to a version: at once if the seat may do that alone, otherwise by asking the other seats."""

    to: int
    ask: bool = False


class AnswerUndo(tagged_structs.Command, frozen=True, tag="answer-undo"):
    """Grant or refuse another seat's request to go back."""

    request: int
    grant: bool


class Inspect(tagged_structs.Command, frozen=True, tag="inspect"):
    """See everything as a referee while the match runs."""

    player: str


class CallTime(tagged_structs.Command, frozen=True, tag="call-time"):
    """Call time on the seat whose time runs out first, or on several seats if theirs runs out at the same moment."""


class Resign(tagged_structs.Command, frozen=True, tag="resign"):
    """Resign. The seat is out from now on."""


class OfferSeat(tagged_structs.Command, frozen=True, tag="offer-seat"):
    """Offer the seat to another person during play, if the other people at the table agree."""


class AnswerSeatOffer(tagged_structs.Command, frozen=True, tag="answer-seat-offer"):
    """Agree or disagree that another person takes an offered seat, or withdraw the offer of one's seat."""

    offer: int
    grant: bool


class Pause(tagged_structs.Command, frozen=True, omit_defaults=True, tag="pause"):
    """Pause the match as a referee."""

    player: str
    cause: Cause = Cause.OTHER


class Resume(tagged_structs.Command, frozen=True, tag="resume"):
    """Resume a paused match as a referee."""

    player: str


class Extend(tagged_structs.Command, frozen=True, omit_defaults=True, tag="extend"):
    """Give one seat, or all seats, more time as a referee."""

    player: str
    seconds: int
    seat: int | None = None
    cause: Cause = Cause.OTHER


class PassSilence(tagged_structs.Command, frozen=True, tag="pass-silence"):
    """Exclude an outage of the service or of its log from all clocks; `number` is the number of the recorded outage."""

    number: int
    since: int
    until: int


class RuleResult(tagged_structs.Command, frozen=True, omit_defaults=True, tag="rule-result"):
    """Decide the result as a referee. The match is closed at once."""

    player: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER


class CallOff(tagged_structs.Command, frozen=True, tag="call-off"):
    """End the match without a result, because this organiser called off its tournament."""

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
    | OfferSeat
    | AnswerSeatOffer
    | Pause
    | Resume
    | Extend
    | PassSilence
    | RuleResult
    | CallOff
)

ENGINE_COMMANDS: frozenset[type] = frozenset(get_args(EngineCommand))
