"""Swiss pairing for two seats: entrants with equal scores meet, and no pair meets twice.

This is not the FIDE Dutch system, which builds its brackets one after another. This method weighs the whole round at
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.contenders import Contender, Draw, Pair, Reason, Unpairable
from chronik.domain.tournament.methods.matching import match_cheapest

ALGORITHM = "swiss/1"

OBJECTIVES = ("repeats", "byes", "bye place", "score", "thrice", "begins", "again", "slide")
"""The objectives that `Draw.cost` counts, the most important first."""

NOTHING = (0,) * len(OBJECTIVES)
TICKETS = 1 << 32


class RankedContender(Struct, frozen=True):
    """A contender in its score group: the group, the position in it (0 is the best), and the group's size."""

    of: Contender
    group: int
    at: int
    size: int


class Meeting(Struct, frozen=True):
    """The cost of a pairing, and whether the higher-ranked entrant begins (None if either may). `lot` breaks ties."""

    cost: tuple[int, ...]
    begins: bool | None
    lot: int = 0


def draw(contenders: Sequence[Contender], forbidden: frozenset[Pair], stream: Stream) -> Draw:
    """Draws the cheapest round without forbidden pairs. With up to a hundred contenders no such round costs less.

    In that case `bound` equals `cost`. With more contenders `matching` examines only the likely pairs. If it can prove
    that no other pair would be better, `bound` equals `cost` too; otherwise it is lower.

    The objectives are compared from the left; a later one never outweighs an earlier one:

    1. repeats: for each pair the square of how often it has met
    2. byes: the square of how many byes the entrant who sits out has had
    3. bye place: how many entrants rank below the one who sits out, by score, then by rank
    4. score: for each pair the square of the distance of its score groups, which are counted from the top
    5. thrice: how many entrants begin, or do not begin, for the third time in a row
    6. begins: for each entrant a quarter of the square of (begun − not begun) after this round, rounded down
    7. again: how many entrants begin, or do not begin, as in the last round
    8. slide: within a score group the square of twice the pair's distance from half the group (the best of the upper
       half meets the best of the lower half); across groups the square of twice the distance of the better one from
       the end of its group, plus the square of twice the distance of the other from the head of its group

    Lots decide between equal rounds. If nothing decides which entrant of a pair begins, the better and the other
    entrant alternate from table to table; a lot decides for the first of these tables.
    """
    field = rank_contenders(contenders)
    lots = {pair: stream.below(TICKETS) for pair in combinations(range(len(field)), 2)}
    first = bool(stream.below(2))
    meetings = {
        (a, b): price_meeting(field[a], field[b], lot)
        for (a, b), lot in lots.items()
        if (*sorted((field[a].of.entrant, field[b].of.entrant)),) not in forbidden
    }
    if len(field) % 2:
        meetings |= {(a, len(field)): price_bye(field, a) for a in range(len(field))}
    scale = Scale(meetings.values(), (len(field) + 1) // 2)
    found = match_cheapest(len(field) + len(field) % 2, {pair: scale.weight(one) for pair, one in meetings.items()})
    if found is None or not field:
        raise Unpairable("too few entrants, or too many forbidden pairs")
    chosen = [meetings[pair] for pair in found.edges]
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    for (a, b), one in zip(found.edges, chosen, strict=True):
        if b == len(field):
            byes.append(field[a].of.entrant)
            continue
        begins = one.begins
        if begins is None:
            begins, first = first, not first
        tables.append(tuple(each.of.entrant for each in ((field[a], field[b]) if begins else (field[b], field[a]))))
    reasons = tuple(list_reasons(field, tables, byes))
    cost = sum_costs(one.cost for one in chosen)
    return Draw(ALGORITHM, tuple(tables), tuple(byes), cost, scale.cost(found.bound), reasons)


def rank_contenders(contenders: Sequence[Contender]) -> tuple[RankedContender, ...]:
    """Returns the contenders from the top: by score, then by rank."""
    scores = sorted({one.score for one in contenders}, reverse=True)
    groups = [sorted((one for one in contenders if one.score == score), key=rank_key) for score in scores]
    return tuple(
        RankedContender(one, number, at, len(group))
        for number, group in enumerate(groups)
        for at, one in enumerate(group)
    )


def rank_key(one: Contender) -> tuple[int, int]:
    return one.rank, one.entrant


def price_meeting(a: RankedContender, b: RankedContender, lot: int) -> Meeting:
    """Returns the cost of a meeting of `a` with `b`, who ranks below `a`, and the cheaper choice of who begins."""
    met = max(a.of.opponents.count(b.of.entrant), b.of.opponents.count(a.of.entrant))
    ours, theirs = (
        (price_start(a.of, True), price_start(a.of, False)),
        (price_start(b.of, True), price_start(b.of, False)),
    )
    to_begin, not_to = sum_costs((ours[0], theirs[1])), sum_costs((ours[1], theirs[0]))
    # If both have the same preference, it is granted to the better entrant.
    wish, other = (to_begin, ours[0]), (not_to, ours[1])
    begins = None if wish == other else wish < other
    cost = (met**2, 0, 0, (b.group - a.group) ** 2, *min(to_begin, not_to), price_slide(a, b))
    return Meeting(cost, begins, lot)


def price_start(one: Contender, begins: bool) -> tuple[int, int, int]:
    """Returns the costs if an entrant begins, or does not: for a third time in a row, for balance, and for a repeat."""
    had = tuple(seat == 0 for seat in one.seats)
    after = sum(1 if each else -1 for each in (*had, begins))
    return int(len(had) > 1 and had[-2:] == (begins, begins)), after**2 // 4, int(had[-1:] == (begins,))


def price_slide(a: RankedContender, b: RankedContender) -> int:
    """Returns how far a pair is from an ideal one, by the positions of both entrants in their score groups."""
    if a.group == b.group:
        return (2 * (b.at - a.at) - a.size) ** 2
    return (2 * (a.size - 1 - a.at)) ** 2 + (2 * b.at) ** 2


def price_bye(field: Sequence[RankedContender], at: int) -> Meeting:
    """Returns the cost of giving an entrant the bye. The cost is different for each entrant."""
    return Meeting((0, field[at].of.byes ** 2, len(field) - 1 - at, *NOTHING[3:]), None)


class Scale:
    """A scale that packs costs into integers.

    No sum over a round overflows from one objective into the previous one.
    """

    def __init__(self, meetings: Iterable[Meeting], pairs: int) -> None:
        columns = zip(*(one.cost for one in meetings), strict=True)
        self.bases = [pairs * max(column) + 1 for column in columns]
        self.tickets = pairs * TICKETS

    def weight(self, one: Meeting) -> int:
        whole = 0
        for part, base in zip(one.cost, self.bases, strict=True):
            whole = whole * base + part
        return whole * self.tickets + one.lot

    def cost(self, weight: int) -> tuple[int, ...]:
        """Returns the objectives of the cheapest round with at least this weight."""
        whole, parts = weight // self.tickets, list[int]()
        for base in reversed(self.bases):
            whole, part = divmod(whole, base)
            parts.append(part)
        return tuple(reversed(parts))


def sum_costs(costs: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*costs, strict=True)))


def list_reasons(
    field: Sequence[RankedContender], tables: Sequence[tuple[int, ...]], byes: Sequence[int]
) -> Iterator[Reason]:
    """Yields the flaws of a round: `repeat`, `score`, `thrice`, `seat` and `bye`.

    In that order, their amounts are the number of earlier meetings, the distance of the score groups, the entrants who
    begin or do not begin three times in a row, the difference between begun and not begun after the round, and the byes
    including this one.
    """
    known = {each.of.entrant: each for each in field}
    for table in tables:
        a, b = (known[entrant] for entrant in table)
        if met := a.of.opponents.count(b.of.entrant):
            yield Reason("repeat", table, met)
        if a.group != b.group:
            yield Reason("score", table, abs(a.group - b.group))
        for each, begins in ((a, True), (b, False)):
            thrice, _, _ = price_start(each.of, begins)
            after = sum(1 if seat == 0 else -1 for seat in each.of.seats) + (1 if begins else -1)
            if thrice:
                yield Reason("thrice", (each.of.entrant,), 3)
            if abs(after) > 1:
                yield Reason("seat", (each.of.entrant,), abs(after))
    for entrant in byes:
        yield Reason("bye", (entrant,), known[entrant].of.byes + 1)
