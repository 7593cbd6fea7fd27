"""Tie-breaks: each is a sum, or a mean, of parts that come from single tables. More is better, whatever the code.

Codes and rules of two seats are those of FIDE C.07 (1 March 2026), the results against an opponent being 1, ½ and 0
whatever a preset gives; at tables of three and four every rival is an opponent. Left out are what needs ratings (ARO,
TPR, PTP) or colours (BPG, BWG), Fore Buchholz, and the teams. Penalties change a score, but no tie-break of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from operator import attrgetter
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct

from domain.tournament.counting.ledger import NOBODY, Faced, Ledger, Line
from domain.tournament.counting.sittings import Kind

Part = tuple[int, Line, int, str]
"""An amount in the unit of its tie-break, the line it comes from, whom it is about (an index), and a note."""


SCORE: Callable[[Faced], int] = attrgetter("score")
PRODUCT: Callable[[Faced], int] = attrgetter("product")
BOTH: Callable[[Faced], tuple[int, int]] = attrgetter("score", "product")


class Unit(Enum):
    """What the parts of a tie-break are counted in."""

    ONE = "one"
    SCORE = "score"
    HALF_SCORE = "half-score"
    HALF = "half"
    POINT = "point"
    SHARE = "share"
    RATE = "rate"
    PLACE = "place"
    MARGIN = "margin"


class TieBreak(Struct, frozen=True):
    """A tie-break: its parts for one entrant, what they are counted in, and whether they are summed or averaged.

    `total` knows the sum of the parts, and `count` their number, without naming them: a thousand entrants take no time.
    """

    parts: Callable[[Ledger, int], list[Part]]
    unit: Unit
    mean: bool = False
    total: Callable[[Ledger, int], int] | None = None
    count: Callable[[Ledger, int], int] | None = None

    def sum_of(self, ledger: Ledger, of: int) -> int:
        if self.total is not None:
            return self.total(ledger, of)
        return sum([part[0] for part in self.parts(ledger, of)])

    def size_of(self, ledger: Ledger, of: int) -> int:
        return self.count(ledger, of) if self.count is not None else len(self.parts(ledger, of))


def units(ledger: Ledger, unit: Unit) -> int:
    """How many of a unit make one."""
    match unit:
        case Unit.ONE:
            return 1
        case Unit.HALF:
            return 2
        case Unit.SCORE:
            return ledger.scale
        case Unit.HALF_SCORE:
            return ledger.scale * 2
        case Unit.POINT:
            return ledger.counts if ledger.averaged else 1
        case Unit.SHARE:
            return ledger.shares * (ledger.counts if ledger.averaged else 1)
        case Unit.RATE:
            return ledger.counts
        case Unit.PLACE:
            return ledger.places
        case Unit.MARGIN:
            return ledger.others
        case _:
            assert_never(unit)


def _won(ledger: Ledger, of: int) -> list[Part]:
    """WON: tables won by playing (C.07 7.2); a shared first place is none."""
    return [(1, line, NOBODY, "") for line in ledger.lines[of] if line.kind is Kind.PLAYED and line.won]


def _win(ledger: Ledger, of: int) -> list[Part]:
    """WIN: rounds that gave as much as a win: played, ruled, or a bye (C.07 7.1)."""
    return [
        (1, line, NOBODY, "" if line.kind is Kind.PLAYED else line.kind.value)
        for line in ledger.lines[of]
        if (line.seated and line.won) or (line.kind is Kind.BYE and 0 < ledger.win <= line.amount)
    ]


def _placed(place: int) -> Callable[[Ledger, int], list[Part]]:
    """PLC2, PLC3: how often second, or third, be it shared (Catan championship rules)."""
    return lambda ledger, of: [(1, line, NOBODY, "") for line in ledger.tables[of] if line.place == place]


def _best_place(ledger: Ledger, of: int) -> list[Part]:
    """BPL: the best finish, as one by the place: first 1, second ½ (WBC, Cities & Knights 2017)."""
    best = min(ledger.tables[of], key=lambda line: line.place, default=None)
    return [] if best is None else [(ledger.places // best.place, best, NOBODY, "")]


def _victory_points(ledger: Ledger, of: int) -> list[Part]:
    """VP: the victory points of all tables; where a bye gives the own average, it gives it here too (Catan)."""
    unit = units(ledger, Unit.POINT)
    parts: list[Part] = [(line.points * unit, line, NOBODY, "") for line in ledger.tables[of]]
    return parts + _average(ledger, of, parts)


def _shares(ledger: Ledger, of: int) -> list[Part]:
    """VPS: the sum of the shares of the tables' points, as if all tables had been of four (Catan; Mayfair)."""
    unit = units(ledger, Unit.SHARE) // ledger.shares
    parts: list[Part] = [
        (share * unit, line, NOBODY, "") for share, line in zip(ledger.table_shares[of], ledger.tables[of], strict=True)
    ]
    return parts + _average(ledger, of, parts)


def _best_share(ledger: Ledger, of: int) -> list[Part]:
    """BST: the best of these shares."""
    return sorted(_shares(ledger, of), key=lambda part: -part[0])[:1]


def _difference(ledger: Ledger, of: int) -> list[Part]:
    """VPD: the victory points against the mean of the others at the table; for two, the difference (our own)."""
    return [(_margin(line, ledger.others), line, NOBODY, "") for line in ledger.tables[of] if line.rivals]


def _game_difference(ledger: Ledger, of: int) -> list[Part]:
    """GMD: games won less games lost, at tables of several games and of one (our own)."""
    return [(line.games, line, NOBODY, "") for line in ledger.tables[of]]


def _opponents(ledger: Ledger, of: int) -> list[Part]:
    """OPT, and as a mean OPA: the scores of all opponents met, who was met twice counting twice (Board Game Arena)."""
    scores = ledger.scores
    return [(scores[rival], line, rival, "") for line in ledger.tables[of] for rival, _ in line.rivals]


def _win_share(ledger: Ledger, of: int) -> list[Part]:
    """OWR: the mean of the opponents' shares of tables won, without a lower limit (competitive Commander)."""
    rates = ledger.rates
    return [(rates[rival], line, rival, "") for line in ledger.tables[of] for rival, _ in line.rivals]


def _buchholz_parts(low: int, high: int) -> Callable[[Ledger, int], list[Part]]:
    """BH: the adjusted scores of all opponents (C.07 8.1); C cuts the least, M the greatest as well (14.1 to 14.4)."""

    def parts(ledger: Ledger, of: int) -> list[Part]:
        kept, cut = _cut(ledger, of, low, high, SCORE)
        return [(each.score, each.line, each.about, each.note) for each in kept] + _gone(cut)

    return parts


def _sonneborn_berger_parts(low: int) -> Callable[[Ledger, int], list[Part]]:
    """SB: the adjusted scores of those beaten and half of those drawn with (C.07 9.1); C1 as 14.1.1.4 and 16.5."""

    def parts(ledger: Ledger, of: int) -> list[Part]:
        kept, cut = _cut(ledger, of, low, 0, PRODUCT)
        return [(each.product, each.line, each.about, each.note) for each in kept] + _gone(cut)

    return parts


def _average_buchholz(ledger: Ledger, of: int) -> list[Part]:
    """AOB: the mean of the Buchholz of the opponents met over the board (C.07 8.2)."""
    sums = ledger.buchholz
    return [
        (sums[rival], line, rival, "") for line in ledger.lines[of] if ledger.regular(line) for rival, _ in line.rivals
    ]


def _koya(ledger: Ledger, of: int) -> list[Part]:
    """KS: results against those who scored at least half of what they could (C.07 9.2), for round robins."""
    strong = ledger.strong
    return [
        (halves, line, rival, "")
        for line in ledger.tables[of]
        for rival, halves in line.rivals
        if strong[rival] and halves
    ]


def _progressive(skip: int = 0) -> Callable[[Ledger, int], list[Part]]:
    """PS: the sum of the scores after each round (C.07 7.5): a round's points count for it and all that follow."""

    def parts(ledger: Ledger, of: int) -> list[Part]:
        last = len(ledger.rounds)
        left = {round: last - max(at, skip) for at, round in enumerate(ledger.rounds)}
        return [(line.amount * left[line.round], line, NOBODY, "") for line in ledger.lines[of] if line.amount]

    return parts


def _buchholz(low: int = 0, high: int = 0) -> TieBreak:
    parts = _buchholz_parts(low, high)

    def total(ledger: Ledger, of: int) -> int:
        if ledger.absent[of] and low:
            return sum([part[0] for part in parts(ledger, of)])
        return ledger.buchholz[of] - sum([score for score, _ in _ends(ledger.weights[of], low, high)])

    return TieBreak(parts, Unit.SCORE, total=total)


def _sonneborn_berger(low: int = 0) -> TieBreak:
    parts = _sonneborn_berger_parts(low)

    def total(ledger: Ledger, of: int) -> int:
        if ledger.absent[of] and low:
            return sum([part[0] for part in parts(ledger, of)])
        return ledger.sonneborn[of] - sum([product for _, product in _ends(ledger.weights[of], low, 0)])

    return TieBreak(parts, Unit.HALF_SCORE, total=total)


def _ends(ranked: Sequence[tuple[int, int]], low: int, high: int) -> Sequence[tuple[int, int]]:
    """What is cut from what is in order, where nobody was absent."""
    if not high:
        return ranked[:low]
    return (*ranked[:low], *ranked[max(low, len(ranked) - high) :])


def _sum_over(values: Sequence[int], of: Sequence[int]) -> int:
    return sum([values[each] for each in of])


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "WON": TieBreak(_won, Unit.ONE),
        "WIN": TieBreak(_win, Unit.ONE),
        "PLC2": TieBreak(_placed(2), Unit.ONE),
        "PLC3": TieBreak(_placed(3), Unit.ONE),
        "BPL": TieBreak(_best_place, Unit.PLACE),
        "VP": TieBreak(_victory_points, Unit.POINT),
        "VPS": TieBreak(_shares, Unit.SHARE),
        "BST": TieBreak(_best_share, Unit.SHARE),
        "VPD": TieBreak(_difference, Unit.MARGIN),
        "GMD": TieBreak(_game_difference, Unit.ONE),
        "OPT": TieBreak(_opponents, Unit.SCORE, total=lambda ledger, of: _sum_over(ledger.scores, ledger.met[of])),
        "OPA": TieBreak(
            _opponents,
            Unit.SCORE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.scores, ledger.met[of]),
            count=lambda ledger, of: len(ledger.met[of]),
        ),
        "OWR": TieBreak(
            _win_share,
            Unit.RATE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.rates, ledger.met[of]),
            count=lambda ledger, of: len(ledger.met[of]),
        ),
        # C cuts the lowest, M the lowest and the highest.
        "BH": _buchholz(),
        "BH-C1": _buchholz(1),
        "BH-C2": _buchholz(2),
        "BH-M1": _buchholz(1, 1),
        "BH-M2": _buchholz(2, 2),
        "AOB": TieBreak(
            _average_buchholz,
            Unit.SCORE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.buchholz, ledger.encountered[of]),
            count=lambda ledger, of: len(ledger.encountered[of]),
        ),
        "SB": _sonneborn_berger(),
        "SB-C1": _sonneborn_berger(1),
        "KS": TieBreak(_koya, Unit.HALF),
        "PS": TieBreak(_progressive(), Unit.SCORE),
        "PS-C1": TieBreak(_progressive(1), Unit.SCORE),
    }
)
"""Tie-breaks that need nothing but the ledger."""

DIRECT = ("DE", "H2H")
"""Tie-breaks among those who are still tied: DE over the board, H2H wherever they met, ruled tables too."""

LOT = "LOT"
"""The last one always, where a place matters; no plan names it."""

CODES = frozenset((*TIE_BREAKS, *DIRECT))


def encounters(ledger: Ledger, of: int, tied: frozenset[int], code: str) -> list[Part]:
    """The results of one of the tied against the others of them (C.07 6)."""
    lines = ledger.tables[of] if code == "H2H" else [line for line in ledger.lines[of] if ledger.regular(line)]
    return [(halves, line, rival, "") for line in lines for rival, halves in line.rivals if rival in tied]


def direct(ledger: Ledger, tied: Sequence[int], code: str) -> dict[int, list[Part]]:
    """DE, H2H: the results among the tied, if all of them have met (C.07 6.1); else nothing for anybody.

    Left out are 6.2, which ranks who would be first whatever the missing games brought, and the second comparison of
    those whom the first leaves tied (6.1.2).
    """
    if len(tied) < 2:
        return {}
    among = frozenset(tied)
    found: dict[int, list[Part]] = {}
    for of in tied:
        found[of] = encounters(ledger, of, among, code)
        if len({about for _, _, about, _ in found[of]}) < len(tied) - 1:
            return {}
    return found


def _cut(
    ledger: Ledger, of: int, low: int, high: int, worth: Callable[[Faced], int]
) -> tuple[list[Faced], list[Faced]]:
    """What remains after cuts: the least first, but the least of an absence if that is worth no less."""
    kept, cut = sorted(ledger.faced(of), key=BOTH), list[Faced]()
    for _ in range(min(low, len(kept))):
        cut.append(_least(kept, worth) if ledger.absent[of] else kept[0])
        kept.remove(cut[-1])
    for _ in range(min(high, len(kept))):
        cut.append(kept.pop())
    return kept, cut


def _least(kept: Sequence[Faced], worth: Callable[[Faced], int]) -> Faced:
    """What goes first (C.07 16.5): the least, or the least that comes from not having been there."""
    absent = min((each for each in kept if each.line.voluntary), key=worth, default=kept[0])
    return absent if worth(absent) >= worth(kept[0]) else kept[0]


def _gone(cut: Iterable[Faced]) -> list[Part]:
    return [(0, each.line, each.about, "cut") for each in cut]


def _average(ledger: Ledger, of: int, parts: Sequence[Part]) -> list[Part]:
    if not ledger.averaged or not parts:
        return []
    each = sum(part[0] for part in parts) // len(parts)
    return [(each, line, NOBODY, "bye") for line in ledger.lines[of] if line.kind is Kind.BYE]


def _margin(line: Line, unit: int) -> int:
    others = len(line.rivals)
    return (line.points * others - (line.total - line.points)) * (unit // others)
