"""Which events of Cities & Knights taught somebody something that was hidden."""

from __future__ import annotations

from domain.cities_knights.events import (
    CardPlayed,
    CardsDiscarded,
    CardsGiven,
    CardsTaken,
    CardStolen,
    DeckShuffled,
    DiceRolled,
    Event,
    FirstDrawn,
    HarborAnswered,
    HarborOffered,
    IslandDealt,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    QuestionsAsked,
)
from domain.cities_knights.prompts import SpyPrompt, TakePrompt

LEARNT = (
    FirstDrawn,
    IslandDealt,
    DeckShuffled,
    DiceRolled,
    ProgressDrawn,
    ProgressDiscarded,
    ProgressTaken,
    CardPlayed,
    CardStolen,
    CardsDiscarded,
    CardsGiven,
    CardsTaken,
    HarborOffered,
    HarborAnswered,
)


def barrier(event: Event) -> bool:
    """Whether somebody learned something: dice, a card drawn, stolen, played or given up, or a hand looked at."""
    if isinstance(event, QuestionsAsked):
        return any(isinstance(prompt, SpyPrompt | TakePrompt) for prompt in event.prompts)
    return isinstance(event, LEARNT)
