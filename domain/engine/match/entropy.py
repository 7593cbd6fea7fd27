"""Entropy: which seats added it before the service committed to the match's secret, and which added it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.commands import OpenMatch, TakeSeat
from chronik.domain.engine.match.events import Opened, SeatLeft, SeatTaken, Started
from chronik.domain.engine.match.log import codec

RECORDED_SINCE = 2
"""The first rules version whose logs record how each seat was taken."""


class Added(Enum):
    """The time at which a seat added entropy: never, or before or after the service committed to its secret.

    `REGISTERED` is for tournament tables: the entrant added it after the tournament had committed to its secrets. Only
    the tournament's file proves that. `UNKNOWN` is for logs of older rules versions.
    """

    NOTHING = "nothing"
    BEFORE = "before"
    AFTER = "after"
    REGISTERED = "registered"
    UNKNOWN = "unknown"


def read_entropy(game: Game, log: Iterable[bytes]) -> tuple[Added, ...]:
    """Returns when each seat added its entropy, according to the stored batches up to the start of the match.

    Seats in the opening batch added it before the commitment, except at a tournament table. Seats that were taken later
    added it afterwards. A player who sought any match counts as having added it before, because the service chose the
    match.
    """
    reader, found, rules = codec(game), dict[int, Added](), 0
    for stored in log:
        batch = reader.batch(stored)
        command = reader.command(batch.cmd)
        for event in batch.e:
            match event:
                case Opened():
                    rules = event.rules
                    found = dict.fromkeys(range(event.seats), Added.NOTHING)
                case SeatTaken():
                    found[event.seat] = _when_added(rules, command, event)
                case SeatLeft():
                    found[event.seat] = Added.NOTHING
                case Started():
                    return tuple(found.values())
                case _:
                    pass
    return tuple(found.values())


def _when_added(rules: int, command: Any, taken: SeatTaken) -> Added:
    if not taken.entropy:
        return Added.NOTHING
    if rules < RECORDED_SINCE:
        return Added.UNKNOWN
    match command:
        case OpenMatch(bound=True):
            return Added.REGISTERED
        case TakeSeat(sought=False):
            return Added.AFTER
        case _:
            return Added.BEFORE


def entropy_sentences(added: Sequence[Added]) -> Iterator[str]:
    """Yields what the entropy means for the seed, in one sentence for each kind of `Added`. Seats count from 0."""
    if not any(one is not Added.NOTHING for one in added):
        yield from ["No seat added entropy, so the service could choose the seed."] if added else ()
        return
    for when, words in SENTENCES.items():
        seats = [str(seat) for seat, one in enumerate(added) if one is when]
        if seats:
            named = f"Seat {seats[0]}" if len(seats) == 1 else f"Seats {', '.join(seats[:-1])} and {seats[-1]}"
            yield f"{named} {words}"


SENTENCES = {
    Added.BEFORE: "added entropy before the service committed to its secret, so it could still choose the seed.",
    Added.AFTER: "added entropy after the service committed to its secret, so it could not choose the seed alone.",
    Added.REGISTERED: "added entropy that a tournament registered after it had committed to its secrets, according to "
    "the log; only the file of the tournament proves that.",
    Added.UNKNOWN: "added entropy, but a log of this age does not record whether the service had committed to its "
    "secret by then.",
    Added.NOTHING: "added no entropy.",
}
