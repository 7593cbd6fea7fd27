"""The routes of a match whose types depend on its game; one factory builds them for every game."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.params import BodyKwarg, QueryParameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import UNSET, Raw, Struct, UnsetType

from chronik.domain.engine.match.commands import Inspect
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import MAX_ENTRIES, Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Referee, Seat, Viewer
from chronik.domain.log.canonical import encode
from chronik.projections.match.frames import Base, OpenPrompt, encode_frame, frames, line, open_prompts, view
from chronik.projections.match.projection import Report
from chronik.service.identity.access import Withholding, is_inspection, own_seat, seat_of, viewer
from chronik.service.identity.auth import Principal, authenticate
from chronik.service.matches.capped_options import cap_options
from chronik.service.matches.feed.hub import Hub
from chronik.service.matches.feed.offline import SeatsOffline
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import Submission, check_expected, citing, new_key, play
from chronik.service.matches.refused_commands import RefusedCommand, list_refused_commands
from chronik.service.matches.routes.feed import (
    EventStream,
    OpenStream,
    acquire_slot,
    last_seen_version,
    open_subscription,
)
from chronik.service.matches.routes.inspections import log_inspection
from chronik.service.matches.routes.language import Language, build_language
from chronik.service.matches.routes.lookup import MatchId, find_cached_match, find_fresh_match, find_log, refresh
from chronik.service.matches.routes.submission import submit_as_caller
from chronik.service.matches.summary import Answer
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.admission_queue import arrival_time
from chronik.service.web.bodies import Shortcut, StrictJSON
from chronik.service.web.compression import compressed_response, reads_gzip
from chronik.service.web.headers import etag, is_unchanged, not_modified, required_version
from chronik.service.web.media import EVENTS, JSON, NDJSON
from chronik.service.web.openapi.contract import HEAVY, OF_A_COMMAND, OF_A_MATCH, StreamEvent, Token, promises
from chronik.service.web.problems.kinds import (
    MALFORMED,
    NOT_A_SPECTATOR,
    NOT_FOUND,
    NOT_YOUR_SEAT,
    PROMPT_CLOSED,
    SCOPE_MISSING,
    STALE_VIEW,
)
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

At = Annotated[
    int | None, QueryParameter(ge=0, le=MAX_ENTRIES, description="The version to show; by default the last one.")
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        max_length=20,
        description="The viewer: a seat number, `spectator` or `referee`. By default your seat, or else the spectator.",
    ),
]
Explained = Annotated[bool, QueryParameter(description="Also return why each other kind of command is not offered.")]

LOOKING = (SCOPE_MISSING, NOT_YOUR_SEAT, NOT_A_SPECTATOR)

VIEW = "The view at the version in its id. It comes first, unless the client sent a `Last-Event-ID`."
FRAME = "A new entry. Its patch turns the previous view into the view at the version in its id."
OFFLINE = "Which of the awaited players have had no feed open for 30 seconds; sent when this changes, without an id."
IDS = "A version: the frames after it follow."
END = "The match is closed and the stream ends. If a stream ends without this event, reconnect."

encode_answer = msgspec.json.Encoder().encode


def play_router(name: str, matches: LiveMatches, hub: Hub, withheld: WithheldMatches) -> Router:
    """Builds the routes of a game, under `/api/v1/<game>`."""
    current = matches.catalogue.current(name)
    assert current is not None
    game = GameRoutes(name, matches, withheld, build_language(current))
    handlers = [_view_route(game), _options_route(game), _command_route(game), _replay_route(game)]
    handlers += [_feed_route(game, hub)]
    handlers += [_report_route(matches, name, *one) for one in current.projection.reports.items()]
    return Router(f"/{name}", route_handlers=handlers, tags=[name])


class GameRoutes(Struct, frozen=True):
    """The shared state of a game's routes: the game's name, the matches, the withheld matches, and the game's types."""

    name: str
    matches: LiveMatches
    withheld: WithheldMatches
    types: Language

    async def find_match(self, match: str, fresh: bool, since: float | None = None) -> Live:
        """Returns a match of this game, at the end of its log if `fresh`; raises `Problem` if it is unknown."""
        live = await (find_fresh_match(self.matches, match, since) if fresh else find_cached_match(self.matches, match))
        if live.rules.game.name != self.name:
            raise Problem(NOT_FOUND)
        return live

    async def find_match_to_play(self, match: str, principal: Principal | None) -> Live:
        """Returns the match for a command; reads the log first if memory does not show a seat of the caller."""
        live = await self.find_match(match, fresh=False)
        return live if seat_of(live.match, principal) is not None else await self.find_match(match, fresh=True)

    async def record_inspection(
        self, live: Live, eyes: Viewer, principal: Principal | None, withholding: Withholding | None
    ) -> None:
        """Records an inspection by a referee, at most once an hour.

        The record goes into the match's log while the match is open, and into the tournament's log if the match is
        withheld.
        """
        if principal is not None and is_inspection(live.match, eyes, principal, withholding):
            await log_inspection(self.withheld, live.match.id, principal)
        if isinstance(eyes, Referee) and live.match.closed is None and principal is not None:
            inspection = Submission(command=Inspect(principal.player), key=new_key(), fingerprint="", by=Author.REFEREE)
            await play(self.matches, live, inspection)


