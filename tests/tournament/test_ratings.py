"""Ratings of players: pools, periods, histories, and what does not change them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from chronik.domain.tournament.ratings.glicko import Glicko, Outcome, age_rating, rate_player
from chronik.domain.tournament.ratings.ratings import DYNAMICS, MOST_POINTS, PERIOD, TAU, Contest, Pool, rate_contests

GAMES = ("katharina", "cities_knights")


def build_contest(at: int, players: str, places: str, tournament: str = "t", game: str = "katharina") -> Contest:
    order = tuple(int(place) for place in places.split())
    return Contest(game, at, tuple(players.split()), order, tournament, at, 1, f"m{at}")


def only_pool(pools: tuple[Pool, ...]) -> Pool:
    (pool,) = pools
    return pool


def test_contests_of_two_seats_are_rated_tournament_by_tournament() -> None:
    pool = only_pool(
        rate_contests(
            [build_contest(1, "ann ben", "1 2"), build_contest(2, "ann cid", "1 1"), build_contest(3, "ben cid", "2 1")]
        )
    )
    assert (pool.game, pool.seats, pool.bots, pool.formula) == ("katharina", 2, False, "glicko-2/1")
    expected = rate_player(Glicko(), [Outcome(Glicko(), 1), Outcome(Glicko(), 0.5)], TAU, 0)
    ann = next(each for each in pool.players if each.player == "ann")
    assert (ann.now.middle, ann.now.deviation) == (expected.rating, expected.deviation)
    assert (ann.contests, ann.wins, len(ann.history)) == (2, 1, 1)
    assert (ann.now.at, ann.now.match) == (3, "m2")
    assert [each.player for each in pool.players] == ["ann", "cid", "ben"]


def test_a_second_tournament_starts_from_the_first_and_deviations_grow_with_time() -> None:
    first = [build_contest(1, "ann ben", "1 2", "one")]
    at_once, later = (
        only_pool(rate_contests([*first, build_contest(at, "ann ben", "1 2", "two")])).players[0]
        for at in (2, 24 * PERIOD)
    )
    assert at_once.history[0] == later.history[0]
    assert [len(each.history) for each in (at_once, later)] == [2, 2]
    assert later.now.deviation > at_once.now.deviation
    assert at_once.now.middle > at_once.history[0].middle


def test_only_the_latest_ratings_of_a_player_are_kept_but_all_contests_are_counted() -> None:
    pool = only_pool(rate_contests([build_contest(at, "ann ben", "1 2", f"t{at}") for at in range(1, MOST_POINTS + 6)]))
    for each in pool.players:
        assert (each.contests, len(each.history)) == (MOST_POINTS + 5, MOST_POINTS)
        assert (each.history[0].at, each.now.at) == (6, MOST_POINTS + 5)


def test_a_rating_period_is_thirty_days() -> None:
    assert PERIOD == 2_592_000_000


def test_a_rating_period_takes_into_account_the_time_since_the_last_one() -> None:
    """Ben's opponent has been idle as long as Ben has: two and a half months."""
    end = PERIOD * 5 // 2
    contests = [build_contest(0, "ann ben", "1 2", "one"), build_contest(end, "ann ben", "1 1", "two")]
    first = rate_player(Glicko(), [Outcome(Glicko(), 1)], TAU, 0), rate_player(Glicko(), [Outcome(Glicko(), 0)], TAU, 0)
    expected = rate_player(first[1], [Outcome(age_rating(first[0], 2.5), 0.5)], TAU, 2.5)
    ben = next(each for each in only_pool(rate_contests(contests)).players if each.player == "ben")
    assert (ben.now.middle, ben.now.deviation) == (expected.rating, expected.deviation)


def test_matches_of_two_outside_tournaments_are_rated_one_by_one() -> None:
    pool = only_pool(rate_contests([build_contest(1, "ann ben", "1 2", ""), build_contest(2, "ann ben", "1 2", "")]))
    assert [len(each.history) for each in pool.players] == [2, 2]
    bare = only_pool(rate_contests([Contest("katharina", 1, ("ann", "ben"), (1, 2))]))
    assert (bare.players[0].now.round, bare.players[0].now.table) == (0, 0)


