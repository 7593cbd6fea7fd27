"""How many feeds are open at once, per account and per address."""

from __future__ import annotations

from collections import Counter

from service.errors import Problem
from service.metrics import FEED_CLIENTS
from service.problems import RATE_LIMITED

RETRY_SECONDS = 5


class Streams:
    """Counts the feeds of this process, and refuses one too many."""

    def __init__(self, per_account: int, per_address: int) -> None:
        self._bounds = {"account": per_account, "address": per_address}
        self._open: Counter[tuple[str, str]] = Counter()

    def enter(self, account: str | None, address: str) -> Slot:
        """A place for one more feed, or the problem that there is none."""
        owners = [("address", address), *([("account", account)] if account is not None else ())]
        for owner in owners:
            bound = self._bounds[owner[0]]
            if self._open[owner] >= bound:
                detail = f"There are {bound} feeds open for this {owner[0]}; close one of them."
                headers = {"Retry-After": str(RETRY_SECONDS)}
                raise Problem(RATE_LIMITED, detail, headers=headers, limit=bound, retry_after=RETRY_SECONDS)
        self._open.update(owners)
        FEED_CLIENTS.inc()
        return Slot(self._open, owners)


class Slot:
    """The place of one open feed, given back once."""

    def __init__(self, counts: Counter[tuple[str, str]], owners: list[tuple[str, str]]) -> None:
        self._counts = counts
        self._owners = owners

    def release(self) -> None:
        """Gives the place back; a second time changes nothing."""
        if not self._owners:
            return
        self._counts.subtract(self._owners)
        for owner in self._owners:
            if not self._counts[owner]:
                del self._counts[owner]
        self._owners = []
        FEED_CLIENTS.dec()
