"""Hanging up: work ends with its caller, and tells what came of it to who is still there."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from service.http.hanging_up import while_there
from service.http.request import HTTPRequest
from service.problems.problem import Problem


class Call:
    """A request whose body was read, by somebody who may hang up."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.request = cast(HTTPRequest, self)

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def test_who_stays_gets_what_came_of_it() -> None:
    async def refused() -> int:
        raise KeyError("no")

    assert await while_there(Call().request, asyncio.sleep(0.01, 7)) == 7
    with pytest.raises(KeyError):
        await while_there(Call().request, refused())


async def test_who_hangs_up_ends_the_work() -> None:
    call, ended = Call(), asyncio.Event()

    async def work() -> None:
        try:
            call.gone.set()
            await asyncio.sleep(10)
        finally:
            ended.set()

    with pytest.raises(Problem) as problem:
        await while_there(call.request, work())
    assert (problem.value.status, ended.is_set()) == (408, True)
