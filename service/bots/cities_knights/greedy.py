"""The greedy bot of Cities & Knights: it has goals, trades with the bank to reach them, and arms in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, get_args

from msgspec import Struct

from domain.cities_knights import commands as wants
from domain.cities_knights.cards.kinds import INDEX, KINDS, Counts, counted, holds, minus, of, single
from domain.cities_knights.commands import TRACK, TRACKS, Command
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.rules.building import city_corners, road_edges, settlement_corners, wall_corners
from domain.cities_knights.rules.improvements import city_allows, level_price, wins_metropolis
from domain.cities_knights.rules.knights import promotable, recruit_corners
from projections.cities_knights.guess import imagined, owner
from projections.cities_knights.view import CitiesKnightsView
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.cities_knights.worth import Worth

FAIR = 1.15
"""So much better must be what a trade brings than what it costs."""
UNWEIGHED = 1.0
"""What a progress card is worth of which nothing more is said below, in hand and played."""
SAVED = 2
"""For the best goal the bot saves when so many cards are missing, or fewer."""


class Goal(Struct, frozen=True):
    """Something to buy: how much it is wanted, what it costs, and which commands buy it."""

    worth: float
    cost: Counts
    bought_by: Callable[[Command], bool]
    place: Callable[[Any], float]


def greedy(facts: Facts) -> Bot:
    """The greedy bot over a data set."""
    return Bot("greedy", partial(answer, facts))


def answer(facts: Facts, view: CitiesKnightsView, options: Sequence[Command], luck: Luck) -> Command:
    """The option that seems best; of equal ones the first."""
    seat = owner(view)
    assert seat is not None
    worth = Worth(facts, imagined(facts, view), seat)
    first = options[0]
    match first:
        case wants.Discard() | wants.GiveCards():
            return type(first)(of(_least(worth, sum(counted(first.cards)))))
        case wants.TakeCards():
            return max(options, key=partial(_taken, worth))
        case wants.DiscardProgress():
            return min(options, key=lambda option: _kept(facts, option))
        case _:
            pass
    if any(isinstance(option, wants.EndTurn | wants.DiscardProgress) for option in options):
        return _act(worth, options)
    return max(options, key=partial(_value, worth))


def _least(worth: Worth, count: int) -> Counts:
    """The cards of the own hand that are missed least."""
    hand, given = list(worth.own.hand), [0] * 8
    for _ in range(count):
        kind = max((kind for kind in range(8) if hand[kind]), key=lambda kind: hand[kind] / worth.card(kind))
        hand[kind] -= 1
        given[kind] += 1
    return tuple(given)


def _taken(worth: Worth, option: Command) -> float:
    return worth.cards(counted(option.cards)) if isinstance(option, wants.TakeCards) else 0.0


def _kept(facts: Facts, option: Command) -> float:
    cards = option.cards if isinstance(option, wants.DiscardProgress) else ()
    return sum(PLAYED.get(facts.cards[card].name, UNWEIGHED) for card in cards)


# Questions with few answers


def _value(worth: Worth, option: Command) -> float:  # noqa: C901  one case per command
    """What an answer is worth; only compared with other answers to the same question."""
    match option:
        case wants.PlaceStart():
            city = worth.own.settlements != 0
            return 10 * worth.corner(option.corner, city) + worth.road(option.edge)
        case wants.Roll():
            return 1.0
        case wants.MoveRobber():
            return worth.robbing(option.hex)
        case wants.ChooseVictim():
            return sum(worth.state.seats[option.seat].hand) + 2.0 * worth.points[option.seat]
        case wants.ChooseCity():
            return -worth.corner(option.corner, city=True) - (5 if worth.own.walls >> option.corner & 1 else 0)
        case wants.ChooseDeck():
            return float(worth.own.levels[TRACK[option.deck]])
        case wants.TakeResource():
            return worth.card(INDEX[option.kind]) if option.kind else 0.0
        case wants.PlaceMetropolis():
            return worth.corner(option.corner, city=True)
        case wants.GiveCommodity():
            return -worth.card(INDEX[option.kind]) if option.kind else 0.0
        case wants.SurrenderKnight():
            return -sum(
                2 * knight.level + knight.active for knight in worth.own.knights if knight.corner == option.corner
            )
        case wants.PlaceDeserter():
            return 0.0 if option.corner is None else float(option.level or 1)
        case wants.TakeProgress():
            return 0.0 if option.card is None else PLAYED.get(worth.facts.cards[option.card].name, 0.5)
        case wants.BuildFreeRoad():
            return -0.1 if option.edge is None else worth.road(option.edge)
        case wants.AcceptOffer():
            return _deal(worth, option.offer)
        case _:
            return 0.0


def _deal(worth: Worth, number: int) -> float:
    """What accepting an offer is worth; declining is worth nothing, so a bad one is below that."""
    offer = next(offer for offer in worth.state.offers if offer.number == number)
    if worth.points[offer.seat] >= worth.state.options.victory_points - 2:
        return -1.0
    return worth.cards(offer.give) - FAIR * worth.cards(offer.want)


# The own turn


def _act(worth: Worth, options: Sequence[Command]) -> Command:
    """A card that helps, else the best goal that can be paid, else a trade towards it, else the end of the turn."""
    played = max(options, key=partial(_play, worth))
    if _play(worth, played) > 0:
        return played
    reserved: Counts = (0,) * 8
    for goal in sorted(goals(worth), key=lambda goal: -goal.worth):
        hand = minus(worth.own.hand, reserved)
        if min(hand) >= 0 and holds(hand, goal.cost):
            buying = [option for option in options if goal.bought_by(option)]
            if buying:
                return max(buying, key=goal.place)
        elif (trade := _trade(worth, hand, goal.cost, options)) is not None:
            return trade
        if not any(reserved) and _missing(worth.own.hand, goal.cost) <= SAVED and sum(worth.own.hand) <= 7:
            reserved = tuple(map(min, worth.own.hand, goal.cost))
    for option in options:
        if isinstance(option, wants.EndTurn):
            return option
    return min(options, key=partial(_last_resort, worth))


def _last_resort(worth: Worth, option: Command) -> float:
    return _kept(worth.facts, option) if isinstance(option, wants.DiscardProgress) else 99.0


def goals(worth: Worth) -> Iterator[Goal]:
    """What the seat would like to buy."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs = facts.costs
    if city_corners(facts, state, seat):
        yield Goal(10.0, costs.city, _is(wants.BuildCity), lambda option: worth.corner(option.corner, city=True))
    sites = settlement_corners(facts, state, seat)
    if sites:
        yield Goal(9.0, costs.settlement, _is(wants.BuildSettlement), lambda option: worth.corner(option.corner))
    if road_edges(facts, state, seat):
        yield Goal(2.0 if sites else 6.0, costs.road, _is(wants.BuildRoad), lambda option: worth.road(option.edge))
    yield from _levels(worth)
    yield from _arms(worth)
    if wall_corners(facts, state, seat):
        crowded = sum(worth.own.hand) > facts.limits.hand_limit
        yield Goal(3.5 if crowded else 1.5, costs.wall, _is(wants.BuildWall), lambda option: 0.0)


