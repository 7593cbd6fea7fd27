"""What all pages of `/docs` have in common: their look, the line that leads from one to the next, and the search."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

STYLE = files("service.openapi").joinpath("docs.css").read_text("utf-8")
POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a browser may do with a page: show it, in this very style, and search; nothing else."""

PAGES = {
    "/docs/bot": "A bot in ten minutes",
    "/docs/tournament": "A tournament in ten minutes",
    "/docs": "Interface",
    "/docs/format": "Formats",
    "/docs/rules/katharina": "Rules of Katharina",
    "/docs/rules/cities_knights": "Rules of Cities & Knights",
    "/docs/rules/catan_cards": "Rules of the Catan card game",
    "/docs/changes": "Changes",
}
"""The pages in the order in which they are read, with their short titles."""


def framed(address: str, title: str, body: str, wanted: str = "") -> bytes:
    """A page as HTML: it needs no script and no other address. `wanted` stands in the field of the search."""
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
        f"<body>\n<header>{lines}{search}</header>\n{body}\n</body></html>\n"
    ).encode()
