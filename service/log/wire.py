"""Round trips to a server: the one place that talks through redis-py.

What is sent is sent once. redis-py's own retries would run a script up to eleven times for one call, so only its
connections are used, without its pools and clients. That also keeps the replies which arrived before a connection
broke, and tells "nothing was sent" from "nobody knows".
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import hiredis
from redis.asyncio.connection import Connection as TcpConnection
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from service.log.outcomes import Elsewhere, OutcomeUnknown, ReadOnly, Refused, Unavailable, Unconfirmed

Command: TypeAlias = tuple[bytes | str | int, ...]
Reply: TypeAlias = Any  # what RESP2 carries: None, int, bytes, or a list of these

ABOUT_THE_COMMAND = frozenset({"ERR", "NOSCRIPT", "WRONGTYPE"})
"""What a server begins with that has looked at a command; with any other code it speaks of itself, and has done
nothing: it is loading, it is part of a cluster, its master is away."""
PACK = cast(Callable[[Command], bytes], cast(Any, hiredis).pack_command)
NO_WRITES = frozenset({"OOM", "MISCONF", "READONLY", "NOREPLICAS"})


class Connection(Protocol):
    """The part of a redis-py connection that we use."""

    @property
    def is_connected(self) -> bool: ...
    async def connect(self) -> None: ...
    async def can_read(self) -> bool: ...
    async def send_packed_command(self, command: bytes) -> None: ...
    async def read_response(self, *, disconnect_on_error: bool) -> Reply: ...
    async def disconnect(self, nowait: bool = False) -> None: ...


class Address(NamedTuple):
    """Where one server of a cluster listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def connection_settings(url: str, timeout: float) -> dict[str, Any]:
    """What redis-py's connections to an address are made with, and their class as `connection_class`."""
    # Our settings come last: what stands in the address must not switch timeouts or retries back on.
    settings: dict[str, Any] = {
        "connection_class": TcpConnection,
        **parse_url(url),
        "socket_timeout": None,  # there is one deadline for the whole trip, below
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "retry_on_timeout": False,
        "retry_on_error": [],
        "health_check_interval": 0,
        "decode_responses": False,
        "protocol": 2,
        "client_name": "chronik",
        "driver_info": None,
    }
    for pooling in ("max_connections", "timeout"):
        settings.pop(pooling, None)
    return settings


class Wire:
    """The connections to one server, each carrying one trip at a time; to be made on the event loop.

    With `at` it is that server of a cluster, reached as the address says.
    """

    def __init__(self, url: str, *, connections: int, timeout: float, at: Address | None = None) -> None:
        settings = connection_settings(url, timeout) | ({} if at is None else at._asdict())
        kind = settings.pop("connection_class")
        self.address = at
        self.is_local = "path" in settings
        self._make = cast(Callable[[], Connection], lambda: kind(**settings))
        self._connections = connections
        self._free = asyncio.Semaphore(connections)
        self._open: set[Connection] = set()
        self._idle: list[Connection] = []
        self._under_way = 0
        self._closed = False
        self.timeout = timeout
        self.trips = 0

    @property
    def busy(self) -> bool:
        """Whether a trip is under way."""
        return self._under_way > 0

    async def trip(
        self,
        commands: Sequence[Command],
        *,
        then: Callable[[list[Reply]], Sequence[Command]] | None = None,
        patience: float | None = None,
    ) -> list[Reply]:
        """Every command's reply or its exception, in order; raises Unavailable when nothing was sent.

        The exceptions are returned, not raised; `OutcomeUnknown` stands for every command without a reply. With `then`,
        what it makes of the replies goes on over the same connection, so to the same server, and is answered as well,
        until it makes nothing of them.
        """
        await self._turn()
        self._under_way += 1
        try:
            connection = await self._connected()
            self.trips += 1
            replies: list[Reply] = []
            further, asked = commands, 0
            try:
                async with asyncio.timeout(self.timeout if patience is None else patience):
                    while further:
                        asked += len(further)
                        await connection.send_packed_command(b"".join(map(PACK, further)))
                        while len(replies) < asked:
                            replies.append(await _reply(connection))
                        further = () if then is None else then(replies[asked - len(further) :])
                self._idle.append(connection)
            except (RedisError, OSError) as error:  # TimeoutError is an OSError
                await self._drop(connection)
                lost = f"the server's answer was lost ({type(error).__name__})"
                replies += [OutcomeUnknown(lost) for _ in range(asked - len(replies))]
            except BaseException:
                await self._drop(connection)
                raise
            return replies
        finally:
            self._under_way -= 1
            self._free.release()

    async def read(self, *commands: Command, patience: float | None = None) -> list[Reply]:
        """The replies to commands that change nothing, or the first error among them."""
        return answered(await self.trip(commands, patience=patience))

    async def rest(self) -> None:
        """Close the connections on which nothing is under way; who comes later opens others."""
        while self._idle:
            await self._drop(self._idle.pop())

    async def close(self) -> None:
        """Close all connections; whoever comes later finds the server unavailable."""
        self._closed = True
        for connection in tuple(self._open):
            await self._drop(connection)
        self._idle.clear()

    async def _turn(self) -> None:
        """Wait until fewer trips are under way than there may be connections."""
        if not self._free.locked():  # nothing to wait for, so no clock either
            await self._free.acquire()
            return
        try:
            async with asyncio.timeout(self.timeout):
                await self._free.acquire()
        except TimeoutError as error:
            raise Unavailable("the server is busy with our other calls") from error

    async def _connected(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_connected and not await connection.can_read():  # there is something to read at its end
                return connection
            await self._drop(connection)
        connection = self._make()
        try:
            async with asyncio.timeout(self.timeout):
                await connection.connect()
        except (RedisError, OSError) as error:
            await connection.disconnect(nowait=True)
            why = str(error).removesuffix(".") or type(error).__name__
            raise Unavailable(f"the server cannot be reached ({why})") from error
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        self._open.add(connection)
        if self._closed:
            await self._drop(connection)
            raise Unavailable("the connections to the server are closed")
        return connection

    async def _drop(self, connection: Connection) -> None:
        self._open.discard(connection)
        await connection.disconnect(nowait=True)


def answered(replies: list[Reply]) -> list[Reply]:
    """The replies to commands that may be asked again, or the first error among them."""
    for reply in replies:
        if isinstance(reply, OutcomeUnknown) and not isinstance(reply, Unconfirmed):
            raise Unavailable(str(reply)) from None
        if isinstance(reply, Exception):
            raise reply
    return replies


async def _reply(connection: Connection) -> Reply:
    try:
        return await connection.read_response(disconnect_on_error=False)
    except (ResponseError, BusyLoadingError, AuthenticationError, AuthorizationError) as error:
        return _told(error)


def _told(error: RedisError) -> Exception:
    code, _, text = str(error).partition(" ")
    if error.status_code:
        code, text = str(error.status_code), str(error)
    sentence = f"the server is not ready for us ({code}: {text})"
    if isinstance(error, AskError):  # of which a MovedError is one
        said = cast(Any, error)
        return Elsewhere(sentence, code, said.slot_id, said.host, said.port)
    if isinstance(error, TryAgainError):
        return Elsewhere(sentence, code)
    if code in NO_WRITES:
        return ReadOnly(code, text)
    if code in ABOUT_THE_COMMAND:
        return Refused(code, text)
    return Unavailable(sentence)
