"""The fourteen kinds of action: what a command to resolve a card must name, and what it brings (A, D, B).

Nothing here looks at the piles: what is drawn is counted, so a preview can use it with what a seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.engine.game import Rejected
from domain.katharina.commands import Resolve
from domain.katharina.events import CardResolved, Resolution
from domain.katharina.facts.load import Card, Facts, Gain
from domain.katharina.rules.favour import hand_limit, risen
from domain.katharina.rules.residences import built, in_colour, is_crown, sites, supply
from domain.katharina.rules.symbols import owns, units
from domain.katharina.state import SeatState


def judge(facts: Facts, seat: SeatState, card: Card, command: Resolve) -> None:
    """Refuses an answer to an activated card that the rules do not allow (D, Q9, Q30, Q34)."""
    if not command.perform:
        if command.discards or command.city or command.bonus or command.bonus_discards:
            raise Rejected("decline-takes-nothing")
        return
    action = card.action
    if action.gain.residence and not supply(seat):
        return  # Q30: accepted, and whatever else the command says is ignored
    if not possible(facts, seat, card):
        raise Rejected("impossible")
    _judge_paid(seat, command.discards, action.cost, "discards")
    if action.gain.residence:
        allowed = sites(facts, seat, card)
        if command.city not in allowed:
            raise Rejected("city", allowed=allowed)
    elif command.city is not None:
        raise Rejected("city", allowed=())
    _judge_bonus(seat, card, command)


def possible(facts: Facts, seat: SeatState, card: Card) -> bool:
    """Whether an action can be performed even once (D3, Q9) by a seat that, if it builds, has a residence left."""
    action = card.action
    if action.gain.residence and not sites(facts, seat, card):
        return False
    return len(seat.hand) >= action.cost and (not action.counted or units(facts, seat, card) > 0)


def pays_for_bonus(card: Card) -> bool:
    """Whether a card's bonus costs cards, and so is a choice; any other comes by itself (Q12)."""
    return card.needs.discard > 0


def performed(facts: Facts, number: int, seat: SeatState, card: Card, command: Resolve) -> tuple[CardResolved, int]:
    """What performing brings, and how many cards are then drawn; first the action whole, then the bonus (D5, Q14)."""
    action = card.action
    if action.gain.residence and not supply(seat):
        return replaced_by_a_card(facts, number, seat, Resolution.NO_RESIDENCE)
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


def replaced_by_a_card(facts: Facts, number: int, seat: SeatState, how: Resolution) -> tuple[CardResolved, int]:
    """The one card that comes instead of an action: declined, colours differ, no residence left (D2, D3, B4, Q7)."""
    drawn = min(1, max(0, hand_limit(facts, seat.favour) - len(seat.hand)))
    return CardResolved(seat=number, how=how, lost_cards=1 - drawn), drawn


class _Run:
    """A seat while its action runs: each effect sees what the ones before it have changed (Q14)."""

    def __init__(self, facts: Facts, seat: SeatState, card: Card) -> None:
        self.facts, self.seat, self.card = facts, seat, card
        self.step, self.hand = seat.favour, len(seat.hand)
        self.up = self.lost_steps = self.drawn = self.lost_cards = 0
        self.tile: str | None = None

    def pay(self, cards: Sequence[str]) -> None:
        self.hand -= len(cards)

    def build(self, city: str) -> None:
        self.seat, self.tile = built(self.facts, self.seat, city)
        if is_crown(self.facts, city):
            self.rise(1)

    def rise(self, steps: int) -> None:
        up, lost = risen(self.facts, self.step, steps)
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
            points += gain.points_per_residence * in_colour(self.facts, self.seat, self.card.colour)
        return points


def _earns_bonus(facts: Facts, seat: SeatState, card: Card, command: Resolve) -> bool:
    needs = card.needs
    if needs.discard:
        return command.bonus
    if needs.same_colour:
        return len({facts.cards[paid].colour for paid in command.discards}) == 1
    return owns(facts, seat, needs)


def _judge_bonus(seat: SeatState, card: Card, command: Resolve) -> None:
    wanted = pays_for_bonus(card) and command.bonus
    if command.bonus and not card.action.has_bonus:
        raise Rejected("no-bonus")
    if not wanted:
        if command.bonus_discards:
            raise Rejected("bonus-discards", needed=0)
        return
    _judge_paid(seat, command.bonus_discards, card.needs.discard, "bonus-discards")
    if set(command.bonus_discards) & set(command.discards):
        raise Rejected("bonus-discards", needed=card.needs.discard)


def _judge_paid(seat: SeatState, paid: tuple[str, ...], needed: int, code: str) -> None:
    if len(paid) != needed or len(set(paid)) != needed or any(card not in seat.hand for card in paid):
        raise Rejected(code, needed=needed)
