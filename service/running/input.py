"""Inputs of the `chronik` command: files, pipes and the standard input, each read once."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO, Protocol

STANDARD = "-"
"""Means the standard input where a file name is expected."""
BEGINNING = 4096
"""The most bytes of an input that `peek` returns."""
_BUFFER = 1 << 16


def open_input(path: Path | str) -> BinaryIO:
    """Opens a file, or the standard input for `-`; raises `OSError`."""
    return open(0, "rb", closefd=False) if str(path) == STANDARD else open(path, "rb")


def read_input(path: Path | str) -> bytes:
    """Returns all bytes of a file, or of the standard input for `-`; raises `OSError`."""
    with open_input(path) as file:
        return file.read()


class Readable(Protocol):
    """An input that returns up to `size` bytes, or all that are left."""

    def read(self, size: int, /) -> bytes: ...


def peek(file: Readable) -> tuple[bytes, io.BufferedReader]:
    """Returns the first bytes of an input that is readable only once, and a reader that starts at its beginning."""
    beginning = file.read(BEGINNING)
    return beginning, io.BufferedReader(_Rejoined(beginning, file), _BUFFER)


class _Rejoined(io.RawIOBase):
    """An input whose beginning was already read, put together again."""

    def __init__(self, beginning: bytes, rest: Readable) -> None:
        self._beginning, self._rest = io.BytesIO(beginning), rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        content = self._beginning.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(content)] = content
        return len(content)