def _view_route(game: GameRoutes) -> HTTPRouteHandler:
    """Builds the route that shows a match as one viewer sees it."""

    @get(
        "/matches/{match:str}/view",
        operation_id=f"{game.name}_view",
        opt=promises(
            answers=(game.types.view,),
            token=Token.OPTIONAL,
            reads=("If-None-Match",),
            gives=("ETag",),
            problems=(*OF_A_MATCH, *LOOKING),
        ),
    )
    async def show(request: HTTPRequest, match: MatchId, as_: As = None, at: At = None) -> Response[bytes]:
        """Returns a match as one viewer sees it, now or at an earlier version. The `ETag` is the version.

        If a referee inspects an unfinished match through this route, the replay or the feed, the match's log gets an
        entry that names the referee, at most once an hour. After its end, a match of a tournament with sealed lists is
        withheld: views other than that of the caller's seat are open only to referees, including the tournament's
        referees, and each inspection becomes an entry of the tournament's log. A player of the match or the tournament
        cannot view it as a referee.
        """
        principal = await authenticate(request)
        live = await game.find_match(match, fresh=True)
        withholding = await game.withheld.of(live.match)
        eyes = viewer(live.match, principal, as_, withholding)
        await game.record_inspection(live, eyes, principal, withholding)
        state = live.match
        if at is not None and at != state.version:
            state = await _match_at(game.matches, live, at)
        if is_unchanged(request, state.version):
            return not_modified(state.version)
        prompts = open_prompts(state, eyes.number) if isinstance(eyes, Seat) else ()
        body = Seen(state.version, viewer_name(eyes), view(live.rules.projection, state, eyes), prompts)
        return _json_response(body, state.version)

    return show


def _options_route(game: GameRoutes) -> HTTPRouteHandler:
    """Builds the route that returns the caller's options."""

    @get(
        "/matches/{match:str}/options",
        operation_id=f"{game.name}_options",
        opt=promises(
            answers=(game.types.options,),
            token=Token.REQUIRED,
            gives=("ETag",),
            problems=(*OF_A_MATCH, SCOPE_MISSING, NOT_YOUR_SEAT),
        ),
    )
    async def show_options(request: HTTPRequest, match: MatchId, refused: Explained = False) -> Response[bytes]:
        """Returns the caller's open prompts and legal commands: only the first 200 if a form describes them all.

        With `refused=true` it also returns the reason why each other kind of command is refused.
        """
        principal = await authenticate(request)
        live = await game.find_match(match, fresh=True)
        seat = own_seat(live.match, principal)
        state = live.match
        prompts = open_prompts(state, seat)
        legal: Sequence[Any] = ()
        forms: tuple[Any, ...] | UnsetType = UNSET if live.rules.game.form_type is None else ()
        if prompts and state.state is not None:
            legal = live.rules.game.options(state.state, seat)
            forms = forms if forms is UNSET else live.rules.game.forms(state.state, seat)
        why = list_refused_commands(live.rules.game, state, seat, game.matches.now()) if refused else UNSET
        body = Options(state.version, seat, prompts, cap_options(legal, forms or ()), forms, why)
        return compressed_response(request, encode_answer(body), JSON, {"ETag": etag(state.version)})

    return show_options


