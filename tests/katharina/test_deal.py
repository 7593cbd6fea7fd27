"""Setup (rule book, S): what is dealt, what is public, and the three cards that every seat begins with."""

from __future__ import annotations

from itertools import permutations

import pytest

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.seats import Seat, Spectator
from chronik.domain.katharina.commands import DECLINE, BuildOrPass, ChooseDisplay, PlayCards
from chronik.domain.katharina.events import (
    BookResidence,
    CardsDrawn,
    Committed,
    DisplaysShown,
    Draw,
    OrdersDealt,
    PromptsOpened,
    RoundBegan,
    StockShuffled,
)
from chronik.domain.katharina.prompts import DisplayPrompt, PlayPrompt
from chronik.projections.katharina.view import view
from tests.katharina.table import FACTS, GAME, cities_of, dealt, ending, every_card, given, owns
from tests.support.cases import for_each

SEATS = (2, 3, 4)


def test_only_two_to_four_players_can_play() -> None:
    """G1: the game has two, three or four seats."""
    assert GAME.seats == SEATS


def test_there_are_three_colours_with_six_cities_each() -> None:
    """P1: eighteen cities, six of each of three colours; the cards have the same three colours, 34 each."""
    assert [len(cities) for cities in FACTS.regions.values()] == [6, 6, 6]
    colours = [card.colour for card in FACTS.cards.values()]
    assert {colour: colours.count(colour) for colour in FACTS.colours} == dict.fromkeys(FACTS.colours, 34)


@for_each("seats", SEATS)
@for_each("good", FACTS.goods)
def test_each_city_has_as_many_tiles_as_there_are_players(seats: int, good: str) -> None:
    """S1, P3, Q5: every seat that builds in a goods city finds a tile there, even the last one."""
    city = cities_of(good)[0]
    moment = given(ending(*[owns(books=1)] * seats)).when(0, DECLINE)
    for number in range(seats):
        moment = moment.when(number, BuildOrPass(city))
    moment.then(..., *(BookResidence(number, city=city, tile=good) for number in range(seats)), ...)


@pytest.mark.parametrize(("seats", "tiles"), [(2, 24), (3, 36), (4, 48)])
def test_twelve_cities_have_one_goods_tile_for_each_player(seats: int, tiles: int) -> None:
    """S1: with twelve goods cities, 24, 36 or 48 tiles are used."""
    assert len(FACTS.good_of) * seats == tiles
    assert [len(cities_of(good)) for good in FACTS.goods] == [3, 3, 3, 3]


@pytest.mark.parametrize(("seats", "jokers"), [(2, 0), (3, 6), (4, 6)])
def test_there_are_six_joker_tiles_except_in_matches_of_two(seats: int, jokers: int) -> None:
    """S2, P2, C1, Q17: six joker tiles lie beside the board, none with two players."""
    assert dealt(seats).state.jokers == jokers


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_begins_with_nothing(seats: int) -> None:
    """S3, H1: no residence is built, no point scored, and the marker at the bottom gives a hand limit of three."""
    for one in dealt(seats).state.seats:
        assert (one.points, one.favour, one.residences, one.tiles, one.jokers) == (0, 0, (), (0, 0, 0, 0), 0)
    assert view(FACTS, dealt(seats).state, Spectator()).seats[0].hand_limit == 3


@pytest.mark.parametrize("seats", SEATS)
def test_each_player_gets_a_different_order_which_is_public(seats: int) -> None:
    """S4, Q22: orders are different and public; unused ones leave the game."""
    moment = dealt(seats)
    orders = moment.the(OrdersDealt).orders
    assert len(set(orders)) == seats
    assert set(orders) <= set(FACTS.orders)
    assert tuple(one.order for one in view(FACTS, moment.state, Spectator()).seats.values()) == orders


