"""The settings, and the errors for invalid values."""

from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import make_url

from chronik.service.cli.cli import main
from chronik.service.running.settings import (
    SETTINGS,
    LogFormat,
    LogLevel,
    Settings,
    SettingsError,
    database_url,
    explain_settings,
)
from tests.support.cases import for_each


def test_every_setting_is_explained_and_read() -> None:
    assert {*SETTINGS, "data_sets"} == {field.name for field in fields(Settings)}
    explained = {row.variable: row for row in explain_settings()}
    assert explained["CHRONIK_PORT"].default == "`8000`"
    assert explained["CHRONIK_BODY_SECONDS"].default == "`5`"
    assert explained["CHRONIK_WEAK_DURABILITY"].default == "`0`"
    assert all(row.default and row.meaning.endswith(".") for row in explained.values())


def test_the_page_in_the_manual_lists_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "--markdown"]) == 0
    assert Path("docs/operate/settings.md").read_text("utf-8") == capsys.readouterr().out
    assert main(["settings"]) == 0
    assert "CHRONIK_TRUSTED_PROXIES" in capsys.readouterr().out


def test_a_data_set_for_an_unknown_game_is_refused(tmp_path: Path) -> None:
    for name in ("CHRONIK_DATA_DIRECTORY", "CHRONIK_DATA_"):
        with pytest.raises(SettingsError, match=f"^{name} does not name a game; the games are katharina, "):
            Settings.from_environment({name: str(tmp_path)})


def test_without_settings_the_service_listens_on_loopback() -> None:
    settings = Settings.from_environment({})
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 8000, Path("data"))
    assert settings.database_url == "sqlite+aiosqlite:///data/chronik.db"
    assert settings.redis_url is None
    assert not settings.weak_durability
    assert (settings.keys, settings.keys_file) == (None, Path("data/keys.json"))
    assert settings == Settings()


def test_every_setting_is_read(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {
            "CHRONIK_HOST": "0.0.0.0",
            "CHRONIK_PORT": "9000",
            "CHRONIK_DATA": str(tmp_path),
            "CHRONIK_REDIS_URL": "redis://:secret@redis:6379/0",
            "CHRONIK_DATABASE_URL": "postgresql://chronik:s%40cret@db/chronik",
            "CHRONIK_ARCHIVE_URL": "s3://bucket/cret",
            "CHRONIK_ARCHIVE_AFTER_SECONDS": "60",
            "CHRONIK_KEYS": "/run/secrets/keys.json",
            "CHRONIK_WEAK_DURABILITY": "1",
            "CHRONIK_DATA_KATHARINA": str(tmp_path),
            "CHRONIK_RATE_ACCOUNT": "0",
            "CHRONIK_BODY_SECONDS": "2.5",
            "CHRONIK_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "CHRONIK_LOG_LEVEL": "WARNING",
            "CHRONIK_LOG_FORMAT": "console",
            "CHRONIK_URL": "http://elsewhere",
            "PATH": "/bin",
        }
    )
    assert settings.port == 9000
    assert settings.database_url == "postgresql+asyncpg://chronik:s%40cret@db/chronik"
    assert (settings.archives, settings.archive_after_seconds) == ("s3://bucket/cret", 60)
    assert settings.keys == settings.keys_file == Path("/run/secrets/keys.json")
    assert settings.weak_durability
    assert dict(settings.data_sets) == {"katharina": tmp_path}
    assert settings.rate_account == 0
    assert settings.body_seconds == 2.5
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert (settings.log_level, settings.log_format) == (LogLevel.WARNING, LogFormat.CONSOLE)
    assert "cret" not in repr(settings)


def test_the_data_directory_holds_the_database_and_the_archives() -> None:
    settings = Settings.from_environment({"CHRONIK_DATA": "/srv/x"})
    assert settings.database_url == "sqlite+aiosqlite:////srv/x/chronik.db"
    assert settings.archives == Path("/srv/x/archives")
    assert Settings.from_environment({"CHRONIK_ARCHIVE_URL": "/srv/y"}).archives == Path("/srv/y")


def test_an_empty_environment_variable_counts_as_absent() -> None:
    assert (
        Settings.from_environment({"CHRONIK_PORT": "", "CHRONIK_REDIS_URL": " ", "CHRONIK_DATA_KATHARINA": ""})
        == Settings()
    )


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("postgresql://h/n", "postgresql+asyncpg://h/n"),
        ("postgres://h/n", "postgresql+asyncpg://h/n"),
        ("postgresql+psycopg://h/n", "postgresql+asyncpg://h/n"),
        ("postgresql://u@/n?host=/run/pg", "postgresql+asyncpg://u@/n?host=%2Frun%2Fpg"),
        ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("sqlite+aiosqlite:////x.db", "sqlite+aiosqlite:////x.db"),
    ],
)
def test_the_address_of_a_database_gets_its_asynchronous_driver(given: str, meant: str) -> None:
    assert Settings.from_environment({"CHRONIK_DATABASE_URL": given}).database_url == meant


@for_each(
    ("name", "value"),
    [
        ("PORT", "eight"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "８０００"),
        ("PORT", "9" * 5000),
        ("REDIS_URL", "http://secret@redis"),
        ("REDIS_URL", "redis://:secret@redis:6379,"),
        ("DATABASE_URL", "mysql://secret@db/x"),
        ("DATABASE_URL", "secret"),
        ("DATABASE_URL", "postgresql://u:secret@db:port/x"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("ARCHIVE_URL", "ftp://secret@host/x"),
        ("ARCHIVE_URL", "s3://"),
        ("ARCHIVE_URL", "s3://key:secret@bucket/x"),
        ("ARCHIVE_AFTER_SECONDS", "-1"),
        ("WEAK_DURABILITY", "yes"),
        ("DATA_KATHARINA", "/does/not/exist"),
        ("RATE_ADDRESS", "-1"),
        ("RATE_ADDRESS", "nan"),
        ("BURST_ACCOUNT", "0"),
        ("BODY_BYTES", "1"),
        ("BODY_SECONDS", "inf"),
        ("HEARTBEAT_SECONDS", "0"),
        ("STREAMS_ACCOUNT", "0"),
        ("CACHED_MATCHES", "0"),
        ("SWEEP_RATE", "-1"),
        ("TRUSTED_PROXIES", "everyone"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_an_invalid_value_is_refused_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment({f"CHRONIK_{name}": value})
    said = str(refused.value)
    assert said.startswith(f"CHRONIK_{name} must be ")
    assert said.endswith(".")
    assert "\n" not in said
    assert "secret" not in said


def test_among_several_postgres_hosts_the_one_that_takes_writes_is_used() -> None:
    given = "postgresql://ada:p%40ss@one,two:5433/chronik"
    address = make_url(database_url(given))
    dialect: Any = PGDialect_asyncpg
    (_, how) = dialect().create_connect_args(address)
    assert (how["host"], how["port"]) == (["one", "two"], [5432, 5433])
    assert (how["user"], how["password"], how["database"]) == ("ada", "p@ss", "chronik")
    assert how["target_session_attrs"] == "read-write"
    chosen = make_url(database_url(f"{given}?target_session_attrs=primary"))
    assert chosen.query["target_session_attrs"] == "primary"
