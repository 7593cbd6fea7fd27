"""The components of Katharina, for clients that draw it: board, cards, orders, favour track and names."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.engine.names import Names
from chronik.domain.katharina.facts.load import Card, City, Facts, Step
from chronik.domain.katharina.state import RESIDENCES


class KatharinaNeeds(Struct, frozen=True, omit_defaults=True):
    """The condition for a bonus: symbols to own, a number of cards to discard, or payment in cards of one colour."""

    goods: dict[str, int] | None = None
    cannons: int = 0
    books: int = 0
    discard: int = 0
    same_colour: bool = False


class KatharinaCard(Struct, frozen=True, omit_defaults=True):
    """A project card: colour, action, symbols or cities, the two goods of a market, and the condition for its bonus."""

    id: str
    colour: str
    action: str
    symbols: dict[str, int]
    cities: tuple[str, ...] = ()
    market: tuple[str, ...] = ()
    needs: KatharinaNeeds | None = None


class KatharinaAction(Struct, frozen=True):
    """A kind of action: its rule, and its cost in cards."""

    id: str
    rule: str
    cost: int


class KatharinaOrder(Struct, frozen=True):
    """An order card: the number of tiles of each good that it shows."""

    id: str
    goods: dict[str, int]


class KatharinaComponents(Struct, frozen=True):
    """All printed facts, and the number of residences that a seat has. Names are by language, kind and id."""

    goods: tuple[str, ...]
    colours: tuple[str, ...]
    cities: tuple[City, ...]
    roads: tuple[tuple[str, str], ...]
    track: tuple[Step, ...]
    actions: tuple[KatharinaAction, ...]
    cards: tuple[KatharinaCard, ...]
    orders: tuple[KatharinaOrder, ...]
    payouts: dict[int, int]
    residences: int
    names: Names


def components(facts: Facts, names: Names) -> KatharinaComponents:
    """Returns the components of a data set."""
    actions = {card.action.id: card.action for card in facts.cards.values()}
    return KatharinaComponents(
        goods=facts.goods,
        colours=facts.colours,
        cities=tuple(facts.cities.values()),
        roads=tuple((a, b) for a, others in facts.roads.items() for b in others if a < b),
        track=facts.track,
        actions=tuple(KatharinaAction(action.id, action.rule, action.cost) for action in actions.values()),
        cards=tuple(_card(facts, card) for card in facts.cards.values()),
        orders=tuple(KatharinaOrder(order.id, _counts(facts.goods, order.goods)) for order in facts.orders.values()),
        payouts=dict(facts.payouts),
        residences=RESIDENCES,
        names=names,
    )


def _counts(names: tuple[str, ...], counts: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _card(facts: Facts, card: Card) -> KatharinaCard:
    needs = card.needs
    return KatharinaCard(
        id=card.id,
        colour=card.colour,
        action=card.action.id,
        symbols=_counts((*facts.goods, "cannon", "book"), card.symbols),
        cities=card.cities,
        market=tuple(facts.goods[good] for good in card.market),
        needs=KatharinaNeeds(
            goods=_counts(facts.goods, needs.goods) if needs.goods else None,
            cannons=needs.cannons,
            books=needs.books,
            discard=needs.discard,
            same_colour=needs.same_colour,
        )
        if card.action.has_bonus
        else None,
    )
