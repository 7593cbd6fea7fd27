"""Who is welcome at a table: where bots are not, no account that a program plays sits down."""

from collections.abc import Iterable

from service.people.register import People
from service.problems.kinds import BOTS_NOT_WELCOME
from service.problems.problem import Problem


async def expect_welcome(people: People, bots_welcome: bool, players: Iterable[str]) -> None:
    """Raises `Problem` where one of these players is a bot, and bots are not welcome."""
    if not bots_welcome and (await people.known(players)).bots:
        raise Problem(BOTS_NOT_WELCOME)
