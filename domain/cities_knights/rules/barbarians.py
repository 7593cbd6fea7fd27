"""The barbarian attack: the best defenders are rewarded, or cities are pillaged (R9, R10.6)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import EDGES_AT, numbers
from chronik.domain.cities_knights.commands import TRACKS, ChooseCity, ChooseDeck
from chronik.domain.cities_knights.events import BarbariansLanded, BarbariansLeft, CityPillaged, DefenderNamed, Remains
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import DefenderCards, DefenderZeroTie, PillageWithoutSettlement
from chronik.domain.cities_knights.island.longest_road import settle_longest_road
from chronik.domain.cities_knights.island.occupancy import free_cities
from chronik.domain.cities_knights.prompts import DeckPrompt, PillagePrompt
from chronik.domain.cities_knights.rules.decks import draw_progress
from chronik.domain.cities_knights.rules.production import continue_roll
from chronik.domain.cities_knights.rules.turn import clockwise
from chronik.domain.cities_knights.state import Continuation, Question, SeatState, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

PRINTED_DEFENDERS = 6
"""The number of Defender cards if `defender_cards` is 6 (C-69)."""


def resolve_attack(batch: Batch) -> None:
    """Resolves the attack: compares the number of cities with the strength of all active knights (R9.1, R9.2)."""
    state = batch.state
    attack = barbarian_strength(state)
    defence = tuple([contribution(batch.facts, seat) for seat in state.seats])
    held = sum(defence) >= attack
    batch.add(BarbariansLanded(attack, defence, held))
    if held:
        _reward_defenders(batch, defence)
    else:
        _pillage_cities(batch, defence)


def barbarian_strength(state: State) -> int:
    """Returns the strength of the barbarians: the number of cities of all seats (R9.1)."""
    return sum([seat.cities.bit_count() for seat in state.seats])


def contribution(facts: Facts, seat: SeatState) -> int:
    """Returns the total strength of a seat's active knights (R9.2)."""
    return sum([facts.knight_strength[knight.level - 1] for knight in seat.knights if knight.active])


def _reward_defenders(batch: Batch, defence: tuple[int, ...]) -> None:
    """Gives the best defender a point. If several are tied, each draws a card (R9.3)."""
    options, most = batch.state.options, max(defence)
    if not most and options.defender_zero_tie is DefenderZeroTie.NO_AWARD:
        _end_attack(batch)
        return
    best = tuple([seat for seat in clockwise(batch.state) if defence[seat] == most])
    if len(best) > 1:
        _ask_for_deck(batch, best)
        return
    if options.defender_cards is DefenderCards.UNLIMITED or batch.state.defenders < PRINTED_DEFENDERS:
        batch.add(DefenderNamed(defence.index(most)))
    _end_attack(batch)


def _ask_for_deck(batch: Batch, seats: tuple[int, ...]) -> None:
    """Asks the next of the best defenders to choose a deck, as long as any deck has a card (R9.3b)."""
    if seats and any(batch.state.decks):
        batch.ask((DeckPrompt(seats[0]),), Continuation.DEFENDERS, seats[1:])
    else:
        _end_attack(batch)


def _pillage_cities(batch: Batch, defence: tuple[int, ...]) -> None:
    """Pillages a city of each vulnerable seat with the lowest contribution.

    Asks all seats with a choice at once (R9.4).
    """
    state = batch.state
    at_risk = {seat: numbers(free) for seat in clockwise(state) if (free := free_cities(state, seat))}
    lowest = min([defence[seat] for seat in at_risk], default=0)
    losers = {seat: corners for seat, corners in at_risk.items() if defence[seat] == lowest}
    for seat, corners in losers.items():
        if len(corners) == 1:
            _pillage_city(batch, seat, corners[0])
    choosing = [PillagePrompt(seat) for seat, corners in losers.items() if len(corners) > 1]
    if choosing:
        batch.ask(choosing, Continuation.ATTACK)
    else:
        _finish_pillage(batch)


