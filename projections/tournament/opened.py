"""What became of the opened lists of a tournament: the games each was played in, and how each card has done.

A game counts for a list when it was played: one that a referee ruled where nobody had a result does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from domain.tournament.record.state import Progress, Tournament
from domain.tournament.record.table import Game


class ListGame(Struct, frozen=True, omit_defaults=True):
    """A game in which a list was played: where, against whom, in which match, and whether it was won.

    `game` is 0 where a table has one only; `won` is null while there is no result, and where the game does not count.
    """

    round: int
    table: int
    against: tuple[int, ...]
    game: int = 0
    match: str | None = None
    won: bool | None = None


class ListLine(Struct, frozen=True):
    """An opened list by its entrant: how many games with it count, and how many of them were won."""

    entrant: int
    played: int
    won: int


class CardLine(Struct, frozen=True):
    """A card of the opened lists: how many name it, how many copies in all, how many games with such a list count,
    and how many of them this list has won."""

    card: str
    lists: int
    copies: int
    played: int
    won: int


def games_of(tournament: Tournament, entrant: int) -> tuple[ListGame, ...]:
    """The games that an entrant has played, in their order."""
    return tuple(
        ListGame(
            round=one.number,
            table=table.number,
            against=tuple(other for other in game.entrants if other != entrant),
            game=game.number if table.best_of > 1 else 0,
            match=game.match or None,
            won=_won(game, entrant),
        )
        for one in tournament.rounds
        if one.progress is not Progress.PAIRED
        for table in one.tables
        for game in table.games
        if entrant in game.entrants
    )


def list_lines(tournament: Tournament, entrants: Iterable[int]) -> tuple[ListLine, ...]:
    """How the lists of some entrants have done."""
    return tuple(_line(tournament, number) for number in entrants)


def card_lines(lines: Iterable[ListLine], lists: Mapping[int, Mapping[str, int]]) -> tuple[CardLine, ...]:
    """Every card of some lists, given by entrant and card; those that most lists name come first."""
    found: dict[str, CardLine] = {}
    for line in lines:
        for card, copies in lists[line.entrant].items():
            so_far = found.get(card, CardLine(card, 0, 0, 0, 0))
            found[card] = CardLine(
                card,
                so_far.lists + 1,
                so_far.copies + copies,
                so_far.played + line.played,
                so_far.won + line.won,
            )
    return tuple(sorted(found.values(), key=lambda one: (-one.lists, -one.copies)))


def _line(tournament: Tournament, entrant: int) -> ListLine:
    counted = [game.won for game in games_of(tournament, entrant) if game.won is not None]
    return ListLine(entrant, len(counted), sum(counted))


def _won(game: Game, entrant: int) -> bool | None:
    """Whether an entrant alone was first in a game; None where it does not count."""
    result = game.result
    if result is None or not result.contested:
        return None
    return result.places.count(1) == 1 and result.places[game.entrants.index(entrant)] == 1
