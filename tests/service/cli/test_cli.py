"""The `chronik` command: its output, its exit codes, and one sentence for each failure."""

from __future__ import annotations

import json
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import PROVES
from chronik.domain.katharina.facts.load import PRINTED
from chronik.service.cli.cli import main, parser
from chronik.service.cli.command import url_of
from chronik.service.identity.register import People
from chronik.service.running.settings import Settings
from chronik.service.serving.serve import bind
from tests.support.service.processes import PATIENCE, Served, chronik, environment, served
from tests.support.service.promised import CHECKED_IN

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

COMMANDS = (
    "serve",
    "demo",
    "simulate",
    "arena",
    "bot",
    "export",
    "verify",
    "deck",
    "rebuild",
    "fsck",
    "backup",
    "restore",
    "doctor",
    "openapi",
    "admin",
)
KEYS = ["game", "matches", "seats", "seed", "bots", "capped", "commands", "events", "seconds", "mean_scores", "digest"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yields a service that the tests of this file share."""
    with served(tmp_path_factory.mktemp("cli") / "data") as service:
        yield service


@pytest.fixture(scope="module")
def match(service: Served) -> str:
    """Returns a match that the demo has played in a separate process."""
    shown = chronik("demo", "katharina", "--seats", 2, "--url", service.url)
    assert shown.returncode == 0, shown.stderr
    assert "\nverified: " in shown.stdout
    assert "and lead to the head known from elsewhere." in shown.stdout
    assert re.search(r"│ 1 +│ \d +│ (Ada|Ben) +│ \d+ +│", shown.stdout), shown.stdout
    found = re.search(rf"^replay: {service.url}/replay/([0-9a-f]{{32}})$", shown.stdout, re.MULTILINE)
    assert found is not None, shown.stdout
    return found[1]


@pytest.fixture
def ends_as_before() -> Iterator[None]:
    """Restores the signal handlers that a service in this process replaces."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def is_sentence(text: str) -> bool:
    """Returns whether an output is one line of words without a traceback."""
    return len(text.splitlines()) == 1 and not text[0].islower() and text.rstrip()[-1] in ".)" and len(text) < 300


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the limits of another process")
def test_serve_raises_its_limit_of_open_files_as_far_as_the_system_allows(service: Served) -> None:
    soft, hard = resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard, "each feed is one"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ((), *((command,) for command in COMMANDS)):
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--help"])
        assert ended.value.code == 0
        told = capsys.readouterr().out
        assert told.startswith("usage: chronik")
        assert all(command in told for command in (arguments or COMMANDS))


def test_no_garbage_is_collected_at_exit() -> None:
    """Otherwise exiting takes longer than the work of a command that has imported the service."""
    program = "import gc; from chronik.service.__main__ import main; main()\n"
    program += "print(gc.get_freeze_count(), len(gc.get_objects()))"
    told = subprocess.run(
        [sys.executable, "-c", program, "completion", "bash"],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    kept, left = map(int, told.stdout.splitlines()[-1].split())
    assert kept > 10_000
    assert left < 1_000


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"chronik {version('chronik')}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("admin",),
        ("admin", "grnat"),
        ("admin", "create"),
        ("serve", "--por", "0"),
        ("serve", "--port", "65536"),
        ("serve", "--port", "x"),
        ("demo",),
        ("simulate", "katharina", "--seats", "two"),
        ("verify",),
        ("export", "x"),
    ],
)
def test_wrong_arguments_exit_with_2_and_print_the_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: chronik" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "word", "nearest"),
    [
        (("sreve",), "sreve", "serve"),
        (("admin", "grnat"), "grnat", "create"),
        (("admin", "erase", "x"), "erase", "erase-player"),
        (("tournament", "dmeo"), "dmeo", "demo"),
        (("serve", "--prot", "1"), "--prot", "--port"),
        (("simulate", "katharina", "--seed", "-1", "--match=3"), "--match", "--matches"),
        (("admin", "create", "--nmae", "Ann"), "--nmae", "--name"),
    ],
)
def test_an_unknown_word_is_refused_with_the_most_similar_one(
    arguments: tuple[str, ...],
    word: str,
    nearest: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path / "data"))
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert f" {word}; did you mean {nearest}?\n" in capsys.readouterr().err
    assert not (tmp_path / "data").exists(), "nobody was made"


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"CHRONIK_PORT": "8123"}, "http://127.0.0.1:8123"),
        ({"CHRONIK_PORT": "8123", "CHRONIK_HOST": "0.0.0.0"}, "http://127.0.0.1:8123"),
        ({"CHRONIK_PORT": "8123", "CHRONIK_HOST": "::"}, "http://[::1]:8123"),
        ({"CHRONIK_HOST": "play.example"}, "http://play.example:8000"),
        ({"CHRONIK_PORT": "8123", "CHRONIK_URL": "https://play.example"}, "https://play.example"),
    ],
)
def test_clients_use_the_address_at_which_the_same_settings_serve(
    settings: dict[str, str], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CHRONIK_URL", "CHRONIK_HOST", "CHRONIK_PORT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    for command in (("demo", "katharina"), ("export", "x", "y")):
        assert url_of(parser().parse_args(command)) == url
        assert url_of(parser().parse_args([*command, "--url", "http://here"])) == "http://here"


@pytest.mark.parametrize(
    "arguments",
    [
        ("demo", "chess"),
        ("demo", "katharina", "--bots", "deep-blue"),
        ("demo", "katharina", "--seats", "9"),
        ("demo", "katharina", "--url", "http://127.0.0.1:1"),
        ("demo", "katharina", "--url", "http://["),
        ("demo", "katharina", "--url", "nowhere"),
        ("demo", "katharina", "--url", "127.0.0.1:8711"),
        ("simulate", "chess"),
        ("simulate", "katharina", "--seats", "5"),
        ("simulate", "katharina", "--matches", "0"),
        ("simulate", "katharina", "--seed", "-1"),
        ("simulate", "katharina", "--bots", "random,greedy"),
        ("simulate", "katharina", "--bots", "random,deep-blue", "--seats", "2"),
        ("arena", "katharina", "--bots", "greedy"),
        ("arena", "katharina", "--bots", "greedy,greedy"),
        ("arena", "katharina", "--bots", "greedy,deep-blue"),
        ("arena", "katharina", "--bots", "greedy,random", "--seats", "5"),
        ("arena", "katharina", "--bots", "greedy,random", "--matches", "0"),
        ("simulate", "katharina", "--data-set", "katharina"),
        ("simulate", "katharina", "--data-set", "katharina=/nowhere"),
        ("simulate", "katharina", "--data-set", "katharina=/proc"),
        ("export", "0" * 32, "x", "--url", "http://127.0.0.1:1"),
        ("fsck", "--data", "/nowhere"),
        ("fsck", "--data-set", "katharina"),
        ("admin", "create", "--name", ""),
        ("admin", "create", "--name", "Rita", "--scopes", "king"),
        ("openapi", "/nowhere/openapi.json"),
    ],
)
def test_a_failure_is_reported_in_a_sentence(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path))
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert is_sentence(told.err), told.err


