"""The trade cards (R14), except Commercial Harbor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX, HEXES
from chronik.domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, RESOURCES, Kind, count_cards, one_kind
from chronik.domain.cities_knights.cards.multisets import Choices, is_choice, pick_most_plentiful
from chronik.domain.cities_knights.commands import (
    PlayMasterMerchant,
    PlayMerchant,
    PlayMerchantFleet,
    PlayResourceMonopoly,
    PlayTradeMonopoly,
    TakeCards,
)
from chronik.domain.cities_knights.events import CardsTaken, FleetNamed, MerchantPlaced
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import MerchantHex
from chronik.domain.cities_knights.prompts import ActionPrompt, TakePrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, play_card
from chronik.domain.cities_knights.rules.turn import opponents
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected

FEE = 2
"""The number of cards that a Master Merchant takes."""
RESOURCE_SHARE, COMMODITY_SHARE = 2, 1
"""The number of cards that a Resource Monopoly and a Trade Monopoly take from each opponent."""


# Master Merchant


def play_master_merchant(batch: Batch, prompt: ActionPrompt, command: PlayMasterMerchant) -> None:
    """Shows the seat the hand of an opponent with more points, and asks which cards it takes."""
    play_card(batch, prompt.seat, command.card, "master_merchant")
    if command.seat not in richer_opponents(batch.facts, batch.state, prompt.seat):
        raise Rejected("card-seat")
    count = min(FEE, sum(batch.seat(command.seat).hand))
    batch.ask((TakePrompt(prompt.seat, command.seat, count),))


def master_merchant_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMasterMerchant]:
    """Yields a Master Merchant command for each opponent with more points and at least one card."""
    for other in richer_opponents(facts, state, seat):
        yield PlayMasterMerchant(card, other)


def richer_opponents(facts: Facts, state: State, seat: int) -> list[int]:
    """Returns the opponents with strictly more points and at least one card, clockwise (R13.8)."""
    own = points_of(facts, state, seat)
    return [
        other
        for other in opponents(state, seat)
        if any(state.seats[other].hand) and points_of(facts, state, other) > own
    ]


def take_cards(batch: Batch, prompt: TakePrompt, command: TakeCards) -> None:
    """Takes the chosen cards from the hand that was shown (Master Merchant; Wedding under C-75)."""
    if not is_choice(batch.seat(prompt.victim).hand, prompt.count, command.cards):
        raise Rejected("their-cards", seat=prompt.victim, needed=prompt.count)
    batch.add(CardsTaken(prompt.seat, prompt.victim, count_cards(command.cards)))


def take_options(facts: Facts, state: State, prompt: TakePrompt) -> Sequence[TakeCards]:
    """Returns every choice of `count` cards from the victim's hand."""
    return Choices(state.seats[prompt.victim].hand, prompt.count, TakeCards)


def default_take(facts: Facts, state: State, prompt: TakePrompt) -> TakeCards:
    """Returns the default answer: the most plentiful kinds, although any cards would do (1.19)."""
    return TakeCards(pick_most_plentiful(state.seats[prompt.victim].hand, prompt.count))


# Merchant and Merchant Fleet


def play_merchant(batch: Batch, prompt: ActionPrompt, command: PlayMerchant) -> None:
    """Moves the merchant to a hex. The seat controls it until another seat plays a Merchant."""
    play_card(batch, prompt.seat, command.card, "merchant")
    if command.hex not in merchant_hexes(batch.facts, batch.state, prompt.seat):
        raise Rejected("merchant-hex")
    batch.add(MerchantPlaced(prompt.seat, command.hex))


def merchant_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMerchant]:
    """Yields a Merchant command for each possible hex."""
    for hex_ in merchant_hexes(facts, state, seat):
        yield PlayMerchant(card, hex_)


def merchant_hexes(facts: Facts, state: State, seat: int) -> list[int]:
    """Returns the hexes next to a seat's buildings, except the merchant's hex if the seat controls it (C-31)."""
    buildings, desert = state.seats[seat].buildings, state.options.merchant_hex is MerchantHex.ANY_LAND_HEX
    held = state.merchant.hex if state.merchant is not None and state.merchant.seat == seat else None
    return [
        hex_
        for hex_ in range(len(HEXES))
        if AROUND_HEX[hex_] & buildings and hex_ != held and (desert or facts.resource[state.terrain[hex_]] is not None)
    ]


