"""The goals of the greedy bot of Cities & Knights: the purchases that it wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from chronik.domain.cities_knights import commands as wants
from chronik.domain.cities_knights.cards.kinds import Counts, one_kind
from chronik.domain.cities_knights.commands import TRACKS
from chronik.domain.cities_knights.rules.building import city_corners, road_edges, settlement_corners, wall_corners
from chronik.domain.cities_knights.rules.improvements import has_needed_city, level_price, wins_metropolis
from chronik.domain.cities_knights.rules.knights import promotable_knights, recruit_corners
from chronik.service.bots.cities_knights.worth import Worth


class Goal(Struct, frozen=True):
    """A purchase that the bot wants: its worth and cost, the type and track of its commands, and a rating of places."""

    worth: float
    cost: Counts
    buy: type
    place: Callable[[Any], float]
    track: wants.Track | None = None

    def includes(self, option: wants.Command) -> bool:
        """Returns whether a command of the right type buys this."""
        return not isinstance(option, wants.BuyLevel) or option.track is self.track


def list_goals(worth: Worth) -> Iterator[Goal]:
    """Yields the purchases that the seat wants."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs = facts.costs
    if city_corners(facts, state, seat):
        yield Goal(10.0, costs.city, wants.BuildCity, lambda option: worth.corner_worth(option.corner, city=True))
    sites = settlement_corners(facts, state, seat)
    if sites:
        yield Goal(9.0, costs.settlement, wants.BuildSettlement, lambda option: worth.corner_worth(option.corner))
    if road_edges(facts, state, seat):
        yield Goal(
            2.0 if sites else 6.0,
            costs.road,
            wants.BuildRoad,
            lambda option: worth.road_worth(option.edge),
        )
    yield from _level_goals(worth)
    yield from _knight_goals(worth)
    if wall_corners(facts, state, seat):
        crowded = sum(worth.own.hand) > facts.limits.hand_limit
        yield Goal(3.5 if crowded else 1.5, costs.wall, wants.BuildWall, lambda option: 0.0)


def _level_goals(worth: Worth) -> Iterator[Goal]:
    facts, state, seat = worth.facts, worth.state, worth.number
    if not worth.own.cities:
        return
    for number, track in enumerate(TRACKS):
        level = worth.own.levels[number]
        if level >= facts.limits.max_level or not has_needed_city(facts, state, seat, number):
            continue
        price = level_price(facts, state, seat, number)
        wanted = 12.0 if wins_metropolis(facts, state, seat, number) else (6.5, 5.0, 7.0, 4.0, 3.0)[level]
        cost = one_kind(facts.tracks[number].commodity, price)
        yield Goal(wanted, cost, wants.BuyLevel, lambda option: 0.0, track)


def _knight_goals(worth: Worth) -> Iterator[Goal]:
    """Yields knight goals, which are worth more the closer the ship is and the weaker the island's defence (R9)."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs, danger = facts.costs, worth.danger
    strongest = max(map(worth.defence, worth.others))
    if any(not knight.active for knight in worth.own.knights):
        glory = 4.0 if state.ship >= 4 and worth.defence(seat) <= strongest + 1 else 1.0
        yield Goal(max(glory, 14.0 * danger), costs.activate, wants.ActivateKnight, _rank_by_level(worth))
    if recruit_corners(state, seat) and len(worth.own.knights) < 3:
        few = 5.5 if not worth.own.knights else 2.5
        yield Goal(max(few, 11.0 * danger), costs.recruit, wants.RecruitKnight, lambda option: 0.0)
    if promotable_knights(facts, state, seat):
        yield Goal(max(2.2, 9.0 * danger), costs.promote, wants.PromoteKnight, lambda option: 0.0)


def _rank_by_level(worth: Worth) -> Callable[[Any], float]:
    levels = {knight.corner: float(knight.level) for knight in worth.own.knights}
    return lambda option: levels.get(option.corner, 0.0)
