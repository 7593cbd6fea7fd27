"""The browser viewer: its files and the HTML of its pages, read and compressed once."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from string import Template

from chronik.service.web.compression import Compressed, compress
from chronik.service.web.pages.comments import strip_comments

FOLDER = Path(__file__).parents[2] / "viewer"
MAIN = "main.js"
MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".LICENSE": "text/plain",
}
FIRST = ("style/tokens.css", "style/base.css", "style/chrome.css")
"""The style sheets of every page."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""The content security policy of the pages; the origins that may frame a page are appended to it."""
FOR_GOOD = "max-age=31536000, immutable"
"""Caching of a file: a year, because it never changes under its digest."""
IMPORT = re.compile(rb'^(?:import|export|\})[^;("]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


class Opening(Enum):
    """The first module of a page, after the one that all pages load, and its style sheets, after `FIRST`."""

    LOBBY = ("pages/lobby/page.js", "style/lobby.css")
    MATCH = ("pages/match/page.js", "style/match.css", "style/replay.css")
    TOURNAMENTS = ("pages/tournaments/page.js", "style/tournaments.css")
    TOURNAMENT = ("pages/tournament/page.js", "style/tournament.css")
    SCREEN = ("pages/tournament/screen/page.js", "style/screen.css")
    DECKS = ("pages/decks/page.js", "style/decks.css")
    PLAYER = ("pages/people/page.js", "style/people.css")
    STYLE = ("pages/style/page.js", "style/specimens.css", "style/replay.css")

    def __init__(self, module: str, *styles: str) -> None:
        self.module = module
        self.styles = styles


class Viewer:
    """All files by their path below the viewer's folder, under one digest."""

    def __init__(self, files: Mapping[str, bytes], template: str) -> None:
        self.files = files
        whole = sha256(template.encode())
        for path, content in sorted(files.items()):
            whole.update(f"{path}\0{len(content)}\0".encode() + content)
        self.digest = whole.hexdigest()[:16]
        self.pages = {opening: compress(self._render(template, opening)) for opening in Opening}

    @classmethod
    def read(cls, folder: Path = FOLDER) -> "Viewer":
        """Reads the viewer from a folder."""
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _list_files(folder)}
        return cls(files, (folder / "index.html").read_text("utf-8"))

    @cached_property
    def packed(self) -> Mapping[str, Compressed]:
        return {path: compress(strip_comments(path, content), worth=0) for path, content in self.files.items()}

    def modules(self, *openings: str) -> tuple[str, ...]:
        """Returns these modules and all that they import, without those loaded on demand (games, languages)."""
        found: dict[str, None] = {}
        ahead = [path for path in reversed(openings) if path in self.files]
        while ahead:
            path = ahead.pop()
            if path not in found:
                found[path] = None
                ahead.extend(one for one in self._imports(path) if one in self.files)
        return tuple(found)

    def games(self) -> dict[str, list[str]]:
        """Returns the modules of each game that not every match needs; the page loads them once it knows the game."""
        shell = self.modules(MAIN, Opening.MATCH.module)
        begin = {path.split("/")[1]: path for path in self.files if re.fullmatch(r"games/\w+/game\.js", path)}
        return {name: [one for one in self.modules(path) if one not in shell] for name, path in begin.items()}

    def _imports(self, path: str) -> Iterator[str]:
        for name in IMPORT.findall(self.files[path]):
            yield normpath(join(dirname(path), name.decode()))

    def _render(self, template: str, opening: Opening) -> bytes:
        here = f"/viewer/{self.digest}/"
        styles = [path for path in (*FIRST, *opening.styles) if path in self.files]
        places = {
            "here": here,
            "styles": "\n".join(f'<link rel="stylesheet" href="{escape(here + path)}">' for path in styles),
            "modules": "\n".join(
                f'<link rel="modulepreload" href="{escape(here + path)}">'
                for path in self.modules(MAIN, opening.module)
            ),
            "games": json.dumps(self.games() if opening is Opening.MATCH else {}, separators=(",", ":")),
        }
        return Template(template).substitute(places).encode()


@lru_cache(maxsize=1)
def shipped_viewer() -> Viewer:
    """Returns the viewer as it was when the process started, compressed."""
    viewer = Viewer.read()
    assert viewer.packed
    return viewer


def live_viewer(folder: Path = FOLDER) -> Callable[[], Viewer]:
    """Returns a function that reads the viewer again whenever its files change; for developers."""

    @lru_cache(maxsize=1)
    def read(_: object) -> Viewer:
        return Viewer.read(folder)

    def stamps() -> tuple[tuple[Path, int], ...]:
        return tuple((path, path.stat().st_mtime_ns) for path in (folder / "index.html", *_list_files(folder)))

    return lambda: read(stamps())


def media_of(path: str) -> str:
    """Returns the media type of a file for a header; texts are UTF-8, as modules always are."""
    media = MEDIA[PurePosixPath(path).suffix]
    return f"{media}; charset=utf-8" if media in ("text/css", "text/plain") else media


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in MEDIA and path.is_file())
