"""A visit: everything the doctor looks at, one after the other, with the service running or not."""

from __future__ import annotations

import platform
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from service.cold.objects import Objects, Unreachable
from service.doctor.clocks import clock, clock_state, kept_in_step
from service.doctor.configuration import configuration
from service.doctor.database import database
from service.doctor.disk import disk
from service.doctor.files import files, keeps_something
from service.doctor.finding import Finding, good, note, unsafe
from service.doctor.log_server import log_servers
from service.log.bundled import BundledValkeyError, bundled_binary, bundled_version
from service.log.condition import conditions
from service.log.data_directory import check_marker, running_socket
from service.log.durability import Unsupported
from service.log.outcomes import ReadOnly, Refused, Unavailable
from service.settings import Settings
from service.sql.database import NoDatabase
from service.sql.inspection import inspected, sqlite_file


async def visit(settings: Settings, environ: Mapping[str, str]) -> AsyncIterator[Finding]:
    """All findings, in the order in which they are looked for."""
    yield good("versions", f"Python {platform.python_version()} on {sys.platform}.")
    for finding in (*configuration(settings, environ), *files(settings), *_disks(settings)):
        yield finding
    async for finding in _log(settings):
        yield finding
    async for finding in _database(settings):
        yield finding
    if isinstance(settings.archives, str):
        yield await bucket(settings.archives)
    for finding in kept_in_step(clock_state()):
        yield finding


def _disks(settings: Settings) -> Iterator[Finding]:
    """The disk of the data directory, and that of SQLite where it is another folder."""
    if keeps_something(settings):
        yield from disk(settings.data)
    if isinstance(settings.archives, Path) and settings.data.absolute() not in settings.archives.absolute().parents:
        yield from disk(settings.archives, "disk of the archives")
    file = sqlite_file(settings.database_url)
    if file is not None and file.absolute().parent != settings.data.absolute():
        yield from disk(file.parent, "disk of the database")


async def _log(settings: Settings) -> AsyncIterator[Finding]:
    url = settings.redis_url
    if url is None:
        for finding in _bundled(settings.data):
            yield finding
        socket = running_socket(settings.data)
        if socket is None:
            yield note("log", "The service does not run over this data directory, so its Valkey was not asked.")
            return
        url = f"unix://{quote(str(socket))}"
    try:
        told = await conditions(url)
    except (Unsupported, Unavailable, ReadOnly, Refused) as error:
        yield unsafe("log", f"{str(error)[:1].upper()}{str(error)[1:].removesuffix('.')}.")
        return
    for finding in log_servers(url, told):
        yield finding


async def bucket(url: str) -> Finding:
    """Whether the bucket of the archives is there; it is asked for the names of some objects."""
    try:
        await Objects(url).check_is_there()
    except Unreachable as error:
        return unsafe("archives", f"The bucket of the archives gives no answer ({error.__cause__.__class__.__name__}).")
    return good("archives", "The bucket of the archives can be reached.")


def _bundled(data: Path) -> Iterator[Finding]:
    """Whether the bundled Valkey is there, and is the one for the data directory."""
    try:
        version = bundled_version(bundled_binary())
        check_marker(data, version)
    except BundledValkeyError as error:
        yield unsafe("log", str(error))
    else:
        yield good("versions", f"The bundled Valkey is {version}.")


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    try:
        told = await inspected(settings.database_url)
    except NoDatabase as error:
        yield unsafe("database", str(error))
        return
    for finding in database(told):
        yield finding
    if told is not None and told.ahead_ms is not None:
        for finding in clock("database", told.ahead_ms):
            yield finding
