"""Ratings: a pure function of the contests in chronological order, so that they can be rebuilt at any time.

A pool contains the contests of one game at one number of seats; tables with a bot have separate pools. Two seats are
rated by Glicko-2 with a tournament as a rating period, so its contests do not affect each other. Three and four seats
are rated by OpenSkill's Plackett–Luce model, contest by contest. Players are ids: only the id of an erased player is
kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from chronik.domain.tournament.ratings.glicko import Glicko, Outcome, age_rating, rate_player

BOT = "bot:"
"""The prefix of a bot's id, which is followed by its level."""

TAU = 0.5
"""How freely volatilities change. Glickman advises 0.3 to 1.2; a low value suits games with dice and cards."""

PERIOD = 30 * 24 * 3600 * 1000
"""Milliseconds in which the deviation of an idle player grows by one step of Glicko-2."""

DYNAMICS = 0.15
"""The amount that OpenSkill adds to each deviation before a contest. OpenSkill's default is 0.083.

This was measured with 24 players at tables of four, with as much luck as the model assumes, after some 200 tables each.
If a player suddenly improves by 8, the rating shows 83 % of that after 50 more tables (74 % with the default, 69 % with
0), at a mean error of 1.7 (1.4 and 1.3).
"""

SURE_AT_TWO = 110.0
"""The deviation above which a rating is provisional (as at Lichess). A new player's deviation is 350."""

SURE_AT_MORE = 6.25
"""The same limit for OpenSkill, where a new player's deviation is 8.33. It is reached after some fifteen tables."""

AT_TWO, AT_MORE = "glicko-2/1", "plackett-luce/1"
"""The formulas with their versions, for two seats and for more."""

CAUTION = 3
"""The number of deviations by which the shown value is below the middle."""

INTERVAL = 2
"""The number of deviations on each side of the interval, which is a 95 % interval."""


MOST_POINTS = 200
"""The number of a player's latest points that are kept."""


class Contest(Struct, frozen=True, array_like=True):
    """A table with its result. Places are by seat, equal places are draws, and `at` is in milliseconds since 1970."""

    game: str
    at: int
    players: tuple[str, ...]
    places: tuple[int, ...]
    tournament: str = ""
    round: int = 0
    table: int = 0
    match: str = ""


class Point(Struct, frozen=True):
    """A player's rating after a contest, or at two seats after the contests of a tournament so far."""

    at: int
    tournament: str
    round: int
    table: int
    match: str
    middle: float
    deviation: float

    @property
    def shown(self) -> float:
        """The value by which lists are sorted. Uncertainty never raises it."""
        return self.middle - CAUTION * self.deviation

    @property
    def interval(self) -> tuple[float, float]:
        return self.middle - INTERVAL * self.deviation, self.middle + INTERVAL * self.deviation


class RatedPlayer(Struct, frozen=True):
    """A player of a pool with the rating history: the last 200 points, the current one last."""

    player: str
    contests: int
    wins: int
    provisional: bool
    history: tuple[Point, ...]

    @property
    def now(self) -> Point:
        return self.history[-1]


class Pool(Struct, frozen=True):
    """The players of one game at one number of seats, with or without bots, in descending order of the shown value."""

    game: str
    seats: int
    bots: bool
    formula: str
    players: tuple[RatedPlayer, ...]


class PlayerRecord:
    """The record of a player while a pool is built."""

    def __init__(self) -> None:
        self.contests = 0
        self.wins = 0
        self.points: deque[Point] = deque(maxlen=MOST_POINTS)

    def add_contest(self, contest: Contest, place: int) -> None:
        self.contests += 1
        self.wins += place == 1 and contest.places.count(1) == 1


def rate_contests(contests: Iterable[Contest]) -> tuple[Pool, ...]:
    """Returns the pools of all contests, which may be in any order. A contest with a single participant is ignored."""
    pools: dict[tuple[str, int, bool], list[Contest]] = {}
    for contest in sorted(contests, key=_sort_key):
        if len(set(contest.players)) > 1:
            bots = any(player.startswith(BOT) for player in contest.players)
            pools.setdefault((contest.game, len(contest.players), bots), []).append(contest)
    return tuple(_rate_pool(*key, pools[key]) for key in sorted(pools))


