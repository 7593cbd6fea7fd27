"""Who shall sit where in a match that somebody asks for."""

from collections.abc import Sequence
from typing import Annotated, assert_never

from msgspec import Meta, Struct

from domain.engine.seats import SeatHolder
from service.bots.levels import LEVELS
from service.people.auth import Principal
from service.problems.ids import Id
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem

NO_BOT = "There is no such bot."


class Mine(Struct, frozen=True, forbid_unknown_fields=True, tag="mine", tag_field="t"):
    """The caller sits here. Who wants to add entropy opens the match first and then sits down: the secret is older."""


class Open(Struct, frozen=True, forbid_unknown_fields=True, tag="open", tag_field="t"):
    """Anybody may sit down here."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot sits here."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Reserved(Struct, frozen=True, forbid_unknown_fields=True, tag="player", tag_field="t"):
    """The player who is challenged sits here."""

    player: Id


def chairs_of(game: str, seats: Sequence[Mine | Reserved | Open | Bot], principal: Principal) -> tuple[SeatHolder, ...]:
    """Who sits where, or the problem that there is no such bot."""
    return tuple([_chair(game, number, seat, principal) for number, seat in enumerate(seats)])


def _chair(game: str, number: int, seat: Mine | Reserved | Open | Bot, principal: Principal) -> SeatHolder:
    match seat:
        case Mine():
            return SeatHolder(player=principal.player)
        case Reserved():
            return SeatHolder(player=seat.player)
        case Open():
            return SeatHolder()
        case Bot():
            levels = LEVELS.get(game, {})
            if seat.level not in levels:
                raise Problem(MALFORMED, NO_BOT, at=f"$.seats[{number}].level", levels=list(levels))
            return SeatHolder(bot=seat.level)
        case _:
            assert_never(seat)
