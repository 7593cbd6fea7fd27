"""Earlier answers: the recorded answer of a match to a request that may have been sent before."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from chronik.domain.engine.match.commands import Inspect, OpenMatch
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.log.canonical import encode
from chronik.service.log.idempotency import is_same_key, is_same_request
from chronik.service.log.keys import Item
from chronik.service.matches.live import Live, LiveMatches, Log, reporting_damage


class NotRepeated(Struct, frozen=True):
    """The answer if no earlier request had this key."""


class Repeated(Struct, frozen=True):
    """The answer of an earlier request with the same key: its entries, and the match and head after them."""

    match: Match
    head: bytes
    entries: tuple[Entry, ...]


class CurrentMatch(Struct, frozen=True):
    """The answer if the current state of the match is enough.

    Either a referee has inspected it already, or its opening is in an archive, which keeps the command but no key.
    """


class ReusedKey(Struct, frozen=True):
    """The answer if the key belongs to another request."""


EarlierAnswer = NotRepeated | Repeated | CurrentMatch | ReusedKey


async def find_earlier_answer(matches: LiveMatches, live: Live, command: Any, mark: bytes, at: int) -> EarlierAnswer:
    """Finds the earlier answer to a command with this idempotency mark.

    Memory keeps only four bytes of each key's hash, which two keys may share, so a hit is checked in the log.
    """
    if isinstance(command, Inspect) and live.match.has_inspected(command.player, at):
        return CurrentMatch()
    opening = isinstance(command, OpenMatch)
    if not opening and not live.seen.may_contain(mark):
        return NotRepeated()
    whole = await matches.read_log(live.match.id)
    if whole is None:
        return NotRepeated()
    first = 1
    for item in whole.items:
        if is_same_key(item.mark, mark):
            return (
                _build_repeated(live.match.id, whole, first, item) if is_same_request(item.mark, mark) else ReusedKey()
            )
        first = item.version + 1
    if not opening or whole.items[0].mark:
        return NotRepeated()
    if bytes(whole.entries[0].cmd) != encode(command):
        return ReusedKey()
    await matches.refresh(live)
    return CurrentMatch()


def _build_repeated(match: str, whole: Log, first: int, item: Item) -> Repeated:
    with reporting_damage(match):
        after = fold(whole.rules.game, Match(id=match), whole.entries[: item.version])
    return Repeated(after, item.head, whole.entries[first - 1 : item.version])
