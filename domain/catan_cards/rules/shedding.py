"""Hand cards put face down under expansion stacks (B37, B41)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from domain.catan_cards.commands import Shed
from domain.catan_cards.events import CardsShed
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.totals import hand_limit
from domain.catan_cards.prompts import ShedPrompt
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected


def owner_of_stacks(state: State, seat: int) -> int | None:
    """Whose stacks a seat uses: in the tournament game its own (T7), else the common ones."""
    return seat if state.options.mode is Mode.TOURNAMENT else None


def stack_numbers(facts: Facts, state: State) -> range:
    """The numbers of the stacks a seat may use (R77)."""
    if state.options.mode is Mode.TOURNAMENT:
        return range(1, len(facts.constants.stacks.tournament) + 1)
    return range(1, len(state.stacks) + 1)


def excess(facts: Facts, state: State, seat: int) -> int:
    """How many cards a seat holds above its limit (B36, B37)."""
    own = state.seats[seat]
    return max(0, len(own.hand) - hand_limit(facts, own))


def shed_passive(batch: Batch) -> None:
    """The passive player sheds at once whatever is above his limit (B41)."""
    shed_down(batch, 1 - batch.state.active)


def shed_down(batch: Batch, seat: int) -> None:
    """A seat is asked to shed down to its limit, if it must (B37)."""
    if count := excess(batch.facts, batch.state, seat):
        batch.ask((ShedPrompt(seat, count),), Continuation.SHEDDING)


def shed(batch: Batch, prompt: ShedPrompt, command: Shed) -> None:
    """So many cards of the hand, each under a stack of choice."""
    cards, stacks = command.cards, command.stacks
    if len(cards) != prompt.count or len(set(cards)) != len(cards) or len(stacks) != len(cards):
        raise Rejected("shed-count", needed=prompt.count)
    if not set(cards) <= set(batch.seat(prompt.seat).hand):
        raise Rejected("card")
    if not set(stacks) <= set(stack_numbers(batch.facts, batch.state)):
        raise Rejected("stack")
    batch.happen(CardsShed(prompt.seat, cards, stacks, prompt.why, owner_of_stacks(batch.state, prompt.seat)))


def done(batch: Batch, question: Question) -> None:
    """Nothing is left to shed."""


def ways_to_shed(facts: Facts, state: State, prompt: ShedPrompt) -> Sequence[Shed]:
    """Every choice of cards, under any stack where it is one card, else all under the same; a form describes the rest.

    Rows in every order would be thousands: seven cards have as many as five thousand.
    """
    hand, numbers = state.seats[prompt.seat].hand, stack_numbers(facts, state)
    if prompt.count == 1:
        return [Shed((card,), (number,)) for card, number in product(hand, numbers)]
    return [Shed(cards, (number,) * prompt.count) for cards in combinations(hand, prompt.count) for number in numbers]


def last_held(facts: Facts, state: State, prompt: ShedPrompt) -> Shed:
    """By default the cards that came last, under the first stack (R90)."""
    return Shed(state.seats[prompt.seat].hand[-prompt.count :], (1,) * prompt.count)


AREA = Area(
    answers=(answer(Shed, ShedPrompt, shed),),
    follows=(follow(Continuation.SHEDDING, done),),
    options=(option(ShedPrompt, ways_to_shed),),
    defaults=(default(ShedPrompt, last_held),),
)
