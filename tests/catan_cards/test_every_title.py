"""Every title alone: its effect when played, its refusal with a code, and cases without effect.

The effects of an expansion on others (an event, a duel) are tested there; here it is tested what its owner gains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import (
    BuildCard,
    BuildSettlement,
    Command,
    Demand,
    PlaceFeeling,
    PlayAlchemist,
    PlayCaravan,
    PlayCard,
    PlayCourage,
    PlayGrowth,
    PlayJoust,
    Protect,
    Side,
)
from chronik.domain.catan_cards.facts.printed import PUBLIC_FEELING
from chronik.domain.catan_cards.principality.axis import bordering_lands
from chronik.domain.catan_cards.principality.totals import hand_limit, totals
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.bank import rate
from chronik.domain.catan_cards.rules.base_events import count_abbeys_and_libraries, plague_losses
from chronik.domain.catan_cards.rules.civil_war import eligible_units
from chronik.domain.catan_cards.rules.hand_step import search_price
from chronik.domain.catan_cards.rules.production import yield_of
from chronik.domain.catan_cards.state import Built, Phase, SeatState, State
from tests.catan_cards.rolling import PLACES, TRADE
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    FACTS,
    TOURNAMENT,
    card,
    given,
    position,
    principality,
    region,
    rig_chance,
    wide_principality,
    with_feeling,
)

Changes = Mapping[str, int]


def measure(seat: SeatState) -> dict[str, int]:
    """Returns the values of a seat as numbers."""
    counted = totals(FACTS, seat)
    full = replace(seat, lands=tuple([replace(land, stored=FACTS.constants.max_stored) for land in seat.lands]))
    return {
        "points": counted.points,
        "strength": counted.strength,
        "commerce": counted.commerce,
        "tournament": counted.tournament,
        "limit": hand_limit(FACTS, seat),
        "learning": count_abbeys_and_libraries(FACTS, seat),
        "search": search_price(FACTS, seat),
        "rates": sum(rate(FACTS, seat, kind) for kind in {land.kind for land in FACTS.lands.values()}),
        "harvest": sum(yield_of(FACTS, seat, land) for land in seat.lands),
        "stricken": len(plague_losses(FACTS, full, 1)),
        "exposed": len(eligible_units(FACTS, seat)),
        "stored": sum(land.stored for land in seat.lands),
        "hand": len(seat.hand),
        "kinds": len({FACTS.lands[land.region].kind for land in seat.lands if land.stored}),
        "stars": seat.stars,
        "feelings": len(seat.feelings),
    }


def measure_change(before: State, after: State) -> dict[str, int]:
    """Returns the changed values of the active seat, and of the other seat with the prefix `his`."""
    found: dict[str, int] = {}
    for prefix, number in (("", 0), ("his ", 1)):
        one, other = measure(before.seats[number]), measure(after.seats[number])
        found |= {prefix + name: other[name] - count for name, count in one.items() if other[name] != count}
    return found


# Built cards


class Building(NamedTuple):
    """A test row of a built title: its effect besides its price, and the code of a refusal.

    `beside` are cards in the same city, `his` cards of the other player. `idle` is the effect without those cards,
    or with other stars, if a rule then makes it smaller. A production building is then beside regions of other
    kinds.
    """

    brings: Changes
    refused: str
    beside: tuple[str, ...] = ()
    his: tuple[str, ...] = ()
    idle: Changes | None = None
    stars: tuple[int, int] = (2, 2)


KNIGHT, FLEET = ("knight_otto",), ("fleet_ore",)
MILL = Building({"harvest": 1}, "cost", idle={})
SHIP = Building({"commerce": 1, "rates": -1, "exposed": 1}, "cost")
BUILDINGS: Mapping[str, Building] = {
    "abbey": Building({"limit": 1, "learning": 1}, "cost"),
    "garrison": Building({"commerce": 1}, "cost"),
    "smithy": Building({"strength": 1}, "cost", KNIGHT, idle={}),
    "brick_factory": MILL,
    "foundry": MILL,
    "grain_mill": MILL,
    "sawmill": MILL,
    "woolen_mill": MILL,
    "fleet_brick": SHIP,
    "fleet_gold": SHIP,
    "fleet_grain": SHIP,
    "fleet_lumber": SHIP,
    "fleet_ore": SHIP,
    "fleet_wool": SHIP,
    "knight_conrad": Building({"strength": 2, "tournament": 1, "exposed": 1}, "unique"),
    "knight_falk": Building({"strength": 1, "tournament": 5, "exposed": 1}, "unique"),
    "knight_gotz": Building({"strength": 5, "tournament": 2, "exposed": 1}, "unique"),
    "knight_hagen": Building({"strength": 1, "tournament": 2, "exposed": 1}, "unique"),
    "knight_karl": Building({"strength": 7, "tournament": 1, "exposed": 1}, "unique"),
    "knight_otto": Building({"strength": 3, "tournament": 2, "exposed": 1}, "unique"),
    "knight_pippin": Building({"strength": 1, "tournament": 3, "exposed": 1}, "unique"),
    "knight_siegfried": Building({"strength": 1, "tournament": 1, "exposed": 1}, "unique"),
    "knight_walter": Building({"strength": 3, "tournament": 1, "exposed": 1}, "unique"),
    "knight_osmund": Building(
        {"strength": 2, "tournament": 2, "exposed": 1}, "unique", idle={"strength": 2, "exposed": 1}, stars=(2, 0)
    ),
    "aqueduct": Building({"points": 1, "stricken": -10}, "site"),
    "bath_house": Building({"points": 1, "stricken": -4}, "site"),
    "church": Building({"points": 1, "exposed": -1}, "site", KNIGHT, idle={"points": 1}),
    "colossus": Building({"points": 2}, "site"),
    "counting_house": Building({"commerce": 3}, "site"),
    "harbor": Building({"commerce": 2}, "site", FLEET, idle={"commerce": 1}),
    "library": Building({"points": 1, "limit": 1, "learning": 1}, "site"),
    "marketplace": Building({"commerce": 2}, "site"),
    "merchant_guild": Building({"commerce": 4}, "site"),
    "mint": Building({"commerce": 1, "rates": -2}, "site"),
    "town_hall": Building({"points": 1, "search": -1}, "site"),
    "common_land": Building({}, "cost"),
    "village_school": Building({"stars": 1}, "cost", idle={}, stars=(2, 3)),
    "chapel_st_agatha": Building({}, "cost"),
    "patrons_house": Building({"points": 1}, "site"),
    "hospital": Building({"points": 1}, "requires", ("aqueduct",)),
    "statue": Building(
        {"points": 1, "hand": 1, "his commerce": -1, "his rates": 1, "his exposed": -1},
        "stars",
        his=("fleet_gold",),
        idle={"points": 1},
        stars=(3, 3),
    ),
    "lancers": Building({"strength": 1, "exposed": 1}, "stars"),
    "market_town": Building({"commerce": 1}, "free-road"),
    "traveling_theater": Building({"exposed": 1, "stored": -1, "stars": 1}, "source"),
}
ROADS = ("lancers", "market_town", "traveling_theater")
FAR = 8
"""An empty slot of the axis."""


def position_to_build(title: str, *, idle: bool = False, without: str = "", already: str = "") -> State:
    """Returns a tournament game in which seat 0 can build the title, or something is missing or already there.

    Any card may be in a hand in the tournament game.
    """
    row = BUILDINGS[title]
    beside = [] if idle or without == "requires" else [Built(card(one, owner=0), 1, BELOW) for one in row.beside]
    if already:
        beside.append(Built(card(already, 2, owner=0), 1, BELOW))
    his = [Built(card(one, owner=1), 1, BELOW) for one in (() if idle else row.his)]
    if without == "unique":
        his = [Built(card(title, owner=1), 1, BELOW)]
    laid: dict[str, Any] = {"built": beside, "hand": (card(title, owner=0),)}
    stored = 0 if without == "cost" else 3
    own = principality(stored=stored, **laid) if without == "site" else wide_principality(stored=stored, **laid)
    stars = 0 if without == "stars" else row.stars[idle]
    other = with_feeling(wide_principality(1, built=his), 1, stars=0, owner=1)
    return position(with_feeling(own, stars=stars, owner=0), other, options=TOURNAMENT)


def build_command(title: str, state: State, *, idle: bool = False, without: str = "") -> BuildCard:
    """Returns the command to build a title on a road or a site.

    A production building goes beside one region of its kind, or beside none.
    """
    held = card(title, owner=0)
    if title in ROADS:
        source = region(state, 0, "brick") if title == "traveling_theater" and without != "source" else None
        return BuildCard(held, FAR if without == "free-road" else 0, source=source)
    if BUILDINGS[title] is not MILL:
        return BuildCard(held, 1, ABOVE)
    near = {
        site: _count_of_its_kind(title, state, *site)
        for slot in state.seats[0].cities
        for site in ((slot, ABOVE), (slot, BELOW))
    }
    slot, side = next(site for site, count in near.items() if count == (0 if idle else 1))
    return BuildCard(held, slot, side)


def _count_of_its_kind(title: str, state: State, slot: int, side: Side) -> int:
    lands = [land for land in bordering_lands(state.seats[0], slot) if land.side is side]
    return sum(FACTS.lands[land.region].kind is FACTS.cards[title].kind_of for land in lands)


def change_by_building(state: State, after: State) -> dict[str, int]:
    """Returns the changes, without the kinds that the price used up."""
    return {name: count for name, count in measure_change(state, after).items() if name != "kinds"}


def with_price(title: str, brings: Changes) -> dict[str, int]:
    """Returns the changes by building a card, including its price and its leaving the hand."""
    printed = FACTS.cards[title]
    found = {"hand": -1, "stored": -sum(printed.price), "stars": -printed.stars}
    return {name: count for name in {*found, *brings} if (count := found.get(name, 0) + brings.get(name, 0))}


@for_each("title", BUILDINGS)
def test_every_card_takes_effect_when_it_is_built(title: str) -> None:
    state = position_to_build(title)
    after = given(state).when(0, build_command(title, state)).then_asked(ActionPrompt(0)).state
    assert change_by_building(state, after) == with_price(title, BUILDINGS[title].brings)


@for_each("title", BUILDINGS)
def test_no_card_can_be_built_if_one_of_its_conditions_is_not_met(title: str) -> None:
    code = BUILDINGS[title].refused
    state = position_to_build(title, without=code)
    given(state).when(0, build_command(title, state, without=code)).then_rejected(code)


@for_each("title", [title for title, row in BUILDINGS.items() if row.idle is not None])
def test_a_built_card_has_less_effect_if_a_rule_says_so(title: str) -> None:
    """B59, K21, K23, R50, R79: without the cards that it affects it may still be built."""
    row = BUILDINGS[title]
    assert row.idle is not None
    state = position_to_build(title, idle=True)
    after = given(state).when(0, build_command(title, state, idle=True)).state
    assert change_by_building(state, after) == with_price(title, row.idle)


@for_each(
    ("title", "there"),
    [
        ("aqueduct", "aqueduct"),
        ("bath_house", "aqueduct"),
        ("town_hall", "town_hall"),
        ("patrons_house", "patrons_house"),
    ],
)
def test_an_effect_that_counts_once_is_not_doubled_by_a_second_card(title: str, there: str) -> None:
    """T3, R83: several may be in play, but B38, B46 and R55 count only one, so a second adds only its points."""
    state = position_to_build(title, already=there)
    after = given(state).when(0, build_command(title, state)).state
    assert change_by_building(state, after) == with_price(title, {"points": 1})


# Action cards


class Action(NamedTuple):
    """A test row of an action card: its effect in `table()`, with default answers otherwise.

    `refused` are the changes of the table with which it is refused, and the code. `idle` are those with which it
    has less effect, and that effect.
    """

    command: Callable[[State, str], Command]
    brings: Changes
    refused: tuple[Mapping[str, Any], str]
    idle: tuple[Mapping[str, Any], Changes] | None = None


MINE = ("patrons_house", 1, ABOVE), ("knight_karl", -1, BELOW)
HIS = ("abbey", -1, ABOVE), ("knight_otto", -1, BELOW), ("library", 1, ABOVE), ("colossus", 1, BELOW)


def table(title: str, **other: Any) -> State:
    """Returns a position in which seat 0 is behind and has the card, a Patron's House and a knight; both have stars."""
    there: dict[str, Any] = {
        "mine": MINE,
        "his": HIS,
        "stored": 2,
        "his_stored": 2,
        "hand": (card(title),),
        "his_hand": (card("spy", 3),),
        "stars": 1,
        "his_stars": 1,
        "pile": (card("arsonist", 2),),
        "phase": Phase.ACTIONS,
        "unlocked": True,
        "pips": 0,
        **other,
    }
    mine, his = ([Built(card(name), slot, side) for name, slot, side in there[built]] for built in ("mine", "his"))
    own = principality(0, stored=there["stored"], built=mine, cities=(1,), roads=(0, 2), hand=there["hand"])
    opponent = principality(1, stored=there["his_stored"], built=his, cities=(-1, 1), hand=there["his_hand"])
    seats = with_feeling(own, stars=there["stars"]), with_feeling(opponent, 1, stars=there["his_stars"])
    return position(*seats, discards=(there["pile"],), phase=there["phase"], unlocked=there["unlocked"])


