"""What those who run the service look at: is it alive, is it ready."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from structlog.typing import FilteringBoundLogger

from service.http.media import TEXT
from service.http.router import Router
from service.log.data_directory import BundledValkeyError
from service.log.outcomes import ReadOnly
from service.log.room import Room, Space
from service.observing.metrics import counted
from service.openapi.contract import promises
from service.problems.kinds import NOT_READY, RATE_LIMITED
from service.problems.problem import Problem

PATIENCE = 2.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.operations")


class Check(msgspec.Struct, frozen=True):
    """Something the service needs: a name, and a question that raises when the answer is no."""

    name: str
    ask: Callable[[], Awaitable[None]]


class Health(msgspec.Struct, frozen=True):
    """All is well (`ok`); or whatever only reads is answered, and nothing can be recorded now (`read-only`)."""

    status: str = "ok"


@get("/health/live", operation_id="live", sync_to_thread=False, opt=promises(guarded=False))
def live() -> Health:
    """Whether the process answers at all; if not, restart it."""
    return Health()


READ_ONLY = "read-only"
REPLICA = "READONLY"
"""The code of a server that follows another one: somebody else takes the writes."""


async def trouble(check: Check) -> str:
    """What keeps a part from answering well, in a sentence; empty when nothing does, `READ_ONLY` when it only reads."""
    try:
        async with asyncio.timeout(PATIENCE):
            await check.ask()
    except Exception as error:
        if isinstance(error, ReadOnly) and error.code != REPLICA:
            return READ_ONLY
        LOG.warning("not ready", check=check.name, error=type(error).__name__)
        match error:
            case BundledValkeyError():
                return str(error)
            case ReadOnly():
                return f"The {check.name} takes no writes."
            case _:
                return f"No answer from: {check.name}."
    return ""


def operations(checks: tuple[Check, ...], room: Room, *, with_metrics: bool = True) -> Router:
    """The addresses of this file, at the root; metrics may have a port of their own."""

    @get("/health/ready", operation_id="ready", opt=promises(guarded=False, problems=(NOT_READY,)))
    async def ready() -> Health:
        """Whether requests can be served: every part that is needed gives an answer. If not, send them elsewhere.

        Where nothing can be recorded for lack of space, reading goes on, and the status is `read-only`.
        """
        told = await asyncio.gather(*(trouble(check) for check in checks))
        wrong = {check.name: said for check, said in zip(checks, told, strict=True) if said not in ("", READ_ONLY)}
        if wrong:
            detail, failing = " ".join(wrong.values()), list(wrong)
            raise Problem(NOT_READY, detail, headers={"Retry-After": "2"}, failing=failing)
        return Health(READ_ONLY if READ_ONLY in told or room.space is Space.LITTLE else "ok")

    routes = [live, ready, *([_metrics_route()] if with_metrics else [])]
    return Router("/", route_handlers=routes, tags=["operations"])


MEDIA_TYPE = "text/plain; version=0.0.4"
KEPT_SECONDS = 1.0


def _metrics_route() -> HTTPRouteHandler:
    """The address of all that is counted; how often it is asked for costs no more than once a second."""
    told, until = b"", 0.0

    @get(
        "/metrics",
        operation_id="metrics",
        sync_to_thread=False,
        opt=promises(guarded=False, media=(TEXT,), problems=(RATE_LIMITED,)),
    )
    def metrics() -> Response[bytes]:
        """Everything counted so far by this process, or by all that serve beside it at one door, in the text form of
        Prometheus. It is up to a second old.
        """
        nonlocal told, until
        if time.monotonic() >= until:
            told, until = counted(), time.monotonic() + KEPT_SECONDS
        return Response(told, media_type=MEDIA_TYPE)

    return metrics
