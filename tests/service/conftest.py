"""Engines and stores for the tests of the service."""

import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from chronik.service.operating.log_lines import renderer
from chronik.service.running.settings import LogFormat
from tests.support.service.apps import PATIENCE, app, app_client, client, server, settings, shared_client, shared_server
from tests.support.service.engines import any_engine, emptied
from tests.support.service.sql import (
    bare_database,
    database,
    migrated_postgres,
    postgres,
    records,
    sqlite_database,
    sqlite_records,
)
from tests.support.service.tables import house, other, shared_house, shared_other

__all__ = [
    "app",
    "app_client",
    "bare_database",
    "client",
    "database",
    "house",
    "migrated_postgres",
    "other",
    "postgres",
    "records",
    "server",
    "settings",
    "shared_client",
    "shared_house",
    "shared_other",
    "shared_server",
    "sqlite_database",
    "sqlite_records",
]


@pytest.fixture(autouse=True)
def said_as_the_service_says_it() -> None:
    """Formats log lines as `serve` does: by default structlog prints all variables in the frames of an error.

    That may take ten seconds, which would block the loop that an application shares with its test.
    """
    *before, _ = structlog.get_config()["processors"]
    structlog.configure(processors=[*before, renderer(LogFormat.CONSOLE, sys.stdout)])


@pytest.fixture(scope="session")
def store_url() -> Iterator[str]:
    """Yields the address of the engine that all tests of this process share; each test opens its matches."""
    with any_engine() as url:
        yield url


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[LogStore]:
    """Yields a log store over the shared engine."""
    store = LogStore(store_url)
    yield store
    await store.close()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[BundledValkey]:
    """Yields a bundled engine for this test alone, which it may pause, starve and kill."""
    with BundledValkey.start(tmp_path / "data") as engine:
        yield engine


@pytest.fixture
def own_url(request: pytest.FixtureRequest, store_url: str) -> str:
    """Returns the address of an engine that holds nothing else: the test's `engine`, or the shared one, emptied."""
    if "engine" in request.fixturenames or "REDIS_URL" in os.environ:
        engine: BundledValkey = request.getfixturevalue("engine")
        return engine.url
    return emptied(store_url)


@pytest.fixture
async def own_store(own_url: str) -> AsyncIterator[LogStore]:
    """Yields a log store that holds nothing else, with a long timeout because the disk may be busy."""
    store = LogStore(own_url, timeout=PATIENCE)
    yield store
    await store.close()


@pytest.fixture
def lines_go_where_they_went() -> Iterator[None]:
    """Restores logging after a command that ran in this process and logged to the captured output of its test."""
    before, level = logging.root.handlers[:], logging.root.level
    yield
    structlog.reset_defaults()
    logging.root.handlers[:] = before
    logging.root.setLevel(level)
