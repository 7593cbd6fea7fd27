"""The view of a seat as an array of fixed length.

A number of the view adds itself at the path of its field, for example `seats.0.points`, and a word adds 1 at its path
with the word, `seats.0.order=O3`. An item of a list adds this at its index, `seats.0.roads.3`, and 1 at the path of the
list, `seats.0.roads=17`. The number 0 adds nothing, nor does an absent value. The place of such a text in the array is
its CRC-32 modulo 4096, so a few texts share a place.
"""

from __future__ import annotations

from typing import Any, TypeAlias
from zlib import crc32

import msgspec
import numpy as np

SIZE = 4096

Array: TypeAlias = "np.ndarray[Any, Any]"
Counted = tuple[list[int], list[float]]
"""Places, and what to add at each of them."""


def count_features(view: Any) -> Array:
    """Returns the features of a view."""
    places, values = _count(_ROOT, msgspec.to_builtins(view))
    features: Array = np.bincount(places, values, SIZE).astype(np.float32)
    return features


def place_of(text: str) -> int:
    """Returns the place of a text."""
    return crc32(text.encode()) % SIZE


class _Path(dict[Any, "_Path"]):
    """A path in a view with its place. Longer paths are added when they are looked up, because texts are slow.

    `latest` is the latest dictionary or list there, with its features: most commands leave most of a view unchanged.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.place, self.words = text, place_of(text), _Words(text)
        self.latest: tuple[Any, Counted] = (None, ([], []))

    def __missing__(self, key: Any) -> _Path:
        found = self[key] = _Path(f"{self.text}.{key}" if self.text else key)
        return found


class _Words(dict[Any, int]):
    """The places of the words at a path."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def __missing__(self, word: Any) -> int:
        found = self[word] = place_of(f"{self.path}={word}")
        return found


_ROOT = _Path("")


def _count(path: _Path, value: Any) -> Counted:
    """Returns the features of a dictionary or of a list at a path."""
    before, counted = path.latest
    if before == value:
        return counted
    places, values = counted = ([], [])
    is_list = type(value) is not dict
    for key, one in enumerate(value) if is_list else value.items():
        if not one:
            continue
        kind = type(one)
        if kind is not str and kind is not int and kind is not bool:
            inner = _count(path[key], one)
            places += inner[0]
            values += inner[1]
            continue
        places.append(path[key].words[one] if kind is str else path[key].place)
        values.append(1 if kind is str else one)
        if is_list:
            places.append(path.words[one])
            values.append(1)
    path.latest = value, counted
    return counted
