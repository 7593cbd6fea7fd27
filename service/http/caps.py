"""Caps: how many matches one account may have that are not over, and how often it may sit down and stand up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from service.http.guards import Pace
from service.problems.kinds import CHALLENGER_BUSY, RATE_LIMITED, TOO_MANY_MATCHES
from service.problems.problem import Problem
from service.settings import Settings
from service.sql.lobby import Lobby

HOUR = 3_600


class SeatPace(Pace):
    """So many openings, takings and leavings of seats an hour; half of them at once."""

    def __init__(self, an_hour: int) -> None:
        super().__init__("seats", an_hour / 2 / HOUR, an_hour // 2)
        self.an_hour = an_hour

    def refusal(self, seconds: int) -> Problem:
        return Problem(
            RATE_LIMITED,
            f"An account opens matches, takes and leaves seats {self.an_hour} times an hour at most; wait {seconds} s.",
            code="too-many-seat-changes",
            headers={"Retry-After": str(seconds)},
            per="account",
            limit=self.an_hour,
            retry_after=seconds,
        )


class Caps:
    """The caps of all accounts; there are none where requests of accounts are not limited either."""

    def __init__(self, settings: Settings, lobby: Lobby) -> None:
        limited = bool(settings.rate_account)
        self.seats = SeatPace(settings.seat_changes_account if limited else 0)
        self._most = settings.matches_account if limited else 0
        self._lobby = lobby

    def change_seat(self, player: str) -> None:
        """Counts that a player takes or leaves a seat of a match of theirs; raises the problem that it is too often."""
        self.seats.charge(player)

    async def another_match(self, player: str, had: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Counts that a player opens a match or sits down, and raises the problem that it is too often, or that they
        have too many already that are not over; unless they `had` this one before, and only ask again.
        """
        self.seats.charge(player)
        if await self._is_full(player) and not (had is not None and await had()):
            raise Problem(TOO_MANY_MATCHES, limit=self._most)

    async def match_of_two(self, accepter: str, challenger: str) -> None:
        """Counts that an accepted challenge seats two; raises the problem that one of them cannot sit down now.

        Of the challenger, who does not act, nothing is counted before all else is judged.
        """
        if await self._is_full(challenger):
            raise Problem(CHALLENGER_BUSY)
        await self.another_match(accepter)
        try:
            self.seats.charge(challenger)
        except Problem as error:
            raise Problem(CHALLENGER_BUSY) from error

    async def _is_full(self, player: str) -> bool:
        return bool(self._most) and await self._lobby.going_on(player, self._most) >= self._most
