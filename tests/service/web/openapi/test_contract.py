"""The document and the service agree: requests generated from the document get answers that it allows."""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as pace
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

from chronik.service.web.problems.kinds import TOO_LARGE
from tests.support.service.ground import Ground, foreign
from tests.support.service.processes import served
from tests.support.service.promised import DOCUMENT, ENDLESS
from tests.support.service.sitting import Sitting, bearer

SEED = 20261121
LONG = bool(os.environ.get("CHRONIK_LONG"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
ENDING = ("/ending", "/resignations")
"""How an address ends that would end the match or the tournament at which all others are tried."""
OPEN = {"t": "open"}
GAME = {"game": "cities_knights"}
STAGE = {"method": "swiss", "table": 3, "rounds": 1}
PLAYED: dict[str, dict[str, Any]] = {
    "POST /api/v1/matches": GAME | {"seats": [{"t": "mine"}, OPEN, OPEN]},
    "POST /api/v1/challenges": GAME | {"seats": [{"t": "mine"}, {"t": "player", "player": "0" * 32}, OPEN]},
    "POST /api/v1/seeks": GAME | {"seats": 3},
    "POST /api/v1/tournaments": GAME | {"title": "Cup", "scoring": "match-points", "stages": [STAGE]},
    "POST /api/v1/catan_cards/decks/check": {"deck": "2 Abbey"},
}
"""By operation that takes options of a game a body but for them: the document does not say what they are called, and
what is generated names no game."""
ODD: list[Any] = [{}, {"a": [1]}, [], [[]], ["a"], None, -1, 1.5, 10**30, True, "", "x" * 9_999, "\0", "a.b"]
"""Values that no option has."""
ANSWERED: Counter[int] = Counter()
"""The number of answers with each status."""
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = {one.label: one for one in (found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok))}
EVERY_HEALTH_CHECK: list[Any] = list(HealthCheck)


def can_be_invalid(label: str) -> bool:
    """Returns whether a body or a query can be invalid; valid requests have invalid paths and tokens, too."""
    raw = OPERATIONS[label].definition.raw
    queries = (one["schema"] for one in raw.get("parameters", ()) if one["in"] == "query")
    return "requestBody" in raw or any(schema.keys() - {"type"} for schema in queries)


TRIED = [
    (label, mode)
    for label in OPERATIONS
    for mode in GenerationMode
    if not label.endswith(ENDLESS) and (mode is GenerationMode.POSITIVE or can_be_invalid(label))
]
SESSION = requests.Session()
SESSION.trust_env = False  # reading the environment takes as long as half a request


def count_cases(label: str, mode: GenerationMode) -> int:
    """Returns how many requests are made; if only the address can vary, it has one of few values."""
    if mode is GenerationMode.NEGATIVE:
        return 25 if LONG else 1
    return 50 if LONG else 1 + can_be_invalid(label)


@pytest.fixture(scope="module")
def ground(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """Yields a running match and a tournament at a service in a separate process; prints what was tried at the end.

    In a thread next to hypothesis, which parses Python, it would run into CPython 3.11's gh-106905.
    """
    with (
        served(tmp_path_factory.mktemp("contract"), {"CHRONIK_REDIS_URL": store_url}) as service,
        httpx.Client(base_url=service.url, timeout=30) as client,
    ):
        yield Ground.laid(client)
    print(f"\n{ANSWERED.total():,} cases, by status: {dict(sorted(ANSWERED.items()))}")


@pytest.mark.parametrize(("label", "mode"), TRIED, ids=[f"{label}-{mode.value}" for label, mode in TRIED])
def test_answers_match_the_interface_document(ground: Ground, label: str, mode: GenerationMode) -> None:
    luck = Random(f"{label} {mode}")

    @seed(SEED)
    @pace(
        max_examples=count_cases(label, mode),
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=EVERY_HEALTH_CHECK,
    )
    @given(OPERATIONS[label].as_strategy(generation_mode=mode))
    def hold(case: Case[Any]) -> None:
        if luck.random() < 0.9 and not label.endswith(ENDING):
            known = case.path_parameters.keys() & ground.places.keys()
            case.path_parameters |= {name: ground.places[name] for name in known}
        headers = luck.choice((*map(bearer, ground.sitting.tokens), {}))
        answer = case.call(base_url=str(ground.sitting.client.base_url), headers=headers, session=SESSION, timeout=30)
        ANSWERED[answer.status_code] += 1
        assert not foreign(
            ground.canaries, f"{case.formatted_path} {headers}", answer.content.decode("utf-8", "replace")
        )
        refused = answer.status_code == TOO_LARGE.status  # schemathesis does not count this as a refusal
        spoils = must_be_refused(case) and not refused
        case.validate_response(answer, checks=[*CHECKS, negative_data_rejection] if spoils else CHECKS)

    hold()


@pytest.mark.parametrize("label", PLAYED)
def test_options_with_unusual_values_are_refused(ground: Ground, label: str) -> None:
    """Each operation gets every value, and each value is given to all options, by some operation."""
    url, headers = str(ground.sitting.client.base_url), bearer(ground.sitting.tokens[0])
    shift = [*PLAYED].index(label)
    for number, odd in enumerate(ODD, shift):
        name = ("preset", "victory_points", "house", "x")[number % 4]
        body: Any = PLAYED[label] | {"options": {name: odd}}
        case = OPERATIONS[label].Case(body=body, media_type="application/json")
        answer = case.call(base_url=url, headers=headers, session=SESSION, timeout=30)
        assert answer.status_code in (400, 422), (name, odd, answer.text)
        case.validate_response(answer, checks=CHECKS)


def test_options_with_unusual_values_are_sent_to_every_operation_that_takes_options() -> None:
    assert PLAYED.keys() == {
        label for label, one in OPERATIONS.items() if "options" in fields_read_by(one.definition.raw)
    }


def fields_read_by(operation: Any) -> Any:
    """Returns the fields of the body that an operation reads."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    return DOCUMENT["components"]["schemas"].get(name, schema).get("properties", {})


def must_be_refused(case: Case[Any]) -> bool:
    """Returns whether the body or the query must be refused.

    Paths and tokens are changed by the tests themselves, any text is a list of entrants, and pages ignore unknown
    parameters.
    """
    parts = {} if case.meta is None else case.meta.components
    raw = case.operation.definition.raw
    declared = {one["name"] for one in raw.get("parameters", ()) if one["in"] == "query"}
    judged: list[ParameterLocation] = []
    if case.media_type == "application/json":
        judged.append(ParameterLocation.BODY)
    if "pages" not in raw["tags"] or declared >= set(case.query or ()):
        judged.append(ParameterLocation.QUERY)
    return any(parts[place].mode is GenerationMode.NEGATIVE for place in judged if place in parts)


def test_the_service_still_plays_matches_after_all_requests(ground: Ground) -> None:
    assert Sitting.open(ground.sitting.client, 2).play(Random(SEED))["status"] == "finished"


def test_every_operation_is_described() -> None:
    described: list[Any] = [one for one in OPERATIONS.values() if not one.definition.raw.get("summary")]
    assert not described
