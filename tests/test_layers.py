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
from tests.support.parsing import parsed

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

BELOW = ("cards", "board", "facts", "prompts", "commands", "state", "events")
ABOVE = ("decide", "options", "forms", "game")
"""Rooms and files of a game; between those below and those above lie its rule areas, its fold, its island."""

ROOMS = (
    (
        "domain.engine",
        "domain.engine.match",
        "domain.engine.proof",
        *(f"domain.{game}" for game in CURRENT),
        "domain.games",
    ),
    (
        "domain.tournament.counting",
        "domain.tournament.methods",
        "domain.tournament.methods.pods",
        "domain.tournament.ratings",
        "domain.tournament.record",
        "domain.tournament.rules",
        "domain.tournament.exchange",
        "domain.tournament.proof",
    ),
    (
        "projections.match",
        "projections.katharina",
        "projections.cities_knights",
        "projections.games",
        "projections.tournament",
    ),
    (
        "service.clock",
        "service.zones",
        "service.sentence",
        "service.interrupt",
        "service.settings",
        "service.links",
        "service.result",
        "service.waiting",
        "service.long_work",
        "service.problems",
        "service.signing",
        "service.observing",
        "service.log",
        "service.sql",
        "service.cold",
        "service.doctor",
        "service.people",
        "service.matches",
        "service.matches.feed",
        "service.http",
        "service.workers.turns",
        "service.tournaments",
        "service.workers",
        "service.bots",
        "service.backup",
        "service.openapi",
        "service.pages",
        "service.routes.match",
        "service.routes.tournament",
        "service.routes.people",
        "service.routes.about",
        "service.app",
        "service.processes",
        "service.serve",
        "service.commands",
        "service.__main__",
    ),
)
"""The rooms of each package from below: a module imports from its own room and from those before it."""

ALONE = {
    "redis": {"service.log"},
    "obstore": {"service.cold"},
    "sqlalchemy.ext": {"service.sql"},
    "sqlmodel.ext": {"service.sql"},
    "cryptography": {"service.signing"},
    "opentelemetry": {"service.observing.spans"},
    "litestar": {
        *("service.people.auth", "service.http", "service.openapi", "service.pages", "service.routes", "service.app"),
        "service.observing.log_lines",
    },
}
"""What only some rooms may know: the log's server, sessions of the database, requests."""

LATE = {"domain.tournament.methods.matching.matched"}
"""What is read in when it is first needed: everybody's start is shorter by it."""

GATHERED = {"service.sql.migrations.env"}
"""Modules that gather from above: the migrations know the tables of every room."""


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*folders: str) -> dict[str, Path]:
    """The modules of some folders, by name."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {module_of(path): path for path in paths}


@cache
def imports(module: str) -> frozenset[str]:
    """The full names a module imports; of `from a import b` both `a` and `a.b`, of which one is a module."""
    named: set[str] = set()
    for node in ast.walk(parsed(SOURCES[module])):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(named)


def modules(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    """The known modules that a module imports; `from package import module` is the module, not the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                package = str(node.module)
                inner = f"{package}.{alias.name}"
                if inner in known:
                    yield inner
                elif package in known:
                    yield package


SOURCES = sources("domain", "projections", "service")


def test_imports_follow_the_arrows() -> None:
    for module in SOURCES:
        layer = module.partition(".")[0]
        assert {name.partition(".")[0] for name in imports(module)} & OURS <= LAYERS[layer], module


def test_what_is_pure_needs_the_standard_library_and_msgspec_and_not_the_world() -> None:
    for module in SOURCES:
        if module.startswith("service"):
            continue
        package = "domain.tournament" if module.startswith("domain.tournament") else module.partition(".")[0]
        roots = {name.partition(".")[0] for name in imports(module)} - OURS
        assert roots - sys.stdlib_module_names <= PURE_PACKAGES[package], module
        assert roots & WORLD == set(), module


def test_only_facts_and_names_are_read_from_files() -> None:
    for module in SOURCES:
        if not module.startswith("domain"):
            continue
        calls = {
            node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            for node in ast.walk(parsed(SOURCES[module]))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        }
        allowed = {"read_text"} if module.endswith((".engine.facts", ".names")) else set()
        assert calls & READING <= allowed, module


def test_rooms_import_downwards() -> None:
    for module in SOURCES.keys() - GATHERED:
        rooms = next((rooms for rooms in ROOMS if floor(rooms, module) is not None), None)
        if rooms is None:
            continue
        own = floor(rooms, module)
        assert own is not None
        for other in set(modules(parsed(SOURCES[module]), SOURCES)) - {module}:
            below = floor(rooms, other)
            assert below is None or below <= own, f"{module} imports {other}"


def floor(rooms: tuple[str, ...], module: str) -> int | None:
    """How high the room of a module lies; the innermost room counts. None where it is in none of them."""
    inside = [room for room in rooms if module == room or module.startswith(f"{room}.")]
    return rooms.index(max(inside, key=len)) if inside else None


@pytest.mark.parametrize("name", list(CURRENT))
def test_no_game_knows_another(name: str) -> None:
    others = set(CURRENT) - {name}
    inside = [module for module in SOURCES if name in module.split(".")]
    assert inside
    for module in inside:
        assert not any(other in one.split(".") for one in imports(module) for other in others), module


@pytest.mark.parametrize("package", ["domain", "projections", "service"])
def test_no_modules_import_in_a_circle(package: str) -> None:
    inside = {module: parsed(SOURCES[module]) for module in SOURCES if module.startswith(package)}
    needs = {module: set(modules(tree, inside)) - {module} for module, tree in inside.items()}
    assert len(list(TopologicalSorter(needs).static_order())) == len(inside)


@pytest.mark.parametrize("name", list(ALONE))
def test_only_its_rooms_know_the_outside(name: str) -> None:
    knowing = {
        module
        for module in SOURCES
        if any(one == name or one.startswith(f"{name}.") for one in imports(module))
        and not any(module == room or module.startswith(f"{room}.") for room in ALONE[name])
    }
    assert knowing == set()


@pytest.mark.parametrize("name", list(CURRENT))
def test_files_of_a_game_import_upwards(name: str) -> None:
    package = f"domain.{name}"
    inside = {
        module: parsed(SOURCES[module]) for module in SOURCES if module == package or module.startswith(f"{package}.")
    }
    for module, tree in inside.items():
        below = set(modules(tree, inside)) - {module}
        assert package not in below
        assert all(rank(package, other) <= rank(package, module) for other in below), module


def rank(package: str, module: str) -> int:
    """How high a module of a game lies."""
    part = module.removeprefix(f"{package}.").partition(".")[0]
    if part in BELOW:
        return BELOW.index(part)
    return len(BELOW) + 1 + ABOVE.index(part) if part in ABOVE else len(BELOW)


def test_no_file_is_a_corridor() -> None:
    named = {part for module in sources("domain", "projections", "service", "tests") for part in module.split(".")}
    assert named & CORRIDORS == set()


def test_no_import_hides_inside_a_function_of_the_pure_layers() -> None:
    hidden = {
        f"{module}.{function.name}"
        for module in SOURCES
        if not module.startswith("service")
        for function in ast.walk(parsed(SOURCES[module]))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert hidden == LATE
