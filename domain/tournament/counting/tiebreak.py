"""Tie-breaks: each is a sum or a mean of parts that come from single tables. Higher is always better.

Codes and rules for two seats are those of FIDE C.07 (1 March 2026), and a result against an opponent counts 1, ½ or 0
in every preset. At tables of three and four every rival is an opponent. Not included are tie-breaks that need ratings
(ARO, TPR, PTP) or colours (BPG, BWG), Fore Buchholz, and tie-breaks for teams. A penalty changes an entrant's score,
but not the tie-breaks of other entrants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from operator import attrgetter
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct

from chronik.domain.tournament.counting.ledger import NOBODY, Contribution, Ledger, Line
from chronik.domain.tournament.counting.results import Kind

Part = tuple[int, Line, int, str]
"""An amount in the unit of its tie-break, its line, the index of the entrant that it is about, and a note."""


SCORE: Callable[[Contribution], int] = attrgetter("score")
PRODUCT: Callable[[Contribution], int] = attrgetter("product")
BOTH: Callable[[Contribution], tuple[int, int]] = attrgetter("score", "product")


class Unit(Enum):
    """The unit in which the parts of a tie-break are counted."""

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
    """A tie-break: its parts for one entrant, their unit, and whether they are summed or averaged.

    `total` and `count` compute the sum and the number of the parts without listing them, which is fast even for a
    thousand entrants.
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
    """Returns how many of these units add up to 1."""
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


def _table_win_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns WON: tables won by playing (C.07 7.2). A shared first place does not count."""
    return [(1, line, NOBODY, "") for line in ledger.lines[of] if line.kind is Kind.PLAYED and line.won]


def _win_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns WIN: tables won by playing or by ruling, and byes that gave as many points as a win (C.07 7.1)."""
    return [
        (1, line, NOBODY, "" if line.kind is Kind.PLAYED else line.kind.value)
        for line in ledger.lines[of]
        if (line.seated and line.won) or (line.kind is Kind.BYE and 0 < ledger.win <= line.amount)
    ]


def _place_parts(place: int) -> Callable[[Ledger, int], list[Part]]:
    """Returns PLC2 or PLC3: tables finished second or third, even if the place is shared (Catan championship rules)."""
    return lambda ledger, of: [(1, line, NOBODY, "") for line in ledger.tables[of] if line.place == place]


def _best_place_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns BPL: the best finish, as one divided by the place, such as ½ for second (WBC, Cities & Knights 2017)."""
    best = min(ledger.tables[of], key=lambda line: line.place, default=None)
    return [] if best is None else [(ledger.places // best.place, best, NOBODY, "")]


def _victory_point_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns VP: the victory points from all tables. An averaged bye gives the entrant's average (Catan)."""
    unit = units(ledger, Unit.POINT)
    parts: list[Part] = [(line.points * unit, line, NOBODY, "") for line in ledger.tables[of]]
    return parts + _bye_parts(ledger, of, parts)


def _share_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns VPS: the sum of an entrant's shares of each table's points, scaled to four seats (Catan; Mayfair)."""
    unit = units(ledger, Unit.SHARE) // ledger.shares
    parts: list[Part] = [
        (share * unit, line, NOBODY, "") for share, line in zip(ledger.table_shares[of], ledger.tables[of], strict=True)
    ]
    return parts + _bye_parts(ledger, of, parts)


def _best_share_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns BST: the best of the shares that VPS sums."""
    return sorted(_share_parts(ledger, of), key=lambda part: -part[0])[:1]


def _difference_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns VPD: victory points less the mean of the other seats at each table (defined by Chronik)."""
    return [(_margin(line, ledger.others), line, NOBODY, "") for line in ledger.tables[of] if line.rivals]


def _game_difference_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns GMD: games won less games lost, at tables of one or several games (defined by Chronik)."""
    return [(line.games, line, NOBODY, "") for line in ledger.tables[of]]


def _opponent_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns OPT, or OPA as a mean: the scores of all opponents.

    Opponents met twice count twice (Board Game Arena).
    """
    scores = ledger.scores
    return [(scores[rival], line, rival, "") for line in ledger.tables[of] for rival, _ in line.rivals]


def _win_rate_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns OWR: the mean of the opponents' shares of tables won, without a lower limit (competitive Commander)."""
    rates = ledger.rates
    return [(rates[rival], line, rival, "") for line in ledger.tables[of] for rival, _ in line.rivals]


