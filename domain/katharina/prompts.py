"""What a seat is being asked in Katharina; each prompt has the tag of the command that answers it."""

from __future__ import annotations

from msgspec import Struct


class DisplayPrompt(Struct, frozen=True, forbid_unknown_fields=True, tag="choose-display", tag_field="t"):
    """Which three of your six cards open your action row? (S6)"""

    seat: int


class PlayPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-cards", tag_field="t"):
    """Which two cards do you play, and below which card? (R-B)"""

    seat: int


class ResolvePrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="resolve", tag_field="t"):
    """Your colours match: do you perform this card's action? (R-D)"""

    seat: int
    card: str


class BuildPrompt(Struct, frozen=True, forbid_unknown_fields=True, tag="build-or-pass", tag_field="t"):
    """You own the most books: where do you build? (I2)"""

    seat: int


Prompt = DisplayPrompt | PlayPrompt | ResolvePrompt | BuildPrompt
