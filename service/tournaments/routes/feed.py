"""The event stream of a tournament."""

from litestar import Response, get

from chronik.projections.tournament.news import (
    NewsEnded,
    NewsPenalty,
    NewsResult,
    NewsRoundClosed,
    NewsRoundPaired,
    NewsRuling,
    NewsStandings,
    NewsTableStarted,
)
from chronik.service.identity.auth import authenticate
from chronik.service.matches.routes.feed import EventStream, OpenStream, acquire_slot, last_seen_version
from chronik.service.tournaments.feed import Follower, NewsStanding, TournamentFeeds
from chronik.service.tournaments.routes.recording import TournamentId, TournamentServices, load_tournament
from chronik.service.web.compression import reads_gzip
from chronik.service.web.feed_slots import FeedSlots
from chronik.service.web.media import EVENTS
from chronik.service.web.openapi.contract import StreamEvent, Token, promises
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

PAIRED = "A round was paired, or paired again before it starts."
STARTED = "A game of a table can begin: the round has started, or the game before is over."
RESULT = "A game has its first result, from its match or from the players at the table."
RULING = "A referee has ruled how a game or a table ends, or corrected its result."
PENALTY = "A referee has taken points of the standings from an entrant, or given them back."
CLOSED = "Every table of a round has its result."
STANDINGS = "The standings have changed."
ENDED = "The tournament was finished or called off; corrections may follow."
IDS = "A version of the tournament: the stream sends the events of its entry again, and all later ones."
STANDING = "The past has been sent; every later event is new."


def tournament_feed_router(
    services: TournamentServices, feeds: TournamentFeeds, slots: FeedSlots, heartbeat_seconds: float
) -> Router:
    """Returns the route of this module, under `/api/v1`; its streams use feed slots."""

    @get(
        "/tournaments/{tournament:str}/feed",
        operation_id="tournament_feed",
        opt=promises(
            media=(EVENTS,),
            events=(
                StreamEvent("round-paired", NewsRoundPaired, PAIRED),
                StreamEvent("table-started", NewsTableStarted, STARTED),
                StreamEvent("result", NewsResult, RESULT),
                StreamEvent("ruling", NewsRuling, RULING),
                StreamEvent("penalty", NewsPenalty, PENALTY),
                StreamEvent("round-closed", NewsRoundClosed, CLOSED),
                StreamEvent("standings-changed", NewsStandings, STANDINGS),
                StreamEvent("ended", NewsEnded, ENDED),
                StreamEvent("standing", NewsStanding, STANDING),
            ),
            ids=IDS,
            token=Token.OPTIONAL,
            reads=("Last-Event-ID",),
            problems=(NOT_FOUND,),
        ),
        media_type=EVENTS,
    )
    async def feed(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """Streams a tournament's events as soon as they are in its log: rounds, tables, results, rulings, and its end.

        An event's id is the version of the tournament to which the event belongs. A new stream begins with `standing`,
        the current state. With `Last-Event-ID`, all events after that version come first; with `Last-Event-ID: 0`, all
        events from the beginning do. Several events may share an id, so after a reconnect the last events of an entry
        may come again. Entrants are numbers; `GET /api/v1/tournaments/{tournament}` has their names.
        """
        principal = await authenticate(request)
        slot = await acquire_slot(request, slots, principal)
        try:
            follower = Follower((await load_tournament(services, tournament)).id)
            await feeds.add(follower, last_entry(request))
        except BaseException:
            slot.release()
            raise
        packed = reads_gzip(request.headers.get("accept-encoding", ""))
        opened = OpenStream(tournament, follower.outbox, lambda: feeds.remove(follower), slot, heartbeat_seconds)
        return EventStream(opened, packed)

    return Router("/", route_handlers=[feed], tags=["tournaments"])


def last_entry(request: HTTPRequest) -> int | None:
    """Returns the version before the last event id, because other events of that entry may not have arrived."""
    last = last_seen_version(request)
    return None if last is None else max(0, last - 1)
