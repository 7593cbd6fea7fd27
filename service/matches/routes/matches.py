"""The lobby's list of matches, and the summary of one match."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.match.match import Match, Status
from chronik.projections.match.lobby import ListedResult, ListedSeat
from chronik.service.identity.access import Withholding, withheld_until
from chronik.service.identity.auth import authenticate
from chronik.service.identity.register import People, PlayerNames
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.changes import describe_match
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match
from chronik.service.matches.summary import MatchSummary, OriginLink, SeatLine, former_lines, number_seats, origin_link
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.running.links import Links, links
from chronik.service.running.result import Result, to_result
from chronik.service.sql.database import MatchRow
from chronik.service.sql.lobby import Lobby, origin_of
from chronik.service.sql.outages import is_outage
from chronik.service.sql.paging import MOST_MATCHES
from chronik.service.tournaments.entrants_at import EntrantsAt
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.summary import EventLinks
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.headers import etag, is_tagged
from chronik.service.web.openapi.contract import OF_A_MATCH, Token, promises
from chronik.service.web.problems.ids import ID, Id
from chronik.service.web.request import HTTPRequest, next_page
from chronik.service.web.router import Router

Cursor = Annotated[
    str | None, QueryParameter(max_length=100, description="Continue after a page: the `next` of that page.")
]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_MATCHES, description="The most matches in a page.")]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]
HowFar = Annotated[Status | None, QueryParameter(description="Only matches with this status.")]
Player = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches with this player at a seat.")]


class MatchLine(Struct, frozen=True):
    """A match in the lobby. This line may be a moment behind the match itself."""

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
    """A page of matches, newest first; `next` is the cursor of the next page, null at the end."""

    matches: tuple[MatchLine, ...]
    next: str | None


def matches_router(
    matches: LiveMatches, lobby: Lobby, people: People, withheld: WithheldMatches, tournaments: Tournaments
) -> Router:
    """Builds the router of this module, under `/api/v1`."""
    events, entrants = EventLinks(tournaments), EntrantsAt(tournaments)

    @get("/matches", operation_id="list_matches", opt=promises(gives=("Link",)))
    async def list_matches(
        request: HTTPRequest,
        cursor: Cursor = None,
        limit: Limit = 50,
        game: Game = None,
        status: HowFar = None,
        player: Player = None,
    ) -> Response[MatchPage]:
        """Returns the matches of the lobby, newest first; `next` is the cursor of the next page."""
        page = await lobby.page(cursor, limit, game, status, player)
        lines = await match_lines(people, page.rows, entrants)
        headers = {"Link": f'<{next_page(request, page.cursor)}>; rel="next"'} if page.cursor else {}
        return Response(MatchPage(lines, page.cursor), headers=headers)

    @get(
        "/matches/{match:str}",
        operation_id="match",
        opt=promises(token=Token.OPTIONAL, reads=("If-None-Match",), gives=("ETag",), problems=OF_A_MATCH),
    )
    async def show(request: HTTPRequest, match: MatchId) -> Response[MatchSummary]:
        """Returns the public summary of a match: its status, its seats, whose answer is awaited, and links."""
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        withholding = await withheld.of(live.match)
        tag = _tag(live.match, withholding)
        if is_tagged(request, tag.removeprefix("W/")):
            unchanged: Response[Any] = Response(b"", status_code=304, headers={"ETag": tag})
            return unchanged
        body = await describe_match(people, live.rules, live.match, live.head, principal, withholding)
        try:
            body = replace(body, event=await events.of(match))
        except Exception as error:
            if not is_outage(error):
                raise
            tag = ""
        if not tag or any(seat.player and seat.name is None for seat in body.seats):
            # Not cached, because the next response may contain the names and the tournament.
            return Response(body, headers={"Cache-Control": "no-store"})
        return Response(body, headers={"ETag": tag})

    return Router("/", route_handlers=[list_matches, show], tags=["matches"])


def _tag(match: Match, withholding: Withholding | None) -> str:
    """Returns the entity tag of a match. A withheld match has a different tag, because it opens without a new entry."""
    held = match.closed is not None and withheld_until(match, withholding) is not None
    return f'W/"{match.version}-held"' if held else etag(match.version)


async def match_lines(
    people: People, rows: Sequence[MatchRow], entrants: EntrantsAt | None = None
) -> tuple[MatchLine, ...]:
    """Builds the lobby lines of these matches, with the names of their players and the numbers of their entrants."""
    numbers = await entrants.of(row.id for row in rows) if entrants else {}
    seats = {row.id: msgspec.json.decode(row.seats, type=tuple[ListedSeat, ...]) for row in rows}
    players = {player for table in seats.values() for seat in table for player in (seat.player, *dict(seat.former))}
    known = await people.find_names({player for player in players if player})
    return tuple(
        MatchLine(
            id=row.id,
            game=row.game,
            status=Status(row.status),
            seats=number_seats(tuple(_seat_line(one, known) for one in seats[row.id]), numbers.get(row.id, ())),
            version=row.version,
            opened_at=rfc3339(row.opened_at),
            closed_at=None if row.closed_at is None else rfc3339(row.closed_at),
            result=None if row.result is None else to_result(msgspec.json.decode(row.result, type=ListedResult)),
            links=links(row.game, row.id),
            origin=origin_link(origin_of(row)),
        )
        for row in rows
    )


def _seat_line(seat: ListedSeat, known: PlayerNames) -> SeatLine:
    player = seat.player or ""
    return SeatLine(
        seat=seat.seat,
        player=seat.player,
        name=known.names.get(player),
        bot=seat.bot,
        bot_account=player in known.bots,
        former=former_lines(seat.former, known),
    )
