"""The greedy bot of Cities & Knights. It pursues goals, trades with the bank for them, and prepares for attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, get_args

from msgspec import Struct

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
from chronik.domain.cities_knights.commands import TRACK, TRACKS, Command
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.rules.building import city_corners, road_edges, settlement_corners, wall_corners
from chronik.domain.cities_knights.rules.improvements import has_needed_city, level_price, wins_metropolis
from chronik.domain.cities_knights.rules.knights import promotable_knights, recruit_corners
from chronik.projections.cities_knights.guess import guess_state, viewing_seat
from chronik.projections.cities_knights.view import CitiesKnightsView
from chronik.service.bots.bot import Bot
from chronik.service.bots.bot_random import Luck
from chronik.service.bots.cities_knights.worth import Worth

FAIR = 1.15
"""The factor by which the gain of a trade must exceed its cost."""
READY = 0.25
"""The share of a goal's worth that is credited to a trade if it makes the goal affordable."""
UNWEIGHED = 1.0
"""The default worth of a progress card, in hand and when played."""
SAVED = 2
"""The bot saves for its best goal if at most this many cards are missing."""


class Goal(Struct, frozen=True):
    """A purchase that the bot wants: its worth, its cost, the commands that buy it, and how it rates their places."""

    worth: float
    cost: Counts
    bought_by: Callable[[Command], bool]
    place: Callable[[Any], float]


def greedy(facts: Facts) -> Bot:
    """Returns the greedy bot for a data set."""
    return Bot("greedy", partial(choose_answer, facts))


def choose_answer(facts: Facts, view: CitiesKnightsView, options: Sequence[Command], luck: Luck) -> Command:
    """Returns the best option, or the first of several equally good ones."""
    seat = viewing_seat(view)
    assert seat is not None
    worth = Worth(facts, guess_state(facts, view), seat)
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
    if any(isinstance(option, wants.EndTurn | wants.DiscardProgress) for option in options):
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
    played = max(options, key=partial(_rate_play, worth))
    if _rate_play(worth, played) > 0:
        return played
    reserved: Counts = (0,) * 8
    for goal in sorted(list_goals(worth), key=lambda goal: -goal.worth):
        hand = minus(worth.own.hand, reserved)
        if min(hand) >= 0 and holds(hand, goal.cost):
            buying = [option for option in options if goal.bought_by(option)]
            if buying:
                return max(buying, key=goal.place)
        elif (trade := _find_trade(worth, hand, goal.cost, options)) is not None:
            return trade
        if not any(reserved) and _count_missing(worth.own.hand, goal.cost) <= SAVED and sum(worth.own.hand) <= 7:
            reserved = tuple(map(min, worth.own.hand, goal.cost))
    for option in options:
        if isinstance(option, wants.EndTurn):
            return option
    return min(options, key=partial(_rate_last_resort, worth))


def _rate_last_resort(worth: Worth, option: Command) -> float:
    return _rate_discarded_cards(worth.facts, option) if isinstance(option, wants.DiscardProgress) else 99.0


def list_goals(worth: Worth) -> Iterator[Goal]:
    """Yields the purchases that the seat wants."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs = facts.costs
    if city_corners(facts, state, seat):
        yield Goal(
            10.0, costs.city, _is_command(wants.BuildCity), lambda option: worth.corner_worth(option.corner, city=True)
        )
    sites = settlement_corners(facts, state, seat)
    if sites:
        yield Goal(
            9.0, costs.settlement, _is_command(wants.BuildSettlement), lambda option: worth.corner_worth(option.corner)
        )
    if road_edges(facts, state, seat):
        yield Goal(
            2.0 if sites else 6.0,
            costs.road,
            _is_command(wants.BuildRoad),
            lambda option: worth.road_worth(option.edge),
        )
    yield from _level_goals(worth)
    yield from _knight_goals(worth)
    if wall_corners(facts, state, seat):
        crowded = sum(worth.own.hand) > facts.limits.hand_limit
        yield Goal(3.5 if crowded else 1.5, costs.wall, _is_command(wants.BuildWall), lambda option: 0.0)


def _level_goals(worth: Worth) -> Iterator[Goal]:
    facts, state, seat = worth.facts, worth.state, worth.number
    if not worth.own.cities:
        return
    for number, track in enumerate(TRACKS):
        level = worth.own.levels[number]
        if level >= facts.limits.max_level or not has_needed_city(facts, state, seat, number):
            continue
        price = level_price(facts, state, seat, number)
        wanted = 12.0 if wins_metropolis(facts, state, seat, number) else (6.5, 5.0, 7.0, 4.0, 3.0)[level]
        cost = one_kind(facts.tracks[number].commodity, price)
        yield Goal(wanted, cost, _buys(track), lambda option: 0.0)


def _knight_goals(worth: Worth) -> Iterator[Goal]:
    """Yields knight goals, which are worth more the closer the ship is and the weaker the island's defence (R9)."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs, danger = facts.costs, worth.danger
    strongest = max(map(worth.defence, worth.others))
    if any(not knight.active for knight in worth.own.knights):
        glory = 4.0 if state.ship >= 4 and worth.defence(seat) <= strongest + 1 else 1.0
        yield Goal(max(glory, 14.0 * danger), costs.activate, _is_command(wants.ActivateKnight), _rank_by_level(worth))
    if recruit_corners(state, seat) and len(worth.own.knights) < 3:
        few = 5.5 if not worth.own.knights else 2.5
        yield Goal(max(few, 11.0 * danger), costs.recruit, _is_command(wants.RecruitKnight), lambda option: 0.0)
    if promotable_knights(facts, state, seat):
        yield Goal(max(2.2, 9.0 * danger), costs.promote, _is_command(wants.PromoteKnight), lambda option: 0.0)


def _rank_by_level(worth: Worth) -> Callable[[Any], float]:
    levels = {knight.corner: float(knight.level) for knight in worth.own.knights}
    return lambda option: levels.get(option.corner, 0.0)


def _is_command(kind: type) -> Callable[[Command], bool]:
    return lambda option: isinstance(option, kind)


def _buys(track: wants.Track) -> Callable[[Command], bool]:
    return lambda option: isinstance(option, wants.BuyLevel) and option.track is track


def _count_missing(hand: Counts, cost: Counts) -> int:
    return sum(max(0, needed - held) for held, needed in zip(hand, cost, strict=True))


def _find_trade(worth: Worth, hand: Counts, cost: Counts, options: Sequence[Command]) -> Command | None:
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
        if trade in options:
            return trade
    return None


# Progress cards and knights

CARDS = frozenset(get_args(wants.PlayCard))

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
