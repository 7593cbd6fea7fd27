"""The events of Katharina. They hold outcomes, so that a fold needs neither the rules nor chance (E3)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.engine import tagged_structs
from chronik.domain.katharina.commands import Command
from chronik.domain.katharina.prompts import Prompt
from chronik.domain.katharina.state import State


class Draw(Enum):
    """The reason why seats draw cards: the deal (S5), phase A of a round, the end of a decade (I6), a resolved card."""

    DEAL = "deal"
    ROUND = "round"
    DECADE = "decade"
    CARD = "card"


class Resolution(Enum):
    """The outcome of an activated card (D1–D3, B4)."""

    PERFORMED = "performed"
    DECLINED = "declined"
    MISMATCH = "mismatch"
    NO_RESIDENCE = "no-residence"


class OrdersDealt(tagged_structs.Event, frozen=True, tag="orders-dealt"):
    """Each seat drew an order card and showed it (S4)."""

    orders: tuple[str, ...]


class Positioned(tagged_structs.Event, frozen=True, tag="positioned"):
    """The match started from a position of another match. `anew` holds the redealt cards in their new order."""

    state: State
    anew: tuple[tuple[str, ...], ...]


class StockShuffled(tagged_structs.Event, frozen=True, tag="stock-shuffled"):
    """The stock was shuffled into this order, top card first (S5; after an undo)."""

    order: tuple[str, ...]


class DiscardShuffled(tagged_structs.Event, frozen=True, tag="discard-shuffled"):
    """The discard pile became the stock in this order, top card first (G6, Q3)."""

    order: tuple[str, ...]


class RoundBegan(tagged_structs.Event, frozen=True, tag="round-began"):
    """A round began. Decade and round count from 1 (G1)."""

    decade: int
    round: int


class CardsDrawn(tagged_structs.Event, frozen=True, omit_defaults=True, tag="cards-drawn"):
    """Seats drew cards, in seat order. `lost` counts the cards that the hand limit turned into points (H2).

    If the stock ran out during the draw, the discard pile becomes the stock, and a second event holds the rest (Q3).
    """

    why: Draw
    cards: tuple[tuple[str, ...], ...]
    lost: tuple[int, ...] = ()


class PromptsOpened(tagged_structs.Event, frozen=True, tag="asked"):
    """Seats were asked questions, which they may answer in any order."""

    prompts: tuple[Prompt, ...]


class Committed(tagged_structs.Event, frozen=True, tag="committed"):
    """A seat sealed a choice, or replaced its sealed choice (Q23, Q32)."""

    seat: int
    choice: Command


class DisplaysShown(tagged_structs.Event, frozen=True, tag="displays-shown"):
    """All seats showed their first action rows (S6)."""

    displays: tuple[tuple[str, ...], ...]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two cards that a seat has played: one to its action row, and one below the card at a slot."""

    action: str
    activation: str
    slot: int


class CardsRevealed(tagged_structs.Event, frozen=True, tag="cards-revealed"):
    """All seats turned their two cards over (R-C)."""

    plays: tuple[Play, ...]


class CardResolved(tagged_structs.Event, frozen=True, omit_defaults=True, tag="card-resolved"):
    """A seat's activated card was resolved completely (R-D).

    The cards `paid` and `bonus_paid` left the hand. A residence was built in `city`, and a `tile` taken there. The
    favour marker rose by `favour` steps, and `drawn` cards were added to the hand. The points are split by reason:
    action, bonus, cards lost to the hand limit, and steps lost at the top of the track.
    """

    seat: int
    how: Resolution
    bonus: bool = False
    paid: tuple[str, ...] = ()
    bonus_paid: tuple[str, ...] = ()
    city: str | None = None
    tile: str | None = None
    favour: int = 0
    drawn: tuple[str, ...] = ()
    points: int = 0
    bonus_points: int = 0
    lost_cards: int = 0
    lost_steps: int = 0


class CannonsScored(tagged_structs.Event, frozen=True, tag="cannons-scored"):
    """Neighbours compared their cannons (I1)."""

    cannons: tuple[int, ...]
    points: tuple[int, ...]


class BooksCompared(tagged_structs.Event, frozen=True, tag="books-compared"):
    """Books were compared: `builders` are the seats that may build, `jokers` the seats that get a joker tile (I2)."""

    books: tuple[int, ...]
    builders: tuple[int, ...]
    jokers: tuple[int, ...]


class BookResidence(tagged_structs.Event, frozen=True, omit_defaults=True, tag="book-residence"):
    """A seat with the most books built, passed, or drew a card because its supply was empty (I2, B4, Q30)."""

    seat: int
    city: str | None = None
    tile: str | None = None
    favour: int = 0
    drawn: tuple[str, ...] = ()
    lost_cards: int = 0
    lost_steps: int = 0


class ResidencesScored(tagged_structs.Event, frozen=True, tag="residences-scored"):
    """Residences on the board were scored (I3)."""

    points: tuple[int, ...]


class TrackScored(tagged_structs.Event, frozen=True, tag="track-scored"):
    """The favour track was scored (I4)."""

    points: tuple[int, ...]


class DisplaysCleared(tagged_structs.Event, frozen=True, tag="displays-cleared"):
    """The activated cards and the cards below them went to the discard pile (I5)."""


class HandsScored(tagged_structs.Event, frozen=True, tag="hands-scored"):
    """Cards left in the hands were scored (F1)."""

    points: tuple[int, ...]


class OrdersScored(tagged_structs.Event, frozen=True, tag="orders-scored"):
    """Orders were scored: the number of goods that each seat matched, and its points (F2)."""

    matched: tuple[int, ...]
    points: tuple[int, ...]


class NetworksScored(tagged_structs.Event, frozen=True, tag="networks-scored"):
    """The largest connected groups of residences were scored (F3)."""

    sizes: tuple[int, ...]
    points: tuple[int, ...]


class Finished(tagged_structs.Event, frozen=True, tag="finished"):
    """The match was played to its end: points and places by seat (F4, Q16, Q36)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


Event = (
    OrdersDealt
    | Positioned
    | StockShuffled
    | DiscardShuffled
    | RoundBegan
    | CardsDrawn
    | PromptsOpened
    | Committed
    | DisplaysShown
    | CardsRevealed
    | CardResolved
    | CannonsScored
    | BooksCompared
    | BookResidence
    | ResidencesScored
    | TrackScored
    | DisplaysCleared
    | HandsScored
    | OrdersScored
    | NetworksScored
    | Finished
)
