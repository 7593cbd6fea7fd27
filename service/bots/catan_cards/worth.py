"""The values of cards, resources and builds for the greedy bot of the card game, as its seat knows the match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, covers, size
from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.decide import decide
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.facts.printed import Card, CardKind, Subtype, UnitKind
from chronik.domain.catan_cards.principality.axis import count_cards, free_roads, free_sites, knights
from chronik.domain.catan_cards.principality.stock import cities_left, roads_left, settlements_left
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.principality.totals import commerce, points, star_room, strength
from chronik.domain.catan_cards.state import Phase, State
from chronik.domain.engine.game import Rejected
from chronik.projections.catan_cards.preview import NO_CHANCE, apply_certain

POINT = 6.0
"""The value of a victory point; all other values are relative to it."""

MISSING = 1.8
"""The value that a goal loses for each resource it still lacks."""
MISSING_STAR = 1.6
"""The value that a hand card loses for each star it still lacks."""
IDLE = 0.5
"""The share of its value that a hand card keeps if it could have been used this turn but was not."""
DEMOLISHED = 2.0
"""How much more a build must be worth than the card that is demolished for it."""
WANTED = (3.0, 1.5, 0.7)
"""The value of one missing resource: for the best goal, and for the next two goals."""

EXPANSIONS = (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION)
"""The kinds of cards that are built on sites."""

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
"""The value of each effect, in addition to a card's printed points."""


class Goal(Struct, frozen=True):
    """A possible purchase: its value and its price."""

    worth: float
    price: Counts

    def nearness(self, held: Counts) -> float:
        """Returns the goal's current value, which is lower for each missing resource."""
        return self.worth - MISSING * sum(max(0, wanted - has) for wanted, has in zip(self.price, held, strict=True))


