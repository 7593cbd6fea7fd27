"""The settings of a service process, read once from the environment. `chronik settings` lists them."""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from chronik.domain.games import CURRENT
from chronik.service.running.user_error import UserError

PREFIX = "CHRONIK_"
DATA_SET = "CHRONIK_DATA_"
SEVERAL_HOSTS = re.compile(r"(?P<before>postgres(?:ql)?://(?:[^/?#]*@)?)(?P<hosts>[^@/?#]*,[^@/?#]*)(?P<after>/.*)")
"""Matches a Postgres address with several hosts, which libpq understands and SQLAlchemy does not."""

Value = TypeVar("Value")
Network = IPv4Network | IPv6Network


class SettingsError(UserError, ValueError):
    """The error if a setting has an invalid value; its text is one sentence."""


class LogFormat(Enum):
    """The format of log lines."""

    JSON = "json"
    CONSOLE = "console"


class LogLevel(Enum):
    """The least important level that is written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Organisers(Enum):
    """The players who may organise tournaments."""

    EVERYONE = "everyone"
    APPOINTED = "appointed"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a process."""

    host: str = "127.0.0.1"
    port: int = 8000
    metrics_port: int | None = None
    data: Path = Path("data")
    redis_url: str | None = None
    database_url: str = "sqlite+aiosqlite:///data/chronik.db"
    archive_url: str | Path | None = None
    archive_after_seconds: float = 604_800.0
    keys: Path | None = None
    weak_durability: bool = False
    data_sets: Mapping[str, Path] = MappingProxyType({})
    organisers: Organisers = Organisers.EVERYONE
    rate_account: float = 100.0
    burst_account: int = 500
    rate_address: float = 100.0
    burst_address: int = 500
    body_bytes: int = 65_536
    body_seconds: float = 5.0
    heartbeat_seconds: float = 15.0
    streams_account: int = 4
    streams_address: int = 8
    matches_account: int = 300
    seat_changes_account: int = 600
    cached_matches: int = 1_000
    sweep_rate: float = 1.0
    trusted_proxies: tuple[Network, ...] = ()
    viewer_reload: bool = False
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat | None = None

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> "Settings":
        """Reads the settings; an empty variable counts as absent. Raises `SettingsError` for an unusable value."""
        read = Environment(environ)
        data = read.value("DATA", Path, cls().data)
        usual = cls(data=data, database_url=f"sqlite+aiosqlite:///{data / 'chronik.db'}")
        found = {field: read.value(field.upper(), one.parse, getattr(usual, field)) for field, one in SETTINGS.items()}
        return cls(**found, data_sets=read.data_sets())

    @property
    def keys_file(self) -> Path:
        """Returns the path of the file with the keys that sign archives."""
        return self.keys or self.data / "keys.json"

    @property
    def archives(self) -> str | Path:
        """Returns the directory or bucket that holds the archives of finished matches."""
        return self.archive_url or self.data / "archives"

    def __repr__(self) -> str:
        """Leaves out settings that may contain passwords."""
        return f"Settings(host={self.host!r}, port={self.port}, data={str(self.data)!r}, …)"


