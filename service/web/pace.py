"""Rate limits on requests, per account or per address."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice

from chronik.service.running.settings import Settings
from chronik.service.web.problems.kinds import RATE_LIMITED
from chronik.service.web.problems.problem import Problem

CALLERS = 100_000


class Pace:
    """A limit on each caller's requests, per second and at once: a leaky bucket that stores one time per caller (GCRA).

    `per` names the kind of caller, account or address. If several `processes` count, each may allow a share of the
    burst alone, and reports the use beyond it to the others.
    """

    def __init__(self, per: str, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per = per
        self.interval = 1 / rate if rate else 0.0
        self.burst = burst
        self.slack = burst * self.interval
        self.clock = clock
        self.due: OrderedDict[str, float] = OrderedDict()
        self.processes = 1
        self._unreported: dict[str, float] = {}
        self._shared: set[str] = set()

    def charge(self, caller: str, weight: int = 1) -> None:
        """Counts a request; if the caller has to wait, raises a problem and counts nothing."""
        now = self.clock()
        due = max(now, self.due.get(caller, now)) + weight * self.interval
        wait = due - now - self.slack
        if wait > 1e-9:
            raise self.refusal(math.ceil(wait))
        self.due[caller] = due
        self.due.move_to_end(caller)
        if len(self.due) > CALLERS:
            self._shared.discard(self.due.popitem(last=False)[0])
        if self.processes > 1:
            self._note_use(caller, due - now, weight * self.interval)

    def weigh(self, caller: str, weight: int) -> None:
        """Counts the rest of a request's weight, up to the burst in all; the request was already counted as one."""
        if (more := min(weight, self.burst) - 1) > 0:
            self.charge(caller, more)

    def refusal(self, seconds: int) -> Problem:
        """Returns the problem for a caller who has to wait for this many seconds."""
        detail = f"There were too many requests from this {self.per}; wait {seconds} s."
        headers = {"Retry-After": str(seconds)}
        return Problem(RATE_LIMITED, detail, headers=headers, per=self.per, retry_after=seconds)

    def take_unreported(self, most: int) -> dict[str, float]:
        """Returns the unreported use of up to `most` callers, in seconds of earned budget."""
        some = dict(islice(self._unreported.items(), most))
        for caller in some:
            del self._unreported[caller]
        return some

    def update_total(self, caller: str, used: float) -> None:
        """Raises a caller's use to the total of all processes as reported."""
        due = self.clock() + used + self._unreported.get(caller, 0.0)
        self.due[caller] = max(self.due.get(caller, due), due)

    def _note_use(self, caller: str, used: float, more: float) -> None:
        """Notes use to be reported: all of it once it exceeds half of an even share, and everything after that."""
        if used <= self.slack / (2 * self.processes):
            self._shared.discard(caller)
        elif caller in self._shared:
            self._unreported[caller] = self._unreported.get(caller, 0.0) + more
        else:
            self._shared.add(caller)
            self._unreported[caller] = used

    def refund(self, caller: str) -> None:
        """Takes back one counted request."""
        if caller in self.due:
            self.due[caller] -= self.interval


def build_paces(settings: Settings) -> tuple[Pace, Pace]:
    """Returns the request limits for accounts and for addresses."""
    return (
        Pace("account", settings.rate_account, settings.burst_account),
        Pace("address", settings.rate_address, settings.burst_address),
    )
