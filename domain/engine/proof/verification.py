"""Verification: whether a log is what its secret, its commands and the rules make of it, told in one sentence.

Every head is hashed again, every entry folded, and every command decided again from the seed. Whoever keeps a log can
write it anew from the beginning, and all of that still fits: only a head known from elsewhere tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from domain.engine.game import Game
from domain.engine.match.chain import Keys, commitment
from domain.engine.match.events import Opened
from domain.engine.match.log import encode
from domain.engine.match.match import outcome
from domain.engine.match.seating import first_head
from domain.engine.proof.archive import Archive, Manifest
from domain.engine.proof.outline import Altered, Outline, count_entries, outline
from domain.engine.proof.receipts import NOTHING, Known, Other, against, compared
from domain.engine.proof.redecide import read, replay
from domain.engine.proof.signature import NO_KEYS, Keyring, Signature, Signed, archive_message

LoadGame = Callable[[Opened], Game | None]

PROVES = (
    "“chronik verify” proves that a file is whole, follows the rules and follows its seed; "
    "only a head known from elsewhere proves that it is what was played."
)
"""What may be claimed, in the words of the README, the command and the pages."""


class Status(Enum):
    """What came out: sound, changed, not what a head from elsewhere was noted of, not signed with a key that is known,
    not to be decided again with what is loaded, or not an archive.
    """

    GOOD = "good"
    ALTERED = "altered"
    OTHER = "other"
    UNVERIFIED = "unverified"
    UNKNOWN_FACTS = "unknown-facts"
    UNREADABLE = "unreadable"


class Check(Enum):
    """One thing that was looked at and found right."""

    ENTRIES = "entries"
    MANIFEST = "manifest"
    SECRET = "secret"
    CHAIN = "chain"
    FOLD = "fold"
    DECISIONS = "decisions"
    RESULT = "result"


class Verification(Struct, frozen=True, kw_only=True):
    """What verifying has shown: the checks passed, and where one failed the first bad entry if it can be named.

    `head` is the last one of a sound log, `covered` the version up to which heads known from elsewhere are its own;
    a `signature` is that of a file.
    """

    status: Status
    sentence: str
    passed: tuple[Check, ...] = ()
    entry: int | None = None
    entries: int = 0
    head: str = ""
    covered: int | None = None
    signature: Signature | None = None

    @property
    def ok(self) -> bool:
        return self.status is Status.GOOD


class _Unloaded(Exception):
    """The game of a log is not loaded, so nothing more can be said of it."""


def verify(archive: Archive, load_game: LoadGame, known: Known = NOTHING, keyring: Keyring = NO_KEYS) -> Verification:
    """Whether an archive is sound, what heads known from elsewhere were noted of, and signed; this does not raise.

    `load_game` gives the game that a match is pinned to, or None.
    """
    manifest = archive.manifest
    keys, head = Keys.of(manifest.match, bytes.fromhex(manifest.secret)), bytes.fromhex(manifest.head)
    found = _found(_checks(archive.batches, keys, head, load_game, manifest), head, archive.manifest.n)
    if found.ok and known != NOTHING:
        found = _compared(found, manifest.match, dict(chain_heads(outline(archive.batches), keys)), known)
    message = archive_message(manifest.key_id, encode(manifest))
    return _signed(found, keyring.judge(manifest.key_id, message, archive.signature), keyring)


def _signed(found: Verification, signature: Signature, keyring: Keyring) -> Verification:
    """What was found of an archive, with what is known of its signature."""
    if signature.signed is Signed.FORGED and found.status is not Status.ALTERED:
        return Verification(
            status=Status.ALTERED,
            sentence=signature.sentence,
            passed=found.passed,
            entries=found.entries,
            signature=signature,
        )
    status = Status.UNVERIFIED if found.ok and not keyring.accepts(signature) else found.status
    return replace(found, status=status, signature=signature)


def verify_log(match: str, log: Sequence[bytes], secret: bytes, head: bytes, load_game: LoadGame) -> Verification:
    """Whether the stored batches of a match, finished or still running, are what its secret and commands make of it."""
    return _found(_checks(log, Keys.of(match, secret), head, load_game), head, count_entries(log))


def _found(checks: Iterator[Check], head: bytes, entries: int) -> Verification:
    passed: list[Check] = []
    entry: int | None = None
    try:
        for check in checks:
            passed.append(check)  # noqa: PERF402 - those before a failure count
    except Altered as wrong:
        status, sentence, entry = Status.ALTERED, str(wrong), wrong.entry
    except _Unloaded as unloaded:
        status, sentence = Status.UNKNOWN_FACTS, str(unloaded)
    else:
        return _sound(Verification(status=Status.GOOD, sentence="", passed=tuple(passed), head=head.hex()), entries)
    return Verification(status=status, sentence=sentence, passed=tuple(passed), entry=entry, entries=entries)


def _sound(found: Verification, entries: int) -> Verification:
    shown = against(found.covered, entries, "entry")
    sentence = f"All {entries:,} entries are whole, follow the rules and follow their seed, {shown}."
    return replace(found, sentence=sentence, entries=entries)


def _compared(found: Verification, match: str, heads: Mapping[int, str], known: Known) -> Verification:
    """A sound log beside what is known of it from elsewhere: who wants that compared is not content with nothing."""
    try:
        return _sound(replace(found, covered=compared(match, heads, known)), found.entries)
    except Other as other:
        return replace(found, status=Status.OTHER, sentence=str(other))


def _checks(
    stored: Sequence[bytes], keys: Keys, head: bytes, load_game: LoadGame, manifest: Manifest | None = None
) -> Iterator[Check]:
    log = outline(stored)
    game = load_game(log.opened)
    batches = None if game is None else read(game, log)
    yield Check.ENTRIES
    if manifest is not None:
        _compare_manifest(manifest, log)
        yield Check.MANIFEST
    _compare_secret(log, keys)
    yield Check.SECRET
    chained = chain_head(log, keys) == head
    if chained:
        yield Check.CHAIN
    if game is None or batches is None:
        raise _unloaded(log.opened) if chained else Altered("The chain of heads does not lead to the final head.")
    replayed = replay(game, batches, keys)
    if replayed.match is not None:
        yield Check.FOLD
    if replayed.wrong is not None:
        raise replayed.wrong
    yield Check.DECISIONS
    if not chained:
        raise Altered(
            "Only the chain tells: every entry follows from its command, but the heads do not lead to the final head,"
            " so the head itself, a time, or who gave a command was changed."
        )
    if manifest is not None and replayed.match is not None:
        if outcome(game, replayed.match) != manifest.result:
            raise Altered("The manifest names another result than the match had.")
        yield Check.RESULT


def _compare_manifest(manifest: Manifest, log: Outline) -> None:
    if log.closed is None:
        raise Altered("The last entry does not close the match: the log is cut short.")
    if manifest.n != log.version:
        raise Altered(f"The manifest counts {manifest.n:,} entries, but there are {log.version:,}.")
    if encode(manifest.header) != encode(replace(log.opened, commitment="")):
        raise Altered("The manifest and entry 1 open the match differently.", 1)
    if manifest.closed_at_ms != log.last_at:
        raise Altered("The manifest and the last entry close the match at different times.", log.version)
    if manifest.secret != log.closed.secret:
        raise Altered("The manifest and the last entry publish different secrets.", log.version)


def _compare_secret(log: Outline, keys: Keys) -> None:
    if commitment(keys.match, keys.secret).hex() != log.opened.commitment:
        raise Altered("The secret is not the one that entry 1 committed to.")
    if log.closed is not None and log.closed.secret != keys.secret.hex():
        raise Altered("The last entry publishes another secret.", log.version)


def chain_head(log: Outline, keys: Keys) -> bytes:
    """The head after the last entry of a log, every link hashed again."""
    *_, (_, head) = _links(log, keys)
    return head


def chain_heads(log: Outline, keys: Keys) -> Iterator[tuple[int, str]]:
    """Every head of a log, as hex, with the version at which its batch ends."""
    return ((version, head.hex()) for version, head in _links(log, keys))


def _links(log: Outline, keys: Keys) -> Iterator[tuple[int, bytes]]:
    head = first_head(keys, log.opened)
    for version, batch in log.batches:
        head = keys.head(head, version, batch)
        yield version, head


def _unloaded(opened: Opened) -> _Unloaded:
    return _Unloaded(
        f"The log can be read, but not decided again: the game {opened.game[:40]!r} with rules {opened.rules}"
        f" and data set {opened.facts[:64]!r} is not loaded."
    )
