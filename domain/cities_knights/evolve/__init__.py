"""Evolve: copies events into the state. It never judges and never draws; every outcome is in the event."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cities_knights.events import Event
from domain.cities_knights.evolve import barbarians, building, deal, knights, progress, roll, trade, turn
from domain.cities_knights.evolve.changes import After
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import CommodityBank, RobberBeforeFirstAttack, Ruleset, TwoPlayerMode
from domain.cities_knights.state import UNLIMITED, SeatState, State
from domain.engine.area import effects
from domain.engine.game import Rejected

AFTER: Mapping[type, After] = effects(
    *(deal.AFTER, turn.AFTER, roll.AFTER, barbarians.AFTER),
    *(building.AFTER, knights.AFTER, trade.AFTER, progress.AFTER),
)
"""By event what it makes of a state."""


def opening(facts: Facts, options: Ruleset, seats: int) -> State:
    """The table before anything is dealt; raises `Rejected` for options that cannot be played yet."""
    if options.two_player_mode is TwoPlayerMode.NEUTRAL_COLORS:
        raise Rejected("neutral-colors")
    bank = facts.bank
    if options.commodity_bank is CommodityBank.UNLIMITED:
        bank = (*bank[:5], UNLIMITED, UNLIMITED, UNLIMITED)
    trade, politics, science = map(len, facts.decks)
    return State(
        options=options,
        seats=(SeatState(),) * seats,
        bank=bank,
        decks=facts.decks,
        fresh=(trade, politics, science),
        awake=options.robber_before_first_attack is RobberBeforeFirstAttack.ACTIVE,
    )


def evolve(facts: Facts, state: State, event: Event) -> State:
    """The state after an event."""
    return AFTER[type(event)](facts, state, event)
