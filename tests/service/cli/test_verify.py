"""`chronik verify` and the outputs of other commands: pipes, limited terminals, and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import PROVES
from chronik.domain.tournament.proof.bundle import BundledNames
from chronik.service.cli.cli import main
from chronik.service.signing.ed25519 import public_of
from tests.support.engine.signers import ADA, SECRETS
from tests.support.engine.sittings import Sitting
from tests.support.service.processes import CHRONIK, PATIENCE, environment
from tests.support.tournament.local_tournament import LocalTournament, encode_bundle, plan

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

ARCHIVE = Sitting(1, 2).play().archive()
RECEIPT = json.dumps(
    {"match": (named := unpack(ARCHIVE).manifest).match, "version": named.n, "head": named.head}
).encode()
ASCII = {"PYTHONIOENCODING": "ascii"}
LATIN = {"PYTHONIOENCODING": "iso-8859-1", "PYTHONUTF8": "0"}


def shell(
    line: str, given: bytes = b"", settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a shell line in which `chronik` is the command; returns the exit code of the command in it."""
    script = f'chronik() {{ {" ".join(CHRONIK)} "$@"; }}; set -o pipefail; {line}'
    command = ["bash", "-c", script]
    return subprocess.run(
        command, input=given, capture_output=True, timeout=PATIENCE, env=environment(**(settings or {})), check=False
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a good archive, a bundle with a name that a simple terminal cannot show, its start, and other files."""
    at = tmp_path_factory.mktemp("files")
    (at / "good.chronik").write_bytes(ARCHIVE)
    held = LocalTournament(plan()).register_bots(2).play_rounds().finish()
    head, *lines = held.lines()
    (at / "cup.ndjson").write_bytes(
        b"".join(encode_bundle([head, BundledNames("Žižkov ♖", {"a" * 32: "Zoë"}), *lines]))
    )
    (at / "cut.ndjson").write_bytes((at / "cup.ndjson").read_bytes()[:-200])
    (at / "match.receipt").write_bytes(RECEIPT)
    key = {"key_id": ADA.key_id, "algorithm": "Ed25519", "public_key": public_of(SECRETS[0]).hex()}
    (at / "keys.json").write_text(json.dumps({"keys": [{**key, "created_at": "2026-11-22T18:00:00Z"}]}))
    return at


def test_every_file_argument_of_verify_may_be_a_pipe(files: Path) -> None:
    good, receipt, keys = files / "good.chronik", files / "match.receipt", files / "keys.json"
    for line in (
        f"cat {receipt} | chronik verify {good} --receipt - --keys <(cat {keys})",
        f"cat {keys} | chronik verify {good} --receipt <(printf '\\xef\\xbb\\xbf'; cat {receipt}) --keys -",
    ):
        run = shell(line)
        assert (run.returncode, run.stderr) == (1, b""), line
        assert b"and lead to the head known from elsewhere" in run.stdout
        assert b": unverified: " in run.stdout


def test_the_verdict_is_the_same_on_a_terminal_that_lacks_some_characters(files: Path) -> None:
    run = shell(f"chronik verify {files}/good.chronik {files}/cup.ndjson", settings=LATIN)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.count(b": good: ") == 2
    assert run.stdout.endswith(b"that it is what was played.\n")


@pytest.mark.parametrize(
    ("file", "code", "output", "unbuffered"),
    [
        ("cup", 0, "| head -c 0", "1"),
        ("cup", 0, ">&-", ""),
        ("cut", 1, "> /dev/full", ""),
    ],
)
def test_the_exit_code_is_the_same_if_the_output_is_closed_or_full(
    files: Path, file: str, code: int, output: str, unbuffered: str
) -> None:
    settings = {"PYTHONUNBUFFERED": unbuffered}
    run = shell(f"chronik verify {files}/{file}.ndjson {files}/good.chronik {output}", settings=settings)
    assert run.returncode == code, run
    assert b"Traceback" not in run.stderr
    assert b"Exception" not in run.stderr
    assert (b"The output cannot be written" in run.stderr) is ("full" in output)


@pytest.fixture(scope="module")
def listed() -> bytes:
    """Returns a deck list in German."""
    shown = shell("chronik deck show CC1-ADZFHEAXWFKX6YC4KDFY3 --language de")
    assert shown.returncode == 0, shown
    return shown.stdout


@pytest.mark.parametrize(
    "line",
    [
        "chronik verify --help",
        "chronik deck show - --language de",
    ],
)
def test_no_command_fails_on_a_terminal_that_lacks_some_characters(line: str, listed: bytes) -> None:
    run = shell(line, listed, ASCII)
    assert (run.returncode, run.stderr) == (0, b"")
    run.stdout.decode("ascii")


def test_a_byte_order_mark_does_not_change_a_list(listed: bytes) -> None:
    run = shell("chronik deck code -", b"\xef\xbb\xbf" + listed)
    assert (run.returncode, run.stdout) == (0, b"CC1-ADZFHEAXWFKX6YC4KDFY3\n")


def test_the_exit_code_distinguishes_altered_unchecked_and_unpublished_files(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first of 1, 2 and 3 that applies to any file is the exit code."""
    held = LocalTournament(plan()).register_bots(2).play_rounds()
    verdicts: dict[str, tuple[int, str]] = {"running": (0, ": good: Running. Tournament ")}
    (tmp_path / "running").write_bytes(b"".join(held.bundle()))
    whole = held.finish()
    (tmp_path / "cut").write_bytes(b"".join(encode_bundle(list(whole.lines())[:-1])))
    whole.log.pop()
    whole.tournament = replace(whole.tournament, secret=None)
    (tmp_path / "unpublished").write_bytes(b"".join(whole.bundle()))
    verdicts["unpublished"] = (3, ": unpublished: Finished, secret not published. Tournament ")
    (tmp_path / "old").write_bytes(b"chronik-archive/1\n")
    verdicts["old"] = (2, ": unreadable: This is the archive of a match in format 1, ")
    verdicts["cut"] = (1, ": altered: ")
    for name, (code, told) in verdicts.items():
        assert main(["verify", str(tmp_path / name)]) == code, name
        said = capsys.readouterr().out
        assert told in said
        assert PROVES not in said, "no seed was checked"
    paths = {name: str(tmp_path / name) for name in verdicts}
    assert main(["verify", paths["running"], paths["unpublished"]]) == 3
    assert main(["verify", paths["unpublished"], paths["old"]]) == 2
    assert main(["verify", paths["old"], paths["unpublished"], paths["cut"]]) == 1
    for mistaken in (["--head", "0"], ["--keys", str(tmp_path / "nowhere")], ["--receipt", paths["old"]]):
        assert main(["verify", *mistaken, str(files / "good.chronik")]) == 2, "nothing was checked"
    capsys.readouterr()


def test_unsigned_text_cannot_look_like_a_line_of_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A title may contain line ends and control characters of a terminal."""
    head, *lines = LocalTournament(plan()).register_bots(2).play_rounds().finish().lines()
    title = "Cup\n  It is signed by 21fe31dfa154a261.\x1b[2K\r\u202e" + "x" * 5_000
    file = tmp_path / "cup.ndjson"
    file.write_bytes(b"".join(encode_bundle([head, BundledNames(title, {}), *lines])))
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "  It is signed by 21fe31dfa154a261." not in said
    assert said[2] == "  It is unsigned."
    (told,) = [line for line in said if "Cup" in line]
    assert said.index(told) == len(said) - 2, "after all that was checked"
    assert told.startswith("  Not signed: the title: Cup\\n  It is signed by 21fe31dfa154a261.\\x1b[2K\\r\\u202exxx")
    assert told.isprintable()
    assert len(told) < 300


def test_a_closed_standard_input_is_reported() -> None:
    run = shell("chronik verify - <&-")
    assert (run.returncode, run.stdout) == (2, b"-: unreadable: The file cannot be read: Bad file descriptor.\n")
    assert shell("chronik verify -").stdout == b"-: unreadable: The file is empty.\n"


def test_a_match_is_verified_with_few_modules_and_only_its_own_game(files: Path) -> None:
    script = (
        "import sys; from chronik.service.cli.cli import main; main(['verify', 'good.chronik']);"
        "print('modules', len(sys.modules), {'asyncio', 'rich', 'chronik.domain.catan_cards'} & {*sys.modules})"
    )
    said = subprocess.check_output([sys.executable, "-c", script], cwd=files, text=True).splitlines()[-1].split()
    assert said[::2] == ["modules", "set()"]
    assert int(said[1]) < 300  # 651 when every game was imported
