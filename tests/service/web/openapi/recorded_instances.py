"""Example values of the fields of each game's types, from golden matches.

`make recorded` runs this and writes `service/web/openapi/instances.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.projections.match.frames import to_plain, view
from chronik.service.cli.openapi import openapi_document
from chronik.service.web.openapi.instances import collect_instances
from chronik.service.web.openapi.layout import format_json
from tests.golden.record import HERE, Golden, golden_of, viewers

INSTANCES = Path("service/web/openapi/instances.json")
MOST = 20
"""So many options are looked at wherever a seat is asked something."""


def collect_values() -> dict[str, dict[str, Any]]:
    """Returns a value by schema and field, for all games."""
    components = json.loads(openapi_document())["components"]["schemas"]
    told = (value for name in CURRENT for golden in golden_of(HERE / name) for value in values_of(golden, components))
    found = collect_instances(told, components)
    return {name: dict(sorted(found[name].items())) for name in sorted(found)}


def values_of(golden: Golden, components: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yields everything that seats see, are asked and may answer in a golden match, with its schema."""
    name, rules = golden.head.game, game(golden.head.game, golden.head.rules)
    prefix = "".join(word.title() for word in name.split("_"))
    offered = components[f"{prefix}Options"]["properties"]
    seen = {"$ref": f"#/components/schemas/{prefix}View"}
    prompts = components[f"{prefix}Asked"]["properties"]["prompt"]
    yield {"$ref": f"#/components/schemas/{prefix}Components"}, to_plain(projection(name).components)
    for entry, match in walk(rules, Match(id=golden.head.match), codec(rules).entries(golden.batches)):
        if entry.begins and bytes(entry.cmd):
            yield offered["options"]["items"], json.loads(bytes(entry.cmd))
        if match.state is None:
            continue
        for eyes in viewers(len(match.chairs)).values():
            yield seen, to_plain(view(projection(name), match, eyes))
        for seat in range(len(match.chairs)):
            for one in match.prompts(seat):
                yield prompts, to_plain(one.prompt)
                for command in rules.options(match.state, seat)[:MOST]:
                    yield offered["options"]["items"], to_plain(command)
                    brought = projection(name).preview(view(projection(name), match, Seat(seat)), command)
                    yield {"$ref": f"#/components/schemas/{prefix}Preview"}, to_plain(brought)
                for form in rules.forms(match.state, seat) if "forms" in offered else ():
                    yield offered["forms"]["items"], to_plain(form)


if __name__ == "__main__":
    INSTANCES.write_text(format_json(collect_values()) + "\n")
