"""A second implementation of the commands of the action phase, each as a row of plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any

from msgspec.structs import asdict

from chronik.domain.catan_cards.facts.printed import CardKind
from chronik.domain.catan_cards.state import SeatState, State
from tests.catan_cards.naive import KINDS, KNIGHTS, ON_ROAD, kind, name, names, points, stock
from tests.support.catan_cards.table import FACTS

Row = tuple[Any, ...]
Price = Mapping[str, int]

ATTACK = ("arsonist", "black_knight", "brigands", "merchant", "spy", "courage", "guido", "joust")
ARTWORKS = ("artwork_sculpture", "artwork_epic", "artwork_relief", "artwork_fountain")
NEUTRAL = ("alchemist", "caravan", "scout", "growth", *ARTWORKS)
PROTECTION = ("bishop", "herb_woman", "feeding_the_poor")
ROAD: Price = {"brick": 2, "lumber": 1}
SETTLEMENT: Price = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
CITY: Price = {"ore": 3, "grain": 2}
GROWTH: Price = {"ore": 2, "grain": 1}
STARS: Price = {"statue": 3, "lancers": 1}
MOST_STARS = 3


class Table:
    """A position as one seat sees it: its principality, the other one, and the stores of both."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.own, self.other = state, state.seats[seat], state.seats[1 - seat]
        self.lie, self.there = names(self.own), names(self.other)
        self.stock = stock(self.own)
        self.room = {land.region: 3 - land.stored for land in self.own.lands}
        self.star_room = MOST_STARS * len(self.own.feelings) - self.own.stars
        mine, theirs = points(state)[seat], points(state)[1 - seat]
        self.behind = mine < theirs
        self.spots = {*self.own.settlements, *self.own.cities}

    def affords(self, price: Price, less: str | None = None) -> bool:
        return all(self.stock[one] >= amount - (one == less) for one, amount in price.items())

    def held(self, *titles: str) -> list[str]:
        """Returns the hand cards of these titles that the lock allows (B33, R20)."""
        free = (*PROTECTION, *(["scout"] if self.state.options.scout_exempt else []))
        return [card for card in self.own.hand if name(card) in titles and (self.state.unlocked or name(card) in free)]

    def takeable(self) -> bool:
        """Returns whether a resource can be taken (R4)."""
        theirs = stock(self.other)
        return any(room and theirs[kind(region)] for region, room in self.room.items())


def actions(state: State, seat: int) -> set[Row]:
    """Returns every row of every part."""
    table = Table(state, seat)
    parts = (centre, expansions, plain_cards, chosen_cards, caravans, buildings, others)
    return {row for part in parts for row in part(table)}


def centre(table: Table) -> Iterator[Row]:
    """Yields the centre cards that can be built, of 7 roads, 5 settlements and 7 cities (B24 to B26, K9, K17, B56)."""
    seats = table.state.seats
    if sum(len(seat.roads) - 1 for seat in seats) < 7:
        slots = {slot + step for slot in table.spots for step in (-1, 1)} - {*table.own.roads}
        yield from (("build-road", *each) for each in product(slots, drops(table, ROAD)))
    if sum(len(seat.settlements) + len(seat.cities) - 2 for seat in seats) < 5 and len(table.state.regions) >= 2:
        slots = {road + step for road in table.own.roads for step in (-1, 1)} - table.spots
        scouts = [None, *table.held("scout")]
        yield from (("build-settlement", *each) for each in product(slots, drops(table, SETTLEMENT), scouts))
    if sum(len(seat.cities) for seat in seats) < 7:
        if table.affords(CITY):
            yield from (("build-city", slot) for slot in table.own.settlements)
        if table.affords(GROWTH) and "aqueduct" in table.lie:
            yield from (("play-growth", *each) for each in product(table.held("growth"), table.own.settlements))


def drops(table: Table, price: Price) -> list[str | None]:
    """Returns the possible discounts: none, and with two stars each resource of the price (K9)."""
    found: list[str | None] = [None] if table.affords(price) else []
    return found + [one for one in price if table.own.stars >= 2 and table.affords(price, one)]


def expansions(table: Table) -> Iterator[Row]:
    """Yields the cards that can be built (B27, B28, X8, K1, K24, K29, T10)."""
    for card in (*table.own.hand, *table.state.display):
        title, printed = name(card), FACTS.cards[name(card)]
        barred = (
            printed.kind in (CardKind.ACTION, CardKind.PUBLIC_FEELING)
            or (title == "hospital" and "aqueduct" not in table.lie)
            or (card in table.state.display and title in table.lie)
            or (title in KNIGHTS and title in (*table.lie, *table.there))
            or table.own.stars < STARS.get(title, 0)
        )
        if not barred:
            price = {one: amount for one, amount in zip(KINDS, printed.price, strict=True) if amount}
            yield from on_roads(table, card, price) if title in ON_ROAD else on_sites(table, card, price)


