"""Discarding a progress card that has no effect, if `dead_progress_card` allows it (R13.6, C-48)."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import SpendCard
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import DeadProgressCard
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.progress import (
    commercial_harbor,
    politics,
    politics_board,
    road_building,
    science,
    trade,
)
from chronik.domain.cities_knights.rules.progress.playing import Plays, distinct_cards, play_card
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, action, answer, unique_table
from chronik.domain.engine.game import Rejected

REFUSE = DeadProgressCard.REFUSE

DECKS = (
    *(science.PLAYS, road_building.PLAYS, trade.PLAYS),
    *(commercial_harbor.PLAYS, politics.PLAYS, politics_board.PLAYS),
)
PLAYS: Mapping[str, Plays] = unique_table((name, plays) for deck in DECKS for name, plays in deck.items())
"""The function that lists the ways to play each card of the action phase, that is, all but the Alchemist (R13.4)."""


def spend_card(batch: Batch, prompt: ActionPrompt, command: SpendCard) -> None:
    """Discards a useless card: puts it under its deck without any effect."""
    facts, state = batch.facts, batch.state
    if command.card not in state.seats[prompt.seat].progress:
        raise Rejected("progress-card")
    name = facts.cards[command.card].name
    if name not in [useless for useless, _ in dead_cards(facts, state, prompt.seat)]:
        raise Rejected("not-dead")
    play_card(batch, prompt.seat, command.card, name)


def dead_cards(facts: Facts, state: State, seat: int) -> list[tuple[str, str]]:
    """Returns the different cards in hand that cannot be played, if the option allows discarding them."""
    if state.options.dead_progress_card is REFUSE:
        return []
    return [
        (name, card)
        for name, card in distinct_cards(facts, state.seats[seat].progress)
        if name in PLAYS and not any(True for _ in PLAYS[name](facts, state, seat, card))
    ]


def spend_options(facts: Facts, state: State, seat: int) -> list[SpendCard]:
    """Returns a command for every card that may be discarded unplayed."""
    return [SpendCard(card) for _, card in dead_cards(facts, state, seat)]


AREA = Area(
    answers=(answer(SpendCard, ActionPrompt, spend_card),),
    actions=(action(spend_options, *PLAYS),),
)
