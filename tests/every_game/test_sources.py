"""Sources of points: what a report lists adds up to the points, in every recorded match."""

from __future__ import annotations

from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.games import game
from chronik.projections.games import projection
from tests.every_game.test_golden import GOLDEN
from tests.golden.record import Golden
from tests.support.cases import for_each


@for_each("golden", GOLDEN)
def test_the_sources_of_a_report_add_up_to_the_points(golden: Golden) -> None:
    rules, read = game(golden.head.game, golden.head.rules), projection(golden.head.game)
    entries = list(codec(rules).entries(golden.batches))
    told = read.reports["sources"].build(rules, golden.head.match, entries)
    points = read.points(fold(rules, Match(id=golden.head.match), entries).state)
    assert told.version == len(entries)
    assert tuple(map(sum, zip(*(one.points for one in told.sources), strict=True))) == points


def test_a_match_that_has_not_started_has_no_sources_of_points() -> None:
    golden = GOLDEN[0]
    rules, read = game(golden.head.game), projection(golden.head.game)
    opening = list(codec(rules).entries(golden.batches))[:1]
    assert not any(sum(one.points) for one in read.reports["sources"].build(rules, "00", opening).sources)
