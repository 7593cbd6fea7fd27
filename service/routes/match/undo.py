"""Undo: taking back, asking the other seats, and their votes."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from domain.engine.match.commands import AnswerUndo, TakeBack
from domain.engine.match.log import MAX_ENTRIES
from service.http.bodies import StrictJSON
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.matches.live import LiveMatches
from service.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from service.people.auth import authenticate
from service.people.register import People
from service.problems.kinds import NOT_YOUR_SEAT, STALE_VIEW, UNDO_BLOCKED
from service.routes.match.changes import PLAYING, STRICT, Changed, changed
from service.routes.match.lookup import MatchId, fresh_match
from service.routes.match.submission import submit_in_own_seat
from service.tournaments.holds import Holds

UndoNumber = Annotated[
    str,
    PathParameter(
        description="The number of the request: the version of its entry.",
        schema_extra={"type": "integer", "minimum": 1, "maximum": MAX_ENTRIES},
    ),
]


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to the state right after a version; where that is not free, `ask` the other seats."""

    to: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]
    ask: bool = False


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to somebody's request to go back."""

    grant: bool


def undo_router(matches: LiveMatches, people: People, holds: Holds) -> Router:
    """The addresses of this file, under `/api/v1`."""

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
        """Takes back the caller's own commands at once where that is free; otherwise, with `ask`, asks the other seats.

        `to` is the end of a batch that still counts, after the deal. It is free if nobody has learned anything hidden
        since, and no other seat has played. A request lapses with the next command. A sealed choice is replaced by
        another one, never taken back. A seat may take back, or ask to, 200 times in a match.
        """
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        _, done = await submit_in_own_seat(matches, live, request, principal, "undo", TakeBack(data.to, data.ask))
        return await changed(people, holds, done, principal)

    @post(
        "/matches/{match:str}/undo/{undo:str}/votes",
        operation_id="vote_on_undo",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=undoing,
    )
    async def vote(request: HTTPRequest, match: MatchId, undo: UndoNumber, data: JSONBody[Vote]) -> Response[Changed]:
        """Grants or refuses a request to go back; the last grant goes back at once.

        Each other seat answers once, while the request is open: it lapses with the next command.
        """
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        _, done = await submit_in_own_seat(
            matches, live, request, principal, "vote", AnswerUndo(path_number(undo), data.grant)
        )
        return await changed(people, holds, done, principal)

    return Router("/", route_handlers=[undo, vote], tags=["matches"])
