"""An S3 server as a process of its own, and a line to it that can be slow, silent or cut."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from urllib.error import URLError
from urllib.parse import urlparse
from urllib.request import Request, urlopen

from obstore.store import S3Store

PATIENCE = 60.0
CALLER = {"AWS_ACCESS_KEY_ID": "chronik", "AWS_SECRET_ACCESS_KEY": "not a secret", "AWS_REGION": "us-east-1"}
BUCKET = "s3://chronik/archives"


@contextmanager
def s3_server() -> Iterator[str]:
    """The address of an S3 server with one empty bucket."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port))
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    server = subprocess.Popen(
        command, env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    url, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    try:
        while True:
            try:
                urlopen(Request(f"{url}/{urlparse(BUCKET).netloc}", method="PUT"), timeout=5).close()
            except (URLError, ConnectionError, TimeoutError):
                assert server.poll() is None, "the S3 server has ended"
                assert time.monotonic() < until, "the S3 server does not answer"
                time.sleep(0.05)
            else:
                break
        yield url
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(PATIENCE)


def bucket_at(url: str) -> S3Store:
    """The bucket of an S3 server, for whoever does there what a service never would."""
    bucket, _, prefix = BUCKET.removeprefix("s3://").partition("/")
    return S3Store(
        bucket,
        prefix=prefix,
        endpoint=url,
        client_options={"allow_http": True},
        access_key_id=CALLER["AWS_ACCESS_KEY_ID"],
        secret_access_key=CALLER["AWS_SECRET_ACCESS_KEY"],
        region=CALLER["AWS_REGION"],
    )


class Line:
    """What lies between a caller and a server: each answer waits so long, or for ever."""

    def __init__(self) -> None:
        self.delay = 0.0


@asynccontextmanager
async def slow_line(url: str) -> AsyncIterator[tuple[Line, str]]:
    """A line to the server at an address, and its own address."""
    line, there = Line(), urlparse(url)

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delayed: bool) -> None:
        try:
            while data := await reader.read(1 << 16):
                await asyncio.sleep(line.delay if delayed else 0)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(there.hostname, there.port)
        with suppress(asyncio.CancelledError):  # whatever is still on its way when the line is taken down
            await asyncio.gather(passed(reader, far_writer, delayed=False), passed(far_reader, writer, delayed=True))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield line, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
