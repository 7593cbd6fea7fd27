"""Seeds: the source of a tournament's randomness. No single party can choose them, and anyone can check them.

A tournament has a secret of two parts, 32 random bytes each. Rounds and lots are drawn from E_draws; the secret of each
table's match is derived from E_tables. Both parts are made when the tournament is created, and its first entry commits
to them, before any entrant registers. Players may add entropy when they register: r_1, r_2, … in the order of their
numbers, empty for guests and bots. A player whom an organiser entered may add it once, before the first round is
paired. From rules version 2 on, only a player's own request adds entropy. The derivations
(`domain/engine/proof/FORMAT.md`, section 8), with H and M, ids as 16 bytes and numbers as u64:

    commitments   H("chronik/draws-commit/1", tournament, E_draws), H("chronik/tables-commit/1", tournament, E_tables)
    R             H("chronik/entropy/1", r_1, …, r_n), of all entrants registered at the draw, as added by then
    a pairing     M(E_draws, "chronik/pairing/2", "<round>/<attempt>", R)
    a lot         M(E_draws, "chronik/lot/1", "<name>", R), as the stream "lot/<name>"
    a match id    the first 16 bytes of H("chronik/table-match/1", tournament, round, attempt, table, game)
    its secret    M(E_tables, "chronik/table-secret/1", match id); its seats add the r of their entrants

The names of lots are "pairing/<round>/<attempt>/<group>", and "cut/<stage>/<group>", "groups/<stage>/0" or
"prize/<stage>/<group>", with stages and groups counted from 0. From rules version 2 on, the lots that end a stage are
named "cut/<round>/<attempt>/<group>" and "groups/<round>/<attempt>/0", after the round that begins the next stage.

If an entrant at a table (for draws: any entrant) has added entropy, the service alone cannot choose the outcome,
although it knows both parts. It could still try out values together with the last player to add entropy, or with an
organiser who pairs again. That is why attempts are counted and each entrant is in the log. Previews and dry runs draw
from a random secret, so they reveal nothing about the real draw. The seed of each pairing is in its event. A separate
event publishes the secret when the tournament is over and every match of it is closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from chronik.domain.engine.chance import Stream
from chronik.domain.engine.hashing import hash_parts, mac_parts, u64


class Secret(Struct, frozen=True):
    """The secret of a tournament: `draws` seeds rounds and lots, and `tables` seeds the secrets of its matches."""

    draws: bytes
    tables: bytes

    def round_seed(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """Returns the seed for the pairing of a round. Each attempt has its own seed."""
        return mac_parts(self.draws, b"chronik/pairing/2", f"{number}/{attempt}".encode(), all_entropy(entropies))

    def lot_seed(self, what: str, entropies: Iterable[str]) -> bytes:
        """Returns the seed of a lot. `what` is its name, which is unique within a tournament."""
        return mac_parts(self.draws, b"chronik/lot/1", what.encode(), all_entropy(entropies))

    def __repr__(self) -> str:
        return "Secret()"


class Seeds(Protocol):
    """A source of the seeds for draws: the secret, or a log that shows the seeds while the secret is not published."""

    def round_seed(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """Returns the seed for the pairing of a round."""
        ...

    def lot_seed(self, what: str, entropies: Iterable[str]) -> bytes:
        """Returns the seed of a lot."""
        ...


class Commitments(Struct, frozen=True, forbid_unknown_fields=True):
    """The commitments that bind both parts of a tournament's secret before they are published, as hex."""

    draws: str
    tables: str


def commitments(tournament: str, secret: Secret) -> Commitments:
    """Returns the commitments to the secret of a tournament."""
    return Commitments(
        draws_commitment(tournament, secret.draws.hex()), tables_commitment(tournament, secret.tables.hex())
    )


def draws_commitment(tournament: str, draws: str) -> str:
    """Returns the commitment to the part of the secret from which draws are derived. All values are hex."""
    return hash_parts(b"chronik/draws-commit/1", bytes.fromhex(tournament), bytes.fromhex(draws)).hex()


def tables_commitment(tournament: str, tables: str) -> str:
    """Returns the commitment to the part of the secret from which the tables' secrets are derived.

    All values are hex.
    """
    return hash_parts(b"chronik/tables-commit/1", bytes.fromhex(tournament), bytes.fromhex(tables)).hex()


def all_entropy(entropies: Iterable[str]) -> bytes:
    """Returns R: the hash of the entropy (hex) of all entrants, in the order of their numbers."""
    return hash_parts(b"chronik/entropy/1", *map(bytes.fromhex, entropies))


def lot_stream(seed: bytes, what: str) -> Stream:
    """Returns the random stream of a lot."""
    return Stream(seed, f"lot/{what}")


def match_id(tournament: str, number: int, attempt: int, table: int, game: int = 1) -> str:
    """Returns the id of a table's match.

    The id is known in advance, so opening the match twice opens only one match.
    """
    place = map(u64, (number, attempt, table, game))
    return hash_parts(b"chronik/table-match/1", bytes.fromhex(tournament), *place).hex()[:32]


def table_secret(tables: bytes, match: str) -> bytes:
    """Returns the secret of the match at a table."""
    return mac_parts(tables, b"chronik/table-secret/1", bytes.fromhex(match))


def deck_commitment(tournament: str, entrant: int, deck: str, salt: bytes) -> str:
    """Returns the commitment to a sealed list, as hex."""
    return hash_parts(b"chronik/deck/1", f"{tournament}/{entrant}".encode(), deck.encode(), salt).hex()
