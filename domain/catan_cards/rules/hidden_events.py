"""Events about face-down cards: Conflict (B44, R94) and Master Builder (B45, R82, R95)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, Decline, RemoveCards, SearchStack, SwapCard
from chronik.domain.catan_cards.events import CardsRemoved, CardSwapped, HandShown, StackSearched
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import EventCard
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.totals import knight_token
from chronik.domain.catan_cards.prompts import RemovePrompt, SearchPrompt, SwapPrompt, Why
from chronik.domain.catan_cards.rules.in_turn import act_in_turn, follow_in_turn, roller_first
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks, stack_numbers
from chronik.domain.catan_cards.rules.stacks import cards_in, stacks_with_cards
from chronik.domain.catan_cards.state import Continuation, State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected

# Conflict


def resolve_conflict(batch: Batch, card: EventCard) -> None:
    """Shows the opponent's hand to the holder of the knight token, who puts cards from it under a stack (B44)."""
    holder = knight_token(batch.facts, batch.state)
    if holder is None or not batch.seat(1 - holder).hand:
        return
    victim = 1 - holder
    batch.add(HandShown(victim, holder, Why.CONFLICT))
    batch.ask((RemovePrompt(holder, victim, min(card.most, len(batch.seat(victim).hand))),))


def remove_cards(batch: Batch, prompt: RemovePrompt, command: RemoveCards) -> None:
    """Puts the chosen cards under one stack, the victim's in the tournament game, one below the other (R62, R94)."""
    cards = command.cards
    if len(cards) != prompt.count or len(set(cards)) != len(cards):
        raise Rejected("shed-count", needed=prompt.count)
    if not set(cards) <= set(batch.seat(prompt.victim).hand):
        raise Rejected("card")
    if command.stack not in stack_numbers(batch.facts, batch.state):
        raise Rejected("stack")
    of = owner_of_stacks(batch.state, prompt.victim)
    batch.add(CardsRemoved(prompt.victim, prompt.seat, cards, command.stack, of))


def ways_to_remove(facts: Facts, state: State, prompt: RemovePrompt) -> Sequence[RemoveCards]:
    """Returns a command for each ordered choice of cards and each stack.

    Cards are sorted by id, because the order in which they came to the hand is not shown.
    """
    rows = permutations(sorted(state.seats[prompt.victim].hand), prompt.count)
    return [RemoveCards(cards, number) for cards, number in product(rows, stack_numbers(facts, state))]


def default_removal(facts: Facts, state: State, prompt: RemovePrompt) -> RemoveCards:
    """Returns the default: the cards that came last, under the first stack (R90)."""
    return RemoveCards(state.seats[prompt.victim].hand[-prompt.count :], stack_numbers(facts, state)[0])


# Master Builder


def resolve_master_builder(batch: Batch, card: EventCard) -> None:
    """Lets the roller, and then the other seat, search a stack and swap a card (B45)."""
    act_in_turn(batch, roller_first(batch.state), Continuation.MASTER_BUILDER, offer_search)


def offer_search(batch: Batch, seat: int) -> None:
    """Offers a seat a search if a stack is left for it (R82); in the tournament game no stack is barred (R62)."""
    barred = 0 if batch.state.options.mode is Mode.TOURNAMENT else batch.state.barred
    if searchable_stacks(batch.facts, batch.state, seat, barred):
        batch.ask((SearchPrompt(seat, barred),))


def searchable_stacks(facts: Facts, state: State, seat: int, barred: int) -> list[int]:
    """Returns the stacks with cards that a seat may look through."""
    return [number for number in stacks_with_cards(facts, state, seat) if number != barred]


def search_stack(batch: Batch, prompt: SearchPrompt, command: SearchStack) -> None:
    """Shows a stack to the seat; the look is public, the cards are not (E12). The seat then swaps or declines."""
    seat = prompt.seat
    if command.stack not in searchable_stacks(batch.facts, batch.state, seat, prompt.barred):
        raise Rejected("stack")
    of = owner_of_stacks(batch.state, seat)
    batch.add(StackSearched(seat, command.stack, Why.MASTER_BUILDER, of))
    batch.ask((SwapPrompt(seat, command.stack),))


def swap_card(batch: Batch, prompt: SwapPrompt, command: SwapCard) -> None:
    """Takes a card from the stack, then puts that card or one from the hand under any stack (R82)."""
    facts, state, seat = batch.facts, batch.state, prompt.seat
    if command.take not in cards_in(facts, state, seat, prompt.stack):
        raise Rejected("card")
    if command.put not in (*state.seats[seat].hand, command.take):
        raise Rejected("card")
    if command.under not in stack_numbers(facts, state):
        raise Rejected("stack")
    of = owner_of_stacks(state, seat)
    batch.add(CardSwapped(seat, prompt.stack, command.take, command.put, command.under, of))


def ways_to_search(facts: Facts, state: State, prompt: SearchPrompt) -> Sequence[Command]:
    """Returns a command for each stack that may be searched, and `Decline`."""
    numbers = searchable_stacks(facts, state, prompt.seat, prompt.barred)
    return [*[SearchStack(number) for number in numbers], Decline()]


def ways_to_swap(facts: Facts, state: State, prompt: SwapPrompt) -> Sequence[Command]:
    """Returns a swap for each card taken, each hand card or the same card put back, and each stack; and `Decline`."""
    hand = state.seats[prompt.seat].hand
    ways: list[Command] = [
        SwapCard(take, put, under)
        for take in cards_in(facts, state, prompt.seat, prompt.stack)
        for put in (*hand, take)
        for under in stack_numbers(facts, state)
    ]
    return [*ways, Decline()]


def default_search(facts: Facts, state: State, prompt: SearchPrompt) -> Decline:
    """Returns the default: no search (R90)."""
    return Decline()


def default_swap(facts: Facts, state: State, prompt: SwapPrompt) -> Decline:
    """Returns the default: no swap (R90)."""
    return Decline()


AREA = Area(
    answers=(
        answer(RemoveCards, RemovePrompt, remove_cards),
        answer(SearchStack, SearchPrompt, search_stack),
        answer(SwapCard, SwapPrompt, swap_card),
    ),
    follows=(follow_in_turn(Continuation.MASTER_BUILDER, offer_search),),
    options=(
        option(RemovePrompt, ways_to_remove),
        option(SearchPrompt, ways_to_search),
        option(SwapPrompt, ways_to_swap),
    ),
    defaults=(
        default(RemovePrompt, default_removal),
        default(SearchPrompt, default_search),
        default(SwapPrompt, default_swap),
    ),
)