def _rate_pool(game: str, seats: int, bots: bool, contests: Sequence[Contest]) -> Pool:
    records = _rate_by_glicko(contests) if seats == 2 else _rate_by_openskill(contests)
    sure = SURE_AT_TWO if seats == 2 else SURE_AT_MORE
    players = [
        RatedPlayer(player, record.contests, record.wins, record.points[-1].deviation > sure, tuple(record.points))
        for player, record in records.items()
    ]
    players.sort(key=lambda rated: (-rated.now.shown, rated.player))
    return Pool(game, seats, bots, AT_TWO if seats == 2 else AT_MORE, tuple(players))


def _rate_by_glicko(contests: Sequence[Contest]) -> dict[str, PlayerRecord]:
    """Rates players in contests of two seats.

    A tournament is a period and ends with its latest contest; any other table is a period by itself.
    """
    believed: dict[str, Glicko] = {}
    records: dict[str, PlayerRecord] = {}
    for period in _group_by_period(contests):
        end = period[-1].at
        idle = {
            player: (end - records[player].points[-1].at) / PERIOD if player in records else 0.0
            for contest in period
            for player in contest.players
        }
        before = {player: believed.get(player, Glicko()) for player in idle}
        outcomes: dict[str, list[Outcome]] = {player: [] for player in idle}
        last: dict[str, Contest] = {}
        for contest in period:
            for own, other, place, theirs in _both_views(contest):
                score = 1.0 if place < theirs else 0.5 if place == theirs else 0.0
                outcomes[own].append(Outcome(age_rating(before[other], idle[other]), score))
                records.setdefault(own, PlayerRecord()).add_contest(contest, place)
                last[own] = contest
        for player, games in outcomes.items():
            believed[player] = rate_player(before[player], games, TAU, idle[player])
            after = believed[player]
            records[player].points.append(_build_point(last[player], end, after.rating, after.deviation))
    return records


def _rate_by_openskill(contests: Sequence[Contest]) -> dict[str, PlayerRecord]:
    """Rates players in contests of three and four seats. Several seats of one bot count as their mean."""
    model = PlackettLuce(tau=DYNAMICS)
    believed: dict[str, tuple[float, float]] = {}
    records: dict[str, PlayerRecord] = {}
    for contest in contests:
        teams = [[model.rating(*believed.get(player, (model.mu, model.sigma)))] for player in contest.players]
        after = [team[0] for team in model.rate(teams, ranks=list(map(float, contest.places)))]
        for player in dict.fromkeys(contest.players):
            seats = [seat for seat, other in enumerate(contest.players) if other == player]
            middle = sum(after[seat].mu for seat in seats) / len(seats)
            deviation = sum(after[seat].sigma for seat in seats) / len(seats)
            believed[player] = middle, deviation
            record = records.setdefault(player, PlayerRecord())
            record.add_contest(contest, min(contest.places[seat] for seat in seats))
            record.points.append(_build_point(contest, contest.at, middle, deviation))
    return records


def _group_by_period(contests: Sequence[Contest]) -> list[list[Contest]]:
    """Groups the contests by tournament, in the order in which the tournaments end."""
    periods: dict[tuple[str, int], list[Contest]] = {}
    for at, contest in enumerate(contests):
        periods.setdefault((contest.tournament, 0 if contest.tournament else at), []).append(contest)
    return sorted(periods.values(), key=lambda period: _sort_key(period[-1]))


def _both_views(contest: Contest) -> Iterator[tuple[str, str, int, int]]:
    (first, second), (place, theirs) = contest.players, contest.places
    yield first, second, place, theirs
    yield second, first, theirs, place


def _build_point(contest: Contest, at: int, middle: float, deviation: float) -> Point:
    return Point(at, contest.tournament, contest.round, contest.table, contest.match, middle, deviation)


def _sort_key(contest: Contest) -> tuple[int, str, int, int, str]:
    return contest.at, contest.tournament, contest.round, contest.table, contest.match