@pytest.mark.parametrize("seats", SEATS)
def test_the_deal_gives_six_cards_to_each_seat_and_then_asks_for_displays(seats: int) -> None:
    """S5, Q29, C11: orders first, then the 102 cards are shuffled and six dealt to each seat in seat order; the rest is
    the stock, the discard is empty, and only then is a seat asked."""
    moment = dealt(seats)
    order = moment.the(StockShuffled).order
    hands = tuple(order[6 * number : 6 * number + 6] for number in range(seats))
    moment.then(
        OrdersDealt(moment.the(OrdersDealt).orders),
        StockShuffled(order),
        CardsDrawn(Draw.DEAL, hands),
        PromptsOpened(tuple(DisplayPrompt(number) for number in range(seats))),
    )
    assert sorted(order) == sorted(FACTS.cards)
    assert [one.hand for one in moment.state.seats] == [tuple(sorted(hand)) for hand in hands]
    assert moment.state.stock == order[6 * seats :]
    assert moment.state.discard == ()


def test_the_same_seed_gives_the_same_deal() -> None:
    """Q29, Q2: a different seed gives a different deal."""
    assert dealt().events == dealt().events
    assert dealt().events != dealt(chance=Chance(b"\1" * 32)).events


def test_three_of_the_six_dealt_cards_become_the_action_row() -> None:
    """S6, S7, Q28, R-A: rows are shown at once, in the chosen order, nothing activated; then the first round begins."""
    moment = dealt()
    (a, b, c, *_), (d, e, f, *_) = (one.hand for one in moment.state.seats)
    first, second = ChooseDisplay((c, a, b)), ChooseDisplay((f, d, e))
    draws = moment.state.stock[:4]
    (
        moment.when(0, first)
        .then(Committed(0, first))
        .when(1, second)
        .then(
            Committed(1, second),
            DisplaysShown(((c, a, b), (f, d, e))),
            RoundBegan(1, 1),
            CardsDrawn(Draw.ROUND, (draws[:2], draws[2:])),
            PromptsOpened((PlayPrompt(0), PlayPrompt(1))),
        )
        .then_seat(0, action_row=(c, a, b), activation=(None, None, None))
        .then_seat(1, action_row=(f, d, e), activation=(None, None, None))
    )


def test_the_three_cards_not_chosen_stay_in_hand() -> None:
    """S6: the first round adds two more."""
    moment = dealt()
    for number in (0, 1):
        moment = moment.when(number, ChooseDisplay(dealt().state.seats[number].hand[:3]))
    kept = dealt().state.seats[0].hand[3:]
    moment.then_seat(0, hand=tuple(sorted(kept + moment.the(CardsDrawn).cards[0])))


def test_displays_are_hidden_until_every_seat_has_chosen() -> None:
    """S6, Q32, E5: the others see that a seat has chosen, but not which cards."""
    moment = dealt()
    chosen = ChooseDisplay(moment.state.seats[0].hand[:3])
    state = moment.when(0, chosen).state
    own, other = view(FACTS, state, Seat(0)).seats[0], view(FACTS, state, Seat(1)).seats[0]
    assert (own.committed, own.choice) == (True, chosen)
    assert (other.committed, other.choice, other.hand, other.action_row) == (True, None, None, ())


def test_a_display_must_consist_of_three_different_cards_from_the_hand() -> None:
    """S6: neither fewer nor more cards are accepted, and none of another seat."""
    moment = dealt()
    own, others = (one.hand for one in moment.state.seats)
    refused = [own[:2], own[:4], (), (own[0], own[0], own[1]), (*own[:2], others[0]), (*own[:2], "P999")]
    for choice in refused:
        moment.when(0, ChooseDisplay(choice)).then_rejected("display", "S6")
    moment.when(0, PlayCards(own[0], own[1], 0)).then_rejected("another-question", "E1")


def test_the_three_cards_of_a_display_may_be_in_any_order() -> None:
    """Q28: they are placed in the order in which they are listed."""
    moment = dealt()
    for choice in permutations(moment.state.seats[0].hand[:3]):
        moment.when(0, ChooseDisplay(choice)).then(Committed(0, ChooseDisplay(choice)))


def test_every_position_contains_each_card_once() -> None:
    """S5: there are 102 cards in total, after the deal and in the positions of these tests."""
    assert len(FACTS.cards) == 102
    assert every_card(dealt(4).state) == tuple(FACTS.cards)
    assert every_card(ending(owns(cannons=3, books=2), owns(cannons=1))) == tuple(FACTS.cards)
