"""A cluster of six bundled Valkey servers on this machine: three masters with one replica each.

`python -m tests.support.service.cluster` (`make cluster`) starts one, prints its address, and keeps it until Ctrl-C;
a server that dies meanwhile is started again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import redis

from chronik.service.log.bundled import LAUNCH, PYTHON, bundled_binary
from tests.support.service.ports import LOOPBACK, free_port

MASTERS = 3
SLOTS = 16_384
PATIENCE = 30.0
LASTING = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
BOUNDED = ("--maxmemory", "512mb", "--maxmemory-policy", "noeviction")
ALONE = ("--cluster-require-full-coverage", "no", "--cluster-allow-replica-migration", "no")
"""The failure of one master affects only its slots, and its replica stays with it."""
CLOSE = ("--min-replicas-to-write", "1", "--min-replicas-max-lag", "2", "--repl-ping-replica-period", "1")
PROMPT = ("--repl-diskless-sync-delay", "0", "--repl-diskless-load", "swapdb")
QUIET = ("--loglevel", "notice", "--always-show-logo", "no", "--daemonize", "no")


class Node:
    """One server of a cluster, which can be stopped, killed and started again with its data."""

    def __init__(self, home: Path, host: str, options: Sequence[str]) -> None:
        self.home = home
        self.host = host
        self.port, self.bus = free_port(host), free_port(host)
        self.id = ""
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        home.mkdir()

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def said(self) -> str:
        return (self.home / "said").read_text(errors="replace")

    def start(self) -> None:
        """Starts the server without waiting for it."""
        where = ("--bind", self.host, "--bind-source-addr", self.host, "--port", str(self.port))
        cluster = ("--cluster-enabled", "yes", "--cluster-port", str(self.bus), "--cluster-announce-ip", self.host)
        command = [
            str(bundled_binary()),
            *where,
            *cluster,
            "--dir",
            str(self.home),
            *LASTING,
            *BOUNDED,
            *ALONE,
            *PROMPT,
            *QUIET,
            *self._options,
        ]
        if sys.platform == "linux":
            command = [*PYTHON, LAUNCH, str(os.getpid()), *command]
        with (self.home / "said").open("ab") as said:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def pause(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def ask(self, *words: str | int) -> Any:
        """Returns the answer to a command."""
        with redis.Redis(self.host, self.port, socket_timeout=5, decode_responses=True) as client:
            return client.execute_command(*words)

    def answers(self) -> bool:
        try:
            return bool(self.ask("PING"))
        except redis.RedisError:
            return False

    def role(self) -> str:
        return str(self.ask("ROLE")[0])


class Cluster:
    """Six servers; the first three begin as masters, and the other three as their replicas in the same order."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = tuple(nodes)

    @property
    def url(self) -> str:
        """The address of all servers: the first one that answers names the others."""
        return f"redis://{','.join(node.name for node in self.nodes)}"

    def form(self) -> None:
        """Joins servers that are up into one cluster."""
        for epoch, node in enumerate(self.nodes, 1):
            node.id = node.ask("CLUSTER", "MYID")
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        masters, replicas = self.nodes[:MASTERS], self.nodes[MASTERS:]
        for number, node in enumerate(masters):
            node.ask("CLUSTER", "ADDSLOTSRANGE", SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS - 1)
        for node in self.nodes[1:]:
            self.nodes[0].ask("CLUSTER", "MEET", node.host, node.port, node.bus)
        until(lambda: all(f"cluster_known_nodes:{len(self.nodes)}" in node.ask("CLUSTER", "INFO") for node in replicas))
        for master, replica in zip(masters, replicas, strict=True):
            replica.ask("CLUSTER", "REPLICATE", master.id)
        self.settle()

    def settle(self) -> None:
        """Waits until all slots are served, every master has a connected replica, and all servers agree."""
        until(self.settled)

    def settled(self) -> bool:
        with contextlib.suppress(redis.RedisError):
            return self._replicated() and self._in_agreement()
        return False

    def _replicated(self) -> bool:
        """Returns whether each master has a replica that is connected to it."""
        roles = [node.ask("ROLE") for node in self.nodes]
        masters = [node for node, role in zip(self.nodes, roles, strict=True) if role[0] == "master"]
        return (
            len(masters) == MASTERS
            and all(len(role[2]) == 1 if role[0] == "master" else role[3] == "connected" for role in roles)
            and all(node.ask("INFO", "replication").get("min_slaves_good_slaves") == 1 for node in masters)
        )

    def _in_agreement(self) -> bool:
        """Returns whether all servers name the same servers for each slot."""
        told = (node.ask("CLUSTER", "INFO") for node in self.nodes)
        if not all("cluster_state:ok" in one and "cluster_slots_fail:0" in one for one in told):
            return False
        slots = [
            {
                (row[0], row[1]): (row[2][1], sorted(other[1] for other in row[3:]))
                for row in node.ask("CLUSTER", "SLOTS")
            }
            for node in self.nodes
        ]
        return all(one == slots[0] for one in slots) and all(replicas for _, replicas in slots[0].values())

    def master_of(self, slot: int) -> Node:
        """Returns the master of a slot, as named by the first server that answers."""
        for node in self.nodes:
            with contextlib.suppress(redis.RedisError):
                for first, last, (_, port, *_), *_ in node.ask("CLUSTER", "SLOTS"):
                    if first <= slot <= last:
                        return next(one for one in self.nodes if one.port == port)
        raise AssertionError(f"nobody serves slot {slot}")

    def replica_of(self, master: Node) -> Node:
        """Returns the server that follows a master."""
        return next(
            node for node in self.nodes if node.alive and node.ask("ROLE")[:3] == ["slave", master.host, master.port]
        )

    def begin_move(self, slot: int, source: Node, target: Node) -> None:
        """Begins the move of a slot: keys that have left the source are asked for at the target."""
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)

    def move_keys(self, slot: int, source: Node, target: Node, most: int) -> int:
        """Moves some keys of a slot that is being moved, and returns their number."""
        names = source.ask("CLUSTER", "GETKEYSINSLOT", slot, most)
        if names:
            source.ask("MIGRATE", target.host, target.port, "", 0, 5_000, "REPLACE", "KEYS", *names)
        return len(names)

    def end_move(self, slot: int, source: Node, target: Node) -> None:
        """Reports to all masters that a slot has been moved."""
        for node in (target, source, *self.masters()):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", target.id)

    def call_off(self, slot: int, source: Node, target: Node) -> None:
        """Cancels the move of a slot from which no key was moved."""
        for node in (source, target):
            node.ask("CLUSTER", "SETSLOT", slot, "STABLE")

    def move(self, slot: int, target: Node, few: int = 10) -> None:
        """Moves a slot like the usual tools, some keys at a time."""
        source = self.master_of(slot)
        if source is not target:
            self.begin_move(slot, source, target)
            while self.move_keys(slot, source, target, few):
                pass
        self.end_move(slot, source, target)

    def now_in_place_of(self, node: Node) -> Node:
        """Returns the master that a server follows now, or the server itself if it is a master."""
        role, host, port, *_ = node.ask("ROLE")
        return node if role == "master" else next(one for one in self.nodes if (one.host, one.port) == (host, port))

    def masters(self) -> tuple[Node, ...]:
        return tuple(node for node in self.nodes if node.alive and node.role() == "master")


@contextmanager
def cluster(hosts: Sequence[str] = (LOOPBACK,), node_timeout_ms: int = 1_000, *options: str) -> Iterator[Cluster]:
    """Yields a running cluster whose servers use these addresses in turn, and removes it afterwards."""
    with ExitStack() as stack:
        home = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="chronik-cluster-", ignore_cleanup_errors=True))
        )
        asked = ("--cluster-node-timeout", str(node_timeout_ms), *CLOSE, *options)
        nodes = [Node(home / str(n), hosts[n % len(hosts)], asked) for n in range(2 * MASTERS)]
        for node in nodes:
            node.start()
            stack.callback(node.kill)
        until(lambda: all(node.answers() for node in nodes))
        formed = Cluster(nodes)
        formed.form()
        yield formed


def until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with cluster((LOOPBACK,), 5_000) as running, contextlib.suppress(KeyboardInterrupt):
        print(f"CHRONIK_REDIS_URL={running.url}", flush=True)
        while True:
            time.sleep(0.5)
            for node in running.nodes:
                if not node.alive:
                    print(f"{node.name} has died and is started again", flush=True)
                    node.start()


if __name__ == "__main__":
    main()
