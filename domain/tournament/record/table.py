"""A table of a round: its games, each with its own match or played elsewhere, and the result of the table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from chronik.domain.engine.game import places_of
from chronik.domain.tournament.counting.results import Kind


class Outcome(Struct, frozen=True):
    """The result of a game or a table by seat, and the entry that states it.

    It is `contested` unless a referee decided it without an earlier result. `since` is the entry of the first result,
    which a correction does not change. `cause` is how the match ended, the cause of the ruling, or `reported`.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    entry: int
    kind: Kind = Kind.PLAYED
    contested: bool = True
    since: int = 0
    cause: str = ""


class Game(Struct, frozen=True):
    """A game at a table: its entrants by seat, and its result by seat.

    A reported result becomes the result once all required confirmations are there. `closed` says whether the game's
    match is closed.
    """

    number: int
    entrants: tuple[int, ...]
    match: str = ""
    result: Outcome | None = None
    reported: Outcome | None = None
    confirmed: tuple[int, ...] = ()
    closed: bool = False


class Table(Struct, frozen=True):
    """A table of a round: up to `best_of` games, one after another. Seats are swapped after each game.

    `ruled` is a referee's ruling on a table of several games as a whole; it overrides the games.
    """

    number: int
    entrants: tuple[int, ...]
    group: int = 0
    best_of: int = 1
    games: tuple[Game, ...] = ()
    ruled: Outcome | None = None

    @property
    def match(self) -> str:
        """The match of the latest game, or empty if that game is played elsewhere."""
        return self.games[-1].match if self.games else ""

    @property
    def result(self) -> Outcome | None:
        """The result of the table, by the seats of its first game, or None while the table is open."""
        if self.best_of == 1:
            return self.games[0].result if self.games else None
        return self.ruled or (None if self.is_undecided else self._sum_games())

    @property
    def counted_games(self) -> tuple[Game, ...]:
        """The games that make up the result: in order, up to the one that decides the majority."""
        return tuple(self._iterate_counted_games())

    @property
    def won(self) -> tuple[int, ...]:
        """The number of games that each seat of the table has won. A shared first place does not count."""
        return tuple(
            sum(_winner(game) == entrant for game in self._iterate_counted_games()) for entrant in self.entrants
        )

    @property
    def is_undecided(self) -> bool:
        """Whether no entrant has the majority of the games, and at least one game is still to be played."""
        return not self.has_majority and sum(1 for _ in self._iterate_counted_games()) < self.best_of

    @property
    def has_majority(self) -> bool:
        """Whether an entrant has won more than half of `best_of` games."""
        return max(self.won, default=0) > self.best_of // 2

    @property
    def awaits_game(self) -> bool:
        """Whether the next game can begin: the table is undecided, and all earlier games have results."""
        return self.result is None and all(game.result is not None for game in self.games)

    def game(self, number: int) -> Game | None:
        """Returns the game with this number, or None."""
        return self.games[number - 1] if 0 < number <= len(self.games) else None

    def seats_in_game(self, number: int) -> tuple[int, ...]:
        """Returns the entrants by seat in a game. From the second game on, the seats are swapped each time."""
        return self.entrants if number % 2 else self.entrants[::-1]

    def _iterate_counted_games(self) -> Iterator[Game]:
        won = dict.fromkeys(self.entrants, 0)
        for game in self.games:
            if game.result is None:
                return
            yield game
            winner = _winner(game)
            if winner is not None:
                won[winner] += 1
                if won[winner] > self.best_of // 2:
                    return

    def _sum_games(self) -> Outcome:
        """Returns the places according to games won, with the sums of the points."""
        results = [(game, game.result) for game in self._iterate_counted_games() if game.result is not None]
        points = tuple(
            sum(result.points[game.entrants.index(entrant)] for game, result in results) for entrant in self.entrants
        )
        return Outcome(
            points=points,
            places=places_of(self.won),
            entry=max(result.entry for _, result in results),
            kind=Kind.RULED if any(result.kind is Kind.RULED for _, result in results) else Kind.PLAYED,
            contested=any(result.contested for _, result in results),
            since=max(result.since for _, result in results),
            cause=results[-1][1].cause,
        )


def _winner(game: Game) -> int | None:
    """Returns the winner of a game, or None if no entrant is alone in first place."""
    if game.result is None or game.result.places.count(1) != 1:
        return None
    return game.entrants[game.result.places.index(1)]
