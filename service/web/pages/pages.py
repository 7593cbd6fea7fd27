"""The browser viewer: its files and the HTML of its pages, read once."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from string import Template
from types import MappingProxyType

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace
from structlog.typing import FilteringBoundLogger

from chronik.service.web.compression import Compressed, compress
from chronik.service.web.pages.comments import strip_comments

FOLDER = Path(__file__).parents[2] / "viewer"
MAIN = "main.js"
BUNDLE = "bundle"
"""The folder of the files that `make bundle` joins the modules into."""
MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".LICENSE": "text/plain",
}
FIRST = ("style/tokens.css", "style/base.css", "style/chrome.css")
"""The style sheets of every page."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""The content security policy of the pages; the origins that may frame a page are appended to it."""
THEMES = ("light", "dark")
FOR_GOOD = "max-age=31536000, immutable"
"""Caching of a file: a year, because it never changes under its digest."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.pages")
IMPORT = re.compile(rb'^(?:import|export|\})[^;("]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


class Opening(Enum):
    """The first module of a page, after the one that all pages load, and its style sheets, after `FIRST`."""

    LOBBY = ("pages/lobby/page.js", "style/lobby.css")
    MATCH = (
        "pages/match/page.js",
        "style/match.css",
        "style/replay.css",
        "style/since.css",
        "style/hint.css",
        "games/choice.css",
    )
    TOURNAMENTS = ("pages/tournaments/page.js", "style/tournaments.css")
    TOURNAMENT = ("pages/tournament/page.js", "style/tournament.css")
    SCREEN = ("pages/tournament/screen/page.js", "style/screen.css")
    DECKS = ("pages/decks/page.js", "style/decks.css")
    PLAYER = ("pages/people/page.js", "style/people.css")
    STYLE = ("pages/style/page.js", "style/specimens.css", "style/replay.css")

    def __init__(self, module: str, *styles: str) -> None:
        self.module = module
        self.styles = styles

    @property
    def sheet(self) -> str:
        """Returns the name of the file that joins all style sheets of the page, in the folder of the style sheets."""
        return f"{self.name.lower()}.page.css"


class Bundle(Struct, frozen=True):
    """Joined modules: `modules` has the files that replace a module and all that it imports, by its path.

    `sources` is the digest of the modules that they were made from.
    """

    sources: str
    modules: Mapping[str, tuple[str, ...]]


class Viewer:
    """All files by their path below the viewer's folder, under one digest.

    `bundle` is None if modules are separate; `brotli` has the files that were compressed when they were joined.
    """

    def __init__(
        self,
        files: Mapping[str, bytes],
        template: str,
        bundle: Bundle | None = None,
        brotli: Mapping[str, bytes] = MappingProxyType({}),
    ) -> None:
        sheets = {f"style/{one.sheet}": _join_styles(files, one) for one in Opening}
        self.files = {**files, **sheets, **{f"games/{theme}.svg": _join_pictures(files, theme) for theme in THEMES}}
        self.bundle = bundle
        self.brotli = brotli
        self._packed: dict[str, Compressed] = {}
        whole = sha256(template.encode())
        for path, content in sorted(self.files.items()):
            whole.update(f"{path}\0{len(content)}\0".encode() + content)
        self.digest = whole.hexdigest()[:16]
        self.pages = {opening: compress(self._render(template, opening)) for opening in Opening}

    @classmethod
    def read(cls, folder: Path = FOLDER, bundled: bool = True) -> "Viewer":
        """Reads the viewer from a folder, with the bundle if there is one that was made from the same modules."""
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _list_files(folder)}
        joined = {path: files.pop(path) for path in tuple(files) if path.startswith(f"{BUNDLE}/")}
        template = (folder / "index.html").read_text("utf-8")
        bundle = _read_bundle(folder, files) if bundled else None
        if bundle is None:
            return cls(files, template)
        brotli = {path: (folder / f"{path}.br").read_bytes() for path in joined}
        for path in [
            path for path in joined if path.endswith(".css")
        ]:  # short sheets keep the address of the long ones
            address = path.removeprefix(f"{BUNDLE}/")
            files[address], brotli[address] = joined.pop(path), brotli.pop(path)
        return cls(files | joined, template, bundle, brotli)

    def pack(self, path: str) -> Compressed:
        """Returns a file in its forms; it is compressed when it is first asked for. Raises `KeyError`."""
        if path not in self._packed:
            content = self.files[path]
            brotli = self.brotli.get(path)
            self._packed[path] = replace(
                compress(content if brotli else strip_comments(path, content), worth=0), brotli=brotli
            )
        return self._packed[path]

    def modules(self, *openings: str) -> tuple[str, ...]:
        """Returns these modules and all that they import, without those loaded on demand (games, languages)."""
        if self.bundle:
            return tuple(dict.fromkeys(file for path in openings for file in self.bundle.modules[path]))
        found: dict[str, None] = {}
        ahead = [path for path in reversed(openings) if path in self.files]
        while ahead:
            path = ahead.pop()
            if path not in found:
                found[path] = None
                ahead.extend(one for one in self._imports(path) if one in self.files)
        return tuple(found)

    def games(self) -> dict[str, list[str]]:
        """Returns the modules of each game that not every match needs, and the files for running matches (`…-live`).

        The page loads them once it knows the game.
        """
        shell = self.modules(MAIN, Opening.MATCH.module)
        found: dict[str, list[str]] = {}
        for name in [path.split("/")[1] for path in self.files if re.fullmatch(r"games/\w+/game\.js", path)]:
            styles = [path for path in self.files if re.fullmatch(rf"games/{name}/.*(?<!style)\.css", path)]
            found[name] = [one for one in self.modules(f"games/{name}/game.js") if one not in shell]
            live = self.modules(f"games/{name}/choice/choice.js")
            found[f"{name}-live"] = [*styles, *(one for one in live if one not in shell and one not in found[name])]
        return found

    def _imports(self, path: str) -> Iterator[str]:
        for name in IMPORT.findall(self.files[path]):
            yield normpath(join(dirname(path), name.decode()))

    def _render(self, template: str, opening: Opening) -> bytes:
        here = f"/viewer/{self.digest}/"
        modules = self.modules(MAIN, opening.module)
        places = {
            "here": here,
            "main": f"{BUNDLE}/{MAIN}" if self.bundle else MAIN,
            "sheet": opening.sheet,
            "styles": " ".join((*FIRST, *opening.styles)),
            "modules": "\n".join(f'<link rel="modulepreload" href="{escape(here + path)}">' for path in modules),
            "games": json.dumps(self.games() if opening is Opening.MATCH else {}, separators=(",", ":")),
        }
        return Template(template).substitute(places).encode()


@lru_cache(maxsize=1)
def shipped_viewer() -> Viewer:
    """Returns the viewer as it was when the process started."""
    return Viewer.read()


def report_missing_bundle() -> None:
    """Logs that pages load slowly because their modules are sent one by one."""
    if shipped_viewer().bundle is None:
        LOG.info("the modules of the pages are sent one by one; `make bundle` joins them")


def live_viewer(folder: Path = FOLDER) -> Callable[[], Viewer]:
    """Returns a function that reads the viewer again whenever its files change; for developers."""

    @lru_cache(maxsize=1)
    def read(_: object) -> Viewer:
        return Viewer.read(folder, bundled=False)

    def stamps() -> tuple[tuple[Path, int], ...]:
        return tuple((path, path.stat().st_mtime_ns) for path in (folder / "index.html", *_list_files(folder)))

    return lambda: read(stamps())


def media_of(path: str) -> str:
    """Returns the media type of a file for a header; texts are UTF-8, as modules always are."""
    media = MEDIA[path[path.rindex(".") :]]
    return f"{media}; charset=utf-8" if media in ("text/css", "text/plain") else media


def _join_styles(files: Mapping[str, bytes], opening: Opening) -> bytes:
    return b"\n".join(files[path] for path in (*FIRST, *opening.styles) if path in files)


def _join_pictures(files: Mapping[str, bytes], theme: str) -> bytes:
    """Joins the pictures of all games in one colour theme, so that the lobby loads one file; each is a view of it."""
    found = sorted(path for path in files if re.fullmatch(rf"games/\w+/{theme}\.svg", path))
    parts: list[bytes] = []
    for number, path in enumerate(found):
        place = f'y="{300 * number}" width="600" height="300"'
        parts.append(f'<view id="{path.split("/")[1]}" viewBox="0 {300 * number} 600 300"/>'.encode())
        parts.append(files[path].replace(b"<svg", f'<svg {place} preserveAspectRatio="xMidYMid slice"'.encode(), 1))
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 {300 * len(found)}">'
    return b"".join((whole.encode(), *parts, b"</svg>"))


def _read_bundle(folder: Path, files: Mapping[str, bytes]) -> Bundle | None:
    """Returns the bundle in a folder; None without one, or if it was made from other modules or style sheets."""
    try:
        bundle = msgspec.json.decode((folder / BUNDLE / "manifest.json").read_bytes(), type=Bundle)
    except FileNotFoundError:
        return None
    sources = sha256()
    for path in sorted(path for path in files if path.endswith((".js", ".css"))):
        sources.update(path.encode() + b"\0" + files[path] + b"\0")
    return bundle if bundle.sources == sources.hexdigest() else None


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in MEDIA and path.is_file())
