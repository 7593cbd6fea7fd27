"""The structure (docs/architecture.md): allowed imports, what the domain must not touch, and meaningless names."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Container, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from chronik.domain.games import CURRENT
from tests.layers import KNOWS, LAYERS, MAP, map_of_layers, packages
from tests.support.cases import for_each
from tests.support.parsing import parsed

ROOT = Path(__file__).parents[1]
ARROWS = {
    "domain": {"domain"},
    "projections": {"domain", "projections"},
    "service": {"domain", "projections", "service"},
}
OURS = {*ARROWS, "tests"}

WORLD = {"asyncio", "datetime", "logging", "multiprocessing", "os", "random", "secrets", "socket", "subprocess"}
WORLD |= {"tempfile", "threading", "time", "urllib", "uuid"}
"""Modules with side effects: clocks, chance, files, processes, the network."""

READING = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "urandom", "now", "today"}
PURE_PACKAGES = {
    "domain": {"msgspec"},
    "projections": {"msgspec"},
    "domain.tournament": {"msgspec", "networkx", "openskill"},
}

CORRIDORS = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc", "shared"}

BELOW = ("cards", "board", "facts", "prompts", "commands", "state", "events")
ABOVE = ("decide", "options", "forms", "game")
"""Packages and files of a game; its rule areas, its fold and its island lie between those below and those above."""

FEATURES = ("analysis", "matches", "seeks", "challenges", "tournaments", "people")
ALONE = {
    "redis": {"service.log"},
    "obstore": {"service.cold"},
    "sqlalchemy.ext": {"service.sql"},
    "sqlmodel.ext": {"service.sql"},
    "cryptography": {"service.signing"},
    "opentelemetry": {"service.operating.spans"},
    "litestar": {
        *("service.identity.auth", "service.operating.log_lines", "service.web", "service.app"),
        *(f"service.{feature}.routes" for feature in FEATURES),
    },
}
"""Libraries that only some packages may import: the log's server, sessions of the database, requests."""

LATE = {"domain.tournament.methods.matching.match_edges"}
"""Modules that are imported only when they are needed, because this shortens every start."""

BARE = re.compile(r"^\s*(?:from|import)\s+(?:domain|projections|service)\b", re.MULTILINE)
"""An import of one of our modules by a bare name; parsing all tests to find one would take seconds."""

PRIVATE = re.compile(r"(?<!self)(?<!cls)\._[a-zA-Z]|[\"']_[a-zA-Z]|import .*\b_[a-zA-Z]|^    _\w+,$", re.MULTILINE)
"""Text in every test that uses a private name of others, and in a few that do not."""

NAMED_TUPLES = {"_replace", "_asdict"}
"""Methods of named tuples, which are public although they begin with an underscore."""

REACHED_INTO = {"tests/support/service/match_workers.py"}
"""Tests that may use private names: only these show that bots and clocks have done all that is due."""

GATHERED = {"service.sql.migrations.env"}
"""Modules that import from above: the migrations know the tables of every feature."""


def module_of(path: Path) -> str:
    """Returns the name of one of our modules in these tables, without the common prefix `chronik.`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*folders: str) -> dict[str, Path]:
    """Returns the modules of some folders, by name."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {module_of(path): path for path in paths}


@cache
def imports(module: str) -> frozenset[str]:
    """Returns the full names that a module imports; `from a import b` gives `a` and `a.b`, one of which is a module."""
    return frozenset(name.removeprefix("chronik.") for name in named(parsed(SOURCES[module])))


def named(tree: ast.Module) -> set[str]:
    """Returns the names in the imports of a module, as they are written."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def modules(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    """Yields the known modules that a module imports; `from package import module` yields only the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                package = str(node.module).removeprefix("chronik.")
                inner = f"{package}.{alias.name}"
                if inner in known:
                    yield inner
                elif package in known:
                    yield package


SOURCES = sources("domain", "projections", "service")


def test_our_modules_are_imported_as_chronik() -> None:
    """A bare name would load a second copy with separate classes, and a user's own `service` would hide it."""
    for path in (*SOURCES.values(), *sources("tests").values()):
        if BARE.search(path.read_text("utf-8")):  # or a text in a test
            assert {name.partition(".")[0] for name in named(parsed(path))} & ARROWS.keys() == set(), path


def test_the_domain_imports_only_itself_and_projections_import_only_the_domain() -> None:
    for module in SOURCES:
        layer = module.partition(".")[0]
        assert {name.partition(".")[0] for name in imports(module)} & OURS <= ARROWS[layer], module


def test_pure_packages_import_nothing_foreign_or_with_side_effects() -> None:
    for module in SOURCES:
        if module.startswith("service"):
            continue
        package = "domain.tournament" if module.startswith("domain.tournament") else module.partition(".")[0]
        roots = {name.partition(".")[0] for name in imports(module)} - OURS
        assert roots - sys.stdlib_module_names <= PURE_PACKAGES[package], module
        assert roots & WORLD == set(), module


def test_the_domain_reads_only_facts_and_names_from_files() -> None:
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


