"""The final scoring and the ranking (rule book, F)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from chronik.domain.engine.game import Outcome
from chronik.domain.engine.game import places_of as places
from chronik.domain.katharina.commands import DECLINE, PASS
from chronik.domain.katharina.events import Finished, HandsScored, NetworksScored, OrdersScored
from chronik.domain.katharina.rules.final import count_matched
from chronik.domain.katharina.rules.residences import largest_group
from tests.katharina.table import FACTS, Moment, Place, cities_of, ending, given, owns, seat
from tests.support.cases import for_each


def finished(*places: Place) -> Moment:
    """Plays the end of a match: the last interim scoring, in which seat 0 passes, and the final scoring."""
    return given(ending(*places, decade=3)).when(0, DECLINE).when(0, PASS)


def order_of(*goods: int) -> str:
    """Returns the order that shows these goods."""
    return next(order.id for order in FACTS.orders.values() if order.goods == goods)


# F1, F2


def test_each_hand_card_at_the_end_is_worth_a_point() -> None:
    """F1: a point for each card left in hand."""
    # Seat 0 declines but is at its limit of three; seat 1 draws one card because its colours differ.
    finished(owns(books=1, hand="P100 P101 P102"), owns(hand="P068")).then(..., HandsScored((3, 2)), ...)


@for_each(
    ("tiles", "jokers", "count", "points"),
    [
        ((2, 2, 2, 1), 0, 7, 12),
        ((3, 3, 3, 2), 0, 7, 12),  # more than shown is worth nothing
        ((2, 2, 2, 0), 0, 6, 8),
        ((2, 2, 1, 0), 0, 5, 5),
        ((2, 2, 0, 0), 0, 4, 0),
        ((0, 0, 0, 0), 0, 0, 0),
        ((3, 0, 0, 3), 0, 3, 0),
        ((2, 2, 0, 0), 1, 5, 5),
        ((2, 1, 1, 0), 3, 7, 12),
        ((2, 2, 2, 1), 3, 7, 12),  # more jokers than needed
        ((2, 2, 2, 0), 2, 7, 12),
        ((0, 0, 0, 0), 6, 6, 8),
    ],
)
def test_goods_tiles_and_jokers_fill_an_order(tiles: tuple[int, ...], jokers: int, count: int, points: int) -> None:
    """F2, Q18: tiles count up to what the order shows, a joker tile replaces a missing one, seven at most; five, six
    or seven pay 5, 8 or 12."""
    residences = " ".join(
        city for good, number in zip(FACTS.goods, tiles, strict=True) for city in cities_of(good)[:number]
    )
    rich = owns(books=1, order=order_of(2, 2, 2, 1), residences=residences, jokers=jokers)
    moment = finished(rich, owns(order=order_of(3, 2, 1, 1)), owns(order="O8"))
    moment.then(..., OrdersScored((count, 0, 0), (points, 0, 0)), ...)


def test_symbols_on_cards_do_not_fill_an_order() -> None:
    """F2, Q21: only tiles count; three iron in the row do not deliver three iron."""
    ann = replace(owns(books=2).seat, order=order_of(3, 2, 1, 1))
    assert count_matched(FACTS, replace(ann, action_row=("P079", "P089", "P088"))) == 0
    assert count_matched(FACTS, replace(ann, action_row=("P079",), tiles=(1, 0, 0, 0))) == 1


@for_each("order", FACTS.orders)
def test_each_order_shows_seven_goods_that_tiles_alone_can_fill(order: str) -> None:
    """F2: each good has three cities, so any order can be filled by tiles alone."""
    full = seat(order=order, residences=" ".join(city for good in FACTS.goods for city in cities_of(good)))
    assert (sum(FACTS.orders[order].goods), count_matched(FACTS, full)) == (7, 7)


# F3

LINKED = "kiev kharkov moscow kazan orenburg tomsk irkutsk"


def test_the_network_in_the_rule_books_example_scores_21_points() -> None:
    """F3: eight residences, one of them apart; with a multiplier of three, 7 × 3 = 21."""
    renate = owns(books=1, favour=6, residences=f"{LINKED} riga")
    assert FACTS.track[6].multiplier == 3
    finished(renate, owns()).then(..., NetworksScored((7, 0), (21, 0)), ...)


@for_each(
    ("residences", "size"),
    [
        ("", 0),
        ("riga", 1),
        ("riga kiev", 1),
        ("riga reval", 2),
        ("riga smolensk kiev", 3),  # a chain through an own city
        ("riga kiev novgorod moscow", 2),  # not through a city without a residence of the seat
        ("riga reval tobolsk tomsk irkutsk", 3),  # the largest of two
        (" ".join(FACTS.cities), 18),
    ],
)
def test_a_group_is_joined_by_roads_between_cities_of_the_seat(residences: str, size: int) -> None:
    """F3, C9: chains may have any length, but follow roads and go only through cities of the seat."""
    assert largest_group(FACTS, seat(residences=residences)) == size


@for_each("city", FACTS.cities)
def test_a_road_joins_its_cities_in_both_directions(city: str) -> None:
    """F3: whichever of them was built first."""
    for other in FACTS.cities:
        joined = largest_group(FACTS, seat(residences=f"{city} {other}")) if other != city else 0
        assert (joined == 2) == (other in FACTS.roads[city]) == (city in FACTS.roads[other])


def test_residences_of_other_players_do_not_join_a_network() -> None:
    """F3: a chain goes only through the seat's own residences."""
    finished(owns(books=1, residences="riga kiev"), owns(residences="smolensk")).then(
        ..., NetworksScored((1, 1), (1, 1)), ...
    )


