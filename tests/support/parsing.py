"""Parsing of Python sources without garbage collection.

CPython before 3.11.8 miscounts the depth of its recursion if a collection during parsing makes other code parse too,
such as another thread or the traceback of a finalizer (gh-106905); it then reports "AST constructor recursion depth
mismatch". Without collections no other code runs in between.
"""

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """Switches garbage collection off for a while."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def tree(source: str) -> ast.Module:
    """Returns the tree of a source."""
    with uncollected():
        return ast.parse(source)


@cache
def parsed(path: Path) -> ast.Module:
    """Returns the tree of one of our files; callers must not change it."""
    return tree(path.read_text("utf-8"))
