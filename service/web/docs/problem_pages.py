"""The pages to which the `type` of a problem leads."""

from html import escape
from typing import Annotated

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import PathParameter

from chronik.service.web.bodies import accepts
from chronik.service.web.media import HTML, JSON
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.kinds import NOT_FOUND, PROBLEMS
from chronik.service.web.problems.problem import Problem

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<main><h1>{title}</h1><p><code>{name}</code>, status {status}</p><p>{text}</p></main></html>
"""


KindName = Annotated[str, PathParameter(description="The name of the kind.", max_length=40)]


class ProblemPage(msgspec.Struct, frozen=True):
    """A kind of problem, explained."""

    type: str
    status: int
    title: str
    text: str


@get(
    "/problems/{name:str}",
    opt=promises(answers=(ProblemPage,), media=(JSON, HTML), problems=(NOT_FOUND,)),
    tags=["operations"],
    operation_id="problem",
    sync_to_thread=False,
)
def problem(request: Request[None, None, State], name: KindName) -> Response[ProblemPage] | Response[str]:
    """Explains what a kind of problem means, and what helps."""
    kind = PROBLEMS.get(name)
    if kind is None:
        raise Problem(NOT_FOUND)
    accept = request.headers.get("accept", "*/*")
    if "text/html" in accept and accepts(accept, "text/html"):
        page = PAGE.format(name=kind.name, status=kind.status, title=escape(kind.title), text=escape(kind.text))
        return Response(page, media_type=HTML, headers={"vary": "accept, authorization"})
    return Response(
        ProblemPage(kind.address, kind.status, kind.title, kind.text), headers={"vary": "accept, authorization"}
    )
