"""The event die: its five faces, and the event card that is revealed, resolved and returned (3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from domain.catan_cards.cards.ids import title
from domain.catan_cards.cards.kinds import Kind
from domain.catan_cards.events import BrigandsCame, EventReturned, EventRevealed
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect, EventCard, EventEffect, Face
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import beside, with_effect
from domain.catan_cards.principality.totals import mill_token, tournament
from domain.catan_cards.prompts import Why
from domain.catan_cards.rules.base_events import garrisons, plague, productive_year, progress, year_end
from domain.catan_cards.rules.civil_war import civil_war
from domain.catan_cards.rules.gaining import gain, gain_stars
from domain.catan_cards.rules.hidden_events import conflict, master_builder
from domain.catan_cards.rules.in_turn import follow_in_turn, in_turn, roller_first
from domain.catan_cards.rules.kw_events import golden_times, unrest
from domain.catan_cards.rules.production import produce
from domain.catan_cards.rules.stars import ask_for_stars, can_pay
from domain.catan_cards.rules.taking import take
from domain.catan_cards.state import Continuation, Question, SeatState
from domain.engine.area import Area, follow

STOLEN = (Kind.ORE, Kind.WOOL)
"""What a Brigand Attack costs (B16)."""


def event(batch: Batch, face: Face) -> None:
    """What the event die shows is carried out; production follows all of it (B13, E5)."""
    if face is Face.EVENT_CARD:
        batch.ask((), Continuation.EVENT_CARD)
        reveal(batch)
        return
    batch.ask((), Continuation.PRODUCTION)
    match face:
        case Face.BRIGAND_ATTACK:
            brigand_attack(batch)
        case Face.TRADE_ADVANTAGE:
            trade_advantage(batch)
        case Face.TOURNAMENT:
            hold_tournament(batch)
        case Face.YEAR_OF_PLENTY:
            in_turn(batch, roller_first(batch.state), Continuation.PLENTY, gain_of_plenty)
        case _:
            assert_never(face)


# Brigand Attack


def brigand_attack(batch: Batch) -> None:
    """Asleep in the first turns (B16, R11); then Lancers are asked, of those who would lose something (K27, R31)."""
    facts, state = batch.facts, batch.state
    if state.turn <= facts.constants.brigands_asleep_turns:
        return
    batch.ask((), Continuation.BRIGANDS)
    asked = [
        seat
        for seat in roller_first(state)
        if robbed(facts, state.seats[seat]) and has_lancers(facts, state.seats[seat]) and can_pay(facts, state, seat)
    ]
    ask_for_stars(batch, asked, Why.BRIGAND_ATTACK)


def robbed(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """The ore and wool a seat loses: all of it if too much lies outside the reach of its Garrisons (B16, B59)."""
    shielded = {land.region for one in garrisons(facts, seat) for land in beside(seat, one)}
    counted = sum([land.stored for land in seat.lands if land.region not in shielded])
    if counted <= facts.constants.brigands_above:
        return ()
    return tuple(
        [land.region for land in seat.lands if facts.lands[land.region].kind in STOLEN for _ in range(land.stored)]
    )


def has_lancers(facts: Facts, seat: SeatState) -> bool:
    """Whether a seat may buy itself free; more than one Lancers changes nothing (R31)."""
    return bool(with_effect(facts, seat, Effect.PAY_STAR_IGNORE_BRIGAND_ATTACK))


def brigands(batch: Batch, question: Question) -> None:
    """Both lose at once, but for whom a star was paid (K27)."""
    state = batch.state
    lost = [() if seat in state.spared else robbed(batch.facts, own) for seat, own in enumerate(state.seats)]
    batch.happen(BrigandsCame(tuple(lost)))


# Trade Advantage, Tournament, Year of Plenty


def trade_advantage(batch: Batch) -> None:
    """Village Schools first, roller first (K21, R39, R97); then the mill token's holder takes one (B17)."""
    for seat in roller_first(batch.state):
        gain_stars(batch, seat, schooling(batch.facts, batch.seat(seat)), Why.SCHOOL)
    holder = mill_token(batch.facts, batch.state)
    if holder is not None:
        take(batch, holder, 1, Why.TRADE_ADVANTAGE)


def schooling(facts: Facts, seat: SeatState) -> int:
    """The stars that Village Schools bring at a Trade Advantage (K21)."""
    return sum([facts.cards[title(one.card)].numbers.stars_on_trade_advantage for one in seat.built])


def hold_tournament(batch: Batch) -> None:
    """The player with strictly more tournament points gains one (B18, R41)."""
    one, other = [tournament(batch.facts, seat) for seat in batch.state.seats]
    if one != other:
        gain(batch, int(other > one), 1, Why.TOURNAMENT)


def gain_of_plenty(batch: Batch, seat: int) -> None:
    """One resource of choice (B19)."""
    gain(batch, seat, 1, Why.YEAR_OF_PLENTY)


def everybody_produces(batch: Batch, question: Question) -> None:
    """Production follows every face of the die (B13)."""
    produce(batch, roller_first(batch.state))


# The event card


def reveal(batch: Batch) -> None:
    """The top event card is revealed, and carried out for both (B20)."""
    card = batch.state.events[0]
    batch.happen(EventRevealed(card))
    printed = batch.facts.events[title(card)]
    EVENTS[printed.effect](batch, printed)


EVENTS: Mapping[EventEffect, Callable[[Batch, EventCard], None]] = {
    EventEffect.EACH_RETURNS_UNIT_CHOSEN_BY_OPPONENT: civil_war,
    EventEffect.KNIGHT_TOKEN_HOLDER_REMOVES_TWO_HAND_CARDS: conflict,
    EventEffect.EACH_MAY_SWAP_HAND_CARD_WITH_SEARCHED_STACK: master_builder,
    EventEffect.CITY_REGIONS_LOSE_ONE: plague,
    EventEffect.GARRISON_REGIONS_GAIN_ONE: productive_year,
    EventEffect.GAIN_ONE_PER_ABBEY_AND_LIBRARY: progress,
    EventEffect.RESHUFFLE_EVENT_DECK: year_end,
    EventEffect.EACH_MAY_PAY_STAR_FOR_TWO_RESOURCES: golden_times,
    EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX: unrest,
}
"""What each event card does (3.11, 6.4)."""


def return_card(batch: Batch, question: Question) -> None:
    """The card goes face down under the deck, unless it was shuffled into it; in Unrest only payers produce (K19)."""
    state, producing = batch.state, roller_first(batch.state)
    seats: tuple[int, ...] = producing
    if state.revealed is not None:
        if batch.facts.events[title(state.revealed)].effect is EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX:
            seats = tuple([seat for seat in producing if seat in state.spared])
        batch.happen(EventReturned(state.revealed))
    produce(batch, seats)


AREA = Area(
    follows=(
        follow(Continuation.BRIGANDS, brigands),
        follow_in_turn(Continuation.PLENTY, gain_of_plenty),
        follow(Continuation.PRODUCTION, everybody_produces),
        follow(Continuation.EVENT_CARD, return_card),
    ),
)
