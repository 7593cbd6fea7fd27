"""The state of a match of Cities & Knights: the island, the seats, the bank, the decks, and the open questions."""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, Struct

from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts
from chronik.domain.cities_knights.facts.rulesets import Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, OfferPrompt, Prompt, RollPrompt
from chronik.domain.engine import questions
from chronik.domain.engine.game import Outcome
from chronik.domain.engine.seats import SeatsOut, is_out

OFF_BOARD = -1
UNLIMITED = 9_999
ACTING = tuple((ActionPrompt(seat),) for seat in range(4))
"""The prompt of the action phase, by active seat."""


class Phase(Enum):
    """A phase of the match or of a turn (R5.1)."""

    SETUP = "setup"
    PRE_ROLL = "pre-roll"
    ROLL = "roll"
    ACTION = "action"
    OVER = "over"


PRE_ROLL, ROLL, ACTION = Phase.PRE_ROLL, Phase.ROLL, Phase.ACTION
# Constants here and elsewhere, because looking up an enum's member takes 0.2 µs in Python 3.11.


class Continuation(Enum):
    """A step that continues after the last answer to a question."""

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

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


class Question(questions.Question[Prompt, Continuation], frozen=True, gc=False):
    """A question on the stack. The turn waits until it is answered."""


class Knight(Struct, frozen=True, gc=False):
    """A knight: its corner, its level 1 to 3, and whether it is active, ready, and promoted this turn (R1.6, R1.7).

    `ready` is set when the dice are rolled, for the action phase that follows. It is cleared when the turn ends.
    """

    corner: int
    level: int = 1
    active: bool = False
    ready: bool = False
    promoted: bool = False


class SeatState(Struct, frozen=True, gc=False):
    """The state of one seat. Sets of corners and edges are masks (`board.py`), and `knights` are sorted by corner.

    `settlements` are those built from settlement pieces; `sideways` are cities that count as settlements (R10.6).
    `progress` are the progress cards in hand, oldest first; `shown` are the face-up cards worth a point. `attempts`
    counts the offers that the seat has made this turn.
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
        """The corners with a building, as a mask."""
        return self.settlements | self.cities | self.sideways


class Metropolis(Struct, frozen=True, gc=False):
    """The metropolis of a track: its owner, and the corner of its city."""

    seat: int
    corner: int


class Merchant(Struct, frozen=True, gc=False):
    """The merchant: the seat that controls it, and its hex."""

    seat: int
    hex: int


class Offer(Struct, frozen=True, gc=False):
    """An open offer: its number, its seat, the cards given and wanted, and the seats that may answer or have accepted.

    `counter` is the number of the offer that it counters.
    """

    number: int
    seat: int
    give: Counts
    want: Counts
    open: tuple[int, ...]
    accepted: tuple[int, ...] = ()
    counter: int | None = None


class Harbor(Struct, frozen=True, gc=False):
    """The use of Commercial Harbor this turn: how many cards were played, and the seat number for each offer made."""

    played: int = 0
    asked: tuple[int, ...] = ()


class Face(Enum):
    """A face of the event die (R1.5)."""

    SHIP = "ship"
    TRADE = "trade"
    POLITICS = "politics"
    SCIENCE = "science"

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


class Dice(Struct, frozen=True, gc=False):
    """The last roll of the red die, the yellow die and the event die."""

    red: int
    yellow: int
    event: Face


class State(Struct, frozen=True, gc=False, kw_only=True):
    """The complete state of a match. Terrain and tokens are listed by hex (0: no token), and harbors by slot.

    Decks have their top card first. `fresh` counts, by deck, the cards on top that no player has ever seen; the cards
    below them were returned. The bank's count of a kind that never runs short starts at `UNLIMITED`. `turn` counts
    turns from 1. `rolls`, `steals` and `offered` count events, so that each draw has its own random stream and each
    offer its own number. `fleet` are the kinds named with Merchant Fleet, `cranes` the unused discounts (C-71). `asked`
    counts how often the active seat was prompted again for its next action. `out` lists the seats that are out of the
    match; it is absent if all seats are still in.
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
    out: SeatsOut = UNSET

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that are still in the match."""
        return tuple([seat for seat in range(len(self.seats)) if not is_out(self.out, seat)])

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The open prompts: the top of the stack, or else those of the turn and of the open offers."""
        if self.stack:
            return self.stack[-1].asks
        if self.phase is ACTION:
            acting = ACTING[self.active]
            return (*acting, *_offer_prompts(self.offers)) if self.offers else acting
        if self.phase is PRE_ROLL:
            return (RollPrompt(self.active, self.turn),)
        return ()

    def prompts_asked_again(self, before: State) -> tuple[Prompt, ...]:
        """Returns the action prompt if it has been issued again since `before`, although it looks the same."""
        return () if self.asked == before.asked else ACTING[self.active]


def _offer_prompts(offers: tuple[Offer, ...]) -> list[OfferPrompt]:
    return [OfferPrompt(seat, offer.number) for offer in offers if offer.counter is None for seat in offer.open]
