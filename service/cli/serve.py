"""Run the service."""

from __future__ import annotations

import argparse
import os
import sys

from msgspec.structs import replace

from chronik.service.cli.command import Parser, add_data, read_settings_with_data
from chronik.service.doctor.configuration import check_names
from chronik.service.log.keys import PARTITIONS
from chronik.service.running.settings import SettingsError, whole
from chronik.service.serving.serve import serve


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik serve`."""
    made.set_run(
        _serve, "Without CHRONIK_REDIS_URL it runs the bundled Valkey and stores everything in the data directory."
    )
    made.add_argument("--host", help="the address to listen on (127.0.0.1)")
    made.add_argument("--port", type=_port, metavar="P", help="the port (8000; 0 chooses a free one)")
    add_data(made)
    made.add_argument("--workers", type=_workers, default=1, metavar="N", help="number of processes (1)")


def _port(text: str) -> int:
    try:
        return whole(0, 65_535)(text)
    except SettingsError as wrong:
        raise argparse.ArgumentTypeError(f"must be {wrong}") from None


def _workers(text: str) -> int:
    try:
        return whole(1, PARTITIONS)(text)
    except SettingsError as wrong:
        raise argparse.ArgumentTypeError(f"must be {wrong}") from None


def _serve(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    for variable in check_names(os.environ):
        print(variable.sentence, file=sys.stderr)
    if asked.host is not None:
        settings = replace(settings, host=asked.host)
    if asked.port is not None:
        settings = replace(settings, port=asked.port)
    return serve(settings, asked.workers)
