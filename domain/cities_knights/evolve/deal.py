"""The deal, and where the seats begin (R3, R4)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from domain.cities_knights.board import mask
from domain.cities_knights.cards.kinds import minus, plus
from domain.cities_knights.commands import TRACK
from domain.cities_knights.events import DeckShuffled, FirstDrawn, IslandDealt, Positioned, StartPlaced
from domain.cities_knights.evolve.changes import with_seat
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import StartPrompt
from domain.cities_knights.state import State
from domain.engine.area import after
from domain.engine.questions import answered
from domain.engine.tuples import placed


def _first_drawn(facts: Facts, state: State, event: FirstDrawn) -> State:
    return replace(state, first=event.seat, active=event.seat)


def _positioned(facts: Facts, state: State, event: Positioned) -> State:
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


def _dealt(facts: Facts, state: State, event: IslandDealt) -> State:
    return replace(
        state,
        terrain=tuple(map(intern, event.terrain)),
        tokens=event.tokens,
        harbors=tuple(map(intern, event.harbors)),
        robber=event.robber,
    )


def _shuffled(facts: Facts, state: State, event: DeckShuffled) -> State:
    number = TRACK[event.deck]
    known = state.decks[number][state.fresh[number] :]
    order = tuple(map(intern, event.order))
    return replace(state, decks=placed(state.decks, number, (*order, *known)))


def _start_placed(facts: Facts, state: State, event: StartPlaced) -> State:
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
    return replace(state, seats=seats, bank=bank, stack=answered(state.stack, event.seat, StartPrompt))


AFTER = (
    after(FirstDrawn, _first_drawn),
    after(Positioned, _positioned),
    after(IslandDealt, _dealt),
    after(DeckShuffled, _shuffled),
    after(StartPlaced, _start_placed),
)
