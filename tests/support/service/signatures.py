"""Handlers that are parsed once for all applications of a process, which takes a third of the time to build one."""

from __future__ import annotations

from typing import Any

from litestar._kwargs import KwargsModel
from litestar._signature.model import SignatureModel
from litestar.utils.signature import ParsedSignature

_parse, _build, _plan = ParsedSignature.from_fn, SignatureModel.create, KwargsModel.create_for_signature_model
_parsed: dict[Any, tuple[Any, Any]] = {}
_built: dict[Any, tuple[Any, Any]] = {}
_planned: dict[Any, tuple[Any, Any, Any]] = {}


def parse_once(fn: Any, namespace: Any) -> Any:
    """Returns the parsed signature of a function; applications differ only in what their functions enclose."""
    values = [*getattr(fn, "__annotations__", {}).items(), *enumerate(getattr(fn, "__defaults__", None) or ())]
    key = getattr(fn, "__code__", fn), *((name, one if isinstance(one, str) else id(one)) for name, one in values)
    if key not in _parsed:
        _parsed[key] = _parse(fn, namespace), fn  # the function keeps the objects alive that the key names by number
    return _parsed[key][0]


def build_once(dependency_name_set: set[str], fn: Any, parsed_signature: Any, **more: Any) -> Any:
    """Returns the model of the arguments of a function."""
    key = id(parsed_signature), *sorted(dependency_name_set)
    if key not in _built:
        _built[key] = _build(dependency_name_set, fn, parsed_signature, **more), parsed_signature
    return _built[key][0]


def plan_once(signature_model: Any, parsed_signature: Any, path_parameters: set[str], **more: Any) -> Any:
    """Returns how the arguments of a function are read; a dependency is a function of one application."""
    own = (more["dependencies"].keys() | more["layered_parameters"].keys()) & parsed_signature.parameters.keys()
    key = id(signature_model), id(parsed_signature), *sorted(path_parameters)
    if own or key not in _planned:
        plan = _plan(signature_model, parsed_signature, path_parameters=path_parameters, **more)
        _planned[key] = plan, signature_model, parsed_signature
    return _planned[key][0]


def share() -> None:
    """Lets all applications of this process share them."""
    for owner, name, instead in (
        (ParsedSignature, "from_fn", parse_once),
        (SignatureModel, "create", build_once),
        (KwargsModel, "create_for_signature_model", plan_once),
    ):
        setattr(owner, name, instead)
