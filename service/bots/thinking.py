"""Thinking ahead: a bot tries options in its head, and takes the one after which its seat wins most often.

A value is read at the end of a turn that the greedy bot has finished. Right after an option it would mislead, because
unspent cards count for little (docs/value.md). The bot knows only what its seat knows: it deals everything else anew,
and never draws from the match's own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, Rejected, fold_events
from chronik.domain.engine.sealing import find_owing_seat
from chronik.domain.engine.seats import Seat
from chronik.domain.engine.valuing import Knowledge
from chronik.domain.engine.win_chances import win_chances
from chronik.projections.match.projection import Projection
from chronik.service.bots.bot import Bot, Depth
from chronik.service.bots.bot_random import Luck

MARGIN = 2_000
"""Millionths of win chance, summed over the worlds, by which an option must beat the greedy bot's choice.

Noise alone would otherwise make the bot go round in circles.
"""
LONGEST_TURN = 120
"""The number of commands after which an imagined turn counts as finished."""
TURNS: Mapping[str, Callable[[Any], Hashable]] = {
    "katharina": lambda state: (state.decade, state.round),
    "cities_knights": lambda state: state.turn,
    "catan_cards": lambda state: state.turn,
}
"""What identifies the turn of a state, or the round if all seats act at the same time, by game."""


def choose_answer(bot: Bot, game: Game, projection: Projection, state: Any, seat: int, luck: Luck) -> Any:
    """Returns the command of a bot for a seat that owes an answer."""
    options = game.options(state, seat)
    view = projection.view(state, Seat(seat)) if bot.needs_view else None
    usual = bot.answer(view, options, luck)
    if bot.depth is None or len(options) == 1:
        return usual
    return Thought(bot, bot.depth, game, projection, seat, luck).choose(state, view, options, usual)


class Thought:
    """The thinking of a bot about one decision of its seat."""

    def __init__(self, bot: Bot, depth: Depth, game: Game, projection: Projection, seat: int, luck: Luck) -> None:
        self.bot, self.depth, self.game, self.projection = bot, depth, game, projection
        self.seat, self.luck = seat, luck
        self.turn = TURNS[game.name]

    def choose(self, state: Any, view: Any, options: Sequence[Any], usual: Any) -> Any:
        """Returns the best option, or the usual answer if none is clearly better or no model fits."""
        tried = [usual, *(option for option in self._shortlist(view, options) if option != usual)]
        values = self.weigh(state, tried)
        best = max(range(len(values)), key=values.__getitem__, default=0)
        return tried[best] if best and values[best] > values[0] + MARGIN * self.depth.worlds else usual

    def weigh(self, state: Any, tried: Sequence[Any]) -> list[int]:
        """Returns the win chance after each option, in millionths summed over the worlds; nothing without a model."""
        worlds = self.deal_worlds(state)
        return [sum([self._value(world, chance, option) for world, chance in worlds]) for option in tried if worlds]

    def deal_worlds(self, state: Any) -> list[tuple[Any, Chance]]:
        """Returns possible states as the seat knows the match, each with a chance of its own; none without a model."""
        forks = self.game.forks
        if forks is None or win_chances(self.game, state, Knowledge.PUBLIC) is None:
            return []
        try:
            pools = forks.hidden(state, self.seat, ())
        except Rejected:  # the position cannot be played on from outside, as at a harbor (C-64)
            return []
        worlds: list[tuple[Any, Chance]] = []
        for _ in range(self.depth.worlds):
            dealt = tuple([self._shuffle(pool) for pool in pools])
            worlds.append((forks.place(state, self.seat, pools, dealt), Chance(self._seed())))
        return worlds

    def _shortlist(self, view: Any, options: Sequence[Any]) -> Sequence[Any]:
        """Returns the options to try: the best by rating, or else some at random."""
        most = self.depth.options
        if len(options) <= most:
            return options
        if self.bot.rate is None:
            drawn: dict[int, None] = {}
            while len(drawn) < most:
                drawn[self.luck.below(len(options))] = None
            return [options[at] for at in drawn]
        ratings = self.bot.rate(view, options)
        return [options[at] for at in sorted(range(len(options)), key=lambda at: -ratings[at])[:most]]

    def _value(self, world: Any, chance: Chance, option: Any) -> int:
        """Returns the win chance of the seat, in millionths, at the end of the turn after an option."""
        try:
            state = self._finish_turn(self._play(world, self.seat, option, chance), self.turn(world), chance)
        except Rejected:  # the option depends on cards that this world deals elsewhere
            return 0
        found = win_chances(self.game, state, Knowledge.TRUTH)
        return 0 if found is None else found[self.seat]

    def _finish_turn(self, state: Any, turn: Hashable, chance: Chance) -> Any:
        for _ in range(LONGEST_TURN):
            if self.game.outcome(state) is not None or self.turn(state) != turn:
                break
            state = self._answer(state, chance)
        return state

    def _answer(self, state: Any, chance: Chance) -> Any:
        """Returns the state after the next answer that is owed, which the greedy bot gives."""
        seat = find_owing_seat(state)
        options = self.game.options(state, seat)
        if len(options) == 1:
            return self._play(state, seat, options[0], chance)
        command = self.bot.answer(self.projection.view(state, Seat(seat)), options, self.luck)
        return self._play(state, seat, command, chance)

    def _play(self, state: Any, seat: int, command: Any, chance: Chance) -> Any:
        return fold_events(self.game, state, self.game.decide(state, seat, command, chance))

    def _shuffle(self, pool: Sequence[str]) -> tuple[str, ...]:
        """Returns the things of a pool in random order, whatever their present order is."""
        things = sorted(pool)
        for at in range(len(things) - 1, 0, -1):
            other = self.luck.below(at + 1)
            things[at], things[other] = things[other], things[at]
        return tuple(things)

    def _seed(self) -> bytes:
        return self.luck.below(1 << 256).to_bytes(32, "big")
