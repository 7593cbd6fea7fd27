"""What the lobby knows of a match: a fold over the entries that frame it, whatever its game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from domain.engine.match.events import (
    ENGINE_EVENTS,
    BotTookOver,
    Closed,
    Disclosure,
    Forked,
    Opened,
    SeatLeft,
    SeatTaken,
    Started,
)
from domain.engine.match.log import Entry
from domain.engine.match.match import Status
from domain.engine.seats import SeatHolder
from domain.engine.tuples import placed


class ListedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a match as the lobby's table keeps it: open, or taken by a player or a bot, or both."""

    seat: int
    player: str | None = None
    bot: str | None = None


class ListedResult(Struct, frozen=True):
    """How a match ended, as the lobby's table keeps it: points and places by seat."""

    points: tuple[int, ...]
    places: tuple[int, ...]


class Origin(Struct, frozen=True):
    """Where a match was gone on from: another match, at a version of it."""

    match: str
    version: int


class Listing(Struct, frozen=True, kw_only=True):
    """A match as the lobby lists it, once it is opened; times are milliseconds since 1970.

    Whether it is `held` the lobby's table does not keep: only who has folded the log from its beginning knows it.
    """

    id: str
    version: int = 0
    game: str = ""
    rules: int = 0
    opener: str = ""
    disclosure: Disclosure = Disclosure.EVERYONE
    held: bool = False
    status: Status = Status.OPEN
    chairs: tuple[SeatHolder, ...] = ()
    opened_at: int = 0
    started_at: int | None = None
    closed_at: int | None = None
    origin: Origin | None = None


def listed(listing: Listing, entries: Iterable[Entry]) -> Listing:
    """The listing after some more entries, which must follow its version."""
    version = listing.version
    for entry in entries:
        if entry.n != version + 1:
            raise ValueError(f"entry {entry.n} does not follow version {version}")
        version = entry.n
        if type(entry.e) in ENGINE_EVENTS:
            listing = _after(listing, entry)
    return replace(listing, version=version)


def _after(listing: Listing, entry: Entry) -> Listing:
    match entry.e:
        case Opened():
            return _opened(listing, entry.e, entry.at)
        case Forked(match=match, version=version):
            return replace(listing, origin=Origin(match, version))
        case SeatTaken(seat=seat, player=player, bot=bot):
            return replace(listing, chairs=placed(listing.chairs, seat, SeatHolder(player, bot)))
        case SeatLeft(seat=seat):
            return replace(listing, chairs=placed(listing.chairs, seat, SeatHolder()))
        case BotTookOver(seat=seat, level=level):
            return replace(listing, chairs=placed(listing.chairs, seat, replace(listing.chairs[seat], bot=level)))
        case Started():
            return replace(listing, status=Status.RUNNING, started_at=entry.at)
        case Closed():
            return replace(listing, status=Status.FINISHED, closed_at=entry.at)
        case _:
            return listing


def _opened(listing: Listing, opened: Opened, at: int) -> Listing:
    return replace(
        listing,
        game=opened.game,
        rules=opened.rules,
        opener=opened.opener,
        disclosure=opened.disclosure,
        held=opened.held,
        chairs=(SeatHolder(),) * opened.seats,
        opened_at=at,
    )
