"""The driver: answers for the bots that sit in matches, in whichever process hears of it first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from domain.engine.match.commands import AnswerUndo
from domain.engine.match.log import MAX_ENTRIES, Author
from domain.engine.match.match import Match
from domain.engine.seats import Seat
from domain.games import game as game_named
from projections.match.frames import view
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.levels import bot
from service.log.outcomes import OutcomeUnknown, ReadOnly, Unavailable
from service.matches.catalogue import Rules
from service.matches.hints import Hints
from service.matches.live import Live, LiveMatches, NotLoaded
from service.matches.play import PromptClosed, Submission, play
from service.workers.missed import MissedMatches
from service.workers.unfinished import Unfinished

WORKERS = 4
COMMANDS_A_TURN = 8
SWEEP_SECONDS = 15.0
OWN_SECONDS = 0.005
"""How long an append of this process may be behind the hint that tells of it."""
FOREIGN_SECONDS = 0.2
"""How long the process that has brought a growth has the bots' answers to itself."""
SHORTEST, LONGEST = 0.1, 30.0
FINGERPRINT = "bot"
"""What all answers to one prompt have in common, so that a second and different one is the first again."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bots")


class Sitting(msgspec.Struct):
    """What the driver knows of a match: how far it was heard to have come, and how far its bots have answered.

    `busy` while it waits for a worker or has one, `again` when it was woken meanwhile.
    """

    heard: int = 0
    settled: int = 0
    failures: int = 0
    busy: bool = False
    again: bool = False
    timer: asyncio.TimerHandle | None = None


class BotDriver:
    """Answers every prompt of a bot's seat, and grants what it is asked to undo.

    Any number of processes may do so side by side: the key of an answer is made of seat and prompt.
    """

    def __init__(
        self, matches: LiveMatches, hints: Hints, unfinished: Unfinished, data_sets: Mapping[str, Path]
    ) -> None:
        self._matches = matches
        self._hints = hints
        self._data_sets = data_sets
        self._sittings: dict[str, Sitting] = {}
        self._without = set[str]()
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._search = MissedMatches(unfinished, LOG, self._keep, self._in_hand, self._found)
        hints.listen(self.heard)

    async def drive(self) -> None:
        """Answers until it is cancelled; begins with the matches that were left waiting."""
        async with asyncio.TaskGroup() as group:
            for _ in range(WORKERS):
                group.create_task(self._work())
            group.create_task(self._search.run(self._hints))
            group.create_task(self._sweep())

    def heard(self, match: str, version: int) -> None:
        """Takes a hint: a growth of our own is answered at once, somebody else's only when nobody else does."""
        if match in self._without:
            return
        sitting = self._sittings.setdefault(match, Sitting())
        sitting.heard = max(sitting.heard, version)
        if sitting.heard <= sitting.settled:
            return
        if self._is_own(match, sitting):
            self._wake(match)
        else:
            self._later(match, OWN_SECONDS, self._look)

    def _is_own(self, match: str, sitting: Sitting) -> bool:
        live = self._matches.known(match)
        return live is not None and (live.match.version >= sitting.heard or live.lock.locked())

    def _look(self, match: str) -> None:
        sitting = self._sittings.get(match)
        if sitting is None or sitting.heard <= sitting.settled:
            return
        if self._is_own(match, sitting):
            self._wake(match)
        else:
            self._later(match, FOREIGN_SECONDS, self._wake)

    def _later(self, match: str, seconds: float, call: Any) -> None:
        sitting = self._sittings.setdefault(match, Sitting())
        if sitting.timer is not None:
            sitting.timer.cancel()
        sitting.timer = asyncio.get_running_loop().call_later(seconds, call, match)

    def _wake(self, match: str) -> None:
        sitting = self._sittings.setdefault(match, Sitting())
        if sitting.busy:
            sitting.again = True
        else:
            sitting.busy = True
            self._ready.put_nowait(match)

    async def _work(self) -> None:
        while True:
            match = await self._ready.get()
            await self._serve(match, self._sittings[match])
            await asyncio.sleep(0)

    async def _serve(self, match: str, sitting: Sitting) -> None:
        """One turn of a match; behind all the others if there is more to do."""
        sitting.again = False
        more = await self._safe_turn(match, sitting)
        if more or sitting.again:
            self._ready.put_nowait(match)
        else:
            sitting.busy = False

    async def _safe_turn(self, match: str, sitting: Sitting) -> bool:
        """A turn that never fails: what goes wrong in a match is said, and tried again ever more rarely."""
        try:
            more = await self._turn(match, sitting)
            sitting.failures = 0
        except NotLoaded:
            self._leave(match)
            return False
        except Exception as error:
            sitting.failures += 1
            pause = min(SHORTEST * 2**sitting.failures, LONGEST)
            usual = isinstance(error, (Rejected, PromptClosed, Unavailable, OutcomeUnknown, ReadOnly))
            LOG.warning("a bot has to wait", match=match, pause=pause, error=repr(error), exc_info=not usual)
            self._later(match, pause, self._wake)
            return False
        return more

    async def _turn(self, match: str, sitting: Sitting) -> bool:
        """A few commands of a match; whether there may be more to do."""
        live = await self._matches.find(match)
        if live is None or not _may_have_bots(live.match):
            self._leave(match)
            return False
        if live.match.version < sitting.heard:
            await self._catch_up(live, sitting.heard)
        for _ in range(COMMANDS_A_TURN):
            if live.match.closed is not None:
                self._forget(match)
                return False
            submission = self._next(live)
            if submission is None:
                sitting.settled = live.match.version
                return False
            before = live.match.version
            try:
                await play(self._matches, live, submission)
            except (Rejected, PromptClosed):
                if live.match.version == before:
                    raise
            if live.match.version == before:  # somebody else had answered already
                await self._matches.refresh(live)
            await asyncio.sleep(0)
        return True

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
                return _submission(seat, self._answer(live.rules, match, seat, prompt), f"bot:{seat}:{prompt}", prompt)
        return None

    def _answer(self, rules: Rules, match: Match[Any], seat: int, prompt: int) -> Any:
        """A bot's command, from what its seat may see."""
        player = self._bot(rules, match.chairs[seat].bot)
        seen = view(rules.projection, match, Seat(seat)) if player.looks else None
        return player.answer(seen, rules.game.options(match.state, seat), Luck(match.id, seat, prompt))

    def _bot(self, rules: Rules, level: str) -> Bot:
        name = rules.game.name
        printed = rules.game.facts == game_named(name, rules.game.version).facts
        return bot(name, level, None if printed else self._data_sets.get(name))

    def _keep(self, matches: frozenset[str]) -> None:
        """These matches are not over: of no others has it to be known that they have no bots."""
        self._without &= matches

    def _leave(self, match: str) -> None:
        """No bot will ever sit in this match."""
        self._without.add(match)
        self._forget(match)

    def _forget(self, match: str) -> None:
        """Nothing is to be done in this match any more; the next sweep lets it go."""
        sitting = self._sittings.get(match)
        if sitting is not None:
            sitting.settled = MAX_ENTRIES
            if sitting.timer is not None:
                sitting.timer.cancel()

    async def _sweep(self) -> None:
        """Looks at the matches in hand now and then: a hint may have been missed."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                for match, sitting in tuple(self._sittings.items()):
                    if sitting.settled == MAX_ENTRIES:
                        if not sitting.busy:
                            del self._sittings[match]
                    elif not sitting.busy and not sitting.failures:
                        await self._look_again(match, sitting)
            except Exception as error:
                LOG.warning("the round of the matches in hand stops", error=type(error).__name__)

    def _in_hand(self, match: str) -> bool:
        return match in self._without or match in self._sittings

    async def _found(self, match: str) -> None:
        await self._look_again(match, self._sittings.setdefault(match, Sitting()))

    async def _look_again(self, match: str, sitting: Sitting) -> None:
        """Looks at the log of a match, one at a time: what is searched for must not stand in anybody's way."""
        sitting.heard = max(sitting.heard, (await self._matches.store.tail(match, MAX_ENTRIES)).last)
        if sitting.heard > sitting.settled and not sitting.busy:
            sitting.busy = True
            await self._serve(match, sitting)


def _may_have_bots(match: Match[Any]) -> bool:
    """Whether bots sit in a match, or one may take over."""
    clock = match.clock
    return any(chair.bot for chair in match.chairs) or (clock is not None and bool(clock.bot))


def _submission(seat: int, command: Any, key: str, prompt: int | None = None) -> Submission:
    return Submission(command=command, key=key, fingerprint=FINGERPRINT, seat=seat, by=Author.BOT, prompt=prompt)
