"""Import of a report: the commands with which its organiser would have run the tournament here.

The log is therefore like any other: it can be exported, verified and corrected. Tables are set by hand as in the
report, and the staff reports the results. A player who was not paired in a round is marked absent for it. If a skipped
round, or a full point without a game, counts differently in the preset, a penalty makes up the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.exchange.trf import WORTH, BadReport, Fault, Player, PlayerRound, Report
from chronik.domain.tournament.record.commands import (
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
"""The preset that counts as a report does: 1, ½ and 0, with 1 for a bye and 0 for a skipped round."""
FORFEITS = "+-"


def report_commands(report: Report, entrants: RegisterMany) -> Iterator[TournamentCommand]:
    """Yields all commands that follow the creation of the tournament. `entrants` are the players by starting rank."""
    numbers = {player.number: at for at, player in enumerate(report.players, 1)}
    away: set[int] = set()
    yield entrants
    for one in range(1, report.rounds + 1):
        met = {numbers[player.number]: _round_of(player, one) for player in report.players}
        tables = tuple(
            (number, numbers[said.opponent])
            for number, said in met.items()
            if said.opponent and said.white and _is_table(said, met, numbers)
        )
        seated = {number for table in tables for number in table}
        bye = next((number for number, said in met.items() if said.code == "U"), 0)
        there = seated | {bye} - {0}
        if one == 1 and len(there) < len(met):
            yield PairRound(1)  # so that all entrants, present or absent, are in the first stage
        yield from (BringBack(number) for number in sorted(away & there))
        yield from (MarkAbsent(number) for number in sorted(met.keys() - there - away))
        away = met.keys() - there
        yield PairRound(one, again=one == 1 and bool(away), fixed=tables)
        yield StartRound(one)
        for table, seats in enumerate(tables, 1):
            yield _result_command(report, one, table, seats, met[seats[0]])
        yield from (
            Penalise(number, _hundredths_to_take(said), Cause.OTHER)
            for number, said in met.items()
            if number not in there and _hundredths_to_take(said)
        )
    yield Finish()


def check_report(report: Report, sizes: Sequence[int], *, one_winner: bool) -> None:
    """Refuses a report for a game that two cannot play, and a drawn result if the game always has one winner."""
    if 2 not in sizes:
        raise Rejected("trf-two-seats", seats=tuple(sizes))
    if one_winner:
        drawn = [
            (player, met) for player in report.players for met in player.rounds if met.opponent and met.code == "="
        ]
        if drawn:
            raise BadReport([Fault(player.line, met.column + 7, "one-winner") for player, met in drawn])


def _round_of(player: Player, one: int) -> PlayerRound:
    return player.rounds[one - 1] if one <= len(player.rounds) else PlayerRound()


def _is_table(said: PlayerRound, met: Mapping[int, PlayerRound], numbers: Mapping[int, int]) -> bool:
    """Returns whether at least one player came to a table. If neither did, both have skipped the round."""
    return said.code != "-" or met[numbers[said.opponent]].code != "-"


def _result_command(
    report: Report, one: int, table: int, seats: tuple[int, int], white: PlayerRound
) -> ReportResult | RuleTable:
    """Returns the command for the result of a game. A player who did not come loses by a ruling."""
    worth = WORTH.get(white.code, Fraction(0))
    places = (1, 1) if worth == Fraction(1, 2) else (1, 2) if worth else (2, 1)
    numbers = tuple(report.players[seat - 1].number for seat in seats)
    usual = (int(places[0] < places[1]), int(places[1] < places[0]))
    points = report.points.get((one, numbers[0], numbers[1]), usual)
    if white.code in FORFEITS:
        return RuleTable(one, table, points, places, Cause.NO_SHOW)
    return ReportResult(one, table, points, places)


def _hundredths_to_take(said: PlayerRound) -> int:
    """Returns the hundredths to deduct for a round without a game: the negative of the points that it gave."""
    return -int(100 * WORTH.get(said.code, Fraction(0))) if not said.opponent else 0
