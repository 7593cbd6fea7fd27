"""What can happen in the card game, each event with its whole outcome.

`paid`, `lost` and the like are rows of regions, one of which is named once for each resource (E6). Stacks are numbered
as in R77, from 1; in the tournament game `of` says whose stack it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.catan_cards.commands import Command, Demand, Side
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.prompts import Prompt, Why
from domain.catan_cards.state import Continuation, State
from domain.engine import words

# The set-up


class Committed(words.Event, frozen=True, tag="committed"):
    """A seat sealed its choice, or replaced the one it had sealed (R64, R76)."""

    seat: int
    choice: Command


class Deck(words.Event, frozen=True, tag="deck"):
    """A deck that was brought: cards and free events by title (T13).

    `pool` is every copy that its seat could bring, shuffled; of each title those that come first are in the deck.
    """

    cards: Mapping[str, int]
    events: Mapping[str, int]
    pool: tuple[str, ...]


class DecksBrought(words.Event, frozen=True, tag="decks-brought"):
    """Both decks are there; each is known to its owner (T5, R64)."""

    decks: tuple[Deck, Deck]


class Positioned(words.Event, frozen=True, tag="positioned"):
    """The table is laid as it stood in another match; `anew` are the cards that were dealt anew, in their new order."""

    state: State
    anew: tuple[tuple[str, ...], ...]


class StackShuffled(words.Event, frozen=True, omit_defaults=True, tag="stack-shuffled"):
    """An expansion stack was brought into this order, top card first (B6, X4, T6; after an undo E11)."""

    stack: int
    order: tuple[str, ...]
    of: int | None = None
    why: Why = Why.START


class EventsShuffled(words.Event, frozen=True, omit_defaults=True, tag="events-shuffled"):
    """The event deck was brought into this order, top card first; `told` of its last cards stay known (B20, B49)."""

    order: tuple[str, ...]
    why: Why = Why.START
    told: int = 0


class RegionsShuffled(words.Event, frozen=True, omit_defaults=True, tag="regions-shuffled"):
    """The region stack was brought into this order, top card first (B5, R87)."""

    order: tuple[str, ...]
    why: Why = Why.START


class LayoutsShown(words.Event, frozen=True, omit_defaults=True, tag="layouts-shown"):
    """Both seats showed their layouts and the regions of Public Feeling (R76); hands stay hidden."""

    layouts: tuple[tuple[str, ...], tuple[str, ...]]
    feelings: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()


class FirstRolled(words.Event, frozen=True, tag="first-rolled"):
    """The seats rolled for who begins, again after ties (B7)."""

    seat: int
    rolls: tuple[tuple[int, int], ...]


class CardsTaken(words.Event, frozen=True, tag="cards-taken"):
    """A seat took its first hand out of a stack it had looked through (B8)."""

    seat: int
    stack: int
    cards: tuple[str, ...]


# The stack of questions


class QuestionsAsked(words.Event, frozen=True, omit_defaults=True, tag="asked"):
    """Seats were asked, and what is under way waits for them."""

    prompts: tuple[Prompt, ...]
    then: Continuation | None = None
    rest: tuple[int, ...] = ()


class Resumed(words.Event, frozen=True, tag="resumed"):
    """What waited underneath goes on."""


class Declined(words.Event, frozen=True, tag="declined"):
    """A seat declined what it was asked (R85)."""

    seat: int


# The turn


class TurnBegan(words.Event, frozen=True, tag="turn-began"):
    """A seat's turn began, and what lasted for a turn has ended (B12)."""

    seat: int


class DiceRolled(words.Event, frozen=True, omit_defaults=True, tag="dice-rolled"):
    """The event die and the production die fell; with `named` an Alchemist had named the number (B12, B50)."""

    event: Face
    number: int
    named: bool = False


class ActionsBegan(words.Event, frozen=True, tag="actions-began"):
    """Both dice are evaluated, the action phase begins (B12)."""


class ActionsEnded(words.Event, frozen=True, tag="actions-ended"):
    """The active seat ended its actions, the hand step begins (R99)."""

    seat: int


class Finished(words.Event, frozen=True, tag="finished"):
    """The match is over (B42, X10)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


# Events of the die and of event cards


class BrigandsCame(words.Event, frozen=True, tag="brigands-came"):
    """A Brigand Attack was carried out: by seat the ore and wool it lost (B16)."""

    lost: tuple[tuple[str, ...], ...]


class EventRevealed(words.Event, frozen=True, tag="event-revealed"):
    """The top event card was revealed (B20)."""

    card: str


class EventReturned(words.Event, frozen=True, tag="event-returned"):
    """The event card that was resolved went face down under the event deck (B20)."""

    card: str


class StarPaid(words.Event, frozen=True, tag="star-paid"):
    """A seat paid stars for an event (R26)."""

    seat: int
    stars: int
    why: Why


class StarsGained(words.Event, frozen=True, tag="stars-gained"):
    """A seat gained stars (K5, K6)."""

    seat: int
    stars: int
    why: Why


class StarsLost(words.Event, frozen=True, tag="stars-lost"):
    """A seat lost stars to Courage (K13)."""

    seat: int
    stars: int


class Gained(words.Event, frozen=True, tag="gained"):
    """A seat gained a resource from the bank (R3)."""

    seat: int
    into: str
    why: Why


class Taken(words.Event, frozen=True, tag="taken"):
    """A seat took a resource out of the opponent's region `source` (R4)."""

    seat: int
    into: str
    victim: int
    source: str
    why: Why


