"""Forms filled in at random: commands beyond the listed options, which the rules may still refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from chronik.domain.catan_cards import commands as wants
from chronik.domain.catan_cards import forms as catan_cards
from chronik.domain.catan_cards.cards.kinds import KINDS
from chronik.domain.catan_cards.cards.kinds import to_counts as amounts
from chronik.domain.catan_cards.facts.load import PRINTED, load
from chronik.domain.cities_knights.cards.kinds import Counts, count_cards, to_cards
from chronik.domain.cities_knights.commands import CounterOffer, Discard, GiveCards, OfferTrade, TakeCards
from chronik.domain.cities_knights.forms import CardsForm, OfferForm

MOST_OFFERED = 2


def filled(form: Any, rng: Random) -> Any:
    """Returns a random command of a form."""
    return FILLED[type(form)](form, rng)


def _cards(form: CardsForm, rng: Random) -> Discard | GiveCards | TakeCards:
    held = [kind for kind, count in enumerate(count_cards(form.among)) for _ in range(count)]
    some = to_cards(_counts(rng.sample(held, form.count)))
    match form.command:
        case "discard":
            return Discard(some)
        case "give-cards":
            return GiveCards(some)
        case _:
            return TakeCards(some)


def _offer(form: OfferForm, rng: Random) -> OfferTrade | CounterOffer:
    held = [kind for kind, count in enumerate(count_cards(form.give)) for _ in range(count)]
    give = _counts(rng.sample(held, min(len(held), rng.randint(1, MOST_OFFERED))))
    others = [kind for kind, count in enumerate(give) if not count]
    want = _counts(rng.choices(others, k=rng.randint(1, MOST_OFFERED)))
    if form.offer is not None:
        return CounterOffer(form.offer, to_cards(give), to_cards(want))
    to = sorted(rng.sample(form.to, rng.randint(0, len(form.to))))
    return OfferTrade(to_cards(give), to_cards(want), tuple(to))


def _counts(kinds: list[int]) -> Counts:
    return tuple(kinds.count(kind) for kind in range(8))


# The Catan card game

FACTS = load(PRINTED)


def _deck(form: catan_cards.DeckForm, rng: Random) -> wants.BringDeck:
    cards = [name for name, card in FACTS.cards.items() for _ in range(card.count)]
    events = [name for name, event in FACTS.events.items() for _ in range(event.free)]
    return wants.BringDeck(_by_name(rng.sample(cards, form.cards)), _by_name(rng.sample(events, form.events)))


def _by_name(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in names}


def _layout(form: catan_cards.LayoutForm, rng: Random) -> wants.ChooseLayout:
    regions = tuple(rng.sample(form.regions, len(form.regions)))
    feeling = rng.choice(regions) if form.feeling else None
    return wants.ChooseLayout(regions, feeling, tuple(rng.sample(form.among, form.count)))


def _hidden_cards(form: catan_cards.CardsForm, rng: Random) -> wants.TakeCards | wants.Shed:
    cards = tuple(rng.sample(form.among, form.count))
    if form.command == "take-cards":
        return wants.TakeCards(cards)
    return wants.Shed(cards, tuple(rng.choices(form.stacks, k=form.count)))


def _trade(form: catan_cards.TradeForm, rng: Random) -> Any:
    give = tuple(rng.choices(form.give, k=rng.randint(1, form.most))) if form.give else ("nowhere",)
    into = tuple(rng.choices(form.into, k=rng.randint(1, form.most))) if form.into else ("nowhere",)
    match form.command:
        case "play-caravan":
            return wants.PlayCaravan(form.card or "", give, into)
        case "answer-offer":
            return wants.AcceptOffer(give, into)
        case _:
            return wants.OfferTrade(give, into)


def _payment(form: catan_cards.PaymentForm, rng: Random) -> Any:
    """Returns a payment that uses only regions and amounts of the form."""
    price = [KINDS[at] for at, count in enumerate(amounts(form.price)) for _ in range(count)]
    pay = tuple(
        rng.choice([region for region in form.regions if FACTS.lands[region].kind is kind] or ["nowhere"])
        for kind in price
    )
    pay += tuple(rng.choices(form.regions, k=form.any))
    match form.command:
        case "pay-tax":
            return wants.PayTax(pay)
        case "search-for-card":
            return wants.SearchForCard(rng.randint(1, 6), pay)
        case "trade-with-bank" if form.give is not None:
            return wants.TradeWithBank(form.give, rng.choice([*FACTS.lands]), pay)
        case "fetch-artwork":
            return wants.FetchArtwork(form.card or "", pay)
        case "build-card":
            side = rng.choice((None, *wants.Side))
            return wants.BuildCard(form.card or "", rng.randint(-5, 5), side, form.drop, pay=pay)
        case "build-road":
            return wants.BuildRoad(2 * rng.randint(-2, 2), form.drop, pay)
        case "build-settlement":
            return wants.BuildSettlement(2 * rng.randint(-2, 2) + 1, form.drop, None, pay)
        case _:
            return wants.BuildCity(2 * rng.randint(-2, 2) + 1, pay)


FILLED: Mapping[type, Callable[[Any, Random], Any]] = {
    CardsForm: _cards,
    OfferForm: _offer,
    catan_cards.DeckForm: _deck,
    catan_cards.LayoutForm: _layout,
    catan_cards.CardsForm: _hidden_cards,
    catan_cards.TradeForm: _trade,
    catan_cards.PaymentForm: _payment,
}
