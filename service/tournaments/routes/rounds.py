"""The routes of rounds: pairing a round, previewing the pairing, and starting the round."""

from functools import partial
from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.methods.contenders import Keep, Reason
from chronik.domain.tournament.record.commands import PairRound, StartRound
from chronik.domain.tournament.record.events import RoundPaired
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.staff import is_organiser
from chronik.service.tournaments.decisions import DryRun
from chronik.service.tournaments.routes.recording import (
    RoundNumber,
    Services,
    TournamentChange,
    TournamentId,
    TournamentServices,
    change_contract,
    change_response,
    load_tournament,
    record,
    record_and_answer,
    refusal_problem,
    require_organiser,
    seal_lists_for_bots,
    tournament_router,
)
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.client_disconnect import cancel_on_disconnect
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

Seated = Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=2, max_length=4)]


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to pair, by its number. `again` pairs it again before it starts; `fixed` lists tables set by hand.

    Sometimes tables of the other size can be shared out evenly only if pairs meet again: `keep` says which goal wins.
    """

    round: Annotated[int, Meta(ge=1, le=1000)]
    again: bool = False
    fixed: Annotated[tuple[Seated, ...], Meta(max_length=512)] = ()
    keep: Keep = Keep.SIZES


EXAMPLE = "An example. The round is drawn when you pair it."


class PairedPreview(Struct, frozen=True):
    """A table of the example."""

    table: int
    entrants: tuple[int, ...]
    group: int


class OtherDraw(Struct, frozen=True):
    """The cost of the round if the other goal had won, and the reasons for it."""

    keep: Keep
    algorithm: str
    cost: tuple[int, ...]
    reasons: tuple[Reason, ...]


class RoundPreview(Struct, frozen=True):
    """An example of how a round could be paired, and its cost. Nothing is recorded.

    It does not use the tournament's seed: if chance decides, the real round differs, as `note` says. If one goal has
    overridden another in a round of pods, `other` has the cost of the opposite choice with the same seed; otherwise it
    is null.
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
    example: bool
    note: str


@post(
    "/tournaments/{tournament:str}/rounds",
    operation_id="pair_round",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def pairing(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]
) -> Response[TournamentChange]:
    """Pairs a round. Because the request names the round's number, a repeated request pairs it only once.

    With `again`, the round is paired again, unless it has started. If it is the first round of a later stage, this also
    redetermines who plays in that stage.
    """
    principal = await require_organiser(request)
    known = await load_tournament(services, tournament)
    if is_organiser(known, principal.player):  # a process may have died before it sealed lists for bots
        await seal_lists_for_bots(services, principal, tournament)
    return await record_and_answer(services, request, principal, tournament, _command(data))


@post(
    "/tournaments/{tournament:str}/rounds/preview",
    operation_id="preview_round",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(even_when_full=True),
)
async def preview(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]
) -> RoundPreview:
    """Returns an example of how a round could be paired, and why, without recording it.

    The example has a seed of its own, so even many previews do not show how the round will be drawn.
    """
    principal = await require_organiser(request)
    known = await load_tournament(services, tournament)
    looking = services.tournaments.decisions.preview(known, principal.player, partial(_preview, known, _command(data)))
    try:
        return await cancel_on_disconnect(request, looking)
    except Rejected as error:
        raise refusal_problem(error) from error


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/start",
    operation_id="start_round",
    status_code=200,
    opt=change_contract(),
)
async def starting(
    services: Services, request: HTTPRequest, tournament: TournamentId, round: RoundNumber
) -> Response[TournamentChange]:
    """Starts a round: its pairing becomes final, and its tables are opened as matches.

    If the round would now be drawn differently, it must be paired again first (`pair-again`): for example after a
    corrected result or a penalty, or if an entrant came or left. `facts.newer` lists the changes and their log entries.
    """
    principal, at = await require_organiser(request), path_number(round)
    done = await record(services, request, principal, tournament, StartRound(at))
    await services.scheduler.open_tables(tournament)
    return change_response(done.tournament, done.entries)


def rounds_router(services: TournamentServices) -> Router:
    """Returns the routes of this module, under `/api/v1`."""
    return tournament_router(services, pairing, preview, starting)


def _command(wanted: NewRound) -> PairRound:
    return PairRound(wanted.round, wanted.again, wanted.fixed, wanted.keep)


def _preview(known: Tournament, command: PairRound, dry: DryRun) -> RoundPreview:
    """Returns an example of the round that a command pairs, and the cost of the opposite choice."""
    drawn = _draw_example(dry, command)
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
        example=True,
        note=EXAMPLE,
    )


def _draw_example(dry: DryRun, command: PairRound) -> RoundPaired:
    """Returns an example of the round that a command pairs; raises a problem if it is already paired."""
    drawn = next((event for event in dry(command) if isinstance(event, RoundPaired)), None)
    if drawn is None:
        raise Problem(MALFORMED, "This round is paired already; ask for `again`.", at="$.again")
    return drawn


def _other_way(known: Tournament, command: PairRound, dry: DryRun, drawn: RoundPaired) -> OtherDraw | None:
    """Returns the cost of the round with the other goal; None if that would not reduce what this goal has forced."""
    if not drawn.algorithm.startswith("pods"):
        return None
    forced, keep = ("repeat", Keep.COMPANY) if command.keep is Keep.SIZES else ("size", Keep.SIZES)
    price = _cost_of(drawn.reasons, forced)
    if not price or known.planned.stages[drawn.stage].together:
        return None
    other = _draw_example(dry, replace(command, keep=keep))
    spared = _cost_of(other.reasons, forced) < price
    return OtherDraw(keep, other.algorithm, other.cost, other.reasons) if spared else None


def _cost_of(reasons: tuple[Reason, ...], code: str) -> int:
    return sum(reason.amount for reason in reasons if reason.code == code)
