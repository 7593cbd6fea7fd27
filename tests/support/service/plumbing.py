"""A small application with everything around it and nothing of any game inside."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
from litestar import Litestar
from litestar.types import ControllerRouterHandler

from chronik.service.identity.auth import Authenticator
from chronik.service.identity.register import People
from chronik.service.log.free_space import FreeSpace
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.people.routes.me import me_router
from chronik.service.people.routes.players import players_router
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from chronik.service.web.bodies import check_accept
from chronik.service.web.docs.problem_pages import problem
from chronik.service.web.guard import enclose
from chronik.service.web.handlers import EXCEPTION_HANDLERS
from chronik.service.web.headers import add_headers
from chronik.service.web.health import Check, operations
from chronik.service.web.pace import build_paces
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router
from tests.support.service.in_process import in_process

JSON = {"content-type": "application/json"}


def build(
    records: Records,
    settings: Settings | None = None,
    more: Sequence[ControllerRouterHandler] = (),
    checks: tuple[Check, ...] | None = None,
    now: Callable[[], int] = milliseconds,
    *,
    guarded: bool = True,
) -> Litestar:
    """Puts an application together as `service/app.py` does; without its guards if it is not `guarded`."""
    people = People(records, now)
    authenticator = Authenticator(people.find)
    app = Litestar(
        [
            problem,
            operations(checks or (Check("sql", records.ping),), FreeSpace(), ()),
            Router(
                "/api/v1",
                route_handlers=[players_router(people, authenticator), me_router(people, authenticator, HOLDINGS)],
            ),
            *more,
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        before_send=[add_headers],
        before_request=expect_acceptable,
        openapi_config=None,
        logging_config=None,
    )
    alone = app.asgi_handler
    enclose(app, settings or Settings(), authenticator, build_paces(settings or Settings()))
    if not guarded:
        app.asgi_handler = alone
    return app


async def expect_acceptable(request: HTTPRequest) -> None:
    """Refuses before the body is read, in the event loop: Litestar gives a guard that waits for nothing a thread."""
    check_accept(request, request.route_handler)


@asynccontextmanager
async def calling(app: Litestar, address: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application, in this event loop, from any address; what breaks inside is answered, not raised."""
    transport = in_process(app, address)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def bearer_of(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
