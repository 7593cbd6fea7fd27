"""The components of Cities & Knights, and views of a table with everything on it, for the tests of the pages."""

from __future__ import annotations

import json

from msgspec import to_builtins

from chronik.domain.cities_knights.facts.load import PRINTED
from chronik.domain.cities_knights.state import Dice, Face, Harbor, Merchant, Metropolis, Offer, SeatState, State
from chronik.domain.engine.names import load_names
from chronik.domain.engine.seats import Referee, Seat, Spectator
from chronik.projections.cities_knights.components import components
from chronik.projections.cities_knights.view import view
from tests.support.cities_knights.table import FACTS, at, card, cards, deal_match, knight, path, position

ANN = SeatState(
    hand=cards(brick=2, lumber=1, wool=1, grain=3, ore=2, cloth=1, paper=2),
    roads=path(13, 6, 24, 16, 35),
    settlements=at(13),
    cities=at(24, 35),
    walls=at(35),
    knights=(knight(6, 2, ready=True), knight(16)),
    levels=(2, 1, 4),
    progress=(card("alchemist"), card("merchant_fleet"), card("spy"), card("road_building")),
    shown=(card("printer"),),
    defender=1,
)
BEN = SeatState(
    hand=cards(brick=1, wool=2, ore=4, coin=2),
    roads=path(19, 10, 28, 20, 39, 31, 49, 40),
    cities=at(19, 39),
    sideways=at(28),
    walls=at(39),
    knights=(knight(20, 3, active=True), knight(31, 2)),
    levels=(0, 3, 1),
    progress=(card("deserter"), card("mining")),
)
CLEO = SeatState(
    hand=cards(lumber=3, cloth=2),
    roads=path(43, 36, 51, 46, 52) | path(36, 45),
    settlements=at(43, 45),
    cities=at(52),
    knights=(knight(46, active=True), knight(51, 3)),
    levels=(5, 0, 2),
    progress=(card("merchant", 2),),
    shown=(card("constitution"),),
)
DAN = SeatState(
    hand=cards(grain=1, wool=1),
    roads=path(32, 12, 22, 4) | path(50, 34, 42),
    settlements=at(32, 50),
    cities=at(22),
    knights=(knight(4), knight(12, 2, active=True)),
    levels=(1, 1, 0),
    defender=2,
)


def rich() -> State:
    """Returns a position late in a match: robber awake, merchant out, two metropolises, open offers."""
    return position(
        ANN,
        BEN,
        CLEO,
        DAN,
        robber=8,
        awake=True,
        ship=4,
        attacks=1,
        metropolises=(Metropolis(2, 52), None, Metropolis(0, 24)),
        merchant=Merchant(2, 16),
        longest=1,
        dice=Dice(3, 5, Face.SCIENCE),
        fleet=(5,),
        harbor=Harbor(),
        offers=(
            Offer(3, 0, cards(brick=1, paper=1), cards(ore=2), (2, 3), (1,)),
            Offer(4, 2, cards(lumber=2), cards(brick=1), (), (), 3),
        ),
    )


def recorded() -> dict[str, str]:
    """Returns the components, and views of the rich position and of a fresh deal."""
    state, fresh = rich(), deal_match(4).state
    laid = {
        "components": components(FACTS, load_names(PRINTED, PRINTED)),
        "own": view(FACTS, state, Seat(0)),
        "spectator": view(FACTS, state, Spectator()),
        "referee": view(FACTS, state, Referee()),
        "dealt": view(FACTS, fresh, Spectator()),
    }
    return {"cities_knights_views.json": json.dumps(to_builtins(laid, str_keys=True), ensure_ascii=False)}
