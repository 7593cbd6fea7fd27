"""What those who run the service look at: is it alive, is it ready."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from litestar import Router, get
from structlog.typing import FilteringBoundLogger

from service.contract import promises
from service.errors import Problem
from service.metrics import metrics
from service.problems import NOT_READY

PATIENCE = 2.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.operations")


class Check(msgspec.Struct, frozen=True):
    """Something the service needs: a name, and a question that raises when the answer is no."""

    name: str
    ask: Callable[[], Awaitable[None]]


class Health(msgspec.Struct, frozen=True):
    """All is well."""

    status: str = "ok"


@get("/health/live", operation_id="live", sync_to_thread=False, opt=promises(guarded=False))
def live() -> Health:
    """Whether the process answers at all; if not, restart it."""
    return Health()


async def passes(check: Check) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await check.ask()
    except Exception as error:
        LOG.warning("not ready", check=check.name, error=type(error).__name__)
        return False
    return True


def operations(checks: tuple[Check, ...]) -> Router:
    """The addresses of this file, at the root."""

    @get("/health/ready", operation_id="ready", opt=promises(guarded=False, problems=(NOT_READY,)))
    async def ready() -> Health:
        """Whether requests can be served: every part that is needed gives an answer. If not, send them elsewhere."""
        answers = await asyncio.gather(*(passes(check) for check in checks))
        failing = [check.name for check, good in zip(checks, answers, strict=True) if not good]
        if failing:
            detail = f"No answer from: {', '.join(failing)}."
            raise Problem(NOT_READY, detail, headers={"Retry-After": "2"}, failing=failing)
        return Health()

    return Router("/", route_handlers=[live, ready, metrics], tags=["operations"])
