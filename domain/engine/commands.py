"""What may be wanted of a match besides the commands of its game."""

from __future__ import annotations

from msgspec import Raw, Struct

from domain.engine.events import Disclosure
from domain.engine.seats import Chair


class OpenMatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="open-match", tag_field="t"):
    """Open a match with these chairs; it starts at once when all of them are taken."""

    chairs: tuple[Chair, ...]
    options: Raw
    disclosure: Disclosure = Disclosure.EVERYONE
    opener: str = ""


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="take-seat", tag_field="t"):
    """Sit down; the entropy (hex) goes into the seed."""

    seat: int
    player: str
    entropy: str = ""


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True, tag="leave-seat", tag_field="t"):
    """Stand up before the match starts."""

    seat: int


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="take-back", tag_field="t"):
    """Go back to a version: at once where that is free; elsewhere only by asking the other seats."""

    to: int
    ask: bool = False


class AnswerUndo(Struct, frozen=True, forbid_unknown_fields=True, tag="answer-undo", tag_field="t"):
    """Grant or refuse somebody's request to go back."""

    request: int
    grant: bool


class Inspect(Struct, frozen=True, forbid_unknown_fields=True, tag="inspect", tag_field="t"):
    """Look at everything as a referee while the match runs."""

    player: str


EngineCommand = OpenMatch | TakeSeat | LeaveSeat | TakeBack | AnswerUndo | Inspect

ENGINE_COMMANDS: frozenset[type] = frozenset((OpenMatch, TakeSeat, LeaveSeat, TakeBack, AnswerUndo, Inspect))
