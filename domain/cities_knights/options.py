"""Options: every legal command of a seat, and the default command for a seat that does not answer in time (1.19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from chronik.domain.cities_knights.commands import Command
from chronik.domain.cities_knights.decide import PLAYS, TABLES
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import ActionPrompt, OverflowPrompt
from chronik.domain.cities_knights.rules.needs import BUILT_CITY, EXCESS, OPEN_HARBOR, OPEN_OFFER, find_purchases
from chronik.domain.cities_knights.rules.progress.playing import distinct_cards
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import find_actions


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns every legal command of a seat in canonical form, except trade offers, which are too numerous to list."""
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return _list_actions(facts, state, seat)
            listed = TABLES.options[type(prompt)](facts, state, prompt)
            if isinstance(prompt, OverflowPrompt) and prompt.play:
                return [*listed, *_list_plays(facts, state, seat)]
            return listed
    return ()


def _list_actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Returns every command that a seat may give in its turn."""
    own = state.seats[seat]
    cards, purchases = _find_card_needs(facts, own.progress), find_purchases(facts, own.hand)
    functions = _find_functions(cards, purchases, own.cities > 0, bool(state.offers), bool(state.harbor.played))
    return [command for listed in functions for command in listed(facts, state, seat)]


@lru_cache(maxsize=4096)
def _find_card_needs(facts: Facts, progress: tuple[str, ...]) -> frozenset[str]:
    """Returns the names of these progress cards, and `EXCESS` if there are too many."""
    names = [name for name, _ in distinct_cards(facts, progress)]
    return frozenset([*names, EXCESS] if len(progress) > facts.limits.progress_hand else names)


@lru_cache(maxsize=1 << 14)
def _find_functions(
    cards: frozenset[str], purchases: frozenset[str], has_city: bool, offered: bool, harbor: bool
) -> tuple[Callable[[Facts, State, int], Iterable[Command]], ...]:
    """Returns the functions that list the commands of a seat with these needs.

    `offered` and `harbor` tell whether an offer and the harbor are open.
    """
    met = ((BUILT_CITY, has_city), (OPEN_OFFER, offered), (OPEN_HARBOR, harbor))
    return find_actions(TABLES.actions, cards.union(purchases, [need for need, is_met in met if is_met]))


def _list_plays(facts: Facts, state: State, seat: int) -> list[Command]:
    """Returns the commands that play a progress card, for a seat that may play one instead of giving one up (C-70)."""
    return [command for command in _list_actions(facts, state, seat) if type(command) in PLAYS]


def default(facts: Facts, state: State, seat: int) -> Command:
    """Returns the default command of a seat (1.19). Raises `StopIteration` if the seat is not asked anything."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    command: Command = TABLES.defaults[type(prompt)](facts, state, prompt)
    return command
