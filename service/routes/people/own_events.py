"""The events of the caller: one stream for all of their matches and tournaments."""

from litestar import Response, get
from litestar.di import NamedDependency, Provide

from service.http.compression import reads_gzip
from service.http.match_problems import match_problem
from service.http.media import EVENTS
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.feed.own import (
    EventsReset,
    EventsStanding,
    OwnChallenge,
    OwnMatchFinished,
    OwnMatchStarted,
    OwnRoundPaired,
    OwnTurn,
)
from service.matches.feed.slots import FeedSlots
from service.openapi.contract import StreamEvent, Token, promises
from service.people.auth import Principal, Scope, bearer, caller, require
from service.problems.kinds import NOT_READY, SCOPE_MISSING
from service.routes.match.feed import EventStream, OpenStream, admitted
from service.workers.own_events import OwnEvents, OwnStream

IDS = (
    "It is a number that grows, not the version of anything: what has ended since that event is told, and all that "
    "stands is told in any case."
)
STARTED = "A match in which the caller has a seat is being played; if it is over already, `match-finished` is next."
TURN = "The caller owes an answer that was not owed before, or not told of."
FINISHED = "A match in which the caller has a seat is over."
PAIRED = "The caller has a table, or a bye, in a round that was paired, paired again or started."
CHALLENGE = "The caller is challenged, or has challenged; or such a challenge was answered, or has expired."
STANDING = "All that stands has been told; from here on every event is of something new."
RESET = "`Last-Event-ID` is no id of an event, or of more than a week ago: what has ended since is not told."


def own_events_router(events: OwnEvents, slots: FeedSlots, heartbeat_seconds: float) -> Router:
    """The address of this file, under `/api/v1`; its streams take the places of feeds."""

    @get(
        "/me/events",
        operation_id="my_events",
        opt=promises(
            media=(EVENTS,),
            events=(
                StreamEvent("match-started", OwnMatchStarted, STARTED),
                StreamEvent("turn", OwnTurn, TURN),
                StreamEvent("match-finished", OwnMatchFinished, FINISHED),
                StreamEvent("round-paired", OwnRoundPaired, PAIRED),
                StreamEvent("challenge", OwnChallenge, CHALLENGE),
                StreamEvent("standing", EventsStanding, STANDING),
                StreamEvent("reset", EventsReset, RESET),
            ),
            ids=IDS,
            token=Token.REQUIRED,
            reads=("Last-Event-ID",),
            problems=(SCOPE_MISSING, NOT_READY),
        ),
        media_type=EVENTS,
    )
    async def own_events(request: HTTPRequest, principal: NamedDependency[Principal | None]) -> Response[bytes]:
        """What happens to the caller, whatever the match or tournament: one stream is enough for all of them.

        It begins with all that stands: matches that are being played, answers that are owed, rounds that are paired,
        challenges that are open, and what has ended in the last ten minutes, or since the event that `Last-Event-ID`
        names. `standing` closes that, and what follows is new. Every event comes at least once, some come again after a
        break; their ids grow. Who comes back need remember nothing but the last id. What an event says is a hint to
        look: views and options are read from `links`. An answer that was owed and given between two events is not told
        of.
        """
        who = require(principal, Scope.PLAY)
        after = last_moment(request)
        slot = await admitted(request, slots, who)
        stream = OwnStream(who.player, bearer(request.headers.get("authorization")), events.now(), after)
        try:
            await events.welcome(stream, after)
        except BaseException as error:
            events.leave(stream)
            slot.release()
            if isinstance(error, Exception):
                raise match_problem(error, None, None) from error
            raise
        packed = reads_gzip(request.headers.get("accept-encoding", ""))
        opened = OpenStream("own events", stream.outbox, lambda: events.leave(stream), slot, heartbeat_seconds)
        return EventStream(opened, packed)

    return Router("/", route_handlers=[own_events], dependencies={"principal": Provide(caller)}, tags=["players"])


def last_moment(request: HTTPRequest) -> int | None:
    """The id of the last event that the caller has had, where it is one."""
    text = request.headers.get("last-event-id", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 15 else None
