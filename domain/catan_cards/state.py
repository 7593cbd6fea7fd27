"""The state of a match of the card game: two principalities, stacks and piles, what each seat knows, what is asked."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.catan_cards.commands import Side
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.facts.rulesets import Ruleset
from domain.catan_cards.prompts import Prompt
from domain.engine import questions
from domain.engine.game import Outcome
from domain.engine.sealing import Sealing


class Phase(Enum):
    """Where a turn stands (B12)."""

    SETUP = "setup"
    ROLL = "roll"
    EVENT = "event"
    ACTIONS = "actions"
    HAND = "hand"
    OVER = "over"


class Continuation(Enum):
    """What goes on when nobody is asked any more."""

    DECKS = "decks"
    LAYOUTS = "layouts"
    FIRST_STACK = "first-stack"
    FIRST_HAND = "first-hand"
    STARS = "stars"
    EVENT_CARD = "event-card"
    BRIGANDS = "brigands"
    PLENTY = "plenty"
    CIVIL_WAR = "civil-war"
    CIVIL_WAR_SHED = "civil-war-shed"
    MASTER_BUILDER = "master-builder"
    PROGRESS = "progress"
    GOLDEN_TIMES = "golden-times"
    GOLDEN_GAIN = "golden-gain"
    UNREST_TAX = "unrest-tax"
    SHEDDING = "shedding"
    PRODUCTION = "production"
    MARKET_TOWN = "market-town"
    EVALUATED = "evaluated"
    GAIN = "gain"
    TAKE = "take"
    GIVE = "give"
    CARD_DONE = "card-done"
    PROTECT = "protect"
    MERCHANT_GIVE = "merchant-give"
    JOUST_BANK = "joust-bank"
    STATUE = "statue"
    SCOUT = "scout"

    __hash__ = object.__hash__  # by identity, as that of `Kind`


class Question(questions.Question[Prompt, Continuation], frozen=True, gc=False):
    """A question on the stack, above the turn itself."""


class Land(Struct, frozen=True, gc=False):
    """A region as it lies in a principality: at an even slot, above or below, with what it stores (B9, B14)."""

    region: str
    slot: int
    side: Side
    stored: int = 0


class Built(Struct, frozen=True, gc=False):
    """An expansion on a site (B11), or with no side a road complement on its road (K1)."""

    card: str
    slot: int
    side: Side | None = None


class Feeling(Struct, frozen=True, gc=False):
    """Public Feeling in play, and the region it lies at (K4)."""

    card: str
    region: str


class Sight(Struct, frozen=True, gc=False):
    """What a seat knows of an expansion stack: places from the top, None for unknown; `gone` may have left (E10)."""

    slots: tuple[str | None, ...] = ()
    gone: int = 0


class HandSight(Struct, frozen=True, gc=False):
    """What a seat knows of the other's hand: cards known to be there, of which `gone` may have left unseen (E10)."""

    cards: tuple[str, ...] = ()
    gone: int = 0


class SeatState(Struct, frozen=True, gc=False):
    """One seat. `roads` are even slots, `settlements` and `cities` odd ones, all ascending.

    `lands` are in the order of their slots, above first. `built` holds expansions and road complements in the order
    they were built, `hand` cards in the order they came. `used` are cards whose use of this turn is spent (R48),
    `fetched` says that an Artwork was (K24), `drawn` counts the cards drawn in the hand step, `offers` those made.
    `deck` and `free_events` are what the seat brought (T5), `event_cards` all it put into the event deck (T4). `sights`
    are by stack, as in `State.stacks`. `unseen` counts the cards that came to the hand unseen by the other.
    """

    roads: tuple[int, ...] = ()
    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    lands: tuple[Land, ...] = ()
    built: tuple[Built, ...] = ()
    hand: tuple[str, ...] = ()
    feelings: tuple[Feeling, ...] = ()
    stars: int = 0
    used: tuple[str, ...] = ()
    fetched: bool = False
    offers: int = 0
    drawn: int = 0
    deck: tuple[str, ...] = ()
    free_events: tuple[str, ...] = ()
    event_cards: tuple[str, ...] = ()
    sights: tuple[Sight, ...] = ()
    hand_sight: HandSight = HandSight()
    unseen: int = 0


class Dice(Struct, frozen=True, gc=False):
    """The dice of the turn (B12)."""

    event: Face
    number: int
    named: bool = False


class Playing(Struct, frozen=True, gc=False):
    """An action card being carried out, and what was said with it (R17); the protection card lies above the attack.

    `behind` says that its player had fewer VP than the opponent when it was played (R40, R59).
    """

    seat: int
    card: str
    against: str | None = None
    knight: str | None = None
    behind: bool = False


class State(Sealing, frozen=True, gc=False, kw_only=True):
    """The truth. All piles have their top card first, but discard piles, whose top card is their last.

    `stacks` are those of R77; in the tournament game four of seat 0, then four of seat 1. `discards` is one common
    pile, or one per seat (X11, T8). The last `told` cards of the event deck are public (B20). `playing` are cards
    that are being carried out, `revealed` the event card; `drawn_region` was shown and waits for its side. `spared`
    are seats that paid a star to be left alone by the event. `winner` is who won the duel or joust in hand, `barred`
    the stack the roller searched as Master Builder or for the first hand (B8, B45). `unlocked` is the 7-VP flag (R10).
    `rolls`, `duels`, `jousts` and `shuffles` count draws, so that each has a stream of its own.
    """

    options: Ruleset
    seats: tuple[SeatState, ...]
    stacks: tuple[tuple[str, ...], ...] = ()
    discards: tuple[tuple[str, ...], ...] = ((),)
    display: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    told: int = 0
    regions: tuple[str, ...] = ()
    revealed: str | None = None
    drawn_region: str | None = None
    playing: tuple[Playing, ...] = ()
    spared: tuple[int, ...] = ()
    winner: int | None = None
    barred: int = 0
    unlocked: bool = False
    phase: Phase = Phase.SETUP
    first: int = 0
    active: int = 0
    turn: int = 0
    dice: Dice | None = None
    rolls: int = 0
    duels: int = 0
    jousts: int = 0
    shuffles: int = 0
    stack: tuple[Question, ...] = ()
    outcome: Outcome | None = None

    def anew(self, before: Sealing) -> tuple[Prompt, ...]:
        """The active seat is asked anew after each of its answers, though the question reads as before."""
        return () if self.stack or self.phase not in (Phase.ACTIONS, Phase.HAND) else self.prompts
