"""The deal: orders and cards, and the displays everybody opens with (S)."""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.katharina.commands import ChooseDisplay
from domain.katharina.events import DisplaysShown, Draw, OrdersDealt, PromptsOpened
from domain.katharina.making import Batch
from domain.katharina.prompts import DisplayPrompt
from domain.katharina.rules.piles import draw_all, shuffle_stock
from domain.katharina.state import DEALT, DISPLAY, SeatState


def deal(batch: Batch) -> None:
    """One open order and six cards to each seat (S4, S5, Q29); then everybody is asked for a display (S6)."""
    seats = len(batch.state.seats)
    orders = batch.chance.stream("orders", 0).shuffled(sorted(batch.facts.orders))
    batch.happen(OrdersDealt(orders[:seats]))
    shuffle_stock(batch)
    draw_all(batch, Draw.DEAL, DEALT)
    batch.happen(PromptsOpened(tuple(DisplayPrompt(seat) for seat in range(seats))))


def judge_display(seat: SeatState, command: ChooseDisplay) -> None:
    """Three different cards of the own hand, in the order they will lie in (S6, Q28)."""
    cards = command.cards
    if len(set(cards)) != DISPLAY or any(card not in seat.hand for card in cards):
        raise Rejected("display", needed=DISPLAY)


def show_displays(batch: Batch, choices: tuple[ChooseDisplay, ...]) -> None:
    """All action rows are opened at once; nothing is activated yet (S6, S7)."""
    batch.happen(DisplaysShown(tuple(choice.cards for choice in choices)))
