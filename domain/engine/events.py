"""The events that frame every match, whatever its game."""

from __future__ import annotations

from enum import Enum

from msgspec import Raw, Struct


class Disclosure(Enum):
    """Who may see everything once a match is closed."""

    EVERYONE = "everyone"
    PLAYERS = "players"


class Ending(Enum):
    """Why a match was closed."""

    FINISHED = "finished"
    TOO_LONG = "too-long"


class Opened(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="opened", tag_field="t"):
    """A match was opened: what it plays by, pinned; the hash of the facts and the commitment to the secret are hex."""

    game: str
    rules: int
    facts: str
    seats: int
    options: Raw
    disclosure: Disclosure = Disclosure.EVERYONE
    opener: str = ""
    commitment: str = ""


class SeatTaken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="seat-taken", tag_field="t"):
    """Somebody sat down: a player, who may add entropy of their own (hex, up to 64 bytes), or a bot of some level."""

    seat: int
    player: str = ""
    bot: str = ""
    entropy: str = ""


class SeatLeft(Struct, frozen=True, forbid_unknown_fields=True, tag="seat-left", tag_field="t"):
    """A player stood up before the match started."""

    seat: int


class Started(Struct, frozen=True, forbid_unknown_fields=True, tag="started", tag_field="t"):
    """All seats were taken; what the game deals follows in the same batch."""


class UndoAsked(Struct, frozen=True, forbid_unknown_fields=True, tag="undo-asked", tag_field="t"):
    """A seat asked everybody to go back to a version; the version of this entry is the number of the request."""

    seat: int
    to: int


class UndoAnswered(Struct, frozen=True, forbid_unknown_fields=True, tag="undo-answered", tag_field="t"):
    """A seat granted or refused a request to go back."""

    request: int
    seat: int
    grant: bool


class Undone(Struct, frozen=True, forbid_unknown_fields=True, tag="undone", tag_field="t"):
    """The match went back to the state at a version; the entries between no longer count, and stay readable."""

    to: int


class Inspected(Struct, frozen=True, forbid_unknown_fields=True, tag="inspected", tag_field="t"):
    """A referee looked at everything while the match was running."""

    player: str


class Closed(Struct, frozen=True, forbid_unknown_fields=True, tag="closed", tag_field="t"):
    """The match is over, and its secret published (64 hex digits): from here on anybody can verify it."""

    reason: Ending
    secret: str


EngineEvent = Opened | SeatTaken | SeatLeft | Started | UndoAsked | UndoAnswered | Undone | Inspected | Closed

ENGINE_EVENTS: frozenset[type] = frozenset(
    (Opened, SeatTaken, SeatLeft, Started, UndoAsked, UndoAnswered, Undone, Inspected, Closed)
)
