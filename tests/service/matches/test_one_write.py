"""What a service writes in a whole run: never more than one write at a time, so its server stores no transaction."""

from __future__ import annotations

from pathlib import Path

from service.log.bundled import BundledValkey
from service.workers.members import Members
from service.workers.sweep import Sweep
from tests.support.crash.power import growing_log
from tests.support.service.apps import settings_for
from tests.support.service.tables import play_on, seated, serving


async def test_nothing_in_the_file_of_a_whole_run_is_a_transaction(engine: BundledValkey, tmp_path: Path) -> None:
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
