"""The questions of a roll: exactly the offered answers are accepted (1.19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import KINDS
from chronik.domain.cities_knights.commands import (
    TRACKS,
    ChooseCity,
    ChooseDeck,
    ChooseVictim,
    Command,
    DiscardProgress,
    MoveRobber,
    PlayAlchemist,
    Roll,
    TakeResource,
)
from chronik.domain.cities_knights.decide import PLAYS
from chronik.domain.cities_knights.facts.rulesets import Ruleset
from chronik.domain.cities_knights.prompts import (
    ActionPrompt,
    AqueductPrompt,
    DeckPrompt,
    DiscardPrompt,
    OverflowPrompt,
    PillagePrompt,
    Prompt,
    RobberPrompt,
    RollPrompt,
    VictimPrompt,
)
from chronik.domain.cities_knights.rules.progress.playing import distinct_cards
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from tests.support.cases import for_each
from tests.support.cities_knights.table import FACTS, GAME, check_conserved

CHOSEN = (
    "pillage_without_settlement",
    "defender_zero_tie",
    "defender_cards",
    "progress_overflow",
    "robber_start",
    "robber_before_first_attack",
    "friendly_robber",
    "aqueduct_decline",
    "sevens_before_first_attack",
    "commodity_bank",
)


def list_all_answers(state: State, prompt: Prompt) -> Iterable[Command]:
    """Returns all commands of the kind that answers this prompt; equal cards are tried only once."""
    held = [one for seat in state.seats for one in seat.progress]
    match prompt:
        case RollPrompt():
            lowest = [one for _, one in distinct_cards(FACTS, state.seats[prompt.seat].progress)]
            sets = [PlayAlchemist(one, red, yellow) for one in lowest for red in range(1, 7) for yellow in range(1, 7)]
            return [Roll(), *sets]
        case RobberPrompt():
            return map(MoveRobber, range(19))
        case VictimPrompt():
            return map(ChooseVictim, range(len(state.seats)))
        case PillagePrompt():
            return map(ChooseCity, range(54))
        case DeckPrompt():
            return map(ChooseDeck, TRACKS)
        case OverflowPrompt():
            return [DiscardProgress(cards) for count in (1, 2) for cards in permutations(held, count)]
        case AqueductPrompt():
            return map(TakeResource, (*KINDS, None))
        case _:
            return ()


def is_accepted(state: State, seat: int, command: Command, chance: Chance) -> bool:
    try:
        GAME.decide(state, seat, command, chance)
    except Rejected:
        return False
    return True


def play_random_match(number: int, steps: int) -> Counter[type]:
    """Plays a match with random options and answers; returns how often each prompt was asked."""
    random, chance = Random(number), Chance(number.to_bytes(32, "big"))
    values: dict[str, Any] = {name: random.choice(FACTS.options[name].values) for name in CHOSEN}
    options = convert({**values, "victory_points": 30, "grace_rounds": random.choice((0, 0, 1))}, Ruleset)
    state = GAME.opening(options, random.choice((2, 3, 4)))
    for event in GAME.deal(state, chance):
        state = GAME.evolve(state, event)
    able = tuple([replace(seat, levels=(3, 3, 3)) for seat in state.seats])  # so that gates and aqueducts matter
    state = replace(state, seats=able)
    seen: Counter[type] = Counter()
    for _ in range(steps):
        if state.outcome:
            break
        prompt = random.choice(state.prompts)
        seat, offered = prompt.seat, GAME.options(state, prompt.seat)
        if seen[type(prompt)] < 10:
            seen[type(prompt)] += 1
            if tried := list(list_all_answers(state, prompt)):
                found = [command for command in offered if type(command) not in PLAYS]
                assert [command for command in tried if is_accepted(state, seat, command, chance)] == sorted(
                    found, key=tried.index
                )
            assert is_accepted(state, seat, GAME.default(state, seat), chance)
            assert not isinstance(prompt, ActionPrompt) or GAME.default(state, seat) in offered
        for event in GAME.decide(state, seat, random.choice(offered), chance):
            state = GAME.evolve(state, event)
        check_conserved(state)
    return seen


@for_each("number", range(12))
def test_options_during_a_roll_are_exactly_the_accepted_answers(number: int) -> None:
    """1.19."""
    seen = play_random_match(number, 500)
    assert {RollPrompt, ActionPrompt} <= set(seen)


def test_random_matches_ask_every_question_of_a_roll() -> None:
    """R8, R9, R13.2, R7.4: otherwise the test above would check nothing."""
    asked = sum((play_random_match(number, 1500) for number in (101, 102, 103)), Counter())
    assert set(asked) >= {
        DiscardPrompt,
        RobberPrompt,
        VictimPrompt,
        PillagePrompt,
        DeckPrompt,
        AqueductPrompt,
        OverflowPrompt,
    }
