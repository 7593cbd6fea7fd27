"""The base classes of a game's commands, events and prompts: frozen Structs, each with its tag in the field `t`."""

from __future__ import annotations

from msgspec import Struct


class Command(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """A request, in the imperative."""


class Event(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """Something that happened, in the past tense, with its outcome."""


class Prompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t"):
    """A question that a seat has to answer."""
