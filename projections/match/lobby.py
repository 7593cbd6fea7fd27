"""A match as the lobby lists it: a fold over the engine's events, for matches of any game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.match.events import (
    ENGINE_EVENTS,
    BotTookOver,
    Closed,
    Disclosure,
    Forfeited,
    Forked,
    Opened,
    SeatChanged,
    SeatLeft,
    SeatOfferAnswered,
    SeatOpened,
    SeatTaken,
    Started,
)
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import FormerPlayer, Status
from chronik.domain.engine.seats import SeatHolder


class ListedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat in the lobby's table: open, or taken by a player, a bot, or both.

    `offered`: another person may take it during play. `former` are the people who left it during play, each with the
    entry at which that happened. A search for `"player":"<id>"` in the JSON finds only the present players.
    """

    seat: int
    player: str | None = None
    bot: str | None = None
    offered: bool = False
    former: tuple[tuple[str, int], ...] = ()


class ListedResult(Struct, frozen=True):
    """The result of a match in the lobby's table: points and places by seat."""

    points: tuple[int, ...]
    places: tuple[int, ...]


class Origin(Struct, frozen=True):
    """The origin of a fork: another match, and a version of it."""

    match: str
    version: int


class Listing(Struct, frozen=True, kw_only=True):
    """A match as the lobby lists it, from its opening on. Times are in milliseconds since 1970.

    The lobby's table does not store `held`. It is known only after folding the log from its beginning.
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
    offered: int | None = None
    former: tuple[FormerPlayer, ...] = ()
    opened_at: int = 0
    started_at: int | None = None
    closed_at: int | None = None
    origin: Origin | None = None
    tutorial: bool = False
    private: bool = False
    changed_at: int = 0


def update_listing(listing: Listing, entries: Iterable[Entry]) -> Listing:
    """Returns the listing after these entries. Raises `ValueError` if they do not follow its version."""
    version, changed_at = listing.version, listing.changed_at
    for entry in entries:
        if entry.n != version + 1:
            raise ValueError(f"entry {entry.n} does not follow version {version}")
        version, changed_at = entry.n, entry.at
        if type(entry.e) in ENGINE_EVENTS:
            listing = _apply(listing, entry)
    return replace(listing, version=version, changed_at=changed_at)


def _apply(listing: Listing, entry: Entry) -> Listing:  # noqa: C901  one case per event
    match entry.e:
        case Opened():
            return _apply_opened(listing, entry.e, entry.at)
        case Forked(match=match, version=version):
            return replace(listing, origin=Origin(match, version))
        case SeatTaken(seat=seat, player=player, bot=bot):
            return replace(listing, chairs=replace_at(listing.chairs, seat, SeatHolder(player, bot)))
        case SeatLeft(seat=seat):
            return replace(listing, chairs=replace_at(listing.chairs, seat, SeatHolder()))
        case BotTookOver(seat=seat, level=level):
            chair = replace(listing.chairs[seat], bot=level)
            return replace(listing, chairs=replace_at(listing.chairs, seat, chair), offered=None)
        case SeatOpened(seat=seat):
            return replace(listing, offered=seat)
        case SeatOfferAnswered(grant=False) | Forfeited():
            return replace(listing, offered=None)
        case SeatChanged(seat=seat, player=player):
            former = FormerPlayer(seat, listing.chairs[seat].player, entry.n)
            chairs = replace_at(listing.chairs, seat, SeatHolder(player))
            return replace(listing, chairs=chairs, offered=None, former=(*listing.former, former))
        case Started():
            return replace(listing, status=Status.RUNNING, started_at=entry.at)
        case Closed():
            return replace(listing, status=Status.FINISHED, closed_at=entry.at, offered=None)
        case _:
            return listing


def _apply_opened(listing: Listing, opened: Opened, at: int) -> Listing:
    return replace(
        listing,
        game=opened.game,
        rules=opened.rules,
        opener=opened.opener,
        disclosure=opened.disclosure,
        held=opened.held,
        chairs=(SeatHolder(),) * opened.seats,
        opened_at=at,
        tutorial=bool(opened.tutorial),
        private=opened.private,
    )
