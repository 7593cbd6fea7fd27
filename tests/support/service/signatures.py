"""Handlers that are parsed once for all applications of a process, and later only planned if they are called.

Otherwise this takes two thirds of the time to build an application.
"""

from __future__ import annotations

from typing import Any

from litestar._kwargs import KwargsModel
from litestar._signature.model import SignatureModel
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.utils.signature import ParsedSignature

_parse, _build, _plan = ParsedSignature.from_fn, SignatureModel.create, KwargsModel.create_for_signature_model
_register = HTTPRouteHandler.on_registration
_parsed: dict[Any, tuple[Any, Any]] = {}
_built: dict[Any, tuple[Any, Any]] = {}
_planned: dict[Any, tuple[Any, Any, Any]] = {}


def identify(fn: Any) -> Any:
    """Returns what the function has in common with those of other applications, which differ in what they enclose."""
    values = [*getattr(fn, "__annotations__", {}).items(), *enumerate(getattr(fn, "__defaults__", None) or ())]
    return getattr(fn, "__code__", fn), *((name, one if isinstance(one, str) else id(one)) for name, one in values)


def parse_once(fn: Any, namespace: Any) -> Any:
    """Returns the parsed signature of a function."""
    key = identify(fn)
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


class Handlers(dict[str, Any]):
    """The handlers of a route by their methods, each with the plan of its arguments once it was called."""

    def __init__(self, route: HTTPRoute) -> None:
        super().__init__((method, (one, None)) for one in route.route_handlers for method in one.http_methods)
        self.route = route

    def __getitem__(self, method: str) -> tuple[HTTPRouteHandler, Any]:
        handler, plan = super().__getitem__(method)
        if plan is None:
            if not hasattr(handler, "has_sync_callable"):  # as no handler has before it is registered
                _register(handler, handler.app)
            plan = handler.create_kwargs_model(path_parameters=self.route.path_parameters)
            self[method] = handler, plan
        return handler, plan


def register_first(handler: HTTPRouteHandler, app: Any) -> None:
    """Registers a handler that is not parsed yet, that a middleware may call, or that is wrapped to run in a thread."""
    if handler.middleware or handler.sync_to_thread or identify(handler.fn) not in _parsed:
        _register(handler, app)


def list_handlers(route: HTTPRoute) -> None:
    """Prepares a route without its handlers."""
    route.route_handler_map = Handlers(route)  # type: ignore[assignment]


def share() -> None:
    """Lets all applications of this process share them."""
    for owner, name, instead in (
        (ParsedSignature, "from_fn", parse_once),
        (SignatureModel, "create", build_once),
        (KwargsModel, "create_for_signature_model", plan_once),
        (HTTPRouteHandler, "on_registration", register_first),
        (HTTPRoute, "create_handler_map", list_handlers),
    ):
        setattr(owner, name, instead)
