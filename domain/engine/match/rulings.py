"""Rulings: a referee pauses or resumes a match, gives more time or decides the result, or a match is called off."""

from __future__ import annotations

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.commands import CallOff, Extend, Pause, Resume, RuleResult
from chronik.domain.engine.match.events import CalledOff, EngineEvent, Extended, Paused, Resumed, Ruled
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.result import judge_result


def rule(game: Game, match: Match, command: Pause | Resume | Extend | RuleResult | CallOff) -> tuple[EngineEvent, ...]:
    """Returns the events of a referee's command. Raises `Rejected`, for example if the match has not started."""
    if match.state is None:
        raise Rejected("not-started")
    match command:
        case Pause():
            if match.paused:
                raise Rejected("paused-already")
            return (Paused(command.player, command.cause),)
        case Resume():
            if not match.paused:
                raise Rejected("not-paused")
            return (Resumed(command.player),)
        case Extend():
            return (_extend(match, command),)
        case RuleResult():
            judge_result(command.points, command.places, len(match.chairs), one_winner=game.one_winner)
            return (Ruled(command.player, command.points, command.places, command.cause),)
        case CallOff():
            return (CalledOff(command.player),)


def _extend(match: Match, command: Extend) -> EngineEvent:
    if match.timing is None:
        raise Rejected("no-clock")
    if command.seat is not None:
        if not 0 <= command.seat < len(match.chairs):
            raise Rejected("no-such-seat", seats=len(match.chairs))
        if command.seat in match.forfeited or match.chairs[command.seat].bot:
            raise Rejected("no-clock")
    return Extended(command.player, command.seconds, command.seat, command.cause)
