"""The prompts of Cities & Knights: the questions that seats must answer (rule book 1.19, open decisions).

`RollPrompt` and `ActionPrompt` belong to the turn itself, `OfferPrompt` to an open offer. All others are on the stack.
"""

from __future__ import annotations

from enum import Enum

from chronik.domain.cities_knights.cards.kinds import Kind
from chronik.domain.engine import tagged_structs


class StartPrompt(tagged_structs.Prompt, frozen=True, tag="place-start"):
    """Where do you place your starting settlement or city, and its road? (R4.2)"""

    seat: int
    city: bool


class RollPrompt(tagged_structs.Prompt, frozen=True, tag="roll"):
    """It is your turn: roll the dice, or play an Alchemist (R5.2)."""

    seat: int
    turn: int


class ActionPrompt(tagged_structs.Prompt, frozen=True, tag="act"):
    """What do you do next in your turn? (R5.4) You are asked again after each answer."""

    seat: int


class Cause(Enum):
    """The reason why a seat discards cards."""

    SEVEN = "seven"
    SABOTEUR = "saboteur"


class DiscardPrompt(tagged_structs.Prompt, frozen=True, tag="discard"):
    """Which cards do you give back to the bank? (R8.1, Saboteur)"""

    seat: int
    count: int
    why: Cause


class RobberPrompt(tagged_structs.Prompt, frozen=True, tag="move-robber"):
    """Which hex do you move the robber to? (R8.2)"""

    seat: int


class VictimPrompt(tagged_structs.Prompt, frozen=True, tag="choose-victim"):
    """Which of these seats do you rob? (R8.3)"""

    seat: int
    among: tuple[int, ...]


class PillagePrompt(tagged_structs.Prompt, frozen=True, tag="choose-city"):
    """Which of your cities do the barbarians pillage? (R9.4c)"""

    seat: int


class DeckPrompt(tagged_structs.Prompt, frozen=True, tag="choose-deck"):
    """From which deck do you draw as one of the best defenders? (R9.3b)"""

    seat: int


class OverflowPrompt(tagged_structs.Prompt, frozen=True, tag="discard-progress"):
    """Which progress cards do you give up? (R13.2) If `play` is true, you may play one instead (C-70)."""

    seat: int
    count: int
    play: bool = False


class AqueductPrompt(tagged_structs.Prompt, frozen=True, tag="take-resource"):
    """Which resource do you take with the aqueduct? (R7.4)"""

    seat: int


class MetropolisPrompt(tagged_structs.Prompt, frozen=True, tag="place-metropolis"):
    """Which of your cities becomes the metropolis? (R12.4)"""

    seat: int
    track: int


class RetreatPrompt(tagged_structs.Prompt, frozen=True, tag="retreat"):
    """Which corner does your displaced knight move to? (R11.7) `start` is the corner that it had to leave."""

    seat: int
    start: int
    level: int
    active: bool


class HarborPrompt(tagged_structs.Prompt, frozen=True, tag="give-commodity"):
    """Which commodity do you give for the resource? (Commercial Harbor, C-64) Only the two players see `kind`."""

    seat: int
    by: int
    kind: Kind


class GivePrompt(tagged_structs.Prompt, frozen=True, tag="give-cards"):
    """Which cards do you give for the wedding?"""

    seat: int
    to: int
    count: int


class TakePrompt(tagged_structs.Prompt, frozen=True, tag="take-cards"):
    """Which cards do you take from the hand that you are shown? (Master Merchant; Wedding under C-75)"""

    seat: int
    victim: int
    count: int


class SurrenderPrompt(tagged_structs.Prompt, frozen=True, tag="surrender-knight"):
    """Which of your knights do you give up to the Deserter? (R14.1)"""

    seat: int
    to: int


class DeserterPrompt(tagged_structs.Prompt, frozen=True, tag="place-deserter"):
    """Where do you place the deserted knight, if at all, and at which level? (R14.1)"""

    seat: int
    level: int
    active: bool


class SpyPrompt(tagged_structs.Prompt, frozen=True, tag="take-progress"):
    """Which of the progress cards that you are shown do you take, if any?"""

    seat: int
    victim: int


class FreeRoadPrompt(tagged_structs.Prompt, frozen=True, tag="build-free-road"):
    """Where do you build the free road? (Road Building) The first road is compulsory, the second optional."""

    seat: int
    second: bool


class OfferPrompt(tagged_structs.Prompt, frozen=True, tag="answer-offer"):
    """Do you accept this offer, decline it, or make a counter-offer? (R15.1) The match does not wait for you."""

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
