"""The wheel, installed outside the checkout: what it provides alone, and what its extra adds."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile
from zlib import crc32

import httpx
import pytest

ROOT = Path(__file__).parents[1]
LONG = bool(os.environ.get("CHRONIK_LONG"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCES = ("chronik", "docs", "domain", "projections", "service", "pyproject.toml", "README.md", "LICENSE")
UV = Path(sys.executable).with_name("uv")
ARCHIVE = ROOT / "tests" / "viewer" / "played" / "2-seats.chronik"
DECK = "2 Abbey\n"
NEEDS_SERVER = ("serve", "admin")
PYTHONS = (".pyenv/versions/3.*/bin", ".local/share/uv/python/cpython-3.*/bin")
SHIMS = "shims"
"""The folder of pyenv with programs that run a version which is chosen elsewhere."""
ADDRESS = re.compile(r"Chronik is at (http://\S+)")

ELSEWHERE = """
import asyncio, importlib.abc, multiprocessing.util, sys

class Elsewhere(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
            raise ModuleNotFoundError(f"No module named {name}", name=name)

for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Elsewhere())
from chronik.service.cli.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Runs the command without the modules that exist only on Linux and macOS; asyncio has imported its part before."""


class Installed:
    """A virtual environment of some Python that contains only what a user would get."""

    def __init__(self, folder: Path, python: str, wheel: Path) -> None:
        self.folder, self.wheel = folder, wheel
        self.python = folder / "bin" / "python"
        uv("venv", "--python", python, folder)
        self.install(PROJECT["dependencies"])
        uv("pip", "install", "--python", self.python, "--no-deps", "--no-cache", wheel)  # a new one in every run

    def install(self, requirements: list[str]) -> None:
        uv("pip", "install", "--python", self.python, *requirements)

    def chronik(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Runs the command to its end, away from any checkout."""
        return self.run(self.folder / "bin" / "chronik", *words)

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        told = [str(word) for word in words]
        return subprocess.run(
            told, cwd=self.folder, env=environment(), capture_output=True, text=True, timeout=120, check=False
        )


def uv(*words: object, **settings: str) -> str:
    """Returns the output of uv, which uses its cache if possible."""
    told = [str(UV), "--no-progress", *map(str, words)]
    done = subprocess.run(
        told, env={**os.environ, **settings}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(**settings: str) -> dict[str, str]:
    """Returns an environment that does not lead to a checkout, and allows bytecode beside the wheel."""
    ours = ("CHRONIK_", "PYTHON", "VIRTUAL_ENV")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(ours)}, **settings}


