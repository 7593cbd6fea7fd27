"""The first phases of a round: drawing, playing two cards, and turning them over (R-A, R-B, R-C)."""

from __future__ import annotations

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.commands import PlayCards
from chronik.domain.katharina.events import CardsRevealed, Draw, Play, PromptsOpened, RoundBegan
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import PlayPrompt, ResolvePrompt
from chronik.domain.katharina.rules.piles import draw_all
from chronik.domain.katharina.state import DRAWN, SeatState, State


def begin_round(batch: Batch, decade: int, round: int) -> None:
    """Draws two cards for every seat, regardless of the hand limit (R-A), and asks it to play two (R-B)."""
    batch.add(RoundBegan(decade, round))
    draw_all(batch, Draw.ROUND, DRAWN)
    batch.add(PromptsOpened(tuple([PlayPrompt(seat) for seat in range(len(batch.state.seats))])))


def slots(seat: SeatState) -> tuple[int, ...]:
    """Returns the slots that a seat may play to: the empty slots, and the slot of the card now played (R-B, E2)."""
    return (*[slot for slot, below in enumerate(seat.activation) if below is None], len(seat.action_row))


def judge_play(seat: SeatState, command: PlayCards) -> None:
    """Raises `Rejected` unless the two cards differ and are in the hand, and the slot is empty (R-B)."""
    if command.action == command.activation:
        raise Rejected("two-cards")
    for card in (command.action, command.activation):
        if card not in seat.hand:
            raise Rejected("not-in-hand", card=card)
    slot, beyond = command.slot, len(seat.action_row)
    if slot != beyond and (not 0 <= slot < beyond or seat.activation[slot] is not None):
        raise Rejected("slot", allowed=slots(seat))


def reveal(batch: Batch, choices: tuple[PlayCards, ...]) -> None:
    """Turns all cards over at once (R-C), and asks the seats whose colours match (D1, Q31)."""
    batch.add(CardsRevealed(tuple([Play(c.action, c.activation, c.slot) for c in choices])))
    facts, state = batch.facts, batch.state
    asked = [
        ResolvePrompt(number, activated_card(state, number))
        for number in range(len(choices))
        if colours_match(facts, state, number)
    ]
    if asked:
        batch.add(PromptsOpened(tuple(asked)))


def activated_card(state: State, number: int) -> str:
    """Returns the action-row card that a seat has just activated."""
    return state.seats[number].action_row[state.activated[number]]


def colours_match(facts: Facts, state: State, number: int) -> bool:
    """Returns whether a seat's activated card has the colour of the card just played below it."""
    seat, slot = state.seats[number], state.activated[number]
    below = seat.activation[slot]
    assert below is not None
    return facts.cards[seat.action_row[slot]].colour == facts.cards[below].colour
