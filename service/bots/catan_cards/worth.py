"""What cards, resources and builds are worth to the greedy bot of the card game, as its own seat knows the match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from domain.catan_cards.cards.ids import title
from domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, covers, size
from domain.catan_cards.commands import Command
from domain.catan_cards.decide import decide
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.facts.printed import Card, CardKind, Subtype, UnitKind
from domain.catan_cards.principality.axis import count, free_sites
from domain.catan_cards.principality.stock import cities_left, roads_left, settlements_left
from domain.catan_cards.principality.stores import holding
from domain.catan_cards.principality.totals import commerce, points, star_room, strength
from domain.catan_cards.state import State
from domain.engine.game import Rejected
from projections.catan_cards.preview import NO_CHANCE, after

POINT = 6.0
"""What a victory point is worth; everything else is measured by it."""

MISSING = 1.8
"""So much less a goal is wanted for each resource that it still lacks."""

EFFECTS = {
    Effect.HAND_LIMIT_PLUS: 1.5,
    Effect.DOUBLE_PRODUCTION: 2.0,
    Effect.TRADE_RATE: 1.0,
    Effect.COMMERCE_PER_FLEET: 1.0,
    Effect.STRENGTH_PER_KNIGHT: 1.0,
    Effect.SEARCH_DISCOUNT: 0.8,
    Effect.BRIGAND_SHIELD: 0.6,
    Effect.OVERFLOW_TO_ANY_RESOURCE: 1.0,
    Effect.VILLAGE_SCHOOL: 1.0,
    Effect.TAKE_TWO_GIVE_ONE: 3.0,
    Effect.ATTACK_ROLL_RESOURCES: 3.0,
    Effect.ATTACK_ROLL_BUILDING: 2.5,
    Effect.ATTACK_ROLL_KNIGHT: 2.0,
    Effect.LOOK_HAND_TAKE_ACTION_OR_UNIT: 2.5,
    Effect.TAKE_TOP_ATTACK_FROM_DISCARD: 2.0,
    Effect.COURAGE: 1.5,
    Effect.JOUST: 1.5,
    Effect.COUNTER: 1.5,
    Effect.BUILD_CITY_AT: 2.5,
    Effect.SWAP_UP_TO_TWO_WITH_BANK: 1.0,
    Effect.FIX_PRODUCTION_DIE: 0.8,
    Effect.CHOOSE_NEW_REGIONS: 0.8,
    Effect.ARTWORK: 0.8,
    Effect.PUBLIC_FEELING: 2.0,
}
"""What an effect is worth beside what is printed in points."""


class Goal(Struct, frozen=True):
    """Something to pay for: how much it is wanted, and its price."""

    worth: float
    price: Counts

    def nearness(self, held: Counts) -> float:
        """What it is worth now: less for each resource that is missing."""
        return self.worth - MISSING * sum(max(0, wanted - has) for wanted, has in zip(self.price, held, strict=True))


class Worth:
    """A position through the eyes of one seat."""

    def __init__(self, facts: Facts, state: State, number: int) -> None:
        self.facts, self.state, self.number = facts, state, number
        self.own, self.other = state.seats[number], state.seats[1 - number]
        self.held = holding(facts, self.own)

    def printed(self, card: str) -> Card:
        return self.facts.cards[title(card)]

    def in_hand(self, card: str) -> float:
        """What a card is worth in hand: less where it is dear, or where there is no place for it yet."""
        printed = self.printed(card)
        worth = self.in_play(printed)
        if printed.effect is Effect.BUILD_CITY_AT and not cities_left(self.facts, self.state):
            return 0.1
        if printed.kind is CardKind.ACTION:
            return worth
        if printed.requires and not all(count(self.own, name) for name in printed.requires):
            worth *= 0.5
        if printed.kind is CardKind.CITY_EXPANSION and not self.own.cities:
            worth *= 0.6
        if printed.stars > self.own.stars + star_room(self.facts, self.own):
            return 0.1
        return max(0.2, worth - 0.15 * size(printed.price))

    def in_play(self, printed: Card) -> float:
        """What is printed on a card, in the open or still in hand."""
        effect = EFFECTS.get(printed.effect, 0.0) if printed.effect else 0.0
        return (
            POINT * printed.vp
            + 0.9 * printed.commerce
            + 0.6 * printed.strength
            + 0.3 * printed.tournament
            + effect
            + (0.3 if printed.unit_kind is UnitKind.FLEET else 0.0)
        )

    def is_attack(self, card: str) -> bool:
        return self.printed(card).subtype is Subtype.ATTACK

    def brings(self, option: Command) -> float:
        """What a build certainly brings, by what it makes of the totals, and by its effect."""
        try:
            events = decide(self.facts, self.state, self.number, option, NO_CHANCE)
        except Rejected:
            return 0.0
        then = after(self.facts, self.state, events)
        mine, theirs = self.number, 1 - self.number
        was, now = points(self.facts, self.state), points(self.facts, then)
        own = then.seats[mine]
        return (
            POINT * (now[mine] - was[mine])
            + 0.7 * POINT * (was[theirs] - now[theirs])
            + 0.6 * (commerce(self.facts, own) - commerce(self.facts, self.own))
            + 0.4 * (strength(self.facts, own) - strength(self.facts, self.own))
        )

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What the seat would like to pay for next, the best first."""
        return tuple(sorted(self._goals(), key=lambda goal: goal.nearness(self.held), reverse=True))

    def _goals(self) -> Iterator[Goal]:
        facts, own = self.facts, self.own
        if own.settlements and cities_left(facts, self.state):
            yield Goal(9.0, facts.city.price)
        if self.has_open_end and settlements_left(facts, self.state):
            yield Goal(10.0, facts.settlement.price)
        elif not self.has_open_end and roads_left(facts, self.state):
            yield Goal(7.0, facts.road.price)
        for card in own.hand:
            printed = self.printed(card)
            expands = printed.kind in (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION)
            if expands and free_sites(facts, own, printed.kind) and printed.stars <= own.stars:
                yield Goal(self.in_play(printed), printed.price)

    @cached_property
    def has_open_end(self) -> bool:
        """Whether a road leads to where a settlement may stand."""
        towns = {*self.own.settlements, *self.own.cities}
        return any(slot - 1 not in towns or slot + 1 not in towns for slot in self.own.roads)

    def missing(self, price: Counts) -> Counts:
        a, b, c, d, e, f = (max(0, wanted - held) for wanted, held in zip(price, self.held, strict=True))
        return (a, b, c, d, e, f)

    def need(self, kind: Kind) -> float:
        """How much one more of a resource is wanted: for the best goals, and the fewer there are."""
        at = INDEX[kind]
        wanted = sum(
            weight for goal, weight in zip(self.goals, (3.0, 1.5, 0.7), strict=False) if self.missing(goal.price)[at]
        )
        return wanted + 1.0 / (1 + self.held[at])

    def affords(self, price: Counts) -> bool:
        return covers(self.held, price)

    def spare(self, price: Counts) -> dict[Kind, int]:
        """What is left of each resource beside a price."""
        return {kind: max(0, self.held[at] - price[at]) for at, kind in enumerate(KINDS)}
