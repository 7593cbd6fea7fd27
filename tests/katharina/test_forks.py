"""Forks: hidden cards of a shuffle are dealt again among the other hidden cards of the same shuffle (Q40)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from chronik.domain.engine.match.events import ENGINE_EVENTS
from chronik.domain.katharina.events import DiscardShuffled
from chronik.domain.katharina.state import State
from tests.every_game.forked import Moment, begun, moments_of
from tests.every_game.playout import played
from tests.katharina.table import GAME


def late_moments(seed: int) -> Iterator[Moment]:
    """Yields the moments of a four-seat match after the discard has become the stock."""
    table = played(GAME, 4, f"late/{seed}")
    for moment in moments_of(table, Random(seed)):
        if any(isinstance(entry.e, DiscardShuffled) for entry, _ in moment.history):
            yield moment


def hidden_cards(state: State, eyes: int | None) -> list[frozenset[str]]:
    """Returns the stock, and the hands that the fork's viewer does not see."""
    hands = [frozenset(seat.hand) for number, seat in enumerate(state.seats) if number != eyes]
    return [frozenset(state.stock), *hands]


@pytest.mark.parametrize("eyes", [None, 0, 3])
def test_a_fork_puts_each_hidden_card_where_the_last_shuffle_could_have_put_it(eyes: int | None) -> None:
    """Q40, G6: the stock holds only cards from that discard, and each hand as many shuffled cards as before."""
    for number, moment in enumerate(late_moments(1)):
        shuffles = [
            frozenset(entry.e.order)
            for entry, _ in moment.history
            if type(entry.e) not in ENGINE_EVENTS and isinstance(entry.e, DiscardShuffled)
        ]
        there, fork = moment.match.state, moment.fork(GAME, eyes)
        here = begun("katharina", moment.match, fork, bytes([number % 256]) * 32).state
        assert there is not None
        for was, now in zip(hidden_cards(there, eyes), hidden_cards(here, eyes), strict=True):
            assert len(now) == len(was)
            assert len(now & shuffles[-1]) == len(was & shuffles[-1])
        assert here.stock != there.stock or len(here.stock) < 4


def test_sealed_choices_are_made_again_in_a_fork() -> None:
    """Q40: a fork contains no sealed choice."""
    for moment in late_moments(2):
        assert not any(begun("katharina", moment.match, moment.fork(GAME, 0)).state.sealed)
        break
