"""Export of a two-seat Swiss as FIDE's Tournament Report File 2016 (handbook C.04, annex 2).

Columns are those of the annex, counted from 1. White is seat 0, which begins. Points are the sum of the results in the
file, at 1, ½ and 0. Ranks are the places in the tournament, whatever its scoring. Federations, ratings and FIDE ids are
not known here and stay blank. `XXR`, the number of rounds, is an addition that pairing programs need. A table of
several games is one result. Comments (`###`, as in TRF26) state how many games each side has won at such a table, and
for every other table the points of white and black.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.exchange.trf import WORTH
from chronik.domain.tournament.record.events import ResultRuled, Role, RoundStarted
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.plan import Method
from chronik.domain.tournament.record.state import Progress, Round, Tournament
from chronik.domain.tournament.record.table import Outcome, Table
from chronik.domain.tournament.rules.tally import stage_standings
from chronik.projections.tournament.names import entrant_names

NAME = 33
"""The maximum number of characters of a name in its field."""
MOST = 9_999
"""The maximum number of players, limited by the field of starting ranks."""
LINE_END = "\r\n"


class Heading(Struct, frozen=True):
    """The title of the report and the place of the tournament, neither of which is in the log."""

    title: str
    place: str = ""


def is_reportable(tournament: Tournament) -> bool:
    """Returns whether the format can express a tournament: one Swiss stage with one group and two seats at a table."""
    stages = tournament.planned.stages
    plan = stages[0]
    one = len(stages) == 1 and plan.groups == 1 and len(tournament.stages) == 1
    return one and plan.method is Method.SWISS and plan.table == 2 and len(tournament.entrants) <= MOST


def write_report(
    tournament: Tournament,
    record: Sequence[Entry],
    heading: Heading,
    names: Mapping[str, str],
    day: Callable[[int], str],
) -> str:
    """Returns the report of a tournament that `is_reportable`. `day` formats a time as YYYY/MM/DD."""
    rounds = [one for one in tournament.rounds if one.progress is not Progress.PAIRED]
    started = {one.e.round: day(one.at) for one in record if isinstance(one.e, RoundStarted)}
    days = [started[one.number] for one in rounds]
    unplayed = frozenset(one.n for one in record if isinstance(one.e, ResultRuled) and one.e.cause is Cause.NO_SHOW)
    staff = {role: [_name(names, one.player) for one in tournament.staff if one.role is role] for role in Role}
    chief, *deputies = staff[Role.ORGANISER]
    lines = [
        f"012 {_on_one_line(heading.title)}",
        f"022 {_on_one_line(heading.place)}",
        "032",
        f"042 {days[0] if days else ''}",
        f"052 {days[-1] if days else ''}",
        f"062 {len(tournament.entrants)}",
        "072 0",
        "082 0",
        f"092 Individual: Swiss-System ({', '.join(_method(tournament, rounds))})",
        f"102 {chief}",
        *(f"112 {deputy}" for deputy in (*deputies, *staff[Role.REFEREE])),
        "122",
        _place_at_columns((1, "132"), *((92 + 10 * at, one[2:]) for at, one in enumerate(days))),
        f"XXR {tournament.planned.stages[0].rounds}",
        *_players(tournament, rounds, unplayed, entrant_names(tournament, names)),
        *_games(rounds),
    ]
    return "".join(
        f"{line}{LINE_END}" for line in (line if line.startswith("001") else line.rstrip() for line in lines)
    )


def _players(
    tournament: Tournament, rounds: Sequence[Round], unplayed: frozenset[int], called: Mapping[int, str]
) -> Iterable[str]:
    places = {line.entrant: line.place for line in stage_standings(tournament, 0)}
    skip = _skip_code(presets()[tournament.planned.scoring].skip)
    for entrant in tournament.entrants:
        number = entrant.number
        results = [_result(one, number, unplayed, skip) for one in rounds]
        points = sum((WORTH.get(code, Fraction(0)) for _, _, code in results), Fraction(0))
        blocks: list[tuple[int, str]] = []
        for at, (opponent, colour, code) in enumerate(results):
            column = 92 + 10 * at
            blocks += [(column, opponent.rjust(4)), (column + 5, colour), (column + 7, code)]
        yield _place_at_columns(
            (1, "001"),
            (5, str(number).rjust(4)),
            (15, _on_one_line(called[number])[:NAME]),
            (81, f"{float(points):.1f}".rjust(4)),
            (86, str(places.get(number, len(tournament.entrants))).rjust(4)),
            *blocks,
        )


def _method(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[str]:
    yield rounds[0].algorithm if rounds else "not paired"
    best_of = tournament.planned.stages[0].best_of
    if best_of > 1:
        yield f"best of {best_of} games"


def _games(rounds: Iterable[Round]) -> Iterator[str]:
    """Yields a comment for each table with a result: its points, or how many of several games each side has won."""
    for one in rounds:
        for table in one.tables:
            white, black = table.entrants
            if table.best_of > 1:
                yield f"### Round {one.number}, games {white} - {black}: {':'.join(map(str, table.won))}"
            elif table.result is not None:
                yield f"### Round {one.number}, points {white} - {black}: {':'.join(map(str, table.result.points))}"


def _result(one: Round, number: int, unplayed: frozenset[int], skip: str) -> tuple[str, str, str]:
    """Returns the opponent, the colour and the result code of an entrant in a round."""
    table = one.table_of(number)
    if table is None:
        return ("0000", "-", "U" if number in one.byes else skip)
    seat = table.entrants.index(number)
    opponent = table.entrants[1 - seat]
    return (str(opponent), "wb"[seat], _code(table, seat, unplayed))


def _code(table: Table, seat: int, unplayed: frozenset[int]) -> str:
    """Returns the result code of a seat, or a blank while the game runs.

    A ruling for a no-show counts as not played.
    """
    result: Outcome | None = table.result
    if result is None:
        return " "
    mine, other = result.places[seat], result.places[1 - seat]
    if mine == other:
        return "="
    forfeit = result.entry in unplayed and (table.best_of == 1 or not result.contested)
    if mine < other:
        return "+" if forfeit else "1"
    return "-" if forfeit else "0"


def _skip_code(skip: Fraction) -> str:
    """Returns the code of a skipped round according to its points: a full point, half a point, or none."""
    return {Fraction(1): "F", Fraction(1, 2): "H"}.get(skip, "Z")


def _place_at_columns(*pieces: tuple[int, str]) -> str:
    """Returns a line with each piece at its column."""
    line = ""
    for column, piece in pieces:
        line = line.ljust(column - 1) + piece
    return line


def _name(names: Mapping[str, str], player: str) -> str:
    return _on_one_line(names.get(player, ""))


def _on_one_line(words: str) -> str:
    """Returns text with all whitespace, including line ends, reduced to single spaces."""
    return " ".join(words.split())
