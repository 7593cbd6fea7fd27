"""Run the service."""

from __future__ import annotations

import argparse
import os
import sys

from msgspec.structs import replace

from service.commands.command import Parser, add_data, configured_with_data
from service.doctor.configuration import misspelt
from service.log.keys import PARTITIONS
from service.serve import serve
from service.settings import SettingsError, whole


def understand(made: Parser) -> None:
    """What `chronik serve` understands."""
    made.runs(_serve, "Without CHRONIK_REDIS_URL it brings its own Valkey and keeps everything in the data directory.")
    made.add_argument("--host", help="where to listen (127.0.0.1)")
    made.add_argument("--port", type=_port, metavar="P", help="the port (8000; 0 takes a free one)")
    add_data(made)
    made.add_argument("--workers", type=_workers, default=1, metavar="N", help="how many processes serve there (1)")


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
    settings = configured_with_data(asked)
    for variable in misspelt(os.environ):
        print(variable.sentence, file=sys.stderr)
    if asked.host is not None:
        settings = replace(settings, host=asked.host)
    if asked.port is not None:
        settings = replace(settings, port=asked.port)
    return serve(settings, asked.workers)
