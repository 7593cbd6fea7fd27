"""Looks of referees at held matches: each stands in the log of the tournament before anything is shown."""

from domain.engine.game import Rejected
from domain.tournament.record.refusals import REFUSALS
from service.http.match_problems import OVERTAKEN
from service.people.auth import Principal
from service.problems.kinds import NOT_YOUR_SEAT, OUTCOME_UNKNOWN
from service.problems.problem import Problem
from service.tournaments.holds import Holds
from service.tournaments.store import Overtaken


async def noted(holds: Holds, match: str, principal: Principal) -> None:
    """Notes the caller's look, or raises the problem why it cannot be noted."""
    try:
        await holds.note_look(match, principal.player)
    except Rejected as error:
        raise Problem(NOT_YOUR_SEAT, REFUSALS[error.code]) from error
    except Overtaken as error:
        raise Problem(OUTCOME_UNKNOWN, OVERTAKEN, headers={"Retry-After": "1"}) from error