def _command_route(game: GameRoutes) -> HTTPRouteHandler:
    """Builds the route that plays commands."""

    async def command(
        request: HTTPRequest,
        match: MatchId,
        data: Any,
        dry_run: Annotated[
            bool, QueryParameter(description="Only return what the command would do; nothing is recorded.")
        ] = False,
    ) -> ASGIApp:
        """Plays a command in the caller's seat. With an `Idempotency-Key`, repeated requests count once."""
        principal = await authenticate(request)
        live = await game.find_match_to_play(match, principal)
        if dry_run:
            return await _dry_run(game.matches, live, principal, data, required_version(request))
        seat, done = await submit_as_caller(
            game.matches, live, request, principal, "command", data.command, data.prompt
        )
        projection = done.rules.projection
        body = Answer(
            version=done.match.version,
            head=done.head.hex(),
            lines=tuple(line(projection, entry) for entry in done.entries),
            view=view(projection, done.match, Seat(seat)),
            prompts=open_prompts(done.match, seat),
        )
        return Ready(encode_answer(body), done.match.version)

    command.__annotations__["data"] = Annotated[game.types.body, BodyKwarg(media_type=RequestEncodingType.JSON)]
    return post(
        "/matches/{match:str}/commands",
        operation_id=f"{game.name}_command",
        dto=StrictJSON,
        return_dto=None,
        middleware=[Shortcut],
        status_code=200,
        opt=promises(
            answers=(game.types.answer, game.types.dry_run),
            token=Token.REQUIRED,
            reads=("Idempotency-Key", "If-Match"),
            gives=("ETag",),
            problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, PROMPT_CLOSED, STALE_VIEW),
        ),
    )(command)


def _replay_route(game: GameRoutes) -> HTTPRouteHandler:
    """Builds the route that replays a whole match for one viewer."""

    @get(
        "/matches/{match:str}/replay",
        operation_id=f"{game.name}_replay",
        opt=promises(
            media=(NDJSON,),
            lines=(game.types.base, game.types.frame),
            token=Token.OPTIONAL,
            gives=("ETag",),
            problems=(*OF_A_MATCH, *LOOKING),
            weight=HEAVY,
        ),
        media_type=NDJSON,
    )
    async def replay(request: HTTPRequest, match: MatchId, as_: As = None) -> Response[bytes]:
        """Returns a match for one viewer as NDJSON: `{version, view}`, then `{version, line, patch}` per entry."""
        principal = await authenticate(request)
        live = await game.find_match(match, fresh=True)
        withholding = await game.withheld.of(live.match)
        eyes = viewer(live.match, principal, as_, withholding)
        await game.record_inspection(live, eyes, principal, withholding)
        rules, entries, *_ = await find_log(game.matches, match)
        start = Match(id=match)
        rows = [encode_frame(Base(0, None))]
        rows += [encode_frame(frame) for frame in frames(rules.game, rules.projection, start, entries, eyes)]
        return compressed_response(request, b"\n".join(map(bytes, rows)) + b"\n", NDJSON, {"ETag": etag(entries[-1].n)})

    return replay


def _feed_route(game: GameRoutes, hub: Hub) -> HTTPRouteHandler:
    """Builds the route of a match's feed."""

    @get(
        "/matches/{match:str}/feed",
        operation_id=f"{game.name}_feed",
        opt=promises(
            media=(EVENTS,),
            events=(
                StreamEvent("view", game.types.base, VIEW),
                StreamEvent("frame", game.types.frame, FRAME),
                StreamEvent("offline", SeatsOffline, OFFLINE),
                StreamEvent("end", FeedEnd, END),
            ),
            ids=IDS,
            token=Token.OPTIONAL,
            reads=("Last-Event-ID",),
            problems=(*OF_A_MATCH, *LOOKING),
        ),
        media_type=EVENTS,
    )
    async def feed(request: HTTPRequest, match: MatchId, as_: As = None) -> Response[bytes]:
        """Streams a match to one viewer: a `view`, a `frame` per new entry, and `end` when it is closed.

        The id of an event is the version after it. With `Last-Event-ID`, the stream starts with the frames after that
        version. A client that accepts gzip gets one compressed stream, which is flushed after every event.
        """
        principal = await authenticate(request)
        slot = await acquire_slot(request, hub.open, principal)
        try:
            async with hub.entry_lock(match):
                live = await game.find_match(match, fresh=True, since=arrival_time(request))
                withholding = await game.withheld.of(live.match)
                eyes = viewer(live.match, principal, as_, withholding)
                stream = open_subscription(request, eyes, principal, as_, withholding)
                try:
                    await game.record_inspection(live, eyes, principal, withholding)
                    await hub.subscribe(live, stream, last_seen_version(request))
                except BaseException:
                    hub.leave(match, stream)
                    raise
        except BaseException:
            slot.release()
            raise
        packed = reads_gzip(request.headers.get("accept-encoding", ""))
        leave = partial(hub.leave, match, stream)
        return EventStream(OpenStream(match, stream.outbox, leave, slot, hub.heartbeat_seconds), packed)

    return feed


