"""The routes of the pages for people, and of their files.

The HTML is the same for every match but for the tags of its preview. Without the stores, pages are served without them.
"""

import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from chronik.service.web.compression import QUICK, compress, compressed_response
from chronik.service.web.headers import is_tagged
from chronik.service.web.media import HTML
from chronik.service.web.openapi.contract import promises
from chronik.service.web.pages.pages import (
    FOR_GOOD,
    MEDIA,
    POLICY,
    Opening,
    Viewer,
    live_viewer,
    media_of,
    shipped_viewer,
)
from chronik.service.web.problems.ids import is_id
from chronik.service.web.problems.kinds import NOT_FOUND, RATE_LIMITED, Kind
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

THEME = ("theme", "`light` or `dark`; without it the reader's choice, else the system's.")
MOMENT = (
    ("e", "The moment to show: the number of the entry before it. Without it the page chooses where to begin."),
    (
        "p",
        "The viewer: the number of a seat, `spectator` or `referee`. Without it, or if the reader may not use it, the "
        "reader's usual view; in a frame the spectator's.",
    ),
    ("v", "The speed of the replay, from 0.25 to 8; 1 by default."),
    THEME,
)
"""The query of a match's address, as `service/viewer/pages/match` reads and writes it."""
MINUTES = (
    "minutes",
    "The minutes of a round, up to 600, for a countdown; without it the page shows the time that has passed.",
)
LIST = (
    ("game", "The game of the lists; without it the first game that has lists."),
    ("code", "The short code (`CC1-…`) of a list to open; the page then removes it from the address."),
)


def one_page(*asks: tuple[str, str], problems: tuple[Kind, ...] = ()) -> dict[str, Any]:
    """Returns the OpenAPI description of a page that reads these parameters of its query."""
    return promises(
        media=(HTML,), any_query=True, asks=asks, reads=("If-None-Match",), gives=("ETag",), problems=problems
    )


def page_of_one(*asks: tuple[str, str]) -> dict[str, Any]:
    """Returns the OpenAPI description of a page that shows one thing, whose id is in the path."""
    return one_page(*asks, problems=(NOT_FOUND,))


ONE_PAGE = one_page(THEME)
PageId = Annotated[str, PathParameter(description="The id of a match; if there is none, the page says so.")]
EventId = Annotated[str, PathParameter(description="The id of a tournament; if there is none, the page says so.")]
PersonId = Annotated[str, PathParameter(description="The id of a player; if there is none, the page says so.")]
Digest = Annotated[str, PathParameter(description="The digest of all files, as the page names it.")]
FilePath = Annotated[str, PathParameter(description="The path of a file.")]


Preview = Callable[[HTTPRequest, str], Awaitable[str]]
"""Returns the head of a page for programs that preview a link, by the id in its address; empty if there is none."""


