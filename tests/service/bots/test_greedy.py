"""Greedy bots judge offers by what their seat needs, and none of their matches stalls."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

from chronik.domain.catan_cards.commands import (
    AcceptOffer,
    BuildCard,
    Decline,
    Demolish,
    EndTurn,
    Exchange,
    OfferTrade,
)
from chronik.domain.catan_cards.state import Built, Phase, SeatState, State
from chronik.domain.cities_knights import commands as ck
from chronik.domain.cities_knights.cards.kinds import Cards, count_cards
from chronik.domain.cities_knights.state import SeatState as Citizen
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.projections.games import projection
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.levels import bot
from chronik.service.cli.simulation import results
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, BELOW, TOURNAMENT, card, given, position, principality, region
from tests.support.cities_knights import table as island

LONG = bool(os.environ.get("CHRONIK_LONG"))
STALLED = {("artists", "artists"): 11, ("artists", "knights"): 3, ("knights", "knights"): 2}
"""How many matches each pair of built-in lists plays; of the first pair, two used to continue without end."""


def answer(name: str, state: Any, seat: int) -> Any:
    """Returns the answer of the greedy bot of a game in a position."""
    offered = tuple(game(name).options(state, seat))
    seen = projection(name).view(state, Seat(seat))
    chosen = bot(name, "greedy").answer(seen, offered, Luck("0" * 32, seat, 1))
    assert chosen in offered
    return chosen


@pytest.mark.parametrize("lists", STALLED)
def test_greedy_bots_with_built_in_lists_reach_the_victory_points(lists: tuple[str, str]) -> None:
    """Two bots that kept only cards that they could not use never ended their match."""
    options = options_of(game("catan_cards"), {"mode": "tournament", "decks": "house", "house": list(lists)})
    for result in results(
        "catan_cards", 40 if LONG else STALLED[lists], 2, 7, ["greedy"], options=options, processes=1
    ):
        assert not result.capped
        assert max(result.points) >= 13


# Offers of the card game (B31, R73)


def offered(give: Sequence[str], want: Sequence[str], own: SeatState, other: SeatState | None = None) -> State:
    """Returns the position after seat 0 offered seat 1 resources for others, each named by its kind."""
    state = position(other or principality(0), own)
    from_, into = ([region(state, 0, kind) for kind in kinds] for kinds in (give, want))
    return given(state).when(0, OfferTrade(tuple(from_), tuple(into))).then(...).state


SHORT_OF_A_ROAD = principality(1, stored={"brick": 1, "lumber": 1, "gold": 2, "wool": 2, "grain": 1, "ore": 1})
"""Seat 1 lacks one brick for its next road (B24)."""


@for_each(
    ("give", "want", "accepted"),
    [
        (["brick"], ["gold"], True),
        (["brick"], ["gold", "wool"], True),
        (["ore"], ["lumber"], False),
        (["gold"], ["brick"], False),
        (["wool"], ["gold", "gold"], False),
        (["brick"], ["gold", "gold", "wool"], False),
    ],
)
def test_greedy_accepts_an_offer_that_gives_what_it_needs_for_what_it_can_spare(
    give: list[str], want: list[str], accepted: bool
) -> None:
    """B31: for three resources the bank gives one too (B30), without giving the opponent any."""
    state = offered(give, want, SHORT_OF_A_ROAD)
    assert isinstance(answer("catan_cards", state, 1), AcceptOffer if accepted else Decline)


def test_greedy_trades_nothing_to_an_opponent_close_to_victory() -> None:
    """X10: two points before the end, one resource may decide the match."""
    colossus, library, church = (
        Built(card(name), 1, side) for name, side in (("colossus", ABOVE), ("library", ABOVE), ("church", BELOW))
    )
    for cities, accepted in (((), True), ((-3, -1, 1, 3), False)):
        other = principality(0, cities=cities, built=(colossus, library, church))
        state = offered(["brick"], ["gold"], SHORT_OF_A_ROAD, other)
        assert isinstance(answer("catan_cards", state, 1), AcceptOffer if accepted else Decline)


# Hand cards that are no longer useful (B39, B29)


def hand_step(*hand: str, **changes: Any) -> State:
    """Returns the hand step of seat 0 in the tournament game, with a full hand."""
    own = principality(0, hand=tuple(f"0:{name}-1" for name in hand), **changes)
    return position(own, options=TOURNAMENT, phase=Phase.HAND)


def test_greedy_exchanges_a_protection_card_that_protects_nothing() -> None:
    """B39, B58: without a knight the Herb Woman has no attack to prevent."""
    state = hand_step("herb_woman", "library", "town_hall", cities=(1,), stored=0)
    chosen = answer("catan_cards", state, 0)
    assert isinstance(chosen, Exchange)
    assert chosen.card == "0:herb_woman-1"


def test_greedy_exchanges_a_card_for_which_it_has_no_stars() -> None:
    """K26, R67: a Statue costs three stars; a seat without Public Feeling gets none."""
    chosen = answer("catan_cards", hand_step("statue", "library", "town_hall", cities=(1,), stored=0), 0)
    assert isinstance(chosen, Exchange)
    assert chosen.card == "0:statue-1"


def test_greedy_exchanges_an_action_card_that_it_could_not_play_this_turn() -> None:
    """B34: an opponent with fewer points has nothing that Courage could demand."""
    chosen = answer("catan_cards", hand_step("courage", "library", "town_hall", cities=(1,), stored=0), 0)
    assert isinstance(chosen, Exchange)
    assert chosen.card == "0:courage-1"


def test_greedy_keeps_cards_that_it_is_saving_for() -> None:
    """B39: an exchange is optional."""
    state = hand_step("library", "town_hall", "church", cities=(1,), stored=0)
    assert answer("catan_cards", state, 0) == EndTurn()


def test_greedy_demolishes_a_lesser_card_and_builds_on_its_site() -> None:
    """B29: the site may be used again in the same turn."""
    lesser = ("garrison", "smithy", "sawmill", "fleet_wool")
    sites = [(1, ABOVE), (1, ABOVE), (1, BELOW), (1, BELOW)]
    built = [Built(card(name), slot, side) for name, (slot, side) in zip(lesser, sites, strict=True)]
    church = card("church")
    rich = {"ore": 2, "grain": 2, "brick": 1}
    state = position(principality(0, cities=(1,), built=built, hand=(church,), stored=rich))
    chosen = answer("catan_cards", state, 0)
    assert isinstance(chosen, Demolish)
    then = given(state).when(0, chosen).state
    build = answer("catan_cards", then, 0)
    assert isinstance(build, BuildCard)
    assert (build.card, build.slot) == (church, 1)


# Cities & Knights (R15.1)


def at_the_table(own: Cards, other: Cards, cities: int = 0) -> Any:
    """Returns a position in which seat 0 is active, and the cards of both seats are given."""
    towns = island.at(0, 10)
    return island.position(
        Citizen(hand=count_cards(own), settlements=towns & ~cities, cities=cities),
        Citizen(hand=count_cards(other), settlements=island.at(20, 30)),
    )


def test_at_cities_knights_greedy_declines_a_trade_that_would_cost_it_an_affordable_purchase() -> None:
    """R15.1: with three ore and two grain it can build a city, so it gives no ore away for another card."""
    state = at_the_table(Cards(wool=2, brick=1), Cards(ore=3, grain=2))
    for give in (Cards(wool=1), Cards(wool=2)):
        asked = island.given(state).when(0, ck.OfferTrade(give, Cards(ore=1))).state
        assert answer("cities_knights", asked, 1) == ck.DeclineOffer(1)


def test_at_cities_knights_greedy_judges_a_trade_before_confirming_it() -> None:
    """R15.1: a bot that takes over a seat also takes over its open offer, which may be a bad one."""
    state = at_the_table(Cards(ore=3, grain=2), Cards(wool=2))
    for give, want, good in ((Cards(ore=2), Cards(wool=1), False), (Cards(ore=1), Cards(wool=2), False)):
        moment = island.given(state).when(0, ck.OfferTrade(give, want)).when(1, ck.AcceptOffer(1))
        assert (answer("cities_knights", moment.state, 0) == ck.ConfirmTrade(1, 1)) is good
    state = at_the_table(Cards(ore=2, grain=2, wool=3), Cards(ore=2))
    moment = island.given(state).when(0, ck.OfferTrade(Cards(wool=1), Cards(ore=1))).when(1, ck.AcceptOffer(1))
    assert answer("cities_knights", moment.state, 0) == ck.ConfirmTrade(1, 1)
