"""Shedding: hand cards are put face down under expansion stacks (B37, B41)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Shed
from chronik.domain.catan_cards.events import CardsShed
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.totals import hand_limit
from chronik.domain.catan_cards.prompts import ShedPrompt
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

TOURNAMENT = Mode.TOURNAMENT


def owner_of_stacks(state: State, seat: int) -> int | None:
    """Returns the owner of the stacks that a seat uses: itself in the tournament game (T7), else None."""
    return seat if state.options.mode is TOURNAMENT else None


def stack_numbers(facts: Facts, state: State) -> range:
    """Returns the numbers of the stacks that a seat may use (R77)."""
    if state.options.mode is TOURNAMENT:
        return range(1, len(facts.constants.stacks.tournament) + 1)
    return range(1, len(state.stacks) + 1)


def count_excess(facts: Facts, state: State, seat: int) -> int:
    """Returns the number of hand cards above the limit (B36, B37)."""
    own = state.seats[seat]
    return max(0, len(own.hand) - hand_limit(facts, own))


def shed_passive(batch: Batch) -> None:
    """Asks the passive player to shed down to the limit at once, if needed (B41)."""
    shed_down(batch, 1 - batch.state.active)


def shed_down(batch: Batch, seat: int) -> None:
    """Asks a seat to shed down to its limit, if needed (B37)."""
    if count := count_excess(batch.facts, batch.state, seat):
        batch.ask((ShedPrompt(seat, count),), Continuation.SHEDDING)


def shed(batch: Batch, prompt: ShedPrompt, command: Shed) -> None:
    """Puts hand cards under the chosen stacks."""
    cards, stacks = command.cards, command.stacks
    if len(cards) != prompt.count or len(set(cards)) != len(cards) or len(stacks) != len(cards):
        raise Rejected("shed-count", needed=prompt.count)
    if not set(cards) <= set(batch.seat(prompt.seat).hand):
        raise Rejected("card")
    if not set(stacks) <= set(stack_numbers(batch.facts, batch.state)):
        raise Rejected("stack")
    batch.add(CardsShed(prompt.seat, cards, stacks, prompt.why, owner_of_stacks(batch.state, prompt.seat)))


def end_shedding(batch: Batch, question: Question) -> None:
    """Does nothing more: shedding is complete."""


def ways_to_shed(facts: Facts, state: State, prompt: ShedPrompt) -> Sequence[Shed]:
    """Returns each choice of cards, all under the same stack; a form describes the rest.

    The cards have too many orders to list: about five thousand for seven cards.
    """
    hand, numbers = state.seats[prompt.seat].hand, stack_numbers(facts, state)
    if prompt.count == 1:
        return [Shed((card,), (number,)) for card, number in product(hand, numbers)]
    return [Shed(cards, (number,) * prompt.count) for cards in combinations(hand, prompt.count) for number in numbers]


def default_shed(facts: Facts, state: State, prompt: ShedPrompt) -> Shed:
    """Returns the default: the cards that came last, under the first stack (R90)."""
    return Shed(state.seats[prompt.seat].hand[-prompt.count :], (1,) * prompt.count)


AREA = Area(
    answers=(answer(Shed, ShedPrompt, shed),),
    follows=(follow(Continuation.SHEDDING, end_shedding),),
    options=(option(ShedPrompt, ways_to_shed),),
    defaults=(default(ShedPrompt, default_shed),),
)
