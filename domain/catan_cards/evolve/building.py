"""Applies the events of building: roads, settlements, cities, regions, cards, Public Feeling (3.6, K1 to K4)."""

from __future__ import annotations

from sys import intern
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.events import (
    BuildingReturned,
    CardBuilt,
    CityBuilt,
    Demolished,
    FeelingMoved,
    FeelingPlaced,
    RegionDrawn,
    RegionsPlaced,
    RegionsSeen,
    RoadBuilt,
    SettlementBuilt,
    TheaterMoved,
    UnitsNamed,
    UnitTaken,
)
from chronik.domain.catan_cards.evolve.changes import (
    add_to_hand,
    discard,
    pay,
    remove_from_hand,
    subtract_resources,
    with_seat,
    without,
)
from chronik.domain.catan_cards.facts.load import DISPLAY, Effect, Facts
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.axis import land_order
from chronik.domain.catan_cards.state import Built, Feeling, Land, SeatState, State
from chronik.domain.engine.area import on_event


def _apply_road_built(facts: Facts, state: State, event: RoadBuilt) -> State:
    own = state.seats[event.seat]
    roads = tuple(sorted((*own.roads, event.slot)))
    return replace(state, seats=pay(state, event.seat, event.paid, roads=roads, stars=own.stars - event.stars))


def _apply_settlement_built(facts: Facts, state: State, event: SettlementBuilt) -> State:
    own = state.seats[event.seat]
    settlements = tuple(sorted((*own.settlements, event.slot)))
    stars = own.stars - event.stars
    return replace(state, seats=pay(state, event.seat, event.paid, settlements=settlements, stars=stars))


def _apply_city_built(facts: Facts, state: State, event: CityBuilt) -> State:
    own = state.seats[event.seat]
    settlements = tuple([slot for slot in own.settlements if slot != event.slot])
    cities = tuple(sorted((*own.cities, event.slot)))
    return replace(state, seats=pay(state, event.seat, event.paid, settlements=settlements, cities=cities))


def _apply_region_drawn(facts: Facts, state: State, event: RegionDrawn) -> State:
    return replace(state, regions=state.regions[1:], drawn_region=intern(event.region))


def _apply_regions_placed(facts: Facts, state: State, event: RegionsPlaced) -> State:
    new = (Land(intern(event.above), event.slot, Side.ABOVE), Land(intern(event.below), event.slot, Side.BELOW))
    lands = tuple(sorted((*state.seats[event.seat].lands, *new), key=land_order))
    left = tuple([region for region in state.regions if region not in (event.above, event.below)])
    return replace(state, seats=with_seat(state, event.seat, lands=lands), regions=left, drawn_region=None)


def _apply_regions_seen(facts: Facts, state: State, event: RegionsSeen) -> State:
    return state


def _apply_card_built(facts: Facts, state: State, event: CardBuilt) -> State:
    own = state.seats[event.seat]
    card = intern(event.card)
    changes: dict[str, Any] = {
        "built": (*own.built, Built(card, event.slot, event.side)),
        "stars": own.stars - event.stars,
        "lands": subtract_resources(own.lands, event.paid),
    }
    if facts.cards[title(card)].effect is Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR:
        changes["used"] = (*own.used, card)  # R52: placing the Theater uses up its exchange for the turn
    if card in state.display:
        seats = with_seat(state, event.seat, **changes)
        return replace(state, seats=seats, display=without(state.display, card))
    return replace(state, seats=remove_from_hand(state, event.seat, card, **changes))


def _apply_theater_moved(facts: Facts, state: State, event: TheaterMoved) -> State:
    own = state.seats[event.seat]
    built = tuple([replace(one, slot=event.slot) if one.card == event.card else one for one in own.built])
    return replace(state, seats=with_seat(state, event.seat, built=built, used=(*own.used, intern(event.card))))


def _apply_demolished(facts: Facts, state: State, event: Demolished) -> State:
    seats = _take_down(state, event.seat, event.card)
    if _is_from_display(state, event.card):
        return replace(state, seats=seats, display=_return_to_display(facts, state, event.card))
    return replace(state, seats=seats, discards=discard(state, event.seat, event.card))


def _apply_building_returned(facts: Facts, state: State, event: BuildingReturned) -> State:
    seats = _take_down(state, event.seat, event.card)
    if _is_from_display(state, event.card):
        return replace(state, seats=seats, display=_return_to_display(facts, state, event.card))
    return replace(state, seats=add_to_hand(seats, event.seat, event.card))


def _take_down(state: State, seat: int, card: str) -> tuple[SeatState, ...]:
    """Returns both seats after a card left a principality; if it is built again, it may be used again (R48)."""
    own = state.seats[seat]
    built = tuple([one for one in own.built if one.card != card])
    return with_seat(state, seat, built=built, used=without(own.used, card))


def _is_from_display(state: State, card: str) -> bool:
    """Returns whether a card belongs to the display (X9)."""
    return state.options.mode is Mode.EXTENDED and title(card) in DISPLAY


def _return_to_display(facts: Facts, state: State, card: str) -> tuple[str, ...]:
    return tuple(sorted((*state.display, intern(card))))


def _apply_feeling_placed(facts: Facts, state: State, event: FeelingPlaced) -> State:
    own = state.seats[event.seat]
    stars = own.stars + facts.cards[title(event.card)].numbers.start_stars
    feelings = (*own.feelings, Feeling(intern(event.card), intern(event.region)))
    return replace(state, seats=remove_from_hand(state, event.seat, event.card, feelings=feelings, stars=stars))


def _apply_feeling_moved(facts: Facts, state: State, event: FeelingMoved) -> State:
    own = state.seats[event.seat]
    feelings = tuple(
        [replace(one, region=intern(event.region)) if one.card == event.card else one for one in own.feelings]
    )
    return replace(state, seats=with_seat(state, event.seat, feelings=feelings, used=(*own.used, intern(event.card))))


def _apply_units_named(facts: Facts, state: State, event: UnitsNamed) -> State:
    return state


def _apply_unit_taken(facts: Facts, state: State, event: UnitTaken) -> State:
    return replace(state, seats=add_to_hand(_take_down(state, event.victim, event.card), event.seat, event.card))


AFTER = (
    on_event(RoadBuilt, _apply_road_built),
    on_event(SettlementBuilt, _apply_settlement_built),
    on_event(CityBuilt, _apply_city_built),
    on_event(RegionDrawn, _apply_region_drawn),
    on_event(RegionsPlaced, _apply_regions_placed),
    on_event(RegionsSeen, _apply_regions_seen),
    on_event(CardBuilt, _apply_card_built),
    on_event(TheaterMoved, _apply_theater_moved),
    on_event(Demolished, _apply_demolished),
    on_event(BuildingReturned, _apply_building_returned),
    on_event(FeelingPlaced, _apply_feeling_placed),
    on_event(FeelingMoved, _apply_feeling_moved),
    on_event(UnitsNamed, _apply_units_named),
    on_event(UnitTaken, _apply_unit_taken),
)
