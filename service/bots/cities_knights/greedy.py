"""The greedy bot of Cities & Knights. It pursues goals, trades with the bank for them, and prepares for attacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import get_args

from chronik.domain.cities_knights import commands as wants
from chronik.domain.cities_knights.cards.kinds import (
    INDEX,
    KINDS,
    Counts,
    count_cards,
    holds,
    minus,
    one_kind,
    plus,
    to_cards,
)
from chronik.domain.cities_knights.commands import TRACK, Command
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import State
from chronik.projections.cities_knights.guess import guess_state, viewing_seat
from chronik.projections.cities_knights.view import CitiesKnightsView
from chronik.projections.thinking.bot import Bargaining, Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.cities_knights.bargaining import awaits_answers, list_offers, restore_offers
from chronik.service.bots.cities_knights.goals import list_goals
from chronik.service.bots.cities_knights.worth import Worth

FAIR = 1.15
"""The factor by which the gain of a trade must exceed its cost."""
READY = 0.25
"""The share of a goal's worth that is credited to a trade if it makes the goal affordable."""
UNWEIGHED = 1.0
"""The default worth of a progress card, in hand and when played."""
SAVED = 2
"""The bot saves for its best goal if at most this many cards are missing."""


def greedy(facts: Facts) -> Bot:
    """Returns the greedy bot for a data set."""
    return Bot(
        "greedy",
        partial(choose_answer, facts),
        foresee=partial(foresee, facts),
        bargaining=Bargaining(partial(list_offers, facts), restore_offers, awaits_answers),
    )


def choose_answer(facts: Facts, view: CitiesKnightsView, options: Sequence[Command], luck: Luck) -> Command:
    """Returns the best option as far as the seat of a view knows."""
    seat = viewing_seat(view)
    assert seat is not None
    return choose_in_state(facts, guess_state(facts, view), seat, options)


def foresee(facts: Facts, state: State, seat: int, options: Sequence[Command]) -> Command:
    """Returns the answer of a seat in an imagined state: it confirms its offer if a seat has accepted it."""
    confirmed = (option for option in options if isinstance(option, wants.ConfirmTrade))
    return next(confirmed, None) or choose_in_state(facts, state, seat, options)


def choose_in_state(facts: Facts, state: State, seat: int, options: Sequence[Command]) -> Command:
    """Returns the best option in a guessed or imagined state, or the first of several equally good ones."""
    worth = Worth(facts, state, seat)
    first = options[0]
    match first:
        case wants.Discard() | wants.GiveCards():
            return type(first)(to_cards(_least_useful_cards(worth, sum(count_cards(first.cards)))))
        case wants.TakeCards():
            return max(options, key=partial(_rate_taken_cards, worth))
        case wants.DiscardProgress():
            return min(options, key=lambda option: _rate_discarded_cards(facts, option))
        case _:
            pass
    if isinstance(options[-1], wants.EndTurn | wants.DiscardProgress):
        return _choose_action(worth, options)
    return max(options, key=partial(_rate_answer, worth))


def _least_useful_cards(worth: Worth, count: int) -> Counts:
    """Returns the `count` cards that the seat can spare most easily."""
    hand, given = list(worth.own.hand), [0] * 8
    for _ in range(count):
        kind = max((kind for kind in range(8) if hand[kind]), key=lambda kind: hand[kind] / worth.card_worth(kind))
        hand[kind] -= 1
        given[kind] += 1
    return tuple(given)


def _rate_taken_cards(worth: Worth, option: Command) -> float:
    return worth.cards_worth(count_cards(option.cards)) if isinstance(option, wants.TakeCards) else 0.0


def _rate_discarded_cards(facts: Facts, option: Command) -> float:
    cards = option.cards if isinstance(option, wants.DiscardProgress) else ()
    return sum(CARD_WORTH.get(facts.cards[card].name, UNWEIGHED) for card in cards)


# Prompts with few answers


