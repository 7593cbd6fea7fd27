"""Pods: rounds at tables of three and four, drawn by ordered objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.contenders import Contender, Draw, Keep, Pair, Reason, Unpairable
from chronik.domain.tournament.methods.pods.bound import company_bound, lower_bound
from chronik.domain.tournament.methods.pods.cost import (
    Field,
    Prices,
    build_field,
    find_best_orders,
    list_passed_over,
    list_reasons,
    sum_reasons,
)
from chronik.domain.tournament.methods.pods.joint_search import mix_rounds, reseat_rounds
from chronik.domain.tournament.methods.pods.search import EXACT, find_cheapest
from chronik.domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "pods/1"
COMPANY = "pods-company/1"
"""The same search, with company before sizes."""
SIZES = (2, 3, 4)

FEW = 12  # up to this number of entrants, every choice of byes is tried if forbidden pairs exclude fairer ones
TRIALS = 12  # number of choices of byes that are tried with more entrants


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
    """Draws a round at tables of `size` and, if necessary, of the other size (three or four), as `sizes` allow.

    Byes go to the entrants with the fewest so far, and among these to the lowest-ranked. Without `scores` all entrants
    count as equally close. If an even distribution of table sizes and new opponents exclude each other, `keep` decides.
    """
    people = sorted(contenders, key=lambda c: c.entrant)
    tables = pod_sizes(len(people), size, sizes)
    for sitters in _bye_choices(people, len(people) - sum(tables)):
        playing = build_field([c for c in people if c not in sitters], tables, size, forbidden, scores, keep)
        if company_bound(playing, playing.apart):
            continue
        prices = Prices(playing)
        found = find_cheapest(playing, prices, stream)
        if sum(map(prices.table, found)) >> prices.forbidden == 0:
            seated = [_seat_by_lot(playing, table, stream) for table in found]
            return _build_draw(people, playing, seated, proven=len(playing.contenders) <= EXACT)
    raise Unpairable("too many forbidden pairs")


def draw_preliminaries(
    contenders: Sequence[Contender],
    size: int,
    rounds: int,
    forbidden: frozenset[Pair],
    stream: Stream,
    *,
    sizes: tuple[int, ...] = SIZES,
) -> tuple[Draw, ...]:
    """Draws rounds that are published in advance: all together, without scores, each counting the earlier ones."""
    people = sorted(contenders, key=lambda c: c.entrant)
    one_by_one, now = list[Draw](), people
    for _ in range(rounds):
        one_by_one.append(draw(now, size, forbidden, stream, scores=False, sizes=sizes))
        now = _play_draw(now, one_by_one[-1])
    if not any(_sum_costs(one_by_one)):
        return tuple(one_by_one)
    together = _draw_together(people, one_by_one, size, forbidden, stream)
    return min(tuple(one_by_one), together, key=_sum_costs)


def _sum_costs(draws: Sequence[Draw]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(draw.cost for draw in draws), strict=True)))


def _draw_together(
    people: Sequence[Contender], draws: Sequence[Draw], size: int, forbidden: frozenset[Pair], stream: Stream
) -> tuple[Draw, ...]:
    """Improves the draws by a search over all of them at once."""
    number = {c.entrant: n for n, c in enumerate(people)}
    whole = build_field(people, tuple(map(len, draws[0].tables)), size, forbidden, scores=False)
    plan = [[[number[entrant] for entrant in table] for table in draw.tables] for draw in draws]
    plan = mix_rounds(plan, whole, stream)
    plan = reseat_rounds(plan, [c.seats for c in people], whole.usual, stream)
    found, now = list[Draw](), list(people)
    for draw, tables in zip(draws, plan, strict=True):
        playing = build_field(
            [c for c in now if c.entrant not in draw.byes], whole.sizes, size, forbidden, scores=False
        )
        place = {c.entrant: n for n, c in enumerate(playing.contenders)}
        seated = [[place[people[a].entrant] for a in table] for table in tables]
        found.append(_build_draw(now, playing, seated, proven=False))
        now = _play_draw(now, found[-1])
    return tuple(found)


def _play_draw(people: Sequence[Contender], draw: Draw) -> list[Contender]:
    """Returns the contenders after a draw was played, with unchanged scores."""
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


def _bye_choices(people: Sequence[Contender], many: int) -> Iterator[tuple[Contender, ...]]:
    """Yields the sets of entrants who may have the byes, the fairest first."""
    order = _bye_order(people)
    among = combinations(range(min(len(order), FEW)), many)
    fairest = sorted(among, key=lambda places: (sum(order[place].byes for place in places), sum(places), places))
    for places in fairest if len(order) <= FEW else fairest[:TRIALS]:
        yield tuple(order[place] for place in places)


def _seat_by_lot(playing: Field, table: Sequence[int], stream: Stream) -> tuple[int, ...]:
    _, orders = find_best_orders(playing, table)
    return orders[stream.below(len(orders))]


def _build_draw(people: Sequence[Contender], playing: Field, tables: Sequence[Sequence[int]], *, proven: bool) -> Draw:
    """Builds the draw with its cost, the best table first. If it is proven optimal, the cost is also the bound."""
    found = _bye_reasons(people, playing) + list_reasons(playing, tables)
    cost = sum_reasons(found, playing.order)
    seated = [tuple(playing.contenders[a] for a in table) for table in tables]
    seated.sort(key=lambda table: sorted(c.rank for c in table))
    here = {c.entrant for c in playing.contenders}
    return Draw(
        algorithm=ALGORITHM if playing.keep is Keep.SIZES else COMPANY,
        tables=tuple(tuple(c.entrant for c in table) for table in seated),
        byes=tuple(c.entrant for c in people if c.entrant not in here),
        cost=cost,
        bound=cost if proven and not cost[0] else (0,) * len(cost) if cost[0] else lower_bound(playing),
        reasons=found,
    )


def _bye_reasons(people: Sequence[Contender], playing: Field) -> tuple[Reason, ...]:
    order = [c.entrant for c in _bye_order(people)]
    here = {c.entrant for c in playing.contenders}
    resting = [place for place, entrant in enumerate(order) if entrant not in here]
    places = range(len(order))
    return tuple(
        Reason("bye", (order[a], order[b]), gap) for a, b, gap in list_passed_over(places, resting, places, order)
    )
