"""The restore drill (G12): many played matches are backed up, restored and verified, and the time is measured."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from chronik.domain.engine.hashing import hash_parts
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.service.backup.restoring import check_backup, restore
from chronik.service.backup.taking import take_backup
from chronik.service.bots.levels import bot as bot_of
from chronik.service.cli.simulation import play_out
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.integrity import find_flaws
from tests.support.service.apps import settings_for
from tests.support.service.stored import keep

LONG = bool(os.environ.get("CHRONIK_LONG"))
MATCHES = 1_000 if LONG else 3
SECONDS = 60
"""How long a thousand matches may take to be put back and verified."""


def play_matches() -> Iterator[tuple[str, bytes, tuple[bytes, ...]]]:
    """Returns finished matches, one in fifty of them of Cities & Knights."""
    for number in range(MATCHES):
        name, seats = ("cities_knights", 3) if number % 50 == 49 else ("katharina", 2)
        game, bots = game_named(name), [bot_of(name, "random")] * seats
        secret = hash_parts(b"chronik/test-drill/1", b"%d" % number)
        match = secret[:16].hex()
        yield match, secret, play_out(game, projection_of(name), match, secret, bots).batches


async def test_many_matches_are_restored_and_verified(engine: BundledValkey, tmp_path: Path) -> None:
    store, load = LogStore(engine.url, timeout=30), game_loader(Catalogue({}))
    entries = 0
    for match, secret, batches in play_matches():
        await keep(store, match, secret, batches)
        entries += (await store.tail(match, 0)).last
    copy, settings = tmp_path / "copy", replace(settings_for("", tmp_path / "data"), redis_url=None)
    begun = time.monotonic()
    manifest = await take_backup(settings, engine.url, copy)
    taken = time.monotonic() - begun
    assert (manifest.matches, manifest.entries, manifest.missing) == (MATCHES, entries, ())
    await store.close()
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    with BundledValkey.start(fresh.data) as other:
        begun = time.monotonic()
        await restore(fresh, other.url, copy, check_backup(copy))
        restored = time.monotonic() - begun
        again = LogStore(other.url, timeout=30)
        begun = time.monotonic()
        found = {match: await find_flaws(again, match, load) async for match in again.matches()}
        verified = time.monotonic() - begun
        await again.close()
    size = sum(facts.size for facts in manifest.files.values())
    print(
        f"{MATCHES} matches, {entries} entries, {size / 1e6:.0f} MB: "
        f"taken in {taken:.1f} s, put back in {restored:.1f} s, verified in {verified:.1f} s"
    )
    assert len(found) == MATCHES
    assert not any(found.values())
    assert restored + verified < SECONDS