def test_each_contest_of_four_seats_is_rated_as_a_whole_in_turn() -> None:
    contests = [build_contest(1, "ann ben cid dan", "2 1 3 3"), build_contest(2, "dan ann ben cid", "1 2 3 4")]
    pool = only_pool(rate_contests(contests))
    assert (pool.seats, pool.formula) == (4, "plackett-luce/1")
    model = PlackettLuce(tau=DYNAMICS)
    seats = {player: model.rating() for player in ("ann", "ben", "cid", "dan")}
    for each in contests:
        after = model.rate([[seats[player]] for player in each.players], ranks=list(each.places))
        seats |= {player: team[0] for player, team in zip(each.players, after, strict=True)}
    for player in pool.players:
        assert (player.now.middle, player.now.deviation) == (seats[player.player].mu, seats[player.player].sigma)
        assert [point.match for point in player.history] == ["m1", "m2"]
        assert player.now.shown == player.now.middle - 3 * player.now.deviation
        width = 2 * player.now.deviation
        assert player.now.interval == (player.now.middle - width, player.now.middle + width)
    shown = [player.now.shown for player in pool.players]
    assert shown == sorted(shown, reverse=True)


def test_pools_are_separate_by_game_seats_and_bots() -> None:
    contests = [
        build_contest(1, "ann ben", "1 2"),
        build_contest(2, "ann ben cid", "1 2 3"),
        build_contest(3, "ann bot:greedy", "1 2"),
        build_contest(4, "ann ben", "1 2", game="cities_knights"),
    ]
    pools = rate_contests(contests)
    assert [(pool.game, pool.seats, pool.bots) for pool in pools] == [
        ("cities_knights", 2, False),
        ("katharina", 2, False),
        ("katharina", 2, True),
        ("katharina", 3, False),
    ]
    assert all(pool.players[0].player == "ann" and pool.players[0].contests == 1 for pool in pools)


def test_several_seats_of_one_bot_count_as_one_player() -> None:
    pool = only_pool(rate_contests([build_contest(1, "ann bot:easy bot:easy bot:easy", "1 2 3 4")]))
    assert {each.player: (each.contests, each.wins) for each in pool.players} == {"ann": (1, 1), "bot:easy": (1, 0)}
    assert rate_contests([build_contest(1, "bot:easy bot:easy", "1 2")]) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_a_rating_is_provisional_until_its_deviation_is_low(seats: int) -> None:
    players = ["ann", "ben", "cid", "dan"][:seats]
    random, contests = Random(2), list[Contest]()
    for at in range(40):
        order = random.sample(range(1, seats + 1), seats)
        contests.append(build_contest(at, " ".join(players), " ".join(map(str, order)), f"t{at // 5}"))
    ann = [
        next(each for each in only_pool(rate_contests(contests[:n])).players if each.player == "ann") for n in (1, 40)
    ]
    assert [each.provisional for each in ann] == [True, False]


@st.composite
def leagues(draw: st.DrawFn) -> list[Contest]:
    random = Random(draw(st.integers(0, 10**9)))
    contests = []
    for at in range(draw(st.integers(1, 25))):
        players = random.sample(["ann", "ben", "cid", "dan", "eve", "bot:easy"], random.choice((2, 3, 4)))
        places = [str(random.randint(1, 2)) if seat else "1" for seat in range(len(players))]
        contests.append(
            build_contest(
                at * PERIOD // 9, " ".join(players), " ".join(places), random.choice("abc"), random.choice(GAMES)
            )
        )
    return contests


@given(leagues(), st.randoms())
@settings(max_examples=40, deadline=None)
def test_the_input_order_of_contests_does_not_change_ratings(contests: list[Contest], random: Random) -> None:
    expected = rate_contests(contests)
    random.shuffle(contests)
    assert rate_contests(contests) == expected


@given(leagues())
@settings(max_examples=40, deadline=None)
def test_player_ids_do_not_change_ratings(contests: list[Contest]) -> None:
    """An erased player keeps the rating: other ids give the same numbers."""
    ghosts = {
        player: player if player.startswith("bot:") else f"ghost-{player}" for c in contests for player in c.players
    }
    renamed = [
        Contest(c.game, c.at, tuple(ghosts[p] for p in c.players), c.places, c.tournament, c.round, c.table, c.match)
        for c in contests
    ]

    def numbers(pools: tuple[Pool, ...]) -> list[dict[str, tuple[object, ...]]]:
        return [
            {ghosts.get(each.player, each.player): (each.contests, each.wins, each.history) for each in pool.players}
            for pool in pools
        ]

    assert numbers(rate_contests(renamed)) == numbers(rate_contests(contests))


@given(leagues())
@settings(max_examples=40, deadline=None)
def test_with_more_than_two_seats_later_contests_do_not_change_earlier_ratings(contests: list[Contest]) -> None:
    before = {(p.game, p.seats, p.bots): {r.player: r.history for r in p.players} for p in rate_contests(contests[:-1])}
    for pool in rate_contests(contests):
        for each in pool.players if pool.seats > 2 else ():
            past = before.get((pool.game, pool.seats, pool.bots), {}).get(each.player, ())
            assert each.history[: len(past)] == past
