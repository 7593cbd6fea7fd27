"""The layout of JSON files in the repository: few lines, each of which begins with a name."""

from __future__ import annotations

import json
from typing import Any


def format_json(value: Any, depth: int = 1) -> str:
    """Returns JSON with each field of an object on a separate line, down to a depth."""
    if depth == 0:
        return json.dumps(value, ensure_ascii=False)
    fields = (
        f"{json.dumps(name, ensure_ascii=False)}: {format_json(inner, depth - 1)}" for name, inner in value.items()
    )
    return "{\n" + ",\n".join(fields) + "\n}"


def format_document(document: dict[str, Any]) -> str:
    """Returns the interface document with one line for each path, schema and example."""
    parts = {"paths": 1, "components": 2}
    fields = (f"{json.dumps(name)}: {format_json(part, parts.get(name, 0))}" for name, part in document.items())
    return "{\n" + ",\n".join(fields) + "\n}\n"
