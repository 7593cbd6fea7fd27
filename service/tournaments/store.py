"""The log of each tournament: read, folded, and added to; of two who are at it at once, one decides again."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, nullcontext, suppress
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import and_, exists, func
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, col, delete, select, update
from sqlmodel.sql.expression import Select
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Game
from domain.engine.match.match import rule_options
from domain.tournament.record.commands import CreateTournament, PairRound, Register, RegisterMany, TournamentCommand
from domain.tournament.record.events import (
    GameAdded,
    ResultArrived,
    ResultRuled,
    RoundPaired,
    RoundStarted,
    TournamentEvent,
)
from domain.tournament.record.log import Entry, batch
from domain.tournament.record.plan import Decks, Pinned, Plan
from domain.tournament.record.seeds import Secret, commitments
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules.admission import admit
from domain.tournament.rules.decide import decide
from service.clock import milliseconds
from service.long_work import LongWork
from service.people.register import all_living, living, rename
from service.sql.database import Records, Session, put
from service.tournaments.tables import ClubRow, DeckRow, EventRow, NoteRow, TableRow, TournamentRow
from service.zones import DEFAULT

TRIES = 8
"""How often a command is decided before no other process may be faster any more."""
NOBODY: Mapping[str, str] = MappingProxyType({})
KEPT = 200
"""How many folded tournaments a process keeps; each is brought up to its log before it is used."""
End = tuple[int, int]
"""Where a log ends: at which version, and when that entry was recorded."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.tournaments")

Dry = Callable[[TournamentCommand], tuple[TournamentEvent, ...]]
"""What a command would bring to a tournament, without recording it; raises `Rejected`."""
Seen = TypeVar("Seen")

_encode = msgspec.json.Encoder().encode
_command: Callable[[str], TournamentCommand] = msgspec.json.Decoder(TournamentCommand).decode
_event: Callable[[str], TournamentEvent] = msgspec.json.Decoder(TournamentEvent).decode


class Key(Struct, frozen=True):
    """What makes a request the same when it is repeated, and what it asks for; both are hashes."""

    key: str
    fingerprint: str


class Words(Struct, frozen=True):
    """Words for the first entry of a command: whose they are, and whom they are about."""

    words: str
    by: str
    about: str = ""


class Beside(Struct, frozen=True):
    """What comes with a command: whose it is, its key and its words, rows beside the log, and names by player."""

    by: str
    key: Key | None
    words: Words | None
    rows: Sequence[SQLModel]
    renamed: Mapping[str, str]
    owners: frozenset[str]
    """Whose lists or clubs the rows are."""

    async def permitted(self, session: Session) -> Words | None:
        """The words that may be kept; holds who writes them and whom all is about until the transaction ends.

        Before a log is held: an erasure too takes players first, and what is theirs then. Words about somebody who was
        erased are gone with them. Raises `Erased` and `Gone`.
        """
        if not (self.words or self.rows or self.renamed):
            return None
        about = self.words.about if self.words else ""
        alive = await all_living(session, {self.by, about, *self.owners})
        if self.by not in alive:
            raise Erased
        if not self.owners <= alive:
            raise Gone
        return None if about and about not in alive else self.words

    async def write(self, session: Session) -> None:
        """Writes down what stands beside the log."""
        for _, rows in groupby(self.rows, type):
            await put(session, list(rows))
        for player, name in self.renamed.items():
            await rename(session, player, name)


class Recorded(Struct, frozen=True):
    """A tournament after a command, and the entries that it has brought; none where all was so already."""

    tournament: Tournament
    entries: tuple[Entry, ...]


class Folded(Struct, frozen=True):
    """A tournament, and the last entry of the log that it was folded from: a log without that entry is another one."""

    tournament: Tournament
    last: Entry


class Erased(Exception):
    """Somebody was erased a moment ago, and wants to write words."""


class Gone(Exception):
    """Somebody was erased a moment ago whose list or club would be kept."""


class KeyTaken(Exception):
    """The key of a request stands for another one."""


