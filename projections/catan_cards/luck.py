"""The luck of a match of the card game: the resources that the dice gave each seat, compared with the average.

At each production, each of the six numbers would give a seat some resources. The expected amount is the mean over the
six numbers, and the band follows from their spread. Numbers set by an Alchemist do not count, because they are not
random. Resources for which there is no room do not count either. Duels and jousts count for both seats. All of this is
public.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erf, sqrt

from msgspec import Struct

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.events import (
    DiceRolled,
    DuelRolled,
    EventReturned,
    EventRevealed,
    JoustRolled,
    Produced,
)
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import EventEffect, Face
from chronik.domain.catan_cards.principality.totals import tournament_of
from chronik.domain.catan_cards.rules.production import yield_of
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry, live_entries
from chronik.domain.engine.match.match import Match

PIPS = range(1, 7)
BAND = 1.645
"""The half width, in standard deviations, of the band that contains 90 % of all matches."""


class CatanCardsThrow(Struct, frozen=True):
    """The resources of each seat up to a throw: expected, actual, and half the width of the 90 % band."""

    version: int
    number: int
    expected: tuple[float, ...]
    actual: tuple[int, ...]
    band: tuple[float, ...]


class CatanCardsContests(Struct, frozen=True):
    """The duels or jousts of a seat: the number fought, the number won, and the number it would win on average."""

    fought: int
    won: int
    expected: float


class CatanCardsSeatLuck(Struct, frozen=True):
    """The luck of a seat: expected and actual resources, and the share of matches that would have given fewer."""

    expected: float
    actual: int
    deviation: float
    luckier_than: float
    duels: CatanCardsContests
    jousts: CatanCardsContests


class CatanCardsLuck(Struct, frozen=True):
    """The luck report of a match: its throws, how often each number and face came up and was expected, and the seats.

    `events` counts the revealed event cards by title.
    """

    version: int
    throws: tuple[CatanCardsThrow, ...]
    numbers: dict[int, int]
    expected_numbers: dict[int, float]
    faces: dict[Face, int]
    expected_faces: dict[Face, float]
    events: dict[str, int]
    seats: tuple[CatanCardsSeatLuck, ...]


class _Contests:
    """The duels or jousts of both seats so far."""

    def __init__(self, seats: int) -> None:
        self.fought = 0
        self.won = [0] * seats
        self.expected = [0.0] * seats

    def add(self, winner: int, seat: int, chance: float) -> None:
        """Adds a contest that a seat wins with probability `chance`."""
        self.fought += 1
        self.won[winner] += 1
        self.expected[seat] += chance
        self.expected[1 - seat] += 1 - chance

    def of(self, seat: int) -> CatanCardsContests:
        return CatanCardsContests(self.fought, self.won[seat], round(self.expected[seat], 2))


class _Tally:
    """The sums of a match so far."""

    def __init__(self, facts: Facts, seats: int) -> None:
        self.facts = facts
        self.expected = [0.0] * seats
        self.actual = [0] * seats
        self.variance = [0.0] * seats
        self.duels, self.jousts = _Contests(seats), _Contests(seats)
        self.throws: list[CatanCardsThrow] = []
        self.numbers = dict.fromkeys(PIPS, 0)
        self.faces = dict.fromkeys(Face, 0)
        self.events: dict[str, int] = {}
        self.held_up: frozenset[int] = frozenset()
        """The seats that produce nothing this turn, because they did not pay stars in Unrest (K19, R28)."""

    def add_roll(self, event: DiceRolled) -> None:
        self.held_up = frozenset()
        self.faces[event.event] += 1
        if not event.named:
            self.numbers[event.number] += 1

    def add_event_card(self, event: EventRevealed) -> None:
        self.events[title(event.card)] = self.events.get(title(event.card), 0) + 1

    def note_unrest(self, before: State, event: EventReturned) -> None:
        if self.facts.events[title(event.card)].effect is EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX:
            self.held_up = frozenset(range(len(before.seats))) - {*before.spared}

    def add_production(self, before: State, version: int) -> None:
        dice = before.dice
        assert dice is not None
        if dice.named:
            return
        for seat in range(len(before.seats)):
            if seat in self.held_up:
                continue
            brings = {number: _count_yield(self.facts, before.seats[seat], number) for number in PIPS}
            mean = sum(brings.values()) / len(PIPS)
            self.expected[seat] += mean
            self.variance[seat] += sum(brought**2 for brought in brings.values()) / len(PIPS) - mean * mean
            self.actual[seat] += brings[dice.number]
        self.throws.append(
            CatanCardsThrow(
                version,
                dice.number,
                tuple(round(mean, 2) for mean in self.expected),
                tuple(self.actual),
                tuple(round(BAND * sqrt(variance), 2) for variance in self.variance),
            )
        )

    def add_duel(self, before: State, event: DuelRolled) -> None:
        attack = before.playing[0]
        numbers = self.facts.cards[title(attack.card)].numbers
        wins = numbers.win_max if len(before.playing) == 1 else numbers.countered_win_max
        self.duels.add(event.winner, attack.seat, wins / len(PIPS))

    def add_joust(self, before: State, event: JoustRolled) -> None:
        one = before.playing[0]
        ahead = 0
        for seat, knight, sign in ((one.seat, one.knight, 1), (1 - one.seat, one.against, -1)):
            if knight is not None:
                ahead += sign * tournament_of(self.facts, before.seats[seat], knight)
        margins = [ahead + own - other for own in PIPS for other in PIPS]
        won, lost = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
        self.jousts.add(event.winner, one.seat, won / (won + lost))

    def sum_up(self, number: int) -> CatanCardsSeatLuck:
        deviation = sqrt(self.variance[number])
        over = self.actual[number] - self.expected[number]
        share = (1 + erf(over / deviation / sqrt(2))) / 2 if deviation else 0.5
        return CatanCardsSeatLuck(
            round(self.expected[number], 2),
            self.actual[number],
            round(deviation, 2),
            round(share, 3),
            self.duels.of(number),
            self.jousts.of(number),
        )


def luck(facts: Facts, game: Game, match: str, entries: Iterable[Entry]) -> CatanCardsLuck:
    """Returns the luck report of a log. Undone entries do not count."""
    log = tuple(entries)
    counting = {entry.n for entry in live_entries(log)}
    tally = _Tally(facts, log[0].e.seats if log else 0)
    before: State | None = None
    for entry, after in walk(game, Match(id=match), log):
        if entry.n in counting and before is not None:
            match entry.e:
                case DiceRolled():
                    tally.add_roll(entry.e)
                case EventRevealed():
                    tally.add_event_card(entry.e)
                case EventReturned():
                    tally.note_unrest(before, entry.e)
                case Produced():
                    tally.add_production(before, entry.n)
                case DuelRolled():
                    tally.add_duel(before, entry.e)
                case JoustRolled():
                    tally.add_joust(before, entry.e)
                case _:
                    pass
        before = after.state
    thrown, rolled = sum(tally.numbers.values()), sum(tally.faces.values())
    return CatanCardsLuck(
        version=log[-1].n if log else 0,
        throws=tuple(tally.throws),
        numbers=tally.numbers,
        expected_numbers={number: round(thrown / len(PIPS), 2) for number in PIPS},
        faces=tally.faces,
        expected_faces={face: round(rolled * facts.die.count(face) / len(facts.die), 2) for face in Face},
        events=dict(sorted(tally.events.items())),
        seats=tuple(tally.sum_up(number) for number in range(len(tally.expected))),
    )


def _count_yield(facts: Facts, seat: SeatState, rolled: int) -> int:
    """Returns how many resources a number gives a seat, as far as its regions have room (B13, B14)."""
    return sum(
        min(facts.constants.max_stored - land.stored, yield_of(facts, seat, land))
        for land in seat.lands
        if facts.lands[land.region].number == rolled
    )