def _rate_answer(worth: Worth, option: Command) -> float:  # noqa: C901  one case per command
    """Returns the worth of an answer, which can be compared only with other answers to the same prompt."""
    match option:
        case wants.PlaceStart():
            city = worth.own.settlements != 0
            return 10 * worth.corner_worth(option.corner, city) + worth.road_worth(option.edge)
        case wants.Roll():
            return 1.0
        case wants.MoveRobber():
            return worth.robber_harm(option.hex)
        case wants.ChooseVictim():
            return sum(worth.state.seats[option.seat].hand) + 2.0 * worth.points[option.seat]
        case wants.ChooseCity():
            return -worth.corner_worth(option.corner, city=True) - (5 if worth.own.walls >> option.corner & 1 else 0)
        case wants.ChooseDeck():
            return float(worth.own.levels[TRACK[option.deck]])
        case wants.TakeResource():
            return worth.card_worth(INDEX[option.kind]) if option.kind else 0.0
        case wants.PlaceMetropolis():
            return worth.corner_worth(option.corner, city=True)
        case wants.GiveCommodity():
            return -worth.card_worth(INDEX[option.kind]) if option.kind else 0.0
        case wants.SurrenderKnight():
            return -sum(
                2 * knight.level + knight.active for knight in worth.own.knights if knight.corner == option.corner
            )
        case wants.PlaceDeserter():
            return 0.0 if option.corner is None else float(option.level or 1)
        case wants.TakeProgress():
            return 0.0 if option.card is None else CARD_WORTH.get(worth.facts.cards[option.card].name, 0.5)
        case wants.BuildFreeRoad():
            return -0.1 if option.edge is None else worth.road_worth(option.edge)
        case wants.AcceptOffer():
            return _rate_trade(worth, option)
        case _:
            return 0.0


def _rate_trade(worth: Worth, option: wants.AcceptOffer | wants.ConfirmTrade) -> float:
    """Returns the worth of a trade. Declining is worth 0, so a bad trade has a negative worth."""
    offer = next(offer for offer in worth.state.offers if offer.number == option.offer)
    if isinstance(option, wants.AcceptOffer):
        partner, gained, given = offer.seat, offer.give, offer.want
    else:
        partner, gained, given = option.seat, offer.want, offer.give
    if worth.points[partner] >= worth.state.options.victory_points - 2:
        return -1.0
    bank = min(rate for rate, count in zip(worth.rates, given, strict=True) if count)
    hand = worth.own.hand
    ready = _best_payable_goal(worth, plus(minus(hand, given), gained)) - _best_payable_goal(worth, hand)
    if ready < 0 or sum(given) >= bank * sum(gained):
        return -1.0
    return worth.gain_worth(gained) - FAIR * worth.loss_worth(given) + READY * ready


def _best_payable_goal(worth: Worth, hand: Counts) -> float:
    """Returns the worth of the best goal that a hand could pay for, or 0."""
    return max((goal.worth for goal in list_goals(worth) if holds(hand, goal.cost)), default=0.0)


# The bot's own turn


def _choose_action(worth: Worth, options: Sequence[Command]) -> Command:
    """Returns the next action: a useful card, the best affordable goal, a trade towards a goal, or ending the turn."""
    by_type: dict[type, list[Command]] = {}
    for option in options:
        by_type.setdefault(type(option), []).append(option)
    playable = [option for kind, group in by_type.items() if kind in PLAYED for option in group]
    ratings = [_rate_play(worth, option) for option in playable]
    if max(ratings, default=0.0) > 0:
        return playable[ratings.index(max(ratings))]
    reserved: Counts = (0,) * 8
    trades = by_type.get(wants.TradeWithBank, ())
    for goal in sorted(list_goals(worth), key=lambda goal: -goal.worth):
        hand = minus(worth.own.hand, reserved)
        if min(hand) >= 0 and holds(hand, goal.cost):
            buying = [option for option in by_type.get(goal.buy, ()) if goal.includes(option)]
            if buying:
                return max(buying, key=goal.place)
        elif (trade := _find_trade(worth, hand, goal.cost, trades)) is not None:
            return trade
        if not any(reserved) and _count_missing(worth.own.hand, goal.cost) <= SAVED and sum(worth.own.hand) <= 7:
            reserved = tuple(map(min, worth.own.hand, goal.cost))
    last = options[-1]
    return last if isinstance(last, wants.EndTurn) else min(options, key=partial(_rate_last_resort, worth))


def _rate_last_resort(worth: Worth, option: Command) -> float:
    return _rate_discarded_cards(worth.facts, option) if isinstance(option, wants.DiscardProgress) else 99.0


@lru_cache(maxsize=1 << 12)
def _count_missing(hand: Counts, cost: Counts) -> int:
    return sum([max(0, needed - held) for held, needed in zip(hand, cost, strict=True)])


