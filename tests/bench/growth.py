"""Growth: how much slower a command gets as its log grows, and if its match must be read first (P6)."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import to_builtins

from chronik.domain.engine.match.commands import Pause, Resume
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.katharina.prompts import PlayPrompt
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import Submission, new_key, play
from tests.bench.load import Sitting
from tests.bench.measure import compared
from tests.bench.servers import API, Service, engine_of, service
from tests.bench.table import Row, against, at_most

SHORT, LONG = 100, 10_000
COLD_MATCHES = 6
REPLACED, RESERVES = 48, 2
"""A seat may replace its choice 50 times: this gives many commands at almost the same version."""

Choices = tuple[dict[str, Any], ...]


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P6 about commands."""
    if "P6" not in goals:
        return
    with tempfile.TemporaryDirectory() as data, service(Path(data)) as ours:
        yield grown(ours)
    with tempfile.TemporaryDirectory() as data, service(Path(data), CHRONIK_CACHED_MATCHES="1") as ours:
        yield cold(ours)


def grown(ours: Service) -> Row:
    """Measures the same command on a long log and on a short one, in CPU time of the service."""
    short, long = (displaying([ours.sitting() for _ in range(RESERVES)]) for _ in range(2))
    asyncio.run(lengthen(engine_of(ours.data), dict.fromkeys(short, SHORT) | dict.fromkeys(long, LONG)))
    found = compared(Replacing(ours, long).usual, Replacing(ours, short).usual)
    return against("P6", f"command at {LONG:,} events, warm", f"at {SHORT} events", "ms", found, at_most(1.1))


def cold(ours: Service) -> Row:
    """Measures a command on a match that must be read from its log, and the next one, in CPU time of the service."""
    sittings = [[ours.sitting() for _ in range(RESERVES)] for _ in range(COLD_MATCHES)]
    choices = asyncio.run(played(engine_of(ours.data), [*chain(*sittings)]))
    matches = [Replacing(ours, {sitting: choices[sitting] for sitting in those}) for those in sittings]
    found = compared(
        lambda: median([match.once() for match in matches]),
        lambda: median([(match.once(), match.once())[1] for match in matches]),
    )
    return against("P6", f"command, cold, {SHORT} events", "warm", "ms", found, at_most(2))


def displaying(sittings: Sequence[Sitting]) -> dict[Sitting, Choices]:
    """Returns two displays that the first seat of each match may choose at the beginning."""
    return {
        sitting: tuple({"t": "choose-display", "cards": sitting.hands[0][first : first + 3]} for first in range(2))
        for sitting in sittings
    }


async def played(url: str, sittings: Sequence[Sitting]) -> dict[Sitting, Choices]:
    """Plays the default answers until each match has this length, and returns two answers that the first seat may then
    choose from.
    """
    store = LogStore(url)
    cache = LiveMatches(store, Catalogue({}), len(sittings))

    async def one(sitting: Sitting) -> Choices:
        live = await cache.find(sitting.path.split("/")[-2])
        assert live is not None
        game = live.rules.game
        while live.match.version < SHORT or not both_play(live.match):
            seat = live.match.waiting[0]
            command = game.default(live.match.state, seat)
            await play(cache, live, Submission(command=command, key=new_key(), fingerprint="", seat=seat))
        options = game.options(live.match.state, 0)
        return tuple(to_builtins(options[number]) for number in range(2))

    choices = await asyncio.gather(*map(one, sittings))
    await store.close()
    return dict(zip(sittings, choices, strict=True))


def both_play(match: Match) -> bool:
    """Returns whether both seats are asked for cards: one of them can then choose often before anything happens."""
    return match.waiting == (0, 1) and isinstance(match.owed[0].prompt, PlayPrompt)


async def lengthen(url: str, matches: dict[Sitting, int]) -> None:
    """Pauses and resumes matches as a referee until each has its length."""
    store = LogStore(url)
    cache = LiveMatches(store, Catalogue({}), len(matches))

    async def one(sitting: Sitting, length: int) -> None:
        live = await cache.find(sitting.path.split("/")[-2])
        assert live is not None
        while live.match.version < length:
            for command in (Pause("0" * 32), Resume("0" * 32)):
                await play(cache, live, Submission(command=command, key=new_key(), fingerprint="", by=Author.REFEREE))

    await asyncio.gather(*(one(sitting, length) for sitting, length in matches.items()))
    await store.close()


class Replacing:
    """A seat that alternates between two choices, and changes to the next match before it reaches the limit."""

    def __init__(self, ours: Service, choices: dict[Sitting, Choices]) -> None:
        self._ours = ours
        self._turns = iter([(at, commands[n % 2]) for at, commands in choices.items() for n in range(REPLACED)])

    def once(self) -> float:
        """Sends one command and returns the milliseconds of CPU until it is answered."""
        sitting, command = next(self._turns)
        path = sitting.path.removeprefix(API)
        began = self._ours.cpu()
        self._ours.call("POST", path, 0, json={"command": command})
        return (self._ours.cpu() - began) * 1000

    def usual(self) -> float:
        """Returns the median of three."""
        return median(self.once() for _ in range(3))
