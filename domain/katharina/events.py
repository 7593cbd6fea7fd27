"""What happens in a match of Katharina: outcomes, so that a fold never asks the rules or the generator again (E3)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.katharina.commands import Command
from domain.katharina.prompts import Prompt


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


class OrdersDealt(Struct, frozen=True, forbid_unknown_fields=True, tag="orders-dealt", tag_field="t"):
    """Each seat drew an order and laid it open (S4)."""

    orders: tuple[str, ...]


class StockShuffled(Struct, frozen=True, forbid_unknown_fields=True, tag="stock-shuffled", tag_field="t"):
    """The stock was brought into a new order, top card first (S5; after an undo)."""

    order: tuple[str, ...]


class DiscardShuffled(Struct, frozen=True, forbid_unknown_fields=True, tag="discard-shuffled", tag_field="t"):
    """The discard became the stock in this order, top card first (G6, Q3)."""

    order: tuple[str, ...]


class RoundBegan(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round-began", tag_field="t"):
    """A round began; both are counted from 1 (G1)."""

    decade: int
    round: int


class CardsDrawn(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="cards-drawn", tag_field="t"
):
    """Seats drew, in seat order; `lost` counts the cards that the hand limit turned into points (H2).

    Where the discard had to become the stock in mid-draw, a second event with the rest follows that one (Q3).
    """

    why: Draw
    cards: tuple[tuple[str, ...], ...]
    lost: tuple[int, ...] = ()


class PromptsOpened(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="asked", tag_field="t"):
    """Seats were asked; they answer in any order."""

    prompts: tuple[Prompt, ...]


class Committed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="committed", tag_field="t"):
    """A seat sealed its choice, or replaced the one it had sealed (Q23, Q32)."""

    seat: int
    choice: Command


class DisplaysShown(Struct, frozen=True, forbid_unknown_fields=True, tag="displays-shown", tag_field="t"):
    """All seats opened their first action rows (S6)."""

    displays: tuple[tuple[str, ...], ...]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two cards a seat has played: to its action row, and below the card of a slot."""

    action: str
    activation: str
    slot: int


class CardsRevealed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cards-revealed", tag_field="t"):
    """All seats turned their two cards over (R-C)."""

    plays: tuple[Play, ...]


class CardResolved(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="card-resolved", tag_field="t"
):
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


class CannonsScored(Struct, frozen=True, forbid_unknown_fields=True, tag="cannons-scored", tag_field="t"):
    """Neighbours compared their cannons (I1)."""

    cannons: tuple[int, ...]
    points: tuple[int, ...]


class BooksCompared(Struct, frozen=True, forbid_unknown_fields=True, tag="books-compared", tag_field="t"):
    """Books were compared: who may build, and who gets a joker tile (I2)."""

    books: tuple[int, ...]
    builders: tuple[int, ...]
    jokers: tuple[int, ...]


class BookResidence(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="book-residence", tag_field="t"
):
    """A seat with the most books built, passed, or drew because its supply was empty (I2, B4, Q30)."""

    seat: int
    city: str | None = None
    tile: str | None = None
    favour: int = 0
    drawn: tuple[str, ...] = ()
    lost_cards: int = 0
    lost_steps: int = 0


class ResidencesScored(Struct, frozen=True, forbid_unknown_fields=True, tag="residences-scored", tag_field="t"):
    """Residences on the board were scored (I3)."""

    points: tuple[int, ...]


class TrackScored(Struct, frozen=True, forbid_unknown_fields=True, tag="track-scored", tag_field="t"):
    """The favour track was scored (I4)."""

    points: tuple[int, ...]


class DisplaysCleared(Struct, frozen=True, forbid_unknown_fields=True, tag="displays-cleared", tag_field="t"):
    """The activated cards and the cards below them went to the discard (I5)."""


class HandsScored(Struct, frozen=True, forbid_unknown_fields=True, tag="hands-scored", tag_field="t"):
    """Cards left in hand were scored (F1)."""

    points: tuple[int, ...]


class OrdersScored(Struct, frozen=True, forbid_unknown_fields=True, tag="orders-scored", tag_field="t"):
    """Orders were scored: how many goods each seat matched, and the points (F2)."""

    matched: tuple[int, ...]
    points: tuple[int, ...]


class NetworksScored(Struct, frozen=True, forbid_unknown_fields=True, tag="networks-scored", tag_field="t"):
    """The largest connected groups of residences were scored (F3)."""

    sizes: tuple[int, ...]
    points: tuple[int, ...]


class Finished(Struct, frozen=True, forbid_unknown_fields=True, tag="finished", tag_field="t"):
    """The match was played to its end: points and places by seat (F4, Q16, Q36)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


Event = (
    OrdersDealt
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
