"""The greedy bot of Katharina: it previews each of its options, and takes the one that seems worth most."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from domain.katharina.facts.load import Facts
from domain.katharina.rules.residences import is_crown
from projections.katharina.preview import KatharinaPerformance, KatharinaPreview, preview
from projections.katharina.view import KatharinaView
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.katharina.worth import A_CROWN, Worth

LATER = 0.22
"""How much of what a card in the action row could do is still hoped for, when there are rounds left to activate it."""


def greedy(facts: Facts) -> Bot:
    """The greedy bot over a data set."""
    return Bot("greedy", partial(answer, facts))


def answer(facts: Facts, view: KatharinaView, options: Sequence[Command], luck: Luck) -> Command:
    """The option that is worth most; of equal ones the first."""
    worth = Worth(facts, view)
    return max(options, key=lambda option: value(worth, option, preview(facts, view, option)))


def value(worth: Worth, command: Command, brings: KatharinaPreview) -> float:
    """What an option is worth: what it certainly brings and makes possible, less what it costs."""
    match command:
        case PlayCards():
            return _play(worth, command, brings)
        case Resolve():
            paid = (*command.discards, *command.bonus_discards)
            return _brought(worth, brings) - sum(worth.keep[card] for card in paid)
        case BuildOrPass():
            return _brought(worth, brings)
        case ChooseDisplay():
            return _display(worth, command, brings)
        case _:
            assert_never(command)


def _brought(worth: Worth, brings: KatharinaPreview) -> float:
    total = brings.points + brings.drawn * worth.card
    if brings.city is None:
        return total + worth.favour(brings.favour)
    crown = A_CROWN if is_crown(worth.facts, brings.city) else 0
    return total + worth.cities[brings.city] + worth.favour(brings.favour - crown, after=crown)


def _play(worth: Worth, command: PlayCards, brings: KatharinaPreview) -> float:
    total = _owned(worth, brings) - worth.keep[command.activation] - worth.keep[command.action]
    row = worth.own.action_row
    if command.slot < len(row):
        hope = LATER if worth.rounds_of_decade else LATER / 2 if worth.rounds else 0
        total += hope * (worth.use[command.action] - worth.use[row[command.slot]])
    if brings.performance is None:
        return total + brings.points + brings.drawn * worth.card
    return total + _performed(worth, brings.performance)


def _performed(worth: Worth, brings: KatharinaPerformance) -> float:
    if not brings.possible:
        return worth.card
    total = brings.points + brings.drawn * worth.card + worth.favour(brings.favour) - brings.cost * worth.card
    total += worth.best_city(brings.sites)
    card = worth.facts.cards[brings.card]
    bonus = card.action.bonus_gain
    further = bonus.points + worth.favour(bonus.favour, after=brings.favour)
    if brings.bonus_cost:
        total += max(0.0, further - brings.bonus_cost * worth.card)
    elif card.needs.same_colour:
        total += further / 2
    return max(total, worth.card)


def _display(worth: Worth, command: ChooseDisplay, brings: KatharinaPreview) -> float:
    cards = worth.facts.cards
    colours = {cards[card].colour for card in worth.own.hand or () if card not in command.cards}
    hopes = (worth.use[card] * (0.3 if cards[card].colour in colours else 0.15) for card in command.cards)
    return _owned(worth, brings) + sum(hopes) - sum(worth.keep[card] for card in command.cards)


def _owned(worth: Worth, brings: KatharinaPreview) -> float:
    return worth.symbols(brings.cannons or 0, brings.books or 0, sum((brings.goods or {}).values()))
