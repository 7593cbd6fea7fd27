"""The science cards (R14) but for Road Building, and for the Alchemist, which is part of the roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from domain.cities_knights.board import AROUND_HEX, HEXES, numbers
from domain.cities_knights.cards.kinds import GRAIN, ORE, Counts, holds, single
from domain.cities_knights.commands import (
    TRACK,
    TRACKS,
    PlayCrane,
    PlayEngineer,
    PlayInventor,
    PlayIrrigation,
    PlayMedicine,
    PlayMining,
    PlaySmith,
)
from domain.cities_knights.events import CardsGained, CraneReady, KnightPromoted, TokensSwapped
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import CraneForm
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.rules.building import city_corners, raise_city, raise_wall, wall_corners
from domain.cities_knights.rules.improvements import buyable, raise_level
from domain.cities_knights.rules.knights import promotable, raise_knight
from domain.cities_knights.rules.progress.playing import Plays, offering, play
from domain.cities_knights.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

PER_HEX = 2
"""What Irrigation and Mining bring for each hex."""


# Crane


def crane(batch: Batch, prompt: ActionPrompt, command: PlayCrane) -> None:
    """A level for one commodity less, at once or the next one that is bought (C-30, C-71)."""
    seat, atomic = prompt.seat, batch.state.options.crane_form is CraneForm.ATOMIC_PURCHASE
    play(batch, seat, command.card, "crane")
    if atomic is (command.track is None):
        raise Rejected("crane-form")
    if command.track is not None:
        raise_level(batch, seat, TRACK[command.track], discount=1)
        return
    if not any(True for _ in buyable(batch.facts, batch.state, seat, discount=1)):
        raise Rejected("no-effect")
    batch.happen(CraneReady(seat))


def cranes(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayCrane]:
    """A Crane for each level it makes affordable; as a discount, one if there is any."""
    tracks = buyable(facts, state, seat, discount=1)
    if state.options.crane_form is CraneForm.ATOMIC_PURCHASE:
        for track in tracks:
            yield PlayCrane(card, TRACKS[track])
    elif any(True for _ in tracks):
        yield PlayCrane(card)


# Engineer and Medicine


def engineer(batch: Batch, prompt: ActionPrompt, command: PlayEngineer) -> None:
    """A wall for nothing (R10.5)."""
    play(batch, prompt.seat, command.card, "engineer")
    raise_wall(batch, prompt.seat, command.corner)


def engineers(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayEngineer]:
    """An Engineer for each city without a wall."""
    for corner in numbers(wall_corners(facts, state, seat)):
        yield PlayEngineer(card, corner)


def medicine(batch: Batch, prompt: ActionPrompt, command: PlayMedicine) -> None:
    """A city for two ore and one grain, a sideways one first (R10.4, R10.6)."""
    play(batch, prompt.seat, command.card, "medicine")
    raise_city(batch, prompt.seat, command.corner, batch.facts.costs.city_with_medicine)


def medicines(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMedicine]:
    """A Medicine for each settlement that may become a city."""
    if holds(state.seats[seat].hand, facts.costs.city_with_medicine):
        for corner in numbers(city_corners(facts, state, seat)):
            yield PlayMedicine(card, corner)


# Inventor


def inventor(batch: Batch, prompt: ActionPrompt, command: PlayInventor) -> None:
    """Two tokens change places; robber and merchant stay."""
    play(batch, prompt.seat, command.card, "inventor")
    if command.hexes not in swaps(batch.facts, batch.state.tokens):
        raise Rejected("tokens")
    batch.happen(TokensSwapped(prompt.seat, command.hexes))


def inventors(facts: Facts, state: State, seat: int, card: str) -> Sequence[PlayInventor]:
    """An Inventor for each pair of hexes."""
    return _inventors(facts, state.tokens, card)


@lru_cache(maxsize=4096)
def _inventors(facts: Facts, tokens: tuple[int, ...], card: str) -> tuple[PlayInventor, ...]:
    return tuple([PlayInventor(card, hexes) for hexes in swaps(facts, tokens)])


@lru_cache(maxsize=4096)
def swaps(facts: Facts, tokens: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of hexes whose tokens differ and are not protected, the smaller number first."""
    free = [hex_ for hex_, token in enumerate(tokens) if token and token not in facts.inventor_protected]
    return tuple([(one, other) for one in free for other in free if one < other and tokens[one] != tokens[other]])


