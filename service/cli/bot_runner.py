"""The runner of a bot class: it follows the events of its account, and answers the questions."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, cast
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from chronik.service.cli.client import CallError
from chronik.service.cli.own_bot import TRIES, Json, Mind, failure, report_end
from chronik.service.running.links import API

REPEATS = 4
"""How often a request is tried, with the same idempotency key, if the service does not answer or is busy."""
OPTIONS_TRIED = 20
"""How many options are tried for one question if the service refuses the bot's commands."""
LONGEST = 30.0
"""The longest pause in seconds, unless the service asks for more."""
SILENCE = 60.0
"""Seconds without a heartbeat after which a stream counts as dead."""


class Verdict(Enum):
    """The meaning of a service's answer for the player.

    ANEW: the question has changed, ask again. WRONG: this command is refused, and would be again. LEAVE: nothing can be
    played in this match now. LATER: the same request may succeed later. STOP: the token is invalid.
    """

    PLAYED = auto()
    ANEW = auto()
    WRONG = auto()
    LEAVE = auto()
    LATER = auto()
    STOP = auto()


class Away(Exception):
    """The error if the service does not answer at the moment; `seconds` is the pause that it asks for."""

    def __init__(self, seconds: float = 0) -> None:
        super().__init__()
        self.seconds = seconds


class Event(Struct, frozen=True):
    """An event of the account: its kind, its id, and its data."""

    kind: str
    id: str
    data: Json


def judge(status: int, kind: str) -> Verdict:
    """Returns the meaning of a status and a problem type; the type is "" if the answer is not a problem."""
    if status < 300:
        return Verdict.PLAYED
    if status == 401 or kind == "scope-missing":
        return Verdict.STOP
    if status == 429 or status >= 500:
        return Verdict.LATER
    if kind in ("prompt-closed", "stale-view"):
        return Verdict.ANEW
    if status in (403, 404) or kind == "match-closed":
        return Verdict.LEAVE
    return Verdict.WRONG


def pause_after(failures: int, asked: str | None = None) -> float:
    """Returns the seconds to wait after this many failures in a row: doubled each time, or as long as was asked for."""
    if asked is not None and asked.isascii() and asked.isdigit():
        return float(asked)
    return min(LONGEST, 0.5 * 2.0 ** min(failures - 1, 10))