def test_a_database_that_stops_answering_is_reported_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path))

    def lose_connection(*_: object) -> None:
        raise OperationalError("INSERT", {"name": "Rita"}, OSError("the connection was reset"))

    monkeypatch.setattr(People, "register", lose_connection)
    assert main(("admin", "create", "--name", "Rita")) == 1
    assert capsys.readouterr().err.endswith("\nThe database does not answer: the connection was reset.\n")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("CHRONIK_PORT", "http"),
        ("CHRONIK_DATABASE_URL", "mysql://x/y"),
        ("CHRONIK_DATABASE_URL", "postgresql://x:y@127.0.0.1:1/z"),
        ("CHRONIK_DATABASE_URL", "sqlite:////proc/nowhere/x.db"),
        ("CHRONIK_DATABASE_URL", "sqlite:////etc/passwd"),
        ("CHRONIK_REDIS_URL", "http://redis"),
        ("CHRONIK_DATA_KATHARINA", "/nowhere"),
    ],
)
@pytest.mark.parametrize("command", [("admin", "create", "--name", "Rita"), ("rebuild",)])
def test_an_invalid_setting_is_reported_in_a_sentence(
    command: tuple[str, ...],
    setting: str,
    value: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(setting, value)
    assert main(command) == 1
    assert is_sentence(told := capsys.readouterr().err), told


def test_simulate_prints_the_same_digest_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "katharina", "--matches", "3", "--seats", "2", "--seed", "7")
    told = []
    for _ in range(2):
        assert main([*asked, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert list(told[0]) == KEYS
    assert told[0]["digest"] == told[1]["digest"]
    assert len(told[0]["digest"]) == 64
    assert (told[0]["game"], told[0]["matches"], told[0]["seats"], told[0]["seed"]) == ("katharina", 3, 2, 7)
    assert main(asked) == 0
    assert told[0]["digest"] in capsys.readouterr().out
    assert main([*asked, "--json", "--bots", "greedy,random"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] != told[0]["digest"]


def test_simulate_can_play_with_another_data_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    shutil.copytree(PRINTED, facts)
    asked = ("simulate", "katharina", "--matches", "1", "--seats", "2", "--json")
    assert main(asked) == 0
    printed = json.loads(capsys.readouterr().out)["digest"]
    orders = facts / "orders.toml"
    orders.write_text(orders.read_text("utf-8").replace("schema =", 'made_by = "us"\nschema =', 1), "utf-8")
    assert main([*asked, "--data-set", f"katharina={facts}"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] != printed
    (facts / "orders.toml").write_text("nonsense")
    shutil.copytree(facts, tmp_path / "nonsense")
    (facts / "orders.toml").unlink()
    shutil.copytree(facts, tmp_path / "gap")
    for wrong in ("nonsense", "gap"):
        assert main([*asked, "--data-set", f"katharina={tmp_path / wrong}"]) == 1
        assert is_sentence(told := capsys.readouterr().err), told


def test_openapi_prints_or_saves_the_document(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    assert main(["openapi"]) == 0
    printed = capfdbinary.readouterr().out
    assert printed == CHECKED_IN.read_bytes()
    assert main(["openapi", str(tmp_path / "openapi.json")]) == 0
    assert (tmp_path / "openapi.json").read_bytes() == printed
    assert [file.name for file in tmp_path.iterdir()] == ["openapi.json"]


def test_an_exported_match_passes_verification(
    service: Served, match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.chronik"
    file.with_name("match.chronik.part").touch()
    assert main(["export", match, str(file), "--url", service.url]) == 0
    assert capsys.readouterr().out == f"{file}: {file.stat().st_size} bytes\n"
    assert file.stat().st_mode & 0o077, "open to everybody, as the match is"
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: good: ")
    altered = bytearray(file.read_bytes())
    altered[len(altered) // 2] ^= 1
    (tmp_path / "altered").write_bytes(altered)
    (tmp_path / "text").write_text("Dear diary")
    for name, code in (("altered", 1), ("text", 2), ("nowhere", 2), ("", 2)):
        assert main(["verify", str(file), str(tmp_path / name)]) == code
        told = capsys.readouterr()
        good, head, signature, entropy, bad, proves = told.out.splitlines()
        assert good.startswith(f"{file}: good: ")
        assert head.startswith("  The head at entry ")
        assert signature == "  It is unsigned."
        assert entropy == "  No seat added entropy, so the service could choose the seed."
        assert is_sentence(bad.split(": ", 2)[2])
        assert proves == PROVES
        assert told.err == ""


def test_verify_compares_a_file_with_known_heads(
    match: str, service: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, receipt = tmp_path / "match.chronik", tmp_path / "match.receipt"
    assert main(["export", match, str(file), "--url", service.url]) == 0
    archive = unpack(file.read_bytes())
    n, head = archive.manifest.n, archive.manifest.head
    capsys.readouterr()
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"  The head at entry {n} is {head}.",
        "  It is unsigned.",
        "  No seat added entropy, so the service could choose the seed.",
        PROVES,
    ]
    receipt.write_text(json.dumps({"match": match, "version": n, "head": head}))
    for known in (("--head", head), ("--head", head.upper()), ("--receipt", str(receipt))):
        assert main(["verify", str(file), *known]) == 0
        told = capsys.readouterr().out
        assert "and lead to the head known from elsewhere." in told
        assert PROVES not in told
    receipt.write_text(json.dumps({"match": match, "version": n, "head": "0" * 64}))
    for known in (("--head", "0" * 64), ("--receipt", str(receipt))):
        assert main(["verify", str(file), *known]) == 1
        assert capsys.readouterr().out.startswith(f"{file}: other: ")
    receipt.write_text("Dear diary")
    wrong: list[tuple[str, ...]] = [
        ("--head", "0"),
        ("--head", head, str(file)),
        ("--receipt", str(receipt)),
        ("--receipt", str(tmp_path)),
    ]
    for mistaken in wrong:
        assert main(["verify", *mistaken, str(file)]) == 2
        assert is_sentence(capsys.readouterr().err)


def test_a_verdict_is_explained_in_the_same_words_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    words = Path("service/viewer/words/en/common.js").read_text("utf-8")
    for told in (capsys.readouterr().out, Path("docs/verify.md").read_text("utf-8"), words):
        assert PROVES in " ".join(told.split())


def test_a_failed_export_is_reported_in_a_sentence(
    service: Served, match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ("0" * 32, str(tmp_path / "x"), "--url", service.url),
        ("../../players", str(tmp_path / "x"), "--url", service.url),
        (match, str(tmp_path / "nowhere" / "x"), "--url", service.url),
        (match, str(tmp_path), "--url", service.url),
    ):
        assert main(["export", *arguments]) == 1
        assert is_sentence(told := capsys.readouterr().err), told
    assert not list(tmp_path.iterdir())
    assert not list(tmp_path.parent.glob("*.part"))


def test_admin_creates_the_first_administrator(
    service: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(service.data))
    for asked, scopes in (
        (("Rita",), ["play", "referee", "organise", "admin"]),
        (("Otto", "--scopes", "organise"), ["organise"]),
    ):
        assert main(("admin", "create", "--name", *asked)) == 0
        player, token = (line.split()[1] for line in capsys.readouterr().out.splitlines())
        me = httpx.get(f"{service.url}/api/v1/me", headers={"authorization": f"Bearer {token}"}, timeout=60).json()
        assert (me["player"], me["name"], me["scopes"]) == (player, asked[0], scopes)


def test_a_port_that_is_taken_is_refused_before_an_engine_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ends_as_before: None
) -> None:
    """The port may be used by a listening process, or by one that is about to listen."""
    with socket.create_server(("127.0.0.1", 0)) as listens, bind(Settings(port=0)) as is_about_to:
        for door in (listens, is_about_to):
            port = str(door.getsockname()[1])
            assert main(["serve", "--port", port, "--data", str(tmp_path / "data")]) == 1
            assert is_sentence(told := capsys.readouterr().err), told
    assert not (tmp_path / "data").exists()


def test_metrics_and_the_service_cannot_share_a_port(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONIK_METRICS_PORT", "8123")
    assert main(["serve", "--port", "8123", "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr().err
    assert told == "The service and its metrics cannot share port 8123; set CHRONIK_METRICS_PORT to another one.\n"


def test_an_unknown_setting_is_reported_when_the_service_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ends_as_before: None
) -> None:
    monkeypatch.setenv("CHRONIK_REDIS_ULR", "redis://nowhere")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "data")]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first == "CHRONIK_REDIS_ULR is not a setting, so it has no effect. Did you mean CHRONIK_REDIS_URL?"
    assert "cannot listen" in second


@pytest.mark.parametrize("command", ["rebuild", "fsck"])
def test_a_missing_data_directory_is_not_created(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path / "mistyped"))
    assert main([command]) == 1
    assert capsys.readouterr() == ("", f"There is no log in {tmp_path / 'mistyped'}; check --data or CHRONIK_DATA.\n")
    assert not list(tmp_path.iterdir())


def test_a_mistyped_directory_is_noticed_because_its_database_is_new_or_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ends_as_before: None
) -> None:
    data = ("--data", str(tmp_path / "data"))
    told = f"There was no database, so {tmp_path / 'data' / 'chronik.db'} was created.\n"
    for duty in (("export-player", "0" * 32, str(tmp_path / "kept.json")), ("erase-player", "0" * 32)):
        assert main(["admin", *duty, *data]) == 1
        missing = f"There is no database {tmp_path / 'data' / 'chronik.db'}; check --data or CHRONIK_DATABASE_URL.\n"
        assert capsys.readouterr() == ("", missing)
    assert not list(tmp_path.iterdir())
    for again in ("", told):
        assert main(["admin", "create", "--name", "Rita", *data]) == 0
        assert capsys.readouterr().err == (told if again == "" else "")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_a_key_is_created_in_the_directory_given_after_the_verb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["admin", "keys", "create", "--data", "there"]) == 0
    assert main(["admin", "keys", "list", "--data", "there"]) == 0
    with pytest.raises(SystemExit):
        main(["admin", "keys", "--data", "elsewhere", "create"])
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_data_directory_in_use_is_refused(
    service: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ends_as_before: None
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(service.data))
    monkeypatch.setattr("chronik.service.log.data_directory.LIVE_OWNER_SECONDS", 0.1)
    for command in (["serve", "--port", "0"], ["rebuild"], ["fsck"]):
        assert main(command) == 1
        assert is_sentence(told := capsys.readouterr().err), told
        assert "in use" in told


def test_a_missing_log_server_is_reported_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ends_as_before: None
) -> None:
    monkeypatch.setenv("CHRONIK_REDIS_URL", "redis://127.0.0.1:1")
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "data")]) == 1
    assert is_sentence(told := capsys.readouterr().err), told


