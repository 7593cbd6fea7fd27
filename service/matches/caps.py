"""Caps on an account: how many unfinished matches it may have, and how often per hour it may take or leave seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from chronik.service.running.settings import Settings
from chronik.service.sql.lobby import Lobby
from chronik.service.web.pace import Pace
from chronik.service.web.problems.kinds import CHALLENGER_BUSY, RATE_LIMITED, TOO_MANY_MATCHES
from chronik.service.web.problems.problem import Problem

HOUR = 3_600


class SeatPace(Pace):
    """The rate limit on opening matches and on taking and leaving seats: `an_hour` per hour, half of them at once."""

    def __init__(self, an_hour: int) -> None:
        super().__init__("seats", an_hour / 2 / HOUR, an_hour // 2)
        self.an_hour = an_hour

    def refusal(self, seconds: int) -> Problem:
        return Problem(
            RATE_LIMITED,
            f"An account may open matches and take or leave seats {self.an_hour} times an hour. Wait {seconds} s.",
            code="too-many-seat-changes",
            headers={"Retry-After": str(seconds)},
            per="account",
            limit=self.an_hour,
            retry_after=seconds,
        )


class Caps:
    """The caps on all accounts; they apply only if the settings limit the requests of accounts."""

    def __init__(self, settings: Settings, lobby: Lobby) -> None:
        limited = bool(settings.rate_account)
        self.seats = SeatPace(settings.seat_changes_account if limited else 0)
        self._most = settings.matches_account if limited else 0
        self._lobby = lobby

    def charge_seat_change(self, player: str) -> None:
        """Counts one seat change of a player in one of their matches; raises `Problem` if there were too many."""
        self.seats.charge(player)

    async def charge_new_match(self, player: str, had: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Counts that a player opens or joins a match.

        Raises `Problem` if that is too often, or if they have too many unfinished matches. The second limit does not
        apply if they already `had` this match, so that a repeated request succeeds.
        """
        self.seats.charge(player)
        if await self._has_most_matches(player) and not (had is not None and await had()):
            raise Problem(TOO_MANY_MATCHES, limit=self._most)

    async def charge_challenge_match(self, accepter: str, challenger: str) -> None:
        """Counts that an accepted challenge seats two players; raises `Problem` if one of them is at a limit.

        The challenger, who is not acting now, is charged last, and not at all if another limit refuses the match.
        """
        if await self._has_most_matches(challenger):
            raise Problem(CHALLENGER_BUSY)
        await self.charge_new_match(accepter)
        try:
            self.seats.charge(challenger)
        except Problem as error:
            raise Problem(CHALLENGER_BUSY) from error

    async def _has_most_matches(self, player: str) -> bool:
        return bool(self._most) and await self._lobby.count_unfinished(player, self._most) >= self._most