def events(lines: Iterable[str]) -> Iterator[Event]:
    """Yields the events in the lines of a stream, without comments such as heartbeats."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif fields:
            if "data" in fields:
                yield Event(fields.get("event", ""), fields.get("id", ""), msgspec.json.decode(fields["data"]))
            fields = {}


class Runner:
    """A player that answers for the account of the client's token, in all of its matches or only in those in `only`."""

    def __init__(
        self,
        client: httpx.Client,
        mind: Mind,
        only: frozenset[str] = frozenset(),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._mind = mind
        self._only = only
        self._over: set[str] = set()
        self._sleep = sleep
        self._last = ""
        self._failures = 0

    def play(self) -> None:
        """Plays until the matches in `only` are over, or forever if it is empty. Raises `CallError`.

        If the stream breaks, it reconnects with increasing pauses and the id of the last event. The service then sends
        the open questions again, and the matches that have ended since.
        """
        while not self._is_done():
            try:
                self._listen()
                away = Away()
            except Away as error:
                away = error
            if not self._is_done():
                self._failures += 1
                self._sleep(max(away.seconds, pause_after(self._failures)))

    def answer(self, game: str, links: Json, questions: int) -> None:
        """Answers up to this many open questions of a match.

        Later questions arrive as new events, so that no match has to wait for another match to end.
        """
        tries: Counter[int] = Counter()
        refused: defaultdict[int, list[object]] = defaultdict(list)
        while questions > 0 and (offered := self._read(links["options"])) is not None:
            asked = next((one for one in offered["prompts"] if not one["sealed"]), None)
            seen = self._read(links["view"]) if asked else None
            if asked is None or seen is None:
                return
            question: int = asked["id"]
            tries[question] += 1
            if tries[question] > TRIES:
                left = [option for option in offered["options"] if option not in refused[question]]
                if not left or tries[question] > TRIES + OPTIONS_TRIED:
                    _complain(
                        f"{links['page']}: question {question} stays open, because the service refuses its options too."
                    )
                    return
                which = "another" if tries[question] > TRIES + 1 else "the first"
                _complain(f"{links['page']}: playing {which} option for question {question}.")
                command: object = left[0]
                body = _body(command, question)
            else:
                prompt = {**asked, "forms": offered.get("forms", [])}
                try:
                    command = self._mind.choose(game, seen["view"], prompt, offered["options"])
                    body = _body(command, question)
                except Exception as error:
                    _complain(f"{links['page']}: the bot failed at question {question}: {failure(error)}.")
                    continue
            verdict = self._send(links, body)
            if verdict is Verdict.LEAVE:
                return
            if verdict is Verdict.PLAYED:
                questions -= 1
            elif verdict is Verdict.WRONG:
                refused[question].append(command)

    def _is_done(self) -> bool:
        return bool(self._only) and self._only <= self._over

    def _listen(self) -> None:
        """Follows the stream until it ends; raises `Away` and `CallError`."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self._last:
            headers["Last-Event-ID"] = self._last
        timeout = httpx.Timeout(30, read=SILENCE)
        try:
            with self._client.stream("GET", f"{API}/me/events", headers=headers, timeout=timeout) as stream:
                if stream.is_error:
                    stream.read()
                    self._check(stream)
                    raise CallError(f"{stream.url.path} was answered with {stream.status_code}.")
                for event in events(stream.iter_lines()):
                    self._last = event.id or self._last
                    self._handle(event)
                    if self._is_done():
                        return
        except httpx.HTTPError as error:
            raise Away from error

    def _handle(self, event: Event) -> None:
        """Handles one event."""
        data = event.data
        if event.kind == "standing":
            self._failures = 0
            self._find_finished()
        elif self._only and data.get("match") not in self._only:
            return
        elif event.kind == "match-started":
            _say(f"{data['links']['page']} has started: {data['game']}, seat {data['seat']}.")
        elif event.kind == "turn":
            self.answer(data["game"], data["links"], len(data["prompts"]))
        elif event.kind == "match-finished":
            if said := report_end(self._mind, data):
                _complain(f"{data['links']['page']}: the bot {said}")
            self._end(data["match"], data)

    def _find_finished(self) -> None:
        """Looks up which of the matches ended earlier, because the stream reports only matches that end later."""
        for match in sorted(self._only - self._over):
            found = self._read(f"{API}/matches/{match}")
            if found is None or found["status"] == "finished":
                self._end(match, found or {})

    def _end(self, match: str, data: Json) -> None:
        """Reports how a match ended, using the service's data."""
        result = data.get("result")
        points = f", {result['points']} points, places {result['places']}" if result else ""
        _say(f"/replay/{match} is over: {data.get('ending', 'gone')}{points}.")
        self._over.add(match)

    def _read(self, path: str) -> Json | None:
        """Returns the answer of the service, or None if the account may not see it."""
        answer = self._ask("GET", path)
        return msgspec.json.decode(answer.content) if answer.is_success else None

    def _send(self, links: Json, body: bytes) -> Verdict:
        """Sends a command once, however often the request is repeated; reports a refusal.

        The command names its question, so it needs no `If-Match`: commands of other players in between do no harm.
        """
        answer = self._ask("POST", links["commands"], body)
        verdict = judge(answer.status_code, _kind(answer))
        if verdict is Verdict.WRONG:
            _complain(f"{links['page']}: the service refused a command: {_reason(answer)}")
        return verdict

    def _ask(self, method: str, path: str, body: bytes | None = None) -> httpx.Response:
        """Returns the service's answer; raises `Away` if it does not answer, and `CallError` for an invalid token."""
        headers = {} if body is None else {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        away = Away()
        for failures in range(1, REPEATS + 1):
            try:
                answer = self._client.request(method, path, content=body, headers=headers)
                self._check(answer)
                return answer
            except httpx.HTTPError:
                away = Away()
            except Away as error:
                away = error
            self._sleep(max(away.seconds, pause_after(failures)))
        raise away

    def _check(self, answer: httpx.Response) -> None:
        """Raises `CallError` if the token is invalid, and `Away` if the service asks to come back later."""
        verdict = judge(answer.status_code, _kind(answer))
        if verdict is Verdict.STOP:
            raise CallError(f"{answer.url.path} was answered with {answer.status_code}: {_reason(answer)}")
        if verdict is Verdict.LATER:
            raise Away(pause_after(1, answer.headers.get("Retry-After")))


def _body(command: object, question: int) -> bytes:
    return msgspec.json.encode({"command": command, "prompt": question})


def _problem(answer: httpx.Response) -> Json:
    try:
        found: Any = msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        return {}
    return cast("Json", found) if isinstance(found, dict) else {}


def _kind(answer: httpx.Response) -> str:
    return "" if answer.is_success else str(_problem(answer).get("type", "")).rpartition("/")[2]


def _reason(answer: httpx.Response) -> str:
    problem = _problem(answer)
    return str(problem.get("detail") or problem.get("title") or f"status {answer.status_code}")


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _complain(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