def play_merchant_fleet(batch: Batch, prompt: ActionPrompt, command: PlayMerchantFleet) -> None:
    """Lets the seat trade a kind at 2:1 for the rest of the turn. A second fleet adds another kind (R14.3)."""
    play_card(batch, prompt.seat, command.card, "merchant_fleet")
    if INDEX[command.kind] in batch.state.fleet:
        raise Rejected("card-kind")
    batch.add(FleetNamed(prompt.seat, command.kind))


def merchant_fleet_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMerchantFleet]:
    """Yields a Merchant Fleet command for each kind that no fleet has named this turn."""
    for index, kind in enumerate(KINDS):
        if index not in state.fleet:
            yield PlayMerchantFleet(card, kind)


# Monopolies


def play_resource_monopoly(batch: Batch, prompt: ActionPrompt, command: PlayResourceMonopoly) -> None:
    """Takes two cards of a resource from each opponent, or one from an opponent with only one."""
    play_card(batch, prompt.seat, command.card, "resource_monopoly")
    if INDEX[command.kind] not in RESOURCES:
        raise Rejected("card-kind")
    collect_monopoly(batch, prompt.seat, command.kind, RESOURCE_SHARE)


def play_trade_monopoly(batch: Batch, prompt: ActionPrompt, command: PlayTradeMonopoly) -> None:
    """Takes one card of a commodity from each opponent (C-29)."""
    play_card(batch, prompt.seat, command.card, "trade_monopoly")
    if INDEX[command.kind] not in COMMODITIES:
        raise Rejected("card-kind")
    collect_monopoly(batch, prompt.seat, command.kind, COMMODITY_SHARE)


def collect_monopoly(batch: Batch, seat: int, kind: Kind, share: int) -> None:
    """Openly takes cards of a kind from each opponent, clockwise, even if perhaps no opponent has any (R13.6)."""
    if not has_opponent_with_cards(batch.state, seat):
        raise Rejected("no-effect")
    for other in opponents(batch.state, seat):
        if count := min(share, batch.seat(other).hand[INDEX[kind]]):
            batch.add(CardsTaken(seat, other, one_kind(INDEX[kind], count), openly=True))


def has_opponent_with_cards(state: State, seat: int) -> bool:
    """Returns whether any opponent has a card in hand. The kinds are hidden."""
    return any(any(state.seats[other].hand) for other in opponents(state, seat))


def resource_monopoly_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayResourceMonopoly]:
    """Yields a Resource Monopoly command for each resource, if any opponent has a card."""
    if has_opponent_with_cards(state, seat):
        for index in RESOURCES:
            yield PlayResourceMonopoly(card, KINDS[index])


def trade_monopoly_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayTradeMonopoly]:
    """Yields a Trade Monopoly command for each commodity, if any opponent has a card."""
    if has_opponent_with_cards(state, seat):
        for index in COMMODITIES:
            yield PlayTradeMonopoly(card, KINDS[index])


PLAYS: Mapping[str, Plays] = {
    "master_merchant": master_merchant_options,
    "merchant": merchant_options,
    "merchant_fleet": merchant_fleet_options,
    "resource_monopoly": resource_monopoly_options,
    "trade_monopoly": trade_monopoly_options,
}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayMasterMerchant, ActionPrompt, play_master_merchant),
        answer(TakeCards, TakePrompt, take_cards),
        answer(PlayMerchant, ActionPrompt, play_merchant),
        answer(PlayMerchantFleet, ActionPrompt, play_merchant_fleet),
        answer(PlayResourceMonopoly, ActionPrompt, play_resource_monopoly),
        answer(PlayTradeMonopoly, ActionPrompt, play_trade_monopoly),
    ),
    options=(option(TakePrompt, take_options),),
    actions=(build_action(PLAYS),),
    defaults=(default(TakePrompt, default_take),),
)
