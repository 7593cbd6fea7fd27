"""Resources that one player takes from, or gives to, the other (R4)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, Decline, Give, Receive, Take, YieldFrom
from chronik.domain.catan_cards.events import Choosing, Declined, Given, Taken
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import (
    kind_of,
    lands_with_room,
    lands_with_stock,
    least_held,
    most_held,
)
from chronik.domain.catan_cards.prompts import GivePrompt, ReceivePrompt, TakePrompt, Why, YieldPrompt
from chronik.domain.catan_cards.state import Continuation, Land, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

# Taking


def take(batch: Batch, seat: int, count: int, why: Why, optional: bool = False) -> None:
    """Lets a seat take `count` resources of its choice, one after the other, as far as that is possible (R4).

    If `optional` is true, the seat may decline, and is asked even if it has only one choice (R85).
    """
    for left in range(count, 0, -1):
        lands = takeable_lands(batch.facts, batch.state, seat)
        if not lands:
            return
        if len(lands) > 1 or optional:
            batch.ask((TakePrompt(seat, 1 - seat, left, why, optional),), Continuation.TAKE)
            return
        if _take_into(batch, seat, lands[0].region, left, why):
            return
        optional = why is Why.MERCHANT


def _take_into(batch: Batch, seat: int, into: str, left: int, why: Why) -> bool:
    """Takes a resource into a region; returns whether the victim must first choose the region that gives it."""
    victim, kind = 1 - seat, kind_of(batch.facts, into)
    sources = lands_with_stock(batch.facts, batch.seat(victim), kind)
    if len(sources) == 1:
        batch.add(Taken(seat, into, victim, sources[0].region, why))
        return False
    batch.add(Choosing(seat, into, why))
    batch.ask((YieldPrompt(victim, seat, kind, into, left, why),), Continuation.TAKE)
    return True


def takeable_lands(facts: Facts, state: State, seat: int) -> list[Land]:
    """Returns the seat's regions with room for a resource that the opponent has (R4)."""
    kinds = {kind_of(facts, land.region) for land in lands_with_stock(facts, state.seats[1 - seat])}
    return [land for land in lands_with_room(facts, state.seats[seat]) if kind_of(facts, land.region) in kinds]


def choose_taken(batch: Batch, prompt: TakePrompt, command: Take) -> None:
    """Takes a resource into the chosen region, which determines the kind."""
    if command.into not in [land.region for land in takeable_lands(batch.facts, batch.state, prompt.seat)]:
        raise Rejected("region")
    _take_into(batch, prompt.seat, command.into, prompt.count, prompt.why)


def yield_from(batch: Batch, prompt: YieldPrompt, command: YieldFrom) -> None:
    """Takes the resource from the region that the victim chose."""
    if command.region not in [
        land.region for land in lands_with_stock(batch.facts, batch.seat(prompt.seat), prompt.kind)
    ]:
        raise Rejected("region")
    batch.add(Taken(prompt.to, prompt.into, prompt.seat, command.region, prompt.why))


def take_more(batch: Batch, question: Question) -> None:
    """Continues with the rest unless the seat declined; a Merchant's second resource is optional (B54)."""
    (prompt,) = question.asks
    if isinstance(batch.events[-1], Declined):
        return
    assert isinstance(prompt, TakePrompt | YieldPrompt)
    taker = prompt.seat if isinstance(prompt, TakePrompt) else prompt.to
    take(batch, taker, prompt.count - 1, prompt.why, optional=prompt.why is Why.MERCHANT)


def ways_to_take(facts: Facts, state: State, prompt: TakePrompt) -> Sequence[Command]:
    """Returns a command for each region into which the seat may take a resource, and `Decline` if allowed."""
    taken: list[Command] = [Take(land.region) for land in takeable_lands(facts, state, prompt.seat)]
    return [*taken, Decline()] if prompt.optional else taken


def default_take(facts: Facts, state: State, prompt: TakePrompt) -> Command:
    """Returns the default: the scarcest kind, into the region with the most room (R90)."""
    return Take(least_held(facts, state.seats[prompt.seat], takeable_lands(facts, state, prompt.seat)))


def ways_to_yield(facts: Facts, state: State, prompt: YieldPrompt) -> Sequence[Command]:
    """Returns a command for each region that stores the resource."""
    return [YieldFrom(land.region) for land in lands_with_stock(facts, state.seats[prompt.seat], prompt.kind)]


