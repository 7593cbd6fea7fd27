"""Production: what the hexes bring, shortage, the aqueduct (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.cities_knights.batch import Batch
from domain.cities_knights.board import AROUND_HEX
from domain.cities_knights.commands import TRACK, TakeResource, Track
from domain.cities_knights.decks import overflow
from domain.cities_knights.events import AqueductUsed, Produced
from domain.cities_knights.facts import Facts
from domain.cities_knights.kinds import KINDS, RESOURCES, Counts
from domain.cities_knights.prompts import AqueductPrompt
from domain.cities_knights.robber import seven
from domain.cities_knights.state import Frame, State, Then
from domain.cities_knights.turn import begin_action, clockwise
from domain.engine.game import Rejected

SEVEN = 7
SCIENCE = TRACK[Track.SCIENCE]

Yields = tuple[tuple[int, int], ...]
"""Kinds and how many cards of each."""
Producer = tuple[int, int, Yields, Yields]
"""A hex, its corners as a mask, what a settlement and what a city gets there."""


def after_event(batch: Batch) -> None:
    """When the event die and all its choices are through: hands of progress cards, then the total (R5.3, R13.2)."""
    if overflow(batch, Then.PRODUCTION):
        return
    dice = batch.state.dice
    assert dice
    total = dice.red + dice.yellow
    if total == SEVEN:
        seven(batch)
        return
    gained = produce(batch, total)
    _ask_aqueduct(batch, tuple([seat for seat in clockwise(batch.state) if not gained[seat]]))


def produce(batch: Batch, total: int) -> tuple[Counts, ...]:
    """The hexes with this token bring each seat its cards, as far as the bank has them (R7.1 to R7.3)."""
    state = batch.state
    claims = due(batch.facts, state, total)
    short = _cut(claims, state.bank)
    gained = tuple([tuple(claim) if any(claim) else () for claim in claims])
    if short or any(gained):
        batch.happen(Produced(gained, tuple([KINDS[kind] for kind in short])))
    return gained


def due(facts: Facts, state: State, total: int) -> list[list[int]]:
    """What each seat would get, from a bank without end. A sideways city is a settlement (R7.2)."""
    claims = [[0] * len(KINDS) for _ in state.seats]
    for hex_, around, settlement, city in producers(facts, state.terrain, state.tokens)[total]:
        if hex_ == state.robber:
            continue
        for seat, claim in zip(state.seats, claims, strict=True):
            if small := ((seat.settlements | seat.sideways) & around).bit_count():
                for kind, count in settlement:
                    claim[kind] += small * count
            if large := (seat.cities & around).bit_count():
                for kind, count in city:
                    claim[kind] += large * count
    return claims


@lru_cache(maxsize=1024)
def producers(facts: Facts, terrain: tuple[str, ...], tokens: tuple[int, ...]) -> tuple[tuple[Producer, ...], ...]:
    """By total: the hexes that produce."""
    return tuple(
        tuple(
            (hex_, AROUND_HEX[hex_], _yields(facts.settlement_yield[land]), _yields(facts.city_yield[land]))
            for hex_, (land, token) in enumerate(zip(terrain, tokens, strict=True))
            if token and token == total
        )
        for total in range(13)
    )


def _yields(counts: Counts) -> Yields:
    return tuple((kind, count) for kind, count in enumerate(counts) if count)


def _cut(claims: list[list[int]], bank: Counts) -> list[int]:
    """The kinds of which the bank has too few: a single claimant gets the rest, several get nothing (R7.3, C-53)."""
    short: list[int] = []
    for kind, left in enumerate(bank):
        claimants = [claim for claim in claims if claim[kind]]
        if sum([claim[kind] for claim in claimants]) > left:
            short.append(kind)
            for claim in claimants:
                claim[kind] = left if len(claimants) == 1 else 0
    return short


def _ask_aqueduct(batch: Batch, seats: tuple[int, ...]) -> None:
    """The next of these seats that has an aqueduct takes a resource, while the bank holds one (R7.4)."""
    level = batch.facts.limits.ability_level
    if any(batch.state.bank[kind] for kind in RESOURCES):
        for place, seat in enumerate(seats):
            if batch.seat(seat).levels[SCIENCE] >= level:
                batch.ask((AqueductPrompt(seat),), Then.AQUEDUCT, seats[place + 1 :])
                return
    begin_action(batch)


def take(batch: Batch, prompt: AqueductPrompt, command: TakeResource) -> None:
    """A resource of the bank, or none where that is allowed (R7.4)."""
    if command not in aqueduct(batch.facts, batch.state, prompt):
        raise Rejected("resource")
    batch.happen(AqueductUsed(prompt.seat, command.kind))


def after_overflow(batch: Batch, frame: Frame) -> None:
    """Progress cards were given up, or one was played instead (R13.2, C-70)."""
    after_event(batch)


def after_aqueduct(batch: Batch, frame: Frame) -> None:
    """The next seat takes its resource (R7.4)."""
    _ask_aqueduct(batch, frame.rest)


def aqueduct(facts: Facts, state: State, prompt: AqueductPrompt) -> Sequence[TakeResource]:
    """Every resource that the bank holds, and none with `aqueduct_decline`."""
    taken = [TakeResource(KINDS[kind]) for kind in RESOURCES if state.bank[kind]]
    return [*taken, TakeResource()] if state.options.aqueduct_decline else taken


def plentiful(facts: Facts, state: State, prompt: AqueductPrompt) -> TakeResource:
    """By default the resource of which the bank holds most (1.19)."""
    return TakeResource(KINDS[max(RESOURCES, key=lambda kind: state.bank[kind])])


ANSWERS = {TakeResource: (AqueductPrompt, take)}
FOLLOWS = {Then.PRODUCTION: after_overflow, Then.AQUEDUCT: after_aqueduct}
OPTIONS = {AqueductPrompt: aqueduct}
DEFAULTS = {AqueductPrompt: plentiful}
