"""The process from which tests start others, with the service imported; all workers of a whole run share one.

Starting one takes a worker 1.4 seconds of processor time.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import forkserver, get_context
from typing import Any

import pytest

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(
    ["tests.support.service.keepers", "chronik.service.cli.serve", "tests.support.service.warm"]
)
SHARED = "CHRONIK_TESTS_FORK_SERVER"
"""The variable that tells workers the address of the one that they share."""

_server: Any = vars(forkserver)["_forkserver"]


def share(config: pytest.Config) -> None:
    """Starts the process for all workers, if this run is one of all tests; later Pythons let only its parent ask it."""
    if config.args_source is config.ArgsSource.TESTPATHS and sys.version_info < (3, 14):
        _server.ensure_running()
        os.environ[SHARED] = _server._forkserver_address


def use_shared() -> None:
    """Lets this worker ask the shared process, if there is one, and start none."""
    if address := os.environ.pop(SHARED, None):
        _server._forkserver_address = address
        _server._forkserver_alive_fd = os.open(os.devnull, os.O_RDONLY)
        _server.ensure_running = lambda: None
