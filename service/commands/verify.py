"""Check files without any service."""

from __future__ import annotations

import argparse
from pathlib import Path

from service.archives import verify_file
from service.catalogue import Catalogue
from service.commands.command import Commands, add_command, add_data_set, data_sets_of, progress_bar
from service.tournaments.bundles import is_bundle, verify_bundle


def add_verify(commands: Commands) -> None:
    """What `chronik verify` understands."""
    made = add_command(
        commands,
        "verify",
        _verify,
        "check exported matches and tournaments without any service",
        "Hashes the chain again, folds the log, decides every command again from the seed, and compares. "
        "Of a tournament it judges every row again, draws every round again, checks what the secret of each match "
        "follows from, and counts the standings again. "
        "Ends with 1 when anything was altered, and names the first bad entry or row where one can be named.",
    )
    made.add_argument("files", metavar="FILE", type=Path, nargs="+", help="what `chronik export` has saved")
    add_data_set(made)


def _verify(asked: argparse.Namespace) -> int:
    catalogue = Catalogue(data_sets_of(asked))
    bad = 0
    for path in asked.files:
        if is_bundle(path):
            bad += not verify_tournament(path, catalogue)
            continue
        shown = verify_file(path, catalogue)
        bad += not shown.ok
        where = f" (entry {shown.entry})" if shown.entry is not None else ""
        print(f"{path}: {'good' if shown.ok else shown.status.value}{where}: {shown.sentence}")
    return 1 if bad else 0


def verify_tournament(path: Path, catalogue: Catalogue) -> bool:
    """Whether a bundle is good; says what was found."""
    with progress_bar() as bar:
        task = bar.add_task("matches", total=None)
        shown = verify_bundle(path, catalogue, lambda done, of: bar.update(task, completed=done, total=of))
    where = f" (row {shown.row})" if shown.row is not None else ""
    print(f"{path}: {'good' if shown.ok else shown.status.value}{where}: {shown.sentence}")
    for note in shown.notes:
        print(f"  {note}")
    return shown.ok
