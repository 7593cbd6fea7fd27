"""Rounds: pairing, starting, closing, and the end. Each function returns events or raises `Rejected`."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Disclosure
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.commands import PairRound, PublishSecret, StartRound
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.plan import Decks, Method, Plan
from chronik.domain.tournament.record.seeds import Secret, Seeds, draws_commitment, tables_commitment
from chronik.domain.tournament.record.state import Progress, Round, Tournament, apply_events, list_started_matches
from chronik.domain.tournament.rules.entrants import entrants_without_list, mark_unchecked_absent
from chronik.domain.tournament.rules.lots import (
    DueLot,
    draw_lot_from_secret,
    lots_due_for_cut,
    lots_due_for_pairing,
    lots_due_for_prizes,
)
from chronik.domain.tournament.rules.pairing import (
    PairingInputs,
    begins_stage,
    draw_round,
    start_next_stage,
    without_round,
)
from chronik.domain.tournament.rules.redrawing import must_pair_again
from chronik.domain.tournament.rules.results import games_to_add
from chronik.domain.tournament.rules.staff import require_organiser, require_running, require_service


def pair(tournament: Tournament, by: str, wanted: PairRound, seeds: Seeds) -> tuple[TournamentEvent, ...]:
    """Pairs a round. If it is already paired, returns no event unless it is to be paired `again`.

    The first pairing starts the tournament; entrants who had to check in and did not are marked absent. The first round
    of a stage starts that stage. From rules version 2 on, pairing the first round of a later stage again also starts
    the stage again, from the current results. If the game needs lists, every active entrant of the stage must have
    sealed one.
    """
    require_organiser(tournament, by)
    require_running(tournament)
    number, sizes = wanted.round, tournament.sizes
    known = tournament.round(number)
    if known is not None and not wanted.again:
        return ()
    if known is not None and known.progress is not Progress.PAIRED:
        raise Rejected("round-started", round=number)
    if known is None and number != len(tournament.rounds) + 1:
        raise Rejected("round-number", expected=len(tournament.rounds) + 1)
    _require_closed_rounds(tournament, before=number)
    attempt = 0 if known is None else known.attempt + 1
    seed = seeds.round_seed(number, attempt, tournament.entropies)
    pairing = PairingInputs(number, attempt, seed, sizes, wanted.fixed, wanted.keep)
    decided: list[TournamentEvent] = [*mark_unchecked_absent(tournament)]
    tournament = apply_events(tournament, decided)
    if tournament.rules >= 2:
        tournament = without_round(tournament, number)
    if (known is None or tournament.rules >= 2) and begins_stage(tournament, sizes):
        tournament = _draw_due_lots(tournament, seeds, lambda one: lots_due_for_cut(one, number, attempt), decided)
        stage = start_next_stage(tournament, pairing)
        assert stage is not None, "a stage that begins"
        tournament = apply_events(tournament, (stage,))
        lots = any(isinstance(one, events.LotDrawn) for one in decided)
        by_chance = lots or (stage.stage == 0 and len(stage.groups) > 1)
        if by_chance and wanted.fixed and tournament.rules >= 2:
            raise Rejected("groups-drawn")  # any other refusal of these tables would reveal a draw that is not recorded
        decided.append(stage)
    missing = entrants_without_list(tournament, (one for group in tournament.stages[-1] for one in group))
    if missing:
        raise Rejected("deck-missing", entrants=missing)
    _check_fixed_tables(tournament, wanted.fixed)
    if wanted.keep is not Keep.SIZES and not _plays_pods(tournament):
        raise Rejected("no-pods")
    tournament = _draw_due_lots(tournament, seeds, lambda one: lots_due_for_pairing(one, number, attempt), decided)
    drawn = draw_round(tournament, pairing)
    if not drawn.tables and tournament.planned.stages[drawn.stage].method is Method.SWISS:
        raise Rejected("too-few-entrants", entrants=len(drawn.byes))
    return (*decided, drawn)


def _plays_pods(tournament: Tournament) -> bool:
    """Returns whether the rounds of the current stage are drawn one by one at tables of three and four."""
    stage = tournament.planned.stages[len(tournament.stages) - 1]
    return stage.method is Method.SWISS and stage.table > 2 and not stage.together


def start(tournament: Tournament, by: str, wanted: StartRound) -> tuple[TournamentEvent, ...]:
    """Starts a round with its current pairing. It must be paired again first if a paired entrant has left.

    From rules version 2 on, it must also be paired again if the changes since its draw would lead to a different draw.
    """
    require_organiser(tournament, by)
    require_running(tournament)
    found = tournament.round(wanted.round)
    if found is None:
        raise Rejected("no-such-round", rounds=len(tournament.rounds))
    if found.progress is not Progress.PAIRED:
        return ()
    seated = [one for table in found.tables for one in table.entrants]
    gone = tuple(one for one in seated if not tournament.entrants[one - 1].active)
    if tournament.rules >= 2 and (gone or must_pair_again(tournament, found)):
        raise Rejected("pair-again", entrants=gone, newer=msgspec.to_builtins(found.newer))
    if gone:
        raise Rejected("pair-again", entrants=gone)
    return (events.RoundStarted(found.number),)


def follow_up(tournament: Tournament) -> tuple[TournamentEvent, ...]:
    """Returns the automatic consequences: a table's next game begins, and a round that has all its results closes."""
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or last.progress is not Progress.STARTED:
        return ()
    if last.done:
        return (events.RoundClosed(last.number),)
    return () if tournament.over else tuple(games_to_add(tournament, last))


