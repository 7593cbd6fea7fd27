"""The diagnosis: all checks of the doctor, one after another, whether or not the service is running."""

from __future__ import annotations

import platform
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from chronik.service.cold.objects import Objects, Unreachable
from chronik.service.doctor.clocks import check_clock, check_time_sync, read_clock_state
from chronik.service.doctor.configuration import check_settings
from chronik.service.doctor.database import check_database
from chronik.service.doctor.disk import check_disk
from chronik.service.doctor.files import check_files, uses_data_directory
from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.doctor.log_server import check_log_servers
from chronik.service.log.bundled import BundledValkeyError, bundled_binary, bundled_version
from chronik.service.log.data_directory import check_marker, running_socket
from chronik.service.log.durability import Unsupported
from chronik.service.log.outcomes import ReadOnly, Refused, Unavailable
from chronik.service.log.server_status import read_server_statuses
from chronik.service.running.settings import Settings
from chronik.service.sql.database import NoDatabase
from chronik.service.sql.inspection import inspect_database, sqlite_file


async def diagnose(settings: Settings, environ: Mapping[str, str]) -> AsyncIterator[Finding]:
    """Yields all findings, in the order of the checks."""
    yield good("versions", f"Python {platform.python_version()} on {sys.platform}.")
    for finding in (*check_settings(settings, environ), *check_files(settings), *_disks(settings)):
        yield finding
    async for finding in _log(settings):
        yield finding
    async for finding in _database(settings):
        yield finding
    if isinstance(settings.archives, str):
        yield await check_bucket(settings.archives)
    for finding in check_time_sync(read_clock_state()):
        yield finding


def _disks(settings: Settings) -> Iterator[Finding]:
    """Yields the findings on the disk of the data directory, and on separate disks of the archives and SQLite."""
    if uses_data_directory(settings):
        yield from check_disk(settings.data)
    if isinstance(settings.archives, Path) and settings.data.absolute() not in settings.archives.absolute().parents:
        yield from check_disk(settings.archives, "disk of the archives")
    file = sqlite_file(settings.database_url)
    if file is not None and file.absolute().parent != settings.data.absolute():
        yield from check_disk(file.parent, "disk of the database")


async def _log(settings: Settings) -> AsyncIterator[Finding]:
    url = settings.redis_url
    if url is None:
        for finding in _check_bundled(settings.data):
            yield finding
        socket = running_socket(settings.data)
        if socket is None:
            yield note("log", "No service is running with this data directory, so its Valkey was not checked.")
            return
        url = f"unix://{quote(str(socket))}"
    try:
        statuses = await read_server_statuses(url)
    except (Unsupported, Unavailable, ReadOnly, Refused) as error:
        yield unsafe("log", f"{str(error)[:1].upper()}{str(error)[1:].removesuffix('.')}.")
        return
    for finding in check_log_servers(url, statuses):
        yield finding


async def check_bucket(url: str) -> Finding:
    """Returns the finding on whether the archive bucket answers, tested by listing a few objects."""
    try:
        await Objects(url).check_exists()
    except Unreachable as error:
        return unsafe(
            "archives",
            f"The archive bucket does not answer ({error.__cause__.__class__.__name__}). "
            "Check CHRONIK_ARCHIVE_URL and the credentials.",
        )
    return good("archives", "The archive bucket can be reached.")


def _check_bundled(data: Path) -> Iterator[Finding]:
    """Yields the finding on whether the bundled Valkey exists and fits the data directory."""
    try:
        version = bundled_version(bundled_binary())
        check_marker(data, version)
    except BundledValkeyError as error:
        yield unsafe("log", str(error))
    else:
        yield good("versions", f"The bundled Valkey is {version}.")


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    try:
        facts = await inspect_database(settings.database_url)
    except NoDatabase as error:
        yield unsafe("database", str(error))
        return
    for finding in check_database(facts):
        yield finding
    if facts is not None and facts.ahead_ms is not None:
        for finding in check_clock("database", facts.ahead_ms):
            yield finding
