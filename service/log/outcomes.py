"""Outcomes: the ways in which a command to the log's server, or an append, can end without success."""

from chronik.domain.engine.match.events import Opened
from chronik.domain.games import CURRENT
from chronik.domain.log.verdict import Pinned
from chronik.service.running.user_error import UserError

TRIES = 8
"""How many times a command is decided before `Contended` is raised."""


class Unavailable(UserError):
    """The server cannot be reached, or refused the connection; nothing was done."""


class Elsewhere(Unavailable):
    """Another server of the cluster has the key, or soon will; nothing was done, and the command may be sent again.

    `code` is `MOVED`, `ASK` or `TRYAGAIN`. The first two name the slot and the server; an empty host means the server
    that answered.
    """

    def __init__(self, sentence: str, code: str, slot: int = 0, host: str = "", port: int = 0) -> None:
        super().__init__(sentence)
        self.code = code
        self.slot = slot
        self.host = host
        self.port = port


class OutcomeUnknown(Exception):
    """The connection was lost or timed out after sending: the command may or may not have been executed."""


class Unconfirmed(OutcomeUnknown):
    """The command was executed, but no second server has confirmed it: it may be lost if the master fails."""


class Outdated(Exception):
    """The error if this process has an outdated copy of the log: discard the copy and send the request again."""


class Contended(Outdated):
    """Other processes were faster on every try; nothing was recorded."""


class OtherLog(Outdated):
    """The log is shorter than before, or different: a backup was restored, or copies of it were lost."""


class ReadOnly(Exception):
    """The server is up but refuses to write: it is out of memory, has disk trouble, or is a replica."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"the server refuses to write ({code}: {text})")
        self.code = code


class ScarceSpace(ReadOnly):
    """Too little space is left to open matches; matches that have begun continue."""

    def __init__(self) -> None:
        super().__init__("SCARCE", "there is too little space for new matches")


class Refused(Exception):
    """The server could not execute a command; `code` is the first word of its error."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.code = code


class Conflict(Exception):
    """Another process was faster: the log is now at version `at`, if that is known, or at another head."""

    def __init__(self, at: int | None = None) -> None:
        super().__init__("the log has grown" if at is None else f"the log is at version {at}")
        self.at = at


class NoSecret(Exception):
    """The match was to be opened with a secret that is not stored, or is no longer stored: open it again."""


class KeyReused(Exception):
    """The idempotency key was already used for another request."""


class Damaged(Exception):
    """The stored bytes of a match differ from what an append leaves behind."""

    def __init__(self, match: str, problem: str) -> None:
        super().__init__(f"match {match} is damaged: {problem}")
        self.match = match
        self.problem = problem


class NotLoaded(Exception):
    """A match is pinned to rules or a data set that this process has not loaded."""

    def __init__(self, opened: Opened | Pinned) -> None:
        super().__init__(opened.game)
        self.game, self.rules, self.facts = opened.game, opened.rules, opened.facts

        self.newer = is_newer(opened)


def is_newer(opened: Opened | Pinned | None) -> bool:
    """Returns whether a newer version of Chronik opened a match; this version may not understand what it wrote."""
    return opened is not None and opened.rules > CURRENT.get(opened.game, opened.rules)


def check_not_newer(opened: Opened | Pinned | None) -> None:
    """Raises `NotLoaded` if a newer version of Chronik opened a match."""
    if opened is not None and is_newer(opened):
        raise NotLoaded(opened)
