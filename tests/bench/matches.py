"""Matches for measurements: played by random bots in players' seats, with realistic times between commands."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from msgspec import Raw, Struct

from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.log import Author, Entry, encode_batch
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import CURRENT, game
from chronik.domain.log.canonical import encode
from tests.every_game.choosing import choose

TITLES = {"katharina": "Katharina", "cities_knights": "Cities & Knights", "catan_cards": "Catan card game"}
"""The name of each game in the rows; the card game is the extended one."""
NAMES = tuple(CURRENT)
LONGEST = 200
"""The maximum number of rounds of a match: a random one need not end."""
BEGAN = 1_790_000_000_000
THINKING = 9.0
"""The natural logarithm of the median of the milliseconds before a command, which is 8 seconds."""


class Step(Struct, frozen=True):
    """One command of a match: its seat, its entries, the stored batch, and the match and the head after it."""

    seat: int | None
    command: Any
    entries: tuple[Entry, ...]
    stored: bytes
    match: Match
    head: bytes


class Recorded(Struct, frozen=True):
    """A whole match, command by command."""

    game: str
    match: str
    keys: Keys
    steps: tuple[Step, ...]

    @property
    def stored(self) -> tuple[bytes, ...]:
        return tuple(step.stored for step in self.steps)


@lru_cache(maxsize=256)
def recorded(name: str, seats: int, number: int, idle: bool = False) -> Recorded:
    """Returns the same match for the same arguments, played at random or with default answers."""
    return played(name, seats, number, idle)


def played(name: str, seats: int, number: int, idle: bool = False, began: int = BEGAN) -> Recorded:
    """Plays such a match again, opened at some millisecond since 1970."""
    rules = game(name)
    rng = Random(f"bench/{seats}/{number}")
    match = Match(id=rng.randbytes(16).hex())
    keys = Keys.of(match.id, rng.randbytes(32))
    chairs = tuple(SeatHolder(player=rng.randbytes(16).hex()) for _ in range(seats))
    at, head, seat = began, b"", None
    command: Any = OpenMatch(chairs, Raw(b"{}"))
    steps: list[Step] = []
    order = list(range(seats))
    while match.closed is None and (match.state is None or rules.round(match.state) <= LONGEST):
        by = Author.ENGINE if seat is None else Author.SEAT
        wanted = Intent(command=command, raw=Raw(encode(command)), at=at, seat=seat, by=by)
        decided = decide(rules, match, wanted, keys)
        stored = encode_batch(decided.batch)
        before = head or first_head(keys, decided.batch.e[0])
        match, head = decided.match, keys.head(before, decided.match.version, stored)
        keys = seed_keys(match.chairs, keys)
        steps.append(Step(seat, command, decided.entries, stored, match, head))
        if seat is not None and match.state is not None and find_sealed_choice(match.state, seat) is None:
            order = [seat, *(other for other in order if other != seat)]
        if match.waiting:
            seat = next(one for one in order if one in match.waiting) if idle else rng.choice(match.waiting)
            options = rules.options(match.state, seat)
            command = rules.default(match.state, seat) if idle else choose(name, options, rng)
        at += int(rng.lognormvariate(THINKING, 1))
    return Recorded(name, match.id, keys, tuple(steps))


def seats_of(name: str, number: int) -> int:
    """Returns the number of seats of a match: the allowed numbers of the game in turn."""
    allowed = game(name).seats
    return allowed[number % len(allowed)]


def several(name: str, count: int) -> tuple[Recorded, ...]:
    """Returns this number of matches of a game, with the allowed numbers of seats in turn."""
    return tuple(recorded(name, seats_of(name, number), number) for number in range(count))


def titled(name: str, what: str) -> str:
    """Returns the subject of a row, with its game."""
    return f"{TITLES[name]}: {what}"