# F4


@for_each(
    ("points", "ranks"),
    [
        ((50, 40), (1, 2)),
        ((40, 50), (2, 1)),
        ((50, 50), (1, 1)),
        ((50, 40, 50), (1, 3, 1)),
        ((30, 50, 40, 40), (4, 1, 2, 2)),
        ((0, 0, 0, 0), (1, 1, 1, 1)),
    ],
)
def test_tied_seats_share_the_better_place_and_the_next_place_is_skipped(
    points: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """F4, Q16, Q36: the most points win, and a tie for the first place is a shared win."""
    assert places(points) == ranks
    assert Outcome(points, ranks).winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def test_the_final_scoring_ends_the_match_with_points_and_places() -> None:
    """F1, F2, F3, F4, Q16: hands, orders, networks, ranking; a tie is a shared win, and no seat is asked any more."""
    moment = finished(owns(books=1, points=10, hand="P100 P101 P102"), owns(points=16))
    # 10 + 1 lost card + 2 cannons + 3 cards = 16; 16 + 2 cannons + 1 card drawn = 19.
    assert [type(event) for event in moment.events[-4:]] == [HandsScored, OrdersScored, NetworksScored, Finished]
    moment.then(..., Finished((16, 19), (2, 1)))
    assert moment.state.outcome == Outcome((16, 19), (2, 1))
    assert moment.state.prompts == ()
    moment.when(0, PASS).then_rejected("not-asked")
    tied = finished(owns(books=1, points=13, hand="P100 P101 P102"), owns(points=16))
    tied.then(..., Finished((19, 19), (1, 1)))
    assert tied.state.outcome is not None
    assert tied.state.outcome.winners == (0, 1)


def test_points_can_exceed_50_and_100() -> None:
    """G5: points are plain integers, so nothing special happens there."""
    finished(owns(books=1, points=97, hand="P100 P101 P102"), owns(points=149)).then(..., Finished((103, 152), (2, 1)))


def test_points_are_never_negative() -> None:
    """G5, V1: no event takes points away."""
    for cards, jokers in product(("", "P100 P101 P102"), (0, 1)):
        moment = finished(owns(books=1, hand=cards, jokers=jokers), owns(), owns())
        for event in moment.events:
            assert all(points >= 0 for points in getattr(event, "points", None) or ())
