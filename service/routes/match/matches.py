"""Matches from outside: the lobby's list, and one match."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from domain.engine.match.match import Match, Status
from projections.match.lobby import ListedResult, ListedSeat
from service.clock import Moment, rfc3339
from service.http.entity_tags import etag, is_tagged
from service.http.match_summary import MatchSummary, OriginLink, SeatLine, origin_link
from service.http.request import HTTPRequest, next_page
from service.http.router import Router
from service.links import Links, links
from service.matches.live import LiveMatches
from service.openapi.contract import OF_A_MATCH, Token, promises
from service.people.access import Hold, held_until
from service.people.auth import authenticate
from service.people.register import Known, People
from service.problems.ids import ID, Id
from service.result import Result, told
from service.routes.match.changes import described
from service.routes.match.lookup import MatchId, fresh_match
from service.sql.database import MatchRow
from service.sql.lobby import Lobby, origin_of
from service.sql.paging import MOST_MATCHES
from service.tournaments.holds import Holds
from service.tournaments.summary import event_of

Cursor = Annotated[str | None, QueryParameter(max_length=100, description="Go on after a page: its `next`.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_MATCHES, description="How many matches at most.")]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]
HowFar = Annotated[Status | None, QueryParameter(description="Only matches with this status.")]
Player = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches in which this player sits.")]


class MatchLine(Struct, frozen=True):
    """A match in the lobby, as far as the bookkeeper has read it; the match itself may be ahead."""

    id: Id
    game: str
    status: Status
    seats: tuple[SeatLine, ...]
    version: int
    opened_at: Moment
    closed_at: Moment | None
    result: Result | None
    links: Links
    origin: OriginLink | None


class MatchPage(Struct, frozen=True):
    """Some matches, newest first; `next` is the cursor of those that follow, null at the end."""

    matches: tuple[MatchLine, ...]
    next: str | None


def matches_router(matches: LiveMatches, lobby: Lobby, people: People, holds: Holds) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get("/matches", operation_id="list_matches", opt=promises(gives=("Link",)))
    async def list_matches(
        request: HTTPRequest,
        cursor: Cursor = None,
        limit: Limit = 50,
        game: Game = None,
        status: HowFar = None,
        player: Player = None,
    ) -> Response[MatchPage]:
        """The matches of the lobby, newest first; `next` leads to the next page."""
        page = await lobby.page(cursor, limit, game, status, player)
        lines = await match_lines(people, page.rows)
        headers = {"Link": f'<{next_page(request, page.cursor)}>; rel="next"'} if page.cursor else {}
        return Response(MatchPage(lines, page.cursor), headers=headers)

    @get(
        "/matches/{match:str}",
        operation_id="match",
        opt=promises(token=Token.OPTIONAL, reads=("If-None-Match",), gives=("ETag",), problems=OF_A_MATCH),
    )
    async def show(request: HTTPRequest, match: MatchId) -> Response[MatchSummary]:
        """A match from outside: status, seats, whose answer is awaited, and where to go from here."""
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        hold = await holds.of(live.match)
        tag = _tag(live.match, hold)
        if is_tagged(request, tag.removeprefix("W/")):
            unchanged: Response[Any] = Response(b"", status_code=304, headers={"ETag": tag})
            return unchanged
        body = await described(people, live.rules, live.match, live.head, principal, hold)
        async with lobby.records.reading() as session:
            body = replace(body, event=await event_of(session, match))
        return Response(body, headers={"ETag": tag})

    return Router("/", route_handlers=[list_matches, show], tags=["matches"])


def _tag(match: Match, hold: Hold | None) -> str:
    """The entity tag of a match: its version; one that is held opens later without a further entry."""
    held = match.closed is not None and held_until(match, hold) is not None
    return f'W/"{match.version}-held"' if held else etag(match.version)


async def match_lines(people: People, rows: Sequence[MatchRow]) -> tuple[MatchLine, ...]:
    """Matches as the lobby tells of them, with the names of those who sit there."""
    seats = {row.id: msgspec.json.decode(row.seats, type=tuple[ListedSeat, ...]) for row in rows}
    known = await people.known({seat.player for table in seats.values() for seat in table if seat.player})
    return tuple(
        MatchLine(
            id=row.id,
            game=row.game,
            status=Status(row.status),
            seats=tuple(_seat_line(one, known) for one in seats[row.id]),
            version=row.version,
            opened_at=rfc3339(row.opened_at),
            closed_at=None if row.closed_at is None else rfc3339(row.closed_at),
            result=None if row.result is None else told(msgspec.json.decode(row.result, type=ListedResult)),
            links=links(row.game, row.id),
            origin=origin_link(origin_of(row)),
        )
        for row in rows
    )


def _seat_line(seat: ListedSeat, known: Known) -> SeatLine:
    player = seat.player or ""
    return SeatLine(
        seat=seat.seat,
        player=seat.player,
        name=known.names.get(player),
        bot=seat.bot,
        bot_account=player in known.bots,
    )
