"""Verification: whether a log follows from its secret, its commands and the rules. The verdict is one sentence.

Verification hashes every head again, folds every entry and decides every command again from the seed. An operator could
rewrite a log from the beginning and pass all these checks. Only a head known from elsewhere reveals that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.chain import Keys, commitment
from chronik.domain.engine.match.entropy import entropy_sentences, read_entropy
from chronik.domain.engine.match.events import Ending, Opened
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.proof.archive import Archive, Manifest
from chronik.domain.engine.proof.outline import Outline, count_entries, opening_of, outline
from chronik.domain.engine.proof.redecide import read_batches, replay
from chronik.domain.log.canonical import encode
from chronik.domain.log.receipts import NO_HEADS, HeadMismatch, KnownHeads, compare_heads, describe_coverage
from chronik.domain.log.signature import NO_KEYS, Keyring, Signature, Signed, archive_message
from chronik.domain.log.verdict import Altered, Check, Status, Undecided, Verdict, verdict_on

LoadGame = Callable[[Opened], Game | None]
"""Returns the game that a match is pinned to, or None if it is not loaded. Raises `NewerRules`."""

PROVES = (
    "“chronik verify” proves that a file is whole, follows the rules and follows its seed; "
    "only a head known from elsewhere proves that it is what was played."
)
"""The claim of the README, the command and the pages about verification."""


TUTORIAL = "A tutorial: its seed follows from its lesson, so it was known before the match."

ENDED = {
    Ending.FINISHED: "Played to its end.",
    Ending.TOO_LONG: "Ended without a result: its log was full.",
    Ending.FORFEITED: "Forfeited: all seats but one were out.",
    Ending.RULED: "Ended by a referee's ruling.",
    Ending.CALLED_OFF: "Called off without a result.",
}
"""The first sentence of a verdict, by the way the match ended."""


class NewerRules(Undecided):
    """Raised if a match was played with a newer version of Chronik, so that this version cannot check it."""

    def __init__(self, game: str, rules: int) -> None:
        super().__init__(
            f"A newer version of Chronik played this match: {game} with rules {rules}. Verify it with that version."
        )


def verify(archive: Archive, load_game: LoadGame, known: KnownHeads = NO_HEADS, keyring: Keyring = NO_KEYS) -> Verdict:
    """Returns the verdict on an archive: whether it is sound, contains the known heads and is signed. Never raises.

    `load_game` returns the game that a match is pinned to, or None.
    """
    manifest = archive.manifest
    keys, head = Keys.of(manifest.match, bytes.fromhex(manifest.secret)), bytes.fromhex(manifest.head)
    checks = _checks(archive.batches, keys, head, load_game, manifest)
    found = _run_checks(checks, archive.batches, head, archive.manifest.n)
    if found.ok and (game := load_game(manifest.header)) is not None:
        found = replace(found, notes=_seed_notes(game, archive))
    if found.ok and known != NO_HEADS:
        found = _compare_known_heads(found, manifest.match, dict(chain_heads(outline(archive.batches), keys)), known)
    message = archive_message(manifest.key_id, encode(manifest))
    signature = keyring.judge(manifest.key_id, message, archive.signature)
    return _add_signature(found, signature.as_covered() if found.covered == found.entries else signature, keyring)


def _seed_notes(game: Game, archive: Archive) -> tuple[str, ...]:
    """Returns what is known about the choice of the seed, in sentences."""
    if archive.manifest.header.tutorial:
        return (TUTORIAL,)
    return tuple(entropy_sentences(read_entropy(game, archive.batches)))


def _add_signature(found: Verdict, signature: Signature, keyring: Keyring) -> Verdict:
    """Returns the verdict on an archive with its signature. A forged signature makes it altered."""
    if signature.signed is Signed.FORGED and found.status is not Status.ALTERED:
        return Verdict(
            status=Status.ALTERED,
            sentence=signature.sentence,
            passed=found.passed,
            entries=found.entries,
            signature=signature,
        )
    status = Status.UNVERIFIED if found.ok and not keyring.accepts(signature) else found.status
    return replace(found, status=status, signature=signature)


def verify_log(match: str, log: Sequence[bytes], secret: bytes, head: bytes, load_game: LoadGame) -> Verdict:
    """Returns the verdict on the stored batches of a match, finished or still running."""
    return _run_checks(_checks(log, Keys.of(match, secret), head, load_game), log, head, count_entries(log))


def _run_checks(checks: Iterator[Check], stored: Sequence[bytes], head: bytes, entries: int) -> Verdict:
    passed: list[Check] = []
    try:
        for check in checks:
            passed.append(check)  # noqa: PERF402 - the checks before a failure count
    except (Altered, Undecided) as flaw:
        return verdict_on(flaw, tuple(passed), entries)
    log = outline(stored)
    phase = "Still open." if log.closed is None else ENDED[log.closed.reason]
    sound = Verdict(status=Status.GOOD, sentence="", passed=tuple(passed), head=head.hex(), phase=phase)
    return _add_sentence(replace(sound, seeded=log.started), entries)


def _add_sentence(found: Verdict, entries: int) -> Verdict:
    shown = describe_coverage(found.covered, entries, "entry")
    whole = "are whole, follow the rules and follow their seed" if found.seeded else "are whole and follow the rules"
    unseeded = "" if found.seeded else " There is no seed: not every seat was taken."
    sentence = f"{found.phase} All {entries:,} entries {whole}, {shown}.{unseeded}"
    return replace(found, sentence=sentence, entries=entries)


def _compare_known_heads(found: Verdict, match: str, heads: Mapping[int, str], known: KnownHeads) -> Verdict:
    """Returns the verdict after comparing a sound log with the known heads. Fails if no head is about this log."""
    try:
        return _add_sentence(replace(found, covered=compare_heads(match, heads, known)), found.entries)
    except HeadMismatch as other:
        return replace(found, status=Status.OTHER, sentence=str(other))


def _checks(
    stored: Sequence[bytes], keys: Keys, head: bytes, load_game: LoadGame, manifest: Manifest | None = None
) -> Iterator[Check]:
    log = _read_outline(stored, load_game)
    try:
        game, unloaded = load_game(log.opened), _not_loaded(log.opened)
    except NewerRules as newer:
        game, unloaded = None, newer
    batches = None if game is None else read_batches(game, log)
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
        raise unloaded if chained else Altered("The chain of heads does not lead to the final head.")
    replayed = replay(game, batches, keys)
    if replayed.match is not None:
        yield Check.FOLD
    if replayed.wrong is not None:
        raise replayed.wrong
    yield Check.DECISIONS
    if not chained:
        raise Altered(
            "Only the chain shows a change: every entry follows from its command, but the heads do not lead to the"
            " final head. So the head itself, a time, or the author of a command was changed."
        )
    if manifest is not None and replayed.match is not None:
        if outcome(game, replayed.match) != manifest.result:
            raise Altered("The result in the manifest is not the result of the match.")
        yield Check.RESULT


def _read_outline(stored: Sequence[bytes], load_game: LoadGame) -> Outline:
    """Returns the outline of a log. Raises `Altered`, or `NewerRules` if a newer version wrote the log."""
    try:
        return outline(stored)
    except Altered as altered:
        if altered.pinned is not None:
            load_game(opening_of(altered.pinned))
        raise


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
    """Returns the head after the last entry of a log. Hashes every link again."""
    *_, (_, head) = _links(log, keys)
    return head


def chain_heads(log: Outline, keys: Keys) -> Iterator[tuple[int, str]]:
    """Returns every head of a log as hex, with the version of the last entry of its batch."""
    return ((version, head.hex()) for version, head in _links(log, keys))


def _links(log: Outline, keys: Keys) -> Iterator[tuple[int, bytes]]:
    head = first_head(keys, log.opened)
    for version, batch in log.batches:
        head = keys.head(head, version, batch)
        yield version, head


def _not_loaded(opened: Opened) -> Undecided:
    return Undecided(
        f"The log can be read, but not decided again: the game {opened.game[:40]!r} with rules {opened.rules}"
        f" and data set {opened.facts[:64]!r} is not loaded."
    )
