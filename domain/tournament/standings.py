"""Standings: a pure function of the results so far. Every value can be explained down to the tables it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import lcm

from msgspec import Struct

from domain.engine.chance import Stream
from domain.tournament.ledger import DRAWN, LOST, NOBODY, WON, Ledger, Line
from domain.tournament.scoring import Formula, Preset, awarded, paid, share
from domain.tournament.sittings import Kind, Penalty, Sitting, Standing, Term, Value
from domain.tournament.tiebreak import DIRECT, LOTS, TIE_BREAKS, Part, TieBreak, direct, units

POINTS = "PTS"
"""The code of the score."""

NOWHERE = Line(0, 0, "", Kind.RULED)
"""Where penalties and lots come from: no round, no table."""


class Column(Struct, frozen=True):
    """One value of everybody: amounts in the same unit, of which `unit` make one, and their parts by index."""

    code: str
    unit: int
    amounts: Sequence[int]
    parts: Mapping[int, Sequence[Part]]


def standings(
    entrants: Sequence[int],
    sittings: Sequence[Sitting],
    penalties: Sequence[Penalty],
    preset: Preset,
    tie_breaks: Sequence[str] = (),
    lots: Stream | None = None,
    *,
    explain: bool = False,
    predetermined: bool = False,
) -> tuple[Standing, ...]:
    """The standings of some entrants, the first first; tie-breaks are those of the preset unless others are named.

    A round in which an entrant has no sitting counts for nothing: who has left skips each further round. `predetermined`
    is for round robins. Terms are empty unless `explain` is asked for. Raises `KeyError` for a code that is no tie-break.
    """
    everybody = sorted({*entrants, *(entrant for sitting in sittings for entrant in sitting.entrants)})
    index = {entrant: at for at, entrant in enumerate(everybody)}
    ledger = ledger_of(index, sittings, preset, predetermined=predetermined)
    here = sorted(index[entrant] for entrant in set(entrants))
    columns = [_score(ledger, index, penalties)]
    for code in tie_breaks or preset.tie_breaks:
        columns.append(_column(ledger, here, columns, code, lots))
    order = sorted(here, key=lambda of: [-column.amounts[of] for column in columns])
    return tuple(_ranked(ledger, everybody, columns, order, explain))


def ledger_of(index: Mapping[int, int], sittings: Sequence[Sitting], preset: Preset, *, predetermined: bool) -> Ledger:
    """The ledger of some sittings under a preset; entrants go by their index."""
    in_order = sorted(sittings, key=lambda sitting: (sitting.round, sitting.table, sitting.entrants))
    amounts = _amounts(in_order, preset)
    shares = _shares(in_order)
    win = paid(preset, 2)[0] if preset.formula is Formula.PLACES else Fraction(0)
    scale = _scale(*amounts, (win, preset.draw or win))
    share_scale = _scale(*shares)
    lines: list[list[Line]] = [[] for _ in index]
    for sitting, row, part in zip(in_order, amounts, shares, strict=True):
        for entrant, line in _lines(sitting, index, _whole(row, scale), _whole(part, share_scale)):
            lines[entrant].append(line)
    return Ledger(
        lines,
        scale=scale,
        share_scale=share_scale,
        win=int(win * scale),
        draw=None if preset.draw is None else int(preset.draw * scale),
        averaged=preset.bye is None,
        predetermined=predetermined,
    )


def _amounts(sittings: Sequence[Sitting], preset: Preset) -> list[tuple[Fraction, ...]]:
    """What each sitting gives, by seat."""
    table = cache(lambda places, points: awarded(preset, places, points))
    found = [table(sitting.places, _points(sitting)) if _seated(sitting) else () for sitting in sittings]
    bye = _averages(sittings, found) if preset.bye is None else {}
    for at, sitting in enumerate(sittings):
        if sitting.kind is Kind.SKIPPED:
            found[at] = (preset.skip,)
        elif sitting.kind is Kind.BYE:
            found[at] = (bye.get(sitting.entrants[0], Fraction(0)) if preset.bye is None else preset.bye,)
    return found


def _averages(sittings: Sequence[Sitting], amounts: Sequence[Sequence[Fraction]]) -> dict[int, Fraction]:
    """What those who had a bye got on average at the tables where they sat."""
    rested = {sitting.entrants[0]: list[Fraction]() for sitting in sittings if sitting.kind is Kind.BYE}
    for sitting, row in zip(sittings, amounts, strict=True):
        for entrant, amount in zip(sitting.entrants, row, strict=False):
            if entrant in rested:
                rested[entrant].append(amount)
    return {entrant: sum(own, Fraction(0)) / len(own) for entrant, own in rested.items() if own}


def _shares(sittings: Sequence[Sitting]) -> list[tuple[Fraction, ...]]:
    table = cache(lambda points: tuple(share(points, seat) for seat in range(len(points))))
    return [table(_points(sitting)) if _seated(sitting) else (Fraction(0),) for sitting in sittings]


def _lines(
    sitting: Sitting, index: Mapping[int, int], amounts: Sequence[int], shares: Sequence[int]
) -> Iterator[tuple[int, Line]]:
    """A sitting as each of its entrants sees it."""
    points = _points(sitting)
    total = sum(points)
    seats = [index[entrant] for entrant in sitting.entrants]
    places = sitting.places if _seated(sitting) else (0,)
    for seat, (entrant, place) in enumerate(zip(seats, places, strict=True)):
        yield (
            entrant,
            Line(
                sitting.round,
                sitting.table,
                sitting.match,
                sitting.kind,
                place,
                points[seat],
                total,
                amounts[seat],
                shares[seat],
                place == 1 and places.count(1) == 1,
                tuple(
                    (rival, WON if place < theirs else LOST if place > theirs else DRAWN)
                    for rival, theirs in zip(seats, places, strict=True)
                    if rival != entrant
                ),
            ),
        )


def _score(ledger: Ledger, index: Mapping[int, int], penalties: Sequence[Penalty]) -> Column:
    """The score: what all sittings gave, less what a referee took."""
    unit = lcm(ledger.scale, *(penalty.amount.denominator for penalty in penalties))
    parts: dict[int, list[Part]] = {
        of: [(line.amount * (unit // ledger.scale), line, NOBODY, _kind(line)) for line in own]
        for of, own in enumerate(ledger.lines)
    }
    for penalty in penalties:
        if penalty.entrant in index:
            parts[index[penalty.entrant]].append((-int(penalty.amount * unit), NOWHERE, NOBODY, "penalty"))
    return Column(POINTS, unit, [sum(part[0] for part in parts[of]) for of in range(len(ledger.lines))], parts)


def _column(ledger: Ledger, here: Sequence[int], before: Sequence[Column], code: str, lots: Stream | None) -> Column:
    if code == LOTS:
        return _drawn(ledger, here, lots)
    if code in DIRECT:
        return _direct(ledger, here, before, code)
    return _counted(ledger, code, TIE_BREAKS[code])


def _counted(ledger: Ledger, code: str, tie_break: TieBreak) -> Column:
    everybody = range(len(ledger.lines))
    unit = units(ledger, tie_break.unit)
    parts = {of: tie_break.parts(ledger, of) for of in everybody}
    if tie_break.mean:
        common = lcm(*{len(own) for own in parts.values() if own})
        unit *= common
        parts = {of: [(part[0] * common // len(own), *part[1:]) for part in own] for of, own in parts.items()}
    return Column(code, unit, [sum(part[0] for part in parts[of]) for of in everybody], parts)


def _direct(ledger: Ledger, here: Sequence[int], before: Sequence[Column], code: str) -> Column:
    """A comparison among those whom everything before leaves tied."""

    def so_far(of: int) -> list[int]:
        return [column.amounts[of] for column in before]

    parts: dict[int, list[Part]] = {}
    for _, tied in groupby(sorted(here, key=so_far), key=so_far):
        parts |= direct(ledger, list(tied), code)
    return Column(code, 2, [sum(part[0] for part in parts.get(of, ())) for of in range(len(ledger.lines))], parts)


def _drawn(ledger: Ledger, here: Sequence[int], lots: Stream | None) -> Column:
    """Lots for everybody, drawn in the order of their numbers; without a stream nobody draws."""
    amounts = [0] * len(ledger.lines)
    for lot, of in enumerate(lots.shuffled(here) if lots is not None else (), 1):
        amounts[of] = lot
    return Column(LOTS, 1, amounts, {of: [(amounts[of], NOWHERE, NOBODY, "lot")] for of in here if amounts[of]})


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
    in_order = sorted(column.parts.get(of, ()), key=lambda part: (part[1].round, part[1].table))
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


def _scale(*rows: Iterable[Fraction]) -> int:
    return lcm(*{amount.denominator for row in rows for amount in row})


def _whole(row: Sequence[Fraction], scale: int) -> list[int]:
    return [amount.numerator * (scale // amount.denominator) for amount in row]