def pythons() -> dict[str, str]:
    """Returns the other installed Pythons that the wheel supports, one of each minor version, the newest first."""
    kept = [found for kind in PYTHONS for found in sorted(Path.home().glob(kind))]
    path = os.pathsep.join(
        [*map(str, kept), *(one for one in os.environ["PATH"].split(os.pathsep) if SHIMS not in one)]
    )
    names = (f"python3.{minor}" for minor in range(30, 10, -1) if minor != sys.version_info.minor)
    return {name: found for name in names if (found := shutil.which(name, path=path))}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy, because the checkout may contain an earlier build."""
    source = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source)
    uv("build", "--wheel", "--out-dir", source / "dist", source)
    (built,) = (source / "dist").glob("*.whl")
    return built


def contents(wheel: Path) -> dict[str, int]:
    """Returns the files of a wheel by name, with the checksums of their contents."""
    with ZipFile(wheel) as packed:
        return {one.filename: one.CRC for one in packed.infolist() if ".dist-info/" not in one.filename}


def packed_sources(sdist: Path) -> dict[str, int]:
    """Returns the files of a source distribution by name, with the checksums of their contents."""
    with tarfile.open(sdist) as packed:
        opened = ((one.name.partition("/")[2], packed.extractfile(one)) for one in packed)
        return {name: crc32(file.read()) for name, file in opened if file is not None}


@contextmanager
def served(installed: Installed) -> Iterator[str]:
    """Yields the address of a service that the installed command runs."""
    process = subprocess.Popen(
        [installed.folder / "bin" / "chronik", "serve", "--port", "0", "--data", installed.folder / "data"],
        cwd=installed.folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = ADDRESS.search(process.stdout.readline())
        assert found is not None
        yield found[1]
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        process.communicate()


def test_the_wheel_contains_only_chronik_and_a_source_distribution_contains_all_of_it(wheel: Path) -> None:
    """By default the list of its sources is read, from which setuptools packs it; with `CHRONIK_LONG` it is built."""
    held = contents(wheel)
    assert {name.partition("/")[0] for name in held} == {"chronik"}
    assert {"chronik/__init__.py", "chronik/domain/games.py", "chronik/service/viewer/main.js"} <= held.keys()
    source = wheel.parents[1]
    assert held.keys() <= set((source / "chronik.egg-info" / "SOURCES.txt").read_text("utf-8").splitlines())
    if LONG:
        uv("build", "--sdist", "--out-dir", wheel.parent, source)
        (sdist,) = wheel.parent.glob("*.tar.gz")
        sources = packed_sources(sdist)
        assert {name: sources.get(name) for name in held} == held


def test_on_the_newest_python_the_wheel_verifies_files_alone_and_serves_with_its_extra(
    wheel: Path, tmp_path: Path
) -> None:
    installed = Installed(tmp_path / "newest", next(iter(pythons().values()), sys.executable), wheel)
    verified = installed.chronik("verify", ARCHIVE)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert ": good: " in verified.stdout
    used = installed.run(
        installed.python, "-c", "import chronik; print(chronik.__version__, chronik.game('katharina').name)"
    )
    assert used.stdout == f"{PROJECT['version']} katharina\n", used.stderr
    elsewhere = installed.run(installed.python, "-c", ELSEWHERE, "verify", ARCHIVE)
    assert (elsewhere.returncode, elsewhere.stdout) == (0, verified.stdout), elsewhere.stderr
    for command in NEEDS_SERVER:
        told = installed.chronik(command, "--anything")
        assert (told.returncode, told.stdout) == (2, ""), command
        assert re.fullmatch(
            r"This command needs \w+, which is not installed; install chronik\[server\]\.\n", told.stderr
        )

    installed.install(PROJECT["optional-dependencies"]["server"])
    elsewhere = installed.run(installed.python, "-c", ELSEWHERE, "serve")
    assert elsewhere.returncode == 2
    assert re.fullmatch(
        r"This command needs Linux or macOS: Python has no module \w+ on this system\.\n", elsewhere.stderr
    )
    with served(installed) as address, httpx.Client(base_url=address, timeout=60) as client:
        for path in (
            "/health/ready",
            "/",
            "/docs",
            "/docs/format",
            "/docs/rules/katharina",
            "/docs/bots",
            "/openapi.json",
        ):
            assert client.get(path).status_code == 200, path
        main = re.search(r'<script type="module" src="([^"]+)"', client.get("/").text)
        assert main
        assert client.get(main[1]).status_code == 200
        joined = (ROOT / "service" / "viewer" / "bundle" / "manifest.json").exists()
        assert ("/bundle/" in main[1]) is joined, "a wheel is built with the bundle of its checkout"


def run_by_uvx_and_pipx(wheel: Path, folder: Path) -> None:
    """Checks that the command of the wheel gives the same answer with both."""
    (folder / "deck").write_text(DECK, "utf-8")
    fetched = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin")}
    uv("tool", "run", "pipx", "install", "--python", sys.executable, wheel, **fetched)
    code = subprocess.run(
        [folder / "bin" / "chronik", "deck", "code", folder / "deck"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert uv("tool", "run", "--isolated", "--from", wheel, "chronik", "deck", "code", folder / "deck") == code.stdout


@pytest.mark.skipif(not LONG, reason="takes long; the newest is always tried")
def test_the_wheel_runs_on_every_other_installed_python_and_by_uvx_and_pipx(wheel: Path, tmp_path: Path) -> None:
    for version, python in pythons().items():
        installed = Installed(tmp_path / version, python, wheel)
        verified = installed.chronik("verify", ARCHIVE)
        assert (verified.returncode, verified.stderr) == (0, ""), version
        installed.install(PROJECT["optional-dependencies"]["server"])
        with served(installed) as address:
            assert httpx.get(f"{address}/docs", timeout=60).status_code == 200, version
    run_by_uvx_and_pipx(wheel, tmp_path)