class Worth:
    """A position as one seat sees it, with the values of cards, builds and resources."""

    def __init__(self, facts: Facts, state: State, number: int) -> None:
        self.facts, self.state, self.number = facts, state, number
        self.own, self.other = state.seats[number], state.seats[1 - number]
        self.held = holding(facts, self.own)

    def card_of(self, card: str) -> Card:
        return self.facts.cards[title(card)]

    def hand_value(self, card: str) -> float:
        """Returns the value of a hand card: lower if it is expensive, or cannot be placed yet."""
        printed = self.card_of(card)
        worth = self.play_value(printed)
        if printed.effect is Effect.BUILD_CITY_AT and not cities_left(self.facts, self.state):
            return 0.1
        if not self.has_required(printed):
            worth *= 0.5
        if printed.kind is CardKind.ACTION:
            return worth
        if printed.kind is CardKind.CITY_EXPANSION and not self.own.cities:
            worth *= 0.6
        if printed.stars > self.own.stars + star_room(self.facts, self.own):
            return 0.1
        stars = MISSING_STAR * max(0, printed.stars - self.own.stars)
        return max(0.2, worth - 0.15 * size(printed.price) - stars)

    def keeping_value(self, card: str) -> float:
        """Returns the value of keeping a hand card: lower in the hand step of the seat's turn if the card is idle."""
        return self.hand_value(card) * (IDLE if self._is_idle(card) else 1.0)

    def _is_idle(self, card: str) -> bool:
        """Returns whether this hand card could have been used this turn, or can never be used."""
        if self.state.phase is not Phase.HAND or self.state.active != self.number:
            return False
        printed = self.card_of(card)
        if printed.effect is Effect.COUNTER:
            return self._is_redundant(card, printed)
        if printed.effect is Effect.BUILD_CITY_AT:
            return self.affords(printed.numbers.price)
        if printed.kind is CardKind.ACTION:
            return self.state.unlocked or printed.subtype is Subtype.PROTECTION
        return self.affords(printed.price) or not self.has_place(printed)

    def _is_redundant(self, card: str, printed: Card) -> bool:
        """Returns whether a protection card duplicates another in hand, or protects knights that the seat lacks."""
        first = next(other for other in self.own.hand if title(other) == printed.id)
        attacks = (self.facts.cards[name].effect for name in printed.numbers.against)
        guards_knights = all(effect is Effect.ATTACK_ROLL_KNIGHT for effect in attacks)
        return card != first or (guards_knights and not knights(self.facts, self.own))

    def has_required(self, printed: Card) -> bool:
        """Returns whether the principality holds every building that a card requires (B28)."""
        return all(count_cards(self.own, name) for name in printed.requires)

    def has_place(self, printed: Card) -> bool:
        """Returns whether a site or a road is free for an expansion or a road complement."""
        if printed.kind is CardKind.ROAD_COMPLEMENT:
            return bool(free_roads(self.own))
        return bool(free_sites(self.facts, self.own, printed.kind))

    def play_value(self, printed: Card) -> float:
        """Returns the value of a card's printed points and effect."""
        effect = EFFECTS.get(printed.effect, 0.0) if printed.effect else 0.0
        return (
            POINT * printed.vp
            + 0.9 * printed.commerce
            + 0.6 * printed.strength
            + 0.3 * printed.tournament
            + effect
            + (0.3 if printed.unit_kind is UnitKind.FLEET else 0.0)
        )

    def build_value(self, option: Command) -> float:
        """Returns the certain value of a build: how it changes the totals of both seats."""
        try:
            events = decide(self.facts, self.state, self.number, option, NO_CHANCE)
        except Rejected:
            return 0.0
        then = apply_certain(self.facts, self.state, events)
        mine, theirs = self.number, 1 - self.number
        was, now = points(self.facts, self.state), points(self.facts, then)
        own = then.seats[mine]
        return (
            POINT * (now[mine] - was[mine])
            + 0.7 * POINT * (was[theirs] - now[theirs])
            + 0.6 * (commerce(self.facts, own) - commerce(self.facts, self.own))
            + 0.4 * (strength(self.facts, own) - strength(self.facts, self.own))
        )

    def has_lesser(self, printed: Card) -> bool:
        """Returns whether a site that this expansion could take has a card that is worth clearly less."""
        in_cities = printed.kind is CardKind.CITY_EXPANSION
        slots = self.own.cities if in_cities else (*self.own.settlements, *self.own.cities)
        lesser = self.play_value(printed) - DEMOLISHED
        return any(
            one.side and one.slot in slots and self.play_value(self.card_of(one.card)) < lesser
            for one in self.own.built
        )

    def needs_room(self, printed: Card) -> bool:
        """Returns whether an affordable expansion cannot be built only because lesser cards take up all sites."""
        full = printed.kind in EXPANSIONS and self.affords(printed.price) and not self.has_place(printed)
        return full and self.has_lesser(printed)

    def imagine_after(self, option: Command) -> Worth:
        """Returns the position after a command; raises `Rejected` if the rules refuse the command."""
        events = decide(self.facts, self.state, self.number, option, NO_CHANCE)
        return Worth(self.facts, apply_certain(self.facts, self.state, events), self.number)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Returns the purchases that the seat would like to make next, best first."""
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
            printed = self.card_of(card)
            hindered = not self.has_required(printed) or printed.stars > own.stars
            if printed.kind in EXPANSIONS and not hindered and (self.has_place(printed) or self.has_lesser(printed)):
                yield Goal(self.play_value(printed), printed.price)

    @cached_property
    def has_open_end(self) -> bool:
        """Returns whether a road leads to a free place for a settlement."""
        towns = {*self.own.settlements, *self.own.cities}
        return any(slot - 1 not in towns or slot + 1 not in towns for slot in self.own.roads)

    def missing(self, price: Counts) -> Counts:
        a, b, c, d, e, f = (max(0, wanted - held) for wanted, held in zip(price, self.held, strict=True))
        return (a, b, c, d, e, f)

    def need(self, kind: Kind) -> float:
        """Returns the value of one more resource of a kind: higher if the best goals need it or the seat has few."""
        at = INDEX[kind]
        wanted = sum(weight for goal, weight in zip(self.goals, WANTED, strict=False) if self.missing(goal.price)[at])
        return wanted + 1.0 / (1 + self.held[at])

    def stock_value(self, held: Counts) -> float:
        """Returns the combined value of these resources, on the same scale as `need`."""
        lacked = sum(
            weight * sum(max(0, wanted - has) for wanted, has in zip(goal.price, held, strict=True))
            for goal, weight in zip(self.goals, WANTED, strict=False)
        )
        return sum(1.0 / n for has in held for n in range(1, has + 1)) - lacked

    def affords(self, price: Counts) -> bool:
        return covers(self.held, price)

    def spare(self, price: Counts) -> dict[Kind, int]:
        """Returns the resources left of each kind after setting a price aside."""
        return {kind: max(0, self.held[at] - price[at]) for at, kind in enumerate(KINDS)}