class Overtaken(Exception):
    """Others were faster, again and again; nothing was recorded."""


class Tournaments:
    """The tournaments in SQL.

    What takes long in a large field has threads of its own: pairings, looks at pairings, and `readings` of standings.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        self._pairings = LongWork("pairing", threads=2)
        self._looks = LongWork("look", threads=1)
        self.readings = LongWork("reading", threads=1)
        self._kept: OrderedDict[str, Folded] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each tournament to which somebody here writes, and as long as somebody does."""

    async def create(
        self,
        tournament: str,
        title: str,
        description: str,
        plan: Plan,
        by: str,
        game: Game,
        zone: str = DEFAULT,
    ) -> Recorded:
        """A new tournament under an id; a second time, it is the first one again. Raises `Rejected` and `Erased`.

        Where entrants seal lists of cards, the game is pinned by which they are judged.
        """
        return await self.create_played(tournament, title, description, plan, by, game, zone, (), ())

    async def create_played(
        self,
        tournament: str,
        title: str,
        description: str,
        plan: Plan,
        by: str,
        game: Game,
        zone: str,
        commands: Iterable[TournamentCommand],
        beside: Sequence[SQLModel],
    ) -> Recorded:
        """A new tournament with all that some commands of its organiser bring, as one that was played elsewhere.

        Raises `Rejected` and `Erased`.
        """
        secret = Secret(secrets.token_bytes(32), secrets.token_bytes(32))
        pinned = Pinned(game.version, game.facts) if brings_lists(game, plan) else None
        command = CreateTournament(plan, commitments(tournament, secret), game.seats, game.one_winner, pinned)
        after, entries = await asyncio.to_thread(_played, Tournament(tournament), by, (command, *commands), secret)
        row = TournamentRow(
            id=tournament,
            title=title,
            description=description,
            zone=zone,
            game=plan.game,
            organiser=by,
            created_at=entries[0].at,
            phase=after.phase.value,
            version=len(entries),
            draws_secret=secret.draws.hex(),
            tables_secret=secret.tables.hex(),
        )
        try:
            async with self.records.session() as session:
                if await living(session, by) is None:
                    raise Erased
                session.add(row)
                await session.flush()
                session.add_all([*beside, *(_stored(tournament, entry) for entry in entries)])
        except IntegrityError:
            found = await self.find(tournament)
            if found is None:
                raise
            return Recorded(found, ())
        return Recorded(after, entries)

    async def find(self, tournament: str) -> Tournament | None:
        """A tournament after its last entry; None when there is no such tournament."""
        async with self.records.reading() as session:
            found = await self.read(session, tournament)
        return None if found is None else found.tournament

    async def read(self, session: Session, tournament: str) -> Folded | None:
        """The same with that entry, within a transaction that has added nothing to it yet.

        Where the log no longer has the entry up to which it is known, it is read anew: a standby was promoted that had
        not heard of it, or a backup was restored.
        """
        known = self._kept.get(tournament)
        if known is not None:
            log = await entries_after(session, tournament, known.last.n - 1)
            if log and log[0] == known.last:
                return self._keep(Folded(fold(known.tournament, log[1:]), log[-1]))
            LOG.error("the log is not the one that was read before", tournament=tournament, version=known.last.n)
            if self._kept.get(tournament) is known:
                del self._kept[tournament]
        log = await entries_after(session, tournament, 0)
        return self._keep(Folded(fold(Tournament(tournament), log), log[-1])) if log else None

    async def log(self, tournament: str) -> tuple[Entry, ...]:
        """All entries of a tournament."""
        async with self.records.reading() as session:
            return await entries_after(session, tournament, 0)

    async def secret(self, tournament: str) -> Secret:
        """The secret of a tournament that exists."""
        async with self.records.reading() as session:
            return await secret_of(session, tournament)

    async def decks(self, tournament: str) -> dict[int, tuple[str, str]]:
        """Every list of a tournament with its salt, by entrant."""
        async with self.records.reading() as session:
            rows = (await session.exec(select(DeckRow).where(DeckRow.tournament == tournament))).all()
        return {row.entrant: (row.deck, row.salt) for row in rows}

    async def clubs(self, tournament: str) -> Sequence[ClubRow]:
        """The clubs that entrants of a tournament have named."""
        async with self.records.reading() as session:
            return (await session.exec(select(ClubRow).where(ClubRow.tournament == tournament))).all()

    async def submit(
        self,
        tournament: str,
        by: str,
        command: TournamentCommand,
        *,
        key: Key | None = None,
        words: Words | None = None,
        beside: Sequence[SQLModel] = (),
        renamed: Mapping[str, str] = NOBODY,
    ) -> Recorded | None:
        """What a player's command brings, or Chronik's own (empty), is recorded; None when there is no such tournament.

        Within a process commands of one tournament go one at a time. Between processes one that takes long, such as a
        pairing, keeps nobody waiting: it is decided outside the transaction, and again when somebody was faster; who
        was overtaken too often holds the log meanwhile. What stands `beside` the log is written with it, as are the
        names of who is `renamed`.

        Raises `Rejected`, `KeyTaken`, `Erased`, `Gone` and `Overtaken`.
        """
        written = Beside(by, key, words, beside, renamed, _owners(command, beside))
        async with self._locks.setdefault(tournament, asyncio.Lock()):
            for number in range(TRIES + 1):
                with suppress(Overtaken, IntegrityError):  # the same key, a moment ago
                    return await self._submit(tournament, command, written, held=number == TRIES)
        raise Overtaken("others were faster, again and again")

    async def _submit(
        self, tournament: str, command: TournamentCommand, written: Beside, *, held: bool
    ) -> Recorded | None:
        """One try, which raises `Overtaken` when somebody was faster; nobody is where the log is held."""
        async with AsyncExitStack() as transaction:
            begun = await self._begun(transaction, written, holds=tournament) if held else None
            # Whoever holds a connection never waits for another one of the same pool.
            async with nullcontext(begun[0]) if begun else self.records.reading() as session:
                read = await self.read(session, tournament)
                if read is None:
                    return None
                found = read.tournament
                known = None if written.key is None else await _answered(session, tournament, written.key)
                if known is not None:
                    return Recorded(found, known)
                secret = await secret_of(session, tournament)
            events = await self.dry_run(found, written.by, command, secret)
            entries = batch(found.version, milliseconds(), written.by, command, events)
            if not entries:
                return Recorded(found, ())
            session, words = begun or await self._begun(transaction, written)
            if not await append(session, read, entries, written.key, words):
                raise Overtaken
            await written.write(session)
        recorded = fold(found, entries)
        self._keep(Folded(recorded, _entry(_stored(tournament, entries[-1]))))
        return Recorded(recorded, entries)

    async def _begun(
        self, transaction: AsyncExitStack, written: Beside, holds: str = ""
    ) -> tuple[Session, Words | None]:
        """A transaction that may write, and the words that may be; nobody else adds to the log that it holds."""
        session = await transaction.enter_async_context(self.records.session())
        words = await written.permitted(session)
        if holds:
            await session.exec(select(TournamentRow.id).where(TournamentRow.id == holds).with_for_update())
        return session, words

    async def dry_run(
        self, tournament: Tournament, by: str, command: TournamentCommand, secret: Secret | None = None
    ) -> tuple[TournamentEvent, ...]:
        """What a command would bring to a tournament as it stands; nothing is recorded. Raises `Rejected`.

        The secret is asked for unless it is given.
        """
        decided = partial(_asked, tournament, by, command, secret or await self.secret(tournament.id))
        if isinstance(command, PairRound):
            return await self._pairings.done(by, decided)
        return await asyncio.to_thread(decided)

    async def look(self, tournament: Tournament, by: str, look: Callable[[Dry], Seen]) -> Seen:
        """What somebody sees who tries out commands on a tournament as it stands, one look after the other.

        Commands that are recorded do not wait for looks. Raises what the look raises.
        """
        secret = await self.secret(tournament.id)
        return await self._looks.done(by, partial(look, lambda command: _asked(tournament, by, command, secret)))

    async def describe(self, tournament: str, by: str, title: str, description: str, zone: str | None = None) -> None:
        """Other words for a tournament, and another zone unless that stays; no part of its log. Raises `Erased`."""
        async with self.records.session() as session:
            if await living(session, by) is None:
                raise Erased
            words = {"title": title, "description": description, **({} if zone is None else {"zone": zone})}
            await session.exec(update(TournamentRow).where(col(TournamentRow.id) == tournament).values(**words))

    def _keep(self, folded: Folded) -> Folded:
        name = folded.tournament.id
        self._kept[name] = folded
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return folded


