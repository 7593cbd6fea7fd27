"""News of a tournament's log for its followers, for every golden tournament and from any starting point."""

from __future__ import annotations

from pathlib import Path

from chronik.domain.tournament.proof.bundle import BundledEntry, BundleEncoder, read_lines
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.projections.tournament.news import (
    News,
    NewsEnded,
    NewsResult,
    NewsRoundPaired,
    NewsRuling,
    NewsStandings,
    NewsTableStarted,
    list_news,
)
from tests.golden.events import HERE
from tests.support.cases import for_each

GOLDEN = sorted(HERE.glob("*.ndjson"))
ID = "0123456789abcdef0123456789abcdef"


def entries_of(path: Path) -> tuple[Entry, ...]:
    with path.open("rb") as file:
        return tuple(line.entry for line in read_lines(file, BundleEncoder()) if isinstance(line, BundledEntry))


def collect_news(log: tuple[Entry, ...], after: int = 0) -> list[News]:
    return list(list_news(fold(Tournament(ID), log[:after]), log[after:], "/standings"))


@for_each("path", GOLDEN)
def test_from_any_starting_point_news_name_each_round_table_and_result_once(path: Path) -> None:
    log = entries_of(path)
    whole, after = collect_news(log), fold(Tournament(ID), log)
    assert [one.version for one in whole] == sorted(one.version for one in whole)
    paired = [one for one in log if isinstance(one.e, events.RoundPaired)]
    assert len([one for one in whole if isinstance(one, NewsRoundPaired)]) == len(paired)
    games = [game for one in after.rounds for table in one.tables for game in table.games if game.result]
    started = {(one.round, one.table, one.game) for one in whole if isinstance(one, NewsTableStarted)}
    said = [one for one in whole if isinstance(one, NewsResult)]
    ruled = {(one.round, one.table, one.game) for one in whole if isinstance(one, NewsRuling)}
    assert len({(one.round, one.table, one.game) for one in said}) == len(said)
    assert {(one.round, one.table, one.game) for one in said} | ruled <= started | {(*one[:2], 0) for one in started}
    assert len({(one.round, one.table, one.game) for one in said} | {one for one in ruled if one[2]}) == len(games)
    assert isinstance([one for one in whole if not isinstance(one, NewsStandings)][-1], NewsEnded)
    for cut in range(0, len(log), max(1, len(log) // 7)):
        assert collect_news(log, cut) == [one for one in whole if one.version > cut]
