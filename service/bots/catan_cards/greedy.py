"""The greedy bot of the card game: it builds, trades with the bank for what it wants, attacks and protects itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.catan_cards import commands as wants
from domain.catan_cards.cards.kinds import INDEX, Counts
from domain.catan_cards.commands import Command
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.principality.stores import kind_of
from domain.catan_cards.rules.bank import rate
from domain.catan_cards.rules.shedding import owner_of_stacks
from projections.catan_cards.guess import imagined, onlooker
from projections.catan_cards.view import CatanCardsView
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.catan_cards.worth import Worth

BUILDS = (wants.BuildCity, wants.PlayGrowth, wants.BuildSettlement, wants.BuildCard, wants.BuildRoad)
RICH = 9
"""With so many resources a search is worth its price."""
POOR = 1.0
"""A hand card that is worth less is exchanged."""


def greedy(facts: Facts) -> Bot:
    """The greedy bot over a data set."""
    return Bot("greedy", partial(answer, facts))


def answer(facts: Facts, view: CatanCardsView, options: Sequence[Command], luck: Luck) -> Command:
    """The option that seems best; of equal ones the first."""
    seat = onlooker(view)
    assert seat is not None
    if isinstance(options[0], wants.BringDeck | wants.ChooseLayout):
        return options[seat % len(options)]
    worth = Worth(facts, imagined(facts, view), seat)
    if any(isinstance(option, wants.EndActions) for option in options):
        return _act(worth, options)
    return max(options, key=partial(_value, worth))


# The own turn


def _act(worth: Worth, options: Sequence[Command]) -> Command:
    """A card that helps, else the best that can be built, else a trade towards a goal, else the end."""
    played = max(options, key=partial(_play, worth))
    if _play(worth, played) > 0:
        return played
    builds = [(_built(worth, option), option) for option in options if isinstance(option, BUILDS)]
    if builds:
        best, option = max(builds, key=lambda build: build[0])
        if best > 0:
            return option
    for goal in worth.goals[:2]:
        if not worth.affords(goal.price) and (trade := _trade(worth, goal.price, options)) is not None:
            return trade
    return next(option for option in options if isinstance(option, wants.EndActions))


def _play(worth: Worth, option: Command) -> float:
    """What a card, or a use of one, is worth now; above 0 where it helps."""
    match option:
        case wants.PlayCard():
            return worth.in_hand(option.card)
        case wants.PlayCourage():
            return 1.0 if option.demand is wants.Demand.STARS else 0.8
        case wants.PlayJoust():
            return 1.0 + _knight(worth, option.knight) - (_knight(worth, option.against) if option.against else 0.0)
        case wants.PlaceFeeling():
            return 2.0
        case wants.FetchAction():
            # An Artwork brings the stars that it costs (K10, K15): fetched and played again, it would never end.
            return 0.0 if worth.printed(option.card).effect is Effect.ARTWORK else 0.5
        case wants.UseHospital(into=None):
            return 0.4
        case _:
            return 0.0


def _knight(worth: Worth, card: str) -> float:
    return 0.3 * worth.printed(card).tournament


def _built(worth: Worth, option: Command) -> float:
    """What a build is worth: its points and tokens, its effect, and what it opens."""
    brings = worth.brings(option)
    match option:
        case wants.BuildSettlement():
            return brings + 4.0 - (0.5 if option.drop else 0.0)
        case wants.BuildCity() | wants.PlayGrowth():
            return brings + 2.0
        case wants.BuildRoad():
            return -1.0 if worth.has_open_end else 3.0
        case wants.BuildCard():
            return brings + worth.in_play(worth.printed(option.card)) / 3
        case _:
            return brings


def _trade(worth: Worth, price: Counts, options: Sequence[Command]) -> Command | None:
    """A trade with the bank towards a price, if trades alone can reach it."""
    missing, spare = worth.missing(price), worth.spare(price)
    trades = [option for option in options if isinstance(option, wants.TradeWithBank)]
    wanted = [option for option in trades if missing[INDEX[kind_of(worth.facts, option.into)]]]
    givers = [option for option in wanted if spare[option.give] >= _rate(worth, option)]
    possible = sum(
        spare[kind] // _rate(worth, next(option for option in trades if option.give is kind))
        for kind in {option.give for option in givers}
    )
    if not givers or possible < sum(missing):
        return None
    return max(givers, key=lambda option: spare[option.give])


def _rate(worth: Worth, option: wants.TradeWithBank) -> int:
    """How many of a resource the bank takes."""
    return rate(worth.facts, worth.own, option.give)


# Questions


def _value(worth: Worth, option: Command) -> float:  # noqa: C901  one case per command
    """What an answer is worth; only compared with other answers to the same question."""
    facts = worth.facts
    match option:
        case wants.Roll():
            return 1.0
        case wants.Gain() | wants.Take() | wants.Receive():
            return 1.0 + worth.need(kind_of(facts, option.into))
        case wants.YieldFrom() | wants.Give():
            return -worth.need(kind_of(facts, option.region))
        case wants.PayTax():
            return -sum(worth.need(kind_of(facts, region)) for region in option.pay)
        case wants.PayStar() | wants.SearchStack():
            return 1.0
        case wants.Protect():
            return 1.0
        case wants.ChooseUnit() | wants.ChooseTarget() | wants.TakeUnit():
            return worth.in_play(worth.printed(option.card))
        case wants.NameUnits():
            return -sum(worth.in_play(worth.printed(card)) for card in option.cards)
        case wants.StealCard():
            return worth.in_hand(option.card) if option.card else 0.0
        case wants.TakeCards():
            return sum(map(worth.in_hand, option.cards))
        case wants.RemoveCards():
            return sum(map(worth.in_hand, option.cards))
        case wants.Shed():
            return -sum(map(worth.in_hand, option.cards))
        case wants.SwapCard():
            return worth.in_hand(option.take) - worth.in_hand(option.put) - 0.01 * option.under
        case wants.PickCard():
            return worth.in_hand(option.card)
        case wants.DrawCard():
            return 1.0 + _promised(worth, option.stack)
        case wants.SearchForCard():
            return 1.5 + 0.1 * option.stack if sum(worth.held) >= RICH else 0.0
        case wants.FetchArtwork():
            return 0.5
        case wants.Exchange():
            own = worth.in_hand(option.card)
            return -1.0 if option.search or own >= POOR else POOR - own + 0.1 * _promised(worth, option.stack)
        case _:
            return 0.0


def _promised(worth: Worth, stack: int) -> float:
    """What the next card of a stack is worth, as far as the seat remembers it; else what it may be in the mean."""
    at = place_of(worth.facts, stack, owner_of_stacks(worth.state, worth.number))
    sight = worth.own.sights[at]
    top = sight.slots[0] if sight.slots and not sight.gone else None
    return 2.0 if top is None else worth.in_hand(top)
