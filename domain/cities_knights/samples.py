"""Samples: typical commands of each kind, to try when a seat asks why it may not give such a command now.

Places are all places on the board. Cards and knights are those that the seat has, if it has any.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from chronik.domain.cities_knights.board import CORNERS, EDGES, HEXES
from chronik.domain.cities_knights.cards.kinds import KINDS, Cards, Kind, one_kind, to_cards
from chronik.domain.cities_knights.commands import TRACKS, AcceptOffer, BuyLevel, PlayCard, SpendCard
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.samples import Samples, Values, tag_of

NAMES: Mapping[type, str] = {kind: tag_of(kind).removeprefix("play-").replace("-", "_") for kind in get_args(PlayCard)}
"""The name of the progress card that each command plays."""

SINGLES = tuple(to_cards(one_kind(index)) for index in range(len(KINDS)))


def _always(*values: Any) -> Values:
    return lambda state, seat, kind: values


def _others(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(number for number in range(len(state.seats)) if number != seat)


def _knights(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(knight.corner for knight in state.seats[seat].knights) or (0,)


def _squads(state: State, seat: int, kind: type) -> tuple[tuple[int, ...], ...]:
    return tuple((corner,) for corner in _knights(state, seat, kind))


def _kinds_in_hand(state: State, seat: int, kind: type) -> tuple[Kind, ...]:
    return tuple(one for one, count in zip(KINDS, state.seats[seat].hand, strict=True) if count) or KINDS[:1]


def _cards_in_hand(state: State, seat: int, kind: type) -> tuple[Cards, ...]:
    return tuple(SINGLES[KINDS.index(one)] for one in _kinds_in_hand(state, seat, kind))


def _open_or_first_offer(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return _open_offers(state, seat, kind) or (1,)


def _open_offers(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(offer.number for offer in state.offers)


def _progress_in_hand(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """Returns the progress cards in hand that a command of this kind can play."""
    name = NAMES.get(kind)
    return tuple(card for card in state.seats[seat].progress if name in (None, facts.cards[card].name))


def _sample_progress(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """Returns the progress cards in hand that a command of this kind can play, or else one card from the data set."""
    name = NAMES.get(kind)
    some = next(card for card, printed in facts.cards.items() if name in (None, printed.name))
    return _progress_in_hand(facts, state, seat, kind) or (some,)


def samples(facts: Facts) -> Samples:
    """Returns the values to try for the fields of each kind of command."""
    return Samples(
        values={
            "corner": _always(*range(len(CORNERS))),
            "edge": _always(*range(len(EDGES))),
            "hex": _always(*range(len(HEXES))),
            "place-start.edge": _always(0),
            "start": _knights,
            "chase-robber.corner": _knights,
            "track": _always(*TRACKS),
            "deck": _always(*TRACKS),
            "red": _always(1),
            "yellow": _always(1),
            "kind": _always(*KINDS),
            "trade-with-bank.give": _kinds_in_hand,
            "give": _cards_in_hand,
            "take": _always(*SINGLES),
            "want": _always(*SINGLES),
            "offer": _open_or_first_offer,
            "seat": _others,
            "card": partial(_sample_progress, facts),
            "discard-progress.cards": lambda state, seat, kind: tuple(
                (card,) for card in _sample_progress(facts, state, seat, kind)
            ),
            "cards": _always(Cards()),
            "hexes": _always((0, 1)),
            "corners": _squads,
        },
        variants={
            BuyLevel: ("track", _always(*TRACKS)),
            AcceptOffer: ("offer", _open_offers),
            **{kind: ("card", partial(_progress_in_hand, facts)) for kind in (*NAMES, SpendCard)},
        },
        vague=frozenset({"corner", "edge", "hex", "knight", "terms", "offer", "card-kind", "tokens", "open-road"}),
    )
