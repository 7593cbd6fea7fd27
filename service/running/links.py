"""Links from a match to its resources."""

from __future__ import annotations

from msgspec import Struct

API = "/api/v1"
KEYS = "/.well-known/chronik-keys.json"


class Links(Struct, frozen=True):
    """The addresses of the resources of a match."""

    view: str
    options: str
    commands: str
    replay: str
    feed: str
    scores: str
    audit: str
    archive: str
    page: str


def links(game: str, match: str) -> Links:
    """Returns the addresses of a match."""
    typed, neutral = f"{API}/{game}/matches/{match}", f"{API}/matches/{match}"
    return Links(
        view=f"{typed}/view",
        options=f"{typed}/options",
        commands=f"{typed}/commands",
        replay=f"{typed}/replay",
        feed=f"{typed}/feed",
        scores=f"{neutral}/scores",
        audit=f"{neutral}/audit",
        archive=f"{neutral}/archive",
        page=f"/replay/{match}",
    )


def rule_url(game: str, rule: str) -> str:
    """Returns the address of a cited rule: an anchor in the game's rule book, or `rule` itself if it is a path."""
    return rule if rule.startswith("/") else f"/docs/rules/{game}#{rule}"
