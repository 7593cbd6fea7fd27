"""Thinking ahead: a bot tries options in its head, and takes the one after which its seat wins most often.

A value is read at the end of a turn that the greedy bot has finished. Right after an option it would mislead, because
unspent cards count for little (docs/value.md). The bot knows only what its seat knows: it deals everything else anew,
and never draws from the match's own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any, TypeVar

from msgspec import Struct

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, Rejected, Step, fold_events
from chronik.domain.engine.sealing import find_owing_seat
from chronik.domain.engine.seats import Seat
from chronik.domain.engine.valuing import Knowledge
from chronik.domain.engine.win_chances import win_chances
from chronik.projections.match.projection import Projection
from chronik.projections.thinking.bot import Bot, Depth
from chronik.projections.thinking.bot_random import Luck

T = TypeVar("T")

MARGIN = 2_000
"""Millionths of win chance by which an option must beat the greedy bot's choice.

Noise alone would otherwise make the bot go round in circles.
"""
LONGEST_TURN = 120
"""The number of commands after which an imagined turn counts as finished."""
MOST_SPARE = 6
"""The factor by which a bot tries few options in more worlds than many."""
DEALS = 40
"""The number of deals that may fail because their hands do not cover the open offers."""
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


class World(Struct, frozen=True):
    """A possible state as a seat knows the match, its chance, and the answers that other seats seal in it.

    If `sealed` is None, no answer is kept for later.
    """

    state: Any
    chance: Chance
    sealed: dict[int, Any] | None = {}


class Thought:
    """The thinking of a bot about one decision of its seat."""

    def __init__(self, bot: Bot, depth: Depth, game: Game, projection: Projection, seat: int, luck: Luck) -> None:
        self.bot, self.depth, self.game, self.projection = bot, depth, game, projection
        self.seat, self.luck = seat, luck
        self.turn = TURNS[game.name]

    def choose(self, state: Any, view: Any, options: Sequence[Any], usual: Any) -> Any:
        """Returns the best option, or the usual answer if none is clearly better or no model fits."""
        tried = list(dict.fromkeys((usual, *self.shortlist(view, options), *self._list_offers(state))))
        values = self.weigh(state, tried)
        best = max(range(len(values)), key=values.__getitem__, default=0)
        return tried[best] if best and values[best] > values[0] + MARGIN else usual

    def weigh(self, state: Any, tried: Sequence[Any]) -> list[int]:
        """Returns the mean win chance after each option, in millionths; nothing without a model.

        The fewer options there are, the more worlds they are tried in. During a turn the worlds come from the same
        random numbers. So the value of the seat's plan changes only with what it learns, and it cannot go round in
        circles.
        """
        spare = self.depth.options // max(1, len(tried))
        most = self.depth.worlds * min(MOST_SPARE, max(1, spare))
        worlds = self.deal_worlds(state, most, self.luck.branch(self.turn(state)))
        return [sum([self.value(world, option) for world in worlds]) // len(worlds) for option in tried if worlds]

    def deal_worlds(self, state: Any, most: int, luck: Luck, steps: Sequence[Step[Any, Any]] = ()) -> list[World]:
        """Returns possible worlds as the seat knows the match after these steps; none without a model."""
        forks = self.game.forks
        if forks is None or win_chances(self.game, state, Knowledge.PUBLIC) is None:
            return []
        try:
            pools = forks.hidden(state, self.seat, steps)
        except Rejected:  # the position cannot be played on from outside, as at a harbor (C-64)
            return []
        restore = (lambda state, world: world) if self.bot.bargaining is None else self.bot.bargaining.restore
        worlds: list[World] = []
        for _ in range(most + DEALS):
            dealt = tuple([_shuffle(sorted(pool), luck) for pool in pools])
            world = restore(state, forks.place(state, self.seat, pools, dealt))
            if world is not None:
                worlds.append(World(world, luck.chance()))
            if len(worlds) == most:
                break
        return worlds

    def _list_offers(self, state: Any) -> Sequence[Any]:
        """Returns offers to try, half as many as options at most."""
        if self.bot.bargaining is None:
            return ()
        return list(islice(dict.fromkeys(self.bot.bargaining.offers(state, self.seat)), self.depth.options // 2))

    def shortlist(self, view: Any, options: Sequence[Any]) -> Sequence[Any]:
        """Returns the options to try: the best by rating, or else as many as possible of each type of command."""
        most = self.depth.options
        if len(options) <= most:
            return options
        if self.bot.rate is not None:
            ratings = self.bot.rate(view, options)
            return [options[at] for at in sorted(range(len(options)), key=lambda at: -ratings[at])[:most]]
        by_type: dict[type, list[Any]] = {}
        for option in _shuffle(options, self.luck):
            by_type.setdefault(type(option), []).append(option)
        rounds = zip_longest(*by_type.values())
        return [option for group in rounds for option in group if option is not None][:most]

    def value(self, world: World, option: Any) -> int:
        """Returns the win chance of the seat, in millionths, at the end of the turn after an option."""
        state = world.state
        try:
            for _, after in self.follow(world, option):
                state = after
        except Rejected:  # the option depends on cards that this world deals elsewhere
            return 0
        found = win_chances(self.game, state, Knowledge.TRUTH)
        return 0 if found is None else found[self.seat]

    def follow(self, world: World, option: Any) -> Iterator[tuple[Sequence[Any], Any]]:
        """Yields the events of an option and of each later command of the turn, with the state after them.

        Raises `Rejected` if the option is illegal in this world.
        """
        events, state = self._play(world.state, self.seat, option, world.chance)
        yield events, state
        yield from self.finish_turn(state, world)

    def finish_turn(self, state: Any, world: World) -> Iterator[tuple[Sequence[Any], Any]]:
        """Yields the events of each command until the turn of the world is over, with the state after them."""
        turn = self.turn(world.state)
        for _ in range(LONGEST_TURN):
            if self.game.outcome(state) is not None or self.turn(state) != turn:
                break
            seat = find_answering_seat(self.bot, state)
            events, state = self._play(state, seat, self._answer(state, seat, world), world.chance)
            yield events, state

    def _answer(self, state: Any, seat: int, world: World) -> Any:
        """Returns the greedy bot's answer. What others seal does not depend on the seat's choice, which is sealed."""
        if world.sealed is None or seat == self.seat or state.prompts is not world.state.prompts:
            return self._find_answer(state, seat)
        if seat not in world.sealed:
            world.sealed[seat] = self._find_answer(state, seat)
        return world.sealed[seat]

    def _find_answer(self, state: Any, seat: int) -> Any:
        options = self.game.options(state, seat)
        if len(options) == 1:
            return options[0]
        if self.bot.foresee is not None:
            return self.bot.foresee(state, seat, options)
        return self.bot.answer(self.projection.view(state, Seat(seat)), options, self.luck)

    def _play(self, state: Any, seat: int, command: Any, chance: Chance) -> tuple[Sequence[Any], Any]:
        events = self.game.decide(state, seat, command, chance)
        return events, fold_events(self.game, state, events)


def find_answering_seat(bot: Bot, state: Any) -> int:
    """Returns the seat that answers next in an imagined state: a seat waits for the answers to its offer."""
    seat = find_owing_seat(state)
    if bot.awaits_answers(state, seat):
        seat = next(prompt.seat for prompt in state.prompts if prompt.seat != seat)
    return seat


def _shuffle(things: Sequence[T], luck: Luck) -> tuple[T, ...]:
    """Returns things in random order."""
    pile = list(things)
    for at in range(len(pile) - 1, 0, -1):
        other = luck.below(at + 1)
        pile[at], pile[other] = pile[other], pile[at]
    return tuple(pile)
