"""Rounds over HTTP: pairing, looking at a pairing before, and starting."""

from functools import partial
from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.tournament.methods.contenders import Keep, Reason
from domain.tournament.methods.pods.draw import ALGORITHM, COMPANY
from domain.tournament.record.commands import PairRound, StartRound
from domain.tournament.record.events import RoundPaired
from domain.tournament.record.state import Tournament
from domain.tournament.rules.staff import organises
from service.http.bodies import StrictJSON
from service.http.hanging_up import while_there
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem
from service.routes.tournament.changing import (
    Desk,
    RoundNumber,
    TournamentChange,
    TournamentDesk,
    TournamentId,
    bots_with_lists,
    changed,
    changing,
    desk_router,
    load_tournament,
    organiser,
    record,
    record_and_answer,
    refused,
)
from service.tournaments.store import Dry

Seated = Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=2, max_length=4)]


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to be paired, by its number. `again` pairs it anew before it starts; `fixed` are tables set by hand.

    Where tables of the other size cannot be shared out evenly unless pairs meet again, `keep` says which of both holds.
    """

    round: Annotated[int, Meta(ge=1, le=1000)]
    again: bool = False
    fixed: Annotated[tuple[Seated, ...], Meta(max_length=512)] = ()
    keep: Keep = Keep.SIZES


class PairedPreview(Struct, frozen=True):
    """A table as it would be."""

    table: int
    entrants: tuple[int, ...]
    group: int


class OtherDraw(Struct, frozen=True):
    """What the round would cost if the other wish were kept, and why."""

    keep: Keep
    algorithm: str
    cost: tuple[int, ...]
    reasons: tuple[Reason, ...]


class RoundPreview(Struct, frozen=True):
    """A round as it would be paired, and what it would cost. Nothing was recorded.

    Where one wish has forced another in a round of pods, `other` says what the other way costs; else it is null.
    """

    round: int
    stage: int
    tables: tuple[PairedPreview, ...]
    byes: tuple[int, ...]
    algorithm: str
    cost: tuple[int, ...]
    bound: tuple[int, ...]
    reasons: tuple[Reason, ...]
    other: OtherDraw | None


@post(
    "/tournaments/{tournament:str}/rounds",
    operation_id="pair_round",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def pairing(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]
) -> Response[TournamentChange]:
    """Pairs a round; the number makes it one round, whoever sends it how often.

    With `again` it is paired anew, as long as it has not started.
    """
    principal = await organiser(request)
    known = await load_tournament(desk, tournament)
    if organises(known, principal.player):  # a process may have died before it had sealed lists for bots
        await bots_with_lists(desk, principal, tournament)
    return await record_and_answer(desk, request, principal, tournament, _command(data))


@post(
    "/tournaments/{tournament:str}/rounds/preview",
    operation_id="preview_round",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(even_when_full=True),
)
async def preview(desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]) -> RoundPreview:
    """Shows how a round would be paired, and why, without recording it."""
    principal = await organiser(request)
    known = await load_tournament(desk, tournament)
    looking = desk.tournaments.look(known, principal.player, partial(_previewed, known, _command(data)))
    try:
        return await while_there(request, looking)
    except Rejected as error:
        raise refused(error) from error


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/start",
    operation_id="start_round",
    status_code=200,
    opt=changing(),
)
async def starting(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, round: RoundNumber
) -> Response[TournamentChange]:
    """Starts a round: its pairing holds, and its tables are opened as matches."""
    principal, at = await organiser(request), path_number(round)
    done = await record(desk, request, principal, tournament, StartRound(at))
    await desk.steward.open_tables(tournament)
    return changed(done.tournament, done.entries)


def rounds_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, pairing, preview, starting)


def _command(wanted: NewRound) -> PairRound:
    return PairRound(wanted.round, wanted.again, wanted.fixed, wanted.keep)


def _previewed(known: Tournament, command: PairRound, dry: Dry) -> RoundPreview:
    """A round as a command would pair it, and what the other way would cost."""
    drawn = _drawn(dry, command)
    return RoundPreview(
        round=drawn.round,
        stage=drawn.stage,
        tables=tuple(PairedPreview(table.table, table.entrants, table.group) for table in drawn.tables),
        byes=drawn.byes,
        algorithm=drawn.algorithm,
        cost=drawn.cost,
        bound=drawn.bound,
        reasons=drawn.reasons,
        other=_other_way(known, command, dry, drawn),
    )


def _drawn(dry: Dry, command: PairRound) -> RoundPaired:
    """The round as a command would pair it, or the problem that nothing would be paired."""
    drawn = next((event for event in dry(command) if isinstance(event, RoundPaired)), None)
    if drawn is None:
        raise Problem(MALFORMED, "This round is paired already; ask for `again`.", at="$.again")
    return drawn


def _other_way(known: Tournament, command: PairRound, dry: Dry, drawn: RoundPaired) -> OtherDraw | None:
    """What the round would cost with the other wish kept, where that would spare what this one has forced."""
    if drawn.algorithm not in (ALGORITHM, COMPANY):
        return None
    forced, keep = ("repeat", Keep.COMPANY) if command.keep is Keep.SIZES else ("size", Keep.SIZES)
    price = _paid(drawn.reasons, forced)
    if not price or known.planned.stages[drawn.stage].together:
        return None
    other = _drawn(dry, replace(command, keep=keep))
    spared = _paid(other.reasons, forced) < price
    return OtherDraw(keep, other.algorithm, other.cost, other.reasons) if spared else None


def _paid(reasons: tuple[Reason, ...], code: str) -> int:
    return sum(reason.amount for reason in reasons if reason.code == code)
