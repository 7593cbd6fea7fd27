"""Samples: what stands for each kind of command when a seat asks why it may not do that now.

Places are all places of the board; what a seat names of its own it has in hand or on the board, if it has any.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from domain.cities_knights.board import CORNERS, EDGES, HEXES
from domain.cities_knights.cards.kinds import KINDS, Cards, Kind, of, single
from domain.cities_knights.commands import TRACKS, AcceptOffer, BuyLevel, PlayCard, SpendCard
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.state import State
from domain.engine.samples import Samples, Values, tag_of

NAMES: Mapping[type, str] = {kind: tag_of(kind).removeprefix("play-").replace("-", "_") for kind in get_args(PlayCard)}
"""By the command that plays it, the name of a progress card."""

SINGLES = tuple(of(single(index)) for index in range(len(KINDS)))


def _always(*values: Any) -> Values:
    return lambda state, seat, kind: values


def _others(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(number for number in range(len(state.seats)) if number != seat)


def _knights(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(knight.corner for knight in state.seats[seat].knights) or (0,)


def _squads(state: State, seat: int, kind: type) -> tuple[tuple[int, ...], ...]:
    return tuple((corner,) for corner in _knights(state, seat, kind))


def _held_kinds(state: State, seat: int, kind: type) -> tuple[Kind, ...]:
    return tuple(one for one, count in zip(KINDS, state.seats[seat].hand, strict=True) if count) or KINDS[:1]


def _held_single(state: State, seat: int, kind: type) -> tuple[Cards, ...]:
    return tuple(SINGLES[KINDS.index(one)] for one in _held_kinds(state, seat, kind))


def _offers(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return _standing(state, seat, kind) or (1,)


def _standing(state: State, seat: int, kind: type) -> tuple[int, ...]:
    return tuple(offer.number for offer in state.offers)


def _in_hand(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """The cards in hand that a command plays."""
    name = NAMES.get(kind)
    return tuple(card for card in state.seats[seat].progress if name in (None, facts.cards[card].name))


def _cards(facts: Facts, state: State, seat: int, kind: type) -> tuple[str, ...]:
    """The cards in hand that a command plays, or one that lies elsewhere."""
    name = NAMES.get(kind)
    some = next(card for card, printed in facts.cards.items() if name in (None, printed.name))
    return _in_hand(facts, state, seat, kind) or (some,)


def samples(facts: Facts) -> Samples:
    """What the game tries of each kind."""
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
            "trade-with-bank.give": _held_kinds,
            "give": _held_single,
            "take": _always(*SINGLES),
            "want": _always(*SINGLES),
            "offer": _offers,
            "seat": _others,
            "card": partial(_cards, facts),
            "discard-progress.cards": lambda state, seat, kind: tuple(
                (card,) for card in _cards(facts, state, seat, kind)
            ),
            "cards": _always(Cards()),
            "hexes": _always((0, 1)),
            "corners": _squads,
        },
        apart={
            BuyLevel: ("track", _always(*TRACKS)),
            AcceptOffer: ("offer", _standing),
            **{kind: ("card", partial(_in_hand, facts)) for kind in (*NAMES, SpendCard)},
        },
        vague=frozenset({"corner", "edge", "hex", "knight", "terms", "offer", "card-kind", "tokens", "open-road"}),
    )