class Given(words.Event, frozen=True, tag="given"):
    """A seat gave the opponent a resource out of its region `source` (B54)."""

    seat: int
    source: str
    to: int
    into: str
    why: Why


class Choosing(words.Event, frozen=True, tag="choosing"):
    """A seat named what is taken or given; the other player says which of his regions is meant (R4)."""

    seat: int
    region: str
    why: Why


class Lost(words.Event, frozen=True, tag="lost"):
    """A seat lost or paid resources to an event (B46, K19)."""

    seat: int
    regions: tuple[str, ...]
    why: Why


class ResourcesPaid(words.Event, frozen=True, tag="paid"):
    """A seat paid resources for something that is no building (K12, K29, K24, B38)."""

    seat: int
    paid: tuple[str, ...]
    why: Why


class Produced(words.Event, frozen=True, omit_defaults=True, tag="produced"):
    """Regions produced, named once for each resource; `full` had no room for any (B13, R38)."""

    gained: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


class UnitReturned(words.Event, frozen=True, tag="unit-returned"):
    """A unit went back to its owner's hand in a Civil War; the other player chose it (B43)."""

    seat: int
    card: str
    by: int


# Looks and hidden cards


class StackSearched(words.Event, frozen=True, omit_defaults=True, tag="stack-searched"):
    """A seat looked through a stack in order (B8, B38, B45); what it then takes is an event of its own (E12)."""

    seat: int
    stack: int
    why: Why
    of: int | None = None
    paid: tuple[str, ...] = ()


class CardDrawn(words.Event, frozen=True, omit_defaults=True, tag="card-drawn"):
    """A seat drew the top card of a stack (B38)."""

    seat: int
    stack: int
    card: str
    of: int | None = None


class CardPicked(words.Event, frozen=True, omit_defaults=True, tag="card-picked"):
    """A seat took a card of the stack it had searched (B38)."""

    seat: int
    stack: int
    card: str
    of: int | None = None


class CardSwapped(words.Event, frozen=True, omit_defaults=True, tag="card-swapped"):
    """A seat took a card of the stack it had searched, and put one under a stack (B45)."""

    seat: int
    stack: int
    took: str
    put: str
    under: int
    of: int | None = None


class CardsShed(words.Event, frozen=True, omit_defaults=True, tag="cards-shed"):
    """A seat put hand cards under stacks, one after the other, known to nobody else (B37, B39, K13)."""

    seat: int
    cards: tuple[str, ...]
    stacks: tuple[int, ...]
    why: Why = Why.LIMIT
    of: int | None = None


class HandShown(words.Event, frozen=True, tag="hand-shown"):
    """A seat's hand was shown to another one (B44, B57)."""

    seat: int
    to: int
    why: Why


class CardsRemoved(words.Event, frozen=True, omit_defaults=True, tag="cards-removed"):
    """Cards of a seat's hand went under a stack, known to both players (B44, R94)."""

    seat: int
    by: int
    cards: tuple[str, ...]
    stack: int
    of: int | None = None


class CardStolen(words.Event, frozen=True, omit_defaults=True, tag="card-stolen"):
    """A Spy took a card of a hand, or found none to take (B57)."""

    seat: int
    victim: int
    card: str | None = None


class Fetched(words.Event, frozen=True, omit_defaults=True, tag="fetched"):
    """A seat took an open card out of the discard pile `of` a seat, or the common one (K10, K14, K24)."""

    seat: int
    card: str
    why: Why
    of: int | None = None
    stars: int = 0
    paid: tuple[str, ...] = ()


class SightKept(words.Event, frozen=True, omit_defaults=True, tag="sight-kept"):
    """After an undo a seat still knows these places of a stack, None for an unknown one (E11)."""

    seat: int
    stack: int
    slots: tuple[str | None, ...]
    gone: int = 0
    of: int | None = None


class HandRemembered(words.Event, frozen=True, omit_defaults=True, tag="hand-remembered"):
    """After an undo a seat still knows these cards of the other's hand (E10, E11)."""

    seat: int
    cards: tuple[str, ...]
    gone: int = 0


# Building


class RoadBuilt(words.Event, frozen=True, omit_defaults=True, tag="road-built"):
    """A road was built (B24); `stars` saved a resource (K9)."""

    seat: int
    slot: int
    paid: tuple[str, ...]
    stars: int = 0


