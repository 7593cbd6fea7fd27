"""Gaining resources of choice from the bank, one after the other (R3, R85), and stars (K6)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Gain
from domain.catan_cards.events import Gained, StarsGained
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import least_held, with_room
from domain.catan_cards.principality.totals import star_room
from domain.catan_cards.prompts import GainPrompt, Why
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected


def gain(batch: Batch, seat: int, count: int, why: Why) -> None:
    """A seat gains so many resources of its choice; what finds no room is forfeited (R3)."""
    for left in range(count, 0, -1):
        match with_room(batch.facts, batch.seat(seat)):
            case []:
                return
            case [only]:
                batch.happen(Gained(seat, only.region, why))
            case _:
                batch.ask((GainPrompt(seat, left, why),), Continuation.GAIN)
                return


def gain_stars(batch: Batch, seat: int, stars: int, why: Why) -> None:
    """A seat gains so many stars; those without room are forfeited (K6)."""
    if gained := min(stars, star_room(batch.facts, batch.seat(seat))):
        batch.happen(StarsGained(seat, gained, why))


def choose(batch: Batch, prompt: GainPrompt, command: Gain) -> None:
    """The region says which resource it is."""
    if command.into not in [land.region for land in with_room(batch.facts, batch.seat(prompt.seat))]:
        raise Rejected("room")
    batch.happen(Gained(prompt.seat, command.into, prompt.why))


def go_on(batch: Batch, question: Question) -> None:
    """The rest of what is gained."""
    (prompt,) = question.asks
    assert isinstance(prompt, GainPrompt)
    gain(batch, prompt.seat, prompt.count - 1, prompt.why)


def regions(facts: Facts, state: State, prompt: GainPrompt) -> Sequence[Gain]:
    """Every region with room."""
    return [Gain(land.region) for land in with_room(facts, state.seats[prompt.seat])]


def by_default(facts: Facts, state: State, prompt: GainPrompt) -> Gain:
    """The type held least, in the region with most room (R90)."""
    own = state.seats[prompt.seat]
    return Gain(least_held(facts, own, with_room(facts, own)))


AREA = Area(
    answers=(answer(Gain, GainPrompt, choose),),
    follows=(follow(Continuation.GAIN, go_on),),
    options=(option(GainPrompt, regions),),
    defaults=(default(GainPrompt, by_default),),
)
