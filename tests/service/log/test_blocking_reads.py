"""Blocking reads at the servers of a cluster: a read that fails at once is retried after a pause."""

from __future__ import annotations

import pytest

from chronik.service.log.blocking_reads import PAUSE, BlockingReads
from chronik.service.log.outcomes import Refused
from chronik.service.log.wire import Reply


async def test_an_unreadable_index_is_read_again_after_pauses_until_time_is_up() -> None:
    tries: list[str] = []

    async def read(index: str, position: str, block_ms: int) -> Reply:
        tries.append(index)
        raise Refused("WRONGTYPE", "it is no stream")

    with pytest.raises(Refused):
        await BlockingReads(read).follow({"{p00}:index": "0-0"}, round(2_500 * PAUSE))
    assert 2 <= len(tries) <= 4
