"""A table of a round: its games, each a match of its own or played elsewhere, and how they end together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.engine.game import places_of
from domain.tournament.counting.sittings import Kind


class Outcome(Struct, frozen=True):
    """How a game or a table ended, by seat, and the entry that says so.

    It is `contested` unless a referee ruled where nobody had a result. `since` is the entry of the first result, which
    a correction does not change.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    entry: int
    kind: Kind = Kind.PLAYED
    contested: bool = True
    since: int = 0


class Game(Struct, frozen=True):
    """A game at a table: who sits where in it, and its result by these seats.

    A reported result becomes the result when everybody awaited has confirmed it. `closed` is whether its match is,
    whatever its result.
    """

    number: int
    entrants: tuple[int, ...]
    match: str = ""
    result: Outcome | None = None
    reported: Outcome | None = None
    confirmed: tuple[int, ...] = ()
    closed: bool = False


class Table(Struct, frozen=True):
    """A table of a round: up to `best_of` games, one after another, seats swapped after each.

    `ruled` is what a referee has said of a table of several games as a whole: then this is its result.
    """

    number: int
    entrants: tuple[int, ...]
    group: int = 0
    best_of: int = 1
    games: tuple[Game, ...] = ()
    ruled: Outcome | None = None

    @property
    def match(self) -> str:
        """The match of its latest game; empty where it is played elsewhere."""
        return self.games[-1].match if self.games else ""

    @property
    def result(self) -> Outcome | None:
        """How the table ended, by its seats, which are those of its first game; None while it is open."""
        if self.best_of == 1:
            return self.games[0].result if self.games else None
        return self.ruled or (None if self.undecided else self._summed())

    @property
    def counted(self) -> tuple[Game, ...]:
        """The games that make the result: in their order, up to the one that brings somebody the majority."""
        return tuple(self._counted())

    @property
    def won(self) -> tuple[int, ...]:
        """How many games each seat of the table has won; a shared first place is nobody's."""
        return tuple(sum(_winner(game) == entrant for game in self._counted()) for entrant in self.entrants)

    @property
    def undecided(self) -> bool:
        """Whether nobody has the majority of the games, and one is still to be played."""
        return not self.majority and sum(1 for _ in self._counted()) < self.best_of

    @property
    def majority(self) -> bool:
        """Whether somebody has won more than half of the games there can be."""
        return max(self.won, default=0) > self.best_of // 2

    @property
    def waiting(self) -> bool:
        """Whether the next game can begin: the ones before have their results, and the table has none."""
        return self.result is None and all(game.result is not None for game in self.games)

    def game(self, number: int) -> Game | None:
        """The game with a number."""
        return self.games[number - 1] if 0 < number <= len(self.games) else None

    def seated(self, number: int) -> tuple[int, ...]:
        """Who sits where in the game with a number: as at the table in the first one, then swapped each time."""
        return self.entrants if number % 2 else self.entrants[::-1]

    def _counted(self) -> Iterator[Game]:
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

    def _summed(self) -> Outcome:
        """Places by games won, and the sums of the points."""
        results = [(game, game.result) for game in self._counted() if game.result is not None]
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
        )


def _winner(game: Game) -> int | None:
    """Who has won a game, if one alone has."""
    if game.result is None or game.result.places.count(1) != 1:
        return None
    return game.entrants[game.result.places.index(1)]
