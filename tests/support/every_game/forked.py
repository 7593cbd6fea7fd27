"""Forks under test: a match, the moments of it from which somebody can play on, and matches that begin there."""

from __future__ import annotations

from functools import cache
from random import Random

from domain.engine.game import Game, Rejected
from domain.engine.match.commands import CallOff, Fork, OpenMatch
from domain.engine.match.fold import walk
from domain.engine.match.forking import fork_of
from domain.engine.match.log import Author, batches
from domain.engine.match.match import Match
from domain.engine.proof.archive import pack
from domain.engine.seats import SeatHolder
from domain.games import game
from tests.support.every_game.games import SUPPLIES
from tests.support.every_game.playout import STEADY, Table, play_on, played

STEPS, STEPS_ON = 250, 40


@cache
def moments(name: str) -> tuple[tuple[Match, bytes], ...]:
    """The moments of a match from which somebody can play on, with the heads there, in no order."""
    rules = game(name)
    table = played(rules, rules.seats[-1], "forks", STEADY, STEPS, SUPPLIES[name].tables[0])
    told = {entry.n: match for entry, match in walk(rules, Match(id=table.match.id), table.log)}
    ends = [batch[-1].n for batch in batches(table.log)]
    Random(name).shuffle(ends)
    return tuple([(told[version], table.heads[version]) for version in ends if fork(rules, told[version], None)])


def fork(rules: Game, match: Match, eyes: int | None, head: bytes = b"") -> Fork | None:
    """A fork through some eyes; None where the rules say no."""
    try:
        return fork_of(rules, match, head, eyes)
    except Rejected:
        return None


def begun(name: str, origin: Match, forks: Fork, secret: bytes = b"s" * 32, *chairs: SeatHolder) -> Table:
    """A match that begins with a fork, bots on all seats unless it is said otherwise."""
    table = Table(game(name), "0f" * 16, secret)
    assert origin.opened is not None
    seats = chairs or tuple(SeatHolder(bot="random") for _ in origin.chairs)
    table.do(OpenMatch(seats, origin.opened.options, fork=forks), by=Author.ENGINE)
    return table


def archive(table: Table, rng: Random) -> bytes:
    """The archive of a match that goes on for a while, and ends there if it is not over."""
    play_on(table, rng, steps=STEPS_ON)
    if table.match.closed is None:
        table.do(CallOff("organiser"), by=Author.ENGINE)
    opened, closed = table.match.opened, table.match.closed
    assert opened is not None
    assert closed is not None
    result = None if table.match.called_off else table.game.outcome(table.state)
    secret, version = bytes.fromhex(closed.secret), table.match.version
    return pack(table.match.id, opened, table.stored, version, table.head, secret, result, table.log[-1].at)
