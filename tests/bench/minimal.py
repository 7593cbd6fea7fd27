"""The peer of the service: a minimal Litestar handler that decodes a command, appends as many events, and encodes.

It appends the batches of recorded matches by the same script through the same pipelining client, and answers with a
prepared struct of the service's answer; it has no rules, no players and no limits. Run: `python -m
tests.bench.minimal PORT DATA`.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Annotated

import uvicorn
import uvloop
from litestar import Litestar, post
from msgspec import Meta, Struct
from msgspec.structs import replace

from chronik.domain.engine.seats import Seat
from chronik.domain.katharina.commands import Command
from chronik.projections.games import projection
from chronik.projections.katharina.view import KatharinaView
from chronik.projections.match.frames import OpenPrompt, line, open_prompts, view
from chronik.projections.match.lines import Line
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import Append, LogStore
from tests.bench.append import batches
from tests.bench.matches import Recorded, Step, recorded

PROJECTION = projection("katharina")
MATCHES = 40


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with its prompt if that matters."""

    command: Command
    prompt: Annotated[int, Meta(ge=0, le=15_000)] | None = None


class Answer(Struct, frozen=True):
    """The answer of the service to a command."""

    version: int
    head: str
    lines: tuple[Line, ...]
    view: KatharinaView
    prompts: tuple[OpenPrompt, ...]


class Ready(Struct, frozen=True):
    """A match with prepared answers; its batches are those of a recorded match."""

    match: Recorded
    answers: tuple[Answer, ...]

    @classmethod
    def of(cls, match: Recorded) -> Ready:
        return cls(match, tuple(map(answer, match.steps)))


def answer(step: Step) -> Answer:
    """Returns the answer of the service to a command."""
    seat = Seat(step.seat or 0)
    return Answer(
        version=step.match.version,
        head=step.head.hex(),
        lines=tuple(line(PROJECTION, entry) for entry in step.entries),
        view=view(PROJECTION, step.match, seat),
        prompts=open_prompts(step.match, seat.number),
    )


def endless(ready: Sequence[Ready]) -> Iterator[tuple[Append, Answer]]:
    """Yields batches and answers, one match after another, each under a new id; openings are not commands."""
    for one in cycle(ready):
        identity = secrets.token_hex(16)
        opening, *commands = batches(one.match, identity)
        merged = replace(
            commands[0], expected=0, head=b"", version=len(one.match.steps[1].entries), secret=opening.secret
        )
        yield merged, one.answers[1]
        version, head = merged.version, merged.new_head
        for batch, step, said in zip(commands[1:], one.match.steps[2:], one.answers[2:], strict=True):
            after = version + len(step.entries)
            yield replace(batch, expected=version, head=head, version=after), said
            version, head = after, batch.new_head


def application(url: str) -> Litestar:
    """Returns the handler, over an engine."""
    store = LogStore(url)
    ready = [Ready.of(recorded("katharina", 2, number, idle=True)) for number in range(MATCHES)]
    sittings: defaultdict[str, Iterator[tuple[Append, Answer]]] = defaultdict(lambda: endless(ready))

    @post("/matches/{match:str}/commands", status_code=200)
    async def command(match: str, data: Body) -> Answer:
        """Decodes, appends and answers one command."""
        batch, said = next(sittings[match])
        if batch.secret is not None:
            await store.keep_secret(batch.match, batch.secret)
        await store.append(batch)
        return said

    return Litestar([command], openapi_config=None, logging_config=None)


async def _serve(port: int, url: str) -> None:
    config = uvicorn.Config(application(url), port=port, log_config=None, access_log=False)
    await uvicorn.Server(config).serve()


def main() -> None:
    port, data = int(sys.argv[1]), Path(sys.argv[2])
    with BundledValkey.start(data) as engine, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(port, engine.url))


if __name__ == "__main__":
    main()
