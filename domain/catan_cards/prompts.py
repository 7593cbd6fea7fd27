"""Prompts of the card game: the questions that seats must answer (rule book E3).

Most have the tag of the command that answers them. `RollPrompt`, `ActionPrompt` and `HandPrompt` belong to the turn
itself; all others are on the question stack above it. Expansion stacks are numbered from 1, as in R77.
"""

from __future__ import annotations

from enum import Enum

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.engine import tagged_structs


class Why(Enum):
    """The reason why resources, stars or cards move."""

    TRADE_ADVANTAGE = "trade-advantage"
    TOURNAMENT = "tournament"
    YEAR_OF_PLENTY = "year-of-plenty"
    BRIGAND_ATTACK = "brigand-attack"
    CIVIL_WAR = "civil-war"
    CONFLICT = "conflict"
    MASTER_BUILDER = "master-builder"
    PLAGUE = "plague"
    PRODUCTIVE_YEAR = "productive-year"
    PROGRESS = "progress"
    GOLDEN_TIMES = "golden-times"
    UNREST = "unrest"
    MARKET_TOWN = "market-town"
    BRIGANDS = "brigands"
    MERCHANT = "merchant"
    CHAPEL = "chapel"
    JOUST = "joust"
    SPY = "spy"
    COURAGE = "courage"
    GUIDO = "guido"
    FEEDING = "feeding"
    ARTWORK = "artwork"
    SCHOOL = "school"
    THEATER = "theater"
    FEELING = "feeling"
    LIMIT = "limit"
    START = "start"
    SEARCH = "search"
    EXCHANGE = "exchange"
    YEAR_END = "year-end"
    SCOUT = "scout"
    UNDO = "undo"


# The set-up


class DeckPrompt(tagged_structs.Prompt, frozen=True, tag="bring-deck"):
    """Which 33 cards and four events do you bring? (T5, R64) Both seats seal their answers."""

    seat: int


class LayoutPrompt(tagged_structs.Prompt, frozen=True, tag="choose-layout"):
    """How do you place your six regions? (B3, X5, T6, R76) Both seats seal their answers.

    If `feeling` is true, you also choose the region of Public Feeling. `hand` is the number of cards in your starting
    hand, or 0 if you do not choose it now.
    """

    seat: int
    feeling: bool = False
    hand: int = 0


class StackPrompt(tagged_structs.Prompt, frozen=True, tag="choose-stack"):
    """From which expansion stack do you take your first hand? (B8) `barred` is the other player's stack, if any."""

    seat: int
    barred: int = 0


class TakeCardsPrompt(tagged_structs.Prompt, frozen=True, tag="take-cards"):
    """Which cards from the stack you see do you take as your first hand? (B8) Only you see the stack."""

    seat: int
    stack: int
    count: int


# The turn


class RollPrompt(tagged_structs.Prompt, frozen=True, tag="roll"):
    """Do you roll the dice, or play an Alchemist first? (B12)"""

    seat: int
    turn: int


class ActionPrompt(tagged_structs.Prompt, frozen=True, tag="act"):
    """What do you do next in your turn? (B12) This is asked again after each action."""

    seat: int


class HandPrompt(tagged_structs.Prompt, frozen=True, tag="fill-hand"):
    """How do you fill your hand? (B36 to B40, R84) This is asked again after each answer.

    You are `left` cards below your hand limit; if `exchange` is true, you may exchange one card.
    """

    seat: int
    left: int
    exchange: bool = False


# Stars, resources


class StarPrompt(tagged_structs.Prompt, frozen=True, tag="pay-star"):
    """Do you pay the stars? (R26: Lancers at a Brigand Attack, Civil War, Unrest, Golden Times)"""

    seat: int
    why: Why


class GainPrompt(tagged_structs.Prompt, frozen=True, tag="gain"):
    """Which of your regions takes a resource from the bank? (R3) You gain `count` resources, one after the other."""

    seat: int
    count: int
    why: Why


class TakePrompt(tagged_structs.Prompt, frozen=True, tag="take"):
    """Which resource do you take from the opponent, and into which region? (R4) You may decline if `optional` (B54)."""

    seat: int
    victim: int
    count: int
    why: Why
    optional: bool = False


class YieldPrompt(tagged_structs.Prompt, frozen=True, tag="yield-from"):
    """Which of your regions gives the resource? (R4) It goes into the region `into` of seat `to`.

    `count` is the number of resources that seat `to` still takes, including this one.
    """

    seat: int
    to: int
    kind: Kind
    into: str
    count: int
    why: Why


