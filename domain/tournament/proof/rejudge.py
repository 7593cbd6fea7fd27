"""The proof of a log: every command is decided again, on seeds that the secret brings, or that the log shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.engine.game import Rejected
from domain.engine.proof.outline import Altered
from domain.tournament.record.commands import CreateTournament
from domain.tournament.record.events import Created, LotDrawn, RoundPaired, SecretPublished, TournamentEvent
from domain.tournament.record.log import Entry, batches
from domain.tournament.record.seeds import Secret, Seeds, draws_commitment, tables_commitment
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules.decide import decide
from domain.tournament.rules.lots import Due


class Shown(Struct, frozen=True):
    """The parts of a tournament's secret that its log publishes."""

    draws: bytes | None = None
    tables: bytes | None = None


class ShownSeeds:
    """The seeds that the events of a command show, while the secret that they come from is not published."""

    def __init__(self, events: Iterable[TournamentEvent]) -> None:
        self._rounds: dict[tuple[int, int], bytes] = {}
        self._lots: dict[str, bytes] = {}
        for event in events:
            if isinstance(event, RoundPaired):
                self._rounds[event.round, event.attempt] = bytes.fromhex(event.seed)
            if isinstance(event, LotDrawn):
                self._lots[_due(event).what] = bytes.fromhex(event.seed)

    def of_round(self, number: int, attempt: int, entropies: Iterable[str]) -> bytes:
        """The seed of the pairing of a round, whatever anybody has added to it."""
        return self._rounds[number, attempt]

    def of_lot(self, what: str, entropies: Iterable[str]) -> bytes:
        """The seed of a lot, whatever anybody has added to it."""
        return self._lots[what]


class Proof(Struct, frozen=True):
    """What a log has shown: the tournament it leads to, and what was published of its secret.

    `unmixed` are the rounds that were drawn before any entrant had added entropy.
    """

    tournament: Tournament
    shown: Shown
    unmixed: frozenset[int]


def prove(tournament: str, log: Sequence[Entry]) -> Proof:
    """Proves a log; raises `Altered` with the first entry that is not as it was recorded."""
    _check_numbers(log)
    shown = _published(tournament, log)
    secret = None if shown.draws is None else Secret(shown.draws, shown.tables or b"")
    after = Tournament(tournament)
    mixed: set[int] = set()
    for stored in batches(log):
        mixed.update(one.e.round for one in stored if isinstance(one.e, RoundPaired) and any(after.entropies))
        after = _decided_again(after, stored, secret)
    return Proof(after, shown, frozenset(one.number for one in after.rounds) - mixed)


def _check_numbers(log: Sequence[Entry]) -> None:
    for n, entry in enumerate(log, 1):
        if entry.n != n:
            raise Altered(f"Where entry {n} should stand, there is one with the number {entry.n}.", n)


def _published(tournament: str, log: Sequence[Entry]) -> Shown:
    """The parts of the secret that an event has published, which are those that the first one has committed to."""
    published = next((one for one in log if isinstance(one.e, SecretPublished)), None)
    if published is None or not isinstance(published.e, SecretPublished):
        return Shown()
    draws, tables = published.e.draws, published.e.tables
    try:
        shown = Shown(bytes.fromhex(draws), bytes.fromhex(tables) or None)
    except ValueError:
        raise Altered(f"{_named(published)} publishes no secret.", published.n) from None
    created = log[0].e
    if isinstance(created, Created):
        if draws_commitment(tournament, draws) != created.commitments.draws:
            raise Altered("The published secret is not the one that entry 1 committed to.", 1)
        if tables and tables_commitment(tournament, tables) != created.commitments.tables:
            raise Altered("The published secret of the tables is not the one that entry 1 committed to.", 1)
    return shown


def _decided_again(before: Tournament, stored: Sequence[Entry], secret: Secret | None) -> Tournament:
    """The tournament after a batch that is just what its command brings."""
    first = stored[0]
    command = first.cmd
    if command is None or (before.plan is None) != isinstance(command, CreateTournament):
        raise Altered(f"{_named(first)}: a log begins with the creation, and only once.", first.n)
    try:
        seeds: Seeds = secret or ShownSeeds(one.e for one in stored)
        brought = decide(before, first.by, command, seeds)
    except Rejected as refused:
        raise Altered(f"The rules refuse the command of {_ordered(first)}: {refused.code}.", first.n) from None
    except (LookupError, ValueError, TypeError, AssertionError, ArithmeticError):
        raise Altered(f"The command of {_ordered(first)} does not fit the entries before it.", first.n) from None
    _compare(brought, stored)
    return fold(before, stored)


def _compare(brought: Sequence[TournamentEvent], stored: Sequence[Entry]) -> None:
    """Refuses a batch that is not what its command brings."""
    first = stored[0]
    for event, entry in zip(brought, stored, strict=False):
        if type(event) is type(entry.e) and getattr(event, "seed", "") != getattr(entry.e, "seed", ""):
            raise Altered(f"{_named(entry)} has a seed that does not follow from the published secret.", entry.n)
    for event, entry in zip(brought, stored, strict=False):
        if isinstance(event, RoundPaired) and isinstance(entry.e, RoundPaired):
            _compare_rounds(event, entry, entry.e)
        if event != entry.e:
            raise Altered(f"{_named(entry)} is not what the command of entry {first.n} brings.", entry.n)
        if (entry.at, entry.by) != (first.at, first.by):
            raise Altered(f"{_named(entry)} has another time or author than its command.", entry.n)
    n = first.n + len(brought)
    if len(brought) < len(stored):
        raise Altered(f"{_named(stored[len(brought)])} is more than the command of entry {first.n} brings.", n)
    if len(brought) > len(stored):
        raise Altered(f"Entry {n} is missing: the command of entry {first.n} brings more than is there.", n)


def _compare_rounds(drawn: RoundPaired, entry: Entry, shown: RoundPaired) -> None:
    """Refuses a round that is not as it was drawn, with what is wrong in it."""
    if (drawn.round, drawn.attempt) != (shown.round, shown.attempt):
        raise Altered(f"{_named(entry)} is another round, or attempt at it, than comes next.", entry.n)
    for ours, theirs in zip(drawn.tables, shown.tables, strict=False):
        if ours != theirs:
            what = "the match" if ours.entrants == theirs.entrants else "the entrants"
            told = f"round {shown.round}, table {theirs.table} has not {what} that were drawn"
            raise Altered(f"{_named(entry)}: {told}.", entry.n)
    if drawn != shown:
        tables = len(drawn.tables) != len(shown.tables)
        what = "tables" if tables else "byes" if drawn.byes != shown.byes else "reasons or costs"
        raise Altered(f"{_named(entry)}: round {shown.round} has other {what} than were drawn.", entry.n)


def _due(event: LotDrawn) -> Due:
    return Due(event.purpose, event.stage, event.group, event.orders, event.round, event.attempt)


def _ordered(entry: Entry) -> str:
    assert entry.cmd is not None, "a command"
    return f"entry {entry.n} ({type(entry.cmd).__struct_config__.tag})"


def _named(entry: Entry) -> str:
    return f"Entry {entry.n} ({type(entry.e).__struct_config__.tag})"
