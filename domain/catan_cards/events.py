"""Events of the card game; each holds its complete outcome.

Fields such as `paid` and `lost` list regions; a region appears once for each resource (E6). Stacks are numbered from 1,
as in R77. In the tournament game `of` is the seat that owns the stack.
"""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.catan_cards.commands import Command, Demand, Side
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.prompts import Prompt, Why
from chronik.domain.catan_cards.state import Continuation, State
from chronik.domain.engine import tagged_structs

# The set-up


class Committed(tagged_structs.Event, frozen=True, tag="committed"):
    """A seat sealed its choice, or replaced its sealed choice (R64, R76)."""

    seat: int
    choice: Command


class Deck(tagged_structs.Event, frozen=True, tag="deck"):
    """A deck that a seat brought: its cards and free events, counted by title (T13).

    `pool` holds every copy that the seat could have chosen, in shuffled order. The deck contains the first copies of
    each title in that order.
    """

    cards: Mapping[str, int]
    events: Mapping[str, int]
    pool: tuple[str, ...]


class DecksBrought(tagged_structs.Event, frozen=True, tag="decks-brought"):
    """Both seats have brought their decks; each seat knows only its own deck (T5, R64)."""

    decks: tuple[Deck, Deck]


class Positioned(tagged_structs.Event, frozen=True, tag="positioned"):
    """The match started from a position of another match.

    `anew` holds the hidden cards that were dealt again, in their new order.
    """

    state: State
    anew: tuple[tuple[str, ...], ...]


class StackShuffled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="stack-shuffled"):
    """An expansion stack was put into this order, top card first (B6, X4, T6; E11 after an undo)."""

    stack: int
    order: tuple[str, ...]
    of: int | None = None
    why: Why = Why.START


class EventsShuffled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="events-shuffled"):
    """The event deck was put into this order, top card first; its last `told` cards are public (B20, B49)."""

    order: tuple[str, ...]
    why: Why = Why.START
    told: int = 0


class RegionsShuffled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="regions-shuffled"):
    """The region stack was put into this order, top card first (B5, R87)."""

    order: tuple[str, ...]
    why: Why = Why.START


class LayoutsShown(tagged_structs.Event, frozen=True, omit_defaults=True, tag="layouts-shown"):
    """Both seats revealed their layouts and the regions of Public Feeling (R76); hands stay hidden."""

    layouts: tuple[tuple[str, ...], tuple[str, ...]]
    feelings: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()


class FirstRolled(tagged_structs.Event, frozen=True, tag="first-rolled"):
    """The seats rolled to decide who begins, and rolled again after each tie (B7)."""

    seat: int
    rolls: tuple[tuple[int, int], ...]


class CardsTaken(tagged_structs.Event, frozen=True, tag="cards-taken"):
    """A seat took its first hand from a stack it had looked through (B8)."""

    seat: int
    stack: int
    cards: tuple[str, ...]


# The question stack


class QuestionsAsked(tagged_structs.Event, frozen=True, omit_defaults=True, tag="asked"):
    """Seats were asked questions, and the current step of the rules waits for their answers.

    `then` names the step that follows; `rest` lists the seats that it still has to deal with.
    """

    prompts: tuple[Prompt, ...]
    then: Continuation | None = None
    rest: tuple[int, ...] = ()


class Resumed(tagged_structs.Event, frozen=True, tag="resumed"):
    """A waiting step of the rules continued."""


class Declined(tagged_structs.Event, frozen=True, tag="declined"):
    """A seat declined something optional (R85)."""

    seat: int


# The turn


class TurnBegan(tagged_structs.Event, frozen=True, tag="turn-began"):
    """A seat's turn began; effects that last for one turn have ended (B12)."""

    seat: int


class DiceRolled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="dice-rolled"):
    """The event die and the production die were rolled; `named` is true if an Alchemist set the number (B12, B50)."""

    event: Face
    number: int
    named: bool = False


class ActionsBegan(tagged_structs.Event, frozen=True, tag="actions-began"):
    """Both dice were evaluated, and the action phase began (B12)."""


class ActionsEnded(tagged_structs.Event, frozen=True, tag="actions-ended"):
    """The active seat ended its actions, and the hand step began (R99)."""

    seat: int


