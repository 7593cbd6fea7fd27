"""What a command would certainly bring to the seat that looks at a view of Cities & Knights.

It comes from that view and from the very rules the match is decided by: a preview knows what its seat knows.
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from domain.cities_knights.cards.kinds import KINDS, Kind
from domain.cities_knights.commands import Command
from domain.cities_knights.decide import decide
from domain.cities_knights.events import (
    CardsGiven,
    CardsTaken,
    CardStolen,
    DiceRolled,
    Event,
    HarborAnswered,
    Produced,
    ProgressDrawn,
    ProgressTaken,
)
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.island.longest_road import lengths
from domain.cities_knights.rules.points import points_of
from domain.engine.chance import Chance
from domain.engine.game import Rejected
from projections.cities_knights.guess import imagined, owner
from projections.cities_knights.view import CitiesKnightsView

UNCERTAIN = (CardStolen, CardsGiven, CardsTaken, DiceRolled, HarborAnswered, Produced, ProgressDrawn, ProgressTaken)
"""Here chance or somebody else's hidden cards have a part, unless the seat itself has chosen which."""

NO_CHANCE = Chance(b"")


class CitiesKnightsPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would certainly bring to the own seat: points, cards of the hand, length of its longest road.

    Numbers are changes, negative for what is lost; what does not change is absent.
    """

    points: int = 0
    cards: dict[Kind, int] = {}
    road_length: int = 0


def preview(facts: Facts, view: CitiesKnightsView, command: Command) -> CitiesKnightsPreview:
    """What a command certainly brings, as far as its own seat can know; nothing when it is refused."""
    seat = owner(view)
    if seat is None:
        return CitiesKnightsPreview()
    before = imagined(facts, view)
    try:
        events = decide(facts, before, seat, command, NO_CHANCE)
    except Rejected:
        return CitiesKnightsPreview()
    after = before
    for event in takewhile(lambda event: _certain(event, seat), events):
        after = evolve(facts, after, event)
    hands = zip(KINDS, before.seats[seat].hand, after.seats[seat].hand, strict=True)
    return CitiesKnightsPreview(
        points=points_of(facts, after, seat) - points_of(facts, before, seat),
        cards={kind: now - then for kind, then, now in hands if now != then},
        road_length=lengths(after)[seat] - lengths(before)[seat],
    )


def _certain(event: Event, seat: int) -> bool:
    if isinstance(event, CardsGiven):
        return event.seat == seat
    return not isinstance(event, UNCERTAIN)
