"""The seats of a match as a request names them."""

from collections.abc import Sequence
from typing import Annotated, assert_never

from msgspec import Meta, Struct

from chronik.domain.engine.seats import SeatHolder
from chronik.service.bots.levels import LEVELS
from chronik.service.identity.auth import Principal
from chronik.service.web.problems.ids import Id
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem

NO_BOT = "There is no such bot. Choose one of `levels`."


class Mine(Struct, frozen=True, forbid_unknown_fields=True, tag="mine", tag_field="t"):
    """The caller sits here. To add entropy, open the match first and then take a seat: its secret is fixed by then."""


class Open(Struct, frozen=True, forbid_unknown_fields=True, tag="open", tag_field="t"):
    """Any player may take this seat."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot sits here."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Reserved(Struct, frozen=True, forbid_unknown_fields=True, tag="player", tag_field="t"):
    """The challenged player sits here."""

    player: Id


def build_chairs(
    game: str, seats: Sequence[Mine | Reserved | Open | Bot], principal: Principal
) -> tuple[SeatHolder, ...]:
    """Returns the seat holders; raises `Problem` if a bot does not exist."""
    return tuple([_build_chair(game, number, seat, principal) for number, seat in enumerate(seats)])


def _build_chair(game: str, number: int, seat: Mine | Reserved | Open | Bot, principal: Principal) -> SeatHolder:
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
