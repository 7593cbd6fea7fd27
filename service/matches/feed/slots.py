"""How many feeds are open at once: per account where there is one, and per address for guests."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from service.observing.metrics import FEED_CLIENTS
from service.problems.kinds import RATE_LIMITED
from service.problems.problem import Problem

RETRY_SECONDS = 5

Owner = tuple[str, str]
"""`account` or `address`, and which."""


class FeedSlots:
    """Counts the feeds of this process, with those of others as far as they were told, and refuses one too many."""

    def __init__(self, per_account: int, per_address: int) -> None:
        self._bounds = {"account": per_account, "address": per_address}
        self._open: Counter[Owner] = Counter()
        self._elsewhere: Counter[Owner] = Counter()
        self._untold: dict[Owner, None] = {}

    def enter(self, account: str | None, address: str) -> Slot:
        """A place for one more feed, or the problem that there is none."""
        owner = ("address", address) if account is None else ("account", account)
        per = owner[0]
        self._untold[owner] = None
        if self._open[owner] + self._elsewhere[owner] >= self._bounds[per]:
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
        return Slot(self, owner)

    def leave(self, owner: Owner) -> None:
        """Gives a place back."""
        self._open[owner] -= 1
        self._untold[owner] = None
        FEED_CLIENTS.dec()

    def untold(self, most: int) -> dict[Owner, int]:
        """How many feeds some owners have open here of whom nothing was told since that changed; told from now on."""
        some = {owner: self._open[owner] for owner in islice(self._untold, most)}
        for owner, number in some.items():
            del self._untold[owner]
            if not number:
                del self._open[owner]
        return some

    def tell_all(self) -> None:
        """Keeps all that is open to be told once more."""
        self._untold |= dict.fromkeys(self._open)

    def hear(self, owner: Owner, elsewhere: int) -> None:
        """Takes in how many feeds an owner has open in other processes."""
        if elsewhere:
            self._elsewhere[owner] = elsewhere
        else:
            self._elsewhere.pop(owner, None)


class Slot:
    """The place of one open feed, given back once."""

    def __init__(self, slots: FeedSlots, owner: Owner) -> None:
        self._slots = slots
        self._owner: Owner | None = owner

    def release(self) -> None:
        """Gives the place back; a second time changes nothing."""
        if self._owner is not None:
            self._slots.leave(self._owner)
            self._owner = None
