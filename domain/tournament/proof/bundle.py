"""The bundle of a tournament: one NDJSON file with all that verification needs. Names of people are optional.

Each line is a JSON object, and `kind` is its type. The order is: the head, every entry of the log, the archive of each
started match or the reason why it is missing, the standings, the final table, and the end with a hash of all lines
before it. Two kinds of lines are not hashed: names and the title after the head, and each opened list after the
entries. To erase a name or a list, remove its line: the rest still verifies. A list is bound by its commitment in the
log. Nothing binds the names and the title: they are not signed, and anyone can replace them.
`domain/engine/proof/FORMAT.md`, section 8, defines the exact bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import MAX_FILE
from chronik.domain.log.canonical import Digest, Id, encode
from chronik.domain.log.signature import KeyId, Keyring, Signature, Signer, bundle_message
from chronik.domain.log.verdict import Altered
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.record.log import Entry, NewerEntry
from chronik.domain.tournament.record.plan import RULES
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.exact_standings import Counted, exact_standings
from chronik.domain.tournament.rules.tally import FinalPlace, final_table

FORMAT: Literal["chronik-bundle/1"] = "chronik-bundle/1"
MAX_LINE = MAX_FILE * 4 // 3 + (64 << 10)
"""The maximum size of a line in bytes. The longest line is an archive in base64."""
MAX_ENTRIES = 200_000

ReportProgress = Callable[[int, int], None]
"""A callback that receives the number of verified matches and the number of all matches."""


class BadBundle(Exception):
    """Raised if the bytes are not a complete bundle. The message says what is wrong."""


class MissingReason(Enum):
    """The reason why the archive of a match is missing.

    The match is still being played, not opened yet, not readable by the service, withheld or disclosed only to its
    players, or damaged.
    """

    RUNNING = "running"
    UNOPENED = "unopened"
    UNLOADED = "unloaded"
    WITHHELD = "withheld"
    DAMAGED = "damaged"


class BundleHead(Struct, frozen=True, forbid_unknown_fields=True, tag="head", tag_field="kind"):
    """The head: the tournament, the number of entries that follow, and the program that made the bundle."""

    format: Literal["chronik-bundle/1"]
    tournament: Id
    game: str
    entries: Annotated[int, Meta(ge=1, le=MAX_ENTRIES)]
    made_by: Annotated[str, Meta(max_length=40)]


class BundledNames(Struct, frozen=True, forbid_unknown_fields=True, tag="names", tag_field="kind"):
    """The title of the tournament, and the names of players and clubs. They are not signed."""

    title: str
    names: dict[str, str]


class BundledEntry(Struct, frozen=True, forbid_unknown_fields=True, tag="entry", tag_field="kind"):
    """An entry of the log; the first entry of a batch contains its command."""

    entry: Entry


class BundledDeck(Struct, frozen=True, forbid_unknown_fields=True, tag="deck", tag_field="kind"):
    """An opened list, with the salt (hex) of its commitment."""

    entrant: int
    deck: str
    salt: str


class BundledArchive(Struct, frozen=True, forbid_unknown_fields=True, tag="archive", tag_field="kind"):
    """The archive of a match, as `chronik export` writes it."""

    match: Id
    file: bytes


class BundledMissing(Struct, frozen=True, forbid_unknown_fields=True, tag="lacking", tag_field="kind"):
    """A match without an archive."""

    match: Id
    why: MissingReason


class BundledStandings(Struct, frozen=True, forbid_unknown_fields=True, tag="standings", tag_field="kind"):
    """The standings of a group, counted with one version of a scoring preset."""

    stage: int
    group: int
    scoring: str
    version: int
    lines: tuple[Counted, ...]


class BundledFinal(Struct, frozen=True, forbid_unknown_fields=True, tag="final", tag_field="kind"):
    """The final table so far."""

    lines: tuple[FinalPlace, ...]


class BundleEnd(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="end", tag_field="kind"):
    """The end: the number of lines before it and their hash (hex), without names and lists.

    The hash is signed if the operator has a key. The id of the key and the signature are hex.
    """

    lines: int
    sha256: Digest
    key_id: KeyId = ""
    signature: Annotated[str, Meta(pattern=r"\A([0-9a-f]{128})?\Z")] = ""

    @property
    def message(self) -> bytes:
        """The bytes that are signed."""
        return bundle_message(self.key_id, bytes.fromhex(self.sha256))

    def sign(self, signer: Signer) -> BundleEnd:
        """Returns this end with the signature of a signer, which may be empty."""
        named = replace(self, key_id=signer.key_id)
        return replace(named, signature=signer.sign(named.message).hex())

    def check_signature(self, keyring: Keyring) -> Signature:
        """Returns the status of the end's signature."""
        return keyring.judge(self.key_id, self.message, bytes.fromhex(self.signature))


