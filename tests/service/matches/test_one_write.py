"""A service never combines writes, so the log server's file contains no transaction (`MULTI`)."""

from __future__ import annotations

from pathlib import Path

from chronik.service.log.bundled import BundledValkey
from chronik.service.log.members import Members
from chronik.service.matches.sweep import Sweep
from tests.support.crash.power import growing_log
from tests.support.service.apps import settings_for
from tests.support.service.tables import play_on, seated, serving


async def test_the_log_file_of_a_whole_run_contains_no_transaction(engine: BundledValkey, tmp_path: Path) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as house:
        match, people = await seated(house, clock={"command": 60})
        before = (await people[0].view(match))["version"]
        await play_on(match, people, 12)
        asked = await people[0].post(f"/matches/{match}/undo", {"to": before, "ask": True})
        assert asked.status_code < 300, asked.text
        card = await play_on(match, people)
        assert card["status"] == "finished"
        await people[0].open("mine", "random")
        begun = "0" * 32
        await house.store.keep_secret(begun, bytes(32))
        await Sweep(house.store, lambda _: None, rate=100, members=Members()).round()
        assert await house.store.secret(begun) is None
        assert await house.store.fsck(match) == ()
    content = growing_log(engine.directory.path).read_bytes()
    assert content.count(b"XADD") > 60
    assert b"MULTI" not in content.upper()
