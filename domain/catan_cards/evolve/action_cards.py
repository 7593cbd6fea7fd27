"""Applies the events of action cards: playing, protecting, resolving; duels and jousts (3.8, 6.3)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from chronik.domain.catan_cards.events import CardDone, CardPlayed, DuelRolled, JoustRolled, Protected
from chronik.domain.catan_cards.evolve.changes import discard, remove_from_hand, subtract_resources
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.totals import points
from chronik.domain.catan_cards.state import Playing, State
from chronik.domain.engine.area import on_event


def _apply_card_played(facts: Facts, state: State, event: CardPlayed) -> State:
    own, other = points(facts, state)[:: 1 if event.seat == 0 else -1]
    playing = Playing(event.seat, intern(event.card), event.against, event.knight, behind=own < other)
    lands = subtract_resources(state.seats[event.seat].lands, event.paid)
    seats = remove_from_hand(state, event.seat, event.card, lands=lands)
    return replace(state, seats=seats, playing=(*state.playing, playing), winner=None)


def _apply_protected(facts: Facts, state: State, event: Protected) -> State:
    seats = remove_from_hand(state, event.seat, event.card)
    return replace(state, seats=seats, playing=(*state.playing, Playing(event.seat, intern(event.card))))


def _apply_card_done(facts: Facts, state: State, event: CardDone) -> State:
    playing = tuple([one for one in state.playing if one.card != event.card])
    return replace(state, playing=playing, discards=discard(state, event.seat, event.card))


def _apply_duel_rolled(facts: Facts, state: State, event: DuelRolled) -> State:
    return replace(state, winner=event.winner, duels=state.duels + 1)


def _apply_joust_rolled(facts: Facts, state: State, event: JoustRolled) -> State:
    return replace(state, winner=event.winner, jousts=state.jousts + 1)


AFTER = (
    on_event(CardPlayed, _apply_card_played),
    on_event(Protected, _apply_protected),
    on_event(CardDone, _apply_card_done),
    on_event(DuelRolled, _apply_duel_rolled),
    on_event(JoustRolled, _apply_joust_rolled),
)
