"""Previews: the certain results of a command for the seat to which a view of the card game belongs.

A preview is computed from the view by the rules of the match, so it knows only what its seat knows.
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from chronik.domain.catan_cards.cards.kinds import KINDS, Kind
from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.decide import decide
from chronik.domain.catan_cards.events import (
    CardDrawn,
    DiceRolled,
    DuelRolled,
    Event,
    EventRevealed,
    HandShown,
    JoustRolled,
    RegionDrawn,
    StackSearched,
)
from chronik.domain.catan_cards.evolve import evolve
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.principality.totals import commerce, points, strength, tournament
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.projections.catan_cards.guess import imagine_state, viewer_seat
from chronik.projections.catan_cards.view import CatanCardsView

NO_CHANCE = Chance(b"")

UNCERTAIN = (
    CardDrawn,
    DiceRolled,
    DuelRolled,
    EventRevealed,
    HandShown,
    JoustRolled,
    RegionDrawn,
    StackSearched,
)
"""Events that depend on chance or on something hidden. A preview ends before the first of them."""


class CatanCardsPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The changes that a command certainly causes for the viewer's seat: points, strength, stars, cards and so on.

    Losses are negative. Values that do not change are absent.
    """

    points: int = 0
    strength: int = 0
    commerce: int = 0
    tournament: int = 0
    stars: int = 0
    cards: int = 0
    resources: dict[Kind, int] = {}


def preview(facts: Facts, view: CatanCardsView, command: Command) -> CatanCardsPreview:
    """Returns the changes that a command certainly causes, as far as its seat knows.

    Empty if the command is refused.
    """
    seat = viewer_seat(view)
    if seat is None:
        return CatanCardsPreview()
    before = imagine_state(facts, view)
    try:
        events = decide(facts, before, seat, command, NO_CHANCE)
    except Rejected:
        return CatanCardsPreview()
    return compare_states(facts, before, apply_certain(facts, before, events), seat)


def apply_certain(facts: Facts, state: State, events: tuple[Event, ...]) -> State:
    """Returns the state after all events that come before the first uncertain one."""
    for event in takewhile(lambda event: not isinstance(event, UNCERTAIN), events):
        state = evolve(facts, state, event)
    return state


def compare_states(facts: Facts, before: State, after: State, number: int) -> CatanCardsPreview:
    """Returns the changes to a seat from one state to another."""
    was, now = before.seats[number], after.seats[number]
    stores = zip(KINDS, holding(facts, was), holding(facts, now), strict=True)
    return CatanCardsPreview(
        points=points(facts, after)[number] - points(facts, before)[number],
        strength=strength(facts, now) - strength(facts, was),
        commerce=commerce(facts, now) - commerce(facts, was),
        tournament=tournament(facts, now) - tournament(facts, was),
        stars=now.stars - was.stars,
        cards=len(now.hand) - len(was.hand),
        resources={kind: had - then for kind, then, had in stores if had != then},
    )
