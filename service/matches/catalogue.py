"""The games this process can play: their rules and read sides over each data set it has loaded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from domain.engine.game import Game
from domain.engine.match.events import Opened
from domain.engine.match.log import Batch, Codec, Entry, codec, numbered
from domain.games import CURRENT, GAMES, game
from projections.games import projection
from projections.match.projection import Projection

if TYPE_CHECKING:  # who only verifies has no server of a log
    from service.log.store import Tail


class Rules(Struct, frozen=True):
    """A game over one data set, with everything that reads and shows it."""

    game: Game
    projection: Projection
    codec: Codec

    def batches(self, tail: Tail) -> list[tuple[int, Batch[Any]]]:
        """The batches of a tail, each with the version of its first entry; raises `ValueError` where they do not fit.

        A cursor may lie inside of a batch: the first entries of the first one are known already.
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
        """The entries after the version that a tail was read from; raises `ValueError` where its batches do not fit."""
        return tuple(
            [entry for at, batch in self.batches(tail) for entry in numbered(batch, at) if entry.n > tail.after]
        )


def opened_by(stored: bytes) -> Opened:
    """What the first batch of a log opens, whatever its game."""
    return _opened(_beginning(stored).e[0])


class _Beginning(Struct):
    e: tuple[Raw, ...]


_beginning = msgspec.json.Decoder(_Beginning).decode
_opened = msgspec.json.Decoder(Opened).decode


class Catalogue:
    """All rules versions of all games, over the printed facts and over the configured data sets."""

    def __init__(self, data_sets: Mapping[str, Path]) -> None:
        self._pinned: dict[tuple[str, int, str], Rules] = {}
        self._current: dict[str, Rules] = {}
        for name, version in GAMES:
            for data_set in dict.fromkeys((None, data_sets.get(name))):
                rules = _rules(name, version, data_set)
                self._pinned[name, version, rules.game.facts] = rules
                if version == CURRENT[name]:
                    self._current[name] = rules

    def names(self) -> tuple[str, ...]:
        return tuple(self._current)

    def current(self, name: str) -> Rules | None:
        """What new matches of a game are played by: its latest rules, over the configured data set if there is one."""
        return self._current.get(name)

    def pinned(self, opened: Opened) -> Rules | None:
        """What a match was opened with; None where its rules or its data set are not loaded here."""
        return self.edition(opened.game, opened.rules, opened.facts)

    def edition(self, name: str, version: int, facts: str) -> Rules | None:
        """A rules version of a game over a data set, by its hash (hex); None where it is not loaded here."""
        return self._pinned.get((name, version, facts))

    def reading(self, opened: Opened) -> Rules | None:
        """What the entries of a match can be read by, as lines: those are the same over every data set."""
        return self.pinned(opened) or self.current(opened.game)


def _rules(name: str, version: int, data_set: Path | None) -> Rules:
    rules = game(name, version, data_set)
    return Rules(rules, projection(name, data_set), codec(rules))
