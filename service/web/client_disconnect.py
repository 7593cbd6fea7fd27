"""Client disconnects: work for a caller who has hung up is cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar.types import Receive

from chronik.service.web.problems.kinds import TOO_SLOW
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest

Result = TypeVar("Result")


async def wait_for_disconnect(receive: Receive) -> None:
    """Returns when the caller has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def cancel_on_disconnect(request: HTTPRequest, work: Coroutine[Any, Any, Result]) -> Result:
    """Returns the result of the work; if the caller hangs up, cancels it and raises a problem that is never read."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(wait_for_disconnect(request.receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(TOO_SLOW, "The caller has hung up.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.wait((working, leaving))
