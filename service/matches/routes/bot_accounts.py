"""The check that keeps bot accounts out of matches that do not welcome them."""

from collections.abc import Iterable

from chronik.service.identity.register import People
from chronik.service.web.problems.kinds import BOTS_NOT_WELCOME
from chronik.service.web.problems.problem import Problem


async def refuse_unwelcome_bots(people: People, bots_welcome: bool, players: Iterable[str]) -> None:
    """Raises `Problem` if one of these players is a bot account and bots are not welcome."""
    if not bots_welcome and (await people.find_names(players)).bots:
        raise Problem(BOTS_NOT_WELCOME)
