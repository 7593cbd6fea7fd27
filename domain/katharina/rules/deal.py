"""The deal: orders, cards and the first displays (S)."""

from __future__ import annotations

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.commands import ChooseDisplay
from chronik.domain.katharina.events import DisplaysShown, Draw, OrdersDealt, PromptsOpened
from chronik.domain.katharina.prompts import DisplayPrompt
from chronik.domain.katharina.rules.piles import draw_all, shuffle_stock
from chronik.domain.katharina.state import DEALT, DISPLAY, SeatState


def deal(batch: Batch) -> None:
    """Deals one open order and six cards to each seat (S4, S5, Q29), then asks every seat for a display (S6)."""
    seats = len(batch.state.seats)
    orders = batch.chance.stream("orders", 0).shuffle(sorted(batch.facts.orders))
    batch.add(OrdersDealt(orders[:seats]))
    shuffle_stock(batch)
    draw_all(batch, Draw.DEAL, DEALT)
    batch.add(PromptsOpened(tuple(DisplayPrompt(seat) for seat in range(seats))))


def judge_display(seat: SeatState, command: ChooseDisplay) -> None:
    """Raises `Rejected` unless a display has three different cards from the seat's hand, in any order (S6, Q28)."""
    cards = command.cards
    if len(set(cards)) != DISPLAY or any(card not in seat.hand for card in cards):
        raise Rejected("display", needed=DISPLAY)


def show_displays(batch: Batch, choices: tuple[ChooseDisplay, ...]) -> None:
    """Shows all action rows at once. No card is activated yet (S6, S7)."""
    batch.add(DisplaysShown(tuple(choice.cards for choice in choices)))