class Finished(tagged_structs.Event, frozen=True, tag="finished"):
    """The match ended (B42, X10)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


# Events of the die and of event cards


class BrigandsCame(tagged_structs.Event, frozen=True, tag="brigands-came"):
    """A Brigand Attack was carried out; `lost` holds each seat's lost ore and wool (B16)."""

    lost: tuple[tuple[str, ...], ...]


class EventRevealed(tagged_structs.Event, frozen=True, tag="event-revealed"):
    """The top event card was revealed (B20)."""

    card: str


class EventReturned(tagged_structs.Event, frozen=True, tag="event-returned"):
    """The resolved event card was put face down under the event deck (B20)."""

    card: str


class StarPaid(tagged_structs.Event, frozen=True, tag="star-paid"):
    """A seat paid stars for an event (R26)."""

    seat: int
    stars: int
    why: Why


class StarsGained(tagged_structs.Event, frozen=True, tag="stars-gained"):
    """A seat gained stars (K5, K6)."""

    seat: int
    stars: int
    why: Why


class StarsLost(tagged_structs.Event, frozen=True, tag="stars-lost"):
    """A seat lost stars to Courage (K13)."""

    seat: int
    stars: int


class Gained(tagged_structs.Event, frozen=True, tag="gained"):
    """A seat gained a resource from the bank (R3)."""

    seat: int
    into: str
    why: Why


class Taken(tagged_structs.Event, frozen=True, tag="taken"):
    """A seat took a resource from the opponent's region `source` (R4)."""

    seat: int
    into: str
    victim: int
    source: str
    why: Why


class Given(tagged_structs.Event, frozen=True, tag="given"):
    """A seat gave the opponent a resource from its region `source` (B54)."""

    seat: int
    source: str
    to: int
    into: str
    why: Why


class Choosing(tagged_structs.Event, frozen=True, tag="choosing"):
    """A seat chose a resource to take or to give; the other player must choose a matching region (R4)."""

    seat: int
    region: str
    why: Why


class Lost(tagged_structs.Event, frozen=True, tag="lost"):
    """A seat lost resources, or paid them, because of an event (B46, K19)."""

    seat: int
    regions: tuple[str, ...]
    why: Why


class ResourcesPaid(tagged_structs.Event, frozen=True, tag="paid"):
    """A seat paid resources for something other than a building (K12, K29, K24, B38)."""

    seat: int
    paid: tuple[str, ...]
    why: Why


class Produced(tagged_structs.Event, frozen=True, omit_defaults=True, tag="produced"):
    """Regions produced resources; `gained` names a region once for each resource, `full` the full ones (B13, R38)."""

    gained: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


class UnitReturned(tagged_structs.Event, frozen=True, tag="unit-returned"):
    """A unit returned to its owner's hand in a Civil War; the other player chose it (B43)."""

    seat: int
    card: str
    by: int


# Looks and hidden cards


class StackSearched(tagged_structs.Event, frozen=True, omit_defaults=True, tag="stack-searched"):
    """A seat looked through a stack in order (B8, B38, B45); taking a card from it is a separate event (E12)."""

    seat: int
    stack: int
    why: Why
    of: int | None = None
    paid: tuple[str, ...] = ()


