"""HTTP calls of the `chronik` command to a running service."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from chronik.service.running.links import API, KEYS
from chronik.service.running.user_error import UserError

T = TypeVar("T")

TIMES = 4
"""How often a request is tried, with the same idempotency key, if a service is up but does not answer in time."""


class CallError(UserError):
    """The error if a service did not answer, or answered with an error; the message says why."""


class Player(Struct, frozen=True):
    """An account on a service, with its token if it was just registered."""

    player: str
    token: str = ""


class _Problem(Struct, frozen=True):
    title: str
    detail: str | None = None


def connect(url: str) -> httpx.Client:
    """Returns a client for the service at an address; raises `CallError`."""
    if not url.startswith(("http://", "https://")):
        raise CallError(f"{url} is not the address of a service; it must begin with http:// or https://.")
    try:
        return httpx.Client(base_url=url, timeout=30)
    except httpx.InvalidURL as error:
        raise CallError(f"{url} is not the address of a service ({error}).") from error


def call(client: httpx.Client, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
    """Returns the answer of a service; raises `CallError` with the text of its problem."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if method != "GET":
        headers["Idempotency-Key"] = uuid4().hex
    content = None
    if body is not None:
        content, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
    answer = _send(client, client.build_request(method, API + path, content=content, headers=headers))
    if answer.is_error:
        raise CallError(f"{method} {path} was answered with {answer.status_code}: {_reason(answer.content)}")
    return answer.content


def _send(client: httpx.Client, request: httpx.Request) -> httpx.Response:
    """Returns the answer to a request; repeats it if the service is slow or answers 503."""
    for left in reversed(range(TIMES)):
        try:
            answer = client.send(request)
        except (httpx.ConnectError, httpx.UnsupportedProtocol) as error:
            raise CallError(
                f"No service answers at {client.base_url} ({type(error).__name__}). Start one with `chronik serve`."
            ) from error
        except httpx.HTTPError as error:
            if not left:
                raise CallError(
                    f"The service at {client.base_url} is too slow ({type(error).__name__}). Try again later."
                ) from error
            continue
        if answer.status_code != 503 or not left:
            return answer
        time.sleep(1)
    raise AssertionError("the last attempt returns or raises")


def decode(content: bytes, kind: type[T]) -> T:
    """Decodes an answer of a service; raises `CallError` if it is from another program or a newer version."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as error:
        raise CallError(
            f"The server is not Chronik, or is a version that this command does not know ({error})."
        ) from error


def register(client: httpx.Client, name: str, *, bot: bool = False) -> Player:
    """Registers an account; `bot` marks it as operated by a program."""
    return decode(call(client, "POST", "/players", body={"name": name, "bot": bot}), Player)


def fetch_archive(url: str, match: str, token: str | None = None) -> bytes:
    """Returns the archive of a finished match from a running service."""
    with connect(url) as client:
        return call(client, "GET", f"/matches/{match}/archive", token)


def fetch_keys(url: str) -> bytes:
    """Returns the public keys that a service has published, at its usual address if `url` has no path.

    Caches on the way are bypassed, because they may not know yet that a key was revoked.
    """
    try:
        with httpx.Client(timeout=30) as client:
            address = url if urlsplit(url).path.strip("/") else url.rstrip("/") + KEYS
            answer = client.get(address, headers={"Cache-Control": "no-cache"})
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise CallError(f"No service answers at {url} ({type(error).__name__}).") from error
    if not answer.is_success:
        raise CallError(f"{answer.url} was answered with {answer.status_code}.")
    return answer.content


def fetch_bundle(
    url: str, tournament: str, save: Callable[[Iterator[bytes]], None], token: str | None = None, *, names: bool = False
) -> None:
    """Passes the bundle of a tournament from a running service to `save`, in chunks."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"{API}/tournaments/{tournament}/bundle"
    with connect(url) as client:
        try:
            with client.stream("GET", path, params={"names": names}, headers=headers) as answer:
                if answer.is_error:
                    raise CallError(f"GET {path} was answered with {answer.status_code}: {_reason(answer.read())}")
                save(answer.iter_bytes())
        except httpx.HTTPError as error:
            raise CallError(f"The service at {client.base_url} does not answer ({type(error).__name__}).") from error


def _reason(content: bytes) -> str:
    """Returns the text of a problem."""
    try:
        problem = msgspec.json.decode(content, type=_Problem)
    except msgspec.DecodeError:
        return "the answer is not from Chronik."
    return problem.detail or f"{problem.title}."
