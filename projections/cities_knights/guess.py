"""A guessed state of Cities & Knights from a view: visible parts are exact, hidden parts are placeholders.

The hands of other seats have the right size but arbitrary kinds. Unseen progress cards are in arbitrary places. The
rules can then compute the result of a command, as long as it does not depend on hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from chronik.domain.cities_knights.board import mask
from chronik.domain.cities_knights.cards.kinds import INDEX, KINDS, NOTHING, Counts, Kind, one_kind
from chronik.domain.cities_knights.commands import TRACK, TRACKS, Track
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import ActionPrompt, OfferPrompt, RollPrompt
from chronik.domain.cities_knights.state import (
    OFF_BOARD,
    Dice,
    Harbor,
    Knight,
    Merchant,
    Metropolis,
    Offer,
    Question,
    SeatState,
    State,
)
from chronik.projections.cities_knights.view import CitiesKnightsView

PLENTY = 99


def guess_state(facts: Facts, view: CitiesKnightsView) -> State:
    """Returns a state that fits a view, with placeholders for hidden cards."""
    unseen = _unseen_cards(facts, view)
    seats = tuple(_guess_seat(facts, view, number, unseen) for number in range(len(view.seats)))
    questions = tuple(
        prompt
        for number in range(len(view.seats))
        for prompt in view.seats[number].prompts
        if not isinstance(prompt, RollPrompt | ActionPrompt | OfferPrompt)
    )
    return State(
        options=view.options,
        seats=seats,
        terrain=view.terrain,
        tokens=view.tokens,
        harbors=view.harbors,
        bank=tuple(view.bank.get(kind, PLENTY) for kind in KINDS),
        decks=tuple(tuple(_take_first(unseen[track], view.decks[track])) for track in TRACKS),
        robber=OFF_BOARD if view.robber is UNSET else view.robber,
        awake=view.awake,
        ship=view.ship,
        attacks=view.attacks,
        metropolises=_metropolises(view),
        merchant=None if view.merchant is UNSET else Merchant(view.merchant.seat, view.merchant.hex),
        longest=None if view.longest is UNSET else view.longest,
        phase=view.phase,
        first=view.first,
        active=view.active,
        turn=view.turn,
        dice=None if view.dice is UNSET else Dice(view.dice.red, view.dice.yellow, view.dice.event),
        offers=tuple(_open_offer(number, view) for number in view.offers),
        offered=max(view.offers, default=0),
        fleet=tuple(INDEX[kind] for kind in view.fleet),
        harbor=Harbor(view.harbor, view.harbor_asked),
        cranes=view.cranes,
        stack=(Question(questions),) if questions else (),
    )


def viewing_seat(view: CitiesKnightsView) -> int | None:
    """Returns the seat that a view was built for, or None for a spectator or the referee."""
    seeing = [number for number, seat in view.seats.items() if seat.hand is not UNSET]
    return seeing[0] if len(seeing) == 1 else None


def _guess_seat(facts: Facts, view: CitiesKnightsView, number: int, unseen: Mapping[Track, list[str]]) -> SeatState:
    seat = view.seats[number]
    settlements, sideways = mask(seat.settlements), mask(seat.sideways)
    return SeatState(
        hand=_guess_hand(view, number),
        roads=mask(seat.roads),
        settlements=settlements & ~sideways,
        cities=mask(seat.cities),
        sideways=sideways,
        walls=mask(seat.walls),
        knights=tuple(
            Knight(corner, knight.level, knight.active, knight.ready, knight.promoted)
            for corner, knight in sorted(seat.knights.items())
        ),
        levels=(seat.levels[TRACKS[0]], seat.levels[TRACKS[1]], seat.levels[TRACKS[2]]),
        progress=_guess_progress(view, number, unseen),
        shown=seat.shown,
        defender=seat.defender,
        attempts=seat.attempts,
    )


def _guess_hand(view: CitiesKnightsView, number: int) -> Counts:
    seat = view.seats[number]
    if seat.hand is not UNSET:
        return _counts(seat.hand)
    if view.seen is not UNSET and view.seen.seat == number and view.seen.hand is not UNSET:
        return _counts(view.seen.hand)
    return one_kind(0, seat.cards)


def _guess_progress(view: CitiesKnightsView, number: int, unseen: Mapping[Track, list[str]]) -> tuple[str, ...]:
    seat = view.seats[number]
    if seat.progress is not UNSET:
        return seat.progress
    if view.seen is not UNSET and view.seen.seat == number and view.seen.progress is not UNSET:
        return view.seen.progress
    return tuple(card for track in TRACKS for card in _take_first(unseen[track], seat.progress_counts.get(track, 0)))


def _unseen_cards(facts: Facts, view: CitiesKnightsView) -> Mapping[Track, list[str]]:
    """Returns the progress cards that the view does not show, by deck."""
    known = {card for seat in view.seats.values() for card in (*(seat.progress or ()), *seat.shown)}
    if view.seen is not UNSET:
        known.update(view.seen.progress or ())
    return {track: [card for card in facts.decks[TRACK[track]] if card not in known] for track in TRACKS}


def _take_first(cards: list[str], count: int) -> list[str]:
    taken = cards[:count]
    del cards[:count]
    return taken


def _metropolises(view: CitiesKnightsView) -> tuple[Metropolis | None, Metropolis | None, Metropolis | None]:
    trade, politics, science = (view.metropolises.get(track) for track in TRACKS)
    return (
        Metropolis(trade.seat, trade.corner) if trade else None,
        Metropolis(politics.seat, politics.corner) if politics else None,
        Metropolis(science.seat, science.corner) if science else None,
    )


def _open_offer(number: int, view: CitiesKnightsView) -> Offer:
    offer = view.offers[number]
    counter = None if offer.counter is UNSET else offer.counter
    return Offer(number, offer.seat, _counts(offer.give), _counts(offer.want), offer.open, offer.accepted, counter)


def _counts(cards: Mapping[Kind, int]) -> Counts:
    return tuple(cards.get(kind, 0) for kind in KINDS) if cards else NOTHING
