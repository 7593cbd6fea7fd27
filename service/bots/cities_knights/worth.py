"""The worth of places and cards to the greedy bot of Cities & Knights, from what its seat knows."""

from __future__ import annotations

from functools import cached_property

from chronik.domain.cities_knights.board import AROUND_HEX, ENDS, HEXES_OF_CORNER, NEIGHBOURS
from chronik.domain.cities_knights.cards.kinds import Counts
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.island.occupancy import all_piece_corners, free_cities, opponent_corners
from chronik.domain.cities_knights.rules.bank import bank_rates
from chronik.domain.cities_knights.rules.barbarians import barbarian_strength, contribution
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.rules.setup import free_corners
from chronik.domain.cities_knights.state import SeatState, State

NEEDED = (1.0, 1.0, 0.9, 1.1, 1.2, 1.1, 1.1, 1.1)
"""The relative worth of each kind of card, by the kind's index."""


class Worth:
    """A position as one seat values it."""

    def __init__(self, facts: Facts, state: State, number: int) -> None:
        self.facts, self.state, self.number = facts, state, number
        self.own: SeatState = state.seats[number]
        self.others = [other for other in range(len(state.seats)) if other != number]
        self._corners: dict[tuple[int, bool], float] = {}

    @cached_property
    def rates(self) -> Counts:
        return bank_rates(self.facts, self.state, self.number)

    @cached_property
    def points(self) -> tuple[int, ...]:
        return points(self.facts, self.state)

    @cached_property
    def income(self) -> tuple[float, ...]:
        """The number of cards of each kind that the seat can expect in 36 rolls."""
        income = [0.0] * 8
        for hex_, (terrain, token) in enumerate(zip(self.state.terrain, self.state.tokens, strict=True)):
            pips = self.facts.pips[token]
            for built, yields in (
                (self.own.settlements | self.own.sideways, self.facts.settlement_yield),
                (self.own.cities, self.facts.city_yield),
            ):
                count = (built & AROUND_HEX[hex_]).bit_count()
                if count and pips:
                    for kind, cards in enumerate(yields[terrain]):
                        income[kind] += count * cards * pips
        return tuple(income)

    def card_worth(self, kind: int, held: int | None = None) -> float:
        """Returns the worth of one more card of a kind, which is lower with a high income or many in hand."""
        held = self.own.hand[kind] if held is None else held
        return NEEDED[kind] * (1 / (1 + self.income[kind] / 12) + 1 / (2 + held))

    def cards_worth(self, counts: Counts) -> float:
        return sum(count * self.card_worth(kind) for kind, count in enumerate(counts))

    def gain_worth(self, counts: Counts) -> float:
        """Returns the total worth of gained cards, counted one after another."""
        hand = self.own.hand
        return sum(self.card_worth(kind, hand[kind] + n) for kind, count in enumerate(counts) for n in range(count))

    def loss_worth(self, counts: Counts) -> float:
        """Returns the total worth of cards given away, counted one after another."""
        hand = self.own.hand
        return sum(
            self.card_worth(kind, hand[kind] - n) for kind, count in enumerate(counts) for n in range(1, count + 1)
        )

    def corner_worth(self, corner: int, city: bool = False) -> float:
        """Returns the worth of a building at a corner: its pips, higher for kinds with low income, and its harbor."""
        worth = self._corners.get((corner, city))
        if worth is None:  # each road asks again for the corners near it
            worth = sum(self._hex(hex_, city) for hex_ in HEXES_OF_CORNER[corner]) + self._harbor(corner)
            self._corners[corner, city] = worth
        return worth

    def _hex(self, hex_: int, city: bool) -> float:
        terrain, pips = self.state.terrain[hex_], self.facts.pips[self.state.tokens[hex_]]
        if not pips:
            return 0.0
        yields = (self.facts.city_yield if city else self.facts.settlement_yield)[terrain]
        return pips * sum(
            cards * NEEDED[kind] * (1.0 + 1.2 / (1 + self.income[kind])) for kind, cards in enumerate(yields)
        )

    def _harbor(self, corner: int) -> float:
        for (_, corners), harbor in zip(self.facts.harbor_slots, self.state.harbors, strict=True):
            if corner in corners:
                return 2.0 if harbor == "any" else 1.5
        return 0.0

    @cached_property
    def _free_and_taken(self) -> tuple[int, int]:
        """The corners where anyone may settle, and those of opponents, as masks."""
        return free_corners(self.state) & ~all_piece_corners(self.state), opponent_corners(self.state, self.number)

    def road_worth(self, edge: int) -> float:
        """Returns the worth of a road: the worth of the best free corner at its ends or one step beyond."""
        (free, taken), best = self._free_and_taken, 0.0
        for end in ENDS[edge]:
            if free >> end & 1:
                best = max(best, self.corner_worth(end))
            if not taken >> end & 1:
                best = max(best, *(0.6 * self.corner_worth(near) for near in NEIGHBOURS[end] if free >> near & 1), 0.0)
        return best

    def defence(self, number: int) -> int:
        return contribution(self.facts, self.state.seats[number])

    @cached_property
    def danger(self) -> float:
        """The danger of losing a city, 0 to 1: the ship's progress if the island and this seat are too weak, else 0."""
        if not free_cities(self.state, self.number):
            return 0.0
        own = self.defence(self.number)
        if sum(map(self.defence, range(len(self.state.seats)))) > barbarian_strength(self.state):
            return 0.0
        at_risk = [other for other in self.others if free_cities(self.state, other)]
        if at_risk and own > min(map(self.defence, at_risk)) and own > 1:
            return 0.1
        return (self.state.ship + 1) / self.facts.barbarian_steps

    def cards_of_others(self, kind: int) -> int:
        """Returns how many cards of a kind the other seats hold together, derived from the public bank."""
        total = self.facts.bank[kind]
        return max(0, total - self.state.bank[kind] - self.own.hand[kind])

    def robber_harm(self, hex_: int) -> float:
        """Returns how much a robber on a hex harms other seats, weighted by points, minus the harm to this seat."""
        pips, around = self.facts.pips[self.state.tokens[hex_]], AROUND_HEX[hex_]
        harm = 0.0
        for number, seat in enumerate(self.state.seats):
            weight = (seat.buildings & around).bit_count() + (seat.cities & around).bit_count()
            if number == self.number:
                harm -= 3 * weight * pips
            elif weight:
                harm += weight * pips * (1 + self.points[number] / 6) + 0.3 * min(3, sum(seat.hand))
        return harm

    def own_production(self, hex_: int) -> int:
        """Returns this seat's production at a hex: 1 for each settlement and 2 for each city."""
        around = AROUND_HEX[hex_]
        return (self.own.buildings & around).bit_count() + (self.own.cities & around).bit_count()
