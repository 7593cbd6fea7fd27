"""Reads that wait at the servers of a cluster: one that fails at once is not tried all the time."""

from __future__ import annotations

import pytest

from service.log.blocked import PAUSE, Blocked
from service.log.outcomes import Refused
from service.log.wire import Reply


async def test_an_index_that_cannot_be_read_is_tried_now_and_then_until_the_time_is_over() -> None:
    tries: list[str] = []

    async def read(index: str, position: str, block_ms: int) -> Reply:
        tries.append(index)
        raise Refused("WRONGTYPE", "it is no stream")

    with pytest.raises(Refused):
        await Blocked(read).follow({"{p00}:index": "0-0"}, round(2_500 * PAUSE))
    assert 2 <= len(tries) <= 4
