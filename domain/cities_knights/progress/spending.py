"""Burning a progress card that would be without effect, where `dead_progress_card` allows it (R13.6, C-48)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cities_knights.batch import Batch
from domain.cities_knights.commands import PlayCard, SpendCard
from domain.cities_knights.facts import Facts
from domain.cities_knights.progress import commercial_harbor, politics, politics_board, road_building, science, trade
from domain.cities_knights.progress.playing import different, play
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.rulesets import DeadProgressCard
from domain.cities_knights.state import State
from domain.engine.game import Rejected

AREAS = (science, road_building, trade, commercial_harbor, politics, politics_board)


def spend(batch: Batch, prompt: ActionPrompt, command: SpendCard) -> None:
    """The card goes under its deck, and nothing else happens."""
    facts, state = batch.facts, batch.state
    card = facts.cards.get(command.card)
    if card is None or command.card not in state.seats[prompt.seat].progress:
        raise Rejected("progress-card")
    if card.name not in [name for name, _ in dead(facts, state, prompt.seat)]:
        raise Rejected("not-dead")
    play(batch, prompt.seat, command.card, card.name)


def dead(facts: Facts, state: State, seat: int) -> tuple[tuple[str, str], ...]:
    """The cards in hand, by name, that may be burnt: those nobody offers. An Alchemist is never for now (R13.4)."""
    if state.options.dead_progress_card is DeadProgressCard.REFUSE:
        return ()
    live = {
        facts.cards[command.card].name
        for area in AREAS
        for listed in getattr(area, "ACTIONS", ())
        for command in listed(facts, state, seat)
        if isinstance(command, PlayCard)
    }
    held = different(facts, state.seats[seat].progress)
    return tuple([(name, card) for name, card in held if name not in live and facts.progress[name].timing == "action"])


def spendings(facts: Facts, state: State, seat: int) -> Iterator[SpendCard]:
    """Every card that may be burnt."""
    for _, card in dead(facts, state, seat):
        yield SpendCard(card)


ANSWERS = {SpendCard: (ActionPrompt, spend)}
ACTIONS = (spendings,)
