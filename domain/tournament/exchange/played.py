"""A tournament that was played elsewhere, as the commands by which its organiser would have held it here.

So its log is like any other: it can be exported, verified and corrected. Tables are set by hand as the report has them,
and the staff reports the results. Who was not paired in a round is not there in it. Where a round left out, or a full
point without a game, counts other than the preset says, the difference is given back or taken, as an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from domain.engine.game import Rejected
from domain.engine.match.events import Cause
from domain.tournament.exchange.trf import WORTH, BadReport, Fault, Met, Player, Report
from domain.tournament.record.commands import (
    BringBack,
    Finish,
    MarkAbsent,
    PairRound,
    Penalise,
    RegisterMany,
    ReportResult,
    RuleTable,
    StartRound,
    TournamentCommand,
)

SCORING = "match-points"
"""The preset that counts as a report does: 1, ½ and 0, a bye 1, a round left out nothing."""
FORFEITS = "+-"


def commands(report: Report, entrants: RegisterMany) -> Iterator[TournamentCommand]:
    """All commands after the tournament was created; `entrants` are the players by starting rank."""
    numbers = {player.number: at for at, player in enumerate(report.players, 1)}
    away: set[int] = set()
    yield entrants
    for one in range(1, report.rounds + 1):
        met = {numbers[player.number]: _of_round(player, one) for player in report.players}
        tables = tuple(
            (number, numbers[said.opponent])
            for number, said in met.items()
            if said.opponent and said.white and _sat(said, met, numbers)
        )
        seated = {number for table in tables for number in table}
        bye = next((number for number, said in met.items() if said.code == "U"), 0)
        there = seated | {bye} - {0}
        if one == 1 and len(there) < len(met):
            yield PairRound(1)  # so everybody begins
        yield from (BringBack(number) for number in sorted(away & there))
        yield from (MarkAbsent(number) for number in sorted(met.keys() - there - away))
        away = met.keys() - there
        yield PairRound(one, again=one == 1 and bool(away), fixed=tables)
        yield StartRound(one)
        for table, seats in enumerate(tables, 1):
            yield _result(report, one, table, seats, met[seats[0]])
        yield from (
            Penalise(number, _hundredths(said), Cause.OTHER)
            for number, said in met.items()
            if number not in there and _hundredths(said)
        )
    yield Finish()


def judge(report: Report, sizes: Sequence[int], *, one_winner: bool) -> None:
    """Refuses a report of what a game cannot have been: one that two do not play, or draws where one has to win."""
    if 2 not in sizes:
        raise Rejected("trf-two-seats", seats=tuple(sizes))
    if one_winner:
        drawn = [(player, met) for player in report.players for met in player.met if met.opponent and met.code == "="]
        if drawn:
            raise BadReport([Fault(player.line, met.column + 7, "one-winner") for player, met in drawn])


def _of_round(player: Player, one: int) -> Met:
    return player.met[one - 1] if one <= len(player.met) else Met()


def _sat(said: Met, met: Mapping[int, Met], numbers: Mapping[int, int]) -> bool:
    """Whether somebody came to a table: where neither did, both have left the round out."""
    return said.code != "-" or met[numbers[said.opponent]].code != "-"


def _result(report: Report, one: int, table: int, seats: tuple[int, int], white: Met) -> ReportResult | RuleTable:
    """How a game ended: who did not come has lost by a ruling."""
    worth = WORTH.get(white.code, Fraction(0))
    places = (1, 1) if worth == Fraction(1, 2) else (1, 2) if worth else (2, 1)
    numbers = tuple(report.players[seat - 1].number for seat in seats)
    usual = (int(places[0] < places[1]), int(places[1] < places[0]))
    points = report.points.get((one, numbers[0], numbers[1]), usual)
    if white.code in FORFEITS:
        return RuleTable(one, table, points, places, Cause.NO_SHOW)
    return ReportResult(one, table, points, places)


def _hundredths(said: Met) -> int:
    """What a round without a game gives beyond nothing, as hundredths that are taken."""
    return -int(100 * WORTH.get(said.code, Fraction(0))) if not said.opponent else 0