class Environment:
    """The variables that begin with `CHRONIK_`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ

    def value(self, name: str, parse: Callable[[str], Value], default: Value) -> Value:
        text = self.environ.get(PREFIX + name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except SettingsError as wrong:
            raise SettingsError(f"{PREFIX}{name} must be {wrong}.") from None

    def data_sets(self) -> Mapping[str, Path]:
        """Returns the directories of printed facts by game. Raises `SettingsError` for a name that is not a game."""
        named = {
            name.removeprefix(DATA_SET).lower(): name
            for name, value in sorted(self.environ.items())
            if name.startswith(DATA_SET) and value.strip()
        }
        for game, name in named.items():
            if game not in CURRENT:
                raise SettingsError(f"{name} does not name a game; the games are {', '.join(CURRENT)}.")
        return MappingProxyType(
            {game: self.value(name.removeprefix(PREFIX), DATA_SETS.parse, Path()) for game, name in named.items()}
        )


def whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise SettingsError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def seconds(least: float, most: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not least <= number <= most:
            raise SettingsError(f"a number from {least:g} to {most:g}")
        return number

    return parse


Choice = TypeVar("Choice", bound=Enum)


def one_of(choices: type[Choice]) -> Callable[[str], Choice]:
    def parse(text: str) -> Choice:
        try:
            return choices(text.lower())
        except ValueError:
            raise SettingsError(f"one of {', '.join(str(choice.value) for choice in choices)}") from None

    return parse


def yes_or_no(text: str) -> bool:
    if text not in ("0", "1"):
        raise SettingsError("0 or 1")
    return text == "1"


def directory(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise SettingsError("a directory that exists")
    return path


def redis_url(text: str) -> str:
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise SettingsError("an address that begins with redis://, rediss:// or unix://")
    if len(servers := each_address(text)) > 1 and not all(urlsplit(one).hostname for one in servers):
        raise SettingsError("an address that names a server before and after each comma")
    return text


def each_address(url: str) -> tuple[str, ...]:
    """Returns one address per server of a list: `redis://a:6379,b:6379` names two servers of a cluster."""
    if url.startswith("unix://"):
        return (url,)
    scheme, _, rest = url.partition("://")
    place, slash, path = rest.partition("/")
    who, at, hosts = place.rpartition("@")
    return tuple(f"{scheme}://{who}{at}{host}{slash}{path}" for host in hosts.split(","))


def archive_url(text: str) -> str | Path:
    if "://" not in text:
        return Path(text)
    bucket = text.partition("://")[2].strip("/")
    if not text.startswith(("s3://", "gs://", "az://")) or not bucket or "@" in bucket:
        raise SettingsError("a directory, or an address that begins with s3://, gs:// or az:// and names no key")
    return text


def database_url(text: str) -> str:
    """Returns the address with its asynchronous driver. Raises `SettingsError`."""
    from sqlalchemy.engine import make_url  # only installed with `chronik[server]`
    from sqlalchemy.exc import ArgumentError

    wanted = "an address like postgresql://user:password@host/name or sqlite:///path"
    several = SEVERAL_HOSTS.fullmatch(text)
    try:
        url = make_url(several["before"] + several["after"] if several else text)
    except (ArgumentError, ValueError):
        raise SettingsError(wanted) from None
    drivers = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
    driver = drivers.get(url.get_backend_name())
    if driver is None or not url.database or url.database == ":memory:":
        raise SettingsError(wanted)
    if several:
        hosts = [host if ":" in host else f"{host}:5432" for host in several["hosts"].split(",")]
        taking_writes = {"target_session_attrs": "read-write"}
        url = url.set(query={**taking_writes, **url.query, "host": hosts})
    return url.set(drivername=driver).render_as_string(hide_password=False)


def networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(","))
    except ValueError:
        raise SettingsError("addresses or networks, separated by commas") from None


class Setting(NamedTuple):
    """A variable `CHRONIK_…`: how its text is parsed, what it means, and its default if other settings decide it."""

    parse: Callable[[str], Any]
    meaning: str
    default: str = ""


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "host": Setting(str, "The address to listen on."),
        "port": Setting(whole(0, 65_535), "The port to listen on; 0 chooses a free one."),
        "metrics_port": Setting(
            whole(1, 65_535),
            "A port of the same host that serves only `/metrics`. The public port then serves no metrics.",
            "none: `/metrics` is on the public port",
        ),
        "data": Setting(Path, "The directory in which the bundled Valkey, SQLite and the archives are stored."),
        "redis_url": Setting(
            redis_url,
            "Your Redis (7.0 or newer) or Valkey: `redis://`, `rediss://` or `unix://`. Name one server that is not a "
            "replica, with a database for Chronik alone (`redis://host/1`), or some servers of a Cluster: "
            "`redis://a:6379,b:6379`. The first one that answers names all the others.",
            "none: the bundled Valkey is started",
        ),
        "database_url": Setting(
            database_url,
            "Your Postgres, `postgresql://user:password@host/name`, or an SQLite file, `sqlite:///path`. Of several "
            "hosts (`@host,other:5433/name`), the one that accepts writes is used. If the address has no password, "
            "`PGPASSWORD` is used, which may contain any character.",
            "`chronik.db` in the data directory",
        ),
        "archive_url": Setting(
            archive_url,
            "Where archives of finished matches are kept: a directory, or a bucket `s3://bucket/folder`, `gs://…` or "
            "`az://…`. The environment contains its credentials under their usual names (`AWS_ACCESS_KEY_ID`, "
            "`AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`; `GOOGLE_SERVICE_ACCOUNT`; "
            "`AZURE_STORAGE_ACCOUNT_NAME`, …).",
            "`archives` in the data directory",
        ),
        "archive_after_seconds": Setting(
            seconds(0, 1e9),
            "Seconds for which an archived match stays in Redis after it ends. The default is seven days.",
        ),
        "keys": Setting(
            Path,
            "The file with the keys that sign archives; `chronik admin keys create` creates it. Without the file, "
            "nothing is signed.",
            "`keys.json` in the data directory",
        ),
        "weak_durability": Setting(yes_or_no, "`1` accepts a server that may lose acknowledged commands."),
        "organisers": Setting(
            one_of(Organisers),
            "Who may run tournaments. `everyone`: new players get the scope `organise`. `appointed`: they do not; "
            "`chronik admin` grants it.",
        ),
        "rate_account": Setting(
            seconds(0, 1e6),
            "Requests per second that an account may make; 0 sets no limit. The limit applies to all processes "
            "together: within 0.25 s, each process reports any use beyond half of its share.",
        ),
        "burst_account": Setting(whole(1, 1_000_000), "Requests that an account may make at once."),
        "rate_address": Setting(
            seconds(0, 1e6), "Requests per second that guests at an address may make; 0 sets no limit."
        ),
        "burst_address": Setting(whole(1, 1_000_000), "Requests that guests at an address may make at once."),
        "body_bytes": Setting(whole(1_024, 1_048_576), "The largest size of a request's body, in bytes."),
        "body_seconds": Setting(seconds(0.1, 600), "Seconds within which a request's body must arrive."),
        "heartbeat_seconds": Setting(seconds(0.1, 600), "Seconds between heartbeats while a feed sends nothing else."),
        "streams_account": Setting(whole(1, 10_000), "Feeds that an account may have open."),
        "streams_address": Setting(whole(1, 10_000), "Feeds that guests at an address may have open."),
        "matches_account": Setting(
            whole(0, 1_000_000),
            "Unfinished matches that an account may have opened or have a seat in; 0 sets no limit. Tournament "
            "tables do not count. If `CHRONIK_RATE_ACCOUNT` is 0, there is no limit either.",
        ),
        "seat_changes_account": Setting(
            whole(0, 1_000_000),
            "How often per hour an account may open matches, take seats and leave them; 0 sets no limit.",
        ),
        "cached_matches": Setting(whole(1, 1_000_000), "Matches that a process keeps folded in memory."),
        "sweep_rate": Setting(
            seconds(0, 1_000),
            "Matches per second that an idle process rereads in the background to find damage; 0 rereads none.",
        ),
        "trusted_proxies": Setting(
            networks,
            "Addresses or networks, separated by commas, whose `X-Forwarded-For` is trusted.",
            "none",
        ),
        "viewer_reload": Setting(yes_or_no, "`1` rereads the pages whenever their files change, for development."),
        "log_level": Setting(
            one_of(LogLevel), "The lowest level that is logged: `debug`, `info`, `warning` or `error`."
        ),
        "log_format": Setting(one_of(LogFormat), "`json` or `console`.", "`console` on a terminal, `json` elsewhere"),
    }
)
"""Every setting by its field, apart from the data sets, whose variables are named after games."""

DATA_SETS = Setting(
    directory,
    "A directory with the printed facts of that game, to use instead of the bundled ones: "
    "`CHRONIK_DATA_KATHARINA=/srv/facts`.",
    "the bundled facts",
)


class Explained(NamedTuple):
    """A setting in words: its variable, its default and its meaning."""

    variable: str
    default: str
    meaning: str


def explain_settings() -> tuple[Explained, ...]:
    """Describes every setting in words, grouped by subject."""
    usual = Settings()
    rows = [
        Explained(PREFIX + field.upper(), one.default or _default_text(getattr(usual, field)), one.meaning)
        for field, one in SETTINGS.items()
    ]
    return (*rows, Explained(f"{DATA_SET}<GAME>", DATA_SETS.default, DATA_SETS.meaning))


def _default_text(value: object) -> str:
    match value:
        case bool():
            return f"`{int(value)}`"
        case Enum():
            return f"`{value.value}`"
        case float():
            return f"`{value:.10g}`"
        case _:
            return f"`{value}`"
