"""The persistence of the log's servers: their durability settings as last reported."""

from __future__ import annotations

from collections.abc import Mapping

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.durability import weak_settings
from chronik.service.log.wire import Address
from chronik.service.operating.metrics import WEAK_DURABILITY

LOG: FilteringBoundLogger = structlog.get_logger("chronik.log")


class Persistence:
    """The durability settings of each server, and the `weakness` that follows from them, empty if all are strong.

    A setting that a server does not report keeps its last value. At the start every setting counts as strong, because a
    service does not start with weak settings.
    """

    def __init__(self) -> None:
        self._said: dict[Address | None, dict[str, str]] = {}
        self.weakness = ""
        WEAK_DURABILITY.set(0)

    def note(self, server: Address | None, said: Mapping[str, str]) -> None:
        """Stores the settings that one server reports."""
        self._said[server] = self._said.get(server, {}) | dict(said)
        self._judge()

    def note_all(self, said: Mapping[Address | None, Mapping[str, str]]) -> None:
        """Stores the settings of all servers, and forgets servers that are no longer listed."""
        self._said = {server: self._said.get(server, {}) | dict(one) for server, one in said.items()}
        self._judge()

    def _judge(self) -> None:
        before, weak = self.weakness, list[str]()
        for server, said in self._said.items():
            if said and (found := weak_settings(said)):
                named = "The log's server" if server is None else f"The log's server at {server}"
                weak.append(f"{named} can lose what it acknowledges: {found}.")
        self.weakness = " ".join(weak)
        if self.weakness == before:
            return
        WEAK_DURABILITY.set(1 if weak else 0)
        if weak:
            LOG.error("nothing is recorded while durability is weak", weakness=self.weakness)
        else:
            LOG.info("durability is strong again: commands are recorded")
