"""The match scheduler, which opens the matches of a round's tables and settles tournaments that are over.

To settle a tournament, it closes the matches that still run, then publishes the tournament's secret. If its process
dies in between, any other process completes the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import ColumnExpressionArgument
from sqlmodel import col, select, update
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import CallOff, OpenMatch, RuleResult
from chronik.domain.engine.match.log import Author
from chronik.domain.tournament.record.log import NewerEntry
from chronik.domain.tournament.record.seeds import Secret, table_secret
from chronik.domain.tournament.record.state import Phase, Tournament, list_started_matches
from chronik.domain.tournament.record.table import Game, Table
from chronik.domain.tournament.rules.opening import build_opening
from chronik.domain.tournament.rules.rounds import build_publication
from chronik.service.log.outcomes import Damaged, KeyReused, NotLoaded
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import Submission, open_match, play
from chronik.service.matches.turn_queue import TRANSIENT_ERRORS, TurnQueue
from chronik.service.sql.database import Session
from chronik.service.tournaments.sealed_lists import is_sealed_list, rules_of
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow, TournamentRow

PAUSE = 2.0
"""Seconds between two searches for tables that another process has left unopened."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.match_scheduler")


class Opening(Struct, frozen=True):
    """The data needed to open a tournament's tables: rules, secret, and the lists with their salts by entrant.

    Lists of erased owners are missing.
    """

    rules: Rules
    tournament: Tournament
    secret: Secret
    lists: Mapping[int, tuple[str, str]]

    def of(self, game: Game) -> OpenMatch:
        """Returns the command that opens a game; raises `Damaged` if a list does not match its commitment."""
        own = {number: self.lists[number] for number in game.entrants if number in self.lists}
        for number, (deck, salt) in own.items():
            if not is_sealed_list(self.tournament, number, deck, salt):
                raise Damaged(game.match, f"the list of entrant {number} is not the one that was sealed")
        rules, decks = self.rules.game, {number: deck for number, (deck, _) in own.items()}
        return build_opening(self.tournament, game, rules.lists, decks, rules.version)


