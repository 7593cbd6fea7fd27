"""The fourteen kinds of action with their bonuses (rule book, A), each on the cards of all colours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from chronik.domain.katharina.facts.load import Card
from tests.katharina.table import (
    FACTS,
    PERFORMED,
    Moment,
    Place,
    activates,
    cities_of,
    given,
    of,
    perform,
    resolving,
)
from tests.support.cases import for_each

BLANK = {"green": "P033 P034 P032", "red": "P068 P067 P066", "blue": "P102 P101 P100"}
"""Three cards of each colour without symbols, to pay with."""

TOP = 10


def hand_beside(card: str, colour: str = "blue") -> str:
    """Returns three cards of one colour, none of them the given card."""
    others = [one for one in (*BLANK[colour].split(), *of("A12")) if one != card and FACTS.cards[one].colour == colour]
    return " ".join(others[:3])


def shown(card: str, symbol: str) -> int:
    """Counts a symbol on a card; the activated card's symbols count as owned too (G3)."""
    return FACTS.cards[card].symbols[(*FACTS.goods, "cannon", "book").index(symbol)]


def needed_goods(card: Card) -> dict[str, int]:
    """Returns the goods that a card's bonus needs."""
    return {good: need for good, need in zip(FACTS.goods, card.needs.goods, strict=False) if need}


def tiles(**goods: int) -> str:
    """Returns residences that give these numbers of tiles."""
    return " ".join(city for good, count in goods.items() for city in cities_of(good)[:count])


def test_a_card_shows_either_symbols_or_three_cities() -> None:
    """A1–A10 cards show symbols and no city names, A11–A14 cards three city names and no symbols."""
    for card in FACTS.cards.values():
        if card.action.rule in ("A11", "A12", "A13", "A14"):
            assert (len(set(card.cities)), sum(card.symbols)) == (3, 0)
        else:
            assert (card.cities, sum(card.symbols) > 0) == ((), True)


# A1


@for_each("card", of("A1"))
@for_each(("first", "second"), [(0, 0), (1, 0), (0, 2), (2, 1), (3, 3)])
def test_a_market_draws_a_card_for_each_owned_good_of_its_two_kinds(card: str, first: int, second: int) -> None:
    """A1, D6: tiles and symbols count, including the symbols of the activated card."""
    one, two = (FACTS.goods[good] for good in FACTS.cards[card].market)
    count = first + second + shown(card, one) + shown(card, two)
    state = resolving(activates(card, residences=tiles(**{one: first, two: second}), favour=TOP))
    moment = given(state).when(0, perform())
    if count:
        moment.then_resolved(0, PERFORMED, drawn=state.stock[: min(8, count)], lost_cards=max(0, count - 8))
    else:
        moment.then_rejected("impossible", "Q9")


def test_a_market_counts_both_goods_as_in_the_rule_books_example() -> None:
    """A1: with 3 iron and 2 food owned, a market for iron and food draws 5 cards."""
    state = resolving(activates("P001", row="P005", residences=tiles(iron=2, food=1), favour=TOP))
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:5])


def test_a_market_never_gives_a_bonus() -> None:
    """A1: asking for one is refused."""
    moment = given(resolving(activates("P001", hand="P005")))
    moment.when(0, perform(bonus="")).then_rejected("no-bonus", "A1")
    moment.when(0, perform(bonus="P005")).then_rejected("no-bonus", "A1")


# A2


@for_each("card", of("A2"))
@for_each("colour", ["green", "red", "blue"])
def test_three_cards_of_one_colour_give_ten_points_and_favour(card: str, colour: str) -> None:
    """A2: three cards for ten points; all of one colour, any colour, favour 1."""
    hand = hand_beside(card, colour)
    given(resolving(activates(card, hand=hand))).when(0, perform(hand)).then_resolved(
        0, PERFORMED, paid=tuple(hand.split()), points=10, bonus=True, favour=1
    )


@for_each("card", of("A2"))
@for_each("hand", ["P034 P033 P067", "P033 P067 P101", "P102 P067 P066"])
def test_three_cards_of_several_colours_give_ten_points_but_no_favour(card: str, hand: str) -> None:
    """A2: cards of two or three colours give ten points but no favour."""
    moment = given(resolving(activates(card, hand=hand))).when(0, perform(hand))
    moment.then_resolved(0, PERFORMED, paid=tuple(hand.split()), points=10).then_seat(0, points=10, favour=0)
    assert set(hand.split()) <= set(moment.state.discard)


# A3


