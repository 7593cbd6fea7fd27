"""Seeds: where a tournament's chance comes from, so that nobody alone can choose it and anybody can check it.

A tournament has a secret of two parts, 32 random bytes each: E_draws, from which rounds and lots are drawn, and
E_tables, from which the secret of each table's match follows. Both are made when the tournament is created and
committed to in its first entry, before anybody registers. Players may add entropy when they register: r_1, r_2, … in
the order of their numbers, empty for guests and bots. What follows (`domain/engine/proof/FORMAT.md`,
section 8), with H and M, ids as 16 bytes and numbers as u64:

    commitments   H("chronik/draws-commit/1", tournament, E_draws), H("chronik/tables-commit/1", tournament, E_tables)
    R             H("chronik/entropy/1", r_1, …, r_n), of all who are registered when it is drawn
    a pairing     M(E_draws, "chronik/pairing/2", "<round>/<attempt>", R)
    a lot         M(E_draws, "chronik/lot/1", "<what>", R), as the stream "lot/<what>"
    a match id    the first 16 bytes of H("chronik/table-match/1", tournament, round, attempt, table, game)
    its secret    M(E_tables, "chronik/table-secret/1", match id); its seats add the r of their entrants

What a lot is called: "pairing/<round>/<attempt>/<group>", and "cut/<stage>/<group>", "groups/<stage>/0" or
"prize/<stage>/<group>", stages and groups counted from 0.

Where somebody at a table has added entropy, or for draws any entrant, the service alone cannot choose what comes out,
although it knows both parts. Together with the last to register it could try, or with an organiser who pairs again:
attempts are counted, and whoever is entered, even by an organiser, stands in the log. The seed of each pairing
stands in its event; the secret is published by an event of its own when the tournament is over and every match of it is
closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from domain.engine.chance import Stream
from domain.engine.hashing import hashed, keyed, u64


class Secret(Struct, frozen=True):
    """The secret of a tournament: what draws come from, and what the secrets of its tables come from."""

    draws: bytes
    tables: bytes

    def of_round(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """The seed of the pairing of a round; each attempt has its own."""
        return keyed(self.draws, b"chronik/pairing/2", f"{number}/{attempt}".encode(), all_entropy(entropies))

    def of_lot(self, what: str, entropies: Iterable[str]) -> bytes:
        """The seed of a lot; `what` names the lot, and no two of a tournament are named the same."""
        return keyed(self.draws, b"chronik/lot/1", what.encode(), all_entropy(entropies))

    def __repr__(self) -> str:
        return "Secret()"


class Seeds(Protocol):
    """Where the seeds of draws come from: the secret, or a log that shows them while the secret is not published."""

    def of_round(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """The seed of the pairing of a round."""
        ...

    def of_lot(self, what: str, entropies: Iterable[str]) -> bytes:
        """The seed of a lot."""
        ...


class Commitments(Struct, frozen=True, forbid_unknown_fields=True):
    """What binds both parts of a tournament's secret before they are shown, as hex."""

    draws: str
    tables: str


def commitments(tournament: str, secret: Secret) -> Commitments:
    """The commitments to the secret of a tournament."""
    return Commitments(
        draws_commitment(tournament, secret.draws.hex()), tables_commitment(tournament, secret.tables.hex())
    )


def draws_commitment(tournament: str, draws: str) -> str:
    """What binds the part that draws come from; all as hex."""
    return hashed(b"chronik/draws-commit/1", bytes.fromhex(tournament), bytes.fromhex(draws)).hex()


def tables_commitment(tournament: str, tables: str) -> str:
    """What binds the part that the secrets of tables come from; all as hex."""
    return hashed(b"chronik/tables-commit/1", bytes.fromhex(tournament), bytes.fromhex(tables)).hex()


def all_entropy(entropies: Iterable[str]) -> bytes:
    """R: the hash of what all entrants have added (hex), in the order of their numbers."""
    return hashed(b"chronik/entropy/1", *map(bytes.fromhex, entropies))


def lot_stream(seed: bytes, what: str) -> Stream:
    """Where a lot is drawn from."""
    return Stream(seed, f"lot/{what}")


def match_id(tournament: str, number: int, attempt: int, table: int, game: int = 1) -> str:
    """The id of a match at a table, known before it is opened, so that opening it twice opens it once."""
    place = map(u64, (number, attempt, table, game))
    return hashed(b"chronik/table-match/1", bytes.fromhex(tournament), *place).hex()[:32]


def table_secret(tables: bytes, match: str) -> bytes:
    """The secret of the match at a table."""
    return keyed(tables, b"chronik/table-secret/1", bytes.fromhex(match))


def deck_commitment(tournament: str, entrant: int, deck: str, salt: bytes) -> str:
    """What binds a sealed list before it is opened, as hex."""
    return hashed(b"chronik/deck/1", f"{tournament}/{entrant}".encode(), deck.encode(), salt).hex()
