"""Finished matches to be taken away: of a player, a tournament, a game, as NDJSON or as a table."""

import csv
from collections.abc import AsyncGenerator, Iterable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Annotated, cast

import msgspec
from litestar import Response, Router, get
from litestar.params import QueryParameter
from litestar.response import Stream
from sqlmodel import select

from projections.tournament.spreadsheet import MARK
from projections.tournament.tables import text
from service.http.media import CSV, NDJSON
from service.openapi.contract import promises
from service.people.register import People
from service.problems.ids import ID
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem
from service.routes.match.matches import Game, MatchLine, Player, match_lines
from service.routes.match.spreadsheets import Opened
from service.sql.database import MatchRow, Records
from service.sql.finished import Sought, cursor_of_end, finished
from service.sql.paging import place_behind
from service.tournaments.sheets.words import Language
from service.tournaments.tables import TableRow

HEAD = ("match", "game", "opened_at", "closed_at", "seat", "player", "name", "bot", "points", "place", "cursor")

Event = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches of this tournament.")]
Since = Annotated[str | None, QueryParameter(max_length=40, description="Only what ended then or later (RFC 3339).")]
Until = Annotated[str | None, QueryParameter(max_length=40, description="Only what ended before then (RFC 3339).")]
Won = Annotated[
    bool | None, QueryParameter(description="Only what `player` has won, alone or with others; or, `false`, has not.")
]
After = Annotated[
    str | None, QueryParameter(max_length=100, description="Go on behind a match: the `cursor` of its line.")
]


class FinishedMatch(MatchLine, frozen=True):
    """A match that is over, and the cursor to go on behind it."""

    cursor: str


def finished_router(records: Records, people: People) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get(
        "/matches.ndjson",
        operation_id="finished_matches",
        opt=promises(media=(NDJSON,), lines=(FinishedMatch,)),
        media_type=NDJSON,
    )
    async def lines(
        player: Player = None,
        tournament: Event = None,
        game: Game = None,
        since: Since = None,
        until: Until = None,
        won: Won = None,
        after: After = None,
    ) -> Response[bytes]:
        """All finished matches, of a player, a tournament or a game, a line for each, in the order in which they ended.

        Where it breaks off, and when there may be more, `after` goes on behind the last line. A match is here as soon
        as the books have it: within a second as a rule, within a minute after trouble. Each line links to the archive.
        """
        sought, rank = _sought(player, tournament, game, since, until, after), _ranked(player, won)

        async def written() -> AsyncGenerator[bytes]:
            async for rows in finished(records, sought, after):
                found = [one for one in await _matches(people, rows) if rank(one)]
                yield b"".join(msgspec.json.encode(one) + b"\n" for one in found)

        return cast("Response[bytes]", Stream(written(), media_type=NDJSON))

    @get("/matches.csv", operation_id="finished_matches_csv", opt=promises(media=(CSV,)), media_type=CSV)
    async def table(
        player: Player = None,
        tournament: Event = None,
        game: Game = None,
        since: Since = None,
        until: Until = None,
        won: Won = None,
        after: After = None,
        lang: Opened = None,
    ) -> Response[bytes]:
        """The same as a table, a line for each seat."""
        sought, rank = _sought(player, tournament, game, since, until, after), _ranked(player, won)
        separator = "," if lang in (None, Language.EN) else ";"

        async def written() -> AsyncGenerator[str]:
            yield (MARK if lang else "") + _rows([HEAD], separator)
            async for rows in finished(records, sought, after):
                found = [one for one in await _matches(people, rows) if rank(one)]
                yield _rows((row for one in found for row in _seats(one)), separator)

        return cast("Response[bytes]", Stream(written(), media_type=CSV))

    return Router("/", route_handlers=[lines, table], tags=["matches"])


def _sought(
    player: str | None,
    tournament: str | None,
    game: str | None,
    since: str | None,
    until: str | None,
    after: str | None,
) -> Sought:
    """What is wanted; refuses a moment and a cursor that make no sense before anything is answered."""
    if after is not None:
        place_behind(after)
    among = None if tournament is None else select(TableRow.match).where(TableRow.tournament == tournament)
    return Sought(game, player, among, _moment("since", since), _moment("until", until))


def _moment(name: str, said: str | None) -> int | None:
    if said is None:
        return None
    try:
        moment = datetime.fromisoformat(said)
    except ValueError:
        raise Problem(MALFORMED, "A moment as in RFC 3339.", at=f"query.{name}") from None
    known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (known - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


class _Rank(msgspec.Struct, frozen=True):
    player: str | None
    won: bool | None

    def __call__(self, match: FinishedMatch) -> bool:
        if self.won is None:
            return True
        own = [one.seat for one in match.seats if one.player == self.player]
        first = match.result is not None and any(match.result.places[seat] == 1 for seat in own)
        return first is self.won


def _ranked(player: str | None, won: bool | None) -> _Rank:
    """Whether a match ended as it is wanted to have ended."""
    if won is not None and player is None:
        raise Problem(MALFORMED, "Somebody has won: `player` says who.", at="query.won")
    return _Rank(player, won)


async def _matches(people: People, rows: tuple[MatchRow, ...]) -> list[FinishedMatch]:
    lines = await match_lines(people, rows)
    return [
        FinishedMatch(**msgspec.structs.asdict(line), cursor=cursor_of_end(row))
        for line, row in zip(lines, rows, strict=True)
    ]


def _seats(match: FinishedMatch) -> Iterable[tuple[object, ...]]:
    opened, closed = (cast(datetime, at).strftime("%Y-%m-%dT%H:%M:%SZ") for at in (match.opened_at, match.closed_at))
    for one in match.seats:
        result = match.result
        ended = (None, None) if result is None else (result.points[one.seat], result.places[one.seat])
        who = (one.player, text(one.name or ""), one.bot)
        yield (match.id, match.game, opened, closed, one.seat, *who, *ended, match.cursor)


def _rows(rows: Iterable[tuple[object, ...]], separator: str) -> str:
    file = StringIO()
    csv.writer(file, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return file.getvalue()