def _pillage_city(batch: Batch, seat: int, corner: int) -> None:
    """Turns a city into a settlement, or does what `pillage_without_settlement` says (R9.4d, R9.4e, C-01)."""
    own, left = batch.seat(seat), batch.facts.supply.settlements
    rule = batch.state.options.pillage_without_settlement
    if own.settlements.bit_count() < left or rule is PillageWithoutSettlement.EXCEED_SUPPLY:
        batch.add(CityPillaged(seat, corner))
    elif rule is PillageWithoutSettlement.SIDEWAYS:
        batch.add(CityPillaged(seat, corner, Remains.SIDEWAYS))
    else:
        lost = own.roads & EDGES_AT[corner]
        roads = own.roads & ~lost
        knights = tuple([knight.corner for knight in own.knights if not roads & EDGES_AT[knight.corner]])
        batch.add(CityPillaged(seat, corner, Remains.NOTHING, numbers(lost), knights))


def _finish_pillage(batch: Batch) -> None:
    """Updates the longest road, which a pillage may have broken, and ends the attack (R10.6, R16.3)."""
    settle_longest_road(batch)
    _end_attack(batch)


def _end_attack(batch: Batch) -> None:
    """Deactivates all knights, returns the ship, wakes the robber, and continues the roll (R9.5)."""
    batch.add(BarbariansLeft())
    continue_roll(batch)


def choose_deck(batch: Batch, prompt: DeckPrompt, command: ChooseDeck) -> None:
    """Draws the top card of the deck that a best defender chose (R9.3b)."""
    deck = TRACKS.index(command.deck)
    if not batch.state.decks[deck]:
        raise Rejected("deck")
    draw_progress(batch, prompt.seat, deck)


def choose_city(batch: Batch, prompt: PillagePrompt, command: ChooseCity) -> None:
    """Pillages the city that its owner chose, which cannot be a metropolis (R9.4c)."""
    if not free_cities(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    _pillage_city(batch, prompt.seat, command.corner)


def continue_defenders(batch: Batch, question: Question) -> None:
    """Asks the next of the best defenders (R9.3b)."""
    _ask_for_deck(batch, question.rest)


def continue_pillage(batch: Batch, question: Question) -> None:
    """Continues after every loser has chosen a city (C-39)."""
    _finish_pillage(batch)


def deck_options(facts: Facts, state: State, prompt: DeckPrompt) -> Sequence[ChooseDeck]:
    """Returns a command for every deck that is not empty."""
    return [ChooseDeck(track) for track, cards in zip(TRACKS, state.decks, strict=True) if cards]


def pillage_options(facts: Facts, state: State, prompt: PillagePrompt) -> Sequence[ChooseCity]:
    """Returns a command for every city of the seat without a metropolis."""
    return [ChooseCity(corner) for corner in numbers(free_cities(state, prompt.seat))]


def default_deck(facts: Facts, state: State, prompt: DeckPrompt) -> ChooseDeck:
    """Returns the default answer: the first deck that is not empty (1.19)."""
    return deck_options(facts, state, prompt)[0]


def default_pillage(facts: Facts, state: State, prompt: PillagePrompt) -> ChooseCity:
    """Returns the default answer: the lowest corner of a city without a wall, or else of any city (1.19)."""
    free = free_cities(state, prompt.seat)
    return ChooseCity(numbers(free & ~state.seats[prompt.seat].walls or free)[0])


AREA = Area(
    answers=(
        answer(ChooseDeck, DeckPrompt, choose_deck),
        answer(ChooseCity, PillagePrompt, choose_city),
    ),
    follows=(
        follow(Continuation.DEFENDERS, continue_defenders),
        follow(Continuation.ATTACK, continue_pillage),
    ),
    options=(
        option(DeckPrompt, deck_options),
        option(PillagePrompt, pillage_options),
    ),
    defaults=(
        default(DeckPrompt, default_deck),
        default(PillagePrompt, default_pillage),
    ),
)
