"""The recent past of a match, read once for all subscribers that reconnect at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice

from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Viewer
from chronik.projections.match.frames import frames
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.feed.events import encode_event

EXTRA_ENTRIES = 100
"""How many entries before the requested one are kept too: the next subscriber may have missed more."""
FRAMES_AT_ONCE = 32
"""How many frames are made before other tasks may run."""


class Past:
    """A match at a version and the entries after it; the events of each viewer are encoded once."""

    def __init__(self, rules: Rules, match: Match, entries: Sequence[Entry]) -> None:
        self._rules = rules
        self._match = match
        self._entries = entries
        self._made: dict[Viewer, list[bytes]] = {}

    @classmethod
    def build(cls, rules: Rules, match: str, entries: Sequence[Entry], after: int) -> Past:
        """Builds the past from `EXTRA_ENTRIES` before a version onwards, from all entries of the match."""
        begin = max(0, after - EXTRA_ENTRIES)
        if any(isinstance(entry.e, Undone) for entry in entries[begin:]):
            begin = 0
        return cls(rules, fold(rules.game, Match(id=match), entries[:begin]), entries[begin:])

    def covers(self, version: int) -> bool:
        """Returns whether this past begins at or before a version."""
        return self._match.version <= version

    async def events(self, viewer: Viewer, after: int) -> Sequence[bytes]:
        """Returns a viewer's events after a version, one per entry. Do not call it concurrently."""
        made = self._made.setdefault(viewer, [])
        until = self._match.version + len(self._entries)
        if (first := until - len(made)) > after:
            entries = self._entries[: first - self._match.version]
            missing = frames(self._rules.game, self._rules.projection, self._match, entries, viewer, beyond=after)
            earlier: list[bytes] = []
            while some := [encode_event(frame) for frame in islice(missing, FRAMES_AT_ONCE)]:
                earlier += some
                await asyncio.sleep(0)
            made[:0] = earlier
        return made[after - until :]
