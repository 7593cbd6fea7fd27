"""Trade offers, which are too many to list: an environment offers one card for one card, to all seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from chronik.domain.cities_knights.cards.kinds import KINDS, count_cards, one_kind, to_cards
from chronik.domain.cities_knights.commands import CounterOffer, OfferTrade
from chronik.domain.cities_knights.forms import OfferForm

CARDS = tuple(to_cards(one_kind(kind)) for kind in range(len(KINDS)))
"""One card of each kind."""


def list_offers(forms: tuple[object, ...]) -> Iterator[OfferTrade | CounterOffer]:
    """Yields the offers that fill these forms, if they are forms of offers."""
    for form in forms:
        if isinstance(form, OfferForm):
            held = [card for card, count in zip(CARDS, count_cards(form.give), strict=True) if count]
            for give, want in product(held, CARDS):
                if give != want:
                    yield OfferTrade(give, want) if form.offer is None else CounterOffer(form.offer, give, want)
