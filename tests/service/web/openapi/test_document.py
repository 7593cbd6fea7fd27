"""The document: up to date, true to the routes, the same on any machine; and its page."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
from litestar.routes import HTTPRoute

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.sealing import MAX_REPLACED
from chronik.service.app import create_app
from chronik.service.cli.openapi import openapi_document
from chronik.service.running.settings import Settings
from chronik.service.web.openapi.document import operations
from chronik.service.web.openapi.fields.load import ANYWHERE, sentences, shapes
from chronik.service.web.openapi.instances import golden
from tests.support.service.promised import CHECKED_IN, DOCUMENT
from tests.support.service.tables import ONE_LOOP

CLOSED = {"type": "object", "additionalProperties": False}


def parts(tree: Any) -> Iterator[dict[str, Any]]:
    """Yields every object in a document."""
    if isinstance(tree, dict):
        yield tree
        for one in tree.values():
            yield from parts(one)
    elif isinstance(tree, list):
        for one in tree:
            yield from parts(one)


GIVEN_BY_GENERATORS = ("Request", "OperationRequest", "Response", "Responses", "Data", "Error", "Errors", "Params")
"""What generators of clients put behind the name of an operation, for a type of its parameters or answers."""


def test_no_schema_has_a_name_that_client_generators_give_to_an_operation() -> None:
    """OpenAPI Generator names the parameters of the operation `undo` `UndoRequest`."""
    operations = [one["operationId"] for path in DOCUMENT["paths"].values() for one in path.values()]
    derived = {"".join(map(str.capitalize, one.split("_"))) + end for one in operations for end in GIVEN_BY_GENERATORS}
    assert derived & DOCUMENT["components"]["schemas"].keys() == set()
    assert "UndoRequest" in derived


def test_the_checked_in_document_is_up_to_date() -> None:
    assert CHECKED_IN.read_bytes() == openapi_document(), "run `make openapi`"


def test_each_path_and_schema_is_one_line_of_the_checked_in_document() -> None:
    begins = [line.partition(": ")[0] for line in CHECKED_IN.read_text("utf-8").splitlines()]
    for name in (*DOCUMENT["paths"], *DOCUMENT["components"]["schemas"]):
        assert begins.count(json.dumps(name)) == 1


def test_the_document_is_the_same_on_any_machine(tmp_path: Path) -> None:
    """It does not depend on the hash seed, the limits of the service, or options that strip docstrings."""
    abroad = {"PYTHONHASHSEED": "1", "CHRONIK_RATE_ACCOUNT": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    abroad["PYTHONOPTIMIZE"] = "2"
    made = tmp_path / "openapi.json"
    command = [sys.executable, "-OO", "-m", "chronik.service", "openapi", str(made)]
    subprocess.run(command, env={**os.environ, **abroad}, timeout=60, check=True)
    assert made.read_bytes() == CHECKED_IN.read_bytes()


def test_every_route_has_a_contract(settings: Settings) -> None:
    app = create_app(settings)
    promised = {(one.path, one.method) for one in operations(app)}
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            for method in map(str, handler.http_methods):
                assert method == "OPTIONS" or (route.path_format, method) in promised, f"{method} {route.path}"


def test_every_operation_has_a_unique_name() -> None:
    names = [one["operationId"] for methods in DOCUMENT["paths"].values() for one in methods.values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z_]+", name) for name in names)


def test_every_reference_has_a_target() -> None:
    for part in parts(DOCUMENT):
        for ref in (part.get("$ref"), *part.get("mapping", {}).values()):
            if isinstance(ref, str) and ref.startswith("#/components/"):
                _, _, room, name = ref.split("/")
                assert name in DOCUMENT["components"][room]


def test_every_operation_parameter_and_field_is_described() -> None:
    silent = [f"tag {tag['name']}" for tag in DOCUMENT["tags"] if not tag["description"]]
    for path, methods in DOCUMENT["paths"].items():
        for method, one in methods.items():
            named = {"": one["summary"]} | {part["name"]: part.get("description") for part in one.get("parameters", [])}
            for status, answer in one["responses"].items():
                named |= {status: answer["description"]}
                named |= {name: header.get("description") for name, header in answer.get("headers", {}).items()}
            silent += [f"{method} {path} {name}" for name, sentence in named.items() if not sentence]
    for name, schema in DOCUMENT["components"]["schemas"].items():
        fields = schema.get("properties", {})
        silent += [name] * (not schema.get("description"))
        silent += [
            f"{name}.{field}" for field, one in fields.items() if not has_description(one.get("description", ""))
        ]
    assert not silent, "a sentence for each of these, in its docstring or in service/web/openapi/fields"


def has_description(sentence: str) -> bool:
    """Returns whether a description says more than that the field may be left out."""
    return len(sentence) > 8 and sentence.endswith(".") and not sentence.startswith("Absent means")


def test_every_description_is_used_in_the_document() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for table, told in sentences().items():
        meant = (
            [table] if table in schemas else [name for name in schemas if table == ANYWHERE or table in shapes(name)]
        )
        for field, sentence in told.items():
            fields = [schemas[name].get("properties", {}).get(field, {}) for name in meant]
            said = [one for one in fields if one.get("description", "").startswith(sentence)]
            assert said, f"{table}.{field}"


def test_every_tagged_union_has_its_discriminator() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    tagged = {
        f"#/components/schemas/{name}": one["properties"]["t"]["const"]
        for name, one in schemas.items()
        if "t" in one.get("properties", {})
    }
    unions = 0
    for part in parts(DOCUMENT):
        refs = [one["$ref"] for one in part.get("anyOf", []) if one.get("$ref") in tagged]
        if len(refs) > 1:
            unions += 1
            assert part["discriminator"] == {"propertyName": "t", "mapping": {tagged[ref]: ref for ref in refs}}
    assert unions >= 5


def test_the_schemas_of_bodies_refuse_unknown_fields() -> None:
    for methods in DOCUMENT["paths"].values():
        for one in methods.values():
            if body := one.get("requestBody"):
                wanted = body["content"]["application/json"]["schema"]
                for kind in wanted.get("anyOf", [wanted]):
                    name = kind["$ref"].rpartition("/")[2]
                    assert DOCUMENT["components"]["schemas"][name]["additionalProperties"] is False


def test_every_error_answer_is_a_problem() -> None:
    for methods in DOCUMENT["paths"].values():
        for one in methods.values():
            for status, answer in one["responses"].items():
                if status >= "400":
                    assert list(answer["content"]) == ["application/problem+json"]


@ONE_LOOP
async def test_the_served_document_states_its_own_limits(shared_client: httpx.AsyncClient) -> None:
    answer = await shared_client.get("/openapi.json")
    served = answer.json()
    assert served["info"].pop("x-limits")["requests_per_second_and_account"] == 0
    wanted = json.loads(openapi_document())
    assert wanted["info"].pop("x-limits")["requests_per_second_and_account"] == 100
    assert served == wanted
    plain = await shared_client.get("/openapi.json", headers={"accept-encoding": "identity"})
    assert answer.headers["etag"] == f"W/{plain.headers['etag']}", "packed, it is the same content in other bytes"
    for tag in (plain.headers["etag"], answer.headers["etag"]):
        again = await shared_client.get("/openapi.json", headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")


@ONE_LOOP
async def test_the_page_needs_no_scripts_and_loads_nothing_from_other_addresses(
    shared_client: httpx.AsyncClient,
) -> None:
    answer = await shared_client.get("/docs")
    page = answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'; style-src 'sha256-" in answer.headers["content-security-policy"]
    assert not re.search(r"<script|<img|<link|<iframe|@import|url\(|\ssrc=|\sstyle=|\son\w+=", page)
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="([^"]*)"', page))
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids)
    for book in {target.partition("#")[0] for target in targets if not target.startswith("#")}:
        assert book == "/docs" or book.startswith("/docs/")
        assert (await shared_client.get(book)).status_code == 200
    for methods in DOCUMENT["paths"].values():
        assert all(f'id="{one["operationId"]}"' in page for one in methods.values())


def test_refusals_by_the_engine_cite_an_operation_or_the_limits() -> None:
    operations = {one["operationId"] for methods in DOCUMENT["paths"].values() for one in methods.values()}
    cited = {refusal.rule.removeprefix("/docs#") for refusal in REFUSALS.values()}
    assert cited <= {*operations, "limits"}


@ONE_LOOP
async def test_head_requests_are_answered_like_get_requests_without_the_body(shared_client: httpx.AsyncClient) -> None:
    for path in ("/openapi.json", "/docs", "/api/v1/games", "/api/v1/nowhere", "/health/live", "/api/v1/matches"):
        asked, headed = await shared_client.get(path), await shared_client.head(path)
        assert headed.content == b""
        assert headed.status_code == asked.status_code
        assert headed.headers["content-type"] == asked.headers["content-type"]
        assert headed.headers["content-length"] == asked.headers["content-length"]


@ONE_LOOP
async def test_an_options_request_is_answered_with_the_allowed_methods(shared_client: httpx.AsyncClient) -> None:
    for method, status in (("OPTIONS", 204), ("PUT", 405)):
        answer = await shared_client.request(method, "/api/v1/matches")
        assert (answer.status_code, answer.headers["allow"]) == (status, "GET, HEAD, OPTIONS, POST")


@ONE_LOOP
async def test_query_parameters_that_would_be_ignored_are_refused(shared_client: httpx.AsyncClient) -> None:
    for query in ("dryrun=true", "limit=1&limit=2", "as=0"):
        answer = await shared_client.get(f"/api/v1/matches?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert answer.json()["at"] == "query"


def test_every_example_fits_its_schema() -> None:
    checked = 0
    for part in parts(DOCUMENT["paths"]):
        if "example" in part and isinstance(part["example"], dict):
            schema = {**part["schema"], "components": DOCUMENT["components"]}
            jsonschema_rs.Draft202012Validator(schema).validate(part["example"])
            checked += 1
    assert checked >= 25


def test_values_from_golden_matches_fit_their_schemas() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    fields = {name: {**CLOSED, "properties": schemas[name]["properties"]} for name in golden()}
    schema = {**CLOSED, "properties": fields, "components": DOCUMENT["components"]}
    jsonschema_rs.Draft202012Validator(schema).validate(golden())
    assert len(fields) > 150


def test_every_recorded_problem_fits_the_problem_schema() -> None:
    schema = {"$ref": "#/components/schemas/Problem", "components": DOCUMENT["components"]}
    declared = set(DOCUMENT["components"]["schemas"]["Problem"]["properties"])
    for kind, met in DOCUMENT["components"]["examples"].items():
        jsonschema_rs.Draft202012Validator(schema).validate(met["value"])
        assert met["value"]["type"] == f"/problems/{kind}"
        assert met["value"].keys() <= declared
    assert len(DOCUMENT["components"]["examples"]) > 15


def test_no_example_contains_a_reference_that_a_generator_would_follow() -> None:
    examples = [part["example"] for part in parts(DOCUMENT["paths"]) if "example" in part]
    assert len(examples) >= 25
    assert not [one for one in examples for part in parts(one) if "$ref" in part]


def test_the_query_parameters_of_pages_are_documented() -> None:
    viewer = Path("service/viewer")
    shared = {"theme"}
    for page, scripts in {
        "/replay/{match}": ("pages/match/page.js", "api/theme.js"),
        "/embed/{match}": ("pages/match/page.js", "api/theme.js"),
        "/matches/{match}": ("pages/match/page.js", "api/theme.js"),
        "/tournaments/{tournament}/screen": ("pages/tournament/screen/layout.js", "api/theme.js"),
        "/decks": ("pages/decks/page.js", "pages/decks/builder.js", "api/theme.js"),
        "/": ("api/theme.js",),
    }.items():
        read = [re.findall(r'(?:query|asked|\))\.get\("(\w+)"\)', (viewer / one).read_text("utf-8")) for one in scripts]
        told = [one["name"] for one in DOCUMENT["paths"][page]["get"]["parameters"] if one["in"] == "query"]
        assert set(told) == shared | {name for names in read for name in names}, page


def test_every_stream_documents_its_ids_and_heartbeats() -> None:
    streams = [
        one
        for methods in DOCUMENT["paths"].values()
        for one in methods.values()
        if "text/event-stream" in one["responses"].get("200", {}).get("content", {})
    ]
    resumed = {part["description"] for one in streams for part in one["parameters"] if part["name"] == "Last-Event-ID"}
    assert len(resumed) == 3, "of a match, of a tournament, of an account"
    heartbeat = Settings().heartbeat_seconds
    assert all(f"every {heartbeat:g} seconds" in one["description"] for one in streams)


def test_every_ending_of_a_match_is_documented() -> None:
    ending = DOCUMENT["components"]["schemas"]["MatchEnding"]
    assert all(f"\n`{word}`: " in ending["description"] for word in ending["enum"])
    assert f"{MAX_ENTRIES:,} entries" in ending["description"]
    assert DOCUMENT["info"]["x-limits"]["entries_per_match"] == MAX_ENTRIES
    assert DOCUMENT["info"]["x-limits"]["replacements_per_sealed_choice"] == MAX_REPLACED
    said = Path("docs/bots.md").read_text("utf-8")
    assert f"[after {MAX_ENTRIES:,} entries](/docs#schema-MatchEnding)" in said