def _levels(worth: Worth) -> Iterator[Goal]:
    facts, state, seat = worth.facts, worth.state, worth.number
    if not worth.own.cities:
        return
    for number, track in enumerate(TRACKS):
        level = worth.own.levels[number]
        if level >= facts.limits.max_level or not city_allows(facts, state, seat, number):
            continue
        price = level_price(facts, state, seat, number)
        wanted = 12.0 if wins_metropolis(facts, state, seat, number) else (6.5, 5.0, 7.0, 4.0, 3.0)[level]
        cost = single(facts.tracks[number].commodity, price)
        yield Goal(wanted, cost, _buys(track), lambda option: 0.0)


def _arms(worth: Worth) -> Iterator[Goal]:
    """Knights before the attack: the nearer the ship and the weaker the island, the more they are wanted (R9)."""
    facts, state, seat = worth.facts, worth.state, worth.number
    costs, danger = facts.costs, worth.danger
    strongest = max(map(worth.defence, worth.others))
    if any(not knight.active for knight in worth.own.knights):
        glory = 4.0 if state.ship >= 4 and worth.defence(seat) <= strongest + 1 else 1.0
        yield Goal(max(glory, 14.0 * danger), costs.activate, _is(wants.ActivateKnight), _level(worth))
    if recruit_corners(state, seat) and len(worth.own.knights) < 3:
        few = 5.5 if not worth.own.knights else 2.5
        yield Goal(max(few, 11.0 * danger), costs.recruit, _is(wants.RecruitKnight), lambda option: 0.0)
    if promotable(facts, state, seat):
        yield Goal(max(2.2, 9.0 * danger), costs.promote, _is(wants.PromoteKnight), lambda option: 0.0)


