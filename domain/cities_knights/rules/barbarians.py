"""The barbarians: who defended best, which cities fall, and what they leave (R9, R10.6)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.cities_knights.board import EDGES_AT, numbers
from domain.cities_knights.commands import TRACKS, ChooseCity, ChooseDeck
from domain.cities_knights.events import BarbariansLanded, BarbariansLeft, CityPillaged, DefenderNamed, Remains
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import DefenderCards, DefenderZeroTie, PillageWithoutSettlement
from domain.cities_knights.island.longest_road import settle_longest_road
from domain.cities_knights.island.standing import free_cities
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import DeckPrompt, PillagePrompt
from domain.cities_knights.rules.decks import draw
from domain.cities_knights.rules.production import after_event
from domain.cities_knights.rules.turn import clockwise
from domain.cities_knights.state import Continuation, Question, SeatState, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

PRINTED_DEFENDERS = 6
"""C-69: how many Defender cards there are with `defender_cards` = 6."""


def land(batch: Batch) -> None:
    """The attack: the strengths of all cities against those of all active knights (R9.1, R9.2)."""
    state = batch.state
    attack = strength(state)
    defence = tuple([contribution(batch.facts, seat) for seat in state.seats])
    held = sum(defence) >= attack
    batch.happen(BarbariansLanded(attack, defence, held))
    if held:
        _honour(batch, defence)
    else:
        _pillage(batch, defence)


def strength(state: State) -> int:
    """What the barbarians bring: the cities of all (R9.1)."""
    return sum([seat.cities.bit_count() for seat in state.seats])


def contribution(facts: Facts, seat: SeatState) -> int:
    """The strength of a seat's active knights (R9.2)."""
    return sum([facts.knight_strength[knight.level - 1] for knight in seat.knights if knight.active])


def _honour(batch: Batch, defence: tuple[int, ...]) -> None:
    """The best defender gets a point; of several, each draws a card (R9.3)."""
    options, most = batch.state.options, max(defence)
    if not most and options.defender_zero_tie is DefenderZeroTie.NO_AWARD:
        _leave(batch)
        return
    best = tuple([seat for seat in clockwise(batch.state) if defence[seat] == most])
    if len(best) > 1:
        _ask_deck(batch, best)
        return
    if options.defender_cards is DefenderCards.UNLIMITED or batch.state.defenders < PRINTED_DEFENDERS:
        batch.happen(DefenderNamed(defence.index(most)))
    _leave(batch)


def _ask_deck(batch: Batch, seats: tuple[int, ...]) -> None:
    """The next of the best defenders names a deck, while any has a card (R9.3b)."""
    if seats and any(batch.state.decks):
        batch.ask((DeckPrompt(seats[0]),), Continuation.DEFENDERS, seats[1:])
    else:
        _leave(batch)


def _pillage(batch: Batch, defence: tuple[int, ...]) -> None:
    """Of those at risk, everybody with the lowest contribution loses a city; all choose at once (R9.4)."""
    state = batch.state
    at_risk = {seat: numbers(free) for seat in clockwise(state) if (free := free_cities(state, seat))}
    lowest = min([defence[seat] for seat in at_risk], default=0)
    losers = {seat: corners for seat, corners in at_risk.items() if defence[seat] == lowest}
    for seat, corners in losers.items():
        if len(corners) == 1:
            _fall(batch, seat, corners[0])
    choosing = [PillagePrompt(seat) for seat, corners in losers.items() if len(corners) > 1]
    if choosing:
        batch.ask(choosing, Continuation.ATTACK)
    else:
        _withdraw(batch)


def _fall(batch: Batch, seat: int, corner: int) -> None:
    """A city becomes a settlement, or what `pillage_without_settlement` says (R9.4d, R9.4e, C-01)."""
    own, left = batch.seat(seat), batch.facts.supply.settlements
    rule = batch.state.options.pillage_without_settlement
    if own.settlements.bit_count() < left or rule is PillageWithoutSettlement.EXCEED_SUPPLY:
        batch.happen(CityPillaged(seat, corner))
    elif rule is PillageWithoutSettlement.SIDEWAYS:
        batch.happen(CityPillaged(seat, corner, Remains.SIDEWAYS))
    else:
        lost = own.roads & EDGES_AT[corner]
        roads = own.roads & ~lost
        knights = tuple([knight.corner for knight in own.knights if not roads & EDGES_AT[knight.corner]])
        batch.happen(CityPillaged(seat, corner, Remains.NOTHING, numbers(lost), knights))


def _withdraw(batch: Batch) -> None:
    """When all lost cities have fallen: the longest road, which a removal may have broken (R10.6, R16.3)."""
    settle_longest_road(batch)
    _leave(batch)


def _leave(batch: Batch) -> None:
    """In every case knights rest, the ship turns back and the robber wakes (R9.5); then the roll goes on."""
    batch.happen(BarbariansLeft())
    after_event(batch)


def choose_deck(batch: Batch, prompt: DeckPrompt, command: ChooseDeck) -> None:
    """A best defender draws the top card of a deck (R9.3b)."""
    deck = TRACKS.index(command.deck)
    if not batch.state.decks[deck]:
        raise Rejected("deck")
    draw(batch, prompt.seat, deck)


def choose_city(batch: Batch, prompt: PillagePrompt, command: ChooseCity) -> None:
    """The city the owner gives up; never a metropolis (R9.4c)."""
    if not free_cities(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    _fall(batch, prompt.seat, command.corner)


def after_defender(batch: Batch, question: Question) -> None:
    """The next of the best defenders draws (R9.3b)."""
    _ask_deck(batch, question.rest)


def after_pillage(batch: Batch, question: Question) -> None:
    """Everybody has given up a city (C-39)."""
    _withdraw(batch)


def decks(facts: Facts, state: State, prompt: DeckPrompt) -> Sequence[ChooseDeck]:
    """Every deck with a card left."""
    return [ChooseDeck(track) for track, cards in zip(TRACKS, state.decks, strict=True) if cards]


def cities(facts: Facts, state: State, prompt: PillagePrompt) -> Sequence[ChooseCity]:
    """Every own city that is no metropolis."""
    return [ChooseCity(corner) for corner in numbers(free_cities(state, prompt.seat))]


def first_deck(facts: Facts, state: State, prompt: DeckPrompt) -> ChooseDeck:
    """By default the first deck that is not empty (1.19)."""
    return decks(facts, state, prompt)[0]


def lowest_without_wall(facts: Facts, state: State, prompt: PillagePrompt) -> ChooseCity:
    """By default the first city without a wall (1.19)."""
    free = free_cities(state, prompt.seat)
    return ChooseCity(numbers(free & ~state.seats[prompt.seat].walls or free)[0])


AREA = Area(
    answers=(
        answer(ChooseDeck, DeckPrompt, choose_deck),
        answer(ChooseCity, PillagePrompt, choose_city),
    ),
    follows=(
        follow(Continuation.DEFENDERS, after_defender),
        follow(Continuation.ATTACK, after_pillage),
    ),
    options=(
        option(DeckPrompt, decks),
        option(PillagePrompt, cities),
    ),
    defaults=(
        default(DeckPrompt, first_deck),
        default(PillagePrompt, lowest_without_wall),
    ),
)
