"""The prompts of Katharina. Each has the tag of the command that answers it."""

from __future__ import annotations

from chronik.domain.engine import tagged_structs


class DisplayPrompt(tagged_structs.Prompt, frozen=True, tag="choose-display"):
    """Which three of your six cards open your action row? (S6)"""

    seat: int


class PlayPrompt(tagged_structs.Prompt, frozen=True, tag="play-cards"):
    """Which two cards do you play, and below which card? (R-B)"""

    seat: int


class ResolvePrompt(tagged_structs.Prompt, frozen=True, tag="resolve"):
    """Your colours match: do you perform this card's action? (R-D)"""

    seat: int
    card: str


class BuildPrompt(tagged_structs.Prompt, frozen=True, tag="build-or-pass"):
    """You own the most books: where do you build? (I2)"""

    seat: int


Prompt = DisplayPrompt | PlayPrompt | ResolvePrompt | BuildPrompt
