"""Seeking: people who look for the same match are brought to one table, which starts when it is full.

All who share terms sit down in the match that stands beside these; who finds it full, or started, puts another one
there. So nobody waits beside somebody who waits for the same. A seek that expires or is withdrawn stands up again. A
match that cannot be read here keeps nobody from another one.
"""

from __future__ import annotations

import asyncio
import secrets

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Rejected
from domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from domain.engine.match.match import Match, Status
from domain.engine.seats import SeatHolder
from service.log.outcomes import Damaged
from service.matches.live import Live, LiveMatches, NotLoaded
from service.matches.play import Contended, NotSeated, Submission, new_key, open_match, play
from service.people.seeks import SeekRow, Seeks, SeekState, Terms

SWEEP_SECONDS = 5.0
TRIES = 200
"""So often somebody finds a table full before they are told to try again; each time others have found theirs."""
UNREADABLE = (Damaged, NotLoaded)
"""What a match does not recover from by itself."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.seeking")


class Seeking:
    """What is done for those who seek; the seats of a match alone say who waits."""

    def __init__(self, matches: LiveMatches, seeks: Seeks) -> None:
        self.matches = matches
        self.seeks = seeks

    async def seek(self, seek: str, player: str, terms: Terms, lasts_ms: int, entropy: str = "") -> SeekRow | None:
        """Seats a player with others who look for the same, or where they will come; None for a ghost.

        Their entropy (hex) goes into the log with the seat, and is kept nowhere else.

        Raises `KeyReused`, `TooManySeeks`, and what opening a match and sitting down raise.
        """
        await self._stand_up_expired(terms.key, player)
        row = await self.seeks.begin(seek, player, terms, lasts_ms)
        if row is not None and row.id != seek and await self._is_matched(row):
            row = await self.seeks.begin(seek, player, terms, lasts_ms)
        return None if row is None else await self._seated(row, entropy)

    async def was_begun(self, seek: str, player: str, terms: Terms) -> bool:
        """Whether a seek would be an earlier one again: one that is over, or whose owner has their seat by it."""
        row = await self.seeks.earlier(seek, player, terms)
        if row is None or row.state_at(self.seeks.now()) is not SeekState.OPEN:
            return row is not None
        live = None if row.match is None else await self.table(row.match)
        if live is None or _seat_of(live.match, player) is None:
            return False
        return row.id == seek or live.match.status is Status.OPEN

    async def withdraw(self, row: SeekRow) -> None:
        """Stands up for somebody who seeks no more, unless their match has started."""
        if row.state == SeekState.OPEN.value:
            await self._end(row, SeekState.WITHDRAWN)

    async def table(self, match: str) -> Live | None:
        """A match in which people meet, as its log has it; none where there is none that can be read here."""
        try:
            return await self.matches.fresh(match)
        except UNREADABLE:
            return None

    async def keep(self) -> None:
        """Stands up for those whose time is over, until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._stand_up_expired()
            except Exception as error:
                LOG.warning("seeks that have expired cannot be found", error=type(error).__name__)

    async def _seated(self, row: SeekRow, entropy: str) -> SeekRow:
        for _ in range(TRIES):
            if row.state != SeekState.OPEN.value:
                return row
            if row.match is None:
                row = await self._sent(row)
                continue
            try:
                live = await self._joined(row.terms, row.match, row.player, entropy)
            except UNREADABLE:
                row = await self._sent(row)
                continue
            if _seat_of(live.match, row.player) is not None:
                return await self._settled(row, live.match)
            if live.match.status is not Status.OPEN:
                row = await self._sent(row)
        raise Contended("others were faster, again and again")

    async def _joined(self, terms: str, match: str, player: str, entropy: str) -> Live:
        """The match after a player has tried to sit down there."""
        live = await self._opened(terms, match)
        if _seat_of(live.match, player) is None and live.match.status is Status.OPEN:
            await self._sit_down(live, player, entropy)
            await self.matches.refresh(live)
        return live

    async def _sent(self, row: SeekRow) -> SeekRow:
        """A seek that was sent to the match in which those who look for the same meet now: an open one.

        Who was matched there by an earlier seek, or by their own hand, is not sent there again.
        """
        for _ in range(TRIES):
            terms = (await self.seeks.terms({row.terms}))[row.terms]
            if await self._is_open(row.terms, terms.match):
                await self.seeks.send(row, terms.match)
                return await self._read(row)
            await self.seeks.move_on(row.terms, terms.match)
        raise Contended("others were faster, again and again")

    async def _is_open(self, terms: str, match: str) -> bool:
        try:
            return (await self._opened(terms, match)).match.status is Status.OPEN
        except UNREADABLE:
            return False

    async def _opened(self, terms: str, match: str) -> Live:
        """The match, which is opened by whoever comes first."""
        live = await self.matches.fresh(match)
        if live is not None:
            return live
        kept = (await self.seeks.terms({terms}))[terms]
        rules = self.matches.catalogue.current(kept.game)
        assert rules is not None, "terms are of a game that is played here"
        opening = msgspec.json.decode(kept.opening, type=OpenMatch)
        await open_match(self.matches, rules, opening, match, f"seek-terms:{terms}", terms[:32])
        live = await self.matches.fresh(match)
        assert live is not None
        return live

    async def _sit_down(self, live: Live, player: str, entropy: str) -> None:
        """Takes one of the free seats, whichever, so that nobody has the first one for coming first."""
        free = [number for number, chair in enumerate(live.match.chairs) if not chair.taken]
        taking = TakeSeat(secrets.choice(free), player, entropy)
        try:
            await play(self.matches, live, Submission(command=taking, key=new_key(), fingerprint=""))
        except (Rejected, Contended):
            # Somebody was faster: what the match has become says what is to be done.
            return

    async def _settled(self, row: SeekRow, match: Match) -> SeekRow:
        """A seek whose owner sits: it is over where that was the last seat; who has ended it meanwhile stands up."""
        if match.status is not Status.OPEN:
            await self.seeks.matched(match.id, _players(match.chairs))
        row = await self._read(row)
        if row.state in (SeekState.WITHDRAWN.value, SeekState.EXPIRED.value):
            await self._made_true(row)
            row = await self._read(row)
        return row

    async def _is_matched(self, row: SeekRow) -> bool:
        """Whether a seek has led to a match that somebody else has filled without saying so."""
        live = None if row.match is None else await self.table(row.match)
        if live is None or live.match.status is Status.OPEN or _seat_of(live.match, row.player) is None:
            return False
        await self.seeks.matched(live.match.id, _players(live.match.chairs))
        return True

    async def _stand_up_expired(self, terms: str | None = None, player: str | None = None) -> None:
        """Ends the seeks whose time is over: all of them, or those by some terms.

        One that cannot be ended now keeps no other from its end, except in the same match, which would fail as well.
        That of a player who seeks anew has to end first.
        """
        failed: dict[str | None, str] = {}
        for row in await self.seeks.expired(terms):
            if row.match in failed and row.player != player:
                continue
            try:
                await self._expire(row)
            except Exception as error:
                if row.player == player:
                    raise
                failed[row.match] = type(error).__name__
        if failed:
            LOG.warning("some seeks that have expired cannot be ended", errors=sorted(set(failed.values())))

    async def _expire(self, row: SeekRow) -> None:
        if (await self._read(row)).state == SeekState.OPEN.value:
            await self._end(row, SeekState.EXPIRED)
        # Else another process was faster, and its owner may sit there again by a new seek.

    async def _end(self, row: SeekRow, state: SeekState) -> None:
        """Ends a seek, and has its owner stand up.

        Their own request may sit them down at that moment. After the end it either finds that and puts it right
        (`_settled`), or has sat them down before, which a second look finds; the seat of a new seek is left to that.
        """
        stood = await self._stand_up(row)
        await self.seeks.end(row, state if stood else SeekState.MATCHED)
        if stood and not await self.seeks.is_begun_anew(row):
            await self._made_true(await self._read(row))

    async def _made_true(self, row: SeekRow) -> None:
        """Has the owner of a seek that is over stand up; where they play, it has led to their match after all."""
        if not await self._stand_up(row):
            await self.seeks.matched_after_all(row)

    async def _stand_up(self, row: SeekRow) -> bool:
        """Whether the owner of a seek waits in its match no more; false where they play in it.

        From a match that cannot be read nobody stands up: nobody is sent there any more instead.
        """
        if row.match is None:
            return True
        try:
            return await self._left(row.match, row.player)
        except UNREADABLE as error:
            LOG.warning("a seek ends in a match that cannot be read", match=row.match, error=type(error).__name__)
            await self.seeks.move_on(row.terms, row.match)
            return True

    async def _left(self, match: str, player: str) -> bool:
        for _ in range(TRIES):
            live = await self.matches.fresh(match)
            seat = None if live is None else _seat_of(live.match, player)
            if live is None or seat is None:
                return True
            if live.match.status is not Status.OPEN:
                return False
            leaving = Submission(command=LeaveSeat(seat), key=new_key(), fingerprint="", seat=seat, player=player)
            try:
                await play(self.matches, live, leaving)
            except (Rejected, NotSeated, Contended):
                continue
        raise Contended("others were faster, again and again")

    async def _read(self, row: SeekRow) -> SeekRow:
        return await self.seeks.find(row.id, row.player) or row


def _seat_of(match: Match, player: str) -> int | None:
    return next((number for number, chair in enumerate(match.chairs) if chair.player == player), None)


def _players(chairs: tuple[SeatHolder, ...]) -> frozenset[str]:
    return frozenset(chair.player for chair in chairs if chair.player)
