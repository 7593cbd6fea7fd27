"""Python sources as trees, parsed while no garbage is collected.

CPython before 3.11.8 loses count of how deep it is where a collection in the midst of parsing lets something else parse
too, another thread or the traceback of what a finalizer raised (gh-106905), and says "AST constructor recursion depth
mismatch". Without collections nothing comes in between.
"""

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def tree(source: str) -> ast.Module:
    """A source as a tree."""
    with uncollected():
        return ast.parse(source)


@cache
def parsed(path: Path) -> ast.Module:
    """A file of ours as a tree, which nobody changes."""
    return tree(path.read_text("utf-8"))
