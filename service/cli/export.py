"""Save a match or a tournament as a file."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

from chronik.service.cli.client import fetch_archive, fetch_bundle
from chronik.service.cli.command import Parser, Wrong, add_url, save, save_all, url_of
from chronik.service.tournaments.proof_file import is_whole


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik export`."""
    made.set_run(
        _export,
        "A match or tournament that only its players may see needs the token of a player or of the staff in "
        "CHRONIK_TOKEN. A file fetched with a token, or with names, is readable by its owner only (mode 600).",
    )
    made.add_argument("id", metavar="ID", help="the id of the match, or of the tournament")
    made.add_argument("file", metavar="FILE", type=Path, help="the file to save")
    made.add_argument("--tournament", action="store_true", help="save a tournament, with all its matches, in one file")
    made.add_argument("--names", action="store_true", help="save a tournament with the names of its players")
    add_url(made)


def _export(asked: argparse.Namespace) -> int:
    token = os.environ.get("CHRONIK_TOKEN")
    private = bool(token) or asked.names
    if asked.tournament:
        written = partial(save_all, asked.file, private=private)
        fetch_bundle(url_of(asked), asked.id, written, token, names=asked.names)
        if not is_whole(asked.file):
            raise Wrong(f"The file {asked.file} is incomplete, because the service stopped in the middle. Try again.")
    else:
        save(asked.file, fetch_archive(url_of(asked), asked.id, token), private=private)
    print(f"{asked.file}: {asked.file.stat().st_size} bytes")
    return 0
