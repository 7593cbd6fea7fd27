"""Events about cards that lie face down: Conflict (B44, R94) and Master Builder (B45, R82, R95)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from domain.catan_cards.commands import Command, Decline, RemoveCards, SearchStack, SwapCard
from domain.catan_cards.events import CardsRemoved, CardSwapped, HandShown, StackSearched
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import EventCard
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.totals import knight_token
from domain.catan_cards.prompts import RemovePrompt, SearchPrompt, SwapPrompt, Why
from domain.catan_cards.rules.in_turn import follow_in_turn, in_turn, roller_first
from domain.catan_cards.rules.shedding import owner_of_stacks, stack_numbers
from domain.catan_cards.rules.stacks import cards_in, filled_stacks
from domain.catan_cards.state import Continuation, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

# Conflict


def conflict(batch: Batch, card: EventCard) -> None:
    """The knight token's holder sees the other's hand, and puts some of it under a stack; no holder, nothing (B44)."""
    holder = knight_token(batch.facts, batch.state)
    if holder is None or not batch.seat(1 - holder).hand:
        return
    victim = 1 - holder
    batch.happen(HandShown(victim, holder, Why.CONFLICT))
    batch.ask((RemovePrompt(holder, victim, min(card.most, len(batch.seat(victim).hand))),))


def remove(batch: Batch, prompt: RemovePrompt, command: RemoveCards) -> None:
    """So many cards, one below the other under one stack, the victim's in the tournament game (R62, R94)."""
    cards = command.cards
    if len(cards) != prompt.count or len(set(cards)) != len(cards):
        raise Rejected("shed-count", needed=prompt.count)
    if not set(cards) <= set(batch.seat(prompt.victim).hand):
        raise Rejected("card")
    if command.stack not in stack_numbers(batch.facts, batch.state):
        raise Rejected("stack")
    of = owner_of_stacks(batch.state, prompt.victim)
    batch.happen(CardsRemoved(prompt.victim, prompt.seat, cards, command.stack, of))


def ways_to_remove(facts: Facts, state: State, prompt: RemovePrompt) -> Sequence[RemoveCards]:
    """Every row of cards, under every stack; by id, as in which order they came is not shown."""
    rows = permutations(sorted(state.seats[prompt.victim].hand), prompt.count)
    return [RemoveCards(cards, number) for cards, number in product(rows, stack_numbers(facts, state))]


def last_removed(facts: Facts, state: State, prompt: RemovePrompt) -> RemoveCards:
    """By default the cards that came last, under the first stack (R90)."""
    return RemoveCards(state.seats[prompt.victim].hand[-prompt.count :], stack_numbers(facts, state)[0])


# Master Builder


def master_builder(batch: Batch, card: EventCard) -> None:
    """The roller, then the other with another stack, may look through one and swap a card (B45)."""
    in_turn(batch, roller_first(batch.state), Continuation.MASTER_BUILDER, offer_search)


def offer_search(batch: Batch, seat: int) -> None:
    """A seat is asked, unless no stack is left to it (R82); in the tournament game each has its own (R62)."""
    barred = 0 if batch.state.options.mode is Mode.TOURNAMENT else batch.state.barred
    if searchable(batch.facts, batch.state, seat, barred):
        batch.ask((SearchPrompt(seat, barred),))


def searchable(facts: Facts, state: State, seat: int, barred: int) -> list[int]:
    """The stacks with cards that a seat may look through."""
    return [number for number in filled_stacks(facts, state, seat) if number != barred]


def search(batch: Batch, prompt: SearchPrompt, command: SearchStack) -> None:
    """The look is open to all, what it shows to one (E12); only then one chooses, or declines."""
    seat = prompt.seat
    if command.stack not in searchable(batch.facts, batch.state, seat, prompt.barred):
        raise Rejected("stack")
    of = owner_of_stacks(batch.state, seat)
    batch.happen(StackSearched(seat, command.stack, Why.MASTER_BUILDER, of))
    batch.ask((SwapPrompt(seat, command.stack),))


def swap(batch: Batch, prompt: SwapPrompt, command: SwapCard) -> None:
    """A card of the stack comes, and a hand card, be it the same one, goes under any stack (R82)."""
    facts, state, seat = batch.facts, batch.state, prompt.seat
    if command.take not in cards_in(facts, state, seat, prompt.stack):
        raise Rejected("card")
    if command.put not in (*state.seats[seat].hand, command.take):
        raise Rejected("card")
    if command.under not in stack_numbers(facts, state):
        raise Rejected("stack")
    of = owner_of_stacks(state, seat)
    batch.happen(CardSwapped(seat, prompt.stack, command.take, command.put, command.under, of))


def ways_to_search(facts: Facts, state: State, prompt: SearchPrompt) -> Sequence[Command]:
    """Every stack that may be searched, or none."""
    numbers = searchable(facts, state, prompt.seat, prompt.barred)
    return [*[SearchStack(number) for number in numbers], Decline()]


def ways_to_swap(facts: Facts, state: State, prompt: SwapPrompt) -> Sequence[Command]:
    """Every card of the stack for every card of the hand or itself, under every stack; or none."""
    hand = state.seats[prompt.seat].hand
    ways: list[Command] = [
        SwapCard(take, put, under)
        for take in cards_in(facts, state, prompt.seat, prompt.stack)
        for put in (*hand, take)
        for under in stack_numbers(facts, state)
    ]
    return [*ways, Decline()]


def not_searched(facts: Facts, state: State, prompt: SearchPrompt) -> Decline:
    """By default nothing is searched (R90)."""
    return Decline()


def not_swapped(facts: Facts, state: State, prompt: SwapPrompt) -> Decline:
    """By default nothing is swapped (R90)."""
    return Decline()


AREA = Area(
    answers=(
        answer(RemoveCards, RemovePrompt, remove),
        answer(SearchStack, SearchPrompt, search),
        answer(SwapCard, SwapPrompt, swap),
    ),
    follows=(follow_in_turn(Continuation.MASTER_BUILDER, offer_search),),
    options=(
        option(RemovePrompt, ways_to_remove),
        option(SearchPrompt, ways_to_search),
        option(SwapPrompt, ways_to_swap),
    ),
    defaults=(
        default(RemovePrompt, last_removed),
        default(SearchPrompt, not_searched),
        default(SwapPrompt, not_swapped),
    ),
)
