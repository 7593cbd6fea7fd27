"""Loads the printed facts of Katharina from TOML: board, project cards, orders, favour track (rule book, section 8).

A data set is a directory with these four files. The conditions of section 8.3 are checked when it is loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from chronik.domain.engine.facts import BadFacts, Tables, load_facts, require, unique

FILES = ("board", "favour_track", "orders", "project_cards")
PRINTED = Path(__file__).parent

FAVOUR, POINT = "favour", "point"
RULES = tuple(f"A{number}" for number in range(1, 15))

Count = Annotated[int, Meta(ge=0)]


class City(Struct, frozen=True):
    """A city on the board.

    Its feature is a good, a crown (`favour`) or a "1" (`point`). Its colour is that of its region.
    """

    id: str
    name: str
    colour: str
    feature: str
    x: int
    y: int


class Step(Struct, frozen=True):
    """A step of the favour track: its hand limit, VP at each interim scoring, and multiplier at the end (V2)."""

    index: Count
    hand_limit: Count
    income: Count
    multiplier: Count


class Order(Struct, frozen=True):
    """An order card: the number of tiles of each good that it shows, in the order of `Facts.goods`."""

    id: str
    goods: tuple[int, ...]


class Needs(Struct, frozen=True):
    """The condition of a bonus: symbols to own, cards to discard, or paid cards of the same colour."""

    goods: tuple[int, ...]
    cannons: int
    books: int
    discard: int
    same_colour: bool


class Gain(Struct, frozen=True):
    """What a seat gains by performing an action or a bonus once."""

    draw: int
    points: int
    favour: int
    residence: bool
    points_per_residence: int


class Action(Struct, frozen=True):
    """One of the fourteen kinds of action: its cost and gain. If `counted`, the gain is per owned unit (D6)."""

    id: str
    rule: str
    counted: bool
    cost: int
    gain: Gain
    has_bonus: bool
    bonus_gain: Gain


class Card(Struct, frozen=True):
    """A project card. `symbols` counts each good, then cannons, then books."""

    id: str
    colour: str
    action: Action
    symbols: tuple[int, ...]
    cities: tuple[str, ...]
    market: tuple[int, ...]
    needs: Needs


class Facts(Struct, frozen=True, eq=False, kw_only=True):
    """All printed facts, and tables derived from them. `digest` identifies the data set (64 hex digits).

    Facts are compared by identity, so that they can serve as cache keys.
    """

    digest: str
    goods: tuple[str, ...]
    colours: tuple[str, ...]
    cities: Mapping[str, City]
    regions: Mapping[str, tuple[str, ...]]
    roads: Mapping[str, tuple[str, ...]]
    track: tuple[Step, ...]
    points_per_lost_step: int
    cards: Mapping[str, Card]
    orders: Mapping[str, Order]
    payouts: Mapping[int, int]
    good_of: Mapping[str, int]
    """The good that a city shows, as an index into `goods`. Cities without a good are absent."""
    packed: Mapping[str, int]
    """The symbols of each card in one number, with one byte per count. Adding two numbers adds all counts at once."""
    deck: tuple[str, ...]
    """All project cards, ascending."""

    @property
    def cannon(self) -> int:
        """The index of cannons in a card's symbols."""
        return len(self.goods)

    @property
    def book(self) -> int:
        """The index of books in a card's symbols."""
        return len(self.goods) + 1


def load(directory: Path = PRINTED) -> Facts:
    """Loads a data set. Raises `BadFacts` if it is invalid."""
    facts = load_facts(directory, FILES, _facts)
    _check(facts)
    return facts


def _facts(tables: Tables, digest: str) -> Facts:
    board, track, orders, cards = (tables[name] for name in FILES)
    goods = tuple(board["goods"])
    cities = unique("city", (convert(row, City) for row in board["city"]))
    colours = tuple(row["colour"] for row in board["region"])
    actions = {row["id"]: _action(row) for row in cards["action_type"]}
    bonuses = {row["id"]: row for row in cards["action_type"]}
    rules = sorted(row["rule"] for row in cards["action_type"])
    require(rules == sorted(RULES), "There must be 14 kinds of action, one for each of the rules A1 to A14.")
    project_cards = unique("card", (_card(row, actions, bonuses, goods) for row in cards["card"]))
    return Facts(
        digest=digest,
        goods=goods,
        colours=colours,
        cities=cities,
        regions={colour: tuple(c.id for c in cities.values() if c.colour == colour) for colour in colours},
        roads=_roads(cities, board["road"]),
        track=tuple(convert(row, Step) for row in track["step"]),
        points_per_lost_step=convert(track["points_per_lost_step"], Count),
        cards=project_cards,
        orders=unique("order", (Order(row["id"], _counts(row["goods"], goods)) for row in orders["order"])),
        payouts={row["matched"]: row["points"] for row in orders["payout"]},
        good_of={city.id: goods.index(city.feature) for city in cities.values() if city.feature in goods},
        packed={card.id: int.from_bytes(bytes(card.symbols), "little") for card in project_cards.values()},
        deck=tuple(sorted(project_cards)),
    )


def _counts(table: Mapping[str, int], names: tuple[str, ...]) -> tuple[int, ...]:
    if unknown := set(table) - set(names):
        raise BadFacts(f"The symbol {min(unknown)} is unknown.")
    counts = convert(table, dict[str, Count])
    return tuple(counts.get(name, 0) for name in names)


