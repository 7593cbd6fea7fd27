"""The settings of a service process, read once from the environment.

`CHRONIK_HOST`, `CHRONIK_PORT`
    where to listen; 127.0.0.1 and 8000.
`CHRONIK_METRICS_PORT`
    a port at which `/metrics` is served, and nothing else, at the same host; it is not at the public port then.
`CHRONIK_DATA`
    the directory of the bundled Valkey, of SQLite and of archives; `./data`.
`CHRONIK_REDIS_URL`
    your Redis (7.0 or newer) or Valkey, `redis://`, `rediss://` or `unix://`: one server that is no replica, with a
    database of its own (`redis://host/1`), or servers of a cluster, by host and port: `redis://a:6379,b:6379`; the
    first that answers tells of all others. Without it the bundled Valkey is started.
`CHRONIK_DATABASE_URL`
    your Postgres, `postgresql://user:password@host/name`, or an SQLite file, `sqlite:///path`; without it `chronik.db`
    in the data directory. Of several hosts (`@host,other:5433/name`) it is the one that takes writes. An address
    without a password goes with the one in `PGPASSWORD`, in which any character may stand.
`CHRONIK_ARCHIVE_URL`
    where the archives of finished matches are kept: a directory, or a bucket, `s3://bucket/folder`, `gs://…` or
    `az://…`, whose credentials the environment holds under their usual names (`AWS_ACCESS_KEY_ID`,
    `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`; `GOOGLE_SERVICE_ACCOUNT`;
    `AZURE_STORAGE_ACCOUNT_NAME` and so on); `archives` in the data directory.
`CHRONIK_ARCHIVE_AFTER_SECONDS`
    how long after its end a match stays in Redis, once it is archived; 604800, seven days.
`CHRONIK_KEYS`
    the file with the keys that sign archives, which `chronik admin keys create` makes; `keys.json` in the data
    directory, and without that file nothing is signed.
`CHRONIK_WEAK_DURABILITY`
    `1` accepts a server that may forget what it acknowledged.
`CHRONIK_DATA_<GAME>`
    a directory with the printed facts of that game, instead of the bundled ones: `CHRONIK_DATA_KATHARINA=/srv/facts`.
`CHRONIK_ORGANISERS`
    who may hold tournaments: `everyone`, so that new players get the scope `organise`, or `appointed`, so that they do
    not, and `chronik admin` gives it; `everyone`.
`CHRONIK_RATE_ACCOUNT`, `CHRONIK_BURST_ACCOUNT`, `CHRONIK_RATE_ADDRESS`, `CHRONIK_BURST_ADDRESS`
    requests a second and requests at once, per account, and per address for guests; 100 and 500, and a rate of 0 is no
    limit.
    They hold for all processes together: what is used beyond half of an even share is told to the others within 0.25 s.
`CHRONIK_BODY_BYTES`, `CHRONIK_BODY_SECONDS`
    how long a request's body may be, and how long it may take to arrive; 65536 and 5.
`CHRONIK_HEARTBEAT_SECONDS`
    how often a silent feed says that it is alive; 15.
`CHRONIK_STREAMS_ACCOUNT`, `CHRONIK_STREAMS_ADDRESS`
    feeds open at once, per account, and per address for guests; 4 and 8.
`CHRONIK_MATCHES_ACCOUNT`, `CHRONIK_SEAT_CHANGES_ACCOUNT`
    matches that are not over and that an account has opened or sits in, and how often an hour it may open matches, take
    and leave seats; 300 and 600, and 0 is no limit. Tables of tournaments are opened by the service, whatever this
    says. Where `CHRONIK_RATE_ACCOUNT` is 0, these are no limits either.
`CHRONIK_CACHED_MATCHES`
    how many matches a process keeps folded in memory; 1000.
`CHRONIK_SWEEP_RATE`
    how many matches a second are read again in the background, while there is little else to do, to see that nothing is
    damaged; 1, and 0 looks at none.
`CHRONIK_TRUSTED_PROXIES`
    addresses or networks, separated by commas, whose `X-Forwarded-For` is believed; none.
`CHRONIK_VIEWER_RELOAD`
    `1` reads the pages anew whenever their files change: for those who are writing them.
`CHRONIK_LOG_LEVEL`, `CHRONIK_LOG_FORMAT`
    `debug`, `info`, `warning` or `error`; `json` or `console`. Without them `info`, and `console` on a terminal only.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from domain.games import CURRENT
from service.sentence import Sentence

PREFIX = "CHRONIK_"
DATA_SET = "CHRONIK_DATA_"
SEVERAL_HOSTS = re.compile(r"(?P<before>postgres(?:ql)?://(?:[^/?#]*@)?)(?P<hosts>[^@/?#]*,[^@/?#]*)(?P<after>/.*)")
"""An address of Postgres with more than one host, as libpq understands it and SQLAlchemy does not."""

Value = TypeVar("Value")
Network = IPv4Network | IPv6Network


class SettingsError(Sentence, ValueError):
    """A variable that makes no sense, in one sentence."""


class LogFormat(Enum):
    """How log lines are written."""

    JSON = "json"
    CONSOLE = "console"


class LogLevel(Enum):
    """The least important line that is still written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Organisers(Enum):
    """Who may hold tournaments."""

    EVERYONE = "everyone"
    APPOINTED = "appointed"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a process can be told."""

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
        """The settings that the environment asks for; an empty variable counts as absent."""
        read, usual = Environment(environ), cls()
        data = read.value("DATA", Path, usual.data)
        return cls(
            host=read.value("HOST", str, usual.host),
            port=read.value("PORT", whole(0, 65_535), usual.port),
            metrics_port=read.value("METRICS_PORT", whole(1, 65_535), usual.metrics_port),
            data=data,
            redis_url=read.value("REDIS_URL", redis_url, usual.redis_url),
            database_url=read.value("DATABASE_URL", database_url, f"sqlite+aiosqlite:///{data / 'chronik.db'}"),
            archive_url=read.value("ARCHIVE_URL", archive_url, usual.archive_url),
            archive_after_seconds=read.value("ARCHIVE_AFTER_SECONDS", seconds(0, 1e9), usual.archive_after_seconds),
            keys=read.value("KEYS", Path, usual.keys),
            weak_durability=read.value("WEAK_DURABILITY", yes_or_no, usual.weak_durability),
            data_sets=read.data_sets(),
            organisers=read.value("ORGANISERS", one_of(Organisers), usual.organisers),
            rate_account=read.value("RATE_ACCOUNT", seconds(0, 1e6), usual.rate_account),
            burst_account=read.value("BURST_ACCOUNT", whole(1, 1_000_000), usual.burst_account),
            rate_address=read.value("RATE_ADDRESS", seconds(0, 1e6), usual.rate_address),
            burst_address=read.value("BURST_ADDRESS", whole(1, 1_000_000), usual.burst_address),
            body_bytes=read.value("BODY_BYTES", whole(1_024, 1_048_576), usual.body_bytes),
            body_seconds=read.value("BODY_SECONDS", seconds(0.1, 600), usual.body_seconds),
            heartbeat_seconds=read.value("HEARTBEAT_SECONDS", seconds(0.1, 600), usual.heartbeat_seconds),
            streams_account=read.value("STREAMS_ACCOUNT", whole(1, 10_000), usual.streams_account),
            streams_address=read.value("STREAMS_ADDRESS", whole(1, 10_000), usual.streams_address),
            matches_account=read.value("MATCHES_ACCOUNT", whole(0, 1_000_000), usual.matches_account),
            seat_changes_account=read.value("SEAT_CHANGES_ACCOUNT", whole(0, 1_000_000), usual.seat_changes_account),
            cached_matches=read.value("CACHED_MATCHES", whole(1, 1_000_000), usual.cached_matches),
            sweep_rate=read.value("SWEEP_RATE", seconds(0, 1_000), usual.sweep_rate),
            trusted_proxies=read.value("TRUSTED_PROXIES", networks, usual.trusted_proxies),
            viewer_reload=read.value("VIEWER_RELOAD", yes_or_no, usual.viewer_reload),
            log_level=read.value("LOG_LEVEL", one_of(LogLevel), usual.log_level),
            log_format=read.value("LOG_FORMAT", one_of(LogFormat), usual.log_format),
        )

    @property
    def keys_file(self) -> Path:
        """Where the keys are that sign archives."""
        return self.keys or self.data / "keys.json"

    @property
    def archives(self) -> str | Path:
        """Where the archives of finished matches are."""
        return self.archive_url or self.data / "archives"

    def __repr__(self) -> str:
        """The settings that hold no password."""
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
        """The directories by game; a name that is no game's is not passed over."""
        named = {
            name.removeprefix(DATA_SET).lower(): name
            for name, value in sorted(self.environ.items())
            if name.startswith(DATA_SET) and value.strip()
        }
        for game, name in named.items():
            if game not in CURRENT:
                raise SettingsError(f"{name} is the data set of no game; the games are {', '.join(CURRENT)}.")
        return MappingProxyType(
            {game: self.value(name.removeprefix(PREFIX), directory, Path()) for game, name in named.items()}
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
    """An address for every server that one names: `redis://a:6379,b:6379` for some of a cluster."""
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
    """The address with the asynchronous driver that belongs to it."""
    from sqlalchemy.engine import make_url  # only who has a database has it installed
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
