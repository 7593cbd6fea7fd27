"""Rebuilding of all records of matches at tournament tables, from their logs (beside P6)."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.match import Match
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.rebuild import rebuild
from chronik.service.sql.database import Records, open_records
from tests.bench.measure import compared, rate
from tests.bench.table import Row, against
from tests.support.service.rounds import GAME, close, matches_of, play_table, start_tournament

TOURNAMENTS, TABLES = 2, 100


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows about records, which belong to P6 and have no target."""
    if "P6" not in goals:
        return
    catalogue = Catalogue({})
    with (
        tempfile.TemporaryDirectory() as folder,
        BundledValkey.start(Path(folder, "data")) as engine,
        asyncio.Runner() as runner,
    ):
        store = LogStore(engine.url, timeout=30)
        opening = open_records(f"sqlite+aiosqlite:///{Path(folder, 'chronik.db')}")
        records = runner.run(opening.__aenter__())
        matches = runner.run(closed(store, records, catalogue))

        def rebuilt() -> int:
            told = runner.run(rebuild(store, records, catalogue))
            assert len(told.results.same) == len(matches)
            return sum(play_table(match).match.version for match in matches)

        found = compared(rate(rebuilt), rate(partial(plain_fold, catalogue, matches)))
        runner.run(opening.__aexit__(None, None, None))
        runner.run(store.close())
    what = f"Katharina: rebuild all records of {len(matches):,} matches"
    yield against("P6", what, "the plain fold", "events/s", found, None)


async def closed(store: LogStore, records: Records, catalogue: Catalogue) -> list[str]:
    """Plays some rounds of matches to their end, with all records, and returns them."""
    matches: list[str] = []
    for number in range(TOURNAMENTS):
        matches += matches_of(await start_tournament(records, TABLES, number))
    for match in matches:
        await close(store, match, at_once=10_000)
    await Bookkeeper(store, records, catalogue).catch_up(matches)
    return matches


def plain_fold(catalogue: Catalogue, matches: Sequence[str]) -> int:
    """Decodes and folds every match, and returns the number of events."""
    rules = catalogue.current(GAME)
    assert rules is not None
    logs = [(match, rules.codec.entries(play_table(match).batches)) for match in matches]
    return sum(fold(rules.game, Match(id=match), entries).version for match, entries in logs)
