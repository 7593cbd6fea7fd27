"""Undo: takes back commands, asks the other seats, and records their votes."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from chronik.domain.engine.match.commands import AnswerUndo, TakeBack
from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.service.identity.auth import authenticate
from chronik.service.identity.register import People
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.changes import PLAYING, STRICT, Changed, change_response
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match
from chronik.service.matches.routes.submission import submit_as_caller
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from chronik.service.web.problems.kinds import NOT_YOUR_SEAT, STALE_VIEW, UNDO_BLOCKED
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

UndoNumber = Annotated[
    str,
    PathParameter(
        description="The number of the request: the version of its entry.",
        schema_extra={"type": "integer", "minimum": 1, "maximum": MAX_ENTRIES},
    ),
]


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """An undo, back to the state right after a version. If it is not free, `ask` the other seats."""

    to: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]
    ask: bool = False


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """A vote on the undo request of another seat."""

    grant: bool


def undo_router(matches: LiveMatches, people: People, withheld: WithheldMatches) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    undoing = promises(
        **PLAYING,
        reads=STRICT,
        problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW, UNDO_BLOCKED),
    )

    @post(
        "/matches/{match:str}/undo",
        operation_id="undo",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=undoing,
    )
    async def undo(request: HTTPRequest, match: MatchId, data: JSONBody[NewUndo]) -> Response[Changed]:
        """Takes back the caller's commands at once if that is free; otherwise, with `ask`, asks the other seats.

        `to` is the last version of a batch that follows the deal and has not been undone. The undo is free if no player
        has learned anything hidden since then and no other seat has played. A request lapses with the next command. A
        sealed choice is replaced by a new choice, never taken back. A seat may take back commands, or ask to, up to 200
        times in a match.
        """
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        _, done = await submit_as_caller(matches, live, request, principal, "undo", TakeBack(data.to, data.ask))
        return await change_response(people, withheld, done, principal)

    @post(
        "/matches/{match:str}/undo/{undo:str}/votes",
        operation_id="vote_on_undo",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=undoing,
    )
    async def vote(request: HTTPRequest, match: MatchId, undo: UndoNumber, data: JSONBody[Vote]) -> Response[Changed]:
        """Votes on an undo request; when the last seat agrees, the match goes back at once.

        Each other seat votes once while the request is open. The request lapses with the next command.
        """
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        _, done = await submit_as_caller(
            matches, live, request, principal, "vote", AnswerUndo(path_number(undo), data.grant)
        )
        return await change_response(people, withheld, done, principal)

    return Router("/", route_handlers=[undo, vote], tags=["matches"])
