"""Outcomes: what can come of a command to the log's server, and of an append, besides success."""

from service.sentence import Sentence


class Unavailable(Sentence):
    """The server cannot be reached or did not let us in: nothing was done."""


class Elsewhere(Unavailable):
    """In a cluster another server has the key, or is about to: nothing was done, and it may be sent again.

    `code` is `MOVED`, `ASK` or `TRYAGAIN`; the first two name the slot and the server, whose host is empty where it is
    that of the server which says so.
    """

    def __init__(self, sentence: str, code: str, slot: int = 0, host: str = "", port: int = 0) -> None:
        super().__init__(sentence)
        self.code = code
        self.slot = slot
        self.host = host
        self.port = port


class OutcomeUnknown(Exception):
    """The connection was lost or too slow after sending: it may or may not have been done."""


class Unconfirmed(OutcomeUnknown):
    """It was done, but no second server has confirmed it: whether it lasts is decided by whoever is master next."""


class ReadOnly(Exception):
    """The server is up but refuses to write: out of memory, disk trouble, or a replica."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"the server refuses to write ({code}: {text})")
        self.code = code


class NoRoom(ReadOnly):
    """There is too little space left to begin something new; what has begun goes on."""

    def __init__(self) -> None:
        super().__init__("SCARCE", "there is too little space for new matches")


class Refused(Exception):
    """The server could not do what a command asks for; the code is what its answer begins with."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.code = code


class Conflict(Exception):
    """Somebody was faster: the log stands at another version, or at another head."""

    def __init__(self, at: int) -> None:
        super().__init__(f"the log is at version {at}")
        self.at = at


class NoSecret(Exception):
    """The match is to be opened with a secret that does not stand beside its log, or not any more: begin anew."""


class KeyReused(Exception):
    """The idempotency key already stands for another request."""


class Damaged(Exception):
    """The stored bytes of a match are not what an append leaves behind."""

    def __init__(self, match: str, problem: str) -> None:
        super().__init__(f"match {match} is damaged: {problem}")
        self.match = match
        self.problem = problem
