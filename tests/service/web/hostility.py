"""Hostile requests, and the faults in the answers to them."""

import http.client
import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import Struct

from tests.support.service.promised import DOCUMENT

PLACE = re.compile(r"\{(\w+)\}")

Address = tuple[str, str]
"""A method, and an address with parameters."""

BODIES: dict[Address, Any] = {
    (method.upper(), path): one["requestBody"]["content"]["application/json"].get("example", {"paused": False})
    for path, methods in DOCUMENT["paths"].items()
    for method, one in methods.items()
    if "requestBody" in one
}
"""The body of each operation that has one: the example in the document."""
READS = (
    *(path for path, methods in DOCUMENT["paths"].items() if "get" in methods and not path.endswith("/me/events")),
    "/viewer/0000000000000000/main.js",
    "/nowhere",
)
QUERIES = ("as", "at", "dry_run", "cursor", "limit", "game", "status", "player", "p", "e", "v", "as_", "%00", "a[]")
VALUES = (
    "0", "1", "9", "-1", "99999999999999999999999", "spectator", "referee", "true", "false", "null", "", " ", "%00",
    "%FF%FE", "%D9%A3", "%ED%A0%80", "1e999", "NaN", "0x10", "1_0", "+1", "'--", "%0d%0aX:%20y", "open", "katharina",
    "a" * 5000, "MTc5NTI1NjQwMS5jYmI0ZWQ1NGFhYzgyNTVlYmUxYjIwMDk0M2NlMDQ2Yg", "....", "%25", "%", "%zz", "&&", "=",
    "😀",
)  # fmt: skip
SEGMENTS = (
    "..", "%2e%2e", "%2F", "%00", "%FF", "%D9%A3", "0" * 32, "F" * 32, "f" * 31, "f" * 33, "a" * 4000, "%0a", "١", "*",
    "katharina", "%25%32%66", "a;b=c", "~", "-1", "1e3", "99999999999999999999", "%C0%AF", "%ED%A0%80", "{match}", "'",
)  # fmt: skip
HEADERS = (
    "Idempotency-Key: \x01", "Idempotency-Key: " + "k" * 201, "Idempotency-Key: " + "k" * 200, "Idempotency-Key:",
    "Idempotency-Key: \xe9", "Idempotency-Key: a\tb", 'If-Match: "999999"', "If-Match: *", "If-Match: W/",
    'If-Match: "',
    "If-Match: \xb2", 'If-Match: "1", "2"', "If-Match: " + "9" * 500, 'If-None-Match: "', "If-None-Match: *",
    "If-None-Match: ,,,", "Range: bytes=0-1", "Range: bytes=9-1", "Expect: 100-continue", "Expect: nonsense",
    "Accept: application/xml", "Accept: ;;;,,,", "Accept: */*;q=0", "Accept: " + "a/b," * 500, "Accept-Encoding: gzip",
    "Authorization: Bearer", "Authorization: Bearer chronik_\xff", "Authorization: Basic Og==", "Authorization:",
    "Authorization: Bearer chronik_" + "a" * 300, "Last-Event-ID: -1", "Last-Event-ID: 99999999999999999999",
    "Last-Event-ID: \xb2", "Last-Event-ID: 3", "Content-Encoding: gzip", "X-Forwarded-For: ::ffff:1.2.3.4, junk",
    "X-HTTP-Method-Override: DELETE", "Cookie: a=\x7f", "Origin: null", "Host: \xff", "Upgrade: websocket",
    "Connection: upgrade", "Content-Length: 0", "Content-Length: -1", "Content-Length: 1e3", "Content-Length: \xb2",
    "Transfer-Encoding: identity", "Content-Type: text/html",
)  # fmt: skip
TYPES = (
    "application/json", "application/json", "application/json", "application/json; charset=utf-8", "text/plain", "",
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=utf-16",
    "application/problem+json", "application/x-msgpack", "APPLICATION/JSON", "application/json;;;", "\xff/\xff",
)  # fmt: skip
NUMBERS = (b"NaN", b"1e999", b"-0", b"Infinity", b"1" * 5000, b"0x1")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get", "PROPFIND", "QUERY")
LEAVES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 2**63, 2**64, 10**400, "", "\x00", "\ud800", "\u202e", "a" * 41, "ff" * 65, [], {}, [[]],
    [None] * 200, {"t": "mine"}, {"t": 1}, "play", 1e308,
)  # fmt: skip


class Hostile(Struct, frozen=True):
    """A request as bytes, and a description of it."""

    name: str
    method: str
    raw: bytes


