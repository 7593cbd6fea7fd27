"""Chance that does as it is told: dice, the face of the event die, and which card is stolen."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.cities_knights.table import FACTS

FACE = {"ship": 0, **{face: FACTS.event_faces.index(face) for face in ("trade", "politics", "science")}}


class Loaded:
    """Loaded dice: totals follow one another as given, red first; nothing else is ever drawn."""

    def __init__(self, *dice: tuple[int, int], event: str = "ship", steal: int = 0) -> None:
        self._words = {
            "dice": iter([pip - 1 for roll in dice for pip in roll]),
            "event-die": iter([FACE[event]]),
            "steal": iter([steal]),
        }

    def stream(self, purpose: str, n: int) -> _Stream:
        """What falls next for this purpose."""
        return _Stream(self._words[purpose])


class _Stream:
    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def below(self, n: int) -> int:
        word = next(self._words)
        assert 0 <= word < n
        return word