def _action(row: Mapping[str, Any]) -> Action:
    return Action(
        id=row["id"],
        rule=row["rule"],
        counted=row["arrow"] == "unlimited",
        cost=row.get("cost", {}).get("discard", 0),
        gain=_gain(row["gain"]),
        has_bonus=row["has_bonus"],
        bonus_gain=_gain(row.get("bonus_gain", {})),
    )


def _gain(row: Mapping[str, Any]) -> Gain:
    return Gain(
        draw=row.get("draw", 0),
        points=row.get("points", 0),
        favour=row.get("favour", 0),
        residence="residence" in row,
        points_per_residence=row.get("points_per_own_residence_in_card_colour", 0),
    )


def _card(
    row: Mapping[str, Any], actions: Mapping[str, Action], bonuses: Mapping[str, Any], goods: tuple[str, ...]
) -> Card:
    bonus = bonuses[row["action"]]
    needs = row["bonus_needs"] if bonus.get("bonus_needs_from_card") else bonus.get("bonus_needs_fixed", {})
    return Card(
        id=row["id"],
        colour=row["colour"],
        action=actions[row["action"]],
        symbols=_counts(row.get("symbols", {}), (*goods, "cannon", "book")),
        cities=tuple(row.get("cities", ())),
        market=tuple(goods.index(good) for good in row.get("market_goods", ())),
        needs=Needs(
            goods=_counts(needs["goods"], goods) if "goods" in needs else (),
            cannons=needs.get("cannons", 0),
            books=needs.get("books", 0),
            discard=needs.get("discard", 0),
            same_colour=needs.get("discarded_same_colour", False),
        ),
    )


def _roads(cities: Mapping[str, City], rows: list[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    joined: dict[str, list[str]] = {city: [] for city in cities}
    for row in rows:
        a, b = row["between"]
        if a == b or a not in cities or b not in cities or b in joined[a]:
            raise BadFacts(f"The road between {a} and {b} must join two different, known cities, once.")
        joined[a].append(b)
        joined[b].append(a)
    return {city: tuple(others) for city, others in joined.items()}


def _check(facts: Facts) -> None:
    """Raises `BadFacts` unless the facts meet the conditions of the rule book, section 8.3."""
    _check_board(facts)
    _check_track(facts)
    _check_cards(facts)
    _check_orders(facts)


def _check_board(facts: Facts) -> None:
    require(len(facts.colours) == 3 == len(set(facts.colours)), "The board needs 3 regions of different colours.")
    require(len(facts.cities) == 18, "The board needs 18 cities.")
    for colour, cities in facts.regions.items():
        require(len(cities) == 6, f"The region {colour} needs 6 cities.")
    features = Counter(city.feature for city in facts.cities.values())
    known = {*facts.goods, FAVOUR, POINT}
    require(set(features) <= known, f"A city shows an unknown feature: {sorted(set(features) - known)}.")
    for good in facts.goods:
        require(features[good] == 3, f"The good {good} needs 3 cities.")
    for feature in (FAVOUR, POINT):
        require(features[feature] >= 1, f"At least one city must show {feature}.")


def _check_track(facts: Facts) -> None:
    track = facts.track
    require([step.index for step in track] == list(range(len(track))), "The favour steps must count up from 0.")
    require(bool(track) and track[0].hand_limit == 3, "The hand limit on the bottom step must be 3.")
    for lower, upper in pairwise(track):
        rises = (
            lower.hand_limit <= upper.hand_limit
            and lower.income <= upper.income
            and lower.multiplier <= upper.multiplier
        )
        require(rises, f"No column of the favour track may decrease, but one does at step {upper.index}.")
    # P4: this ensures that the stock and the discard pile are never both empty.
    require(4 * (11 + track[-1].hand_limit) <= 102, "The highest hand limit must leave cards in the stock (P4).")


def _check_cards(facts: Facts) -> None:
    cards = facts.cards.values()
    require(len(cards) == 102, "There must be 102 project cards.")
    require({card.action.rule for card in cards} == set(RULES), "Each of the 14 kinds of action needs a card.")
    for colour, count in Counter(card.colour for card in cards).items():
        require(colour in facts.colours and count == 34, f"There must be 34 cards of the colour {colour}.")
    require(max(max(card.symbols) for card in cards) <= 30, "No card may show more than 30 symbols of a kind.")
    for card in cards:
        require(
            card.action.has_bonus != (card.action.rule == "A1"),
            "Every card except the markets must have a bonus, and no market may have one.",
        )
        _check_card(facts, card)


def _check_card(facts: Facts, card: Card) -> None:
    if card.action.rule in {"A11", "A12", "A13", "A14"}:
        named = len(set(card.cities)) == 3 and set(card.cities) <= set(facts.cities)
        require(named and not any(card.symbols), f"The card {card.id} must name three cities and show no symbols.")
    else:
        require(any(card.symbols) and not card.cities, f"The card {card.id} must show symbols and name no city.")
    require(
        len(card.market) == (2 if card.action.rule == "A1" else 0),
        f"The card {card.id} needs two goods if it is a market.",
    )


def _check_orders(facts: Facts) -> None:
    require(len(facts.orders) == 8, "There must be 8 orders.")
    for order in facts.orders.values():
        require(
            sum(order.goods) == 7 and max(order.goods) <= 3,
            f"The order {order.id} must show 7 goods, at most 3 of a kind.",
        )
    require(dict(facts.payouts) == {5: 5, 6: 8, 7: 12}, "Orders must pay 5, 8 and 12 for 5, 6 and 7 goods.")
