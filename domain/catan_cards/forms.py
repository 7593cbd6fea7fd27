"""Forms: what stands for commands of which there are too many to list: decks, layouts, cards, payments, trades."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from domain.catan_cards.cards.kinds import KINDS, Kind, Resources, of
from domain.catan_cards.commands import Command, TradeWithBank
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.options import options
from domain.catan_cards.principality.stores import kind_of, stocked, with_room
from domain.catan_cards.prompts import (
    ActionPrompt,
    DeckPrompt,
    LayoutPrompt,
    OfferPrompt,
    Prompt,
    ShedPrompt,
    TakeCardsPrompt,
    TaxPrompt,
)
from domain.catan_cards.rules.offers import MOST, may_offer
from domain.catan_cards.rules.playing import playable
from domain.catan_cards.rules.prices import Price, price_of
from domain.catan_cards.rules.setup import crest
from domain.catan_cards.rules.shedding import stack_numbers
from domain.catan_cards.rules.stacks import cards_in
from domain.catan_cards.state import Land, SeatState, State


class DeckForm(Struct, frozen=True, tag="deck", tag_field="t"):
    """A legal list of so many `cards` and free `events` answers (T13)."""

    command: str
    cards: int
    events: int


class LayoutForm(Struct, frozen=True, omit_defaults=True, tag="layout", tag_field="t"):
    """The `regions` in any order answer, with `feeling` one of them for it, and `count` of `among` (B3, X5, T6)."""

    command: str
    regions: tuple[str, ...]
    feeling: bool = False
    among: tuple[str, ...] = ()
    count: int = 0


class CardsForm(Struct, frozen=True, omit_defaults=True, tag="cards", tag_field="t"):
    """Any `count` of these cards answer, in any order; each goes under any of the `stacks`, where some are named."""

    command: str
    among: tuple[str, ...]
    count: int
    stacks: tuple[int, ...] = ()


class TradeForm(Struct, frozen=True, omit_defaults=True, tag="trade", tag_field="t"):
    """Up to `most` resources out of regions of `give`, for up to `most` into regions of `into` (R73, B55).

    No kind is given and received. `card` is the Caravan that does it, for as many as are given.
    """

    command: str
    give: tuple[str, ...]
    into: tuple[str, ...]
    most: int
    card: str | None = None


class PaymentForm(Struct, frozen=True, omit_defaults=True, tag="payment", tag_field="t"):
    """A command may say in `pay` out of which of these `regions` it pays exactly the `price`, and `any` more (R5, R91).

    `card`, `drop` and `give` say of which of the commands with this tag that is the price.
    """

    command: str
    regions: tuple[str, ...]
    price: Resources = Resources()
    any: int = 0
    card: str | None = None
    drop: Kind | None = None
    give: Kind | None = None


Form = DeckForm | LayoutForm | CardsForm | TradeForm | PaymentForm


def forms(facts: Facts, state: State, seat: int) -> tuple[Form, ...]:
    """The forms of a seat's commands."""
    return tuple(form for prompt in state.prompts if prompt.seat == seat for form in _of_prompt(facts, state, prompt))


def _of_prompt(facts: Facts, state: State, prompt: Prompt) -> Iterator[Form]:
    match prompt:
        case DeckPrompt():
            yield DeckForm("bring-deck", facts.constants.deck.cards, facts.constants.deck.events)
        case LayoutPrompt():
            among = state.seats[prompt.seat].deck if prompt.hand else ()
            yield LayoutForm("choose-layout", crest(facts, prompt.seat), prompt.feeling, among, prompt.hand)
        case TakeCardsPrompt():
            yield CardsForm("take-cards", cards_in(facts, state, prompt.seat, prompt.stack), prompt.count)
        case ShedPrompt():
            stacks = tuple(stack_numbers(facts, state))
            yield CardsForm("shed", state.seats[prompt.seat].hand, prompt.count, stacks)
        case TaxPrompt():
            yield PaymentForm("pay-tax", _stocked(facts, state.seats[prompt.seat]), any=prompt.count)
        case OfferPrompt():
            give, into = _kinds(facts, prompt.into), _kinds(facts, prompt.give)
            yield _trade(
                facts, state.seats[prompt.seat], "answer-offer", give, into, max(len(prompt.give), len(prompt.into))
            )
        case _:
            if isinstance(prompt, ActionPrompt):
                yield from _trades(facts, state, prompt.seat)
            yield from _payments(facts, state, prompt.seat)


# Trades


def _trades(facts: Facts, state: State, seat: int) -> Iterator[TradeForm]:
    """An offer (R73), and what each Caravan exchanges (B55)."""
    own = state.seats[seat]
    if may_offer(state, seat):
        yield _trade(facts, own, "offer-trade", set(KINDS), set(KINDS), MOST)
    for card, printed in playable(facts, state, seat, Effect.SWAP_UP_TO_TWO_WITH_BANK):
        room = tuple([land.region for land in with_room(facts, own)])
        yield TradeForm("play-caravan", _stocked(facts, own), room, printed.numbers.most, card)


def _trade(
    facts: Facts, own: SeatState, command: str, give: Collection[Kind], into: Collection[Kind], most: int
) -> TradeForm:
    """Out of the regions that store some of these kinds, into those with room for those."""
    sources = [land.region for land in stocked(facts, own) if kind_of(facts, land.region) in give]
    room = [land.region for land in with_room(facts, own) if kind_of(facts, land.region) in into]
    return TradeForm(command, tuple(sources), tuple(room), most)


def _kinds(facts: Facts, regions: Iterable[str]) -> set[Kind]:
    return {kind_of(facts, region) for region in regions}


# Payments


def _payments(facts: Facts, state: State, seat: int) -> Iterator[PaymentForm]:
    """A form for each price of what may be wanted now that can be paid in more than one way."""
    own = state.seats[seat]
    told = dict.fromkeys(_payment(facts, own, command) for command in options(facts, state, seat))
    yield from (form for form in told if form is not None)


def _payment(facts: Facts, own: SeatState, command: Command) -> PaymentForm | None:
    price = price_of(facts, own, command)
    regions = tuple([land.region for land in _payers(facts, own, price)])
    if not regions:
        return None
    return PaymentForm(
        command=str(type(command).__struct_config__.tag),
        regions=regions,
        price=of(price.exactly),
        any=price.any,
        card=getattr(command, "card", None) if not price.any else None,
        drop=getattr(command, "drop", None),
        give=command.give if isinstance(command, TradeWithBank) else None,
    )


def _payers(facts: Facts, own: SeatState, price: Price) -> list[Land]:
    """The regions that may pay; none where the price can be paid in one way only."""
    if price.any:
        lands = stocked(facts, own)
        return lands if _has_choice(lands, price.any) else []
    paying = [(stocked(facts, own, kind), count) for kind, count in zip(KINDS, price.exactly, strict=True) if count]
    if not any(_has_choice(lands, count) for lands, count in paying):
        return []
    return [land for lands, _ in paying for land in lands]


def _has_choice(lands: Sequence[Land], count: int) -> bool:
    """Whether more than one way leads to so many resources out of regions."""
    return len(lands) > 1 and sum(land.stored for land in lands) > count


def _stocked(facts: Facts, own: SeatState) -> tuple[str, ...]:
    return tuple([land.region for land in stocked(facts, own)])
