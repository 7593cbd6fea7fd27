"""Chance with fixed results: the dice, the face of the event die, and the index of a stolen card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronik.domain.engine.chance import Chance, Stream
from tests.support.cities_knights.table import FACTS

FACE = {"ship": 0, **{face: FACTS.event_faces.index(face) for face in ("trade", "politics", "science")}}


def load_dice(*dice: tuple[int, int], event: str = "ship", steal: int = 0) -> Chance:
    """Returns a chance that rolls these dice in order, red first; drawing anything else fails."""
    words = {
        "dice": iter([pip - 1 for roll in dice for pip in roll]),
        "event-die": iter([FACE[event]]),
        "steal": iter([steal]),
    }
    return _LoadedChance(b"", words=words)


class _LoadedChance(Chance, frozen=True, kw_only=True):
    words: Mapping[str, Iterator[int]]

    def stream(self, purpose: str, n: int) -> Stream:
        return _FixedStream(self.words[purpose])


class _FixedStream(Stream):
    def __init__(self, words: Iterator[int]) -> None:
        self._results = words

    def below(self, n: int) -> int:
        word = next(self._results)
        assert 0 <= word < n
        return word
