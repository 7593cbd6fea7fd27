"""Standings: a pure function of the results so far. Every value can be explained down to the tables it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import lcm

from msgspec import Struct

from domain.tournament.counting.ledger import DRAWN, LOST, NOBODY, WON, Ledger, Line
from domain.tournament.counting.scoring import Formula, Preset, awarded, paid
from domain.tournament.counting.sittings import Kind, Penalty, Sitting, Standing, Term, Value
from domain.tournament.counting.tiebreak import DIRECT, LOT, TIE_BREAKS, Part, direct, units

POINTS = "PTS"
"""The code of the score."""

NOWHERE = Line(0, 0, "", Kind.RULED)
"""Where penalties and lots come from: no round, no table."""


class Column(Struct, frozen=True):
    """One value of everybody: amounts of which `unit` make one, and how to say what an entrant's is made of."""

    code: str
    unit: int
    amounts: Sequence[int]
    parts: Callable[[int], Sequence[Part]]


def standings(
    entrants: Sequence[int],
    sittings: Sequence[Sitting],
    penalties: Sequence[Penalty],
    preset: Preset,
    tie_breaks: Sequence[str] = (),
    lots: Sequence[Sequence[int]] = (),
    *,
    explain: bool = False,
    predetermined: bool = False,
) -> tuple[Standing, ...]:
    """The standings of some entrants, the first first; tie-breaks are those of the preset unless others are named.

    A round in which an entrant has no sitting counts for nothing: who has left skips each further round. Round robins
    are `predetermined`. Each of the `lots` is the order that was drawn of some who were equal; it tells them apart as
    long as they are. Terms are empty unless `explain` is asked for. A code that is no tie-break is a `KeyError`.
    """
    everybody = sorted({*entrants, *(entrant for sitting in sittings for entrant in sitting.entrants)})
    index = {entrant: at for at, entrant in enumerate(everybody)}
    ledger = ledger_of(index, sittings, preset, predetermined=predetermined)
    here = sorted(index[entrant] for entrant in set(entrants))
    columns = [_score(ledger, index, penalties)]
    for code in tie_breaks or preset.tie_breaks:
        columns.append(_direct(ledger, here, columns, code) if code in DIRECT else _counted(ledger, code))
    if lots:
        columns.append(_drawn(ledger, here, columns, [[index[one] for one in order] for order in lots]))
    order = sorted(here, key=lambda of: [-column.amounts[of] for column in columns])
    return tuple(_ranked(ledger, everybody, columns, order, explain))


def ledger_of(index: Mapping[int, int], sittings: Sequence[Sitting], preset: Preset, *, predetermined: bool) -> Ledger:
    """The ledger of some sittings under a preset; entrants go by their index."""
    in_order = sorted(sittings, key=lambda sitting: (sitting.round, sitting.table, sitting.entrants))
    amounts = amounts_of(in_order, preset, predetermined=predetermined)
    win = paid(preset, 2)[0] if preset.formula is Formula.PLACES else Fraction(0)
    scale = lcm(
        win.denominator, (preset.draw or win).denominator, *{each.denominator for row in amounts for each in row}
    )
    lines: list[list[Line]] = [[] for _ in index]
    for sitting, row in zip(in_order, amounts, strict=True):
        for entrant, line in _lines(sitting, index, row, scale):
            lines[entrant].append(line)
    return Ledger(
        lines,
        scale=scale,
        win=int(win * scale),
        draw=None if preset.draw is None else int(preset.draw * scale),
        averaged=preset.bye is None and not predetermined,
        predetermined=predetermined,
    )


def amounts_of(sittings: Sequence[Sitting], preset: Preset, *, predetermined: bool) -> list[tuple[Fraction, ...]]:
    """What each sitting gives, by seat. Who rests in a round robin gets nothing for it, as everybody does as often."""

    @cache
    def table(places: tuple[int, ...], points: tuple[int, ...]) -> tuple[Fraction, ...]:
        return awarded(preset, places, points)

    found = [
        table(sitting.places, _points(sitting) if preset.counts_points else sitting.places) if _seated(sitting) else ()
        for sitting in sittings
    ]
    bye = _averages(sittings, found) if preset.bye is None and not predetermined else {}
    fixed = Fraction(0) if predetermined or preset.bye is None else preset.bye
    for at, sitting in enumerate(sittings):
        if sitting.kind is Kind.SKIPPED:
            found[at] = (preset.skip,)
        elif sitting.kind is Kind.BYE:
            found[at] = (bye.get(sitting.entrants[0], fixed),)
    return found


