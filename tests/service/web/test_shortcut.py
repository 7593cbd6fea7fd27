"""The shortcut: a route with it answers every request like a route without it."""

from typing import Annotated, Any

import httpx
import pytest
from litestar import Litestar, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from chronik.service.sql.database import Records
from chronik.service.web.bodies import Shortcut, StrictJSON
from chronik.service.web.problems.kinds import NOT_YOUR_SEAT
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from tests.support.service.plumbing import JSON, build, calling


class ShortcutBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the two routes."""

    seat: int


class ShortcutAnswer:
    """The response of the two routes; a handler with the shortcut returns the response itself."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


async def answer(
    request: HTTPRequest,
    match: FromPath[str],
    data: JSONBody[ShortcutBody],
    loud: Annotated[bool, QueryParameter()] = False,
) -> ASGIApp:
    if data.seat == 9:
        raise Problem(NOT_YOUR_SEAT)
    if data.seat == 99:
        raise RuntimeError("broken")
    return ShortcutAnswer(f"{match} {data.seat} {loud} {request.headers.get('x-mark')}".encode())


def application(records: Records) -> Litestar:
    def route(path: str, **more: Any) -> Any:
        return post(f"{path}/{{match:str}}", dto=StrictJSON, return_dto=None, status_code=200, **more)(answer)

    return build(records, more=[route("/short", middleware=[Shortcut]), route("/long")])


async def answer_of_both(client: httpx.AsyncClient, body: bytes, query: str = "", **headers: str) -> httpx.Response:
    """Returns the answer of both ways, after checking that they differ only in the request id."""
    named = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
    short, long = [await client.post(f"/{way}/abc{query}", content=body, headers=named) for way in ("short", "long")]
    assert plain(short) == plain(long)
    return short


def plain(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], str]:
    number = answer.headers["x-request-id"]
    headers = [(name, value) for name, value in answer.headers.multi_items() if name != "x-request-id"]
    body = answer.text.replace(number, "")
    return answer.status_code, headers if answer.status_code != 500 else [], body


async def test_the_fast_path_and_the_normal_one_give_the_same_answer(sqlite_records: Records) -> None:
    async with calling(application(sqlite_records)) as client:
        assert (await answer_of_both(client, b'{"seat":1}', x_mark="x")).text == "abc 1 False x"
        assert (await answer_of_both(client, b'{"seat":1}', "?loud=true")).text == "abc 1 True None"
        assert (await answer_of_both(client, b'{"seat":1}', "?loud=maybe")).status_code == 400
        assert (await answer_of_both(client, b"")).json()["at"] == "$"
        assert (await answer_of_both(client, b" ")).json()["at"] == "$"
        assert (await answer_of_both(client, b"", content_type="text/plain")).status_code == 400
        assert (await answer_of_both(client, b'{"seat":1}', content_type="text/plain")).status_code == 415
        assert (await answer_of_both(client, b'{"seat":"1"}')).json()["at"] == "$.seat"
        assert (await answer_of_both(client, b'{"seat":1,"seat":1}')).json()["code"] == "malformed"
        assert (await answer_of_both(client, b'{"seat":1}', accept="text/html")).status_code == 406
        assert (await answer_of_both(client, b'{"seat":9}')).json()["code"] == "not-your-seat"
        assert (await answer_of_both(client, b'{"seat":99}')).status_code == 500
        assert (await answer_of_both(client, b'{"seat":' + b" " * 70_000 + b"1}")).status_code == 413
        for way in ("short", "long"):
            assert (await client.get(f"/{way}/abc")).status_code == 405


@pytest.mark.parametrize("way", ["short", "long"])
async def test_a_body_may_arrive_in_pieces_and_is_refused_if_it_ends_early(sqlite_records: Records, way: str) -> None:
    app = application(sqlite_records)
    piece = {"type": "http.request", "body": b'{"seat":', "more_body": True}
    async with app.lifespan():
        assert await answer_in_pieces(app, way, [piece, {"type": "http.request", "body": b"1}"}]) == (
            200,
            b"abc 1 False None",
        )
        status, body = await answer_in_pieces(app, way, [piece, {"type": "http.disconnect"}])
        assert status == 400
        assert b"The body ended before it was complete." in body


async def answer_in_pieces(app: Litestar, way: str, messages: list[dict[str, Any]]) -> tuple[int, bytes]:
    """Returns the answer to a body that arrives in these messages."""
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": f"/{way}/abc",
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }
    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])
