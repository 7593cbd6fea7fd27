"""Production: what the hexes bring, shortage, the aqueduct (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.cities_knights.board import AROUND_HEX
from domain.cities_knights.cards.kinds import KINDS, NOTHING, RESOURCES, Counts, Kind, holds, plus
from domain.cities_knights.commands import TRACK, TakeResource, Track
from domain.cities_knights.events import AqueductUsed, Produced
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import AqueductPrompt
from domain.cities_knights.rules.decks import overflow
from domain.cities_knights.rules.robber import seven
from domain.cities_knights.rules.turn import begin_action, clockwise, enough
from domain.cities_knights.state import Continuation, Question, SeatState, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

SEVEN = 7
SCIENCE = TRACK[Track.SCIENCE]

Yields = tuple[tuple[int, int], ...]
"""Kinds and how many cards of each."""
Producer = tuple[int, int, Yields, Yields]
"""A hex, its corners as a mask, what a settlement and what a city gets there."""


def after_event(batch: Batch) -> None:
    """When the event die and all its choices are through: hands of progress cards, then the total (R5.3, R13.2).

    Unless it has brought the active seat the last point it needs: then nothing more happens (R17.3).
    """
    if enough(batch) or overflow(batch, Continuation.PRODUCTION):
        return
    dice = batch.state.dice
    assert dice
    total = dice.red + dice.yellow
    if total == SEVEN:
        seven(batch)
        return
    gained = produce(batch, total)
    level, seats = batch.facts.limits.ability_level, batch.state.seats
    _ask_aqueduct(
        batch, tuple([n for n in clockwise(batch.state) if not gained[n] and seats[n].levels[SCIENCE] >= level])
    )


def produce(batch: Batch, total: int) -> tuple[Counts, ...]:
    """The hexes with this token bring each seat its cards, as far as the bank has them (R7.1 to R7.3)."""
    gained, short = _cut(due(batch.facts, batch.state, total), batch.state.bank)
    if short or any(gained):
        batch.happen(Produced(gained, short))
    return gained


def due(facts: Facts, state: State, total: int) -> tuple[Counts, ...]:
    """What each seat would get from a bank without end; empty for nothing. A sideways city is a settlement (R7.2)."""
    corners, hexes = producers(facts, state.terrain, state.tokens)[total]
    return tuple([_claim(seat, hexes, state.robber) if seat.buildings & corners else () for seat in state.seats])


def _claim(seat: SeatState, hexes: tuple[Producer, ...], robber: int) -> Counts:
    claim = [0] * len(KINDS)
    settlements, cities = seat.settlements | seat.sideways, seat.cities
    for hex_, around, settlement, city in hexes:
        if hex_ == robber:
            continue
        if small := (settlements & around).bit_count():
            for kind, count in settlement:
                claim[kind] += small * count
        if large := (cities & around).bit_count():
            for kind, count in city:
                claim[kind] += large * count
    return tuple(claim) if any(claim) else ()


@lru_cache(maxsize=1024)
def producers(
    facts: Facts, terrain: tuple[str, ...], tokens: tuple[int, ...]
) -> tuple[tuple[int, tuple[Producer, ...]], ...]:
    """By total: the corners of the hexes that produce, as a mask, and those hexes."""
    table: list[tuple[int, tuple[Producer, ...]]] = []
    for total in range(13):
        hexes = [hex_ for hex_, token in enumerate(tokens) if token and token == total]
        corners = 0
        for hex_ in hexes:
            corners |= AROUND_HEX[hex_]
        table.append((corners, tuple([_producer(facts, hex_, terrain[hex_]) for hex_ in hexes])))
    return tuple(table)


def _producer(facts: Facts, hex_: int, land: str) -> Producer:
    return hex_, AROUND_HEX[hex_], _yields(facts.settlement_yield[land]), _yields(facts.city_yield[land])


def _yields(counts: Counts) -> Yields:
    return tuple((kind, count) for kind, count in enumerate(counts) if count)


def _cut(claims: tuple[Counts, ...], bank: Counts) -> tuple[tuple[Counts, ...], tuple[Kind, ...]]:
    """What each seat gets, and the kinds of which the bank has too few.

    Of those a single claimant gets the rest, several get nothing (R7.3, C-53).
    """
    wanted = NOTHING
    for claim in claims:
        if claim:
            wanted = plus(wanted, claim)
    if holds(bank, wanted):
        return claims, ()
    short = [kind for kind, left in enumerate(bank) if wanted[kind] > left]
    cut = [list(claim) for claim in claims]
    for kind in short:
        claimants = [own for own in cut if own and own[kind]]
        for own in claimants:
            own[kind] = bank[kind] if len(claimants) == 1 else 0
    return tuple([tuple(own) if any(own) else () for own in cut]), tuple([KINDS[kind] for kind in short])


def _ask_aqueduct(batch: Batch, seats: tuple[int, ...]) -> None:
    """The next seat whose aqueduct helps takes a resource, while the bank holds one (R7.4)."""
    if seats and any(batch.state.bank[kind] for kind in RESOURCES):
        batch.ask((AqueductPrompt(seats[0]),), Continuation.AQUEDUCT, seats[1:])
    else:
        begin_action(batch)


def take(batch: Batch, prompt: AqueductPrompt, command: TakeResource) -> None:
    """A resource of the bank, or none where that is allowed (R7.4)."""
    if command not in aqueduct(batch.facts, batch.state, prompt):
        raise Rejected("resource")
    batch.happen(AqueductUsed(prompt.seat, command.kind))


def after_overflow(batch: Batch, question: Question) -> None:
    """Progress cards were given up, or one was played instead (R13.2, C-70)."""
    after_event(batch)


def after_aqueduct(batch: Batch, question: Question) -> None:
    """The next seat takes its resource (R7.4)."""
    _ask_aqueduct(batch, question.rest)


def aqueduct(facts: Facts, state: State, prompt: AqueductPrompt) -> Sequence[TakeResource]:
    """Every resource that the bank holds, and none with `aqueduct_decline`."""
    taken = [TakeResource(KINDS[kind]) for kind in RESOURCES if state.bank[kind]]
    return [*taken, TakeResource()] if state.options.aqueduct_decline else taken


def plentiful(facts: Facts, state: State, prompt: AqueductPrompt) -> TakeResource:
    """By default the resource of which the bank holds most (1.19)."""
    return TakeResource(KINDS[max(RESOURCES, key=lambda kind: state.bank[kind])])


AREA = Area(
    answers=(answer(TakeResource, AqueductPrompt, take),),
    follows=(
        follow(Continuation.PRODUCTION, after_overflow),
        follow(Continuation.AQUEDUCT, after_aqueduct),
    ),
    options=(option(AqueductPrompt, aqueduct),),
    defaults=(default(AqueductPrompt, plentiful),),
)
