"""Sample commands of each kind, which are tried when a seat asks why it may not send such a command now.

Cards come from the seat's hand, the display, its principality and the discard piles; the seat sees all of them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from chronik.domain.catan_cards.cards.kinds import KINDS
from chronik.domain.catan_cards.commands import (
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
from chronik.domain.catan_cards.facts.load import CardKind, Facts
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.rules.expansions import BUILDABLE
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.samples import Samples, Values

NO_CARD = "-"
"""A placeholder for a card that does not exist."""


def _always(*values: Any) -> Values:
    return lambda state, seat, kind: values


def _lands(state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(land.region for land in state.seats[seat].lands) or (NO_CARD,)


def _trades(state: State, seat: int, kind: type) -> tuple[tuple[str], ...]:
    """Returns each of the seat's regions alone, as one side of a trade of a single resource."""
    return tuple((region,) for region in _lands(state, seat, kind))


def _slots(state: State, seat: int, kind: type) -> range:
    """Returns the slots from two places left of the seat's principality to two places right of it."""
    own = state.seats[seat]
    taken = (*own.roads, *own.settlements, *own.cities) or (0,)
    return range(max(-20, min(taken) - 2), min(20, max(taken) + 2) + 1)


def _hand(state: State, seat: int, kind: type) -> tuple[str, ...]:
    return state.seats[seat].hand or (NO_CARD,)


def _in_principality(state: State, seat: int, kind: type) -> tuple[str, ...]:
    """Returns the cards in the seat's principality."""
    own = state.seats[seat]
    return (*(one.card for one in own.built), *(one.card for one in own.feelings)) or (NO_CARD,)


def _discard_pile(state: State, seat: int, kind: type) -> tuple[str, ...]:
    """Returns the discard pile from which the seat may fetch cards."""
    return state.discards[seat if state.options.mode is Mode.TOURNAMENT else 0] or (NO_CARD,)


def _buildable_cards(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """Returns the cards in the hand and the display that can be built."""
    cards = (*state.seats[seat].hand, *state.display)
    return tuple(card for card in cards if card_of(facts, card).kind in BUILDABLE)


def _action_cards(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(card for card in state.seats[seat].hand if card_of(facts, card).kind is CardKind.ACTION)


def _feeling_cards(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    return tuple(card for card in state.seats[seat].hand if card_of(facts, card).kind is CardKind.PUBLIC_FEELING)


def samples(facts: Facts) -> Samples:
    """Returns the values to try for each field of a command."""
    plays = (PlayCard, PlayCaravan, PlayCourage, PlayJoust, PlayGrowth, PlayAlchemist)
    return Samples(
        values={
            "slot": _slots,
            "side": _always(*Side),
            "build-card.side": _always(*Side, None),
            "build-card.card": lambda state, seat, kind: _buildable_cards(facts, state, seat, kind) or (NO_CARD,),
            "card": _hand,
            "demolish.card": _in_principality,
            "move-theater.card": _in_principality,
            "move-feeling.card": _in_principality,
            "use-common-land.card": _in_principality,
            "use-hospital.card": _in_principality,
            "fetch-action.card": _discard_pile,
            "fetch-artwork.card": _discard_pile,
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
            "knight": _in_principality,
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
        variants={
            BuildCard: ("card", partial(_buildable_cards, facts)),
            PlaceFeeling: ("card", partial(_feeling_cards, facts)),
            **{kind: ("card", partial(_action_cards, facts)) for kind in plays},
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
