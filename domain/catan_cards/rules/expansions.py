"""Expansions and road complements: built out of the hand or the display, and demolished (B27 to B29, X8, K1, T10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.catan_cards.cards.kinds import Counts, Kind, covers
from domain.catan_cards.commands import BuildCard, Command, Demolish, Side
from domain.catan_cards.events import CardBuilt, Demolished
from domain.catan_cards.facts.load import Card, CardKind, Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import built, card_of, free_roads, free_sites, has
from domain.catan_cards.principality.stores import holding
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.rules import statue, theater
from domain.catan_cards.rules.gaining import gain_stars
from domain.catan_cards.rules.paying import droppable, dropped, least_of, need_stars, paid
from domain.catan_cards.state import SeatState, State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

BUILDABLE = (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION, CardKind.ROAD_COMPLEMENT)
AQUEDUCT = "aqueduct"
"""The building for which a Patron's House saves a resource (K24)."""


def build(batch: Batch, prompt: ActionPrompt, command: BuildCard) -> None:
    """A card is paid and put on a free legal site, and does what it does when built (B27, R93)."""
    facts, seat, own = batch.facts, prompt.seat, batch.seat(prompt.seat)
    card = card_of(facts, command.card) if command.card in (*own.hand, *batch.state.display) else None
    if card is None or card.kind not in BUILDABLE:
        raise Rejected("card")
    if why := _hindrance(batch.state, seat, command.card, card):
        raise Rejected(why)
    if (command.slot, command.side) not in _places(facts, own, card):
        raise Rejected("free-road" if card.kind is CardKind.ROAD_COMPLEMENT else "site")
    if command.source is not None and card.effect is not Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR:
        raise Rejected("source")
    need_stars(batch, seat, card.stars)
    regions = paid(batch, seat, price(facts, own, card, command.drop), command.pay)
    batch.happen(CardBuilt(seat, command.card, command.slot, command.side, regions, card.stars))
    _when_built(batch, seat, card, command)


def _hindrance(state: State, seat: int, name: str, card: Card) -> str | None:
    """Why a seat may not build a card now, if it may not, wherever it would lie."""
    own = state.seats[seat]
    if not all(has(own, building) for building in card.requires):  # B28
        return "requires"
    if name in state.display and has(own, card.id):  # X8, R57
        return "one-each"
    if card.unique_name and any(has(one, card.id) for one in state.seats):  # T10, R61
        return "unique"
    return None


def _places(facts: Facts, own: SeatState, card: Card) -> Sequence[tuple[int, Side | None]]:
    """The free sites for a card; a road complement lies on a free road of one's own (B11, K1)."""
    if card.kind is CardKind.ROAD_COMPLEMENT:
        return [(slot, None) for slot in free_roads(own)]
    return free_sites(facts, own, card.kind)


def _cheaper(facts: Facts, own: SeatState, card: Card) -> bool:
    """Whether a Patron's House saves a resource of a card, one however many there are (K24, R55)."""
    return card.id == AQUEDUCT and any(card_of(facts, one.card).numbers.aqueduct_discount for one in own.built)


def price(facts: Facts, own: SeatState, card: Card, drop: Kind | None) -> Counts:
    """What a card costs beside stars, a resource less where a Patron's House saves one (R92)."""
    if _cheaper(facts, own, card):
        return dropped(card.price, drop or least_of(facts, own, card.price))
    if drop is not None:
        raise Rejected("drop")
    return card.price


def _when_built(batch: Batch, seat: int, card: Card, command: BuildCard) -> None:
    """What happens once, directly after a card was built (R93)."""
    match card.effect:
        case Effect.VILLAGE_SCHOOL:
            gain_stars(batch, seat, card.numbers.stars_on_build_up_to, Why.SCHOOL)
        case Effect.STATUE_STEAL_UNIT:
            statue.unveil(batch, seat, card.numbers)
        case Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR:
            theater.perform(batch, seat, command.slot, command.source, card.numbers)
        case _:
            pass


def ways_to_build(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Every card that can be built and paid, on every site, with every resource that could be saved."""
    own = state.seats[seat]
    held = holding(facts, own)
    for name in (*own.hand, *state.display):
        card = card_of(facts, name)
        if card.kind not in BUILDABLE or own.stars < card.stars:
            continue
        drops: Sequence[Kind | None] = (None,) if covers(held, card.price) else ()
        if _cheaper(facts, own, card):
            drops = droppable(facts, own, card.price)
        if not drops or _hindrance(state, seat, name, card):
            continue
        if card.effect is Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR:
            yield from theater.ways_to_build(facts, own, name, card)
            continue
        for slot, side in _places(facts, own, card):
            yield from [BuildCard(name, slot, side, drop) for drop in drops]


def demolish(batch: Batch, prompt: ActionPrompt, command: Demolish) -> None:
    """An own card goes to the discard pile, or back to the display (B29, X9, R14)."""
    if built(batch.seat(prompt.seat), command.card) is None:
        raise Rejected("not-built")
    batch.happen(Demolished(prompt.seat, command.card))


def ways_to_demolish(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every own expansion and road complement."""
    return [Demolish(one.card) for one in state.seats[seat].built]


AREA = Area(
    answers=(answer(BuildCard, ActionPrompt, build), answer(Demolish, ActionPrompt, demolish)),
    actions=(ways_to_build, ways_to_demolish),
)
