"""Play: the write path. From what somebody wants to a batch in the log, and back to the match after it.

An accepted command costs one round trip. A refusal is never given from memory: first the log is asked whether the
match has moved on, or whether this request was answered before.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import Raw, Struct

from domain.engine.game import Rejected
from domain.engine.match.chain import Keys
from domain.engine.match.commands import AnswerUndo, Inspect, OpenMatch, PassSilence, TakeBack
from domain.engine.match.decide import Decided, Intent, decide
from domain.engine.match.fold import fold
from domain.engine.match.log import Author, Entry, encode, written
from domain.engine.match.match import Match
from domain.engine.match.seating import first_head
from service.log.marks import is_same_key, is_same_request, mark
from service.log.outcomes import Conflict, Damaged, KeyReused, NoSecret, OutcomeUnknown, ReadOnly
from service.log.store import Append
from service.matches.catalogue import Rules
from service.matches.live import Live, LiveMatches, stored
from service.observing.metrics import APPEND_SECONDS, APPENDS, CONFLICTS, ENTRIES, command_ended
from service.observing.traces import appending, deciding

TRIES = 8


class Stale(Exception):
    """The caller asked for a version that is not the last."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class PromptClosed(Exception):
    """The caller named a prompt that is not open for its seat."""


class NotSeated(Exception):
    """The seat belongs to somebody else."""


