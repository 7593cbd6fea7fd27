"""Looking up a match for a request: the match, its log, or the problem why there is none."""

from contextlib import suppress
from typing import Annotated

from litestar.params import PathParameter

from service.http.match_problems import match_problem
from service.log.outcomes import ReadOnly
from service.matches.live import Live, LiveMatches, Log
from service.matches.play import pass_silences
from service.problems.ids import ID, is_id
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem

MatchId = Annotated[str, PathParameter(description="The id of the match.", schema_extra={"pattern": ID})]


async def fresh_match(matches: LiveMatches, match: str, since: float | None = None) -> Live:
    """The match at the last version of its log, or of what it was since a moment; or the problem that there is none."""
    return await _found(matches, match, fresh=True, since=since)


async def cached_match(matches: LiveMatches, match: str) -> Live:
    """The match as this process knows it, possibly behind its log: enough to write to."""
    return await _found(matches, match, fresh=False)


async def _found(matches: LiveMatches, match: str, fresh: bool, since: float | None = None) -> Live:
    if not is_id(match):
        raise Problem(NOT_FOUND)
    try:
        live = await (matches.fresh(match, since) if fresh else matches.find(match))
    except Exception as error:
        raise match_problem(error, None, None) from error
    if live is None:
        raise Problem(NOT_FOUND)
    return live


async def was_opened(matches: LiveMatches, match: str) -> bool:
    """Whether there is a match of this id, whichever process has opened it."""
    try:
        return await matches.find(match) is not None
    except Exception as error:
        raise match_problem(error, None, None) from error


async def log_of(matches: LiveMatches, match: str, lines_only: bool = False) -> Log:
    """All entries of a match, or the problem why there are none; for lines alone no data set need be loaded."""
    if not is_id(match):
        raise Problem(NOT_FOUND)
    try:
        log = await (matches.lines(match) if lines_only else matches.log(match))
    except Exception as error:
        raise match_problem(error, None, None) from error
    if log is None:
        raise Problem(NOT_FOUND)
    return log


async def refresh(matches: LiveMatches, live: Live) -> None:
    """Brings a match up to its log, and its clocks past every time in which nobody could play, if that can be
    recorded: whoever only reads may read on.
    """
    try:
        await matches.refresh(live)
        with suppress(ReadOnly):
            await pass_silences(matches, live)
    except Exception as error:
        raise match_problem(error, live.rules, live.match) from error
