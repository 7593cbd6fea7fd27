"""A check of the ways to play a card: exactly the offered commands are accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from typing import Any

from chronik.domain.cities_knights import commands
from chronik.domain.cities_knights.cards.kinds import KINDS
from chronik.domain.cities_knights.commands import TRACKS, Command
from chronik.domain.engine.game import Rejected
from tests.support.cities_knights.table import CHANCE, FACTS, GAME, Moment

CORNERS, HEXES, SEATS = range(54), range(19), range(4)

EVERY: Mapping[str, Callable[[str], Iterable[Command]]] = {
    "crane": lambda card: [commands.PlayCrane(card, track) for track in (*TRACKS, None)],
    "engineer": lambda card: [commands.PlayEngineer(card, corner) for corner in CORNERS],
    "inventor": lambda card: [commands.PlayInventor(card, (one, other)) for one in HEXES for other in HEXES],
    "irrigation": lambda card: [commands.PlayIrrigation(card)],
    "medicine": lambda card: [commands.PlayMedicine(card, corner) for corner in CORNERS],
    "mining": lambda card: [commands.PlayMining(card)],
    "road_building": lambda card: [commands.PlayRoadBuilding(card)],
    "smith": lambda card: [
        commands.PlaySmith(card, corners) for count in (1, 2) for corners in permutations(CORNERS, count)
    ],
    "commercial_harbor": lambda card: [commands.PlayCommercialHarbor(card)],
    "master_merchant": lambda card: [commands.PlayMasterMerchant(card, seat) for seat in SEATS],
    "merchant": lambda card: [commands.PlayMerchant(card, hex_) for hex_ in HEXES],
    "merchant_fleet": lambda card: [commands.PlayMerchantFleet(card, kind) for kind in KINDS],
    "resource_monopoly": lambda card: [commands.PlayResourceMonopoly(card, kind) for kind in KINDS],
    "trade_monopoly": lambda card: [commands.PlayTradeMonopoly(card, kind) for kind in KINDS],
}
"""Every command that could play each card."""


def check_playable(moment: Moment, name: str, seat: int = 0) -> list[Any]:
    """Returns the ways in which a seat may play a card; checks that exactly these are offered and accepted."""
    card = min(held for held in moment.state.seats[seat].progress if FACTS.cards[held].name == name)
    every = list(EVERY[name](card))
    offered = [command for command in moment.options(seat) if command in every]
    assert offered == [command for command in offered if is_accepted(moment, command, seat)]
    assert sorted(map(_ignore_order, offered)) == sorted(
        {_ignore_order(one) for one in every if is_accepted(moment, one, seat)}
    )
    return offered


def is_accepted(moment: Moment, command: Command, seat: int = 0) -> bool:
    """Returns whether a seat may give a command now."""
    try:
        GAME.decide(moment.state, seat, command, CHANCE)
    except Rejected:
        return False
    return True


def _ignore_order(command: Command) -> str:
    """Returns a key of a command without the order of a Smith's knights, because only one order is offered."""
    if isinstance(command, commands.PlaySmith):
        return repr(sorted(command.corners))
    return repr(command)
