"""Previews of links in chats (Open Graph): a title, a sentence and a picture of the board.

They contain what every visitor sees: names, points, and the board from a spectator's view.
"""

import asyncio
from collections.abc import Mapping
from functools import cache
from html import escape

from litestar import Response, get

from chronik.domain.engine.match.match import Status
from chronik.service.identity.register import People
from chronik.service.matches.boards import Boards, draw_example, render_png
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match
from chronik.service.sql.database import Records
from chronik.service.tournaments.tables import TournamentRow
from chronik.service.web.languages import Language
from chronik.service.web.media import PNG
from chronik.service.web.openapi.contract import HEAVY, OF_A_MATCH, promises
from chronik.service.web.pages.problem_page import problem_words
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import GameName, HTTPRequest, origin
from chronik.service.web.router import Router

PATIENCE = 0.5
"""Seconds that a page waits for its preview; then it is sent without."""
SENTENCES: Mapping[Status, str] = {
    Status.OPEN: "A seat is free: sit down and play.",
    Status.RUNNING: "This match is being played. Watch it live.",
    Status.FINISHED: "Watch every moment of this match again.",
}
TOURNAMENT = "Tables, results and standings."
KEEP = {"Cache-Control": "public, max-age=60"}


class Previews:
    """Describes matches and tournaments for programs that preview links. They read English."""

    def __init__(self, matches: LiveMatches, records: Records, people: People) -> None:
        self.matches = matches
        self.records = records
        self.people = people

    async def describe_match(self, request: HTTPRequest, match: str) -> str:
        """Returns the tags of a match; an empty text if it cannot be read at once, because the page does not wait."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._describe_match(request, match)
        except Exception:
            return ""

    async def _describe_match(self, request: HTTPRequest, match: str) -> str:
        live = await self.matches.find(match)
        if live is None or live.match.opened is None:
            return ""
        game, chairs = live.match.opened.game, live.match.chairs
        known = await self.people.find_names_if_up({chair.player for chair in chairs} - {""})
        names = [known.names.get(chair.player) or ("bot" if chair.bot else "") for chair in chairs if chair.taken]
        started = live.match.state is not None
        picture = f"/matches/{match}/board.png?v={live.match.version}" if started else f"/games/{game}/board.png"
        title = ": ".join(filter(None, (_game_name(game), ", ".join(filter(None, names)))))
        return _tags(request, title, SENTENCES[live.match.status], picture)

    async def describe_tournament(self, request: HTTPRequest, tournament: str) -> str:
        """Returns the tags of a tournament; an empty text if it cannot be read at once."""
        try:
            async with asyncio.timeout(PATIENCE), self.records.reading() as session:
                row = await session.get(TournamentRow, tournament)
        except Exception:
            return ""
        if row is None:
            return ""
        return _tags(request, row.title, f"{_game_name(row.game)}. {TOURNAMENT}", f"/games/{row.game}/board.png")


def pictures_router(matches: LiveMatches, boards: Boards) -> Router:
    """Builds the routes of the pictures, at the root."""

    @get(
        "/matches/{match:str}/board.png",
        operation_id="board_picture",
        opt=promises(media=(PNG,), any_query=True, gives=("Cache-Control",), weight=HEAVY, problems=OF_A_MATCH),
    )
    async def board(match: MatchId) -> Response[bytes]:
        """Returns the board of a match that has started, as a spectator sees it, for programs that preview links."""
        live = await find_fresh_match(matches, match)
        if live.match.state is None:
            raise Problem(NOT_FOUND)
        return Response(await asyncio.to_thread(render_png, boards.draw(live)), media_type=PNG, headers=KEEP)

    @cache
    def example(game: str) -> bytes:
        rules = matches.catalogue.current(game)
        assert rules is not None
        return render_png(draw_example(rules))

    @get(
        "/games/{game:str}/board.png",
        operation_id="game_picture",
        sync_to_thread=True,
        opt=promises(media=(PNG,), gives=("Cache-Control",), weight=HEAVY, problems=(NOT_FOUND,)),
    )
    def game_board(game: GameName) -> Response[bytes]:
        """Returns the board of a game as it is set up."""
        if game not in matches.catalogue.names():
            raise Problem(NOT_FOUND)
        return Response(example(game), media_type=PNG, headers=KEEP)

    return Router("/", route_handlers=[board, game_board], tags=["pages"])


def _game_name(game: str) -> str:
    return problem_words()[Language.EN].games.get(game, game)


def _tags(request: HTTPRequest, title: str, sentence: str, picture: str) -> str:
    """Returns the tags of a preview; addresses are absolute, as chat programs want them."""
    here = origin(request)
    tags = {
        "og:type": "website",
        "og:site_name": "Chronik",
        "og:title": title,
        "og:description": sentence,
        "og:url": f"{here}{request.scope['path']}",
        "og:image": f"{here}{picture}",
    }
    lines = [f'<meta property="{name}" content="{escape(content)}">' for name, content in tags.items()]
    return "\n".join((*lines, '<meta name="twitter:card" content="summary_large_image">'))
