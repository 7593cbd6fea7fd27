"""The house (CONTRIBUTING.md): who may import whom, what the domain must not touch, and names that say nothing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from domain.games import CURRENT

ROOT = Path(__file__).parents[1]
LAYERS = {
    "domain": {"domain"},
    "projections": {"domain", "projections"},
    "service": {"domain", "projections", "service"},
}
OURS = {*LAYERS, "tests"}

WORLD = {"asyncio", "datetime", "logging", "multiprocessing", "os", "random", "secrets", "socket", "subprocess"}
WORLD |= {"tempfile", "threading", "time", "urllib", "uuid"}
"""Modules that are the world: clocks, chance, files, processes, the network."""

READING = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "urandom", "now", "today"}
PURE_PACKAGES = {
    "domain": {"msgspec"},
    "projections": {"msgspec"},
    "domain.tournament": {"msgspec", "networkx", "openskill"},
}

CORRIDORS = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc", "shared"}

BELOW = (
    {"board", "kinds", "rulesets"},
    {"printed", "conditions"},
    {"facts"},
    {"prompts", "commands"},
    {"state", "events"},
)
ABOVE = ({"decide"}, {"options"}, {"__init__"})
"""Files of a game from below; between the two lie its rule areas."""


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*folders: str) -> dict[str, Path]:
    """The modules of some folders, by name."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {module_of(path): path for path in paths}


@cache
def parsed(module: str) -> ast.Module:
    """A module of ours as a tree."""
    return ast.parse(SOURCES[module].read_text("utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    """The full names a module imports; of `from a import b` both `a` and `a.b`, of which one is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    """The known modules that a module imports; `from package import module` is the module, not the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known:
                    yield inner
                elif node.module in known:
                    yield str(node.module)


SOURCES = sources("domain", "projections", "service")


@pytest.mark.parametrize("module", SOURCES)
def test_imports_follow_the_arrows(module: str) -> None:
    layer = module.partition(".")[0]
    ours = {name.partition(".")[0] for name in imports(parsed(module))} & OURS
    assert ours <= LAYERS[layer]


@pytest.mark.parametrize("module", [module for module in SOURCES if not module.startswith("service")])
def test_what_is_pure_needs_the_standard_library_and_msgspec_and_not_the_world(module: str) -> None:
    package = "domain.tournament" if module.startswith("domain.tournament") else module.partition(".")[0]
    roots = {name.partition(".")[0] for name in imports(parsed(module))} - OURS
    assert roots - sys.stdlib_module_names <= PURE_PACKAGES[package]
    assert roots & WORLD == set()


@pytest.mark.parametrize("module", [module for module in SOURCES if module.startswith("domain")])
def test_only_facts_and_names_are_read_from_files(module: str) -> None:
    calls = {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
    }
    allowed = {"read_text"} if module.endswith((".facts", ".names")) else set()
    assert calls & READING <= allowed


@pytest.mark.parametrize("name", list(CURRENT))
def test_files_of_a_game_import_upwards(name: str) -> None:
    package = f"domain.{name}"
    inside = {module: parsed(module) for module in SOURCES if module == package or module.startswith(f"{package}.")}
    needs = {module: set(modules(tree, inside)) - {module} for module, tree in inside.items()}
    assert len(list(TopologicalSorter(needs).static_order())) == len(inside)
    for module, below in needs.items():
        assert package not in below
        assert all(rank(package, other) <= rank(package, module) for other in below), module


def rank(package: str, module: str) -> int:
    file = "__init__" if module == package else module.removeprefix(f"{package}.")
    order = (*BELOW, set[str](), *ABOVE)
    return next((at for at, files in enumerate(order) if file in files), len(BELOW))


def test_no_file_is_a_corridor() -> None:
    named = {part for module in sources("domain", "projections", "service", "tests") for part in module.split(".")}
    assert named & CORRIDORS == set()


def test_no_import_hides_inside_a_function_of_the_pure_layers() -> None:
    hidden = [
        f"{module}.{function.name}"
        for module in SOURCES
        if not module.startswith("service")
        for function in ast.walk(parsed(module))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []
