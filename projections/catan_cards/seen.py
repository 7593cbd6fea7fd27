"""The parts of a view of the card game: seats, stacks, memories, and the cards that are being shown."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from chronik.domain.catan_cards.commands import Command, Side
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.prompts import Prompt


class CatanCardsRegionView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A region in a principality: its even slot, its side, and the resources it stores (B9, B14)."""

    slot: int
    side: Side
    stored: int = 0


class CatanCardsBuiltView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An expansion on a site (B11), or a road complement on its road, which is not on either side (K1)."""

    slot: int
    side: Side | UnsetType = UNSET


class CatanCardsStackSight(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's memory of a stack: the cards by place from the top, null if unknown. `gone` of them have left (E10)."""

    slots: tuple[str | None, ...]
    gone: int = 0


class CatanCardsHandSight(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's memory of the other hand: the cards seen there. Since then `gone` cards have left face down (E10)."""

    cards: tuple[str, ...]
    gone: int = 0


class CatanCardsStackView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An expansion stack: its number of cards, and the memories of it that the viewer may see, by seat."""

    size: int
    seen: dict[int, CatanCardsStackSight] = {}


class CatanCardsSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it. `hand`, `deck` and `choice` are absent unless the viewer may see them.

    `points`, `strength`, `commerce` and `tournament` are the current totals. The seat can gain `star_room` more
    `stars`. `cards` is the size of the hand and `limit` its limit. `known` is the other player's memory of the hand,
    shown to that player and the referee. `regions` are keyed by id, and `built` by card. `feelings` names, by card, the
    region beside Public Feeling. `used` are the cards already used this turn, and `fetched` is true once an Artwork was
    fetched. `drawn` and `offers` count the cards drawn and the offers made this turn. `stacks` are the seat's stacks in
    the tournament game; `deck` and `events` are the list that it brought, by title. `prompts` are the open questions of
    the seat; `sealed` is true if it has a sealed answer, which is `choice`.
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
    """The dice of the turn. `named` is true if an Alchemist set the number (B12, B50)."""

    event: Face
    number: int
    named: bool = False


class CatanCardsTokens(Struct, frozen=True, gc=False, omit_defaults=True):
    """The holders of the knight token and of the mill token. A token in the middle is absent (B21, B22)."""

    knight: int | UnsetType = UNSET
    mill: int | UnsetType = UNSET


class CatanCardsSupplies(Struct, frozen=True, gc=False):
    """The number of roads, settlements and cities in the stock (B5, B26)."""

    roads: int
    settlements: int
    cities: int


class CatanCardsEventDeck(Struct, frozen=True, gc=False, omit_defaults=True):
    """The event deck: its number of cards, the last cards, which are public (`told`), and the open card (B20)."""

    size: int
    told: tuple[str, ...] = ()
    revealed: str | UnsetType = UNSET


class CatanCardsPlayed(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action card that is being resolved, and the knights in a joust (R17, K16)."""

    seat: int
    card: str
    knight: str | UnsetType = UNSET
    against: str | UnsetType = UNSET


class CatanCardsLook(Struct, frozen=True, omit_defaults=True):
    """The hidden cards that a seat is being shown now (E12): a stack from its top, a hand, or the region stack.

    `seat` is the owner of the hand or of the stack.
    """

    cards: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    stack: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class CatanCardsOrders(Struct, frozen=True):
    """The face-down cards, for the referee only, top card first. `stacks` are in the order of `State.stacks`."""

    stacks: tuple[tuple[str, ...], ...]
    events: tuple[str, ...]
    regions: tuple[str, ...]