class SettlementBuilt(words.Event, frozen=True, omit_defaults=True, tag="settlement-built"):
    """A settlement was built (B24); `stars` saved a resource (K9)."""

    seat: int
    slot: int
    paid: tuple[str, ...]
    stars: int = 0


class CityBuilt(words.Event, frozen=True, tag="city-built"):
    """A settlement became a city (B24, K17)."""

    seat: int
    slot: int
    paid: tuple[str, ...]


class RegionDrawn(words.Event, frozen=True, tag="region-drawn"):
    """The top region was drawn and shown; its side is chosen next (R13)."""

    seat: int
    region: str
    slot: int


class RegionsPlaced(words.Event, frozen=True, tag="regions-placed"):
    """Two new regions lie beside a settlement, at this even slot (B25)."""

    seat: int
    slot: int
    above: str
    below: str


class RegionsSeen(words.Event, frozen=True, tag="regions-seen"):
    """A seat looked through the region stack with a Scout (B56, R87)."""

    seat: int


class CardBuilt(words.Event, frozen=True, omit_defaults=True, tag="card-built"):
    """An expansion or a road complement was built, out of the hand or the display (B27, X8, K1)."""

    seat: int
    card: str
    slot: int
    side: Side | None = None
    paid: tuple[str, ...] = ()
    stars: int = 0


class TheaterMoved(words.Event, frozen=True, tag="theater-moved"):
    """The Traveling Theater went to another road (K29)."""

    seat: int
    card: str
    slot: int


class Demolished(words.Event, frozen=True, tag="demolished"):
    """A seat took down a card of its own; a card of the display is open there again (B29, X9)."""

    seat: int
    card: str


class FeelingPlaced(words.Event, frozen=True, tag="feeling-placed"):
    """Public Feeling was laid out of the hand beside a region, with its first star (K11, R34)."""

    seat: int
    card: str
    region: str


class FeelingMoved(words.Event, frozen=True, tag="feeling-moved"):
    """Public Feeling went to another region (R88)."""

    seat: int
    card: str
    region: str


class UnitsNamed(words.Event, frozen=True, tag="units-named"):
    """A seat named units of which the builder of a Statue takes one (K26)."""

    seat: int
    cards: tuple[str, ...]


class UnitTaken(words.Event, frozen=True, tag="unit-taken"):
    """The builder of a Statue took a unit of the opponent's principality into his hand (K26)."""

    seat: int
    victim: int
    card: str


# Bank, cards in use, offers


class BankTraded(words.Event, frozen=True, tag="bank-traded"):
    """A seat traded with the bank (B30)."""

    seat: int
    paid: tuple[str, ...]
    into: str


class LandUsed(words.Event, frozen=True, tag="land-used"):
    """Common Land exchanged a resource for another, for a star (K20)."""

    seat: int
    card: str
    give: str
    into: str


class HospitalUsed(words.Event, frozen=True, omit_defaults=True, tag="hospital-used"):
    """The Hospital brought a star, or with `into` a resource for one (K25)."""

    seat: int
    card: str
    into: str | None = None


class OfferMade(words.Event, frozen=True, tag="offer-made"):
    """The active seat made an offer (R73)."""

    seat: int
    give: tuple[str, ...]
    into: tuple[str, ...]


class Traded(words.Event, frozen=True, tag="traded"):
    """An offer was accepted: a seat gave out of these regions and received into those, as did its partner (R73)."""

    seat: int
    give: tuple[str, ...]
    into: tuple[str, ...]
    partner: int
    given: tuple[str, ...]
    received: tuple[str, ...]


# Action cards


class CardPlayed(words.Event, frozen=True, omit_defaults=True, tag="card-played"):
    """A seat played an action card, which lies open until it is done (B32, R17)."""

    seat: int
    card: str
    paid: tuple[str, ...] = ()
    demand: Demand | None = None
    knight: str | None = None
    against: str | None = None


class Protected(words.Event, frozen=True, tag="protected"):
    """The defender played a protection card (B35)."""

    seat: int
    card: str


class CardDone(words.Event, frozen=True, tag="card-done"):
    """A played card went to the discard pile of who played it (B32, R17)."""

    seat: int
    card: str


class DuelRolled(words.Event, frozen=True, tag="duel-rolled"):
    """The attacker rolled; `winner` carries out the card (B35)."""

    pips: int
    winner: int


class BuildingReturned(words.Event, frozen=True, tag="building-returned"):
    """A building or knight of a duel's loser went to his hand, or to the display; the winner chose it (R23, X9)."""

    seat: int
    card: str
    by: int


class JoustRolled(words.Event, frozen=True, tag="joust-rolled"):
    """Both rolled, the active seat first, again after ties; `winner` had the higher total (K16, R42)."""

    winner: int
    rolls: tuple[tuple[int, int], ...]


class CaravanCame(words.Event, frozen=True, tag="caravan-came"):
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
