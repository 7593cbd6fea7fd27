"""City improvements and metropolises (R12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.cities_knights.board import numbers
from domain.cities_knights.cards.kinds import COMMODITIES, lacking, single
from domain.cities_knights.commands import TRACK, TRACKS, BuyLevel, Command, PlaceMetropolis
from domain.cities_knights.events import LevelBought, MetropolisPlaced
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import ImprovementNeedsFreeCity
from domain.cities_knights.island.standing import free_cities
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, MetropolisPrompt
from domain.cities_knights.state import State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected


def buy(batch: Batch, prompt: ActionPrompt, command: BuyLevel) -> None:
    """The next level of a track; a Crane that waits makes it cheaper (R12.1, C-71)."""
    crane = batch.state.cranes > 0
    raise_level(batch, prompt.seat, TRACK[command.track], discount=int(crane), crane=crane)


def raise_level(batch: Batch, seat: int, track: int, discount: int = 0, crane: bool = False) -> None:
    """A seat pays the next level of a track, less a discount, and takes the metropolis where it is due (R12)."""
    facts, state = batch.facts, batch.state
    own = state.seats[seat]
    level = own.levels[track] + 1
    if level > facts.limits.max_level:
        raise Rejected("highest-level")
    if not city_allows(facts, state, seat, track):
        raise Rejected("city-needed")
    commodity, price = facts.tracks[track].commodity, level_price(facts, state, seat, track, discount)
    if missing := lacking(own.hand, single(commodity, price)):
        raise Rejected("cards", missing=missing)
    winning = wins_metropolis(facts, state, seat, track)
    batch.happen(LevelBought(seat, TRACKS[track], level, single(commodity, price) if price else (), crane))
    if winning:
        award_metropolis(batch, seat, track)


def award_metropolis(batch: Batch, seat: int, track: int) -> None:
    """The metropolis of a track goes to a city without one: to the only one, or to the one that is named (R12.4)."""
    cities = numbers(free_cities(batch.state, seat))
    if len(cities) == 1:
        batch.happen(MetropolisPlaced(seat, TRACKS[track], cities[0]))
    else:
        batch.ask((MetropolisPrompt(seat, track),))


def place(batch: Batch, prompt: MetropolisPrompt, command: PlaceMetropolis) -> None:
    """The metropolis stands where its new owner says (R12.4, R12.7)."""
    if not free_cities(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    batch.happen(MetropolisPlaced(prompt.seat, TRACKS[prompt.track], command.corner))


# What may be bought


def level_price(facts: Facts, state: State, seat: int, track: int, discount: int = 0) -> int:
    """How many cards of its commodity the next level of a track costs, less a discount (R12.1)."""
    return max(0, facts.tracks[track].level_cost[state.seats[seat].levels[track]] - discount)


def buyable(facts: Facts, state: State, seat: int, discount: int = 0) -> Iterator[int]:
    """The tracks of which a seat can pay the next level, less a discount, and may buy it (R12.1, R12.2, R12.6)."""
    own = state.seats[seat]
    if not own.cities:
        return
    hand, top = own.hand, facts.limits.max_level
    for track, (printed, level) in enumerate(zip(facts.tracks, own.levels, strict=True)):
        paid = level < top and hand[printed.commodity] + discount >= printed.level_cost[level]
        if paid and city_allows(facts, state, seat, track):
            yield track


def city_allows(facts: Facts, state: State, seat: int, track: int) -> bool:
    """Whether a seat has the city that the next level of a track needs (R12.2, R12.6)."""
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
    """Whether the next level of a track brings its metropolis, from the box or from somebody else (R12.4, R12.5)."""
    level, metropolis, limits = state.seats[seat].levels[track] + 1, state.metropolises[track], facts.limits
    if metropolis is None:
        return level >= limits.metropolis_level
    holder = state.seats[metropolis.seat].levels[track]
    return metropolis.seat != seat and level >= limits.steal_level > holder


# What is offered


def levels(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every level one can pay."""
    if not state.cranes and not any(state.seats[seat].hand[COMMODITIES.start :]):
        return ()
    return [BuyLevel(TRACKS[track]) for track in buyable(facts, state, seat, discount=min(1, state.cranes))]


def cities(facts: Facts, state: State, prompt: MetropolisPrompt) -> Sequence[Command]:
    """Every city without a metropolis."""
    return [PlaceMetropolis(corner) for corner in numbers(free_cities(state, prompt.seat))]


def lowest_city(facts: Facts, state: State, prompt: MetropolisPrompt) -> Command:
    """Metropolis by default: the lowest corner (1.19)."""
    return cities(facts, state, prompt)[0]


AREA = Area(
    answers=(
        answer(BuyLevel, ActionPrompt, buy),
        answer(PlaceMetropolis, MetropolisPrompt, place),
    ),
    options=(option(MetropolisPrompt, cities),),
    actions=(levels,),
    defaults=(default(MetropolisPrompt, lowest_city),),
)
