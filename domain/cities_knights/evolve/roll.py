"""The roll, what it brings, and the robber (R6 to R8)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.cities_knights.cards.kinds import INDEX, minus, plus
from domain.cities_knights.events import (
    AqueductUsed,
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    Produced,
    RobberMoved,
    ShipMoved,
)
from domain.cities_knights.evolve.changes import (
    SINGLE,
    lapsed,
    moved_on,
    passed,
    with_knight,
    with_seat,
)
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import AqueductPrompt, DiscardPrompt, RobberPrompt, VictimPrompt
from domain.cities_knights.state import Dice, Phase, State
from domain.engine.area import after
from domain.engine.questions import answered


def _rolled(facts: Facts, state: State, event: DiceRolled) -> State:
    dice = Dice(event.red, event.yellow, event.event)
    seats = state.seats
    # R1.7: an attack takes readiness away again; a card played during the roll (C-70) gives none by activating.
    knights = seats[state.active].knights
    if [knight.ready for knight in knights] != [knight.active for knight in knights]:
        knights = tuple([replace(knight, ready=knight.active) for knight in knights])
        seats = with_seat(state, state.active, knights=knights)
    return replace(state, phase=Phase.ROLL, rolls=state.rolls + 1, dice=dice, seats=seats)


def _ship_moved(facts: Facts, state: State, event: ShipMoved) -> State:
    return replace(state, ship=event.step)


def _produced(facts: Facts, state: State, event: Produced) -> State:
    seats, bank = list(state.seats), state.bank
    for number, gained in enumerate(event.gained):
        if gained:
            seats[number] = replace(seats[number], hand=plus(seats[number].hand, gained))
            bank = minus(bank, gained)
    return replace(state, seats=tuple(seats), bank=bank)


def _aqueduct_used(facts: Facts, state: State, event: AqueductUsed) -> State:
    stack = answered(state.stack, event.seat, AqueductPrompt)
    if event.kind is None:
        return replace(state, stack=stack)
    card = SINGLE[INDEX[event.kind]]
    seats = with_seat(state, event.seat, hand=plus(state.seats[event.seat].hand, card))
    return replace(state, seats=seats, bank=minus(state.bank, card), stack=stack)


def _discarded(facts: Facts, state: State, event: CardsDiscarded) -> State:
    seats = with_seat(state, event.seat, hand=minus(state.seats[event.seat].hand, event.cards))
    bank, offers = plus(state.bank, event.cards), lapsed(state, event.seat)
    stack = answered(state.stack, event.seat, DiscardPrompt)
    return replace(state, seats=seats, bank=bank, offers=offers, stack=stack)


def _robber_moved(facts: Facts, state: State, event: RobberMoved) -> State:
    seats = state.seats
    if event.knight is not None:
        seats = with_seat(
            state, event.seat, knights=with_knight(state.seats[event.seat], event.knight, active=False, ready=False)
        )
    return moved_on(state, seats=seats, robber=event.hex, stack=answered(state.stack, event.seat, RobberPrompt))


def _stolen(facts: Facts, state: State, event: CardStolen) -> State:
    return moved_on(
        state,
        seats=passed(state, event.victim, event.seat, SINGLE[INDEX[event.kind]]),
        steals=state.steals + 1,
        offers=lapsed(state, event.victim),
        stack=answered(state.stack, event.seat, VictimPrompt),
    )


AFTER = (
    after(DiceRolled, _rolled),
    after(ShipMoved, _ship_moved),
    after(Produced, _produced),
    after(AqueductUsed, _aqueduct_used),
    after(CardsDiscarded, _discarded),
    after(RobberMoved, _robber_moved),
    after(CardStolen, _stolen),
)
