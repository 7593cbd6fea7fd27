"""The components of the Catan card game for those who draw it: cards, events, regions, limits, lists, names."""

from __future__ import annotations

from msgspec import Struct

from domain.catan_cards.cards.kinds import KINDS, Counts, Kind
from domain.catan_cards.facts.load import Card, Centre, EventCard, Facts, Region
from domain.catan_cards.facts.printed import CardKind, CardSet, Face, Subtype, UnitKind
from domain.catan_cards.facts.rulesets import Mode
from domain.engine.names import Names


class CatanCardsCard(Struct, frozen=True):
    """A development card by its title: what it is, what it costs, what it counts, and how many copies there are.

    `resource` is what it trades or doubles, `target` the building an Artwork is for.
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
    """A card of the axis: what it costs, how many there are, its points, its building sites."""

    id: str
    price: dict[Kind, int]
    supply: int
    vp: int
    sites: int


class CatanCardsEvent(Struct, frozen=True):
    """An event card; `free` copies may stand in a deck list, each player puts `mandatory` ones in anyway."""

    id: str
    set: CardSet
    copies: int
    free: int
    mandatory: int
    star_cancel: int


class CatanCardsRegion(Struct, frozen=True):
    """A region: the type that names it, what it produces, and its number."""

    id: str
    type: str
    kind: Kind
    number: int


class CatanCardsLimits(Struct, frozen=True):
    """The numbers that no card prints; those of a deck list count its cards and its free events."""

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
    """A deck list of the house, by titles and events."""

    id: str
    cards: dict[str, int]
    events: dict[str, int]


class CatanCardsComponents(Struct, frozen=True):
    """Everything printed, by the ids of commands and views; names by language, kind and id, and replaceable.

    `cards` and `free_events` stand in the permanent order; `regions` are those of the stack, `crests` those that the
    seats begin with, to be laid at the `positions`; `start_stored` is what each of these holds.
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
    """The components of a data set."""
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


def price(counts: Counts) -> dict[Kind, int]:
    """The resources there are, with their counts."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def _card(card: Card) -> CatanCardsCard:
    return CatanCardsCard(
        id=card.id,
        set=card.set,
        kind=card.kind,
        subtype=card.subtype,
        unit=card.unit_kind,
        copies=card.count,
        price=price(card.price),
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
    return CatanCardsCentre(id, price(centre.price), centre.supply, centre.vp, centre.sites)


def _event(event: EventCard) -> CatanCardsEvent:
    return CatanCardsEvent(event.id, event.set, event.count, event.free, event.mandatory, event.star_cancel)


def _regions(facts: Facts, regions: tuple[Region, ...]) -> tuple[CatanCardsRegion, ...]:
    return tuple(CatanCardsRegion(one.id, facts.terrains[one.kind], one.kind, one.number) for one in regions)
