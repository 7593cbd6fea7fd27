"""Client disconnects: work is cancelled with its caller, and other callers get its result."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from chronik.service.web.client_disconnect import cancel_on_disconnect
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest


class Call:
    """A request whose body was read, and whose caller may hang up."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.request = cast(HTTPRequest, self)

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def test_a_caller_who_waits_gets_the_result_or_the_error() -> None:
    async def refused() -> int:
        raise KeyError("no")

    assert await cancel_on_disconnect(Call().request, asyncio.sleep(0.01, 7)) == 7
    with pytest.raises(KeyError):
        await cancel_on_disconnect(Call().request, refused())


async def test_a_caller_who_hangs_up_cancels_the_work() -> None:
    call, ended = Call(), asyncio.Event()

    async def work() -> None:
        try:
            call.gone.set()
            await asyncio.sleep(10)
        finally:
            ended.set()

    with pytest.raises(Problem) as problem:
        await cancel_on_disconnect(call.request, work())
    assert (problem.value.status, ended.is_set()) == (408, True)
