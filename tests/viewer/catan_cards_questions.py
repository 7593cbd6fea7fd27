"""A moment of each kind of question of the Catan card game, and a line of each form, from a few matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter
from random import Random
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    NamePrompt,
    ReceivePrompt,
    ScoutPrompt,
    SpyPrompt,
    TakeUnitPrompt,
    UnitPrompt,
    Why,
)
from chronik.domain.catan_cards.state import Built, Phase
from chronik.domain.catan_cards.state import Question as StackedQuestion
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.games import game
from chronik.projections.games import projection
from tests.viewer.questions import ME, Question, fullness, question, tag

NAME = "catan_cards"
MODES = ({"mode": "tournament"}, {"mode": "extended"})
MATCHES = (33, 2, 1, 3)
"""In these matches every question and event occurs that random play without undos can reach."""

LOVED = ("build-road", "build-settlement", "build-city", "build-card", "play-card", "play-courage", "play-joust")
UNITS = (("knight_karl-1", 1, Side.ABOVE), ("knight_falk-1", 1, Side.BELOW), ("fleet_wool-1", -1, Side.ABOVE))
RARE = (
    ReceivePrompt(ME, 1 - ME, Kind.ORE, "mountains_3_b", Why.MERCHANT),
    SpyPrompt(ME, 1 - ME),
    UnitPrompt(ME, 1 - ME),
    ScoutPrompt(ME, 4),
    NamePrompt(ME, 1 - ME, 2),
    TakeUnitPrompt(ME, 1 - ME, ("knight_karl-1", "fleet_wool-1")),
)
STEPS = 1000
"""The most commands of a match before the next one is played."""


class Played(Struct, frozen=True):
    """Results of a few matches: the first state with each kind of question, a line of each form,
    and the states with the most to press, with a measure of how much that is.
    """

    asked: dict[str, Any]
    lines: dict[str, Any]
    fullest: dict[str, tuple[int, Any]]


@cache
def played() -> Played:
    """Plays the matches once."""
    rules, line = game(NAME), projection(NAME).line
    found = Played({}, {}, {})
    for seed in MATCHES:
        for state, events in _moments(rules, seed, MODES[seed % 2]):
            for one in (to_builtins(line(event)) for event in events):
                found.lines.setdefault(_form(one), one)
            for prompt in state.prompts:
                if prompt.seat == ME:
                    kind = tag(prompt)
                    found.asked.setdefault(kind, state)
                    found.fullest[kind] = max(
                        found.fullest.get(kind, (0, state)), (fullness(rules, state), state), key=itemgetter(0)
                    )
    return found


@cache
def questions() -> dict[str, Question]:
    """Returns every kind of question: as first asked in a few matches, or arranged if it is asked too rarely."""
    found = dict(played().asked)
    for asked in RARE:
        if tag(asked) not in found:
            found[tag(asked)] = _laid_out(found["act"], asked)
    return {kind: question(NAME, kind, state) for kind, state in sorted(found.items())}


@cache
def fullest() -> dict[str, Question]:
    """Returns every kind of question with the most to press; for actions, a position with plenty of everything."""
    found = {kind: question(NAME, kind, state) for kind, (_, state) in played().fullest.items()}
    found["act"] = question(NAME, "act", _plenty(found["act"].state))
    return dict(sorted((questions() | found).items()))


def with_a_choice_of_payment() -> Question:
    """Returns the actions of a seat that can build an Abbey on several sites and pay its lumber from two forests."""
    state = questions()["steal-card"].state
    seats = [
        replace(seat, lands=tuple(replace(land, stored=2) for land in seat.lands), hand=()) for seat in state.seats
    ]
    abbey = next(card for stack in state.stacks for card in stack if card.startswith("abbey"))
    seats[ME] = replace(seats[ME], hand=(abbey,))
    here = replace(state, seats=tuple(seats), stack=(), revealed=None, phase=Phase.ACTIONS, prompts=(ActionPrompt(ME),))
    return question(NAME, "act", here)


def _plenty(state: Any) -> Any:
    """Returns a state in which the seat has six cards, and two resources in each region."""
    seats = list(state.seats)
    mine = seats[ME]
    hand = (*mine.hand, *{card.split("-")[0]: card for stack in state.stacks for card in stack}.values())[:6]
    seats[ME] = replace(mine, lands=tuple(replace(land, stored=2) for land in mine.lands), hand=hand)
    return replace(state, seats=tuple(seats))


def _form(line: Any) -> str:
    """Returns the form of a line: its key and parameters, without most of their values."""
    params = line.get("params", {})
    told = (params.get("prompt"), params.get("why"), params.get("demand"), "seat" in line)
    return f"{line['key']} {sorted(params)} {told}"


def _laid_out(state: Any, asked: Any) -> Any:
    """Returns a state with units in which another question is asked."""
    units = tuple(Built(card, slot, side) for card, slot, side in UNITS)
    seats = tuple(replace(seat, built=units) for seat in state.seats)
    return replace(state, seats=seats, stack=(*state.stack, StackedQuestion((asked,))), prompts=(asked,))


def _moments(rules: Any, seed: int, options: dict[str, Any]) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yields the moments of a match, each with the events that led there."""
    luck, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = rules.opening(convert(options, rules.options_type), 2)
    events = rules.deal(state, chance)
    for _ in range(STEPS):
        for event in events:
            state = rules.evolve(state, event)
        yield state, events
        if rules.outcome(state) is not None:
            return
        seat = luck.choice([prompt.seat for prompt in state.prompts])
        events = _offered(rules, state, seat, luck, chance) or rules.decide(
            state, seat, _liked(rules, state, seat, luck), chance
        )


def _liked(rules: Any, state: Any, seat: int, luck: Random) -> Any:
    listed = list(rules.options(state, seat))
    loved = [command for command in listed if tag(command) in LOVED]
    ending = [command for command in listed if tag(command) == "end-actions"]
    return luck.choice(loved or (ending if luck.random() < 0.5 else []) or listed)


def _offered(rules: Any, state: Any, seat: int, luck: Random, chance: Chance) -> Any:
    """Returns now and then an offer of one resource for another that the other player has; otherwise None."""
    for form in map(to_builtins, rules.forms(state, seat)):
        if form["t"] == "trade" and form["command"] == "offer-trade" and form["give"] and form["into"]:
            wanted = {"t": "offer-trade", "give": [luck.choice(form["give"])], "into": [luck.choice(form["into"])]}
            try:
                return rules.decide(state, seat, convert(wanted, rules.command_type), chance)
            except Rejected:
                return None
    return None