def _averages(sittings: Sequence[Sitting], amounts: Sequence[Sequence[Fraction]]) -> dict[int, Fraction]:
    """What those who had a bye got on average at the tables where they sat."""
    rested = {sitting.entrants[0]: list[Fraction]() for sitting in sittings if sitting.kind is Kind.BYE}
    for sitting, row in zip(sittings, amounts, strict=True):
        for entrant, amount in zip(sitting.entrants, row, strict=False):
            if entrant in rested:
                rested[entrant].append(amount)
    return {entrant: sum(own, Fraction(0)) / len(own) for entrant, own in rested.items() if own}


def _lines(
    sitting: Sitting, index: Mapping[int, int], amounts: Sequence[Fraction], scale: int
) -> Iterator[tuple[int, Line]]:
    """A sitting as each of its entrants sees it."""
    at, match, kind = sitting.round, sitting.match, sitting.kind
    points = _points(sitting)
    total = sum(points)
    places = sitting.places if _seated(sitting) else (0,)
    alone = places.count(1) == 1
    won = sitting.won or tuple(int(alone and place == 1) for place in places)
    games = sum(won)
    seats = [(index[entrant], place) for entrant, place in zip(sitting.entrants, places, strict=True)]
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
        yield entrant, Line(at, sitting.table, match, kind, place, own, total, whole, first, rivals, gained)


def _score(ledger: Ledger, index: Mapping[int, int], penalties: Sequence[Penalty]) -> Column:
    """The score: what all sittings gave, less what a referee took."""
    unit = lcm(ledger.scale, *(penalty.amount.denominator for penalty in penalties))
    each = unit // ledger.scale
    taken: dict[int, list[Part]] = {}
    for penalty in penalties:
        if penalty.entrant in index:
            part = (-int(penalty.amount * unit), NOWHERE, NOBODY, "penalty")
            taken.setdefault(index[penalty.entrant], []).append(part)
    amounts = [score * each for score in ledger.scores]
    for of, parts in taken.items():
        amounts[of] += sum(part[0] for part in parts)

    def parts_of(of: int) -> list[Part]:
        given: list[Part] = [(line.amount * each, line, NOBODY, _kind(line)) for line in ledger.lines[of]]
        return given + taken.get(of, [])

    return Column(POINTS, unit, amounts, parts_of)


def _counted(ledger: Ledger, code: str) -> Column:
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


def _direct(ledger: Ledger, here: Sequence[int], before: Sequence[Column], code: str) -> Column:
    """A comparison among those whom everything before leaves tied."""
    parts: dict[int, list[Part]] = {}
    for tied in _still_tied(here, before):
        parts |= direct(ledger, tied, code)
    amounts = [_sum(parts.get(of, ())) for of in range(len(ledger.lines))]
    return Column(code, 2, amounts, lambda of: parts.get(of, ()))


def _drawn(ledger: Ledger, here: Sequence[int], before: Sequence[Column], lots: Sequence[Sequence[int]]) -> Column:
    """How many of those who are still tied a lot has put behind; a lot that does not hold all of them says nothing."""
    amounts = [0] * len(ledger.lines)
    for tied in _still_tied(here, before):
        order = next((order for order in reversed(lots) if len(tied) > 1 and set(tied) <= set(order)), ())
        for behind, of in enumerate(of for of in reversed(order) if of in tied):
            amounts[of] = behind
    return Column(LOT, 1, amounts, lambda of: [(amounts[of], NOWHERE, NOBODY, "lot")] if amounts[of] else [])


def _still_tied(here: Sequence[int], before: Sequence[Column]) -> Iterator[list[int]]:
    """Those whom everything before leaves equal, set by set."""
    so_far = dict(zip(here, zip(*([column.amounts[of] for of in here] for column in before), strict=True), strict=True))
    for _, tied in groupby(sorted(here, key=so_far.__getitem__), key=so_far.__getitem__):
        yield list(tied)


def _ranked(
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
                _terms(column, everybody, of) if explain else (),
            )
            for column, amount in zip(columns, amounts, strict=True)
        )
        yield Standing(place, everybody[of], len(ledger.tables[of]), score, tuple(ties))


def _terms(column: Column, everybody: Sequence[int], of: int) -> tuple[Term, ...]:
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


def _kind(line: Line) -> str:
    return "" if line.kind is Kind.PLAYED else line.kind.value


def _seated(sitting: Sitting) -> bool:
    return sitting.kind is Kind.PLAYED or sitting.kind is Kind.RULED


def _points(sitting: Sitting) -> tuple[int, ...]:
    return sitting.points or (0,) * len(sitting.entrants)


def _sum(parts: Iterable[Part]) -> int:
    return sum([part[0] for part in parts])