def place(module: str) -> tuple[int, str] | None:
    """Returns the number of a module's layer and its package; the innermost package counts."""
    found = [
        (len(package), number, package)
        for number, layer in enumerate(LAYERS)
        for package in layer
        if module == package or module.startswith(f"{package}.")
    ]
    return max(found)[1:] if found else None


def test_every_module_is_in_a_layer() -> None:
    """Empty `__init__.py` files are an exception."""
    homeless = {module for module in SOURCES if place(module) is None}
    assert {module for module in homeless if SOURCES[module].name != "__init__.py" or imports(module)} == set()


def test_every_package_in_the_table_has_modules() -> None:
    assert {package for package, _ in packages()} == {found[1] for found in map(place, SOURCES) if found is not None}


def test_layers_import_only_from_lower_layers() -> None:
    known: set[tuple[str, str]] = set()
    for module in SOURCES.keys() - GATHERED:
        own = place(module)
        for other in set(modules(parsed(SOURCES[module]), SOURCES)) - {module}:
            below = place(other)
            if own is None or below is None or own == below:
                continue
            assert below[0] <= own[0], f"{module} imports {other}"
            if below[0] == own[0]:
                assert (own[1], below[1]) in KNOWS, f"{module} imports {other}"
                known.add((own[1], below[1]))
    assert known == KNOWS.keys()


def test_the_table_of_layers_is_in_the_architecture_page() -> None:
    """`python -m tests.layers` writes it."""
    assert MAP.findall((ROOT / "docs/architecture.md").read_text("utf-8")) == [map_of_layers()]


@pytest.mark.parametrize("name", list(CURRENT))
def test_no_game_imports_another(name: str) -> None:
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


@for_each("name", list(ALONE))
def test_only_certain_packages_import_libraries_that_reach_the_outside(name: str) -> None:
    knowing = {
        module
        for module in SOURCES
        if any(one == name or one.startswith(f"{name}.") for one in imports(module))
        and not any(module == one or module.startswith(f"{one}.") for one in ALONE[name])
    }
    assert knowing == set()


@pytest.mark.parametrize("name", list(CURRENT))
def test_the_files_of_a_game_import_each_other_only_in_their_order(name: str) -> None:
    package = f"domain.{name}"
    inside = {
        module: parsed(SOURCES[module]) for module in SOURCES if module == package or module.startswith(f"{package}.")
    }
    for module, tree in inside.items():
        below = set(modules(tree, inside)) - {module}
        assert package not in below
        assert all(rank(package, other) <= rank(package, module) for other in below), module


def rank(package: str, module: str) -> int:
    """Returns the position of a game's module in the order of its files."""
    part = module.removeprefix(f"{package}.").partition(".")[0]
    if part in BELOW:
        return BELOW.index(part)
    return len(BELOW) + 1 + ABOVE.index(part) if part in ABOVE else len(BELOW)


def test_no_file_has_a_meaningless_name() -> None:
    parts = {part for module in sources("domain", "projections", "service", "tests") for part in module.split(".")}
    assert parts & CORRIDORS == set()


def test_in_pure_layers_only_one_slow_module_is_imported_inside_a_function() -> None:
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


def private_names(tree: ast.Module) -> set[str]:
    """Returns the private names that a test takes from others: attributes, imports, and names to be patched."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not is_own(node.value):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Call):
            found |= {part for name in patched_names(node) for part in name.split(".")}
    return {name for name in found if name.startswith("_") and not name.startswith("__")} - NAMED_TUPLES


def is_own(owner: ast.expr) -> bool:
    """Returns whether an attribute is looked up on `self`, `cls` or `super()`."""
    if isinstance(owner, ast.Call):
        return isinstance(owner.func, ast.Name) and owner.func.id == "super"
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


def patched_names(call: ast.Call) -> list[str]:
    """Returns the names in a call of `setattr`, `getattr`, `delattr` or `patch`."""
    called = ast.unparse(call.func)
    if not called.endswith(("setattr", "getattr", "delattr", "patch", "patch.object")):
        return []
    words = (one.value for one in call.args[:2] if isinstance(one, ast.Constant))
    return [word for word in words if isinstance(word, str)]


def test_tests_use_no_private_names() -> None:
    """They use only the public interface, so the internals can change without them."""
    suspect = [path for path in sources("tests").values() if PRIVATE.search(path.read_text("utf-8"))]
    reaching = {path.relative_to(ROOT).as_posix() for path in suspect if private_names(parsed(path))}
    assert reaching == REACHED_INTO


@for_each(
    ("line", "name"),
    [
        ("store._single.read()", "_single"),
        ("from chronik.service.log.bundled import _watch", "_watch"),
        ("monkeypatch.setattr(store, '_known', None)", "_known"),
        ("patch('chronik.service.log.store._known')", "_known"),
        ("patch.object(LogStore, '_known')", "_known"),
    ],
)
def test_control_a_private_name_in_a_test_is_found(line: str, name: str) -> None:
    assert private_names(ast.parse(line)) == {name}
    assert PRIVATE.search(line)


def test_control_private_names_that_a_test_defines_itself_are_allowed() -> None:
    assert private_names(ast.parse("self._a, cls._b, super()._c, item._replace(), one.__dict__")) == set()
