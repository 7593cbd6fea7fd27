"""The luck report of Cities & Knights: the cards that the dice gave each seat, compared with the average.

Before each throw, the yield of every total is known from the island. The mean over the 36 possible throws is the
expected number of cards, and their variance shows how large the effect of chance is. Throws set by an Alchemist do not
count, because they are not random. Bank shortages are ignored. All of this is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erf, sqrt

from msgspec import Struct

from chronik.domain.cities_knights.events import CardStolen, DiceRolled
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.rules.production import claims_by_seat
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry, live_entries
from chronik.domain.engine.match.match import Match

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
THROWS = 36
BAND = 1.645
"""Half the width, in standard deviations, of the band that contains 90 % of all matches."""


class CitiesKnightsThrow(Struct, frozen=True):
    """The cards of each seat up to a throw: expected total, actual total, and half the width of the 90 % band."""

    version: int
    total: int
    expected: tuple[float, ...]
    actual: tuple[int, ...]
    band: tuple[float, ...]


class CitiesKnightsSeatLuck(Struct, frozen=True):
    """A seat's luck over a match: cards expected and received, and the share of matches that would have given fewer.

    `stolen` counts the random cards that the seat stole, and `lost` those that were stolen from it.
    """

    expected: float
    actual: int
    deviation: float
    luckier_than: float
    stolen: int
    lost: int


class CitiesKnightsLuck(Struct, frozen=True):
    """The luck report of a match: its throws, how often each total and face came up and was expected, and the seats."""

    version: int
    throws: tuple[CitiesKnightsThrow, ...]
    totals: dict[int, int]
    expected_totals: dict[int, float]
    faces: dict[str, int]
    expected_faces: dict[str, float]
    seats: tuple[CitiesKnightsSeatLuck, ...]


class _Tally:
    """The running totals of one match."""

    def __init__(self, seats: int) -> None:
        self.expected = [0.0] * seats
        self.actual = [0] * seats
        self.variance = [0.0] * seats
        self.stolen = [0] * seats
        self.lost = [0] * seats
        self.throws: list[CitiesKnightsThrow] = []
        self.totals = dict.fromkeys(WAYS, 0)
        self.faces = {"ship": 0, "trade": 0, "politics": 0, "science": 0}

    def add_throw(self, facts: Facts, before: State, version: int, event: DiceRolled) -> None:
        self.faces[event.event.value] += 1
        if event.chosen:
            return
        total = event.red + event.yellow
        self.totals[total] += 1
        for seat, (mean, variance, brought) in enumerate(_prospects(facts, before, total)):
            self.expected[seat] += mean
            self.variance[seat] += variance
            self.actual[seat] += brought
        self.throws.append(
            CitiesKnightsThrow(
                version,
                total,
                tuple(round(mean, 2) for mean in self.expected),
                tuple(self.actual),
                tuple(round(BAND * sqrt(variance), 2) for variance in self.variance),
            )
        )

    def seat_luck(self, number: int) -> CitiesKnightsSeatLuck:
        deviation = sqrt(self.variance[number])
        over = self.actual[number] - self.expected[number]
        share = (1 + erf(over / deviation / sqrt(2))) / 2 if deviation else 0.5
        return CitiesKnightsSeatLuck(
            round(self.expected[number], 2),
            self.actual[number],
            round(deviation, 2),
            round(share, 3),
            self.stolen[number],
            self.lost[number],
        )


def luck(facts: Facts, game: Game, match: str, entries: Iterable[Entry]) -> CitiesKnightsLuck:
    """Returns the luck report of a log. Undone entries do not count."""
    log = tuple(entries)
    counting = {entry.n for entry in live_entries(log)}
    tally = _Tally(log[0].e.seats if log else 0)
    before: State | None = None
    for entry, after in walk(game, Match(id=match), log):
        event = entry.e
        if entry.n in counting and before is not None:
            if isinstance(event, DiceRolled):
                tally.add_throw(facts, before, entry.n, event)
            elif isinstance(event, CardStolen):
                tally.stolen[event.seat] += 1
                tally.lost[event.victim] += 1
        before = after.state
    throws, faces = len(tally.throws), sum(tally.faces.values())
    return CitiesKnightsLuck(
        version=log[-1].n if log else 0,
        throws=tuple(tally.throws),
        totals=tally.totals,
        expected_totals={total: round(throws * ways / THROWS, 2) for total, ways in WAYS.items()},
        faces=tally.faces,
        expected_faces={face: faces * facts.event_faces.count(face) / len(facts.event_faces) for face in tally.faces},
        seats=tuple(tally.seat_luck(number) for number in range(len(tally.expected))),
    )


def _prospects(facts: Facts, state: State, total: int) -> tuple[tuple[float, float, int], ...]:
    """Returns for each seat the mean and variance of the cards that a throw yields, and the cards from this `total`."""
    by_total = {one: _cards_by_seat(facts, state, one) for one in WAYS}
    prospects: list[tuple[float, float, int]] = []
    for seat in range(len(state.seats)):
        mean = sum(WAYS[one] * cards[seat] for one, cards in by_total.items()) / THROWS
        square = sum(WAYS[one] * cards[seat] ** 2 for one, cards in by_total.items()) / THROWS
        prospects.append((mean, square - mean * mean, by_total[total][seat]))
    return tuple(prospects)


def _cards_by_seat(facts: Facts, state: State, total: int) -> tuple[int, ...]:
    return tuple(sum(claim) for claim in claims_by_seat(facts, state, total)) if total != 7 else (0,) * len(state.seats)
