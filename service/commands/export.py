"""Save a match or a tournament as a file."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

from service.commands.client import fetch_archive, fetch_bundle
from service.commands.command import Parser, Wrong, add_url, save, save_all, url_of
from service.tournaments.bundle_file import is_whole


def understand(made: Parser) -> None:
    """What `chronik export` understands."""
    made.runs(
        _export,
        "What is disclosed to its players only needs a token of one of them, or of the staff, in CHRONIK_TOKEN. What "
        "was fetched with a token, or with names, only its owner may read (mode 600).",
    )
    made.add_argument("id", metavar="ID", help="the id of the match, or of the tournament")
    made.add_argument("file", metavar="FILE", type=Path, help="where to save it")
    made.add_argument("--tournament", action="store_true", help="a tournament, with all its matches in one file")
    made.add_argument("--names", action="store_true", help="a tournament with the names of its players")
    add_url(made)


def _export(asked: argparse.Namespace) -> int:
    token = os.environ.get("CHRONIK_TOKEN")
    private = bool(token) or asked.names
    if asked.tournament:
        written = partial(save_all, asked.file, private=private)
        fetch_bundle(url_of(asked), asked.id, written, token, names=asked.names)
        if not is_whole(asked.file):
            raise Wrong(f"The file {asked.file} was cut short: the service stopped in the middle; try again.")
    else:
        save(asked.file, fetch_archive(url_of(asked), asked.id, token), private=private)
    print(f"{asked.file}: {asked.file.stat().st_size} bytes")
    return 0
