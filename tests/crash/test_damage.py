"""A disk damages the log: the damage is reported, and damaged entries never pass for what was played."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
import pytest_asyncio
from msgspec import Struct

from chronik.domain.engine.proof.archive import Archive, pack, unpack
from chronik.service.cli.cli import main
from chronik.service.cli.demo_match import play_demo
from chronik.service.log.keys import keys
from chronik.service.log.wire import Wire
from tests.crash.generation import Generation
from tests.support.crash.chronik import Chronik
from tests.support.crash.journal import Journal
from tests.support.crash.power import growing_log
from tests.support.crash.verdict import judge

OTHER_DIGIT = bytes.maketrans(b"0123456789", b"1032547698")  # the lowest bit flipped


class Played(Struct, frozen=True):
    """The data of a stopped service in which matches were played, and what is known about them from elsewhere.

    `batch` belongs to a match that is still running, `archive` is that of the finished match.
    """

    data: Path
    journals: list[Journal]
    running: str
    batch: bytes
    archive: Archive

    @property
    def closed(self) -> str:
        return self.archive.manifest.match


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Returns data that tests damage in copies."""
    async with Generation(tmp_path_factory.mktemp("played") / "chronik", Random(1)) as generation:
        chronik = generation.chronik
        await generation.loaded(0.1)
        await generation.stop_writing()
        shown = await asyncio.to_thread(play_demo, chronik.url, "katharina", 2, "random")
        address = f"{chronik.url}/api/v1/matches/{shown.replay[-32:]}/archive"
        archive = unpack((await asyncio.to_thread(httpx.get, address)).content)
        said = next(said for journal in generation.journals for said in journal.acknowledged if said.intent.command)
        batch = await batch_of(chronik.engine_url, said.match, said.version)
        assert chronik.stop() == 0
        return Played(chronik.data, generation.journals, said.match, batch, archive)


@pytest.fixture
def chronik(played: Played, tmp_path: Path) -> Iterator[Chronik]:
    """Yields a service over a copy of the data; it has not started yet."""
    chronik = Chronik(tmp_path / "chronik")
    shutil.copytree(played.data, chronik.data)
    try:
        yield chronik
    finally:
        chronik.discard()


def flip(log: Path, stored: bytes) -> None:
    """Changes one digit inside a batch, so that it is still JSON of the same length."""
    time = re.search(rb'"at":(\d+)', stored)
    assert time is not None
    content = log.read_bytes()
    assert content.count(stored) == 1
    at = content.index(stored) + time.end() - 1
    log.write_bytes(content[:at] + content[at : at + 1].translate(OTHER_DIGIT) + content[at + 1 :])


async def batch_of(url: str, match: str, version: int) -> bytes:
    wire = Wire(url, connections=1, timeout=5)
    ((row,),) = await wire.read(("XRANGE", keys(match).log, f"{version}-0", f"{version}-0"))
    await wire.close()
    return bytes(row[1][1])


async def test_a_flipped_bit_is_found_by_the_chain_and_the_archive_is_refused(played: Played, chronik: Chronik) -> None:
    """One bit in a running match, and one in a finished match."""
    flip(growing_log(chronik.data), played.batch)
    flip(growing_log(chronik.data), played.archive.batches[20])
    chronik.start()
    await chronik.ready()
    verdict = await judge(chronik.engine_url, played.journals)
    assert {sentence[:32] for sentence in verdict.altered} == {played.running, played.closed}
    answer = await asyncio.to_thread(httpx.get, f"{chronik.url}/api/v1/matches/{played.closed}/archive")
    assert (answer.status_code, answer.json()["code"]) == (500, "match-damaged")


def test_a_repacked_archive_with_a_changed_batch_is_reported_as_altered(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged, time = tmp_path / "forged.chronik", re.compile(rb'"at":\d')
    manifest, batches = played.archive.manifest, list(played.archive.batches)
    batches[20] = time.sub(b'"at":9', batches[20], count=1)
    forged.write_bytes(pack(Archive(manifest, played.archive.signature, tuple(batches))))
    assert main(["verify", str(forged)]) == 1
    assert "altered" in capsys.readouterr().out
