"""Rounds: pairing, starting, closing, and the end. Each function answers with events, or raises `Rejected`."""

from __future__ import annotations

from collections.abc import Callable

from domain.engine.game import Rejected
from domain.engine.match.events import Disclosure
from domain.tournament.methods.contenders import Keep
from domain.tournament.record import events
from domain.tournament.record.commands import PairRound, PublishSecret, StartRound
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.plan import Decks, Method, Plan
from domain.tournament.record.seeds import Secret, Seeds, draws_commitment, tables_commitment
from domain.tournament.record.state import Progress, Round, Tournament, after, opened_games
from domain.tournament.rules.entrants import absent, without_list
from domain.tournament.rules.lots import Due, for_cut, for_pairing, for_prizes, lot_from
from domain.tournament.rules.pairing import Pairing, begins, next_stage, paired
from domain.tournament.rules.results import games_to_add
from domain.tournament.rules.staff import by_itself, going_on, organiser


def pair(tournament: Tournament, by: str, wanted: PairRound, seeds: Seeds) -> tuple[TournamentEvent, ...]:
    """Pairs a round. One that is paired already brings no event, unless it shall be paired `again`.

    The first pairing begins the tournament: who had to check in and did not is not there. The first round of a stage
    begins the stage. Where seats bring lists, everybody has one sealed who could be paired, or is not there.
    """
    organiser(tournament, by)
    going_on(tournament)
    number, sizes = wanted.round, tournament.sizes
    known = tournament.round(number)
    if known is not None and not wanted.again:
        return ()
    if known is not None and known.progress is not Progress.PAIRED:
        raise Rejected("round-started", round=number)
    if known is None and number != len(tournament.rounds) + 1:
        raise Rejected("round-number", expected=len(tournament.rounds) + 1)
    _closed(tournament, before=number)
    attempt = 0 if known is None else known.attempt + 1
    seed = seeds.of_round(number, attempt, tournament.entropies)
    pairing = Pairing(number, attempt, seed, sizes, wanted.fixed, wanted.keep)
    brought: list[TournamentEvent] = [*absent(tournament)]
    tournament = after(tournament, brought)
    if known is None and begins(tournament, sizes):
        tournament = _lotted(tournament, seeds, for_cut, brought)
        stage = next_stage(tournament, pairing)
        assert stage is not None, "a stage that begins"
        tournament = after(tournament, (stage,))
        brought.append(stage)
    missing = without_list(tournament, (one for group in tournament.stages[-1] for one in group))
    if missing:
        raise Rejected("deck-missing", entrants=missing)
    _fitting(tournament, wanted.fixed)
    if wanted.keep is not Keep.SIZES and not _in_pods(tournament):
        raise Rejected("no-pods")
    tournament = _lotted(tournament, seeds, lambda one: for_pairing(one, number, attempt), brought)
    drawn = paired(tournament, pairing)
    if not drawn.tables and tournament.planned.stages[drawn.stage].method is Method.SWISS:
        raise Rejected("too-few-entrants", entrants=len(drawn.byes))
    return (*brought, drawn)


def _in_pods(tournament: Tournament) -> bool:
    """Whether the rounds of the stage that is played are drawn one by one at tables of three and four."""
    stage = tournament.planned.stages[len(tournament.stages) - 1]
    return stage.method is Method.SWISS and stage.table > 2 and not stage.together


def start(tournament: Tournament, by: str, wanted: StartRound) -> tuple[TournamentEvent, ...]:
    """The pairing of a round holds from here on. Who has left meanwhile must not be waited for: it is paired again."""
    organiser(tournament, by)
    going_on(tournament)
    found = tournament.round(wanted.round)
    if found is None:
        raise Rejected("no-such-round", rounds=len(tournament.rounds))
    if found.progress is not Progress.PAIRED:
        return ()
    seated = [one for table in found.tables for one in table.entrants]
    gone = tuple(one for one in seated if not tournament.entrants[one - 1].active)
    if gone:
        raise Rejected("pair-again", entrants=gone)
    return (events.RoundStarted(found.number),)


