"""Rebuilding: all records of 1,000 matches, which are tables of tournaments, from their logs (beside P6)."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

from domain.engine.match.fold import fold
from domain.engine.match.match import Match
from service.log.bundled import BundledValkey
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.sql.database import opened_records
from service.workers.bookkeeper import Bookkeeper
from service.workers.rebuild import rebuild
from tests.bench.measure import Compared, paired
from tests.bench.table import Row, against, at_least
from tests.support.service.rounds import GAME, close, matches_of, played, started

TOURNAMENTS, TABLES = 10, 100
ROUNDS = 3


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """The records' part of P6."""
    if "P6" not in goals:
        return
    with tempfile.TemporaryDirectory() as folder, BundledValkey.start(Path(folder, "data")) as engine:
        found = asyncio.run(rebuilt(engine.url, f"sqlite+aiosqlite:///{Path(folder, 'chronik.db')}"))
    what = f"Katharina: rebuild all records of {TOURNAMENTS * TABLES:,} matches"
    yield against("P6", what, "the plain fold", "events/s", found, at_least(0.1))


async def rebuilt(engine: str, database: str) -> Compared:
    """Events a second of this process's CPU: reading, folding, SQL and all, and the fold alone, by turns."""
    catalogue, store = Catalogue({}), LogStore(engine, timeout=30)
    async with opened_records(database) as records:
        matches: list[str] = []
        for number in range(TOURNAMENTS):
            matches += matches_of(await started(records, TABLES, number))
        for match in matches:
            await close(store, match, at_once=10_000)
        await Bookkeeper(store, records, catalogue).catch_up(matches)
        events = sum(played(match).match.version for match in matches)
        pairs: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            began = process_time()
            plain_fold(catalogue, matches)
            folded = process_time()
            told = await rebuild(store, records, catalogue)
            ended = process_time()
            assert len(told.results.same) == len(matches)
            pairs.append((events / (ended - folded), events / (folded - began)))
    await store.close()
    return paired(pairs)


def plain_fold(catalogue: Catalogue, matches: Sequence[str]) -> None:
    """Every match decoded and folded, and nothing else."""
    rules = catalogue.current(GAME)
    assert rules is not None
    for match in matches:
        assert fold(rules.game, Match(id=match), rules.codec.entries(played(match).batches)).closed is not None
