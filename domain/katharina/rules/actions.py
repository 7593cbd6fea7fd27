"""The fourteen kinds of action: what a command that resolves a card must name, and its result (A, D, B).

This module only counts drawn cards and never reads the piles, so a preview that knows only what a seat knows can use
it.
"""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.commands import Resolve
from chronik.domain.katharina.events import CardResolved, Resolution
from chronik.domain.katharina.facts.load import Card, Facts, Gain
from chronik.domain.katharina.rules.favour import count_steps, hand_limit
from chronik.domain.katharina.rules.residences import build, count_in_colour, is_crown, sites, supply
from chronik.domain.katharina.rules.symbols import meets_needs, units
from chronik.domain.katharina.state import SeatState


def judge_action(facts: Facts, seat: SeatState, card: Card, command: Resolve) -> None:
    """Raises `Rejected` if the rules do not allow this answer to an activated card (D, Q9, Q30, Q34)."""
    if not command.perform:
        if command.discards or command.city or command.bonus or command.bonus_discards:
            raise Rejected("decline-takes-nothing")
        return
    action = card.action
    if action.gain.residence and not supply(seat):
        return  # Q30: accepted, and the rest of the command is ignored
    if not is_possible(facts, seat, card):
        raise Rejected("impossible")
    _judge_paid(seat, command.discards, action.cost, "discards")
    if action.gain.residence:
        allowed = sites(facts, seat, card)
        if command.city not in allowed:
            raise Rejected("city", allowed=allowed)
    elif command.city is not None:
        raise Rejected("city", allowed=())
    _judge_bonus(seat, card, command)


def is_possible(facts: Facts, seat: SeatState, card: Card) -> bool:
    """Returns whether a seat can perform an action at least once (D3, Q9), provided that it has residences left."""
    action = card.action
    if action.gain.residence and not sites(facts, seat, card):
        return False
    return len(seat.hand) >= action.cost and (not action.counted or units(facts, seat, card) > 0)


def pays_for_bonus(card: Card) -> bool:
    """Returns whether a card's bonus costs cards and is therefore a choice. Other bonuses are automatic (Q12)."""
    return card.needs.discard > 0


def perform_action(
    facts: Facts, number: int, seat: SeatState, card: Card, command: Resolve
) -> tuple[CardResolved, int]:
    """Returns the event of performing a card's action and then its bonus, and the number of cards to draw (D5, Q14)."""
    action = card.action
    if action.gain.residence and not supply(seat):
        return draw_instead(facts, number, seat, Resolution.NO_RESIDENCE)
    run = _Run(facts, seat, card)
    run.pay(command.discards)
    if command.city is not None:
        run.build(command.city)
    points = run.gain(action.gain, units(facts, seat, card) if action.counted else 1)
    bonus = action.has_bonus and _earns_bonus(facts, run.seat, card, command)
    bonus_points = 0
    if bonus:
        run.pay(command.bonus_discards)
        bonus_points = run.gain(action.bonus_gain, 1)
    event = CardResolved(
        seat=number,
        how=Resolution.PERFORMED,
        bonus=bonus,
        paid=command.discards,
        bonus_paid=command.bonus_discards,
        city=command.city,
        tile=run.tile,
        favour=run.up,
        points=points,
        bonus_points=bonus_points,
        lost_cards=run.lost_cards,
        lost_steps=run.lost_steps * facts.points_per_lost_step,
    )
    return event, run.drawn


def draw_instead(facts: Facts, number: int, seat: SeatState, how: Resolution) -> tuple[CardResolved, int]:
    """Returns the event of drawing a card instead, and the number to draw; `how` says why (D2, D3, B4, Q7)."""
    drawn = min(1, max(0, hand_limit(facts, seat.favour) - len(seat.hand)))
    return CardResolved(seat=number, how=how, lost_cards=1 - drawn), drawn


class _Run:
    """A seat while its action runs. Each effect sees the changes of the effects before it (Q14)."""

    def __init__(self, facts: Facts, seat: SeatState, card: Card) -> None:
        self.facts, self.seat, self.card = facts, seat, card
        self.step, self.hand = seat.favour, len(seat.hand)
        self.up = self.lost_steps = self.drawn = self.lost_cards = 0
        self.tile: str | None = None

    def pay(self, cards: Sequence[str]) -> None:
        self.hand -= len(cards)

    def build(self, city: str) -> None:
        self.seat, self.tile = build(self.facts, self.seat, city)
        if is_crown(self.facts, city):
            self.rise(1)

    def rise(self, steps: int) -> None:
        up, lost = count_steps(self.facts, self.step, steps)
        self.step += up
        self.up += up
        self.lost_steps += lost

    def gain(self, gain: Gain, times: int) -> int:
        if gain.draw:
            due = gain.draw * times
            drawn = min(due, max(0, hand_limit(self.facts, self.step) - self.hand))
            self.hand += drawn
            self.drawn += drawn
            self.lost_cards += due - drawn
        if gain.favour:
            self.rise(gain.favour * times)
        points = gain.points * times
        if gain.points_per_residence:
            points += gain.points_per_residence * count_in_colour(self.facts, self.seat, self.card.colour)
        return points


def _earns_bonus(facts: Facts, seat: SeatState, card: Card, command: Resolve) -> bool:
    needs = card.needs
    if needs.discard:
        return command.bonus
    if needs.same_colour:
        return len({facts.cards[paid].colour for paid in command.discards}) == 1
    return meets_needs(facts, seat, needs)


def _judge_bonus(seat: SeatState, card: Card, command: Resolve) -> None:
    pays = pays_for_bonus(card) and command.bonus
    if command.bonus and not card.action.has_bonus:
        raise Rejected("no-bonus")
    if not pays:
        if command.bonus_discards:
            raise Rejected("bonus-discards", needed=0)
        return
    _judge_paid(seat, command.bonus_discards, card.needs.discard, "bonus-discards")
    if set(command.bonus_discards) & set(command.discards):
        raise Rejected("bonus-discards", needed=card.needs.discard)


def _judge_paid(seat: SeatState, paid: tuple[str, ...], needed: int, code: str) -> None:
    if len(paid) != needed or len(set(paid)) != needed or any(card not in seat.hand for card in paid):
        raise Rejected(code, needed=needed)
