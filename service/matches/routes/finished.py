"""Exports of the finished matches of a player, a tournament or a game: as NDJSON, as CSV or as archives."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, cast

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import Struct
from sqlmodel import select

from chronik.projections.match.clocks import Dated
from chronik.projections.tournament.spreadsheet import MARK, Cell, escape_formula, write_csv
from chronik.service.identity.auth import authenticate
from chronik.service.identity.register import People
from chronik.service.matches.routes.matches import Game, MatchLine, Player, match_lines
from chronik.service.running.zones import DEFAULT, cell
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.finished import MatchFilter, cursor_behind, cursor_of_end, list_finished_matches
from chronik.service.sql.paging import place_behind
from chronik.service.tournaments.archive_files import ArchiveFiles, MatchEnd
from chronik.service.tournaments.tables import TableRow, TournamentRow
from chronik.service.web.languages import Language, SheetLanguage
from chronik.service.web.media import CSV, NDJSON, TAR
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.ids import ID, is_id
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

SEAT_COLUMNS = ("seat", "player", "name", "bot", "bot_account", "points", "place")
COLUMNS = ("match", "game", "opened_at", "closed_at", *SEAT_COLUMNS, "cursor")

Event = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches of this tournament.")]
Since = Annotated[
    str | None, QueryParameter(max_length=40, description="Only matches that ended at this moment or later (RFC 3339).")
]
Until = Annotated[
    str | None, QueryParameter(max_length=40, description="Only matches that ended before this moment (RFC 3339).")
]
Won = Annotated[
    bool | None,
    QueryParameter(description="Only matches that `player` won, alone or jointly; with `false`, only the others."),
]
After = Annotated[
    str | None,
    QueryParameter(max_length=100, description="Continue after a match: the `cursor` of its line, or its id."),
]


class FinishedMatch(MatchLine, frozen=True):
    """A finished match, and the cursor to continue after it."""

    cursor: str


class Collection(Struct, frozen=True):
    """The finished matches that a request asks for, page by page in the order in which they ended."""

    records: Records
    people: People
    sought: MatchFilter
    after: str | None
    player: str | None
    tournament: str | None
    won: bool | None

    async def pages(self) -> AsyncIterator[list[FinishedMatch]]:
        async for rows in list_finished_matches(self.records, self.sought, self.after):
            yield [one for one in await _build_lines(self.people, rows) if self._passes_won(one)]

    def _passes_won(self, match: FinishedMatch) -> bool:
        """Returns whether a match passes the filter `won`."""
        if self.won is None:
            return True
        own = [one.seat for one in match.seats if one.player == self.player]
        first = match.result is not None and any(match.result.places[seat] == 1 for seat in own)
        return first is self.won


Wanted = NamedDependency[Collection]


def _provide_collection(records: Records, people: People) -> Provide:
    """Builds the dependency that turns the query parameters into a collection of matches."""

    async def collection(
        player: Player = None,
        tournament: Event = None,
        game: Game = None,
        since: Since = None,
        until: Until = None,
        won: Won = None,
        after: After = None,
    ) -> Collection:
        """Parses the query; raises `Problem` before the response starts if it is invalid."""
        if won is not None and player is None:
            raise Problem(MALFORMED, "`won` needs a `player`: name the player whose wins you want.", at="query.won")
        among = None if tournament is None else select(TableRow.match).where(TableRow.tournament == tournament)
        sought = MatchFilter(game, player, among, _parse_moment("since", since), _parse_moment("until", until))
        return Collection(records, people, sought, await _resolve_cursor(records, after), player, tournament, won)

    return Provide(collection)


def exports_router(records: Records, people: People, files: ArchiveFiles) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @get(
        "/matches.ndjson",
        operation_id="finished_matches",
        opt=promises(media=(NDJSON,), lines=(FinishedMatch,)),
        media_type=NDJSON,
    )
    async def lines(wanted: Wanted) -> Response[bytes]:
        """Returns the finished matches of a player, a tournament or a game, one per line, in the order they ended.

        To continue after the response has broken off, or to get later matches, pass the `cursor` of the last line as
        `after`. A match appears within a second of its end, or within a minute after a failure. Each line links to the
        match's archive.
        """

        async def encode_lines() -> AsyncGenerator[bytes]:
            async for found in wanted.pages():
                yield b"".join(msgspec.json.encode(one) + b"\n" for one in found)

        return cast("Response[bytes]", Stream(encode_lines(), media_type=NDJSON))

    @get("/matches.csv", operation_id="finished_matches_csv", opt=promises(media=(CSV,)), media_type=CSV)
    async def table(wanted: Wanted, lang: SheetLanguage = None) -> Response[bytes]:
        """Returns the same matches as CSV, one line per seat; with `tournament`, times are in its time zone."""
        dated = partial(cell, zone=await find_zone(records, wanted.tournament), spreadsheet=lang is not None)
        separator = "," if lang in (None, Language.EN) else ";"

        async def rows() -> AsyncGenerator[str]:
            yield (MARK if lang else "") + write_csv([COLUMNS], separator)
            async for found in wanted.pages():
                yield write_csv((row for one in found for row in _seat_rows(one, dated)), separator)

        return cast("Response[bytes]", Stream(rows(), media_type=CSV))

    @get(
        "/matches.tar",
        operation_id="finished_matches_archives",
        opt=promises(token=Token.OPTIONAL, media=(TAR,), gives=("Content-Disposition",)),
        media_type=TAR,
    )
    async def archives(request: HTTPRequest, wanted: Wanted) -> Response[bytes]:
        """Returns the archives of the same matches as a tar file, which `chronik verify` can check.

        Each match is a file `{match}.chronik` dated with the match's end. If the caller may not have its archive, the
        file `{match}.lacking.json` says why, as in a bundle (`/docs/format#8`). A withheld match is in no tar, not even
        for a referee; a match that is disclosed only to its players needs the token of one of them. If the response
        breaks off, the tar is incomplete: continue with the last whole match in it as `after`.
        """
        principal = await authenticate(request)

        async def pages() -> AsyncGenerator[list[MatchEnd]]:
            async for found in wanted.pages():
                yield [(one.id, to_milliseconds(cast(datetime, one.closed_at))) for one in found]

        headers = {"Content-Disposition": 'attachment; filename="matches.tar"'}
        return cast("Response[bytes]", Stream(files.tar(pages(), principal), media_type=TAR, headers=headers))

    return Router(
        "/",
        route_handlers=[lines, table, archives],
        dependencies={"wanted": _provide_collection(records, people)},
        tags=["matches"],
    )


async def find_zone(records: Records, tournament: str | None) -> str:
    """Returns the time zone of a tournament, or the default zone if it does not exist."""
    if tournament is None:
        return DEFAULT
    async with records.reading() as session:
        found = await session.exec(select(TournamentRow.zone).where(TournamentRow.id == tournament))
        return found.first() or DEFAULT


async def _resolve_cursor(records: Records, after: str | None) -> str | None:
    """Returns the given cursor, or the cursor of the match with the given id; raises `Problem` if it is unknown."""
    if after is None:
        return None
    if not is_id(after):
        place_behind(after)
        return after
    cursor = await cursor_behind(records, after)
    if cursor is None:
        raise Problem(
            MALFORMED, "No finished match has this id. Give the id of a finished match, or a cursor.", at="query.after"
        )
    return cursor


def to_milliseconds(moment: datetime) -> int:
    """Converts a moment to milliseconds since 1970."""
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def _parse_moment(name: str, value: str | None) -> int | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise Problem(
            MALFORMED, "Give a moment as in RFC 3339, such as 2026-01-01T12:00:00Z.", at=f"query.{name}"
        ) from None
    known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return to_milliseconds(known)


async def _build_lines(people: People, rows: tuple[MatchRow, ...]) -> list[FinishedMatch]:
    lines = await match_lines(people, rows)
    return [
        FinishedMatch(**msgspec.structs.asdict(line), cursor=cursor_of_end(row))
        for line, row in zip(lines, rows, strict=True)
    ]


def _seat_rows(match: FinishedMatch, dated: Dated) -> Iterable[Sequence[Cell]]:
    moments = (to_milliseconds(cast(datetime, at)) for at in (match.opened_at, match.closed_at))
    opened, closed = map(dated, moments)
    for one in match.seats:
        result = match.result
        ended = (None, None) if result is None else (result.points[one.seat], result.places[one.seat])
        name = f"Bot ({one.bot})" if one.bot else one.name or ""
        who = (one.player, escape_formula(name), one.bot, "true" if one.bot_account else "")
        yield (match.id, match.game, opened, closed, one.seat, *who, *ended, match.cursor)
