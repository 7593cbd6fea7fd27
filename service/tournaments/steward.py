"""The steward: opens the tables of a round as matches, closes what still runs when a tournament is over, and publishes
its secret when nothing does. Who dies in between leaves the rest to any other process.
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

from domain.engine.game import Rejected
from domain.engine.match.commands import CallOff, OpenMatch, RuleResult
from domain.engine.match.log import Author
from domain.tournament.record.seeds import Secret, table_secret
from domain.tournament.record.state import Phase, Tournament, opened_games
from domain.tournament.record.table import Game, Table
from domain.tournament.rules.opening import opening
from domain.tournament.rules.rounds import publication
from service.log.outcomes import Damaged, KeyReused, OutcomeUnknown, ReadOnly, Unavailable
from service.matches.catalogue import Rules
from service.matches.live import Live, LiveMatches, NotLoaded
from service.matches.play import Submission, open_match, play
from service.sql.database import Session
from service.tournaments.sealed_lists import as_sealed, rules_of
from service.tournaments.store import Tournaments
from service.tournaments.tables import TableRow, TournamentRow
from service.workers.turns import Turns

PAUSE = 2.0
"""Seconds between two looks for tables that somebody has left unopened."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.steward")


class Opening(Struct, frozen=True):
    """What the tables of a tournament are opened with: the rules, its secret, and by number of entrant the lists with
    their salts, of all whose owners were not erased.
    """

    rules: Rules
    tournament: Tournament
    secret: Secret
    lists: Mapping[int, tuple[str, str]]

    def of(self, game: Game) -> OpenMatch:
        """The command that opens a game; raises `Damaged` where a list is not the one that was sealed."""
        own = {number: self.lists[number] for number in game.entrants if number in self.lists}
        for number, (deck, salt) in own.items():
            if not as_sealed(self.tournament, number, deck, salt):
                raise Damaged(game.match, f"the list of entrant {number} is not the one that was sealed")
        return opening(
            self.tournament, game, self.rules.game.lists, {number: deck for number, (deck, _) in own.items()}
        )


