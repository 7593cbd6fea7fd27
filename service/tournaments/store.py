"""Reads, folds and appends to the logs of tournaments. If two commands collide, one of them is decided again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, nullcontext, suppress
from functools import partial
from weakref import WeakValueDictionary

import structlog
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, col, select, update
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.match import rule_options
from chronik.domain.tournament.record.commands import CreateTournament, TournamentCommand
from chronik.domain.tournament.record.log import Entry, build_batch
from chronik.domain.tournament.record.plan import RULES, Decks, Pinned, Plan
from chronik.domain.tournament.record.seeds import Secret, commitments
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.rules.decide import record_commands
from chronik.service.identity.register import lock_player
from chronik.service.log.outcomes import TRIES, Conflict, Contended
from chronik.service.running.clock import milliseconds
from chronik.service.running.zones import DEFAULT
from chronik.service.sql.database import Records, Session
from chronik.service.tournaments.decisions import Decisions, random_secret
from chronik.service.tournaments.erasable import NO_RENAMES, AuthorErased, ErasablePart, NoteText, owners_of
from chronik.service.tournaments.log import (
    FoldedLog,
    Key,
    append,
    as_stored,
    entries_after,
    entry_row,
    find_answer,
    secret_of,
)
from chronik.service.tournaments.tables import ClubRow, DeckRow, TournamentRow

CACHED_TOURNAMENTS = 200
"""The number of folded tournaments that a process caches; each is updated before use."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.tournaments")


class Recorded(Struct, frozen=True):
    """A tournament after a command, and the entries that the command added (none if it changed nothing)."""

    tournament: Tournament
    entries: tuple[Entry, ...]


