"""A tournament in the usual shape: stages, groups, rounds, matches, and each group with its standings.

Amounts are exact fractions as text (`"7/2"`), so that nobody rounds them differently. Stages and groups are counted
from 0, as in the log and in every other answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from domain.engine.match.events import Disclosure
from domain.tournament.counting.sittings import Kind
from domain.tournament.record.plan import Method, Stage
from domain.tournament.record.seeds import Commitments
from domain.tournament.record.state import Entrant, Phase, Presence, Progress, Round, Tournament
from domain.tournament.record.table import Game, Outcome, Table
from domain.tournament.rules.counted import Counted, counted, tie_breaks
from domain.tournament.rules.tally import final_table
from projections.match.clocks import Dated, PlannedClock, planned_clock
from projections.tournament.names import called


class OutlinedPlan(Struct, frozen=True):
    """What is played and how it counts; the options are those of every match."""

    game: str
    stages: tuple[Stage, ...]
    scoring: str
    tie_breaks: tuple[str, ...]
    options: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
    clock: PlannedClock | None
    disclosure: Disclosure
    elsewhere: bool
    prizes: int


class OutlinedEntrant(Struct, frozen=True):
    """Somebody who takes part; `player` and `bot` are empty where they do not apply."""

    number: int
    name: str
    player: str
    bot: str
    club: str
    presence: Presence


class OutlinedSeat(Struct, frozen=True):
    """A seat of a match; points and place stand there once it is decided. Seat 0 begins."""

    seat: int
    entrant: int
    points: int | None
    place: int | None


class OutlinedGame(Struct, frozen=True):
    """One of several games of a table, with its own seats; `match` is empty where it is played elsewhere."""

    game: int
    match: str
    seats: tuple[OutlinedSeat, ...]
    kind: Kind | None
    entry: int | None


class OutlinedMatch(Struct, frozen=True, omit_defaults=True):
    """A table: `match` is empty where it is played elsewhere, `entry` is the entry of the log with the result.

    Where there are several games, `games` are those so far, `won` how many each seat has won, and `match` the latest.
    """

    table: int
    match: str
    seats: tuple[OutlinedSeat, ...]
    kind: Kind | None
    entry: int | None
    won: tuple[int, ...] = ()
    games: tuple[OutlinedGame, ...] = ()


class OutlinedRound(Struct, frozen=True):
    """The tables of a group in a round, and who sat out; the seed (hex) draws it again."""

    round: int
    progress: Progress
    algorithm: str
    seed: str
    attempt: int
    matches: tuple[OutlinedMatch, ...]
    byes: tuple[int, ...]


class OutlinedGroup(Struct, frozen=True):
    """A group of a stage: its entrants by seeding, its rounds, its standings."""

    group: int
    entrants: tuple[int, ...]
    rounds: tuple[OutlinedRound, ...]
    standings: tuple[Counted, ...]


class OutlinedStage(Struct, frozen=True):
    """A stage that has begun."""

    stage: int
    method: Method
    table: int
    groups: tuple[OutlinedGroup, ...]


class OutlinedPlace(Struct, frozen=True):
    """A line of the final table, and the last stage the entrant has played in."""

    place: int
    entrant: int
    stage: int


class OutlinedSecret(Struct, frozen=True):
    """Both parts of a tournament's secret (hex); `tables` is empty where it is not shown."""

    draws: str
    tables: str


class TournamentOutline(Struct, frozen=True):
    """A whole tournament. `digest` names the log that this was made of; `secret` is null until all is over."""

    format: Literal["chronik-tournament-outline/1"]
    id: str
    title: str
    phase: Phase
    plan: OutlinedPlan
    commitments: Commitments
    secret: OutlinedSecret | None
    version: int
    digest: str
    entrants: tuple[OutlinedEntrant, ...]
    stages: tuple[OutlinedStage, ...]
    final: tuple[OutlinedPlace, ...]


def outlined(
    tournament: Tournament, title: str, digest: str, names: Mapping[str, str], dated: Dated
) -> TournamentOutline:
    """A tournament as it stands; `names` are those of players and clubs by id, `dated` writes moments."""
    stages, shown = range(len(tournament.stages)), tournament.secret
    return TournamentOutline(
        format="chronik-tournament-outline/1",
        id=tournament.id,
        title=title,
        phase=tournament.phase,
        plan=_plan(tournament, dated),
        commitments=tournament.committed,
        secret=OutlinedSecret(shown.draws, shown.tables) if shown else None,
        version=tournament.version,
        digest=digest,
        entrants=tuple(_entrant(one, names) for one in tournament.entrants),
        stages=tuple(_stage(tournament, stage) for stage in stages),
        final=tuple(OutlinedPlace(line.place, line.entrant, line.stage) for line in final_table(tournament)),
    )


def _plan(tournament: Tournament, dated: Dated) -> OutlinedPlan:
    plan = tournament.planned
    return OutlinedPlan(
        game=plan.game,
        stages=plan.stages,
        scoring=plan.scoring,
        tie_breaks=tie_breaks(tournament),
        options=plan.options,
        clock=planned_clock(plan.clock, dated),
        disclosure=plan.disclosure,
        elsewhere=plan.elsewhere,
        prizes=plan.prizes,
    )


def _entrant(one: Entrant, names: Mapping[str, str]) -> OutlinedEntrant:
    return OutlinedEntrant(one.number, called(one, names), one.player, one.bot, names.get(one.club, ""), one.presence)


def _stage(tournament: Tournament, stage: int) -> OutlinedStage:
    plan = tournament.planned.stages[stage]
    groups = tuple(_group(tournament, stage, group) for group in range(len(tournament.stages[stage])))
    return OutlinedStage(stage, plan.method, plan.table, groups)


def _group(tournament: Tournament, stage: int, group: int) -> OutlinedGroup:
    members = tournament.stages[stage][group]
    rounds = tuple(_round(one, group, members) for one in tournament.rounds if one.stage == stage)
    return OutlinedGroup(group, members, rounds, counted(tournament, stage, group))


def _round(one: Round, group: int, members: tuple[int, ...]) -> OutlinedRound:
    return OutlinedRound(
        round=one.number,
        progress=one.progress,
        algorithm=one.algorithm,
        seed=one.seed,
        attempt=one.attempt,
        matches=tuple(_match(table) for table in one.tables if table.group == group),
        byes=tuple(number for number in one.byes if number in members),
    )


def _match(table: Table) -> OutlinedMatch:
    several, result = table.best_of > 1, table.result
    return OutlinedMatch(
        table=table.number,
        match=table.match,
        seats=_seats(table.entrants, result),
        kind=result.kind if result else None,
        entry=result.entry if result else None,
        won=table.won if several else (),
        games=tuple(map(_game, table.games)) if several else (),
    )


def _game(game: Game) -> OutlinedGame:
    result = game.result
    seats = _seats(game.entrants, result)
    return OutlinedGame(
        game.number, game.match, seats, result.kind if result else None, result.entry if result else None
    )


def _seats(entrants: tuple[int, ...], result: Outcome | None) -> tuple[OutlinedSeat, ...]:
    return tuple(
        OutlinedSeat(seat, number, result.points[seat] if result else None, result.places[seat] if result else None)
        for seat, number in enumerate(entrants)
    )
