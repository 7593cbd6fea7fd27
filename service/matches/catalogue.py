"""The catalogue: the rules and views of every game and rules version, for each loaded data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from chronik.domain.engine.deck_words import Words
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import Batch, Codec, Entry, codec, number_entries
from chronik.domain.engine.names import Names
from chronik.domain.engine.proof.outline import read_pinned
from chronik.domain.engine.proof.verification import LoadGame, NewerRules
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.projections.match.projection import Projection
from chronik.service.log.outcomes import check_not_newer, is_newer

if TYPE_CHECKING:  # verification alone must not import the client of the log server
    from chronik.service.log.store import Tail


class Rules(Struct, frozen=True):
    """A game with one data set, its views and the codec of its logs."""

    game: Game
    projection: Projection
    codec: Codec

    def words(self, language: str = "en") -> Words:
        """Returns the names of everything in the game in a language, by kind and id."""
        names: Names = self.projection.components.names
        return names.get(language, {})

    def batches(self, tail: Tail) -> list[tuple[int, Batch[Any]]]:
        """Decodes the batches of a tail, each with the version of its first entry.

        Raises `ValueError` if a batch does not follow the one before it. A tail may begin inside a batch, whose
        first entries are then known already.
        """
        found: list[tuple[int, Batch[Any]]] = []
        version = tail.after
        for item in tail.items:
            batch = self.codec.batch(item.batch)
            first = item.version - len(batch.e) + 1
            if first != version + 1 and (found or not 0 < first <= version):
                raise ValueError(f"the batch at version {item.version} does not follow version {version}")
            found.append((first, batch))
            version = item.version
        return found

    def entries(self, tail: Tail) -> tuple[Entry, ...]:
        """Returns the entries of a tail after the version it was read from; raises `ValueError` as `batches` does."""
        return tuple(
            [entry for at, batch in self.batches(tail) for entry in number_entries(batch, at) if entry.n > tail.after]
        )


def read_opening(stored: bytes) -> Opened:
    """Decodes the opening in the first batch of a log of any game.

    Raises `NotLoaded` if a newer version of Chronik wrote it, because its fields may be unknown here.
    """
    event = _decode_beginning(stored).e[0]
    check_not_newer(read_pinned(event))
    return _decode_opening(event)


class _Beginning(Struct):
    e: tuple[Raw, ...]


_decode_beginning = msgspec.json.Decoder(_Beginning).decode
_decode_opening = msgspec.json.Decoder(Opened).decode


class Catalogue:
    """Every rules version of every game, with the printed facts and with the configured data sets.

    A game is loaded when it is first needed, and its views after that: verification needs one game and no views.
    Raises `BadFacts` for a bad data set.
    """

    def __init__(self, data_sets: Mapping[str, Path]) -> None:
        self._data_sets = {name: data_sets[name] for name in CURRENT if name in data_sets}
        for name, data_set in self._data_sets.items():
            game(name, None, data_set)

    def names(self) -> tuple[str, ...]:
        return tuple(CURRENT)

    def current(self, name: str) -> Rules | None:
        """Returns the latest rules of a game, which new matches use, with the configured data set if any."""
        return _load_rules(name, CURRENT[name], self._data_sets.get(name)) if name in CURRENT else None

    def rules_of(self, opened: Opened) -> Rules | None:
        """Returns the rules that a match was opened with, or None if they or its data set are not loaded here."""
        return self.edition(opened.game, opened.rules, opened.facts)

    def edition(self, name: str, version: int, facts: str) -> Rules | None:
        """Returns a rules version of a game by the hash (hex) of its data set, or None if it is not loaded here."""
        for data_set, known in self._games(name, version):
            if known.facts == facts:
                return _load_rules(name, version, data_set)
        return None

    def game_of(self, opened: Opened) -> Game | None:
        """Returns the game of `rules_of`, without loading its views."""
        return next((one for _, one in self._games(opened.game, opened.rules) if one.facts == opened.facts), None)

    def line_rules_of(self, opened: Opened) -> Rules | None:
        """Returns rules that can read a match as lines, even without its data set; None for an unknown game."""
        return self.rules_of(opened) or self.current(opened.game)

    def _games(self, name: str, version: int) -> Iterator[tuple[Path | None, Game]]:
        """Yields a rules version of a game with each of its data sets; yields nothing if it does not exist."""
        if name in CURRENT and 0 < version <= CURRENT[name]:
            for data_set in dict.fromkeys((None, self._data_sets.get(name))):
                yield data_set, game(name, version, data_set)


@lru_cache(maxsize=64)
def _load_rules(name: str, version: int, data_set: Path | None) -> Rules:
    rules = game(name, version, data_set)
    return Rules(rules, projection(name, data_set), codec(rules))


def game_loader(catalogue: Catalogue) -> LoadGame:
    """Returns the function with which verification finds a match's game among those loaded here."""

    def load(opened: Opened) -> Game | None:
        if is_newer(opened):
            raise NewerRules(opened.game, opened.rules)
        return catalogue.game_of(opened)

    return load
