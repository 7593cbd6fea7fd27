"""A second, slow implementation of the rule book: geometry, payments, production, totals, effects of events.

It uses nothing from the rules under test except the state; printed facts are written out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from chronik.domain.catan_cards.state import Built, Land, SeatState, State

KINDS = ("brick", "lumber", "wool", "grain", "ore", "gold")
KIND_OF: Mapping[str, str] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
    "goldfield": "gold",
}
NUMBER_OF: Mapping[str, int] = {
    "fields_1_a": 1,
    "mountains_2_a": 2,
    "pasture_3_a": 3,
    "forest_4_a": 4,
    "hills_5_a": 5,
    "goldfield_6_a": 6,
    "fields_2_b": 2,
    "mountains_3_b": 3,
    "pasture_4_b": 4,
    "forest_5_b": 5,
    "hills_6_b": 6,
    "goldfield_1_b": 1,
    "fields_3": 3,
    "fields_4": 4,
    "mountains_4": 4,
    "mountains_5": 5,
    "pasture_5": 5,
    "pasture_6": 6,
    "forest_1": 1,
    "forest_6": 6,
    "hills_1": 1,
    "hills_2": 2,
    "goldfield_3": 3,
}
"""B2, B5."""
KNIGHTS: Mapping[str, tuple[int, int]] = {
    "knight_conrad": (2, 1),
    "knight_falk": (1, 5),
    "knight_gotz": (5, 2),
    "knight_hagen": (1, 2),
    "knight_karl": (7, 1),
    "knight_otto": (3, 2),
    "knight_pippin": (1, 3),
    "knight_siegfried": (1, 1),
    "knight_walter": (3, 1),
    "knight_osmund": (2, 0),
}
"""Strength and tournament points (7.1, 7.4)."""
FLEETS = ("fleet_brick", "fleet_gold", "fleet_grain", "fleet_lumber", "fleet_ore", "fleet_wool")
COMMERCE: Mapping[str, int] = {
    **dict.fromkeys(FLEETS, 1),
    "garrison": 1,
    "counting_house": 3,
    "harbor": 1,
    "marketplace": 2,
    "merchant_guild": 4,
    "mint": 1,
    "market_town": 1,
}
POINTS: Mapping[str, int] = {
    **dict.fromkeys(("aqueduct", "bath_house", "church", "library", "town_hall"), 1),
    **dict.fromkeys(("hospital", "statue", "patrons_house"), 1),
    "colossus": 2,
}
DOUBLED: Mapping[str, str] = {
    "brick_factory": "brick",
    "foundry": "ore",
    "grain_mill": "grain",
    "sawmill": "lumber",
    "woolen_mill": "wool",
}
CITY_ONLY = (*POINTS, "counting_house", "harbor", "marketplace", "merchant_guild", "mint")
ON_ROAD = ("lancers", "market_town", "traveling_theater")
UNITS = (*KNIGHTS, *FLEETS, "lancers", "traveling_theater")


def name(card: str) -> str:
    """Returns the title of a card, without owner and copy (R96)."""
    return card.split(":")[-1].rsplit("-", 1)[0]


def names(seat: SeatState) -> list[str]:
    """Returns the titles in a principality."""
    return [name(one.card) for one in seat.built]


def kind(region: str) -> str:
    return KIND_OF[region.split("_")[0]]


def at(seat: SeatState, *places: tuple[int, str]) -> set[str]:
    """Returns the regions at these places."""
    return {land.region for land in seat.lands if (land.slot, land.side.value) in places}


def around(seat: SeatState, slot: int) -> set[str]:
    """Returns the four regions of a settlement or city (B10)."""
    return at(seat, (slot - 1, "above"), (slot + 1, "above"), (slot - 1, "below"), (slot + 1, "below"))


def beside(seat: SeatState, one: Built) -> set[str]:
    """Returns the two regions of a site or of a road (B10, B11)."""
    if one.side is None:
        return at(seat, (one.slot, "above"), (one.slot, "below"))
    return at(seat, (one.slot - 1, one.side.value), (one.slot + 1, one.side.value))


def beside_any(seat: SeatState, title: str) -> Counter[str]:
    """Returns, by region, the number of cards of a title beside it."""
    return Counter(region for one in seat.built if name(one.card) == title for region in beside(seat, one))


def stock(seat: SeatState) -> dict[str, int]:
    """Returns the stored resources, by kind."""
    held: dict[str, int] = dict.fromkeys(KINDS, 0)
    for land in seat.lands:
        held[kind(land.region)] += land.stored
    return held


# Payments (R91, R90)


def payment(seat: SeatState, price: Mapping[str, int]) -> list[str] | None:
    """Returns the payment from the fullest regions, then the lower slot, then above; None if the seat cannot pay."""
    left = {land.region: land.stored for land in seat.lands}
    paid: list[str] = []
    for wanted in KINDS:
        for _ in range(price.get(wanted, 0)):
            ranked = sorted(
                (-left[land.region], land.slot, land.side.value != "above", land.region)
                for land in seat.lands
                if kind(land.region) == wanted and left[land.region]
            )
            if not ranked:
                return None
            best = ranked[0][-1]
            left[best] -= 1
            paid.append(best)
    return paid


def default_give(seat: SeatState) -> str | None:
    """Returns the kind held most, in the order of R90, from the region that R91 names."""
    held = stock(seat)
    most = max(held.values())
    if not most:
        return None
    paid = payment(seat, {next(one for one in KINDS if held[one] == most): 1})
    return paid[0] if paid else None


def default_gain(seat: SeatState) -> str | None:
    """Returns the kind held least with room, the region with most room, then the lowest id."""
    held = stock(seat)
    places: list[Land] = [land for land in seat.lands if land.stored < 3]
    for one in sorted(KINDS, key=lambda each: (held[each], KINDS.index(each))):
        regions = sorted((land.stored, land.region) for land in places if kind(land.region) == one)
        if regions:
            return regions[0][1]
    return None


# Production (B13, B14, B59, R6, R7, R38)


def production(seat: SeatState, number: int) -> tuple[Counter[str], set[str]]:
    """Returns the gains of the regions with a number, and those without room."""
    gained: Counter[str] = Counter()
    full: set[str] = set()
    for land in seat.lands:
        if NUMBER_OF[land.region] != number:
            continue
        doubled = any(
            kind(land.region) == DOUBLED.get(name(one.card)) and land.region in beside(seat, one) for one in seat.built
        )
        for _ in range(2 if doubled else 1):
            if land.stored + gained[land.region] < 3:
                gained[land.region] += 1
        if land.stored == 3:
            full.add(land.region)
    return +gained, full


# Totals (R79, B21, B22, B42, B36, R33)


def strength(seat: SeatState) -> int:
    lie = names(seat)
    knights = [KNIGHTS[one][0] for one in lie if one in KNIGHTS]
    return sum(knights) + lie.count("lancers") + lie.count("smithy") * len(knights)


def commerce(seat: SeatState) -> int:
    lie = names(seat)
    fleets = sum(one in FLEETS for one in lie)
    return sum(COMMERCE.get(one, 0) for one in lie) + lie.count("harbor") * fleets


def tournament(seat: SeatState) -> int:
    lie = names(seat)
    return sum(KNIGHTS[one][1] for one in lie if one in KNIGHTS) + seat.stars * lie.count("knight_osmund")


def leader(one: int, other: int) -> int | None:
    """Returns the seat with strictly more, or None."""
    return 0 if one > other else 1 if other > one else None


def knight_token(state: State) -> int | None:
    return leader(strength(state.seats[0]), strength(state.seats[1]))


def mill_token(state: State) -> int | None:
    first = leader(commerce(state.seats[0]), commerce(state.seats[1]))
    return None if first is None or not state.seats[first].cities else first


def points(state: State) -> tuple[int, int]:
    found = [
        len(seat.settlements) + 2 * len(seat.cities) + sum(POINTS.get(one, 0) for one in names(seat))
        for seat in state.seats
    ]
    for token in (knight_token(state), mill_token(state)):
        if token is not None:
            found[token] += 1
    return found[0], found[1]


def hand_limit(seat: SeatState) -> int:
    return 3 + names(seat).count("abbey") + names(seat).count("library")


def winner(state: State) -> int | None:
    """Returns the winner if victory is checked now (B42, X10, R80)."""
    found = points(state)
    if state.options.mode.value == "base":
        return state.active if found[state.active] >= 12 else None
    enough = [seat for seat in (0, 1) if found[seat] >= 13]
    return None if not enough else state.active if state.active in enough else enough[0]


# Effects of events


def brigand_losses(seat: SeatState) -> Counter[str]:
    """Returns the losses by a Brigand Attack (B16)."""
    hidden = beside_any(seat, "garrison")
    if sum(land.stored for land in seat.lands if not hidden[land.region]) <= 7:
        return Counter()
    return +Counter({land.region: land.stored for land in seat.lands if kind(land.region) in ("ore", "wool")})


def plague_losses(seat: SeatState) -> set[str]:
    """Returns the losses by Plague (B46)."""
    if "aqueduct" in names(seat):
        return set()
    hit = union(around(seat, slot) for slot in seat.cities)
    hit -= union(around(seat, one.slot) for one in seat.built if name(one.card) == "bath_house")
    return {land.region for land in seat.lands if land.region in hit and land.stored}


def union(sets: Iterable[set[str]]) -> set[str]:
    found: set[str] = set()
    for one in sets:
        found |= one
    return found


def productive_year_gains(seat: SeatState) -> Counter[str]:
    """Returns the gains in a Productive Year (B47)."""
    guarded = beside_any(seat, "garrison")
    return +Counter({land.region: min(guarded[land.region], 3 - land.stored) for land in seat.lands})


def tax(seat: SeatState) -> int:
    """Returns the tax of Unrest (K19)."""
    lie = names(seat)
    due = lie.count("garrison") + lie.count("abbey") + sum(one in FLEETS for one in lie)
    return min(due, 3, sum(stock(seat).values()))


def eligible_units(seat: SeatState) -> set[str]:
    """Returns the units that may be chosen in a Civil War (B43)."""
    churches = {one.slot for one in seat.built if name(one.card) == "church"}
    return {
        one.card for one in seat.built if name(one.card) in UNITS and (one.side is None or one.slot not in churches)
    }
