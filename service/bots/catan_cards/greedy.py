"""The greedy bot of the card game: it builds, trades with the bank for its goals, attacks, and protects itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from chronik.domain.catan_cards import commands as wants
from chronik.domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, minus, plus, size
from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.stores import kind_of, sum_regions
from chronik.domain.catan_cards.principality.totals import points
from chronik.domain.catan_cards.rules.bank import rate
from chronik.domain.catan_cards.rules.expansions import ways_to_build
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks
from chronik.domain.catan_cards.state import State
from chronik.projections.catan_cards.guess import imagine_state, viewer_seat
from chronik.projections.catan_cards.view import CatanCardsView
from chronik.projections.thinking.bot import Bargaining, Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.catan_cards.bargaining import list_offers
from chronik.service.bots.catan_cards.worth import DEMOLISHED, Worth

BUILDS = (wants.BuildCity, wants.PlayGrowth, wants.BuildSettlement, wants.BuildCard, wants.BuildRoad)
RICH = 9
"""The number of resources at which the bot starts to pay for searching a stack."""
BETTER = 0.5
"""How much more a card from a stack must be worth than the hand card that is exchanged for it."""
RIVAL = 0.7
"""How much each resource that the opponent gains on balance reduces the value of a trade."""
MARGIN = 0.1
"""The smallest gain for which the bot accepts a trade."""
NEAR = 2
"""The bot does not trade with an opponent who is within this many points of victory."""


def greedy(facts: Facts) -> Bot:
    """Returns the greedy bot for a data set."""
    bargaining = Bargaining(partial(list_offers, facts))
    return Bot("greedy", partial(answer, facts), foresee=partial(foresee, facts), bargaining=bargaining)


def answer(facts: Facts, view: CatanCardsView, options: Sequence[Command], luck: Luck) -> Command:
    """Returns the option that seems best, or the first of several equal ones."""
    seat = viewer_seat(view)
    assert seat is not None
    return foresee(facts, imagine_state(facts, view), seat, options)


def foresee(facts: Facts, state: State, seat: int, options: Sequence[Command]) -> Command:
    """Returns the option that seems best in an imagined state, or the first of several equal ones."""
    if isinstance(options[0], wants.BringDeck | wants.ChooseLayout):
        return options[seat % len(options)]
    worth = Worth(facts, state, seat)
    if any(isinstance(option, wants.EndActions) for option in options):
        return _act(worth, options)
    return max(options, key=partial(_value_answer, worth))


# The seat's turn


def _act(worth: Worth, options: Sequence[Command]) -> Command:
    """Returns the next action: a helpful card, the best build, a demolition, a trade towards a goal, or the end."""
    played = max(options, key=partial(_value_play, worth))
    if _value_play(worth, played) > 0:
        return played
    builds = [(_value_build(worth, option), option) for option in options if isinstance(option, BUILDS)]
    if builds:
        best, option = max(builds, key=lambda build: build[0])
        if best > 0:
            return option
    if (demolition := _demolish(worth, options)) is not None:
        return demolition
    for goal in worth.goals[:2]:
        if not worth.affords(goal.price) and (trade := _trade(worth, goal.price, options)) is not None:
            return trade
    return next(option for option in options if isinstance(option, wants.EndActions))


def _value_play(worth: Worth, option: Command) -> float:
    """Returns the value of playing or using a card now, which is above 0 if doing so helps."""
    match option:
        case wants.PlayCard():
            return worth.hand_value(option.card)
        case wants.PlayCourage():
            return 1.0 if option.demand is wants.Demand.STARS else 0.8
        case wants.PlayJoust():
            return (
                1.0
                + _value_knight(worth, option.knight)
                - (_value_knight(worth, option.against) if option.against else 0.0)
            )
        case wants.PlaceFeeling():
            return 2.0
        case wants.FetchAction():
            # An Artwork gains the stars that fetching it costs (K10, K15), so the bot would fetch and play it forever.
            return 0.0 if worth.card_of(option.card).effect is Effect.ARTWORK else 0.5
        case wants.UseHospital(into=None):
            return 0.4
        case _:
            return 0.0


def _value_knight(worth: Worth, card: str) -> float:
    return 0.3 * worth.card_of(card).tournament


def _value_build(worth: Worth, option: Command) -> float:
    """Returns the value of a build: its points and tokens, its effect, and the builds it makes possible."""
    brings = worth.build_value(option)
    match option:
        case wants.BuildSettlement():
            return brings + 4.0 - (0.5 if option.drop else 0.0)
        case wants.BuildCity() | wants.PlayGrowth():
            return brings + 2.0
        case wants.BuildRoad():
            return -1.0 if worth.has_open_end else 3.0
        case wants.BuildCard():
            return brings + worth.play_value(worth.card_of(option.card)) / 3
        case _:
            return brings


def _demolish(worth: Worth, options: Sequence[Command]) -> Command | None:
    """Returns the demolition that lets the seat build a card worth clearly more on the site (B29), if there is one."""
    full = {card for card in (*worth.own.hand, *worth.state.display) if worth.needs_room(worth.card_of(card))}
    found: list[tuple[float, Command]] = []
    for option in options if full else ():
        if isinstance(option, wants.Demolish):
            then = worth.imagine_after(option)
            lost = worth.build_value(option) - worth.play_value(worth.card_of(option.card)) / 3
            builds = ways_to_build(worth.facts, then.state, worth.number)
            values = [
                _value_build(then, build)
                for build in builds
                if isinstance(build, wants.BuildCard) and build.card in full
            ]
            found.append((lost + max(values, default=0.0), option))
    gain, best = max(found, key=lambda way: way[0], default=(0.0, None))
    return best if gain > DEMOLISHED else None


def _trade(worth: Worth, price: Counts, options: Sequence[Command]) -> Command | None:
    """Returns a trade with the bank that helps to pay a price, if trades with the bank alone can cover it."""
    missing, spare = worth.missing(price), worth.spare(price)
    trades = [option for option in options if isinstance(option, wants.TradeWithBank)]
    wanted = [option for option in trades if missing[INDEX[kind_of(worth.facts, option.into)]]]
    givers = [option for option in wanted if spare[option.give] >= _bank_rate(worth, option)]
    possible = sum(
        spare[kind] // _bank_rate(worth, next(option for option in trades if option.give is kind))
        for kind in {option.give for option in givers}
    )
    if not givers or possible < sum(missing):
        return None
    return max(givers, key=lambda option: spare[option.give])


def _bank_rate(worth: Worth, option: wants.TradeWithBank) -> int:
    """Returns how many resources the bank takes in exchange for one."""
    return rate(worth.facts, worth.own, option.give)


# Questions


def _value_answer(worth: Worth, option: Command) -> float:  # noqa: C901  one case per command
    """Returns the value of an answer; it is only compared with other answers to the same question."""
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
            return worth.play_value(worth.card_of(option.card))
        case wants.NameUnits():
            return -sum(worth.play_value(worth.card_of(card)) for card in option.cards)
        case wants.StealCard():
            return worth.hand_value(option.card) if option.card else 0.0
        case wants.TakeCards():
            return sum(map(worth.hand_value, option.cards))
        case wants.RemoveCards():
            return sum(map(worth.hand_value, option.cards))
        case wants.Shed():
            return -sum(map(worth.keeping_value, option.cards))
        case wants.SwapCard():
            return worth.hand_value(option.take) - worth.hand_value(option.put) - 0.01 * option.under
        case wants.PickCard():
            return worth.hand_value(option.card)
        case wants.DrawCard():
            return 1.0 + _value_next_card(worth, option.stack)
        case wants.SearchForCard():
            return 1.5 + 0.1 * option.stack if sum(worth.held) >= RICH else 0.0
        case wants.FetchArtwork():
            return 0.5
        case wants.Exchange():
            return _judge_exchange(worth, option)
        case wants.AcceptOffer():
            return _judge_offer(worth, option)
        case _:
            return 0.0


def _judge_exchange(worth: Worth, option: wants.Exchange) -> float:
    """Returns the value of an exchange: the new card's value minus the old card's. It is above 0 if it helps."""
    if option.search:
        return -1.0
    return _value_next_card(worth, option.stack) - worth.keeping_value(option.card) - BETTER


def _judge_offer(worth: Worth, option: wants.AcceptOffer) -> float:
    """Returns the value of accepting an offer. Declining is worth 0, so a bad offer has a negative value."""
    facts, own = worth.facts, worth.own
    give, into = sum_regions(facts, option.give), sum_regions(facts, option.into)
    victory = facts.constants.victory[worth.state.options.mode]
    bank = min(rate(facts, own, kind) for kind, count in zip(KINDS, give, strict=True) if count)
    if points(facts, worth.state)[1 - worth.number] >= victory - NEAR or size(give) >= bank * size(into):
        return -1.0
    gain = worth.stock_value(plus(minus(worth.held, give), into)) - worth.stock_value(worth.held)
    return gain - MARGIN - RIVAL * (size(give) - size(into))


def _value_next_card(worth: Worth, stack: int) -> float:
    """Returns the value of a stack's next card if the seat remembers that card, otherwise an average value."""
    at = stack_index(worth.facts, stack, owner_of_stacks(worth.state, worth.number))
    sight = worth.own.sights[at]
    top = sight.slots[0] if sight.slots and not sight.gone else None
    return 2.0 if top is None else worth.hand_value(top)
