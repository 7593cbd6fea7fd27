"""Forks under test: a match, the moments of it from which play can continue, and matches that begin there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.commands import CallOff, Fork, OpenMatch
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.forking import History, fork_of
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.proof.archive import pack_match
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.log.entries import batches
from tests.every_game.games import SUPPLIES
from tests.every_game.playout import STEADY, Table, play_on, played

STEPS, STEPS_ON = 250, 40


class Moment(NamedTuple):
    """A moment of a match: the history that led there, and the head there."""

    history: History
    head: bytes

    @property
    def match(self) -> Match:
        return self.history[-1][1]

    def fork(self, rules: Game, eyes: int | None) -> Fork:
        """Returns the fork from here, with what one viewer knew of the match."""
        return fork_of(rules, self.history, self.head, eyes)


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Returns the moments of a match from which play can continue, in random order."""
    rules = game(name)
    table = played(rules, rules.seats[-1], "forks", STEADY, STEPS, SUPPLIES[name].tables[0])
    return tuple(moments_of(table, Random(name)))


def moments_of(table: Table, rng: Random, rules: Game | None = None) -> Iterator[Moment]:
    """Yields the moments from which play can continue, by given rules or the match's own, in random order."""
    told = list(walk(table.game, Match(id=table.match.id), table.log))
    ends = [batch[-1].n for batch in batches(table.log)]
    rng.shuffle(ends)
    for version in ends:
        moment = Moment(told[:version], table.heads[version])
        if fork(rules or table.game, moment.history, None):
            yield moment


def fork(rules: Game, history: History, eyes: int | None) -> Fork | None:
    """Returns a fork with what one viewer knew, or None if the rules refuse it."""
    try:
        return fork_of(rules, history, b"", eyes)
    except Rejected:
        return None


def begun(name: str, origin: Match, forks: Fork, secret: bytes = b"s" * 32, *chairs: SeatHolder) -> Table:
    """Opens a match from a fork, with bots on all seats unless chairs are given."""
    table = Table(game(name), "0f" * 16, secret)
    assert origin.opened is not None
    seats = chairs or tuple(SeatHolder(bot="random") for _ in origin.chairs)
    table.do(OpenMatch(seats, origin.opened.options, fork=forks), by=Author.ENGINE)
    return table


def archive(table: Table, rng: Random) -> bytes:
    """Plays a match on for a while, calls it off if it is not over, and returns its archive."""
    play_on(table, rng, steps=STEPS_ON)
    if table.match.closed is None:
        table.do(CallOff("organiser"), by=Author.ENGINE)
    opened, closed = table.match.opened, table.match.closed
    assert opened is not None
    assert closed is not None
    result = None if table.match.called_off else table.game.outcome(table.state)
    secret, version = bytes.fromhex(closed.secret), table.match.version
    return pack_match(table.match.id, opened, table.stored, version, table.head, secret, result, table.log[-1].at)
