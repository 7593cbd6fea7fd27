"""Schemas that are used without the document."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import fields

from chronik.service.matches.catalogue import Catalogue
from chronik.service.web.openapi.schemas import standalone
from tests.service.web.openapi.test_document import parts

CATALOGUE = Catalogue({})


@pytest.mark.parametrize("name", CATALOGUE.names())
def test_the_schema_of_a_games_options_has_no_external_reference(name: str) -> None:
    rules = CATALOGUE.current(name)
    assert rules is not None
    schema: dict[str, Any] = standalone(rules.game.options_type)
    assert schema["type"] == "object"
    assert set(schema["properties"]) == {field.name for field in fields(rules.game.options_type)}
    assert not [part for part in parts(schema) if {"$ref", "$defs", "title"} & set(part)]
