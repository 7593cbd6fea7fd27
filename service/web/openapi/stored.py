"""JSON Schemas (2020-12) of stored and exported data, generated from the types that read it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from msgspec import NODEFAULT
from msgspec import inspect as types
from msgspec.json import decode, encode

from chronik.domain.engine.match.commands import EngineCommand
from chronik.domain.engine.match.events import EngineEvent
from chronik.domain.engine.match.log import Batch
from chronik.domain.engine.proof.archive import Manifest
from chronik.domain.games import CURRENT, game
from chronik.domain.log.receipts import Receipt
from chronik.domain.tournament.proof.bundle import Line
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.log import Entry
from chronik.projections.tournament.log import LogHeading
from chronik.projections.tournament.outline import TournamentOutline

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HOME = "/docs/format"
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
LENGTHS = {"min_length": "min", "max_length": "max"}
SIMPLE: dict[type[types.Type], str] = {
    types.BoolType: "boolean",
    types.IntType: "integer",
    types.FloatType: "number",
    types.StrType: "string",
    types.NoneType: "null",
}


@lru_cache(maxsize=1)
def stored_schemas() -> Mapping[str, Json]:
    """Returns every schema by its name; the meaning of a name never changes."""
    games = {name: game(name) for name in CURRENT}
    return {
        **{
            f"batch-{name}": batch_schema(name, played.event_type, played.command_type)
            for name, played in games.items()
        },
        "event-engine": schema("event-engine", "Event of any match", EngineEvent),
        **{
            f"event-{name}": schema(f"event-{name}", f"Event of {name}", played.event_type)
            for name, played in games.items()
        },
        "manifest": schema("manifest", "Manifest of the file of a match", Manifest),
        "tournament-entry": schema("tournament-entry", "Entry of the log of a tournament", Entry),
        "tournament-event": schema("tournament-event", "Event of a tournament", TournamentEvent),
        "bundle-line": schema("bundle-line", "Line of the file of a tournament", Line),
        "tournament-log": schema("tournament-log", "First line of the log of a tournament", LogHeading),
        "tournament-outline": schema("tournament-outline", "Outline of a tournament", TournamentOutline),
        "receipt": schema("receipt", "Line of a file of receipts", Receipt),
    }


def batch_schema(name: str, event: Any, command: Any) -> Json:
    """Returns the schema of a game's batches, whose command is stored as bytes."""
    return schema(f"batch-{name}", f"Batch of {name}", Batch[EngineEvent | event], cmd=EngineCommand | command)


def schema(name: str, title: str, kind: Any, **raw: Any) -> Json:
    """Returns the schema of a type with all its definitions; `raw` has the types of fields that are stored as bytes."""
    definitions = Definitions()
    info = types.type_info(kind)
    whole = definitions.struct(info) if isinstance(info, types.StructType) else definitions.of(info)
    for field, meant in raw.items():
        whole["properties"][field] = definitions.of(types.type_info(meant))
    return {
        "$schema": DIALECT,
        "$id": f"{HOME}/{name}",
        **whole,
        "title": title,
        "$defs": dict(sorted(definitions.made.items())),
    }


class Definitions:
    """The schemas of the Structs and enumerations in a type, by name."""

    def __init__(self) -> None:
        self.made: dict[str, Json] = {}
        self._named: dict[str, type] = {}

    def of(self, info: types.Type) -> Json:
        """Returns the schema of a type; a reference if the type has a name."""
        match info:
            case types.Metadata():
                return self.of(info.type) | (cast("Any", info).extra_json_schema or {})
            case types.StructType() | types.EnumType():
                return self._reference(info)
            case types.UnionType():
                return {"anyOf": [self.of(one) for one in info.types]}
            case types.VarTupleType():
                return {"type": "array", "items": self.of(info.item_type), **_lengths(info, "Items")}
            case types.TupleType():
                places = [self.of(one) for one in info.item_types]
                return {"type": "array", "prefixItems": places, "items": False, "minItems": len(places)}
            case types.DictType():
                return {"type": "object", "additionalProperties": self.of(info.value_type)}
            case types.LiteralType():
                return {"enum": [*info.values]}
            case types.BytesType():
                return {"type": "string", "contentEncoding": "base64"}
            case types.RawType():
                return {"type": "object"}
            case _:
                return _simple(info)

    def struct(self, info: types.StructType) -> Json:
        """Returns the full schema of a Struct."""
        properties: Json = {} if info.tag_field is None else {info.tag_field: {"const": info.tag}}
        omits = getattr(info.cls, "__origin__", info.cls).__struct_config__.omit_defaults
        properties |= {field.encode_name: self._field(field, omits) for field in info.fields}
        required = [field.encode_name for field in info.fields if field.required]
        return {
            "title": info.cls.__name__,
            "description": _docstring(info.cls),
            "type": "object",
            "properties": properties,
            "required": required if info.tag_field is None else [info.tag_field, *required],
            **({"additionalProperties": False} if info.forbid_unknown_fields else {}),
        }

    def _field(self, field: types.Field, omits: bool) -> Json:
        """Returns the schema of a field; a field that is omitted instead of null is never null."""
        info, default = field.type, field.default
        if omits and default is None and isinstance(info, types.UnionType):
            rest = tuple(one for one in info.types if not isinstance(one, types.NoneType))
            return self.of(rest[0]) if len(rest) == 1 else {"anyOf": [self.of(one) for one in rest]}
        if field.required or default is NODEFAULT:
            return self.of(info)
        return {**self.of(info), "default": decode(encode(default))}

    def _reference(self, info: types.StructType | types.EnumType) -> Json:
        name = f"{info.cls.__module__.split('.')[2]}.{info.cls.__name__}"
        if name not in self.made:
            self._named[name] = info.cls
            self.made[name] = {}
            self.made[name] = self.struct(info) if isinstance(info, types.StructType) else _choice(info)
        assert self._named[name] is info.cls, f"two types are called {name}"
        return {"$ref": f"#/$defs/{name}"}


def _choice(info: types.EnumType) -> Json:
    values = [one.value for one in info.cls]
    return {"title": info.cls.__name__, "description": _docstring(info.cls), "enum": values}


def _simple(info: types.Type) -> Json:
    """Returns the schema of a number, a string, a boolean or null, within its bounds, or of any value."""
    written: Json = {} if isinstance(info, types.AnyType) else {"type": SIMPLE[type(info)]}
    for name, word in BOUNDS.items():
        if (bound := getattr(info, name, None)) is not None:
            written[word] = bound
    if (pattern := getattr(info, "pattern", None)) is not None:
        written["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")
    return written | _lengths(info, "Length")


def _lengths(info: types.Type, of: str) -> Json:
    found = {f"{word}{of}": getattr(info, name, None) for name, word in LENGTHS.items()}
    return {word: length for word, length in found.items() if length is not None}


def _docstring(kind: type) -> str:
    return inspect.cleandoc(getattr(kind, "__origin__", kind).__doc__ or "")
