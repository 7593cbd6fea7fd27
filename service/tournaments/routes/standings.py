"""The routes of standings, now and at any earlier moment."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from chronik.service.tournaments.routes.recording import (
    Services,
    TournamentId,
    TournamentServices,
    load_tournament,
    tournament_router,
)
from chronik.service.tournaments.summary import LateCorrection, StandingLine, late_corrections, names_of, standing_line
from chronik.service.web.client_disconnect import cancel_on_disconnect
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import HEAVY, promises
from chronik.service.web.problems.kinds import MALFORMED, NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, caller
from chronik.service.web.router import Router

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
    """A place in the whole tournament, and the last stage that the entrant reached."""

    place: int
    entrant: int
    name: str | None
    stage: int


class Standings(Struct, frozen=True):
    """The standings after an entry of the log: for one stage, by group, and the table over all stages.

    `corrections` lists results that were corrected after a later round was drawn; the standings include them.
    """

    version: int
    stage: int | None
    groups: tuple[GroupStandings, ...]
    final: tuple[FinalLine, ...]
    corrections: tuple[LateCorrection, ...]


@get(
    "/tournaments/{tournament:str}/standings",
    operation_id="standings",
    opt=promises(answers=(Standings,), problems=(NOT_FOUND,), weight=HEAVY),
)
async def standings(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    stage: StageNumber = None,
    as_of: At = None,
    explain: Explain = False,
) -> Response[bytes]:
    """Returns the standings of a stage, now or at any earlier moment; on request with the tables behind each number.

    In an elimination, the order follows the bracket: by the round that an entrant reached, then by the place at the
    last table, then by the seeding.

    Equal entrants share their place, unless the place matters and a lot was drawn: then `LOT` is the last tie-break.
    """
    known = await load_tournament(services, tournament)
    log = None if as_of is None else await services.tournaments.log(tournament)
    names = await names_of(services.people, known)

    def encode_standings() -> bytes:
        then = known if as_of is None or log is None else _earlier(tournament, log, as_of)
        at = len(then.stages) - 1 if stage is None else stage
        return msgspec.json.encode(standings_of(then, at, names, explain=explain))

    reading = services.tournaments.decisions.readings.run(caller(request), encode_standings)
    return Response(await cancel_on_disconnect(request, reading), media_type=JSON)


def standings_router(services: TournamentServices) -> Router:
    """Returns the route of this module, under `/api/v1`."""
    return tournament_router(services, standings)


def standings_of(
    tournament: Tournament, stage: int, names: Mapping[int, str | None], *, explain: bool = False
) -> Standings:
    """Returns the standings of a stage and the table over all stages; both are empty if the stage has not begun."""
    if not 0 <= stage < len(tournament.stages):
        return Standings(tournament.version, None, (), (), ())
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
    return Standings(tournament.version, stage, groups, final, late_corrections(tournament))


def _earlier(tournament: str, log: Sequence[Entry], as_of: str) -> Tournament:
    """Returns a tournament as it was after an entry or at a given time."""
    if as_of.isascii() and as_of.isdigit():
        return fold(Tournament(tournament), [entry for entry in log if entry.n <= int(as_of)])
    try:
        moment = datetime.fromisoformat(as_of)
    except ValueError:
        raise Problem(MALFORMED, "Give an entry's number, or a time as in RFC 3339.", at="query.as_of") from None
    at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000
    return fold(Tournament(tournament), [entry for entry in log if entry.at <= at])
