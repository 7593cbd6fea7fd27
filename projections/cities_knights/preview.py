"""Previews: the certain effects of a command for the seat to which a view of Cities & Knights belongs.

A preview is computed from that view by the same rules that decide the match, so it knows only what the seat knows.
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from chronik.domain.cities_knights.cards.kinds import KINDS, Kind
from chronik.domain.cities_knights.commands import Command
from chronik.domain.cities_knights.decide import decide
from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.evolve import evolve
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.projections.cities_knights.guess import guess_state, viewing_seat
from chronik.projections.cities_knights.view import CitiesKnightsView

UNCERTAIN = (CardStolen, CardsGiven, CardsTaken, DiceRolled, HarborAnswered, Produced, ProgressDrawn, ProgressTaken)
"""Events that depend on chance or on hidden cards, unless the seat itself chose the cards."""

NO_CHANCE = Chance(b"")


class CitiesKnightsPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The certain effects of a command on its seat: points, cards in hand, and the length of its longest road.

    Numbers are changes, negative for losses. Fields without a change are absent.
    """

    points: int = 0
    cards: dict[Kind, int] = {}
    road_length: int = 0


def preview(facts: Facts, view: CitiesKnightsView, command: Command) -> CitiesKnightsPreview:
    """Returns the certain effects of a command, as far as the seat can know them. Empty if the command is refused."""
    seat = viewing_seat(view)
    if seat is None:
        return CitiesKnightsPreview()
    before = guess_state(facts, view)
    try:
        events = decide(facts, before, seat, command, NO_CHANCE)
    except Rejected:
        return CitiesKnightsPreview()
    after = before
    for event in takewhile(lambda event: _is_certain(event, seat), events):
        after = evolve(facts, after, event)
    hands = zip(KINDS, before.seats[seat].hand, after.seats[seat].hand, strict=True)
    return CitiesKnightsPreview(
        points=points_of(facts, after, seat) - points_of(facts, before, seat),
        cards={kind: now - then for kind, then, now in hands if now != then},
        road_length=road_lengths(after)[seat] - road_lengths(before)[seat],
    )


def _is_certain(event: Event, seat: int) -> bool:
    if isinstance(event, CardsGiven):
        return event.seat == seat
    return not isinstance(event, UNCERTAIN)
