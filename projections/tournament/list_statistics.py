"""Statistics of a tournament's opened card lists: the games of each list, and the record of each card.

Only games that were played count. Games that a referee decided without an earlier result do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from chronik.domain.tournament.record.state import Progress, Tournament
from chronik.domain.tournament.record.table import Game


class ListGame(Struct, frozen=True, omit_defaults=True):
    """A game in which a list was played: its place, the opponents, its match, and whether the list won.

    `game` is 0 if the table has only one game. `won` is null if the game has no result or does not count.
    """

    round: int
    table: int
    against: tuple[int, ...]
    game: int = 0
    match: str | None = None
    won: bool | None = None


class ListLine(Struct, frozen=True):
    """An opened list: its entrant, how many of its games count, and how many of those it won."""

    entrant: int
    played: int
    won: int


class CardLine(Struct, frozen=True):
    """A card in opened lists: how many lists contain it, the copies in them, and the games that they played and won."""

    card: str
    lists: int
    copies: int
    played: int
    won: int


def games_of(tournament: Tournament, entrant: int) -> tuple[ListGame, ...]:
    """Returns the games that an entrant has played, in order."""
    return tuple(
        ListGame(
            round=one.number,
            table=table.number,
            against=tuple(other for other in game.entrants if other != entrant),
            game=game.number if table.best_of > 1 else 0,
            match=game.match or None,
            won=_has_won(game, entrant),
        )
        for one in tournament.rounds
        if one.progress is not Progress.PAIRED
        for table in one.tables
        for game in table.games
        if entrant in game.entrants
    )


def list_lines(tournament: Tournament, entrants: Iterable[int]) -> tuple[ListLine, ...]:
    """Returns the record of each of these entrants' lists."""
    return tuple(_line(tournament, number) for number in entrants)


def card_lines(lines: Iterable[ListLine], lists: Mapping[int, Mapping[str, int]]) -> tuple[CardLine, ...]:
    """Returns every card in these lists, the cards in the most lists first.

    `lists` holds the copies by entrant and card.
    """
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


def _has_won(game: Game, entrant: int) -> bool | None:
    """Returns whether an entrant came first alone in a game, or None if the game does not count."""
    result = game.result
    if result is None or not result.contested:
        return None
    return result.places.count(1) == 1 and result.places[game.entrants.index(entrant)] == 1
