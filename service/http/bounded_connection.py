"""A bounded connection: a head that is short and prompt, a pause that ends, a reader that reads; else it is closed.

uvicorn bounds the pause alone. granian, which was compared, bounds heads in time as well and refuses one of a megabyte,
but waits for a body and for a reader as long as they like, and takes twice the CPU for a request: 59 µs against 28, for
an application that only answers (medians of five runs by turns, one process each, 25 November 2026).
"""

import asyncio
import resource
import socket
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from service.http.one_write import OneWriteProtocol
from service.problems.kinds import HEAD_TOO_LARGE, MALFORMED
from service.problems.problem import MEDIA_TYPE, Problem

HEAD_BYTES = 32 * 1024
"""Request line and headers together."""
HEAD_SECONDS = 10.0
"""So long may a head take to arrive, from its first byte, or from the beginning of the connection."""
IDLE_SECONDS = 20
"""So long may a connection be kept between two requests."""
REST_SECONDS = 5.0
"""So long may a body go on arriving when its request is answered."""
UNREAD_SECONDS = 20.0
"""So long may an answer lie here without its reader taking any of it."""
SPARE_FILES = 200
"""So many of the files that the process may open are kept for the log, the records and the pages."""
GOODBYE_SECONDS = 1.0
"""So long is read what nobody heeds any more, so that the refusal arrives before the connection is gone."""
NOT_HTTP = "This is no request of HTTP/1.1."


class HeadTooLarge(Exception):
    """The request line and the headers are longer than any request of ours needs."""


class BoundedConnection(OneWriteProtocol):
    """A connection of uvicorn that nobody keeps open by doing nothing, or next to nothing.

    A timer runs while a head is awaited that has not come in one piece, while the rest of a body comes for which
    nobody waits any more, and while an answer is not read. The pause between two requests is uvicorn's own
    (`timeout_keep_alive`), and ends with whatever arrives: the next head counts from there, empty lines before it too.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_head = True
        self._in_body = False
        self._refused = False
        self._told = 0
        self._waited = 0
        self._left = 0
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # asyncio names a wider type
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            self.transport.abort()
        else:
            self._await(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            self._waited += len(data)
        super().data_received(data)
        if not self._in_head or self._refused or self.transport.is_closing():
            return
        if self._waited > HEAD_BYTES:
            self._refuse(Problem(HEAD_TOO_LARGE, limit=HEAD_BYTES))
        elif self._late is None:
            self._await(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._told, self._waited = True, 0, 0

    def on_url(self, url: bytes) -> None:
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._grow(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body = False, True
        self._arrived()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        self._arrived()
        super().on_message_complete()
        if self._pause():
            self._await(IDLE_SECONDS)  # uvicorn's own pause began with the answer, and ended with this body

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_body and self._late is None:
            self._await(REST_SECONDS)
        self._pause()

    def send_400_response(self, msg: str) -> None:
        """Refuses what cannot be read on; uvicorn would say so in plain text."""
        if self._told > HEAD_BYTES:
            self._refuse(Problem(HEAD_TOO_LARGE, limit=HEAD_BYTES))
        else:
            self._refuse(Problem(MALFORMED, NOT_HTTP))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._look)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _pause(self) -> bool:
        """Whether everything is answered and nothing of another request has come; then the next head is awaited."""
        pauses = bool(self.cycle.response_complete) and not self._in_body and not self._in_head
        if pauses:
            self._in_head, self._told, self._waited = True, 0, 0
        return pauses

    def _await(self, seconds: float) -> None:
        self._late = self.loop.call_later(seconds, self.transport.abort)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _grow(self, size: int) -> None:
        """Counts what the parser has told of a head; what it raises becomes `send_400_response`."""
        self._told += size
        if self._told > HEAD_BYTES:
            raise HeadTooLarge

    def _refuse(self, problem: Problem) -> None:
        """Answers what will not be read to its end, and closes; nothing, where another answer is on its way."""
        self._refused = True
        self._arrived()
        self._await(GOODBYE_SECONDS)
        cycle = cast("RequestResponseCycle | None", self.cycle)  # there is none before the first request
        if cycle is not None and not cycle.response_complete:
            return
        body = problem.body()
        headers = (
            *self.server_state.default_headers,
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        )
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self.transport.write(STATUS_LINE[problem.status] + lines + b"\r\n" + body)

    def _look(self) -> None:
        """Cuts off who has read nothing since the last look; who reads slowly may go on."""
        left = self.transport.get_write_buffer_size()
        if left >= self._left:
            self.transport.abort()
        else:
            self._left = left
            self._unread = self.loop.call_later(UNREAD_SECONDS, self._look)


def most_connections() -> int:
    """How many connections there may be at once, by the files that the process may open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if most == resource.RLIM_INFINITY else max(most - SPARE_FILES, most // 2)


def bound(door: socket.socket) -> None:
    """Has the system itself give up whoever takes nothing for long, where it can: a machine may be gone."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * UNREAD_SECONDS))
