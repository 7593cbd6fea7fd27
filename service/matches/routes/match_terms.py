"""The terms of a requested match: its game, options and clock."""

from typing import Any

from msgspec import Raw

from chronik.domain.engine.match.clock import Clock
from chronik.domain.engine.match.options import BadOptions, options_of
from chronik.service.bots.levels import LEVELS
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.matches.clock_summary import NewClock, to_engine_clock
from chronik.service.running.clock import FARTHEST_MS, milliseconds
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem


def find_rules(catalogue: Catalogue, game: str) -> Rules:
    """Returns the current rules of a game; raises `Problem` if the game is unknown."""
    rules = catalogue.current(game)
    if rules is None:
        raise Problem(
            MALFORMED, "There is no such game. Choose one of `games`.", at="$.game", games=list(catalogue.names())
        )
    return rules


def parse_options(rules: Rules, wanted: dict[str, Any]) -> Raw:
    """Returns the complete options of a match; raises `Problem` if they are invalid."""
    try:
        return options_of(rules.game, wanted)
    except BadOptions as error:
        raise Problem(MALFORMED, str(error), at=f"$.options{error.at[1:]}", **error.facts) from error


def parse_clock(game: str, wanted: NewClock | None) -> Clock | None:
    """Returns the clock of a match; raises `Problem` if its deadline or its bot is invalid."""
    levels = LEVELS.get(game, {})
    if wanted is not None and wanted.bot and wanted.bot not in levels:
        raise Problem(MALFORMED, "There is no such bot. Choose one of `levels`.", at="$.clock.bot", levels=list(levels))
    clock = None if wanted is None else to_engine_clock(wanted)
    if clock is not None and clock.deadline > milliseconds() + FARTHEST_MS:
        raise Problem(MALFORMED, "A deadline may be at most ten years from now.", at="$.clock.deadline")
    return clock
