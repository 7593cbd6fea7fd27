"""What a seat is being asked in the card game (rule book E3); each prompt has the tag of the command that answers it.

`RollPrompt`, `ActionPrompt` and `HandPrompt` are the turn itself; all others lie on the stack above it. Stacks are the
numbers of R77, from 1.
"""

from __future__ import annotations

from enum import Enum

from domain.catan_cards.cards.kinds import Kind
from domain.engine import words


class Why(Enum):
    """What resources, stars or cards move for."""

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


class DeckPrompt(words.Prompt, frozen=True, tag="bring-deck"):
    """Which 33 cards and four events do you bring? (T5, R64) Both seats answer sealed."""

    seat: int


class LayoutPrompt(words.Prompt, frozen=True, tag="choose-layout"):
    """How do your six regions lie, and what else is chosen with them? (B3, X5, T6, R76) Both seats answer sealed.

    With `feeling` also the region that Public Feeling lies at, with `hand` the so many cards one starts with.
    """

    seat: int
    feeling: bool = False
    hand: int = 0


class StackPrompt(words.Prompt, frozen=True, tag="choose-stack"):
    """Out of which expansion stack do you take your first hand? (B8) `barred` is the other player's, or 0."""

    seat: int
    barred: int = 0


class TakeCardsPrompt(words.Prompt, frozen=True, tag="take-cards"):
    """Which cards of the stack you see are your first hand? (B8) A look."""

    seat: int
    stack: int
    count: int


# The turn


class RollPrompt(words.Prompt, frozen=True, tag="roll"):
    """It is your turn: the dice wait, or an Alchemist (B12)."""

    seat: int
    turn: int


class ActionPrompt(words.Prompt, frozen=True, tag="act"):
    """What do you do next in your turn? (B12) It is asked anew after each answer."""

    seat: int


class HandPrompt(words.Prompt, frozen=True, tag="fill-hand"):
    """How do you fill your hand? (B36 to B40, R84) `left` cards are missing; with `exchange` one may be exchanged.

    It is asked anew after each answer.
    """

    seat: int
    left: int
    exchange: bool = False


# Stars, resources


class StarPrompt(words.Prompt, frozen=True, tag="pay-star"):
    """Do you pay a star? (R26: Lancers at a Brigand Attack, Civil War, Unrest, Golden Times)"""

    seat: int
    why: Why


class GainPrompt(words.Prompt, frozen=True, tag="gain"):
    """Which region of yours takes a resource from the bank? (R3) So many are gained one after the other."""

    seat: int
    count: int
    why: Why


class TakePrompt(words.Prompt, frozen=True, tag="take"):
    """Which resource do you take from the opponent, into which region? (R4) `optional`: it may be declined (B54)."""

    seat: int
    victim: int
    count: int
    why: Why
    optional: bool = False


class YieldPrompt(words.Prompt, frozen=True, tag="yield-from"):
    """Which region of yours gives the resource? (R4) It goes into `into`, a region of `to`, who still takes `count`."""

    seat: int
    to: int
    kind: Kind
    into: str
    count: int
    why: Why


class GivePrompt(words.Prompt, frozen=True, tag="give"):
    """Which region of yours gives the opponent a resource? (B54)"""

    seat: int
    to: int
    why: Why


class ReceivePrompt(words.Prompt, frozen=True, tag="receive"):
    """Which region of yours receives the resource that `source`, a region of `giver`, gives? (R4)"""

    seat: int
    giver: int
    kind: Kind
    source: str
    why: Why


class TaxPrompt(words.Prompt, frozen=True, tag="pay-tax"):
    """With which resources do you pay the tax of Unrest? (K19, R32)"""

    seat: int
    count: int


# Units, buildings, cards of a hand


class UnitPrompt(words.Prompt, frozen=True, tag="choose-unit"):
    """Which unit of the other player goes back to his hand? (B43)"""

    seat: int
    victim: int


class RemovePrompt(words.Prompt, frozen=True, tag="remove-cards"):
    """Which cards of the hand you see go under which stack? (B44, R94) A look."""

    seat: int
    victim: int
    count: int


class SearchPrompt(words.Prompt, frozen=True, tag="search-stack"):
    """Through which stack do you look as Master Builder, if through any? (B45) `barred` is not allowed, 0 for none."""

    seat: int
    barred: int = 0


class SwapPrompt(words.Prompt, frozen=True, tag="swap-card"):
    """Which card of the stack you see do you take, and which do you put under which stack, if any? (B45) A look."""

    seat: int
    stack: int


class ProtectPrompt(words.Prompt, frozen=True, tag="protect"):
    """Do you play a protection card against this card? (B35, R21) Always asked, held or not."""

    seat: int
    against: str


class TargetPrompt(words.Prompt, frozen=True, tag="choose-target"):
    """Which building or knight of the loser goes back to his hand? (B51, B52, R23) `by` is the attack card."""

    seat: int
    victim: int
    by: str


class SpyPrompt(words.Prompt, frozen=True, tag="steal-card"):
    """Which card do you take from the hand you see? (B57) A look; nothing only where nothing may be taken."""

    seat: int
    victim: int


class NamePrompt(words.Prompt, frozen=True, tag="name-units"):
    """Which of your units do you name, of which the builder of the Statue takes one? (K26)"""

    seat: int
    to: int
    count: int


class TakeUnitPrompt(words.Prompt, frozen=True, tag="take-unit"):
    """Which of the named units do you take? (K26)"""

    seat: int
    victim: int
    among: tuple[str, ...]


class ShedPrompt(words.Prompt, frozen=True, tag="shed"):
    """Which cards of your hand go under which stacks? (B37, B41; with Courage K13)"""

    seat: int
    count: int
    why: Why = Why.LIMIT


# Regions, offers, searches


class PlacePrompt(words.Prompt, frozen=True, tag="place-region"):
    """Does the region drawn lie above or below? (B25, R13) The second one lies on the other side."""

    seat: int
    slot: int
    region: str


class ScoutPrompt(words.Prompt, frozen=True, tag="scout-regions"):
    """Which two regions of the stack you see lie above and below? (B56, R87) A look."""

    seat: int
    slot: int


class OfferPrompt(words.Prompt, frozen=True, tag="answer-offer"):
    """Do you accept the offer? (R73) The other player gives out of and receives into these regions of his."""

    seat: int
    by: int
    give: tuple[str, ...]
    into: tuple[str, ...]


class PickPrompt(words.Prompt, frozen=True, tag="pick-card"):
    """Which card of the stack you searched do you take? (B38, B39) A look."""

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