def _owners(command: TournamentCommand, rows: Sequence[SQLModel]) -> frozenset[str]:
    """The players whose lists or clubs some rows are."""
    entered = command.entrants if isinstance(command, RegisterMany) else (command,)
    clubs = {one.player for one in entered if isinstance(one, Register) and one.club and not one.guest}
    lists = {row.player for row in rows if isinstance(row, DeckRow) and row.player}
    return frozenset(clubs | lists)


def _asked(tournament: Tournament, by: str, command: TournamentCommand, secret: Secret) -> tuple[TournamentEvent, ...]:
    """The events of a command that may be given now. Raises `Rejected`."""
    events = decide(tournament, by, command, secret)
    admit(tournament, by, command)
    return events


def _played(
    tournament: Tournament, by: str, commands: Iterable[TournamentCommand], secret: Secret
) -> tuple[Tournament, tuple[Entry, ...]]:
    """A tournament after some commands, and the entries that they bring. Raises `Rejected`."""
    now, found = milliseconds(), list[Entry]()
    for command in commands:
        entries = batch(tournament.version, now, by, command, decide(tournament, by, command, secret))
        tournament = fold(tournament, entries)
        found += entries
    return tournament, tuple(found)


async def secret_of(session: Session, tournament: str) -> Secret:
    """The secret of a tournament that exists."""
    of = select(TournamentRow.draws_secret, TournamentRow.tables_secret).where(TournamentRow.id == tournament)
    draws, tables = (await session.exec(of)).one()
    return Secret(bytes.fromhex(draws), bytes.fromhex(tables))


