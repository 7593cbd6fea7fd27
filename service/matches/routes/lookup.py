"""Looks up the match or log that a request names."""

from contextlib import suppress
from typing import Annotated

from litestar.params import PathParameter

from chronik.service.log.outcomes import ReadOnly
from chronik.service.matches.live import Live, LiveMatches, Log
from chronik.service.matches.play import pass_outages
from chronik.service.web.problems.ids import ID, is_id
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem

MatchId = Annotated[str, PathParameter(description="The id of the match.", schema_extra={"pattern": ID})]


async def find_fresh_match(matches: LiveMatches, match: str, since: float | None = None) -> Live:
    """Returns a match at the end of its log, as of now or any moment since `since`; raises `Problem` if unknown."""
    return await _find_match(matches, match, fresh=True, since=since)


async def find_cached_match(matches: LiveMatches, match: str) -> Live:
    """Returns a match, perhaps behind its log, which is enough for writing to it; raises `Problem` if it is unknown."""
    return await _find_match(matches, match, fresh=False)


async def _find_match(matches: LiveMatches, match: str, fresh: bool, since: float | None = None) -> Live:
    if not is_id(match):
        raise Problem(NOT_FOUND)
    live = await (matches.find_fresh(match, since) if fresh else matches.find(match))
    if live is None:
        raise Problem(NOT_FOUND)
    return live


async def match_exists(matches: LiveMatches, match: str) -> bool:
    """Returns whether a match with this id exists, whichever process opened it."""
    return await matches.find(match) is not None


async def find_log(matches: LiveMatches, match: str, lines_only: bool = False) -> Log:
    """Returns the log of a match, or raises `Problem`; with `lines_only` its data set need not be loaded."""
    if not is_id(match):
        raise Problem(NOT_FOUND)
    log = await (matches.read_lines(match) if lines_only else matches.read_log(match))
    if log is None:
        raise Problem(NOT_FOUND)
    return log


async def refresh(matches: LiveMatches, live: Live) -> None:
    """Reads new entries of a match, and excludes past outages from its clocks.

    If the log accepts no writes, the outages are left out, so that readers can continue.
    """
    await matches.refresh(live)
    with suppress(ReadOnly):
        await pass_outages(matches, live)
