"""Opens the matches of accepted challenges, even if the process that received the answer dies.

The match is opened by the route that receives the answer, by a repeat of that request, or by a search for leftover
challenges, which every process runs. All three open the same match, from the data in the challenge's row.
"""

from __future__ import annotations

import asyncio

import msgspec
import structlog
from msgspec.structs import replace
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.commands import OpenMatch
from chronik.service.challenges.challenges import ChallengeRow, Challenges
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import open_match
from chronik.service.matches.routes.submission import fingerprint
from chronik.service.matches.turn_queue import TurnQueue

CHECK_SECONDS = 5.0
GRACE_MS = 5_000
"""Milliseconds that the process which received the answer has to open the match before other processes try."""
GIVE_UP_MS = 3_600_000
"""Milliseconds after which a process stops trying to open the match of an accepted challenge."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.challenges")


class Acceptances:
    """The worker that opens the matches of accepted challenges."""

    def __init__(self, matches: LiveMatches, kept: Challenges) -> None:
        self.matches = matches
        self.kept = kept
        self._queue = TurnQueue(self._turn, LOG, "a challenge waits for its match", of="challenge")

    async def open(self, row: ChallengeRow, rules: Rules) -> None:
        """Opens the match of an accepted challenge, unless it is already open, and deletes the stored entropy.

        Raises the errors of opening a match.
        """
        if row.opened:
            return
        opening = msgspec.json.decode(row.opening, type=OpenMatch)
        asked = fingerprint("challenge", opening)
        await open_match(self.matches, rules, _add_entropy(opening, row), row.match, f"challenge:{row.id}", asked)
        await self.kept.mark_opened(row.id)

    async def keep(self) -> None:
        """Opens the matches of leftover challenges, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._queue.run())
            group.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                now = self.kept.now()
                self._queue.schedule_new(await self.kept.list_without_match(now - GIVE_UP_MS, now - GRACE_MS))
            except Exception as error:
                LOG.warning("the records do not answer", error=type(error).__name__)

    async def _turn(self, challenge: str) -> None:
        row = await self.kept.find_accepted(challenge, self.kept.now() - GIVE_UP_MS)
        rules = None if row is None else self.matches.catalogue.current(row.game)
        if row is not None and rules is not None:
            await self.open(row, rules)


def _add_entropy(opening: OpenMatch, row: ChallengeRow) -> OpenMatch:
    """Adds the entropy of both players to the command that opens the match."""
    added = {row.challenger: row.challenger_entropy, row.challenged: row.challenged_entropy}
    return replace(
        opening, chairs=tuple(replace(chair, entropy=added.get(chair.player, "")) for chair in opening.chairs)
    )