def finish(tournament: Tournament, by: str, seeds: Seeds) -> tuple[TournamentEvent, ...]:
    """Finishes the tournament: draws lots for the prizes among tied entrants, and opens the lists if the plan says so.

    Not all rounds need to have been played. A round that is paired but has not started does not take place.
    """
    require_organiser(tournament, by)
    require_running(tournament)
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or (last.number == 1 and last.progress is Progress.PAIRED):
        raise Rejected("not-started")
    _require_closed_rounds(tournament, before=last.number + (last.progress is not Progress.PAIRED))
    lots: list[TournamentEvent] = []
    _draw_due_lots(tournament, seeds, lots_due_for_prizes, lots)
    return (*lots, *_open_lists(tournament), events.Finished())


def cancel(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """Calls the tournament off. If the game needs lists, they are opened as the plan says."""
    require_organiser(tournament, by)
    require_running(tournament)
    return (*(_open_lists(tournament) if tournament.withholds_matches else ()), events.Cancelled())


def _open_lists(tournament: Tournament) -> tuple[events.DeckOpened, ...]:
    """Returns the events that open all sealed lists, if the plan says so."""
    if tournament.planned.decks not in (Decks.AFTER, Decks.TABLE):
        return ()
    return tuple(events.DeckOpened(one.number) for one in tournament.entrants if one.deck and not one.deck.opened)


def build_publication(tournament: Tournament, secret: Secret) -> PublishSecret:
    """Builds the command that publishes a tournament's secret, or the part of it that the plan discloses."""
    return PublishSecret(secret.draws.hex(), secret.tables.hex() if publishes_tables(tournament.planned) else "")


def publish(tournament: Tournament, by: str, wanted: PublishSecret) -> tuple[TournamentEvent, ...]:
    """Publishes the secret once the tournament is over and all its matches are closed. Returns no event before that."""
    require_service(by)
    if tournament.secret is not None or not tournament.over:
        return ()
    if not all(game.closed for *_, game in list_started_matches(tournament)):
        return ()
    bound, opened = tournament.committed, publishes_tables(tournament.planned)
    if draws_commitment(tournament.id, wanted.draws) != bound.draws or bool(wanted.tables) != opened:
        raise Rejected("wrong-secret")
    if opened and tables_commitment(tournament.id, wanted.tables) != bound.tables:
        raise Rejected("wrong-secret")
    return (events.SecretPublished(wanted.draws, wanted.tables),)


def publishes_tables(plan: Plan) -> bool:
    """Returns whether the plan discloses all contents of the matches to everyone in the end."""
    return plan.disclosure is Disclosure.EVERYONE and plan.decks is not Decks.CLOSED


def _require_closed_rounds(tournament: Tournament, before: int) -> None:
    """Raises `Rejected` while an earlier round is still open.

    Results of earlier rounds may be corrected at any time.
    """
    for one in tournament.rounds[: before - 1]:
        if one.progress is not Progress.CLOSED:
            raise Rejected("round-open", round=one.number, tables=_tables_without_result(one))


def _tables_without_result(one: Round) -> tuple[int, ...]:
    return tuple(table.number for table in one.tables if table.result is None)


def _check_fixed_tables(tournament: Tournament, fixed: tuple[tuple[int, ...], ...]) -> None:
    """Refuses tables set by hand that are impossible in the current stage.

    The stage must be Swiss and drawn round by round. Each table needs active entrants from one group, and no entrant
    may sit at two tables.
    """
    if not fixed:
        return
    stage = len(tournament.stages) - 1
    seated = [one for table in fixed for one in table]
    groups = [set(group) for group in tournament.stages[stage]]
    plan = tournament.planned.stages[stage]
    if plan.method is not Method.SWISS or plan.together:
        raise Rejected("drawn-by-schedule")
    allowed = tournament.sizes if plan.table > 2 else (2,)
    if len(set(seated)) < len(seated):
        raise Rejected("entrant-twice")
    for table in fixed:
        if len(table) not in allowed:
            raise Rejected("table-size", allowed=allowed)
        if not any(group.issuperset(table) for group in groups):
            raise Rejected("not-in-stage", entrants=table)
        if not all(tournament.entrants[one - 1].active for one in table):
            raise Rejected("left-already", entrants=table)


def _draw_due_lots(
    tournament: Tournament,
    seeds: Seeds,
    due: Callable[[Tournament], tuple[DueLot, ...]],
    decided: list[TournamentEvent],
) -> Tournament:
    """Draws all lots that are due and appends them to `decided`. Returns the tournament after them."""
    while dues := due(tournament):
        drawn = tuple(draw_lot_from_secret(one, seeds, tournament) for one in dues)
        decided += drawn
        tournament = apply_events(tournament, drawn)
    return tournament
