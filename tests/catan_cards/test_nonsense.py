"""Made-up commands: refused by a known rule, or equivalent to a listed one (E3, E4)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from os import environ
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import ValidationError
from msgspec.structs import asdict, replace

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import Command, Demolish, EndActions, Side
from chronik.domain.catan_cards.facts.rulesets import DeckSource, Mode, Ruleset
from chronik.domain.catan_cards.game import game
from chronik.domain.catan_cards.refusals import REFUSALS
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from tests.support.catan_cards.memory import assert_memories_true
from tests.support.catan_cards.table import FACTS, all_cards, assert_conserved

GAME = game(FACTS)
MATCHES = 20 if environ.get("CHRONIK_LONG") else 1
COMMANDS = 400 if environ.get("CHRONIK_LONG") else 70
TRIES = 12
NOWHERE = ("x", "-", ":", "abbey", "abbey-99", "9:abbey-1", "nobody-1", "fields_9")
"""An id of no card and no region."""

decoded = msgspec.json.Decoder(Command).decode


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("mode", list(Mode))
def test_every_well_formed_command_is_accepted_or_rejected_with_a_known_code(mode: Mode, number: int) -> None:
    """E8: only `Rejected` is raised, with a known code; accepted commands keep the invariants."""
    rng = Random(f"nonsense/{mode}/{number}")
    chance = Chance(rng.randbytes(32))
    state = play_some(mode, chance)
    accepted, refused = 0, set[str]()
    for _ in range(COMMANDS):
        if state.outcome:
            break
        seat = rng.choice([prompt.seat for prompt in state.prompts])
        listed = list(GAME.options(state, seat))
        others = list(GAME.options(state, 1 - seat))
        for command in mutate_commands(rng, state, [*listed, *others]):
            try:
                events = GAME.decide(state, seat, command, chance)
            except Rejected as no:
                refused.add(no.code)
                continue
            accepted += 1
            assert is_expected(state, seat, command, listed), command
            after = apply_events(state, events)
            assert_conserved(after)
            assert_memories_true(after)
        often = [one for one in listed if not isinstance(one, Demolish | EndActions)] or listed
        state = apply_events(
            state, GAME.decide(state, seat, rng.choice(often if rng.random() < 0.8 else listed), chance)
        )
    assert accepted > COMMANDS
    assert len(refused) > 5
    assert refused <= REFUSALS.keys()


def play_some(mode: Mode, chance: Chance) -> State:
    state = GAME.opening(Ruleset(mode=mode, decks=DeckSource.HOUSE), 2)
    return apply_events(state, GAME.deal(state, chance))


def apply_events(state: State, events: Iterable[Any]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def mutate_commands(rng: Random, state: State, listed: list[Any]) -> Iterable[Any]:
    """Yields listed commands of either seat with something changed, as far as they are well formed."""
    regions = list(FACTS.lands)
    ids = [*all_cards(state), *state.events, *regions, *NOWHERE]
    for command in rng.choices(listed, k=TRIES):
        fields = asdict(command)
        if fields:
            name = rng.choice(list(fields))
            fields[name] = mutate(rng, fields[name], ids, regions)
        try:
            yield decoded(msgspec.json.encode(replace(command, **fields)))
        except ValidationError:
            continue


def mutate(rng: Random, value: Any, ids: list[str], regions: list[str]) -> Any:
    """Returns another value, of the same type if there is one."""
    match value:
        case bool():
            return not value
        case int():
            return rng.randint(-20, 20) if rng.random() < 0.5 else value + rng.choice((-2, -1, 1, 2))
        case str():
            return rng.choice(ids)
        case Enum():
            return rng.choice(list(type(value)))
        case tuple():
            row = [*value, *rng.choices(ids, k=rng.randint(0, 2))] if rng.random() < 0.5 else list(value)
            return tuple(rng.choices(row, k=rng.randint(0, len(row)))) if row else ()
        case None:
            row = rng.choices(regions, k=rng.randint(0, 4))
            return rng.choice((rng.choice(list(Kind)), rng.choice(list(Side)), rng.choice(ids), tuple(row)))
        case _:
            return value


def is_expected(state: State, seat: int, command: Any, listed: list[Any]) -> bool:
    """Returns whether a command is listed, except for paying regions and the order of rows, or a form has its tag.

    The dropped resource may be left to R92.
    """
    tag = type(command).__struct_config__.tag
    if tag in [form.command for form in GAME.forms(state, seat)]:
        return True
    wanted = comparable_fields(command)
    free = {"drop"} if wanted["drop"] is None else set[str]()
    return any(differing_fields(comparable_fields(one), wanted) <= free for one in listed)


def differing_fields(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """Returns the fields in which two commands differ."""
    return {name for name in {*one, *other} if one.get(name) != other.get(name)}


def comparable_fields(command: Any) -> dict[str, Any]:
    fields = asdict(command) | {"t": type(command), "drop": getattr(command, "drop", None), "pay": None}
    return {name: sorted(value) if isinstance(value, tuple) else value for name, value in fields.items()}
