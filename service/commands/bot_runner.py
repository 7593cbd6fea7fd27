"""Somebody's own bot at work: it listens to the events of its account, and answers what it is asked."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, cast
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from service.commands.client import CallError
from service.commands.own_bot import TRIES, Json, Mind, failure
from service.links import API

REPEATS = 4
"""How often a request is sent again, with the same key, where the service does not answer or has no time for it."""
LONGEST = 30.0
"""The longest pause, in seconds, unless the service asks for more."""
SILENCE = 60.0
"""Seconds without a heartbeat after which a stream is taken for dead."""


class Verdict(Enum):
    """What an answer of the service means for whoever plays.

    ANEW: the question has changed, which is nobody's fault. WRONG: this command is refused, and would be again. LEAVE:
    nothing can be played in this match now. LATER: the same request may succeed. STOP: the token is no good.
    """

    PLAYED = auto()
    ANEW = auto()
    WRONG = auto()
    LEAVE = auto()
    LATER = auto()
    STOP = auto()


class Away(Exception):
    """The service does not answer, or not now; `seconds` is how long it wants to be left alone."""

    def __init__(self, seconds: float = 0) -> None:
        super().__init__()
        self.seconds = seconds


class Event(Struct, frozen=True):
    """An event of the account: its kind, its id as it was sent, and what it says."""

    kind: str
    id: str
    data: Json


def judge(status: int, kind: str) -> Verdict:
    """What a status with a type of problem means; of no problem the type is empty."""
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
    """How long to wait after so many failures in a row, in seconds: twice as long each time, or what was asked for."""
    if asked is not None and asked.isascii() and asked.isdigit():
        return float(asked)
    return min(LONGEST, 0.5 * 2.0 ** min(failures - 1, 10))


def events(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a stream by its lines; what is only a comment, such as a heartbeat, is left out."""
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
    """Lets a bot answer for the account that a client has the token of: in all of its matches, or in `only` these."""

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
        """Plays until the matches it was told of are over; without any, for ever. Raises `CallError`.

        Where the stream breaks off it comes back, less and less often, with the id of the last event: the service then
        tells again what is owed, and what has ended since.
        """
        while not self._done():
            try:
                self._listen()
                away = Away()
            except Away as error:
                away = error
            if not self._done():
                self._failures += 1
                self._sleep(max(away.seconds, pause_after(self._failures)))

    def answer(self, game: str, links: Json, questions: int) -> None:
        """Answers so many questions of a match that are open for the account.

        Those that follow from the answers are told of again: so no match waits until it is somebody else's turn in
        another one.
        """
        tries: Counter[int] = Counter()
        while questions > 0 and (offered := self._read(links["options"])) is not None:
            asked = next((one for one in offered["prompts"] if not one["sealed"]), None)
            seen = self._read(links["view"]) if asked else None
            if asked is None or seen is None:
                return
            question: int = asked["id"]
            tries[question] += 1
            if tries[question] > TRIES + 1:
                _complain(f"{links['page']}: question {question} stays open; the service refuses its own option too.")
                return
            if tries[question] > TRIES:
                _complain(f"{links['page']}: the first option is played for question {question}.")
                body = _body(offered["options"][0], question)
            else:
                prompt = {**asked, "forms": offered.get("forms", [])}
                try:
                    body = _body(self._mind.choose(game, seen["view"], prompt, offered["options"]), question)
                except Exception as error:
                    _complain(f"{links['page']}: the bot fails at question {question}: {failure(error)}.")
                    continue
            verdict = self._send(links, body)
            if verdict is Verdict.LEAVE:
                return
            if verdict is Verdict.PLAYED:
                questions -= 1

    def _done(self) -> bool:
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
                    self._expect(stream)
                    raise CallError(f"{stream.url.path} was answered with {stream.status_code}.")
                for event in events(stream.iter_lines()):
                    self._last = event.id or self._last
                    self._take(event)
                    if self._done():
                        return
        except httpx.HTTPError as error:
            raise Away from error

    def _take(self, event: Event) -> None:
        """Does what an event asks for."""
        data = event.data
        if event.kind == "standing":
            self._failures = 0
            self._look_for_ends()
        elif self._only and data.get("match") not in self._only:
            return
        elif event.kind == "match-started":
            _say(f"{data['links']['page']} is being played: {data['game']}, seat {data['seat']}.")
        elif event.kind == "turn":
            self.answer(data["game"], data["links"], len(data["prompts"]))
        elif event.kind == "match-finished":
            self._end(data["match"], data)

    def _look_for_ends(self) -> None:
        """Asks which of the matches were over long ago: the stream tells only of what has ended since."""
        for match in sorted(self._only - self._over):
            found = self._read(f"{API}/matches/{match}")
            if found is None or found["status"] == "finished":
                self._end(match, found or {})

    def _end(self, match: str, told: Json) -> None:
        """Says how a match has ended, by what the service has told of it."""
        result = told.get("result")
        points = f", {result['points']} points, places {result['places']}" if result else ""
        _say(f"/replay/{match} is over: {told.get('ending', 'gone')}{points}.")
        self._over.add(match)

    def _read(self, path: str) -> Json | None:
        """What the service answers; nothing where the account may not see it, or not any more."""
        answer = self._ask("GET", path)
        return msgspec.json.decode(answer.content) if answer.is_success else None

    def _send(self, links: Json, body: bytes) -> Verdict:
        """Sends a command, which counts once however often it is sent; and says so where it is refused.

        The command names its question, so it needs no `If-Match`: that others have played meanwhile does no harm.
        """
        answer = self._ask("POST", links["commands"], body)
        verdict = judge(answer.status_code, _kind(answer))
        if verdict is Verdict.WRONG:
            _complain(f"{links['page']}: the service refuses this: {_reason(answer)}")
        return verdict

    def _ask(self, method: str, path: str, body: bytes | None = None) -> httpx.Response:
        """An answer of the service; raises `Away` where none comes, and `CallError` where the token is no good."""
        headers = {} if body is None else {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        away = Away()
        for failures in range(1, REPEATS + 1):
            try:
                answer = self._client.request(method, path, content=body, headers=headers)
                self._expect(answer)
                return answer
            except httpx.HTTPError:
                away = Away()
            except Away as error:
                away = error
            self._sleep(max(away.seconds, pause_after(failures)))
        raise away

    def _expect(self, answer: httpx.Response) -> None:
        """Raises `CallError` where the token is no good, `Away` where the service wants to be asked later."""
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
