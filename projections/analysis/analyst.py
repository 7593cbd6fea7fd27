"""The analysis of a log: the value after each entry, a judgement of each decision, the luck of each chance event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.commands import ENGINE_COMMANDS
from chronik.domain.engine.match.events import ENGINE_EVENTS, Ending
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.forking import list_steps
from chronik.domain.engine.match.log import Author, Entry, codec, live_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.valuing import Knowledge
from chronik.domain.engine.win_chances import win_chances
from chronik.domain.log.entries import batches
from chronik.projections.analysis.analysis import (
    Analysis,
    AnalysisCause,
    AnalysisChoice,
    AnalysisDecision,
    AnalysisEvent,
    AnalysisPoint,
    AnalysisSeat,
    TurningPoint,
    percent,
)
from chronik.projections.analysis.decisions import DEPTH, FINALISTS, Judgement, Rated, judge, limit_depth
from chronik.projections.analysis.luck import cause_of, measure_luck
from chronik.projections.match.lines import Line
from chronik.projections.match.projection import Projection
from chronik.projections.thinking.bot import Bot, Depth
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import Thought

TURNING = 100_000
"""Millionths by which the win chance of a seat moves at a turning point."""
SHORT = 50_000
"""Millionths: if the result is nearer than this to the start, no share of the way is explained by luck."""


class NoModel(Exception):
    """Raised if no model fits the rules version, the facts or the options of a match, so that it has no values."""


class NoDecision(Exception):
    """Raised if a version has no decision to judge. `nearest` is the version of the nearest decision, if any."""

    def __init__(self, version: int, nearest: int | None, *, undone: bool) -> None:
        super().__init__(version)
        self.version, self.nearest, self.undone = version, nearest, undone


class Move(Struct, frozen=True, eq=False):
    """A command of a seat: its first version, the match before it, its events, and the state after it."""

    version: int
    seat: int
    by: Author
    command: Any
    before: Match
    events: tuple[Any, ...]
    after: Any


class Analyst:
    """The analysis of a closed match, from its log. The bot finishes the turns that are imagined.

    All random numbers follow from the match, the version and the model, never from the secret of the match. Raises
    `NoModel`.
    """

    def __init__(self, game: Game, projection: Projection, bot: Bot, match: str, entries: Iterable[Entry]) -> None:
        self.game, self.projection, self.bot, self.match = game, projection, bot, match
        self.history = list(walk(game, Match(id=match), entries))
        states = [after.state for _, after in self.history if after.state is not None]
        valuing = game.valuing
        if valuing is None or (states and all(valuing.setting(state) is None for state in states)):
            raise NoModel
        self.model = valuing.models.digest

    def analyse(self, depth: Depth = DEPTH, report: Callable[[int, int], None] = lambda done, of: None) -> Analysis:
        """Returns the whole analysis. `report` gets the number of commands that are done, and of all."""
        closed, curve = self.history[-1][1].closed, self._draw_curve()
        analysis = Analysis(
            match=self.match,
            game=self.game.name,
            rules=self.game.version,
            facts=self.game.facts,
            model=self.model,
            curve=tuple([AnalysisPoint(version, _percents(chances)) for version, chances in curve.items()]),
        )
        if closed is not None and closed.reason is not Ending.FINISHED:
            return replace(analysis, unjudged=closed.reason)
        depth = limit_depth(depth, len(self._decisions))
        judged: dict[Move, Judgement | None] = {}
        lucky: dict[Move, tuple[int, ...]] = {}
        for done, move in enumerate(self._moves, 1):
            if move.version in self._decisions:
                judged[move] = self._judge(move, depth)
            luck = self._measure_luck(move)
            if luck is not None:
                lucky[move] = luck
            report(done, len(self._moves))
        return replace(
            analysis,
            decisions=tuple([self._describe(move, judgement) for move, judgement in judged.items()]),
            events=tuple([AnalysisEvent(m.version, cause_of(m.events), _percents(luck)) for m, luck in lucky.items()]),
            turning_points=_find_turning_points(judged, lucky),
            seats=_add_up(list(curve.values()), judged, list(lucky.values())),
        )

    def analyse_decision(self, version: int, depth: Depth) -> AnalysisDecision:
        """Returns one decision at some depth: all commands that were tried, with the lines that would have followed.

        Raises `NoDecision`.
        """
        move = self._decisions.get(version)
        if move is None:
            nearest = min(self._decisions, key=lambda known: abs(known - version), default=None)
            undone = 1 <= version <= len(self.history) and version not in self._counting
            raise NoDecision(version, nearest, undone=undone)
        return self._describe(move, self._judge(move, depth, depth.options), lines=True)

    def _draw_curve(self) -> Mapping[int, tuple[int, ...]]:
        """Returns the win chances after each entry that has a value."""
        values = {
            entry.n: win_chances(self.game, match.state, Knowledge.TRUTH)
            for entry, match in self.history
            if match.state is not None
        }
        return {version: chances for version, chances in values.items() if chances is not None}

    @cached_property
    def _counting(self) -> set[int]:
        """The versions that no undo has struck out."""
        return {entry.n for entry in live_entries([entry for entry, _ in self.history])}

    @cached_property
    def _moves(self) -> list[Move]:
        """The commands of seats that count and have a value."""
        return list(self._list_moves())

    @cached_property
    def _decisions(self) -> Mapping[int, Move]:
        """The commands that were not forced, by version. Of several choices that a seat sealed, the last one counts."""
        found: dict[int, Move] = {}
        for move in self._moves:
            if find_sealed_choice(move.before.state, move.seat) is not None:
                found = {version: one for version, one in found.items() if not _is_replaced(one, move)}
            options = self.game.options(move.before.state, move.seat)
            if move.by in (Author.SEAT, Author.BOT) and (len(options) > 1 or move.command not in options):
                found[move.version] = move
        return found

    def _list_moves(self) -> Iterator[Move]:
        decode = codec(self.game).command
        for batch in batches([entry for entry, _ in self.history]):
            first, last = batch[0].n, batch[-1].n
            if first not in self._counting or batch[0].seat is None:
                continue
            command, before = decode(batch[0].cmd), self.history[first - 2][1]
            if type(command) in ENGINE_COMMANDS or win_chances(self.game, before.state, Knowledge.TRUTH) is None:
                continue
            events = tuple([entry.e for entry in batch if type(entry.e) not in ENGINE_EVENTS])
            after = self.history[last - 1][1].state
            yield Move(first, batch[0].seat, batch[0].by, command, before, events, after)

    def _judge(self, move: Move, depth: Depth, finalists: int = FINALISTS) -> Judgement | None:
        state, forks = move.before.state, self.game.forks
        steps = (
            () if forks is None else list_steps(forks, self.game.version, self.history[: move.version - 1], move.seat)
        )
        return judge(
            self._think(move, depth), state, move.command, steps, self.game.options(state, move.seat), finalists
        )

    def _measure_luck(self, move: Move) -> tuple[int, ...] | None:
        if not any(map(self.game.barrier, move.events)):
            return None
        return measure_luck(self._think(move, DEPTH), move.before.state, move.command, move.events, move.after)

    def _think(self, move: Move, depth: Depth) -> Thought:
        luck = Luck(f"{self.match}/{move.version}/{self.model}", move.seat, move.version)
        return Thought(self.bot, depth, self.game, self.projection, move.seat, luck)

    def _describe(self, move: Move, judgement: Judgement | None, *, lines: bool = False) -> AnalysisDecision:
        options = len(self.game.options(move.before.state, move.seat))
        if judgement is None:
            return AnalysisDecision(version=move.version, seat=move.seat, options=options, tried=0, unknown=True)

        def describe(rated: Rated) -> AnalysisChoice:
            line = self._follow(move, judgement, rated) if lines else ()
            return AnalysisChoice(rated.command, percent(rated.mean), percent(rated.truth), line)

        return AnalysisDecision(
            version=move.version,
            seat=move.seat,
            options=options,
            tried=judgement.tried,
            played=describe(judgement.played),
            best=tuple(map(describe, judgement.others)),
            loss=percent(judgement.loss),
            spread=percent(judgement.spread),
            hindsight=percent(judgement.hindsight),
            mistake=judgement.is_mistake,
        )

    def _follow(self, move: Move, judgement: Judgement, rated: Rated) -> tuple[Line, ...]:
        """Returns the public lines of the rest of the turn after a command, in a possible world."""
        lines: list[Line] = []
        try:
            for events, _ in self._think(move, DEPTH).follow(judgement.world, rated.command):
                lines += map(self.projection.line, events)
        except Rejected:
            return ()
        return tuple(lines)


def _is_replaced(earlier: Move, move: Move) -> bool:
    return earlier.seat == move.seat and earlier.before.prompts(move.seat) == move.before.prompts(move.seat)


def _percents(chances: Sequence[int]) -> tuple[float, ...]:
    return tuple(map(percent, chances))


def _find_turning_points(
    judged: Mapping[Move, Judgement | None], lucky: Mapping[Move, tuple[int, ...]]
) -> tuple[TurningPoint, ...]:
    """Returns the commands that moved the win chance of a seat by 10 % or more, by choice or by chance, in order."""
    found: list[TurningPoint] = []
    for move, judgement in judged.items():
        if judgement is not None and judgement.is_mistake and judgement.loss >= TURNING:
            found.append(TurningPoint(move.version, AnalysisCause.CHOICE, move.seat, percent(-judgement.loss)))
    for move, luck in lucky.items():
        seat = max(range(len(luck)), key=lambda seat: abs(luck[seat]))
        if abs(luck[seat]) >= TURNING:
            found.append(TurningPoint(move.version, cause_of(move.events), seat, percent(luck[seat])))
    return tuple(sorted(found, key=lambda point: point.version))


def _add_up(
    curve: Sequence[tuple[int, ...]], judged: Mapping[Move, Judgement | None], lucky: Sequence[tuple[int, ...]]
) -> tuple[AnalysisSeat, ...]:
    """Returns the sums of each seat."""
    seats: list[AnalysisSeat] = []
    for seat, (start, result) in enumerate(zip(curve[0], curve[-1], strict=True)):
        luck = sum([one[seat] for one in lucky])
        own = [judgement for move, judgement in judged.items() if judgement is not None and move.seat == seat]
        lost = sum([judgement.loss for judgement in own if judgement.loss > judgement.spread])
        far = abs(result - start) >= SHORT
        seats.append(
            AnalysisSeat(
                start=percent(start),
                result=percent(result),
                luck=percent(luck),
                explained=100 * luck // (result - start) if far else None,
                decisions=len(own),
                mistakes=sum([judgement.is_mistake for judgement in own]),
                error=round(percent(lost * 10 // max(1, len(own))) / 10, 2),
            )
        )
    return tuple(seats)
