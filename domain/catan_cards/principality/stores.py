"""What regions store: resources, room, and the canonical payment (B14, B15, R91)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.catan_cards.cards.kinds import KINDS, NOTHING, Counts, Kind
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import Land, SeatState


def kind_of(facts: Facts, region: str) -> Kind:
    """The resource that a region produces."""
    return facts.lands[region].kind


def holding(facts: Facts, seat: SeatState) -> Counts:
    """What all regions of a seat store together, by kind."""
    held = [0] * len(KINDS)
    for land in seat.lands:
        held[KINDS.index(facts.lands[land.region].kind)] += land.stored
    a, b, c, d, e, f = held
    return (a, b, c, d, e, f)


def summed(facts: Facts, regions: Iterable[str]) -> Counts:
    """What a row of regions amounts to, one resource each time a region is named."""
    found = [0] * len(KINDS)
    for region in regions:
        found[KINDS.index(facts.lands[region].kind)] += 1
    a, b, c, d, e, f = found
    return (a, b, c, d, e, f)


def with_room(facts: Facts, seat: SeatState, kind: Kind | None = None) -> list[Land]:
    """The regions that can store one more, of a kind or of any (B14, R3)."""
    most = facts.constants.max_stored
    return [
        land for land in seat.lands if land.stored < most and (kind is None or facts.lands[land.region].kind is kind)
    ]


def stocked(facts: Facts, seat: SeatState, kind: Kind | None = None) -> list[Land]:
    """The regions that store something, of a kind or of any."""
    return [land for land in seat.lands if land.stored and (kind is None or facts.lands[land.region].kind is kind)]


def payment(facts: Facts, seat: SeatState, price: Counts) -> tuple[str, ...] | None:
    """The canonical payment of a price: each resource from the region that holds most (R91); None if it is too dear."""
    if price == NOTHING:
        return ()
    stored = {land.region: land.stored for land in seat.lands}
    paid: list[str] = []
    for kind, count in zip(KINDS, price, strict=True):
        regions = [one for one in stored if facts.lands[one].kind is kind] if count else []
        for _ in range(count):
            region = max(regions, key=stored.__getitem__, default=None)
            if region is None or not stored[region]:
                return None
            stored[region] -= 1
            paid.append(region)
    return tuple(paid)


def heaviest(facts: Facts, seat: SeatState, count: int) -> tuple[str, ...]:
    """So many resources, each time of the kind held most, out of the regions that R91 names (R90).

    The seat stores at least so many.
    """
    held, price = list(holding(facts, seat)), [0] * len(KINDS)
    for _ in range(count):
        most = held.index(max(held))
        held[most] -= 1
        price[most] += 1
    a, b, c, d, e, f = price
    paid = payment(facts, seat, (a, b, c, d, e, f))
    assert paid is not None
    return paid


def total(seat: SeatState) -> int:
    """How many resources all regions of a seat store together."""
    return sum([land.stored for land in seat.lands])


def can_give(seat: SeatState, regions: Sequence[str]) -> bool:
    """Whether a seat's regions store what is named, each region once for each resource."""
    stored = {land.region: land.stored for land in seat.lands}
    return all(0 < regions.count(region) <= stored.get(region, 0) for region in set(regions))


def can_store(facts: Facts, seat: SeatState, regions: Sequence[str]) -> bool:
    """Whether a seat's regions have room for what is named, each region once for each resource (B14)."""
    most = facts.constants.max_stored
    room = {land.region: most - land.stored for land in seat.lands}
    return all(regions.count(region) <= room.get(region, 0) for region in set(regions))


def least_held(facts: Facts, seat: SeatState, lands: Sequence[Land]) -> str:
    """Of these regions the default to gain into: the type held least, then most room, then the lowest id (R90)."""
    held = holding(facts, seat)

    def rank(land: Land) -> tuple[int, int, int, str]:
        kind = KINDS.index(facts.lands[land.region].kind)
        return held[kind], kind, land.stored, land.region

    return min(lands, key=rank).region


def most_held(facts: Facts, seat: SeatState, lands: Sequence[Land]) -> str:
    """Of these regions the default to give from: the type held most, then the region that R91 names (R90)."""
    held = holding(facts, seat)

    def rank(land: Land) -> tuple[int, int, int]:
        kind = KINDS.index(facts.lands[land.region].kind)
        return -held[kind], kind, -land.stored

    return min(lands, key=rank).region


def storage(facts: Facts, seat: SeatState, goods: Counts) -> tuple[str, ...] | None:
    """Where goods are stored: each resource in the region with most room, ties as in R91; None if there is too little.

    A mirror of `payment`.
    """
    stored = {land.region: land.stored for land in seat.lands}
    into: list[str] = []
    for kind, count in zip(KINDS, goods, strict=True):
        regions = [one for one in stored if facts.lands[one].kind is kind]
        for _ in range(count):
            region = min(regions, key=stored.__getitem__, default=None)
            if region is None or stored[region] >= facts.constants.max_stored:
                return None
            stored[region] += 1
            into.append(region)
    return tuple(into)
