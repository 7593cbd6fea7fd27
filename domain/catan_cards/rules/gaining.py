"""Gaining chosen resources from the bank, one after the other (R3, R85), and gaining stars (K6)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Gain
from chronik.domain.catan_cards.events import Gained, StarsGained
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import lands_with_room, least_held
from chronik.domain.catan_cards.principality.totals import star_room
from chronik.domain.catan_cards.prompts import GainPrompt, Why
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected


def gain(batch: Batch, seat: int, count: int, why: Why) -> None:
    """Gives a seat `count` resources of its choice; those that do not fit are forfeited (R3)."""
    for left in range(count, 0, -1):
        match lands_with_room(batch.facts, batch.seat(seat)):
            case []:
                return
            case [only]:
                batch.add(Gained(seat, only.region, why))
            case _:
                batch.ask((GainPrompt(seat, left, why),), Continuation.GAIN)
                return


def gain_stars(batch: Batch, seat: int, stars: int, why: Why) -> None:
    """Gives a seat stars; those that do not fit are forfeited (K6)."""
    if gained := min(stars, star_room(batch.facts, batch.seat(seat))):
        batch.add(StarsGained(seat, gained, why))


def gain_into(batch: Batch, prompt: GainPrompt, command: Gain) -> None:
    """Gives the seat a resource in the chosen region, which determines the kind."""
    if command.into not in [land.region for land in lands_with_room(batch.facts, batch.seat(prompt.seat))]:
        raise Rejected("room")
    batch.add(Gained(prompt.seat, command.into, prompt.why))


def gain_rest(batch: Batch, question: Question) -> None:
    """Continues with the remaining resources."""
    (prompt,) = question.asks
    assert isinstance(prompt, GainPrompt)
    gain(batch, prompt.seat, prompt.count - 1, prompt.why)


def ways_to_gain(facts: Facts, state: State, prompt: GainPrompt) -> Sequence[Gain]:
    """Returns a command for each region with room."""
    return [Gain(land.region) for land in lands_with_room(facts, state.seats[prompt.seat])]


def default_gain(facts: Facts, state: State, prompt: GainPrompt) -> Gain:
    """Returns the default: the scarcest kind, in the region with the most room (R90)."""
    own = state.seats[prompt.seat]
    return Gain(least_held(facts, own, lands_with_room(facts, own)))


AREA = Area(
    answers=(answer(Gain, GainPrompt, gain_into),),
    follows=(follow(Continuation.GAIN, gain_rest),),
    options=(option(GainPrompt, ways_to_gain),),
    defaults=(default(GainPrompt, default_gain),),
)
