"""The document and the service agree: whatever is generated from the one, the other answers as it says there."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as pace
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.app import create_app
from tests.support.service.apps import settings_for
from tests.support.service.listening import listening
from tests.support.service.promised import DOCUMENT
from tests.support.service.sitting import Sitting, bearer

SEED = 20261121
CASES = 300 if os.environ.get("CHRONIK_LONG") else 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = {one.label: one for one in (found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok))}
EVERY_HEALTH_CHECK: list[Any] = list(HealthCheck)
ENDLESS = ("/feed",)


@pytest.fixture(scope="module")
def sitting(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    """A running match at a service that listens."""
    made = settings_for(store_url, tmp_path_factory.mktemp("contract"))
    with listening(lambda: create_app(made)) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield Sitting.open(client, 2)


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile, and no thread gives way while it works: here two of them parse Python.

    `tests/conftest.py` says of failures what comes of that.
    """
    interval = sys.getswitchinterval()
    gc.disable()
    sys.setswitchinterval(60)
    yield
    sys.setswitchinterval(interval)
    gc.enable()


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", [label for label in OPERATIONS if not label.endswith(ENDLESS)])
def test_answers_are_as_the_document_says(sitting: Sitting, label: str, mode: GenerationMode) -> None:
    luck = Random(f"{label} {mode}")

    @seed(SEED)
    @pace(
        max_examples=CASES,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=EVERY_HEALTH_CHECK,
    )
    @given(OPERATIONS[label].as_strategy(generation_mode=mode))
    def hold(case: Case[Any]) -> None:
        if "match" in case.path_parameters and luck.random() < 0.9:
            case.path_parameters["match"] = sitting.match
        headers = luck.choice((bearer(sitting.tokens[0]), bearer(sitting.tokens[1]), {}))
        answer = case.call(base_url=str(sitting.client.base_url), headers=headers, timeout=30)
        case.validate_response(answer, checks=[*CHECKS, negative_data_rejection] if spoilt(case) else CHECKS)

    with suppress(Unsatisfiable):  # there is nothing that could be wrong
        hold()


def spoilt(case: Case[Any]) -> bool:
    """Whether the body or the query must be refused; paths and tokens we change ourselves."""
    parts = {} if case.meta is None else case.meta.components
    return any(
        parts[place].mode is GenerationMode.NEGATIVE
        for place in (ParameterLocation.BODY, ParameterLocation.QUERY)
        if place in parts
    )


def test_the_service_still_plays(sitting: Sitting) -> None:
    assert Sitting.open(sitting.client, 2).play(Random(SEED))["status"] == "finished"


def test_every_operation_is_described() -> None:
    described: list[Any] = [one for one in OPERATIONS.values() if not one.definition.raw.get("summary")]
    assert not described
