"""A journal: what one writer is about to send, on disk before it is sent, and what was acknowledged to it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Self

import msgspec


class Intent(msgspec.Struct, frozen=True):
    """One thing a writer wants to happen once: the key table's name for it, and what must then stand in the log."""

    number: int
    key: str
    path: str
    body: msgspec.Raw
    seat: int | None = None
    command: bytes = b""


class Acknowledgement(msgspec.Struct, frozen=True):
    """What the service said of an intent: in this match, up to this version, with this head."""

    intent: Intent
    match: str
    status: int
    version: int
    head: str


class Journal:
    """The intents and acknowledgements of one writer; every line is forced to disk before `intend` returns.

    To be entered by whoever writes.
    """

    def __init__(self, path: Path) -> None:
        self.intents: dict[str, int] = {}
        """The number of the intent that each key stands for; a key comes twice only with the same intent."""
        self.acknowledged: list[Acknowledgement] = []
        self.moments: list[float] = []
        """When each of them was heard, by the monotonic clock."""
        self.unanswered: Intent | None = None
        """What was about to be sent last, as long as nothing was acknowledged since."""
        self._path = path

    def intend(self, intent: Intent) -> None:
        self.intents[intent.key] = intent.number
        self.unanswered = intent
        self._write(intent)
        os.fsync(self._file.fileno())

    def acknowledge(self, said: Acknowledgement) -> None:
        self.acknowledged.append(said)
        self.unanswered = None
        self.moments.append(time.monotonic())
        self._write(said)

    def __enter__(self) -> Self:
        self._file = self._path.open("ab")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _write(self, line: msgspec.Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()
