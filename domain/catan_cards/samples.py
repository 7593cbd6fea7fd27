"""Samples: what stands for each kind of command when a seat asks why it may not do that now.

Cards are those of the own hand, the display, one's own principality and the discard piles; all of it the seat sees.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.catan_cards.cards.kinds import KINDS
from domain.catan_cards.commands import (
    BuildCard,
    Demand,
    PlaceFeeling,
    PlayAlchemist,
    PlayCaravan,
    PlayCard,
    PlayCourage,
    PlayGrowth,
    PlayJoust,
    Side,
)
from domain.catan_cards.facts.load import CardKind, Facts
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.rules.expansions import BUILDABLE
from domain.catan_cards.state import State
from domain.engine.samples import Samples, Values

NO_CARD = "-"
"""Stands for a card that is nowhere."""


def _always(*values: Any) -> Values:
    return lambda state, seat, kind: values


def _lands(state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(land.region for land in state.seats[seat].lands) or (NO_CARD,)


def _trades(state: State, seat: int, kind: type) -> tuple[tuple[str], ...]:
    """One resource at a time out of a region, or into one."""
    return tuple((region,) for region in _lands(state, seat, kind))


def _slots(state: State, seat: int, kind: type) -> range:
    """From two places left of the own principality to two right of it."""
    own = state.seats[seat]
    taken = (*own.roads, *own.settlements, *own.cities) or (0,)
    return range(max(-20, min(taken) - 2), min(20, max(taken) + 2) + 1)


def _hand(state: State, seat: int, kind: type) -> tuple[str, ...]:
    return state.seats[seat].hand or (NO_CARD,)


def _within(state: State, seat: int, kind: type) -> tuple[str, ...]:
    """What lies in the own principality."""
    own = state.seats[seat]
    return (*(one.card for one in own.built), *(one.card for one in own.feelings)) or (NO_CARD,)


def _discarded(state: State, seat: int, kind: type) -> tuple[str, ...]:
    """The discard pile one may fetch from."""
    return state.discards[seat if state.options.mode is Mode.TOURNAMENT else 0] or (NO_CARD,)


def _buildable(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """What is built out of the hand or the display."""
    cards = (*state.seats[seat].hand, *state.display)
    return tuple(card for card in cards if card_of(facts, card).kind in BUILDABLE)


def _actions(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(card for card in state.seats[seat].hand if card_of(facts, card).kind is CardKind.ACTION)


def _feelings(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(card for card in state.seats[seat].hand if card_of(facts, card).kind is CardKind.PUBLIC_FEELING)


def samples(facts: Facts) -> Samples:
    """What the game tries of each kind."""
    plays = (PlayCard, PlayCaravan, PlayCourage, PlayJoust, PlayGrowth, PlayAlchemist)
    return Samples(
        values={
            "slot": _slots,
            "side": _always(*Side),
            "build-card.side": _always(*Side, None),
            "build-card.card": lambda state, seat, kind: _buildable(facts, state, seat, kind) or (NO_CARD,),
            "card": _hand,
            "demolish.card": _within,
            "move-theater.card": _within,
            "move-feeling.card": _within,
            "use-common-land.card": _within,
            "use-hospital.card": _within,
            "fetch-action.card": _discarded,
            "fetch-artwork.card": _discarded,
            "trade-with-bank.give": _always(*KINDS),
            "trade-with-bank.into": _lands,
            "use-common-land.give": _lands,
            "offer-trade.give": _trades,
            "offer-trade.into": _trades,
            "answer-offer.give": _trades,
            "answer-offer.into": _trades,
            "play-caravan.give": _trades,
            "play-caravan.into": _trades,
            "into": _lands,
            "region": _lands,
            "move-theater.source": _lands,
            "number": _always(1),
            "demand": _always(*Demand),
            "knight": _within,
            "stack": _always(*range(1, 7)),
            "under": _always(1),
            "take": _hand,
            "put": _hand,
            "above": _lands,
            "below": _lands,
            "bring-deck.cards": _always({}),
            "bring-deck.events": _always({}),
            "cards": _always(()),
            "stacks": _always(()),
            "regions": _always(()),
            "pay-tax.pay": _always(()),
        },
        apart={
            BuildCard: ("card", partial(_buildable, facts)),
            PlaceFeeling: ("card", partial(_feelings, facts)),
            **{kind: ("card", partial(_actions, facts)) for kind in plays},
        },
        vague=frozenset(
            {
                "card",
                "slot",
                "region",
                "site",
                "free-road",
                "stack",
                "same-kind",
                "pile",
                "not-built",
                "exchange",
                "stored",
                "room",
            }
        ),
    )
