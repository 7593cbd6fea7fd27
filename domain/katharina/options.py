"""Options: every legal command of a seat in canonical form, built lazily, and its default answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import assert_never, overload

from chronik.domain.engine.sealing import is_final
from chronik.domain.katharina.commands import DECLINE, PASS, BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.decide import prompt_of
from chronik.domain.katharina.facts.load import Card, Facts
from chronik.domain.katharina.prompts import BuildPrompt, DisplayPrompt, PlayPrompt, ResolvePrompt
from chronik.domain.katharina.rules.actions import is_possible, pays_for_bonus
from chronik.domain.katharina.rules.residences import free_cities, sites, supply
from chronik.domain.katharina.rules.rounds import slots
from chronik.domain.katharina.state import DISPLAY, SeatState, State


class Lazy(Sequence[Command]):
    """A sequence of known length that builds its items on access."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], Command]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Command: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Command]: ...
    def __getitem__(self, at: int | slice) -> Command | Sequence[Command]:
        if isinstance(at, slice):
            return tuple(self._make(i) for i in range(*at.indices(self._count)))
        i = at + self._count if at < 0 else at
        if not 0 <= i < self._count:
            raise IndexError(at)
        return self._make(i)


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a seat's legal commands, with card sets ascending; empty without a prompt or after a final choice."""
    own = state.seats[seat]
    prompt = None if is_final(state.sealed[seat]) else prompt_of(state, seat)
    match prompt:
        case None:
            return ()
        case PlayPrompt():
            return _plays(own)
        case ResolvePrompt():
            return _answers(facts, own, facts.cards[prompt.card])
        case DisplayPrompt():
            return tuple(map(ChooseDisplay, combinations(own.hand, DISPLAY)))
        case BuildPrompt():
            return (*map(BuildOrPass, free_cities(facts, own)), PASS)
        case _:
            assert_never(prompt)


def default(facts: Facts, state: State, seat: int) -> Command:
    """Returns the default answer of a seat that does not answer (Q37).

    Raises `LookupError` for a seat without a prompt.
    """
    own = state.seats[seat]
    prompt = prompt_of(state, seat)
    match prompt:
        case DisplayPrompt():
            return ChooseDisplay(own.hand[:DISPLAY])
        case PlayPrompt():
            return PlayCards(own.hand[0], own.hand[1], slots(own)[0])
        case ResolvePrompt():
            return DECLINE
        case BuildPrompt():
            return PASS
        case None:
            raise LookupError(seat)
        case _:
            assert_never(prompt)


def _plays(seat: SeatState) -> Sequence[Command]:
    hand, free = seat.hand, slots(seat)
    held, width = len(hand), len(free)
    others = held - 1

    def play(i: int) -> PlayCards:
        pair, slot = divmod(i, width)
        first, second = divmod(pair, others)
        return PlayCards(hand[first], hand[second if second < first else second + 1], free[slot])

    return Lazy(held * others * width, play)


def _answers(facts: Facts, seat: SeatState, card: Card) -> Sequence[Command]:
    """Returns the command to decline, then every way to perform the action: cards paid, city, cards for the bonus."""
    action = card.action
    if action.gain.residence and not supply(seat):
        return (DECLINE, Resolve(perform=True))
    if not is_possible(facts, seat, card):
        return (DECLINE,)
    hand = seat.hand
    cities: tuple[str | None, ...] = sites(facts, seat, card) if action.gain.residence else (None,)
    paid = tuple(combinations(hand, action.cost))
    bonus_cost = card.needs.discard if pays_for_bonus(card) else 0
    left = len(hand) - action.cost
    bonuses = comb(left, bonus_cost) if bonus_cost and left >= bonus_cost else 0

    def answer(i: int) -> Resolve:
        if i == 0:
            return DECLINE
        rest, bonus = divmod(i - 1, bonuses + 1)
        which, city = divmod(rest, len(cities))
        discards = paid[which]
        if bonus == 0:
            return Resolve(True, discards, cities[city])
        payable = (one for one in hand if one not in discards)
        return Resolve(True, discards, cities[city], True, tuple(combinations(payable, bonus_cost))[bonus - 1])

    return Lazy(1 + len(paid) * len(cities) * (bonuses + 1), answer)
