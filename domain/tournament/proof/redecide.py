"""The proof of a log: every command is decided again, with seeds that derive from the secret or are in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from chronik.domain.log.entries import batches
from chronik.domain.log.redecide import compare, decide_again
from chronik.domain.log.verdict import Altered
from chronik.domain.tournament.proof.attempts import describe_changes
from chronik.domain.tournament.record.commands import CreateTournament
from chronik.domain.tournament.record.events import (
    Created,
    EntropyAdded,
    LotDrawn,
    Registered,
    RoundPaired,
    SecretPublished,
    TournamentEvent,
)
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.seeds import Secret, draws_commitment, tables_commitment
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.lots import DueLot


class PublishedSecret(Struct, frozen=True):
    """The parts of a tournament's secret that its log publishes."""

    draws: bytes | None = None
    tables: bytes | None = None


class RecordedSeeds:
    """The seeds that the events of a command record, for a log whose secret is not published."""

    def __init__(self, events: Iterable[TournamentEvent]) -> None:
        self._rounds: dict[tuple[int, int], bytes] = {}
        self._lots: dict[str, bytes] = {}
        for event in events:
            if isinstance(event, RoundPaired):
                self._rounds[event.round, event.attempt] = bytes.fromhex(event.seed)
            if isinstance(event, LotDrawn):
                self._lots[_due_lot(event).name] = bytes.fromhex(event.seed)

    def round_seed(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """Returns the seed for the pairing of a round. The entropies are not used."""
        return self._rounds[number, attempt]

    def lot_seed(self, what: str, entropies: Iterable[str]) -> bytes:
        """Returns the seed of a lot. The entropies are not used."""
        return self._lots[what]


class Proof(Struct, frozen=True):
    """The result of proving a log: the tournament that results from it, and the published parts of its secret.

    `added` are the entrants whose entropy was added at their own request. `unmixed` are the rounds that were drawn
    before any such entropy was added. `redrawn` says for each further attempt at a round what changed since the
    previous one.
    """

    tournament: Tournament
    shown: PublishedSecret
    unmixed: frozenset[int]
    added: frozenset[int]
    redrawn: tuple[str, ...]

    @property
    def unpublished(self) -> bool:
        """Whether the tournament is over, but its log does not publish the secret."""
        return self.tournament.over and self.shown.draws is None


def prove(tournament: str, log: Sequence[Entry]) -> Proof:
    """Proves a log. Raises `Altered` with the first entry that differs from the result of its command."""
    _check_numbers(log)
    shown = _find_secret(tournament, log)
    secret = None if shown.draws is None else Secret(shown.draws, shown.tables or b"")
    after = Tournament(tournament)
    mixed: set[int] = set()
    added: set[int] = set()
    drawn: dict[int, Tournament] = {}
    redrawn: list[str] = []
    for stored in batches(log):
        after = _redecide_batch(after, stored, secret)
        for one in stored:
            match one.e:
                case Registered(player=player) if one.e.entropy and one.by == player:
                    added.add(one.e.entrant)
                case EntropyAdded():
                    added.add(one.e.entrant)
                case RoundPaired(round=number):
                    mixed.update([number] if added else [])
                    redrawn += [describe_changes(drawn[number], after, number)] if number in drawn else []
                    drawn[number] = after
                case _:
                    pass
    unmixed = frozenset(one.number for one in after.rounds) - mixed
    return Proof(after, shown, unmixed, frozenset(added), tuple(redrawn))


def _check_numbers(log: Sequence[Entry]) -> None:
    for n, entry in enumerate(log, 1):
        if entry.n != n:
            raise Altered(f"Entry {n} is missing: the entry in its place has the number {entry.n}.", n)


def _find_secret(tournament: str, log: Sequence[Entry]) -> PublishedSecret:
    """Returns the published parts of the secret. Raises `Altered` if entry 1 did not commit to them."""
    published = next((one for one in log if isinstance(one.e, SecretPublished)), None)
    if published is None or not isinstance(published.e, SecretPublished):
        return PublishedSecret()
    draws, tables = published.e.draws, published.e.tables
    try:
        shown = PublishedSecret(bytes.fromhex(draws), bytes.fromhex(tables) or None)
    except ValueError:
        raise Altered(f"{_name_entry(published)} publishes an invalid secret.", published.n) from None
    created = log[0].e
    if isinstance(created, Created):
        if draws_commitment(tournament, draws) != created.commitments.draws:
            raise Altered("The published secret is not the one that entry 1 committed to.", 1)
        if tables and tables_commitment(tournament, tables) != created.commitments.tables:
            raise Altered("The published secret of the tables is not the one that entry 1 committed to.", 1)
    return shown


def _redecide_batch(before: Tournament, stored: Sequence[Entry], secret: Secret | None) -> Tournament:
    """Returns the tournament after a batch. Raises `Altered` unless the batch is exactly the result of its command."""
    first = stored[0]
    command = first.cmd
    if command is None or (before.plan is None) != isinstance(command, CreateTournament):
        raise Altered(f"{_name_entry(first)}: the log must create the tournament once, in its first entry.", first.n)

    def redecide() -> tuple[TournamentEvent, ...]:
        return decide(before, first.by, command, secret or RecordedSeeds(one.e for one in stored))

    _compare_batch(decide_again(first.n, command, redecide), stored)
    return fold(before, stored)


def _compare_batch(decided: Sequence[TournamentEvent], stored: Sequence[Entry]) -> None:
    """Raises `Altered` if a batch is not the result of its command."""
    first, pairs = stored[0], list(zip(decided, stored, strict=False))
    for event, entry in pairs:
        if type(event) is type(entry.e) and getattr(event, "seed", "") != getattr(entry.e, "seed", ""):
            raise Altered(f"{_name_entry(entry)} has a seed that does not follow from the published secret.", entry.n)
    drawn, entry = next(((event, entry) for event, entry in pairs if event != entry.e), (None, first))
    if isinstance(drawn, RoundPaired) and isinstance(entry.e, RoundPaired):
        _compare_rounds(drawn, entry, entry.e)
    compare(first.n, decided, [entry.e for entry in stored])
    for entry in stored:
        if (entry.at, entry.by) != (first.at, first.by):
            raise Altered(f"{_name_entry(entry)} has a different time or author than its command.", entry.n)


def _compare_rounds(drawn: RoundPaired, entry: Entry, shown: RoundPaired) -> None:
    """Raises `Altered` if a round is not as it was drawn. The message says what differs."""
    if (drawn.round, drawn.attempt) != (shown.round, shown.attempt):
        raise Altered(f"{_name_entry(entry)} is not the round or the attempt that comes next.", entry.n)
    for ours, theirs in zip(drawn.tables, shown.tables, strict=False):
        if ours != theirs:
            what = "the match that was drawn" if ours.entrants == theirs.entrants else "the entrants that were drawn"
            fault = f"round {shown.round}, table {theirs.table} does not have {what}"
            raise Altered(f"{_name_entry(entry)}: {fault}.", entry.n)
    if drawn != shown:
        tables = len(drawn.tables) != len(shown.tables)
        what = "tables" if tables else "byes" if drawn.byes != shown.byes else "reasons or costs"
        raise Altered(f"{_name_entry(entry)}: the {what} of round {shown.round} differ from the draw.", entry.n)


def _due_lot(event: LotDrawn) -> DueLot:
    return DueLot(event.purpose, event.stage, event.group, event.orders, event.round, event.attempt)


def _name_entry(entry: Entry) -> str:
    return f"Entry {entry.n} ({type(entry.e).__struct_config__.tag})"
