"""Log lines and metrics: one line per event, one label per route, and never a secret."""

import io
import json
import logging
import os
from collections.abc import Iterator

import pytest
import structlog
from litestar import get, post
from litestar.params import FromPath, RawBody

from chronik.service.identity.register import People
from chronik.service.operating import metrics
from chronik.service.operating.log_lines import configure
from chronik.service.running.settings import LogFormat, LogLevel, Settings
from chronik.service.sql.database import Records
from tests.support.service.plumbing import JSON, bearer_of, build, calling

NASTY = "a\r\nb\x1b[31m\u2028\u202e\x85\x00\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")
CANARY = "canary-7731"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Yields the output of the log during a test."""
    before, level = logging.root.handlers[:], logging.root.level
    written = io.StringIO()
    configure(LogLevel.INFO, LogFormat.JSON, written)
    yield written
    structlog.reset_defaults()
    logging.root.handlers[:] = before
    logging.root.setLevel(level)


def lines(log: io.StringIO) -> list[dict[str, object]]:
    text = log.getvalue()
    assert text.isascii()
    assert len(text.splitlines()) == text.count("\n")
    return [json.loads(line) for line in text.splitlines()]


@get("/broken/{name:str}")
async def broken_route(name: FromPath[str]) -> None:
    raise RuntimeError(f"Bearer chronik_{'x' * 43} postgresql://chronik:{CANARY}@db/x {name}")


@post("/swallow")
async def read_body_route(body: RawBody) -> None: ...


def test_an_event_is_always_logged_on_one_line(log: io.StringIO) -> None:
    structlog.get_logger().info("named", name=NASTY, many=[NASTY], none=None, number=1.5)
    logging.getLogger("library").warning("named %s", NASTY)
    assert [line["event"] for line in lines(log)] == ["named", f"named {NASTY}"]


def test_secrets_are_masked(log: io.StringIO) -> None:
    logger = structlog.get_logger()
    token = f"chronik_{CANARY}-and-much-more"
    logger.info("x", token=CANARY, Authorization=CANARY, body=CANARY, password=CANARY, query_string=CANARY)
    logger.info(f"took {token}", header=f"Bearer {CANARY}", url=f"redis://:{CANARY}@redis/0", nested={"a": [token]})
    logging.getLogger("library").error("cannot reach postgresql://u:%s@db/n", CANARY)
    assert len(lines(log)) == 3
    assert CANARY not in log.getvalue()


def test_long_values_are_truncated(log: io.StringIO) -> None:
    structlog.get_logger().info("x", long="y" * 100_000)
    assert len(log.getvalue()) < 10_000


def test_libraries_log_only_warnings_and_above(log: io.StringIO) -> None:
    logging.getLogger("alembic").info("running upgrade")
    assert lines(log) == []


def test_log_lines_in_the_console_format_are_not_json() -> None:
    written = io.StringIO()
    before = logging.root.handlers[:]
    configure(LogLevel.WARNING, LogFormat.CONSOLE, written)
    try:
        structlog.get_logger().info("silent")
        try:
            raise ValueError(f"Bearer {CANARY}")
        except ValueError:
            structlog.get_logger().error("spoken", exc_info=True)
    finally:
        structlog.reset_defaults()
        logging.root.handlers[:] = before
    assert "silent" not in written.getvalue()
    assert "ValueError" in written.getvalue()
    assert CANARY not in written.getvalue()


async def test_no_secret_in_a_request_reaches_the_log_or_the_metrics(sqlite_records: Records, log: io.StringIO) -> None:
    ann = await People(sqlite_records).register("Ann")
    async with calling(build(sqlite_records, more=[broken_route, read_body_route])) as client:
        await client.get(f"/api/v1/me?token={CANARY}", headers=bearer_of(ann.token))
        await client.post("/swallow", content=f'"{CANARY}"', headers=JSON)
        await client.post("/api/v1/players", json={"name": CANARY, "password": CANARY})
        await client.get("/api/v1/me", headers=bearer_of(f"chronik_{CANARY}"))
        await client.get(f"/{ann.token}")
        answer = await client.get("/broken/one")
        counted = (await client.get("/metrics")).text
    assert answer.status_code == 500
    written = lines(log)
    number = answer.headers["x-request-id"]
    assert [line["event"] for line in written if line["request"] == number] == ["internal", "request"]
    assert "RuntimeError" in log.getvalue()
    for text in (log.getvalue(), counted):
        assert CANARY not in text
        assert ann.token not in text
        assert "x" * 43 not in text


async def test_each_request_is_logged_on_one_line(sqlite_records: Records, log: io.StringIO) -> None:
    async with calling(build(sqlite_records)) as client:
        answer = await client.get("/problems/malformed?x=1")
    (line,) = lines(log)
    assert line["request"] == answer.headers["x-request-id"]
    assert (line["method"], line["path"], line["route"], line["status"]) == (
        "GET",
        "/problems/malformed",
        "/problems/{name}",
        200,
    )
    assert isinstance(line["ms"], float)


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
async def test_names_of_player_lists_are_not_logged(sqlite_records: Records, log: io.StringIO, method: str) -> None:
    async with calling(build(sqlite_records, Settings(rate_address=0.1, burst_address=3))) as client:
        for path in (f"/api/v1/me/decks/{CANARY}", f"/api//v1/me//decks/{CANARY}/", f"/api/v1/me%2Fdecks/{CANARY}/x"):
            await client.request(method, path)
            await client.request(method, path, headers=bearer_of("chronik_nobody"))
        await client.get("/api/v1/decks/check")
    assert CANARY not in log.getvalue()
    paths = [line["path"] for line in lines(log)]
    assert paths == ["/api/v1/me/decks/{name}"] * 6 + ["/api/v1/decks/check"]


async def test_requests_are_counted_by_route_and_never_by_id(sqlite_records: Records) -> None:
    metrics.COMMANDS.labels("katharina", "accepted").inc()
    async with calling(build(sqlite_records)) as client:
        for number in range(3):
            await client.get(f"/problems/none-{number}")
            await client.get(f"/nowhere-{number}")
            await client.request(f"BREW{number}", "/health/live")
        answer = await client.get("/metrics", headers={"accept": "application/openmetrics-text, text/plain;q=0.5"})
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'chronik_commands_total{game="katharina",outcome="accepted"}' in answer.text
    assert 'route="/problems/{name}"' in answer.text
    assert "none-" not in answer.text
    assert "nowhere-" not in answer.text
    assert "BREW" not in answer.text
    samples = [line.split("{")[0].split(" ")[0] for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(name.startswith("chronik_") for name in samples)


def test_the_default_format_is_console_on_a_terminal_and_json_in_a_pipe(log: io.StringIO) -> None:
    said = {}
    for kind, ends in (("terminal", os.openpty()), ("pipe", os.pipe())):
        with os.fdopen(ends[1], "w") as file:
            configure(file=file)
            structlog.get_logger("chronik.test").warning("a bot has to wait", match="m")
            file.flush()
            said[kind] = os.read(ends[0], 1_000).decode()
        os.close(ends[0])
    assert json.loads(said["pipe"])["event"] == "a bot has to wait"
    assert "a bot has to wait" in said["terminal"]
    assert not said["terminal"].startswith("{")