@for_each("card", of("A3"))
@for_each(("row", "books"), [("P022", 2), ("P022 P045 P080", 5)])
@for_each("pays", [False, True])
def test_book_points_scores_two_points_for_each_book_and_gives_favour_if_a_card_is_paid(
    card: str, row: str, books: int, pays: bool
) -> None:
    """A3: each owned book gives two points; a card buys favour 1."""
    points = 2 * (books + shown(card, "book"))
    moment = given(resolving(activates(card, row=row, hand="P102")))
    if pays:
        moment.when(0, perform(bonus="P102")).then_resolved(
            0, PERFORMED, points=points, bonus=True, bonus_paid=("P102",), favour=1
        )
    else:
        moment.when(0, perform()).then_resolved(0, PERFORMED, points=points)


# A4


@for_each("card", of("A4"))
@for_each("pays", [False, True])
def test_one_card_buys_two_favour_and_a_second_card_buys_one_more(card: str, pays: bool) -> None:
    """A4: one card buys two steps of favour, and one more card buys one more step."""
    moment = given(resolving(activates(card, hand="P101 P102")))
    if pays:
        moment.when(0, perform("P101", bonus="P102")).then_resolved(
            0, PERFORMED, paid=("P101",), bonus=True, bonus_paid=("P102",), favour=3
        ).then_seat(0, favour=3)
    else:
        moment.when(0, perform("P101")).then_resolved(0, PERFORMED, paid=("P101",), favour=2)


# A5


@for_each("card", of("A5"))
@for_each(("row", "books", "cannons"), [("P022", 2, 0), ("P022 P003", 2, 2), ("P080 P021", 1, 4)])
def test_book_cards_draws_a_card_for_each_book_and_three_cannons_give_favour(
    card: str, row: str, books: int, cannons: int
) -> None:
    """A5: a card is drawn for each owned book; three cannons also give favour 1."""
    count, bonus = books + shown(card, "book"), cannons + shown(card, "cannon") >= 3
    state = resolving(activates(card, row=row, favour=4))
    given(state).when(0, perform()).then_resolved(
        0, PERFORMED, drawn=state.stock[:count], bonus=bonus, favour=int(bonus)
    )


# A6


@for_each("card", of("A6"))
@for_each(("row", "books"), [("P001", 0), ("P022", 2), ("P022 P008", 4)])
def test_draw_two_draws_two_cards_and_three_books_give_favour(card: str, row: str, books: int) -> None:
    """A6: two cards are drawn; three books also give favour 2."""
    bonus = books + shown(card, "book") >= 3
    state = resolving(activates(card, row=row))
    given(state).when(0, perform()).then_resolved(
        0, PERFORMED, drawn=state.stock[:2], bonus=bonus, favour=2 if bonus else 0
    )


# A7


@for_each("card", of("A7"))
@for_each("sets", [1, 2, 3])
@for_each("pays", [False, True])
def test_goods_sets_scores_four_points_for_each_set_and_gives_favour_if_a_card_is_paid(
    card: str, sets: int, pays: bool
) -> None:
    """A7, Q10: each set of four different goods gives four points; a card buys favour 1."""
    state = resolving(activates(card, hand="P102", residences=tiles(**dict.fromkeys(FACTS.goods, sets))))
    if pays:
        given(state).when(0, perform(bonus="P102")).then_resolved(
            0, PERFORMED, points=4 * sets, bonus=True, bonus_paid=("P102",), favour=1
        )
    else:
        given(state).when(0, perform()).then_resolved(0, PERFORMED, points=4 * sets)


@for_each("missing", FACTS.goods)
def test_the_rarest_good_limits_the_number_of_sets(missing: str) -> None:
    """A7: three pieces of three goods and one of the fourth make one set."""
    counts = dict.fromkeys(FACTS.goods, 3) | {missing: 1}
    state = resolving(activates("P082", residences=tiles(**counts)))  # P082 shows no good
    given(state).when(0, perform()).then_resolved(0, PERFORMED, points=4)


# A8


@for_each("card", of("A8"))
@for_each("owned", [0, 1, 2])
def test_a_region_residence_can_be_built_in_each_city_of_the_colour(card: str, owned: int) -> None:
    """A8, C2, B2: two cards for a residence in any of the six cities of the card's colour; favour 1 if the depicted
    good is owned twice. Tiles and symbols both count, the new tile too; two different goods do not."""
    ((good, need),) = needed_goods(FACTS.cards[card]).items()
    assert need == 2
    colour = FACTS.cards[card].colour
    abroad = [city for city in cities_of(good) if FACTS.cities[city].colour != colour][:owned]
    hand = hand_beside(card)
    paid = tuple(hand.split()[:2])
    for city in FACTS.regions[colour]:
        feature = FACTS.cities[city].feature
        has = owned + shown(card, good) + (feature == good)
        state = resolving(activates(card, hand=hand, residences=" ".join(abroad)))
        given(state).when(0, perform(" ".join(paid), city)).then_resolved(
            0,
            PERFORMED,
            paid=paid,
            city=city,
            tile=feature if feature in FACTS.goods else None,
            bonus=has >= 2,
            favour=(feature == "favour") + (has >= 2),
        )