def play(state: State, command: Command, pips: int = 0, by: int = 0) -> State:
    """Returns the state after a command, with default answers until the next action."""
    chance = rig_chance(duel=(pips,), joust=(5, 0), event_die=(PLACES[TRADE],), regions=(0,) * 20)
    moment = given(state).when(by, command, chance)
    while moment.state.prompts != (ActionPrompt(0),):
        (prompt,) = moment.state.prompts
        moment = moment.when(prompt.seat, moment.default(prompt.seat), chance)
    return moment.state


def play_plainly(state: State, title: str) -> Command:
    return PlayCard(card(title))


def play_demanding(demand: Demand) -> Callable[[State, str], Command]:
    return lambda state, title: PlayCourage(card(title), demand)


LOST = 5
"""The number of the die, from 0, with which the attacker loses a duel."""
ARTWORK = Action(play_plainly, {"stars": 2}, ({"stars": 3}, "no-effect"), ({"stars": 2}, {"stars": 1}))
"""With a Patron's House; `test_kw_actions.py` tests what its building adds (K15)."""
ACTIONS: Mapping[str, Action] = {
    "alchemist": Action(
        lambda state, title: PlayAlchemist(card(title), 3),
        {"stored": 1, "his stored": 1},
        ({"phase": Phase.ROLL, "unlocked": False}, "locked"),
    ),
    "arsonist": Action(
        play_plainly,
        {"his points": -2, "his hand": 1},
        ({"his": HIS[1:2]}, "no-effect"),
        ({"mine": MINE[1:], "pips": LOST}, {}),
    ),
    "black_knight": Action(
        play_plainly,
        {"his strength": -3, "his tournament": -2, "his exposed": -1, "his hand": 1},
        ({"his": HIS[:1]}, "no-effect"),
        ({"mine": MINE[:1], "pips": LOST}, {}),
    ),
    "brigands": Action(
        play_plainly,
        {"stored": 2, "his stored": -2},
        ({"his_stored": 0}, "no-effect"),
        ({"stored": 0, "pips": LOST}, {}),
    ),
    "caravan": Action(
        lambda state, title: PlayCaravan(
            card(title), (region(state, 0, "ore"),) * 2, (region(state, 0, "wool"), region(state, 0, "gold"))
        ),
        {"kinds": -1},
        ({"stored": 1}, "stored"),
    ),
    "merchant": Action(play_plainly, {"stored": 1, "his stored": -1}, ({"his_stored": 0}, "no-effect")),
    "scout": Action(
        lambda state, title: BuildSettlement(3, scout=card(title)),
        {"points": 1, "harvest": 2, "stored": -4},
        ({"hand": ()}, "card"),
    ),
    "spy": Action(
        play_plainly,
        {"hand": 1, "his hand": -1},
        ({"his_hand": ()}, "no-effect"),
        ({"his_hand": (card("church"),)}, {}),
    ),
    "feeding_the_poor": Action(
        play_plainly,
        {"stored": -1, "stars": 2},
        ({"stars": 3}, "no-effect"),
        ({"stars": 2}, {"stored": -1, "stars": 1}),
    ),
    "courage": Action(
        play_demanding(Demand.STARS),
        {"stars": 1, "his stars": -1},
        ({"his_stars": 0}, "no-effect"),
        ({"stars": 3}, {"his stars": -1}),
    ),
    "guido": Action(play_plainly, {"hand": 1}, ({"pile": ()}, "no-effect")),
    "artwork_sculpture": ARTWORK,
    "artwork_epic": ARTWORK,
    "artwork_relief": ARTWORK,
    "artwork_fountain": ARTWORK,
    "joust": Action(
        lambda state, title: PlayJoust(card(title), card("knight_karl"), card("knight_otto")),
        {"stored": 2, "his stored": -1},
        ({"mine": MINE[:1]}, "no-effect"),
        ({"his_stored": 0}, {"stored": 1}),
    ),
    "growth": Action(
        lambda state, title: PlayGrowth(card(title), -1),
        {"points": 1, "stored": -3, "kinds": -1},
        ({"mine": MINE}, "requires"),
    ),
}
ALWAYS: Mapping[str, Mapping[str, Any]] = {
    "alchemist": {"phase": Phase.ROLL},
    "growth": {"mine": (("aqueduct", 1, ABOVE),)},
}
"""Changes of the table that a title always needs, unless the test is about a refusal without them."""


