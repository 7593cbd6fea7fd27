"""Positions of Cities & Knights, and the chain that tests are written in: `given(...).when(seat, command).then(...)`.

The island of these tests is `beginner_base` of the data, which never changes, unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from types import EllipsisType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.cities_knights import game
from chronik.domain.cities_knights.board import ENDS
from chronik.domain.cities_knights.cards.kinds import Cards, Counts, count_cards, minus, plus
from chronik.domain.cities_knights.commands import Command
from chronik.domain.cities_knights.events import Event
from chronik.domain.cities_knights.facts.load import PRINTED, load
from chronik.domain.cities_knights.facts.rulesets import BoardLayout, Ruleset
from chronik.domain.cities_knights.refusals import REFUSALS
from chronik.domain.cities_knights.state import Knight, Phase, Question, SeatState, State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected

FACTS = load(PRINTED)
GAME = game.game(FACTS)
CHANCE = Chance(b"\x2a" * 32)
BEGINNER = Ruleset(board_layout=BoardLayout.BEGINNER_BASE)


class Moment(Struct, frozen=True):
    """A position, with the events or the refusal of the last command, and the position before it."""

    state: State
    events: tuple[Event, ...] = ()
    refused: Rejected | None = None
    before: State | None = None

    def when(self, seat: int, command: Command, chance: Chance = CHANCE) -> Moment:
        """Gives a command of a seat; returns the moment after it, with its events or its refusal."""
        assert self.refused is None, f"refused before: {self.refused.code}"
        try:
            events = GAME.decide(self.state, seat, command, chance)
        except Rejected as refused:
            return replace(self, refused=refused)
        after = self.after(*events)
        check_conserved(after.state)
        return after

    def after(self, *events: Event) -> Moment:
        """Returns the moment after these events."""
        state = self.state
        for event in events:
            state = GAME.evolve(state, event)
        return Moment(state, events, before=self.state)

    def then(self, *expected: Event | EllipsisType) -> Moment:
        """Checks that exactly these events happened in this order; `...` matches any events, or none."""
        assert self.refused is None, f"refused: {self.refused.code} {self.refused.facts}"
        assert _matches(self.events, expected), "\n".join(map(str, self.events))
        return self

    def then_rejected(self, code: str, rule: str | None = None) -> Rejected:
        """Checks that the command was refused with this code, citing this rule."""
        assert self.refused is not None, f"not refused: {self.events}"
        assert self.refused.code == code, self.refused.code
        assert rule is None or REFUSALS[code].rule == rule
        return self.refused

    def then_seat(self, seat: int, **expected: Any) -> Moment:
        """Checks that a seat has these values."""
        found = self.state.seats[seat]
        assert {name: getattr(found, name) for name in expected} == expected
        return self

    def then_asked(self, *prompts: Any) -> Moment:
        """Checks that exactly these prompts are open."""
        assert self.state.prompts == prompts, self.state.prompts
        return self

    def then_asked_anew(self, *prompts: Any) -> Moment:
        """Checks that exactly these open prompts are new, although they may look the same as before."""
        assert self.before is not None
        anew = self.state.prompts_asked_again(self.before)
        assert tuple(one for one in self.state.prompts if one in anew) == prompts, anew
        return self

    def the(self, kind: type) -> Any:
        """Returns the only event of a kind."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type) -> list[Any]:
        """Returns the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def options(self, seat: int, kind: type | None = None) -> list[Any]:
        """Returns the options of a seat, of one kind of command or of all."""
        listed = list(GAME.options(self.state, seat))
        return listed if kind is None else [command for command in listed if isinstance(command, kind)]


def given(state: State) -> Moment:
    """Returns the moment of a state, after checking its invariants."""
    check_conserved(state)
    return Moment(state)


def deal_match(seats: int = 3, options: Ruleset = BEGINNER, chance: Chance = CHANCE) -> Moment:
    """Returns the moment after the deal of a match."""
    table = GAME.opening(options, seats)
    return Moment(table).after(*GAME.deal(table, chance))


def at(*corners: int) -> int:
    """Returns a mask of corners, or of edges."""
    return sum(1 << corner for corner in set(corners))


def edge(one: int, other: int) -> int:
    """Returns the edge between two corners."""
    return ENDS.index((min(one, other), max(one, other)))


def path(*corners: int) -> int:
    """Returns the mask of the edges along a walk over corners."""
    return at(*(edge(one, other) for one, other in pairwise(corners)))


def cards(**counts: int) -> Counts:
    """Returns the counts of a hand: `cards(brick=2, ore=1)`."""
    return count_cards(Cards(**counts))


def position(
    *seats: SeatState,
    options: Ruleset = BEGINNER,
    phase: Phase = Phase.ACTION,
    stack: tuple[Question, ...] = (),
    **changes: Any,
) -> State:
    """Returns a mid-game state: these seats, seat 0 active in its action phase, no attack yet, decks in printed order.

    The cards of the seats are removed from the bank and the decks. Knights keep the readiness they are given.
    """
    state = GAME.opening(options, len(seats))
    state = Moment(state).after(*GAME.deal(state, CHANCE)).state
    bank = state.bank
    for seat in seats:
        bank = minus(bank, seat.hand)
    held = {card for seat in seats for card in (*seat.progress, *seat.shown)}
    decks = tuple(tuple(card for card in deck if card not in held) for deck in FACTS.decks)
    laid: dict[str, Any] = {
        "seats": seats,
        "bank": bank,
        "decks": decks,
        "fresh": tuple(map(len, decks)),
        "phase": phase,
        "first": 0,
        "active": 0,
        "turn": 7,
        "stack": stack,
        **changes,
    }
    return replace(state, **laid)


def knight(corner: int, level: int = 1, active: bool = False, ready: bool = False, promoted: bool = False) -> Knight:
    """Returns a knight; a ready one is also active."""
    return Knight(corner, level, active or ready, ready, promoted)


def card(name: str, copy: int = 1) -> str:
    """Returns the id of a copy of a progress card."""
    return FACTS.progress[name].instances[copy - 1]


def check_conserved(state: State) -> None:
    """Checks that no card, piece or progress card was lost or added (1.19, invariants)."""
    total = state.bank
    for seat in state.seats:
        assert min(seat.hand) >= 0
        total = plus(total, seat.hand)
    assert total == GAME.opening(state.options, len(state.seats)).bank
    assert min(state.bank) >= 0
    every = sorted(
        [card for deck in state.decks for card in deck]
        + [card for seat in state.seats for card in (*seat.progress, *seat.shown)]
    )
    assert every == sorted(FACTS.cards)
    corners = [corner for seat in state.seats for corner in _piece_corners(seat)]
    assert len(corners) == len(set(corners)), "two pieces at one corner"
    for seat in state.seats:
        assert seat.walls & ~seat.cities == 0
        for level in (1, 2, 3):
            assert sum(one.level == level for one in seat.knights) <= FACTS.supply.knights[level - 1]


def _piece_corners(seat: SeatState) -> list[int]:
    built = [corner for corner in range(54) if seat.buildings >> corner & 1]
    return built + [one.corner for one in seat.knights]


def _matches(events: Sequence[Event], expected: Sequence[Event | EllipsisType]) -> bool:
    if not expected:
        return not events
    if expected[0] is ...:
        return any(_matches(events[skipped:], expected[1:]) for skipped in range(len(events) + 1))
    return bool(events) and events[0] == expected[0] and _matches(events[1:], expected[1:])
