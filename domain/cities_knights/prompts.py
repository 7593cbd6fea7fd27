"""What a seat is being asked in Cities & Knights (rule book 1.19, open decisions).

`RollPrompt` and `ActionPrompt` are the turn itself; all others lie on the stack above it.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.cities_knights.cards.kinds import Kind


class StartPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place-start", tag_field="t"):
    """Where do you begin, with a settlement or with a city, and its road? (R4.2)"""

    seat: int
    city: bool


class RollPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="roll", tag_field="t"):
    """It is your turn: the dice wait, or an Alchemist (R5.2)."""

    seat: int
    turn: int


class ActionPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="act", tag_field="t"):
    """What do you do next in your turn? (R5.4) `step` counts, so that each answer is to a question of its own."""

    seat: int
    step: int


class Cause(Enum):
    """Why cards are given up."""

    SEVEN = "seven"
    SABOTEUR = "saboteur"


class DiscardPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discard", tag_field="t"):
    """Which cards go back to the bank? (R8.1, Saboteur)"""

    seat: int
    count: int
    why: Cause


class RobberPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move-robber", tag_field="t"):
    """Where does the robber go? (R8.2)"""

    seat: int


class VictimPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-victim", tag_field="t"):
    """Who is robbed? (R8.3)"""

    seat: int
    among: tuple[int, ...]


class PillagePrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-city", tag_field="t"):
    """Which city do the barbarians pillage? (R9.4c)"""

    seat: int


class DeckPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-deck", tag_field="t"):
    """From which deck do you draw as one of the best defenders? (R9.3b)"""

    seat: int


class OverflowPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discard-progress", tag_field="t"):
    """Which progress cards do you give up? (R13.2) With `play`, one may be played in their place (C-70)."""

    seat: int
    count: int
    play: bool = False


class AqueductPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take-resource", tag_field="t"):
    """Which resource does the aqueduct bring? (R7.4)"""

    seat: int


class MetropolisPrompt(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place-metropolis", tag_field="t"
):
    """Which city becomes the metropolis? (R12.4)"""

    seat: int
    track: int


class RetreatPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="retreat", tag_field="t"):
    """Where does your displaced knight go? (R11.7) It stands at no corner; `start` is the one it has left."""

    seat: int
    start: int
    level: int
    active: bool


class HarborPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="give-commodity", tag_field="t"):
    """Which commodity do you give for the resource? (Commercial Harbor, C-64) `kind` is for the two players only."""

    seat: int
    by: int
    kind: Kind


class GivePrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="give-cards", tag_field="t"):
    """Which cards do you give for the wedding?"""

    seat: int
    to: int
    count: int


class TakePrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take-cards", tag_field="t"):
    """Which cards do you take from the hand you see? (Master Merchant; Wedding by C-75)"""

    seat: int
    victim: int
    count: int


class SurrenderPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="surrender-knight", tag_field="t"):
    """Which of your knights deserts? (R14.1)"""

    seat: int
    to: int


class DeserterPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place-deserter", tag_field="t"):
    """Where does the deserted knight stand, if at all, and on which level? (R14.1)"""

    seat: int
    level: int
    active: bool


class SpyPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take-progress", tag_field="t"):
    """Which progress card do you take from the hand you see, if any?"""

    seat: int
    victim: int


class FreeRoadPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build-free-road", tag_field="t"):
    """Where does the free road go? (Road Building) The first must be built, the second need not."""

    seat: int
    second: bool


class OfferPrompt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="answer-offer", tag_field="t"):
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
