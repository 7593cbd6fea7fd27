"""The past: the last stretch of a log, read once for all who come back at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice

from domain.engine.match.events import Undone
from domain.engine.match.fold import fold
from domain.engine.match.log import Entry
from domain.engine.match.match import Match
from domain.engine.seats import Viewer
from projections.match.frames import frames
from service.matches.catalogue import Rules
from service.matches.feed.events import event

STRETCH = 100
"""So many entries more than were asked for: the next one may have missed more."""
FRAMES_AT_ONCE = 32
"""After so many frames the others have their turn."""


class Past:
    """A match at a version and what came then; the events that a viewer sees of it are made once."""

    def __init__(self, rules: Rules, match: Match, entries: Sequence[Entry]) -> None:
        self._rules = rules
        self._match = match
        self._entries = entries
        self._made: dict[Viewer, list[bytes]] = {}

    @classmethod
    def of(cls, rules: Rules, match: str, entries: Sequence[Entry], after: int) -> Past:
        """The past of all who know a version, and of most who know less; entries are those from the beginning."""
        begin = max(0, after - STRETCH)
        if any(isinstance(entry.e, Undone) for entry in entries[begin:]):
            begin = 0
        return cls(rules, fold(rules.game, Match(id=match), entries[:begin]), entries[begin:])

    def reaches(self, version: int) -> bool:
        """Whether it begins early enough for those who know this version."""
        return self._match.version <= version

    async def events(self, eyes: Viewer, after: int) -> Sequence[bytes]:
        """What a viewer sees after a version, one event per entry; to be asked for one at a time."""
        made = self._made.setdefault(eyes, [])
        until = self._match.version + len(self._entries)
        if (first := until - len(made)) > after:
            entries = self._entries[: first - self._match.version]
            missing = frames(self._rules.game, self._rules.projection, self._match, entries, eyes, beyond=after)
            earlier: list[bytes] = []
            while some := [event(frame) for frame in islice(missing, FRAMES_AT_ONCE)]:
                earlier += some
                await asyncio.sleep(0)
            made[:0] = earlier
        return made[after - until :]
