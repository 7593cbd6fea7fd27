"""Forms filled in at random: what a seat can do besides what is listed; the rules may still say no."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from domain.cities_knights.cards.kinds import Counts, counted, of
from domain.cities_knights.commands import CounterOffer, Discard, GiveCards, OfferTrade, TakeCards
from domain.cities_knights.forms import CardsForm, OfferForm

MOST_OFFERED = 2


def filled(form: Any, rng: Random) -> Any:
    """A command of this form."""
    return FILLED[type(form)](form, rng)


def _cards(form: CardsForm, rng: Random) -> Discard | GiveCards | TakeCards:
    held = [kind for kind, count in enumerate(counted(form.among)) for _ in range(count)]
    some = of(_counts(rng.sample(held, form.count)))
    match form.command:
        case "discard":
            return Discard(some)
        case "give-cards":
            return GiveCards(some)
        case _:
            return TakeCards(some)


def _offer(form: OfferForm, rng: Random) -> OfferTrade | CounterOffer:
    held = [kind for kind, count in enumerate(counted(form.give)) for _ in range(count)]
    give = _counts(rng.sample(held, min(len(held), rng.randint(1, MOST_OFFERED))))
    others = [kind for kind, count in enumerate(give) if not count]
    want = _counts(rng.choices(others, k=rng.randint(1, MOST_OFFERED)))
    if form.offer is not None:
        return CounterOffer(form.offer, of(give), of(want))
    to = sorted(rng.sample(form.to, rng.randint(0, len(form.to))))
    return OfferTrade(of(give), of(want), tuple(to))


def _counts(kinds: list[int]) -> Counts:
    return tuple(kinds.count(kind) for kind in range(8))


FILLED: Mapping[type, Callable[[Any, Random], Any]] = {CardsForm: _cards, OfferForm: _offer}