def pages_router(preview_match: Preview, preview_tournament: Preview, reload: bool = False) -> Router:
    """Builds the routes of this file, at the root; with `reload` the files may change."""
    viewer = live_viewer() if reload else shipped_viewer
    page = partial(_page, viewer)

    @get("/", operation_id="lobby_page", sync_to_thread=False, opt=ONE_PAGE)
    def lobby(request: HTTPRequest) -> Response[bytes]:
        """Serves the lobby page: matches to watch or join, and a form to open one."""
        return page(request, Opening.LOBBY)

    @get("/matches/{match:str}", operation_id="table_page", opt=page_of_one(*MOMENT))
    async def table(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """Serves the page of a match, to watch it while it is played and to play in your seat.

        Without `e`, a match with only bots plays from its beginning; "live" jumps to its present state.
        """
        check_id(match)
        return page(request, Opening.MATCH, head=await preview_match(request, match))

    @get("/replay/{match:str}", operation_id="replay_page", opt=page_of_one(*MOMENT))
    async def replay(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """Serves the page on which a match can be watched again, for example with `?e=87&p=1&v=1.5`.

        Without `e`, a finished match starts at its beginning and a running one is shown as it is now. A running match
        with only bots plays from its beginning. The address bar always contains the moment that is shown, so that it
        can be shared.
        """
        check_id(match)
        return page(request, Opening.MATCH, head=await preview_match(request, match))

    @get("/embed/{match:str}", operation_id="embed_page", sync_to_thread=False, opt=page_of_one(*MOMENT))
    def embed(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """Serves the replay of a match for use inside another page. No other address may be shown in a frame."""
        check_id(match)
        return page(request, Opening.MATCH, "*")

    @get("/tournaments", operation_id="tournaments_page", sync_to_thread=False, opt=ONE_PAGE)
    def tournaments(request: HTTPRequest) -> Response[bytes]:
        """Serves the page of tournaments: to look at, take part in and organise."""
        return page(request, Opening.TOURNAMENTS)

    @get("/tournaments/{tournament:str}", operation_id="tournament_page", opt=page_of_one(THEME))
    async def tournament(request: HTTPRequest, tournament: EventId) -> Response[bytes]:
        """Serves the page of a tournament: its rounds, tables and standings. Staff also see the organiser's page."""
        check_id(tournament)
        return page(request, Opening.TOURNAMENT, head=await preview_tournament(request, tournament))

    @get(
        "/tournaments/{tournament:str}/screen",
        operation_id="tournament_screen",
        sync_to_thread=False,
        opt=page_of_one(MINUTES, THEME),
    )
    def screen(request: HTTPRequest, tournament: EventId) -> Response[bytes]:
        """Serves a tournament's page for a screen in the hall; its views change by themselves."""
        check_id(tournament)
        return page(request, Opening.SCREEN)

    @get("/decks", operation_id="decks_page", sync_to_thread=False, opt=one_page(*LIST, THEME))
    def decks(request: HTTPRequest) -> Response[bytes]:
        """Serves the page of card lists: to build, check, store and hand them in."""
        return page(request, Opening.DECKS)

    @get("/players/{player:str}", operation_id="player_page", sync_to_thread=False, opt=page_of_one(THEME))
    def person(request: HTTPRequest, player: PersonId) -> Response[bytes]:
        """Serves the page of a player: tournaments, results and ratings."""
        check_id(player)
        return page(request, Opening.PLAYER)

    return Router(
        "/",
        route_handlers=[
            lobby,
            table,
            replay,
            embed,
            tournaments,
            tournament,
            screen,
            decks,
            person,
            *([_style_route(page)] if reload else []),
            _file_route(viewer, reload),
        ],
        tags=["pages"],
    )


def check_id(id_: str) -> None:
    """Raises `not-found` if a text cannot be an id; the page itself asks whether the thing exists."""
    if not is_id(id_):
        raise Problem(NOT_FOUND)


def _style_route(page: Callable[[HTTPRequest, Opening], Response[bytes]]) -> HTTPRouteHandler:
    """Builds the route of the page with all elements, for developers."""

    @get("/style", operation_id="style_page", sync_to_thread=False, opt=ONE_PAGE)
    def style(request: HTTPRequest) -> Response[bytes]:
        """Serves a page with all elements of the pages, side by side."""
        return page(request, Opening.STYLE)

    return style


def _page(
    viewer: Callable[[], Viewer], request: HTTPRequest, opening: Opening, frames: str = "'none'", head: str = ""
) -> Response[bytes]:
    content = viewer().pages[opening]
    if head:
        content = compress(content.plain.replace(b"</head>", f"{head}\n</head>".encode(), 1), QUICK)
    tag = f'W/"{hashlib.sha256(content.plain).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Vary": "accept-encoding", "Content-Security-Policy": POLICY + frames}
    headers |= {"Cache-Control": "no-cache", "Referrer-Policy": "same-origin"}
    if is_tagged(request, tag.removeprefix("W/")):
        return Response(b"", status_code=304, headers=headers)
    return compressed_response(request, content, HTML, headers)


def _file_route(viewer: Callable[[], Viewer], reload: bool) -> HTTPRouteHandler:
    """Builds the route that serves the pages' files."""

    @get(
        "/viewer/{digest:str}/{path:path}",
        operation_id="viewer_file",
        sync_to_thread=False,
        opt=promises(
            media=tuple(dict.fromkeys(MEDIA.values())),
            gives=("Cache-Control",),
            problems=(NOT_FOUND, RATE_LIMITED),
            guarded=False,
        ),
    )
    def file(request: HTTPRequest, digest: Digest, path: FilePath) -> Response[bytes]:
        """Returns a file of the pages. It never changes under its digest; any other digest is answered with 404."""
        now = viewer()
        path = path.removeprefix("/")
        if path not in now.files or (digest != now.digest and not reload):
            raise Problem(NOT_FOUND)
        keep = "no-cache" if reload else FOR_GOOD
        headers = {"Cache-Control": keep, "Vary": "accept-encoding"}
        return compressed_response(request, now.pack(path), media_of(path), headers)

    return file
