"""Merchant and Caravan: resources taken from the opponent, or exchanged with the bank (B54, B55)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from domain.catan_cards.cards.kinds import KINDS, Kind
from domain.catan_cards.commands import PlayCaravan
from domain.catan_cards.events import CaravanCame, CardPlayed
from domain.catan_cards.facts.load import Card, Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import can_give, can_store, kind_of, stocked
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.rules.playing import Play, finish, judged, playable, wait
from domain.catan_cards.rules.taking import give, take, takeable
from domain.catan_cards.state import Continuation, Land, Question, SeatState, State
from domain.engine.area import Area, answer, follow
from domain.engine.game import Rejected

# Merchant


def trade(batch: Batch, seat: int, card: Card) -> None:
    """First one or two resources are taken, then one is given (B54)."""
    wait(batch)
    batch.ask((), Continuation.MERCHANT_GIVE)
    take(batch, seat, card.numbers.take, Why.MERCHANT)


def give_back(batch: Batch, question: Question) -> None:
    """The one that is given may be one just taken."""
    give(batch, batch.state.playing[0].seat, Why.MERCHANT)


def has_goods(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """A resource can be taken (R16); that one could then go back, as its region has room again."""
    return bool(takeable(facts, state, seat))


# Caravan


def exchange(batch: Batch, prompt: ActionPrompt, command: PlayCaravan) -> None:
    """As many resources of other kinds as are given; room is judged after giving (B55)."""
    seat, given, into = prompt.seat, command.give, command.into
    most = judged(batch, seat, command.card, Effect.SWAP_UP_TO_TWO_WITH_BANK).numbers.most
    own = batch.seat(seat)
    if not set(into) <= {land.region for land in own.lands}:
        raise Rejected("region")
    if not can_give(own, given):
        raise Rejected("stored")
    kinds = {kind_of(batch.facts, region) for region in given}
    if not len(into) == len(given) <= most or any(kind_of(batch.facts, region) in kinds for region in into):
        raise Rejected("exchange")
    if not can_store(batch.facts, own, into):
        raise Rejected("room")
    batch.happen(CardPlayed(seat, command.card))
    batch.happen(CaravanCame(seat, given, into))
    finish(batch)


def caravans(facts: Facts, state: State, seat: int) -> Iterator[PlayCaravan]:
    """By kinds: what is given leaves the regions of R91, what is taken goes where most room is (R90)."""
    own = state.seats[seat]
    for card, printed in playable(facts, state, seat, Effect.SWAP_UP_TO_TWO_WITH_BANK):
        for count in range(1, printed.numbers.most + 1):
            yield from [PlayCaravan(card, given, into) for given, into in _exchanges(facts, own, count)]


def _exchanges(facts: Facts, own: SeatState, count: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    most = facts.constants.max_stored
    given = _rows(facts, [(land, land.stored) for land in stocked(facts, own)], count)
    taken = _rows(facts, [(land, most - land.stored) for land in own.lands], count)
    return [(out, into) for kinds, out in given for others, into in taken if not set(kinds) & set(others)]


def _rows(
    facts: Facts, lands: Sequence[tuple[Land, int]], count: int
) -> list[tuple[tuple[Kind, ...], tuple[str, ...]]]:
    """Every choice of so many kinds, each with its regions: one after the other that with most to spare."""
    rows: list[tuple[tuple[Kind, ...], tuple[str, ...]]] = []
    for kinds in combinations_with_replacement(KINDS, count):
        spare = {land.region: amount for land, amount in lands}
        regions: list[str] = []
        for kind in kinds:
            fitting = [region for region, amount in spare.items() if amount and kind_of(facts, region) is kind]
            if not fitting:
                break
            regions.append(max(fitting, key=spare.__getitem__))
            spare[regions[-1]] -= 1
        else:
            rows.append((kinds, tuple(regions)))
    return rows


PLAYS = (Play(Effect.TAKE_TWO_GIVE_ONE, has_goods, trade),)

AREA = Area(
    answers=(answer(PlayCaravan, ActionPrompt, exchange),),
    follows=(follow(Continuation.MERCHANT_GIVE, give_back),),
    actions=(caravans,),
)
