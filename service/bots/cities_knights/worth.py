"""What places and cards are worth to the greedy bot of Cities & Knights, as its own seat knows the match."""

from __future__ import annotations

from functools import cached_property

from domain.cities_knights.board import AROUND_HEX, ENDS, HEXES_OF_CORNER, NEIGHBOURS
from domain.cities_knights.cards.kinds import Counts
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.island.standing import blocked, free_cities, occupied
from domain.cities_knights.rules.bank import rates
from domain.cities_knights.rules.barbarians import contribution, strength
from domain.cities_knights.rules.points import points
from domain.cities_knights.rules.setup import free_corners
from domain.cities_knights.state import SeatState, State

NEEDED = (1.0, 1.0, 0.9, 1.1, 1.2, 1.1, 1.1, 1.1)
"""How much each kind is wanted, by its index."""


class Worth:
    """A position through the eyes of one seat."""

    def __init__(self, facts: Facts, state: State, number: int) -> None:
        self.facts, self.state, self.number = facts, state, number
        self.own: SeatState = state.seats[number]
        self.others = [other for other in range(len(state.seats)) if other != number]

    @cached_property
    def rates(self) -> Counts:
        return rates(self.facts, self.state, self.number)

    @cached_property
    def points(self) -> tuple[int, ...]:
        return points(self.facts, self.state)

    @cached_property
    def income(self) -> tuple[float, ...]:
        """What the own seat gets of each kind in 36 throws, its start included."""
        income = [0.0] * 8
        for hex_, (terrain, token) in enumerate(zip(self.state.terrain, self.state.tokens, strict=True)):
            pips = self.facts.pips[token]
            for built, brings in (
                (self.own.settlements | self.own.sideways, self.facts.settlement_yield),
                (self.own.cities, self.facts.city_yield),
            ):
                count = (built & AROUND_HEX[hex_]).bit_count()
                if count and pips:
                    for kind, cards in enumerate(brings[terrain]):
                        income[kind] += count * cards * pips
        return tuple(income)

    def card(self, kind: int) -> float:
        """What one more card of a kind is worth: less where many come anyway, or lie in the hand."""
        return NEEDED[kind] * (1 / (1 + self.income[kind] / 12) + 1 / (2 + self.own.hand[kind]))

    def cards(self, counts: Counts) -> float:
        return sum(count * self.card(kind) for kind, count in enumerate(counts))

    def corner(self, corner: int, city: bool = False) -> float:
        """What a building there would bring: pips, more for kinds that are missing, and the harbor."""
        return sum(self._hex(hex_, city) for hex_ in HEXES_OF_CORNER[corner]) + self._harbor(corner)

    def _hex(self, hex_: int, city: bool) -> float:
        terrain, pips = self.state.terrain[hex_], self.facts.pips[self.state.tokens[hex_]]
        if not pips:
            return 0.0
        brings = (self.facts.city_yield if city else self.facts.settlement_yield)[terrain]
        return pips * sum(
            cards * NEEDED[kind] * (1.0 + 1.2 / (1 + self.income[kind])) for kind, cards in enumerate(brings)
        )

    def _harbor(self, corner: int) -> float:
        for (_, corners), harbor in zip(self.facts.harbor_slots, self.state.harbors, strict=True):
            if corner in corners:
                return 2.0 if harbor == "any" else 1.5
        return 0.0

    def road(self, edge: int) -> float:
        """What a road there leads to: the best free corner at its ends, or one step beyond."""
        free, best = free_corners(self.state) & ~occupied(self.state), 0.0
        taken = blocked(self.state, self.number)
        for end in ENDS[edge]:
            if free >> end & 1:
                best = max(best, self.corner(end))
            if not taken >> end & 1:
                best = max(best, *(0.6 * self.corner(near) for near in NEIGHBOURS[end] if free >> near & 1), 0.0)
        return best

    def defence(self, number: int) -> int:
        return contribution(self.facts, self.state.seats[number])

    @cached_property
    def danger(self) -> float:
        """How near a lost city is, 0 to 1: the ship's way, if the island would fall and the own seat with it."""
        if not free_cities(self.state, self.number):
            return 0.0
        own = self.defence(self.number)
        if sum(map(self.defence, range(len(self.state.seats)))) > strength(self.state):
            return 0.0
        at_risk = [other for other in self.others if free_cities(self.state, other)]
        if at_risk and own > min(map(self.defence, at_risk)) and own > 1:
            return 0.1
        return (self.state.ship + 1) / self.facts.barbarian_steps

    def abroad(self, kind: int) -> int:
        """How many cards of a kind the others hold: the bank is open."""
        total = self.facts.bank[kind]
        return max(0, total - self.state.bank[kind] - self.own.hand[kind])

    def robbing(self, hex_: int) -> float:
        """What the robber on a hex would cost the others, more of the leading ones, less what it costs oneself."""
        pips, around = self.facts.pips[self.state.tokens[hex_]], AROUND_HEX[hex_]
        harm = 0.0
        for number, seat in enumerate(self.state.seats):
            weight = (seat.buildings & around).bit_count() + (seat.cities & around).bit_count()
            if number == self.number:
                harm -= 3 * weight * pips
            elif weight:
                harm += weight * pips * (1 + self.points[number] / 6) + 0.3 * min(3, sum(seat.hand))
        return harm

    def own_pips(self, hex_: int) -> int:
        """How many pieces of production the own seat has at a hex."""
        around = AROUND_HEX[hex_]
        return (self.own.buildings & around).bit_count() + (self.own.cities & around).bit_count()
