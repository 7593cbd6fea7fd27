"""The report of a two-seat Swiss as FIDE's Tournament Report File 2016 (handbook C.04, annex 2).

Columns are those of the annex, counted from 1. White is seat 0, who begins. Points are what the results in the file
add up to, at 1, ½ and 0; ranks are the places of the event, whatever it counts. Federations, ratings and numbers of
FIDE are not known here and stay blank. `XXR`, the number of rounds, is what pairing programs want on top. A table of
several games is one result, and how many games each has won stands in a comment (`###`, as TRF26 has them), as do the
points of every other game: white's and black's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from domain.engine.match.events import Cause
from domain.tournament.counting.scoring import presets
from domain.tournament.exchange.trf import WORTH
from domain.tournament.record.events import ResultRuled, Role, RoundStarted
from domain.tournament.record.log import Entry
from domain.tournament.record.plan import Method
from domain.tournament.record.state import Progress, Round, Tournament
from domain.tournament.record.table import Outcome, Table
from domain.tournament.rules.tally import stage_standings
from projections.tournament.names import roll

NAME = 33
"""How many characters of a name there is room for."""
MOST = 9_999
"""How many players there are starting ranks for."""
LINE_END = "\r\n"


class Heading(Struct, frozen=True):
    """What the report says of the event besides its record; `place` is where it was played."""

    title: str
    place: str = ""


def reportable(tournament: Tournament) -> bool:
    """Whether a tournament is what the format knows: one Swiss stage of one group, two seats at a table."""
    stages = tournament.planned.stages
    plan = stages[0]
    one = len(stages) == 1 and plan.groups == 1 and len(tournament.stages) == 1
    return one and plan.method is Method.SWISS and plan.table == 2 and len(tournament.entrants) <= MOST


def report(
    tournament: Tournament,
    record: Sequence[Entry],
    heading: Heading,
    names: Mapping[str, str],
    day: Callable[[int], str],
) -> str:
    """The report of a tournament that is `reportable`; `day` writes a moment as YYYY/MM/DD."""
    rounds = [one for one in tournament.rounds if one.progress is not Progress.PAIRED]
    started = {one.e.round: day(one.at) for one in record if isinstance(one.e, RoundStarted)}
    days = [started[one.number] for one in rounds]
    unplayed = frozenset(one.n for one in record if isinstance(one.e, ResultRuled) and one.e.cause is Cause.NO_SHOW)
    staff = {role: [_name(names, one.player) for one in tournament.staff if one.role is role] for role in Role}
    chief, *deputies = staff[Role.ORGANISER]
    lines = [
        f"012 {_plain(heading.title)}",
        f"022 {_plain(heading.place)}",
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
        _at((1, "132"), *((92 + 10 * at, one[2:]) for at, one in enumerate(days))),
        f"XXR {tournament.planned.stages[0].rounds}",
        *_players(tournament, rounds, unplayed, roll(tournament, names)),
        *_games(rounds),
    ]
    return "".join(
        f"{line}{LINE_END}" for line in (line if line.startswith("001") else line.rstrip() for line in lines)
    )


def _players(
    tournament: Tournament, rounds: Sequence[Round], unplayed: frozenset[int], called: Mapping[int, str]
) -> Iterable[str]:
    places = {line.entrant: line.place for line in stage_standings(tournament, 0)}
    skip = _left_out(presets()[tournament.planned.scoring].skip)
    for entrant in tournament.entrants:
        number = entrant.number
        results = [_result(one, number, unplayed, skip) for one in rounds]
        points = sum((WORTH.get(code, Fraction(0)) for _, _, code in results), Fraction(0))
        blocks: list[tuple[int, str]] = []
        for at, (opponent, colour, code) in enumerate(results):
            column = 92 + 10 * at
            blocks += [(column, opponent.rjust(4)), (column + 5, colour), (column + 7, code)]
        yield _at(
            (1, "001"),
            (5, str(number).rjust(4)),
            (15, _plain(called[number])[:NAME]),
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
    """A comment per table with a result: its points, or of several games, who has won how many."""
    for one in rounds:
        for table in one.tables:
            white, black = table.entrants
            if table.best_of > 1:
                yield f"### Round {one.number}, games {white} - {black}: {':'.join(map(str, table.won))}"
            elif table.result is not None:
                yield f"### Round {one.number}, points {white} - {black}: {':'.join(map(str, table.result.points))}"


def _result(one: Round, number: int, unplayed: frozenset[int], skip: str) -> tuple[str, str, str]:
    """Opponent, colour and code of an entrant in a round."""
    table = one.table_of(number)
    if table is None:
        return ("0000", "-", "U" if number in one.byes else skip)
    seat = table.entrants.index(number)
    opponent = table.entrants[1 - seat]
    return (str(opponent), "wb"[seat], _code(table, seat, unplayed))


def _code(table: Table, seat: int, unplayed: frozenset[int]) -> str:
    """How a game ended for a seat: blank while it goes on; what a referee ruled for want of a player was not played."""
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


def _left_out(skip: Fraction) -> str:
    """The code of a round left out, by what it gives: a full point, half of one, or none."""
    return {Fraction(1): "F", Fraction(1, 2): "H"}.get(skip, "Z")


def _at(*pieces: tuple[int, str]) -> str:
    """A line with its pieces at their columns."""
    line = ""
    for column, piece in pieces:
        line = line.ljust(column - 1) + piece
    return line


def _name(names: Mapping[str, str], player: str) -> str:
    return _plain(names.get(player, ""))


def _plain(words: str) -> str:
    """Words on one line."""
    return " ".join(words.split())
