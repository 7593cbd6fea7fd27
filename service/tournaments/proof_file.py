"""Files that can be verified: archives of matches and bundles of tournaments, recognised by their first bytes."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from chronik.domain.engine.proof.archive import MAGIC as ARCHIVE
from chronik.domain.engine.proof.archive import MAX_FILE, BadArchive, unpack
from chronik.domain.engine.proof.verification import NewerRules
from chronik.domain.engine.proof.verification import verify as verify_archive
from chronik.domain.log.receipts import NO_HEADS, KnownHeads
from chronik.domain.log.signature import NO_KEYS, Keyring
from chronik.domain.log.verdict import Status, Verdict
from chronik.service.log.outcomes import is_newer
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.running.input import open_input, peek

if TYPE_CHECKING:
    from chronik.domain.tournament.proof.bundle import ReportProgress

BUNDLE = b'{"kind":"head","format":"chronik-bundle/'
GZIP = b"\x1f\x8b"
UTF_8, UTF_16 = b"\xef\xbb\xbf", {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""The byte order marks that editors and shells write at the start of a text."""
_KINDS = (
    ("the archive of a match", b"2", re.compile(rb"\s*chronik-archive/(\d{1,9})")),
    ("the bundle of a tournament", b"1", re.compile(rb'\s*\{\s*"kind"\s*:\s*"head"[^}]*"chronik-bundle/(\d{1,9})"')),
)
"""The kinds of files: for each, a description, the format that this version reads, and how such a file begins."""


def verify_file(
    path: Path,
    catalogue: Catalogue,
    known: KnownHeads = NO_HEADS,
    keyring: Keyring = NO_KEYS,
    told: ReportProgress = lambda _done, _of: None,
) -> Verdict:
    """Verifies a file, or the standard input for `-`. If it is neither kind of file, the verdict says what it is."""
    try:
        with open_input(path) as file:
            beginning, whole = peek(file)
            if beginning.startswith(GZIP):
                beginning, whole = peek(gzip.GzipFile(fileobj=whole))
            if is_bundle(beginning):
                return verify_bundle(whole, catalogue, told, known, keyring)
            if beginning.startswith(ARCHIVE):
                return verify_archive(unpack(whole.read(MAX_FILE + 1)), game_loader(catalogue), known, keyring)
            return Verdict(status=Status.UNREADABLE, sentence=_describe(beginning))
    except BadArchive as bad:
        return _unpack_verdict(bad)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Verdict(status=Status.DAMAGED, sentence="The file cannot be unpacked.")
    except OSError as error:
        return Verdict(status=Status.UNREADABLE, sentence=f"The file cannot be read: {error.strerror}.")


def _unpack_verdict(bad: BadArchive) -> Verdict:
    """Returns the verdict on a file that cannot be unpacked: damaged, or written by a newer version."""
    if bad.pinned is not None and is_newer(bad.pinned):
        newer = NewerRules(bad.pinned.game, bad.pinned.rules)
        return Verdict(status=Status.UNKNOWN_FACTS, sentence=str(newer))
    return Verdict(status=Status.DAMAGED, sentence=str(bad))


def is_bundle(beginning: bytes) -> bool:
    """Returns whether a file with this beginning is a bundle that no other program has re-encoded."""
    return beginning.startswith(BUNDLE + b'1"') and not beginning.partition(b"\n")[0].endswith(b"\r")


def verify_bundle(
    file: BinaryIO, catalogue: Catalogue, told: ReportProgress, known: KnownHeads = NO_HEADS, keyring: Keyring = NO_KEYS
) -> Verdict:
    """Verifies the lines of a bundle."""
    # This takes 50 ms, so only a process that verifies a tournament does it.
    from chronik.domain.tournament.proof.verification import verify

    return verify(_lines(file), game_loader(catalogue), told, known, keyring)


def is_whole(path: Path) -> bool:
    """Returns whether a bundle has its last line and is therefore complete."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 400))
        return file.read().rpartition(b"\n{")[2].startswith(b'"kind":"end",')


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yields the lines of a file, one at a time."""
    from chronik.domain.tournament.proof.bundle import MAX_LINE, BadBundle

    while line := file.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            raise BadBundle("A line is longer than a bundle allows.")
        yield line


def _describe(beginning: bytes) -> str:
    """Returns a sentence that says what kind of file this is and why it cannot be verified."""
    if not beginning:
        return "The file is empty."
    wide = UTF_16.get(beginning[:2])
    text = beginning[2:].decode(wide, "ignore").encode() if wide else beginning.removeprefix(UTF_8)
    for what, read, begins in _KINDS:
        found = begins.match(text)
        if found is not None and found[1] != read:
            others = f"in format {found[1].decode()}, but this version reads only format {read.decode()}"
            return f"This is {what} {others}. Verify it with the version of Chronik that wrote it."
        if found is not None:
            return f"This is {what}, but another program has {_change(beginning, text)}. Download it again."
    if b'"chronik-tournament/' in text.partition(b"\n")[0]:
        return "This is the log of a tournament without its matches. Verify its bundle instead."
    return "This is not a Chronik archive."


def _change(beginning: bytes, text: bytes) -> str:
    """Returns a phrase that says how another program has changed a file."""
    if beginning[:2] in UTF_16:
        return "saved it as UTF-16"
    if beginning.startswith(UTF_8):
        return "put a byte order mark before it"
    return "changed its line ends to CR LF" if b"\r\n" in text else "changed its spaces"
