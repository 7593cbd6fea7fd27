"""Finished matches to be taken away: of a player, a tournament, a game, as NDJSON, as a table, or as their archives."""

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

from projections.match.clocks import Dated
from projections.tournament.spreadsheet import MARK, Cell, text, written
from service.http.media import CSV, NDJSON, TAR
from service.http.request import HTTPRequest
from service.http.router import Router
from service.openapi.contract import Token, promises
from service.people.auth import authenticate
from service.people.register import People
from service.problems.ids import ID, is_id
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem
from service.routes.match.matches import Game, MatchLine, Player, match_lines
from service.routes.match.spreadsheets import Opened
from service.sql.database import MatchRow, Records
from service.sql.finished import Sought, cursor_behind, cursor_of_end, finished
from service.sql.paging import place_behind
from service.tournaments.archive_files import ArchiveFiles, Ended
from service.tournaments.sheets.words import Language
from service.tournaments.tables import TableRow, TournamentRow
from service.zones import DEFAULT, cell

SITTING = ("seat", "player", "name", "bot", "bot_account", "points", "place")
HEAD = ("match", "game", "opened_at", "closed_at", *SITTING, "cursor")

Event = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches of this tournament.")]
Since = Annotated[str | None, QueryParameter(max_length=40, description="Only what ended then or later (RFC 3339).")]
Until = Annotated[str | None, QueryParameter(max_length=40, description="Only what ended before then (RFC 3339).")]
Won = Annotated[
    bool | None, QueryParameter(description="Only what `player` has won, alone or with others; or, `false`, has not.")
]
After = Annotated[
    str | None, QueryParameter(max_length=100, description="Go on behind a match: the `cursor` of its line, or its id.")
]


class FinishedMatch(MatchLine, frozen=True):
    """A match that is over, and the cursor to go on behind it."""

    cursor: str


class Collection(Struct, frozen=True):
    """The finished matches that somebody wants, page by page in the order in which they ended."""

    records: Records
    people: People
    sought: Sought
    after: str | None
    player: str | None
    tournament: str | None
    won: bool | None

    async def pages(self) -> AsyncIterator[list[FinishedMatch]]:
        async for rows in finished(self.records, self.sought, self.after):
            yield [one for one in await _matches(self.people, rows) if self._ranks(one)]

    def _ranks(self, match: FinishedMatch) -> bool:
        """Whether it ended as it is wanted to have ended."""
        if self.won is None:
            return True
        own = [one.seat for one in match.seats if one.player == self.player]
        first = match.result is not None and any(match.result.places[seat] == 1 for seat in own)
        return first is self.won


Wanted = NamedDependency[Collection]


def _provided(records: Records, people: People) -> Provide:
    """What a handler is given for the parameters that say which matches are wanted."""

    async def collection(
        player: Player = None,
        tournament: Event = None,
        game: Game = None,
        since: Since = None,
        until: Until = None,
        won: Won = None,
        after: After = None,
    ) -> Collection:
        """What is wanted; refuses what makes no sense before anything is answered."""
        if won is not None and player is None:
            raise Problem(MALFORMED, "Somebody has won: `player` says who.", at="query.won")
        among = None if tournament is None else select(TableRow.match).where(TableRow.tournament == tournament)
        sought = Sought(game, player, among, _moment("since", since), _moment("until", until))
        return Collection(records, people, sought, await _behind(records, after), player, tournament, won)

    return Provide(collection)


