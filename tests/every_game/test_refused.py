"""Refusals: every kind of command is offered, or refused with a reason that can be shown."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.match.refused_commands import kinds_of, list_refused
from chronik.domain.engine.samples import tag_of
from chronik.domain.games import CURRENT, game
from tests.every_game.games import SUPPLIES
from tests.every_game.playout import STEADY, Table, opened, play_on

MOMENTS, APART = 12, 25


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_kind_of_command_is_either_offered_or_refused_with_a_rule_and_a_sentence(name: str) -> None:
    rules, supplies, seen = game(name), SUPPLIES[name], Counter[tuple[str, str]]()
    for number, options in enumerate((supplies.tables[0], supplies.tables[-1])):
        rng = Random(f"refused/{name}/{number}")
        table = opened(rules, rng.choice(rules.seats), rng, options)
        for _ in range(MOMENTS):
            for seat in range(len(table.match.chairs)):
                seen += refusals(table, seat)
            if table.match.closed is not None:
                break
            play_on(table, rng, STEADY, rng.randrange(1, APART))
    assert {"another-question", "not-asked"} <= {code for _, code in seen}


def refusals(table: Table, seat: int) -> Counter[tuple[str, str]]:
    """Counts a seat's refusals by kind and code, and checks that offers and refusals cover every kind of command."""
    rules = table.game
    told = list_refused(rules, table.match, seat, table.moment)
    offered = tags(table, seat)
    kinds = {tag_of(kind) for kind in kinds_of(rules)}
    assert offered | {one.kind for one in told} == kinds
    assert all(one.of for one in told if one.kind in offered)
    assert len({(one.kind, one.of) for one in told}) == len(told)
    for one in told:
        meaning = rules.refusals.get(one.code) or REFUSALS[one.code]
        assert meaning.rule
        assert meaning.sentence
        assert all(count > 0 for count in one.facts.get("missing", {"-": 1}).values())
    return Counter((one.kind, one.code) for one in told)


def tags(table: Table, seat: int) -> set[str]:
    """Returns the kinds of command that a seat is offered, as options or as forms."""
    state: Any = table.match.state
    if table.match.closed is not None or not table.match.prompts(seat):
        return set()
    forms = (form.command for form in table.game.forms(state, seat))
    return {*forms, *(tag_of(type(option)) for option in table.game.options(state, seat))}
