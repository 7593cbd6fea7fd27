"""Waiting: a task that several wait for, any of whom may go away before it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def waited_for(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """A task of this. What it fails with is told to those who wait behind a shield, and no news where all have left."""
    task = asyncio.create_task(work)
    task.add_done_callback(_heard)
    return task


def _heard(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
