"""Acceptances: challenges that were accepted become matches, even if the process dies that took the answer.

Whoever opens such a match makes the same one of what the challenge has kept: the route that takes the answer, a repeat
of that request, and the look of every process for what was left.
"""

from __future__ import annotations

import asyncio

import msgspec
import structlog
from msgspec.structs import replace
from structlog.typing import FilteringBoundLogger

from domain.engine.match.commands import OpenMatch
from service.http.idempotency import fingerprint
from service.matches.catalogue import Rules
from service.matches.live import LiveMatches
from service.matches.play import open_match
from service.people.challenges import ChallengeRow, Challenges
from service.workers.turns import Turns

LOOK_SECONDS = 5.0
GRACE_MS = 5_000
"""So long the match of a challenge is left to whoever took the answer."""
LATELY_MS = 3_600_000
"""A match that could not be opened for so long is not waited for any more."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.challenges")


class Acceptances:
    """Opens the matches of challenges; `keep` looks for what was left until it is cancelled."""

    def __init__(self, matches: LiveMatches, kept: Challenges) -> None:
        self.matches = matches
        self.kept = kept
        self._turns = Turns(self._turn, LOG, "a challenge waits for its match", of="challenge")

    async def open(self, row: ChallengeRow, rules: Rules) -> None:
        """Opens the match of a challenge that was accepted, once, and forgets what was added to chance.

        Raises what opening a match raises.
        """
        if row.opened:
            return
        opening = msgspec.json.decode(row.opening, type=OpenMatch)
        asked = fingerprint("challenge", opening)
        await open_match(self.matches, rules, _with_entropy(opening, row), row.match, f"challenge:{row.id}", asked)
        await self.kept.has_match(row.id)

    async def keep(self) -> None:
        """Opens what was left, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._turns.run())
            group.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                now = self.kept.now()
                self._turns.call_new(await self.kept.without_match(now - LATELY_MS, now - GRACE_MS))
            except Exception as error:
                LOG.warning("the records do not answer", error=type(error).__name__)

    async def _turn(self, challenge: str) -> None:
        row = await self.kept.accepted(challenge, self.kept.now() - LATELY_MS)
        rules = None if row is None else self.matches.catalogue.current(row.game)
        if row is not None and rules is not None:
            await self.open(row, rules)


def _with_entropy(opening: OpenMatch, row: ChallengeRow) -> OpenMatch:
    """The command that opens the match, with what both have added to chance."""
    added = {row.challenger: row.challenger_entropy, row.challenged: row.challenged_entropy}
    return replace(
        opening, chairs=tuple(replace(chair, entropy=added.get(chair.player, "")) for chair in opening.chairs)
    )
