"""Random matches of the three games, with undos: what holds after every event (E8, E10), and for every question."""

from __future__ import annotations

from os import environ
from random import Random

import pytest
from msgspec import Raw

from domain.catan_cards.cards.ids import owner, title
from domain.catan_cards.commands import Command, Demolish, Exchange, MoveFeeling, TradeWithBank
from domain.catan_cards.events import StackSearched, TurnBegan
from domain.catan_cards.facts.load import DISPLAY, UnitKind
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.game import game
from domain.catan_cards.principality.totals import hand_limit
from domain.catan_cards.prompts import (
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
from domain.catan_cards.state import Phase, State
from domain.engine.match.fold import walk
from domain.engine.match.match import Match
from tests.support.catan_cards.memory import truthful
from tests.support.catan_cards.table import FACTS, conserved, everywhere
from tests.support.every_game.playout import Table, go_back, opened

GAME = game(FACTS)
MATCHES = 40 if environ.get("CHRONIK_LONG") else 1
COMMANDS = 2_000 if environ.get("CHRONIK_LONG") else 260
SELDOM = (Demolish, MoveFeeling, TradeWithBank, Exchange)
"""Without these a match of mere chance comes to its end."""
UNDOES, TRIES = 0.06, 0.04

PUBLIC_CHOICES = (
    *(GainPrompt, TakePrompt, YieldPrompt, GivePrompt, ReceivePrompt, TaxPrompt),
    *(UnitPrompt, TargetPrompt, NamePrompt, TakeUnitPrompt),
)
"""Questions that both players could answer by what they see (R85)."""

OPTIONS = {
    Mode.BASE: (b'{"mode":"base"}',),
    Mode.EXTENDED: (b'{"mode":"extended"}',),
    Mode.TOURNAMENT: (b'{"mode":"tournament"}', b'{"mode":"tournament","decks":"house"}'),
}
CARDS = {Mode.BASE: 62, Mode.EXTENDED: 88, Mode.TOURNAMENT: 66}
"""Development cards: with 48 centre cards and 10, 14 or 13 events they are the 120, 150 or 127 of E8."""


def play(options: bytes, seed: str) -> Table:
    """A match with undos, each question of which is looked at."""
    rng = Random(seed)
    table = opened(GAME, 2, rng, Raw(options))
    for _ in range(COMMANDS):
        if table.match.closed is not None:
            break
        if rng.random() < UNDOES and go_back(table, rng):
            continue
        seat = rng.choice(table.match.waiting)
        listed = asked(table, seat, rng)
        often = [command for command in listed if not isinstance(command, SELDOM)]
        table.do(rng.choice(often if often and rng.random() < 0.95 else listed), seat)
    return table


def asked(table: Table, seat: int, rng: Random) -> list[Command]:
    """What a seat may answer, once what must hold of it was looked at."""
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
def test_what_must_hold_holds_after_every_event(mode: Mode, number: int) -> None:
    """E8: each card in one place, stores, stars, limits of hands, named units once; E10: memory is true."""
    table = play(OPTIONS[mode][number % len(OPTIONS[mode])], f"{mode}/{number}")
    assert table.match.version > COMMANDS
    before: State | None = None
    for entry, match in walk(GAME, Match(id=table.match.id), table.log):
        state = match.state
        if state is None:
            continue
        conserved(state)
        truthful(state)
        if state.phase is not Phase.SETUP:
            counted(state)
        if isinstance(entry.e, StackSearched) and before is not None:
            assert state.stacks == before.stacks  # a search changes no order
        if isinstance(entry.e, TurnBegan) and before is not None:
            assert all(len(seat.hand) <= hand_limit(FACTS, seat) for seat in state.seats)
        before = state


def counted(state: State) -> None:
    """All instances are there, none in a foreign hand that must not be, and no named unit lies twice (T10)."""
    mode = state.options.mode
    assert sum(1 for _ in everywhere(state)) == CARDS[mode]
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
        assert len(state.display) + sum(_of_display(one.card) for seat in state.seats for one in seat.built) == 4
    if mode is Mode.TOURNAMENT:
        assert {owner(card) for card in everywhere(state)} == {0, 1}
    if state.phase is Phase.ACTIONS and not state.stack:
        passive = state.seats[1 - state.active]
        assert len(passive.hand) <= hand_limit(FACTS, passive)  # B41


def _of_display(card: str) -> bool:
    return title(card) in DISPLAY