Line = (
    BundleHead
    | BundledNames
    | BundledEntry
    | BundledDeck
    | BundledArchive
    | BundledMissing
    | BundledStandings
    | BundledFinal
    | BundleEnd
)

_PLACES: Mapping[type[Line], int] = MappingProxyType(
    {
        BundleHead: 0,
        BundledNames: 1,
        BundledEntry: 2,
        BundledDeck: 3,
        BundledArchive: 4,
        BundledMissing: 4,
        BundledStandings: 5,
        BundledFinal: 6,
        BundleEnd: 7,
    }
)
"""The order of the kinds of lines. Kinds with the same number may be mixed."""
_SINGLE = (BundleHead, BundledNames, BundledFinal, BundleEnd)

_decode_line = msgspec.json.Decoder(Line).decode


class BundleEncoder:
    """An encoder that counts and hashes the lines of a bundle, used both for writing and for reading."""

    def __init__(self) -> None:
        self.lines = 0
        self._hash = sha256()

    def encode(self, line: Line) -> bytes:
        """Returns the bytes of a line, and counts and hashes them unless the line may be removed."""
        stored = encode(line) + b"\n"
        if not isinstance(line, BundledNames | BundledDeck):
            self.lines += 1
            self._hash.update(stored)
        return stored

    @property
    def end(self) -> BundleEnd:
        """The line that ends the bundle after the lines so far."""
        return BundleEnd(self.lines, self._hash.hexdigest())


def counting_lines(tournament: Tournament) -> Iterator[BundledStandings | BundledFinal]:
    """Yields the standings of every group of every stage that has begun, then the final table."""
    preset = presets()[tournament.planned.scoring]
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            yield BundledStandings(stage, group, preset.id, preset.version, exact_standings(tournament, stage, group))
    yield BundledFinal(final_table(tournament))


class _Event(Struct):
    rules: int = 1


class _Entry(Struct):
    e: _Event


class _Created(Struct, tag="entry", tag_field="kind"):
    entry: _Entry


_decode_created = msgspec.json.Decoder(_Created).decode


def _rules_of(line: bytes) -> int:
    """Returns the rules version that the first entry of a log states, or 0 for any other line."""
    try:
        return _decode_created(line).entry.e.rules
    except (msgspec.DecodeError, ValueError, RecursionError):
        return 0


def read_lines(stored: Iterable[bytes], binder: BundleEncoder) -> Iterator[Line]:
    """Yields the lines of a bundle. The end must be the last line.

    Raises `BadBundle`, `Altered` or `NewerEntry`.
    """
    begun, ended, before = False, False, None
    for number, one in enumerate(stored, 1):
        if ended:
            raise BadBundle("The bundle continues after its end.")
        if len(one) > MAX_LINE:
            raise BadBundle(f"Line {number} has more than {MAX_LINE:,} bytes.")
        if not begun and (rules := _rules_of(one)) > RULES:
            raise NewerEntry(f"A newer version of Chronik ran this tournament: rules {rules}.")
        try:
            line = _decode_line(one)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise BadBundle(f"Line {number} cannot be read.") from None
        begun = begun or isinstance(line, BundledEntry)
        ended = isinstance(line, BundleEnd)
        if (encode(line) if ended else binder.encode(line).removesuffix(b"\n")) != one.removesuffix(b"\n"):
            raise BadBundle(f"Line {number} is not in the canonical form of a bundle.")
        if isinstance(line, BundleEnd) and bool(line.key_id) != bool(line.signature):
            raise BadBundle("The bundle has a signature without a key, or a key without a signature.")
        _check_place(number, before, line)
        before = line
        yield line
    if not ended:
        raise BadBundle("The bundle is cut short: its last line is missing.")


def _check_place(number: int, before: Line | None, line: Line) -> None:
    """Raises `Altered` if a line may not follow the line before it."""
    here, last = _PLACES[type(line)], -1 if before is None else _PLACES[type(before)]
    kind = type(line).__struct_config__.tag
    if here < last:
        raise Altered(f"Line {number} ({kind}) is out of place: it may not follow the line before it.")
    if here == last and isinstance(line, _SINGLE):
        raise Altered(f"Line {number} ({kind}) is one too many: a bundle has at most one such line.")
    if isinstance(line, BundledDeck) and isinstance(before, BundledDeck) and line.entrant <= before.entrant:
        raise Altered(f"Line {number} ({kind}) is out of place: there is at most one for each entrant, in their order.")
