"""The science cards (R14), except Road Building and the Alchemist, which is part of the roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX, numbers
from chronik.domain.cities_knights.cards.kinds import GRAIN, ORE, Counts, holds, one_kind
from chronik.domain.cities_knights.commands import (
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
from chronik.domain.cities_knights.events import CardsGained, CraneReady, KnightPromoted, TokensSwapped
from chronik.domain.cities_knights.evolve import evolve
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import CraneForm
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.building import city_corners, place_wall, upgrade_to_city, wall_corners
from chronik.domain.cities_knights.rules.improvements import buyable_tracks, raise_level
from chronik.domain.cities_knights.rules.knights import promotable_knights, raise_knight_level
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, play_card
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, answer
from chronik.domain.engine.game import Rejected

PER_HEX = 2
"""The number of cards that Irrigation and Mining yield for each hex."""


# Crane


def play_crane(batch: Batch, prompt: ActionPrompt, command: PlayCrane) -> None:
    """Buys a level for one commodity less, or stores the discount for the next level (C-30, C-71)."""
    seat, atomic = prompt.seat, batch.state.options.crane_form is CraneForm.ATOMIC_PURCHASE
    play_card(batch, seat, command.card, "crane")
    if atomic is (command.track is None):
        raise Rejected("crane-form")
    if command.track is not None:
        raise_level(batch, seat, TRACK[command.track], discount=1)
        return
    if not any(True for _ in buyable_tracks(batch.facts, batch.state, seat, discount=1)):
        raise Rejected("no-effect")
    batch.add(CraneReady(seat))


def crane_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayCrane]:
    """Yields a Crane command for each level that the seat can buy with it, or one command if it is a discount."""
    tracks = buyable_tracks(facts, state, seat, discount=1)
    if state.options.crane_form is CraneForm.ATOMIC_PURCHASE:
        for track in tracks:
            yield PlayCrane(card, TRACKS[track])
    elif any(True for _ in tracks):
        yield PlayCrane(card)


# Engineer and Medicine


def play_engineer(batch: Batch, prompt: ActionPrompt, command: PlayEngineer) -> None:
    """Builds a wall for free (R10.5)."""
    play_card(batch, prompt.seat, command.card, "engineer")
    place_wall(batch, prompt.seat, command.corner)


def engineer_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayEngineer]:
    """Yields an Engineer command for each city without a wall."""
    for corner in numbers(wall_corners(facts, state, seat)):
        yield PlayEngineer(card, corner)


def play_medicine(batch: Batch, prompt: ActionPrompt, command: PlayMedicine) -> None:
    """Upgrades a settlement to a city for two ore and one grain. Sideways cities come first (R10.4, R10.6)."""
    play_card(batch, prompt.seat, command.card, "medicine")
    upgrade_to_city(batch, prompt.seat, command.corner, batch.facts.costs.city_with_medicine)


def medicine_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMedicine]:
    """Yields a Medicine command for each settlement that the seat may upgrade."""
    if holds(state.seats[seat].hand, facts.costs.city_with_medicine):
        for corner in numbers(city_corners(facts, state, seat)):
            yield PlayMedicine(card, corner)


# Inventor


def play_inventor(batch: Batch, prompt: ActionPrompt, command: PlayInventor) -> None:
    """Swaps two number tokens; the robber and the merchant stay where they are."""
    play_card(batch, prompt.seat, command.card, "inventor")
    if command.hexes not in swappable_hexes(batch.facts, batch.state.tokens):
        raise Rejected("tokens")
    batch.add(TokensSwapped(prompt.seat, command.hexes))


def inventor_options(facts: Facts, state: State, seat: int, card: str) -> Sequence[PlayInventor]:
    """Returns an Inventor command for each pair of hexes with tokens to swap."""
    return _inventor_options(facts, state.tokens, card)


@lru_cache(maxsize=4096)
def _inventor_options(facts: Facts, tokens: tuple[int, ...], card: str) -> tuple[PlayInventor, ...]:
    return tuple([PlayInventor(card, hexes) for hexes in swappable_hexes(facts, tokens)])


@lru_cache(maxsize=4096)
def swappable_hexes(facts: Facts, tokens: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of hexes whose tokens differ and are not protected, the smaller hex number first."""
    free = [hex_ for hex_, token in enumerate(tokens) if token and token not in facts.inventor_protected]
    return tuple([(one, other) for one in free for other in free if one < other and tokens[one] != tokens[other]])


