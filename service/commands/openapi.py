"""Print the OpenAPI document."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.app import create_app
from service.commands.command import Parser, save
from service.openapi.document import document
from service.settings import Settings


def understand(made: Parser) -> None:
    """What `chronik openapi` understands."""
    made.runs(_openapi)
    made.add_argument("file", metavar="FILE", type=Path, nargs="?", help="write it there instead")


def _openapi(asked: argparse.Namespace) -> int:
    document = openapi_document()
    if asked.file is None:
        sys.stdout.write(document.decode())
    else:
        save(asked.file, document)
    return 0


NOWHERE = "redis://nowhere.invalid"


def openapi_document() -> bytes:
    """The document with the limits that stand when nothing is configured; needs no Valkey."""
    settings = Settings(redis_url=NOWHERE)
    return document(create_app(settings), settings)
