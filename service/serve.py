"""Serving: Valkey, where none is configured, then the application, until somebody says stop."""

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

from service.app import create_app
from service.garbage import look_for_garbage
from service.http.bounded_connection import IDLE_SECONDS, BoundedConnection, bound
from service.interrupt import awaited
from service.log.bundled import BundledValkey
from service.log.durability import advisory, weakness
from service.log.store import LogStore
from service.observing.log_lines import configure
from service.observing.metrics_server import metrics_served
from service.observing.traces import begin_tracing, end_tracing
from service.processes import Processes
from service.sentence import Sentence
from service.settings import Settings
from service.sql.database import opened_records

GRACE = 2
"""Seconds that open streams have when the service stops."""


class Weak(Sentence):
    """Valkey may forget what it acknowledged; the sentence says why."""


class NoAddress(Sentence):
    """The service cannot listen where it was told to; the sentence says why."""


class House(NamedTuple):
    """Where to serve, and what with."""

    settings: Settings
    door: socket.socket
    own: bool = False
    """Whether Valkey is our own, so that nobody serves with it but us."""


def serve(settings: Settings, processes: int = 1) -> int:
    """Runs the service until it is stopped; 1 when Valkey, or one of several processes, has gone down for good."""
    configure(settings.log_level, settings.log_format)
    if settings.port and settings.metrics_port == settings.port:
        raise NoAddress(f"The service and its metrics cannot both be at port {settings.port} (CHRONIK_METRICS_PORT).")
    _open_many_files()
    signal.signal(signal.SIGTERM, _end)
    with _bound(settings) as door, metrics_served(settings.host, settings.metrics_port):
        if settings.redis_url is not None:
            return _run(House(settings, door), None, processes)
        with BundledValkey.start(settings.data) as valkey:
            return _run(House(replace(settings, redis_url=valkey.url), door, own=True), valkey, processes)


def _end(*_: object) -> None:
    """Ends the process the way that lets Valkey stop and the data directory be tidied; to be told once is enough."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(0)


def _open_many_files() -> None:
    """Allows as many open files as the system lets us, where it says how many: each feed is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _bound(settings: Settings) -> socket.socket:
    """The address to listen at, ours from now on; who comes before the service is ready has to wait."""
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        door = socket.socket(family, kind, protocol)
    except OSError as error:
        raise NoAddress(f"Chronik cannot listen at {settings.host}:{settings.port} ({error.strerror}).") from error
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound(door)
        door.bind(address)
        door.listen()  # two who bind at the same moment both may, and only one of them may listen
    except OSError as error:
        door.close()
        raise NoAddress(f"Chronik cannot listen at {settings.host}:{settings.port} ({error.strerror}).") from error
    return door


def _run(house: House, valkey: BundledValkey | None, processes: int) -> int:
    async def alone() -> int:
        await _check(house.settings)
        return await _serve(house, valkey, 0, lambda: _say(house.door))

    if processes == 1:
        return awaited(alone(), uvloop.new_event_loop)
    awaited(_check(house.settings))

    def down() -> bool:
        return valkey is not None and bool(valkey.trouble)

    # A view of a mapping cannot be handed to another process.
    settings = replace(house.settings, data_sets=dict(house.settings.data_sets))
    good = Processes(_one_of_several, house._replace(settings=settings), processes).run(lambda: _say(house.door), down)
    if valkey is not None and valkey.trouble:
        print(valkey.trouble, file=sys.stderr)
    return 1 if down() or not good else 0


def _one_of_several(house: House, number: int, serving: Callable[[], None]) -> None:
    """The life of one process of several, which ends with the one that started it."""
    configure(house.settings.log_level, house.settings.log_format)
    _open_many_files()
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    awaited(_serve(house, None, number, serving), uvloop.new_event_loop)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _say(door: socket.socket) -> None:
    host, port, *_ = door.getsockname()
    print(f"Chronik is at http://{f'[{host}]' if ':' in host else host}:{port} (stop with Ctrl-C)", flush=True)


class _Server(uvicorn.Server):
    """A server that tells once somebody can come in, and ends its streams before it waits for callers."""

    def __init__(self, config: uvicorn.Config, serving: Callable[[], None], end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._serving = serving
        self._end_streams = end_streams
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.sleep(0)  # who was interrupted before ends here, and not in the midst of what begins now
        await super().startup(sockets)
        self._collecting = asyncio.create_task(look_for_garbage())
        self._serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
        if self._collecting is not None:
            self._collecting.cancel()


async def _check(settings: Settings) -> None:
    """Before anything is wired, so that what is weak or away is one sentence."""
    await _check_durability(settings)
    async with opened_records(settings.database_url):
        pass


async def _serve(house: House, valkey: BundledValkey | None, number: int, serving: Callable[[], None]) -> int:
    """Serves as one of those who do, under a number; it is a name where nobody else serves with this Valkey."""
    app = create_app(house.settings, valkey, str(number) if house.own else None)
    server = _Server(
        uvicorn.Config(
            app,
            http=BoundedConnection,
            timeout_keep_alive=IDLE_SECONDS,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # forwarded addresses are believed from CHRONIK_TRUSTED_PROXIES only
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
        await server.serve([house.door])
    finally:
        await asyncio.to_thread(end_tracing)
    if said := trouble():
        print(said, file=sys.stderr)
        return 1
    return 0 if server.started else 1


def _watch(trouble: Callable[[], str], server: uvicorn.Server) -> None:
    """Stops the service when its Valkey is down for good or it is half of itself: then another one has to begin."""
    while not trouble():
        time.sleep(0.2)
    server.should_exit = True


async def _check_durability(settings: Settings) -> None:
    assert settings.redis_url is not None
    store = LogStore(settings.redis_url)
    try:
        found = await store.durability()
        await store.check_is_ours()
        await store.check_is_restored()
    finally:
        await store.close()
    weak = " ".join(filter(None, map(weakness, found)))
    if weak and not settings.weak_durability:
        raise Weak(f"{weak} Set CHRONIK_WEAK_DURABILITY=1 to accept that.")
    for sentence in (weak, *map(advisory, found)):
        if sentence:
            print(sentence, file=sys.stderr)