class GivePrompt(tagged_structs.Prompt, frozen=True, tag="give"):
    """Which of your regions gives the opponent a resource? (B54)"""

    seat: int
    to: int
    why: Why


class ReceivePrompt(tagged_structs.Prompt, frozen=True, tag="receive"):
    """Which of your regions receives the resource from the region `source` of seat `giver`? (R4)"""

    seat: int
    giver: int
    kind: Kind
    source: str
    why: Why


class TaxPrompt(tagged_structs.Prompt, frozen=True, tag="pay-tax"):
    """With which resources do you pay the Unrest tax? (K19, R32)"""

    seat: int
    count: int


# Units, buildings, cards in a hand


class UnitPrompt(tagged_structs.Prompt, frozen=True, tag="choose-unit"):
    """Which unit of the other player returns to its owner's hand? (B43)"""

    seat: int
    victim: int


class RemovePrompt(tagged_structs.Prompt, frozen=True, tag="remove-cards"):
    """Which cards from the hand you see do you put under which stack? (B44, R94) Only you see the hand."""

    seat: int
    victim: int
    count: int


class SearchPrompt(tagged_structs.Prompt, frozen=True, tag="search-stack"):
    """Which stack do you look through with Master Builder, if any? (B45)

    Stack `barred` is not allowed; 0 bars no stack.
    """

    seat: int
    barred: int = 0


class SwapPrompt(tagged_structs.Prompt, frozen=True, tag="swap-card"):
    """Which card do you take from the stack you see, and which do you put under which stack, if any? (B45)"""

    seat: int
    stack: int


class ProtectPrompt(tagged_structs.Prompt, frozen=True, tag="protect"):
    """Do you play a protection card against this card? (B35, R21) This is asked even if you do not hold one."""

    seat: int
    against: str


class TargetPrompt(tagged_structs.Prompt, frozen=True, tag="choose-target"):
    """Which building or knight of the loser returns to the owner's hand? (B51, B52, R23) `by` is the attack card."""

    seat: int
    victim: int
    by: str


class SpyPrompt(tagged_structs.Prompt, frozen=True, tag="steal-card"):
    """Which card do you take from the hand you see? (B57) You take none only if none may be taken."""

    seat: int
    victim: int


class NamePrompt(tagged_structs.Prompt, frozen=True, tag="name-units"):
    """Which of your units do you name for the builder of the Statue, who takes one of them? (K26)"""

    seat: int
    to: int
    count: int


class TakeUnitPrompt(tagged_structs.Prompt, frozen=True, tag="take-unit"):
    """Which of the named units do you take? (K26)"""

    seat: int
    victim: int
    among: tuple[str, ...]


class ShedPrompt(tagged_structs.Prompt, frozen=True, tag="shed"):
    """Which cards from your hand do you put under which stacks? (B37, B41; K13 with Courage)"""

    seat: int
    count: int
    why: Why = Why.LIMIT


# Regions, offers, searches


class PlacePrompt(tagged_structs.Prompt, frozen=True, tag="place-region"):
    """Do you place the drawn region above or below? (B25, R13) The second region is placed on the other side."""

    seat: int
    slot: int
    region: str


class ScoutPrompt(tagged_structs.Prompt, frozen=True, tag="scout-regions"):
    """Which two regions from the stack do you place above and below? (B56, R87) Only you see the stack."""

    seat: int
    slot: int


class OfferPrompt(tagged_structs.Prompt, frozen=True, tag="answer-offer"):
    """Do you accept the offer? (R73) The other player gives from the regions `give` and receives in `into`."""

    seat: int
    by: int
    give: tuple[str, ...]
    into: tuple[str, ...]


class PickPrompt(tagged_structs.Prompt, frozen=True, tag="pick-card"):
    """Which card do you take from the stack you searched? (B38, B39) Only you see the stack."""

    seat: int
    stack: int


Prompt = (
    DeckPrompt
    | LayoutPrompt
    | StackPrompt
    | TakeCardsPrompt
    | RollPrompt
    | ActionPrompt
    | HandPrompt
    | StarPrompt
    | GainPrompt
    | TakePrompt
    | YieldPrompt
    | GivePrompt
    | ReceivePrompt
    | TaxPrompt
    | UnitPrompt
    | RemovePrompt
    | SearchPrompt
    | SwapPrompt
    | ProtectPrompt
    | TargetPrompt
    | SpyPrompt
    | NamePrompt
    | TakeUnitPrompt
    | ShedPrompt
    | PlacePrompt
    | ScoutPrompt
    | OfferPrompt
    | PickPrompt
)