class Steward:
    """Opens what was started; `run` looks for what was left until it is cancelled."""

    def __init__(self, matches: LiveMatches, tournaments: Tournaments) -> None:
        self.matches = matches
        self.tournaments = tournaments
        self._called = asyncio.Event()
        self._settled: dict[str, int] = {}
        """The version at which all was done for a tournament that is over, as far as it could be."""
        self._opening = Turns(self._turn_to_open, LOG, "tables wait to be opened", of="tournament")
        self._closing = Turns(self._turn_to_close, LOG, "a secret waits to be published", of="tournament")

    async def run(self) -> None:
        """Gives each tournament that waits its turn, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._opening.run())
            group.create_task(self._closing.run())
            group.create_task(self._look())

    def call(self) -> None:
        """A game of a table can begin: it is looked for at once, not after the pause."""
        self._called.set()

    async def _look(self) -> None:
        """Looks for ever; a database that is away is waited for."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._called.wait()
            self._called.clear()
            try:
                self._opening.call_new(await self._waiting())
                self._closing.call_new(await self._over())
            except Exception as error:
                LOG.warning("the records do not answer", error=type(error).__name__)

    async def _turn_to_open(self, tournament: str) -> None:
        await self.open_tables(tournament)

    async def _turn_to_close(self, tournament: str) -> None:
        await self.close_what_is_over(tournament)

    async def close_what_is_over(self, tournament: str) -> None:
        """Closes what still runs of a tournament that is over, and publishes its secret once every match is closed."""
        found = await self.tournaments.find(tournament)
        assert found is not None, "an end of no tournament"
        await self.close_tables(found, found.staff[0].player)
        secret = await self.tournaments.secret(tournament)
        settled = await self.tournaments.submit(tournament, "", publication(found, secret))
        assert settled is not None, "an end of no tournament"
        if settled.tournament.secret is None:
            self._settled[tournament] = settled.tournament.version
        else:
            self._settled.pop(tournament, None)

    async def close_tables(self, tournament: Tournament, by: str) -> None:
        """Closes the matches of a tournament that are not: as a referee has ruled, or called off by an organiser.

        One that cannot be played keeps no other from it. Raises what the log answers when it is away.
        """
        open_ones = [game for *_, game in opened_games(tournament) if not game.closed]
        rules = rules_of(self.matches.catalogue, tournament)
        if not open_ones or rules is None:
            return
        opening = await self._prepared(rules, tournament)
        for game in open_ones:
            try:
                await self._close(opening, game, by)
            except (OutcomeUnknown, ReadOnly, Unavailable):
                raise
            except (Rejected, Damaged, KeyReused, NotLoaded, msgspec.MsgspecError) as error:
                LOG.error("a match cannot be closed", tournament=tournament.id, match=game.match, error=repr(error))

    async def _close(self, opening: Opening, game: Game, by: str) -> None:
        live = await self.matches.fresh(game.match)
        if live is None:
            await self._open_match(opening, game)
            live = await self.matches.fresh(game.match)
        if live is not None and live.match.closed is None:
            await self._end(opening, live, game, by)

    async def _end(self, opening: Opening, live: Live, game: Game, by: str) -> None:
        ruled = game.result
        order = CallOff(by) if ruled is None else RuleResult(by, ruled.points, ruled.places)
        key = f"closed:{opening.tournament.id}"
        submission = Submission(command=order, key=key, fingerprint=key, by=Author.REFEREE)
        await play(self.matches, live, submission)

    async def open_tables(self, tournament: str) -> int:
        """Opens the matches of all started tables that are not open yet; how many there were.

        A game that nobody needs any more, as it was ruled or its table was, is closed if it was opened.
        One that cannot be opened keeps no other from it. Where the log does not answer all wait for the next look.
        """
        waiting = await self._unopened(tournament)  # first: the record that is read after them speaks of them all
        found = await self.tournaments.find(tournament)
        assert found is not None, "a table of no tournament"
        rules = rules_of(self.matches.catalogue, found)
        if rules is None:
            LOG.error("a tournament of a game that is not here", tournament=tournament, game=found.planned.game)
            return 0
        opening = await self._prepared(rules, found)
        for match in waiting:
            place = found.game_of_match(match)
            assert place is not None, "a table that no row speaks of"
            try:
                await self._open(opening, *place[1:])
            except KeyReused:
                LOG.error("the match of a table was opened for others", tournament=tournament, match=match)
            except (OutcomeUnknown, ReadOnly, Unavailable) as error:
                LOG.warning("tables wait to be opened", tournament=tournament, error=type(error).__name__)
                break
            except (Rejected, Damaged, NotLoaded, msgspec.MsgspecError) as error:
                LOG.error("a table cannot be opened", tournament=tournament, match=match, error=repr(error))
        return len(waiting)

    async def _prepared(self, rules: Rules, tournament: Tournament) -> Opening:
        lists = await self.tournaments.decks(tournament.id) if tournament.holds else {}
        return Opening(rules, tournament, await self.tournaments.secret(tournament.id), lists)

    async def _open(self, opening: Opening, table: Table, game: Game) -> None:
        """Opens a match, unless a referee was faster: then nobody needs it, and it is closed if it was opened."""
        if table.result is None and game.result is None:
            await self._open_match(opening, game)
        ruled = await self._noted(opening.tournament.id, game.match)
        if ruled is not None:
            with suppress(Damaged, NotLoaded):  # a ruling is what helps a table whose match cannot be played
                live = await self.matches.fresh(game.match)
                if live is not None and live.match.closed is None:
                    await self._end(opening, live, ruled, opening.tournament.staff[0].player)
            async with self.tournaments.records.session() as session:
                await _note_opened(session, game.match)

    async def _noted(self, tournament: str, match: str) -> Game | None:
        """Notes that a match was opened, unless its game or its table has a result by now: then the game as it is.

        Nobody rules in between.
        """
        async with self.tournaments.records.session() as session:
            await session.exec(select(TournamentRow.id).where(TournamentRow.id == tournament).with_for_update())
            found = await self.tournaments.read(session, tournament)
            place = None if found is None else found.tournament.game_of_match(match)
            assert place is not None, "a table that no row speaks of"
            _, table, game = place
            if table.result is not None or game.result is not None:
                return game
            await _note_opened(session, match)
        return None

    async def _open_match(self, opening: Opening, game: Game) -> None:
        """Opens a match; a second time it is the first one, though a list may have been erased meanwhile."""
        command, secret = opening.of(game), table_secret(opening.secret.tables, game.match)
        key = f"table:{opening.tournament.id}"
        seated = sha256(msgspec.json.encode(command.chairs)).hexdigest()
        await open_match(self.matches, opening.rules, command, game.match, key, seated, secret)

    async def _unopened(self, tournament: str) -> Sequence[str]:
        query = (
            select(TableRow.match)
            .where(TableRow.tournament == tournament, *_wanted())
            .order_by(col(TableRow.round), col(TableRow.number), col(TableRow.game))
        )
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _waiting(self) -> Sequence[str]:
        query = select(TableRow.tournament).where(*_wanted()).distinct()
        async with self.tournaments.records.reading() as session:
            return (await session.exec(query)).all()

    async def _over(self) -> Sequence[str]:
        """The tournaments that are over, without a published secret, and for which something is left to be done."""
        ended = col(TournamentRow.phase).in_((Phase.FINISHED.value, Phase.CANCELLED.value))
        query = select(TournamentRow.id, TournamentRow.version).where(~col(TournamentRow.published), ended)
        async with self.tournaments.records.reading() as session:
            found = (await session.exec(query)).all()
        return [one for one, version in found if self._settled.get(one) != version]


async def _note_opened(session: Session, match: str) -> None:
    await session.exec(update(TableRow).where(col(TableRow.match) == match).values(opened=True))


def _wanted() -> tuple[ColumnExpressionArgument[bool], ...]:
    """What holds of a table that waits to be opened: nobody needs one of a tournament that was called off."""
    off = select(TournamentRow.id).where(TournamentRow.phase == Phase.CANCELLED.value)
    return col(TableRow.started), ~col(TableRow.opened), col(TableRow.tournament).not_in(off)