class Answer(NamedTuple):
    """A test row of a protection card: an attack that it answers, its effect if the duel is won with it, and if not."""

    attack: str
    won: Changes
    idle: Changes


ANSWERS = {
    "bishop": Answer("arsonist", {"points": -1, "his hand": -1}, {"his points": -2}),
    "herb_woman": Answer(
        "black_knight",
        {"strength": -7, "tournament": -1, "exposed": -1, "hand": 1, "his hand": -1},
        {"his strength": -3, "his tournament": -2, "his exposed": -1},
    ),
}


def assert_played(title: str, other: Mapping[str, Any], brings: Changes) -> None:
    """Asserts that a title makes these changes, besides leaving the hand."""
    state = table(title, **{**ALWAYS.get(title, {}), **other})
    after = play(state, ACTIONS[title].command(state, title), other.get("pips", 0))
    hand = brings.get("hand", 0) - 1
    assert measure_change(state, after) == {name: count for name, count in {**brings, "hand": hand}.items() if count}


@for_each("title", ACTIONS)
def test_every_action_card_takes_effect(title: str) -> None:
    assert_played(title, {}, ACTIONS[title].brings)


@for_each("title", ACTIONS)
def test_an_action_card_is_refused_if_it_cannot_be_carried_out(title: str) -> None:
    """R16, and specific rules of some cards."""
    other, code = ACTIONS[title].refused
    state = table(title, **{**ALWAYS.get(title, {}), **other})
    given(state).when(0, ACTIONS[title].command(state, title)).then_rejected(code)


