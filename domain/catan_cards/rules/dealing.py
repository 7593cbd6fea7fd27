"""The shuffles of the set-up: expansion stacks, event deck, region stack (B5, B6, X2 to X4, T4, T6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.catan_cards.cards.ids import instances
from domain.catan_cards.events import EventsShuffled, RegionsShuffled, StackShuffled
from domain.catan_cards.facts.load import DISPLAY, PUBLIC_FEELING, CardSet, EventCard, Facts
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.state import State

EXPANSIONS, OWN, EVENTS, REGIONS, POOL = "stack-{}", "own-{}-{}", "events", "regions", "pool-{}"
"""What the streams of the shuffles are called: a stack by its number, an own one also by its seat, as is a pool."""


def shuffle_common(batch: Batch) -> None:
    """The stacks that both players use (R76): expansions but in the tournament game, events, regions."""
    sizes = batch.facts.constants.stacks
    match batch.state.options.mode:
        case Mode.BASE:
            _stacks(batch, 1, sizes.base, _titles(batch.facts, CardSet.BASE))
        case Mode.EXTENDED:
            open_ = (*DISPLAY, PUBLIC_FEELING)
            for number, own, of in (
                (1, sizes.extended_base, CardSet.BASE),
                (1 + len(sizes.extended_base), sizes.extended_kw, CardSet.KW),
            ):
                _stacks(batch, number, own, [name for name in _titles(batch.facts, of) if name not in open_])
        case Mode.TOURNAMENT:
            pass
    shuffle = batch.chance.stream(EVENTS, batch.state.shuffles).shuffled
    batch.happen(EventsShuffled(shuffle(event_deck(batch.facts, batch.state))))
    shuffle = batch.chance.stream(REGIONS, batch.state.shuffles).shuffled
    batch.happen(RegionsShuffled(shuffle([region.id for region in batch.facts.regions])))


def shuffle_own(batch: Batch) -> None:
    """Each player's cards beyond the first hand become four stacks of his own (T6, R65)."""
    for seat, own in enumerate(batch.state.seats):
        left = [card for card in own.deck if card not in own.hand]
        for number, size in enumerate(batch.facts.constants.stacks.tournament, start=1):
            order = batch.chance.stream(OWN.format(seat, number), 0).shuffled(left)[:size]
            batch.happen(StackShuffled(number, order, of=seat))
            left = [card for card in left if card not in order]


def event_deck(facts: Facts, state: State) -> list[str]:
    """The event cards of a match in the order of the data, those of a tournament game by their owners (X2, T4)."""
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


def _stacks(batch: Batch, first: int, sizes: Sequence[int], titles: Iterable[str]) -> None:
    """Stacks of these sizes, numbered from the first; each is drawn out of what those before it have left."""
    left = [card for name in titles for card in instances(name, batch.facts.cards[name].count)]
    for number, size in enumerate(sizes, start=first):
        order = batch.chance.stream(EXPANSIONS.format(number), 0).shuffled(left)[:size]
        batch.happen(StackShuffled(number, order))
        left = [card for card in left if card not in order]
