"""What is still asked when a server ends: answered as a problem, never by the server's own 500."""

import asyncio

import httpx
import pytest
import uvicorn
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.parting import Parting


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.Event().wait()


async def given_up(app: ASGIApp, method: str) -> httpx.Response:
    """What a server answers to a request that it no longer waits for."""
    config = uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve())
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
async def test_a_request_that_the_end_cuts_short_is_told_what_to_do(
    method: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    response = await given_up(Parting(endless), method)
    assert response.status_code == 503
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["retry-after"] == "1"
    assert response.json()["type"].endswith(kind)
    assert "Traceback" not in caplog.text


async def test_without_it_the_server_says_500() -> None:
    assert (await given_up(endless, "POST")).status_code == 500
