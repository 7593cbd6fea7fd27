"""What the fields of each game's language have held in its golden matches, which are folded and decided in the tests.

`make recorded` runs this, and writes `service/openapi/instances.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.engine.match.fold import walk
from domain.engine.match.log import codec
from domain.engine.match.match import Match
from domain.engine.seats import Seat
from domain.games import CURRENT, game
from projections.games import projection
from projections.match.frames import plain, view
from service.commands.openapi import openapi_document
from service.openapi.instances import held_in
from tests.golden.record import HERE, Golden, golden_of, viewers

INSTANCES = Path("service/openapi/instances.json")
MOST = 20
"""So many options are looked at wherever a seat is asked something."""


def recorded() -> dict[str, dict[str, Any]]:
    """By schema and field a value, of all games."""
    components = json.loads(openapi_document())["components"]["schemas"]
    told = (value for name in CURRENT for golden in golden_of(HERE / name) for value in told_in(golden, components))
    found = held_in(told, components)
    return {name: dict(sorted(found[name].items())) for name in sorted(found)}


def told_in(golden: Golden, components: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """All that seats see, are asked and may answer in a golden match, each with its schema."""
    name, rules = golden.head.game, game(golden.head.game, golden.head.rules)
    prefix = "".join(word.title() for word in name.split("_"))
    offered = components[f"{prefix}Options"]["properties"]
    seen = {"$ref": f"#/components/schemas/{prefix}View"}
    prompts = components[f"{prefix}Asked"]["properties"]["prompt"]
    yield {"$ref": f"#/components/schemas/{prefix}Components"}, plain(projection(name).components)
    for entry, match in walk(rules, Match(id=golden.head.match), codec(rules).entries(golden.batches)):
        if entry.begins and bytes(entry.cmd):
            yield offered["options"]["items"], json.loads(bytes(entry.cmd))
        if match.state is None:
            continue
        for eyes in viewers(len(match.chairs)).values():
            yield seen, plain(view(projection(name), match, eyes))
        for seat in range(len(match.chairs)):
            for one in match.prompts(seat):
                yield prompts, plain(one.prompt)
                for command in rules.options(match.state, seat)[:MOST]:
                    yield offered["options"]["items"], plain(command)
                    brought = projection(name).preview(view(projection(name), match, Seat(seat)), command)
                    yield {"$ref": f"#/components/schemas/{prefix}Preview"}, plain(brought)
                for form in rules.forms(match.state, seat) if "forms" in offered else ():
                    yield offered["forms"]["items"], plain(form)


if __name__ == "__main__":
    INSTANCES.write_text(json.dumps(recorded(), indent=1, ensure_ascii=False) + "\n")
