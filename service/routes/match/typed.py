"""The routes of a match that speak its game's own language: one factory makes them for every game."""

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

from domain.engine.game import Rejected
from domain.engine.match.commands import Inspect
from domain.engine.match.decide import Intent, decide
from domain.engine.match.fold import fold
from domain.engine.match.log import MAX_ENTRIES, Author, encode
from domain.engine.match.match import Match
from domain.engine.seats import Referee, Seat, Viewer
from projections.match.frames import Base, encoded, frames, line, view
from projections.match.projection import Report
from service.http.bodies import StrictJSON
from service.http.compression import reads_gzip, sent
from service.http.entity_tags import etag, is_unchanged, unchanged, wanted_version
from service.http.match_problems import match_problem
from service.http.match_summary import Answer, OpenPrompt, open_prompts
from service.http.media import EVENTS, JSON, NDJSON
from service.http.refused_commands import RefusedCommand, refused_commands
from service.http.request import HTTPRequest
from service.http.router import Router
from service.http.shortcut import Shortcut
from service.http.turnstile import came
from service.matches.feed.hub import Hub
from service.matches.listed import listed
from service.matches.live import Live, LiveMatches
from service.matches.play import PromptClosed, Stale, Submission, expect, new_key
from service.openapi.contract import HEAVY, OF_A_COMMAND, OF_A_MATCH, StreamEvent, Token, promises
from service.people.access import Hold, is_looked_into, own_seat, seat_of, viewer
from service.people.auth import Principal, authenticate
from service.problems.kinds import (
    MALFORMED,
    NOT_A_SPECTATOR,
    NOT_FOUND,
    NOT_YOUR_SEAT,
    PROMPT_CLOSED,
    SCOPE_MISSING,
    STALE_VIEW,
)
from service.problems.problem import Problem
from service.routes.match.feed import EventStream, OpenStream, admitted, last_event, opened, welcomed
from service.routes.match.language import Language, language
from service.routes.match.looks import noted
from service.routes.match.lookup import MatchId, cached_match, fresh_match, log_of, refresh
from service.routes.match.submission import submit, submit_in_own_seat
from service.tournaments.holds import Holds

At = Annotated[
    int | None, QueryParameter(ge=0, le=MAX_ENTRIES, description="The version to be shown; without it the present one.")
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        max_length=20,
        description="Through whose eyes: a seat number, `spectator` or `referee`. By default one's own seat's, if any.",
    ),
]
Explained = Annotated[bool, QueryParameter(description="Also say why each other kind of command is not offered.")]

LOOKING = (SCOPE_MISSING, NOT_YOUR_SEAT, NOT_A_SPECTATOR)

VIEW = "The view at the version that is its id: first of all, but where `Last-Event-ID` says what was seen already."
FRAME = "An entry that was added; its patch leads from the view before it to the view at the version that is its id."
IDS = "It is a version, and the frames after it follow."
END = "The match is closed and the stream ends here. A stream that ends without it has broken off: come back."

encode_answer = msgspec.json.Encoder().encode


def play_router(name: str, matches: LiveMatches, hub: Hub, holds: Holds) -> Router:
    """The routes of a game, under `/api/v1/<game>`."""
    current = matches.catalogue.current(name)
    assert current is not None
    game = GameRoutes(name, matches, holds, language(current))
    handlers = [_view_route(game), _options_route(game), _command_route(game), _replay_route(game)]
    handlers += [_feed_route(game, hub)]
    handlers += [_report_route(matches, name, *one) for one in current.projection.reports.items()]
    return Router(f"/{name}", route_handlers=handlers, tags=[name])


