"""Swiss pairing for two seats: equal scores meet, and no pair meets twice.

Not the FIDE Dutch system: that one builds its brackets one after another, this one weighs the whole round at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from domain.engine.chance import Stream
from domain.tournament.methods.contenders import Contender, Draw, Pair, Reason, Unpairable
from domain.tournament.methods.matching import cheapest

ALGORITHM = "swiss/1"

OBJECTIVES = ("repeats", "byes", "bye place", "score", "thrice", "begins", "again", "slide")
"""What `Draw.cost` counts, the more important first."""

NOTHING = (0,) * len(OBJECTIVES)
TICKETS = 1 << 32


class Ranked(Struct, frozen=True):
    """A contender in the order of the round: its score group, and where in it, 0 the best, of how many."""

    of: Contender
    group: int
    at: int
    size: int


class Meeting(Struct, frozen=True):
    """What it costs that two meet, and whether the better one begins; None: nothing says so. `lot` decides ties."""

    cost: tuple[int, ...]
    begins: bool | None
    lot: int = 0


def draw(contenders: Sequence[Contender], forbidden: frozenset[Pair], stream: Stream) -> Draw:
    """The cheapest round in which no pair is forbidden: up to a hundred contenders no such round costs less.

    There `bound` is `cost`. With more, `matching` looks at the likely pairs only; where it can show that no other would
    do better, `bound` is `cost` too, and else it is below.

    The objectives are compared from the left; a later one never outweighs an earlier one:

    1. repeats: for each pair the square of how often it has met
    2. byes: the square of how many byes the one who sits out has had
    3. bye place: how many stand below the one who sits out, by score, then by rank
    4. score: for each pair the square of the distance of its score groups, which are counted from the top
    5. thrice: how many begin, or do not begin, for the third time in a row
    6. begins: for each entrant the quarter of the square of (begun − not begun) after this round, rounded down
    7. again: how many do on the beginning what they did in the last round
    8. slide: for two of a score group the square of twice their distance from half the group (the best of the upper
       half meets the best of the lower half); for others the squares of twice the distance of the one from the end of
       its group, and of the other from the head of its group

    Equal rounds are told apart by lots. Where everything about the beginning is equal, the better one takes turns with
    the other from table to table, from a lot on.
    """
    field = ranked(contenders)
    lots = {pair: stream.below(TICKETS) for pair in combinations(range(len(field)), 2)}
    first = bool(stream.below(2))
    meetings = {
        (a, b): meeting(field[a], field[b], lot)
        for (a, b), lot in lots.items()
        if (*sorted((field[a].of.entrant, field[b].of.entrant)),) not in forbidden
    }
    if len(field) % 2:
        meetings |= {(a, len(field)): sitting_out(field, a) for a in range(len(field))}
    scale = Scale(meetings.values(), (len(field) + 1) // 2)
    found = cheapest(len(field) + len(field) % 2, {pair: scale.weight(one) for pair, one in meetings.items()})
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
    reasons = tuple(reasons_of(field, tables, byes))
    cost = total(one.cost for one in chosen)
    return Draw(ALGORITHM, tuple(tables), tuple(byes), cost, scale.cost(found.bound), reasons)


def ranked(contenders: Sequence[Contender]) -> tuple[Ranked, ...]:
    """The contenders from the top: by score, then by rank."""
    scores = sorted({one.score for one in contenders}, reverse=True)
    groups = [sorted((one for one in contenders if one.score == score), key=by_rank) for score in scores]
    return tuple(
        Ranked(one, number, at, len(group)) for number, group in enumerate(groups) for at, one in enumerate(group)
    )


def by_rank(one: Contender) -> tuple[int, int]:
    return one.rank, one.entrant


def meeting(a: Ranked, b: Ranked, lot: int) -> Meeting:
    """What it costs that a meets b, who stands below: with the better of both ways to begin."""
    met = max(a.of.opponents.count(b.of.entrant), b.of.opponents.count(a.of.entrant))
    ours, theirs = (begun(a.of, True), begun(a.of, False)), (begun(b.of, True), begun(b.of, False))
    to_begin, not_to = total((ours[0], theirs[1])), total((ours[1], theirs[0]))
    # Where both wish for the same, the better one has its way.
    wish, other = (to_begin, ours[0]), (not_to, ours[1])
    begins = None if wish == other else wish < other
    cost = (met**2, 0, 0, (b.group - a.group) ** 2, *min(to_begin, not_to), slide(a, b))
    return Meeting(cost, begins, lot)


def begun(one: Contender, begins: bool) -> tuple[int, int, int]:
    """What it costs one of a pair to begin, or not to: the third time in a row, the balance, the same again."""
    had = tuple(seat == 0 for seat in one.seats)
    after = sum(1 if each else -1 for each in (*had, begins))
    return int(len(had) > 1 and had[-2:] == (begins, begins)), after**2 // 4, int(had[-1:] == (begins,))


def slide(a: Ranked, b: Ranked) -> int:
    """How far two are from those that their places in their score groups would have meet."""
    if a.group == b.group:
        return (2 * (b.at - a.at) - a.size) ** 2
    return (2 * (a.size - 1 - a.at)) ** 2 + (2 * b.at) ** 2


def sitting_out(field: Sequence[Ranked], at: int) -> Meeting:
    """What it costs that somebody has the bye; no two cost the same."""
    return Meeting((0, field[at].of.byes ** 2, len(field) - 1 - at, *NOTHING[3:]), None)


class Scale:
    """Costs as integers: no sum over a whole round reaches from one objective into the one before it."""

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
        """The least objectives of a round that weighs as much or more."""
        whole, parts = weight // self.tickets, list[int]()
        for base in reversed(self.bases):
            whole, part = divmod(whole, base)
            parts.append(part)
        return tuple(reversed(parts))


def total(costs: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*costs, strict=True)))


def reasons_of(field: Sequence[Ranked], tables: Sequence[tuple[int, ...]], byes: Sequence[int]) -> Iterator[Reason]:
    """What is not as it should be: `repeat` how often they have met, `score` how many groups apart they are, `thrice`
    in a row the same on the beginning, `seat` how far begun and not begun are apart afterwards, `bye` how many byes
    this would make.
    """
    known = {each.of.entrant: each for each in field}
    for table in tables:
        a, b = (known[entrant] for entrant in table)
        if met := a.of.opponents.count(b.of.entrant):
            yield Reason("repeat", table, met)
        if a.group != b.group:
            yield Reason("score", table, abs(a.group - b.group))
        for each, begins in ((a, True), (b, False)):
            thrice, _, _ = begun(each.of, begins)
            after = sum(1 if seat == 0 else -1 for seat in each.of.seats) + (1 if begins else -1)
            if thrice:
                yield Reason("thrice", (each.of.entrant,), 3)
            if abs(after) > 1:
                yield Reason("seat", (each.of.entrant,), abs(after))
    for entrant in byes:
        yield Reason("bye", (entrant,), known[entrant].of.byes + 1)
