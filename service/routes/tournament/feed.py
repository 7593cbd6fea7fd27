"""A tournament as it goes on, as a stream of events."""

from litestar import Response, get

from projections.tournament.news import (
    NewsEnded,
    NewsPenalty,
    NewsResult,
    NewsRoundClosed,
    NewsRoundPaired,
    NewsRuling,
    NewsStandings,
    NewsTableStarted,
)
from service.http.compression import reads_gzip
from service.http.media import EVENTS
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.feed.slots import FeedSlots
from service.openapi.contract import StreamEvent, Token, promises
from service.people.auth import authenticate
from service.problems.kinds import NOT_FOUND
from service.routes.match.feed import EventStream, OpenStream, admitted, last_event
from service.routes.tournament.changing import TournamentDesk, TournamentId, load_tournament
from service.tournaments.feed import Follower, NewsStanding, TournamentFeeds

PAIRED = "A round was paired, or paired again before it starts."
STARTED = "A game of a table can begin: the round has started, or the game before is over."
RESULT = "A game has its first result, from its match or from those who sat there."
RULING = "A referee has ruled how a game or a table ends, or corrected its result."
PENALTY = "A referee has taken points of the standings from an entrant, or given them back."
CLOSED = "Every table of a round has its result."
STANDINGS = "The standings are others than before."
ENDED = "The tournament was finished or called off; corrections may follow."
IDS = "It is a version of the tournament: what its entry has brought is told again, and all that came after it."
STANDING = "All that came before has been told; from here on every event is of something new."


def tournament_feed_router(
    desk: TournamentDesk, feeds: TournamentFeeds, slots: FeedSlots, heartbeat_seconds: float
) -> Router:
    """The address of this file, under `/api/v1`; its streams take the places of feeds."""

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
        """What happens in a tournament, as soon as its log has it: rounds, tables, results, rulings, the end.

        The id of an event is the version of the tournament that it comes from. `standing` stands first and says how far
        the tournament is; who comes back with `Last-Event-ID` is told everything after that version before it, and with
        `Last-Event-ID: 0` all from the beginning. Several events may have one id: after a break the last ones of an
        entry may come again. Entrants are numbers; their names are at `GET /api/v1/tournaments/{tournament}`.
        """
        principal = await authenticate(request)
        slot = await admitted(request, slots, principal)
        try:
            follower = Follower((await load_tournament(desk, tournament)).id)
            await feeds.welcome(follower, last_entry(request))
        except BaseException:
            slot.release()
            raise
        packed = reads_gzip(request.headers.get("accept-encoding", ""))
        opened = OpenStream(tournament, follower.outbox, lambda: feeds.leave(follower), slot, heartbeat_seconds)
        return EventStream(opened, packed)

    return Router("/", route_handlers=[feed], tags=["tournaments"])


def last_entry(request: HTTPRequest) -> int | None:
    """The entry before that of the last event that the caller has had: its other events may not have come."""
    last = last_event(request)
    return None if last is None else max(0, last - 1)
