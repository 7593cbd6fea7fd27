"""The browser viewer: its files, and the page behind all its addresses, read once and packed once."""

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

from service.http.compression import Packed, packed
from service.pages.comments import without_remarks

FOLDER = Path(__file__).parents[1] / "viewer"
MAIN = "main.js"
MEDIA = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".LICENSE": "text/plain"}
FIRST = ("style/tokens.css", "style/base.css", "style/chrome.css")
"""The style sheets of every page."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""What a browser may do with the page; who may show it in a frame comes after it."""
FOR_GOOD = "max-age=31536000, immutable"
"""How long a file is kept: under its digest it never changes."""
IMPORT = re.compile(rb'^(?:import|export|\})[^;("]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


class Opening(Enum):
    """The module that a page begins with, after the one with which all begin, and its style sheets, after `FIRST`."""

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
        self.pages = {opening: packed(self._written(template, opening)) for opening in Opening}

    @classmethod
    def read(cls, folder: Path = FOLDER) -> "Viewer":
        """The viewer as it lies in a folder."""
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _served(folder)}
        return cls(files, (folder / "index.html").read_text("utf-8"))

    @cached_property
    def packed(self) -> Mapping[str, Packed]:
        return {path: packed(without_remarks(path, content), worth=0) for path, content in self.files.items()}

    def modules(self, *openings: str) -> tuple[str, ...]:
        """These modules and all that they import; what they load on demand, a game or a language, is not among them."""
        found: dict[str, None] = {}
        ahead = [path for path in reversed(openings) if path in self.files]
        while ahead:
            path = ahead.pop()
            if path not in found:
                found[path] = None
                ahead.extend(one for one in self._imports(path) if one in self.files)
        return tuple(found)

    def games(self) -> dict[str, list[str]]:
        """The modules of each game, beside those of every match; the page loads them once it knows the game."""
        shell = self.modules(MAIN, Opening.MATCH.module)
        begin = {path.split("/")[1]: path for path in self.files if re.fullmatch(r"games/\w+/game\.js", path)}
        return {name: [one for one in self.modules(path) if one not in shell] for name, path in begin.items()}

    def _imports(self, path: str) -> Iterator[str]:
        for name in IMPORT.findall(self.files[path]):
            yield normpath(join(dirname(path), name.decode()))

    def _written(self, template: str, opening: Opening) -> bytes:
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
def as_shipped() -> Viewer:
    """The viewer as it was when the process started, packed and ready."""
    viewer = Viewer.read()
    assert viewer.packed
    return viewer


def as_it_is(folder: Path = FOLDER) -> Callable[[], Viewer]:
    """The viewer as it lies in the folder now: for those who are writing it."""

    @lru_cache(maxsize=1)
    def read(_: object) -> Viewer:
        return Viewer.read(folder)

    def stamps() -> tuple[tuple[Path, int], ...]:
        return tuple((path, path.stat().st_mtime_ns) for path in (folder / "index.html", *_served(folder)))

    return lambda: read(stamps())


def media_of(path: str) -> str:
    """What a file is, as a header says it; texts are UTF-8, and modules never anything else."""
    media = MEDIA[PurePosixPath(path).suffix]
    return f"{media}; charset=utf-8" if media in ("text/css", "text/plain") else media


def _served(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in MEDIA and path.is_file())
