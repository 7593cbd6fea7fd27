"""The features of a seat: what predicts that it wins. All are integers."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import Counts
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import CardKind, Effect, Subtype
from chronik.domain.catan_cards.principality.axis import free_sites
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.principality.totals import add_tokens, both_totals, hand_limit, tokens
from chronik.domain.catan_cards.rules.production import yield_of
from chronik.domain.catan_cards.state import Phase, SeatState, State
from chronik.domain.engine.valuing import STAGES, Position

EXPANSIONS = (CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION)


class Seen(Struct, frozen=True, kw_only=True, gc=False):
    """The features of a seat that everyone sees. Flags are 0 or 1.

    `income` is the number of resources in six throws, `numbers` how many throws bring any. `open_end` is set if a
    settlement may be built now. `above_brigands` are the resources beyond those that Brigands leave alone.
    """

    points: int
    settlements: int
    cities: int
    lands: int
    stored: int
    income: int
    numbers: int
    roads: int
    open_end: int
    built: int
    strength: int
    commerce: int
    tournament: int
    knight_token: int
    mill_token: int
    stars: int
    hand: int
    hand_limit: int
    active: int
    before_roll: int
    in_actions: int
    region_sites: int
    city_sites: int
    shield: int
    missing_for_settlement: int
    missing_for_city: int
    missing_for_road: int
    above_brigands: int
    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int
    gold: int


class Hidden(Struct, frozen=True, kw_only=True, gc=False):
    """The features that only the seat knows: the cards in its hand."""

    hand_points: int
    hand_expansions: int
    affordable: int
    actions: int
    units: int
    attacks: int


def position(facts: Facts, state: State) -> Position:
    """Returns a state as the model sees it."""
    totals = both_totals(facts, state)
    held = tokens(state, *totals)
    points = add_tokens(*totals, held)
    rows: list[tuple[int, ...]] = []
    for number, (seat, own) in enumerate(zip(state.seats, totals, strict=True)):
        active, stores = number == state.active, holding(facts, seat)
        seen = Seen(
            points=points[number],
            settlements=len(seat.settlements),
            cities=len(seat.cities),
            lands=len(seat.lands),
            stored=sum(stores),
            income=sum([yield_of(facts, seat, land) for land in seat.lands]),
            numbers=len({facts.lands[land.region].number for land in seat.lands}),
            roads=len(seat.roads),
            open_end=int(_has_open_end(seat)),
            built=len(seat.built),
            strength=own.strength,
            commerce=own.commerce,
            tournament=own.tournament,
            knight_token=int(held[0] == number),
            mill_token=int(held[1] == number),
            stars=seat.stars,
            hand=len(seat.hand),
            hand_limit=hand_limit(facts, seat),
            active=int(active),
            before_roll=int(active and state.phase is Phase.ROLL),
            in_actions=int(active and state.phase is Phase.ACTIONS),
            region_sites=len(free_sites(facts, seat, CardKind.REGION_EXPANSION)),
            city_sites=len(free_sites(facts, seat, CardKind.CITY_EXPANSION)),
            shield=int(any(facts.cards[title(one.card)].effect is Effect.BRIGAND_SHIELD for one in seat.built)),
            missing_for_settlement=_count_missing(stores, facts.settlement.price),
            missing_for_city=_count_missing(stores, facts.city.price),
            missing_for_road=_count_missing(stores, facts.road.price),
            above_brigands=max(0, sum(stores) - facts.constants.brigands_above),
            brick=stores[0],
            lumber=stores[1],
            wool=stores[2],
            grain=stores[3],
            ore=stores[4],
            gold=stores[5],
        )
        rows.append((*astuple(seen), *_hand(facts, seat.hand, stores)))
    target = facts.constants.victory[state.options.mode]
    return Position(stage=min(STAGES, STAGES * max(points) // target), rows=tuple(rows))


def _has_open_end(seat: SeatState) -> bool:
    """Returns whether a road leads to a slot without a settlement or city."""
    towns = {*seat.settlements, *seat.cities}
    return any(road - 1 not in towns or road + 1 not in towns for road in seat.roads)


@lru_cache(maxsize=1 << 12)
def _count_missing(stores: Counts, price: Counts) -> int:
    return sum([max(0, needed - stored) for stored, needed in zip(stores, price, strict=True)])


@lru_cache(maxsize=1 << 12)
def _hand(facts: Facts, hand: tuple[str, ...], stores: Counts) -> tuple[int, ...]:
    """Returns the features of a hand."""
    cards = [facts.cards[title(card)] for card in hand]
    expansions = [card for card in cards if card.kind in EXPANSIONS]
    hidden = Hidden(
        hand_points=sum([card.vp for card in cards]),
        hand_expansions=len(expansions),
        affordable=sum([_count_missing(stores, card.price) == 0 for card in expansions]),
        actions=sum([card.kind is CardKind.ACTION for card in cards]),
        units=sum([card.is_unit for card in cards]),
        attacks=sum([card.subtype is Subtype.ATTACK for card in cards]),
    )
    return astuple(hidden)