@for_each("title", [title for title, row in ACTIONS.items() if row.idle is not None])
def test_an_action_card_has_a_reduced_effect_or_no_effect_in_the_listed_cases(title: str) -> None:
    """B51 to B53, B57, K12, K13, K15, K16: nothing to lose in a duel, no target in a hand, no room."""
    idle = ACTIONS[title].idle
    assert idle is not None
    assert_played(title, *idle)


@pytest.mark.parametrize("title", ANSWERS)
def test_a_protection_card_can_be_played_only_against_an_attack(title: str) -> None:
    """B35, B58: with it the attacker wins on 1 and 2 only; it has no other effect."""
    attack, won, idle = ANSWERS[title]
    state = table(attack, his_hand=(card(title),))
    announced = given(state).when(0, PlayCard(card(attack))).state
    for pips, brings in ((2, won), (1, idle)):
        assert measure_change(announced, play(announced, Protect(card(title)), pips, by=1)) == brings
    given(table(title)).when(0, PlayCard(card(title))).then_rejected("card")


def test_public_feeling_has_one_star_when_it_is_placed() -> None:
    """K5, K11, R34: not beside a region of the other player."""
    held = card(PUBLIC_FEELING, owner=0)
    state = position(principality(0, hand=(held,)), options=TOURNAMENT)
    own, his = (state.seats[number].lands[0].region for number in (0, 1))
    after = given(state).when(0, PlaceFeeling(held, own)).state
    assert measure_change(state, after) == {"hand": -1, "stars": 1, "feelings": 1}
    given(state).when(0, PlaceFeeling(held, his)).then_rejected("region")


def test_every_title_has_a_test_row() -> None:
    """Section 10: each title has one row, in the order of the deck code."""
    assert {*BUILDINGS, *ACTIONS, *ANSWERS, PUBLIC_FEELING} == {*FACTS.order.cards}
