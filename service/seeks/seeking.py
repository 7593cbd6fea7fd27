"""Seats seekers: players who seek the same match get seats at one table, whose match starts when it is full.

Each set of terms has one current match, where all its seekers take seats. A process that finds this match full or
started replaces it with a new one. So two players who seek the same match never wait at different tables. When a seek
expires or is withdrawn, its player leaves the seat. A match that cannot be read here is replaced as well.
"""

from __future__ import annotations

import asyncio
import secrets

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.match.entropy import RECORDED_SINCE
from chronik.domain.engine.match.match import Match, Status
from chronik.domain.engine.seats import SeatHolder
from chronik.service.log.outcomes import Contended, Damaged, NotLoaded
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import NotSeated, Submission, new_key, open_match, play
from chronik.service.seeks.seeks import SeekRow, Seeks, SeekState, Terms

SWEEP_SECONDS = 5.0
TRIES = 200
"""How often a seek may find its table full before it fails. Each time, other seekers have been seated."""
UNREADABLE = (Damaged, NotLoaded)
"""Errors of a match that do not go away by themselves."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.seeking")


class Seeking:
    """The worker that seats and unseats seekers; a match's seats alone define who waits."""

    def __init__(self, matches: LiveMatches, seeks: Seeks) -> None:
        self.matches = matches
        self.seeks = seeks

    async def seek(self, seek: str, player: str, terms: Terms, lasts_ms: int, entropy: str = "") -> SeekRow | None:
        """Seats a player with others who seek the same match, or at a new table; None if the account was erased.

        The entropy (hex) is logged when the seat is taken, and is stored nowhere else.

        Raises `KeyReused`, `TooManySeeks`, and the errors of opening a match and taking a seat.
        """
        await self.end_expired(terms.key, player)
        row = await self.seeks.begin(seek, player, terms, lasts_ms)
        if row is not None and row.id != seek and await self._is_matched(row):
            row = await self.seeks.begin(seek, player, terms, lasts_ms)
        return None if row is None else await self._seat(row, entropy)

    async def is_repeat(self, seek: str, player: str, terms: Terms) -> bool:
        """Returns whether a request repeats an earlier seek that is closed or already has its seat."""
        row = await self.seeks.find_earlier(seek, player, terms)
        if row is None or row.state_at(self.seeks.now()) is not SeekState.OPEN:
            return row is not None
        live = None if row.match is None else await self.find_table(row.match)
        if live is None or _seat_of(live.match, player) is None:
            return False
        return row.id == seek or live.match.status is Status.OPEN

    async def withdraw(self, row: SeekRow) -> None:
        """Ends an open seek, and frees the seat unless the match has started."""
        if row.state == SeekState.OPEN.value:
            await self._end(row, SeekState.WITHDRAWN)

    async def find_table(self, match: str) -> Live | None:
        """Returns the match of a seek at the end of its log, or None if it cannot be read here."""
        try:
            return await self.matches.find_fresh(match)
        except UNREADABLE:
            return None

    async def keep(self) -> None:
        """Ends expired seeks until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.end_expired()
            except Exception as error:
                LOG.warning("expired seeks cannot be found", error=type(error).__name__)

    async def _seat(self, row: SeekRow, entropy: str) -> SeekRow:
        for _ in range(TRIES):
            if row.state != SeekState.OPEN.value:
                return row
            if row.match is None:
                row = await self._send_to_match(row)
                continue
            try:
                live = await self._try_to_sit(row.terms, row.match, row.player, entropy)
            except UNREADABLE as error:
                _raise_if_newer(error)
                row = await self._send_to_match(row)
                continue
            if _seat_of(live.match, row.player) is not None:
                return await self._settle(row, live.match)
            if live.match.status is not Status.OPEN:
                row = await self._send_to_match(row)
        raise Contended("other players were faster each time")

    async def _try_to_sit(self, terms: str, match: str, player: str, entropy: str) -> Live:
        """Tries to seat a player in a match, and returns the match."""
        live = await self._find_or_open(terms, match)
        if _seat_of(live.match, player) is None and live.match.status is Status.OPEN:
            await self._sit_down(live, player, entropy)
            await self.matches.refresh(live)
        return live

    async def _send_to_match(self, row: SeekRow) -> SeekRow:
        """Assigns a seek to the current open match of its terms, and returns the seek's new row.

        A started match is replaced first, so a player who already plays in it gets a different match.
        """
        for _ in range(TRIES):
            terms = (await self.seeks.terms({row.terms}))[row.terms]
            if await self._is_open(row.terms, terms.match):
                await self.seeks.send(row, terms.match)
                return await self._read(row)
            await self.seeks.move_on(row.terms, terms.match)
        raise Contended("other players were faster each time")

    async def _is_open(self, terms: str, match: str) -> bool:
        try:
            return (await self._find_or_open(terms, match)).match.status is Status.OPEN
        except UNREADABLE as error:
            _raise_if_newer(error)
            return False

    async def _find_or_open(self, terms: str, match: str) -> Live:
        """Returns the match; opens it first if it does not exist."""
        live = await self.matches.find_fresh(match)
        if live is not None:
            return live
        kept = (await self.seeks.terms({terms}))[terms]
        rules = self.matches.catalogue.current(kept.game)
        assert rules is not None, "terms are only stored for games that are loaded"
        opening = msgspec.json.decode(kept.opening, type=OpenMatch)
        await open_match(self.matches, rules, opening, match, f"seek-terms:{terms}", terms[:32])
        live = await self.matches.find_fresh(match)
        assert live is not None
        return live

    async def _sit_down(self, live: Live, player: str, entropy: str) -> None:
        """Takes a random free seat, so that arriving first gives no advantage."""
        free = [number for number, chair in enumerate(live.match.chairs) if not chair.taken]
        opened = live.match.opened
        sought = opened is not None and opened.rules >= RECORDED_SINCE  # older rules versions lack this field
        taking = TakeSeat(secrets.choice(free), player, entropy, sought=sought)
        try:
            await play(self.matches, live, Submission(command=taking, key=new_key(), fingerprint=""))
        except (Rejected, Contended):
            # Another player was faster: the caller of this method looks at the match again.
            return

    async def _settle(self, row: SeekRow, match: Match) -> SeekRow:
        """Completes a seek that has a seat: marks it matched if the match is full, frees the seat if the seek ended."""
        if match.status is not Status.OPEN:
            await self.seeks.mark_matched(match.id, _players(match.chairs))
        row = await self._read(row)
        if row.state in (SeekState.WITHDRAWN.value, SeekState.EXPIRED.value):
            await self._correct_ended(row)
            row = await self._read(row)
        return row

    async def _is_matched(self, row: SeekRow) -> bool:
        """Returns whether the match of an open seek is full; if so, marks the seek matched."""
        live = None if row.match is None else await self.find_table(row.match)
        if live is None or live.match.status is Status.OPEN or _seat_of(live.match, row.player) is None:
            return False
        await self.seeks.mark_matched(live.match.id, _players(live.match.chairs))
        return True

    async def end_expired(self, terms: str | None = None, player: str | None = None) -> None:
        """Ends expired seeks: all of them, or those with the given terms.

        If one seek cannot be ended, the others still are, except seeks in the same match, which would fail too. An
        error is raised only for a seek of `player`, whose new seek must wait for the old one to end.
        """
        failed: dict[str | None, str] = {}
        for row in await self.seeks.list_expired(terms):
            if row.match in failed and row.player != player:
                continue
            try:
                await self._expire(row)
            except Exception as error:
                if row.player == player:
                    raise
                failed[row.match] = type(error).__name__
        if failed:
            LOG.warning("some expired seeks cannot be ended", errors=sorted(set(failed.values())))

    async def _expire(self, row: SeekRow) -> None:
        if (await self._read(row)).state == SeekState.OPEN.value:
            await self._end(row, SeekState.EXPIRED)
        # Otherwise another process was faster, and the player may have the seat again through a new seek.

    async def _end(self, row: SeekRow, state: SeekState) -> None:
        """Ends a seek and frees its seat.

        A request from the player may take the seat at the same moment. Either it then notices the end and leaves the
        seat (`_settle`), or it came earlier, and the second check here frees the seat. If the player has a newer seek
        with the same terms, its seat stays.
        """
        stood = await self._stand_up(row)
        await self.seeks.end(row, state if stood else SeekState.MATCHED)
        if stood and not await self.seeks.has_newer_open_seek(row):
            await self._correct_ended(await self._read(row))

    async def _correct_ended(self, row: SeekRow) -> None:
        """Frees the seat of a closed seek. If the match has started with the player, marks the seek matched instead."""
        if not await self._stand_up(row):
            await self.seeks.mark_matched_after_all(row)

    async def _stand_up(self, row: SeekRow) -> bool:
        """Frees the seat of a seek; returns False if the match has started with the player.

        In a match that cannot be read, the seat stays taken. Instead, no further seek is sent to that match.
        """
        if row.match is None:
            return True
        try:
            return await self._leave_seat(row.match, row.player)
        except UNREADABLE as error:
            _raise_if_newer(error)
            LOG.warning("a seek ends in a match that cannot be read", match=row.match, error=type(error).__name__)
            await self.seeks.move_on(row.terms, row.match)
            return True

    async def _leave_seat(self, match: str, player: str) -> bool:
        for _ in range(TRIES):
            live = await self.matches.find_fresh(match)
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
        raise Contended("other players were faster each time")

    async def _read(self, row: SeekRow) -> SeekRow:
        return await self.seeks.find(row.id, row.player) or row


def _raise_if_newer(error: Exception) -> None:
    """Reraises the error if a newer version can read the match: a process of that version will continue the seek."""
    if isinstance(error, NotLoaded) and error.newer:
        raise error


def _seat_of(match: Match, player: str) -> int | None:
    return next((number for number, chair in enumerate(match.chairs) if chair.player == player), None)


def _players(chairs: tuple[SeatHolder, ...]) -> frozenset[str]:
    return frozenset(chair.player for chair in chairs if chair.player)