def finished_router(records: Records, people: People, files: ArchiveFiles) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get(
        "/matches.ndjson",
        operation_id="finished_matches",
        opt=promises(media=(NDJSON,), lines=(FinishedMatch,)),
        media_type=NDJSON,
    )
    async def lines(wanted: Wanted) -> Response[bytes]:
        """All finished matches, of a player, a tournament or a game, a line for each, in the order in which they ended.

        Where it breaks off, and when there may be more, `after` goes on behind the last line. A match is here as soon
        as the books have it: within a second as a rule, within a minute after trouble. Each line links to the archive.
        """

        async def encoded() -> AsyncGenerator[bytes]:
            async for found in wanted.pages():
                yield b"".join(msgspec.json.encode(one) + b"\n" for one in found)

        return cast("Response[bytes]", Stream(encoded(), media_type=NDJSON))

    @get("/matches.csv", operation_id="finished_matches_csv", opt=promises(media=(CSV,)), media_type=CSV)
    async def table(wanted: Wanted, lang: Opened = None) -> Response[bytes]:
        """The same as a table, a line for each seat; times of a `tournament` are those of the zone it is held in."""
        dated = partial(cell, zone=await zone_of(records, wanted.tournament), spreadsheet=lang is not None)
        separator = "," if lang in (None, Language.EN) else ";"

        async def rows() -> AsyncGenerator[str]:
            yield (MARK if lang else "") + written([HEAD], separator)
            async for found in wanted.pages():
                yield written((row for one in found for row in _seats(one, dated)), separator)

        return cast("Response[bytes]", Stream(rows(), media_type=CSV))

    @get(
        "/matches.tar",
        operation_id="finished_matches_archives",
        opt=promises(token=Token.OPTIONAL, media=(TAR,), gives=("Content-Disposition",)),
        media_type=TAR,
    )
    async def archives(request: HTTPRequest, wanted: Wanted) -> Response[bytes]:
        """The archives of the same matches, one file each, as a tar that any tool unpacks and `chronik verify` checks.

        Each match is `{match}.chronik`, with the time of its end. Where it has no archive for the caller,
        `{match}.lacking.json` stands there and says why, as in a bundle (`/docs/format#8`): held matches are in no tar,
        not even in a referee's, and what is open to its players only needs the token of one. A tar that breaks off has
        no end; `after` goes on behind the last whole match in it.
        """
        principal = await authenticate(request)

        async def pages() -> AsyncGenerator[list[Ended]]:
            async for found in wanted.pages():
                yield [(one.id, milliseconds_of(cast(datetime, one.closed_at))) for one in found]

        headers = {"Content-Disposition": 'attachment; filename="matches.tar"'}
        return cast("Response[bytes]", Stream(files.tar(pages(), principal), media_type=TAR, headers=headers))

    return Router(
        "/",
        route_handlers=[lines, table, archives],
        dependencies={"wanted": _provided(records, people)},
        tags=["matches"],
    )


async def zone_of(records: Records, tournament: str | None) -> str:
    """The zone that a tournament is held in; that of nobody where it is none."""
    if tournament is None:
        return DEFAULT
    async with records.reading() as session:
        found = await session.exec(select(TournamentRow.zone).where(TournamentRow.id == tournament))
        return found.first() or DEFAULT


async def _behind(records: Records, after: str | None) -> str | None:
    """The cursor that was given, or of the match that was named."""
    if after is None:
        return None
    if not is_id(after):
        place_behind(after)
        return after
    cursor = await cursor_behind(records, after)
    if cursor is None:
        raise Problem(MALFORMED, "No finished match has this id.", at="query.after")
    return cursor


def milliseconds_of(moment: datetime) -> int:
    """A moment in milliseconds since 1970."""
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def _moment(name: str, said: str | None) -> int | None:
    if said is None:
        return None
    try:
        moment = datetime.fromisoformat(said)
    except ValueError:
        raise Problem(MALFORMED, "A moment as in RFC 3339.", at=f"query.{name}") from None
    known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return milliseconds_of(known)


async def _matches(people: People, rows: tuple[MatchRow, ...]) -> list[FinishedMatch]:
    lines = await match_lines(people, rows)
    return [
        FinishedMatch(**msgspec.structs.asdict(line), cursor=cursor_of_end(row))
        for line, row in zip(lines, rows, strict=True)
    ]


def _seats(match: FinishedMatch, dated: Dated) -> Iterable[Sequence[Cell]]:
    moments = (milliseconds_of(cast(datetime, at)) for at in (match.opened_at, match.closed_at))
    opened, closed = map(dated, moments)
    for one in match.seats:
        result = match.result
        ended = (None, None) if result is None else (result.points[one.seat], result.places[one.seat])
        name = f"Bot ({one.bot})" if one.bot else one.name or ""
        who = (one.player, text(name), one.bot, "true" if one.bot_account else "")
        yield (match.id, match.game, opened, closed, one.seat, *who, *ended, match.cursor)