class MatchScheduler:
    """A background worker that opens matches of started tables and settles finished tournaments."""

    def __init__(self, matches: LiveMatches, tournaments: Tournaments) -> None:
        self.matches = matches
        self.tournaments = tournaments
        self._woken = asyncio.Event()
        self._settled: dict[str, int] = {}
        """For each finished tournament, the version at which nothing more could be done for it."""
        self._opening = TurnQueue(self._turn_to_open, LOG, "tables wait to be opened", of="tournament")
        self._closing = TurnQueue(self._turn_to_close, LOG, "a secret waits to be published", of="tournament")

    async def run(self) -> None:
        """Handles the waiting tournaments one after another, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._opening.run())
            group.create_task(self._closing.run())
            group.create_task(self._search())

    def wake(self) -> None:
        """Wakes the scheduler, because a game at a table can begin."""
        self._woken.set()

    async def _search(self) -> None:
        """Searches for work until it is cancelled. During an outage of the database it waits."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._woken.wait()
            self._woken.clear()
            try:
                self._opening.schedule_new(await self._find_tournaments_to_open())
                self._closing.schedule_new(await self._find_tournaments_to_settle())
            except Exception as error:
                LOG.warning("the database does not answer", error=type(error).__name__)

    async def _turn_to_open(self, tournament: str) -> None:
        with suppress(NewerEntry):  # a process with a newer version opens them
            await self.open_tables(tournament)

    async def _turn_to_close(self, tournament: str) -> None:
        with suppress(NewerEntry):
            await self.settle(tournament)

    async def settle(self, tournament: str) -> None:
        """Settles a finished tournament: closes its running matches, and publishes its secret once all are closed."""
        found = await self.tournaments.find(tournament)
        assert found is not None, "the tournament must exist"
        await self.close_tables(found, found.staff[0].player)
        secret = await self.tournaments.secret(tournament)
        settled = await self.tournaments.submit(tournament, "", build_publication(found, secret))
        assert settled is not None, "the tournament must exist"
        if settled.tournament.secret is None:
            self._settled[tournament] = settled.tournament.version
        else:
            self._settled.pop(tournament, None)

    async def close_tables(self, tournament: Tournament, by: str) -> None:
        """Closes the open matches of a tournament: with the referee's ruling if it exists, otherwise as called off.

        A match that cannot be played does not block the others. Raises the log's error during an outage.
        """
        open_ones = [game for *_, game in list_started_matches(tournament) if not game.closed]
        rules = rules_of(self.matches.catalogue, tournament)
        if not open_ones or rules is None:
            return
        opening = await self._prepare(rules, tournament)
        for game in open_ones:
            try:
                await self._close(opening, game, by)
            except TRANSIENT_ERRORS:
                raise
            except NotLoaded as error:
                _log_unloaded(tournament.id, game.match, error)
            except (Rejected, Damaged, KeyReused, msgspec.MsgspecError) as error:
                LOG.error("a match cannot be closed", tournament=tournament.id, match=game.match, error=repr(error))

    async def _close(self, opening: Opening, game: Game, by: str) -> None:
        live = await self.matches.find_fresh(game.match)
        if live is None:
            await self._open_match(opening, game)
            live = await self.matches.find_fresh(game.match)
        if live is not None and live.match.closed is None:
            await self._end(opening, live, game, by)

    async def _end(self, opening: Opening, live: Live, game: Game, by: str) -> None:
        ruled = game.result
        order = CallOff(by) if ruled is None else RuleResult(by, ruled.points, ruled.places)
        key = f"closed:{opening.tournament.id}"
        submission = Submission(command=order, key=key, fingerprint=key, by=Author.REFEREE)
        await play(self.matches, live, submission)

    async def open_tables(self, tournament: str) -> int:
        """Opens the matches of all started tables that are not open yet; returns how many there were.

        A game whose result no longer matters, because a referee ruled on it or its table, is closed if it was opened. A
        match that cannot be opened does not block the others. During an outage of the log, all of them wait for the
        next search.
        """
        waiting = await self._find_unopened(tournament)  # before the tournament, so that it has all of these tables
        found = await self.tournaments.find(tournament)
        assert found is not None, "a table has a tournament"
        rules = rules_of(self.matches.catalogue, found)
        if rules is None:
            LOG.error("the game of a tournament is not loaded here", tournament=tournament, game=found.planned.game)
            return 0
        opening = await self._prepare(rules, found)
        for match in waiting:
            place = found.game_of_match(match)
            assert place is not None, "a table has an entry in the log"
            try:
                await self._open(opening, *place[1:])
            except KeyReused:
                LOG.error("the match of a table was opened for others", tournament=tournament, match=match)
            except TRANSIENT_ERRORS as error:
                LOG.warning("tables wait to be opened", tournament=tournament, error=type(error).__name__)
                break
            except NotLoaded as error:
                _log_unloaded(tournament, match, error)
            except (Rejected, Damaged, msgspec.MsgspecError) as error:
                LOG.error("a table cannot be opened", tournament=tournament, match=match, error=repr(error))
        return len(waiting)

    async def _prepare(self, rules: Rules, tournament: Tournament) -> Opening:
        lists = await self.tournaments.decks(tournament.id) if tournament.withholds_matches else {}
        return Opening(rules, tournament, await self.tournaments.secret(tournament.id), lists)

    async def _open(self, opening: Opening, table: Table, game: Game) -> None:
        """Opens a match, unless its game or table has a result: then the match is not needed, and is closed if open."""
        if table.result is None and game.result is None:
            await self._open_match(opening, game)
        ruled = await self._mark_opened_unless_ruled(opening.tournament.id, game.match)
        if ruled is not None:
            try:
                live = await self.matches.find_fresh(game.match)
                if live is not None and live.match.closed is None:
                    await self._end(opening, live, ruled, opening.tournament.staff[0].player)
            except (Damaged, NotLoaded) as error:  # the ruling already settles a table whose match cannot be played
                if isinstance(error, NotLoaded) and error.newer:
                    raise
            async with self.tournaments.records.session() as session:
                await _mark_opened(session, game.match)

    async def _mark_opened_unless_ruled(self, tournament: str, match: str) -> Game | None:
        """Marks a match as opened, unless its game or its table has a result by now; in that case, returns the game.

        This locks the tournament, so that no ruling can be recorded in between.
        """
        async with self.tournaments.records.session() as session:
            await session.exec(select(TournamentRow.id).where(TournamentRow.id == tournament).with_for_update())
            found = await self.tournaments.read(session, tournament)
            place = None if found is None else found.tournament.game_of_match(match)
            assert place is not None, "a table has an entry in the log"
            _, table, game = place
            if table.result is not None or game.result is not None:
                return game
            await _mark_opened(session, match)
        return None

    async def _open_match(self, opening: Opening, game: Game) -> None:
        """Opens a match. A repeated call opens no second match, even if a list was erased in between."""
        command, secret = opening.of(game), table_secret(opening.secret.tables, game.match)
        key = f"table:{opening.tournament.id}"
        seated = sha256(msgspec.json.encode(command.chairs)).hexdigest()
        await open_match(self.matches, opening.rules, command, game.match, key, seated, secret)

    async def _find_unopened(self, tournament: str) -> Sequence[str]:
        query = (
            select(TableRow.match)
            .where(TableRow.tournament == tournament, *_waiting_conditions())
            .order_by(col(TableRow.round), col(TableRow.number), col(TableRow.game))
        )
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _find_tournaments_to_open(self) -> Sequence[str]:
        query = select(TableRow.tournament).where(*_waiting_conditions()).distinct()
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _find_tournaments_to_settle(self) -> Sequence[str]:
        """Returns the finished tournaments without a published secret for which work remains."""
        ended = col(TournamentRow.phase).in_((Phase.FINISHED.value, Phase.CANCELLED.value))
        query = select(TournamentRow.id, TournamentRow.version).where(~col(TournamentRow.published), ended)
        async with self.tournaments.records.reading() as session:
            found = (await session.exec(query)).all()
        return [one for one, version in found if self._settled.get(one) != version]


def _log_unloaded(tournament: str, match: str, error: NotLoaded) -> None:
    """Logs that a match cannot be opened or closed here; a process of the newer version that opened it can."""
    log = LOG.info if error.newer else LOG.error
    log("a match needs rules or a data set that is not loaded here", tournament=tournament, match=match)


async def _mark_opened(session: Session, match: str) -> None:
    await session.exec(update(TableRow).where(col(TableRow.match) == match).values(opened=True))


def _waiting_conditions() -> tuple[ColumnExpressionArgument[bool], ...]:
    """Returns the SQL conditions for tables that wait to be opened; tables of a cancelled tournament do not."""
    off = select(TournamentRow.id).where(TournamentRow.phase == Phase.CANCELLED.value)
    return col(TableRow.started), ~col(TableRow.opened), col(TableRow.tournament).not_in(off)
