"""Twins of a match of the card game: another history that a viewer cannot distinguish from the real one.

Cards, events and regions that the viewer was never shown change places. In the tournament game the decks of other seats
consist of other cards. Sealed choices that were never revealed are different. Some cards that another seat took from a
stack or put under it are other cards, or were in other places.
"""

from __future__ import annotations

from random import Random

from chronik.domain.engine.game import Game
from chronik.domain.engine.seats import Viewer
from tests.every_game.catan_cards_twins.cards import draw_replacements
from tests.every_game.catan_cards_twins.decks import draw_other_decks, eras_of, has_unseen_theft
from tests.every_game.catan_cards_twins.layouts import draw_other_layouts
from tests.every_game.catan_cards_twins.places import count_shared_entries, move_another_card
from tests.every_game.catan_cards_twins.rewriting import Changes, rewrite_history
from tests.every_game.exits import History

TRIES, MOST_CHANGED = 6, 3


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """Returns the twin; each further change starts from a twin that exists already."""
    eras, spied = eras_of(history, viewer), has_unseen_theft(history, viewer)
    lists, decks = draw_other_decks(history, viewer, eras, rng)
    stands = {era.begins: draw_replacements(era, spied, decks, rng) for era in eras}
    changes = Changes(stands, {**lists, **draw_other_layouts(history, viewer, rng)}, decks)
    twin = rewrite_history(game, history, viewer, changes, [])
    assert twin is not None
    for _ in range(TRIES):
        if len(changes.places) >= MOST_CHANGED or (tried := move_another_card(history, viewer, changes, rng)) is None:
            break
        other = rewrite_history(game, history, viewer, tried, twin[: count_shared_entries(history, changes, tried)])
        if other is not None:
            changes, twin = tried, other
    return twin
