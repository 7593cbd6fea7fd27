"""The disk lies: what it made of the log is told, and never passed off as what was played."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
import pytest

from domain.engine.proof.archive import Archive, packed, unpack
from service.log.keys import keys
from service.log.wire import Wire
from tests.support.crash.chronik import Chronik
from tests.support.crash.generation import Generation
from tests.support.crash.power import growing_log

OTHER_DIGIT = bytes.maketrans(b"0123456789", b"1032547698")  # the lowest bit flipped


@pytest.fixture
async def generation(tmp_path: Path) -> AsyncIterator[Generation]:
    """A service that was played at and stopped; its data lie there to be damaged."""
    async with Generation(tmp_path / "chronik", Random(1)) as generation:
        await generation.loaded(0.2)
        await generation.stop_writing()
        yield generation


def flip(log: Path, stored: bytes) -> None:
    """Change one digit inside an entry, so that it is still JSON and still as long."""
    time = re.search(rb'"at":(\d+)', stored)
    assert time is not None
    content = log.read_bytes()
    assert content.count(stored) == 1
    at = content.index(stored) + time.end() - 1
    log.write_bytes(content[:at] + content[at : at + 1].translate(OTHER_DIGIT) + content[at + 1 :])


async def entry_of(url: str, match: str, version: int) -> bytes:
    wire = Wire(url, connections=1, timeout=5)
    ((row,),) = await wire.read(("XRANGE", keys(match).log, f"{version}-0", f"{version}-0"))
    await wire.close()
    return bytes(row[1][1])


async def test_a_write_cut_short_is_told_and_the_rest_is_whole(generation: Generation) -> None:
    chronik = generation.chronik
    assert chronik.stop() == 0
    log = growing_log(chronik.data)
    os.truncate(log, log.stat().st_size - 7)
    chronik.start()
    await chronik.ready()
    assert "ended in the middle of a write" in chronik.said
    verdict = await generation.judge()
    assert len(verdict.lost) <= 1  # the batch that was cut; here it had been acknowledged
    assert not verdict.altered
    assert not verdict.doubled


async def test_a_log_that_is_no_log_is_refused_in_words_and_left_alone(generation: Generation) -> None:
    chronik = generation.chronik
    assert chronik.stop() == 0
    log = growing_log(chronik.data)
    content = log.read_bytes()
    middle = content.index(b"\r\n$4\r\nXADD", len(content) // 2)
    broken = content[:middle] + b"\r\nX4" + content[middle + 4 :]
    log.write_bytes(broken)
    chronik.start()
    assert await asyncio.to_thread(chronik.wait) == 1
    assert "is damaged, and nothing was changed" in chronik.said
    assert "Traceback" not in chronik.said
    assert log.read_bytes() == broken


async def test_one_flipped_bit_in_a_running_match_is_found_by_the_chain(generation: Generation) -> None:
    chronik = generation.chronik
    said = next(said for journal in generation.journals for said in journal.acknowledged if said.intent.command)
    stored = await entry_of(chronik.engine_url, said.match, said.version)
    assert chronik.stop() == 0
    flip(growing_log(chronik.data), stored)
    chronik.start()
    await chronik.ready()
    verdict = await generation.judge()
    assert verdict.altered
    assert all(said.match in sentence for sentence in verdict.altered)


async def test_one_flipped_bit_in_a_closed_match_keeps_its_archive_shut(tmp_path: Path) -> None:
    chronik = Chronik(tmp_path / "chronik")
    try:
        chronik.start()
        await chronik.ready()
        shown = await asyncio.to_thread(
            chronik.command, "demo", "katharina", "--seats", "2", "--bots", "random", "--url", chronik.url
        )
        assert shown.returncode == 0, shown.stderr
        match = re.search(r"/replay/([0-9a-f]{32})", shown.stdout)
        assert match is not None
        address = f"{chronik.url}/api/v1/matches/{match[1]}/archive"
        archive = unpack((await asyncio.to_thread(httpx.get, address)).content)
        assert chronik.stop() == 0
        flip(growing_log(chronik.data), archive.entries[40])
        chronik.start()
        await chronik.ready()
        answer = await asyncio.to_thread(httpx.get, address)
        assert (answer.status_code, answer.json()["code"]) == (500, "match-damaged")

        forged = tmp_path / "forged.chronik"
        time = re.compile(rb'"at":\d')
        entries = [time.sub(b'"at":9', entry, count=1) if n == 40 else entry for n, entry in enumerate(archive.entries)]
        forged.write_bytes(packed(Archive(archive.manifest, archive.signature, tuple(entries))))
        verified = chronik.command("verify", str(forged))
        assert verified.returncode == 1
        assert "altered" in verified.stdout
    finally:
        chronik.discard()
