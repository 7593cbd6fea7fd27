"""The search of bots and clocks for matches that nobody has told of: one that is damaged stops it at no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from service.bots.driver import BotDriver
from service.log_store import Damaged, Tail
from service.timekeeper import Timekeeper


class Shelf:
    """A store with a damaged match before and behind a good one."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()

    async def matches(self) -> AsyncIterator[str]:
        for match in ("damaged", "good", "damaged too"):
            yield match

    async def tail(self, match: str, after: int) -> Tail:
        if match == "good":
            self.reached.set()
        else:
            raise Damaged(match, "the head is missing")
        return Tail((), b"", None, 0)


@pytest.mark.parametrize("searcher", [BotDriver, Timekeeper])
async def test_a_damaged_match_keeps_no_other_from_being_found(searcher: Any) -> None:
    shelf, begun = Shelf(), asyncio.Event()
    begun.set()

    async def find(match: str) -> None:
        return None

    matches = SimpleNamespace(store=shelf, now=lambda: 0, find=find, known=lambda match: None)
    growth = SimpleNamespace(begun=begun, listen=lambda _: None)
    one = searcher(matches, growth, {}) if searcher is BotDriver else searcher(matches, growth)
    search = asyncio.create_task(one._search.run(growth))
    async with asyncio.timeout(5):
        await shelf.reached.wait()
    search.cancel()
    with suppress(asyncio.CancelledError):
        await search
