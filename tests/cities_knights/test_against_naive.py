"""Random matches, compared with a second, naive implementation of the rule book (`naive*.py`)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from chronik.domain.cities_knights.cards.kinds import Cards
from chronik.domain.cities_knights.cards.multisets import Choices
from chronik.domain.cities_knights.commands import (
    AcceptOffer,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    OfferTrade,
    Retreat,
    WithdrawOffer,
)
from chronik.domain.cities_knights.events import DiceRolled, Event, LongestRoadPassed, Produced, QuestionsAsked, Resumed
from chronik.domain.cities_knights.prompts import (
    ActionPrompt,
    DeserterPrompt,
    OfferPrompt,
    PillagePrompt,
    RetreatPrompt,
)
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from tests.cities_knights import naive
from tests.cities_knights.naive import Map
from tests.cities_knights.naive_plays import list_legal
from tests.cities_knights.naive_positions import random_position
from tests.cities_knights.naive_roll import Script, roll
from tests.support.cities_knights.table import FACTS, GAME, check_conserved

OFFERS = (OfferTrade, CounterOffer, AcceptOffer, DeclineOffer, ConfirmTrade, WithdrawOffer)
UNSETTLED = (RetreatPrompt, DeserterPrompt, PillagePrompt)


class Match:
    """A match with random options, position and answers, compared after every event."""

    def __init__(self, number: int) -> None:
        self.random, self.chance = Random(number), Chance(number.to_bytes(32, "big"))
        self.state = random_position(self.random)
        self.script: Script | None = None
        self.awaited: Any = None
        self.settled: Any = None
        self.longest = self.state.longest
        self.seen: Counter[Any] = Counter()
        self.compare()

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.state.outcome:
                return
            prompt = self.random.choice(self.state.prompts)
            command = self.command(prompt.seat)
            self.seen[type(command)] += 1
            self.add(GAME.decide(self.state, prompt.seat, command, self.chance))
            self.compare()

    def command(self, seat: int) -> Any:
        """Returns a random command: first its kind is chosen, then one of that kind; sometimes an offer."""
        if self.random.random() < 0.1 and (offer := self.offer(seat)) is not None:
            return offer
        offered = GAME.options(self.state, seat)
        if isinstance(offered, Choices):
            return offered[self.random.randrange(len(offered))]
        kind = self.random.choice(sorted({type(command).__name__ for command in offered}))
        return self.random.choice([command for command in offered if type(command).__name__ == kind])

    def offer(self, seat: int) -> Any:
        kinds = self.random.sample(naive.KINDS, 2)
        give, want = Cards(**{kinds[0]: 1}), Cards(**{kinds[1]: 1})
        prompt = next(prompt for prompt in self.state.prompts if prompt.seat == seat)
        command: Any = OfferTrade(give, want)
        if isinstance(prompt, OfferPrompt):
            command = CounterOffer(prompt.offer, give, want)
        try:
            GAME.decide(self.state, seat, command, self.chance)
        except Rejected:
            return None
        return command

    def add(self, events: tuple[Event, ...]) -> None:
        for event in events:
            before, self.state = self.state, GAME.evolve(self.state, event)
            self.seen[type(event)] += 1
            if isinstance(event, DiceRolled):
                self.script = roll(lambda: self.state)
                self.awaited = next(self.script)
            elif self.script is not None and not isinstance(event, LongestRoadPassed):
                self.follow(self.script, before, event)
            check_conserved(self.state)

    def follow(self, script: Script, before: State, event: Event) -> None:
        """Compares an event of the roll with the script; the script sees its changes only afterwards."""
        awaited = self.awaited
        if isinstance(event, Resumed) and awaited is not object:
            return
        if isinstance(awaited, type):
            assert isinstance(event, awaited), (awaited, event)
        elif isinstance(event, QuestionsAsked):
            assert event.prompts == awaited.prompts, (awaited, event)
        else:
            assert event == awaited
        try:
            self.awaited = script.send(event)
        except StopIteration:
            self.script = None

    def compare(self) -> None:
        """Compares the state between two commands."""
        state = self.state
        assert not list(naive.find_broken_invariants(state))
        seats = range(len(state.seats))
        assert points(FACTS, state) == tuple(naive.points(state, seat) for seat in seats)
        asked = [prompt for question in state.stack for prompt in question.asks]
        if not any(isinstance(prompt, UNSETTLED) for prompt in asked):
            assert state.longest == self.award()
        enough = naive.points(state, state.active) >= state.options.victory_points
        assert (state.outcome is not None) == (enough and not asked)
        for prompt in state.prompts:
            self.seen[type(prompt)] += 1
            if isinstance(prompt, ActionPrompt):
                self.compare_options(prompt.seat)
            elif isinstance(prompt, RetreatPrompt):
                refuges = [
                    corner for corner in Map(state).reach(prompt.start, prompt.seat) if Map(state).owner(corner) is None
                ]
                assert sorted(refuges) == [
                    command.corner for command in GAME.options(state, prompt.seat) if isinstance(command, Retreat)
                ]

    def award(self) -> int | None:
        """Returns the holder of the longest road, computed again only if roads or pieces changed."""
        pieces = [(seat.roads, seat.buildings, [one.corner for one in seat.knights]) for seat in self.state.seats]
        if pieces != self.settled:
            self.settled, self.longest = pieces, naive.award_holder(self.state, self.longest)
        return self.longest

    def compare_options(self, seat: int) -> None:
        offered = [repr(command) for command in GAME.options(self.state, seat) if not isinstance(command, OFFERS)]
        assert sorted(offered) == sorted(map(repr, list_legal(self.state, seat)))


@pytest.mark.parametrize("number", range(8))
def test_random_matches_agree_with_a_naive_reading_of_the_rules(number: int) -> None:
    """R5.3, R6.1 to R17.3, 1.19: prompts, events of rolls, options and points agree."""
    seen: Counter[Any] = Counter()
    for each in range(8):
        match = Match(12 * number + each)
        match.play(25)
        seen += match.seen
    assert seen[Produced] > 10
    assert seen[ActionPrompt] > 50
