"""Action cards: played, protected against, done; duels and jousts (3.8, 6.3)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from domain.catan_cards.events import CardDone, CardPlayed, DuelRolled, JoustRolled, Protected
from domain.catan_cards.evolve.changes import discarded, left_hand, less
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.principality.totals import points
from domain.catan_cards.state import Playing, State
from domain.engine.area import after


def _card_played(facts: Facts, state: State, event: CardPlayed) -> State:
    own, other = points(facts, state)[:: 1 if event.seat == 0 else -1]
    playing = Playing(event.seat, intern(event.card), event.against, event.knight, behind=own < other)
    lands = less(state.seats[event.seat].lands, event.paid)
    seats = left_hand(state, event.seat, event.card, lands=lands)
    return replace(state, seats=seats, playing=(*state.playing, playing), winner=None)


def _protected(facts: Facts, state: State, event: Protected) -> State:
    seats = left_hand(state, event.seat, event.card)
    return replace(state, seats=seats, playing=(*state.playing, Playing(event.seat, intern(event.card))))


def _card_done(facts: Facts, state: State, event: CardDone) -> State:
    playing = tuple([one for one in state.playing if one.card != event.card])
    return replace(state, playing=playing, discards=discarded(state, event.seat, event.card))


def _duel_rolled(facts: Facts, state: State, event: DuelRolled) -> State:
    return replace(state, winner=event.winner, duels=state.duels + 1)


def _joust_rolled(facts: Facts, state: State, event: JoustRolled) -> State:
    return replace(state, winner=event.winner, jousts=state.jousts + 1)


AFTER = (
    after(CardPlayed, _card_played),
    after(Protected, _protected),
    after(CardDone, _card_done),
    after(DuelRolled, _duel_rolled),
    after(JoustRolled, _joust_rolled),
)
