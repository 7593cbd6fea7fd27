"""Growth: how a command gets slower as its log grows, and when its match has to be read first (P6)."""

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
"""A seat may replace its choice 50 times: many commands fit between two versions that hardly differ."""

Choices = tuple[dict[str, Any], ...]


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """What P6 says of commands."""
    if "P6" not in goals:
        return
    with tempfile.TemporaryDirectory() as data, service(Path(data)) as ours:
        yield grown(ours)
    with tempfile.TemporaryDirectory() as data, service(Path(data), CHRONIK_CACHED_MATCHES="1") as ours:
        yield cold(ours)


def grown(ours: Service) -> Row:
    """The same command on a long log and on a short one, in CPU of the service."""
    short, long = (displaying([ours.sitting() for _ in range(RESERVES)]) for _ in range(2))
    asyncio.run(lengthen(engine_of(ours.data), dict.fromkeys(short, SHORT) | dict.fromkeys(long, LONG)))
    found = compared(Replacing(ours, long).usual, Replacing(ours, short).usual)
    return against("P6", f"command at {LONG:,} events, warm", f"at {SHORT} events", "ms", found, at_most(1.1))


def cold(ours: Service) -> Row:
    """A command on a match that has to be read from its log, and the next one on it, in CPU of the service."""
    sittings = [[ours.sitting() for _ in range(RESERVES)] for _ in range(COLD_MATCHES)]
    choices = asyncio.run(played(engine_of(ours.data), [*chain(*sittings)]))
    matches = [Replacing(ours, {sitting: choices[sitting] for sitting in those}) for those in sittings]
    found = compared(
        lambda: median([match.once() for match in matches]),
        lambda: median([(match.once(), match.once())[1] for match in matches]),
    )
    return against("P6", f"command, cold, {SHORT} events", "warm", "ms", found, at_most(2))


def displaying(sittings: Sequence[Sitting]) -> dict[Sitting, Choices]:
    """Two displays that the first seat of each may choose at the beginning."""
    return {
        sitting: tuple({"t": "choose-display", "cards": sitting.hands[0][first : first + 3]} for first in range(2))
        for sitting in sittings
    }


async def played(url: str, sittings: Sequence[Sitting]) -> dict[Sitting, Choices]:
    """Has the seats give the answers of those who do not answer until each match is so long; then two that the first
    seat may choose from.
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
    """Whether both seats are asked for cards: one of them may then choose often before anything happens."""
    return match.waiting == (0, 1) and isinstance(match.owed[0].prompt, PlayPrompt)


async def lengthen(url: str, matches: dict[Sitting, int]) -> None:
    """Has a referee stop matches and let them go on until each is so long."""
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
    """A seat that chooses this and that by turns, and goes to the next match before it may not any more."""

    def __init__(self, ours: Service, choices: dict[Sitting, Choices]) -> None:
        self._ours = ours
        self._turns = iter([(at, commands[n % 2]) for at, commands in choices.items() for n in range(REPLACED)])

    def once(self) -> float:
        """One command: the milliseconds of CPU until it is answered."""
        sitting, command = next(self._turns)
        path = sitting.path.removeprefix(API)
        began = self._ours.cpu()
        self._ours.call("POST", path, 0, json={"command": command})
        return (self._ours.cpu() - began) * 1000

    def usual(self) -> float:
        """The one in the middle of three."""
        return median(self.once() for _ in range(3))
