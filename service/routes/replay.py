"""The address at which a match is watched again; until there are pages, it leads to the frames."""

from typing import Annotated

from litestar import Response, Router, get
from litestar.params import QueryParameter

from service.answers import links
from service.contract import OF_A_MATCH, TEXT, promises
from service.live import LiveMatches
from service.routes.requests import MatchId, found

Viewer = Annotated[str | None, QueryParameter(max_length=20, pattern="^[a-z0-9]+$", description="As in `as`.")]
Moment = Annotated[str | None, QueryParameter(max_length=20, description="The version to show; for the pages to come.")]
Speed = Annotated[str | None, QueryParameter(max_length=20, description="How fast; for the pages to come.")]


def replay_router(matches: LiveMatches) -> Router:
    """The addresses of this file, at the root."""

    @get(
        "/replay/{match:str}",
        operation_id="replay_page",
        status_code=307,
        opt=promises(media=(), gives=("Location",), problems=OF_A_MATCH),
    )
    async def replay(match: MatchId, p: Viewer = None, e: Moment = None, v: Speed = None) -> Response[bytes]:
        """Where a match can be watched again: leads to the replay of its game."""
        live = await found(matches, match)
        where = links(live.rules.game.name, match).replay
        return Response(
            b"", media_type=TEXT, status_code=307, headers={"Location": where if p is None else f"{where}?as={p}"}
        )

    return Router("/", route_handlers=[replay], tags=["matches"])
