"""A copy of the tree in which one thing at a time is changed, and the tests of its area are run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from tests.support.mutants.areas import Area
from tests.support.mutants.harmless import HARMLESS, Harmless
from tests.support.mutants.mutations import Mutation, mutations

PATIENCE = 4.0
"""How many times as long as without a change the tests may take: after that the change has been noticed."""
LEAST_SECONDS = 30.0


class Mutant(Struct, frozen=True):
    """A change in a file."""

    file: Path
    mutation: Mutation
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.mutation}"

    def is_as(self, known: Harmless) -> bool:
        """Whether it is one of those changes."""
        where = (self.file.as_posix(), self.text.strip())
        return where == (known.file, known.line) and (not known.changes or self.mutation.change in known.changes)


def mutants(tree: Path, file: Path) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its lines."""
    source = (tree / file).read_text("utf-8")
    for mutation in mutations(source):
        yield Mutant(file, mutation, source.splitlines()[mutation.line - 1])


def sampled(tree: Path, area: Area, size: int, seed: int) -> list[Mutant]:
    """So many mutants of an area by chance, without the harmless ones; all of them where there are no more."""
    files = sorted(file.relative_to(tree) for file in (tree / area.sources).rglob("*.py"))
    every = [mutant for file in files for mutant in mutants(tree, file) if not any(map(mutant.is_as, HARMLESS))]
    chosen = sorted(Random(f"{area.sources}/{seed}").sample(range(len(every)), min(size, len(every))))
    return [every[at] for at in chosen]


class Copy:
    """The tree in a folder of its own, where mutants are tried."""

    def __init__(self, tree: Path, folder: Path, area: Area) -> None:
        self._folder, self._area = folder, area
        for name in (path.name for path in tree.iterdir() if not path.name.startswith(".")):
            kept = tree / name
            leave = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(kept, folder / name, ignore=leave) if kept.is_dir() else shutil.copy2(kept, folder)
        began = time.monotonic()
        if not self.passes(None):
            raise RuntimeError(f"The tests of {area.sources} fail without any change.")
        self._limit = max(LEAST_SECONDS, PATIENCE * (time.monotonic() - began))

    def notices(self, mutant: Mutant) -> bool:
        """Whether some test fails, or never ends, when this is changed."""
        file = self._folder / mutant.file
        before = file.read_bytes()
        file.write_text(mutant.mutation.source, "utf-8")
        try:
            return not self.passes(self._limit)
        finally:
            file.write_bytes(before)

    def passes(self, seconds: float | None) -> bool:
        """Whether all tests of the area pass, within so many seconds."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # so that nothing runs but what stands there now
        command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *self._area.tests]
        try:
            run = subprocess.run(
                command, cwd=self._folder, env=environment, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0
