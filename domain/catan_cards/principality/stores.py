"""Stores of the regions: resources, free space, and the canonical payment (B14, B15, R91)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chronik.domain.catan_cards.cards.kinds import KINDS, Counts, Kind
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.state import Land, SeatState
from chronik.domain.engine.last_result import remember_last


def kind_of(facts: Facts, region: str) -> Kind:
    """Returns the resource that a region produces."""
    return facts.lands[region].kind


@remember_last
def holding(facts: Facts, seat: SeatState) -> Counts:
    """Returns the resources in all regions of a seat, by kind."""
    held, kinds = [0] * len(KINDS), facts.land_kinds
    for land in seat.lands:
        held[kinds[land.region]] += land.stored
    a, b, c, d, e, f = held
    return (a, b, c, d, e, f)


def sum_regions(facts: Facts, regions: Iterable[str]) -> Counts:
    """Returns the resources that a list of regions stands for, one for each mention of a region."""
    found = [0] * len(KINDS)
    for region in regions:
        found[facts.land_kinds[region]] += 1
    a, b, c, d, e, f = found
    return (a, b, c, d, e, f)


def lands_with_room(facts: Facts, seat: SeatState, kind: Kind | None = None) -> list[Land]:
    """Returns the regions of one kind, or of any kind, that can store one more resource (B14, R3)."""
    most = facts.constants.max_stored
    return [
        land for land in seat.lands if land.stored < most and (kind is None or facts.lands[land.region].kind is kind)
    ]


def lands_with_stock(facts: Facts, seat: SeatState, kind: Kind | None = None) -> list[Land]:
    """Returns the regions of one kind, or of any kind, that store something."""
    return [land for land in seat.lands if land.stored and (kind is None or facts.lands[land.region].kind is kind)]


def payment(facts: Facts, seat: SeatState, price: Counts) -> tuple[str, ...] | None:
    """Returns the canonical payment: each resource from the fullest region (R91); None if the seat cannot pay."""
    paid: list[str] = []
    kinds = facts.land_kinds
    for kind, count in enumerate(price):
        if not count:
            continue
        stored = {land.region: land.stored for land in seat.lands if kinds[land.region] == kind}
        for _ in range(count):
            region = max(stored, key=stored.__getitem__, default=None)
            if region is None or not stored[region]:
                return None
            stored[region] -= 1
            paid.append(region)
    return tuple(paid)


def heaviest_payment(facts: Facts, seat: SeatState, count: int) -> tuple[str, ...]:
    """Returns the regions that pay `count` resources, each of the most plentiful kind (R90); R91 chooses the regions.

    The seat must store at least `count` resources.
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


def count_resources(seat: SeatState) -> int:
    """Returns the number of resources in all regions of a seat."""
    return sum([land.stored for land in seat.lands])


def can_give(seat: SeatState, regions: Sequence[str]) -> bool:
    """Returns whether a seat's regions store these resources, one for each mention of a region."""
    stored = {land.region: land.stored for land in seat.lands}
    return all(0 < regions.count(region) <= stored.get(region, 0) for region in set(regions))


def can_store(facts: Facts, seat: SeatState, regions: Sequence[str]) -> bool:
    """Returns whether a seat's regions have room for these resources, one for each mention of a region (B14)."""
    most = facts.constants.max_stored
    room = {land.region: most - land.stored for land in seat.lands}
    return all(regions.count(region) <= room.get(region, 0) for region in set(regions))


def least_held(facts: Facts, seat: SeatState, lands: Sequence[Land]) -> str:
    """Returns the default region to gain in: of the scarcest kind, then with the most room, then by id (R90)."""
    held = holding(facts, seat)

    def rank(land: Land) -> tuple[int, int, int, str]:
        kind = facts.land_kinds[land.region]
        return held[kind], kind, land.stored, land.region

    return min(lands, key=rank).region


def most_held(facts: Facts, seat: SeatState, lands: Sequence[Land]) -> str:
    """Returns the default region to give from: of the most plentiful kind, then the one that R91 chooses (R90)."""
    held = holding(facts, seat)

    def rank(land: Land) -> tuple[int, int, int]:
        kind = facts.land_kinds[land.region]
        return -held[kind], kind, -land.stored

    return min(lands, key=rank).region


def storage(facts: Facts, seat: SeatState, goods: Counts) -> tuple[str, ...] | None:
    """Returns the regions that store goods, each resource in the emptiest region; None if there is too little room.

    Ties are broken as in R91. This mirrors `payment`.
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
