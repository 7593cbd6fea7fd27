"""Previews of Cities & Knights: as far as it is certain, what they promise then happens."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

import pytest

from domain.cities_knights.cards.kinds import KINDS, Kind
from domain.cities_knights.commands import DiscardProgress, PlayIrrigation, PlayMerchant, PlayWarlord
from domain.cities_knights.events import CardsGiven, Event
from domain.cities_knights.island.longest_road import lengths
from domain.cities_knights.prompts import OverflowPrompt
from domain.cities_knights.rules.points import points_of
from domain.cities_knights.state import Continuation, Phase, Question, SeatState, State
from domain.engine.chance import Chance
from domain.engine.seats import Seat
from projections.cities_knights.preview import UNCERTAIN, CitiesKnightsPreview
from projections.games import projection
from tests.support.cities_knights.naive_positions import laid_out
from tests.support.cities_knights.table import FACTS, GAME, at, card, given, knight, path, position

READ = projection("cities_knights")
CHANCE = Chance(bytes(32))
MATCHES, STEPS, OF_A_KIND = 8, 25, 3


@pytest.mark.parametrize("number", range(3))
def test_what_a_preview_promises_happens(number: int) -> None:
    rng, kinds = Random(number), set[type]()
    for _ in range(MATCHES):
        state = laid_out(rng)
        for _ in range(STEPS):
            if state.outcome is None:
                seat = rng.choice(state.prompts).seat
                some = of_each_kind(GAME.options(state, seat), rng)
                kinds |= {type(command) for command in some}
                for command in some:
                    told = READ.preview(READ.view(state, Seat(seat)), command)
                    assert told == certain(state, seat, command)
                state = after(state, GAME.decide(state, seat, rng.choice(some), CHANCE))
    assert len(kinds) > 30


def test_a_card_played_in_place_of_giving_one_up_can_be_tried() -> None:
    """C-70."""
    progress = (card("irrigation"), card("smith"), card("warlord"), card("merchant"), card("mining"))
    seat = SeatState(progress=progress, cities=at(46), roads=path(17, 10), knights=(knight(10),))
    asked = Question((OverflowPrompt(0, 1, play=True),), Continuation.PRODUCTION)
    moment = given(position(seat, SeatState(), phase=Phase.ROLL, stack=(asked,)))
    view = READ.view(moment.state, Seat(0))
    told = {type(command): READ.preview(view, command) for command in moment.options(0)}
    assert told[PlayIrrigation] == CitiesKnightsPreview(cards={Kind.GRAIN: 2})
    assert told[PlayMerchant] == CitiesKnightsPreview(points=1)
    assert told[PlayWarlord] == told[DiscardProgress] == CitiesKnightsPreview()


def of_each_kind(listed: Any, rng: Random) -> list[Any]:
    """A few commands of each kind, for most of what is listed is of one."""
    kinds: dict[type, list[Any]] = {}
    for command in listed:
        kinds.setdefault(type(command), []).append(command)
    return [command for same in kinds.values() for command in rng.sample(same, min(OF_A_KIND, len(same)))]


def after(state: State, events: Any) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def certain(state: State, seat: int, command: Any) -> CitiesKnightsPreview:
    """What a command brings its seat before chance or somebody else's cards have a part in it."""

    def known(event: Event) -> bool:
        return not isinstance(event, UNCERTAIN) or (isinstance(event, CardsGiven) and event.seat == seat)

    then = after(state, takewhile(known, GAME.decide(state, seat, command, CHANCE)))
    hands = zip(KINDS, state.seats[seat].hand, then.seats[seat].hand, strict=True)
    return CitiesKnightsPreview(
        points=points_of(FACTS, then, seat) - points_of(FACTS, state, seat),
        cards={kind: now - before for kind, before, now in hands if now != before},
        road_length=lengths(then)[seat] - lengths(state)[seat],
    )