def _buchholz_parts(low: int, high: int) -> Callable[[Ledger, int], list[Part]]:
    """Returns BH: the adjusted scores of all opponents (C.07 8.1).

    The C codes cut the lowest scores, and the M codes also the highest (14.1 to 14.4).
    """

    def parts(ledger: Ledger, of: int) -> list[Part]:
        kept, cut = _cut_extremes(ledger, of, low, high, SCORE)
        return [(each.score, each.line, each.about, each.note) for each in kept] + _cut_parts(cut)

    return parts


def _sonneborn_berger_parts(low: int) -> Callable[[Ledger, int], list[Part]]:
    """Returns SB: the adjusted scores of beaten opponents, and half the scores of drawn opponents (C.07 9.1).

    SB-C1 follows 14.1.1.4 and 16.5.
    """

    def parts(ledger: Ledger, of: int) -> list[Part]:
        kept, cut = _cut_extremes(ledger, of, low, 0, PRODUCT)
        return [(each.product, each.line, each.about, each.note) for each in kept] + _cut_parts(cut)

    return parts


def _average_buchholz_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns AOB: the mean of the Buchholz of the opponents met over the board (C.07 8.2)."""
    sums = ledger.buchholz
    return [
        (sums[rival], line, rival, "")
        for line in ledger.lines[of]
        if ledger.is_regular(line)
        for rival, _ in line.rivals
    ]


def _koya_parts(ledger: Ledger, of: int) -> list[Part]:
    """Returns KS (for round robins): results against opponents with at least half of the possible points (C.07 9.2)."""
    strong = ledger.strong
    return [
        (halves, line, rival, "")
        for line in ledger.tables[of]
        for rival, halves in line.rivals
        if strong[rival] and halves
    ]


def _progressive_parts(skip: int = 0) -> Callable[[Ledger, int], list[Part]]:
    """Returns PS: the sum of the scores after each round (C.07 7.5).

    Points count from the round in which they were gained.
    """

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
        return ledger.buchholz[of] - sum([score for score, _ in _extremes(ledger.weights[of], low, high)])

    return TieBreak(parts, Unit.SCORE, total=total)


def _sonneborn_berger(low: int = 0) -> TieBreak:
    parts = _sonneborn_berger_parts(low)

    def total(ledger: Ledger, of: int) -> int:
        if ledger.absent[of] and low:
            return sum([part[0] for part in parts(ledger, of)])
        return ledger.sonneborn[of] - sum([product for _, product in _extremes(ledger.weights[of], low, 0)])

    return TieBreak(parts, Unit.HALF_SCORE, total=total)


def _extremes(ranked: Sequence[tuple[int, int]], low: int, high: int) -> Sequence[tuple[int, int]]:
    """Returns the extremes to cut from sorted contributions, for an entrant who was never absent."""
    if not high:
        return ranked[:low]
    return (*ranked[:low], *ranked[max(low, len(ranked) - high) :])


def _sum_over(values: Sequence[int], of: Sequence[int]) -> int:
    return sum([values[each] for each in of])


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "WON": TieBreak(_table_win_parts, Unit.ONE),
        "WIN": TieBreak(_win_parts, Unit.ONE),
        "PLC2": TieBreak(_place_parts(2), Unit.ONE),
        "PLC3": TieBreak(_place_parts(3), Unit.ONE),
        "BPL": TieBreak(_best_place_parts, Unit.PLACE),
        "VP": TieBreak(_victory_point_parts, Unit.POINT),
        "VPS": TieBreak(_share_parts, Unit.SHARE),
        "BST": TieBreak(_best_share_parts, Unit.SHARE),
        "VPD": TieBreak(_difference_parts, Unit.MARGIN),
        "GMD": TieBreak(_game_difference_parts, Unit.ONE),
        "OPT": TieBreak(_opponent_parts, Unit.SCORE, total=lambda ledger, of: _sum_over(ledger.scores, ledger.met[of])),
        "OPA": TieBreak(
            _opponent_parts,
            Unit.SCORE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.scores, ledger.met[of]),
            count=lambda ledger, of: len(ledger.met[of]),
        ),
        "OWR": TieBreak(
            _win_rate_parts,
            Unit.RATE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.rates, ledger.met[of]),
            count=lambda ledger, of: len(ledger.met[of]),
        ),
        # The C codes cut the lowest contributions, and the M codes the lowest and the highest.
        "BH": _buchholz(),
        "BH-C1": _buchholz(1),
        "BH-C2": _buchholz(2),
        "BH-M1": _buchholz(1, 1),
        "BH-M2": _buchholz(2, 2),
        "AOB": TieBreak(
            _average_buchholz_parts,
            Unit.SCORE,
            mean=True,
            total=lambda ledger, of: _sum_over(ledger.buchholz, ledger.encountered[of]),
            count=lambda ledger, of: len(ledger.encountered[of]),
        ),
        "SB": _sonneborn_berger(),
        "SB-C1": _sonneborn_berger(1),
        "KS": TieBreak(_koya_parts, Unit.HALF),
        "PS": TieBreak(_progressive_parts(), Unit.SCORE),
        "PS-C1": TieBreak(_progressive_parts(1), Unit.SCORE),
    }
)
"""The tie-breaks that need only the ledger."""

DIRECT = ("DE", "H2H")
"""Tie-breaks among entrants who are still tied. DE counts encounters over the board; H2H also counts ruled tables."""

LOT = "LOT"
"""The code of the lot: always the last tie-break, drawn only if a place matters. Plans do not name it."""

CODES = frozenset((*TIE_BREAKS, *DIRECT))


def list_encounters(ledger: Ledger, of: int, tied: frozenset[int], code: str) -> list[Part]:
    """Lists the results of one tied entrant against the others (C.07 6)."""
    lines = ledger.tables[of] if code == "H2H" else [line for line in ledger.lines[of] if ledger.is_regular(line)]
    return [(halves, line, rival, "") for line in lines for rival, halves in line.rivals if rival in tied]


def compare_directly(ledger: Ledger, tied: Sequence[int], code: str) -> dict[int, list[Part]]:
    """Returns the DE or H2H parts of the tied entrants, which are empty unless all of them have met (C.07 6.1).

    Two parts are not included: 6.2, which ranks an entrant who would be first whatever the results of missing games,
    and 6.1.2, the second comparison of entrants who are still tied after the first.
    """
    if len(tied) < 2:
        return {}
    among = frozenset(tied)
    found: dict[int, list[Part]] = {}
    for of in tied:
        found[of] = list_encounters(ledger, of, among, code)
        if len({about for _, _, about, _ in found[of]}) < len(tied) - 1:
            return {}
    return found


def _cut_extremes(
    ledger: Ledger, of: int, low: int, high: int, worth: Callable[[Contribution], int]
) -> tuple[list[Contribution], list[Contribution]]:
    """Returns the contributions that remain and those that are cut: first the lowest, then the highest (C.07 16.5)."""
    kept, cut = sorted(ledger.contributions(of), key=BOTH), list[Contribution]()
    for _ in range(min(low, len(kept))):
        cut.append(_next_cut(kept, worth) if ledger.absent[of] else kept[0])
        kept.remove(cut[-1])
    for _ in range(min(high, len(kept))):
        cut.append(kept.pop())
    return kept, cut


def _next_cut(kept: Sequence[Contribution], worth: Callable[[Contribution], int]) -> Contribution:
    """Returns the contribution to cut first: the lowest, or an absence's lowest if it is worth no less (C.07 16.5)."""
    absent = min((each for each in kept if each.line.voluntary), key=worth, default=kept[0])
    return absent if worth(absent) >= worth(kept[0]) else kept[0]


def _cut_parts(cut: Iterable[Contribution]) -> list[Part]:
    return [(0, each.line, each.about, "cut") for each in cut]


def _bye_parts(ledger: Ledger, of: int, parts: Sequence[Part]) -> list[Part]:
    if not ledger.averaged or not parts:
        return []
    each = sum(part[0] for part in parts) // len(parts)
    return [(each, line, NOBODY, "bye") for line in ledger.lines[of] if line.kind is Kind.BYE]


def _margin(line: Line, unit: int) -> int:
    others = len(line.rivals)
    return (line.points * others - (line.total - line.points)) * (unit // others)
