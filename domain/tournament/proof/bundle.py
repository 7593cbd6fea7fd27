"""The bundle of a tournament: one file, line by line, with all that verification needs and no name of a person.

Each line is a JSON object; `kind` says what it is. First the head, then every entry of the log, then for every match
that was started its archive, or why there is none, then the standings, the final table, and the end with a hash of all
lines before it. Names and the title may stand after the head for people to read, and every list that was opened stands
after the entries: these lines are in no hash, so whoever must forget a name or a list takes the line out, and the rest
verifies as before. A list is bound by the commitment to it, which is in the log. The exact bytes stand in
`domain/engine/proof/FORMAT.md`, section 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.engine.match.log import encode
from domain.engine.proof.archive import MAX_FILE, Digest, Id, KeyId
from domain.engine.proof.signature import Keyring, Signature, Signer, bundle_message
from domain.tournament.counting.scoring import presets
from domain.tournament.record.log import Entry
from domain.tournament.record.state import Tournament
from domain.tournament.rules.counted import Counted, counted
from domain.tournament.rules.tally import Placed, final_table

FORMAT: Literal["chronik-bundle/1"] = "chronik-bundle/1"
MAGIC = b'{"kind":"head","format":"chronik-bundle/'
MAX_LINE = MAX_FILE * 4 // 3 + (64 << 10)
"""The longest line is an archive in base64."""
MAX_ENTRIES = 200_000


class BadBundle(Exception):
    """The bytes are not a bundle, or not a whole one; the sentence says what is wrong."""


class Lack(Enum):
    """Why a match has no archive: it is being played, not opened yet, kept to its players or held,
    or cannot be read.
    """

    RUNNING = "running"
    UNOPENED = "unopened"
    UNLOADED = "unloaded"
    WITHHELD = "withheld"
    DAMAGED = "damaged"


class BundleHead(Struct, frozen=True, forbid_unknown_fields=True, tag="head", tag_field="kind"):
    """Which tournament it is, how many entries follow, and what has made the bundle."""

    format: Literal["chronik-bundle/1"]
    tournament: Id
    game: str
    entries: Annotated[int, Meta(ge=1, le=MAX_ENTRIES)]
    made_by: Annotated[str, Meta(max_length=40)]


class BundledNames(Struct, frozen=True, forbid_unknown_fields=True, tag="names", tag_field="kind"):
    """What the tournament is called, and the names of players and clubs, where whoever made the bundle wanted them."""

    title: str
    names: dict[str, str]


class BundledEntry(Struct, frozen=True, forbid_unknown_fields=True, tag="entry", tag_field="kind"):
    """An entry of the log; the first one of a batch has the command that brought it."""

    entry: Entry


class BundledDeck(Struct, frozen=True, forbid_unknown_fields=True, tag="deck", tag_field="kind"):
    """A list that was opened, with its salt (hex), by which it is checked against its commitment."""

    entrant: int
    deck: str
    salt: str


class BundledArchive(Struct, frozen=True, forbid_unknown_fields=True, tag="archive", tag_field="kind"):
    """The archive of a match, as `chronik export` saves it."""

    match: Id
    file: bytes


class BundledLack(Struct, frozen=True, forbid_unknown_fields=True, tag="lacking", tag_field="kind"):
    """A match without an archive."""

    match: Id
    why: Lack


class BundledStandings(Struct, frozen=True, forbid_unknown_fields=True, tag="standings", tag_field="kind"):
    """The standings of a group, by a version of a scoring preset."""

    stage: int
    group: int
    scoring: str
    version: int
    lines: tuple[Counted, ...]


class BundledFinal(Struct, frozen=True, forbid_unknown_fields=True, tag="final", tag_field="kind"):
    """The final table, as far as it goes."""

    lines: tuple[Placed, ...]


class BundleEnd(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="end", tag_field="kind"):
    """The end: how many lines came before it, and their hash (hex), names and lists left out.

    The hash is signed where the operator has a key (hex).
    """

    lines: int
    sha256: Digest
    key_id: KeyId = ""
    signature: Annotated[str, Meta(pattern=r"\A([0-9a-f]{128})?\Z")] = ""

    @property
    def message(self) -> bytes:
        """What is signed."""
        return bundle_message(self.key_id, bytes.fromhex(self.sha256))

    def signed(self, signer: Signer) -> BundleEnd:
        """The same end with the signature of somebody, or without any."""
        named = replace(self, key_id=signer.key_id)
        return replace(named, signature=signer.sign(named.message).hex())

    def judged(self, keyring: Keyring) -> Signature:
        """What is known of its signature."""
        return keyring.judge(self.key_id, self.message, bytes.fromhex(self.signature))


Line = (
    BundleHead
    | BundledNames
    | BundledEntry
    | BundledDeck
    | BundledArchive
    | BundledLack
    | BundledStandings
    | BundledFinal
    | BundleEnd
)

_line = msgspec.json.Decoder(Line).decode


class Binder:
    """Writes the lines of a bundle, and reads them again, counting and hashing on the way."""

    def __init__(self) -> None:
        self.lines = 0
        self._hash = sha256()

    def bound(self, line: Line) -> bytes:
        """The bytes of a line."""
        stored = encode(line) + b"\n"
        if not isinstance(line, BundledNames | BundledDeck):
            self.lines += 1
            self._hash.update(stored)
        return stored

    @property
    def end(self) -> BundleEnd:
        """The line that ends what was bound so far."""
        return BundleEnd(self.lines, self._hash.hexdigest())


def counting_lines(tournament: Tournament) -> Iterator[BundledStandings | BundledFinal]:
    """The standings of every group of every stage that has begun, and the final table."""
    preset = presets()[tournament.planned.scoring]
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            yield BundledStandings(stage, group, preset.id, preset.version, counted(tournament, stage, group))
    yield BundledFinal(final_table(tournament))


def read(stored: Iterable[bytes], binder: Binder) -> Iterator[Line]:
    """The lines of a bundle up to its end, which must be the last one; raises `BadBundle`."""
    ended = False
    for number, one in enumerate(stored, 1):
        if ended:
            raise BadBundle("Something follows the end of the bundle.")
        if len(one) > MAX_LINE:
            raise BadBundle(f"Line {number} is longer than a line may be.")
        try:
            line = _line(one)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise BadBundle(f"Line {number} cannot be read.") from None
        ended = isinstance(line, BundleEnd)
        if (encode(line) if ended else binder.bound(line).removesuffix(b"\n")) != one.removesuffix(b"\n"):
            raise BadBundle(f"Line {number} is not written as a bundle writes it.")
        if isinstance(line, BundleEnd) and bool(line.key_id) != bool(line.signature):
            raise BadBundle("The bundle's signature and the key that it names do not belong together.")
        yield line
    if not ended:
        raise BadBundle("The bundle is cut short: its last line is missing.")
