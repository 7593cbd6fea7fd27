"""Standings of a tournament over HTTP, now and at any earlier moment."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from domain.tournament.record.log import Entry
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules.tally import final_table, stage_standings
from service.http.hanging_up import while_there
from service.http.media import JSON
from service.http.request import HTTPRequest, caller
from service.http.router import Router
from service.openapi.contract import HEAVY, promises
from service.problems.kinds import MALFORMED, NOT_FOUND
from service.problems.problem import Problem
from service.routes.tournament.changing import Desk, TournamentDesk, TournamentId, desk_router, load_tournament
from service.tournaments.summary import StandingLine, names_of, standing_line

At = Annotated[
    str | None,
    QueryParameter(max_length=40, description="After this entry of the log, or at this moment (RFC 3339)."),
]
Explain = Annotated[bool, QueryParameter(description="With the tables that each number comes from.")]
StageNumber = Annotated[
    int | None, QueryParameter(ge=0, le=10, description="Which stage, from 0; without it the last one that has begun.")
]


class GroupStandings(Struct, frozen=True):
    """The standings of a group."""

    group: int
    lines: tuple[StandingLine, ...]


class FinalLine(Struct, frozen=True):
    """A place of the whole tournament, and the last stage the entrant has reached."""

    place: int
    entrant: int
    name: str | None
    stage: int


class Standings(Struct, frozen=True):
    """The standings after an entry of the log: those of a stage by group, and the table over all stages."""

    version: int
    stage: int | None
    groups: tuple[GroupStandings, ...]
    final: tuple[FinalLine, ...]


@get(
    "/tournaments/{tournament:str}/standings",
    operation_id="standings",
    opt=promises(answers=(Standings,), problems=(NOT_FOUND,), weight=HEAVY),
)
async def standings(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    stage: StageNumber = None,
    as_of: At = None,
    explain: Explain = False,
) -> Response[bytes]:
    """The standings of a stage, now or at any earlier moment, with the tables behind each number if asked for.

    In an elimination the bracket says who stands where: how far somebody came, then the place at the last table,
    then the seeding.

    Equals share their place, unless a lot was drawn because the place matters: then `LOT` is the last tie-break.
    """
    known = await load_tournament(desk, tournament)
    log = None if as_of is None else await desk.tournaments.log(tournament)
    names = await names_of(desk.people, known)

    def shown() -> bytes:
        then = known if as_of is None or log is None else _earlier(tournament, log, as_of)
        at = len(then.stages) - 1 if stage is None else stage
        return msgspec.json.encode(standings_of(then, at, names, explain=explain))

    return Response(await while_there(request, desk.tournaments.readings.done(caller(request), shown)), media_type=JSON)


def standings_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, standings)


def standings_of(
    tournament: Tournament, stage: int, names: Mapping[int, str | None], *, explain: bool = False
) -> Standings:
    """The standings of a stage with the table over all stages; empty where the stage has not begun."""
    if not 0 <= stage < len(tournament.stages):
        return Standings(tournament.version, None, (), ())
    groups = tuple(
        GroupStandings(
            group,
            tuple(
                standing_line(tournament, line, names)
                for line in stage_standings(tournament, stage, group, explain=explain)
            ),
        )
        for group in range(len(tournament.stages[stage]))
    )
    final = tuple(
        FinalLine(one.place, one.entrant, names.get(one.entrant), one.stage) for one in final_table(tournament)
    )
    return Standings(tournament.version, stage, groups, final)


def _earlier(tournament: str, log: Sequence[Entry], as_of: str) -> Tournament:
    """A tournament as it stood after an entry, or at a moment."""
    if as_of.isascii() and as_of.isdigit():
        return fold(Tournament(tournament), [entry for entry in log if entry.n <= int(as_of)])
    try:
        moment = datetime.fromisoformat(as_of)
    except ValueError:
        raise Problem(MALFORMED, "An entry's number, or a moment as in RFC 3339.", at="query.as_of") from None
    at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000
    return fold(Tournament(tournament), [entry for entry in log if entry.at <= at])
