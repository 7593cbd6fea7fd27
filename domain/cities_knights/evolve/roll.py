"""Events of the roll, production and the robber, applied to the state (R6 to R8)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import INDEX, minus, plus
from chronik.domain.cities_knights.events import (
    AqueductUsed,
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    Produced,
    RobberMoved,
    ShipMoved,
)
from chronik.domain.cities_knights.evolve.changes import (
    SINGLE,
    expire_offers,
    pass_cards,
    reprompt,
    with_knight,
    with_seat,
)
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import AqueductPrompt, DiscardPrompt, RobberPrompt, VictimPrompt
from chronik.domain.cities_knights.state import ROLL, Dice, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.questions import remove_answered


def _apply_dice_rolled(facts: Facts, state: State, event: DiceRolled) -> State:
    dice = Dice(event.red, event.yellow, event.event)
    seats = state.seats
    # R1.7: active knights become ready here. A knight that a card activates later in the roll (C-70) does not, and an
    # attack makes all knights unready.
    knights = seats[state.active].knights
    if [knight for knight in knights if knight.ready is not knight.active]:
        knights = tuple([replace(knight, ready=knight.active) for knight in knights])
        seats = with_seat(state, state.active, knights=knights)
    return replace(state, phase=ROLL, rolls=state.rolls + 1, dice=dice, seats=seats)


def _apply_ship_moved(facts: Facts, state: State, event: ShipMoved) -> State:
    return replace(state, ship=event.step)


def _apply_produced(facts: Facts, state: State, event: Produced) -> State:
    seats, bank = list(state.seats), state.bank
    for number, gained in enumerate(event.gained):
        if gained:
            seats[number] = replace(seats[number], hand=plus(seats[number].hand, gained))
            bank = minus(bank, gained)
    return replace(state, seats=tuple(seats), bank=bank)


def _apply_aqueduct_used(facts: Facts, state: State, event: AqueductUsed) -> State:
    stack = remove_answered(state.stack, event.seat, AqueductPrompt)
    if event.kind is None:
        return replace(state, stack=stack)
    card = SINGLE[INDEX[event.kind]]
    seats = with_seat(state, event.seat, hand=plus(state.seats[event.seat].hand, card))
    return replace(state, seats=seats, bank=minus(state.bank, card), stack=stack)


def _apply_cards_discarded(facts: Facts, state: State, event: CardsDiscarded) -> State:
    seats = with_seat(state, event.seat, hand=minus(state.seats[event.seat].hand, event.cards))
    bank, offers = plus(state.bank, event.cards), expire_offers(state, event.seat)
    stack = remove_answered(state.stack, event.seat, DiscardPrompt)
    return replace(state, seats=seats, bank=bank, offers=offers, stack=stack)


def _apply_robber_moved(facts: Facts, state: State, event: RobberMoved) -> State:
    seats = state.seats
    if event.knight is not None:
        seats = with_seat(
            state, event.seat, knights=with_knight(state.seats[event.seat], event.knight, active=False, ready=False)
        )
    return reprompt(state, seats=seats, robber=event.hex, stack=remove_answered(state.stack, event.seat, RobberPrompt))


def _apply_card_stolen(facts: Facts, state: State, event: CardStolen) -> State:
    return reprompt(
        state,
        seats=pass_cards(state, event.victim, event.seat, SINGLE[INDEX[event.kind]]),
        steals=state.steals + 1,
        offers=expire_offers(state, event.victim),
        stack=remove_answered(state.stack, event.seat, VictimPrompt),
    )


AFTER = (
    on_event(DiceRolled, _apply_dice_rolled),
    on_event(ShipMoved, _apply_ship_moved),
    on_event(Produced, _apply_produced),
    on_event(AqueductUsed, _apply_aqueduct_used),
    on_event(CardsDiscarded, _apply_cards_discarded),
    on_event(RobberMoved, _apply_robber_moved),
    on_event(CardStolen, _apply_card_stolen),
)
