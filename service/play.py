"""Play: the write path. From what somebody wants to a batch in the log, and back to the match after it.

An accepted command costs one round trip. A refusal is never given from memory: first the log is asked whether the
match has moved on, or whether this request was answered before (DESIGN, section 3).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct

from domain.engine.chain import Keys
from domain.engine.commands import AnswerUndo, OpenMatch, TakeBack
from domain.engine.decide import Decided, Wanted, decide
from domain.engine.game import Rejected
from domain.engine.log import By, Entry, batches, encode
from domain.engine.match import Match, fold
from domain.engine.table import first_head
from service.catalogue import Rules
from service.live import Live, LiveMatches
from service.log_store import Batch, Conflict, KeyReused, OutcomeUnknown

TRIES = 8


class Stale(Exception):
    """The caller asked for a version that is not the last."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class PromptClosed(Exception):
    """The caller named a prompt that is not open for its seat."""


class Request(Struct, frozen=True, kw_only=True):
    """What somebody wants of a match, and what makes the wish the same when it is repeated.

    `key` is the idempotency key with its owner in it, `fingerprint` stands for the content. `prompt` and `version` are
    what the caller answers and has seen, where that matters to it.
    """

    command: Any
    key: str
    fingerprint: str
    seat: int | None = None
    by: By = By.SEAT
    prompt: int | None = None
    version: int | None = None


class Played(Struct, frozen=True):
    """The batch a request has brought, now or when it was first made, and the match after it."""

    rules: Rules
    match: Match[Any]
    head: bytes
    entries: tuple[Entry[Any], ...]


async def play(matches: LiveMatches, live: Live, request: Request) -> Played:
    """Plays a command in a match.

    Raises `Rejected`, `Stale`, `PromptClosed`, and what the store raises: `KeyReused`, `OutcomeUnknown`, `ReadOnly`,
    `Unavailable`, `Damaged`.
    """
    async with live.lock:
        try:
            return await _play(matches, live, request)
        except OutcomeUnknown:
            matches.forget(live.match.id)
            raise


async def _play(matches: LiveMatches, live: Live, request: Request) -> Played:
    raw = Raw(encode(request.command))
    log: Sequence[Entry[Any]] = ()
    for _ in range(TRIES):
        if isinstance(request.command, TakeBack | AnswerUndo):
            log = await _whole_log(matches, live)
        try:
            decided = _decide(live, request, raw, log)
        except (Rejected, Stale, PromptClosed):
            before = live.match.version
            tail = await matches.refresh(live, request.key)
            if tail.known is not None:
                if tail.known.fingerprint != request.fingerprint:
                    raise KeyReused("the idempotency key already stands for another request") from None
                return await _again(matches, live, tail.known.first, tail.known.last)
            if live.match.version == before:
                raise
            continue
        batch = _batch(live.match, live.head, live.keys, decided, request)
        try:
            appended = await matches.store.append(batch)
        except Conflict:
            await matches.refresh(live)
            continue
        if appended.again:
            return await _again(matches, live, appended.first, appended.last)
        live.step(decided.match, batch.new_head)
        return Played(live.rules, decided.match, batch.new_head, decided.entries)
    raise OutcomeUnknown("others were faster eight times")


async def open_match(
    matches: LiveMatches, rules: Rules, command: OpenMatch, match: str, key: str, fingerprint: str
) -> Played:
    """Opens a match under an id; with the same id, key and content a second time, it is the first one again."""
    keys = Keys.of(match, secrets.token_bytes(32))
    wanted = Wanted(command=command, raw=Raw(encode(command)), at=milliseconds(), by=By.ENGINE)
    decided = decide(rules.game, Match(id=match), wanted, keys)
    request = Request(command=command, key=key, fingerprint=fingerprint, by=By.ENGINE)
    batch = _batch(Match(id=match), b"", keys, decided, request)
    appended = await matches.store.append(batch)
    if appended.again:
        live = await matches.find(match)
        assert live is not None
        return await _again(matches, live, appended.first, appended.last)
    live = Live(rules, Match(id=match), b"", keys)
    live.step(decided.match, batch.new_head)
    matches.keep(live)
    return Played(rules, decided.match, batch.new_head, decided.entries)


def _decide(live: Live, request: Request, raw: Raw, log: Sequence[Entry[Any]]) -> Decided:
    match = live.match
    expect(match, request.seat, request.prompt, request.version)
    wanted = Wanted(command=request.command, raw=raw, at=milliseconds(), seat=request.seat, by=request.by)
    return decide(live.rules.game, match, wanted, live.keys, log)


def expect(match: Match[Any], seat: int | None, prompt: int | None, version: int | None) -> None:
    """Raises `Stale` or `PromptClosed` when the match is not where the caller believes it to be."""
    if version is not None and version != match.version:
        raise Stale(match.version)
    if prompt is not None and not _is_open(match, seat, prompt):
        raise PromptClosed


def _is_open(match: Match[Any], seat: int | None, prompt: int) -> bool:
    return any(asked.id == prompt and asked.prompt.seat == seat for asked in match.asked)


def _batch(match: Match[Any], head: bytes, keys: Keys, decided: Decided, request: Request) -> Batch:
    entries = tuple(map(encode, decided.entries))
    opening = match.version == 0
    before = first_head(keys, decided.entries[0].e) if opening else head
    return Batch(
        match=match.id,
        expected=match.version,
        head=head,
        new_head=keys.head(before, decided.match.version, entries),
        entries=entries,
        key=request.key,
        fingerprint=request.fingerprint,
        secret=keys.secret if opening else None,
    )


async def _whole_log(matches: LiveMatches, live: Live) -> tuple[Entry[Any], ...]:
    """All entries, with the match brought up to them."""
    whole = await matches.log(live.match.id)
    assert whole is not None
    _, entries, head = whole
    if entries[-1].n > live.match.version:
        live.step(fold(live.rules.game, Match(id=live.match.id), entries), head)
    return entries


async def _again(matches: LiveMatches, live: Live, first: int, last: int) -> Played:
    """The first answer once more: the batch, and the match as it was right after it."""
    whole = await matches.log(live.match.id)
    assert whole is not None
    rules, entries, _ = whole
    match = fold(rules.game, Match(id=live.match.id), entries[:last])
    return Played(rules, match, head_at(live.keys, entries[:last]), entries[first - 1 : last])


def head_at(keys: Keys, entries: Sequence[Entry[Any]]) -> bytes:
    """The head after the last of these entries, which are a log from its beginning."""
    head = first_head(keys, entries[0].e)
    for batch in batches(entries):
        head = keys.head(head, batch[-1].n, map(encode, batch))
    return head


def milliseconds() -> int:
    """Now, since 1970; the only clock of the write path."""
    return time.time_ns() // 1_000_000


def new_key() -> str:
    """A key for a request that came without one, so that our own repeat of it counts once."""
    return secrets.token_hex(16)
