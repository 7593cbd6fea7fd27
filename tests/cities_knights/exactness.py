"""A check that options are exactly the accepted commands: it tries every command of a kind with all parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from chronik.domain.cities_knights import commands
from chronik.domain.cities_knights.cards.kinds import KINDS, one_kind, to_cards
from chronik.domain.cities_knights.commands import TRACKS, Command
from chronik.domain.engine.game import Rejected
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
        commands.TradeWithBank(give, to_cards(one_kind(take))) for give in KINDS for take in range(8)
    ),
}
"""All commands of each kind; trades with the bank only for a single card."""


def check_options_exact(moment: Moment, seat: int, *kinds: type) -> None:
    """Checks that a seat's options of these kinds are exactly the accepted commands, without duplicates."""
    for kind in kinds:
        offered = moment.options(seat, kind)
        accepted = [command for command in EVERY[kind]() if _is_accepted(moment, seat, command)]
        assert sorted(map(repr, offered)) == sorted(map(repr, accepted))


def _is_accepted(moment: Moment, seat: int, command: Command) -> bool:
    try:
        GAME.decide(moment.state, seat, command, CHANCE)
    except Rejected:
        return False
    return True
