"""Round trips to a server: the one place that talks through redis-py.

What is sent is sent once. redis-py's own retries would run a script up to eleven times for one call, so only its
connections are used, without its pools and clients. That also keeps the replies which arrived before a connection
broke, and it distinguishes "nothing was sent" from "outcome unknown".
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

from chronik.service.log.outcomes import Elsewhere, OutcomeUnknown, ReadOnly, Refused, Unavailable, Unconfirmed

Command: TypeAlias = tuple[bytes | str | int, ...]
Reply: TypeAlias = Any  # what RESP2 carries: None, int, bytes, or a list of these

ABOUT_THE_COMMAND = frozenset({"ERR", "NOSCRIPT", "WRONGTYPE"})
"""Error codes about the command itself.

With any other code the server reports its state (loading, part of a cluster, master away), and has done nothing.
"""
PACK = cast(Callable[[Command], bytes], cast(Any, hiredis).pack_command)
SETTINGS: Command = ("CONFIG", "GET", "appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy")
"""The command that reads the settings on which durability depends."""
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
    """The address of one server of a cluster."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def connection_settings(url: str, timeout: float) -> dict[str, Any]:
    """Returns the arguments for redis-py's connections to an address, with their class as `connection_class`."""
    # Our settings come last: the address must not switch timeouts or retries back on.
    settings: dict[str, Any] = {
        "connection_class": TcpConnection,
        **parse_url(url),
        "socket_timeout": None,  # `Wire.trip` has one deadline for the whole trip
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


Greet: TypeAlias = Callable[[Address | None, dict[str, str]], None]
"""Receives the durability settings that a server reports; empty if it forbids CONFIG GET."""


class Wire:
    """The connections to one server, each carrying one trip at a time; created on the event loop.

    `at` selects that server of the cluster at `url`. On each new connection `greet` first receives the server's
    durability settings, because the server may have been restarted.
    """

    def __init__(
        self, url: str, *, connections: int, timeout: float, at: Address | None = None, greet: Greet | None = None
    ) -> None:
        settings = connection_settings(url, timeout) | ({} if at is None else at._asdict())
        kind = settings.pop("connection_class")
        self.address = at
        self.is_local = "path" in settings
        self._make = cast(Callable[[], Connection], lambda: kind(**settings))
        self._greet = greet
        self._connections = connections
        self._free = asyncio.Semaphore(connections)
        self._open: set[Connection] = set()
        self._idle: list[Connection] = []
        self._in_progress = 0
        self._closed = False
        self.timeout = timeout

    @property
    def busy(self) -> bool:
        """Returns whether a trip is in progress."""
        return self._in_progress > 0

    async def trip(
        self,
        commands: Sequence[Command],
        *,
        then: Callable[[list[Reply]], Sequence[Command]] | None = None,
        patience: float | None = None,
    ) -> list[Reply]:
        """Returns each command's reply or exception, in order; raises `Unavailable` if nothing was sent.

        `OutcomeUnknown` is the result of every command without a reply. `then` receives the replies and returns further
        commands for the same connection, until it returns no more; their replies are appended.
        """
        await self._acquire_place()
        self._in_progress += 1
        try:
            connection = await self._take_connection()
            replies: list[Reply] = []
            further, asked = commands, 0
            try:
                async with asyncio.timeout(self.timeout if patience is None else patience):
                    while further:
                        asked += len(further)
                        await connection.send_packed_command(b"".join(map(PACK, further)))
                        while len(replies) < asked:
                            replies.append(await _read_reply(connection))
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
            self._in_progress -= 1
            self._free.release()

    async def read(self, *commands: Command, patience: float | None = None) -> list[Reply]:
        """Returns the replies to commands that change nothing, or raises the first error among them."""
        return raise_errors(await self.trip(commands, patience=patience))

    async def rest(self) -> None:
        """Closes the idle connections; later trips open new ones."""
        while self._idle:
            await self._drop(self._idle.pop())

    async def close(self) -> None:
        """Closes all connections; later trips raise `Unavailable`."""
        self._closed = True
        for connection in tuple(self._open):
            await self._drop(connection)
        self._idle.clear()

    async def _acquire_place(self) -> None:
        """Waits until fewer trips are in progress than connections are allowed."""
        if not self._free.locked():  # skips the cost of a timer
            await self._free.acquire()
            return
        try:
            async with asyncio.timeout(self.timeout):
                await self._free.acquire()
        except TimeoutError as error:
            raise Unavailable("the server is busy with our other calls") from error

    async def _take_connection(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_connected and not await connection.can_read():  # readable if closed
                return connection
            await self._drop(connection)
        connection = self._make()
        try:
            async with asyncio.timeout(self.timeout):
                await connection.connect()
                if self._greet is not None:
                    await connection.send_packed_command(PACK(SETTINGS))
                    self._greet(self.address, settings_of(await _read_reply(connection)))
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


def raise_errors(replies: list[Reply]) -> list[Reply]:
    """Returns the replies, or raises the first error among them; for commands that may be sent again."""
    for reply in replies:
        if isinstance(reply, OutcomeUnknown) and not isinstance(reply, Unconfirmed):
            raise Unavailable(str(reply)) from None
        if isinstance(reply, Exception):
            raise reply
    return replies


def settings_of(reply: Reply) -> dict[str, str]:
    """Parses the reply to CONFIG GET; the result is empty if the server forbids it."""
    if isinstance(reply, Exception):
        return {}
    words = [part.decode() for part in reply]
    return dict(zip(words[::2], words[1::2], strict=True))


async def _read_reply(connection: Connection) -> Reply:
    try:
        return await connection.read_response(disconnect_on_error=False)
    except (ResponseError, BusyLoadingError, AuthenticationError, AuthorizationError) as error:
        return _to_exception(error)


def _to_exception(error: RedisError) -> Exception:
    code, _, text = str(error).partition(" ")
    if error.status_code:
        code, text = str(error.status_code), str(error)
    sentence = f"the server is not ready ({code}: {text})"
    if isinstance(error, AskError):  # MovedError is a subclass
        said = cast(Any, error)
        return Elsewhere(sentence, code, said.slot_id, said.host, said.port)
    if isinstance(error, TryAgainError):
        return Elsewhere(sentence, code)
    if code in NO_WRITES:
        return ReadOnly(code, text)
    if code in ABOUT_THE_COMMAND:
        return Refused(code, text)
    return Unavailable(sentence)
