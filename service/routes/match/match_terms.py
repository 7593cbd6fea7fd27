"""The terms of a match as somebody asks for them: options of its game, and a clock."""

from typing import Any

from msgspec import Raw

from domain.engine.match.clock import Clock
from domain.engine.match.options import BadOptions, options_of
from service.bots.levels import LEVELS
from service.clock import FARTHEST_MS, milliseconds
from service.http.clock_summary import NewClock, engine_clock
from service.matches.catalogue import Catalogue, Rules
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem


def wanted_rules(catalogue: Catalogue, game: str) -> Rules:
    """The rules of a game, or the problem that there is no such game."""
    rules = catalogue.current(game)
    if rules is None:
        raise Problem(MALFORMED, "There is no such game.", at="$.game", games=list(catalogue.names()))
    return rules


def wanted_options(rules: Rules, wanted: dict[str, Any]) -> Raw:
    """The options of a match, written out whole, or the problem with them."""
    try:
        return options_of(rules.game, wanted)
    except BadOptions as error:
        raise Problem(MALFORMED, str(error), at=f"$.options{error.at[1:]}", **error.facts) from error


def wanted_clock(game: str, wanted: NewClock | None) -> Clock | None:
    """The clock of a match, or the problem with its deadline, or with the bot that shall play on."""
    levels = LEVELS.get(game, {})
    if wanted is not None and wanted.bot and wanted.bot not in levels:
        raise Problem(MALFORMED, "There is no such bot.", at="$.clock.bot", levels=list(levels))
    clock = None if wanted is None else engine_clock(wanted)
    if clock is not None and clock.deadline > milliseconds() + FARTHEST_MS:
        raise Problem(MALFORMED, "A deadline is at most ten years from now.", at="$.clock.deadline")
    return clock
