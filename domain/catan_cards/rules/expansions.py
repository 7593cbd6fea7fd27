"""Expansions and road complements: building and demolishing them (B27 to B29, X8, K1, T10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import Counts, Kind, covers
from chronik.domain.catan_cards.commands import BuildCard, Command, Demolish, Side
from chronik.domain.catan_cards.events import CardBuilt, Demolished
from chronik.domain.catan_cards.facts.load import Card, CardKind, Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of, find_built, free_roads, free_sites, has_card
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.rules import statue, theater
from chronik.domain.catan_cards.rules.gaining import gain_stars
from chronik.domain.catan_cards.rules.paying import (
    drop_one,
    droppable_kinds,
    least_held_kind,
    require_stars,
    resolve_payment,
)
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

ROAD_COMPLEMENT = CardKind.ROAD_COMPLEMENT
THEATER = Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR

BUILDABLE = (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION, ROAD_COMPLEMENT)
AQUEDUCT = "aqueduct"
"""The building for which a Patron's House saves a resource (K24)."""


def build(batch: Batch, prompt: ActionPrompt, command: BuildCard) -> None:
    """Pays for a card, places it on a free legal site, and applies its effect when built (B27, R93)."""
    facts, seat, own = batch.facts, prompt.seat, batch.seat(prompt.seat)
    card = card_of(facts, command.card) if command.card in (*own.hand, *batch.state.display) else None
    if card is None or card.kind not in BUILDABLE:
        raise Rejected("card")
    if why := _find_refusal(batch.state, seat, command.card, card):
        raise why
    if (command.slot, command.side) not in _legal_places(facts, own, card):
        raise Rejected("free-road" if card.kind is ROAD_COMPLEMENT else "site")
    if command.source is not None and card.effect is not THEATER:
        raise Rejected("source")
    require_stars(batch, seat, card.stars)
    regions = resolve_payment(batch, seat, price_of_card(facts, own, card, command.drop), command.pay)
    batch.add(CardBuilt(seat, command.card, command.slot, command.side, regions, card.stars))
    _when_built(batch, seat, card, command)


def _find_refusal(state: State, seat: int, name: str, card: Card) -> Rejected | None:
    """Returns the refusal if a seat may not build a card on any site now, else None."""
    own = state.seats[seat]
    if not all(has_card(own, building) for building in card.requires):  # B28
        return Rejected("requires")
    if name in state.display and has_card(own, card.id):  # X8, R57
        return Rejected("one-each")
    for number, one in enumerate(state.seats):
        if card.unique_name and has_card(one, card.id):  # T10, R61
            return Rejected("unique", seat=number)
    return None


def _legal_places(facts: Facts, own: SeatState, card: Card) -> Sequence[tuple[int, Side | None]]:
    """Returns the free sites for a card; for a road complement the seat's free roads (B11, K1)."""
    if card.kind is ROAD_COMPLEMENT:
        return [(slot, None) for slot in free_roads(own)]
    return free_sites(facts, own, card.kind)


def _has_discount(facts: Facts, own: SeatState) -> bool:
    """Returns whether a Patron's House saves a resource on an Aqueduct; a second one saves nothing more (K24, R55)."""
    return any(card_of(facts, one.card).numbers.aqueduct_discount for one in own.built)


def price_of_card(facts: Facts, own: SeatState, card: Card, drop: Kind | None) -> Counts:
    """Returns the price of a card in resources, minus what a Patron's House saves (R92)."""
    if card.id == AQUEDUCT and _has_discount(facts, own):
        return drop_one(card.price, drop or least_held_kind(facts, own, card.price))
    if drop is not None:
        raise Rejected("drop")
    return card.price


def _when_built(batch: Batch, seat: int, card: Card, command: BuildCard) -> None:
    """Applies the one-time effect that a card has when it is built (R93)."""
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
    """Yields a command for each card that can be built and paid for, on each site, with each possible saving."""
    own = state.seats[seat]
    held, discount = holding(facts, own), own.built and _has_discount(facts, own)
    for name, card in _buildable_cards(facts, own.hand + state.display):
        if own.stars < card.stars:
            continue
        drops: Sequence[Kind | None] = (None,) if covers(held, card.price) else ()
        if discount and card.id == AQUEDUCT:
            drops = droppable_kinds(held, card.price)
        if not drops or _find_refusal(state, seat, name, card):
            continue
        if card.effect is THEATER:
            yield from theater.ways_to_build(facts, own, name, card)
            continue
        for slot, side in _legal_places(facts, own, card):
            yield from [BuildCard(name, slot, side, drop) for drop in drops]


@lru_cache(maxsize=1 << 12)
def _buildable_cards(facts: Facts, names: tuple[str, ...]) -> tuple[tuple[str, Card], ...]:
    """Returns the cards of a hand and of the display that can be built, with their printed facts."""
    cards = [(name, card_of(facts, name)) for name in names]
    return tuple([(name, card) for name, card in cards if card.kind in BUILDABLE])


def demolish(batch: Batch, prompt: ActionPrompt, command: Demolish) -> None:
    """Demolishes one of the seat's cards, which goes to the discard pile or back to the display (B29, X9, R14)."""
    if find_built(batch.seat(prompt.seat), command.card) is None:
        raise Rejected("not-built")
    batch.add(Demolished(prompt.seat, command.card))


def ways_to_demolish(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each expansion and road complement of the seat."""
    return [Demolish(one.card) for one in state.seats[seat].built]


AREA = Area(
    answers=(answer(BuildCard, ActionPrompt, build), answer(Demolish, ActionPrompt, demolish)),
    actions=(action(ways_to_build), action(ways_to_demolish)),
)
