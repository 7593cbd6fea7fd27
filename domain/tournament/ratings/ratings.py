"""Ratings: a pure function of the contests in the order of time, so that they can be built again at any moment.

A pool holds the contests of one game at one number of seats; tables with a bot have pools of their own. Two seats are
rated by Glicko-2, a tournament being a rating period (its contests know nothing of each other); three and four by
OpenSkill's Plackett–Luce, contest by contest. Players are ids: who was erased keeps the id, and nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from domain.tournament.ratings.glicko import Glicko, Outcome, aged, rated

BOT = "bot:"
"""How the id of a bot begins; its level follows."""

TAU = 0.5
"""How freely volatilities move; Glickman advises 0.3 to 1.2. A low value suits games with dice and cards."""

PERIOD = 30 * 24 * 3600 * 1000
"""The time, in milliseconds, in which an idle player's deviation grows by one step of Glicko-2."""

DYNAMICS = 0.15
"""What OpenSkill adds to each deviation before a contest; its own default is 0.083.

Tried on 24 players at tables of four with as much luck as the model assumes: after some 200 tables each, who suddenly
gets better by 8 has shown 83 % of it after 50 more tables (default 74 %, none 69 %), at a mean error of 1.7 (1.4, 1.3).
"""

SURE_AT_TWO = 110.0
"""A deviation above this is provisional (as at Lichess); a new player's is 350."""

SURE_AT_MORE = 6.25
"""The same for OpenSkill, where a new player's is 8.33: some fifteen tables."""

AT_TWO, AT_MORE = "glicko-2/1", "plackett-luce/1"
"""The formulas with their versions, by the number of seats."""

CAUTION = 3
"""The shown value lies so many deviations below the middle."""

INTERVAL = 2
"""The interval reaches so many deviations to both sides: it holds 95 % of what is believed."""


KEPT = 200
"""So many of the last points of a player are kept."""


class Contest(Struct, frozen=True, array_like=True):
    """A table with its result. Places go by seat, equal ones are draws; `at` is in milliseconds since 1970."""

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
        """What a list is sorted by: nobody is put higher for being unknown."""
        return self.middle - CAUTION * self.deviation

    @property
    def interval(self) -> tuple[float, float]:
        return self.middle - INTERVAL * self.deviation, self.middle + INTERVAL * self.deviation


class Rated(Struct, frozen=True):
    """A player of a pool: the history of the rating, its last 200 points, of which the last is the present one."""

    player: str
    contests: int
    wins: int
    provisional: bool
    history: tuple[Point, ...]

    @property
    def now(self) -> Point:
        return self.history[-1]


class Pool(Struct, frozen=True):
    """The players of one game at one number of seats, with bots or without; the best shown value first."""

    game: str
    seats: int
    bots: bool
    formula: str
    players: tuple[Rated, ...]


class Record:
    """What is kept of a player while a pool is built."""

    def __init__(self) -> None:
        self.contests = 0
        self.wins = 0
        self.points: deque[Point] = deque(maxlen=KEPT)

    def seen(self, contest: Contest, place: int) -> None:
        self.contests += 1
        self.wins += place == 1 and contest.places.count(1) == 1


def rate(contests: Iterable[Contest]) -> tuple[Pool, ...]:
    """All pools of some contests, in whatever order these are given. A contest of somebody with itself is none."""
    pools: dict[tuple[str, int, bool], list[Contest]] = {}
    for contest in sorted(contests, key=_time):
        if len(set(contest.players)) > 1:
            bots = any(player.startswith(BOT) for player in contest.players)
            pools.setdefault((contest.game, len(contest.players), bots), []).append(contest)
    return tuple(_pool(*key, pools[key]) for key in sorted(pools))


def _pool(game: str, seats: int, bots: bool, contests: Sequence[Contest]) -> Pool:
    records = _by_glicko(contests) if seats == 2 else _by_openskill(contests)
    sure = SURE_AT_TWO if seats == 2 else SURE_AT_MORE
    players = [
        Rated(player, record.contests, record.wins, record.points[-1].deviation > sure, tuple(record.points))
        for player, record in records.items()
    ]
    players.sort(key=lambda rated: (-rated.now.shown, rated.player))
    return Pool(game, seats, bots, AT_TWO if seats == 2 else AT_MORE, tuple(players))


def _by_glicko(contests: Sequence[Contest]) -> dict[str, Record]:
    """Two seats: a period is a tournament, and ends with its latest contest; a table without one is its own."""
    believed: dict[str, Glicko] = {}
    records: dict[str, Record] = {}
    for period in _periods(contests):
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
            for own, other, place, theirs in _seen_by_two(contest):
                score = 1.0 if place < theirs else 0.5 if place == theirs else 0.0
                outcomes[own].append(Outcome(aged(before[other], idle[other]), score))
                records.setdefault(own, Record()).seen(contest, place)
                last[own] = contest
        for player, games in outcomes.items():
            believed[player] = rated(before[player], games, TAU, idle[player])
            after = believed[player]
            records[player].points.append(_point(last[player], end, after.rating, after.deviation))
    return records


def _by_openskill(contests: Sequence[Contest]) -> dict[str, Record]:
    """Three and four seats; of several seats of one bot the mean is kept."""
    model = PlackettLuce(tau=DYNAMICS)
    believed: dict[str, tuple[float, float]] = {}
    records: dict[str, Record] = {}
    for contest in contests:
        teams = [[model.rating(*believed.get(player, (model.mu, model.sigma)))] for player in contest.players]
        after = [team[0] for team in model.rate(teams, ranks=list(map(float, contest.places)))]
        for player in dict.fromkeys(contest.players):
            seats = [seat for seat, other in enumerate(contest.players) if other == player]
            middle = sum(after[seat].mu for seat in seats) / len(seats)
            deviation = sum(after[seat].sigma for seat in seats) / len(seats)
            believed[player] = middle, deviation
            record = records.setdefault(player, Record())
            record.seen(contest, min(contest.places[seat] for seat in seats))
            record.points.append(_point(contest, contest.at, middle, deviation))
    return records


def _periods(contests: Sequence[Contest]) -> list[list[Contest]]:
    """The contests of each tournament together, in the order in which the tournaments end."""
    periods: dict[tuple[str, int], list[Contest]] = {}
    for at, contest in enumerate(contests):
        periods.setdefault((contest.tournament, 0 if contest.tournament else at), []).append(contest)
    return sorted(periods.values(), key=lambda period: _time(period[-1]))


def _seen_by_two(contest: Contest) -> Iterator[tuple[str, str, int, int]]:
    (first, second), (place, theirs) = contest.players, contest.places
    yield first, second, place, theirs
    yield second, first, theirs, place


def _point(contest: Contest, at: int, middle: float, deviation: float) -> Point:
    return Point(at, contest.tournament, contest.round, contest.table, contest.match, middle, deviation)


def _time(contest: Contest) -> tuple[int, str, int, int, str]:
    return contest.at, contest.tournament, contest.round, contest.table, contest.match