class Tournaments:
    """The tournaments in SQL."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.decisions = Decisions()
        self._kept: OrderedDict[str, FoldedLog] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each tournament to which this process is writing."""

    async def create(
        self,
        tournament: str,
        title: str,
        description: str,
        plan: Plan,
        by: str,
        game: Game,
        zone: str = DEFAULT,
        commands: Iterable[TournamentCommand] = (),
        rows: Sequence[SQLModel] = (),
        starts_at: int | None = None,
    ) -> Recorded:
        """Creates a tournament under an id; for one that was played elsewhere, also applies `commands`.

        A repeated call returns the existing tournament. If entrants seal lists, the edition that judges them is pinned.
        Raises `Rejected` and `AuthorErased`.
        """
        secret = random_secret()
        pinned = Pinned(game.version, game.facts) if brings_lists(game, plan) else None
        command = CreateTournament(plan, commitments(tournament, secret), game.seats, game.one_winner, pinned, RULES)
        decided = partial(record_commands, Tournament(tournament), milliseconds(), by, secret, command, *commands)
        after, entries = await asyncio.to_thread(decided)
        row = TournamentRow(
            id=tournament,
            title=title,
            description=description,
            zone=zone,
            starts_at=starts_at,
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
                if await lock_player(session, by) is None:
                    raise AuthorErased
                session.add(row)
                await session.flush()
                session.add_all([*rows, *(entry_row(tournament, entry) for entry in entries)])
        except IntegrityError:
            found = await self.find(tournament)
            if found is None:
                raise
            return Recorded(found, ())
        return Recorded(after, entries)

    async def find(self, tournament: str) -> Tournament | None:
        """Returns the current state of a tournament; None if it does not exist."""
        async with self.records.reading() as session:
            found = await self.read(session, tournament)
        return None if found is None else found.tournament

    async def read(self, session: Session, tournament: str) -> FoldedLog | None:
        """Returns a tournament with its last entry, or None if it does not exist.

        The transaction must not have added entries to it. If the log no longer has the last cached entry, it is read
        from the start: a standby without that entry was promoted, or a backup was restored.
        """
        known = self._kept.get(tournament)
        if known is not None:
            log = await entries_after(session, tournament, known.last.n - 1)
            if log and log[0] == known.last:
                return self._keep(FoldedLog(fold(known.tournament, log[1:]), log[-1]))
            LOG.error("the log is not the one that was read before", tournament=tournament, version=known.last.n)
            if self._kept.get(tournament) is known:
                del self._kept[tournament]
        log = await entries_after(session, tournament, 0)
        return self._keep(FoldedLog(fold(Tournament(tournament), log), log[-1])) if log else None

    async def log(self, tournament: str) -> tuple[Entry, ...]:
        """Returns all entries of a tournament."""
        async with self.records.reading() as session:
            return await entries_after(session, tournament, 0)

    async def secret(self, tournament: str) -> Secret:
        """Returns the secret of a tournament, which must exist."""
        async with self.records.reading() as session:
            return await secret_of(session, tournament)

    async def decks(self, tournament: str) -> dict[int, tuple[str, str]]:
        """Returns every list of a tournament with its salt, by entrant."""
        async with self.records.reading() as session:
            rows = (await session.exec(select(DeckRow).where(DeckRow.tournament == tournament))).all()
        return {row.entrant: (row.deck, row.salt) for row in rows}

    async def clubs(self, tournament: str) -> Sequence[ClubRow]:
        """Returns the clubs that entrants of a tournament have named."""
        async with self.records.reading() as session:
            return (await session.exec(select(ClubRow).where(ClubRow.tournament == tournament))).all()

    async def submit(
        self,
        tournament: str,
        by: str,
        command: TournamentCommand,
        *,
        key: Key | None = None,
        words: NoteText | None = None,
        rows: Sequence[SQLModel] = (),
        renamed: Mapping[str, str] = NO_RENAMES,
        owner: str = "",
    ) -> Recorded | None:
        """Records a command from a player, or from Chronik itself (empty `by`); returns None for an unknown tournament.

        Within a process, commands of one tournament run one at a time. A long command such as a pairing does not block
        other processes: it is decided outside the transaction, and again if another command was appended first. After
        too many conflicts it locks the log. `rows` are written together with the command; `renamed` has new names by
        player. `owner` is the player whose club the rows name, unless the command registers that player.

        Raises `Rejected`, `KeyReused`, `AuthorErased`, `OwnerErased` and `Contended`.
        """
        written = ErasablePart(by, words, rows, renamed, owners_of(command, rows) | ({owner} - {""}))
        async with self._locks.setdefault(tournament, asyncio.Lock()):
            for number in range(TRIES + 1):
                with suppress(Conflict, IntegrityError):  # the same key was stored a moment ago
                    return await self._submit(tournament, command, key, written, locked=number == TRIES)
        raise Contended("other commands were faster in every attempt")

    async def _submit(
        self, tournament: str, command: TournamentCommand, key: Key | None, written: ErasablePart, *, locked: bool
    ) -> Recorded | None:
        """Makes one attempt; raises `Conflict` if another process was faster. With `locked`, it locks the log first."""
        async with AsyncExitStack() as transaction:
            begun = await self._begin(transaction, written, lock=tournament) if locked else None
            # A task that holds a connection must not wait for a second one from the same pool.
            async with nullcontext(begun[0]) if begun else self.records.reading() as session:
                read = await self.read(session, tournament)
                if read is None:
                    return None
                found = read.tournament
                known = None if key is None else await find_answer(session, tournament, key)
                if known is not None:
                    return Recorded(found, known)
                secret = await secret_of(session, tournament)
            events = await self.decisions.decide(found, written.by, command, secret)
            entries = build_batch(found.version, milliseconds(), written.by, command, events)
            if not entries:
                return Recorded(found, ())
            session, words = begun or await self._begin(transaction, written)
            after = await append(session, read, entries, key)
            await written.write(session, tournament, entries[0].n, words)
        self._keep(FoldedLog(after, as_stored(tournament, entries[-1])))
        return Recorded(after, entries)

    async def _begin(
        self, transaction: AsyncExitStack, written: ErasablePart, lock: str = ""
    ) -> tuple[Session, NoteText | None]:
        """Begins a transaction; returns its session and the note that may be stored. Locks the tournament `lock`."""
        session = await transaction.enter_async_context(self.records.session())
        words = await written.lock_people(session)
        if lock:
            await session.exec(select(TournamentRow.id).where(TournamentRow.id == lock).with_for_update())
        return session, words

    async def describe(
        self,
        tournament: str,
        by: str,
        title: str,
        description: str,
        zone: str | None = None,
        starts_at: int | None = None,
    ) -> None:
        """Changes the title, description, planned start and (if given) time zone of a tournament, but not its log.

        Raises `AuthorErased`.
        """
        async with self.records.session() as session:
            if await lock_player(session, by) is None:
                raise AuthorErased
            words = {
                "title": title,
                "description": description,
                "starts_at": starts_at,
                **({"zone": zone} if zone else {}),
            }
            await session.exec(update(TournamentRow).where(col(TournamentRow.id) == tournament).values(**words))

    def _keep(self, folded: FoldedLog) -> FoldedLog:
        name = folded.tournament.id
        self._kept[name] = folded
        self._kept.move_to_end(name)
        while len(self._kept) > CACHED_TOURNAMENTS:
            self._kept.popitem(last=False)
        return folded


def brings_lists(game: Game, plan: Plan) -> bool:
    """Returns whether the matches of a plan use the lists that entrants seal."""
    lists = game.lists
    return plan.decks is not Decks.NONE and lists is not None and lists.expects(rule_options(game, plan.options))
