"""The components of the Catan card game, for clients that draw it: cards, events, regions, limits, lists and names."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.catan_cards.cards.kinds import KINDS, Counts, Kind
from chronik.domain.catan_cards.facts.load import Card, Centre, EventCard, Facts, Region
from chronik.domain.catan_cards.facts.printed import CardKind, CardSet, Face, Subtype, UnitKind
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.engine.names import Names


class CatanCardsCard(Struct, frozen=True):
    """A development card: its kind, its price, its values, and its number of copies.

    `resource` is the resource that it trades or doubles. `target` is the building for which an Artwork is meant.
    """

    id: str
    set: CardSet
    kind: CardKind
    subtype: Subtype | None
    unit: UnitKind
    copies: int
    price: dict[Kind, int]
    stars: int
    vp: int
    commerce: int
    strength: int
    tournament: int
    tournament_equals_stars: bool
    unique_name: bool
    requires: tuple[str, ...]
    resource: Kind | None
    target: str | None


class CatanCardsCentre(Struct, frozen=True):
    """A card of the axis: its price, the number in the stock, its points and its building sites."""

    id: str
    price: dict[Kind, int]
    supply: int
    vp: int
    sites: int


class CatanCardsEvent(Struct, frozen=True):
    """An event card. A deck list may name up to `free` copies; each player adds `mandatory` copies in any case."""

    id: str
    set: CardSet
    copies: int
    free: int
    mandatory: int
    star_cancel: int


class CatanCardsRegion(Struct, frozen=True):
    """A region: its type, the resource that it produces, and its number."""

    id: str
    type: str
    kind: Kind
    number: int


class CatanCardsLimits(Struct, frozen=True):
    """The numbers that are not printed on any card. `deck_cards` and `deck_events` are the sizes of a deck list."""

    hand: int
    stored: int
    bank_rate: int
    search_price: int
    brigands_above: int
    brigands_asleep_turns: int
    lock_at: int
    victory: dict[Mode, int]
    deck_cards: int
    deck_events: int


class CatanCardsList(Struct, frozen=True):
    """A built-in deck list: its cards by title, and its events."""

    id: str
    cards: dict[str, int]
    events: dict[str, int]


class CatanCardsComponents(Struct, frozen=True):
    """Everything that is printed, with the ids that commands and views use.

    `names` are listed by language, kind and id, and may be replaced. `cards` and `free_events` are in the permanent
    order. `regions` are those of the stack. `crests` are the regions with which the seats begin; they are laid out at
    the `positions`, and each stores `start_stored` resources.
    """

    kinds: tuple[Kind, ...]
    cards: tuple[CatanCardsCard, ...]
    centre: tuple[CatanCardsCentre, ...]
    events: tuple[CatanCardsEvent, ...]
    free_events: tuple[str, ...]
    die: tuple[Face, ...]
    regions: tuple[CatanCardsRegion, ...]
    crests: tuple[tuple[CatanCardsRegion, ...], ...]
    positions: tuple[str, ...]
    start_stored: int
    limits: CatanCardsLimits
    lists: tuple[CatanCardsList, ...]
    names: Names


def components(facts: Facts, names: Names) -> CatanCardsComponents:
    """Returns the components of a data set."""
    constants = facts.constants
    return CatanCardsComponents(
        kinds=KINDS,
        cards=tuple(_card(facts.cards[id]) for id in facts.order.cards),
        centre=tuple(_centre(id, getattr(facts, id)) for id in ("road", "settlement", "city")),
        events=tuple(map(_event, facts.events.values())),
        free_events=facts.order.events,
        die=facts.die,
        regions=_regions(facts, facts.regions),
        crests=tuple(_regions(facts, crest) for crest in facts.crests),
        positions=facts.positions,
        start_stored=facts.start_stored,
        limits=CatanCardsLimits(
            hand=constants.hand_limit,
            stored=constants.max_stored,
            bank_rate=constants.bank_rate,
            search_price=constants.search_price,
            brigands_above=constants.brigands_above,
            brigands_asleep_turns=constants.brigands_asleep_turns,
            lock_at=constants.lock_at,
            victory=dict(constants.victory),
            deck_cards=constants.deck.cards,
            deck_events=constants.deck.events,
        ),
        lists=tuple(CatanCardsList(one.id, dict(one.cards), dict(one.events)) for one in facts.house_lists.values()),
        names=names,
    )


def price_by_kind(counts: Counts) -> dict[Kind, int]:
    """Returns the resources of a price with their counts, leaving out zeros."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def _card(card: Card) -> CatanCardsCard:
    return CatanCardsCard(
        id=card.id,
        set=card.set,
        kind=card.kind,
        subtype=card.subtype,
        unit=card.unit_kind,
        copies=card.count,
        price=price_by_kind(card.price),
        stars=card.stars,
        vp=card.vp,
        commerce=card.commerce,
        strength=card.strength,
        tournament=card.tournament,
        tournament_equals_stars=card.tournament_equals_stars,
        unique_name=card.unique_name,
        requires=card.requires,
        resource=card.kind_of,
        target=card.numbers.target or None,
    )


def _centre(id: str, centre: Centre) -> CatanCardsCentre:
    return CatanCardsCentre(id, price_by_kind(centre.price), centre.supply, centre.vp, centre.sites)


def _event(event: EventCard) -> CatanCardsEvent:
    return CatanCardsEvent(event.id, event.set, event.count, event.free, event.mandatory, event.star_cancel)


def _regions(facts: Facts, regions: tuple[Region, ...]) -> tuple[CatanCardsRegion, ...]:
    return tuple(CatanCardsRegion(one.id, facts.terrains[one.kind], one.kind, one.number) for one in regions)
