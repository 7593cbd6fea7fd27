"""The time left to each seat, counted again from only the times and events of the entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import Extended, SilencePassed
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.log.entries import batches

Span = tuple[int, int]
Log = Sequence[Entry]


def recounted(game: Game, log: Log, seconds: int, silences: Sequence[Span] | None = None) -> list[int]:
    """Returns the time left to each seat, in a match in which no seat has used up its time."""
    silences = list(passed(log)) if silences is None else silences
    left: list[int] = []
    for match, span in stretches(game, log):
        left = left or [1_000 * seconds] * len(match.chairs)
        if not match.paused:
            for seat in match.waiting:
                left[seat] -= outside(span, silences)
    for entry in log:
        if isinstance(entry.e, Extended):
            for seat in range(len(left)) if entry.e.seat is None else (entry.e.seat,):
                left[seat] += 1_000 * entry.e.seconds
    return left


def passed(log: Log) -> Iterator[Span]:
    """Yields the silences of a log up to their entries; none begins before the previous entry."""
    there = 0
    for entry in log:
        if isinstance(entry.e, SilencePassed):
            yield max(there, entry.e.since), min(entry.e.until, entry.at)
        else:
            there = max(there, entry.at)


def outside(span: Span, silences: Sequence[Span]) -> int:
    """Returns how many milliseconds of a span are outside all silences."""
    edges = sorted({*span, *(min(max(edge, span[0]), span[1]) for silence in silences for edge in silence)})
    return sum(
        end - start
        for start, end in pairwise(edges)
        if not any(since <= start and end <= until for since, until in silences)
    )


def stretches(game: Game, log: Log) -> Iterator[tuple[Match, Span]]:
    """Yields the match after each batch, with the start and end of that state."""
    after = {entry.n: match for entry, match in walk(game, Match(id=""), log)}
    moment = 0
    for batch, following in pairwise(batches(log)):
        moment = max(moment, batch[0].at)
        yield after[batch[-1].n], (moment, max(moment, following[0].at))
