"""After an undo across a look or a draw: what a memory names stays where it lay, all else is shuffled anew (E11)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.events import (
    Event,
    EventsShuffled,
    HandRemembered,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.prompts import Why
from domain.catan_cards.rules.dealing import EVENTS, EXPANSIONS, OWN, REGIONS
from domain.catan_cards.state import Sight, State
from domain.engine.chance import Chance


def reshuffled(facts: Facts, now: State, then: State, chance: Chance) -> tuple[Event, ...]:
    """What going back from one state to an earlier one brings.

    It is told for every stack and every seat alike, so that it says nothing of what anybody knows.
    """
    if not then.regions:
        return ()
    remembered = [HandRemembered(seat, *_hand(now, then, seat)) for seat in range(len(then.seats))]
    return (*_stacks(facts, now, then, chance), *_decks(then, chance), *remembered)


def _stacks(facts: Facts, now: State, then: State, chance: Chance) -> Iterator[Event]:
    seats = range(len(then.seats))
    for stack, of in stack_names(facts, then):
        at = place_of(facts, stack, of)
        cards = then.stacks[at]
        if not cards:
            continue
        sights = [_sight(now, then, seat, at) for seat in seats]
        known = {card for one in sights for card in one.slots}
        purpose = EXPANSIONS.format(stack) if of is None else OWN.format(of, stack)
        unseen = iter(chance.stream(purpose, 0).shuffled(sorted(card for card in cards if card not in known)))
        yield StackShuffled(stack, tuple([card if card in known else next(unseen) for card in cards]), of, Why.UNDO)
        for seat, one in zip(seats, sights, strict=True):
            yield SightKept(seat, stack, one.slots, one.gone, of)


def stack_names(facts: Facts, state: State) -> Iterator[tuple[int, int | None]]:
    """The stacks of a match by their numbers, and whose they are where players have their own (R77)."""
    if state.options.mode is not Mode.TOURNAMENT:
        yield from ((stack, None) for stack in range(1, len(state.stacks) + 1))
    elif state.stacks:
        each = range(1, len(facts.constants.stacks.tournament) + 1)
        yield from ((stack, seat) for seat in range(len(state.seats)) for stack in each)


def _sight(now: State, then: State, seat: int, at: int) -> Sight:
    """What a seat knows of a stack as it lay then: what it knew, and what a look has shown it there since.

    A card that was put under the stack since lay elsewhere before, and where an undo in between has shuffled, all did.
    After a look, what may have left before is known only if it is named still: else the undo would tell when it left.
    """
    knew, knows, lay = then.seats[seat].sights[at], now.seats[seat].sights[at], then.stacks[at]
    stayed = {card for place, card in enumerate(knows.slots) if card in lay[place:]}
    if now.reshuffles != then.reshuffles or stayed <= {*knew.slots}:
        return knew
    named = stayed if knew.gone else stayed.union(knew.slots)
    return Sight(tuple([card if card in named else None for card in lay]))


def _hand(now: State, then: State, seat: int) -> tuple[tuple[str, ...], int]:
    """The cards of the other's hand that a seat knows, and how many of them may have left.

    Where cards have come unseen since, a hand that was shown does not tell which were there then; nor does the undo.
    """
    knew, knows = then.seats[seat].hand_sight, now.seats[seat].hand_sight
    was, other = then.seats[1 - seat], now.seats[1 - seat]
    if other.unseen != was.unseen:
        return knew.cards, knew.gone
    seen = [card for card in knows.cards if card not in knew.cards and card in was.hand]
    return (*knew.cards, *seen), knew.gone


def _decks(then: State, chance: Chance) -> Iterator[Event]:
    """The event deck above what is told, and the region stack, of which nobody knows an order that lasts (R87)."""
    above = len(then.events) - then.told
    events = chance.stream(EVENTS, then.shuffles).shuffled(sorted(then.events[:above]))
    yield EventsShuffled((*events, *then.events[above:]), Why.UNDO, then.told)
    yield RegionsShuffled(chance.stream(REGIONS, then.shuffles + 1).shuffled(sorted(then.regions)), Why.UNDO)
