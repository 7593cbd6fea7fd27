"""The schemas of options, from which clients draw forms, agree with what the games do."""

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
    """Returns the schema of every option of a game."""
    found: Mapping[str, Any] = standalone(game(name).options_type)["properties"]
    return found


def opened(found: Game, options: Mapping[str, Any]) -> bool:
    """Returns whether a game can be opened with these options at every number of seats."""
    try:
        for seats in found.seats:
            found.opening(rule_options(found, options_of(found, options)), seats)
    except Rejected:
        return False
    return True


def counts(schema: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Returns whether an option has an effect, given the values of the others."""
    return all(options[name] in values for name, values in schema.get("x-only-if", {}).items())


@each_game
def test_every_option_has_a_type_that_a_form_can_draw(name: str) -> None:
    """The types of `fieldOf` in `service/viewer/forms/schema.js`, except raw JSON."""
    for option, schema in properties(name).items():
        for one in schema.get("prefixItems", [schema]):
            assert "enum" in one or one.get("type") in ("boolean", "integer", "number", "string"), option


@each_game
def test_a_match_can_be_opened_with_every_value_except_those_marked_as_refused(name: str) -> None:
    for option, schema in properties(name).items():
        for value in schema.get("enum", []):
            assert opened(game(name), {option: value}) == (value not in schema.get("x-refused", [])), (option, value)


@each_game
def test_every_id_that_a_schema_names_is_an_accepted_value(name: str) -> None:
    """A player who chooses by name is offered everything and never refused."""
    for option, schema in properties(name).items():
        places = schema.get("prefixItems", [])
        for at, one in enumerate(places):
            ids = list(projection(name).components.names["en"][one["x-names"]])
            others = {other: values[0] for other, values in schema.get("x-only-if", {}).items()}
            for id in ids:
                wanted = [*schema["default"][:at], id, *schema["default"][at + 1 :]]
                assert opened(game(name), {**others, option: wanted})


@each_game
def test_the_condition_of_an_option_names_existing_options_and_values(name: str) -> None:
    known = properties(name)
    for schema in known.values():
        for other, values in schema.get("x-only-if", {}).items():
            assert set(values) < set(known[other]["enum"])


def test_options_of_the_card_game_apply_in_the_modes_that_its_facts_name() -> None:
    facts = tomllib.loads((PRINTED / "rulesets.toml").read_text("utf-8"))
    modes = {row["id"]: {"mode": row["modes"]} for row in facts["option"] if "modes" in row}
    assert {id: one["x-only-if"] for id, one in properties("catan_cards").items() if "x-only-if" in one} == modes


@each_game
def test_seats_submit_lists_exactly_under_the_option_values_that_the_schema_marks(name: str) -> None:
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