def ends() -> Select[str, int, int]:
    """The query for where the logs of tournaments end."""
    last = and_(col(EventRow.tournament) == TournamentRow.id, col(EventRow.n) == TournamentRow.version)
    return select(TournamentRow.id, TournamentRow.version, EventRow.at).join(EventRow, last)


async def entries_after(session: Session, tournament: str, n: int, before: int | None = None) -> tuple[Entry, ...]:
    """The entries of a tournament after a number, and before another one."""
    query = select(EventRow).where(EventRow.tournament == tournament, EventRow.n > n).order_by(col(EventRow.n))
    if before is not None:
        query = query.where(EventRow.n < before)
    return tuple(map(_entry, (await session.exec(query)).all()))


async def _answered(session: Session, tournament: str, key: Key) -> tuple[Entry, ...] | None:
    """What a request has brought that came before; raises `KeyTaken` when its key stands for another one."""
    of = col(EventRow.tournament) == tournament
    query = select(EventRow.n, EventRow.fingerprint).where(of, EventRow.key == key.key)
    first = (await session.exec(query)).first()
    if first is None:
        return None
    n, fingerprint = first
    if fingerprint != key.fingerprint:
        raise KeyTaken
    following = select(func.min(EventRow.n)).where(of, EventRow.n > n, col(EventRow.cmd).is_not(None))
    return await entries_after(session, tournament, n - 1, (await session.exec(following)).one())