class Submission(Struct, frozen=True, kw_only=True, dict=True):
    """A command as the caller sent it, with its idempotency key and what the caller expects.

    `key` is the idempotency key with its owner in it, `fingerprint` stands for the content. `prompt` is what the caller
    answers and `version` what it has seen, where it says so. With a `player` the seat must be theirs at the moment when
    the command is decided: who sits there may have changed since the request was checked.
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
        """What the log keeps of it."""
        return mark(self.key, self.fingerprint)


class Contended(OutcomeUnknown):
    """Others were faster, again and again; nothing was recorded.

    It is an `OutcomeUnknown` because the same helps: forget the match, and send the request again.
    """


class Recorded(Struct, frozen=True):
    """The recorded batch of a request, and the match after it; `again` if an earlier request with that key recorded it.

    A referee's look that is covered by an earlier one records nothing.
    """

    rules: Rules
    match: Match
    head: bytes
    entries: tuple[Entry, ...]
    again: bool = False


async def play(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    """Plays a command in a match.

    Raises `Rejected`, `Stale`, `PromptClosed`, `NotSeated`, and what the store raises: `KeyReused`, `OutcomeUnknown`,
    `ReadOnly`, `Unavailable`, `Damaged`.
    """
    async with live.lock:
        try:
            played = await _played(matches, live, submission)
        except Exception as error:
            if isinstance(error, OutcomeUnknown):
                matches.forget(live.match.id)
            command_ended(live.rules.game.name, _ended(error))
            raise
    command_ended(live.rules.game.name, "again" if played.again else "accepted")
    return played


async def pass_silences(matches: LiveMatches, live: Live) -> None:
    """Has the clocks of a match, if it has any, leave out every time in which nobody could play."""
    async with live.lock:
        await _silences_passed(matches, live)


async def _played(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    """Plays a command; what was recorded before is answered even where nothing can be recorded now."""
    try:
        return await _play(matches, live, submission)
    except ReadOnly:
        await matches.refresh(live)
        again = await _recorded_before(matches, live, submission, matches.now())
        if again is None:
            raise
        return again


async def _play(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    raw = Raw(encode(submission.command))
    undoing = isinstance(submission.command, TakeBack | AnswerUndo)
    for _ in range(TRIES):
        log = await _whole_log(matches, live) if undoing else ()
        at = await _silences_passed(matches, live)
        if undoing and (not log or log[-1].n != live.match.version):
            continue
        before = live.match.version
        again = await _recorded_before(matches, live, submission, at)
        if again is not None:
            return again
        if live.match.version != before:
            continue
        # From here to the append nothing is waited for: what it is decided on has no such key in it.
        try:
            with deciding(live.rules.game.name):
                decided = _decide(live, submission, raw, at, log)
                batch = _batch(live.match, live.head, live.keys, decided, submission)
        except (Rejected, Stale, PromptClosed, NotSeated):
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
        live.step(decided.match, batch.new_head, decided.entries, (batch.mark,))
        _count(decided)
        return Recorded(live.rules, decided.match, batch.new_head, decided.entries)
    again = await _answered(matches, live, submission)
    if again is not None:
        return again
    raise Contended("others were faster eight times")


async def _opened_before(matches: LiveMatches, match: str, submission: Submission) -> Recorded | None:
    """The opening of a match, if this very request has opened it; in cold storage, the match as it has ended."""
    live = await matches.find(match)
    if live is None:
        return None
    return await _answered(matches, live, submission) or await _opened_of_old(matches, live, submission)


async def _archived_before(matches: LiveMatches, match: str, submission: Submission) -> Recorded | None:
    """The same, of what is in cold storage. Asked once a secret is kept: what leaves the log later takes that along."""
    if not await matches.logs.is_archived(match):
        return None
    await matches.store.drop_secret(match)
    return await _opened_before(matches, match, submission)


async def _opened_of_old(matches: LiveMatches, live: Live, submission: Submission) -> Recorded | None:
    """A match whose archive has kept the command that opened it, and no key; raises `KeyReused`."""
    whole = await matches.log(live.match.id)
    if whole is None or whole.items[0].mark:
        return None
    if bytes(whole.entries[0].cmd) != encode(submission.command):
        raise KeyReused("the idempotency key already stands for another request")
    await matches.refresh(live)
    return Recorded(whole.rules, live.match, live.head, (), again=True)


async def _recorded_before(matches: LiveMatches, live: Live, submission: Submission, at: int) -> Recorded | None:
    """What need not be recorded again: a look that an earlier one covers, a request that was answered."""
    if isinstance(submission.command, Inspect) and live.match.has_looked(submission.command.player, at):
        return Recorded(live.rules, live.match, live.head, (), again=True)
    return await _answered(matches, live, submission)


async def _answered(matches: LiveMatches, live: Live, submission: Submission) -> Recorded | None:
    """What an earlier request with the same key recorded, if there was one up to here; raises `KeyReused`.

    The log alone says so: four bytes that are alike may be those of another key.
    """
    if not live.seen.may_hold(submission.mark):
        return None
    whole = await matches.log(live.match.id)
    assert whole is not None
    first = 1
    for item in whole.items:
        if is_same_key(item.mark, submission.mark):
            break
        first = item.version + 1
    else:
        return None
    if not is_same_request(item.mark, submission.mark):
        raise KeyReused("the idempotency key already stands for another request")
    with stored(live.match.id):
        match = fold(whole.rules.game, Match(id=live.match.id), whole.entries[: item.version])
    return Recorded(whole.rules, match, item.head, whole.entries[first - 1 : item.version], again=True)


async def _silences_passed(matches: LiveMatches, live: Live) -> int:
    """Now, when no clock of this match runs any more in a time in which nobody could play."""
    if live.match.timing is None or live.match.closed is not None:
        return matches.now()
    while True:
        await matches.silences.known()
        at = matches.now()
        silence = matches.silences.to_pass(live.match, at)
        if silence is None:
            return at
        command = PassSilence(*silence)
        submission = Submission(command=command, key=f"silence:{silence.number}", fingerprint="", by=Author.ENGINE)
        decided = _decide(live, submission, Raw(encode(command)), at, ())
        batch = _batch(live.match, live.head, live.keys, decided, submission)
        try:
            await matches.append(batch)
        except Conflict:
            CONFLICTS.inc()
            await matches.refresh(live)
            continue
        live.step(decided.match, batch.new_head, decided.entries, (batch.mark,))
        _count(decided)


def judge_opening(rules: Rules, command: OpenMatch, at: int) -> None:
    """Raises what opening a match would raise for its terms, and opens none."""
    intent = Intent(command=command, raw=Raw(encode(command)), at=at, by=Author.ENGINE)
    judged = decide(rules.game, Match(id="0" * 32), intent, Keys.of("0" * 32, bytes(32)))
    written(judged.batch)


async def open_match(
    matches: LiveMatches,
    rules: Rules,
    command: OpenMatch,
    match: str,
    key: str,
    fingerprint: str,
    secret: bytes | None = None,
) -> Recorded:
    """Opens a match under an id; with the same id, key and content a second time, it is the first one again.

    Its secret is a new one, unless it follows from that of a tournament. It is kept before the log begins, so whoever
    finds another one there decides with that.
    """
    submission = Submission(command=command, key=key, fingerprint=fingerprint, by=Author.ENGINE)
    wanted = Intent(command=command, raw=Raw(encode(command)), at=matches.now(), by=Author.ENGINE)
    for _ in range(TRIES):
        keys = Keys.of(match, secrets.token_bytes(32) if secret is None else secret)
        try:
            decided = decide(rules.game, Match(id=match), wanted, keys)
            written(decided.batch)
            matches.room.expect(opening=True)  # before a secret is kept of what is not opened
        except (Rejected, ReadOnly):
            again = await _opened_before(matches, match, submission)
            if again is None:
                raise
            return again
        standing = await matches.store.keep_secret(match, keys.secret)
        if standing != keys.secret and secret is not None:
            raise Damaged(match, "its secret does not follow from that of its tournament")
        again = await _archived_before(matches, match, submission)
        if again is not None:
            return again
        if standing != keys.secret:
            keys = Keys.of(match, standing)
            decided = decide(rules.game, Match(id=match), wanted, keys)
        batch = _batch(Match(id=match), b"", keys, decided, submission)
        try:
            await matches.append(batch)
        except NoSecret:
            continue
        except Conflict:
            again = await _opened_before(matches, match, submission)
            if again is None:
                raise
            return again
        _count(decided)
        live = Live(rules, Match(id=match), b"", keys)
        live.step(decided.match, batch.new_head, decided.entries, (batch.mark,))
        matches.keep(live)
        return Recorded(rules, decided.match, batch.new_head, decided.entries)
    raise Contended("the secret of the match went eight times")


def _decide(live: Live, submission: Submission, raw: Raw, at: int, log: Sequence[Entry]) -> Decided:
    match = live.match
    if submission.player is not None and not _sits(match, submission.seat, submission.player):
        raise NotSeated
    expect(match, submission.seat, submission.prompt, submission.version)
    wanted = Intent(command=submission.command, raw=raw, at=at, seat=submission.seat, by=submission.by)
    return decide(live.rules.game, match, wanted, live.keys, log)


def expect(match: Match, seat: int | None, prompt: int | None, version: int | None) -> None:
    """Raises `Stale` or `PromptClosed` when the match is not where the caller believes it to be."""
    if version is not None and version != match.version:
        raise Stale(match.version)
    if prompt is not None and match.closed is None and not _is_open(match, seat, prompt):
        raise PromptClosed


def _sits(match: Match, seat: int | None, player: str) -> bool:
    return seat is not None and seat < len(match.chairs) and match.chairs[seat].player == player


def _is_open(match: Match, seat: int | None, prompt: int) -> bool:
    return any(asked.id == prompt and asked.prompt.seat == seat for asked in match.asked)


def _batch(match: Match, head: bytes, keys: Keys, decided: Decided, submission: Submission) -> Append:
    batch = written(decided.batch)
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


async def _whole_log(matches: LiveMatches, live: Live) -> tuple[Entry, ...]:
    """All entries, with the match brought up to them."""
    whole = await matches.log(live.match.id)
    if whole is None:
        return ()
    if whole.entries[-1].n > live.match.version:
        with stored(live.match.id):
            live.grow_anew(whole)
    return whole.entries


def new_key() -> str:
    """A key for a request that came without one, so that our own repeat of it counts once."""
    return secrets.token_hex(16)


def _count(decided: Decided) -> None:
    APPENDS.inc()
    ENTRIES.inc(len(decided.batch.e))


def _ended(error: Exception) -> str:
    """How a command without an answer has ended, as the metrics name it."""
    match error:
        case Rejected():
            return "rejected"
        case Stale() | PromptClosed() | NotSeated():
            return "stale"
        case Contended():
            return "conflict"
        case OutcomeUnknown():
            return "unknown"
        case KeyReused():
            return "reused"
        case _:
            return "failed"
