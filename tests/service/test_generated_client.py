"""A client that is generated from the checked-in document, typed, and good enough to play a match with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.games import CURRENT
from service.app import create_app
from tests.service.apps import settings_for
from tests.service.listening import listening

DOCUMENT = Path("openapi/openapi.json")
PLAY = Path(__file__).parent / "generated" / "play.py"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the client."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "config.yaml").write_text("post_hooks: []\n")
    made = run(
        folder,
        *("-m", "openapi_python_client", "generate", "--meta", "none", "--config", str(folder / "config.yaml")),
        *("--path", str(DOCUMENT.absolute()), "--output-path", str(folder / "chronik_client")),
    )
    unread = [line for line in made.splitlines() if line.startswith(("WARNING", "ERROR"))]
    assert len(unread) == len(CURRENT), made
    assert all("/replay" in one for one in unread), "only the lines of a replay are more than the generator reads"
    return folder


def run(folder: Path, *arguments: str) -> str:
    """What a Python process prints, which must end well."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_client_plays_a_match(generated: Path, store_url: str, tmp_path: Path) -> None:
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(generated, str(PLAY), address)
    assert "commands" in told
    assert "throws" in told


def test_the_client_is_typed(generated: Path) -> None:
    run(generated, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", str(PLAY))