def _find_trade(worth: Worth, hand: Counts, cost: Counts, trades: Sequence[Command]) -> Command | None:
    """Returns a bank trade towards a goal, or None if bank trades alone cannot reach it."""
    spare = [max(0, held - needed) for held, needed in zip(hand, cost, strict=True)]
    possible = sum(cards // rate for cards, rate in zip(spare, worth.rates, strict=True))
    if _count_missing(hand, cost) > possible:
        return None
    wanted = next(kind for kind in range(8) if cost[kind] > max(0, hand[kind]))
    givers = sorted((kind for kind in range(8) if spare[kind] >= worth.rates[kind]), key=worth.card_worth)
    take = to_cards(one_kind(wanted))
    for kind in givers:
        trade = wants.TradeWithBank(KINDS[kind], take)
        if trade in trades:
            return trade
    return None


# Progress cards and knights

CARDS = frozenset(get_args(wants.PlayCard))
PLAYED = CARDS | {wants.OfferAtHarbor, wants.ChaseRobber, wants.ConfirmTrade, wants.AcceptOffer}
"""The types of commands that play a card, act with a knight, or trade."""

CARD_WORTH = {
    "irrigation": 3.0,
    "mining": 3.2,
    "medicine": 6.0,
    "engineer": 2.0,
    "road_building": 2.5,
    "smith": 3.0,
    "crane": 3.0,
    "inventor": 1.0,
    "alchemist": 1.2,
    "commercial_harbor": 1.5,
    "master_merchant": 4.0,
    "merchant": 3.5,
    "merchant_fleet": 1.5,
    "resource_monopoly": 3.0,
    "trade_monopoly": 2.5,
    "bishop": 3.0,
    "deserter": 3.5,
    "diplomat": 1.0,
    "intrigue": 1.0,
    "saboteur": 2.5,
    "spy": 2.0,
    "warlord": 2.5,
    "wedding": 3.5,
}
"""The worth of each progress card in hand."""


def _rate_play(worth: Worth, option: Command) -> float:  # noqa: C901  one case per card
    """Returns the worth of playing a card or acting with a knight now, which is above 0 if doing so helps."""
    state = worth.state
    match option:
        case wants.PlayIrrigation() | wants.PlayMining() | wants.PlayMedicine() | wants.PlayEngineer():
            return 5.0
        case wants.PlayRoadBuilding() | wants.PlaySmith() | wants.PlayWedding() | wants.PlaySaboteur():
            return 4.0
        case wants.PlayMasterMerchant():
            return 4.0 + sum(state.seats[option.seat].hand) / 20
        case wants.PlayCrane():
            return 3.0 + (worth.own.levels[TRACK[option.track]] if option.track else 0)
        case wants.PlaySpy():
            return 3.0 + len(state.seats[option.seat].progress)
        case wants.PlayDeserter():
            return 3.0 + sum(knight.level for knight in state.seats[option.seat].knights)
        case wants.PlayMerchant():
            held = state.merchant is not None and state.merchant.seat == worth.number
            return 0.0 if held else 3.0 + worth.own_production(option.hex)
        case wants.PlayResourceMonopoly() | wants.PlayTradeMonopoly():
            abroad = worth.cards_of_others(INDEX[option.kind])
            return abroad * worth.card_worth(INDEX[option.kind]) if abroad >= 3 else 0.0
        case wants.PlayBishop():
            return worth.robber_harm(option.hex) / 10
        case wants.PlayWarlord():
            return 4.0 if state.ship >= 4 else 0.0
        case wants.PlayInventor():
            one, other = option.hexes
            pips = [worth.facts.pips[state.tokens[hex_]] for hex_ in (one, other)]
            return float((worth.own_production(one) - worth.own_production(other)) * (pips[1] - pips[0]) - 1)
        case wants.PlayMerchantFleet():
            return worth.own.hand[INDEX[option.kind]] - 4.5
        case wants.PlayCommercialHarbor():
            return 2.0 if sum(worth.own.hand[:5]) >= 2 else 0.0
        case wants.OfferAtHarbor():
            return 2.0 - worth.card_worth(INDEX[option.kind])
        case wants.ChaseRobber():
            return worth.robber_harm(option.hex) / 10 if worth.own_production(state.robber) and state.ship < 5 else 0.0
        case wants.ConfirmTrade() | wants.AcceptOffer():
            return _rate_trade(worth, option)
        case wants.PlayDiplomat() | wants.PlayIntrigue():
            return 0.0
        case _:
            return UNWEIGHED if type(option) in CARDS else 0.0
