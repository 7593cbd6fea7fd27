"""The hand step: shed, draw, search, fetch an Artwork, exchange, end the turn (B36 to B40, K24, R56, R69 to R72)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.cards.kinds import Counts, Kind, single
from domain.catan_cards.commands import (
    Command,
    DrawCard,
    EndActions,
    EndTurn,
    Exchange,
    FetchArtwork,
    PickCard,
    SearchForCard,
)
from domain.catan_cards.events import ActionsEnded, CardDrawn, CardPicked, CardsShed, Fetched, StackSearched, TurnBegan
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, with_effect
from domain.catan_cards.principality.stores import can_give, heaviest, payment, total
from domain.catan_cards.prompts import ActionPrompt, HandPrompt, PickPrompt, Why
from domain.catan_cards.rules.paying import paid
from domain.catan_cards.rules.shedding import owner_of_stacks, shed_down
from domain.catan_cards.rules.stacks import cards_in, filled_stacks
from domain.catan_cards.state import SeatState, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected


def end_actions(batch: Batch, prompt: ActionPrompt, command: EndActions) -> None:
    """The hand step begins, even if nothing is to be done in it (R99); what is above the limit is shed first (B37)."""
    batch.happen(ActionsEnded(prompt.seat))
    shed_down(batch, prompt.seat)


def end_turn(batch: Batch, prompt: HandPrompt, command: EndTurn) -> None:
    """The dice are passed on when nothing is compulsory any more (R84)."""
    if must_draw(batch.facts, batch.state, prompt):
        raise Rejected("must-draw", left=prompt.left)
    batch.happen(TurnBegan(1 - prompt.seat))


def must_draw(facts: Facts, state: State, prompt: HandPrompt) -> bool:
    """Whether drawing is compulsory: below the limit, while an allowed stack holds a card (R84, R66)."""
    return prompt.left > 0 and bool(filled_stacks(facts, state, prompt.seat))


# Drawing and searching


def draw_card(batch: Batch, prompt: HandPrompt, command: DrawCard) -> None:
    """The top card of a stack, for nothing (B38)."""
    _check_room(prompt)
    _check_filled(batch, prompt, command.stack)
    _draw(batch, prompt.seat, command.stack)


def _draw(batch: Batch, seat: int, stack: int) -> None:
    top = cards_in(batch.facts, batch.state, seat, stack)[0]
    batch.happen(CardDrawn(seat, stack, top, owner_of_stacks(batch.state, seat)))


def search_for_card(batch: Batch, prompt: HandPrompt, command: SearchForCard) -> None:
    """Any card of a stack, for resources of any kinds; the look comes first (B38, E12)."""
    _check_room(prompt)
    _check_filled(batch, prompt, command.stack)
    _search(batch, prompt.seat, command.stack, _search_payment(batch, prompt.seat, command.pay), Why.SEARCH)


def _search_payment(batch: Batch, seat: int, pay: tuple[str, ...] | None) -> tuple[str, ...]:
    """What a search is paid with: exactly as many resources as it costs (R5)."""
    own = batch.seat(seat)
    price = search_price(batch.facts, own)
    if total(own) < price:
        raise Rejected("cost")
    if pay is None:
        return heaviest(batch.facts, own, price)
    if len(pay) != price or not can_give(own, pay):
        raise Rejected("payment")
    return pay


def search_price(facts: Facts, seat: SeatState) -> int:
    """How many resources of any kinds a search costs: two, or one with a Town Hall (B38, B59)."""
    cheaper = with_effect(facts, seat, Effect.SEARCH_DISCOUNT)
    prices = [card_of(facts, one.card).numbers.search_cost for one in cheaper]
    return min([facts.constants.search_price, *prices])


def _search(batch: Batch, seat: int, stack: int, paid: tuple[str, ...], why: Why) -> None:
    batch.happen(StackSearched(seat, stack, why, owner_of_stacks(batch.state, seat), paid))
    batch.ask((PickPrompt(seat, stack),))


def pick_card(batch: Batch, prompt: PickPrompt, command: PickCard) -> None:
    """A card of the stack that was searched; it must give one (B38, R84)."""
    if command.card not in cards_in(batch.facts, batch.state, prompt.seat, prompt.stack):
        raise Rejected("card")
    batch.happen(CardPicked(prompt.seat, prompt.stack, command.card, owner_of_stacks(batch.state, prompt.seat)))


def _check_room(prompt: HandPrompt) -> None:
    if not prompt.left:
        raise Rejected("hand-full")


def _check_filled(batch: Batch, prompt: HandPrompt, stack: int) -> None:
    if stack not in filled_stacks(batch.facts, batch.state, prompt.seat):
        raise Rejected("stack")


# An Artwork of the discard pile (K24, R56)


def fetch_artwork(batch: Batch, prompt: HandPrompt, command: FetchArtwork) -> None:
    """Once a turn the Patron's House fetches an Artwork for gold, as one of the cards drawn."""
    _check_room(prompt)
    facts, own = batch.facts, batch.seat(prompt.seat)
    price = artwork_price(facts, own)
    if price is None:
        raise Rejected("card")
    if own.fetched:
        raise Rejected("used")
    if command.card not in artworks(facts, batch.state, prompt.seat):
        raise Rejected("card")
    gold = paid(batch, prompt.seat, price, command.pay)
    of = owner_of_stacks(batch.state, prompt.seat)
    batch.happen(Fetched(prompt.seat, command.card, Why.ARTWORK, of, paid=gold))


