"""The OpenAPI document as one HTML page, without scripts or external resources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from chronik.service.web.openapi.docs_frame import frame_page
from chronik.service.web.openapi.schemas import PLACE

Json = dict[str, Any]


def page(document: Json, all_codes: Json) -> bytes:
    """Returns the HTML page for an OpenAPI document and all codes."""
    info = document["info"]
    operations = [(path, method, one) for path, methods in document["paths"].items() for method, one in methods.items()]
    parts = [
        f"<h1>{escape(info['title'])} <small>{escape(info['version'])}</small></h1>",
        prose(info["description"]),
        "<nav>",
        *(contents(tag, operations) for tag in document["tags"]),
        '<h2><a href="#limits">Limits</a> · <a href="#all-codes">Codes</a> · <a href="#schemas">Schemas</a></h2>',
        "</nav>",
        *(group(tag, operations) for tag in document["tags"]),
        '<h2 id="limits">Limits</h2>',
        table((code(name), escape(str(value))) for name, value in info["x-limits"].items()),
        *codes(all_codes),
        '<h2 id="schemas">Schemas</h2>',
        *(component(name, schema) for name, schema in document["components"]["schemas"].items()),
    ]
    return frame_page("/docs", info["title"], "".join(parts))


def codes(all_codes: Json) -> Iterator[str]:
    """Yields the HTML of all codes: problem kinds, refusals, list faults and tie-breaks."""
    yield '<h2 id="all-codes">Codes</h2><h3>Kinds of problem</h3>'
    yield table((escape(str(one["status"])), code(one["type"]), inline(one["text"])) for one in all_codes["problems"])
    yield "<h3>Refusals</h3>"
    refusals = all_codes["refusals"]
    yield table((code(one["code"]), escape(one["of"]), place(one), inline(one["sentence"])) for one in refusals)
    yield "<h3>Lists of cards</h3>"
    yield table((code(one["code"]), escape(one["of"]), inline(one["sentence"])) for one in all_codes["decks"])
    yield "<h3>Tie-breaks</h3>"
    yield table((code(one["code"]), inline(one["sentence"])) for one in all_codes["tie_breaks"])


def place(one: Json) -> str:
    """Returns a link to the rule that a refusal cites; a rule on this page is linked by its anchor."""
    address = one["rule_url"].removeprefix("/docs") if one["rule_url"].startswith("/docs#") else one["rule_url"]
    return f'<a href="{escape(address)}">{escape(one["rule"].removeprefix("/docs#"))}</a>'


def contents(tag: Json, operations: Iterable[tuple[str, str, Json]]) -> str:
    lines = "".join(
        f'<li><a href="#{operation["operationId"]}"><b class="{method}">{method.upper()}</b> {escape(path)}</a> '
        f"{escape(operation['summary'])}</li>"
        for path, method, operation in operations
        if tag["name"] in operation["tags"]
    )
    return f"<h2>{escape(tag['name'])}</h2><ul>{lines}</ul>"


def group(tag: Json, operations: Iterable[tuple[str, str, Json]]) -> str:
    mine = "".join(section(*operation) for operation in operations if tag["name"] in operation[2]["tags"])
    return f'<h2 id="{escape(tag["name"])}">{escape(tag["name"])}</h2>{prose(tag["description"])}{mine}'


def section(path: str, method: str, operation: Json) -> str:
    """Returns the HTML of one operation: purpose, parameters, body and answers."""
    parts = [
        f'<section id="{operation["operationId"]}"><h3><b class="{method}">{method.upper()}</b> {escape(path)}</h3>',
        f"<p><strong>{inline(operation['summary'])}.</strong> {token(operation['security'])}</p>",
        prose(operation.get("description", "")),
    ]
    if parameters := operation.get("parameters"):
        parts.append("<h4>Parameters</h4>")
        parts.append(definition_list(parameter(one) for one in parameters))
    if body := operation.get("requestBody"):
        parts += ["<h4>Body</h4>", *content(body["content"])]
    parts.append("<h4>Answers</h4>")
    parts.append(definition_list(answer(status, one) for status, one in operation["responses"].items()))
    return "".join((*parts, "</section>"))


def token(security: list[Json]) -> str:
    if not security:
        return ""
    return "A token is optional." if {} in security else "Needs a token."


def parameter(one: Json) -> tuple[str, str]:
    need = " <small>optional</small>" if one["in"] == "query" and not one["required"] else ""
    return f"{code(one['name'])} {escape(one['in'])}, {kind(one['schema'])}{need}", prose(one["description"])


def answer(status: str, one: Json) -> tuple[str, str]:
    headers = " ".join(code(name) for name in one.get("headers", {}))
    body = "".join(content(one.get("content", {}))) if status < "400" else ""
    return f"{code(status)} {inline(one['description'])}", (f"<p>with {headers}</p>" if headers else "") + body


def content(forms: Json) -> Iterator[str]:
    for media, form in forms.items():
        item = form.get("x-item-schema", form["schema"])
        yield f"<p>{code(media)} {'' if 'oneOf' in item else kind(item)}</p>"
        if "oneOf" in item:
            yield definition_list(event(one) for one in item["oneOf"])
        if "example" in form:
            shown = form["example"]
            text = shown if isinstance(shown, str) else json.dumps(shown, indent=2, ensure_ascii=False)
            yield f"<details><summary>Example</summary><pre>{escape(text)}</pre></details>"


def event(one: Json) -> tuple[str, str]:
    parts = one["properties"]
    return f"{code(parts['event']['const'])} {kind(parts['data']['contentSchema'])}", prose(one["description"])


def component(name: str, schema: Json) -> str:
    required = schema.get("required", [])
    fields = definition_list(field(name, one, name in required) for name, one in schema.get("properties", {}).items())
    values = f"<p>{kind(schema)}</p>" if "enum" in schema else ""
    described = prose(schema.get("description", ""))
    return f'<section id="schema-{escape(name)}"><h3>{escape(name)}</h3>{described}{values}{fields}</section>'


def field(name: str, schema: Json, required: bool) -> tuple[str, str]:
    """Returns the HTML of a field: type, description and an example."""
    shown = "".join(f" Such as {code(json.dumps(value, ensure_ascii=False))}." for value in schema.get("examples", []))
    need = "" if required else " <small>optional</small>"
    return f"{code(name)} {kind(schema)}{need}", f"<p>{inline(schema['description'])}{shown}</p>"


def kind(schema: Json) -> str:
    """Returns a type in one line, with its bounds."""
    if ref := schema.get("$ref"):
        name = escape(ref.removeprefix(PLACE))
        return f'<a href="#schema-{name}">{name}</a>'
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " | ".join(code(json.dumps(value)) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(kind(one) for one in schema["anyOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(kind(one) for one in schema['prefixItems'])}]"
    if "items" in schema:
        return f"[{kind(schema['items'])}]{bounds(schema)}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"{{…: {kind(schema['additionalProperties'])}}}"
    return escape(str(schema.get("type", "anything"))) + bounds(schema)


def bounds(schema: Json) -> str:
    names = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default", "format")
    said = ", ".join(f"{name} {json.dumps(schema[name], ensure_ascii=False)}" for name in names if name in schema)
    return f" <small>{escape(said)}</small>" if said else ""


def table(rows: Iterable[tuple[str, ...]]) -> str:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{lines}</table>" if lines else ""


def definition_list(entries: Iterable[tuple[str, str]]) -> str:
    """Returns a definition list."""
    lines = "".join(f"<dt>{name}</dt><dd>{said}</dd>" for name, said in entries)
    return f"<dl>{lines}</dl>" if lines else ""


def code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def prose(text: str) -> str:
    return "".join(f"<p>{inline(paragraph)}</p>" for paragraph in text.split("\n\n") if paragraph)


def inline(text: str) -> str:
    """Converts the code and the bold words of a sentence to HTML."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", marked)
