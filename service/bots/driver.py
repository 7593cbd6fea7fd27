"""The driver: answers for the bots that sit in matches, in whichever process hears of it first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from domain.engine.match.commands import AnswerUndo
from domain.engine.match.log import Author
from domain.engine.match.match import Match, Status
from domain.engine.seats import Seat
from domain.games import game as game_named
from projections.match.frames import view
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.levels import bot
from service.clock import monotonic
from service.matches.catalogue import Rules
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches
from service.matches.play import PromptClosed, Submission, play
from service.observing.metrics import BOT_COMMANDS
from service.workers.attendant import NOT_THERE, Attendant, Look
from service.workers.members import Members
from service.workers.unfinished import Unfinished

WORKERS = 4
COMMANDS_A_TURN = 8
OWN_MS = 5
"""Our own append may be folded this long after its hint has come."""
FOREIGN_MS = 200
"""How long the process that has brought a growth has the bots' answers to itself."""
FINGERPRINT = "bot"
"""What all answers to one prompt have in common, so that a second and different one is the first again."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bots")


class BotDriver:
    """Answers every prompt of a bot's seat, and grants what it is asked to undo.

    Any number of processes may do so side by side: the key of an answer is made of seat and prompt.
    """

    def __init__(
        self,
        matches: LiveMatches,
        hints: Hints,
        unfinished: Unfinished,
        members: Members,
        data_sets: Mapping[str, Path],
    ) -> None:
        self._matches = matches
        self._members = members
        self._data_sets = data_sets
        self.attendant = Attendant(
            self, matches.store, hints, unfinished, members, LOG, "a bot has to wait", at_once=WORKERS
        )

    async def drive(self) -> None:
        """Answers until it is cancelled."""
        await self.attendant.run()

    def takes(self, match: str, version: int) -> bool:
        """What this process has brought, for the match lies in its memory; but bots among themselves would stay where
        they began.
        """
        live = self._matches.known(match)
        return live is not None and _has_people(live.match) and self._brought(match, version)

    def glance(self, match: str, version: int) -> Look:
        """What this process has brought is answered at once."""
        return Look(0, monotonic() + (0 if self._brought(match, version) else OWN_MS))

    async def turn(self, match: str, version: int, heard: int) -> Look | None:
        """A few commands of a match; what another process has brought is answered only when that one does not."""
        if not self._brought(match, version) and monotonic() < heard + FOREIGN_MS:
            return Look(0, heard + FOREIGN_MS)
        live = await self._matches.find(match)
        if live is None:
            return NOT_THERE
        if not _may_have_bots(live.match):
            return None
        if live.match.version < version:
            await self._catch_up(live, version)
        for _ in range(COMMANDS_A_TURN):
            if live.match.closed is not None:
                return None
            submission = self._next(live)
            if submission is None:
                return Look(live.match.version)
            await self._play(live, submission)
            await asyncio.sleep(0)
        if not (self._members.owns(match) or _has_people(live.match)):
            return Look(live.match.version)
        return Look(0, monotonic())  # behind all other matches

    def _brought(self, match: str, version: int) -> bool:
        live = self._matches.known(match)
        return live is not None and (live.match.version >= version or live.lock.locked())

    async def _play(self, live: Live, submission: Submission) -> None:
        before = live.match.version
        try:
            await play(self._matches, live, submission)
            BOT_COMMANDS.labels(live.rules.game.name).inc()
        except (Rejected, PromptClosed):
            if live.match.version == before:
                raise
        if live.match.version == before:  # somebody else had answered already
            await self._matches.refresh(live)

    async def _catch_up(self, live: Live, version: int) -> None:
        async with live.lock:  # what is under way here may be what was heard of
            if live.match.version < version:
                await self._matches.refresh(live)

    def _next(self, live: Live) -> Submission | None:
        """The next thing that a bot of a match owes: first its vote, then its answer."""
        match = live.match
        if match.paused:
            return None
        bots = [seat for seat in match.playing if match.chairs[seat].bot]
        asked = match.request
        if asked is not None:
            for seat in bots:
                if seat != asked.seat and seat not in asked.granted:
                    key = f"bot:{seat}:undo:{asked.number}"
                    return _submission(seat, AnswerUndo(asked.number, grant=True), key)
        waiting = match.waiting
        for seat in bots:
            if seat in waiting:
                prompt = match.prompts(seat)[0].id
                given = answer(self._bot(live.rules, match.chairs[seat].bot), live, seat, prompt)
                return _submission(seat, given, f"bot:{seat}:{prompt}", prompt)
        return None

    def _bot(self, rules: Rules, level: str) -> Bot:
        name = rules.game.name
        printed = rules.game.facts == game_named(name, rules.game.version).facts
        return bot(name, level, None if printed else self._data_sets.get(name))


def answer(player: Bot, live: Live, seat: int, prompt: int) -> Any:
    """A bot's command, from what its seat may see and numbers that nobody foretells."""
    rules, match = live.rules, live.match
    seen = view(rules.projection, match, Seat(seat)) if player.looks else None
    return player.answer(seen, rules.game.options(match.state, seat), Luck(live.keys.luck.hex(), seat, prompt))


def _may_have_bots(match: Match) -> bool:
    """Whether bots sit in a match, may still be seated, or may take over."""
    clock = match.clock
    seated = any(chair.bot for chair in match.chairs)
    return seated or match.status is Status.OPEN or (clock is not None and bool(clock.bot))


def _has_people(match: Match) -> bool:
    """Whether somebody sits in a match who is no bot."""
    return any(not match.chairs[seat].bot for seat in match.playing)


def _submission(seat: int, command: Any, key: str, prompt: int | None = None) -> Submission:
    return Submission(command=command, key=key, fingerprint=FINGERPRINT, seat=seat, by=Author.BOT, prompt=prompt)
