"""Bodies: valid JSON with each field once, and 4xx for everything else."""

import contextlib
import json
import random
from typing import Annotated

import httpx
import msgspec
import pytest
from litestar import post
from litestar.params import JSONBody

from chronik.service.sql.database import Records
from chronik.service.web.bodies import StrictJSON, accepts, decode_body, depth, may_repeat
from chronik.service.web.problems.problem import Problem
from tests.support.cases import for_each
from tests.support.service.plumbing import JSON, build, calling


class Sow(msgspec.Struct, frozen=True, tag_field="t", tag="sow", forbid_unknown_fields=True):
    slot: Annotated[int, msgspec.Meta(ge=0, le=9)]


class Reap(msgspec.Struct, frozen=True, tag_field="t", tag="reap", forbid_unknown_fields=True):
    what: str = ""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: Sow | Reap
    notes: dict[str, msgspec.Raw] = {}


DECODER = msgspec.json.Decoder(Envelope)
GOOD = b'{"command":{"t":"sow","slot":3}}'


GOOD_TYPES = (
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/vnd.x+json",
    "Application/JSON",
)
BAD_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json; charset=latin-1",
    "application/msgpack",
    "",
)
SPOILERS = [b"[", b"{", b'"', b"\\", b"\\ud800", b"NaN", b"\xff", b"1e400", GOOD[:9]]


@post("/sow", dto=StrictJSON, return_dto=None, status_code=200)
async def sow(data: JSONBody[Envelope]) -> Envelope:
    return data


def refusal(body: bytes) -> dict[str, object]:
    with pytest.raises(Problem) as refused:
        decode_body(DECODER, body)
    assert refused.value.status == 400
    document: dict[str, object] = json.loads(refused.value.body())
    return document


def test_a_valid_body_is_decoded() -> None:
    assert decode_body(DECODER, GOOD) == Envelope(Sow(3))
    assert decode_body(DECODER, '{"command":{"t":"reap","what":"\\ud83d\\ude00 é \\"{[\\""}}'.encode()).command == Reap(
        '😀 é "{["'
    )


@for_each(
    ("body", "place"),
    [
        (b'{"command":{"t":"sow","slot":"3"}}', "$.command.slot"),
        (b'{"command":{"t":"sow","slot":3.0}}', "$.command.slot"),
        (b'{"command":{"t":"sow","slot":10}}', "$.command.slot"),
        (b'{"command":{"t":"sow","slot":true}}', "$.command.slot"),
        (b'{"command":{"t":"sow"}}', "$.command"),
        (b'{"command":{"t":"sow","slot":3,"canary":1}}', "$.command"),
        (b'{"command":{"t":"canary"}}', "$.command.t"),
        (b'{"command":{"slot":3}}', "$.command"),
        (b'{"command":null}', "$.command"),
        (b'{"command":{"t":"sow","slot":3},"` - at `$.canary canary":1}', "$"),
        (b"[]", "$"),
        (b'"canary"', "$"),
        (b"", "$"),
        (b" \n", "$"),
    ],
)
def test_a_refusal_names_the_place_and_does_not_repeat_the_input(body: bytes, place: str) -> None:
    said = refusal(body)
    assert said["at"] == place
    assert "canary" not in json.dumps(said)


