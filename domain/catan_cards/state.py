"""The state of a match of the card game: principalities, stacks, piles, memories and open questions."""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, Struct

from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.catan_cards.prompts import Prompt
from chronik.domain.engine import questions
from chronik.domain.engine.game import Outcome
from chronik.domain.engine.sealing import Sealing
from chronik.domain.engine.seats import SeatsOut


class Phase(Enum):
    """The phase of a turn (B12)."""

    SETUP = "setup"
    ROLL = "roll"
    EVENT = "event"
    ACTIONS = "actions"
    HAND = "hand"
    OVER = "over"


ROLL, EVENT, ACTIONS, HAND = Phase.ROLL, Phase.EVENT, Phase.ACTIONS, Phase.HAND
# Constants here and elsewhere, because looking up an enum's member takes 0.2 µs in Python 3.11.


class Continuation(Enum):
    """The step of the rules that follows once the open questions are answered."""

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

    __hash__ = object.__hash__  # by identity, as for `Kind`


class Question(questions.Question[Prompt, Continuation], frozen=True, gc=False):
    """A question on the stack, above the turn itself."""


class Land(Struct, frozen=True, gc=False):
    """A region in a principality: its even slot, its side, and the resources it stores (B9, B14)."""

    region: str
    slot: int
    side: Side
    stored: int = 0


class Built(Struct, frozen=True, gc=False):
    """An expansion on a site (B11), or a road complement on its road, which is not on either side (K1)."""

    card: str
    slot: int
    side: Side | None = None


class Feeling(Struct, frozen=True, gc=False):
    """Public Feeling in play, and the region beside it (K4)."""

    card: str
    region: str


class Sight(Struct, frozen=True, gc=False):
    """A seat's memory of an expansion stack (E10).

    `slots` lists the cards from the top, with None for an unknown card. `gone` is how many of these cards have left;
    the seat does not know which.
    """

    slots: tuple[str | None, ...] = ()
    gone: int = 0


class HandSight(Struct, frozen=True, gc=False):
    """A seat's memory of the other seat's hand (E10).

    `cards` are cards that the seat has seen there. `gone` is how many cards have since left the hand face down; some of
    `cards` may be among them.
    """

    cards: tuple[str, ...] = ()
    gone: int = 0


class SeatState(Struct, frozen=True, gc=False, cache_hash=True):
    """The state of one seat.

    `roads` are even slots, `settlements` and `cities` odd slots, all ascending. `lands` are in the order of their
    slots, above before below. `built` holds expansions and road complements in the order they were built; `hand` holds
    cards in the order they were gained. `used` are the cards already used this turn (R48), and `fetched` is true
    once an Artwork was fetched (K24). `drawn` counts the cards drawn in the hand step, `offers` the offers made
    this turn. `deck` and `free_events` are the list that the seat brought (T5); `event_cards` are all its cards in
    the event deck (T4). `sights` are in the order of `State.stacks`. `unseen` counts the cards that came into
    the hand without the other seat seeing them.
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
    """An action card that is being resolved, and the choices made with it (R17).

    A protection card follows the attack that it answers. `behind` is true if the player had fewer VP than the
    opponent when playing the card (R40, R59).
    """

    seat: int
    card: str
    against: str | None = None
    knight: str | None = None
    behind: bool = False


class State(Sealing, frozen=True, gc=False, kw_only=True):
    """The complete state of a match.

    All piles have their top card first, except discard piles, whose top card is last. `stacks` are numbered as in R77;
    in the tournament game the four stacks of seat 0 come before the four of seat 1. `discards` is one common pile, or
    one pile per seat (X11, T8). The last `told` cards of the event deck are public (B20). `playing` holds the cards
    being resolved, `revealed` the open event card. `drawn_region` has been shown, but its side has not been chosen yet.
    `spared` are the seats that paid a star to be unaffected by the event. `winner` won the current duel or joust.
    `barred` is the last stack searched with Master Builder or for a first hand (B8, B45). `unlocked` is the 7-VP flag
    (R10). `rolls`, `duels`, `jousts` and `shuffles` count draws, so that each draw has a separate random stream. `out`
    lists the seats that are out of the match; it is absent if all seats are still in.
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
    out: SeatsOut = UNSET

    def prompts_asked_again(self, before: Sealing) -> tuple[Prompt, ...]:
        """Returns the prompts that count as newly asked: the turn's prompts, after each answer by the active seat."""
        return () if self.stack or self.phase not in (Phase.ACTIONS, Phase.HAND) else self.prompts
