"""Burning a progress card that would be without effect, where `dead_progress_card` allows it (R13.6, C-48)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.cities_knights.commands import SpendCard
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import DeadProgressCard
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.rules.progress import (
    commercial_harbor,
    politics,
    politics_board,
    road_building,
    science,
    trade,
)
from domain.cities_knights.rules.progress.playing import Plays, different, play
from domain.cities_knights.state import State
from domain.engine.area import Area, answer, only
from domain.engine.game import Rejected

DECKS = (
    *(science.PLAYS, road_building.PLAYS, trade.PLAYS),
    *(commercial_harbor.PLAYS, politics.PLAYS, politics_board.PLAYS),
)
PLAYS: Mapping[str, Plays] = only((name, plays) for deck in DECKS for name, plays in deck.items())
"""By card of the action phase every way to play it; an Alchemist is not for then, and never burnt (R13.4)."""


def spend(batch: Batch, prompt: ActionPrompt, command: SpendCard) -> None:
    """The card goes under its deck, and nothing else happens."""
    facts, state = batch.facts, batch.state
    if command.card not in state.seats[prompt.seat].progress:
        raise Rejected("progress-card")
    name = facts.cards[command.card].name
    if name not in [useless for useless, _ in dead(facts, state, prompt.seat)]:
        raise Rejected("not-dead")
    play(batch, prompt.seat, command.card, name)


def dead(facts: Facts, state: State, seat: int) -> list[tuple[str, str]]:
    """The different cards in hand that there is no way to play, if they may be discarded unplayed."""
    if state.options.dead_progress_card is DeadProgressCard.REFUSE:
        return []
    return [
        (name, card)
        for name, card in different(facts, state.seats[seat].progress)
        if name in PLAYS and not any(True for _ in PLAYS[name](facts, state, seat, card))
    ]


def spendings(facts: Facts, state: State, seat: int) -> Iterator[SpendCard]:
    """Every card that may be discarded unplayed."""
    for _, card in dead(facts, state, seat):
        yield SpendCard(card)


AREA = Area(
    answers=(answer(SpendCard, ActionPrompt, spend),),
    actions=(spendings,),
)
