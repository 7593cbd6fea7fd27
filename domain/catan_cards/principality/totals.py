"""Totals: strength, commerce, tournament and victory points, and who holds the tokens (R79, B21, B22)."""

from __future__ import annotations

from domain.catan_cards.cards.ids import title
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect, UnitKind
from domain.catan_cards.state import SeatState, State


def strength(facts: Facts, seat: SeatState) -> int:
    """Printed strength of all units, and one more for each knight for each Smithy (R79)."""
    total = knights = bonus = 0
    for one in seat.built:
        card = facts.cards[title(one.card)]
        total += card.strength
        knights += card.unit_kind is UnitKind.KNIGHT
        if card.effect is Effect.STRENGTH_PER_KNIGHT:
            bonus += card.numbers.amount
    return total + bonus * knights


def commerce(facts: Facts, seat: SeatState) -> int:
    """Printed commerce of all cards, and one more for each fleet for each Harbor (R79)."""
    total = fleets = bonus = 0
    for one in seat.built:
        card = facts.cards[title(one.card)]
        total += card.commerce
        fleets += card.unit_kind is UnitKind.FLEET
        if card.effect is Effect.COMMERCE_PER_FLEET:
            bonus += card.numbers.amount
    return total + bonus * fleets


def tournament_of(facts: Facts, seat: SeatState, card: str) -> int:
    """The tournament points of one knight; Osmund's are his owner's stars (K23, R41)."""
    printed = facts.cards[title(card)]
    return seat.stars if printed.tournament_equals_stars else printed.tournament


def tournament(facts: Facts, seat: SeatState) -> int:
    """The tournament points of all knights (R79)."""
    return sum([tournament_of(facts, seat, one.card) for one in seat.built])


def knight_token(facts: Facts, state: State) -> int | None:
    """Who has strictly more strength (B21)."""
    return _leader([strength(facts, seat) for seat in state.seats])


def mill_token(facts: Facts, state: State) -> int | None:
    """Who has strictly more commerce, and a city (B22)."""
    leader = _leader([commerce(facts, seat) for seat in state.seats])
    return leader if leader is not None and state.seats[leader].cities else None


def points(facts: Facts, state: State) -> tuple[int, int]:
    """The victory points of both seats (B42)."""
    totals = [_own_points(facts, seat) for seat in state.seats]
    for token in (knight_token(facts, state), mill_token(facts, state)):
        if token is not None:
            totals[token] += 1
    return totals[0], totals[1]


def _own_points(facts: Facts, seat: SeatState) -> int:
    centre = len(seat.settlements) * facts.settlement.vp + len(seat.cities) * facts.city.vp
    return centre + sum([facts.cards[title(one.card)].vp for one in seat.built])


def star_room(facts: Facts, seat: SeatState) -> int:
    """How many more stars a seat can hold (K5, R33)."""
    most = sum([facts.cards[title(feeling.card)].numbers.max_stars for feeling in seat.feelings])
    return most - seat.stars


def hand_limit(facts: Facts, seat: SeatState) -> int:
    """How many cards a hand may hold (B36)."""
    more = [facts.cards[title(one.card)] for one in seat.built]
    return facts.constants.hand_limit + sum(
        [card.numbers.amount for card in more if card.effect is Effect.HAND_LIMIT_PLUS]
    )


def _leader(totals: list[int]) -> int | None:
    one, other = totals
    return None if one == other else int(other > one)
