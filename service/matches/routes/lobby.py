"""The first screen: games, live and open tables, tournaments and the latest results, in one answer."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from time import monotonic

import msgspec
from litestar import Response, get
from msgspec import Struct

from chronik.domain.engine.match.match import Match, Status
from chronik.service.identity.auth import authenticate
from chronik.service.identity.register import People, PlayerNames
from chronik.service.log.outcomes import Damaged, NotLoaded, OtherLog
from chronik.service.matches.boards import Boards
from chronik.service.matches.clock_summary import ClockRules, clock_rules
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.routes.games import GameLine, list_game_lines
from chronik.service.matches.routes.matches import MatchPage, match_lines
from chronik.service.matches.summary import SeatLine, number_seats, seat_lines
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.sql.database import MatchRow
from chronik.service.sql.lobby import OFFERS_SEAT, Lobby
from chronik.service.tournaments.entrants_at import EntrantsAt
from chronik.service.tournaments.list import list_current_tournaments
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.summary import TournamentLine, tournament_line
from chronik.service.web.compression import compressed_response
from chronik.service.web.headers import is_tagged
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.ids import Id
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

LIVE_MS = 30 * 60_000
"""Milliseconds without an entry after which a match is no longer live, and an open table no longer listed."""
MOST_OWN, MOST_OPEN, MOST_LIVE, MOST_FINISHED, MOST_EVENTS = 12, 12, 8, 6, 6
SHARED_SECONDS = 2.0
"""How old the match in an answer may be, so that many readers cost one read."""
UNREADABLE = (Damaged, NotLoaded, OtherLog)


class LobbyTable(Struct, frozen=True, omit_defaults=True):
    """An unfinished match: its seats, its clock, and the time of its last entry.

    A live match has its `points` by seat, and `picture`: the board as a spectator sees it, as SVG. `offered` is the
    seat of a running match that another person may take.
    """

    id: Id
    game: str
    status: Status
    seats: tuple[SeatLine, ...]
    changed_at: Moment
    clock: ClockRules | None = None
    bots_welcome: bool = True
    offered: int | None = None
    points: tuple[int, ...] | None = None
    picture: str | None = None


class LobbyPage(Struct, frozen=True):
    """The first screen: the games, the caller's unfinished matches, live and open tables, tournaments, and results.

    A table is `live` or `open` if something happened there in the last 30 minutes, and somebody waits at each open
    table, or offers a seat during play. Private matches are only in the `own` matches of their players. `events`
    are tournaments that are under way, accept entrants, or begin within a week.
    """

    games: tuple[GameLine, ...]
    own: tuple[LobbyTable, ...]
    live: tuple[LobbyTable, ...]
    open: tuple[LobbyTable, ...]
    events: tuple[TournamentLine, ...]
    finished: MatchPage


def lobby_router(
    matches: LiveMatches, lobby: Lobby, people: People, boards: Boards, tournaments: Tournaments
) -> Router:
    """Builds the router of this module, under `/api/v1`."""
    games, entrants = list_game_lines(matches.catalogue), EntrantsAt(tournaments)

    @get(
        "/lobby",
        operation_id="lobby",
        opt=promises(token=Token.OPTIONAL, answers=(LobbyPage,), reads=("If-None-Match",), gives=("ETag",)),
    )
    async def show(request: HTTPRequest) -> Response[bytes]:
        """Returns the first screen: what can be played, joined and watched now."""
        principal = await authenticate(request)
        since = matches.now() - LIVE_MS
        own, live, waiting, offering, finished, events = await asyncio.gather(
            lobby.list_unfinished(principal.player, MOST_OWN) if principal else _nothing(),
            lobby.list_active(Status.RUNNING, since, MOST_LIVE),
            lobby.list_active(Status.OPEN, since, MOST_OPEN),
            lobby.list_active(Status.RUNNING, since, MOST_OPEN, OFFERS_SEAT),
            lobby.page(limit=MOST_FINISHED, status=Status.FINISHED),
            list_current_tournaments(lobby.records, matches.now(), MOST_EVENTS),
        )
        found = await _find_tables(matches, (*own, *live, *waiting, *offering))
        known = await people.find_names({chair.player for one in found.values() for chair in one.match.chairs} - {""})

        numbers = await entrants.of(found)

        def describe(rows: Sequence[MatchRow], status: Status | None = None) -> tuple[LobbyTable, ...]:
            tables = [(found[row.id], row.changed_at) for row in rows if row.id in found]
            return tuple(
                _describe(one, changed_at, known, numbers[one.match.id], boards if status is Status.RUNNING else None)
                for one, changed_at in tables
                if status in (None, one.match.status) and _is_someone_there(one.match)
            )

        content = msgspec.json.encode(
            LobbyPage(
                games=games,
                own=describe(own),
                live=describe(live, Status.RUNNING),
                open=(*describe(waiting, Status.OPEN), *(one for one in describe(offering) if one.offered is not None)),
                events=tuple(map(tournament_line, events)),
                finished=MatchPage(await match_lines(people, finished.rows, entrants), finished.cursor),
            )
        )
        tag = f'"{sha256(content).hexdigest()[:20]}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if is_tagged(request, tag):
            return Response(b"", status_code=304, headers=headers)
        return compressed_response(request, content, JSON, headers)

    return Router("/", route_handlers=[show], tags=["matches"])


async def _nothing() -> tuple[MatchRow, ...]:
    return ()


async def _find_tables(matches: LiveMatches, rows: Sequence[MatchRow]) -> dict[str, Live]:
    """Returns the matches of these rows by id, without those that cannot be read here."""
    found = await asyncio.gather(*(_find_table(matches, match) for match in {row.id for row in rows}))
    return {live.match.id: live for live in found if live is not None}


async def _find_table(matches: LiveMatches, match: str) -> Live | None:
    try:
        return await matches.find_fresh(match, since=monotonic() - SHARED_SECONDS)
    except UNREADABLE:
        return None


def _is_someone_there(match: Match) -> bool:
    return any(chair.player or chair.bot for chair in match.chairs)


def _describe(
    live: Live, changed_at: int, known: PlayerNames, entrants: tuple[int, ...], boards: Boards | None
) -> LobbyTable:
    match = live.match
    opened = match.opened
    assert opened is not None
    return LobbyTable(
        id=match.id,
        game=opened.game,
        status=match.status,
        seats=number_seats(seat_lines(match, known), entrants),
        changed_at=rfc3339(changed_at),
        clock=None if opened.clock is None else clock_rules(opened.clock),
        bots_welcome=opened.bots_welcome,
        offered=match.offer.seat if match.offer and match.offer.open else None,
        points=live.rules.projection.points(match.state) if boards else None,
        picture=boards.draw(live) if boards else None,
    )