def test_a_service_with_an_open_stream_stops_and_its_tables_are_rebuilt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "data", {"CHRONIK_LOG_LEVEL": "warning"}) as service, httpx.Client(timeout=30) as client:
        api = f"{service.url}/api/v1"
        token = client.post(f"{api}/players", json={"name": "Ann"}).json()["token"]
        seats = [{"t": "mine"}, {"t": "open"}]
        mine = {"authorization": f"Bearer {token}"}
        opened = client.post(f"{api}/matches", json={"game": "katharina", "seats": seats}, headers=mine).json()
        with client.stream("GET", service.url + opened["links"]["feed"]) as stream:
            assert stream.status_code == 200
            next(stream.iter_bytes())
            before, begun = service.complaints.read_text(), time.monotonic()
            code = service.stop()
            assert time.monotonic() - begun < 5, "3 s, and time for a machine that is busy with other tests"
        assert code in (0, 130)
        assert service.complaints.read_text() == before
    monkeypatch.setenv("CHRONIK_DATA", str(service.data))
    assert main(["rebuild"]) == 0
    assert capsys.readouterr() == ("matches read: 1\n", "")
    with sqlite3.connect(service.data / "chronik.db") as kept:
        assert kept.execute("SELECT id FROM matches").fetchall() == [(opened["id"],)]
    kept.close()
