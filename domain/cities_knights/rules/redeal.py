"""Redeals hidden cards when a match begins with a position from another match, in rules version 1.

All decks and all hands that the viewer does not see are redealt. In later versions, `forks.py` redeals only the cards
that the viewer does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, Counts, Kind
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import CommodityBank, Ruleset
from chronik.domain.cities_knights.prompts import SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.decks import count_by_deck
from chronik.domain.cities_knights.rules.memory import public_groups as groups_of
from chronik.domain.cities_knights.state import UNLIMITED, SeatState, State
from chronik.domain.engine.game import Pools


def place_redealt_cards(facts: Facts, state: State, viewer: int | None, old: Pools, new: Pools) -> State:
    """Returns the state after the new pools were dealt to the hands, then to the progress cards, then to the decks.

    No player has seen a card of the new decks.
    """
    groups = groups_of(state.options)
    kinds, decks = [iter(pool) for pool in new[: len(groups)]], [list(pool) for pool in new[len(groups) :]]
    hands, open_progress = _seats_with_visible_hand(state, viewer), _seats_with_visible_progress(state, viewer)
    seats: list[SeatState] = []
    for number, seat in enumerate(state.seats):
        hand = seat.hand if number in hands else _redeal_hand(seat.hand, groups, kinds)
        progress = seat.progress if number in open_progress else _redeal_progress(facts, seat.progress, decks)
        seats.append(replace(seat, hand=hand, progress=progress))
    trade, politics, science = map(len, decks)
    return replace(
        state,
        seats=tuple(seats),
        bank=_settle_bank(state.options, state.bank, seats),
        decks=tuple(map(tuple, decks)),
        fresh=(trade, politics, science),
    )


def _redeal_hand(hand: Counts, groups: Sequence[range], kinds: Sequence[Iterator[str]]) -> Counts:
    """Returns a hand of the same size, filled with the next kinds from the pools."""
    counts = [0] * len(KINDS)
    for group, pool in zip(groups, kinds, strict=True):
        for kind in islice(pool, sum(hand[kind] for kind in group)):
            counts[INDEX[Kind(kind)]] += 1
    return tuple(counts)


def _redeal_progress(facts: Facts, held: Iterable[str], decks: Sequence[list[str]]) -> tuple[str, ...]:
    """Returns the same number of progress cards per deck, because that number is public."""
    counts = count_by_deck(facts, held)
    cards = [card for deck, count in zip(decks, counts, strict=True) for card in deck[:count]]
    for deck, count in zip(decks, counts, strict=True):
        del deck[:count]
    return tuple(cards)


def _settle_bank(options: Ruleset, bank: Counts, seats: Sequence[SeatState]) -> Counts:
    """Returns the bank. If it is unlimited, the commodities in the hands are subtracted."""
    if not _is_bank_unlimited(options):
        return bank
    return (*bank[:5], *[UNLIMITED - sum(seat.hand[kind] for seat in seats) for kind in COMMODITIES])


def _is_bank_unlimited(options: Ruleset) -> bool:
    return options.commodity_bank is CommodityBank.UNLIMITED


def _seats_with_visible_hand(state: State, viewer: int | None) -> set[int | None]:
    """Returns the seats whose hands the viewer sees: the viewer's own seat, and a seat whose hand is being shown."""
    shown = [prompt.victim for prompt in state.prompts if isinstance(prompt, TakePrompt) and prompt.seat == viewer]
    return {viewer, *shown}


def _seats_with_visible_progress(state: State, viewer: int | None) -> set[int | None]:
    shown = [prompt.victim for prompt in state.prompts if isinstance(prompt, SpyPrompt) and prompt.seat == viewer]
    return {viewer, *shown}
