"""A match in this process: it asks one seat after the other, and is answered with commands."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Raw

from chronik.domain.engine.game import Game, Outcome
from chronik.domain.engine.hashing import hash_parts
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.log import NO_COMMAND, Author
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.prompts import NumberedPrompt
from chronik.domain.engine.seats import Seat, SeatHolder
from chronik.domain.games import game as game_named
from chronik.domain.log.canonical import encode
from chronik.projections.games import projection as projection_of
from chronik.projections.match.projection import Projection

MAX_ROUNDS = 200
"""A limit for games without a last round, which might never end if bots play at random."""


def play(game: str, seats: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> Play:
    """Returns a match at its first question. The same arguments always give the same match.

    Raises `KeyError` for an unknown game, `ValueError` for a wrong number of seats, and `BadOptions`.
    """
    return open_play(game_named(game), projection_of(game), seats, options or {}, seed, 0)


class Play:
    """A match that asks the seat `seat`, until it is over. Iterating yields the seat that is asked next.

    `view` and `options` are what this seat sees and may answer; they are built when they are read.
    """

    def __init__(self, game: Game, projection: Projection, match: Match, keys: Keys) -> None:
        self._game, self._projection = game, projection
        self._match, self._keys = match, keys

    def __iter__(self) -> Iterator[int]:
        while not self.over:
            yield self.seat

    @property
    def over(self) -> bool:
        """Whether the match has ended, or has reached the limit of 200 rounds."""
        return self._match.closed is not None or self._game.round(self._match.state) > MAX_ROUNDS

    @property
    def seat(self) -> int:
        """The seat that is asked. If several seats are asked at once, they are asked in turn."""
        seat: int = self._asked.prompt.seat
        return seat

    @property
    def prompt(self) -> Any:
        """The question."""
        return self._asked.prompt

    @property
    def view(self) -> Any:
        """The view of the seat, with the same values as in the service's answer."""
        return self.view_of(self.seat)

    @property
    def options(self) -> Sequence[Any]:
        """The legal commands of the seat, without those that only a form describes."""
        options: Sequence[Any] = self._game.options(self._match.state, self.seat)
        return options

    @property
    def forms(self) -> tuple[Any, ...]:
        """The forms of commands that are too numerous to list, such as trade offers."""
        forms: tuple[Any, ...] = self._game.forms(self._match.state, self.seat)
        return forms

    @property
    def outcome(self) -> Outcome | None:
        """The points and the places by seat, or None if there is no result."""
        return outcome(self._game, self._match)

    @property
    def returns(self) -> tuple[float, ...]:
        """The result by seat: 1 for beating all other seats, −1 for losing to all, and 0 if there is no result."""
        found = self.outcome
        places = found.places if found else (1,) * len(self._match.chairs)
        return tuple([sum((b > a) - (b < a) for b in places) / (len(places) - 1) for a in places])

    def view_of(self, seat: int) -> Any:
        """Returns what any seat sees now."""
        return self._projection.view(self._match.state, Seat(seat))

    def answer(self, command: Any) -> None:
        """Answers the question with one of the options, or with a command of a form; raises `Rejected`."""
        wanted = Intent(command=command, raw=NO_COMMAND, at=0, seat=self.seat, by=Author.BOT)
        self._match = decide(self._game, self._match, wanted, self._keys).match

    def clone(self) -> Play:
        """Returns an independent copy, which continues equally if it gets the same answers."""
        return copy.copy(self)

    @property
    def _asked(self) -> NumberedPrompt:
        if self._match.closed is not None:
            raise ValueError("The match is over, so no seat is asked.")
        return self._match.owed[0]


def open_play(
    game: Game, projection: Projection, seats: int, options: Mapping[str, Any], seed: int, number: int
) -> Play:
    """Returns a numbered match of a seed at its first question. `chronik simulate` deals the same hands and dice."""
    if seats not in game.seats:
        raise ValueError(f"{game.name} has {' or '.join(map(str, game.seats))} seats, not {seats}.")
    opened, keys = open_match(
        game, *name_match(seed, number), (SeatHolder(bot="random"),) * seats, options_of(game, options)
    )
    return Play(game, projection, opened.match, keys)


def name_match(seed: int, number: int) -> tuple[str, bytes]:
    """Returns the id and the secret of a numbered match of a seed."""
    identity = hash_parts(b"chronik/simulated-match/1", b"%d" % seed, b"%d" % number)[:16].hex()
    return identity, hash_parts(b"chronik/simulated-secret/1", b"%d" % seed, b"%d" % number)


def open_match(
    game: Game, match: str, secret: bytes, chairs: tuple[SeatHolder, ...], options: Raw
) -> tuple[Decided, Keys]:
    """Opens a match with all seats taken, at time 0."""
    keys = Keys.of(match, secret)
    opening = OpenMatch(chairs, options)
    decided = decide(
        game, Match(id=match), Intent(command=opening, raw=Raw(encode(opening)), at=0, by=Author.ENGINE), keys
    )
    return decided, seed_keys(decided.match.chairs, keys)
