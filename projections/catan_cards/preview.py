"""What a command would certainly bring to the seat that looks at a view of the card game.

It comes from that view and from the very rules the match is decided by: a preview knows what its seat knows.
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from domain.catan_cards.cards.kinds import KINDS, Kind
from domain.catan_cards.commands import Command
from domain.catan_cards.decide import decide
from domain.catan_cards.events import (
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
from domain.catan_cards.evolve import evolve
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.principality.stores import holding
from domain.catan_cards.principality.totals import commerce, points, strength, tournament
from domain.catan_cards.state import State
from domain.engine.chance import Chance
from domain.engine.game import Rejected
from projections.catan_cards.guess import imagined, onlooker
from projections.catan_cards.view import CatanCardsView

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
"""Here chance or something hidden has a part; what follows is not foretold."""


class CatanCardsPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would certainly bring to the own seat: points of four sorts, stars, resources, cards in hand.

    Numbers are changes, negative for what is lost; what does not change is absent.
    """

    points: int = 0
    strength: int = 0
    commerce: int = 0
    tournament: int = 0
    stars: int = 0
    cards: int = 0
    resources: dict[Kind, int] = {}


def preview(facts: Facts, view: CatanCardsView, command: Command) -> CatanCardsPreview:
    """What a command certainly brings, as far as its own seat can know; nothing when it is refused."""
    seat = onlooker(view)
    if seat is None:
        return CatanCardsPreview()
    before = imagined(facts, view)
    try:
        events = decide(facts, before, seat, command, NO_CHANCE)
    except Rejected:
        return CatanCardsPreview()
    return difference(facts, before, after(facts, before, events), seat)


def after(facts: Facts, state: State, events: tuple[Event, ...]) -> State:
    """The state after what is certain of some events."""
    for event in takewhile(lambda event: not isinstance(event, UNCERTAIN), events):
        state = evolve(facts, state, event)
    return state


def difference(facts: Facts, before: State, after: State, number: int) -> CatanCardsPreview:
    """What has changed for a seat from one state to another."""
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
