"""Evolve: applies events to the state. It never judges and never draws; each event holds its complete outcome."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.cities_knights.events import Event
from chronik.domain.cities_knights.evolve import barbarians, building, deal, knights, progress, roll, trade, turn
from chronik.domain.cities_knights.evolve.changes import After
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import CommodityBank, RobberBeforeFirstAttack, Ruleset, TwoPlayerMode
from chronik.domain.cities_knights.state import UNLIMITED, SeatState, State
from chronik.domain.engine.area import join_effects
from chronik.domain.engine.game import Rejected

AFTER: Mapping[type, After] = join_effects(
    *(deal.AFTER, turn.AFTER, roll.AFTER, barbarians.AFTER),
    *(building.AFTER, knights.AFTER, trade.AFTER, progress.AFTER),
)
"""The function that applies each type of event."""


def initial_state(facts: Facts, options: Ruleset, seats: int) -> State:
    """Returns the state before the deal. Raises `Rejected` for options that are not supported yet."""
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
    """Returns the state after an event."""
    return AFTER[type(event)](facts, state, event)
