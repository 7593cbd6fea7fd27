"""What a seat is being asked in Cities & Knights (rule book 1.19, open decisions).

`RollPrompt` and `ActionPrompt` are the turn itself; all others lie on the stack above it.
"""

from __future__ import annotations

from enum import Enum

from domain.cities_knights.cards.kinds import Kind
from domain.engine import words


class StartPrompt(words.Prompt, frozen=True, tag="place-start"):
    """Where do you begin, with a settlement or with a city, and its road? (R4.2)"""

    seat: int
    city: bool


class RollPrompt(words.Prompt, frozen=True, tag="roll"):
    """It is your turn: the dice wait, or an Alchemist (R5.2)."""

    seat: int
    turn: int


class ActionPrompt(words.Prompt, frozen=True, tag="act"):
    """What do you do next in your turn? (R5.4) It is asked anew after each answer."""

    seat: int


class Cause(Enum):
    """Why cards are given up."""

    SEVEN = "seven"
    SABOTEUR = "saboteur"


class DiscardPrompt(words.Prompt, frozen=True, tag="discard"):
    """Which cards go back to the bank? (R8.1, Saboteur)"""

    seat: int
    count: int
    why: Cause


class RobberPrompt(words.Prompt, frozen=True, tag="move-robber"):
    """Where does the robber go? (R8.2)"""

    seat: int


class VictimPrompt(words.Prompt, frozen=True, tag="choose-victim"):
    """Who is robbed? (R8.3)"""

    seat: int
    among: tuple[int, ...]


class PillagePrompt(words.Prompt, frozen=True, tag="choose-city"):
    """Which city do the barbarians pillage? (R9.4c)"""

    seat: int


class DeckPrompt(words.Prompt, frozen=True, tag="choose-deck"):
    """From which deck do you draw as one of the best defenders? (R9.3b)"""

    seat: int


class OverflowPrompt(words.Prompt, frozen=True, tag="discard-progress"):
    """Which progress cards do you give up? (R13.2) With `play`, one may be played in their place (C-70)."""

    seat: int
    count: int
    play: bool = False


class AqueductPrompt(words.Prompt, frozen=True, tag="take-resource"):
    """Which resource does the aqueduct bring? (R7.4)"""

    seat: int


class MetropolisPrompt(words.Prompt, frozen=True, tag="place-metropolis"):
    """Which city becomes the metropolis? (R12.4)"""

    seat: int
    track: int


class RetreatPrompt(words.Prompt, frozen=True, tag="retreat"):
    """Where does your displaced knight go? (R11.7) It stands at no corner; `start` is the one it has left."""

    seat: int
    start: int
    level: int
    active: bool


class HarborPrompt(words.Prompt, frozen=True, tag="give-commodity"):
    """Which commodity do you give for the resource? (Commercial Harbor, C-64) `kind` is for the two players only."""

    seat: int
    by: int
    kind: Kind


class GivePrompt(words.Prompt, frozen=True, tag="give-cards"):
    """Which cards do you give for the wedding?"""

    seat: int
    to: int
    count: int


class TakePrompt(words.Prompt, frozen=True, tag="take-cards"):
    """Which cards do you take from the hand you see? (Master Merchant; Wedding by C-75)"""

    seat: int
    victim: int
    count: int


class SurrenderPrompt(words.Prompt, frozen=True, tag="surrender-knight"):
    """Which of your knights deserts? (R14.1)"""

    seat: int
    to: int


class DeserterPrompt(words.Prompt, frozen=True, tag="place-deserter"):
    """Where does the deserted knight stand, if at all, and on which level? (R14.1)"""

    seat: int
    level: int
    active: bool


class SpyPrompt(words.Prompt, frozen=True, tag="take-progress"):
    """Which progress card do you take from those you are shown, if any?"""

    seat: int
    victim: int


class FreeRoadPrompt(words.Prompt, frozen=True, tag="build-free-road"):
    """Where does the free road go? (Road Building) The first must be built, the second need not."""

    seat: int
    second: bool


class OfferPrompt(words.Prompt, frozen=True, tag="answer-offer"):
    """Do you accept this offer, decline it, or make a counter-offer? (R15.1) Nobody has to wait for the answer."""

    seat: int
    offer: int


Prompt = (
    StartPrompt
    | RollPrompt
    | ActionPrompt
    | DiscardPrompt
    | RobberPrompt
    | VictimPrompt
    | PillagePrompt
    | DeckPrompt
    | OverflowPrompt
    | AqueductPrompt
    | MetropolisPrompt
    | RetreatPrompt
    | HarborPrompt
    | GivePrompt
    | TakePrompt
    | SurrenderPrompt
    | DeserterPrompt
    | SpyPrompt
    | FreeRoadPrompt
    | OfferPrompt
)
