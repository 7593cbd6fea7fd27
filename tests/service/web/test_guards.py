"""The guard: long and slow bodies, frequent callers, and the headers of every answer."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Litestar, get, post
from litestar.params import RawBody
from litestar.response import ServerSentEvent
from litestar.types import ASGIApp
from structlog.testing import capture_logs

from chronik.service.identity.auth import Authenticator, Principal
from chronik.service.identity.register import People
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from chronik.service.web.addresses import caller_address, public_origin
from chronik.service.web.guard import Guard
from chronik.service.web.headers import SINGLE
from chronik.service.web.openapi.document import GIVES, READS
from chronik.service.web.pace import Pace
from chronik.service.web.problems.problem import Problem
from tests.support.cases import for_each
from tests.support.service.plumbing import JSON, bearer_of, build, calling

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def scope_of(client: str | None = "127.0.0.1", *headers: tuple[str, str], path: str = "/x", method: str = "GET") -> Any:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "client": None if client is None else (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
        "state": {},
    }


@for_each(
    ("client", "headers", "origin"),
    [
        ("192.0.2.7", {"host": "chronik.example"}, "http://chronik.example"),
        ("192.0.2.7", {"host": "Chronik.Example:8443"}, "http://chronik.example:8443"),
        ("192.0.2.7", {"host": "[2001:db8::1]:80"}, "http://[2001:db8::1]:80"),
        ("192.0.2.7", {"host": "a:99999"}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {"host": "a:b"}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {"host": "a/../b"}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {"host": 'a"><script>'}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {"host": ""}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {}, "http://127.0.0.1:8000"),
        ("192.0.2.7", {"host": "a", "x-forwarded-proto": "https", "x-forwarded-host": "b"}, "http://a"),
        ("10.0.0.1", {"host": "a", "x-forwarded-proto": "https"}, "https://a"),
        ("10.0.0.1", {"host": "a", "x-forwarded-proto": "https", "x-forwarded-host": "x, b"}, "https://b"),
        ("10.0.0.1", {"host": "a", "x-forwarded-proto": "javascript"}, "http://a"),
        (None, {"host": "a"}, "http://a"),
    ],
)
def test_addresses_in_answers_begin_with_the_address_that_the_caller_used(
    client: str | None, headers: dict[str, str], origin: str
) -> None:
    """A trusted proxy may set the address; an invalid host is replaced without an error."""
    scope = scope_of(client, *headers.items()) | {"scheme": "http", "server": ("127.0.0.1", 8000)}
    assert public_origin(scope, TRUSTED) == origin


@pytest.mark.parametrize("name", SINGLE)
async def test_a_request_that_sends_a_header_twice_is_refused(sqlite_records: Records, name: bytes) -> None:
    said = name.decode()
    twice = [(said, "1"), (said, "1")]
    async with calling(build(sqlite_records)) as client:
        answer = await client.get("/api/v1/players/x", headers=httpx.Headers(twice))
        assert (answer.status_code, answer.json()["code"], answer.json()["at"]) == (400, "malformed", f"header.{said}")


@for_each(
    ("client", "forwarded", "address"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["203.0.113.9"], "192.0.2.7"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["forged, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.9, 10.9.9.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["nonsense"], "10.0.0.1"),
        ("::ffff:192.0.2.7", [], "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("fd00::1", ["2001:db8::1"], "2001:db8::/64"),
        (None, ["203.0.113.9"], "local"),
        ("testclient", [], "local"),
    ],
)
def test_a_forwarded_address_counts_only_behind_trusted_proxies(
    client: str | None, forwarded: list[str], address: str
) -> None:
    headers = [("x-forwarded-for", value) for value in forwarded]
    assert caller_address(scope_of(client, *headers), TRUSTED) == address


def is_refused(pace: Pace, caller: str, weight: int = 1) -> int:
    with pytest.raises(Problem) as problem:
        pace.charge(caller, weight)
    assert problem.value.status == 429
    return int(problem.value.headers["Retry-After"])


def test_a_burst_is_followed_by_a_steady_rate() -> None:
    now = [0.0]
    pace = Pace("account", rate=2, burst=4, clock=lambda: now[0])
    for _ in range(4):
        pace.charge("ann")
    assert is_refused(pace, "ann") == 1
    pace.charge("ben")
    now[0] = 0.5
    pace.charge("ann")
    assert is_refused(pace, "ann") == 1
    now[0] = 100.0
    pace.charge("ann", 4)
    assert is_refused(pace, "ann", 4) == 2
    pace.charge("ben", 4)


def test_a_caller_who_waits_as_long_as_retry_after_says_is_admitted() -> None:
    now = [0.0]
    pace = Pace("account", rate=0.3, burst=2, clock=lambda: now[0])
    for _ in range(50):
        try:
            pace.charge("ann")
        except Problem as problem:
            now[0] += int(problem.headers["Retry-After"])
            pace.charge("ann")
    assert 48 / 0.3 <= now[0] <= 50 * 4


def test_a_heavy_request_counts_as_several_up_to_the_burst() -> None:
    now = [0.0]
    pace = Pace("account", rate=1, burst=10, clock=lambda: now[0])
    for _ in range(2):
        pace.charge("ann")
        pace.weigh("ann", 5)
    assert is_refused(pace, "ann") == 1
    narrow = Pace("account", rate=1, burst=2, clock=lambda: now[0])
    for _ in range(3):
        narrow.charge("ann")
        narrow.weigh("ann", 5)
        assert is_refused(narrow, "ann") == 1
        now[0] += 2


def test_a_rate_of_0_means_unlimited() -> None:
    pace = Pace("account", rate=0, burst=1)
    for _ in range(1_000):
        pace.charge("ann")


def test_the_table_of_callers_has_a_limited_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.web.pace.CALLERS", 10)
    pace = Pace("account", rate=1, burst=1)
    for number in range(1_000):
        pace.charge(str(number))
    assert len(pace.due) == 10


@get("/hello")
async def hello() -> str:
    return "hello"


@post("/swallow")
async def swallow(body: RawBody) -> int:
    return len(body)


@get("/tick")
async def tick() -> ServerSentEvent:
    async def ticks() -> AsyncIterator[str]:
        for number in range(4):
            await asyncio.sleep(0.3)
            yield str(number)

    return ServerSentEvent(ticks())


STRICT = Settings(rate_account=1, burst_account=5, rate_address=1, burst_address=10)


async def test_all_addresses_of_an_account_share_one_limit(sqlite_records: Records) -> None:
    people = People(sqlite_records)
    ann, ben = await people.register("Ann"), await people.register("Ben")
    async with calling(build(sqlite_records, STRICT, [hello])) as client:
        seen = [(await client.get("/hello", headers=bearer_of(ann.token))).status_code for _ in range(10)]
        assert seen == [200] * 5 + [429] * 5
        assert (await client.get("/hello", headers=bearer_of(ben.token))).status_code == 200
        answer = await client.get("/hello", headers=bearer_of(ann.token))
        assert answer.headers["retry-after"] == "1"
        assert (answer.json()["code"], answer.json()["per"]) == ("rate-limited", "account")
        assert "account" in answer.json()["detail"]
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_players_behind_one_router_do_not_use_up_the_limit_of_its_address(sqlite_records: Records) -> None:
    people = People(sqlite_records)
    club = [await people.register(f"Player {number}") for number in range(20)]
    async with calling(build(sqlite_records, STRICT, [hello])) as client:
        for player in club:
            assert (await client.get("/hello", headers=bearer_of(player.token))).status_code == 200
        guests = [await client.get("/hello") for _ in range(11)]
    assert [answer.status_code for answer in guests] == [200] * 10 + [429]
    assert guests[-1].json()["per"] == "address"
    assert "address" in guests[-1].json()["detail"]


async def test_an_untrusted_proxy_is_logged_once() -> None:
    async def find(hashed: str) -> Principal | None: ...

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    settings = Settings(trusted_proxies=TRUSTED)
    guard = Guard(app, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1), settings)
    with capture_logs() as said:
        for peer in ("192.0.2.1", "10.0.0.1"):
            await exchange(guard, scope_of(peer))
        await exchange(guard, scope_of("10.0.0.1", ("x-forwarded-for", "203.0.113.9")))
        assert said == []
        for peer in ("172.18.0.3", "172.18.0.4"):
            await exchange(guard, scope_of(peer, ("x-forwarded-for", "203.0.113.9")))
    assert [(line["log_level"], line["peer"]) for line in said] == [("warning", "172.18.0.3")]
    assert "CHRONIK_TRUSTED_PROXIES" in said[0]["event"]


async def test_forged_addresses_count_as_one_caller(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records, STRICT, [hello])) as client:
        statuses = [
            (await client.get("/hello", headers={"x-forwarded-for": f"203.0.{n // 250}.{n % 250}"})).status_code
            for n in range(1_000)
        ]
    assert statuses.count(200) < 20


async def test_guessed_tokens_are_not_looked_up_once_the_limit_is_reached() -> None:
    asked = 0

    async def find(hashed: str) -> Principal | None:
        nonlocal asked
        asked += 1
        return None

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("a bad token went through")

    guard = Guard(app, Authenticator(find), Pace("account", 1, 5), Pace("address", 1, 10), Settings())
    statuses = []
    for number in range(50):
        sent = await exchange(guard, scope_of("192.0.2.1", ("authorization", f"Bearer chronik_{number}")))
        statuses.append(sent[0]["status"])
    assert statuses == [401] * 10 + [429] * 40
    assert asked == 10


async def test_registering_counts_with_full_weight_even_if_a_token_is_sent(sqlite_records: Records) -> None:
    ann = await People(sqlite_records).register("Ann")
    async with calling(build(sqlite_records, STRICT)) as client:
        for path, expected in (("/api/v1/players", 201), ("/api//v1/players/", 201), ("/api/v1//players", 429)):
            answer = await client.post(path, json={"name": "x"}, headers=bearer_of(ann.token))
            assert answer.status_code == expected, path


async def test_health_checks_are_never_limited(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records, STRICT)) as client:
        assert {(await client.get("/health/live")).status_code for _ in range(30)} == {200}


@pytest.mark.parametrize("path", ["/metrics", "/viewer/none/x.js", "/viewer/", "/health/", "/health/live/x"])
async def test_requests_without_authentication_count_per_address(sqlite_records: Records, path: str) -> None:
    async with calling(build(sqlite_records, STRICT)) as client:
        seen = [await client.get(path, headers={"authorization": "Basic eDp5"}) for _ in range(12)]
        assert {answer.status_code for answer in seen[:10]} <= {200, 404}
        assert [answer.status_code for answer in seen[10:]] == [429] * 2
        assert seen[-1].json()["per"] == "address"
        assert (await client.get("/health/ready")).status_code == 200


async def test_metrics_are_rendered_at_most_once_a_second(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter(range(100))
    monkeypatch.setattr("chronik.service.web.health.render_metrics", lambda: str(next(numbers)).encode())
    async with calling(build(sqlite_records)) as client:
        assert {(await client.get("/metrics")).text for _ in range(20)} == {"0"}
        monkeypatch.setattr("chronik.service.web.health.KEPT_SECONDS", 0.0)
        await asyncio.sleep(1)
        assert [(await client.get("/metrics")).text for _ in range(3)] == ["1", "2", "3"]


async def test_without_the_database_a_token_gets_a_problem() -> None:
    async def find(hashed: str) -> Principal | None:
        raise OSError("postgresql://chronik:password@db")

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    guard = Guard(app, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1), Settings())
    sent = await exchange(guard, scope_of("192.0.2.1", ("authorization", "Bearer chronik_x")))
    assert sent[0]["status"] == 500
    assert b"password" not in sent[1]["body"]


def guard_for(app: ASGIApp, seconds: float, limit: int) -> Guard:
    """Returns a guard without rate limits, for bodies up to a size and a time."""

    async def find(hashed: str) -> Principal | None: ...

    settings = Settings(body_seconds=seconds, body_bytes=limit)
    return Guard(app, Authenticator(find), Pace("account", 0, 1), Pace("address", 0, 1), settings)


async def exchange(
    app: Callable[..., Awaitable[None]], scope: Any, *parts: bytes | float | dict[str, Any]
) -> list[dict[str, Any]]:
    """Returns what an application sends for these parts of a body; numbers are pauses in seconds."""
    sent: list[dict[str, Any]] = []
    coming = list(parts or (b"",))

    async def receive() -> dict[str, Any]:
        part = coming.pop(0)
        if isinstance(part, float):
            await asyncio.sleep(part)
            part = coming.pop(0)
        return part if isinstance(part, dict) else {"type": "http.request", "body": part, "more_body": bool(coming)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


async def echo(scope: Any, receive: Any, send: Any) -> None:
    body, message = b"", await receive()
    while message["type"] == "http.request":
        body += message["body"]
        if not message["more_body"]:
            break
        message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


async def test_a_short_prompt_body_passes() -> None:
    sent = await exchange(guard_for(echo, 0.5, 10), scope_of(), b"hello", 0.1, b"world")
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"helloworld")


async def test_a_long_body_is_refused_when_it_arrives_or_is_announced() -> None:
    for scope in (
        scope_of(),
        scope_of("::1", ("content-length", "11")),
        scope_of("::1", ("content-length", "9" * 5000)),
    ):
        sent = await exchange(guard_for(echo, 0.5, 10), scope, b"helloworld", b"!")
        assert sent[0]["status"] == 413
        assert (b"connection", b"close") in sent[0]["headers"]
        assert json.loads(sent[1]["body"])["limit"] == 10
        assert len(sent) == 2


async def test_a_stalled_body_is_refused() -> None:
    sent = await exchange(guard_for(echo, 0.1, 10), scope_of(), b"a", 5.0, b"b")
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["code"] == "too-slow"


async def test_a_dripping_body_is_refused_after_the_total_time() -> None:
    drip: list[bytes | float] = [part for _ in range(20) for part in (b"a", 0.03)]
    sent = await exchange(guard_for(echo, 0.2, 100), scope_of(), *drip, b"")
    assert sent[0]["status"] == 408


async def test_time_that_the_application_takes_does_not_count_for_the_body() -> None:
    async def late(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.2)
        await echo(scope, receive, send)

    assert (await exchange(guard_for(late, 0.1, 10), scope_of(), b"hello"))[0]["status"] == 200


async def test_waiting_for_a_disconnect_is_not_a_slow_body() -> None:
    async def stream(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.body", "body": b"end"})

    whole = {"type": "http.request", "body": b"", "more_body": False}
    sent = await exchange(guard_for(stream, 0.05, 10), scope_of(), whole, 0.2, {"type": "http.disconnect"})
    assert [message.get("status") for message in sent] == [200, None]


CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n10000\r\n" + b"a" * 65_536 + b"\r\n1\r\na\r\n0\r\n\r\n"


@asynccontextmanager
async def serve_app(app: Litestar) -> AsyncIterator[int]:
    """Runs an application on a real server and yields its port."""
    config = uvicorn.Config(app, port=0, log_config=None, proxy_headers=False, server_header=False, ws="none")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


async def raw(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        async with asyncio.timeout(60):
            return await reader.read()
    finally:
        writer.close()


async def test_slow_and_long_bodies_are_refused_over_a_real_connection(sqlite_records: Records) -> None:
    app = build(sqlite_records, Settings(body_seconds=0.3), [swallow, hello, tick])
    post = b"POST /swallow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    async with serve_app(app) as port:
        stalled = await raw(port, post + b"Content-Length: 10\r\n\r\nabc")
        assert stalled.startswith(b"HTTP/1.1 408")
        assert b"application/problem+json" in stalled
        announced = await raw(port, post + b"Content-Length: 70000\r\n\r\n")
        assert announced.startswith(b"HTTP/1.1 413")
        chunked = await raw(
            port,
            post + b"Transfer-Encoding: chunked\r\n\r\n" + b"10000\r\n" + b"a" * 65_536 + b"\r\n1\r\na\r\n0\r\n\r\n",
        )
        assert chunked.startswith(b"HTTP/1.1 413")
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            assert (await client.post("/swallow", content=b"a" * 65_536, headers=JSON)).text == "65536"
            assert (await client.get("/tick")).text.count("data:") == 4


async def test_every_answer_has_the_security_headers(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records, more=[hello])) as client:
        for path in ("/hello", "/nowhere", "/api/v1/me", "/metrics"):
            headers = (await client.get(path)).headers
            assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["access-control-allow-origin"] == "*"
            assert "strict-transport-security" not in headers
            assert "server" not in headers
            assert len(headers["x-request-id"]) == 16
        elsewhere = await client.get("/hello", headers={"host": "chronik.example"})
        assert elsewhere.headers["strict-transport-security"].startswith("max-age=")


async def test_other_origins_may_send_any_request(sqlite_records: Records) -> None:
    here = {"origin": "https://elsewhere"}
    async with calling(build(sqlite_records, Settings(rate_address=1, burst_address=1), [hello])) as client:
        for path, method in (("/hello", "GET"), ("/api/v1/players", "POST"), ("/nowhere", "DELETE")) * 3:
            asked = {"access-control-request-method": method, "access-control-request-headers": "authorization"}
            answer = await client.options(path, headers=here | asked)
            assert answer.status_code == 204
            assert answer.headers["access-control-allow-origin"] == "*"
            assert method in answer.headers["access-control-allow-methods"].split(", ")
            assert set(READS) <= set(answer.headers["access-control-allow-headers"].split(", "))
            assert "access-control-allow-credentials" not in answer.headers
        answers = [await client.get("/hello", headers=here) for _ in range(3)]
        answers += [await client.get("/api/v1/me", headers=here | bearer_of("chronik_nobody"))]
        answers += [await client.put("/hello", headers=here)]
        assert {answer.status_code for answer in answers} >= {200, 429}
        for answer in answers:
            assert answer.headers["access-control-allow-origin"] == "*"
            assert {*GIVES, "X-Request-ID"} - {"Cache-Control"} == set(
                answer.headers["access-control-expose-headers"].split(", ")
            )
