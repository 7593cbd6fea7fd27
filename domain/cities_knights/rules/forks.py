"""Forks: matches that begin with a position from another match. The new match's seed redeals unknown cards (C-81).

A card is unknown if the fork's viewer cannot know where it is. The pools list, in this order:
- for each group of seats that may hold one another's cards, the kinds of these cards and the seats that hold them;
- for each deck, the unknown cards that may be in a hand;
- for each deck, the unknown cards on top: those that cannot be in a hand by id, and all others as `-`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from chronik.domain.cities_knights.board import numbers
from chronik.domain.cities_knights.cards.kinds import INDEX, KINDS, Kind, minus, one_kind, plus
from chronik.domain.cities_knights.commands import TRACKS
from chronik.domain.cities_knights.events import Event, Pieces, Positioned
from chronik.domain.cities_knights.evolve.changes import expire_offers
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import HarborPrompt
from chronik.domain.cities_knights.rules import redeal
from chronik.domain.cities_knights.rules.memory import Memory, public_groups
from chronik.domain.cities_knights.state import SeatState, State
from chronik.domain.engine.game import Forks, Pools, Rejected, Step

OTHER = "-"
"""A placeholder for a card that may be in a hand, in the list of the top cards of a deck."""


def build_forks(facts: Facts, version: int) -> Forks[Event, State]:
    """Returns the functions that start a match from a position of another match under a rules version."""
    placing = redeal.place_redealt_cards if version == 1 else place_hidden_cards
    return Forks(
        hidden=partial(unknown_pools, facts), place=partial(placing, facts), position=position_event, event=Positioned
    )


def unknown_pools(facts: Facts, state: State, viewer: int | None, steps: Sequence[Step[Event, State]]) -> Pools:
    """Returns the pools of the cards whose place the viewer does not know after these steps.

    Raises `Rejected` if a seat is being asked at a harbor, because only two seats know the offered card (C-64).
    """
    if any(isinstance(prompt, HarborPrompt) for question in state.stack for prompt in question.asks):
        raise Rejected("fork-moment")
    memory = Memory(facts, steps[0].before if steps else state, viewer)
    for step in steps:
        memory.learn(step)
    held = [
        [
            card
            for n, seat in enumerate(state.seats)
            if n != viewer
            for card in seat.progress
            if _is_of_deck(facts, card, deck)
        ]
        for deck in range(len(TRACKS))
    ]
    unknown = [
        [card for card in (*hands, *deck) if card not in memory.cards]
        for hands, deck in zip(held, state.decks, strict=True)
    ]
    return (
        *_hand_pools(state, memory),
        *[tuple([card for card in cards if not facts.cards[card].vp]) for cards in unknown],
        *[_top_pool(facts, state, memory, deck) for deck in range(len(TRACKS))],
    )


def _hand_pools(state: State, memory: Memory) -> list[tuple[str, ...]]:
    """Returns the kinds and the seats of the cards that, as far as the viewer knows, may be in any of several hands."""
    pools: list[tuple[str, ...]] = []
    for linked in sorted(set(memory.linked)):
        for group in public_groups(state.options):
            cards = [
                (KINDS[kind].value, str(number))
                for number, seat in enumerate(state.seats)
                if memory.linked[number] == linked
                for kind in group
                for _ in range(seat.hand[kind] - memory.hands[number][kind])
            ]
            kinds, places = tuple([kind for kind, _ in cards]), tuple([place for _, place in cards])
            if len(set(places)) > 1:
                pools += [kinds, places]
    return pools


def _top_pool(facts: Facts, state: State, memory: Memory, deck: int) -> tuple[str, ...]:
    """Returns the unknown cards among the unseen top cards of a deck, or nothing if all of them may be in a hand."""
    cards = [card for card in state.decks[deck][: state.fresh[deck]] if card not in memory.cards]
    tops = tuple([card if facts.cards[card].vp else OTHER for card in cards])
    return tops if any(card != OTHER for card in tops) else ()


def place_hidden_cards(facts: Facts, state: State, viewer: int | None, old: Pools, new: Pools) -> State:
    """Returns the state with the cards of the old pools placed in the new order: hands first, then decks.

    Offers and acceptances of a seat with a redealt hand lapse, because they may no longer be covered. Raises
    `ValueError` if the cards of the old pools are not in these places.
    """
    seats = list(state.seats)
    *old_hands, _, _, _ = old[: -len(TRACKS)]
    *new_hands, trade, politics, science = new[: -len(TRACKS)]
    for pools, change in ((old_hands, minus), (new_hands, plus)):
        for kinds, places in zip(pools[::2], pools[1::2], strict=True):
            for kind, number in zip(kinds, map(int, places), strict=True):
                hand = change(seats[number].hand, one_kind(INDEX[Kind(kind)]))
                seats[number] = replace(seats[number], hand=hand)
    dealt = {int(place) for places in new_hands[1::2] for place in places}
    if any(min(seat.hand) < 0 for seat in seats) or viewer in dealt:
        raise ValueError("the cards of a pool are not in these hands")
    unknown, rest = {card for pool in old for card in pool}, [list(pool) for pool in (trade, politics, science)]
    for number, seat in enumerate(seats):
        if number != viewer:
            seats[number] = replace(seat, progress=_place_progress(facts, seat, unknown, rest))
    decks = tuple(
        [
            _place_in_deck(cards, state.fresh[deck], unknown, rest[deck], new[deck - len(TRACKS)])
            for deck, cards in enumerate(state.decks)
        ]
    )
    if any(rest):
        raise ValueError("there are more cards than places")
    offers = () if state.active in dealt else state.offers
    for number in sorted(dealt):
        offers = expire_offers(replace(state, offers=offers), number)
    return replace(state, seats=tuple(seats), decks=decks, offers=offers, out=UNSET)


def position_event(state: State, pools: Pools) -> Positioned:
    """Returns the event that starts a match from this state and records the pools."""
    empty = [replace(seat, roads=0, settlements=0, cities=0, sideways=0, walls=0) for seat in state.seats]
    pieces = [
        Pieces(
            numbers(seat.roads),
            numbers(seat.settlements),
            numbers(seat.cities),
            numbers(seat.sideways),
            numbers(seat.walls),
        )
        for seat in state.seats
    ]
    return Positioned(replace(state, seats=tuple(empty)), tuple(pieces), pools)


def _place_progress(facts: Facts, seat: SeatState, unknown: set[str], rest: Sequence[list[str]]) -> tuple[str, ...]:
    """Returns the seat's progress cards, as many per deck as before: that number is public, but their order is not."""
    cards: list[str] = []
    for deck, left in enumerate(rest):
        held = [card for card in seat.progress if _is_of_deck(facts, card, deck)]
        known = sorted([card for card in held if card not in unknown])
        cards += [*known, *[left.pop(0) for _ in range(len(held) - len(known))]]
    return tuple(cards)


def _place_in_deck(
    deck: tuple[str, ...], fresh: int, unknown: set[str], rest: list[str], tops: Sequence[str]
) -> tuple[str, ...]:
    """Returns the deck with its unknown cards replaced, by `tops` at the top and otherwise by the rest of the pool."""
    places = [at for at, card in enumerate(deck) if card in unknown]
    top = list(tops) or [OTHER] * sum(at < fresh for at in places)
    cards = list(deck)
    for at in places:
        card = top.pop(0) if at < fresh else OTHER
        cards[at] = rest.pop(0) if card == OTHER else card
    if top:
        raise ValueError("there are more cards than places")
    return tuple(cards)


def _is_of_deck(facts: Facts, card: str, deck: int) -> bool:
    return facts.cards[card].deck == deck
