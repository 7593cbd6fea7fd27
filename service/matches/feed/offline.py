"""Finds the players who are offline: the match waits for them, and they have had no feed open for half a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from chronik.domain.engine.match.match import Match, Status
from chronik.service.web.feed_slots import FeedSlots

OFFLINE_SECONDS = 30.0
LOOK_SECONDS = 5.0
"""Seconds between two looks at who is offline."""


class SeatsOffline(Struct, frozen=True):
    """The seats that owe an answer, and whose players have had no feed open for half a minute."""

    seats: tuple[int, ...]


def encode_offline(seats: tuple[int, ...]) -> bytes:
    """Encodes an event without an id, because it belongs to no version."""
    return b"event: offline\ndata: %b\n\n" % msgspec.json.encode(SeatsOffline(seats))


class Offline:
    """The times since which awaited players have had no feed open, in any process, of any match or of their events."""

    def __init__(self, slots: FeedSlots, now: Callable[[], float]) -> None:
        self._slots = slots
        self._now = now
        self._since: dict[str, float] = {}

    def look(self, matches: Iterable[Match]) -> None:
        """Notes which awaited players of these matches have no feed open now."""
        players = {player for match in matches for player in _find_awaited(match).values()}
        absent = {player for player in players if not self._slots.follows(player)}
        self._since = {player: self._since.get(player, self._now()) for player in absent}

    def seats(self, match: Match) -> tuple[int, ...]:
        """Returns the awaited seats of a match whose players are offline."""
        before = self._now() - OFFLINE_SECONDS
        return tuple(
            [seat for seat, player in _find_awaited(match).items() if self._since.get(player, before + 1) <= before]
        )


def _find_awaited(match: Match) -> dict[int, str]:
    """Returns the players of the seats that owe an answer; bots are not among them."""
    if match.status is not Status.RUNNING:
        return {}
    chairs = {seat: match.chairs[seat] for seat in match.waiting if seat not in match.forfeited}
    return {seat: chair.player for seat, chair in chairs.items() if chair.player and not chair.bot}
