"""Previews of Cities & Knights, compared with the certain effects of the commands."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

import pytest

from chronik.domain.cities_knights.cards.kinds import KINDS, Kind
from chronik.domain.cities_knights.commands import DiscardProgress, PlayIrrigation, PlayMerchant, PlayWarlord
from chronik.domain.cities_knights.events import CardsGiven, Event
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.prompts import OverflowPrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.state import Continuation, Phase, Question, SeatState, State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.seats import Seat
from chronik.projections.cities_knights.preview import UNCERTAIN, CitiesKnightsPreview
from chronik.projections.games import projection
from tests.cities_knights.naive_positions import random_position
from tests.support.cities_knights.table import FACTS, GAME, at, card, given, knight, path, position

READ = projection("cities_knights")
CHANCE = Chance(bytes(32))
MATCHES, STEPS, OF_A_KIND = 8, 25, 3


@pytest.mark.parametrize("number", range(3))
def test_the_effects_that_a_preview_shows_happen(number: int) -> None:
    rng, kinds = Random(number), set[type]()
    for _ in range(MATCHES):
        state = random_position(rng)
        for _ in range(STEPS):
            if state.outcome is None:
                seat = rng.choice(state.prompts).seat
                some = of_each_kind(GAME.options(state, seat), rng)
                kinds |= {type(command) for command in some}
                for command in some:
                    told = READ.preview(READ.view(state, Seat(seat)), command)
                    assert told == certain_effects(state, seat, command)
                state = apply_events(state, GAME.decide(state, seat, rng.choice(some), CHANCE))
    assert len(kinds) > 30


def test_a_card_played_instead_of_giving_one_up_has_a_preview() -> None:
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
    """Returns a few commands of each kind, because most options are of the same kind."""
    kinds: dict[type, list[Any]] = {}
    for command in listed:
        kinds.setdefault(type(command), []).append(command)
    return [command for same in kinds.values() for command in rng.sample(same, min(OF_A_KIND, len(same)))]


def apply_events(state: State, events: Any) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def certain_effects(state: State, seat: int, command: Any) -> CitiesKnightsPreview:
    """Returns the effects of a command on its seat before chance or other seats' cards matter."""

    def is_certain(event: Event) -> bool:
        return not isinstance(event, UNCERTAIN) or (isinstance(event, CardsGiven) and event.seat == seat)

    then = apply_events(state, takewhile(is_certain, GAME.decide(state, seat, command, CHANCE)))
    hands = zip(KINDS, state.seats[seat].hand, then.seats[seat].hand, strict=True)
    return CitiesKnightsPreview(
        points=points_of(FACTS, then, seat) - points_of(FACTS, state, seat),
        cards={kind: now - before for kind, before, now in hands if now != before},
        road_length=road_lengths(then)[seat] - road_lengths(state)[seat],
    )
