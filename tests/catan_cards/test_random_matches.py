"""Random matches of the three games, with undos: invariants after every event and at every question (E8, E10)."""

from __future__ import annotations

from os import environ
from random import Random

import pytest
from msgspec import Raw

from chronik.domain.catan_cards.cards.ids import owner, title
from chronik.domain.catan_cards.commands import Command, Demolish, Exchange, MoveFeeling, TradeWithBank
from chronik.domain.catan_cards.events import StackSearched, TurnBegan
from chronik.domain.catan_cards.facts.load import DISPLAY, UnitKind
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.game import game
from chronik.domain.catan_cards.principality.totals import hand_limit
from chronik.domain.catan_cards.prompts import (
    GainPrompt,
    GivePrompt,
    NamePrompt,
    ReceivePrompt,
    TakePrompt,
    TakeUnitPrompt,
    TargetPrompt,
    TaxPrompt,
    UnitPrompt,
    YieldPrompt,
)
from chronik.domain.catan_cards.state import Phase, State
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.match import Match
from tests.every_game.playout import Table, go_back, opened
from tests.support.catan_cards.memory import assert_memories_true
from tests.support.catan_cards.table import FACTS, all_cards, assert_conserved

GAME = game(FACTS)
MATCHES = 40 if environ.get("CHRONIK_LONG") else 1
COMMANDS = 2_000 if environ.get("CHRONIK_LONG") else 260
SELDOM = (Demolish, MoveFeeling, TradeWithBank, Exchange)
"""Commands that are chosen rarely, because purely random matches would not end with them."""
UNDOES, TRIES = 0.06, 0.04

PUBLIC_CHOICES = (
    *(GainPrompt, TakePrompt, YieldPrompt, GivePrompt, ReceivePrompt, TaxPrompt),
    *(UnitPrompt, TargetPrompt, NamePrompt, TakeUnitPrompt),
)
"""Questions whose answers both players could work out from what they see (R85)."""

OPTIONS = {
    Mode.BASE: (b'{"mode":"base"}',),
    Mode.EXTENDED: (b'{"mode":"extended"}',),
    Mode.TOURNAMENT: (b'{"mode":"tournament"}', b'{"mode":"tournament","decks":"house"}'),
}
CARDS = {Mode.BASE: 62, Mode.EXTENDED: 88, Mode.TOURNAMENT: 66}
"""Development cards: with 48 centre cards and 10, 14 or 13 events they are the 120, 150 or 127 of E8."""


def play_randomly(options: bytes, seed: str) -> Table:
    """Plays a random match with undos, and checks each question."""
    rng = Random(seed)
    table = opened(GAME, 2, rng, Raw(options))
    for _ in range(COMMANDS):
        if table.match.closed is not None:
            break
        if rng.random() < UNDOES and go_back(table, rng):
            continue
        seat = rng.choice(table.match.waiting)
        listed = check_question(table, seat, rng)
        often = [command for command in listed if not isinstance(command, SELDOM)]
        table.do(rng.choice(often if often and rng.random() < 0.95 else listed), seat)
    return table


def check_question(table: Table, seat: int, rng: Random) -> list[Command]:
    """Checks a question and returns the commands that answer it."""
    (prompt,) = [one for one in table.state.prompts if one.seat == seat]
    listed = list(GAME.options(table.state, seat))
    assert listed
    if isinstance(prompt, PUBLIC_CHOICES):
        assert len(listed) > 1 or (isinstance(prompt, TakePrompt) and prompt.optional), prompt  # R85
    if rng.random() < TRIES:
        for command in (GAME.default(table.state, seat), *rng.sample(listed, min(4, len(listed)))):
            assert table.refusal(command, seat) is None, command
    return listed


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("mode", list(Mode))
def test_all_invariants_hold_after_every_event(mode: Mode, number: int) -> None:
    """E8: each card in one place, stores, stars, hand limits, named units once; E10: memories are true."""
    table = play_randomly(OPTIONS[mode][number % len(OPTIONS[mode])], f"{mode}/{number}")
    assert table.match.version > COMMANDS
    before: State | None = None
    for entry, match in walk(GAME, Match(id=table.match.id), table.log):
        state = match.state
        if state is None:
            continue
        assert_conserved(state)
        assert_memories_true(state)
        if state.phase is not Phase.SETUP:
            assert_complete(state)
        if isinstance(entry.e, StackSearched) and before is not None:
            assert state.stacks == before.stacks  # a search changes no order
        if isinstance(entry.e, TurnBegan) and before is not None:
            assert all(len(seat.hand) <= hand_limit(FACTS, seat) for seat in state.seats)
        before = state


def assert_complete(state: State) -> None:
    """Asserts that all cards exist, that no hand has a foreign card, and that named units are unique (T10)."""
    mode = state.options.mode
    assert sum(1 for _ in all_cards(state)) == CARDS[mode]
    assert len(state.events) + (state.revealed is not None) == FACTS.constants.event_deck[mode]
    regions = sum(len(seat.lands) for seat in state.seats) + len(state.regions) + (state.drawn_region is not None)
    assert regions == len(FACTS.lands)
    named = [
        title(one.card)
        for seat in state.seats
        for one in seat.built
        if FACTS.cards[title(one.card)].unit_kind is UnitKind.KNIGHT
    ]
    assert len(set(named)) == len(named)
    if mode is Mode.EXTENDED:
        assert len(state.display) + sum(_is_of_display(one.card) for seat in state.seats for one in seat.built) == 4
    if mode is Mode.TOURNAMENT:
        assert {owner(card) for card in all_cards(state)} == {0, 1}
    if state.phase is Phase.ACTIONS and not state.stack:
        passive = state.seats[1 - state.active]
        assert len(passive.hand) <= hand_limit(FACTS, passive)  # B41


def _is_of_display(card: str) -> bool:
    return title(card) in DISPLAY
