"""The parts of a view of the card game: seats, stacks, what somebody knows or is being shown."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from domain.catan_cards.commands import Command, Side
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.prompts import Prompt


class CatanCardsRegionView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A region as it lies in a principality: its even slot, its side, and what it stores (B9, B14)."""

    slot: int
    side: Side
    stored: int = 0


class CatanCardsBuiltView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An expansion on a site, or a road complement on its road, which has no side (B11, K1)."""

    slot: int
    side: Side | UnsetType = UNSET


class CatanCardsStackSight(Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody knows of a stack: places from the top, null for unknown, of which `gone` may have left (E10)."""

    slots: tuple[str | None, ...]
    gone: int = 0


class CatanCardsHandSight(Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody knows of the other hand: cards that came into it, of which `gone` may have left (E10)."""

    cards: tuple[str, ...]
    gone: int = 0


class CatanCardsStackView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An expansion stack: how many cards it has, and by seat what is known of it, as far as the viewer may see that."""

    size: int
    seen: dict[int, CatanCardsStackSight] = {}


class CatanCardsSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it; `hand`, `deck` and `choice` are absent unless the viewer may see them.

    `points`, `strength`, `commerce` and `tournament` are the totals now; beside the `stars` there is room for
    `star_room` more. `cards` are in hand, of `limit`; `known` is what the other player knows of them, for him and the
    referee.
    `regions` are by id, `built` by card. `feelings` says by card beside which region Public Feeling lies. `used` are
    cards whose use of this turn is spent, `fetched` says that an Artwork was taken, `drawn` and `offers` count those of
    this turn. `stacks` are a seat's own in the tournament game, `deck` and `events` what it brought, by title.
    `prompts` is what the seat is asked, `sealed` says that it has answered, `choice` how.
    """

    points: int
    strength: int
    commerce: int
    tournament: int
    stars: int = 0
    star_room: int = 0
    cards: int
    limit: int
    hand: tuple[str, ...] | UnsetType = UNSET
    known: CatanCardsHandSight | UnsetType = UNSET
    roads: tuple[int, ...] = ()
    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    regions: dict[str, CatanCardsRegionView] = {}
    built: dict[str, CatanCardsBuiltView] = {}
    feelings: dict[str, str] = {}
    used: tuple[str, ...] = ()
    fetched: bool = False
    drawn: int = 0
    offers: int = 0
    stacks: dict[int, CatanCardsStackView] = {}
    deck: dict[str, int] | UnsetType = UNSET
    events: dict[str, int] | UnsetType = UNSET
    prompts: tuple[Prompt, ...] = ()
    sealed: bool = False
    choice: Command | UnsetType = UNSET


class CatanCardsDice(Struct, frozen=True, gc=False, omit_defaults=True):
    """The dice of the turn; `named` by an Alchemist (B12, B50)."""

    event: Face
    number: int
    named: bool = False


class CatanCardsTokens(Struct, frozen=True, gc=False, omit_defaults=True):
    """Who holds the knight token and the mill token; a token that lies in the middle is absent (B21, B22)."""

    knight: int | UnsetType = UNSET
    mill: int | UnsetType = UNSET


class CatanCardsSupplies(Struct, frozen=True, gc=False):
    """How many roads, settlements and cities are left in the stock (B5, B26)."""

    roads: int
    settlements: int
    cities: int


class CatanCardsEventDeck(Struct, frozen=True, gc=False, omit_defaults=True):
    """The event deck: how many cards it has, which ones are known to be its last, and the one that lies open (B20)."""

    size: int
    told: tuple[str, ...] = ()
    revealed: str | UnsetType = UNSET


class CatanCardsPlayed(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action card that is being carried out, and the knights of a joust (R17, K16)."""

    seat: int
    card: str
    knight: str | UnsetType = UNSET
    against: str | UnsetType = UNSET


class CatanCardsLook(Struct, frozen=True, omit_defaults=True):
    """What a seat is being shown right now (E12): a stack from its top, the hand of a seat, or the region stack.

    `seat` is whose hand or whose stack it is.
    """

    cards: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    stack: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class CatanCardsOrders(Struct, frozen=True):
    """The truth, for the referee only: everything that lies face down, top card first; stacks as in `State.stacks`."""

    stacks: tuple[tuple[str, ...], ...]
    events: tuple[str, ...]
    regions: tuple[str, ...]
