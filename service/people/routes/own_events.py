"""The route of the caller's event stream, which covers all of their matches and tournaments."""

from litestar import Response, get
from litestar.di import NamedDependency, Provide

from chronik.service.identity.auth import Principal, Scope, bearer, caller, require
from chronik.service.matches.routes.feed import EventStream, OpenStream, acquire_slot
from chronik.service.people.own_events import OwnEvents, OwnStream
from chronik.service.people.own_feed import (
    EventsReset,
    EventsStanding,
    OwnChallenge,
    OwnMatchFinished,
    OwnMatchStarted,
    OwnRoundPaired,
    OwnTurn,
)
from chronik.service.web.compression import reads_gzip
from chronik.service.web.feed_slots import FeedSlots
from chronik.service.web.media import EVENTS
from chronik.service.web.openapi.contract import StreamEvent, Token, promises
from chronik.service.web.problems.kinds import NOT_READY, SCOPE_MISSING
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

IDS = (
    "A growing number, not a version: the stream sends which matches have ended since that event, and the current "
    "state in any case."
)
STARTED = "A match in which the caller has a seat is being played; if it is over already, `match-finished` is next."
TURN = "The caller owes an answer to a prompt that was not sent before."
FINISHED = "A match in which the caller has a seat is over."
PAIRED = "The caller has a table, or a bye, in a round that was paired, paired again or started."
CHALLENGE = "The caller was challenged, or has challenged a player; or such a challenge was answered, or has expired."
STANDING = "The current state has been sent; every later event is new."
RESET = "`Last-Event-ID` is not the id of an event, or is more than a week old: ends since then are not sent."


def own_events_router(events: OwnEvents, slots: FeedSlots, heartbeat_seconds: float) -> Router:
    """Returns the route of this module, under `/api/v1`; its streams use feed slots."""

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
        """Streams what happens in all of the caller's matches and tournaments.

        The stream begins with the current state: running matches, prompts to answer, paired rounds, open challenges,
        and what has ended in the last ten minutes or since the event that `Last-Event-ID` names. `standing` ends this
        part; every later event is new. Every event arrives at least once, and may arrive again after a reconnect. Ids
        only grow, so a client needs to store only the last id. An event is a hint to look: read views and options from
        `links`. A prompt that was opened and answered between two events is not sent.
        """
        who = require(principal, Scope.PLAY)
        after = last_moment(request)
        slot = await acquire_slot(request, slots, who)
        stream = OwnStream(who.player, bearer(request.headers.get("authorization")), events.now(), after)
        try:
            await events.add(stream, after)
        except BaseException:
            events.remove(stream)
            slot.release()
            raise
        packed = reads_gzip(request.headers.get("accept-encoding", ""))
        opened = OpenStream("own events", stream.outbox, lambda: events.remove(stream), slot, heartbeat_seconds)
        return EventStream(opened, packed)

    return Router("/", route_handlers=[own_events], dependencies={"principal": Provide(caller)}, tags=["players"])


def last_moment(request: HTTPRequest) -> int | None:
    """Returns the id in `Last-Event-ID`; None if it is missing or invalid."""
    text = request.headers.get("last-event-id", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 15 else None
