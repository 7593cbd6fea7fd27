"""Standings: a pure function of the results so far. Every value can be traced to the tables that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import lcm

from msgspec import Struct

from chronik.domain.tournament.counting.ledger import DRAWN, LOST, NOBODY, WON, Ledger, Line
from chronik.domain.tournament.counting.results import Kind, Penalty, Standing, TableResult, Term, Value
from chronik.domain.tournament.counting.scoring import Formula, Preset, award_points, place_points
from chronik.domain.tournament.counting.tiebreak import DIRECT, LOT, TIE_BREAKS, Part, compare_directly, units

POINTS = "PTS"
"""The code of the score."""

NO_TABLE = Line(0, 0, "", Kind.RULED)
"""The line for penalties and lots, which do not belong to any round or table."""


class Column(Struct, frozen=True):
    """One value for all entrants: amounts in units of 1/`unit`, and a function that returns the parts of one amount."""

    code: str
    unit: int
    amounts: Sequence[int]
    parts: Callable[[int], Sequence[Part]]


def compute_standings(
    entrants: Sequence[int],
    results: Sequence[TableResult],
    penalties: Sequence[Penalty],
    preset: Preset,
    tie_breaks: Sequence[str] = (),
    lots: Sequence[Sequence[int]] = (),
    *,
    explain: bool = False,
    predetermined: bool = False,
) -> tuple[Standing, ...]:
    """Returns the standings of these entrants, the first place first. `tie_breaks` replace those of the preset.

    A round without a result for an entrant counts for nothing, so the caller lists skipped rounds for entrants who have
    left. Round robins are `predetermined`. Each of the `lots` is a drawn order of tied entrants, and separates them as
    long as they are tied. `explain` adds the terms of each value. Raises `KeyError` for an unknown tie-break code.
    """
    everybody = sorted({*entrants, *(entrant for result in results for entrant in result.entrants)})
    index = {entrant: at for at, entrant in enumerate(everybody)}
    ledger = build_ledger(index, results, preset, predetermined=predetermined)
    here = sorted(index[entrant] for entrant in set(entrants))
    columns = [_score_column(ledger, index, penalties)]
    for code in tie_breaks or preset.tie_breaks:
        columns.append(
            _direct_column(ledger, here, columns, code) if code in DIRECT else _tie_break_column(ledger, code)
        )
    if lots:
        columns.append(_lot_column(ledger, here, columns, [[index[one] for one in order] for order in lots]))
    order = sorted(here, key=lambda of: [-column.amounts[of] for column in columns])
    return tuple(_rank(ledger, everybody, columns, order, explain))


def build_ledger(
    index: Mapping[int, int], results: Sequence[TableResult], preset: Preset, *, predetermined: bool
) -> Ledger:
    """Builds the ledger of some results under a preset. `index` maps entrants to their indices."""
    in_order = sorted(results, key=lambda result: (result.round, result.table, result.entrants))
    amounts = amounts_of(in_order, preset, predetermined=predetermined)
    win = place_points(preset, 2)[0] if preset.formula is Formula.PLACES else Fraction(0)
    scale = lcm(
        win.denominator, (preset.draw or win).denominator, *{each.denominator for row in amounts for each in row}
    )
    lines: list[list[Line]] = [[] for _ in index]
    for result, row in zip(in_order, amounts, strict=True):
        for entrant, line in _ledger_lines(result, index, row, scale):
            lines[entrant].append(line)
    return Ledger(
        lines,
        scale=scale,
        win=int(win * scale),
        draw=None if preset.draw is None else int(preset.draw * scale),
        averaged=preset.bye is None and not predetermined,
        predetermined=predetermined,
    )


def amounts_of(results: Sequence[TableResult], preset: Preset, *, predetermined: bool) -> list[tuple[Fraction, ...]]:
    """Returns the points of each result by seat.

    A bye in a round robin does not give any points, because all entrants have the same number of byes.
    """

    @cache
    def table(places: tuple[int, ...], points: tuple[int, ...]) -> tuple[Fraction, ...]:
        return award_points(preset, places, points)

    found = [
        table(result.places, _points_by_seat(result) if preset.counts_points else result.places)
        if _is_seated(result)
        else ()
        for result in results
    ]
    bye = _bye_averages(results, found) if preset.bye is None and not predetermined else {}
    fixed = Fraction(0) if predetermined or preset.bye is None else preset.bye
    for at, result in enumerate(results):
        if result.kind is Kind.SKIPPED:
            found[at] = (preset.skip,)
        elif result.kind is Kind.BYE:
            found[at] = (bye.get(result.entrants[0], fixed),)
        elif result.kind is Kind.STRUCK:
            found[at] = (Fraction(0),) * len(result.entrants)
    return found


def _bye_averages(results: Sequence[TableResult], amounts: Sequence[Sequence[Fraction]]) -> dict[int, Fraction]:
    """Returns the average points of the entrants who had a bye, over the tables at which they sat."""
    rested = {result.entrants[0]: list[Fraction]() for result in results if result.kind is Kind.BYE}
    for result, row in zip(results, amounts, strict=True):
        for entrant, amount in zip(result.entrants, row, strict=False):
            if entrant in rested:
                rested[entrant].append(amount)
    return {entrant: sum(own, Fraction(0)) / len(own) for entrant, own in rested.items() if own}


def _ledger_lines(
    result: TableResult, index: Mapping[int, int], amounts: Sequence[Fraction], scale: int
) -> Iterator[tuple[int, Line]]:
    """Yields a result from the point of view of each of its entrants. A struck game has no rivals."""
    at, match, kind = result.round, result.match, result.kind
    if kind is Kind.STRUCK:
        yield from ((index[entrant], Line(at, result.table, match, kind)) for entrant in result.entrants)
        return
    points = _points_by_seat(result)
    total = sum(points)
    places = result.places if _is_seated(result) else (0,)
    alone = places.count(1) == 1
    won = result.won or tuple(int(alone and place == 1) for place in places)
    games = sum(won)
    seats = [(index[entrant], place) for entrant, place in zip(result.entrants, places, strict=True)]
    for (entrant, place), own, amount, mine in zip(seats, points, amounts, won, strict=True):
        rivals = tuple(
            [
                (rival, WON if place < theirs else LOST if place > theirs else DRAWN)
                for rival, theirs in seats
                if rival != entrant
            ]
        )
        whole = amount.numerator * (scale // amount.denominator)
        first, gained = alone and place == 1, 2 * mine - games
        yield entrant, Line(at, result.table, match, kind, place, own, total, whole, first, rivals, gained)


def _score_column(ledger: Ledger, index: Mapping[int, int], penalties: Sequence[Penalty]) -> Column:
    """Returns the scores: the points of all results, less the penalties."""
    unit = lcm(ledger.scale, *(penalty.amount.denominator for penalty in penalties))
    each = unit // ledger.scale
    taken: dict[int, list[Part]] = {}
    for penalty in penalties:
        if penalty.entrant in index:
            part = (-int(penalty.amount * unit), NO_TABLE, NOBODY, "penalty")
            taken.setdefault(index[penalty.entrant], []).append(part)
    amounts = [score * each for score in ledger.scores]
    for of, parts in taken.items():
        amounts[of] += sum(part[0] for part in parts)

    def parts_of(of: int) -> list[Part]:
        given: list[Part] = [(line.amount * each, line, NOBODY, _kind_note(line)) for line in ledger.lines[of]]
        return given + taken.get(of, [])

    return Column(POINTS, unit, amounts, parts_of)


def _tie_break_column(ledger: Ledger, code: str) -> Column:
    tie_break = TIE_BREAKS[code]
    everybody = range(len(ledger.lines))
    unit = units(ledger, tie_break.unit)
    amounts = [tie_break.sum_of(ledger, of) for of in everybody]
    if not tie_break.mean:
        return Column(code, unit, amounts, lambda of: tie_break.parts(ledger, of))
    sizes = [tie_break.size_of(ledger, of) for of in everybody]
    common = lcm(*{size for size in sizes if size})
    means = [amount * (common // size) if size else 0 for amount, size in zip(amounts, sizes, strict=True)]

    def parts_of(of: int) -> list[Part]:
        return [(part[0] * (common // sizes[of]), *part[1:]) for part in tie_break.parts(ledger, of)]

    return Column(code, unit * common, means, parts_of)


def _direct_column(ledger: Ledger, here: Sequence[int], before: Sequence[Column], code: str) -> Column:
    """Returns the column that directly compares entrants who are tied in all columns before it."""
    parts: dict[int, list[Part]] = {}
    for tied in _still_tied(here, before):
        parts |= compare_directly(ledger, tied, code)
    amounts = [_sum(parts.get(of, ())) for of in range(len(ledger.lines))]
    return Column(code, 2, amounts, lambda of: parts.get(of, ()))


def _lot_column(ledger: Ledger, here: Sequence[int], before: Sequence[Column], lots: Sequence[Sequence[int]]) -> Column:
    """Returns the column with the number of tied entrants behind each by lot.

    A lot that includes only some of them is ignored.
    """
    amounts = [0] * len(ledger.lines)
    for tied in _still_tied(here, before):
        order = next((order for order in reversed(lots) if len(tied) > 1 and set(tied) <= set(order)), ())
        for behind, of in enumerate(of for of in reversed(order) if of in tied):
            amounts[of] = behind
    return Column(LOT, 1, amounts, lambda of: [(amounts[of], NO_TABLE, NOBODY, "lot")] if amounts[of] else [])


def _still_tied(here: Sequence[int], before: Sequence[Column]) -> Iterator[list[int]]:
    """Yields the sets of entrants who are tied in all of the columns `before`."""
    so_far = dict(zip(here, zip(*([column.amounts[of] for of in here] for column in before), strict=True), strict=True))
    for _, tied in groupby(sorted(here, key=so_far.__getitem__), key=so_far.__getitem__):
        yield list(tied)


def _rank(
    ledger: Ledger, everybody: Sequence[int], columns: Sequence[Column], order: Sequence[int], explain: bool
) -> Iterator[Standing]:
    fraction = cache(Fraction)
    place, last = 0, None
    for at, of in enumerate(order, 1):
        amounts = [column.amounts[of] for column in columns]
        if amounts != last:
            place, last = at, amounts
        score, *ties = (
            Value(
                column.code,
                fraction(amount, column.unit),
                _build_terms(column, everybody, of) if explain else (),
            )
            for column, amount in zip(columns, amounts, strict=True)
        )
        yield Standing(place, everybody[of], len(ledger.tables[of]), score, tuple(ties))


def _build_terms(column: Column, everybody: Sequence[int], of: int) -> tuple[Term, ...]:
    in_order = sorted(column.parts(of), key=lambda part: (part[1].round, part[1].table))
    return tuple(
        Term(
            line.round,
            line.table,
            Fraction(amount, column.unit),
            0 if about == NOBODY else everybody[about],
            line.match,
            note,
        )
        for amount, line, about, note in in_order
    )


def _kind_note(line: Line) -> str:
    return "" if line.kind is Kind.PLAYED else line.kind.value


def _is_seated(result: TableResult) -> bool:
    return result.kind is Kind.PLAYED or result.kind is Kind.RULED


def _points_by_seat(result: TableResult) -> tuple[int, ...]:
    return result.points or (0,) * len(result.entrants)


def _sum(parts: Iterable[Part]) -> int:
    return sum([part[0] for part in parts])