@for_each(
    "body",
    [
        b"{",
        GOOD[:-1],
        GOOD + b"x",
        b"\xef\xbb\xbf" + GOOD,
        GOOD.decode().encode("utf-16"),
        b'{"command":{"t":"sow","slot":NaN}}',
        b'{"command":{"t":"sow","slot":-Infinity}}',
        b'{"command":{"t":"sow","slot":1e999}}',
        b'{"command":{"t":"sow","slot":' + b"9" * 5000 + b"}}",
        b'{"command":{"t":"reap","what":"\\ud800"}}',
        b'{"command":{"t":"reap","what":"\\udc00\\ud800"}}',
        b'{"command":{"t":"reap","what":"\xff"}}',
        b'{"command":{"t":"reap","what":"\xed\xa0\x80"}}',
        b'{"command":{"t":"reap","what":"a\nb"}}',
        b'{"command":{"t":"reap"},"command":{"t":"reap"}}',
        b'{"command":{"t":"sow","slot":1,"slot":2}}',
        b'{"command":{"t":"sow","slot":1,"\\u0073lot":2}}',
        b'{"command":{"t":"sow","t":"reap","slot":1}}',
        b'{"command":{"t":"reap"},"notes":{"a":1,"a":2}}',
        b'{"command":{"t":"reap"},"notes":{"a":{"b":1,"b":2}}}',
        b'{"command":{"t":"reap"},"notes":{"a":["\\ud800"]}}',
        b'{"command":{"t":"reap"},"notes":{"a":"\xff"}}',
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"command":{"t":"reap"},"notes":{"a":' + b"[" * 20 + b"]" * 20 + b"}}",
    ],
)
def test_anything_but_one_json_document_is_malformed(body: bytes) -> None:
    assert refusal(body)["code"] == "malformed"


def test_nesting_counts_brackets_outside_strings_only() -> None:
    assert depth(b'{"a":[{"b":"[[[[\\"[[["}]}') == 3
    wide = b'{"command":{"t":"reap"},"notes":{"a":[' + b"{}," * 500 + b"{}]}}"
    assert decode_body(DECODER, wide).command == Reap()
    quoted = b'{"command":{"t":"reap","what":"' + b"[{" * 500 + b'"}}'
    assert decode_body(DECODER, quoted).command == Reap("[{" * 500)


def test_mutated_bodies_are_decoded_or_refused() -> None:
    chance = random.Random(7)
    seeds = [GOOD, b'{"command":{"t":"reap","what":"\\u00e9"},"notes":{"a":[1,2.5,null]}}']
    for _ in range(20_000):
        body = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(body))
            match chance.randrange(3):
                case 0:
                    body[at] = chance.randrange(256)
                case 1:
                    del body[at : at + chance.randint(1, 5)]
                case _:
                    body[at:at] = chance.choice(SPOILERS)
            body = body or bytearray(b"0")
        with contextlib.suppress(Problem):
            decode_body(DECODER, bytes(body))


@for_each(
    ("body", "may"),
    [
        (b'{"a":{"b":1},"c":"d"}', False),
        (b'{"a":"a","b":"b"}', False),
        (b'{ "a" : 1, "b":"a":1" }', True),
        (b'{":k":1,"v":"x",":k":2}', True),
        (b'{"a":{"b":1},"c":{"b":2}}', True),
        (b'{"a":1,"\\u0061":2}', True),
    ],
)
def test_a_body_that_may_repeat_a_name_gets_a_closer_check(body: bytes, may: bool) -> None:
    assert may_repeat(body) is may


async def send(client: httpx.AsyncClient, body: bytes = GOOD, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await client.post("/sow", content=body, headers=JSON | named)


async def test_bodies_sent_over_http_are_decoded_or_refused(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records, more=[sow])) as client:
        assert (await send(client)).json() == {"command": {"t": "sow", "slot": 3}, "notes": {}}
        assert (await send(client, b"")).json()["detail"].startswith("The body is empty")
        assert (await send(client, b'{"command":{"t":"sow","slot":"x"}}')).json()["at"] == "$.command.slot"
        for good in GOOD_TYPES:
            assert (await send(client, content_type=good)).status_code == 200
        for bad in BAD_TYPES:
            answer = await send(client, content_type=bad)
            assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


async def test_a_caller_who_does_not_accept_json_is_refused(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records, more=[sow])) as client:
        assert (await send(client, accept="text/html")).json()["offers"] == ["application/json"]
        assert (await send(client, accept="text/html, */*;q=0.1")).status_code == 200


@for_each(
    ("accept", "let_through"),
    [
        ("*/*", True),
        ("application/*", True),
        ("application/json", True),
        ("Application/JSON ; q=0.5", True),
        ("text/html, application/json;q=0.1", True),
        ("text/*", False),
        ("application/json;q=0", False),
        ("*/*, application/json;q=0.000", False),
        ("application/json, */*;q=0", True),
        ("application/jsonx", False),
        (",;,", False),
    ],
)
def test_the_most_specific_range_of_an_accept_header_decides(accept: str, let_through: bool) -> None:
    assert accepts(accept, "application/json") is let_through