class GameRoutes(Struct, frozen=True):
    """What the routes of a game share: its name, the matches, what holds some back, and the types of its language."""

    name: str
    matches: LiveMatches
    holds: Holds
    types: Language

    async def located(self, match: str, fresh: bool, since: float | None = None) -> Live:
        """A match of this game, as it lies in memory or as the log has it: now, or at any time since a moment."""
        live = await (fresh_match(self.matches, match, since) if fresh else cached_match(self.matches, match))
        if live.rules.game.name != self.name:
            raise Problem(NOT_FOUND)
        return live

    async def seated(self, match: str, principal: Principal | None) -> Live:
        """The match to play in; the log is asked before somebody is told that they do not sit there."""
        live = await self.located(match, fresh=False)
        return live if seat_of(live.match, principal) is not None else await self.located(match, fresh=True)

    async def inspected(self, live: Live, eyes: Viewer, principal: Principal | None, hold: Hold | None) -> None:
        """A referee's look leaves an entry, once an hour: of an open match in its log, of a held one in that of its
        tournament.
        """
        if principal is not None and is_looked_into(live.match, eyes, principal, hold):
            await noted(self.holds, live.match.id, principal)
        if isinstance(eyes, Referee) and live.match.closed is None and principal is not None:
            look = Submission(command=Inspect(principal.player), key=new_key(), fingerprint="", by=Author.REFEREE)
            await submit(self.matches, live, look)


def _view_route(game: GameRoutes) -> HTTPRouteHandler:
    """The address of a match as one viewer sees it."""

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
        """A match through one viewer's eyes, now or at any earlier version. The `ETag` is the version.

        A referee's look at a match that is not over, here, by the replay or by the feed, is an entry of its log that
        says whose it was. For an hour no further look of theirs is noted. A match of a tournament with sealed lists is
        held when it is over: through other eyes than one's own only referees see it, also those of the tournament, and
        their look is an entry of its log. Nobody looks as a referee who takes part.
        """
        principal = await authenticate(request)
        live = await game.located(match, fresh=True)
        hold = await game.holds.of(live.match)
        eyes = viewer(live.match, principal, as_, hold)
        await game.inspected(live, eyes, principal, hold)
        state = live.match
        if at is not None and at != state.version:
            state = await _at(game.matches, live, at)
        if is_unchanged(request, state.version):
            return unchanged(state.version)
        prompts = open_prompts(state, eyes.number) if isinstance(eyes, Seat) else ()
        body = Seen(state.version, viewer_name(eyes), view(live.rules.projection, state, eyes), prompts)
        return _json(body, state.version)

    return show


def _options_route(game: GameRoutes) -> HTTPRouteHandler:
    """The address of what the caller may do."""

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
        """The caller's open prompts and legal commands; where a form stands for more, the first 200.

        With `refused=true` also why each other kind of command is not offered now: what the rules would say to it.
        """
        principal = await authenticate(request)
        live = await game.located(match, fresh=True)
        seat = own_seat(live.match, principal)
        state = live.match
        prompts = open_prompts(state, seat)
        legal: Sequence[Any] = ()
        forms: tuple[Any, ...] | UnsetType = UNSET if live.rules.game.form_type is None else ()
        if prompts and state.state is not None:
            legal = live.rules.game.options(state.state, seat)
            forms = forms if forms is UNSET else live.rules.game.forms(state.state, seat)
        why = refused_commands(live.rules.game, state, seat, game.matches.now()) if refused else UNSET
        body = Options(state.version, seat, prompts, listed(legal, forms or ()), forms, why)
        return sent(request, encode_answer(body), JSON, {"ETag": etag(state.version)})

    return show_options


