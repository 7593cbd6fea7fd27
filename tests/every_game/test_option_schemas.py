"""What the schemas of options say to those who draw forms of them, against what the games do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.match import rule_options
from chronik.domain.engine.match.options import options_of
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.service.web.openapi.schemas import standalone

each_game = pytest.mark.parametrize("name", CURRENT)


def properties(name: str) -> Mapping[str, Any]:
    """The schema of every option of a game."""
    found: Mapping[str, Any] = standalone(game(name).options_type)["properties"]
    return found


def opened(found: Game, options: Mapping[str, Any]) -> bool:
    """Whether a game can be opened with these options at every number of seats."""
    try:
        for seats in found.seats:
            found.opening(rule_options(found, options_of(found, options)), seats)
    except Rejected:
        return False
    return True


def counts(schema: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether an option counts with the others."""
    return all(options[name] in values for name, values in schema.get("x-only-if", {}).items())


@each_game
def test_every_option_is_of_a_kind_that_a_form_can_draw(name: str) -> None:
    """The kinds of `fieldOf` in `service/viewer/forms/schema.js`; raw JSON is none of them."""
    for option, schema in properties(name).items():
        for one in schema.get("prefixItems", [schema]):
            assert "enum" in one or one.get("type") in ("boolean", "integer", "number", "string"), option


@each_game
def test_a_value_can_be_played_unless_it_is_called_refused(name: str) -> None:
    for option, schema in properties(name).items():
        for value in schema.get("enum", []):
            assert opened(game(name), {option: value}) == (value not in schema.get("x-refused", [])), (option, value)


@each_game
def test_ids_that_have_a_name_are_values(name: str) -> None:
    """Whoever chooses by name cannot be refused, and is offered everything."""
    for option, schema in properties(name).items():
        places = schema.get("prefixItems", [])
        for at, one in enumerate(places):
            ids = list(projection(name).components.names["en"][one["x-names"]])
            others = {other: values[0] for other, values in schema.get("x-only-if", {}).items()}
            for id in ids:
                wanted = [*schema["default"][:at], id, *schema["default"][at + 1 :]]
                assert opened(game(name), {**others, option: wanted})


@each_game
def test_other_options_that_make_one_count_are_options(name: str) -> None:
    known = properties(name)
    for schema in known.values():
        for other, values in schema.get("x-only-if", {}).items():
            assert set(values) < set(known[other]["enum"])


def test_options_of_the_card_game_count_as_its_facts_say() -> None:
    facts = tomllib.loads((PRINTED / "rulesets.toml").read_text("utf-8"))
    modes = {row["id"]: {"mode": row["modes"]} for row in facts["option"] if "modes" in row}
    assert {id: one["x-only-if"] for id, one in properties("catan_cards").items() if "x-only-if" in one} == modes


@each_game
def test_seats_bring_lists_just_by_the_values_that_say_so(name: str) -> None:
    found, known = game(name), properties(name)
    choices = {option: schema["enum"] for option, schema in known.items() if "x-lists" in schema or option == "mode"}
    assert bool(choices) == (found.lists is not None)
    for values in product(*choices.values()):
        options = dict(zip(choices, values, strict=True))
        brings = any(
            options[option] in schema["x-lists"] and counts(schema, options)
            for option, schema in known.items()
            if "x-lists" in schema
        )
        wanted = found.lists is not None and found.lists.expects(rule_options(found, options_of(found, options)))
        assert wanted == brings, options