@for_each("card", of("A8"))
def test_a_region_residence_cannot_be_built_in_a_city_of_another_colour(card: str) -> None:
    """A8, B2: only cities of the card's colour are allowed."""
    hand = hand_beside(card)
    for city in FACTS.cities.values():
        if city.colour != FACTS.cards[card].colour:
            moment = given(resolving(activates(card, hand=hand))).when(0, perform(" ".join(hand.split()[:2]), city.id))
            moment.then_rejected("city", "B2")


# A9


@for_each("card", of("A9"))
def test_three_points_card_scores_three_points_and_four_more_if_a_card_is_paid(card: str) -> None:
    """A9: it scores three points; a card buys four more."""
    moment = given(resolving(activates(card, hand="P102")))
    moment.when(0, perform()).then_resolved(0, PERFORMED, points=3).then_seat(0, points=3)
    moment.when(0, perform(bonus="P102")).then_resolved(
        0, PERFORMED, points=3, bonus=True, bonus_paid=("P102",), bonus_points=4
    ).then_seat(0, points=7)


# A10


@for_each("card", of("A10"))
@for_each("owned", list(product((0, 1), repeat=2)))
def test_three_points_goods_scores_three_points_and_the_depicted_goods_give_favour(
    card: str, owned: tuple[int, int]
) -> None:
    """A10, Q13: it scores three points, and gives favour 1 only if both of the depicted goods are owned."""
    goods = needed_goods(FACTS.cards[card])
    assert list(goods.values()) == [1, 1]
    has = dict(zip(goods, owned, strict=True))
    bonus = all(count + shown(card, good) >= 1 for good, count in has.items())
    given(resolving(activates(card, residences=tiles(**has)))).when(0, perform()).then_resolved(
        0, PERFORMED, points=3, bonus=bonus, favour=int(bonus)
    )


# A11–A14


def ready(card: str, row: str, **owned: int) -> Moment:
    """Returns a moment with an activated city card, a row, and tiles from regions other than the card's."""
    elsewhere = [
        [one for one in cities_of(good) if FACTS.cities[one].colour != FACTS.cards[card].colour][:count]
        for good, count in owned.items()
    ]
    residences = " ".join(one for some in elsewhere for one in some)
    return given(resolving(activates(card, row=row, residences=residences)))


CITY_CARDS = [card for rule in ("A11", "A12", "A13") for card in of(rule) if not FACTS.cards[card].needs.discard]
GAINS: dict[str, Callable[[tuple[str, ...], int], dict[str, Any]]] = {
    "A11": lambda stock, crown: {"drawn": stock[:1], "favour": crown},
    "A12": lambda _, crown: {"bonus_points": 2, "favour": crown},
    "A13": lambda _, crown: {"favour": crown + 1},
}


@for_each("card", CITY_CARDS)
@for_each("nth", [0, 1, 2])
@for_each("holds", [True, False])
def test_a_city_residence_gives_its_bonus_if_the_depicted_things_are_owned(card: str, nth: int, holds: bool) -> None:
    """A11, A12, A13, B2, Q12, Q13: a residence in one of the three cities; a seat that owns what the card depicts
    draws a card, scores two points, or rises."""
    facts = FACTS.cards[card]
    city = facts.cities[nth]
    feature = FACTS.cities[city].feature
    tile = feature if feature in FACTS.goods else None
    goods = needed_goods(facts)
    if goods:
        # Without the condition, a good is missing that the new tile does not bring.
        lacking = next(good for good in goods if good != tile)
        owned = {good: need for good, need in goods.items() if holds or good != lacking}
        moment = ready(card, row="P003", **owned)
    else:
        assert facts.needs.books == 2
        moment = ready(card, row="P022" if holds else "P010")
    crown = int(feature == "favour")
    gains = GAINS[facts.action.rule](moment.state.stock, crown) if holds else {"favour": crown}
    moment.when(0, perform(city=city)).then_resolved(0, PERFORMED, city=city, tile=tile, bonus=holds, **gains)


@for_each("card", [card for rule in ("A11", "A12", "A13", "A14") for card in of(rule)])
def test_a_city_residence_can_be_built_only_in_a_free_city_of_the_card(card: str) -> None:
    """B2, B1, A11, A12, A13, A14, Q24: the city must be one of the card's three and have no residence of the seat."""
    own = FACTS.cards[card].cities
    moment = given(resolving(activates(card, hand=hand_beside(card), residences=own[0])))
    for city in (*FACTS.cities, "nowhere"):
        if city not in own[1:]:
            assert moment.when(0, perform(city=city)).then_rejected("city", "B2").facts == {"allowed": own[1:]}
    moment.when(0, perform()).then_rejected("city", "B2")


