"""Roads, settlements and cities, also by Growth, and the discount of two stars (B24 to B26, K9, K17, R36, R46)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.catan_cards.cards.kinds import Counts, Kind
from domain.catan_cards.commands import BuildCity, BuildRoad, BuildSettlement, Command, PlayGrowth
from domain.catan_cards.events import CardPlayed, CityBuilt, RoadBuilt, SettlementBuilt
from domain.catan_cards.facts.load import PUBLIC_FEELING, Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stock import cities_left, roads_left, settlements_left
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.rules.paying import affords, droppable, dropped, need_stars, paid
from domain.catan_cards.rules.playing import finish, judged, playable
from domain.catan_cards.rules.regions import REGIONS_NEEDED, draw_region, look_through
from domain.catan_cards.state import SeatState, State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

# Places


def road_slots(seat: SeatState) -> list[int]:
    """The places beside a settlement or city where no road lies (B24)."""
    settled = (*seat.settlements, *seat.cities)
    return sorted({slot + step for slot in settled for step in (-1, 1)} - {*seat.roads})


def settlement_slots(seat: SeatState) -> list[int]:
    """The open ends of roads (B24)."""
    return sorted({slot + step for slot in seat.roads for step in (-1, 1)} - {*seat.settlements, *seat.cities})


def beyond(seat: SeatState, slot: int) -> int:
    """The place of the new regions: on the outer side of a new settlement (B25)."""
    return slot + 1 if slot - 1 in seat.roads else slot - 1


# Roads and settlements


def build_road(batch: Batch, prompt: ActionPrompt, command: BuildRoad) -> None:
    """A road beside a settlement or city."""
    seat = prompt.seat
    if not roads_left(batch.facts, batch.state):
        raise Rejected("supply")
    if command.slot not in road_slots(batch.seat(seat)):
        raise Rejected("slot")
    price, stars = _price(batch, seat, batch.facts.road.price, command.drop)
    batch.happen(RoadBuilt(seat, command.slot, paid(batch, seat, price, command.pay), stars))


def build_settlement(batch: Batch, prompt: ActionPrompt, command: BuildSettlement) -> None:
    """A settlement at the end of a road, and two new regions beside it, with a Scout of one's choice (B25, B56)."""
    seat, slot = prompt.seat, command.slot
    if not settlements_left(batch.facts, batch.state):
        raise Rejected("supply")
    if len(batch.state.regions) < REGIONS_NEEDED:
        raise Rejected("regions")
    if slot not in settlement_slots(batch.seat(seat)):
        raise Rejected("slot")
    outside = beyond(batch.seat(seat), slot)
    if command.scout is not None:
        judged(batch, seat, command.scout, Effect.CHOOSE_NEW_REGIONS)
        batch.happen(CardPlayed(seat, command.scout))
    price, stars = _price(batch, seat, batch.facts.settlement.price, command.drop)
    batch.happen(SettlementBuilt(seat, slot, paid(batch, seat, price, command.pay), stars))
    if command.scout is None:
        draw_region(batch, seat, outside)
    else:
        look_through(batch, seat, outside)


def _price(batch: Batch, seat: int, price: Counts, drop: Kind | None) -> tuple[Counts, int]:
    """What is left of a price, and the stars that saved a resource of it, once per piece (K9, R36)."""
    if drop is None:
        return price, 0
    stars = batch.facts.cards[PUBLIC_FEELING].numbers.build
    need_stars(batch, seat, stars)
    return dropped(price, drop), stars


def _drops(facts: Facts, seat: SeatState, price: Counts) -> list[Kind | None]:
    """What can be saved of a price, None for nothing, so that a seat affords it."""
    drops: list[Kind | None] = [None] if affords(facts, seat, price) else []
    if seat.stars >= facts.cards[PUBLIC_FEELING].numbers.build:
        drops += droppable(facts, seat, price)
    return drops


def roads(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every place for a road, at the full price or with a resource saved."""
    own = state.seats[seat]
    if not roads_left(facts, state):
        return ()
    drops = _drops(facts, own, facts.road.price)
    return [BuildRoad(slot, drop) for slot in road_slots(own) for drop in drops]


def settlements(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every place for a settlement, at the full price or with a resource saved, without a Scout or with one."""
    own = state.seats[seat]
    if not settlements_left(facts, state) or len(state.regions) < REGIONS_NEEDED:
        return ()
    drops = _drops(facts, own, facts.settlement.price)
    scouts = [None, *(card for card, _ in playable(facts, state, seat, Effect.CHOOSE_NEW_REGIONS))]
    return [BuildSettlement(slot, drop, scout) for slot in settlement_slots(own) for drop in drops for scout in scouts]


# Cities


def build_city(batch: Batch, prompt: ActionPrompt, command: BuildCity) -> None:
    """A settlement becomes a city."""
    _found(batch, prompt.seat, command.slot, batch.facts.city.price, command.pay)


def grow(batch: Batch, prompt: ActionPrompt, command: PlayGrowth) -> None:
    """Playing Growth is building the city, for less (K17, R46)."""
    card = judged(batch, prompt.seat, command.card, Effect.BUILD_CITY_AT)
    batch.happen(CardPlayed(prompt.seat, command.card))
    _found(batch, prompt.seat, command.slot, card.numbers.price, command.pay)
    finish(batch)


def _found(batch: Batch, seat: int, slot: int, price: Counts, pay: tuple[str, ...] | None) -> None:
    """What lies on the sites of the settlement stays there (B24)."""
    if not cities_left(batch.facts, batch.state):
        raise Rejected("supply")
    if slot not in batch.seat(seat).settlements:
        raise Rejected("slot")
    batch.happen(CityBuilt(seat, slot, paid(batch, seat, price, pay)))


def cities(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Every settlement of which a city can be made, without Growth or with it."""
    own = state.seats[seat]
    if not cities_left(facts, state):
        return
    if affords(facts, own, facts.city.price):
        yield from [BuildCity(slot) for slot in own.settlements]
    for card, printed in playable(facts, state, seat, Effect.BUILD_CITY_AT):
        if affords(facts, own, printed.numbers.price):
            yield from [PlayGrowth(card, slot) for slot in own.settlements]


AREA = Area(
    answers=(
        answer(BuildRoad, ActionPrompt, build_road),
        answer(BuildSettlement, ActionPrompt, build_settlement),
        answer(BuildCity, ActionPrompt, build_city),
        answer(PlayGrowth, ActionPrompt, grow),
    ),
    actions=(roads, settlements, cities),
)
