"""The trade cards (R14) but for Commercial Harbor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.cities_knights.board import AROUND_HEX, HEXES
from domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, RESOURCES, Kind, counted, single
from domain.cities_knights.cards.multisets import Choices, chosen_from, most_plentiful
from domain.cities_knights.commands import (
    PlayMasterMerchant,
    PlayMerchant,
    PlayMerchantFleet,
    PlayResourceMonopoly,
    PlayTradeMonopoly,
    TakeCards,
)
from domain.cities_knights.events import CardsTaken, FleetNamed, MerchantPlaced
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import MerchantHex
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, TakePrompt
from domain.cities_knights.rules.points import points_of
from domain.cities_knights.rules.progress.playing import Plays, offering, play
from domain.cities_knights.rules.turn import opponents
from domain.cities_knights.state import State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

FEE = 2
"""How many cards a Master Merchant takes."""
RESOURCE_SHARE, COMMODITY_SHARE = 2, 1
"""How many cards a monopoly takes of each opponent."""


# Master Merchant


def master_merchant(batch: Batch, prompt: ActionPrompt, command: PlayMasterMerchant) -> None:
    """The seat sees the hand of one with more points, and is asked which cards it takes."""
    play(batch, prompt.seat, command.card, "master_merchant")
    if command.seat not in richer(batch.facts, batch.state, prompt.seat):
        raise Rejected("card-seat")
    count = min(FEE, sum(batch.seat(command.seat).hand))
    batch.ask((TakePrompt(prompt.seat, command.seat, count),))


def master_merchants(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMasterMerchant]:
    """A Master Merchant for each seat with more points and a card."""
    for other in richer(facts, state, seat):
        yield PlayMasterMerchant(card, other)


def richer(facts: Facts, state: State, seat: int) -> list[int]:
    """The seats with strictly more points and at least one card, clockwise (R13.8)."""
    own = points_of(facts, state, seat)
    return [
        other
        for other in opponents(state, seat)
        if any(state.seats[other].hand) and points_of(facts, state, other) > own
    ]


def take(batch: Batch, prompt: TakePrompt, command: TakeCards) -> None:
    """Cards of the hand that was shown change hands (Master Merchant; Wedding by C-75)."""
    if not chosen_from(batch.seat(prompt.victim).hand, prompt.count, command.cards):
        raise Rejected("cards")
    batch.happen(CardsTaken(prompt.seat, prompt.victim, counted(command.cards)))


def takings(facts: Facts, state: State, prompt: TakePrompt) -> Sequence[TakeCards]:
    """Every so many cards of that hand."""
    return Choices(state.seats[prompt.victim].hand, prompt.count, TakeCards)


def plentiful_taking(facts: Facts, state: State, prompt: TakePrompt) -> TakeCards:
    """By default the most plentiful kinds; any cards would do (1.19)."""
    return TakeCards(most_plentiful(state.seats[prompt.victim].hand, prompt.count))


# Merchant and Merchant Fleet


def merchant(batch: Batch, prompt: ActionPrompt, command: PlayMerchant) -> None:
    """The merchant goes to a hex, and belongs to the seat until somebody else plays one."""
    play(batch, prompt.seat, command.card, "merchant")
    if command.hex not in markets(batch.facts, batch.state, prompt.seat):
        raise Rejected("merchant-hex")
    batch.happen(MerchantPlaced(prompt.seat, command.hex))


def merchants(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMerchant]:
    """A Merchant for each hex."""
    for hex_ in markets(facts, state, seat):
        yield PlayMerchant(card, hex_)


def markets(facts: Facts, state: State, seat: int) -> list[int]:
    """The hexes at a building of a seat, but for the one where it controls the merchant already (C-31)."""
    buildings, desert = state.seats[seat].buildings, state.options.merchant_hex is MerchantHex.ANY_LAND_HEX
    held = state.merchant.hex if state.merchant is not None and state.merchant.seat == seat else None
    return [
        hex_
        for hex_ in range(len(HEXES))
        if AROUND_HEX[hex_] & buildings and hex_ != held and (desert or facts.resource[state.terrain[hex_]] is not None)
    ]


def merchant_fleet(batch: Batch, prompt: ActionPrompt, command: PlayMerchantFleet) -> None:
    """A kind trades at 2:1 for the rest of the turn; a second fleet adds a kind (R14.3)."""
    play(batch, prompt.seat, command.card, "merchant_fleet")
    if INDEX[command.kind] in batch.state.fleet:
        raise Rejected("card-kind")
    batch.happen(FleetNamed(prompt.seat, command.kind))


def merchant_fleets(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayMerchantFleet]:
    """A Merchant Fleet for each kind that is not named yet."""
    for index, kind in enumerate(KINDS):
        if index not in state.fleet:
            yield PlayMerchantFleet(card, kind)


# Monopolies


def resource_monopoly(batch: Batch, prompt: ActionPrompt, command: PlayResourceMonopoly) -> None:
    """Each opponent gives two of a resource, or the one it has."""
    play(batch, prompt.seat, command.card, "resource_monopoly")
    if INDEX[command.kind] not in RESOURCES:
        raise Rejected("card-kind")
    collect(batch, prompt.seat, command.kind, RESOURCE_SHARE)


def trade_monopoly(batch: Batch, prompt: ActionPrompt, command: PlayTradeMonopoly) -> None:
    """Each opponent gives one of a commodity (C-29)."""
    play(batch, prompt.seat, command.card, "trade_monopoly")
    if INDEX[command.kind] not in COMMODITIES:
        raise Rejected("card-kind")
    collect(batch, prompt.seat, command.kind, COMMODITY_SHARE)


def collect(batch: Batch, seat: int, kind: Kind, share: int) -> None:
    """Cards of a kind move openly, clockwise; that nobody has one shows only now (R13.6)."""
    if not anybody_holds(batch.state, seat):
        raise Rejected("no-effect")
    for other in opponents(batch.state, seat):
        if count := min(share, batch.seat(other).hand[INDEX[kind]]):
            batch.happen(CardsTaken(seat, other, single(INDEX[kind], count), openly=True))


def anybody_holds(state: State, seat: int) -> bool:
    """Whether an opponent holds a card; which one is hidden."""
    return any(any(state.seats[other].hand) for other in opponents(state, seat))


def resource_monopolies(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayResourceMonopoly]:
    """A monopoly of each resource, if an opponent holds a card."""
    if anybody_holds(state, seat):
        for index in RESOURCES:
            yield PlayResourceMonopoly(card, KINDS[index])


def trade_monopolies(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayTradeMonopoly]:
    """A monopoly of each commodity, if an opponent holds a card."""
    if anybody_holds(state, seat):
        for index in COMMODITIES:
            yield PlayTradeMonopoly(card, KINDS[index])


PLAYS: Mapping[str, Plays] = {
    "master_merchant": master_merchants,
    "merchant": merchants,
    "merchant_fleet": merchant_fleets,
    "resource_monopoly": resource_monopolies,
    "trade_monopoly": trade_monopolies,
}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayMasterMerchant, ActionPrompt, master_merchant),
        answer(TakeCards, TakePrompt, take),
        answer(PlayMerchant, ActionPrompt, merchant),
        answer(PlayMerchantFleet, ActionPrompt, merchant_fleet),
        answer(PlayResourceMonopoly, ActionPrompt, resource_monopoly),
        answer(PlayTradeMonopoly, ActionPrompt, trade_monopoly),
    ),
    options=(option(TakePrompt, takings),),
    actions=(offering(PLAYS),),
    defaults=(default(TakePrompt, plentiful_taking),),
)