def _command_route(game: GameRoutes) -> HTTPRouteHandler:
    """The address to which commands are sent."""

    async def command(
        request: HTTPRequest,
        match: MatchId,
        data: Any,
        dry_run: Annotated[
            bool, QueryParameter(description="Only say what the command would bring; nothing is recorded.")
        ] = False,
    ) -> ASGIApp:
        """Plays a command in the caller's seat. With an `Idempotency-Key` it counts once, however often it is sent."""
        principal = await authenticate(request)
        live = await game.seated(match, principal)
        if dry_run:
            return await _dry_run(game.matches, live, principal, data, wanted_version(request))
        seat, done = await submit_in_own_seat(
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
    """The address of a whole match for one viewer."""

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
        """A whole match for one viewer as NDJSON: first `{version, view}`, then `{version, line, patch}` per entry."""
        principal = await authenticate(request)
        live = await game.located(match, fresh=True)
        hold = await game.holds.of(live.match)
        eyes = viewer(live.match, principal, as_, hold)
        await game.inspected(live, eyes, principal, hold)
        rules, entries, *_ = await log_of(game.matches, match)
        start = Match(id=match)
        rows = [encoded(Base(0, None))]
        rows += [encoded(frame) for frame in frames(rules.game, rules.projection, start, entries, eyes)]
        return sent(request, b"\n".join(map(bytes, rows)) + b"\n", NDJSON, {"ETag": etag(entries[-1].n)})

    return replay


def _feed_route(game: GameRoutes, hub: Hub) -> HTTPRouteHandler:
    """The address of a match as it goes on."""

    @get(
        "/matches/{match:str}/feed",
        operation_id=f"{game.name}_feed",
        opt=promises(
            media=(EVENTS,),
            events=(
                StreamEvent("view", game.types.base, VIEW),
                StreamEvent("frame", game.types.frame, FRAME),
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
        """A match for one viewer as it goes on: `view`, then a `frame` per entry, `end` when it is closed.

        The id of an event is the version it leads to; with `Last-Event-ID` the frames after that version follow.
        For those who accept gzip all of it is one packed stream, of which nothing is held back.
        """
        principal = await authenticate(request)
        slot = await admitted(request, hub.open, principal)
        try:
            async with hub.door(match):
                live = await game.located(match, fresh=True, since=came(request))
                hold = await game.holds.of(live.match)
                eyes = viewer(live.match, principal, as_, hold)
                stream = opened(request, eyes, principal, as_, hold)
                try:
                    await game.inspected(live, eyes, principal, hold)
                    await welcomed(hub, live, stream, last_event(request))
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
    """The address of an account that a game keeps."""

    async def show_report(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        rules, entries, *_ = await log_of(matches, match)
        if rules.game.name != game:
            raise Problem(NOT_FOUND)
        body = rules.projection.reports[name].made(rules.game, match, entries)
        return sent(request, encode_answer(body), JSON, {"ETag": etag(entries[-1].n)})

    show_report.__doc__ = report.tells
    promised = promises(answers=(report.type,), gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY)
    return get(f"/matches/{{match:str}}/{name}", operation_id=f"{game}_{name}", opt=promised)(show_report)


class Ready:
    """An answer whose bytes are ready: what a `Response` would send, without the way there."""

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
    """The open prompts of a seat, and every command that answers them, or forms for those too many to list."""

    version: int
    seat: int
    prompts: tuple[OpenPrompt, ...]
    options: tuple[Any, ...]
    forms: tuple[Any, ...] | UnsetType = UNSET
    refused: tuple[RefusedCommand, ...] | UnsetType = UNSET


class DryRun(Struct, frozen=True):
    """What a command would certainly bring, and the view up to the first barrier."""

    version: int
    preview: Any
    barrier: bool
    view: Any


def viewer_name(eyes: Viewer) -> str:
    """A viewer as the parameter `as` names it."""
    match eyes:
        case Seat():
            return str(eyes.number)
        case Referee():
            return "referee"
        case _:
            return "spectator"


async def _at(matches: LiveMatches, live: Live, version: int) -> Match:
    if version > live.match.version:
        raise Problem(MALFORMED, "The match has not come so far.", at="query.at", version=live.match.version)
    rules, entries, *_ = await log_of(matches, live.match.id)
    return fold(rules.game, Match(id=live.match.id), entries[:version])


async def _dry_run(
    matches: LiveMatches, live: Live, principal: Principal | None, data: Any, version: int | None
) -> Ready:
    """Decides without appending, and shows only what the caller may know before anything is learned."""
    await refresh(matches, live)
    match, rules = live.match, live.rules
    seat, command = own_seat(match, principal), data.command
    wanted = Intent(command=command, raw=Raw(encode(command)), at=matches.now(), seat=seat)
    try:
        expect(match, seat, data.prompt, version)
        entries = decide(rules.game, match, wanted, live.keys).entries
    except (Rejected, Stale, PromptClosed) as error:
        raise match_problem(error, rules, match) from error
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


def _json(body: Any, version: int) -> Response[bytes]:
    headers: Mapping[str, str] = {"ETag": etag(version)}
    return Response(encode_answer(body), media_type="application/json", headers=headers)