def on_sites(table: Table, card: str, price: Price) -> Iterator[Row]:
    saved: list[str | None] = [None] if table.affords(price) else []
    if name(card) == "aqueduct" and "patrons_house" in table.lie:
        saved = [one for one in price if table.affords(price, one)]
    city_only = FACTS.cards[name(card)].kind is CardKind.CITY_EXPANSION
    for slot, side in product(table.own.cities if city_only else sorted(table.spots), ("above", "below")):
        there = [one for one in table.own.built if one.slot == slot and one.side and one.side.value == side]
        if len(there) < (2 if slot in table.own.cities else 1):
            yield from (("build-card", card, slot, side, drop, None) for drop in saved)


def on_roads(table: Table, card: str, price: Price) -> Iterator[Row]:
    if not table.affords(price):
        return
    for road in free_roads(table.own):
        if name(card) != "traveling_theater":
            yield "build-card", card, road, None, None, None
            continue
        for land in table.own.lands:
            left = table.stock[kind(land.region)] - price.get(kind(land.region), 0)
            if land.slot == road and land.stored and left and table.star_room:
                yield "build-card", card, road, None, None, land.region


def free_roads(own: SeatState) -> list[int]:
    return [road for road in own.roads if not any(one.side is None and one.slot == road for one in own.built)]


def plain_cards(table: Table) -> Iterator[Row]:
    """Yields the action cards without a choice (B51 to B54, B57, K12, K14, K15, R16)."""
    pile = table.state.discards[0]
    could: Mapping[str, bool] = {
        "arsonist": any(FACTS.cards[one].is_building for one in table.there),
        "black_knight": any(one in KNIGHTS for one in table.there),
        "brigands": table.takeable(),
        "merchant": table.takeable(),
        "spy": bool(table.other.hand),
        "guido": table.behind and any(name(one) in ATTACK for one in pile),
        "feeding_the_poor": table.stock["gold"] > 0 and table.star_room > 0,
        **dict.fromkeys(ARTWORKS, table.star_room > 0),
    }
    yield from (("play-card", card) for card in table.held(*could) if could[name(card)])


def chosen_cards(table: Table) -> Iterator[Row]:
    """Yields the action cards with a choice (K13, K16, K10)."""
    if "patrons_house" in table.lie:
        wants = [*(["stars"] if table.other.stars else []), *(["cards"] if table.behind else [])]
        yield from (("play-courage", *row) for row in product(table.held("courage"), wants))
    knights = [one.card for one in table.own.built if name(one.card) in KNIGHTS]
    against: list[str | None] = [one.card for one in table.other.built if name(one.card) in KNIGHTS]
    yield from (("play-joust", *row) for row in product(table.held("joust"), knights, against or [None]))
    if table.own.stars >= 3:
        fetched = [one for one in table.state.discards[0] if name(one) in (*NEUTRAL, *PROTECTION)]
        yield from (("fetch-action", one) for one in fetched)


def caravans(table: Table) -> Iterator[Row]:
    """Yields the exchanges of Caravans, by kinds (B55)."""
    room = {one: sum(amount for region, amount in table.room.items() if kind(region) == one) for one in KINDS}
    for card, count in product(table.held("caravan"), (1, 2)):
        rows = list(combinations_with_replacement(sorted(KINDS), count))
        for give, into in product(rows, rows):
            enough = all(give.count(one) <= table.stock[one] and into.count(one) <= room[one] for one in KINDS)
            if enough and not {*give} & {*into}:
                yield "play-caravan", card, give, into


def buildings(table: Table) -> Iterator[Row]:
    """Yields the uses and demolitions of built cards (K20, K25, K29, B29, R48)."""
    lands, stars = table.own.lands, table.own.stars
    for one in table.own.built:
        yield "demolish", one.card
        match name(one.card):
            case "common_land" if stars:
                for give, into in product(lands, lands):
                    if give.stored and into.stored < 3 and kind(give.region) != kind(into.region):
                        yield "use-common-land", one.card, give.region, into.region
            case "hospital":
                regions = [land.region for land in lands if land.stored < 3 and stars]
                yield from (("use-hospital", one.card, region) for region in regions)
                if table.star_room:
                    yield "use-hospital", one.card, None
            case "traveling_theater" if table.star_room:
                for road, land in product(free_roads(table.own), lands):
                    if land.slot == road and land.stored:
                        yield "move-theater", one.card, road, land.region
            case _:
                pass


def others(table: Table) -> Iterator[Row]:
    """Yields trades with the bank, moves of Public Feeling, and the end of the actions (B30, R88, R99)."""
    yield ("end-actions",)
    for give, (region, room) in product(KINDS, table.room.items()):
        rate = 2 if f"fleet_{give}" in table.lie else 3
        rate = 1 if give == "gold" and "mint" in table.lie else rate
        if table.stock[give] >= rate and room and kind(region) != give:
            yield "trade-with-bank", give, region
    for feeling, land in product(table.own.feelings, table.own.lands):
        if land.region != feeling.region:
            yield "move-feeling", feeling.card, land.region


def row(command: Any) -> Row:
    """Returns a command as a row of plain values."""
    tag = type(command).__struct_config__.tag
    fields = {key: getattr(value, "value", value) for key, value in asdict(command).items() if key != "pay"}
    if tag == "play-caravan":
        fields = {key: value if key == "card" else kinds_of(value) for key, value in fields.items()}
    return (tag, *fields.values())


def kinds_of(regions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(kind, regions)))
