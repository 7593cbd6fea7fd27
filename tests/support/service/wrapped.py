"""Wrappers of parts of the service, through which a test learns what is asked of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from chronik.service.sql.database import Records, Session


def nothing() -> None:
    """Does nothing."""


class Wrapped:
    """A wrapper that passes everything on; subclasses change what they need."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class WrappedRecords(Wrapped):
    """Records that call a function before each writing transaction, before its commit, and after it."""

    def __init__(
        self,
        records: Records,
        *,
        before: Callable[[], None] = nothing,
        inside: Callable[[], None] = nothing,
        after: Callable[[], None] = nothing,
    ) -> None:
        super().__init__(records)
        self._records = records
        self._before, self._inside, self._after = before, inside, after

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[Session]:
        self._before()
        async with self._records.session() as session:
            yield session
            self._inside()
        self._after()