class CardDrawn(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-drawn"):
    """A seat drew the top card of a stack (B38)."""

    seat: int
    stack: int
    card: str
    of: int | None = None


class CardPicked(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-picked"):
    """A seat took a card from the stack it had searched (B38)."""

    seat: int
    stack: int
    card: str
    of: int | None = None


class CardSwapped(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-swapped"):
    """A seat took a card from the stack it had searched, and put a card under a stack (B45)."""

    seat: int
    stack: int
    took: str
    put: str
    under: int
    of: int | None = None


class CardsShed(tagged_structs.Event, frozen=True, omit_defaults=True, tag="cards-shed"):
    """A seat put hand cards under stacks, one after the other; only that seat knows them (B37, B39, K13)."""

    seat: int
    cards: tuple[str, ...]
    stacks: tuple[int, ...]
    why: Why = Why.LIMIT
    of: int | None = None


class HandShown(tagged_structs.Event, frozen=True, tag="hand-shown"):
    """A seat's hand was shown to another seat (B44, B57)."""

    seat: int
    to: int
    why: Why


class CardsRemoved(tagged_structs.Event, frozen=True, omit_defaults=True, tag="cards-removed"):
    """Cards from a seat's hand were put under a stack; both players know them (B44, R94)."""

    seat: int
    by: int
    cards: tuple[str, ...]
    stack: int
    of: int | None = None


class CardStolen(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-stolen"):
    """A Spy took a card from a hand, or found no card that could be taken (B57)."""

    seat: int
    victim: int
    card: str | None = None


class Fetched(tagged_structs.Event, frozen=True, omit_defaults=True, tag="fetched"):
    """A seat took an open card from the discard pile of the seat `of`, or from the common pile (K10, K14, K24)."""

    seat: int
    card: str
    why: Why
    of: int | None = None
    stars: int = 0
    paid: tuple[str, ...] = ()


class SightKept(tagged_structs.Event, frozen=True, omit_defaults=True, tag="sight-kept"):
    """After an undo, a seat still knows the cards at these places of a stack; None is an unknown card (E11)."""

    seat: int
    stack: int
    slots: tuple[str | None, ...]
    gone: int = 0
    of: int | None = None


class HandRemembered(tagged_structs.Event, frozen=True, omit_defaults=True, tag="hand-remembered"):
    """After an undo, a seat still knows these cards in the other seat's hand (E10, E11)."""

    seat: int
    cards: tuple[str, ...]
    gone: int = 0


# Building


class RoadBuilt(tagged_structs.Event, frozen=True, omit_defaults=True, tag="road-built"):
    """A road was built (B24); `stars`, if any, replaced a resource (K9)."""

    seat: int
    slot: int
    paid: tuple[str, ...]
    stars: int = 0


class SettlementBuilt(tagged_structs.Event, frozen=True, omit_defaults=True, tag="settlement-built"):
    """A settlement was built (B24); `stars`, if any, replaced a resource (K9)."""

    seat: int
    slot: int
    paid: tuple[str, ...]
    stars: int = 0


class CityBuilt(tagged_structs.Event, frozen=True, tag="city-built"):
    """A settlement became a city (B24, K17)."""

    seat: int
    slot: int
    paid: tuple[str, ...]


class RegionDrawn(tagged_structs.Event, frozen=True, tag="region-drawn"):
    """The top region was drawn and shown; its side is chosen next (R13)."""

    seat: int
    region: str
    slot: int


class RegionsPlaced(tagged_structs.Event, frozen=True, tag="regions-placed"):
    """Two new regions were placed beside a settlement, at this even slot (B25)."""

    seat: int
    slot: int
    above: str
    below: str


class RegionsSeen(tagged_structs.Event, frozen=True, tag="regions-seen"):
    """A seat looked through the region stack with a Scout (B56, R87)."""

    seat: int


class CardBuilt(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-built"):
    """An expansion or a road complement was built from the hand or the display (B27, X8, K1)."""

    seat: int
    card: str
    slot: int
    side: Side | None = None
    paid: tuple[str, ...] = ()
    stars: int = 0


class TheaterMoved(tagged_structs.Event, frozen=True, tag="theater-moved"):
    """The Traveling Theater moved to another road (K29)."""

    seat: int
    card: str
    slot: int


class Demolished(tagged_structs.Event, frozen=True, tag="demolished"):
    """A seat demolished one of its cards; a display card went back to the display (B29, X9)."""

    seat: int
    card: str


class FeelingPlaced(tagged_structs.Event, frozen=True, tag="feeling-placed"):
    """Public Feeling was placed from the hand beside a region, with its first star (K11, R34)."""

    seat: int
    card: str
    region: str


class FeelingMoved(tagged_structs.Event, frozen=True, tag="feeling-moved"):
    """Public Feeling moved to another region (R88)."""

    seat: int
    card: str
    region: str


class UnitsNamed(tagged_structs.Event, frozen=True, tag="units-named"):
    """A seat named units; the builder of a Statue takes one of them (K26)."""

    seat: int
    cards: tuple[str, ...]


class UnitTaken(tagged_structs.Event, frozen=True, tag="unit-taken"):
    """The builder of a Statue took a unit from the opponent's principality into hand (K26)."""

    seat: int
    victim: int
    card: str


# Bank, cards in use, offers


class BankTraded(tagged_structs.Event, frozen=True, tag="bank-traded"):
    """A seat traded with the bank (B30)."""

    seat: int
    paid: tuple[str, ...]
    into: str


class LandUsed(tagged_structs.Event, frozen=True, tag="land-used"):
    """A seat paid a star to exchange a resource for another with Common Land (K20)."""

    seat: int
    card: str
    give: str
    into: str


class HospitalUsed(tagged_structs.Event, frozen=True, omit_defaults=True, tag="hospital-used"):
    """A seat used its Hospital to gain a star or, with `into`, to exchange a star for a resource (K25)."""

    seat: int
    card: str
    into: str | None = None


class OfferMade(tagged_structs.Event, frozen=True, tag="offer-made"):
    """The active seat made an offer (R73)."""

    seat: int
    give: tuple[str, ...]
    into: tuple[str, ...]


class Traded(tagged_structs.Event, frozen=True, tag="traded"):
    """An offer was accepted, and the seats exchanged resources (R73).

    The seat gave from the regions `give` and received in `into`; its partner gave from `given` and received in
    `received`.
    """

    seat: int
    give: tuple[str, ...]
    into: tuple[str, ...]
    partner: int
    given: tuple[str, ...]
    received: tuple[str, ...]


# Action cards


class CardPlayed(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-played"):
    """A seat played an action card, which stays open until it is resolved (B32, R17)."""

    seat: int
    card: str
    paid: tuple[str, ...] = ()
    demand: Demand | None = None
    knight: str | None = None
    against: str | None = None


class Protected(tagged_structs.Event, frozen=True, tag="protected"):
    """The defender played a protection card (B35)."""

    seat: int
    card: str


class CardDone(tagged_structs.Event, frozen=True, tag="card-done"):
    """A played card went to the discard pile of the player who played it (B32, R17)."""

    seat: int
    card: str


class DuelRolled(tagged_structs.Event, frozen=True, tag="duel-rolled"):
    """The attacker rolled; `winner` carries out the card's effect (B35)."""

    pips: int
    winner: int


class BuildingReturned(tagged_structs.Event, frozen=True, tag="building-returned"):
    """The winner of a duel chose a building or knight, which returned to the loser's hand or the display (R23, X9)."""

    seat: int
    card: str
    by: int


class JoustRolled(tagged_structs.Event, frozen=True, tag="joust-rolled"):
    """Both players rolled, the active seat first, and again after ties; `winner` had the higher total (K16, R42)."""

    winner: int
    rolls: tuple[tuple[int, int], ...]


class CaravanCame(tagged_structs.Event, frozen=True, tag="caravan-came"):
    """A Caravan exchanged resources with the bank (B55)."""

    seat: int
    give: tuple[str, ...]
    into: tuple[str, ...]


Event = (
    Committed
    | DecksBrought
    | Positioned
    | StackShuffled
    | EventsShuffled
    | RegionsShuffled
    | LayoutsShown
    | FirstRolled
    | CardsTaken
    | QuestionsAsked
    | Resumed
    | Declined
    | TurnBegan
    | DiceRolled
    | ActionsBegan
    | ActionsEnded
    | Finished
    | BrigandsCame
    | EventRevealed
    | EventReturned
    | StarPaid
    | StarsGained
    | StarsLost
    | Gained
    | Taken
    | Given
    | Choosing
    | Lost
    | ResourcesPaid
    | Produced
    | UnitReturned
    | StackSearched
    | CardDrawn
    | CardPicked
    | CardSwapped
    | CardsShed
    | HandShown
    | CardsRemoved
    | CardStolen
    | Fetched
    | SightKept
    | HandRemembered
    | RoadBuilt
    | SettlementBuilt
    | CityBuilt
    | RegionDrawn
    | RegionsPlaced
    | RegionsSeen
    | CardBuilt
    | TheaterMoved
    | Demolished
    | FeelingPlaced
    | FeelingMoved
    | UnitsNamed
    | UnitTaken
    | BankTraded
    | LandUsed
    | HospitalUsed
    | OfferMade
    | Traded
    | CardPlayed
    | Protected
    | CardDone
    | DuelRolled
    | BuildingReturned
    | JoustRolled
    | CaravanCame
)
