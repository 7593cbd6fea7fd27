"""Decides commands of tournaments, to record them or as a dry run.

Work that takes long with many entrants runs on separate threads: pairings, their previews, and `readings` of standings.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TypeVar

from chronik.domain.tournament.record.commands import PairRound, StartRound, TournamentCommand
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.seeds import Secret
from chronik.domain.tournament.record.state import Round, Tournament
from chronik.domain.tournament.rules.admission import admit
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.redrawing import must_pair_again
from chronik.service.running.long_work import LongWork

DryRun = Callable[[TournamentCommand], tuple[TournamentEvent, ...]]
"""A dry run: returns the events that a command could cause, with example draws; raises `Rejected`."""
T = TypeVar("T")


class Decisions:
    """Decides commands, with separate threads for each kind of long work."""

    def __init__(self) -> None:
        self._pairings = LongWork("pairing", threads=2)
        self._previews = LongWork("look", threads=1)
        self.readings = LongWork("reading", threads=1)

    async def dry_run(self, tournament: Tournament, by: str, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """Returns the events that a command could cause, without recording them. Raises `Rejected`.

        Draws come from a random secret, so a dry run never shows how a later round will be drawn.
        """
        return await self.decide(tournament, by, command, random_secret())

    async def preview(self, tournament: Tournament, by: str, look: Callable[[DryRun], T]) -> T:
        """Returns the result of a preview, which may dry-run several commands. Only one preview runs at a time.

        All previews of a tournament share one secret, which is not its own, so an example stays the same until the
        entrants or results change. Recorded commands do not wait for previews. Raises what the preview raises.
        """
        secret = example_secret(tournament.id)
        return await self._previews.run(by, partial(look, lambda command: _decide(tournament, by, command, secret)))

    async def decide(
        self, tournament: Tournament, by: str, command: TournamentCommand, secret: Secret
    ) -> tuple[TournamentEvent, ...]:
        """Returns the events of a command with this secret; long work waits for a free thread. Raises `Rejected`."""
        decided = partial(_decide, tournament, by, command, secret)
        if isinstance(command, PairRound | StartRound):
            return await self._pairings.run(by, decided)
        return await asyncio.to_thread(decided)

    async def must_pair_again(self, tournament: Tournament, by: str, one: Round) -> bool:
        """Returns whether a round that has not started would be drawn differently now."""
        return await self._previews.run(by, partial(must_pair_again, tournament, one))


def random_secret() -> Secret:
    """Returns a new secret, for a new tournament or for example draws."""
    return Secret(secrets.token_bytes(32), secrets.token_bytes(32))


def example_secret(tournament: str) -> Secret:
    """Returns the secret of the previews of a tournament."""
    return Secret(*(sha256(f"{part} of an example: {tournament}".encode()).digest() for part in ("draws", "tables")))


def _decide(tournament: Tournament, by: str, command: TournamentCommand, secret: Secret) -> tuple[TournamentEvent, ...]:
    """Returns the events of a command; raises `Rejected` if it is not allowed now."""
    events = decide(tournament, by, command, secret)
    admit(tournament, by, command)
    return events
