"""The luck of a match of the card game: what the dice brought each seat, beside what they bring on average.

Whenever regions produce, the principalities say what each number would bring; the mean over the six is expected, and
the spread tells how far chance goes. Numbers that an Alchemist has named are not chance, and do not count; neither does
what had no room. Duels and jousts count for both seats. All of it is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erf, sqrt

from msgspec import Struct

from domain.catan_cards.cards.ids import title
from domain.catan_cards.events import DiceRolled, DuelRolled, EventReturned, EventRevealed, JoustRolled, Produced
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import EventEffect, Face
from domain.catan_cards.principality.totals import tournament_of
from domain.catan_cards.rules.production import yield_of
from domain.catan_cards.state import SeatState, State
from domain.engine.game import Game
from domain.engine.match.fold import walk
from domain.engine.match.log import Entry, live
from domain.engine.match.match import Match

PIPS = range(1, 7)
BAND = 1.645
"""So many deviations to either side hold 90 % of all matches."""


class CatanCardsThrow(Struct, frozen=True):
    """The resources by seat up to a throw: expected and brought in all, and the half width of the 90 % band."""

    version: int
    number: int
    expected: tuple[float, ...]
    actual: tuple[int, ...]
    band: tuple[float, ...]


class CatanCardsContests(Struct, frozen=True):
    """Duels or jousts of a seat: how many there were, how many it won, and how many are won on average."""

    fought: int
    won: int
    expected: float


class CatanCardsSeatLuck(Struct, frozen=True):
    """A seat's luck: resources expected and brought, and the share of matches that would have brought less."""

    expected: float
    actual: int
    deviation: float
    luckier_than: float
    duels: CatanCardsContests
    jousts: CatanCardsContests


class CatanCardsLuck(Struct, frozen=True):
    """The luck report of a match: its throws, how often each number and face came beside the mean, and the seats.

    `events` counts the event cards that came, by title.
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
        """One more, which a seat wins with this probability."""
        self.fought += 1
        self.won[winner] += 1
        self.expected[seat] += chance
        self.expected[1 - seat] += 1 - chance

    def of(self, seat: int) -> CatanCardsContests:
        return CatanCardsContests(self.fought, self.won[seat], round(self.expected[seat], 2))


class _Tally:
    """The sums of one match so far."""

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
        """The seats that produce nothing in this turn, since they have not paid off Unrest (K19, R28)."""

    def roll(self, event: DiceRolled) -> None:
        self.held_up = frozenset()
        self.faces[event.event] += 1
        if not event.named:
            self.numbers[event.number] += 1

    def reveal(self, event: EventRevealed) -> None:
        self.events[title(event.card)] = self.events.get(title(event.card), 0) + 1

    def resolve(self, before: State, event: EventReturned) -> None:
        if self.facts.events[title(event.card)].effect is EventEffect.NO_PRODUCTION_AND_UPKEEP_TAX:
            self.held_up = frozenset(range(len(before.seats))) - {*before.spared}

    def produce(self, before: State, version: int) -> None:
        dice = before.dice
        assert dice is not None
        if dice.named:
            return
        for seat in range(len(before.seats)):
            if seat in self.held_up:
                continue
            brings = {number: _brings(self.facts, before.seats[seat], number) for number in PIPS}
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

    def duel(self, before: State, event: DuelRolled) -> None:
        attack = before.playing[0]
        numbers = self.facts.cards[title(attack.card)].numbers
        wins = numbers.win_max if len(before.playing) == 1 else numbers.countered_win_max
        self.duels.add(event.winner, attack.seat, wins / len(PIPS))

    def joust(self, before: State, event: JoustRolled) -> None:
        one = before.playing[0]
        ahead = 0
        for seat, knight, sign in ((one.seat, one.knight, 1), (1 - one.seat, one.against, -1)):
            if knight is not None:
                ahead += sign * tournament_of(self.facts, before.seats[seat], knight)
        margins = [ahead + own - other for own in PIPS for other in PIPS]
        won, lost = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
        self.jousts.add(event.winner, one.seat, won / (won + lost))

    def seat(self, number: int) -> CatanCardsSeatLuck:
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
    """The luck report of a log; what was undone does not count."""
    log = tuple(entries)
    counting = {entry.n for entry in live(log)}
    tally = _Tally(facts, log[0].e.seats if log else 0)
    before: State | None = None
    for entry, after in walk(game, Match(id=match), log):
        if entry.n in counting and before is not None:
            match entry.e:
                case DiceRolled():
                    tally.roll(entry.e)
                case EventRevealed():
                    tally.reveal(entry.e)
                case EventReturned():
                    tally.resolve(before, entry.e)
                case Produced():
                    tally.produce(before, entry.n)
                case DuelRolled():
                    tally.duel(before, entry.e)
                case JoustRolled():
                    tally.joust(before, entry.e)
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
        seats=tuple(tally.seat(number) for number in range(len(tally.expected))),
    )


def _brings(facts: Facts, seat: SeatState, rolled: int) -> int:
    """How many resources a number brings a seat, by what has room (B13, B14)."""
    return sum(
        min(facts.constants.max_stored - land.stored, yield_of(facts, seat, land))
        for land in seat.lands
        if facts.lands[land.region].number == rolled
    )
