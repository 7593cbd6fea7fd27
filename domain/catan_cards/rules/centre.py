"""Roads, settlements and cities, with Growth and the two-star discount (B24 to B26, K9, K17, R36, R46)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import Counts, Kind
from chronik.domain.catan_cards.commands import BuildCity, BuildRoad, BuildSettlement, Command, PlayGrowth
from chronik.domain.catan_cards.events import CardPlayed, CityBuilt, RoadBuilt, SettlementBuilt
from chronik.domain.catan_cards.facts.load import PUBLIC_FEELING, Effect, Facts
from chronik.domain.catan_cards.principality.stock import cities_left, roads_left, settlements_left
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.paying import affords, drop_one, require_stars, resolve_payment
from chronik.domain.catan_cards.rules.playing import finish, playable_cards, require_playable
from chronik.domain.catan_cards.rules.purchases import CITY, ROAD, SETTLEMENT, affordable_drops
from chronik.domain.catan_cards.rules.regions import REGIONS_NEEDED, draw_region, show_region_stack
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

SCOUTS, GROWTH = (Effect.CHOOSE_NEW_REGIONS,), (Effect.BUILD_CITY_AT,)

# Places


def road_slots(seat: SeatState) -> list[int]:
    """Returns the free places for a road beside a settlement or city (B24)."""
    settled = (*seat.settlements, *seat.cities)
    return sorted({slot + step for slot in settled for step in (-1, 1)} - {*seat.roads})


def settlement_slots(seat: SeatState) -> list[int]:
    """Returns the open ends of roads (B24)."""
    return sorted({slot + step for slot in seat.roads for step in (-1, 1)} - {*seat.settlements, *seat.cities})


def outer_slot(seat: SeatState, slot: int) -> int:
    """Returns the place of the new regions, on the outer side of a new settlement (B25)."""
    return slot + 1 if slot - 1 in seat.roads else slot - 1


# Roads and settlements


def build_road(batch: Batch, prompt: ActionPrompt, command: BuildRoad) -> None:
    """Builds a road beside a settlement or city."""
    seat = prompt.seat
    if not roads_left(batch.facts, batch.state):
        raise Rejected("supply")
    if command.slot not in road_slots(batch.seat(seat)):
        raise Rejected("slot")
    price, stars = _apply_discount(batch, seat, batch.facts.road.price, command.drop)
    batch.add(RoadBuilt(seat, command.slot, resolve_payment(batch, seat, price, command.pay), stars))


def build_settlement(batch: Batch, prompt: ActionPrompt, command: BuildSettlement) -> None:
    """Builds a settlement at the end of a road, and adds two regions, which a Scout lets the seat choose (B25, B56)."""
    seat, slot = prompt.seat, command.slot
    if not settlements_left(batch.facts, batch.state):
        raise Rejected("supply")
    if len(batch.state.regions) < REGIONS_NEEDED:
        raise Rejected("regions")
    if slot not in settlement_slots(batch.seat(seat)):
        raise Rejected("slot")
    outside = outer_slot(batch.seat(seat), slot)
    if command.scout is not None:
        require_playable(batch, seat, command.scout, Effect.CHOOSE_NEW_REGIONS)
        batch.add(CardPlayed(seat, command.scout))
    price, stars = _apply_discount(batch, seat, batch.facts.settlement.price, command.drop)
    batch.add(SettlementBuilt(seat, slot, resolve_payment(batch, seat, price, command.pay), stars))
    if command.scout is None:
        draw_region(batch, seat, outside)
    else:
        show_region_stack(batch, seat, outside)


def _apply_discount(batch: Batch, seat: int, price: Counts, drop: Kind | None) -> tuple[Counts, int]:
    """Returns the price to pay, and the stars that replace at most one resource of the price (K9, R36)."""
    if drop is None:
        return price, 0
    stars = batch.facts.cards[PUBLIC_FEELING].numbers.build
    require_stars(batch, seat, stars)
    return drop_one(price, drop), stars


def ways_to_build_roads(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each place for a road, at full price and with each discount that the seat can pay."""
    own = state.seats[seat]
    if not roads_left(facts, state):
        return ()
    drops = affordable_drops(facts, holding(facts, own), own.stars, facts.road.price)
    return [BuildRoad(slot, drop) for slot in road_slots(own) for drop in drops]


def ways_to_build_settlements(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each place for a settlement, with each price that the seat can pay and each Scout."""
    own = state.seats[seat]
    if not settlements_left(facts, state) or len(state.regions) < REGIONS_NEEDED:
        return ()
    drops = affordable_drops(facts, holding(facts, own), own.stars, facts.settlement.price)
    scouts = [None, *(card for card, _ in playable_cards(facts, state, seat, SCOUTS))]
    return [BuildSettlement(slot, drop, scout) for slot in settlement_slots(own) for drop in drops for scout in scouts]


# Cities


def build_city(batch: Batch, prompt: ActionPrompt, command: BuildCity) -> None:
    """Turns a settlement into a city."""
    _build_city(batch, prompt.seat, command.slot, batch.facts.city.price, command.pay)


def grow(batch: Batch, prompt: ActionPrompt, command: PlayGrowth) -> None:
    """Plays Growth, which builds a city for less (K17, R46)."""
    card = require_playable(batch, prompt.seat, command.card, Effect.BUILD_CITY_AT)
    batch.add(CardPlayed(prompt.seat, command.card))
    _build_city(batch, prompt.seat, command.slot, card.numbers.price, command.pay)
    finish(batch)


def _build_city(batch: Batch, seat: int, slot: int, price: Counts, pay: tuple[str, ...] | None) -> None:
    """Turns a settlement into a city; the cards on its sites stay there (B24)."""
    if not cities_left(batch.facts, batch.state):
        raise Rejected("supply")
    if slot not in batch.seat(seat).settlements:
        raise Rejected("slot")
    batch.add(CityBuilt(seat, slot, resolve_payment(batch, seat, price, pay)))


def ways_to_build_cities(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each settlement that can become a city, for a seat that can pay for one."""
    return [BuildCity(slot) for slot in state.seats[seat].settlements] if cities_left(facts, state) else ()


def ways_to_grow(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Yields a command for each settlement that can become a city with Growth."""
    own = state.seats[seat]
    if not cities_left(facts, state):
        return
    for card, printed in playable_cards(facts, state, seat, GROWTH):
        if affords(facts, own, printed.numbers.price):
            yield from [PlayGrowth(card, slot) for slot in own.settlements]


AREA = Area(
    answers=(
        answer(BuildRoad, ActionPrompt, build_road),
        answer(BuildSettlement, ActionPrompt, build_settlement),
        answer(BuildCity, ActionPrompt, build_city),
        answer(PlayGrowth, ActionPrompt, grow),
    ),
    actions=(
        action(ways_to_build_roads, ROAD),
        action(ways_to_build_settlements, SETTLEMENT),
        action(ways_to_build_cities, CITY),
        action(ways_to_grow, Effect.BUILD_CITY_AT),
    ),
)
