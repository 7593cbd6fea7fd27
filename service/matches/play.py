"""The write path of matches: from a command to a batch in the log and to the resulting match.

An accepted command costs one round trip. A refusal is never based on memory alone: the log is read first, because the
match may have moved on, or this request may have been answered before.
"""

from __future__ import annotations

import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, assert_never

from msgspec import Raw, Struct

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import AnswerUndo, OpenMatch, PassSilence, TakeBack
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.log import Author, Entry, encode_batch
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.seating import first_head
from chronik.domain.log.canonical import encode
from chronik.service.log.idempotency import make_mark
from chronik.service.log.outcomes import (
    TRIES,
    Conflict,
    Contended,
    Damaged,
    KeyReused,
    NoSecret,
    OtherLog,
    OutcomeUnknown,
    Outdated,
    ReadOnly,
)
from chronik.service.log.store import Append
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.earlier_answers import CurrentMatch, NotRepeated, Repeated, ReusedKey, find_earlier_answer
from chronik.service.matches.live import Live, LiveMatches, reporting_damage
from chronik.service.operating.metrics import APPEND_SECONDS, APPENDS, CONFLICTS, ENTRIES, count_command
from chronik.service.operating.traces import appending, deciding


class Stale(Exception):
    """The error if the caller expects a version that is not the match's latest."""

    def __init__(self, rules: Rules, match: Match) -> None:
        super().__init__(match.version)
        self.rules = rules
        self.match = match


