"""Chance that does as it is told: dice, the face of the event die, and which card is stolen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.engine.chance import Chance, Stream
from tests.support.cities_knights.table import FACTS

FACE = {"ship": 0, **{face: FACTS.event_faces.index(face) for face in ("trade", "politics", "science")}}


def loaded(*dice: tuple[int, int], event: str = "ship", steal: int = 0) -> Chance:
    """Loaded dice: totals follow one another as given, red first; nothing else is ever drawn."""
    words = {
        "dice": iter([pip - 1 for roll in dice for pip in roll]),
        "event-die": iter([FACE[event]]),
        "steal": iter([steal]),
    }
    return _Loaded(b"", words=words)


class _Loaded(Chance, frozen=True, kw_only=True):
    words: Mapping[str, Iterator[int]]

    def stream(self, purpose: str, n: int) -> Stream:
        return _Told(self.words[purpose])


class _Told(Stream):
    def __init__(self, words: Iterator[int]) -> None:
        self._told = words

    def below(self, n: int) -> int:
        word = next(self._told)
        assert 0 <= word < n
        return word
