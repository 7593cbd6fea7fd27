"""`chronik openapi`: print the OpenAPI document."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from chronik.service.app import create_app
from chronik.service.cli.command import Parser, save
from chronik.service.running.settings import Settings
from chronik.service.web.openapi.document import build_document
from chronik.service.web.openapi.layout import format_document


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik openapi`."""
    made.set_run(_openapi)
    made.add_argument("file", metavar="FILE", type=Path, nargs="?", help="write the document to this file instead")


def _openapi(asked: argparse.Namespace) -> int:
    document = openapi_document()
    if asked.file is None:
        sys.stdout.write(document.decode())
    else:
        save(asked.file, document)
    return 0


NOWHERE = "redis://nowhere.invalid"


def openapi_document() -> bytes:
    """Returns the document with the default limits, one line per path and schema; works without Valkey."""
    settings = Settings(redis_url=NOWHERE)
    return format_document(build_document(create_app(settings), settings)).encode()