def requests(
    luck: Random, count: int, places: Mapping[str, str], tokens: tuple[str, ...], paths: tuple[str, ...] = ()
) -> Iterator[Hostile]:
    """Yields hostile requests for these ids in a path; the same seed gives the same requests."""
    bodies: dict[Address, Any] = {("POST", path): {"name": "Eve"} for path in paths} or BODIES
    for _ in range(count):
        kind = luck.choice(("body", "body", "body", "header", "path", "query", "query", "method"))
        method, path = address = luck.choice(tuple(bodies))
        body, media = json.dumps(bodies[address]).encode(), "application/json"
        more: list[str] = []
        if kind != "body" and not paths and luck.random() < 0.6:
            path, method, body = luck.choice(READS), "GET", b""
        if kind == "body":
            body, media = hostile_body(luck, bodies[address]), luck.choice(TYPES)
        elif kind == "header":
            more = [luck.choice(HEADERS) for _ in range(luck.choice((1, 1, 2, 4)))]
        elif kind == "path":
            parts = path.split("/")
            parts[luck.randrange(1, len(parts))] = luck.choice(SEGMENTS)
            path = "/".join(parts) + luck.choice(("", "", "/", "//", "?", "#x"))
        elif kind == "method":
            method = luck.choice(METHODS)
        if kind == "query" or luck.random() < 0.1:
            pairs = [f"{luck.choice(QUERIES)}={luck.choice(VALUES)}" for _ in range(luck.choice((1, 1, 2, 3)))]
            path += "?" + "&".join(pairs)
        path = PLACE.sub(lambda place: places.get(place[1], "0" * 32), path)
        headers = ["Host: localhost", "Connection: close"]
        if luck.random() < 0.7:
            headers.append(f"Authorization: Bearer {luck.choice(tokens)}")
        if method not in ("GET", "HEAD") or body:
            headers += [f"Content-Type: {media}", f"Content-Length: {len(body)}"]
        head = "\r\n".join((f"{method} {path} HTTP/1.1", *headers, *more))
        start = head.encode("latin-1" if path.isascii() else "utf-8")
        yield Hostile(f"{kind} {method} {path[:120]} {more} {body[:80]!r}", method, start + b"\r\n\r\n" + body)


def hostile_body(luck: Random, good: Any) -> bytes:
    """Returns a valid body, spoilt in one way."""
    text = json.dumps(good).encode()
    key = luck.choice(tuple(good))
    nested = luck.choice((15, 16, 17, 100, 10_000))
    ways = (
        lambda: text[: luck.randrange(len(text))],
        lambda: text + luck.choice((b"{}", b"x", b"\x00", b" ", b",")),
        lambda: b"[" * nested + b"]" * nested,
        lambda: b'{"%s":' % key.encode() + b'{"a":' * nested + b"1" + b"}" * nested + b"}",
        lambda: text.replace(b"e", luck.choice((b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80")), 1),
        lambda: text.replace(b'"', b'"\\ud800', 1),
        lambda: text[:-1] + b", " + text[1:],
        lambda: b'{"%s": %s}' % (key.encode(), luck.choice(NUMBERS)),
        lambda: b"\xef\xbb\xbf" + text,
        lambda: text.decode().encode("utf-16"),
        lambda: b"",
        lambda: luck.choice((b"null", b"[]", b'""', b"0", b"true", b" ")),
        lambda: luck.randbytes(luck.randrange(200)),
        lambda: json.dumps({**good, "extra": 1}).encode(),
        lambda: json.dumps({name: value for name, value in good.items() if name != key}).encode(),
        lambda: json.dumps(replace_leaf(luck, good)).encode(),
        lambda: json.dumps(replace_leaf(luck, replace_leaf(luck, good))).encode(),
        lambda: text + b" " * luck.choice((70_000, 1_000)),
    )  # fmt: skip
    return luck.choice(ways)()


def replace_leaf(luck: Random, value: Any) -> Any:
    """Returns a value with one of its leaves replaced."""
    if isinstance(value, dict) and value and luck.random() < 0.8:
        key = luck.choice(tuple(value))
        return {**value, key: replace_leaf(luck, value[key])}
    if isinstance(value, list) and value and luck.random() < 0.8:
        place = luck.randrange(len(value))
        return [*value[:place], replace_leaf(luck, value[place]), *value[place + 1 :]]
    return luck.choice(LEAVES)


def huge(path: str, token: str, announced: bool) -> Hostile:
    """Returns ten million bytes, with a `Content-Length` or in chunks."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n"
    head += "Content-Type: application/json\r\n"
    body = b'{"name": "' + b"a" * 10_000_000 + b'"}'
    if announced:
        return Hostile(f"huge {path}", "POST", f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    parts = (body[place : place + 50_000] for place in range(0, len(body), 50_000))
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return Hostile(f"huge {path}", "POST", f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks + b"0\r\n\r\n")


def send_bytes(address: str, request: Hostile) -> tuple[int, str, bytes]:
    """Sends a request; returns the status, the media type and the body of the answer."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        with suppress(BrokenPipeError, ConnectionResetError):  # answered before the end was sent
            line.sendall(request.raw)
        answer = http.client.HTTPResponse(line, method=request.method)
        answer.begin()
        media = answer.headers.get("content-type", "")
        body = b"" if media.startswith("text/event-stream") else answer.read()
        answer.close()
    return answer.status, media, body


def find_fault(request: Hostile, status: int, media: str, body: bytes) -> str | None:
    """Returns the fault in an answer, or ""."""
    if status >= 500:
        return f"{status}: {request.name}"
    if status < 400 or request.method == "HEAD":
        return None
    if media != "application/problem+json":
        return f"{status} in {media}: {request.name}"
    problem = json.loads(body)
    if problem.get("status") != status or not str(problem.get("type")).startswith("/problems/"):
        return f"{problem}: {request.name}"
    return None
