"""Starts the service: Valkey, if no server is configured, then the application, which runs until it is stopped."""

import asyncio
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import uvicorn
import uvloop
from msgspec.structs import replace

from chronik.service.app import create_app
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.copies import check_is_restored
from chronik.service.log.durability import advisory, check_is_ours, durability, weakness
from chronik.service.log.store import LogStore
from chronik.service.operating.log_lines import configure
from chronik.service.operating.metrics_server import serve_metrics
from chronik.service.operating.traces import begin_tracing, end_tracing
from chronik.service.running.garbage_collection import collect_garbage
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings
from chronik.service.running.user_error import UserError
from chronik.service.serving.processes import Processes
from chronik.service.sql.database import open_records
from chronik.service.web.bounded_connection import IDLE_SECONDS, BoundedConnection, set_send_timeout

GRACE = 2
"""Seconds that open streams have to end when the service stops."""


class Weak(UserError):
    """The error if Valkey may lose acknowledged commands; the message says why."""


class NoAddress(UserError):
    """The error if the service cannot listen on its address; the message says why."""


class Service(NamedTuple):
    """The settings and the listening socket of the service."""

    settings: Settings
    listener: socket.socket
    own_valkey: bool = False
    """Whether this is the bundled Valkey, which no other service uses."""


def serve(settings: Settings, processes: int = 1) -> int:
    """Runs the service until it is stopped; returns 1 if Valkey, or one of several processes, is down for good."""
    configure(settings.log_level, settings.log_format)
    if settings.port and settings.metrics_port == settings.port:
        raise NoAddress(
            f"The service and its metrics cannot share port {settings.port}; set CHRONIK_METRICS_PORT to another one."
        )
    _open_many_files()
    signal.signal(signal.SIGTERM, _end)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` ignores it
        signal.signal(signal.SIGHUP, _terminate)
    with bind(settings) as listener, serve_metrics(settings.host, settings.metrics_port):
        if settings.redis_url is not None:
            return _run(Service(settings, listener), None, processes)
        with BundledValkey.start(settings.data) as valkey:
            return _run(Service(replace(settings, redis_url=valkey.url), listener, own_valkey=True), valkey, processes)


def _end(*_: object) -> None:
    """Ends the process so that Valkey stops and the data directory is released; ignores further signals."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(0)


def _terminate(*_: object) -> None:
    """Sends SIGTERM to this process, for which the server has a handler while it serves."""
    os.kill(os.getpid(), signal.SIGTERM)


def _open_many_files() -> None:
    """Raises the soft limit on open files to the hard limit, because each feed needs one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bind(settings: Settings) -> socket.socket:
    """Returns a socket that listens on the configured address; connections wait until the service is ready."""
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise NoAddress(f"Chronik cannot listen on {settings.host}:{settings.port} ({error.strerror}).") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        set_send_timeout(listener)
        listener.bind(address)
        listener.listen()  # two processes may bind at the same moment, but only one can listen
    except OSError as error:
        listener.close()
        raise NoAddress(f"Chronik cannot listen on {settings.host}:{settings.port} ({error.strerror}).") from error
    return listener


def _run(service: Service, valkey: BundledValkey | None, processes: int) -> int:
    async def alone() -> int:
        await _check(service.settings)
        return await _serve(service, valkey, 0, lambda: _say(service.listener))

    if processes == 1:
        return run_async(alone(), uvloop.new_event_loop)
    run_async(_check(service.settings))

    def down() -> bool:
        return valkey is not None and bool(valkey.trouble)

    # A mapping proxy cannot be pickled.
    settings = replace(service.settings, data_sets=dict(service.settings.data_sets))
    good = Processes(_run_one, service._replace(settings=settings), processes).run(lambda: _say(service.listener), down)
    if valkey is not None and valkey.trouble:
        print(valkey.trouble, file=sys.stderr)
    return 1 if down() or not good else 0


def _run_one(service: Service, number: int, serving: Callable[[], None]) -> None:
    """Runs one process of several, which ends when its parent does."""
    configure(service.settings.log_level, service.settings.log_format)
    _open_many_files()
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    run_async(_serve(service, None, number, serving), uvloop.new_event_loop)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _terminate()


def _say(listener: socket.socket) -> None:
    host, port, *_ = listener.getsockname()
    print(f"Chronik is at http://{f'[{host}]' if ':' in host else host}:{port} (stop with Ctrl-C)", flush=True)


class _Server(uvicorn.Server):
    """A server that reports when it accepts connections, and ends its streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, serving: Callable[[], None], end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._serving = serving
        self._end_streams = end_streams
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.sleep(0)  # lets an earlier interrupt end the process here, before anything starts
        await super().startup(sockets)
        self._collecting = asyncio.create_task(collect_garbage())
        self._serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
        if self._collecting is not None:
            self._collecting.cancel()


async def _check(settings: Settings) -> None:
    """Checks the log's server and the database, so that an unsafe or missing server is reported in one sentence."""
    await _check_durability(settings)
    async with open_records(settings.database_url):
        pass


async def _serve(service: Service, valkey: BundledValkey | None, number: int, serving: Callable[[], None]) -> int:
    """Serves requests as process `number`; the number is also the member name if the bundled Valkey is used."""
    app = create_app(service.settings, valkey, str(number) if service.own_valkey else None)
    server = _Server(
        uvicorn.Config(
            app,
            http=BoundedConnection,
            timeout_keep_alive=IDLE_SECONDS,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # only CHRONIK_TRUSTED_PROXIES may forward addresses
            timeout_graceful_shutdown=GRACE,
        ),
        serving,
        app.state.end_streams,
    )

    def trouble() -> str:
        return (valkey.trouble if valkey is not None else "") or str(app.state.background.trouble)

    threading.Thread(target=_watch, args=(trouble, server), name="trouble-watch", daemon=True).start()
    begin_tracing(os.environ)
    try:
        await server.serve([service.listener])
    finally:
        await asyncio.to_thread(end_tracing)
    if said := trouble():
        print(said, file=sys.stderr)
        return 1
    return 0 if server.started else 1


def _watch(trouble: Callable[[], str], server: uvicorn.Server) -> None:
    """Stops the service once Valkey is down for good or a background task has failed; then it must be restarted."""
    while not trouble():
        time.sleep(0.2)
    server.should_exit = True


async def _check_durability(settings: Settings) -> None:
    assert settings.redis_url is not None
    store = LogStore(settings.redis_url)
    try:
        servers = await store.servers()
        found = await durability(servers)
        await check_is_ours(servers)
        await check_is_restored(servers)
    finally:
        await store.close()
    weak = " ".join(filter(None, map(weakness, found)))
    if weak and not settings.weak_durability:
        raise Weak(f"{weak} Change the settings, or set CHRONIK_WEAK_DURABILITY=1 to accept that.")
    for sentence in (weak, *map(advisory, found)):
        if sentence:
            print(sentence, file=sys.stderr)