class PromptClosed(Exception):
    """The error if the caller answers a prompt that is not open for its seat."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class NotSeated(Exception):
    """The error if the caller does not have the seat."""


class CommandRejected(Rejected):
    """A refusal together with the rules that it cites, and with the match unless the match is only being opened."""

    def __init__(self, rejected: Rejected, rules: Rules, match: Match | None = None) -> None:
        super().__init__(rejected.code, **rejected.facts)
        self.rules = rules
        self.match = match


@contextmanager
def citing(rules: Rules, match: Match | None = None) -> Generator[None]:
    """Adds the rules and the match to every refusal raised inside the block."""
    try:
        yield
    except Rejected as rejected:
        raise CommandRejected(rejected, rules, match) from rejected


class Submission(Struct, frozen=True, kw_only=True, dict=True):
    """A command as the caller sent it, with its idempotency key and the state the caller expects.

    `key` identifies the idempotency key and its owner, `fingerprint` the content. `prompt` and `version` are the prompt
    that the caller answers and the version it has seen, if it names them. If `player` is given, the seat must be theirs
    when the command is decided, because it may have changed hands since the request was checked.
    """

    command: Any
    key: str
    fingerprint: str
    seat: int | None = None
    player: str | None = None
    by: Author = Author.SEAT
    prompt: int | None = None
    version: int | None = None

    @cached_property
    def mark(self) -> bytes:
        """The idempotency mark that the log stores."""
        return make_mark(self.key, self.fingerprint)


class Recorded(Struct, frozen=True):
    """The recorded batch of a request and the match after it; `again` means that an earlier request recorded it.

    The batch has no entries if a referee's inspection is covered by an earlier one.
    """

    rules: Rules
    match: Match
    head: bytes
    entries: tuple[Entry, ...]
    again: bool = False


async def play(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    """Plays a command in a match.

    Raises `CommandRejected`, `Stale`, `PromptClosed`, `NotSeated`, and what the store raises: `KeyReused`,
    `OutcomeUnknown`, `ReadOnly`, `Unavailable`, `Damaged`; or `Outdated`.
    """
    async with live.lock:
        try:
            played = await _play_or_repeat(matches, live, submission)
        except Exception as error:
            if isinstance(error, OutcomeUnknown | Outdated):
                matches.forget(live.match.id)
            count_command(live.rules.game.name, _result_label(error))
            raise
    count_command(live.rules.game.name, "again" if played.again else "accepted")
    return played


async def pass_outages(matches: LiveMatches, live: Live) -> None:
    """Excludes every past outage from the clocks of a match, if it has clocks."""
    async with live.lock:
        await _pass_outages(matches, live)


async def _play_or_repeat(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    """Plays a command; answers a repeated request even while the log accepts no writes."""
    try:
        return await _play(matches, live, submission)
    except ReadOnly:
        await matches.refresh(live)
        again = await _repeat_answer(matches, live, submission, matches.now())
        if again is None:
            raise
        return again


async def _play(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    raw = Raw(encode(submission.command))
    undoing = isinstance(submission.command, TakeBack | AnswerUndo)
    for _ in range(TRIES):
        log = await _read_whole_log(matches, live) if undoing else ()
        at = await _pass_outages(matches, live)
        if undoing and (not log or log[-1].n != live.match.version):
            continue
        before = live.match.version
        again = await _repeat_answer(matches, live, submission, at)
        if again is not None:
            return again
        if live.match.version != before:
            continue
        # There is no await from here to the append, so no other request can record this key in between.
        try:
            with deciding(live.rules.game.name):
                decided, batch = _decide(live, submission, raw, at, log)
        except (CommandRejected, Stale, PromptClosed, NotSeated):
            await matches.refresh(live)
            if live.match.version == before:
                raise
            continue
        try:
            with APPEND_SECONDS.time(), appending(live.match.id, batch.version):
                await matches.append(batch)
        except Conflict:
            CONFLICTS.inc()
            await matches.refresh(live)
            continue
        live.advance(decided.match, batch.new_head, decided.entries, (batch.mark,))
        _count(decided)
        return Recorded(live.rules, decided.match, batch.new_head, decided.entries)
    again = await _repeat_answer(matches, live, submission, matches.now())
    if again is not None:
        return again
    raise Contended("other requests were faster eight times in a row")


async def _repeat_answer(matches: LiveMatches, live: Live | None, submission: Submission, at: int) -> Recorded | None:
    """Returns the answer to an earlier request with this key, or None; raises `KeyReused`."""
    if live is None:
        return None
    earlier = await find_earlier_answer(matches, live, submission.command, submission.mark, at)
    match earlier:
        case NotRepeated():
            return None
        case Repeated() as batch:
            return Recorded(live.rules, batch.match, batch.head, batch.entries, again=True)
        case CurrentMatch():
            return Recorded(live.rules, live.match, live.head, (), again=True)
        case ReusedKey():
            raise KeyReused("the idempotency key was already used for another request")
        case _:
            assert_never(earlier)


async def _repeat_archived_answer(matches: LiveMatches, match: str, submission: Submission, at: int) -> Recorded | None:
    """Returns the answer to an earlier opening if the match is in cold storage, and then drops the new secret.

    Call it after the secret is stored: if the match leaves the log later, its secret is removed with it.
    """
    if not await matches.logs.is_archived(match):
        return None
    await matches.store.drop_secret(match)
    return await _repeat_answer(matches, await matches.find(match), submission, at)


async def _pass_outages(matches: LiveMatches, live: Live) -> int:
    """Excludes every past outage from the clocks of a match, and returns the current time."""
    if live.match.timing is None or live.match.closed is not None:
        return matches.now()
    while True:
        await matches.outages.wait_until_known()
        at = matches.now()
        silence = matches.outages.next_to_pass(live.match, at)
        if silence is None:
            return at
        command = PassSilence(*silence)
        submission = Submission(command=command, key=f"silence:{silence.number}", fingerprint="", by=Author.ENGINE)
        decided, batch = _decide(live, submission, Raw(encode(command)), at, ())
        try:
            await matches.append(batch)
        except Conflict:
            CONFLICTS.inc()
            await matches.refresh(live)
            continue
        live.advance(decided.match, batch.new_head, decided.entries, (batch.mark,))
        _count(decided)


def check_opening(rules: Rules, command: OpenMatch, at: int) -> None:
    """Raises the error that opening a match on these terms would raise, without opening one."""
    intent = Intent(command=command, raw=Raw(encode(command)), at=at, by=Author.ENGINE)
    _decide_opening(rules, "0" * 32, intent, Keys.of("0" * 32, bytes(32)))


async def open_match(
    matches: LiveMatches,
    rules: Rules,
    command: OpenMatch,
    match: str,
    key: str,
    fingerprint: str,
    secret: bytes | None = None,
) -> Recorded:
    """Opens a match under an id; a repeat with the same id, key and content returns the first answer.

    The secret is random, unless it is derived from the secret of a tournament. It is stored before the log begins; a
    request that finds another secret stored uses the stored secret.
    """
    submission = Submission(command=command, key=key, fingerprint=fingerprint, by=Author.ENGINE)
    wanted = Intent(command=command, raw=Raw(encode(command)), at=matches.now(), by=Author.ENGINE)
    for _ in range(TRIES):
        keys = Keys.of(match, secrets.token_bytes(32) if secret is None else secret)
        try:
            decided = _decide_opening(rules, match, wanted, keys)
            matches.free_space.check(opening=True)  # before a secret is stored for a match that cannot be opened
        except (CommandRejected, ReadOnly):
            again = await _repeat_answer(matches, await matches.find(match), submission, wanted.at)
            if again is None:
                raise
            return again
        standing = await matches.store.keep_secret(match, keys.secret)
        if standing != keys.secret and secret is not None:
            raise Damaged(match, "its secret is not the one derived from its tournament")
        again = await _repeat_archived_answer(matches, match, submission, wanted.at)
        if again is not None:
            return again
        if standing != keys.secret:
            keys = Keys.of(match, standing)
            decided = _decide_opening(rules, match, wanted, keys)
        batch = _build_append(Match(id=match), b"", keys, decided, submission)
        try:
            await matches.append(batch)
        except NoSecret:
            continue
        except Conflict:
            again = await _repeat_answer(matches, await matches.find(match), submission, wanted.at)
            if again is None:
                raise
            return again
        _count(decided)
        live = Live(rules, Match(id=match), b"", keys)
        live.advance(decided.match, batch.new_head, decided.entries, (batch.mark,))
        matches.keep(live)
        return Recorded(rules, decided.match, batch.new_head, decided.entries)
    raise Contended("the secret of the match was dropped eight times in a row")


def _decide_opening(rules: Rules, match: str, wanted: Intent, keys: Keys) -> Decided:
    with citing(rules):
        decided = decide(rules.game, Match(id=match), wanted, keys)
        encode_batch(decided.batch)
    return decided


def _decide(live: Live, submission: Submission, raw: Raw, at: int, log: Sequence[Entry]) -> tuple[Decided, Append]:
    match = live.match
    if submission.player is not None and not _is_seated(match, submission.seat, submission.player):
        raise NotSeated
    check_expected(live, submission.seat, submission.prompt, submission.version)
    wanted = Intent(command=submission.command, raw=raw, at=at, seat=submission.seat, by=submission.by)
    with citing(live.rules, match):
        decided = decide(live.rules.game, match, wanted, live.keys, log)
        return decided, _build_append(match, live.head, live.keys, decided, submission)


def check_expected(live: Live, seat: int | None, prompt: int | None, version: int | None) -> None:
    """Raises `Stale` or `PromptClosed` if the match is not in the state that the caller expects."""
    match = live.match
    if version is not None and version != match.version:
        raise Stale(live.rules, match)
    if prompt is not None and match.closed is None and not _is_open(match, seat, prompt):
        raise PromptClosed(match.version)


def _is_seated(match: Match, seat: int | None, player: str) -> bool:
    return seat is not None and seat < len(match.chairs) and match.chairs[seat].player == player


def _is_open(match: Match, seat: int | None, prompt: int) -> bool:
    return any(asked.id == prompt and asked.prompt.seat == seat for asked in match.asked)


def _build_append(match: Match, head: bytes, keys: Keys, decided: Decided, submission: Submission) -> Append:
    batch = encode_batch(decided.batch)
    opening = match.version == 0
    before = first_head(keys, decided.batch.e[0]) if opening else head
    return Append(
        match=match.id,
        expected=match.version,
        head=head,
        version=decided.match.version,
        batch=batch,
        new_head=keys.head(before, decided.match.version, batch),
        mark=submission.mark,
        secret=keys.secret if opening else None,
    )


async def _read_whole_log(matches: LiveMatches, live: Live) -> tuple[Entry, ...]:
    """Reads all entries of a match, and advances it to the last entry."""
    whole = await matches.read_log(live.match.id)
    if whole is None:
        return ()
    if whole.entries[-1].n > live.match.version:
        with reporting_damage(live.match.id):
            live.rebuild(whole)
    return whole.entries


def new_key() -> str:
    """Returns a random key for a request without a key, so that internal retries count once."""
    return secrets.token_hex(16)


def _count(decided: Decided) -> None:
    APPENDS.inc()
    ENTRIES.inc(len(decided.batch.e))


def _result_label(error: Exception) -> str:
    """Returns the metrics label of a failed command."""
    match error:
        case Rejected():
            return "rejected"
        case Stale() | PromptClosed() | NotSeated():
            return "stale"
        case Contended():
            return "conflict"
        case OutcomeUnknown() | OtherLog():
            return "unknown"
        case KeyReused():
            return "reused"
        case _:
            return "failed"