def consequences(tournament: Tournament) -> tuple[TournamentEvent, ...]:
    """What follows by itself: the next game of a table can begin, and a round with all its results is closed."""
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or last.progress is not Progress.STARTED:
        return ()
    if last.done:
        return (events.RoundClosed(last.number),)
    return () if tournament.over else tuple(games_to_add(tournament, last))


def finish(tournament: Tournament, by: str, seeds: Seeds) -> tuple[TournamentEvent, ...]:
    """The end: lots say who gets a prize among equals, and the lists are opened where the plan says so.

    It may come before all rounds were played; one that is paired and has not started does not take place.
    """
    organiser(tournament, by)
    going_on(tournament)
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or (last.number == 1 and last.progress is Progress.PAIRED):
        raise Rejected("not-started")
    _closed(tournament, before=last.number + (last.progress is not Progress.PAIRED))
    lots: list[TournamentEvent] = []
    _lotted(tournament, seeds, for_prizes, lots)
    return (*lots, *_opened(tournament), events.Finished())


def cancel(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """The tournament is called off. Lists that were brought to its matches are opened with these."""
    organiser(tournament, by)
    going_on(tournament)
    return (*(_opened(tournament) if tournament.holds else ()), events.Cancelled())


def _opened(tournament: Tournament) -> tuple[events.DeckOpened, ...]:
    """The lists are opened where the plan says so."""
    if tournament.planned.decks not in (Decks.AFTER, Decks.TABLE):
        return ()
    return tuple(events.DeckOpened(one.number) for one in tournament.entrants if one.deck and not one.deck.opened)


def publication(tournament: Tournament, secret: Secret) -> PublishSecret:
    """What shall be published of a tournament's secret in the end."""
    return PublishSecret(secret.draws.hex(), secret.tables.hex() if opens(tournament.planned) else "")


def publish(tournament: Tournament, by: str, wanted: PublishSecret) -> tuple[TournamentEvent, ...]:
    """The secret is published once the tournament is over and every match of it is closed, not before."""
    by_itself(by)
    if tournament.secret is not None or not tournament.over:
        return ()
    if not all(game.closed for *_, game in opened_games(tournament)):
        return ()
    bound, opened = tournament.committed, opens(tournament.planned)
    if draws_commitment(tournament.id, wanted.draws) != bound.draws or bool(wanted.tables) != opened:
        raise Rejected("wrong-secret")
    if opened and tables_commitment(tournament.id, wanted.tables) != bound.tables:
        raise Rejected("wrong-secret")
    return (events.SecretPublished(wanted.draws, wanted.tables),)


def opens(plan: Plan) -> bool:
    """Whether everything of the matches is shown to everybody in the end."""
    return plan.disclosure is Disclosure.EVERYONE and plan.decks is not Decks.CLOSED


def _closed(tournament: Tournament, before: int) -> None:
    """Refuses while a round before a number is still open; a result of an earlier one may be corrected any time."""
    for one in tournament.rounds[: before - 1]:
        if one.progress is not Progress.CLOSED:
            raise Rejected("round-open", round=one.number, tables=_unfinished(one))


def _unfinished(one: Round) -> tuple[int, ...]:
    return tuple(table.number for table in one.tables if table.result is None)


def _fitting(tournament: Tournament, fixed: tuple[tuple[int, ...], ...]) -> None:
    """Refuses tables by hand that cannot be: in a Swiss stage drawn round by round, of one group, all there, once."""
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


def _lotted(
    tournament: Tournament,
    seeds: Seeds,
    due: Callable[[Tournament], tuple[Due, ...]],
    brought: list[TournamentEvent],
) -> Tournament:
    """The tournament after all lots that are due, which are `brought` one after another."""
    while dues := due(tournament):
        drawn = tuple(lot_from(one, seeds, tournament) for one in dues)
        brought += drawn
        tournament = after(tournament, drawn)
    return tournament
