"""A small application with everything around it and nothing of any game inside."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
from litestar import Litestar
from litestar.types import ControllerRouterHandler

from service.clock import milliseconds
from service.http.bodies import acceptable
from service.http.guards import enclose, paces, response_headers
from service.http.handlers import EXCEPTION_HANDLERS
from service.http.router import Router
from service.log.room import Room
from service.people.auth import Authenticator
from service.people.register import People
from service.routes.about.operations import Check, operations
from service.routes.about.problems import problem
from service.routes.people.me import me_router
from service.routes.people.players import players
from service.settings import Settings
from service.sql.database import Records
from service.tournaments.personal_data import HOLDINGS
from tests.support.service.in_process import in_process

JSON = {"content-type": "application/json"}


def build(
    records: Records,
    settings: Settings | None = None,
    more: Sequence[ControllerRouterHandler] = (),
    checks: tuple[Check, ...] | None = None,
    now: Callable[[], int] = milliseconds,
) -> Litestar:
    """The application, as `service/app.py` puts one together."""
    people = People(records, now)
    authenticator = Authenticator(people.find)
    app = Litestar(
        [
            problem,
            operations(checks or (Check("sql", records.ping),), Room()),
            Router(
                "/api/v1", route_handlers=[players(people, authenticator), me_router(people, authenticator, HOLDINGS)]
            ),
            *more,
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        before_send=[response_headers],
        guards=[acceptable],
        openapi_config=None,
        logging_config=None,
    )
    enclose(app, settings or Settings(), authenticator, paces(settings or Settings()))
    return app


@asynccontextmanager
async def calling(app: Litestar, address: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application, in this event loop, from any address; what breaks inside is answered, not raised."""
    transport = in_process(app, address)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def bearer_of(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
