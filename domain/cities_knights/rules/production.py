"""Production: the yields of the hexes, shortages, and the aqueduct (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX
from chronik.domain.cities_knights.cards.kinds import KINDS, NOTHING, RESOURCES, Counts, Kind, holds, plus
from chronik.domain.cities_knights.commands import TRACK, TakeResource, Track
from chronik.domain.cities_knights.events import AqueductUsed, Produced
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import AqueductPrompt
from chronik.domain.cities_knights.rules.decks import ask_to_give_up
from chronik.domain.cities_knights.rules.robber import resolve_seven
from chronik.domain.cities_knights.rules.turn import begin_action, clockwise, has_enough_points
from chronik.domain.cities_knights.state import Continuation, Question, SeatState, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

PRODUCTION = Continuation.PRODUCTION

SEVEN = 7
SCIENCE = TRACK[Track.SCIENCE]

Yields = tuple[tuple[int, int], ...]
"""Pairs of a kind's index and a number of cards."""
Producer = tuple[int, int, Yields, Yields]
"""A hex, its corners as a mask, the yield of a settlement there, and the yield of a city."""


def continue_roll(batch: Batch) -> None:
    """Continues the roll after the event die: enforces the progress card limit, then resolves the total (R5.3, R13.2).

    Does nothing if the active seat has already won because of the event die (R17.3).
    """
    if has_enough_points(batch) or ask_to_give_up(batch, PRODUCTION):
        return
    dice = batch.state.dice
    assert dice
    total = dice.red + dice.yellow
    if total == SEVEN:
        resolve_seven(batch)
        return
    gained = produce(batch, total)
    level, seats = batch.facts.limits.ability_level, batch.state.seats
    _ask_aqueduct(
        batch, tuple([n for n in clockwise(batch.state) if not gained[n] and seats[n].levels[SCIENCE] >= level])
    )


def produce(batch: Batch, total: int) -> tuple[Counts, ...]:
    """Gives each seat its cards from the hexes with this token, as far as the bank has them (R7.1 to R7.3)."""
    gained, short = _apply_shortage(claims_by_seat(batch.facts, batch.state, total), batch.state.bank)
    if short or any(gained):
        batch.add(Produced(gained, short))
    return gained


def claims_by_seat(facts: Facts, state: State, total: int) -> tuple[Counts, ...]:
    """Returns the cards that each seat would get from an unlimited bank; () means no cards (R7.2)."""
    corners, hexes = producers_by_total(facts, state.terrain, state.tokens)[total]
    return tuple(
        [_claim_of_seat(seat, hexes, state.robber) if seat.buildings & corners else () for seat in state.seats]
    )


def _claim_of_seat(seat: SeatState, hexes: tuple[Producer, ...], robber: int) -> Counts:
    claim = [*NOTHING]
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
def producers_by_total(
    facts: Facts, terrain: tuple[str, ...], tokens: tuple[int, ...]
) -> tuple[tuple[int, tuple[Producer, ...]], ...]:
    """Returns, for each total of the dice, the corners of the producing hexes as a mask, and these hexes."""
    table: list[tuple[int, tuple[Producer, ...]]] = []
    for total in range(13):
        hexes = [hex_ for hex_, token in enumerate(tokens) if token and token == total]
        corners = 0
        for hex_ in hexes:
            corners |= AROUND_HEX[hex_]
        table.append((corners, tuple([_producer(facts, hex_, terrain[hex_]) for hex_ in hexes])))
    return tuple(table)


def _producer(facts: Facts, hex_: int, land: str) -> Producer:
    return (
        hex_,
        AROUND_HEX[hex_],
        _nonzero_counts(facts.settlement_yield[land]),
        _nonzero_counts(facts.city_yield[land]),
    )


def _nonzero_counts(counts: Counts) -> Yields:
    return tuple((kind, count) for kind, count in enumerate(counts) if count)


def _apply_shortage(claims: tuple[Counts, ...], bank: Counts) -> tuple[tuple[Counts, ...], tuple[Kind, ...]]:
    """Returns the cards that each seat gets, and the kinds of which the bank has too few.

    If a kind is short, a single seat that claims it gets what is left; several seats get nothing (R7.3, C-53).
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
    """Asks the next seat with an aqueduct to choose a resource, as long as the bank has one (R7.4)."""
    if seats and any(batch.state.bank[kind] for kind in RESOURCES):
        batch.ask((AqueductPrompt(seats[0]),), Continuation.AQUEDUCT, seats[1:])
    else:
        begin_action(batch)


def take_resource(batch: Batch, prompt: AqueductPrompt, command: TakeResource) -> None:
    """Takes a resource from the bank, or declines if that is allowed (R7.4)."""
    if command not in aqueduct_options(batch.facts, batch.state, prompt):
        raise Rejected("resource")
    batch.add(AqueductUsed(prompt.seat, command.kind))


def continue_production(batch: Batch, question: Question) -> None:
    """Continues the roll after progress cards were given up, or one was played instead (R13.2, C-70)."""
    continue_roll(batch)


def continue_aqueduct(batch: Batch, question: Question) -> None:
    """Asks the next seat with an aqueduct (R7.4)."""
    _ask_aqueduct(batch, question.rest)


def aqueduct_options(facts: Facts, state: State, prompt: AqueductPrompt) -> Sequence[TakeResource]:
    """Returns a command for every resource that the bank has, and one to decline if `aqueduct_decline` allows it."""
    taken = [TakeResource(KINDS[kind]) for kind in RESOURCES if state.bank[kind]]
    return [*taken, TakeResource()] if state.options.aqueduct_decline else taken


def default_aqueduct(facts: Facts, state: State, prompt: AqueductPrompt) -> TakeResource:
    """Returns the default answer: the resource of which the bank has the most (1.19)."""
    return TakeResource(KINDS[max(RESOURCES, key=lambda kind: state.bank[kind])])


AREA = Area(
    answers=(answer(TakeResource, AqueductPrompt, take_resource),),
    follows=(
        follow(PRODUCTION, continue_production),
        follow(Continuation.AQUEDUCT, continue_aqueduct),
    ),
    options=(option(AqueductPrompt, aqueduct_options),),
    defaults=(default(AqueductPrompt, default_aqueduct),),
)
