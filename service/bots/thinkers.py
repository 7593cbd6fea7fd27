"""A separate process in which bots think and matches are analysed, so that people never wait for that."""

from __future__ import annotations

import asyncio
import pickle
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import choose_answer
from chronik.service.bots.levels import bot

NICE = 10
"""How much lower the priority of the process is."""
START = f"import os; os.nice({NICE}); from {__name__} import main; main()"
"""What the process runs. Its imports take a second of a core, so they are niced too."""
LENGTH = struct.Struct("!I")


class Problem(Struct, frozen=True):
    """A decision to think about: the seat of a state, and the level and the random numbers of its bot."""

    game: str
    version: int
    data_set: Path | None
    level: str
    state: Any
    seat: int
    luck: Luck

    def solve(self) -> Any:
        """Returns the command that the bot chooses."""
        game = game_named(self.game, self.version, self.data_set)
        player = bot(self.game, self.level, self.data_set)
        return choose_answer(player, game, projection_of(self.game, self.data_set), self.state, self.seat, self.luck)


class Solvable(Protocol):
    """A problem that can be sent to the process, as its answer can be sent back."""

    def solve(self) -> Any: ...


class Thinkers:
    """The process that thinks for this process; it starts with the first problem."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._ending = False
        self._turn = asyncio.Lock()

    async def solve(self, problem: Solvable) -> Any:
        """Returns the answer to a problem. Raises `IncompleteReadError` or `OSError` if the process dies."""
        async with self._turn:
            process = await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                text = pickle.dumps(problem)
                process.stdin.write(LENGTH.pack(len(text)) + text)
                await process.stdin.drain()
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                return pickle.loads(await process.stdout.readexactly(length))
            except BaseException:  # also if cancelled: the next problem would get the answer to this one
                await self._stop()
                raise

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    async def close(self) -> None:
        """Ends the process."""
        async with self._turn:
            await self._stop()

    async def _start(self) -> Process:
        if self._ending:
            await self._stop()
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-c", START, stdin=PIPE, stdout=PIPE
            )
        return self._process

    async def _stop(self) -> None:
        """Ends the process. If the wait for its end is cancelled, the next call waits for it."""
        if self._process is not None:
            self._ending = True
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            self._process, self._ending = None, False


def main() -> None:
    """Answers problems from standard input until it is closed. Ctrl-C reaches this process too, and is ignored."""
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    source, drain = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(LENGTH.size):
        text = pickle.dumps(pickle.loads(source.read(*LENGTH.unpack(head))).solve())
        drain.write(LENGTH.pack(len(text)) + text)
        drain.flush()
