"""Merchant and Caravan: trades with the opponent and with the bank (B54, B55)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import KINDS, Kind
from chronik.domain.catan_cards.commands import PlayCaravan
from chronik.domain.catan_cards.events import CaravanCame, CardPlayed
from chronik.domain.catan_cards.facts.load import Card, Effect, Facts
from chronik.domain.catan_cards.principality.stores import can_give, can_store, kind_of, lands_with_stock
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.rules.playing import Play, finish, playable_cards, require_playable, wait_for_answers
from chronik.domain.catan_cards.rules.taking import give, take, takeable_lands
from chronik.domain.catan_cards.state import Continuation, Land, Question, SeatState, State
from chronik.domain.engine.area import Area, action, answer, follow
from chronik.domain.engine.game import Rejected

# Merchant


def play_merchant(batch: Batch, seat: int, card: Card) -> None:
    """Takes one or two resources from the opponent, then gives one (B54)."""
    wait_for_answers(batch)
    batch.ask((), Continuation.MERCHANT_GIVE)
    take(batch, seat, card.numbers.take, Why.MERCHANT)


def give_back(batch: Batch, question: Question) -> None:
    """Gives the opponent a resource, which may be one that was just taken."""
    give(batch, batch.state.playing[0].seat, Why.MERCHANT)


def has_goods(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether a resource can be taken (R16); if so, the opponent will have room to get one back."""
    return bool(takeable_lands(facts, state, seat))


# Caravan


def play_caravan(batch: Batch, prompt: ActionPrompt, command: PlayCaravan) -> None:
    """Exchanges resources with the bank for the same number of other kinds; room is checked after giving (B55)."""
    seat, given, into = prompt.seat, command.give, command.into
    most = require_playable(batch, seat, command.card, Effect.SWAP_UP_TO_TWO_WITH_BANK).numbers.most
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
    batch.add(CardPlayed(seat, command.card))
    batch.add(CaravanCame(seat, given, into))
    finish(batch)


def ways_to_exchange(facts: Facts, state: State, seat: int) -> Iterator[PlayCaravan]:
    """Yields an exchange for each choice of kinds; R91 chooses the giving regions, R90 the receiving ones."""
    own = state.seats[seat]
    for card, printed in playable_cards(facts, state, seat, (Effect.SWAP_UP_TO_TWO_WITH_BANK,)):
        for count in range(1, printed.numbers.most + 1):
            yield from [PlayCaravan(card, given, into) for given, into in _exchanges(facts, own, count)]


def _exchanges(facts: Facts, own: SeatState, count: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    most = facts.constants.max_stored
    given = _resource_rows(facts, [(land, land.stored) for land in lands_with_stock(facts, own)], count)
    taken = _resource_rows(facts, [(land, most - land.stored) for land in own.lands], count)
    return [(out, into) for kinds, out in given for others, into in taken if not set(kinds) & set(others)]


def _resource_rows(
    facts: Facts, lands: Sequence[tuple[Land, int]], count: int
) -> list[tuple[tuple[Kind, ...], tuple[str, ...]]]:
    """Returns each choice of `count` kinds, with a region for each kind: the region with the most to spare."""
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


PLAYS = (Play(Effect.TAKE_TWO_GIVE_ONE, has_goods, play_merchant),)

AREA = Area(
    answers=(answer(PlayCaravan, ActionPrompt, play_caravan),),
    follows=(follow(Continuation.MERCHANT_GIVE, give_back),),
    actions=(action(ways_to_exchange, Effect.SWAP_UP_TO_TWO_WITH_BANK),),
)
