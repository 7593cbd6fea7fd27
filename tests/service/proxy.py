"""A proxy before an engine that can swallow one answer, as a network does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlparse


class Proxy:
    """What the proxy has seen, and whether it shall swallow the next answer to a word."""

    def __init__(self, url: str) -> None:
        self.engine = urlparse(url)
        self.seen: list[bytes] = []
        self.swallow = b""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on, until either side ends or an answer is swallowed."""
        if self.engine.scheme == "unix":
            there = await asyncio.open_unix_connection(self.engine.path)
        else:
            there = await asyncio.open_connection(self.engine.hostname, self.engine.port)
        try:
            while asked := await reader.read(1 << 20):
                self.seen.append(asked)
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
