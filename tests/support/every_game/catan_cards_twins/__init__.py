"""Twins of a match of the card game: another history that a viewer could not tell from what it has seen.

Cards, events and regions that the viewer was never shown change places; in the tournament game the decks of others are
made of other cards. What was sealed and never shown is sealed otherwise. And where somebody else took a card out of a
stack, or put one under it, it was now and then another one, or it lay elsewhere.
"""

from __future__ import annotations

from random import Random

from domain.engine.game import Game
from domain.engine.seats import Viewer
from tests.support.every_game.catan_cards_twins.cards import stands_of
from tests.support.every_game.catan_cards_twins.decks import eras_of, other_decks, spied_out
from tests.support.every_game.catan_cards_twins.layouts import other_layouts
from tests.support.every_game.catan_cards_twins.places import moved_otherwise, shared
from tests.support.every_game.catan_cards_twins.retelling import Anew, retold
from tests.support.every_game.exits import History

TRIES, MOST_CHANGED = 6, 3


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """The twin; what is tried otherwise in one that is told already is told from there on."""
    eras, spied = eras_of(history, viewer), spied_out(history, viewer)
    lists, decks = other_decks(history, viewer, eras, rng)
    stands = {era.begins: stands_of(era, spied, decks, rng) for era in eras}
    anew = Anew(stands, {**lists, **other_layouts(history, viewer, rng)}, decks)
    twin = retold(game, history, viewer, anew, [])
    assert twin is not None
    for _ in range(TRIES):
        if len(anew.places) >= MOST_CHANGED or (tried := moved_otherwise(history, viewer, anew, rng)) is None:
            break
        other = retold(game, history, viewer, tried, twin[: shared(history, anew, tried)])
        if other is not None:
            anew, twin = tried, other
    return twin
