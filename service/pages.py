"""The browser viewer: its files, and the one page behind all its addresses, read once and packed once."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from string import Template

from service.packing import Packed, packed

FOLDER = Path(__file__).with_name("viewer")
MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".LICENSE": "text/plain",
}
FIRST = ("style/tokens.css", "style/base.css")
"""The style sheets that the others build on."""
ON_DEMAND = ("games/", "words/")
"""Folders whose own folders are loaded when they are needed: a game, a language."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""What a browser may do with the page; who may show it in a frame comes after it."""


class Viewer:
    """All files by their path below the viewer's folder, under one digest."""

    def __init__(self, files: Mapping[str, bytes], template: str) -> None:
        self.files = files
        whole = hashlib.sha256(template.encode())
        for path, content in sorted(files.items()):
            whole.update(f"{path}\0{len(content)}\0".encode() + content)
        self.digest = whole.hexdigest()[:16]
        self.page = packed(self._written(template))

    @classmethod
    def read(cls, folder: Path = FOLDER) -> "Viewer":
        """The viewer as it lies in a folder."""
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(_served(folder))}
        return cls(files, (folder / "index.html").read_text("utf-8"))

    @cached_property
    def packed(self) -> Mapping[str, Packed]:
        return {path: packed(content) for path, content in self.files.items()}

    def styles(self) -> tuple[str, ...]:
        """The style sheets of the shell, in their order; a game brings its own."""
        rest = [path for path in self.files if path.startswith("style/") and path.endswith(".css")]
        return tuple(dict.fromkeys((*(path for path in FIRST if path in rest), *rest)))

    def modules(self) -> tuple[str, ...]:
        """The modules that every page may need soon."""
        return tuple(path for path in self.files if path.endswith(".js") and not _on_demand(path))

    def _written(self, template: str) -> bytes:
        here = f"/viewer/{self.digest}/"
        styles = [f'<link rel="stylesheet" href="{escape(here + path)}">' for path in self.styles()]
        modules = [f'<link rel="modulepreload" href="{escape(here + path)}">' for path in self.modules()]
        places = {"here": here, "styles": "\n".join(styles), "modules": "\n".join(modules)}
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
        return tuple((path, path.stat().st_mtime_ns) for path in (folder / "index.html", *sorted(_served(folder))))

    return lambda: read(stamps())


def _served(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in MEDIA and path.is_file()]


def _on_demand(path: str) -> bool:
    return path.startswith(ON_DEMAND) and path.count("/") > 1