@pytest.mark.parametrize("card", [card for card in of("A13") if FACTS.cards[card].needs.discard])
def test_the_favour_of_some_city_residences_is_paid_with_a_card(card: str) -> None:
    """A13, C7: each card states its condition; on these, owning goods or books does not replace the payment."""
    city = next(city for city in FACTS.cards[card].cities if FACTS.cities[city].feature in FACTS.goods)
    abroad = [one for one, facts in FACTS.cities.items() if facts.colour != FACTS.cards[card].colour]
    residences = " ".join(abroad[:11])
    moment = given(resolving(activates(card, hand="P102", row="P022", residences=residences)))
    tile = FACTS.cities[city].feature
    moment.when(0, perform(city=city)).then_resolved(0, PERFORMED, city=city, tile=tile)
    moment.when(0, perform(city=city, bonus="P102")).then_resolved(
        0, PERFORMED, city=city, tile=tile, bonus=True, bonus_paid=("P102",), favour=1
    )


@for_each("card", [card for card in of("A13") if not FACTS.cards[card].needs.discard])
def test_paying_a_card_cannot_replace_the_condition_to_own_something(card: str) -> None:
    """A13, C7: if the card depicts goods or books, a hand card does not buy the favour."""
    city = FACTS.cards[card].cities[0]
    moment = given(resolving(activates(card, hand="P102")))
    moment.when(0, perform(city=city, bonus="P102")).then_rejected("bonus-discards", "Q34")


@for_each("card", of("A14"))
@for_each("before", [0, 1, 3])
def test_a_city_residence_scores_for_the_residences_in_its_region_if_two_cards_are_paid(card: str, before: int) -> None:
    """A14: two cards for a point per residence of the seat in the region of the card's colour, the new one included."""
    colour, cities = FACTS.cards[card].colour, FACTS.cards[card].cities
    home = [city for city in FACTS.regions[colour] if city not in cities][:before]
    abroad = [city for city, facts in FACTS.cities.items() if facts.colour != colour][:2]
    hand = hand_beside(card).split()[:2]
    moment = given(resolving(activates(card, hand=" ".join(hand), residences=" ".join((*home, *abroad)))))
    for city in cities:
        feature = FACTS.cities[city].feature
        tile, crown = (feature if feature in FACTS.goods else None), int(feature == "favour")
        moment.when(0, perform(city=city)).then_resolved(0, PERFORMED, city=city, tile=tile, favour=crown)
        moment.when(0, perform(city=city, bonus=" ".join(hand))).then_resolved(
            0,
            PERFORMED,
            city=city,
            tile=tile,
            favour=crown,
            bonus=True,
            bonus_paid=tuple(hand),
            bonus_points=len(home) + 1,
        )


# G3: what is owned


@pytest.mark.parametrize(
    ("place", "books"),
    [
        (activates("P006", row="P022"), 2),  # in the row
        (activates("P039", row="P022"), 3),  # the activated card itself
        (activates("P006", row="P022", hand="P045 P007"), 2),  # not in hand
    ],
)
def test_symbols_in_the_action_row_are_owned_and_those_in_hand_are_not(place: Place, books: int) -> None:
    """G3: the symbols of the seat's action row count, activated or not; those in hand do not."""
    given(resolving(place)).when(0, perform()).then_resolved(0, PERFORMED, points=2 * books)


def test_cards_in_the_activation_row_are_not_owned() -> None:
    """G3: a card below another one counts for nothing."""
    state = resolving(activates("P006", row="P022"))
    below = state.seats[0].activation[-1]
    assert below is not None
    assert FACTS.cards[below].colour == "green"
    assert any(FACTS.cards[below].symbols)
    given(state).when(0, perform()).then_resolved(0, PERFORMED, points=4)


def test_jokers_do_not_count_as_goods() -> None:
    """G3, Q18: three joker tiles do not replace the fourth good of a set."""
    place = activates("P082", residences=tiles(iron=1, food=1, caviar=1), jokers=3)
    given(resolving(place, activates("P003", matches=False), activates("P004", matches=False))).when(
        0, perform()
    ).then_rejected("impossible", "Q9")


def test_things_that_must_be_owned_are_not_spent() -> None:
    """G4: after an action with a bonus for goods, all tiles and cards are still there."""
    state = resolving(activates("P021", residences=tiles(iron=2, caviar=1)))
    given(state).when(0, perform()).then_seat(
        0, tiles=state.seats[0].tiles, action_row=state.seats[0].action_row, residences=state.seats[0].residences
    )


def test_cards_that_are_paid_go_to_the_discard_pile() -> None:
    """G4, Q22: costs leave the hand for the open discard pile."""
    moment = given(resolving(activates("P008", hand="P101 P102"))).when(0, perform("P102", bonus="P101"))
    assert moment.state.discard == ("P102", "P101")