def _report_route(matches: LiveMatches, game: str, name: str, report: Report) -> HTTPRouteHandler:
    """Builds the route of a game's report."""

    async def show_report(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        rules, entries, *_ = await find_log(matches, match)
        if rules.game.name != game:
            raise Problem(NOT_FOUND)
        body = rules.projection.reports[name].build(rules.game, match, entries)
        return compressed_response(request, encode_answer(body), JSON, {"ETag": etag(entries[-1].n)})

    show_report.__doc__ = report.description
    promised = promises(answers=(report.type,), gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY)
    return get(f"/matches/{{match:str}}/{name}", operation_id=f"{game}_{name}", opt=promised)(show_report)


class Ready:
    """A response whose bytes are ready: it sends what a `Response` would send, with less work."""

    __slots__ = ("_body", "_headers")

    def __init__(self, body: bytes, version: int) -> None:
        self._body = body
        self._headers = (
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"etag", etag(version).encode()),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


class Seen(Struct, frozen=True):
    """A match as a viewer sees it at a version."""

    version: int
    viewer: str
    view: Any
    prompts: tuple[OpenPrompt, ...]


class FeedEnd(Struct, frozen=True):
    """The last event of a closed match."""

    version: int


class Options(Struct, frozen=True):
    """The open prompts of a seat, the commands that answer them, and forms if there are too many commands to list."""

    version: int
    seat: int
    prompts: tuple[OpenPrompt, ...]
    options: tuple[Any, ...]
    forms: tuple[Any, ...] | UnsetType = UNSET
    refused: tuple[RefusedCommand, ...] | UnsetType = UNSET


class DryRun(Struct, frozen=True):
    """The certain effects of a command, and the view up to the first barrier."""

    version: int
    preview: Any
    barrier: bool
    view: Any


def viewer_name(eyes: Viewer) -> str:
    """Returns the name of a viewer in the parameter `as`."""
    match eyes:
        case Seat():
            return str(eyes.number)
        case Referee():
            return "referee"
        case _:
            return "spectator"


async def _match_at(matches: LiveMatches, live: Live, version: int) -> Match:
    if version > live.match.version:
        raise Problem(
            MALFORMED,
            "The match has not reached this version. Ask for at most `version`.",
            at="query.at",
            version=live.match.version,
        )
    rules, entries, *_ = await find_log(matches, live.match.id)
    return fold(rules.game, Match(id=live.match.id), entries[:version])


async def _dry_run(
    matches: LiveMatches, live: Live, principal: Principal | None, data: Any, version: int | None
) -> Ready:
    """Decides a command without appending it, and shows only what the caller may know before any barrier."""
    await refresh(matches, live)
    match, rules = live.match, live.rules
    seat, command = own_seat(match, principal), data.command
    wanted = Intent(command=command, raw=Raw(encode(command)), at=matches.now(), seat=seat)
    check_expected(live, seat, data.prompt, version)
    with citing(rules, match):
        entries = decide(rules.game, match, wanted, live.keys).entries
    first = next((i for i, entry in enumerate(entries) if rules.game.barrier(entry.e)), len(entries))
    before = view(rules.projection, match, Seat(seat))
    after = fold(rules.game, match, entries[:first])
    body = DryRun(
        version=match.version,
        preview=rules.projection.preview(before, command),
        barrier=first < len(entries),
        view=view(rules.projection, after, Seat(seat)),
    )
    return Ready(encode_answer(body), match.version)


def _json_response(body: Any, version: int) -> Response[bytes]:
    headers: Mapping[str, str] = {"ETag": etag(version)}
    return Response(encode_answer(body), media_type="application/json", headers=headers)
