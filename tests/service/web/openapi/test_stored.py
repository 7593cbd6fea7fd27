"""The schemas of stored data: an independent validator accepts what we store, and rejects edited data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
from msgspec.json import encode

from chronik.domain.engine.proof.archive import unpack
from chronik.service.running.settings import Settings
from chronik.service.web.openapi.stored import HOME, stored_schemas
from tests.service.web.openapi.test_document import parts
from tests.support.cases import for_each
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import running

GOLDEN = Path("tests/golden")
MATCHES = sorted((*GOLDEN.glob("katharina/*.ndjson"), *GOLDEN.glob("cities_knights/*.ndjson")))
TOURNAMENTS = sorted(GOLDEN.glob("tournaments/*.ndjson"))
BOOK = files("chronik.domain.engine.proof").joinpath("FORMAT.md").read_text("utf-8")


def fits(name: str, value: Any) -> bool:
    return jsonschema_rs.validator_for(stored_schemas()[name]).is_valid(value)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_each_schema_is_valid_and_has_no_external_reference() -> None:
    for name, schema in stored_schemas().items():
        jsonschema_rs.meta.validate(schema)
        assert schema["$schema"].endswith("/2020-12/schema"), name
        assert schema["$id"] == f"{HOME}/{name}"
        assert schema["title"], name
        refs = {part["$ref"] for part in parts(schema) if "$ref" in part}
        assert refs == {f"#/$defs/{known}" for known in schema["$defs"]}, name
        assert all(known["description"] for known in (schema, *schema["$defs"].values()) if "anyOf" not in known), name


def test_the_page_about_the_format_lists_every_schema() -> None:
    assert re.findall(rf"\]\({HOME}/([\w-]+)\)", BOOK) == list(stored_schemas())


@for_each("file", MATCHES)
def test_batches_and_events_of_the_golden_matches_match_their_schemas(file: Path) -> None:
    head, *batches = lines(file)
    batch = jsonschema_rs.validator_for(stored_schemas()[f"batch-{head['game']}"])
    engine = jsonschema_rs.validator_for(stored_schemas()["event-engine"])
    game = jsonschema_rs.validator_for(stored_schemas()[f"event-{head['game']}"])
    for stored in batches:
        batch.validate(stored)
        for event in stored["e"]:
            assert engine.is_valid(event) != game.is_valid(event)
        for edited in edits(stored):
            assert not batch.is_valid(edited), edited


def edits(stored: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields a batch with a field too many, one too few, or another value."""
    *others, last = stored["e"]
    yield {**stored, "n": 1}
    yield {name: value for name, value in stored.items() if name != "cmd"}
    yield {**stored, "e": []}
    yield {**stored, "seat": None}
    yield {**stored, "at": str(stored["at"])}
    yield {**stored, "cmd": {**stored["cmd"], "t": last["t"]}}
    yield {**stored, "e": [*others, {**last, "t": "never-happened"}]}
    yield {**stored, "e": [*others, {**last, "more": 1}]}
    yield {**stored, "e": [*others, {name: value for name, value in last.items() if name != "t"}]}


@for_each("file", TOURNAMENTS)
def test_the_lines_of_the_golden_tournaments_match_their_schemas(file: Path) -> None:
    line, entry, event = (
        jsonschema_rs.validator_for(stored_schemas()[name])
        for name in ("bundle-line", "tournament-entry", "tournament-event")
    )
    for told in lines(file):
        line.validate(told)
        assert not line.is_valid({**told, "more": 1})
        if told["kind"] == "entry":
            entry.validate(told["entry"])
            event.validate(told["entry"]["e"])
            assert not entry.is_valid({**told["entry"], "by": None})
            assert not event.is_valid({**told["entry"]["e"], "t": "never-happened"})


def test_a_manifest_matches_its_schema() -> None:
    manifest = json.loads(encode(unpack(Sitting(7, 2).play().archive()).manifest))
    assert fits("manifest", manifest)
    assert not fits("manifest", {**manifest, "head": manifest["head"].upper() + "A"})
    assert not fits("manifest", {**manifest, "format": "chronik-archive/1"})


def test_the_format_names_the_media_types_that_answers_have() -> None:
    addresses = json.loads(Path("openapi/openapi.json").read_text("utf-8"))["paths"]
    cup = "/api/v1/tournaments/{tournament}"
    files = (f"{cup}/bundle", f"{cup}/log.ndjson", f"{cup}/export.json")
    for address in ("/api/v1/matches/{match}/archive", *files, HOME + "/{name}"):
        for media in addresses[address]["get"]["responses"]["200"]["content"]:
            assert f"`{media}`" in BOOK


def test_the_examples_on_the_page_about_the_format_match_their_schemas() -> None:
    receipt = next(line for line in BOOK.splitlines() if line.startswith('{"match"'))
    assert fits("receipt", json.loads(receipt))
    assert not fits("receipt", json.loads(receipt.replace('"version":1', '"version":0')))
    assert not fits("receipt", json.loads(receipt.replace("0001", "000X")))


def test_an_optional_field_has_its_default_and_is_never_null() -> None:
    plan = stored_schemas()["tournament-event"]["$defs"]["tournament.Plan"]["properties"]
    assert plan["options"] == {"type": "object", "default": {}}
    assert plan["clock"] == {"$ref": "#/$defs/engine.Clock"}
    assert plan["disclosure"]["default"] == "everyone"


async def test_the_schemas_are_served_under_their_addresses(settings: Settings) -> None:
    async with running(settings) as (_, client):
        for name, schema in stored_schemas().items():
            answer = await client.get(f"{HOME}/{name}")
            assert answer.headers["content-type"] == "application/schema+json"
            assert msgspec.json.decode(answer.content) == schema
            again = await client.get(schema["$id"], headers={"if-none-match": answer.headers["etag"]})
            assert again.status_code == 304
        assert (await client.get(f"{HOME}/event-tarock")).status_code == 404
