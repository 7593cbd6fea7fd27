"""A model that keeps every possible world: all that seat 0 can conclude from what it saw, undone events included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from chronik.domain.catan_cards.events import (
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardStolen,
    Event,
    HandShown,
    StackSearched,
)
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.state import SeatState, State
from tests.support.catan_cards.memory import fits_hand, fits_stack
from tests.support.catan_cards.table import BASE, position, principality

Pile = tuple[str, ...]


class World(NamedTuple):
    """Both stacks from the top, and the other hand, as seat 0 could imagine them."""

    stacks: tuple[Pile, Pile]
    hand: frozenset[str]


Line = tuple[World, ...]
"""The worlds at each moment that an undo may return to, and the current world."""


class Mind:
    """A model of seat 0, which keeps every possible world and drops those it sees to be false."""

    def __init__(self, state: State) -> None:
        (first, second), held = state.stacks, state.seats[1].hand
        at = len(first) + len(second)
        self.lines: set[Line] = {
            (World((order[: len(first)], order[len(first) : at]), frozenset(order[at:])),)
            for order in permutations(sorted([*first, *second, *held]))
        }

    def notice(self, event: Event, state: State) -> None:
        """Processes an event as seat 0 sees it; `state` is the state before."""
        self.lines = {(*line[:-1], after) for line in self.lines for after in _successors(line[-1], event, state)}

    def mark(self) -> None:
        """Marks a moment that an undo may return to."""
        self.lines = {(*line, line[-1]) for line in self.lines}

    def go_back(self, moment: int, named: Iterable[str]) -> None:
        """Undoes to a marked moment; cards that seat 0 no longer names may be in any order."""
        known = {*named}
        self.lines = {
            (*line[: moment + 1], World((first, second), line[moment].hand))
            for line in self.lines
            for first, second in product(*[tuple(_shuffles(pile, known)) for pile in line[moment].stacks])
        }

    def agrees(self, own: SeatState) -> bool:
        """Returns whether a seat's memory is true in every possible world."""
        return bool(self.lines) and all(
            fits_stack(own.sights[0], world.stacks[0])
            and fits_stack(own.sights[1], world.stacks[1])
            and fits_hand(own.hand_sight, tuple(world.hand))
            for world in {line[-1] for line in self.lines}
        )


def _shuffles(pile: Pile, known: set[str]) -> Iterator[Pile]:
    for order in permutations([card for card in pile if card not in known]):
        unseen = iter(order)
        yield tuple([card if card in known else next(unseen) for card in pile])


def _successors(world: World, event: Event, state: State) -> Iterator[World]:  # noqa: C901  one case per event
    """Yields the possible worlds after an event; none if seat 0 sees that the world is false."""
    stacks, hand = world
    match event:
        case StackSearched():
            if event.seat == 1 or stacks[event.stack - 1] == state.stacks[event.stack - 1]:
                yield world
        case CardDrawn() | CardPicked():
            pile = stacks[event.stack - 1]
            for at, one in enumerate(pile[:1] if isinstance(event, CardDrawn) else pile):
                if event.seat == 1 or one == event.card:
                    left = (*pile[:at], *pile[at + 1 :])
                    yield World(_replace_pile(stacks, event.stack, left), hand | {one} if event.seat else hand)
        case CardsShed():
            for row in permutations(sorted(hand), len(event.cards)) if event.seat else [event.cards]:
                after = stacks
                for one, stack in zip(row, event.stacks, strict=True):
                    after = _replace_pile(after, stack, (*after[stack - 1], one))
                yield World(after, hand - {*row})
        case HandShown():
            if hand == frozenset(state.seats[1].hand):
                yield world
        case CardsRemoved():
            after = _replace_pile(stacks, event.stack, (*stacks[event.stack - 1], *event.cards))
            yield World(after, hand - {*event.cards})
        case CardStolen():
            assert event.card is not None
            yield World(stacks, hand | {event.card} if event.seat else hand - {event.card})
        case _:
            raise AssertionError(event)


def _replace_pile(stacks: tuple[Pile, Pile], stack: int, pile: Pile) -> tuple[Pile, Pile]:
    return (pile, stacks[1]) if stack == 1 else (stacks[0], pile)


def deal_position(rng: Random, hand: int = 2) -> State:
    """Returns two stacks of three cards and one card, one card in hand, and hidden cards in the other hand."""
    hidden = ["spy-1", "spy-2", "spy-3", "scout-1", "abbey-2", "church-1"]
    rng.shuffle(hidden)
    seats = principality(0, hand=("abbey-1",)), principality(1, hand=tuple(hidden[4 : 4 + hand]))
    return replace(position(*seats, options=BASE, stacks=(tuple(hidden[:3]), tuple(hidden[3:4]))), prompts=())


def draw_events(state: State, rng: Random) -> list[Event]:
    """Returns one random move of either seat, with the look that comes before it."""
    seat = rng.randrange(2)
    hand, other = state.seats[seat].hand, state.seats[1 - seat].hand
    filled = [number for number in (1, 2) if state.stacks[number - 1]]
    kind = rng.choice(("draw", "search", "shed", "shed two", "conflict", "spy"))
    if kind == "draw" and filled:
        stack = rng.choice(filled)
        return [CardDrawn(seat, stack, state.stacks[stack - 1][0])]
    if kind == "search" and filled:
        stack = rng.choice(filled)
        return [StackSearched(seat, stack, Why.SEARCH), CardPicked(seat, stack, rng.choice(state.stacks[stack - 1]))]
    if kind == "shed" and hand:
        return [CardsShed(seat, (rng.choice(hand),), (rng.randint(1, 2),))]
    if kind == "shed two" and len(hand) > 1:
        return [CardsShed(seat, tuple(rng.sample(hand, 2)), (rng.randint(1, 2), rng.randint(1, 2)))]
    if kind == "conflict" and seat == 0 and other:
        cards = tuple(rng.sample(other, min(2, len(other))))
        return [HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, cards, rng.randint(1, 2))]
    if kind == "spy" and other:
        stolen = CardStolen(seat, 1 - seat, rng.choice(other))
        return [HandShown(1, 0, Why.SPY), stolen] if seat == 0 else [stolen]
    return []
