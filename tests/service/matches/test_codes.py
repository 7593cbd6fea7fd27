"""The codes of responses are published as data, each with its meaning."""

from fractions import Fraction

import httpx

from chronik.domain.tournament.counting.meanings import MEANINGS
from chronik.domain.tournament.counting.scoring import award_points, presets
from chronik.domain.tournament.counting.tiebreak import CODES, LOT
from chronik.domain.tournament.ratings.ratings import Contest, rate_contests
from chronik.service.web.problems.kinds import PROBLEMS
from tests.support.service.tables import ONE_LOOP


def test_every_tie_break_has_a_meaning() -> None:
    assert MEANINGS.keys() == CODES | {LOT}


@ONE_LOOP
async def test_every_code_is_published_once(shared_client: httpx.AsyncClient) -> None:
    told = (await shared_client.get("/api/v1/codes")).json()
    refusals = [(one["of"], one["code"]) for one in told["refusals"]]
    assert len(set(refusals)) == len(refusals) > 100
    games = {one["game"] for one in (await shared_client.get("/api/v1/games")).json()["games"]}
    assert {of for of, _ in refusals} == games | {"matches", "tournaments"}
    assert {"unknown-card", "card-total"} < {one["code"] for one in told["decks"]}
    assert [one["type"] for one in told["problems"]] == [kind.address for kind in PROBLEMS.values()]
    scoring = (await shared_client.get("/api/v1/scoring")).json()
    assert set(scoring["tie_breaks"]) < {one["code"] for one in told["tie_breaks"]}


@ONE_LOOP
async def test_the_points_of_a_preset_can_be_computed_from_the_response(shared_client: httpx.AsyncClient) -> None:
    """For every preset with points for places, the response is enough to compute the points of a table of three."""
    places, points = (1, 2, 3), (13, 9, 6)
    for told in (await shared_client.get("/api/v1/scoring")).json()["presets"]:
        if told["formula"] != "places" or len(told["places"][0]) < len(places):
            continue
        row = next((row for row in told["places"] if len(row) == len(places)), told["places"][0])
        counted = [Fraction(amount) for amount in row[: len(places)]]
        counted[0] += Fraction(told["winner"]) + Fraction(told["margin"]) * (points[0] - points[1])
        assert tuple(counted) == award_points(presets()[told["id"]], places, points), told["id"]


@ONE_LOOP
async def test_the_published_constants_of_ratings_are_the_ones_in_use(shared_client: httpx.AsyncClient) -> None:
    told = {one["id"]: one for one in (await shared_client.get("/api/v1/ratings/formulas")).json()["formulas"]}
    for names in (("a", "b"), ("a", "b", "c")):
        places = tuple(range(1, len(names) + 1))
        (pool,) = rate_contests([Contest(game="katharina", at=0, players=names, places=places)])
        formula, first = told[pool.formula], pool.players[0]
        assert len(names) in formula["seats"]
        assert first.now.middle > formula["middle"]
        assert first.now.deviation < formula["deviation"]
        assert first.provisional == (first.now.deviation > formula["provisional_above"])
        assert first.now.shown == first.now.middle - formula["caution"] * first.now.deviation
