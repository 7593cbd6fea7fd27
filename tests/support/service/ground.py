"""The targets of random requests: a running match, a tournament, and players with secrets that only they may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
from msgspec import Struct

from tests.support.service.sitting import API, Sitting, bearer, good

PLAN = {
    "title": "Cup",
    "game": "katharina",
    "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
    "scoring": "match-points",
    "elsewhere": True,
}
ROUND = (("rounds", {"round": 1, "fixed": [[1, 2]]}), ("rounds/1/start", None))


class Ground(Struct, frozen=True):
    """A match, a value for each parameter of a path, and the secrets that belong to each token."""

    sitting: Sitting
    places: Mapping[str, str]
    canaries: Mapping[str, tuple[str, ...]]

    @classmethod
    def laid(cls, client: httpx.Client) -> Ground:
        """Seats two players at a table, and enters them into a tournament that the first one organises."""
        sitting = Sitting.open(client, 2)
        tokens = sitting.tokens
        players = [str(good(client.get(f"{API}/me", headers=bearer(token)))["player"]) for token in tokens]
        for number, token in enumerate(tokens):
            kept = {"game": "catan_cards", "deck": "2 Abbey"}
            contact = {"name": f"Player {number}", "contact": f"canary-{number}-contact@example.org"}
            good(client.put(f"{API}/me", json=contact, headers=bearer(token)))
            good(client.put(f"{API}/me/decks/canary-{number}-list", json=kept, headers=bearer(token)))
        event = _event(client, tokens[0], players)
        places = {
            "match": sitting.match,
            "tournament": event,
            "player": players[1],
            "game": "katharina",
            "name": "List",
            "undo": "9",
            "seat": "1",
            **dict.fromkeys(("entrant", "round", "table", "one"), "1"),
        }
        canaries = {
            token: (token, f"canary-{number}-contact@example.org", f"canary-{number}-list")
            for number, token in enumerate(tokens)
        }
        return cls(sitting, places, canaries)


def foreign(canaries: Mapping[str, tuple[str, ...]], asked: str, told: str) -> list[str]:
    """Returns the secrets of other players in an answer, except those that the request itself contained."""
    others = [one for token, own in canaries.items() if token not in asked for one in own]
    return [one for one in others if one in told and one not in asked]


def _event(client: httpx.Client, organiser: str, players: list[str]) -> str:
    """Creates a tournament whose first round has started, and returns its id."""
    headers = bearer(organiser)
    event = str(good(client.post(f"{API}/tournaments", json=PLAN, headers=headers))["id"])
    entrants: list[Any] = [*({"t": "player", "player": one} for one in players), {"t": "guest", "name": "Cleo"}]
    for step, body in (("entrants/list", {"entrants": entrants}), *ROUND):
        good(client.post(f"{API}/tournaments/{event}/{step}", json=body, headers=headers))
    return event