async def events_numbered(session: Session, tournament: str, numbers: Sequence[int]) -> dict[int, TournamentEvent]:
    """Some events of a tournament, by their numbers."""
    if not numbers:
        return {}
    query = select(EventRow).where(EventRow.tournament == tournament, col(EventRow.n).in_(numbers))
    return {row.n: _event(row.e) for row in (await session.exec(query)).all()}


async def append(
    session: Session,
    before: Folded,
    entries: Sequence[Entry],
    key: Key | None = None,
    words: Words | None = None,
) -> bool:
    """Adds entries to a log, and brings up to them what follows from it; False when that does not end as it did."""
    tournament, last = before.tournament, before.last
    after = fold(tournament, entries)
    ends_so = exists().where(
        col(EventRow.tournament) == tournament.id,
        col(EventRow.n) == last.n,
        col(EventRow.at) == last.at,
        col(EventRow.by) == last.by,
    )
    moved = await session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament.id, col(TournamentRow.version) == tournament.version, ends_so)
        .values(version=after.version, phase=after.phase.value, published=after.secret is not None)
        .execution_options(synchronize_session=False)
    )
    if not moved.rowcount:
        return False
    first = entries[0]
    session.add_all([_stored(tournament.id, entry, key if entry is first else None) for entry in entries])
    if words is not None and words.words:
        note = NoteRow(tournament=tournament.id, n=first.n, by=words.by, about=words.about, words=words.words)
        session.add(note)
    await session.flush()
    for entry in entries:
        await _follow(session, after, entry)
    return True


async def _follow(session: Session, tournament: Tournament, entry: Entry) -> None:
    """Brings the tables up to an entry."""
    event = entry.e
    of = col(TableRow.tournament) == tournament.id
    match event:
        case RoundPaired():
            await session.exec(delete(TableRow).where(of, col(TableRow.round) == event.round))
            best_of = tournament.planned.stages[event.stage].best_of
            session.add_all(
                TableRow(
                    match=table.match,
                    tournament=tournament.id,
                    round=event.round,
                    number=table.table,
                    game=1 if best_of > 1 else 0,
                    best_of=best_of,
                )
                for table in event.tables
                if table.match
            )
            await session.flush()
        case RoundStarted():
            await session.exec(update(TableRow).where(of, col(TableRow.round) == event.round).values(started=True))
        case GameAdded() if event.match:
            session.add(
                TableRow(
                    match=event.match,
                    tournament=tournament.id,
                    round=event.round,
                    number=event.table,
                    game=event.game,
                    best_of=tournament.rounds[event.round - 1].tables[event.table - 1].best_of,
                    started=True,
                )
            )
            await session.flush()
        case ResultRuled():
            table = tournament.rounds[event.round - 1].tables[event.table - 1]
            here = [of, col(TableRow.round) == event.round, col(TableRow.number) == event.table]
            if table.result is None:
                here.append(col(TableRow.game) == event.game)
            needless = update(TableRow).where(*here, col(TableRow.arrived).is_(None))
            await session.exec(needless.values(opened=False))  # the steward looks for games that run without need
        case ResultArrived():
            await session.exec(update(TableRow).where(col(TableRow.match) == event.match).values(arrived=entry.n))
        case _:
            pass


def brings_lists(game: Game, plan: Plan) -> bool:
    """Whether those who sit at a table bring the lists that they have sealed."""
    lists = game.lists
    return plan.decks is not Decks.NONE and lists is not None and lists.wanted(rule_options(game, plan.options))


def _entry(row: EventRow) -> Entry:
    return Entry(n=row.n, at=row.at, by=row.by, cmd=None if row.cmd is None else _command(row.cmd), e=_event(row.e))


def _stored(tournament: str, entry: Entry, key: Key | None = None) -> EventRow:
    return EventRow(
        tournament=tournament,
        n=entry.n,
        at=entry.at,
        by=entry.by,
        cmd=None if entry.cmd is None else _encode(entry.cmd).decode(),
        e=_encode(entry.e).decode(),
        key=None if key is None else key.key,
        fingerprint=None if key is None else key.fingerprint,
    )
