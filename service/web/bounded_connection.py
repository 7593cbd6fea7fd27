"""A bounded connection: it is closed if its head is too long or late, if it is idle, or if its caller does not read.

uvicorn limits only the idle time. granian, which was compared, also limits the time of heads and refuses a head of a
megabyte. But it waits without limit for bodies and for readers, and takes twice the CPU per request: 59 µs against 28,
for an application that only answers (medians of five alternating runs, one process each, 25 November 2026).
"""

import asyncio
import resource
import socket
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from chronik.service.web.problems.kinds import HEAD_TOO_LARGE, MALFORMED
from chronik.service.web.problems.problem import MEDIA_TYPE, Problem

HEAD_BYTES = 32 * 1024
"""The most bytes that the request line and headers may have together."""
HEAD_SECONDS = 10.0
"""Seconds within which a head must arrive, from its first byte or from the start of the connection."""
IDLE_SECONDS = 20
"""Seconds that a connection may be idle between two requests."""
REST_SECONDS = 5.0
"""Seconds that the rest of a body may take to arrive after its request is answered."""
UNREAD_SECONDS = 20.0
"""Seconds that an answer may wait here without its caller reading any of it."""
SPARE_FILES = 200
"""Files that are reserved for the log, the database and the pages, out of those that the process may open."""
GOODBYE_SECONDS = 1.0
"""Seconds for which input is still read and dropped after a refusal, so that the refusal arrives."""
NOT_HTTP = "This is not a valid HTTP/1.1 request."


class HeadTooLarge(Exception):
    """The request line and the headers are longer than any valid request needs."""


class BoundedConnection(HttpToolsProtocol):
    """A uvicorn connection that cannot be kept open by doing nothing, or next to nothing.

    A timer runs while a head is incomplete, while the unwanted rest of a body arrives, and while an answer is not read.
    The idle time between two requests is uvicorn's (`timeout_keep_alive`). It ends with any byte: the next head counts
    from there, including empty lines before it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_head = True
        self._in_body = False
        self._refused = False
        self._head_size = 0
        self._unparsed = 0
        self._unread_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # asyncio names a wider type
        super().connection_made(cast("asyncio.Transport", BufferedTransport(transport, self.loop)))
        if len(self.connections) > most_connections():
            self.transport.abort()
        else:
            self._start_timer(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            self._unparsed += len(data)
        super().data_received(data)
        if not self._in_head or self._refused or self.transport.is_closing():
            return
        if self._unparsed > HEAD_BYTES:
            self._refuse(Problem(HEAD_TOO_LARGE, limit=HEAD_BYTES))
        elif self._timer is None:
            self._start_timer(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_size, self._unparsed = True, 0, 0

    def on_url(self, url: bytes) -> None:
        self._add_to_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._add_to_head(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body = False, True
        self._stop_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        self._stop_timer()
        super().on_message_complete()
        if self._begin_pause():
            self._start_timer(IDLE_SECONDS)  # uvicorn's idle timer started with the answer, and stopped with this body

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_body and self._timer is None:
            self._start_timer(REST_SECONDS)
        self._begin_pause()

    def send_400_response(self, msg: str) -> None:
        """Refuses a request that cannot be parsed, with a problem; uvicorn would answer in plain text."""
        if self._head_size > HEAD_BYTES:
            self._refuse(Problem(HEAD_TOO_LARGE, limit=HEAD_BYTES))
        else:
            self._refuse(Problem(MALFORMED, NOT_HTTP))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_bytes = self.transport.get_write_buffer_size()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self._check_reading)

    def resume_writing(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None
        super().resume_writing()

    def _begin_pause(self) -> bool:
        """Returns whether everything is answered and no request has begun; if so, prepares for the next head."""
        pauses = bool(self.cycle.response_complete) and not self._in_body and not self._in_head
        if pauses:
            self._in_head, self._head_size, self._unparsed = True, 0, 0
        return pauses

    def _start_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _add_to_head(self, size: int) -> None:
        """Adds to the size of the head; an exception here leads to `send_400_response`."""
        self._head_size += size
        if self._head_size > HEAD_BYTES:
            raise HeadTooLarge

    def _refuse(self, problem: Problem) -> None:
        """Answers a request that will not be read to its end, and closes; sends nothing during another answer."""
        self._refused = True
        self._stop_timer()
        self._start_timer(GOODBYE_SECONDS)
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
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

    def _check_reading(self) -> None:
        """Closes the connection if nothing was read since the last check; slow readers may continue."""
        left = self.transport.get_write_buffer_size()
        if left >= self._unread_bytes:
            self.transport.abort()
        else:
            self._unread_bytes = left
            self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self._check_reading)


class BufferedTransport:
    """A transport that combines small writes: it holds a write back until the next one.

    If none follows, it sends the write in the next iteration of the event loop.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._buffer = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._buffer:
            self._buffer += data
            self._flush()
        else:
            self._buffer = data
            self._loop.call_soon(self._flush)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._buffer and not self._transport.is_closing():
            self._transport.write(self._buffer)
        self._buffer = b""


def most_connections() -> int:
    """Returns the limit on connections, derived from the limit on open files."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if most == resource.RLIM_INFINITY else max(most - SPARE_FILES, most // 2)


def set_send_timeout(listener: socket.socket) -> None:
    """Makes the system close connections whose peer acknowledges nothing for 20 s, because its machine may be gone."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * UNREAD_SECONDS))
