"""Seeds: where a tournament's draws come from, so that nobody can choose them and anybody can check them.

The secret (32 bytes) is drawn when the tournament is created, its commitment stands in the first row, and it is
published with the last one. The seed of each pairing follows from it and stands in the row of that pairing.
"""

from __future__ import annotations

from domain.engine.chain import hashed, keyed


def commitment(tournament: str, secret: bytes) -> str:
    """What binds a secret before it is shown, as hex."""
    return hashed(b"chronik/tournament/1", tournament.encode(), secret).hex()


def round_seed(secret: bytes, number: int, attempt: int) -> bytes:
    """The seed of the pairing of a round; each attempt has its own."""
    return keyed(secret, b"chronik/pairing/1", f"{number}/{attempt}".encode())


def match_id(tournament: str, number: int, attempt: int, table: int) -> str:
    """The id of the match at a table, known before it is opened, so that opening it twice opens it once."""
    return hashed(b"chronik/table/1", f"{tournament}/{number}/{attempt}/{table}".encode()).hex()[:32]


def deck_commitment(tournament: str, entrant: int, deck: str, salt: bytes) -> str:
    """What binds a sealed list before it is opened, as hex."""
    return hashed(b"chronik/deck/1", f"{tournament}/{entrant}".encode(), deck.encode(), salt).hex()
