"""The verdict of a verification, and the errors that lead to it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.log.receipts import HeadMismatch
from chronik.domain.log.signature import Signature


class Status(Enum):
    """The result of a verification.

    `good`: sound. `altered`: changed. `other`: does not contain a head known from elsewhere. `unverified`: not signed
    with a known key. `damaged`: incomplete. `unpublished`: sound and over, but the secret is missing. `unknown-facts`:
    the game, rules or facts are not loaded. `unreadable`: not a file of a known kind.
    """

    GOOD = "good"
    ALTERED = "altered"
    OTHER = "other"
    UNVERIFIED = "unverified"
    DAMAGED = "damaged"
    UNPUBLISHED = "unpublished"
    UNKNOWN_FACTS = "unknown-facts"
    UNREADABLE = "unreadable"


class Check(Enum):
    """A check that a verification has passed."""

    ENTRIES = "entries"
    MANIFEST = "manifest"
    SECRET = "secret"
    CHAIN = "chain"
    FOLD = "fold"
    DECISIONS = "decisions"
    RESULT = "result"


class Verdict(Struct, frozen=True, kw_only=True):
    """The result of a verification: a sentence, the checks that passed, the first bad entry if known, and notes.

    For a sound log, `head` is its last head, `entries` its number of entries, `phase` how it ended, and `seeded`
    whether a seed was used. `covered` is the last version that heads known from elsewhere cover. `signature` is the
    file's signature.
    """

    status: Status
    sentence: str
    passed: tuple[Check, ...] = ()
    entry: int | None = None
    entries: int = 0
    head: str = ""
    covered: int | None = None
    signature: Signature | None = None
    phase: str = ""
    seeded: bool = False
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return self.status is Status.GOOD


class Pinned(Struct, frozen=True):
    """The game, rules version and facts of a match. Every version of Chronik can read them in an opening."""

    game: str
    rules: int
    facts: str


class Altered(Exception):
    """Raised if a log is not as it was recorded. The message says why; `entry` is the first bad entry, if known.

    `pinned` is the game, rules version and facts of a match, if they can be read. A newer version may have written the
    log.
    """

    def __init__(self, sentence: str, entry: int | None = None) -> None:
        super().__init__(sentence)
        self.entry = entry
        self.pinned: Pinned | None = None


class Undecided(Exception):
    """Raised if the game, rules or facts of a log are not loaded, so that it cannot be verified further."""


FLAWS = {Altered: Status.ALTERED, HeadMismatch: Status.OTHER, Undecided: Status.UNKNOWN_FACTS}


def verdict_on(flaw: Altered | HeadMismatch | Undecided, passed: tuple[Check, ...] = (), entries: int = 0) -> Verdict:
    """Returns the verdict for a flaw."""
    status = next(status for kind, status in FLAWS.items() if isinstance(flaw, kind))
    entry = flaw.entry if isinstance(flaw, Altered) else None
    return Verdict(status=status, sentence=str(flaw), passed=passed, entry=entry, entries=entries)
