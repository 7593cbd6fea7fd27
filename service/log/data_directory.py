"""The directory that the bundled Valkey keeps its log in: one service at a time, and never another server's data."""

import contextlib
import fcntl
import os
import tempfile
import time
from pathlib import Path
from typing import Self

import msgspec

from service.log.keys import FINISH_OLD
from service.sentence import Sentence

ENGINE = "valkey"
FORM = 2
FOREIGN = ("appendonlydir", "appendonly.aof", "dump.rdb")
PATIENCE = 10.0  # how long the Valkey of a service that was killed may take to let go
PATIENCE_WITH_THE_LIVING = 2.0
SOCKET_PATH_LIMIT = 100  # the system's own is 104 (macOS) or 108 bytes


class BundledValkeyError(Sentence):
    """Why Valkey cannot run over this data directory, in one sentence."""


class Marker(msgspec.Struct, frozen=True):
    """What `engine.json` says: who wrote the log in this directory, and the form in which matches are stored there."""

    engine: str
    version: str
    form: int = 1


class Note(msgspec.Struct, frozen=True):
    """What the lock file says: the process that holds it, and where it put its socket."""

    pid: int = 0
    home: str = ""


class DataDirectory:
    """A claimed data directory: its path, the descriptor of its lock, and a short path for the socket."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self.lock = lock
        self._home = _short_home()
        self.socket = self._home / "s"

    @classmethod
    def claim(cls, path: Path, version: str) -> Self:
        """Lock a data directory for a Valkey of this version, or say why not."""
        path = path.absolute()
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BundledValkeyError(f"The data directory {path} cannot be written ({error.strerror}).") from error
        try:
            _wait_for(lock, path)
            if not check_marker(path, version):
                _mark(path / "engine.json", version)
            directory = cls(path, lock)
            _tidy(_note(lock))
            os.ftruncate(lock, 0)
            os.pwrite(lock, msgspec.json.encode(Note(os.getpid(), str(directory._home))), 0)
        except BaseException as error:
            os.close(lock)
            if isinstance(error, OSError):
                raise BundledValkeyError(f"The data directory {path} cannot be written ({error.strerror}).") from error
            raise
        return directory

    def release(self) -> None:
        """Give the directory free; the lock itself goes with the last process that holds it."""
        if self.lock >= 0:
            _tidy(Note(home=str(self._home)))
            os.close(self.lock)
            self.lock = -1


def _wait_for(lock: int, path: Path) -> None:
    owner = _note(lock).pid
    began = time.monotonic()
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            alive = _alive(owner)
            if time.monotonic() - began > (PATIENCE_WITH_THE_LIVING if alive else PATIENCE):
                who = f"another Chronik (process {owner})" if alive else "a server that does not end"
                raise BundledValkeyError(f"The data directory {path} is in use by {who}.") from None
            time.sleep(0.02)


def running_socket(path: Path) -> Path | None:
    """The socket of the Valkey that runs over a data directory; None where no service does. Nothing is locked."""
    try:
        lock = os.open(path / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        note = _note(lock)
    finally:
        os.close(lock)
    socket = Path(note.home, "s")
    return socket if note.home and _alive(note.pid) and socket.exists() else None


def check_marker(path: Path, version: str) -> bool:
    """Whether a data directory says that it is of this very Valkey; raises `BundledValkeyError` where it never can be.

    Newer data opened by an older Valkey may load as nothing at all.
    """
    marker = path / "engine.json"
    if not marker.exists():
        for name in FOREIGN:
            if (path / name).exists():
                raise BundledValkeyError(f"{path} holds data of another server ({name} without engine.json).")
        return False
    try:
        said = msgspec.json.decode(marker.read_bytes(), type=Marker)
        newer = _numbers(said.version) > _numbers(version)
    except ValueError:
        raise BundledValkeyError(f"{marker} cannot be read, so it is not known which server wrote {path}.") from None
    if said.engine != ENGINE:
        raise BundledValkeyError(
            f"{path} was written by {said.engine} {said.version}, and the bundled Valkey is {ENGINE} {version}."
        )
    if newer:
        raise BundledValkeyError(
            f"{path} was written by {ENGINE} {said.version}, which is newer than the bundled {version}."
        )
    if said.form != FORM:
        raise BundledValkeyError(
            f"{path} holds matches of Chronik 0.1. {FINISH_OLD} with another directory."
            if said.form < FORM
            else f"{path} was written by a newer Chronik than this one."
        )
    return said.version == version


def _mark(marker: Path, version: str) -> None:
    beside = marker.with_suffix(".new")
    with beside.open("wb") as file:
        file.write(msgspec.json.encode(Marker(ENGINE, version, FORM)))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(marker)
    directory = os.open(marker.parent, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


def _short_home() -> Path:
    home = tempfile.mkdtemp(prefix="chronik-")
    if len(os.fsencode(home)) + 2 > SOCKET_PATH_LIMIT:
        os.rmdir(home)
        home = tempfile.mkdtemp(prefix="chronik-", dir="/tmp")
    return Path(home)


def _note(lock: int) -> Note:
    try:
        return msgspec.json.decode(os.pread(lock, 4096, 0), type=Note)
    except msgspec.MsgspecError:
        return Note()


def _tidy(note: Note) -> None:
    """Remove the place of a socket, which an earlier service may have left behind."""
    home = Path(note.home)
    if home.name.startswith("chronik-"):
        with contextlib.suppress(OSError):
            (home / "s").unlink(missing_ok=True)
            home.rmdir()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid > 0  # 0 would be ourselves


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
