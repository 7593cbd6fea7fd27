"""A proxy before an engine that can swallow one answer, as a network does, or refuse everything, as an engine may."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlparse

import hiredis


class Proxy:
    """What the proxy has seen, whether it shall swallow the next answer to a word, and what it says to everything."""

    def __init__(self, url: str) -> None:
        self.engine = urlparse(url)
        self.seen: list[bytes] = []
        self.swallow = b""
        self.refusal = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on, until either side ends or an answer is swallowed."""
        if self.engine.scheme == "unix":
            there = await asyncio.open_unix_connection(self.engine.path)
        else:
            there = await asyncio.open_connection(self.engine.hostname, self.engine.port)
        try:
            while asked := await reader.read(1 << 20):
                self.seen.append(asked)
                if self.refusal:
                    writer.write(f"-{self.refusal}\r\n".encode() * _commands(asked))
                    continue
                there[1].write(asked)
                answer = await there[0].read(1 << 20)
                if self.swallow and self.swallow in asked:
                    self.swallow = b""
                    return
                writer.write(answer)
        except ConnectionError:
            pass
        finally:
            for end in (writer, there[1]):
                end.close()


def _commands(asked: bytes) -> int:
    """How many commands there are in what was read at once."""
    reader = hiredis.Reader()
    reader.feed(asked)
    count = 0
    while reader.gets() is not False:
        count += 1
    return count


@asynccontextmanager
async def proxied(url: str, path: Path) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy before the engine at an address, and its own address."""
    proxy = Proxy(url)
    login = f"{proxy.engine.username or ''}:{proxy.engine.password}@" if proxy.engine.password else ""
    server = await asyncio.start_unix_server(proxy.serve, path)
    try:
        yield proxy, f"unix://{login}{path}"
    finally:
        server.close()
        await asyncio.sleep(0.01)