def artwork_price(facts: Facts, seat: SeatState) -> Counts | None:
    """What the Patron's House takes for an Artwork; None where there is no such house."""
    for one in with_effect(facts, seat, Effect.PATRONS_HOUSE):
        return single(Kind.GOLD, card_of(facts, one.card).numbers.artwork_retrieval_gold)
    return None


def artworks(facts: Facts, state: State, seat: int) -> list[str]:
    """The Artworks of the discard pile, the common one or one's own (K24)."""
    pile = state.discards[owner_of_stacks(state, seat) or 0]
    return [card for card in pile if card_of(facts, card).effect is Effect.ARTWORK]


# Exchanging (B39)


def exchange(batch: Batch, prompt: HandPrompt, command: Exchange) -> None:
    """A hand card goes under a stack, and the top card of it comes, or by a paid search any one (B39, R72, R84)."""
    if not prompt.exchange:
        raise Rejected("no-exchange")
    seat, stack = prompt.seat, command.stack
    if command.card not in batch.seat(seat).hand:
        raise Rejected("card")
    _check_filled(batch, prompt, stack)
    if not command.search and command.pay is not None:
        raise Rejected("payment")
    price = _search_payment(batch, seat, command.pay) if command.search else ()
    batch.happen(CardsShed(seat, (command.card,), (stack,), Why.EXCHANGE, owner_of_stacks(batch.state, seat)))
    if command.search:
        _search(batch, seat, stack, price, Why.EXCHANGE)
    else:
        _draw(batch, seat, stack)


# What is offered


def end_of_actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Ending the action phase is always possible."""
    return [EndActions()]


def ways_to_fill(facts: Facts, state: State, prompt: HandPrompt) -> Sequence[Command]:
    """Draws, searches and Artworks below the limit; else an exchange; and the end of the turn."""
    seat, own = prompt.seat, state.seats[prompt.seat]
    filled = filled_stacks(facts, state, seat)
    searches = total(own) >= search_price(facts, own)
    ways: list[Command] = []
    if prompt.left:
        ways += [DrawCard(stack) for stack in filled]
        ways += [SearchForCard(stack) for stack in filled if searches]
        price = artwork_price(facts, own)
        if price is not None and not own.fetched and payment(facts, own, price) is not None:
            ways += [FetchArtwork(card) for card in artworks(facts, state, seat)]
    elif prompt.exchange:
        ways += [
            Exchange(card, stack, search)
            for card in own.hand
            for stack in filled
            for search in (False, True)[: 1 + searches]
        ]
    return ways if must_draw(facts, state, prompt) else [*ways, EndTurn()]


def filled_by_default(facts: Facts, state: State, prompt: HandPrompt) -> Command:
    """The top card of the first stack; the end of the turn when nothing is compulsory (R90)."""
    if must_draw(facts, state, prompt):
        return DrawCard(filled_stacks(facts, state, prompt.seat)[0])
    return EndTurn()


def ways_to_pick(facts: Facts, state: State, prompt: PickPrompt) -> Sequence[PickCard]:
    """Every card of the stack."""
    return [PickCard(card) for card in cards_in(facts, state, prompt.seat, prompt.stack)]


def picked_by_default(facts: Facts, state: State, prompt: PickPrompt) -> PickCard:
    """The top one (R90)."""
    return PickCard(cards_in(facts, state, prompt.seat, prompt.stack)[0])


def ended_by_default(facts: Facts, state: State, prompt: ActionPrompt) -> EndActions:
    """The action phase ends (R90)."""
    return EndActions()


AREA = Area(
    answers=(
        answer(EndActions, ActionPrompt, end_actions),
        answer(EndTurn, HandPrompt, end_turn),
        answer(DrawCard, HandPrompt, draw_card),
        answer(SearchForCard, HandPrompt, search_for_card),
        answer(PickCard, PickPrompt, pick_card),
        answer(FetchArtwork, HandPrompt, fetch_artwork),
        answer(Exchange, HandPrompt, exchange),
    ),
    options=(option(HandPrompt, ways_to_fill), option(PickPrompt, ways_to_pick)),
    actions=(end_of_actions,),
    defaults=(
        default(HandPrompt, filled_by_default),
        default(PickPrompt, picked_by_default),
        default(ActionPrompt, ended_by_default),
    ),
)
