"""Totals of a principality: strength, commerce, tournament and victory points; the token holders (R79, B21, B22)."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, UnitKind
from chronik.domain.catan_cards.state import SeatState, State

KNIGHT, FLEET = UnitKind.KNIGHT, UnitKind.FLEET
TOKENS = 2
"""The number of tokens. Each is worth a point."""
PER_KNIGHT, PER_FLEET, LIMIT = Effect.STRENGTH_PER_KNIGHT, Effect.COMMERCE_PER_FLEET, Effect.HAND_LIMIT_PLUS


class Totals(Struct, frozen=True, gc=False):
    """The totals of a principality; `points` are victory points without tokens.

    Each Smithy adds one strength for each knight; each Harbor adds one commerce for each fleet (R79).
    """

    points: int
    strength: int
    commerce: int
    tournament: int


def totals(facts: Facts, seat: SeatState) -> Totals:
    """Returns the totals of a principality."""
    points = len(seat.settlements) * facts.settlement.vp + len(seat.cities) * facts.city.vp
    strength = commerce = tournament = knights = fleets = per_knight = per_fleet = 0
    cards = facts.cards
    for one in seat.built:
        card = cards[title(one.card)]
        points += card.vp
        strength += card.strength
        commerce += card.commerce
        tournament += seat.stars if card.tournament_equals_stars else card.tournament  # K23, R41
        if card.unit_kind is KNIGHT:
            knights += 1
        elif card.unit_kind is FLEET:
            fleets += 1
        if (effect := card.effect) is PER_KNIGHT:
            per_knight += card.numbers.amount
        elif effect is PER_FLEET:
            per_fleet += card.numbers.amount
    return Totals(points, strength + per_knight * knights, commerce + per_fleet * fleets, tournament)


def strength(facts: Facts, seat: SeatState) -> int:
    """Returns the strength of a principality (R79)."""
    return totals(facts, seat).strength


def commerce(facts: Facts, seat: SeatState) -> int:
    """Returns the commerce of a principality (R79)."""
    return totals(facts, seat).commerce


def tournament_of(facts: Facts, seat: SeatState, card: str) -> int:
    """Returns the tournament points of one knight; Osmund's equal his owner's stars (K23, R41)."""
    printed = facts.cards[title(card)]
    return seat.stars if printed.tournament_equals_stars else printed.tournament


def tournament(facts: Facts, seat: SeatState) -> int:
    """Returns the tournament points of all knights (R79)."""
    return totals(facts, seat).tournament


def tokens(state: State, one: Totals, other: Totals) -> tuple[int | None, int | None]:
    """Returns the holders of the knight token and of the mill token; None for a token in the middle (B21, B22).

    The knight token needs strictly more strength, the mill token strictly more commerce and a city.
    """
    knight, mill = _leader(one.strength, other.strength), _leader(one.commerce, other.commerce)
    return knight, mill if mill is not None and state.seats[mill].cities else None


def knight_token(facts: Facts, state: State) -> int | None:
    """Returns the seat with strictly more strength; None if both are equal (B21)."""
    return tokens(state, *both_totals(facts, state))[0]


def mill_token(facts: Facts, state: State) -> int | None:
    """Returns the seat with strictly more commerce if it has a city, else None (B22)."""
    return tokens(state, *both_totals(facts, state))[1]


def both_totals(facts: Facts, state: State) -> tuple[Totals, Totals]:
    """Returns the totals of both seats."""
    one, other = state.seats
    return totals(facts, one), totals(facts, other)


def points(facts: Facts, state: State) -> tuple[int, int]:
    """Returns the victory points of both seats (B42)."""
    one, other = both_totals(facts, state)
    return add_tokens(one, other, tokens(state, one, other))


def add_tokens(one: Totals, other: Totals, held: tuple[int | None, int | None]) -> tuple[int, int]:
    """Returns the victory points of both seats; each token adds one point to its holder."""
    return one.points + held.count(0), other.points + held.count(1)


def star_room(facts: Facts, seat: SeatState) -> int:
    """Returns how many more stars a seat can hold (K5, R33)."""
    most = sum([facts.cards[title(feeling.card)].numbers.max_stars for feeling in seat.feelings])
    return most - seat.stars


def hand_limit(facts: Facts, seat: SeatState) -> int:
    """Returns the number of cards that a hand may hold (B36)."""
    limit, cards = facts.constants.hand_limit, facts.cards
    for one in seat.built:
        card = cards[title(one.card)]
        if card.effect is LIMIT:
            limit += card.numbers.amount
    return limit


def _leader(one: int, other: int) -> int | None:
    return None if one == other else int(other > one)
