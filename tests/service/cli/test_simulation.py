"""Simulations: the same arguments give the same digest, in any process and with any number of processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.match.seating import first_head
from chronik.domain.games import game
from chronik.domain.log.entries import batches
from chronik.projections.games import projection
from chronik.service.bots.levels import bot
from chronik.service.cli.cli import main
from chronik.service.cli.simulation import play_out, simulate

ROOT = Path(__file__).parents[3]
KEYS = ["game", "matches", "seats", "seed", "bots", "capped", "commands", "events", "seconds", "mean_scores", "digest"]
IN_ANOTHER_PROCESS = """
from msgspec import Raw
from chronik.service.cli.simulation import simulate
print(simulate(*{arguments!r}, options=Raw({options!r}), processes=1).digest)
"""
HASH_SEEDS = range(1, 65 if os.environ.get("CHRONIK_LONG") else 2)


def digests(hash_seeds: Iterable[int], arguments: tuple[str, int, int, int, str], options: Raw) -> set[str]:
    """Returns the digests of one simulation from processes with different hash seeds, and from this one."""
    script = IN_ANOTHER_PROCESS.format(arguments=arguments, options=bytes(options))

    def elsewhere(hash_seed: int) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
        command = [sys.executable, "-c", script]
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
        )
        return done.stdout.strip()

    with ThreadPoolExecutor(2) as threads:
        found = threads.map(elsewhere, hash_seeds)
        return {simulate(*arguments, options=options, processes=1).digest, *found}


def test_the_digest_does_not_depend_on_the_hash_seed() -> None:
    """`every_game/test_replay.py` says it of random bots."""
    assert len(digests((1,), ("katharina", 2, 3, 42, "greedy"), options_of(game("katharina"), {}))) == 1


def test_the_digest_with_built_in_decks_does_not_depend_on_the_hash_seed() -> None:
    options = options_of(game("catan_cards"), {"mode": "tournament", "decks": "house"})
    assert len(digests(HASH_SEEDS, ("catan_cards", 1, 2, 7, "random"), options)) == 1


def test_the_digest_does_not_depend_on_the_number_of_processes() -> None:
    alone = simulate("katharina", 12, 2, 3, processes=1)
    shared = simulate("katharina", 12, 2, 3, processes=2)
    assert msgspec.structs.replace(alone, seconds=0) == msgspec.structs.replace(shared, seconds=0)


def test_another_seed_gives_another_digest() -> None:
    assert simulate("katharina", 2, 2, 1, processes=1).digest != simulate("katharina", 2, 2, 2, processes=1).digest


def test_without_options_the_defaults_of_the_game_apply() -> None:
    options = options_of(game("cities_knights"), {})
    written_out = simulate("cities_knights", 1, 3, 1, options=options, processes=1)
    assert simulate("cities_knights", 1, 3, 1, processes=1).digest == written_out.digest


def test_a_simulation_reports_its_numbers() -> None:
    seen: list[int] = []
    simulation = simulate("katharina", 5, 4, 9, processes=1, progress=seen.append)
    assert list(msgspec.to_builtins(simulation)) == KEYS
    assert seen == [1, 2, 3, 4, 5]
    assert simulation.capped == 0
    assert simulation.events > simulation.commands > 5 * 40
    assert len(simulation.mean_scores) == 4
    assert len(simulation.digest) == 64


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_of_a_playout_verifies(seats: int) -> None:
    rules, keys = game("katharina"), Keys.of("0f" * 16, b"\x05" * 32)
    played = play_out(rules, projection("katharina"), "0f" * 16, b"\x05" * 32, [bot("katharina", "random")] * seats)
    entries = list(codec(rules).entries(played.batches))
    folded = fold(rules, Match(id="0f" * 16), entries)
    assert folded == played.match
    assert folded.closed is not None
    assert folded.closed.reason is Ending.FINISHED
    assert all(entry.at == 0 for entry in entries)
    head, found = first_head(keys, entries[0].e), list(batches(entries))
    for batch, stored in zip(found, played.batches, strict=True):
        head = keys.head(head, batch[-1].n, stored)
    assert head == played.head


def test_the_archives_of_a_simulation_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept"
    assert main(["simulate", "katharina", "--matches", "4", "--seats", "2", "--seed", "3", "--out", str(kept)]) == 0
    assert {file.name for file in kept.iterdir()} == {f"katharina-3-{number}.chronik" for number in range(4)}
    assert main(["verify", *map(str, kept.iterdir())]) == 0
    capsys.readouterr()
    assert main(["simulate", "katharina", "--out", str(kept / "katharina-3-0.chronik")]) == 1
    assert "cannot be made: File exists" in capsys.readouterr().err
