"""The ledger: what each entrant got where and against whom, in whole numbers over common denominators.

Standings and tie-breaks are sums over these lines. How unplayed rounds count for others, and for oneself, is article 16
of FIDE C.07, edition of 1 March 2026.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import lcm

from msgspec import Struct

from domain.tournament.counting.sittings import Kind

WON, DRAWN, LOST = 2, 1, 0
"""A result against one other at the table, in halves."""

NOBODY = -1

FULL_TABLE = 4
"""Shares are corrected as if so many had sat at each table (Mayfair: a pod of three is raised by its average)."""


class Line(Struct, frozen=True, gc=False):
    """A sitting as one of its entrants sees it: its place and points, and the result against each rival in halves.

    `amount` is what it gave, in the ledger's `scale`; `total` are the points of the whole table; `won` is a first place
    that nobody shares, `games` what was won less what was lost of the games of the table. Entrants go by index.
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
        """Whether there was a table with others, be its result played or ruled."""
        return self.kind is Kind.PLAYED or self.kind is Kind.RULED

    @property
    def voluntary(self) -> bool:
        """Whether the entrant was not there to play: a skipped round, or a table lost by ruling (C.07 16.1.2)."""
        return self.kind is Kind.SKIPPED or (self.kind is Kind.RULED and self.place > 1)


class Faced(Struct, frozen=True, gc=False):
    """What an opponent, or the dummy of an unplayed round, puts into Buchholz (`score`) and Sonneborn–Berger."""

    line: Line
    about: int
    score: int
    product: int
    note: str = ""


class Ledger:
    """The lines of all entrants, each by round, and what several tie-breaks need of them.

    `win` and `draw` are what these give, in `scale`; `win` is 0 and `draw` None where a preset does not know them.
    `averaged`: a bye gives the own average. With `predetermined` pairings a table won or lost by ruling counts as if it
    had been played (C.07 15.2), and who has a bye has no opponent in that round, not even a dummy.
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

    def regular(self, line: Line) -> bool:
        """Whether a line counts as an encounter over the board."""
        return line.kind is Kind.PLAYED or (self.predetermined and line.kind is Kind.RULED)

    @cached_property
    def counts(self) -> int:
        """A number that everybody's number of tables divides."""
        return lcm(*{len(own) for own in self.tables if own})

    @cached_property
    def places(self) -> int:
        """A number that every place divides."""
        return lcm(*range(1, 2 + max((len(line.rivals) for own in self.tables for line in own), default=0)))

    @cached_property
    def others(self) -> int:
        """A number that every number of rivals divides."""
        return lcm(*{len(line.rivals) for own in self.tables for line in own if line.rivals})

    @cached_property
    def shares(self) -> int:
        """A number that makes every share of a table's points a whole one."""
        return FULL_TABLE * lcm(*{line.total for own in self.tables for line in own if line.total > 0})

    @cached_property
    def table_shares(self) -> list[list[int]]:
        """Everybody's share of each table's points as if four had sat there, times `shares`; a quarter of nothing."""
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
        """Scores as opponents count them: skipped rounds after which nothing was played are draws (C.07 16.3)."""
        return [score + self._lift(own) for score, own in zip(self.scores, self.lines, strict=True)]

    def faced(self, of: int) -> list[Faced]:
        """What an entrant faced, round by round."""
        return [faced for line in self.lines[of] for faced in self._facing(of, line)]

    @cached_property
    def weights(self) -> list[list[tuple[int, int]]]:
        """The scores and products of what everybody faced, the least first."""
        return [sorted(self._weights(of, own)) for of, own in enumerate(self.lines)]

    @cached_property
    def buchholz(self) -> list[int]:
        """Everybody's sum of the scores that they faced."""
        return [sum([score for score, _ in own]) for own in self.weights]

    @cached_property
    def sonneborn(self) -> list[int]:
        """Everybody's sum of these times the result in halves."""
        return [sum([product for _, product in own]) for own in self.weights]

    @cached_property
    def met(self) -> list[list[int]]:
        """Whom everybody sat with, who sat there twice counting twice."""
        return [[rival for line in own for rival, _ in line.rivals] for own in self.tables]

    @cached_property
    def encountered(self) -> list[list[int]]:
        """Whom everybody met over the board."""
        return [[rival for line in own if self.regular(line) for rival, _ in line.rivals] for own in self.tables]

    @cached_property
    def absent(self) -> list[bool]:
        """Who was at least once not there to play."""
        return [any(line.voluntary for line in own) for own in self.lines]

    @cached_property
    def strong(self) -> list[bool]:
        """Who scored at least half of what they could; a bye in a round robin is no chance."""
        return [
            2 * score >= self.win * sum(not self.predetermined or line.kind is not Kind.BYE for line in own)
            for score, own in zip(self.scores, self.lines, strict=True)
        ]

    @cached_property
    def rates(self) -> list[int]:
        """Everybody's share of tables won, times `counts`."""
        return [sum(line.won for line in own) * self.counts // len(own) if own else 0 for own in self.tables]

    def _weights(self, of: int, own: Sequence[Line]) -> list[tuple[int, int]]:
        if all(self.regular(line) for line in own):
            adjusted = self.adjusted
            return [(adjusted[rival], adjusted[rival] * halves) for line in own for rival, halves in line.rivals]
        return [(faced.score, faced.product) for faced in self.faced(of)]

    def _lift(self, own: Sequence[Line]) -> int:
        lift = 0
        if self.draw is None or self.predetermined:
            return lift
        for line in reversed(own):
            if not line.voluntary:
                break
            if line.kind is Kind.SKIPPED:
                lift += self.draw - line.amount
        return lift

    def _facing(self, of: int, line: Line) -> Iterator[Faced]:
        adjusted = self.adjusted
        if self.regular(line):
            for rival, halves in line.rivals:
                yield Faced(line, rival, adjusted[rival], adjusted[rival] * halves)
        elif line.kind is Kind.RULED:
            for rival, halves in line.rivals:
                dummy = min(self.scores[of], adjusted[rival])
                yield Faced(line, rival, dummy, dummy * halves, "ruled")
        elif not self.predetermined:
            dummy = self._dummy(of)
            yield Faced(line, NOBODY, dummy, dummy * self._halves(line), line.kind.value)

    def _dummy(self, of: int) -> int:
        """The score of nobody: one's own, but no more than all rounds drawn (C.07 16.4.2)."""
        return self.scores[of] if self.draw is None else min(self.scores[of], self.draw * len(self.rounds))

    def _halves(self, line: Line) -> int:
        if line.amount <= 0:
            return LOST
        return WON if 0 < self.win <= line.amount else DRAWN