def _level(worth: Worth) -> Callable[[Any], float]:
    levels = {knight.corner: float(knight.level) for knight in worth.own.knights}
    return lambda option: levels.get(option.corner, 0.0)


def _is(kind: type) -> Callable[[Command], bool]:
    return lambda option: isinstance(option, kind)


def _buys(track: wants.Track) -> Callable[[Command], bool]:
    return lambda option: isinstance(option, wants.BuyLevel) and option.track is track


def _missing(hand: Counts, cost: Counts) -> int:
    return sum(max(0, needed - held) for held, needed in zip(hand, cost, strict=True))


def _trade(worth: Worth, hand: Counts, cost: Counts, options: Sequence[Command]) -> Command | None:
    """A trade with the bank towards a goal, if trades alone can reach it."""
    spare = [max(0, held - needed) for held, needed in zip(hand, cost, strict=True)]
    possible = sum(cards // rate for cards, rate in zip(spare, worth.rates, strict=True))
    if _missing(hand, cost) > possible:
        return None
    wanted = next(kind for kind in range(8) if cost[kind] > max(0, hand[kind]))
    givers = sorted((kind for kind in range(8) if spare[kind] >= worth.rates[kind]), key=worth.card)
    take = of(single(wanted))
    for kind in givers:
        trade = wants.TradeWithBank(KINDS[kind], take)
        if trade in options:
            return trade
    return None


# Progress cards and knights

CARDS = frozenset(get_args(wants.PlayCard))

PLAYED = {
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
"""What a progress card is worth in hand."""


def _play(worth: Worth, option: Command) -> float:  # noqa: C901  one case per card
    """What playing a card now is worth, above 0 where it helps; the same for what knights can do."""
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
            return 0.0 if held else 3.0 + worth.own_pips(option.hex)
        case wants.PlayResourceMonopoly() | wants.PlayTradeMonopoly():
            abroad = worth.abroad(INDEX[option.kind])
            return abroad * worth.card(INDEX[option.kind]) if abroad >= 3 else 0.0
        case wants.PlayBishop():
            return worth.robbing(option.hex) / 10
        case wants.PlayWarlord():
            return 4.0 if state.ship >= 4 else 0.0
        case wants.PlayInventor():
            one, other = option.hexes
            pips = [worth.facts.pips[state.tokens[hex_]] for hex_ in (one, other)]
            return float((worth.own_pips(one) - worth.own_pips(other)) * (pips[1] - pips[0]) - 1)
        case wants.PlayMerchantFleet():
            return worth.own.hand[INDEX[option.kind]] - 4.5
        case wants.PlayCommercialHarbor():
            return 2.0 if sum(worth.own.hand[:5]) >= 2 else 0.0
        case wants.OfferAtHarbor():
            return 2.0 - worth.card(INDEX[option.kind])
        case wants.ChaseRobber():
            return worth.robbing(option.hex) / 10 if worth.own_pips(state.robber) and state.ship < 5 else 0.0
        case wants.ConfirmTrade() | wants.AcceptOffer():
            return _deal(worth, option.offer) if isinstance(option, wants.AcceptOffer) else 1.0
        case wants.PlayDiplomat() | wants.PlayIntrigue():
            return 0.0
        case _:
            return UNWEIGHED if type(option) in CARDS else 0.0
