"""A round up to the revelation: drawing, playing two cards, turning them over (R-A, R-B, R-C)."""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.katharina.commands import PlayCards
from domain.katharina.events import CardsRevealed, Draw, Play, PromptsOpened, RoundBegan
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.prompts import PlayPrompt, ResolvePrompt
from domain.katharina.rules.piles import draw_all
from domain.katharina.state import DRAWN, SeatState, State


def begin_round(batch: Batch, decade: int, round: int) -> None:
    """Everybody draws two cards, whatever the hand limit (R-A), and is asked to play two (R-B)."""
    batch.happen(RoundBegan(decade, round))
    draw_all(batch, Draw.ROUND, DRAWN)
    batch.happen(PromptsOpened(tuple([PlayPrompt(seat) for seat in range(len(batch.state.seats))])))


def slots(seat: SeatState) -> tuple[int, ...]:
    """The slots a seat may play to: the empty ones, and that of the card it plays now (R-B, E2)."""
    return (*[slot for slot, below in enumerate(seat.activation) if below is None], len(seat.action_row))


def judge_play(seat: SeatState, command: PlayCards) -> None:
    """Two different cards of the own hand, and a slot that is empty; colours need not match (R-B)."""
    if command.action == command.activation:
        raise Rejected("two-cards")
    for card in (command.action, command.activation):
        if card not in seat.hand:
            raise Rejected("not-in-hand", card=card)
    slot, beyond = command.slot, len(seat.action_row)
    if slot != beyond and (not 0 <= slot < beyond or seat.activation[slot] is not None):
        raise Rejected("slot", allowed=slots(seat))


def reveal(batch: Batch, choices: tuple[PlayCards, ...]) -> None:
    """All cards are turned over at once (R-C); whoever's colours match is asked (D1, Q31)."""
    batch.happen(CardsRevealed(tuple([Play(c.action, c.activation, c.slot) for c in choices])))
    facts, state = batch.facts, batch.state
    asked = [
        ResolvePrompt(number, activated_card(state, number))
        for number in range(len(choices))
        if colours_match(facts, state, number)
    ]
    if asked:
        batch.happen(PromptsOpened(tuple(asked)))


def activated_card(state: State, number: int) -> str:
    """The action-row card above the card a seat has just played below it."""
    return state.seats[number].action_row[state.activated[number]]


def colours_match(facts: Facts, state: State, number: int) -> bool:
    """Whether a seat's activated card has the colour of the card just played below it."""
    seat, slot = state.seats[number], state.activated[number]
    below = seat.activation[slot]
    assert below is not None
    return facts.cards[seat.action_row[slot]].colour == facts.cards[below].colour
