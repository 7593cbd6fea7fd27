"""Inspections of withheld matches by referees: each is recorded in the tournament's log before the response."""

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.service.identity.auth import Principal
from chronik.service.log.outcomes import Contended
from chronik.service.matches.problems import OVERTAKEN
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.problems.kinds import NOT_YOUR_SEAT, OUTCOME_UNKNOWN
from chronik.service.web.problems.problem import Problem


async def log_inspection(withheld: WithheldMatches, match: str, principal: Principal) -> None:
    """Records the caller's inspection; raises `Problem` if it cannot be recorded."""
    try:
        await withheld.record_inspection(match, principal.player)
    except Rejected as error:
        raise Problem(NOT_YOUR_SEAT, REFUSALS[error.code]) from error
    except Contended as error:
        raise Problem(OUTCOME_UNKNOWN, OVERTAKEN, headers={"Retry-After": "1"}) from error
