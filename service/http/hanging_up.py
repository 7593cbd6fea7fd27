"""Hanging up: who waits for an answer no more does not have it worked out."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar.types import Receive

from service.http.request import HTTPRequest
from service.problems.kinds import TOO_SLOW
from service.problems.problem import Problem

Done = TypeVar("Done")


async def gone(receive: Receive) -> None:
    """Returns when the caller has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_there(request: HTTPRequest, work: Coroutine[Any, Any, Done]) -> Done:
    """What comes of some work, which is given up when the caller hangs up; nobody reads the problem that this is."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(gone(request.receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(TOO_SLOW, "The caller has hung up.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.wait((working, leaving))
