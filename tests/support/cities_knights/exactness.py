"""That a seat is offered exactly what is accepted: each command of a kind is tried with all its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from domain.cities_knights import commands
from domain.cities_knights.cards.kinds import KINDS, of, single
from domain.cities_knights.commands import TRACKS, Command
from domain.engine.game import Rejected
from tests.support.cities_knights.table import CHANCE, GAME, Moment

EVERY: Mapping[type, Callable[[], Iterable[Command]]] = {
    commands.BuildRoad: lambda: map(commands.BuildRoad, range(72)),
    commands.BuildSettlement: lambda: map(commands.BuildSettlement, range(54)),
    commands.BuildCity: lambda: map(commands.BuildCity, range(54)),
    commands.BuildWall: lambda: map(commands.BuildWall, range(54)),
    commands.BuyLevel: lambda: map(commands.BuyLevel, TRACKS),
    commands.PlaceMetropolis: lambda: map(commands.PlaceMetropolis, range(54)),
    commands.RecruitKnight: lambda: map(commands.RecruitKnight, range(54)),
    commands.ActivateKnight: lambda: map(commands.ActivateKnight, range(54)),
    commands.PromoteKnight: lambda: map(commands.PromoteKnight, range(54)),
    commands.MoveKnight: lambda: (commands.MoveKnight(one, other) for one in range(54) for other in range(54)),
    commands.Retreat: lambda: map(commands.Retreat, range(54)),
    commands.ChaseRobber: lambda: (commands.ChaseRobber(one, other) for one in range(54) for other in range(19)),
    commands.TradeWithBank: lambda: (
        commands.TradeWithBank(give, of(single(take))) for give in KINDS for take in range(8)
    ),
}
"""By kind of command each one there is; trades with the bank for a single card."""


def exact(moment: Moment, seat: int, *kinds: type) -> None:
    """What a seat is offered of these kinds is what is accepted, and nothing twice."""
    for kind in kinds:
        offered = moment.options(seat, kind)
        accepted = [command for command in EVERY[kind]() if _accepted(moment, seat, command)]
        assert sorted(map(repr, offered)) == sorted(map(repr, accepted))


def _accepted(moment: Moment, seat: int, command: Command) -> bool:
    try:
        GAME.decide(moment.state, seat, command, CHANCE)
    except Rejected:
        return False
    return True
