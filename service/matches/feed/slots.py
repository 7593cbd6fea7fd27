"""How many feeds are open at once: per account where there is one, and per address for guests."""

from __future__ import annotations

from collections import Counter

from service.observing.metrics import FEED_CLIENTS
from service.problems.kinds import RATE_LIMITED
from service.problems.problem import Problem

RETRY_SECONDS = 5

Owner = tuple[str, str]
"""`account` or `address`, and which."""


class FeedSlots:
    """Counts the feeds of this process, and refuses one too many."""

    def __init__(self, per_account: int, per_address: int) -> None:
        self._bounds = {"account": per_account, "address": per_address}
        self._open: Counter[Owner] = Counter()

    def enter(self, account: str | None, address: str) -> Slot:
        """A place for one more feed, or the problem that there is none."""
        owner = ("address", address) if account is None else ("account", account)
        per = owner[0]
        if self._open[owner] >= self._bounds[per]:
            raise Problem(
                RATE_LIMITED,
                f"There are {self._bounds[per]} feeds open for this {per}; close one of them.",
                code="too-many-feeds",
                headers={"Retry-After": str(RETRY_SECONDS)},
                per=per,
                limit=self._bounds[per],
                retry_after=RETRY_SECONDS,
            )
        self._open[owner] += 1
        FEED_CLIENTS.inc()
        return Slot(self._open, owner)


class Slot:
    """The place of one open feed, given back once."""

    def __init__(self, counts: Counter[Owner], owner: Owner) -> None:
        self._counts = counts
        self._owner: Owner | None = owner

    def release(self) -> None:
        """Gives the place back; a second time changes nothing."""
        if self._owner is None:
            return
        self._counts[self._owner] -= 1
        if not self._counts[self._owner]:
            del self._counts[self._owner]
        self._owner = None
        FEED_CLIENTS.dec()