def default_yield(facts: Facts, state: State, prompt: YieldPrompt) -> Command:
    """Returns the default: the region that stores the most (R90, R91)."""
    own = state.seats[prompt.seat]
    return YieldFrom(most_held(facts, own, lands_with_stock(facts, own, prompt.kind)))


# Giving


def give(batch: Batch, seat: int, why: Why) -> None:
    """Lets a seat give the opponent one resource of its choice, if the opponent has room for any (B54, R4)."""
    match giveable_lands(batch.facts, batch.state, seat):
        case []:
            return
        case [only]:
            _give_from(batch, seat, only.region, why)
        case _:
            batch.ask((GivePrompt(seat, 1 - seat, why),), Continuation.GIVE)


def _give_from(batch: Batch, seat: int, source: str, why: Why) -> None:
    receiver, kind = 1 - seat, kind_of(batch.facts, source)
    places = lands_with_room(batch.facts, batch.seat(receiver), kind)
    if len(places) == 1:
        batch.add(Given(seat, source, receiver, places[0].region, why))
        return
    batch.add(Choosing(seat, source, why))
    batch.ask((ReceivePrompt(receiver, seat, kind, source, why),), Continuation.GIVE)


def giveable_lands(facts: Facts, state: State, seat: int) -> list[Land]:
    """Returns the seat's regions that store something for which the opponent has room (R4)."""
    kinds = {kind_of(facts, land.region) for land in lands_with_room(facts, state.seats[1 - seat])}
    return [land for land in lands_with_stock(facts, state.seats[seat]) if kind_of(facts, land.region) in kinds]


def choose_given(batch: Batch, prompt: GivePrompt, command: Give) -> None:
    """Gives a resource from the chosen region, which determines the kind."""
    if command.region not in [land.region for land in giveable_lands(batch.facts, batch.state, prompt.seat)]:
        raise Rejected("region")
    _give_from(batch, prompt.seat, command.region, prompt.why)


def receive(batch: Batch, prompt: ReceivePrompt, command: Receive) -> None:
    """Puts the resource into the region that the receiver chose."""
    if command.into not in [land.region for land in lands_with_room(batch.facts, batch.seat(prompt.seat), prompt.kind)]:
        raise Rejected("room")
    batch.add(Given(prompt.giver, prompt.source, prompt.seat, command.into, prompt.why))


def end_giving(batch: Batch, question: Question) -> None:
    """Does nothing more: giving is complete."""


def ways_to_give(facts: Facts, state: State, prompt: GivePrompt) -> Sequence[Command]:
    """Returns a command for each region from which the seat may give."""
    return [Give(land.region) for land in giveable_lands(facts, state, prompt.seat)]


def default_give(facts: Facts, state: State, prompt: GivePrompt) -> Command:
    """Returns the default: the most plentiful kind (R90)."""
    own = state.seats[prompt.seat]
    return Give(most_held(facts, own, giveable_lands(facts, state, prompt.seat)))


def ways_to_receive(facts: Facts, state: State, prompt: ReceivePrompt) -> Sequence[Command]:
    """Returns a command for each region with room for the resource."""
    return [Receive(land.region) for land in lands_with_room(facts, state.seats[prompt.seat], prompt.kind)]


def default_receive(facts: Facts, state: State, prompt: ReceivePrompt) -> Command:
    """Returns the default: the region with the most room (R90)."""
    own = state.seats[prompt.seat]
    return Receive(least_held(facts, own, lands_with_room(facts, own, prompt.kind)))


AREA = Area(
    answers=(
        answer(Take, TakePrompt, choose_taken),
        answer(YieldFrom, YieldPrompt, yield_from),
        answer(Give, GivePrompt, choose_given),
        answer(Receive, ReceivePrompt, receive),
    ),
    follows=(follow(Continuation.TAKE, take_more), follow(Continuation.GIVE, end_giving)),
    options=(
        option(TakePrompt, ways_to_take),
        option(YieldPrompt, ways_to_yield),
        option(GivePrompt, ways_to_give),
        option(ReceivePrompt, ways_to_receive),
    ),
    defaults=(
        default(TakePrompt, default_take),
        default(YieldPrompt, default_yield),
        default(GivePrompt, default_give),
        default(ReceivePrompt, default_receive),
    ),
)
