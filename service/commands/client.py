"""The calls of the `chronik` command to a running service, over HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from service.links import API, KEYS
from service.sentence import Sentence

T = TypeVar("T")

TIMES = 4
"""How often a request is sent, with the same key, to a service that is there but does not answer in time."""


class CallError(Sentence):
    """A service did not answer, or not as was hoped; one sentence says why."""


class _Problem(Struct, frozen=True):
    title: str
    detail: str | None = None


def connected(url: str) -> httpx.Client:
    """A client of the service at an address."""
    if not url.startswith(("http://", "https://")):
        raise CallError(f"{url} is not the address of a service: it must begin with http:// or https://.")
    try:
        return httpx.Client(base_url=url, timeout=30)
    except httpx.InvalidURL as error:
        raise CallError(f"{url} is not the address of a service ({error}).") from error


def call(client: httpx.Client, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
    """What a service answers with; a problem of its is raised in its words."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if method != "GET":
        headers["Idempotency-Key"] = uuid4().hex
    content = None
    if body is not None:
        content, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
    answer = _answered(client, client.build_request(method, API + path, content=content, headers=headers))
    if answer.is_error:
        raise CallError(f"{method} {path} was answered with {answer.status_code}: {_reason(answer.content)}")
    return answer.content


def _answered(client: httpx.Client, request: httpx.Request) -> httpx.Response:
    """The answer to a request; a service that is slow, or cannot answer now, is asked again."""
    for left in reversed(range(TIMES)):
        try:
            answer = client.send(request)
        except (httpx.ConnectError, httpx.UnsupportedProtocol) as error:
            raise CallError(f"No service answers at {client.base_url} ({type(error).__name__}); start one.") from error
        except httpx.HTTPError as error:
            if not left:
                raise CallError(f"The service at {client.base_url} is too slow ({type(error).__name__}).") from error
            continue
        if answer.status_code != 503 or not left:
            return answer
        time.sleep(1)
    raise AssertionError("a last answer is given back")


def decoded(content: bytes, kind: type[T]) -> T:
    """An answer of a service; what cannot be read comes from something else, or from a newer one."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as error:
        raise CallError(f"What answers there is no Chronik that this command understands ({error}).") from error


def fetch_archive(url: str, match: str, token: str | None = None) -> bytes:
    """The archive of a closed match, from a running service."""
    with connected(url) as client:
        return call(client, "GET", f"/matches/{match}/archive", token)


def fetch_keys(url: str) -> bytes:
    """The public keys that a service has published; an address without a path is that of the service."""
    try:
        with httpx.Client(timeout=30) as client:
            answer = client.get(url if urlsplit(url).path.strip("/") else url.rstrip("/") + KEYS)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise CallError(f"Nobody answers at {url} ({type(error).__name__}).") from error
    if not answer.is_success:
        raise CallError(f"{answer.url} was answered with {answer.status_code}.")
    return answer.content


def fetch_bundle(
    url: str, tournament: str, save: Callable[[Iterator[bytes]], None], token: str | None = None, *, names: bool = False
) -> None:
    """Hands over the bundle of a tournament bit by bit, from a running service."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"{API}/tournaments/{tournament}/bundle"
    with connected(url) as client:
        try:
            with client.stream("GET", path, params={"names": names}, headers=headers) as answer:
                if answer.is_error:
                    raise CallError(f"GET {path} was answered with {answer.status_code}: {_reason(answer.read())}")
                save(answer.iter_bytes())
        except httpx.HTTPError as error:
            raise CallError(f"The service at {client.base_url} does not answer ({type(error).__name__}).") from error


def _reason(content: bytes) -> str:
    """What a problem says in words."""
    try:
        problem = msgspec.json.decode(content, type=_Problem)
    except msgspec.DecodeError:
        return "nothing that a Chronik would say."
    return problem.detail or f"{problem.title}."
