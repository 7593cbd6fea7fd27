"""Shared tasks, awaited by several callers, any of whom may leave before the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def create_shared_task(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Starts a task that callers await behind a shield; its error is not reported as unhandled if all have left."""
    task = asyncio.create_task(work)
    task.add_done_callback(_retrieve_exception)
    return task


def _retrieve_exception(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
