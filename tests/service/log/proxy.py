"""A proxy in front of an engine that can drop one answer, as a network does, or answer every command with an error."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlparse

import hiredis


class Proxy:
    """The commands seen, the word whose next answer is dropped, and the error that answers every command."""

    def __init__(self, url: str) -> None:
        self.engine = urlparse(url)
        self.seen: list[bytes] = []
        self.swallow = b""
        self.refusal = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards one connection until a side closes it or an answer is dropped."""
        if self.engine.scheme == "unix":
            there = await asyncio.open_unix_connection(self.engine.path)
        else:
            there = await asyncio.open_connection(self.engine.hostname, self.engine.port)
        try:
            while asked := await reader.read(1 << 20):
                self.seen.append(asked)
                if self.refusal:
                    writer.write(f"-{self.refusal}\r\n".encode() * _count_commands(asked))
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


def _count_commands(asked: bytes) -> int:
    """Returns the number of commands in some bytes."""
    reader = hiredis.Reader()
    reader.feed(asked)
    count = 0
    while reader.gets() is not False:
        count += 1
    return count


@asynccontextmanager
async def start_proxy(url: str, path: Path) -> AsyncIterator[tuple[Proxy, str]]:
    """Starts a proxy for the engine at an address, and yields it with its address."""
    proxy = Proxy(url)
    login = f"{proxy.engine.username or ''}:{proxy.engine.password}@" if proxy.engine.password else ""
    server = await asyncio.start_unix_server(proxy.serve, path)
    try:
        yield proxy, f"unix://{login}{path}"
    finally:
        server.close()
        await asyncio.sleep(0.01)
