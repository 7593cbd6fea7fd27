"""Shuffles of the set-up: expansion stacks, event deck, region stack (B5, B6, X2 to X4, T4, T6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import instances
from chronik.domain.catan_cards.events import EventsShuffled, RegionsShuffled, StackShuffled
from chronik.domain.catan_cards.facts.load import DISPLAY, PUBLIC_FEELING, CardSet, EventCard, Facts
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.state import State

EXPANSIONS, OWN, EVENTS, REGIONS, POOL = "stack-{}", "own-{}-{}", "events", "regions", "pool-{}"
"""The names of the random streams: a numbered stack, a seat's numbered stack, events, regions, and a seat's pool."""


def shuffle_common(batch: Batch) -> None:
    """Shuffles the common stacks (R76): events, regions and, except in the tournament game, expansions."""
    sizes = batch.facts.constants.stacks
    match batch.state.options.mode:
        case Mode.BASE:
            _shuffle_stacks(batch, 1, sizes.base, _titles(batch.facts, CardSet.BASE))
        case Mode.EXTENDED:
            open_ = (*DISPLAY, PUBLIC_FEELING)
            for number, own, of in (
                (1, sizes.extended_base, CardSet.BASE),
                (1 + len(sizes.extended_base), sizes.extended_kw, CardSet.KW),
            ):
                _shuffle_stacks(batch, number, own, [name for name in _titles(batch.facts, of) if name not in open_])
        case Mode.TOURNAMENT:
            pass
    shuffle = batch.chance.stream(EVENTS, batch.state.shuffles).shuffle
    batch.add(EventsShuffled(shuffle(event_deck(batch.facts, batch.state))))
    shuffle = batch.chance.stream(REGIONS, batch.state.shuffles).shuffle
    batch.add(RegionsShuffled(shuffle([region.id for region in batch.facts.regions])))


def shuffle_own(batch: Batch) -> None:
    """Shuffles each player's cards, except the first hand, into four personal stacks (T6, R65)."""
    for seat, own in enumerate(batch.state.seats):
        left = [card for card in own.deck if card not in own.hand]
        for number, size in enumerate(batch.facts.constants.stacks.tournament, start=1):
            order = batch.chance.stream(OWN.format(seat, number), 0).shuffle(left)[:size]
            batch.add(StackShuffled(number, order, of=seat))
            left = [card for card in left if card not in order]


def event_deck(facts: Facts, state: State) -> list[str]:
    """Returns the event cards of a match in data order; in the tournament game by owner (X2, T4)."""
    match state.options.mode:
        case Mode.BASE:
            return _copies(event for event in facts.events.values() if event.set is CardSet.BASE)
        case Mode.EXTENDED:
            return _copies(facts.events.values())
        case Mode.TOURNAMENT:
            return [card for own in state.seats for card in own.event_cards]


def _copies(events: Iterable[EventCard]) -> list[str]:
    return [card for event in events for card in instances(event.id, event.count)]


def _titles(facts: Facts, of: CardSet) -> list[str]:
    return [card.id for card in facts.cards.values() if card.set is of]


def _shuffle_stacks(batch: Batch, first: int, sizes: Sequence[int], titles: Iterable[str]) -> None:
    """Shuffles stacks of these sizes, numbered from `first`; each takes from the cards left by the stacks before it."""
    left = [card for name in titles for card in instances(name, batch.facts.cards[name].count)]
    for number, size in enumerate(sizes, start=first):
        order = batch.chance.stream(EXPANSIONS.format(number), 0).shuffle(left)[:size]
        batch.add(StackShuffled(number, order))
        left = [card for card in left if card not in order]
