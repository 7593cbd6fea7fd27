"""The outline of a tournament: stages, groups, rounds and matches, and the standings of each group.

Amounts are exact fractions as text (`"7/2"`), so that no client rounds them differently. Stages and groups are counted
from 0, as in the log and in every other response.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from chronik.domain.engine.match.events import Disclosure
from chronik.domain.tournament.counting.results import Kind
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.seeds import Commitments
from chronik.domain.tournament.record.state import Entrant, Phase, Presence, Progress, Round, Tournament
from chronik.domain.tournament.record.table import Game, Outcome, Table
from chronik.domain.tournament.rules.exact_standings import Counted, exact_standings, tie_break_codes
from chronik.domain.tournament.rules.tally import final_table
from chronik.projections.match.clocks import Dated, PlannedClock, plan_clock
from chronik.projections.tournament.names import name_of


class OutlinedPlan(Struct, frozen=True):
    """The game, the format and the scoring. The options apply to every match."""

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
    """An entrant. `player` and `bot` are empty if they do not apply."""

    number: int
    name: str
    player: str
    bot: str
    club: str
    presence: Presence


class OutlinedSeat(Struct, frozen=True):
    """A seat of a match, with points and place once it is decided. Seat 0 begins."""

    seat: int
    entrant: int
    points: int | None
    place: int | None


class OutlinedGame(Struct, frozen=True):
    """One of several games at a table, with its seats. `match` is empty if the game is played elsewhere."""

    game: int
    match: str
    seats: tuple[OutlinedSeat, ...]
    kind: Kind | None
    entry: int | None


class OutlinedMatch(Struct, frozen=True, omit_defaults=True):
    """A table. `match` is empty if the table is played elsewhere. `entry` is the log entry with the result.

    If there are several games, `games` lists the games so far, `won` is how many each seat has won, and `match` is the
    latest.
    """

    table: int
    match: str
    seats: tuple[OutlinedSeat, ...]
    kind: Kind | None
    entry: int | None
    won: tuple[int, ...] = ()
    games: tuple[OutlinedGame, ...] = ()


class OutlinedRound(Struct, frozen=True):
    """The tables and the byes of a group in a round. With the seed (hex), the round can be drawn again."""

    round: int
    progress: Progress
    algorithm: str
    seed: str
    attempt: int
    matches: tuple[OutlinedMatch, ...]
    byes: tuple[int, ...]


class OutlinedGroup(Struct, frozen=True):
    """A group of a stage: its entrants in seeding order, its rounds and its standings.

    The games of `struck` entrants, who left a round robin, do not count.
    """

    group: int
    entrants: tuple[int, ...]
    rounds: tuple[OutlinedRound, ...]
    standings: tuple[Counted, ...]
    struck: tuple[int, ...]


class OutlinedStage(Struct, frozen=True):
    """A stage that has begun."""

    stage: int
    method: Method
    table: int
    groups: tuple[OutlinedGroup, ...]


class OutlinedPlace(Struct, frozen=True):
    """A line of the final table, with the last stage in which the entrant has played."""

    place: int
    entrant: int
    stage: int


class OutlinedSecret(Struct, frozen=True):
    """Both parts of a tournament's secret (hex). `tables` is empty if that part is not published."""

    draws: str
    tables: str


class TournamentOutline(Struct, frozen=True):
    """A whole tournament.

    `digest` identifies the log that it was built from; `secret` is null until it is published.
    """

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


def build_outline(
    tournament: Tournament, title: str, digest: str, names: Mapping[str, str], dated: Dated
) -> TournamentOutline:
    """Builds the outline. `names` are those of players and clubs, by id, and `dated` formats times."""
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
        tie_breaks=tie_break_codes(tournament),
        options=plan.options,
        clock=plan_clock(plan.clock, dated),
        disclosure=plan.disclosure,
        elsewhere=plan.elsewhere,
        prizes=plan.prizes,
    )


def _entrant(one: Entrant, names: Mapping[str, str]) -> OutlinedEntrant:
    return OutlinedEntrant(one.number, name_of(one, names), one.player, one.bot, names.get(one.club, ""), one.presence)


def _stage(tournament: Tournament, stage: int) -> OutlinedStage:
    plan = tournament.planned.stages[stage]
    groups = tuple(_group(tournament, stage, group) for group in range(len(tournament.stages[stage])))
    return OutlinedStage(stage, plan.method, plan.table, groups)


def _group(tournament: Tournament, stage: int, group: int) -> OutlinedGroup:
    members = tournament.stages[stage][group]
    rounds = tuple(_round(tournament, one, group, members) for one in tournament.rounds if one.stage == stage)
    struck = tuple(sorted(tournament.entrants_struck_in(stage).intersection(members)))
    return OutlinedGroup(group, members, rounds, exact_standings(tournament, stage, group), struck)


def _round(tournament: Tournament, one: Round, group: int, members: tuple[int, ...]) -> OutlinedRound:
    return OutlinedRound(
        round=one.number,
        progress=one.progress,
        algorithm=one.algorithm,
        seed=one.seed,
        attempt=one.attempt,
        matches=tuple(
            _match(table, struck=tournament.is_struck(one, table)) for table in one.tables if table.group == group
        ),
        byes=tuple(number for number in one.byes if number in members),
    )


def _match(table: Table, *, struck: bool) -> OutlinedMatch:
    several, result = table.best_of > 1, table.result
    return OutlinedMatch(
        table=table.number,
        match=table.match,
        seats=_seats(table.entrants, result),
        kind=(Kind.STRUCK if struck else result.kind) if result else None,
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
