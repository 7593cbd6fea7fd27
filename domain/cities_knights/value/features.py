"""The features of a seat: what predicts that it wins. All are integers."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple

from chronik.domain.cities_knights.board import AROUND_HEX
from chronik.domain.cities_knights.cards.kinds import RESOURCES, Counts
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.island.occupancy import free_cities
from chronik.domain.cities_knights.rules.bank import bank_rates
from chronik.domain.cities_knights.rules.barbarians import barbarian_strength, contribution
from chronik.domain.cities_knights.rules.building import settlement_corners
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Phase, SeatState, State
from chronik.domain.engine.valuing import STAGES, Position

MANY_SITES, HIGH_LEVEL, FAR = 4, 3, 3
"""Sites beyond four do not count. Tracks count as high from level three. An unaffordable level is three cards away."""


class Seen(Struct, frozen=True, kw_only=True, gc=False):
    """The features of a seat that everyone sees. Flags are 0 or 1.

    Incomes are cards in 36 throws; `blocked` is the income of the robber's hex. `active_strength` counts active
    knights, `strength` all. `danger` and `defence` are how far the barbarians' ship has come, if the seat would now
    lose a city, or would be the Defender of Catan. `rates` is the sum of the bank's rates, `sites` the number of
    corners where a settlement may be built. `turns_away` is how many turns pass before the seat's next one.
    """

    points: int
    settlements: int
    cities: int
    roads: int
    road_length: int
    longest_road: int
    walls: int
    knights: int
    active_strength: int
    strength: int
    trade: int
    politics: int
    science: int
    high_levels: int
    metropolises: int
    progress: int
    shown: int
    defender: int
    merchant: int
    income: int
    blocked: int
    kinds: int
    rates: int
    cards: int
    above_limit: int
    danger: int
    defence: int
    active: int
    before_roll: int
    turns_away: int
    sites: int
    brick_income: int
    lumber_income: int
    wool_income: int
    grain_income: int
    ore_income: int
    cloth_income: int
    coin_income: int
    paper_income: int


class Hidden(Struct, frozen=True, kw_only=True, gc=False):
    """The features that only the seat knows: its cards, and how many are missing for the next purchase of each sort."""

    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int
    cloth: int
    coin: int
    paper: int
    missing_for_city: int
    missing_for_settlement: int
    missing_for_road: int
    missing_for_level: int


def position(facts: Facts, state: State) -> Position:
    """Returns a state as the model sees it."""
    seats, has = state.seats, points(facts, state)
    lengths = road_lengths(state)
    defences = [contribution(facts, seat) for seat in seats]
    holds = sum(defences) >= barbarian_strength(state)
    rows: list[tuple[int, ...]] = []
    for number, seat in enumerate(seats):
        income, blocked = _incomes(
            facts, state.terrain, state.tokens, seat.settlements | seat.sideways, seat.cities, state.robber
        )
        others = [defence for other, defence in enumerate(defences) if other != number]
        at_risk = not holds and defences[number] <= min(others) and free_cities(state, number)
        cards, limit = sum(seat.hand), facts.limits.hand_limit + facts.limits.per_wall * seat.walls.bit_count()
        active = number == state.active
        trade, politics, science = seat.levels
        seen = Seen(
            points=has[number],
            settlements=(seat.settlements | seat.sideways).bit_count(),
            cities=seat.cities.bit_count(),
            roads=seat.roads.bit_count(),
            road_length=lengths[number],
            longest_road=int(state.longest == number),
            walls=seat.walls.bit_count(),
            knights=len(seat.knights),
            active_strength=defences[number],
            strength=sum([facts.knight_strength[knight.level - 1] for knight in seat.knights]),
            trade=trade,
            politics=politics,
            science=science,
            high_levels=sum([level >= HIGH_LEVEL for level in seat.levels]),
            metropolises=sum([one is not None and one.seat == number for one in state.metropolises]),
            progress=len(seat.progress),
            shown=len(seat.shown),
            defender=seat.defender,
            merchant=int(state.merchant is not None and state.merchant.seat == number),
            income=sum(income),
            blocked=blocked,
            kinds=sum([income[kind] > 0 for kind in RESOURCES]),
            rates=sum(bank_rates(facts, state, number)),
            cards=cards,
            above_limit=max(0, cards - limit),
            danger=state.ship + 1 if at_risk else 0,
            defence=state.ship + 1 if holds and defences[number] > max(others) else 0,
            active=int(active),
            before_roll=int(active and state.phase is Phase.PRE_ROLL),
            turns_away=(number - state.active) % len(seats),
            sites=min(MANY_SITES, settlement_corners(facts, state, number).bit_count()),
            brick_income=income[0],
            lumber_income=income[1],
            wool_income=income[2],
            grain_income=income[3],
            ore_income=income[4],
            cloth_income=income[5],
            coin_income=income[6],
            paper_income=income[7],
        )
        rows.append((*astuple(seen), *seat.hand, *_missing(facts, seat)))
    return Position(stage=min(STAGES, STAGES * max(has) // state.options.victory_points), rows=tuple(rows))


def _missing(facts: Facts, seat: SeatState) -> tuple[int, int, int, int]:
    """Returns how many cards a hand lacks for a city, a settlement, a road, and the next level of any track."""
    hand, costs = seat.hand, facts.costs
    levels = [
        max(0, level + 1 - hand[track.commodity])
        for level, track in zip(seat.levels, facts.tracks, strict=True)
        if level < facts.limits.max_level
    ]
    return (
        _count_missing(hand, costs.city),
        _count_missing(hand, costs.settlement),
        _count_missing(hand, costs.road),
        min(levels, default=FAR),
    )


@lru_cache(maxsize=1 << 12)
def _count_missing(hand: Counts, cost: Counts) -> int:
    return sum([max(0, needed - held) for held, needed in zip(hand, cost, strict=True)])


@lru_cache(maxsize=1 << 12)
def _incomes(
    facts: Facts, terrain: tuple[str, ...], tokens: tuple[int, ...], settlements: int, cities: int, robber: int
) -> tuple[Counts, int]:
    """Returns the cards of each kind in 36 throws without the robber, and those of the robber's hex."""
    income, blocked = [0] * 8, 0
    for number, (ground, token) in enumerate(zip(terrain, tokens, strict=True)):
        small = (settlements & AROUND_HEX[number]).bit_count()
        large = (cities & AROUND_HEX[number]).bit_count()
        pips = facts.pips[token]
        if not pips or not (small or large):
            continue
        by_small, by_large = facts.settlement_yield[ground], facts.city_yield[ground]
        gained = [pips * (small * one + large * other) for one, other in zip(by_small, by_large, strict=True)]
        income = [before + more for before, more in zip(income, gained, strict=True)]
        if number == robber:
            blocked = sum(gained)
    return tuple(income), blocked
