"""Resources that one player takes from the other, and gives back (R4)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Command, Decline, Give, Receive, Take, YieldFrom
from domain.catan_cards.events import Choosing, Declined, Given, Taken
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import kind_of, least_held, most_held, stocked, with_room
from domain.catan_cards.prompts import GivePrompt, ReceivePrompt, TakePrompt, Why, YieldPrompt
from domain.catan_cards.state import Continuation, Land, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

# Taking


def take(batch: Batch, seat: int, count: int, why: Why, optional: bool = False) -> None:
    """A seat takes so many resources of its choice, one after the other; what cannot be taken is skipped (R4).

    With `optional` it may stop, and is asked even where it has no other choice (R85).
    """
    for left in range(count, 0, -1):
        lands = takeable(batch.facts, batch.state, seat)
        if not lands:
            return
        if len(lands) > 1 or optional:
            batch.ask((TakePrompt(seat, 1 - seat, left, why, optional),), Continuation.TAKE)
            return
        if _take_into(batch, seat, lands[0].region, left, why):
            return
        optional = why is Why.MERCHANT


def _take_into(batch: Batch, seat: int, into: str, left: int, why: Why) -> bool:
    """Takes into a region; tells whether the victim is asked first which of his regions gives it."""
    victim, kind = 1 - seat, kind_of(batch.facts, into)
    sources = stocked(batch.facts, batch.seat(victim), kind)
    if len(sources) == 1:
        batch.happen(Taken(seat, into, victim, sources[0].region, why))
        return False
    batch.happen(Choosing(seat, into, why))
    batch.ask((YieldPrompt(victim, seat, kind, into, left, why),), Continuation.TAKE)
    return True


def takeable(facts: Facts, state: State, seat: int) -> list[Land]:
    """The own regions with room into which something of the opponent could go (R4)."""
    kinds = {kind_of(facts, land.region) for land in stocked(facts, state.seats[1 - seat])}
    return [land for land in with_room(facts, state.seats[seat]) if kind_of(facts, land.region) in kinds]


def choose_taken(batch: Batch, prompt: TakePrompt, command: Take) -> None:
    """The own region says which type is taken."""
    if command.into not in [land.region for land in takeable(batch.facts, batch.state, prompt.seat)]:
        raise Rejected("region")
    _take_into(batch, prompt.seat, command.into, prompt.count, prompt.why)


def yield_from(batch: Batch, prompt: YieldPrompt, command: YieldFrom) -> None:
    """The victim says which of his regions gives it."""
    if command.region not in [land.region for land in stocked(batch.facts, batch.seat(prompt.seat), prompt.kind)]:
        raise Rejected("region")
    batch.happen(Taken(prompt.to, prompt.into, prompt.seat, command.region, prompt.why))


def take_more(batch: Batch, question: Question) -> None:
    """The rest of what is taken, unless it was declined; the second card of a Merchant may be (B54)."""
    (prompt,) = question.asks
    if isinstance(batch.events[-1], Declined):
        return
    assert isinstance(prompt, TakePrompt | YieldPrompt)
    taker = prompt.seat if isinstance(prompt, TakePrompt) else prompt.to
    take(batch, taker, prompt.count - 1, prompt.why, optional=prompt.why is Why.MERCHANT)


def ways_to_take(facts: Facts, state: State, prompt: TakePrompt) -> Sequence[Command]:
    """Every region it may go into."""
    taken: list[Command] = [Take(land.region) for land in takeable(facts, state, prompt.seat)]
    return [*taken, Decline()] if prompt.optional else taken


def taken_by_default(facts: Facts, state: State, prompt: TakePrompt) -> Command:
    """The type held least, into the region with most room (R90)."""
    return Take(least_held(facts, state.seats[prompt.seat], takeable(facts, state, prompt.seat)))


def ways_to_yield(facts: Facts, state: State, prompt: YieldPrompt) -> Sequence[Command]:
    """Every region that stores it."""
    return [YieldFrom(land.region) for land in stocked(facts, state.seats[prompt.seat], prompt.kind)]


def yielded_by_default(facts: Facts, state: State, prompt: YieldPrompt) -> Command:
    """From the region that stores most (R90, R91)."""
    own = state.seats[prompt.seat]
    return YieldFrom(most_held(facts, own, stocked(facts, own, prompt.kind)))


# Giving


def give(batch: Batch, seat: int, why: Why) -> None:
    """A seat gives the opponent one resource of its choice, if any has room there (B54, R4)."""
    match giveable(batch.facts, batch.state, seat):
        case []:
            return
        case [only]:
            _give_from(batch, seat, only.region, why)
        case _:
            batch.ask((GivePrompt(seat, 1 - seat, why),), Continuation.GIVE)


def _give_from(batch: Batch, seat: int, source: str, why: Why) -> None:
    receiver, kind = 1 - seat, kind_of(batch.facts, source)
    places = with_room(batch.facts, batch.seat(receiver), kind)
    if len(places) == 1:
        batch.happen(Given(seat, source, receiver, places[0].region, why))
        return
    batch.happen(Choosing(seat, source, why))
    batch.ask((ReceivePrompt(receiver, seat, kind, source, why),), Continuation.GIVE)


def giveable(facts: Facts, state: State, seat: int) -> list[Land]:
    """The own regions that store something for which the opponent has room (R4)."""
    kinds = {kind_of(facts, land.region) for land in with_room(facts, state.seats[1 - seat])}
    return [land for land in stocked(facts, state.seats[seat]) if kind_of(facts, land.region) in kinds]


def choose_given(batch: Batch, prompt: GivePrompt, command: Give) -> None:
    """The own region says which type is given."""
    if command.region not in [land.region for land in giveable(batch.facts, batch.state, prompt.seat)]:
        raise Rejected("region")
    _give_from(batch, prompt.seat, command.region, prompt.why)


def receive(batch: Batch, prompt: ReceivePrompt, command: Receive) -> None:
    """The receiver says which of his regions takes it."""
    if command.into not in [land.region for land in with_room(batch.facts, batch.seat(prompt.seat), prompt.kind)]:
        raise Rejected("room")
    batch.happen(Given(prompt.giver, prompt.source, prompt.seat, command.into, prompt.why))


def given(batch: Batch, question: Question) -> None:
    """Nothing is left to give."""


def ways_to_give(facts: Facts, state: State, prompt: GivePrompt) -> Sequence[Command]:
    """Every region it may come from."""
    return [Give(land.region) for land in giveable(facts, state, prompt.seat)]


def given_by_default(facts: Facts, state: State, prompt: GivePrompt) -> Command:
    """The type held most (R90)."""
    own = state.seats[prompt.seat]
    return Give(most_held(facts, own, giveable(facts, state, prompt.seat)))


def ways_to_receive(facts: Facts, state: State, prompt: ReceivePrompt) -> Sequence[Command]:
    """Every region with room for it."""
    return [Receive(land.region) for land in with_room(facts, state.seats[prompt.seat], prompt.kind)]


def received_by_default(facts: Facts, state: State, prompt: ReceivePrompt) -> Command:
    """Into the region with most room (R90)."""
    own = state.seats[prompt.seat]
    return Receive(least_held(facts, own, with_room(facts, own, prompt.kind)))


AREA = Area(
    answers=(
        answer(Take, TakePrompt, choose_taken),
        answer(YieldFrom, YieldPrompt, yield_from),
        answer(Give, GivePrompt, choose_given),
        answer(Receive, ReceivePrompt, receive),
    ),
    follows=(follow(Continuation.TAKE, take_more), follow(Continuation.GIVE, given)),
    options=(
        option(TakePrompt, ways_to_take),
        option(YieldPrompt, ways_to_yield),
        option(GivePrompt, ways_to_give),
        option(ReceivePrompt, ways_to_receive),
    ),
    defaults=(
        default(TakePrompt, taken_by_default),
        default(YieldPrompt, yielded_by_default),
        default(GivePrompt, given_by_default),
        default(ReceivePrompt, received_by_default),
    ),
)
