"""Real engines for the tests: the configured one, a container, or the bundled one."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from chronik.service.log.bundled import BundledValkey
from chronik.service.log.idempotency import make_mark
from chronik.service.log.store import Append, LogStore
from tests.support.service.images import image_of

FLAGS = "--appendonly yes --appendfsync always --maxmemory-policy noeviction --save ''"
DOCKER_SOCKETS = ("/var/run/docker.sock", "/run/podman/podman.sock")


@contextmanager
def any_engine() -> Iterator[str]:
    """Yields the address of an engine: REDIS_URL, else Redis in a container if one can run, else the bundled Valkey."""
    if url := os.environ.get("REDIS_URL"):
        yield url
    elif containers_run():
        from testcontainers.community.redis import RedisContainer

        with RedisContainer(image_of("redis")).with_command(f"redis-server {FLAGS}") as container:
            yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}"
    else:
        with tempfile.TemporaryDirectory() as data, BundledValkey.start(Path(data)) as engine:
            yield engine.url


def emptied(url: str) -> str:
    """Empties an engine and returns its address, because an application would read the matches of all earlier tests.

    A configured engine is not emptied: other workers of this run use it too.
    """
    if "REDIS_URL" not in os.environ:
        with redis.Redis.from_url(url) as client:
            client.flushall()
    return url


def containers_run() -> bool:
    if "DOCKER_HOST" not in os.environ and not any(Path(name).exists() for name in DOCKER_SOCKETS):
        return False
    import docker
    from docker.errors import DockerException

    try:
        client = docker.from_env(timeout=3)
    except DockerException:
        return False
    try:
        return bool(client.ping())
    except (DockerException, OSError):
        return False
    finally:
        client.close()


class Scribe:
    """A writer of one match, with its version and head and the expected content of the log."""

    def __init__(self, match: str | None = None) -> None:
        self.match = match or os.urandom(16).hex()
        self.version = 0
        self.head = b""
        self.secret = os.urandom(32)
        self.written: list[bytes] = []

    def batch(self, entries: int = 1, *, key: str | None = None, fingerprint: str = "asked") -> Append:
        """Returns the next batch."""
        events = ",".join(f'{{"t":"{os.urandom(8).hex()}"}}' for _ in range(entries))
        return Append(
            match=self.match,
            expected=self.version,
            head=self.head,
            version=self.version + entries,
            batch=b'{"at":%d,"cmd":{"t":"write"},"e":[%s]}' % (self.version, events.encode()),
            new_head=os.urandom(32),
            mark=make_mark(key or os.urandom(8).hex(), fingerprint),
            secret=self.secret if self.version == 0 else None,
        )

    async def write(self, store: LogStore, *sizes: int) -> None:
        """Appends batches with these numbers of entries."""
        for size in sizes:
            await self.append(store, self.batch(size))

    async def append(self, store: LogStore, batch: Append) -> None:
        """Appends a batch; before the first one it stores the secret."""
        if batch.secret is not None:
            assert await store.keep_secret(self.match, batch.secret) == batch.secret
        await store.append(batch)
        self.landed(batch)

    def landed(self, batch: Append) -> None:
        """Records that a batch was acknowledged."""
        self.version, self.head = batch.version, batch.new_head
        self.written.append(batch.batch)
