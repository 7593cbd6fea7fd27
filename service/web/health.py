"""Health and metrics, for operators: whether the service is alive, and whether it is ready."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection

import msgspec
import structlog
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from structlog.typing import FilteringBoundLogger

from chronik.service.log.data_directory import BundledValkeyError
from chronik.service.log.free_space import FreeSpace
from chronik.service.log.outcomes import ReadOnly
from chronik.service.operating.metrics import render_metrics
from chronik.service.web.media import TEXT
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.kinds import NOT_READY, RATE_LIMITED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

PATIENCE = 2.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.operations")


class Check(msgspec.Struct, frozen=True):
    """A dependency of the service: its name, and a function that raises if it is not available."""

    name: str
    ask: Callable[[], Awaitable[None]]


OK = "ok"


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The health: `ok`, or `read-only` if requests are answered but nothing can be recorded.

    `reason` says why nothing is recorded: the log's server could lose acknowledged commands. `missing_matches` counts
    the matches that are running in the database but missing from the log.
    """

    status: str
    reason: str = ""
    missing_matches: int = 0


@get("/health/live", operation_id="live", sync_to_thread=False, opt=promises(guarded=False))
def live() -> Health:
    """Returns `ok` if the process answers at all. If it does not, restart it."""
    return Health(OK)


READ_ONLY = "read-only"
REPLICA = "READONLY"
"""The error code of a replica; writes must go to its master."""


async def trouble(check: Check) -> str:
    """Returns what is wrong with a dependency, in a sentence; "" if it works, `READ_ONLY` if it refuses writes."""
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
                return f"The {check.name} accepts no writes."
            case _:
                return f"No answer from: {check.name}."
    return ""


def operations(
    checks: tuple[Check, ...], free_space: FreeSpace, missing: Collection[str], *, with_metrics: bool = True
) -> Router:
    """Builds the routes of this file, at the root; the metrics may have a separate port instead."""

    @get("/health/ready", operation_id="ready", opt=promises(guarded=False, problems=(NOT_READY,)))
    async def ready() -> Health:
        """Returns whether requests can be served: every dependency answers. If not, send requests elsewhere.

        If nothing can be recorded because of space or durability, reading continues, and the status is `read-only`.
        """
        results = await asyncio.gather(*(trouble(check) for check in checks))
        wrong = {check.name: said for check, said in zip(checks, results, strict=True) if said not in ("", READ_ONLY)}
        if wrong:
            detail, failing = " ".join(wrong.values()), list(wrong)
            raise Problem(NOT_READY, detail, headers={"Retry-After": "2"}, failing=failing)
        return Health(
            READ_ONLY if READ_ONLY in results or free_space.read_only else OK, free_space.weakness, len(missing)
        )

    routes = [live, ready, *([_metrics_route()] if with_metrics else [])]
    return Router("/", route_handlers=routes, tags=["operations"])


MEDIA_TYPE = "text/plain; version=0.0.4"
KEPT_SECONDS = 1.0


def _metrics_route() -> HTTPRouteHandler:
    """Builds the route of the metrics, which are rendered at most once a second."""
    text, until = b"", 0.0

    @get(
        "/metrics",
        operation_id="metrics",
        sync_to_thread=False,
        opt=promises(guarded=False, media=(TEXT,), problems=(RATE_LIMITED,)),
    )
    def metrics() -> Response[bytes]:
        """Returns all metrics of this process, or of all processes on this port, in the text format of Prometheus.

        They are up to a second old.
        """
        nonlocal text, until
        if time.monotonic() >= until:
            text, until = render_metrics(), time.monotonic() + KEPT_SECONDS
        return Response(text, media_type=MEDIA_TYPE)

    return metrics
