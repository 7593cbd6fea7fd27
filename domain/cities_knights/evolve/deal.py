"""Events of the deal and the setup, applied to the state (R3, R4)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from chronik.domain.cities_knights.board import mask
from chronik.domain.cities_knights.cards.kinds import minus, plus
from chronik.domain.cities_knights.commands import TRACK
from chronik.domain.cities_knights.events import DeckShuffled, FirstDrawn, IslandDealt, Positioned, StartPlaced
from chronik.domain.cities_knights.evolve.changes import with_seat
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import StartPrompt
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.questions import remove_answered


def _apply_first_drawn(facts: Facts, state: State, event: FirstDrawn) -> State:
    return replace(state, first=event.seat, active=event.seat)


def _apply_positioned(facts: Facts, state: State, event: Positioned) -> State:
    seats = [
        replace(
            seat,
            roads=mask(pieces.roads),
            settlements=mask(pieces.settlements),
            cities=mask(pieces.cities),
            sideways=mask(pieces.sideways),
            walls=mask(pieces.walls),
        )
        for seat, pieces in zip(event.state.seats, event.pieces, strict=True)
    ]
    return replace(event.state, seats=tuple(seats))


def _apply_island_dealt(facts: Facts, state: State, event: IslandDealt) -> State:
    return replace(
        state,
        terrain=tuple(map(intern, event.terrain)),
        tokens=event.tokens,
        harbors=tuple(map(intern, event.harbors)),
        robber=event.robber,
    )


def _apply_deck_shuffled(facts: Facts, state: State, event: DeckShuffled) -> State:
    number = TRACK[event.deck]
    known = state.decks[number][state.fresh[number] :]
    order = tuple(map(intern, event.order))
    return replace(state, decks=replace_at(state.decks, number, (*order, *known)))


def _apply_start_placed(facts: Facts, state: State, event: StartPlaced) -> State:
    seat = state.seats[event.seat]
    corner = 1 << event.corner
    seats = with_seat(
        state,
        event.seat,
        hand=plus(seat.hand, event.gained) if event.gained else seat.hand,
        roads=seat.roads | 1 << event.edge,
        settlements=seat.settlements if event.city else seat.settlements | corner,
        cities=seat.cities | corner if event.city else seat.cities,
    )
    bank = minus(state.bank, event.gained) if event.gained else state.bank
    return replace(state, seats=seats, bank=bank, stack=remove_answered(state.stack, event.seat, StartPrompt))


AFTER = (
    on_event(FirstDrawn, _apply_first_drawn),
    on_event(Positioned, _apply_positioned),
    on_event(IslandDealt, _apply_island_dealt),
    on_event(DeckShuffled, _apply_deck_shuffled),
    on_event(StartPlaced, _apply_start_placed),
)
