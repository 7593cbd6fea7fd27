"""Requests in progress when a server ends: they get a problem, never the server's plain 500."""

import asyncio

import httpx
import pytest
import uvicorn
from litestar.types import ASGIApp, Receive, Scope, Send

from chronik.service.identity.auth import Authenticator, Principal
from chronik.service.running.settings import Settings
from chronik.service.web.guard import Guard
from chronik.service.web.pace import Pace


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.Event().wait()


async def find(hashed: str) -> Principal | None: ...


async def cancelled_answer(app: ASGIApp, method: str) -> httpx.Response:
    """Returns the answer of a server to a request that it gives up."""
    config = uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as client:
        asking = asyncio.create_task(client.request(method, "/"))
        while not server.server_state.tasks:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        server.should_exit = True
        response = await asking
    await serving
    return response


@pytest.mark.parametrize(("method", "kind"), [("POST", "outcome-unknown"), ("GET", "not-ready")])
async def test_a_request_cut_short_when_the_service_stops_gets_a_problem(
    method: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    guard = Guard(endless, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1), Settings())
    response = await cancelled_answer(guard, method)
    assert response.status_code == 503
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["retry-after"] == "1"
    assert response.json()["type"].endswith(kind)
    assert "Traceback" not in caplog.text


async def test_control_without_the_guard_the_server_answers_500() -> None:
    assert (await cancelled_answer(endless, "POST")).status_code == 500
