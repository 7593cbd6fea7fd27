"""The parts of the night: six servers of a cluster, a Postgres, an object store, and three services over them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
from obstore.store import S3Store

from tests.support.crash.chronik import ROOT
from tests.support.crash.network import Network
from tests.support.crash.replicated import HOSTS
from tests.support.crash.wall_clock import WallClock
from tests.support.service.apps import until
from tests.support.service.cluster import Cluster, cluster
from tests.support.service.forks import Forked
from tests.support.service.ports import LOOPBACK
from tests.support.service.s3 import BUCKET, CALLER, Line, bucket_at, s3_server, slow_line
from tests.support.service.sql import OwnPostgres

SERVICES = 3
GRACE_SECONDS = 60
"""Seconds after their end at which matches leave the cluster: in a night many do."""
CACHED_MATCHES = 150
"""The number of matches in memory: so few that the services have settled long before they are measured."""
PATIENCE = 120.0
COMMAND_SECONDS = 600
FEEDS = re.compile(r"^chronik_feed_clients (\S+)$", re.MULTILINE)


class Service:
    """One of the services, on a fixed port; a service that has ended by itself is started again."""

    def __init__(self, port: int, environment: Mapping[str, str], log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        self.clock = WallClock(log.with_suffix(".clock"))
        self.wanted = True
        self.died = 0
        """The number of times that it has ended by itself."""
        self._port = port
        self._environment = {**environment, **self.clock.environment}
        self._process: Forked | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        self.wanted = True
        words = ("serve", "--port", str(self._port))
        self._process = Forked(words, self._environment, self.log, program="tests.support.service.small_caches")

    def send(self, sent: signal.Signals) -> None:
        os.kill(self.pid, sent)

    async def end(self, how: signal.Signals) -> None:
        """Ends the service and leaves it stopped."""
        self.wanted = False
        if self.alive:
            self.send(how)
        assert self._process is not None
        await asyncio.to_thread(self._process.wait, PATIENCE)

    async def is_ready(self) -> bool:
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=3) as client:
                return (await client.get("/health/ready")).status_code == 200
        except httpx.HTTPError:
            return False

    async def keep_alive(self) -> None:
        """Starts the service again, as an operator would, whenever it has ended by itself."""
        while True:
            await asyncio.sleep(1)
            if self.wanted and not self.alive:
                self.died += 1
                self.start()


class Parts:
    """All running parts; `urls` are the addresses of the services."""

    def __init__(
        self,
        servers: Cluster,
        network: Network | None,
        postgres: OwnPostgres,
        line: Line,
        bucket: S3Store,
        environment: Mapping[str, str],
    ) -> None:
        self.servers = servers
        self.network = network
        self.postgres = postgres
        self.line = line
        self.bucket = bucket
        """The bucket of the archives, without the slow connection in between."""
        self.environment = environment
        self.services: list[Service] = []

    @property
    def urls(self) -> list[str]:
        return [service.url for service in self.services]

    async def settled(self) -> None:
        """Returns once everything is as it should be; raises `TimeoutError`."""
        await until(self.are_servers_settled, PATIENCE)
        await until(self.are_services_ready, PATIENCE)

    async def are_servers_settled(self) -> bool:
        """Returns whether every slot has a master with a replica; a server that has ended is started again."""
        for node in self.servers.nodes:
            if not node.alive:
                node.start()
        await asyncio.sleep(0.2)
        return await asyncio.to_thread(self.servers.settled)

    async def are_services_ready(self) -> bool:
        await asyncio.sleep(0.2)
        return all([await service.is_ready() for service in self.services])

    async def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a `chronik` command over the same log, database and archives."""

        def run() -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [sys.executable, "-m", "chronik.service", *words],
                cwd=ROOT,
                env=self.environment,
                capture_output=True,
                text=True,
                timeout=COMMAND_SECONDS,
                check=False,
            )

        return await asyncio.to_thread(run)


@asynccontextmanager
async def parts(home: Path, ports: int, network: Network | None) -> AsyncIterator[Parts]:
    """Runs all parts, with the services on ports from a number up; in a separate network, servers can be cut off."""
    async with AsyncExitStack() as stack:
        servers = stack.enter_context(cluster(HOSTS if network else (LOOPBACK,)))
        folder = home / "postgres"
        folder.mkdir()
        postgres = OwnPostgres(folder)
        postgres.start()
        stack.callback(postgres.kill)
        near = stack.enter_context(s3_server())
        line, far = await stack.enter_async_context(slow_line(near))
        others = {name: value for name, value in os.environ.items() if not name.startswith(("CHRONIK_", "AWS_"))}
        environment = {
            **others,
            **CALLER,
            "AWS_ENDPOINT_URL": far,
            "AWS_ALLOW_HTTP": "true",
            "PYTHONPATH": str(ROOT),
            "CHRONIK_REDIS_URL": servers.url,
            "CHRONIK_DATABASE_URL": postgres.url,
            "CHRONIK_ARCHIVE_URL": BUCKET,
            "CHRONIK_ARCHIVE_AFTER_SECONDS": str(GRACE_SECONDS),
            "CHRONIK_DATA": str(home / "data"),
            "CHRONIK_RATE_ACCOUNT": "0",
            "CHRONIK_RATE_ADDRESS": "0",
            "CHRONIK_STREAMS_ADDRESS": "10000",
            "CHRONIK_CACHED_MATCHES": str(CACHED_MATCHES),
            "CHRONIK_LOG_LEVEL": "warning",
        }
        running = Parts(servers, network, postgres, line, bucket_at(near), environment)
        for number in range(SERVICES):
            service = Service(ports + number, environment, home / f"service-{number}.log")
            running.services.append(service)
            service.start()
            stack.push_async_callback(service.end, signal.SIGKILL)
        await running.settled()
        yield running


def resident(pid: int) -> int:
    """Returns the bytes of memory of a process, or 0 if it does not exist."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def descriptors(pid: int) -> int:
    """Returns the number of open files of a process."""
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


class Sample(NamedTuple):
    """The resources of a service at a moment, in seconds: bytes of memory, files, and how many of these are feeds."""

    at: float
    memory: int
    descriptors: int
    feeds: int


class Sampled:
    """Samples of the service that is never killed."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.samples: list[Sample] = []

    @property
    def said(self) -> str:
        if not self.samples:
            return "nothing weighed"
        last = self.samples[-1]
        return f"{last.memory / (1 << 20):.0f} MiB, {last.descriptors} descriptors, {last.feeds} of them feeds"

    async def sample(self) -> None:
        """Takes a sample every ten seconds for ever; a sample that gets no answer is left out."""
        async with httpx.AsyncClient(base_url=self.service.url, timeout=5) as client:
            while True:
                pid = self.service.pid
                with suppress(httpx.HTTPError):
                    told = FEEDS.search((await client.get("/metrics")).text)
                    assert told is not None
                    feeds = int(float(told[1]))
                    self.samples.append(Sample(time.monotonic(), resident(pid), descriptors(pid), feeds))
                await asyncio.sleep(10)
