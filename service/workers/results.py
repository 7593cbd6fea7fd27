"""The results: how closed matches have ended, for the lobby and for tournaments, as their logs tell."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.engine.game import Game
from domain.engine.match.fold import fold_batches
from domain.engine.match.match import Match, outcome
from domain.tournament.record.commands import ImportResult
from projections.match.lobby import ListedResult
from service.cold.logs import Logs
from service.log.store import Tail
from service.matches.catalogue import Catalogue, opened_by
from service.matches.live import LiveMatches


class Results(Struct, frozen=True):
    """Asks the log, or the memory where a match has just been played in this process."""

    logs: Logs
    catalogue: Catalogue
    live: LiveMatches | None = None

    async def of(self, match: str, whole: Tail | None = None) -> ImportResult | None:
        """How a closed match ended, where its data set is loaded; from memory where it has just been played there."""
        live = self.live.known(match) if self.live else None
        if live is not None and live.match.closed is not None:
            return _end(live.rules.game, live.match, live.head)
        tail = whole or await self.logs.tail(match, 0)
        rules = self.catalogue.pinned(opened_by(tail.items[0].batch))
        if rules is None:
            return None
        return _end(
            rules.game,
            fold_batches(rules.game, Match(id=match), [batch for _, batch in rules.batches(tail)]),
            tail.head,
        )


def _end(game: Game, match: Match, head: bytes) -> ImportResult:
    assert match.closed is not None, "a match that is not over"
    ended, reason = outcome(game, match), match.closed.reason.value
    if ended is None:
        return ImportResult(match.id, match.version, head.hex(), reason)
    return ImportResult(match.id, match.version, head.hex(), reason, ended.points, ended.places)


def listed_result(ended: ImportResult | None) -> str | None:
    """The result in a match's row: none where nobody came to a place."""
    if ended is None or not ended.places:
        return None
    return msgspec.json.encode(ListedResult(ended.points, ended.places)).decode()
