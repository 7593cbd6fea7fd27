"""What happens in a match of Katharina: outcomes, so that a fold never asks the rules or the generator again (E3)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.engine import words
from domain.katharina.commands import Command
from domain.katharina.prompts import Prompt
from domain.katharina.state import State


class Draw(Enum):
    """Why seats draw: the deal (S5), phase A of a round, the end of a decade (I6), or a card just resolved."""

    DEAL = "deal"
    ROUND = "round"
    DECADE = "decade"
    CARD = "card"


class Resolution(Enum):
    """What became of an activated card (D1–D3, B4)."""

    PERFORMED = "performed"
    DECLINED = "declined"
    MISMATCH = "mismatch"
    NO_RESIDENCE = "no-residence"


class OrdersDealt(words.Event, frozen=True, tag="orders-dealt"):
    """Each seat drew an order and laid it open (S4)."""

    orders: tuple[str, ...]


class Positioned(words.Event, frozen=True, tag="positioned"):
    """The table is laid as it stood in another match; `anew` are the cards that were dealt anew, in their new order."""

    state: State
    anew: tuple[tuple[str, ...], ...]


class StockShuffled(words.Event, frozen=True, tag="stock-shuffled"):
    """The stock was brought into a new order, top card first (S5; after an undo)."""

    order: tuple[str, ...]


class DiscardShuffled(words.Event, frozen=True, tag="discard-shuffled"):
    """The discard became the stock in this order, top card first (G6, Q3)."""

    order: tuple[str, ...]


class RoundBegan(words.Event, frozen=True, tag="round-began"):
    """A round began; both are counted from 1 (G1)."""

    decade: int
    round: int


class CardsDrawn(words.Event, frozen=True, omit_defaults=True, tag="cards-drawn"):
    """Seats drew, in seat order; `lost` counts the cards that the hand limit turned into points (H2).

    Where the discard had to become the stock in mid-draw, a second event with the rest follows that one (Q3).
    """

    why: Draw
    cards: tuple[tuple[str, ...], ...]
    lost: tuple[int, ...] = ()


class PromptsOpened(words.Event, frozen=True, tag="asked"):
    """Seats were asked; they answer in any order."""

    prompts: tuple[Prompt, ...]


class Committed(words.Event, frozen=True, tag="committed"):
    """A seat sealed its choice, or replaced the one it had sealed (Q23, Q32)."""

    seat: int
    choice: Command


class DisplaysShown(words.Event, frozen=True, tag="displays-shown"):
    """All seats opened their first action rows (S6)."""

    displays: tuple[tuple[str, ...], ...]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two cards a seat has played: to its action row, and below the card of a slot."""

    action: str
    activation: str
    slot: int


class CardsRevealed(words.Event, frozen=True, tag="cards-revealed"):
    """All seats turned their two cards over (R-C)."""

    plays: tuple[Play, ...]


class CardResolved(words.Event, frozen=True, omit_defaults=True, tag="card-resolved"):
    """A seat's activated card was resolved whole (R-D).

    The cards `paid` and `bonus_paid` left the hand, a residence was built in `city` and a tile taken there, the favour
    marker rose by `favour` steps, `drawn` cards came to the hand. Points by reason: the action, the bonus, cards lost
    to the hand limit, steps lost at the top of the track.
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


class CannonsScored(words.Event, frozen=True, tag="cannons-scored"):
    """Neighbours compared their cannons (I1)."""

    cannons: tuple[int, ...]
    points: tuple[int, ...]


class BooksCompared(words.Event, frozen=True, tag="books-compared"):
    """Books were compared: who may build, and who gets a joker tile (I2)."""

    books: tuple[int, ...]
    builders: tuple[int, ...]
    jokers: tuple[int, ...]


class BookResidence(words.Event, frozen=True, omit_defaults=True, tag="book-residence"):
    """A seat with the most books built, passed, or drew because its supply was empty (I2, B4, Q30)."""

    seat: int
    city: str | None = None
    tile: str | None = None
    favour: int = 0
    drawn: tuple[str, ...] = ()
    lost_cards: int = 0
    lost_steps: int = 0


class ResidencesScored(words.Event, frozen=True, tag="residences-scored"):
    """Residences on the board were scored (I3)."""

    points: tuple[int, ...]


class TrackScored(words.Event, frozen=True, tag="track-scored"):
    """The favour track was scored (I4)."""

    points: tuple[int, ...]


class DisplaysCleared(words.Event, frozen=True, tag="displays-cleared"):
    """The activated cards and the cards below them went to the discard (I5)."""


class HandsScored(words.Event, frozen=True, tag="hands-scored"):
    """Cards left in hand were scored (F1)."""

    points: tuple[int, ...]


class OrdersScored(words.Event, frozen=True, tag="orders-scored"):
    """Orders were scored: how many goods each seat matched, and the points (F2)."""

    matched: tuple[int, ...]
    points: tuple[int, ...]


class NetworksScored(words.Event, frozen=True, tag="networks-scored"):
    """The largest connected groups of residences were scored (F3)."""

    sizes: tuple[int, ...]
    points: tuple[int, ...]


class Finished(words.Event, frozen=True, tag="finished"):
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
