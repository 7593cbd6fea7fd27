"""The data directory of the bundled Valkey.

It is locked for one service at a time, and another server's data is never opened.
"""

import contextlib
import fcntl
import os
import tempfile
import time
from pathlib import Path
from typing import Self

import msgspec

from chronik.service.log.keys import FINISH_OLD
from chronik.service.running.user_error import NoTemporaryFiles, UserError

ENGINE = "valkey"
FORM = 2
FOREIGN = ("appendonlydir", "appendonly.aof", "dump.rdb")
DEAD_OWNER_SECONDS = 10.0  # a killed service leaves a Valkey behind, which takes a moment to end
LIVE_OWNER_SECONDS = 2.0
SOCKET_PATH_LIMIT = 100  # bytes; the system's limit is 104 (macOS) or 108


class BundledValkeyError(UserError):
    """The reason why Valkey cannot run on this data directory, as one sentence."""


class Marker(msgspec.Struct, frozen=True):
    """The content of `engine.json`: the server that wrote this directory, its version, and how matches are stored."""

    engine: str
    version: str
    form: int = 1


class Note(msgspec.Struct, frozen=True):
    """The content of the lock file: the process that holds the lock, and the directory of its socket."""

    pid: int = 0
    home: str = ""


class DataDirectory:
    """A locked data directory: its path, the descriptor of its lock, and a short path for the socket."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self.lock = lock
        self._home = _short_home()
        self.socket = self._home / "s"

    @classmethod
    def claim(cls, path: Path, version: str) -> Self:
        """Locks a data directory for a Valkey of this version. Raises `BundledValkeyError`."""
        path = path.absolute()
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BundledValkeyError(f"The data directory {path} cannot be written ({error.strerror}).") from error
        try:
            _wait_for(lock, path)
            if not check_marker(path, version):
                _write_marker(path / "engine.json", version)
            directory = cls(path, lock)
            _tidy(_read_note(lock))
            os.ftruncate(lock, 0)
            os.pwrite(lock, msgspec.json.encode(Note(os.getpid(), str(directory._home))), 0)
        except BaseException as error:
            os.close(lock)
            if isinstance(error, OSError):
                raise BundledValkeyError(f"The data directory {path} cannot be written ({error.strerror}).") from error
            raise
        return directory

    def release(self) -> None:
        """Closes the lock; the directory stays locked until the last process that holds it, Valkey itself, ends."""
        if self.lock >= 0:
            _tidy(Note(home=str(self._home)))
            os.close(self.lock)
            self.lock = -1


def _wait_for(lock: int, path: Path) -> None:
    owner = _read_note(lock).pid
    began = time.monotonic()
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            alive = _is_alive(owner)
            if time.monotonic() - began > (LIVE_OWNER_SECONDS if alive else DEAD_OWNER_SECONDS):
                who = f"another Chronik (process {owner})" if alive else "a server that does not end"
                raise BundledValkeyError(f"The data directory {path} is in use by {who}.") from None
            time.sleep(0.02)


def running_socket(path: Path) -> Path | None:
    """Returns the socket of the Valkey that runs on a data directory, or None if no service runs. Locks nothing."""
    try:
        lock = os.open(path / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        note = _read_note(lock)
    finally:
        os.close(lock)
    socket = Path(note.home, "s")
    return socket if note.home and _is_alive(note.pid) and socket.exists() else None


def check_marker(path: Path, version: str) -> bool:
    """Returns whether this exact version of Valkey wrote a data directory.

    Raises `BundledValkeyError` if this Valkey cannot open it: an older Valkey may load newer data as an empty log.
    """
    marker = path / "engine.json"
    if not marker.exists():
        for name in FOREIGN:
            if (path / name).exists():
                raise BundledValkeyError(f"{path} holds data of another server ({name} without engine.json).")
        return False
    try:
        stored = msgspec.json.decode(marker.read_bytes(), type=Marker)
        newer = _numbers(stored.version) > _numbers(version)
    except ValueError:
        raise BundledValkeyError(f"{marker} cannot be read, so it is not known which server wrote {path}.") from None
    if stored.engine != ENGINE:
        raise BundledValkeyError(
            f"{path} was written by {stored.engine} {stored.version}; the bundled Valkey is {ENGINE} {version}."
        )
    if newer:
        raise BundledValkeyError(
            f"{path} was written by {ENGINE} {stored.version}, which is newer than the bundled {version}."
        )
    if stored.form != FORM:
        raise BundledValkeyError(
            f"{path} holds matches of Chronik 0.1. {FINISH_OLD} with another directory."
            if stored.form < FORM
            else f"{path} was written by a newer Chronik than this one."
        )
    return stored.version == version


def _write_marker(marker: Path, version: str) -> None:
    new = marker.with_suffix(".new")
    with new.open("wb") as file:
        file.write(msgspec.json.encode(Marker(ENGINE, version, FORM)))
        file.flush()
        os.fsync(file.fileno())
    new.replace(marker)
    directory = os.open(marker.parent, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


def _short_home() -> Path:
    """Makes a directory with a short path for the socket. Raises `NoTemporaryFiles`."""
    try:
        home = tempfile.mkdtemp(prefix="chronik-")
        if len(os.fsencode(home)) + 2 > SOCKET_PATH_LIMIT:
            os.rmdir(home)
            home = tempfile.mkdtemp(prefix="chronik-", dir="/tmp")
    except OSError as error:
        raise NoTemporaryFiles from error
    return Path(home)


def _read_note(lock: int) -> Note:
    try:
        return msgspec.json.decode(os.pread(lock, 4096, 0), type=Note)
    except msgspec.MsgspecError:
        return Note()


def _tidy(note: Note) -> None:
    """Removes the socket directory that an earlier service may have left behind."""
    home = Path(note.home)
    if home.name.startswith("chronik-"):
        with contextlib.suppress(OSError):
            (home / "s").unlink(missing_ok=True)
            home.rmdir()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid > 0  # 0 would be ourselves


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
