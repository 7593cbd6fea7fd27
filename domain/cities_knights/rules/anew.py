"""A position of another match: what some eyes do not see there lies anew, cards in hands, progress cards and decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice

from msgspec.structs import replace

from domain.cities_knights.board import numbers
from domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, RESOURCES, Counts, Kind
from domain.cities_knights.events import Event, Pieces, Positioned
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import CommodityBank, PublicCounts, Ruleset
from domain.cities_knights.prompts import HarborPrompt, SpyPrompt, TakePrompt
from domain.cities_knights.rules.decks import by_deck
from domain.cities_knights.state import UNLIMITED, SeatState, State
from domain.engine.game import Forks, Pools, Rejected


def forks(facts: Facts) -> Forks[Event, State]:
    """How a match of Cities & Knights begins with a position."""
    return Forks(
        hidden=partial(hidden, facts),
        laid=partial(laid, facts),
        told=told,
        event=Positioned,
    )


def hidden(facts: Facts, state: State, eyes: int | None) -> Pools:
    """The kinds of the cards in hands, and of each deck the cards in it and in hands, that these eyes do not see.

    With public counts `split` there is a pool of resources and one of commodities. Of commodities that never run short
    nobody can know which are held: there they are as many, of each kind in turn. Raises `Rejected` while somebody is
    asked at a harbor: what for is between the two (C-64).
    """
    if any(isinstance(prompt, HarborPrompt) for question in state.stack for prompt in question.asks):
        raise Rejected("fork-moment")
    hands = [seat.hand for number, seat in enumerate(state.seats) if number not in _open_hands(state, eyes)]
    unseen = [kind for hand in hands for kind in range(len(KINDS)) for _ in range(hand[kind])]
    if _endless(state.options):
        count = sum(1 for kind in unseen if kind in COMMODITIES)
        unseen = [*[kind for kind in unseen if kind in RESOURCES], *islice(cycle(COMMODITIES), count)]
    kinds = [tuple(sorted(KINDS[kind].value for kind in unseen if kind in group)) for group in _groups(state.options)]
    held = [seat.progress for number, seat in enumerate(state.seats) if number not in _open_progress(state, eyes)]
    decks = [
        tuple(sorted((*deck, *[card for cards in held for card in cards if facts.cards[card].deck == number])))
        for number, deck in enumerate(state.decks)
    ]
    return (*kinds, *decks)


def laid(facts: Facts, state: State, eyes: int | None, pools: Pools) -> State:
    """The hands by seat, then the progress cards by seat, and each deck of the rest, which nobody has ever seen."""
    groups = _groups(state.options)
    kinds, decks = [iter(pool) for pool in pools[: len(groups)]], [list(pool) for pool in pools[len(groups) :]]
    hands, open_progress = _open_hands(state, eyes), _open_progress(state, eyes)
    seats: list[SeatState] = []
    for number, seat in enumerate(state.seats):
        hand = seat.hand if number in hands else _hand(seat.hand, groups, kinds)
        progress = seat.progress if number in open_progress else _progress(facts, seat.progress, decks)
        seats.append(replace(seat, hand=hand, progress=progress))
    trade, politics, science = map(len, decks)
    return replace(
        state,
        seats=tuple(seats),
        bank=_bank(state.options, state.bank, seats),
        decks=tuple(map(tuple, decks)),
        fresh=(trade, politics, science),
    )


def told(state: State, anew: Pools) -> Positioned:
    """The event of a state whose hidden cards lie so."""
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
    return Positioned(replace(state, seats=tuple(empty)), tuple(pieces), anew)


def _hand(hand: Counts, groups: Sequence[range], kinds: Sequence[Iterator[str]]) -> Counts:
    """As many cards as there were, of whatever kinds come."""
    counts = [0] * len(KINDS)
    for group, pool in zip(groups, kinds, strict=True):
        for kind in islice(pool, sum(hand[kind] for kind in group)):
            counts[INDEX[Kind(kind)]] += 1
    return tuple(counts)


def _progress(facts: Facts, held: Iterable[str], decks: Sequence[list[str]]) -> tuple[str, ...]:
    """As many cards of each deck as there were: so much is public."""
    counts = by_deck(facts, held)
    cards = [card for deck, count in zip(decks, counts, strict=True) for card in deck[:count]]
    for deck, count in zip(decks, counts, strict=True):
        del deck[:count]
    return tuple(cards)


def _bank(options: Ruleset, bank: Counts, seats: Sequence[SeatState]) -> Counts:
    """What an endless bank has given is in the hands."""
    if not _endless(options):
        return bank
    return (*bank[:5], *[UNLIMITED - sum(seat.hand[kind] for seat in seats) for kind in COMMODITIES])


def _endless(options: Ruleset) -> bool:
    return options.commodity_bank is CommodityBank.UNLIMITED


def _groups(options: Ruleset) -> tuple[range, ...]:
    split = options.public_counts is PublicCounts.SPLIT
    return (RESOURCES, COMMODITIES) if split else (range(len(KINDS)),)


def _open_hands(state: State, eyes: int | None) -> set[int | None]:
    """The seats whose hands these eyes see: the own one, and one they are being shown."""
    shown = [prompt.victim for prompt in state.prompts if isinstance(prompt, TakePrompt) and prompt.seat == eyes]
    return {eyes, *shown}


def _open_progress(state: State, eyes: int | None) -> set[int | None]:
    shown = [prompt.victim for prompt in state.prompts if isinstance(prompt, SpyPrompt) and prompt.seat == eyes]
    return {eyes, *shown}
