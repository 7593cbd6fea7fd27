"""Check everything that is stored of every match."""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec.structs import replace

from service.commands.command import Parser, Wrong, add_data_set, configured, data_sets_of, progress_bar, worded
from service.interrupt import awaited
from service.log.bundled import BundledValkey
from service.log.store import LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.settings import Settings
from service.workers.soundness import flaws


def understand(made: Parser) -> None:
    """What `chronik fsck` understands."""
    made.runs(
        _fsck,
        "Looks at the stored form, hashes every chain again, and repairs nothing. Ends with 1 when a match is damaged, "
        "and names the first bad entry where one can be named. Set CHRONIK_REDIS_URL, or stop the service first: "
        "its own Valkey lets only one process in.",
    )
    made.add_argument(
        "--data", type=Path, metavar="DIR", help="a data directory of the bundled Valkey, wherever CHRONIK_… point"
    )
    made.add_argument("--decide", action="store_true", help="also decide every command again from the seed")
    add_data_set(made)


def _fsck(asked: argparse.Namespace) -> int:
    settings = replace(configured(), data_sets=data_sets_of(asked))
    if asked.data is not None:
        settings = replace(settings, data=asked.data, redis_url=None)
    if settings.redis_url is not None:
        return awaited(_checked(settings, settings.redis_url, asked.decide))
    if not (settings.data / "engine.json").exists():
        raise Wrong(f"There is no log in {settings.data}.")
    with BundledValkey.start(settings.data) as valkey:
        return awaited(_checked(settings, valkey.url, asked.decide))


async def _checked(settings: Settings, url: str, decide: bool) -> int:
    load = load_game(Catalogue(settings.data_sets))
    store = LogStore(url, timeout=30)
    damaged = undecided = 0
    try:
        await store.durability()
        matches = sorted([match async for match in store.matches()])
        with progress_bar() as bar:
            for match in bar.track(matches, description="matches"):
                found = await flaws(store, match, load, decide=decide)
                damaged += any(flaw.damage for flaw in found)
                undecided += any(not flaw.damage for flaw in found)
                for flaw in found:
                    where = f" (entry {flaw.entry})" if flaw.entry is not None else ""
                    print(f"{match}{where}: {worded(flaw.sentence)}")
    finally:
        await store.close()
    verdict = f"{damaged} damaged" if damaged else "all good"
    also = f", {undecided} not decided again" if undecided else ""
    print(f"{len(matches)} matches: {verdict}{also}")
    return 1 if damaged else 0
