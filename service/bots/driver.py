"""The bot driver, which answers for the bots in matches. Any process may run it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from msgspec.structs import replace
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import AnswerUndo
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match, Status
from chronik.domain.games import game as game_named
from chronik.projections.thinking.bot import Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import choose_answer
from chronik.service.bots.lessons import find_scripted
from chronik.service.bots.levels import bot
from chronik.service.bots.thinkers import Problem, Thinkers
from chronik.service.log.members import Members
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.match_worker import NO_SUCH_MATCH, MatchWorker, Progress
from chronik.service.matches.play import PromptClosed, Submission, play
from chronik.service.matches.unfinished import Unfinished
from chronik.service.operating.metrics import BOT_COMMANDS
from chronik.service.running.clock import monotonic

WORKERS = 4
COMMANDS_A_TURN = 8
OWN_MS = 5
"""Milliseconds after a hint during which this process may still be folding its own append."""
FOREIGN_MS = 200
"""Milliseconds during which only the process that appended to a match answers for its bots."""
FINGERPRINT = "bot"
"""The fingerprint of every bot command, so that even a different second answer to a prompt counts as a repeat."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bots")


class BotDriver:
    """A duty that answers every prompt of a bot's seat and agrees to every undo that is asked for.

    Any number of processes may answer at the same time, because the idempotency key consists of the seat and the
    prompt.
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
        self._thinkers = Thinkers()
        self.worker = MatchWorker(
            self, matches.store, hints, unfinished, members, LOG, "a bot has to wait", at_once=WORKERS
        )

    async def drive(self) -> None:
        """Answers until it is cancelled."""
        try:
            await self.worker.run()
        finally:
            await self._thinkers.close()

    def also_handles(self, match: str, version: int) -> bool:
        """Returns whether people play in the match and this process, which appended the version, has it in memory.

        A match between bots is left to its partition's process; otherwise it would stay in the process that opened it.
        """
        live = self._matches.find_cached(match)
        return live is not None and _has_people(live.match) and self._has_appended(match, version)

    def recall_progress(self, match: str, version: int) -> Progress:
        """Returns when the match needs a turn: at once if this process appended the version, or a little later."""
        return Progress(0, monotonic() + (0 if self._has_appended(match, version) else OWN_MS))

    async def take_turn(self, match: str, version: int, hinted_at: int) -> Progress | None:
        """Submits up to `COMMANDS_A_TURN` commands, but lets the process that appended the version go first."""
        if not self._has_appended(match, version) and monotonic() < hinted_at + FOREIGN_MS:
            return Progress(0, hinted_at + FOREIGN_MS)
        live = await self._matches.find(match)
        if live is None:
            return NO_SUCH_MATCH
        if not _may_have_bots(live.match):
            return None
        if live.match.version < version:
            await self._catch_up(live, version)
        for _ in range(COMMANDS_A_TURN):
            if live.match.closed is not None:
                return None
            submission = await self._next(live)
            if submission is None:
                return Progress(live.match.version)
            await self._play(live, submission)
            await asyncio.sleep(0)
        if not (self._members.owns(match) or _has_people(live.match)):
            return Progress(live.match.version)
        return Progress(0, monotonic())  # behind all other matches

    def _has_appended(self, match: str, version: int) -> bool:
        live = self._matches.find_cached(match)
        return live is not None and (live.match.version >= version or live.lock.locked())

    async def _play(self, live: Live, submission: Submission) -> None:
        before = live.match.version
        refused = await self._submit(live, submission)
        if refused is not None:
            refused = await self._submit(live, self._default(live, submission, refused))
        if refused is not None:
            raise refused
        if live.match.version == before:  # another process has already answered
            await self._matches.refresh(live)

    async def _submit(self, live: Live, submission: Submission) -> Rejected | PromptClosed | None:
        """Plays a command and returns its refusal, if any. Returns None if the match has grown in the meantime."""
        before = live.match.version
        try:
            await play(self._matches, live, submission)
        except (Rejected, PromptClosed) as error:
            return error if live.match.version == before else None
        BOT_COMMANDS.labels(live.rules.game.name).inc()
        return None

    def _default(self, live: Live, refused: Submission, error: Rejected | PromptClosed) -> Submission:
        """Returns the game's default answer after the rules have refused a bot's answer, and logs the refusal.

        The bot would choose the same answer again, and its seat would be stuck. Reraises any other error.
        """
        seat, prompt = refused.seat, refused.prompt
        if isinstance(error, PromptClosed) or seat is None or prompt is None:
            raise error
        level = live.match.chairs[seat].bot  # the command and the facts may be secret, so they are not logged
        LOG.warning("a bot is refused", match=live.match.id, seat=seat, prompt=prompt, level=level, code=error.code)
        return _submission(seat, live.rules.game.default(live.match.state, seat), refused.key, prompt)

    async def _catch_up(self, live: Live, version: int) -> None:
        async with live.lock:  # a command in progress here may be the one that the hint reports
            if live.match.version < version:
                await self._matches.refresh(live)

    async def _next(self, live: Live) -> Submission | None:
        """Returns the next command that a bot owes in a match, or None; votes on undos come first."""
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
            level = match.chairs[seat].bot
            if seat in waiting and not self._find_bot(live, level).awaits_answers(match.state, seat):
                prompt = match.prompts(seat)[0].id
                given = await self._choose(live, level, seat, prompt)
                return _submission(seat, given, f"bot:{seat}:{prompt}", prompt)
        return None

    async def _choose(self, live: Live, level: str, seat: int, prompt: int) -> Any:
        """Returns a bot's command, chosen from what its seat may see and with unpredictable random numbers.

        In a tutorial the script of the lesson comes first. A bot that thinks does so in a separate process, unless it
        has only one option.
        """
        rules, state, luck = live.rules, live.match.state, draw_luck(live, seat, prompt)
        game, name = rules.game, rules.game.name
        options = game.options(state, seat)
        if live.match.tutorial:
            scripted = find_scripted(name, live.match.tutorial, game.round(state), options)
            if scripted is not None:
                return scripted
        player = self._find_bot(live, level)
        if player.depth is None or len(options) == 1:
            return choose_answer(player, game, rules.projection, state, seat, luck)
        try:
            data_set = self._find_data_set(live)
            return await self._thinkers.solve(Problem(name, game.version, data_set, level, state, seat, luck))
        except (OSError, asyncio.IncompleteReadError):
            LOG.warning("a thinking process has ended: the bot answers without thinking", match=live.match.id)
            return choose_answer(replace(player, depth=None), game, rules.projection, state, seat, luck)

    def _find_bot(self, live: Live, level: str) -> Bot:
        return bot(live.rules.game.name, level, self._find_data_set(live))

    def _find_data_set(self, live: Live) -> Path | None:
        """Returns the directory of a match's facts, or None if they are the built-in ones."""
        game = live.rules.game
        built_in = game.facts == game_named(game.name, game.version).facts
        return None if built_in else self._data_sets.get(game.name)


def draw_luck(live: Live, seat: int, prompt: int) -> Luck:
    """Returns the random numbers of a bot for a prompt, which nobody can predict who does not know the secret.

    In a tutorial they follow from the seed of the lesson, so that the lesson is always the same.
    """
    key = live.keys.seed if live.match.tutorial else live.keys.luck
    return Luck(key.hex(), seat, prompt)


def _may_have_bots(match: Match) -> bool:
    """Returns whether bots play in a match, may still take a seat, or may take over."""
    clock = match.clock
    seated = any(chair.bot for chair in match.chairs)
    return seated or match.status is Status.OPEN or (clock is not None and bool(clock.bot))


def _has_people(match: Match) -> bool:
    """Returns whether a person plays in a match."""
    return any(not match.chairs[seat].bot for seat in match.playing)


def _submission(seat: int, command: Any, key: str, prompt: int | None = None) -> Submission:
    return Submission(command=command, key=key, fingerprint=FINGERPRINT, seat=seat, by=Author.BOT, prompt=prompt)
