"""The state of a match of Cities & Knights: the island, every seat, bank, decks, and what is being asked."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.cities_knights.cards.kinds import NOTHING, Counts
from domain.cities_knights.facts.rulesets import Ruleset
from domain.cities_knights.prompts import ActionPrompt, OfferPrompt, Prompt, RollPrompt
from domain.engine import questions
from domain.engine.game import Outcome

OFF_BOARD = -1
UNLIMITED = 9_999


class Phase(Enum):
    """Where a turn stands (R5.1)."""

    SETUP = "setup"
    PRE_ROLL = "pre-roll"
    ROLL = "roll"
    ACTION = "action"
    OVER = "over"


class Continuation(Enum):
    """What goes on when nobody is asked any more."""

    SETUP = "setup"
    ATTACK = "attack"
    DEFENDERS = "defenders"
    PRODUCTION = "production"
    SEVEN = "seven"
    ROBBERY = "robbery"
    AQUEDUCT = "aqueduct"
    ACTION = "action"
    ROADS = "roads"
    FREE_ROAD = "free-road"
    WEDDING = "wedding"
    OVERFLOW = "overflow"


class Question(questions.Question[Prompt, Continuation], frozen=True, gc=False):
    """A question on the stack, above the turn itself."""


class Knight(Struct, frozen=True, gc=False):
    """A knight: corner, level 1 to 3, whether it is active, may act, and was promoted this turn (R1.6, R1.7).

    Who may act is settled as the dice fall, for the action phase that follows; the turn over, nobody may.
    """

    corner: int
    level: int = 1
    active: bool = False
    ready: bool = False
    promoted: bool = False


class SeatState(Struct, frozen=True, gc=False):
    """One seat. Sets of corners and edges are masks (`board.py`); `knights` are in the order of their corners.

    `settlements` are those built of settlement pieces; `sideways` are cities that count as settlements (R10.6).
    `progress` are the progress cards in hand in the order they came, `shown` those that lie open for a point.
    `attempts` is how many offers the seat has made this turn.
    """

    hand: Counts = NOTHING
    roads: int = 0
    settlements: int = 0
    cities: int = 0
    sideways: int = 0
    walls: int = 0
    knights: tuple[Knight, ...] = ()
    levels: tuple[int, int, int] = (0, 0, 0)
    progress: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    defender: int = 0
    attempts: int = 0

    @property
    def buildings(self) -> int:
        """The corners with a building."""
        return self.settlements | self.cities | self.sideways


class Metropolis(Struct, frozen=True, gc=False):
    """The metropolis of a track: whose it is, and in which city."""

    seat: int
    corner: int


class Merchant(Struct, frozen=True, gc=False):
    """The merchant: who controls it, and its hex."""

    seat: int
    hex: int


class Offer(Struct, frozen=True, gc=False):
    """An open offer: a number, whose it is, what is given and wanted, who may still answer and who has accepted.

    `counter` is the number of the offer it answers.
    """

    number: int
    seat: int
    give: Counts
    want: Counts
    open: tuple[int, ...]
    accepted: tuple[int, ...] = ()
    counter: int | None = None


class Harbor(Struct, frozen=True, gc=False):
    """Commercial Harbor this turn: how many were played, and who has been asked, once for each time."""

    played: int = 0
    asked: tuple[int, ...] = ()


class Face(Enum):
    """A face of the event die (R1.5)."""

    SHIP = "ship"
    TRADE = "trade"
    POLITICS = "politics"
    SCIENCE = "science"


class Dice(Struct, frozen=True, gc=False):
    """The last roll: red, yellow and the event die."""

    red: int
    yellow: int
    event: Face


class State(Struct, frozen=True, gc=False, kw_only=True):
    """The truth. Terrain and tokens are by hex, 0 for no token; harbors by slot of the facts; decks top card first.

    `fresh` counts, by deck, the cards on top that nobody has ever seen; those below were returned. A bank kind that
    never runs short begins with `UNLIMITED`. `turn` counts turns from 1, `rolls`, `steals` and `offered` what has
    happened, so that each draw has a stream and each offer a number of its own. `fleet` are the kinds named with
    Merchant Fleet, `cranes` the discounts not used yet (C-71). `asked` counts how often the active seat was asked anew
    what it does.
    """

    options: Ruleset
    seats: tuple[SeatState, ...]
    terrain: tuple[str, ...] = ()
    tokens: tuple[int, ...] = ()
    harbors: tuple[str, ...] = ()
    bank: Counts = NOTHING
    decks: tuple[tuple[str, ...], ...] = ((), (), ())
    fresh: tuple[int, int, int] = (0, 0, 0)
    robber: int = OFF_BOARD
    awake: bool = False
    ship: int = 0
    attacks: int = 0
    metropolises: tuple[Metropolis | None, Metropolis | None, Metropolis | None] = (None, None, None)
    merchant: Merchant | None = None
    longest: int | None = None
    defenders: int = 0
    phase: Phase = Phase.SETUP
    first: int = 0
    active: int = 0
    turn: int = 0
    rolls: int = 0
    steals: int = 0
    offered: int = 0
    dice: Dice | None = None
    offers: tuple[Offer, ...] = ()
    fleet: tuple[int, ...] = ()
    harbor: Harbor = Harbor()
    cranes: int = 0
    stack: tuple[Question, ...] = ()
    asked: int = 0
    outcome: Outcome | None = None

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Who is asked what: the top of the stack, or else the turn and whoever may answer an offer."""
        if self.stack:
            return self.stack[-1].asks
        if self.phase is Phase.ACTION:
            action = ActionPrompt(self.active)
            return (action, *_offered(self.offers)) if self.offers else (action,)
        if self.phase is Phase.PRE_ROLL:
            return (RollPrompt(self.active, self.turn),)
        return ()

    def anew(self, before: State) -> tuple[Prompt, ...]:
        """The active seat is asked anew after each of its answers, though the question reads as before."""
        return () if self.asked == before.asked else (ActionPrompt(self.active),)


def _offered(offers: tuple[Offer, ...]) -> list[OfferPrompt]:
    return [OfferPrompt(seat, offer.number) for offer in offers if offer.counter is None for seat in offer.open]
