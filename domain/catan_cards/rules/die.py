"""The event die: its five faces, and the event card that is revealed, resolved and put back (3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.events import BrigandsCame, EventReturned, EventRevealed
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, EventCard, EventEffect, Face
from chronik.domain.catan_cards.principality.axis import cards_with_effect, neighbouring_lands
from chronik.domain.catan_cards.principality.totals import mill_token, tournament
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.rules.base_events import (
    garrisons,
    resolve_plague,
    resolve_productive_year,
    resolve_progress,
    resolve_year_end,
)
from chronik.domain.catan_cards.rules.civil_war import resolve_civil_war
from chronik.domain.catan_cards.rules.gaining import gain, gain_stars
from chronik.domain.catan_cards.rules.hidden_events import resolve_conflict, resolve_master_builder
from chronik.domain.catan_cards.rules.in_turn import act_in_turn, follow_in_turn, roller_first
from chronik.domain.catan_cards.rules.kw_events import resolve_golden_times, resolve_unrest
from chronik.domain.catan_cards.rules.production import produce
from chronik.domain.catan_cards.rules.stars import ask_for_stars, can_pay
from chronik.domain.catan_cards.rules.taking import take
from chronik.domain.catan_cards.state import Continuation, Question, SeatState
from chronik.domain.engine.area import Area, follow

STOLEN = (Kind.ORE, Kind.WOOL)
"""The resources lost in a Brigand Attack (B16)."""


def carry_out_event(batch: Batch, face: Face) -> None:
    """Carries out the face of the event die; production follows when that is done (B13, E5)."""
    if face is Face.EVENT_CARD:
        batch.ask((), Continuation.EVENT_CARD)
        reveal(batch)
        return
    batch.ask((), Continuation.PRODUCTION)
    match face:
        case Face.BRIGAND_ATTACK:
            start_brigand_attack(batch)
        case Face.TRADE_ADVANTAGE:
            resolve_trade_advantage(batch)
        case Face.TOURNAMENT:
            hold_tournament(batch)
        case Face.YEAR_OF_PLENTY:
            act_in_turn(batch, roller_first(batch.state), Continuation.PLENTY, gain_in_plenty)
        case _:
            assert_never(face)


# Brigand Attack


def start_brigand_attack(batch: Batch) -> None:
    """Does nothing in the first turns (B16, R11); later, seats with losses and Lancers may pay a star (K27, R31)."""
    facts, state = batch.facts, batch.state
    if state.turn <= facts.constants.brigands_asleep_turns:
        return
    batch.ask((), Continuation.BRIGANDS)
    asked = [
        seat
        for seat in roller_first(state)
        if brigand_losses(facts, state.seats[seat])
        and has_lancers(facts, state.seats[seat])
        and can_pay(facts, state, seat)
    ]
    ask_for_stars(batch, asked, Why.BRIGAND_ATTACK)


def brigand_losses(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """Returns the ore and wool that a seat loses if it stores too much outside the reach of Garrisons (B16, B59)."""
    shielded = {land.region for one in garrisons(facts, seat) for land in neighbouring_lands(seat, one)}
    counted = sum([land.stored for land in seat.lands if land.region not in shielded])
    if counted <= facts.constants.brigands_above:
        return ()
    return tuple(
        [land.region for land in seat.lands if facts.lands[land.region].kind in STOLEN for _ in range(land.stored)]
    )


def has_lancers(facts: Facts, seat: SeatState) -> bool:
    """Returns whether a seat has Lancers, which let it pay to be spared; a second copy makes no difference (R31)."""
    return bool(cards_with_effect(facts, seat, Effect.PAY_STAR_IGNORE_BRIGAND_ATTACK))


def rob_players(batch: Batch, question: Question) -> None:
    """Takes the losses of both seats at once; a seat that paid a star loses nothing (K27)."""
    state = batch.state
    lost = [() if seat in state.spared else brigand_losses(batch.facts, own) for seat, own in enumerate(state.seats)]
    batch.add(BrigandsCame(tuple(lost)))


# Trade Advantage, Tournament, Year of Plenty


def resolve_trade_advantage(batch: Batch) -> None:
    """Gives Village Schools their stars, roller first (K21, R39, R97); then the mill holder takes a resource (B17)."""
    for seat in roller_first(batch.state):
        gain_stars(batch, seat, school_stars(batch.facts, batch.seat(seat)), Why.SCHOOL)
    holder = mill_token(batch.facts, batch.state)
    if holder is not None:
        take(batch, holder, 1, Why.TRADE_ADVANTAGE)


def school_stars(facts: Facts, seat: SeatState) -> int:
    """Returns the stars that Village Schools give at a Trade Advantage (K21)."""
    return sum([facts.cards[title(one.card)].numbers.stars_on_trade_advantage for one in seat.built])


def hold_tournament(batch: Batch) -> None:
    """Gives one resource to the player with strictly more tournament points (B18, R41)."""
    one, other = [tournament(batch.facts, seat) for seat in batch.state.seats]
    if one != other:
        gain(batch, int(other > one), 1, Why.TOURNAMENT)


def gain_in_plenty(batch: Batch, seat: int) -> None:
    """Gives a seat one resource of its choice (B19)."""
    gain(batch, seat, 1, Why.YEAR_OF_PLENTY)


def produce_for_both(batch: Batch, question: Question) -> None:
    """Starts production for both seats, after every face of the die (B13)."""
    produce(batch, roller_first(batch.state))


# The event card


def reveal(batch: Batch) -> None:
    """Reveals the top event card and carries it out for both seats (B20)."""
    card = batch.state.events[0]
    batch.add(EventRevealed(card))
    printed = batch.facts.events[title(card)]
    EVENTS[printed.effect](batch, printed)


EVENTS: Mapping[EventEffect, Callable[[Batch, EventCard], None]] = {
    EventEffect.EACH_RETURNS_UNIT_CHOSEN_BY_OPPONENT: resolve_civil_war,
    EventEffect.KNIGHT_TOKEN_HOLDER_REMOVES_TWO_HAND_CARDS: resolve_conflict,
    EventEffect.EACH_MAY_SWAP_HAND_CARD_WITH_SEARCHED_STACK: resolve_master_builder,
    EventEffect.CITY_REGIONS_LOSE_ONE: resolve_plague,
    EventEffect.GARRISON_REGIONS_GAIN_ONE: resolve_productive_year,
    EventEffect.GAIN_ONE_PER_ABBEY_AND_LIBRARY: resolve_progress,
    EventEffect.RESHUFFLE_EVENT_DECK: resolve_year_end,
    EventEffect.EACH_MAY_PAY_STAR_FOR_TWO_RESOURCES: resolve_golden_times,
    EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX: resolve_unrest,
}
"""The function that carries out each event card (3.11, 6.4)."""


def return_card(batch: Batch, question: Question) -> None:
    """Puts the event card under the deck, then starts production.

    Year End has already shuffled its card into the deck. After Unrest only seats that paid stars produce (K19).
    """
    state, producing = batch.state, roller_first(batch.state)
    seats: tuple[int, ...] = producing
    if state.revealed is not None:
        if batch.facts.events[title(state.revealed)].effect is EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX:
            seats = tuple([seat for seat in producing if seat in state.spared])
        batch.add(EventReturned(state.revealed))
    produce(batch, seats)


AREA = Area(
    follows=(
        follow(Continuation.BRIGANDS, rob_players),
        follow_in_turn(Continuation.PLENTY, gain_in_plenty),
        follow(Continuation.PRODUCTION, produce_for_both),
        follow(Continuation.EVENT_CARD, return_card),
    ),
)
