"""Previews: the certain results of a command for the seat to which a view of the card game belongs.

A preview is computed from the view by the rules of the match, so it knows only what its seat knows.
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.kinds import KINDS, Kind
from chronik.domain.catan_cards.commands import BuildCard, Command
from chronik.domain.catan_cards.decide import decide
from chronik.domain.catan_cards.events import (
    CardDrawn,
    DiceRolled,
    DuelRolled,
    Event,
    EventRevealed,
    HandShown,
    JoustRolled,
    RegionDrawn,
    StackSearched,
)
from chronik.domain.catan_cards.evolve import evolve
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, UnitKind
from chronik.domain.catan_cards.principality.axis import (
    card_of,
    cards_with_effect,
    find_built,
    knights,
    neighbouring_lands,
)
from chronik.domain.catan_cards.principality.stores import holding, kind_of
from chronik.domain.catan_cards.principality.totals import commerce, points, strength, tournament
from chronik.domain.catan_cards.rules.base_events import plague_losses
from chronik.domain.catan_cards.rules.production import yield_of
from chronik.domain.catan_cards.state import Land, SeatState, State
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.projections.catan_cards.guess import imagine_state, viewer_seat
from chronik.projections.catan_cards.view import CatanCardsView

NO_CHANCE = Chance(b"")

UNCERTAIN = (
    CardDrawn,
    DiceRolled,
    DuelRolled,
    EventRevealed,
    HandShown,
    JoustRolled,
    RegionDrawn,
    StackSearched,
)
"""Events that depend on chance or on something hidden. A preview ends before the first of them."""


class CatanCardsPreview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The changes that a command certainly causes for the viewer's seat: points, strength, stars, cards and so on.

    Losses are negative. Values that do not change are absent. `lacks` says why a built card has no effect now: it is a
    resource that no region beside a production building gives, `source` and a resource that no region gives to a
    fleet, `knight`, `fleet` or `unit` if there is none, and `plague` if the Plague takes as much as before.
    """

    points: int = 0
    strength: int = 0
    commerce: int = 0
    tournament: int = 0
    stars: int = 0
    cards: int = 0
    resources: dict[Kind, int] = {}
    production: dict[str, int] = {}
    sheltered: tuple[str, ...] = ()
    lacks: str = ""


def preview(facts: Facts, view: CatanCardsView, command: Command) -> CatanCardsPreview:
    """Returns the changes that a command certainly causes, as far as its seat knows.

    Empty if the command is refused.
    """
    seat = viewer_seat(view)
    if seat is None:
        return CatanCardsPreview()
    before = imagine_state(facts, view)
    try:
        events = decide(facts, before, seat, command, NO_CHANCE)
    except Rejected:
        return CatanCardsPreview()
    after = apply_certain(facts, before, events)
    changes = compare_states(facts, before, after, seat)
    if isinstance(command, BuildCard) and (missing := _find_missing(facts, after.seats[seat], command.card)):
        return replace(changes, lacks=missing)
    return changes


def apply_certain(facts: Facts, state: State, events: tuple[Event, ...]) -> State:
    """Returns the state after all events that come before the first uncertain one."""
    for event in takewhile(lambda event: not isinstance(event, UNCERTAIN), events):
        state = evolve(facts, state, event)
    return state


def compare_states(facts: Facts, before: State, after: State, number: int) -> CatanCardsPreview:
    """Returns the changes to a seat from one state to another."""
    was, now = before.seats[number], after.seats[number]
    stores = zip(KINDS, holding(facts, was), holding(facts, now), strict=True)
    yields = _yields(facts, was)
    return CatanCardsPreview(
        points=points(facts, after)[number] - points(facts, before)[number],
        strength=strength(facts, now) - strength(facts, was),
        commerce=commerce(facts, now) - commerce(facts, was),
        tournament=tournament(facts, now) - tournament(facts, was),
        stars=now.stars - was.stars,
        cards=len(now.hand) - len(was.hand),
        resources={kind: had - then for kind, then, had in stores if had != then},
        production={region: n for region, n in _yields(facts, now).items() if n > yields.get(region, n)},
        sheltered=tuple(sorted(_find_shelters(facts, now) - _find_shelters(facts, was))),
    )


def _yields(facts: Facts, seat: SeatState) -> dict[str, int]:
    """Returns how many resources each region produces if it has room."""
    return {land.region: yield_of(facts, seat, land) for land in seat.lands}


def _find_shelters(facts: Facts, seat: SeatState) -> set[str]:
    """Returns the regions that a Brigand Attack does not count."""
    shields = cards_with_effect(facts, seat, Effect.BRIGAND_SHIELD)
    return {land.region for one in shields for land in neighbouring_lands(seat, one)}


def _find_missing(facts: Facts, seat: SeatState, card: str) -> str:
    """Returns what a card of a principality needs to have an effect now; empty if it has one."""
    built, printed = find_built(seat, card), card_of(facts, card)
    if built is None:
        return ""
    others = replace(seat, built=tuple(one for one in seat.built if one != built))
    units = {one.slot: card_of(facts, one.card).unit_kind for one in others.built if card_of(facts, one.card).is_unit}
    match printed.effect:
        case Effect.STRENGTH_PER_KNIGHT:
            return "" if knights(facts, seat) else "knight"
        case Effect.COMMERCE_PER_FLEET:
            return "" if UnitKind.FLEET in units.values() else "fleet"
        case Effect.CIVIL_WAR_SHIELD:
            return "" if built.slot in units else "unit"
        case Effect.PLAGUE_IMMUNITY:
            return "plague" if _find_plagued(facts, seat) == _find_plagued(facts, others) else ""
        case Effect.TRADE_RATE if printed.kind_of is not None:
            return "" if printed.kind_of in _kinds(facts, seat.lands) else f"source {printed.kind_of.value}"
        case Effect.DOUBLE_PRODUCTION if printed.kind_of is not None:
            near = _kinds(facts, neighbouring_lands(seat, built))
            return "" if printed.kind_of in near else printed.kind_of.value
        case _:
            return ""


def _kinds(facts: Facts, lands: tuple[Land, ...]) -> set[Kind]:
    """Returns the resources that regions give."""
    return {kind_of(facts, land.region) for land in lands}


def _find_plagued(facts: Facts, seat: SeatState) -> set[str]:
    """Returns the regions from which the Plague may take."""
    return set(plague_losses(facts, replace(seat, lands=tuple(replace(land, stored=1) for land in seat.lands)), 1))
