"""Masters of a cluster are killed, paused and cut off: everything acknowledged is stored once, and writing resumes.

The control acknowledges what no second server has confirmed, and loses it. Partitions need a separate network.
The time until writing resumes is judged only with CHRONIK_LONG: other tests that run meanwhile would delay it.
"""

import os
import secrets
import shutil
import warnings
from pathlib import Path
from random import Random

import pytest
from msgspec import Raw

from chronik.service.log.keys import partition
from tests.support.crash.journal import Acknowledgement, Intent, Journal
from tests.support.crash.network import own_network
from tests.support.crash.replicated import (
    HOSTS,
    LASTING,
    RESUMED_WITHIN,
    Fault,
    Report,
    Waits,
    trial,
    unconfirmed,
    waits,
)
from tests.support.service.cluster import cluster
from tests.support.service.ports import LOOPBACK

LONG = bool(os.environ.get("CHRONIK_LONG"))
CAN_CUT = os.geteuid() == 0 and shutil.which("ip") is not None and shutil.which("nft") is not None
LONG_ENOUGH = (3.0, 3.5)
"""Seconds in which a replica takes over from its master."""


async def test_no_acknowledged_command_is_lost_or_executed_twice_when_masters_fail(tmp_path: Path) -> None:
    seed = secrets.randbelow(1 << 24)
    faults = list(Fault) * 10 if LONG else [Fault.KILL, Fault.PAUSE]
    with own_network() as network:
        if network is None and Fault.PARTITION in faults:
            warnings.warn("no network of our own can be made here: no master is cut off", stacklevel=1)
            faults = [fault for fault in faults if fault is not Fault.PARTITION]
        Random(seed).shuffle(faults)
        with cluster(HOSTS if network else (LOOPBACK,), 1_000 if LONG else 500) as running:
            report = await trial(running, tmp_path, faults, seed, network, LASTING if LONG else LONG_ENOUGH)
    print(report)
    assert report.good if LONG else report.kept, str(report)
    assert any(wait.others for wait in report.waits)
    assert report.promotions > 0
    assert report.acknowledged > 10 * len(faults)


@pytest.mark.skipif(not CAN_CUT, reason="no network of our own can be made here: no master can be cut off")
async def test_control_unconfirmed_writes_are_lost(tmp_path: Path) -> None:
    with own_network() as network, cluster(HOSTS) as running, unconfirmed():
        assert network is not None
        report = await trial(running, tmp_path, [Fault.PARTITION], 1, network, LONG_ENOUGH)
    assert report.verdict is not None
    assert report.verdict.lost, str(report)


def test_waits_at_other_masters_count_from_the_moment_the_fault_began(tmp_path: Path) -> None:
    began = 100.0
    here, elsewhere = "a match", "another match"
    struck = {partition(here)}
    assert partition(elsewhere) not in struck
    away = heard(tmp_path / "away", (99.0, elsewhere), (100.5, elsewhere), (106.0, elsewhere))
    moved = heard(tmp_path / "moved", (90.0, elsewhere), (107.0, here), (107.1, here), (109.0, elsewhere))
    found = waits([away, moved], struck, began)
    assert found == Waits(others=5.5, struck=7.0)
    assert not Report(1, resumed=[0.1], waits=[found]).prompt
    assert Report(1, resumed=[0.1], waits=[Waits(RESUMED_WITHIN, 11.0)]).prompt


def heard(path: Path, *moments: tuple[float, str]) -> Journal:
    """Returns the journal of a writer that got acknowledgements in these matches at these moments."""
    journal = Journal(path)
    for number, (moment, match) in enumerate(moments):
        journal.acknowledged.append(Acknowledgement(Intent(number, str(number), "", Raw()), match, 200, number, ""))
        journal.moments.append(moment)
    return journal
