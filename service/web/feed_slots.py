"""The limit on open feeds: per account, or per address for guests."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from itertools import islice

from chronik.service.operating.metrics import FEED_CLIENTS
from chronik.service.web.problems.kinds import RATE_LIMITED
from chronik.service.web.problems.problem import Problem

RETRY_SECONDS = 5
WAIT_SECONDS = 5.0
"""Seconds that a new feed waits for a slot: a client often reconnects before its old connection is known to be dead."""

Owner = tuple[str, str]
"""The kind of owner (`account` or `address`) and its id."""


class FeedSlots:
    """The feeds of this process, and the last reported feeds of other processes; a feed beyond the limit waits."""

    def __init__(self, per_account: int, per_address: int) -> None:
        self._bounds = {"account": per_account, "address": per_address}
        self._open: Counter[Owner] = Counter()
        self._elsewhere: Counter[Owner] = Counter()
        self._unreported: dict[Owner, None] = {}
        self._queues: dict[Owner, deque[asyncio.Future[Slot]]] = {}

    def enter(self, account: str | None, address: str) -> Slot | None:
        """Returns a slot for one more feed, or None if all are taken."""
        owner = _owner(account, address)
        self._unreported[owner] = None
        return self._take(owner) if owner not in self._queues and self._is_free(owner) else None

    async def queue(self, account: str | None, address: str) -> Slot:
        """Waits for a slot in order of arrival; after 5 seconds, raises the problem that too many feeds are open.

        No more callers may wait than there are slots.
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
            if _is_given(place):  # the slot came together with the timeout
                return place.result()
            raise self._full(owner) from None
        except BaseException:
            if _is_given(place):
                place.result().release()
            raise
        finally:
            if place in waiting:
                waiting.remove(place)
            if not waiting and self._queues.get(owner) is waiting:  # a later caller may have started another queue
                del self._queues[owner]

    def follows(self, account: str) -> bool:
        """Returns whether an account has a feed open in any process; the others report theirs before the next call."""
        owner = _owner(account, "")
        self._unreported[owner] = None
        return self._open[owner] + self._elsewhere[owner] > 0

    def leave(self, owner: Owner) -> None:
        """Releases a slot."""
        self._open[owner] -= 1
        self._unreported[owner] = None
        FEED_CLIENTS.dec()
        self._admit(owner)

    def take_unreported(self, most: int) -> dict[Owner, int]:
        """Returns up to `most` owners whose count has changed since the last report, with their open feeds here."""
        some = {owner: self._open[owner] for owner in islice(self._unreported, most)}
        for owner, number in some.items():
            del self._unreported[owner]
            if not number:
                del self._open[owner]
        return some

    def report_all(self) -> None:
        """Marks all open feeds to be reported again."""
        self._unreported |= dict.fromkeys(self._open)

    def forget_elsewhere(self) -> None:
        """Forgets the feeds of other processes, because there are none any more."""
        for owner in list(self._elsewhere):
            self.set_elsewhere(owner, 0)

    def set_elsewhere(self, owner: Owner, elsewhere: int) -> None:
        """Stores how many feeds an owner has open in other processes."""
        if elsewhere:
            self._elsewhere[owner] = elsewhere
        else:
            self._elsewhere.pop(owner, None)
        self._admit(owner)

    def _is_free(self, owner: Owner) -> bool:
        return self._open[owner] + self._elsewhere[owner] < self._bounds[owner[0]]

    def _take(self, owner: Owner) -> Slot:
        self._open[owner] += 1
        FEED_CLIENTS.inc()
        return Slot(self, owner)

    def _admit(self, owner: Owner) -> None:
        """Gives free slots to waiting feeds, in order of arrival."""
        waiting = self._queues.get(owner)
        while waiting and self._is_free(owner):
            place = waiting.popleft()
            if not place.done():
                place.set_result(self._take(owner))

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
    """The slot of one open feed, released once."""

    def __init__(self, slots: FeedSlots, owner: Owner) -> None:
        self._slots = slots
        self._owner: Owner | None = owner

    def release(self) -> None:
        """Releases the slot, once."""
        if self._owner is not None:
            self._slots.leave(self._owner)
            self._owner = None


def _owner(account: str | None, address: str) -> Owner:
    return ("address", address) if account is None else ("account", account)


def _is_given(place: asyncio.Future[Slot]) -> bool:
    return place.done() and not place.cancelled()
