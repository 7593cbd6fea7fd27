"""The results of closed matches, computed from their logs for the lobby and for tournaments."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import fold_batches
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.tournament.record.commands import ImportResult
from chronik.projections.match.lobby import ListedResult
from chronik.service.cold.logs import Logs
from chronik.service.log.store import Tail
from chronik.service.matches.catalogue import Catalogue, read_opening
from chronik.service.matches.live import LiveMatches


class Results(Struct, frozen=True):
    """A reader of results: from memory if this process has just played the match, otherwise from the log."""

    logs: Logs
    catalogue: Catalogue
    live: LiveMatches | None = None

    async def of(self, match: str, whole: Tail | None = None) -> ImportResult | None:
        """Returns the result of a closed match, or None if its data set is not loaded."""
        live = self.live.find_cached(match) if self.live else None
        if live is not None and live.match.closed is not None:
            return _build_result(live.rules.game, live.match, live.head)
        tail = whole or await self.logs.tail(match, 0)
        rules = self.catalogue.rules_of(read_opening(tail.items[0].batch))
        if rules is None:
            return None
        return _build_result(
            rules.game,
            fold_batches(rules.game, Match(id=match), [batch for _, batch in rules.batches(tail)]),
            tail.head,
        )


def _build_result(game: Game, match: Match, head: bytes) -> ImportResult:
    assert match.closed is not None, "the match is not over"
    ended, reason = outcome(game, match), match.closed.reason.value
    if ended is None:
        return ImportResult(match.id, match.version, head.hex(), reason)
    return ImportResult(match.id, match.version, head.hex(), reason, ended.points, ended.places)


def encode_result(ended: ImportResult | None) -> str | None:
    """Encodes a result for a match's row; None for a result without places."""
    if ended is None or not ended.places:
        return None
    return msgspec.json.encode(ListedResult(ended.points, ended.places)).decode()
