"""Bundles as files: known by how they begin, and verified where there is no service."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from domain.engine.proof.receipts import NOTHING, Known
from domain.engine.proof.signature import NO_KEYS, Keyring
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import MAGIC, MAX_LINE, BadBundle
from domain.tournament.proof.verification import Findings, Told, verify
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue

GZIP = b"\x1f\x8b"


def is_bundle(path: Path) -> bool:
    """Whether a file begins as a bundle does, be it packed with gzip or not; what cannot be read does not."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
        if begins.startswith(GZIP):
            with gzip.open(path) as file:
                begins = file.read(len(MAGIC))
    except (OSError, EOFError, zlib.error):
        return False
    return begins == MAGIC


def is_whole(path: Path) -> bool:
    """Whether a bundle has its last line: one that broke off has not."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 400))
        return file.read().rpartition(b"\n{")[2].startswith(b'"kind":"end",')


def verify_bundle(
    path: Path, catalogue: Catalogue, told: Told, known: Known = NOTHING, keyring: Keyring = NO_KEYS
) -> Findings:
    """What verifying a bundle shows; one that cannot be read is `unreadable` in a sentence."""
    try:
        return verify(_lines(path), load_game(catalogue), told, known, keyring)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Findings(status=Status.UNREADABLE, sentence="The file cannot be unpacked.")
    except OSError as error:
        return Findings(status=Status.UNREADABLE, sentence=f"The file cannot be read: {error.strerror}.")


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, one at a time."""
    with path.open("rb") as plain:
        packed = plain.read(len(GZIP)) == GZIP
    with gzip.open(path) if packed else path.open("rb") as file:
        while line := file.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                raise BadBundle("A line is longer than a line of a bundle may be.")
            yield line