# Irrigation and Mining


def play_irrigation(batch: Batch, prompt: ActionPrompt, command: PlayIrrigation) -> None:
    """Takes two grain for each fields hex next to the seat's buildings."""
    play_card(batch, prompt.seat, command.card, "irrigation")
    gain_resource(batch, prompt.seat, GRAIN)


def play_mining(batch: Batch, prompt: ActionPrompt, command: PlayMining) -> None:
    """Takes two ore for each mountains hex next to the seat's buildings."""
    play_card(batch, prompt.seat, command.card, "mining")
    gain_resource(batch, prompt.seat, ORE)


def gain_resource(batch: Batch, seat: int, kind: int) -> None:
    """Takes cards of a resource for the hexes of a seat, as far as the bank has them."""
    gained = resource_gain(batch.facts, batch.state, seat, kind)
    if not gained:
        raise Rejected("no-effect")
    batch.add(CardsGained(seat, gained))


def resource_gain(facts: Facts, state: State, seat: int, kind: int) -> Counts:
    """Returns two cards for each hex of a resource next to the seat's buildings, as far as the bank has them.

    Cities do not double the number, and the robber is ignored (R8.4). The result is () if there would be only zeros.
    """
    touched = _count_hexes(facts, state.terrain, kind, state.seats[seat].buildings)
    count = min(PER_HEX * touched, state.bank[kind])
    return one_kind(kind, count) if count else ()


@lru_cache(maxsize=4096)
def _count_hexes(facts: Facts, terrain: tuple[str, ...], kind: int, buildings: int) -> int:
    """Returns the number of hexes of a resource next to these buildings."""
    hexes = zip(terrain, AROUND_HEX, strict=True)
    return sum(facts.resource[land] == kind and around & buildings > 0 for land, around in hexes)


def irrigation_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayIrrigation]:
    """Yields the Irrigation command, if it would give the seat a card."""
    if resource_gain(facts, state, seat, GRAIN):
        yield PlayIrrigation(card)


def mining_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMining]:
    """Yields the Mining command, if it would give the seat a card."""
    if resource_gain(facts, state, seat, ORE):
        yield PlayMining(card)


# Smith


def play_smith(batch: Batch, prompt: ActionPrompt, command: PlaySmith) -> None:
    """Promotes one or two knights by one level each for free, one after the other (R11.3, C-12)."""
    play_card(batch, prompt.seat, command.card, "smith")
    for corner in command.corners:
        raise_knight_level(batch, prompt.seat, corner)


def smith_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySmith]:
    """Yields a Smith command for each knight and each pair of knights, lower corner first unless that is illegal.

    The order can matter: promoting a strong knight to mighty frees the piece that a basic knight needs.
    """
    first = [knight.corner for knight in promotable_knights(facts, state, seat)]
    pairs: list[tuple[int, int]] = []
    for corner in first:
        after = evolve(facts, state, KnightPromoted(seat, corner))
        pairs += [(corner, knight.corner) for knight in promotable_knights(facts, after, seat)]
    for corner in first:
        yield PlaySmith(card, (corner,))
    for one, other in pairs:
        if one < other or (other, one) not in pairs:
            yield PlaySmith(card, (one, other))


PLAYS: Mapping[str, Plays] = {
    "crane": crane_options,
    "engineer": engineer_options,
    "inventor": inventor_options,
    "irrigation": irrigation_options,
    "medicine": medicine_options,
    "mining": mining_options,
    "smith": smith_options,
}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayCrane, ActionPrompt, play_crane),
        answer(PlayEngineer, ActionPrompt, play_engineer),
        answer(PlayInventor, ActionPrompt, play_inventor),
        answer(PlayIrrigation, ActionPrompt, play_irrigation),
        answer(PlayMedicine, ActionPrompt, play_medicine),
        answer(PlayMining, ActionPrompt, play_mining),
        answer(PlaySmith, ActionPrompt, play_smith),
    ),
    actions=(build_action(PLAYS),),
)
