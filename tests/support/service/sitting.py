"""Players who play a match over HTTP with an ordinary client, without our event loop."""

from random import Random
from typing import Any

import httpx
from msgspec import Struct

API = "/api/v1"


class Sitting(Struct, frozen=True):
    """A match that has started, and the tokens of its players."""

    client: httpx.Client
    match: str
    tokens: tuple[str, ...]

    @classmethod
    def open(cls, client: httpx.Client, seats: int) -> "Sitting":
        """Registers players, opens a match and takes its seats."""
        tokens = tuple(
            str(good(client.post(f"{API}/players", json={"name": f"Player {seat}"}))["token"]) for seat in range(seats)
        )
        table = {"game": "katharina", "seats": [{"t": "mine"}, *({"t": "open"} for _ in range(seats - 1))]}
        match = str(good(client.post(f"{API}/matches", json=table, headers=bearer(tokens[0])))["id"])
        for token in tokens[1:]:
            good(client.post(f"{API}/matches/{match}/seats", json={}, headers=bearer(token)))
        return cls(client, match, tokens)

    def play(self, luck: Random) -> Any:
        """Plays to the end and returns the public summary of the match."""
        here = f"{API}/katharina/matches/{self.match}"
        while (card := good(self.client.get(f"{API}/matches/{self.match}")))["status"] == "running":
            for seat in (line["seat"] for line in card["seats"] if line.get("waiting")):
                headers = bearer(self.tokens[seat])
                options = good(self.client.get(f"{here}/options", headers=headers))["options"]
                good(self.client.post(f"{here}/commands", json={"command": luck.choice(options)}, headers=headers))
        return card


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def good(answer: httpx.Response) -> Any:
    """Returns the body of an answer that must not be a refusal."""
    assert answer.is_success, answer.text
    return answer.json()
