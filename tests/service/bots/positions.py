"""Positions of matches between greedy bots, for tests of what bots choose there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import fold_events
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.sealing import find_owing_seat
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import choose_answer
from chronik.service.bots.levels import bot


def play_to(name: str, seats: int, decisions: Collection[int]) -> list[tuple[Any, int]]:
    """Returns the state and the asked seat at some decisions of a match; those with one option do not count."""
    game, projection, greedy = game_named(name), projection_of(name), bot(name, "greedy")
    chance, found, number = Chance(b"\x05" * 32), list[tuple[Any, int]](), 0
    options: Any = msgspec.json.decode(options_of(game, {}), type=game.options_type)
    state: Any = game.opening(options, seats)
    events: Any = game.deal(state, chance)
    while True:
        state = fold_events(game, state, events)
        seat = find_owing_seat(state)
        if len(game.options(state, seat)) > 1:
            number += 1
            if number in decisions:
                found.append((state, seat))
            if number == max(decisions):
                return found
        command = choose_answer(greedy, game, projection, state, seat, Luck(name, seat, number))
        events = game.decide(state, seat, command, chance)
