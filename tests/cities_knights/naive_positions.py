"""Random crowded positions: meeting roads, blocking knights and buildings, full hands, unusual options."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from chronik.domain.cities_knights.facts.rulesets import Ruleset
from chronik.domain.cities_knights.state import Harbor, Knight, Merchant, Metropolis, Phase, SeatState, State
from tests.cities_knights import naive, naive_plays
from tests.cities_knights.naive import Map
from tests.support.cities_knights.table import FACTS, position

DEALT = ("two_player_mode", "board_layout", "harbor_layout", "public_counts", "victory_points")


def random_position(random: Random) -> State:
    """Returns a random mid-game position, before or after the roll."""
    state = position(*(SeatState() for _ in range(random.choice((2, 3, 4, 4)))), options=_ruleset(random))
    for _ in range(random.randrange(20, 120)):
        number = random.randrange(len(state.seats))
        own = replace(state, seats=_replace_seat(state, number, _grow_seat(random, state, number)))
        state = own if random.random() < 0.9 else _add_metropolis(random, own, number)
    for number in range(len(state.seats)):
        state = _add_cards(random, state, number)
    enough = max(5, naive.points(state, 0) + 4 + random.randrange(6))  # three more for the road and the merchant
    asleep = state.options.robber_before_first_attack.value == "locked" and random.random() < 0.3
    pre_roll = random.random() < 0.5
    return replace(
        state,
        options=replace(state.options, victory_points=enough),
        longest=naive.award_holder(state, None),
        awake=not asleep,
        attacks=0 if asleep else random.randrange(3),
        ship=random.choice((0, 6, 6)),
        turn=random.choice((1, 9, 40)),
        robber=state.robber if asleep else random.randrange(19),
        merchant=random.choice((None, Merchant(random.randrange(len(state.seats)), random.randrange(19)))),
        phase=Phase.PRE_ROLL if pre_roll else Phase.ACTION,
        fleet=() if pre_roll else tuple(random.sample(range(8), random.choice((0, 0, 1, 2)))),
        harbor=Harbor()
        if pre_roll
        else Harbor(random.choice((0, 1, 2)), tuple(random.choices((1,), k=random.randrange(2)))),
        cranes=0 if pre_roll else random.choice((0, 0, 1)),
    )


def _ruleset(random: Random) -> Ruleset:
    values: dict[str, Any] = {
        name: random.choice((option.default, random.choice(option.values)))
        for name, option in FACTS.options.items()
        if name not in DEALT
    }
    return convert(values, Ruleset)


def _replace_seat(state: State, number: int, seat: SeatState) -> tuple[SeatState, ...]:
    return (*state.seats[:number], seat, *state.seats[number + 1 :])


def _grow_seat(random: Random, state: State, number: int) -> SeatState:
    """Returns the seat with one more road, knight, settlement (without a road), city, wall or level."""
    seat, island = state.seats[number], Map(state)
    match random.randrange(9):
        case 0 | 1 | 2 | 3 if edges := naive_plays.new_roads(island, number):
            return replace(seat, roads=seat.roads | 1 << random.choice(edges))
        case 4 if corners := naive_plays.empty_corners(island, island.beside_roads(number)):
            return _add_knight(random, seat, random.choice(corners))
        case 5 if seat.settlements.bit_count() < 5:
            free = [corner for corner in range(54) if island.owner(corner) is None and island.keeps_distance(corner)]
            return replace(seat, settlements=seat.settlements | 1 << random.choice(free)) if free else seat
        case 6 if seat.settlements and (seat.cities | seat.sideways).bit_count() < 4:
            corner = seat.settlements & -seat.settlements
            if seat.sideways or random.random() < 0.2:
                return replace(seat, settlements=seat.settlements ^ corner, sideways=seat.sideways | corner)
            return replace(seat, settlements=seat.settlements ^ corner, cities=seat.cities | corner)
        case 7 if seat.cities and seat.walls.bit_count() < 3:
            return replace(seat, walls=seat.walls | seat.cities & -seat.cities)
        case 8 if min(seat.levels) < 3:
            return replace(seat, levels=_raise_level(seat.levels, seat.levels.index(min(seat.levels))))
        case _:
            return seat


def _add_knight(random: Random, seat: SeatState, corner: int) -> SeatState:
    level = random.randrange(3) + 1
    if [one.level for one in seat.knights].count(level) == 2:
        return seat
    active = random.random() < 0.6
    knight = Knight(corner, level, active, active and random.random() < 0.8, random.random() < 0.2)
    return replace(seat, knights=tuple(sorted((*seat.knights, knight), key=lambda one: one.corner)))


def _add_metropolis(random: Random, state: State, number: int) -> State:
    track, seat, free = random.randrange(3), state.seats[number], naive.plain_cities(state, number)
    if state.metropolises[track] is not None or not free:
        return state
    metropolises = list(state.metropolises)
    metropolises[track] = Metropolis(number, random.choice(free))
    seat = replace(seat, levels=_raise_level(seat.levels, track, random.choice((4, 4, 5))))
    return replace(state, seats=_replace_seat(state, number, seat), metropolises=tuple(metropolises))


def _raise_level(levels: tuple[int, int, int], track: int, to: int | None = None) -> tuple[int, ...]:
    return (*levels[:track], to or levels[track] + 1, *levels[track + 1 :])


def _add_cards(random: Random, state: State, number: int) -> State:
    """Returns the state after a seat got some cards from the bank and the decks."""
    hand, bank, decks = [0] * 8, list(state.bank), list(state.decks)
    for kind in random.choices(range(8), k=random.choice((0, 1, 3, 8, 16, 24))):
        if bank[kind]:
            hand[kind] += 1
            bank[kind] -= 1
    if random.random() < 0.2:  # a hoard, so that the bank runs short
        for kind in random.sample(range(8), 3):
            taken = max(0, bank[kind] - random.randrange(4)) if bank[kind] < 20 else 0
            hand[kind] += taken
            bank[kind] -= taken
    progress: tuple[str, ...] = ()
    for _ in range(random.randrange(5)):
        deck = random.randrange(3)
        card = random.choice(decks[deck])
        if not FACTS.cards[card].vp:
            progress = (*progress, card)
            decks[deck] = tuple(one for one in decks[deck] if one != card)
    seat = replace(state.seats[number], hand=tuple(hand), progress=progress)
    return replace(state, seats=_replace_seat(state, number, seat), bank=tuple(bank), decks=tuple(decks))
