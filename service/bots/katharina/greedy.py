"""The greedy bot of Katharina: it previews each of its options and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.rules.residences import is_crown
from chronik.projections.katharina.preview import KatharinaPerformance, KatharinaPreview, preview
from chronik.projections.katharina.view import KatharinaView
from chronik.projections.thinking.bot import Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.katharina.worth import A_CROWN, Worth

LATER = 0.22
"""The share of an action-row card's value that still counts if there are rounds left to activate it."""


def greedy(facts: Facts) -> Bot:
    """Returns the greedy bot for a data set."""
    return Bot("greedy", partial(answer, facts), rate=partial(rate, facts))


def answer(facts: Facts, view: KatharinaView, options: Sequence[Command], luck: Luck) -> Command:
    """Returns the option with the highest value, or the first of several equal ones."""
    ratings = rate(facts, view, options)
    return options[max(range(len(options)), key=ratings.__getitem__)]


def rate(facts: Facts, view: KatharinaView, options: Sequence[Command]) -> list[float]:
    """Returns the value of each option."""
    worth = Worth(facts, view)
    return [value(worth, option, preview(facts, view, option)) for option in options]


def value(worth: Worth, command: Command, result: KatharinaPreview) -> float:
    """Returns the value of an option: its certain results and new possibilities, minus its costs."""
    match command:
        case PlayCards():
            return _value_of_play(worth, command, result)
        case Resolve():
            paid = (*command.discards, *command.bonus_discards)
            return _value_of_results(worth, result) - sum(worth.keep[card] for card in paid)
        case BuildOrPass():
            return _value_of_results(worth, result)
        case ChooseDisplay():
            return _value_of_display(worth, command, result)
        case _:
            assert_never(command)


def _value_of_results(worth: Worth, result: KatharinaPreview) -> float:
    total = result.points + result.drawn * worth.card
    if result.city is None:
        return total + worth.favour(result.favour)
    crown = A_CROWN if is_crown(worth.facts, result.city) else 0
    return total + worth.cities[result.city] + worth.favour(result.favour - crown, after=crown)


def _value_of_play(worth: Worth, command: PlayCards, result: KatharinaPreview) -> float:
    total = _value_of_symbols(worth, result) - worth.keep[command.activation] - worth.keep[command.action]
    row = worth.own.action_row
    if command.slot < len(row):
        hope = LATER if worth.rounds_of_decade else LATER / 2 if worth.rounds else 0
        total += hope * (worth.use[command.action] - worth.use[row[command.slot]])
    if result.performance is None:
        return total + result.points + result.drawn * worth.card
    return total + _value_of_performance(worth, result.performance)


def _value_of_performance(worth: Worth, result: KatharinaPerformance) -> float:
    if not result.possible:
        return worth.card
    total = result.points + result.drawn * worth.card + worth.favour(result.favour) - result.cost * worth.card
    total += worth.best_city(result.sites)
    card = worth.facts.cards[result.card]
    bonus = card.action.bonus_gain
    further = bonus.points + worth.favour(bonus.favour, after=result.favour)
    if result.bonus_cost:
        total += max(0.0, further - result.bonus_cost * worth.card)
    elif card.needs.same_colour:
        total += further / 2
    return max(total, worth.card)


def _value_of_display(worth: Worth, command: ChooseDisplay, result: KatharinaPreview) -> float:
    cards = worth.facts.cards
    colours = {cards[card].colour for card in worth.own.hand or () if card not in command.cards}
    hopes = (worth.use[card] * (0.3 if cards[card].colour in colours else 0.15) for card in command.cards)
    return _value_of_symbols(worth, result) + sum(hopes) - sum(worth.keep[card] for card in command.cards)


def _value_of_symbols(worth: Worth, result: KatharinaPreview) -> float:
    return worth.symbols(result.cannons or 0, result.books or 0, sum((result.goods or {}).values()))
