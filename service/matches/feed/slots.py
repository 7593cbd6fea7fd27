"""How many feeds are open at once: per account where there is one, and per address for guests."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from itertools import islice

from service.observing.metrics import FEED_CLIENTS
from service.problems.kinds import RATE_LIMITED
from service.problems.problem import Problem

RETRY_SECONDS = 5
WAIT_SECONDS = 5.0
"""So long a new feed waits for a place: whoever comes back is often there before the old connection has died."""

Owner = tuple[str, str]
"""`account` or `address`, and which."""


class FeedSlots:
    """Counts the feeds of this process, with those of others as far as they were told; one too many waits."""

    def __init__(self, per_account: int, per_address: int) -> None:
        self._bounds = {"account": per_account, "address": per_address}
        self._open: Counter[Owner] = Counter()
        self._elsewhere: Counter[Owner] = Counter()
        self._untold: dict[Owner, None] = {}
        self._queues: dict[Owner, deque[asyncio.Future[Slot]]] = {}

    def enter(self, account: str | None, address: str) -> Slot | None:
        """A place for one more feed, if there is one now."""
        owner = _owner(account, address)
        self._untold[owner] = None
        return self._taken(owner) if owner not in self._queues and self._is_free(owner) else None

    async def queue(self, account: str | None, address: str) -> Slot:
        """A place for one more feed, waited for in the order of coming; the problem that there is none, at last.

        No more wait than there are places.
        """
        owner = _owner(account, address)
        waiting = self._queues.setdefault(owner, deque())
        if len(waiting) >= self._bounds[owner[0]]:
            raise self._full(owner)
        place: asyncio.Future[Slot] = asyncio.get_running_loop().create_future()
        waiting.append(place)
        self._admit(owner)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await place
        except TimeoutError:
            if _given(place):  # at the very last moment
                return place.result()
            raise self._full(owner) from None
        except BaseException:
            if _given(place):
                place.result().release()
            raise
        finally:
            if place in waiting:
                waiting.remove(place)
            if not waiting and self._queues.get(owner) is waiting:  # who came meanwhile waits in another
                del self._queues[owner]

    def leave(self, owner: Owner) -> None:
        """Gives a place back."""
        self._open[owner] -= 1
        self._untold[owner] = None
        FEED_CLIENTS.dec()
        self._admit(owner)

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
        self._admit(owner)

    def _is_free(self, owner: Owner) -> bool:
        return self._open[owner] + self._elsewhere[owner] < self._bounds[owner[0]]

    def _taken(self, owner: Owner) -> Slot:
        self._open[owner] += 1
        FEED_CLIENTS.inc()
        return Slot(self, owner)

    def _admit(self, owner: Owner) -> None:
        """Gives places that are free to those who wait for them, the first one first."""
        waiting = self._queues.get(owner)
        while waiting and self._is_free(owner):
            place = waiting.popleft()
            if not place.done():
                place.set_result(self._taken(owner))

    def _full(self, owner: Owner) -> Problem:
        per, limit = owner[0], self._bounds[owner[0]]
        return Problem(
            RATE_LIMITED,
            f"There are {limit} feeds open for this {per}; close one of them.",
            code="too-many-feeds",
            headers={"Retry-After": str(RETRY_SECONDS)},
            per=per,
            limit=limit,
            retry_after=RETRY_SECONDS,
        )


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


def _owner(account: str | None, address: str) -> Owner:
    return ("address", address) if account is None else ("account", account)


def _given(place: asyncio.Future[Slot]) -> bool:
    return place.done() and not place.cancelled()
