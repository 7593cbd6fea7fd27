"""Pods: rounds at tables of three and four, by objectives that count one before another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from domain.engine.chance import Stream
from domain.tournament.methods.contenders import Contender, Draw, Keep, Pair, Reason, Unpairable
from domain.tournament.methods.pods.ahead import mixed, reseated
from domain.tournament.methods.pods.bound import bound, company
from domain.tournament.methods.pods.cost import Field, Prices, field, passed, reasons, seatings, total
from domain.tournament.methods.pods.search import EXACT, cheapest
from domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "pods/1"
COMPANY = "pods-company/1"
"""The same search, with company before sizes."""
SIZES = (2, 3, 4)

_FEW = 12  # of so many, everybody's bye is tried where forbidden pairs leave no fairer one
_TRIALS = 12  # of more, so many ways to give the byes


def draw(
    contenders: Sequence[Contender],
    size: int,
    forbidden: frozenset[Pair],
    stream: Stream,
    *,
    scores: bool = True,
    sizes: tuple[int, ...] = SIZES,
    keep: Keep = Keep.SIZES,
) -> Draw:
    """A round at tables of `size` and, where numbers want it, the other of three and four, as far as `sizes` allow.

    Byes come first: to those with the fewest, of these to the lowest. Without scores everybody is as close to anybody.
    Where tables of the other size cannot be shared out evenly unless pairs meet again, `keep` says which is given up.
    """
    people = sorted(contenders, key=lambda c: c.entrant)
    tables = pod_sizes(len(people), size, sizes)
    for sitters in _byes(people, len(people) - sum(tables)):
        playing = field([c for c in people if c not in sitters], tables, size, forbidden, scores, keep)
        if company(playing, playing.apart):
            continue
        prices = Prices(playing)
        found = cheapest(playing, prices, stream)
        if sum(map(prices.table, found)) >> prices.forbidden == 0:
            seated = [_seated(playing, table, stream) for table in found]
            return _published(people, playing, seated, proven=len(playing.contenders) <= EXACT)
    raise Unpairable("too many forbidden pairs")


def preliminaries(
    contenders: Sequence[Contender],
    size: int,
    rounds: int,
    forbidden: frozenset[Pair],
    stream: Stream,
    *,
    sizes: tuple[int, ...] = SIZES,
) -> tuple[Draw, ...]:
    """Rounds that are published in advance, without scores and searched together; each counts those before it."""
    people = sorted(contenders, key=lambda c: c.entrant)
    one_by_one, now = list[Draw](), people
    for _ in range(rounds):
        one_by_one.append(draw(now, size, forbidden, stream, scores=False, sizes=sizes))
        now = _after(now, one_by_one[-1])
    if not any(_sum(one_by_one)):
        return tuple(one_by_one)
    together = _together(people, one_by_one, size, forbidden, stream)
    return min(tuple(one_by_one), together, key=_sum)


def _sum(draws: Sequence[Draw]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(draw.cost for draw in draws), strict=True)))


def _together(
    people: Sequence[Contender], draws: Sequence[Draw], size: int, forbidden: frozenset[Pair], stream: Stream
) -> tuple[Draw, ...]:
    """The draws after a search over all of them at once."""
    number = {c.entrant: n for n, c in enumerate(people)}
    whole = field(people, tuple(map(len, draws[0].tables)), size, forbidden, scores=False)
    plan = [[[number[entrant] for entrant in table] for table in draw.tables] for draw in draws]
    plan = mixed(plan, whole, stream)
    plan = reseated(plan, [c.seats for c in people], whole.usual, stream)
    found, now = list[Draw](), list(people)
    for draw, tables in zip(draws, plan, strict=True):
        playing = field([c for c in now if c.entrant not in draw.byes], whole.sizes, size, forbidden, scores=False)
        place = {c.entrant: n for n, c in enumerate(playing.contenders)}
        seated = [[place[people[a].entrant] for a in table] for table in tables]
        found.append(_published(now, playing, seated, proven=False))
        now = _after(now, found[-1])
    return tuple(found)


def _after(people: Sequence[Contender], draw: Draw) -> list[Contender]:
    """The contenders once a draw was played, with the scores they had."""
    known = {c.entrant: c for c in people}
    for table in draw.tables:
        for seat, entrant in enumerate(table):
            c = known[entrant]
            known[entrant] = replace(
                c,
                opponents=c.opponents + tuple(other for other in table if other != entrant),
                seats=(*c.seats, seat),
                sizes=(*c.sizes, len(table)),
            )
    for entrant in draw.byes:
        known[entrant] = replace(known[entrant], byes=known[entrant].byes + 1)
    return [known[c.entrant] for c in people]


def _bye_order(people: Sequence[Contender]) -> list[Contender]:
    return sorted(people, key=lambda c: (c.byes, c.score, -c.rank))


def _byes(people: Sequence[Contender], many: int) -> Iterator[tuple[Contender, ...]]:
    """Who may sit out, the fairest first."""
    order = _bye_order(people)
    among = combinations(range(min(len(order), _FEW)), many)
    fairest = sorted(among, key=lambda places: (sum(order[place].byes for place in places), sum(places), places))
    for places in fairest if len(order) <= _FEW else fairest[:_TRIALS]:
        yield tuple(order[place] for place in places)


def _seated(playing: Field, table: Sequence[int], stream: Stream) -> tuple[int, ...]:
    _, orders = seatings(playing, table)
    return orders[stream.below(len(orders))]


def _published(people: Sequence[Contender], playing: Field, tables: Sequence[Sequence[int]], *, proven: bool) -> Draw:
    """The draw with its cost: the best table first, and for the proven best its cost as the bound."""
    found = _bye_reasons(people, playing) + reasons(playing, tables)
    cost = total(found, playing.order)
    seated = [tuple(playing.contenders[a] for a in table) for table in tables]
    seated.sort(key=lambda table: sorted(c.rank for c in table))
    here = {c.entrant for c in playing.contenders}
    return Draw(
        algorithm=ALGORITHM if playing.keep is Keep.SIZES else COMPANY,
        tables=tuple(tuple(c.entrant for c in table) for table in seated),
        byes=tuple(c.entrant for c in people if c.entrant not in here),
        cost=cost,
        bound=cost if proven and not cost[0] else (0,) * len(cost) if cost[0] else bound(playing),
        reasons=found,
    )


def _bye_reasons(people: Sequence[Contender], playing: Field) -> tuple[Reason, ...]:
    order = [c.entrant for c in _bye_order(people)]
    here = {c.entrant for c in playing.contenders}
    sitting = [place for place, entrant in enumerate(order) if entrant not in here]
    places = range(len(order))
    return tuple(Reason("bye", (order[a], order[b]), gap) for a, b, gap in passed(places, sitting, places, order))
