"""Forms: patterns for commands too numerous to list, such as decks, layouts, payments and trades."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from chronik.domain.catan_cards.cards.kinds import KINDS, Kind, Resources, to_resources
from chronik.domain.catan_cards.commands import Command, TradeWithBank
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.options import options
from chronik.domain.catan_cards.principality.stores import kind_of, lands_with_room, lands_with_stock
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    DeckPrompt,
    LayoutPrompt,
    OfferPrompt,
    Prompt,
    ShedPrompt,
    TakeCardsPrompt,
    TaxPrompt,
)
from chronik.domain.catan_cards.rules.offers import MOST, may_offer
from chronik.domain.catan_cards.rules.playing import playable_cards
from chronik.domain.catan_cards.rules.prices import Price, price_of
from chronik.domain.catan_cards.rules.setup import crest
from chronik.domain.catan_cards.rules.shedding import stack_numbers
from chronik.domain.catan_cards.rules.stacks import cards_in
from chronik.domain.catan_cards.state import Land, SeatState, State


class DeckForm(Struct, frozen=True, tag="deck", tag_field="t"):
    """A form for any legal deck list, with `cards` cards and `events` free events (T13)."""

    command: str
    cards: int
    events: int


class LayoutForm(Struct, frozen=True, omit_defaults=True, tag="layout", tag_field="t"):
    """A form for a layout: the `regions` in any order (B3, X5, T6).

    If `feeling` is true, one of the regions is also chosen for Public Feeling. The hand is `count` cards out of
    `among`.
    """

    command: str
    regions: tuple[str, ...]
    feeling: bool = False
    among: tuple[str, ...] = ()
    count: int = 0


class CardsForm(Struct, frozen=True, omit_defaults=True, tag="cards", tag_field="t"):
    """A form for any `count` of these cards, in any order.

    If there are `stacks`, each card goes under any one of them.
    """

    command: str
    among: tuple[str, ...]
    count: int
    stacks: tuple[int, ...] = ()


class TradeForm(Struct, frozen=True, omit_defaults=True, tag="trade", tag_field="t"):
    """A form for a trade with the other player (R73) or, with a Caravan, with the bank (B55).

    Up to `most` resources leave the regions in `give`, and up to `most` go into the regions in `into`. No kind is both
    given and received. If `card` names a Caravan, both sides must be of equal size.
    """

    command: str
    give: tuple[str, ...]
    into: tuple[str, ...]
    most: int
    card: str | None = None


class PaymentForm(Struct, frozen=True, omit_defaults=True, tag="payment", tag_field="t"):
    """A form for the field `pay` of a command: any of these `regions` may pay (R5, R91).

    They must pay exactly the `price`, plus `any` resources of any kind. `card`, `drop` and `give` identify which
    command with this tag has this price.
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
    """Returns the forms of the commands that a seat may send."""
    return tuple(form for prompt in state.prompts if prompt.seat == seat for form in _forms_of(facts, state, prompt))


def _forms_of(facts: Facts, state: State, prompt: Prompt) -> Iterator[Form]:
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
            yield PaymentForm("pay-tax", _regions_with_stock(facts, state.seats[prompt.seat]), any=prompt.count)
        case OfferPrompt():
            give, into = _kinds(facts, prompt.into), _kinds(facts, prompt.give)
            yield _trade_form(
                facts, state.seats[prompt.seat], "answer-offer", give, into, max(len(prompt.give), len(prompt.into))
            )
        case _:
            if isinstance(prompt, ActionPrompt):
                yield from _trade_forms(facts, state, prompt.seat)
            yield from _payment_forms(facts, state, prompt.seat)


# Trades


def _trade_forms(facts: Facts, state: State, seat: int) -> Iterator[TradeForm]:
    """Yields the form of an offer (R73), and a form for each Caravan (B55)."""
    own = state.seats[seat]
    if may_offer(state, seat):
        yield _trade_form(facts, own, "offer-trade", set(KINDS), set(KINDS), MOST)
    for card, printed in playable_cards(facts, state, seat, (Effect.SWAP_UP_TO_TWO_WITH_BANK,)):
        room = tuple([land.region for land in lands_with_room(facts, own)])
        yield TradeForm("play-caravan", _regions_with_stock(facts, own), room, printed.numbers.most, card)


def _trade_form(
    facts: Facts, own: SeatState, command: str, give: Collection[Kind], into: Collection[Kind], most: int
) -> TradeForm:
    """Returns the form of a trade from regions that store a kind in `give` to regions with room for one in `into`."""
    sources = [land.region for land in lands_with_stock(facts, own) if kind_of(facts, land.region) in give]
    room = [land.region for land in lands_with_room(facts, own) if kind_of(facts, land.region) in into]
    return TradeForm(command, tuple(sources), tuple(room), most)


def _kinds(facts: Facts, regions: Iterable[str]) -> set[Kind]:
    return {kind_of(facts, region) for region in regions}


# Payments


def _payment_forms(facts: Facts, state: State, seat: int) -> Iterator[PaymentForm]:
    """Yields a form for each price that can be paid in more than one way."""
    own = state.seats[seat]
    found = dict.fromkeys(_payment_form(facts, own, command) for command in options(facts, state, seat))
    yield from (form for form in found if form is not None)


def _payment_form(facts: Facts, own: SeatState, command: Command) -> PaymentForm | None:
    price = price_of(facts, own, command)
    regions = tuple([land.region for land in _paying_regions(facts, own, price)])
    if not regions:
        return None
    return PaymentForm(
        command=str(type(command).__struct_config__.tag),
        regions=regions,
        price=to_resources(price.exactly),
        any=price.any,
        card=getattr(command, "card", None) if not price.any else None,
        drop=getattr(command, "drop", None),
        give=command.give if isinstance(command, TradeWithBank) else None,
    )


def _paying_regions(facts: Facts, own: SeatState, price: Price) -> list[Land]:
    """Returns the regions that may pay, or an empty list if the price can be paid in only one way."""
    if price.any:
        lands = lands_with_stock(facts, own)
        return lands if _has_choice(lands, price.any) else []
    paying = [
        (lands_with_stock(facts, own, kind), count) for kind, count in zip(KINDS, price.exactly, strict=True) if count
    ]
    if not any(_has_choice(lands, count) for lands, count in paying):
        return []
    return [land for lands, _ in paying for land in lands]


def _has_choice(lands: Sequence[Land], count: int) -> bool:
    """Returns whether there is more than one way to pay `count` resources from these regions."""
    return len(lands) > 1 and sum(land.stored for land in lands) > count


def _regions_with_stock(facts: Facts, own: SeatState) -> tuple[str, ...]:
    return tuple([land.region for land in lands_with_stock(facts, own)])
