"""A journal: what one writer sends, on disk before it is sent, and the acknowledgements that it gets."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Self

import msgspec


class Intent(msgspec.Struct, frozen=True):
    """Something that a writer wants to happen once: its hashed key, and what the log must contain afterwards."""

    number: int
    key: str
    path: str
    body: msgspec.Raw
    seat: int | None = None
    command: bytes = b""


class Acknowledgement(msgspec.Struct, frozen=True):
    """The answer of the service to an intent: the match, and its new version and head."""

    intent: Intent
    match: str
    status: int
    version: int
    head: str


class Journal:
    """The intents and acknowledgements of one writer; every line is synced to disk before `intend` returns.

    It is a context manager.
    """

    def __init__(self, path: Path) -> None:
        self.intents: dict[str, int] = {}
        """The number of the intent for each key; a key occurs again only with the same intent."""
        self.acknowledged: list[Acknowledgement] = []
        self.moments: list[float] = []
        """The moment of each acknowledgement, by the monotonic clock."""
        self.unanswered: Intent | None = None
        """The intent that was sent last, until it is acknowledged."""
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