# Irrigation and Mining


def irrigation(batch: Batch, prompt: ActionPrompt, command: PlayIrrigation) -> None:
    """Two grain for each of the seat's fields."""
    play(batch, prompt.seat, command.card, "irrigation")
    harvest(batch, prompt.seat, GRAIN)


def mining(batch: Batch, prompt: ActionPrompt, command: PlayMining) -> None:
    """Two ore for each of the seat's mountains."""
    play(batch, prompt.seat, command.card, "mining")
    harvest(batch, prompt.seat, ORE)


def harvest(batch: Batch, seat: int, kind: int) -> None:
    """The bank gives what there is of a resource for the hexes of a seat."""
    gained = crop(batch.facts, batch.state, seat, kind)
    if not gained:
        raise Rejected("no-effect")
    batch.happen(CardsGained(seat, gained))


def crop(facts: Facts, state: State, seat: int, kind: int) -> Counts:
    """Two of a resource for each hex of it at a building, as far as the bank goes; nothing is an empty tuple.

    Cities do not double it, and the robber does not matter (R8.4).
    """
    buildings = state.seats[seat].buildings
    touched = [
        hex_
        for hex_ in range(len(HEXES))
        if facts.resource[state.terrain[hex_]] == kind and AROUND_HEX[hex_] & buildings
    ]
    count = min(PER_HEX * len(touched), state.bank[kind])
    return single(kind, count) if count else ()


def irrigations(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayIrrigation]:
    """Irrigation, if it brings something."""
    if crop(facts, state, seat, GRAIN):
        yield PlayIrrigation(card)


def minings(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMining]:
    """Mining, if it brings something."""
    if crop(facts, state, seat, ORE):
        yield PlayMining(card)


# Smith


def smith(batch: Batch, prompt: ActionPrompt, command: PlaySmith) -> None:
    """One knight or two rise by a level each for nothing, one after the other (R11.3, C-12)."""
    play(batch, prompt.seat, command.card, "smith")
    for corner in command.corners:
        raise_knight(batch, prompt.seat, corner)


def smiths(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySmith]:
    """A Smith for each knight and each two knights; the lower corner first, unless only the other order is legal.

    It may be: a strong knight that becomes mighty frees the piece for a basic one.
    """
    first = [knight.corner for knight in promotable(facts, state, seat)]
    pairs: list[tuple[int, int]] = []
    for corner in first:
        after = evolve(facts, state, KnightPromoted(seat, corner))
        pairs += [(corner, knight.corner) for knight in promotable(facts, after, seat)]
    for corner in first:
        yield PlaySmith(card, (corner,))
    for one, other in pairs:
        if one < other or (other, one) not in pairs:
            yield PlaySmith(card, (one, other))


PLAYS: Mapping[str, Plays] = {
    "crane": cranes,
    "engineer": engineers,
    "inventor": inventors,
    "irrigation": irrigations,
    "medicine": medicines,
    "mining": minings,
    "smith": smiths,
}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayCrane, ActionPrompt, crane),
        answer(PlayEngineer, ActionPrompt, engineer),
        answer(PlayInventor, ActionPrompt, inventor),
        answer(PlayIrrigation, ActionPrompt, irrigation),
        answer(PlayMedicine, ActionPrompt, medicine),
        answer(PlayMining, ActionPrompt, mining),
        answer(PlaySmith, ActionPrompt, smith),
    ),
    actions=(offering(PLAYS),),
)
