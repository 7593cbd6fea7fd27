"""The pages for people, the same for every match, and the files they are made of. Nothing here asks the store."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from service.http.compression import sent
from service.http.entity_tags import is_tagged
from service.http.media import HTML
from service.http.request import HTTPRequest
from service.http.router import Router
from service.openapi.contract import promises
from service.pages.pages import FOR_GOOD, MEDIA, POLICY, Opening, Viewer, as_it_is, as_shipped, media_of
from service.problems.kinds import NOT_FOUND, RATE_LIMITED
from service.problems.problem import Problem

THEME = ("theme", "`light` or `dark`; left out, what the reader has chosen, else what their system says.")
MOMENT = (
    ("e", "The moment, by the number of the entry after which it is; left out, the page says where it begins."),
    (
        "p",
        "Through whose eyes: the number of a seat, `spectator` or `referee`. Left out, or where they may not be had, "
        "those that the reader usually has; in a frame a spectator's.",
    ),
    ("v", "How fast it is played: from 0.25 to 8 times; left out, 1."),
    THEME,
)
"""What the address of a match may say, as `service/viewer/pages/match` reads it and writes it."""
MINUTES = ("minutes", "How long a round lasts, up to 600: what is left of it is shown; left out, what has passed.")
LIST = (
    ("game", "The game whose lists are built; left out, the first that has any."),
    ("code", "A list as its short code (`CC1-…`), which is opened; it is then taken out of the address."),
)


def one_page(*asks: tuple[str, str]) -> dict[str, Any]:
    """The promises of a page, which reads these of its query."""
    return promises(media=(HTML,), any_query=True, asks=asks, reads=("If-None-Match",), gives=("ETag",))


ONE_PAGE = one_page(THEME)
PageId = Annotated[str, PathParameter(description="The id of a match; if there is none, the page says so.")]
EventId = Annotated[str, PathParameter(description="The id of a tournament; if there is none, the page says so.")]
PersonId = Annotated[str, PathParameter(description="The id of a player; if there is none, the page says so.")]
Digest = Annotated[str, PathParameter(description="The digest of all files, as the page names it.")]
FilePath = Annotated[str, PathParameter(description="The path of a file.")]


def pages_router(reload: bool = False) -> Router:
    """The addresses of this file, at the root; to be reloaded means that the files may change."""
    viewer = as_it_is() if reload else as_shipped
    page = partial(_page, viewer)

    @get("/", operation_id="lobby_page", sync_to_thread=False, opt=ONE_PAGE)
    def lobby(request: HTTPRequest) -> Response[bytes]:
        """The lobby, for people: matches to watch, to join and to open."""
        return page(request, Opening.LOBBY)

    @get("/matches/{match:str}", operation_id="table_page", sync_to_thread=False, opt=one_page(*MOMENT))
    def table(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """A match, for people: to watch while it goes on, and to play in one's own seat."""
        return page(request, Opening.MATCH)

    @get("/replay/{match:str}", operation_id="replay_page", sync_to_thread=False, opt=one_page(*MOMENT))
    def replay(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """A match, for people: to watch again, such as `?e=87&p=1&v=1.5`.

        Without `e` a match that is over begins at its beginning, one that is being played is shown as it is now. The
        address bar follows what is shown, and can be sent on at any moment.
        """
        return page(request, Opening.MATCH)

    @get("/embed/{match:str}", operation_id="embed_page", sync_to_thread=False, opt=one_page(*MOMENT))
    def embed(request: HTTPRequest, match: PageId) -> Response[bytes]:
        """A match to watch again inside another page: the one address that may be shown in a frame."""
        return page(request, Opening.MATCH, "*")

    @get("/tournaments", operation_id="tournaments_page", sync_to_thread=False, opt=ONE_PAGE)
    def tournaments(request: HTTPRequest) -> Response[bytes]:
        """The tournaments, for people: to look at, to take part in, and to hold."""
        return page(request, Opening.TOURNAMENTS)

    @get("/tournaments/{tournament:str}", operation_id="tournament_page", sync_to_thread=False, opt=ONE_PAGE)
    def tournament(request: HTTPRequest, tournament: EventId) -> Response[bytes]:
        """A tournament, for people: its rounds, tables and standings; for its staff, the desk."""
        return page(request, Opening.TOURNAMENT)

    @get(
        "/tournaments/{tournament:str}/screen",
        operation_id="tournament_screen",
        sync_to_thread=False,
        opt=one_page(MINUTES, THEME),
    )
    def screen(request: HTTPRequest, tournament: EventId) -> Response[bytes]:
        """A tournament for the wall of a hall, which turns its sheets by itself."""
        return page(request, Opening.SCREEN)

    @get("/decks", operation_id="decks_page", sync_to_thread=False, opt=one_page(*LIST, THEME))
    def decks(request: HTTPRequest) -> Response[bytes]:
        """Lists of cards, for people: to build, to check, to keep and to hand in."""
        return page(request, Opening.DECKS)

    @get("/players/{player:str}", operation_id="player_page", sync_to_thread=False, opt=ONE_PAGE)
    def person(request: HTTPRequest, player: PersonId) -> Response[bytes]:
        """A player, for people: tournaments, results and ratings."""
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


def _style_route(page: Callable[[HTTPRequest, Opening], Response[bytes]]) -> HTTPRouteHandler:
    """The address of what the pages are made of, for those who draw them."""

    @get("/style", operation_id="style_page", sync_to_thread=False, opt=ONE_PAGE)
    def style(request: HTTPRequest) -> Response[bytes]:
        """All that the pages are made of, side by side."""
        return page(request, Opening.STYLE)

    return style


def _page(
    viewer: Callable[[], Viewer], request: HTTPRequest, opening: Opening, frames: str = "'none'"
) -> Response[bytes]:
    content = viewer().pages[opening]
    tag = f'W/"{hashlib.sha256(content.plain).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Vary": "accept-encoding", "Content-Security-Policy": POLICY + frames}
    headers |= {"Cache-Control": "no-cache", "Referrer-Policy": "same-origin"}
    if is_tagged(request, tag.removeprefix("W/")):
        return Response(b"", status_code=304, headers=headers)
    return sent(request, content, HTML, headers)


def _file_route(viewer: Callable[[], Viewer], reload: bool) -> HTTPRouteHandler:
    """The address of the files that the pages are made of."""

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
        """A file of the pages. It never changes under its digest; with another digest, it is not there."""
        now = viewer()
        content = now.packed.get(path.removeprefix("/"))
        if content is None or (digest != now.digest and not reload):
            raise Problem(NOT_FOUND)
        keep = "no-cache" if reload else FOR_GOOD
        headers = {"Cache-Control": keep, "Vary": "accept-encoding"}
        return sent(request, content, media_of(path), headers)

    return file
