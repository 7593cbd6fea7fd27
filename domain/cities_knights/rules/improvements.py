"""City improvements and metropolises (R12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import numbers
from chronik.domain.cities_knights.cards.kinds import COMMODITIES, count_missing, one_kind
from chronik.domain.cities_knights.commands import TRACK, TRACKS, BuyLevel, Command, PlaceMetropolis
from chronik.domain.cities_knights.events import LevelBought, MetropolisPlaced
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import ImprovementNeedsFreeCity
from chronik.domain.cities_knights.island.occupancy import free_cities
from chronik.domain.cities_knights.prompts import ActionPrompt, MetropolisPrompt
from chronik.domain.cities_knights.rules.needs import BUILT_CITY
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, action, answer, default, option
from chronik.domain.engine.game import Rejected


def buy_level(batch: Batch, prompt: ActionPrompt, command: BuyLevel) -> None:
    """Buys the next level of a track, at a discount if a Crane was played for it (R12.1, C-71)."""
    crane = batch.state.cranes > 0
    raise_level(batch, prompt.seat, TRACK[command.track], discount=int(crane), crane=crane)


def raise_level(batch: Batch, seat: int, track: int, discount: int = 0, crane: bool = False) -> None:
    """Pays for the next level of a track, less a discount. Awards the metropolis if the level wins it (R12)."""
    facts, state = batch.facts, batch.state
    own = state.seats[seat]
    level = own.levels[track] + 1
    if level > facts.limits.max_level:
        raise Rejected("highest-level")
    if not has_needed_city(facts, state, seat, track):
        raise Rejected("city-needed")
    commodity, price = facts.tracks[track].commodity, level_price(facts, state, seat, track, discount)
    if missing := count_missing(own.hand, one_kind(commodity, price)):
        raise Rejected("cards", missing=missing)
    winning = wins_metropolis(facts, state, seat, track)
    batch.add(LevelBought(seat, TRACKS[track], level, one_kind(commodity, price) if price else (), crane))
    if winning:
        award_metropolis(batch, seat, track)


def award_metropolis(batch: Batch, seat: int, track: int) -> None:
    """Places the metropolis of a track on the only city without a metropolis, or asks the seat for a city (R12.4)."""
    cities = numbers(free_cities(batch.state, seat))
    if len(cities) == 1:
        batch.add(MetropolisPlaced(seat, TRACKS[track], cities[0]))
    else:
        batch.ask((MetropolisPrompt(seat, track),))


def place_metropolis(batch: Batch, prompt: MetropolisPrompt, command: PlaceMetropolis) -> None:
    """Places the metropolis on the city that its new owner chose (R12.4, R12.7)."""
    if not free_cities(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    batch.add(MetropolisPlaced(prompt.seat, TRACKS[prompt.track], command.corner))


# Conditions of a purchase


def level_price(facts: Facts, state: State, seat: int, track: int, discount: int = 0) -> int:
    """Returns the price of the next level of a track in commodity cards, less a discount (R12.1)."""
    return max(0, facts.tracks[track].level_cost[state.seats[seat].levels[track]] - discount)


def buyable_tracks(facts: Facts, state: State, seat: int, discount: int = 0) -> Iterator[int]:
    """Yields the tracks whose next level a seat may buy and can pay for with a discount (R12.1, R12.2, R12.6)."""
    own = state.seats[seat]
    if not own.cities:
        return
    hand, top = own.hand, facts.limits.max_level
    for track, (printed, level) in enumerate(zip(facts.tracks, own.levels, strict=True)):
        paid = level < top and hand[printed.commodity] + discount >= printed.level_cost[level]
        if paid and has_needed_city(facts, state, seat, track):
            yield track


def has_needed_city(facts: Facts, state: State, seat: int, track: int) -> bool:
    """Returns whether a seat has the city that the next level of a track needs (R12.2, R12.6)."""
    own = state.seats[seat]
    if own.levels[track] + 1 < facts.limits.metropolis_level:
        return own.cities > 0
    if state.options.improvement_4_5_needs_free_city is ImprovementNeedsFreeCity.ONLY_WHEN_WINNING_METROPOLIS:
        needed = wins_metropolis(facts, state, seat, track)
    else:
        metropolis = state.metropolises[track]
        needed = metropolis is None or metropolis.seat != seat
    return (free_cities(state, seat) if needed else own.cities) > 0


def wins_metropolis(facts: Facts, state: State, seat: int, track: int) -> bool:
    """Returns whether the next level of a track wins its metropolis, perhaps from another seat (R12.4, R12.5)."""
    level, metropolis, limits = state.seats[seat].levels[track] + 1, state.metropolises[track], facts.limits
    if metropolis is None:
        return level >= limits.metropolis_level
    holder = state.seats[metropolis.seat].levels[track]
    return metropolis.seat != seat and level >= limits.steal_level > holder


# Options


def level_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every level that the seat can buy now."""
    if not state.cranes and not any(state.seats[seat].hand[COMMODITIES.start :]):
        return ()
    return [BuyLevel(TRACKS[track]) for track in buyable_tracks(facts, state, seat, discount=min(1, state.cranes))]


def metropolis_options(facts: Facts, state: State, prompt: MetropolisPrompt) -> Sequence[Command]:
    """Returns a command for every city of the seat without a metropolis."""
    return [PlaceMetropolis(corner) for corner in numbers(free_cities(state, prompt.seat))]


def default_metropolis(facts: Facts, state: State, prompt: MetropolisPrompt) -> Command:
    """Returns the default answer: the lowest corner (1.19)."""
    return metropolis_options(facts, state, prompt)[0]


AREA = Area(
    answers=(
        answer(BuyLevel, ActionPrompt, buy_level),
        answer(PlaceMetropolis, MetropolisPrompt, place_metropolis),
    ),
    options=(option(MetropolisPrompt, metropolis_options),),
    actions=(action(level_options, BUILT_CITY),),
    defaults=(default(MetropolisPrompt, default_metropolis),),
)
