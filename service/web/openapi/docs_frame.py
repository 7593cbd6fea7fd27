"""The common frame of all pages of `/docs`: style, navigation and search."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

STYLE = files("chronik.service.web.openapi").joinpath("docs.css").read_text("utf-8")
POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy of a page: it allows exactly this style and the search, and nothing else."""

PAGES = {
    "/docs/contents": "Contents",
    "/docs/play": "Play",
    "/docs/tournaments": "Tournaments",
    "/docs/bots": "Bots",
    "/docs": "Interface",
    "/docs/format": "Formats",
    "/docs/rules/katharina": "Rules of Katharina",
    "/docs/rules/cities_knights": "Rules of Cities & Knights",
    "/docs/rules/catan_cards": "Rules of the Catan card game",
    "/docs/changes": "Changes",
}
"""The pages in reading order, with their short titles."""


def frame_page(address: str, title: str, body: str, wanted: str = "") -> bytes:
    """Returns a page as HTML, without scripts or external resources; `wanted` fills the search field."""
    lines = "".join(
        f'<a href="{to}"{" aria-current=page" if to == address else ""}>{escape(named)}</a> '
        for to, named in PAGES.items()
    )
    field = f'<input type="search" name="q" maxlength="100" aria-label="Search" value="{escape(wanted)}">'
    search = f'<form action="/docs/search">{field} <button>Search</button></form>'
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    view = '<meta name="viewport" content="width=device-width">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{view}</head>'
        f"<body>\n<header>{lines}{search}</header>\n<main>\n{body}\n</main>\n</body></html>\n"
    ).encode()
