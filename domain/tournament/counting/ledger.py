"""The ledger: the points, opponents and places of each entrant, as whole numbers over common denominators.

Standings and tie-breaks are sums over the ledger's lines. Article 16 of FIDE C.07 (edition of 1 March 2026) defines how
unplayed rounds count for the entrant and for opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import lcm

from msgspec import Struct

from chronik.domain.tournament.counting.results import Kind

WON, DRAWN, LOST = 2, 1, 0
"""The result against one rival at the table, in halves."""

NOBODY = -1

NO_CHANCE = (Kind.BYE, Kind.STRUCK)
"""Rounds that offer no points in a round robin."""

FULL_TABLE = 4
"""The number of seats to which shares are scaled (Mayfair: a table of three is raised by its average)."""


class Line(Struct, frozen=True, gc=False):
    """A result from one entrant's point of view: place, points, and the result against each rival in halves.

    `amount` is the number of points that the result gave, in the ledger's `scale`. `total` is the sum of victory points
    at the table. `won` means an unshared first place. `games` is games won less games lost at the table. Entrants are
    given by index.
    """

    round: int
    table: int
    match: str
    kind: Kind
    place: int = 0
    points: int = 0
    total: int = 0
    amount: int = 0
    won: bool = False
    rivals: tuple[tuple[int, int], ...] = ()
    games: int = 0

    @property
    def seated(self) -> bool:
        """Whether the entrant sat at a table with others, no matter whether the result was played or ruled."""
        return self.kind is Kind.PLAYED or self.kind is Kind.RULED

    @property
    def voluntary(self) -> bool:
        """Whether the entrant was absent by choice: a skipped round, or a table lost by ruling (C.07 16.1.2)."""
        return self.kind is Kind.SKIPPED or (self.kind is Kind.RULED and self.place > 1)


class Contribution(Struct, frozen=True, gc=False):
    """The amounts that an opponent, or the dummy of an unplayed round, adds to Buchholz and Sonneborn–Berger.

    `score` is the amount for Buchholz, and `product` the amount for Sonneborn–Berger.
    """

    line: Line
    about: int
    score: int
    product: int
    note: str = ""


class Ledger:
    """The lines of all entrants, in the order of rounds, with sums that several tie-breaks share.

    `win` and `draw` are the points for a win and a draw, in `scale`; `win` is 0 and `draw` is None if the preset does
    not define them. If `averaged` is true, a bye gives the entrant's average. With `predetermined` pairings, a ruled
    table counts as played (C.07 15.2), and an entrant with a bye has no opponent in that round, not even a dummy.
    """

    def __init__(
        self,
        lines: Sequence[Sequence[Line]],
        *,
        scale: int,
        win: int,
        draw: int | None,
        averaged: bool,
        predetermined: bool,
    ) -> None:
        self.lines = lines
        self.scale = scale
        self.win = win
        self.draw = draw
        self.averaged = averaged and any(line.kind is Kind.BYE for own in lines for line in own)
        self.predetermined = predetermined
        self.rounds = tuple(sorted({line.round for own in lines for line in own}))
        self.scores = [sum(line.amount for line in own) for own in lines]
        self.tables = [[line for line in own if line.seated] for own in lines]

    def is_regular(self, line: Line) -> bool:
        """Returns whether a line counts as an encounter over the board."""
        return line.kind is Kind.PLAYED or (self.predetermined and line.kind is Kind.RULED)

    @cached_property
    def counts(self) -> int:
        """A common multiple of all entrants' numbers of tables."""
        return lcm(*{len(own) for own in self.tables if own})

    @cached_property
    def places(self) -> int:
        """A common multiple of all places."""
        return lcm(*range(1, 2 + max((len(line.rivals) for own in self.tables for line in own), default=0)))

    @cached_property
    def others(self) -> int:
        """A common multiple of the numbers of rivals at all tables."""
        return lcm(*{len(line.rivals) for own in self.tables for line in own if line.rivals})

    @cached_property
    def shares(self) -> int:
        """A common denominator of all shares of a table's points."""
        return FULL_TABLE * lcm(*{line.total for own in self.tables for line in own if line.total > 0})

    @cached_property
    def table_shares(self) -> list[list[int]]:
        """Each entrant's share of each table's points, scaled to four seats, times `shares`.

        At a table without points the share is a quarter.
        """
        quarter = self.shares // FULL_TABLE
        return [
            [
                line.points * (len(line.rivals) + 1) * (quarter // line.total) if line.total > 0 else quarter
                for line in own
            ]
            for own in self.tables
        ]

    @cached_property
    def adjusted(self) -> list[int]:
        """The scores as opponents count them: skipped rounds after the last active round count as draws (C.07 16.3)."""
        return [score + self._adjustment(own) for score, own in zip(self.scores, self.lines, strict=True)]

    def contributions(self, of: int) -> list[Contribution]:
        """Returns what an entrant's opponents contribute to its Buchholz and Sonneborn–Berger, round by round."""
        return [each for line in self.lines[of] for each in self._contributions_from(of, line)]

    @cached_property
    def weights(self) -> list[list[tuple[int, int]]]:
        """The scores and products of each entrant's contributions, the smallest first."""
        return [sorted(self._weights(of, own)) for of, own in enumerate(self.lines)]

    @cached_property
    def buchholz(self) -> list[int]:
        """Each entrant's sum of the scores that its opponents contribute."""
        return [sum([score for score, _ in own]) for own in self.weights]

    @cached_property
    def sonneborn(self) -> list[int]:
        """Each entrant's sum of contributed scores, each multiplied by the result in halves."""
        return [sum([product for _, product in own]) for own in self.weights]

    @cached_property
    def met(self) -> list[list[int]]:
        """The rivals of each entrant; a rival met twice is listed twice."""
        return [[rival for line in own for rival, _ in line.rivals] for own in self.tables]

    @cached_property
    def encountered(self) -> list[list[int]]:
        """The rivals that each entrant met over the board."""
        return [[rival for line in own if self.is_regular(line) for rival, _ in line.rivals] for own in self.tables]

    @cached_property
    def absent(self) -> list[bool]:
        """For each entrant, whether it was absent by choice at least once."""
        return [any(line.voluntary for line in own) for own in self.lines]

    @cached_property
    def strong(self) -> list[bool]:
        """For each entrant, whether it scored at least half of the possible points.

        Byes and struck games in a round robin offer no points.
        """
        return [
            2 * score >= self.win * sum(not self.predetermined or line.kind not in NO_CHANCE for line in own)
            for score, own in zip(self.scores, self.lines, strict=True)
        ]

    @cached_property
    def rates(self) -> list[int]:
        """The share of tables that each entrant has won, times `counts`."""
        return [sum(line.won for line in own) * self.counts // len(own) if own else 0 for own in self.tables]

    def _weights(self, of: int, own: Sequence[Line]) -> list[tuple[int, int]]:
        if all(self.is_regular(line) for line in own):
            adjusted = self.adjusted
            return [(adjusted[rival], adjusted[rival] * halves) for line in own for rival, halves in line.rivals]
        return [(each.score, each.product) for each in self.contributions(of)]

    def _adjustment(self, own: Sequence[Line]) -> int:
        lift = 0
        if self.draw is None or self.predetermined:
            return lift
        for line in reversed(own):
            if not line.voluntary:
                break
            if line.kind is Kind.SKIPPED:
                lift += self.draw - line.amount
        return lift

    def _contributions_from(self, of: int, line: Line) -> Iterator[Contribution]:
        adjusted = self.adjusted
        if self.is_regular(line):
            for rival, halves in line.rivals:
                yield Contribution(line, rival, adjusted[rival], adjusted[rival] * halves)
        elif line.kind is Kind.RULED:
            for rival, halves in line.rivals:
                dummy = min(self.scores[of], adjusted[rival])
                yield Contribution(line, rival, dummy, dummy * halves, "ruled")
        elif not self.predetermined:
            dummy = self._dummy(of)
            yield Contribution(line, NOBODY, dummy, dummy * self._halves(line), line.kind.value)

    def _dummy(self, of: int) -> int:
        """Returns the dummy opponent's score: the entrant's own, capped at a draw in every round (C.07 16.4.2)."""
        return self.scores[of] if self.draw is None else min(self.scores[of], self.draw * len(self.rounds))

    def _halves(self, line: Line) -> int:
        if line.amount <= 0:
            return LOST
        return WON if 0 < self.win <= line.amount else DRAWN
