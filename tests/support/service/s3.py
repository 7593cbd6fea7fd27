"""An S3 server in a separate process, and a connection to it that can be slow, silent or cut."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlparse
from urllib.request import urlopen

from obstore.store import S3Store

RCLONE = Path(sys.executable).with_name("rclone")
PATIENCE = 60.0
CALLER = {"AWS_ACCESS_KEY_ID": "chronik", "AWS_SECRET_ACCESS_KEY": "not a secret", "AWS_REGION": "us-east-1"}
BUCKET = "s3://chronik/archives"


@contextmanager
def s3_server() -> Iterator[str]:
    """Yields the address of an S3 server with one empty bucket, which has one user and checks signatures."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    caller = f"{CALLER['AWS_ACCESS_KEY_ID']},{CALLER['AWS_SECRET_ACCESS_KEY']}"
    with tempfile.TemporaryDirectory() as buckets:
        Path(buckets, urlparse(BUCKET).netloc).mkdir()
        server = subprocess.Popen(
            (RCLONE, "serve", "s3", buckets, "--addr", address, "--auth-key", caller, "--config", os.devnull),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            await_answer(server, f"http://{address}")
            yield f"http://{address}"
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(PATIENCE)


def await_answer(server: subprocess.Popen[bytes], url: str) -> None:
    """Waits until the server answers, even with a refusal."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(url, timeout=5).close()
        except HTTPError:
            return
        except (URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, "the S3 server has ended"
            assert time.monotonic() < until, "the S3 server does not answer"
            time.sleep(0.02)
        else:
            return


def bucket_at(url: str) -> S3Store:
    """Returns the bucket of an S3 server, for tests that do there what a service never would."""
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
    """A delay in seconds of every answer between a server and its caller; it may be infinite."""

    def __init__(self) -> None:
        self.delay = 0.0


@asynccontextmanager
async def slow_line(url: str) -> AsyncIterator[tuple[Line, str]]:
    """Yields a delayed connection to the server at an address, and the address to use instead."""
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
        with suppress(asyncio.CancelledError):  # answers that are still on their way at the end
            await asyncio.gather(passed(reader, far_writer, delayed=False), passed(far_reader, writer, delayed=True))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield line, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
