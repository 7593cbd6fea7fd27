"""The proxy of the compose file before two service processes: callers do not notice that one is killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from chronik.service.log.bundled import BundledValkey
from tests.support.service.ports import free_port
from tests.support.service.processes import PATIENCE, Served, served

CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
CADDY = Path(sys.executable).parent / "caddy"
ADDRESSES = ("127.0.0.1", "127.0.0.2")
SECONDS = 1.0
CALLERS = 6


def named(question: bytes) -> bytes:
    """Returns the answer to any DNS query: all addresses of the service, including those of dead processes."""
    end = question.index(b"\0", 12) + 5
    found = [socket.inet_aton(one) for one in ADDRESSES] if question[end - 4 : end - 2] == b"\0\1" else []
    head = question[:2] + struct.pack(">HHHHH", 0x8180, 1, len(found), 0, 0)
    return head + question[12:end] + b"".join(b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4" + one for one in found)


class Names(asyncio.DatagramProtocol):
    """A DNS server."""

    transport: asyncio.DatagramTransport

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        self.transport.sendto(named(data), addr)


@asynccontextmanager
async def names() -> AsyncIterator[int]:
    """Yields the port of a DNS server."""
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Names, ("127.0.0.1", 0))
    try:
        yield transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


@contextmanager
def proxied(caddyfile: str, folder: Path, names: int, upstream: int) -> Iterator[str]:
    """Runs Caddy with the Caddyfile of the compose file, on free ports and with our DNS server; yields its address."""
    tls, plain = free_port(), free_port()
    found = caddyfile.replace("port 8000", f"port {upstream}\n\t\t\tresolvers 127.0.0.1:{names}")
    found = found.replace("{\n\tservers", f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {plain}\n\tservers", 1)
    file = folder / "Caddyfile"
    file.write_text(found, "utf-8")
    said = (folder / "caddy.log").open("wb")
    places = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    process = subprocess.Popen(
        [CADDY, "run", "--adapter", "caddyfile", "--config", str(file)],
        env={"PATH": os.defpath, "CHRONIK_SITE": f"localhost:{tls}", **places},
        stdout=said,
        stderr=said,
    )
    try:
        url, until = f"https://localhost:{tls}", time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"{url}/health/live", verify=False).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            assert process.poll() is None, (folder / "caddy.log").read_text("utf-8")[-500:]
            assert time.monotonic() < until, (folder / "caddy.log").read_text("utf-8")[-500:]
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)
        said.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[int, tuple[Served, Served]]]:
    """Yields two service processes over one log and one database, at one port of two addresses."""
    with ExitStack() as stack:
        valkey = stack.enter_context(BundledValkey.start(tmp_path / "log"))
        port = free_port()
        settings = {"CHRONIK_REDIS_URL": valkey.url, "CHRONIK_DATABASE_URL": f"sqlite:///{tmp_path / 'chronik.db'}"}
        one, other = (
            stack.enter_context(served(tmp_path / f"at-{host}", {**settings, "CHRONIK_HOST": host}, port))
            for host in ADDRESSES
        )
        yield port, (one, other)


async def registered(service: Served) -> dict[str, str]:
    """Registers a player and returns the header that authenticates their requests."""
    async with httpx.AsyncClient(base_url=f"{service.url}/api/v1", timeout=PATIENCE) as client:
        return {"authorization": f"Bearer {(await client.post('/players', json={'name': 'Ann'})).json()['token']}"}


async def asked(url: str, me: dict[str, str], killed: Served | None, seconds: float = SECONDS) -> Counter[str]:
    """Counts what callers get for reads and for openings with a key, if wanted while a process is killed."""
    told: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", verify=False, timeout=PATIENCE) as client:
        over = time.monotonic() + seconds

        async def call(number: int) -> None:
            count = 0
            while time.monotonic() < over:
                count += 1
                key = {**me, "idempotency-key": f"{number}-{count}"}
                body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
                for answer in (await client.get("/games"), await client.post("/matches", json=body, headers=key)):
                    told[f"{answer.request.method} {answer.status_code}"] += 1

        async def kill() -> None:
            await asyncio.sleep(seconds / 4)
            if killed is not None:
                killed.process.send_signal(signal.SIGKILL)

        await asyncio.gather(kill(), *map(call, range(CALLERS)))
    return told


async def test_callers_do_not_notice_that_a_process_is_killed(
    two: tuple[int, tuple[Served, Served]], tmp_path: Path
) -> None:
    port, (one, other) = two
    me = await registered(other)
    caddyfile = CADDYFILE.read_text("utf-8")
    async with names() as asked_at:
        with ExitStack() as stack:
            proxy = proxied(caddyfile, tmp_path, asked_at, port)
            url = await asyncio.to_thread(stack.enter_context, proxy)
            told = await asked(url, me, one)
            print(told)
            assert set(told) == {"GET 200", "POST 201"}, told
            assert min(told.values()) > CALLERS
            page = await asyncio.to_thread(httpx.get, f"{url}/", verify=False)
            assert page.status_code == 200
        control = "\n".join(line for line in caddyfile.splitlines() if not re.search("lb_try|fail_duration", line))
        (tmp_path / "control").mkdir()
        with ExitStack() as stack:
            proxy = proxied(control, tmp_path / "control", asked_at, port)
            url = await asyncio.to_thread(stack.enter_context, proxy)
            told = await asked(url, me, None, seconds=0.5)
            assert any(answer.endswith("502") for answer in told), "without repeats a dead process is noticed"
