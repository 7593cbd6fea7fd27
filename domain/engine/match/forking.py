"""Forking: a match that begins in the middle of another one, and needs nothing of it from there on."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from domain.engine.chance import Chance
from domain.engine.game import Forks, Game, Rejected
from domain.engine.match.commands import Fork, OpenMatch
from domain.engine.match.events import Forked
from domain.engine.match.log import codec, encode
from domain.engine.match.match import Match, rule_options


def fork_of(game: Game, match: Match, head: bytes, eyes: int | None) -> Fork:
    """How a match begins where another one stands, as some eyes know it there.

    Raises `Rejected` where that one has not begun, is over there, or stands where nobody can play on.
    """
    forks = _forks(game)
    if match.state is None or match.closed is not None or game.outcome(match.state) is not None or not match.asked:
        raise Rejected("fork-moment")
    pools = forks.hidden(match.state, eyes)
    position = forks.told(forks.laid(match.state, eyes, pools), pools)
    return Fork(match.id, match.version, head.hex(), Raw(encode(position)), eyes)


def forked(game: Game, command: OpenMatch) -> Forked:
    """What says where a match that is opened comes from; raises `Rejected` where that is no position of its game."""
    fork, forks = command.fork, _forks(game)
    assert fork is not None
    if command.first or not _is_position(game, forks, command, fork):
        raise Rejected("fork")
    return Forked(fork.match, fork.version, fork.head, fork.position, fork.eyes)


def begun(game: Game, table: Any, origin: Forked, chance: Chance) -> Any:
    """The event that a match starts with: its position, and what was hidden there dealt anew."""
    forks = _forks(game)
    state = game.evolve(table, codec(game).event(origin.position))
    pools = forks.hidden(state, origin.eyes)
    anew = tuple([chance.stream(f"anew-{number}", 0).shuffled(pool) for number, pool in enumerate(pools)])
    return forks.told(forks.laid(state, origin.eyes, anew), anew)


def _forks(game: Game) -> Forks[Any, Any]:
    if game.forks is None:
        raise Rejected("no-forks")
    return game.forks


def _is_position(game: Game, forks: Forks[Any, Any], command: OpenMatch, fork: Fork) -> bool:
    """Whether the bytes are an event of the game that holds a position, as one is written, for so many seats."""
    try:
        event = codec(game).event(fork.position)
        if type(event) is not forks.event or encode(event) != bytes(fork.position):
            return False
        seats = len(command.chairs)
        state = game.evolve(game.opening(rule_options(game, command.options), seats), event)
        # The stand-ins of a position are its pools: what is dealt anew is what was told to be hidden.
        pools = forks.hidden(state, fork.eyes)
        return encode(forks.told(forks.laid(state, fork.eyes, pools), pools)) == bytes(fork.position)
    except (msgspec.DecodeError, ValueError, RecursionError, LookupError, TypeError, Rejected):
        return False
