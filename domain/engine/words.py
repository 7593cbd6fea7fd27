"""The words of a game: its commands, events and prompts, each a frozen Struct with its tag in the field `t`."""

from __future__ import annotations

from msgspec import Struct


class Command(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """What somebody wants, in the imperative."""


class Event(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """What happened, in the past tense, with its outcome."""


class Prompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """What a seat is being asked; it has the tag of the command that answers it."""
