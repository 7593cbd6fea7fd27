"""The oracle against the rule book: its worked examples, its refusals, and the invariants of a match."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.katharina.oracle import (
    ACTION_COST,
    BONUS_COST,
    Answer,
    Illegal,
    Oracle,
    book_groups,
    largest_group,
    load,
    neighbour_pairs,
    random_match,
    random_oracle,
    random_step,
)
from tests.support.cases import for_each

DATA = Path(__file__).parents[2] / "domain" / "katharina" / "facts"
MATCHES = 150 if os.environ.get("CHRONIK_LONG") else 36  # per number of seats
ROW = ["P003", "P037", "P072"]  # green, red, blue; 4 cannons, 1 caviar, 1 food


def two_seats(hand: list[str], row: list[str] = ROW) -> Oracle:
    """Returns two seats in phase B; seat 0 has this row and these five hand cards."""
    rest = [card for card in sorted(load(DATA).cards) if card not in [*row, *hand]]
    blue = rest.pop()
    hands = [[*row, *hand[:3]], [*rest[:5], blue]]
    oracle = Oracle(DATA, ["O1", "O5"], hands, [*hand[3:], *rest[5:]])
    oracle.choose_displays([row, rest[:3]])
    assert oracle.seats[0].hand == hand
    return oracle


def reveal(oracle: Oracle, action_card: str, activation_card: str) -> None:
    """Lets seat 0 activate the card while seat 1 plays two different colours."""
    cards = oracle.data.cards
    hand = oracle.seats[1].hand
    other = next([a, b] for a in hand for b in hand if cards[a].colour != cards[b].colour)
    oracle.play([(action_card, activation_card, 3), (other[0], other[1], 3)])
    assert oracle.asked == [0]


def at_step(step: str, decade: int, round_: int, seats: int = 4) -> Oracle:
    """Returns a random match stopped at a step."""
    rng = Random(f"{step}{decade}{seats}")
    oracle = random_oracle(DATA, seats, rng)
    while (oracle.step, oracle.decade, oracle.round) != (step, decade, round_):
        random_step(oracle, rng)
    return oracle


def interim_with_books(books: list[int]) -> Oracle:
    """Returns the first interim scoring, with rows that show these numbers of books."""
    oracle = at_step("resolve", 1, 4, len(books))
    rows = {0: [], 1: ["P010"], 2: ["P008"], 4: ["P008", "P045"]}
    for player, count in zip(oracle.seats, books, strict=True):
        row = [*rows[count], *["P003"] * 7]
        player.action_row = row[:7]
    oracle.resolve({seat: Answer(False) for seat in oracle.asked})
    return oracle


# The worked examples


def test_a_market_draws_one_card_for_each_good_of_its_two_kinds() -> None:
    oracle = two_seats(["P001", "P002", "P005", "P006", "P009"])
    player = oracle.seats[0]
    player.tiles = {"iron": 2, "food": 1}  # with P001 and P072: 3 iron, 2 food
    player.favour = 10
    reveal(oracle, "P001", "P002")
    oracle.resolve({0: Answer(True)})
    assert player.breakdown["lost_card"] == 0
    assert len(player.hand) == 3 + 5 + 2  # five by A1, two by the next phase A


def test_for_the_oracle_each_card_that_the_hand_limit_blocks_is_worth_a_point() -> None:
    oracle = two_seats(["P009", "P010", "P005", "P006", "P013"])
    player = oracle.seats[0]
    player.favour = 6
    player.hand.append(oracle.stock.pop())
    player.action_row[1:] = ["P045", "P007"]  # 3 books
    reveal(oracle, "P009", "P010")
    assert (oracle.data.hand_limit[player.favour], len(player.hand)) == (6, 4)
    oracle.resolve({0: Answer(True)})
    assert len(player.hand) == 6 + 2  # the next phase A is not limited
    assert (player.points, dict(player.breakdown)) == (1, {"lost_card": 1})


def test_seats_with_the_most_books_build_and_those_in_the_middle_take_jokers() -> None:
    oracle = interim_with_books([4, 2, 2, 1])
    assert oracle.leaders == [0]
    oracle.build({0: None})
    assert [player.jokers for player in oracle.seats] == [0, 1, 1, 0]
    assert oracle.jokers_left == 4


def test_no_seat_takes_a_joker_if_all_others_share_the_last_place() -> None:
    oracle = interim_with_books([4, 2, 2, 2])
    assert oracle.leaders == [0]
    oracle.build({0: None})
    assert [player.jokers for player in oracle.seats] == [0, 0, 0, 0]


def test_all_seats_may_build_if_they_have_the_same_number_of_books() -> None:
    oracle = interim_with_books([1, 1, 1])
    assert oracle.leaders == [0, 1, 2]


def test_the_largest_group_of_residences_is_scored() -> None:
    oracle = at_step("build", 3, 4)
    player = oracle.seats[1]
    linked = ["kiev", "kharkov", "moscow", "kazan", "orenburg", "tomsk", "irkutsk"]
    player.residences, player.favour = [*linked, "riga"], 6
    oracle.build(dict.fromkeys(oracle.leaders))
    assert oracle.breakdown[1]["network"] == 21


# Single rules


@for_each(
    ("books", "first", "middle"),
    [
        ([4, 2, 2, 1], [0], [1, 2]),
        ([4, 2, 2, 2], [0], []),
        ([0, 0, 0], [0, 1, 2], []),
        ([3, 1, 2], [0], [2]),
        ([1, 5], [1], []),
        ([2, 2], [0, 1], []),
        ([3, 3, 1, 1], [0, 1], []),
        ([3, 3, 2, 1], [0, 1], [2]),
    ],
)
def test_the_oracle_finds_seats_with_the_most_and_with_a_middle_number_of_books(
    books: list[int], first: list[int], middle: list[int]
) -> None:
    assert book_groups(books) == (first, middle)


def test_neighbours_are_adjacent_seats() -> None:
    assert neighbour_pairs(2) == [(0, 1)]
    assert neighbour_pairs(3) == [(0, 1), (1, 2), (2, 0)]
    assert neighbour_pairs(4) == [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_groups_are_joined_only_through_cities_of_the_seat() -> None:
    roads = load(DATA).roads
    assert largest_group([], roads) == 0
    assert largest_group(["riga", "smolensk", "kiev"], roads) == 3
    assert largest_group(["riga", "kiev"], roads) == 1


def test_the_oracles_costs_agree_with_the_data() -> None:
    types = tomllib.loads((DATA / "project_cards.toml").read_text(encoding="utf-8"))["action_type"]
    costs = {kind["id"]: kind["cost"]["discard"] for kind in types if "cost" in kind}
    prices = {kind["id"]: kind.get("bonus_needs_fixed", {}).get("discard", 0) for kind in types}
    assert costs == ACTION_COST
    assert {name: price for name, price in prices.items() if price} == BONUS_COST


def test_the_discard_is_reshuffled_only_when_a_card_must_be_drawn() -> None:
    oracle = two_seats(["P011", "P012", "P005", "P006", "P013"])
    player = oracle.seats[0]
    player.favour = 10
    oracle.discard = oracle.stock[1:]
    oracle.stock = oracle.stock[:1]
    oracle.reshuffles = iter([sorted(oracle.discard, reverse=True)])
    last, following = oracle.stock[0], max(oracle.discard)
    reveal(oracle, "P011", "P012")
    oracle.resolve({0: Answer(True)})
    assert player.hand[3:5] == [last, following]  # Q3: in mid-draw
    assert oracle.discard == []


def test_cards_that_cannot_be_drawn_because_none_are_left_give_no_points() -> None:
    oracle = two_seats(["P011", "P012", "P005", "P006", "P013"])
    oracle.seats[0].favour = 10
    oracle.stock = oracle.stock[:1]
    reveal(oracle, "P011", "P012")
    oracle.resolve({0: Answer(True)})
    assert len(oracle.seats[0].hand) == 4  # Q4
    assert oracle.seats[0].points == 0


def test_each_step_beyond_the_top_is_worth_a_point() -> None:
    oracle = two_seats(["P007", "P008", "P005", "P006", "P013"])
    oracle.seats[0].favour = 9
    reveal(oracle, "P007", "P008")
    oracle.resolve({0: Answer(True, ["P005"], None, True, ["P006"])})
    assert oracle.seats[0].favour == 10
    assert oracle.breakdown[0]["favour_top"] == 2
    assert oracle.discard == ["P005", "P006"]


def test_a_tile_counts_for_the_bonus_as_soon_as_it_is_taken() -> None:
    oracle = two_seats(["P015", "P016", "P005", "P006", "P013"])
    oracle.seats[0].tiles = {"iron": 1}
    reveal(oracle, "P015", "P016")  # asks for two iron
    oracle.resolve({0: Answer(True, ["P005", "P006"], "novgorod")})
    assert oracle.seats[0].tiles == {"iron": 2}
    assert oracle.seats[0].favour == 1
    assert oracle.tiles_left["novgorod"] == 1


def test_a_crown_raises_the_limit_before_the_card_of_the_bonus_is_drawn() -> None:
    oracle = two_seats(["P023", "P024", "P005", "P006", "P013"])
    player = oracle.seats[0]
    player.favour, player.tiles = 1, {"iron": 1, "food": 1}
    reveal(oracle, "P023", "P024")
    oracle.resolve({0: Answer(True, city="saint_petersburg")})
    assert len(player.hand) == 3 + 1 + 2  # Q14
    assert player.points == 0


def test_the_new_residence_counts_in_the_region_of_its_card() -> None:
    oracle = two_seats(["P033", "P034", "P005", "P006", "P013"])
    oracle.seats[0].residences = ["reval", "moscow"]
    reveal(oracle, "P033", "P034")
    oracle.resolve({0: Answer(True, [], "riga", True, ["P005", "P013"])})
    assert oracle.breakdown[0] == {"bonus": 2}  # A14, Q25


def test_performing_with_an_empty_supply_draws_a_card_and_ignores_the_rest() -> None:
    oracle = two_seats(["P015", "P016", "P005", "P006", "P013"])
    player = oracle.seats[0]
    player.residences = list(oracle.data.city_colour)[:12]
    player.favour = 2
    reveal(oracle, "P015", "P016")
    oracle.resolve({0: Answer(True, ["P099"], "nowhere", True, ["P005"] * 3)})  # Q30
    assert player.hand[:3] == ["P005", "P006", "P013"]
    assert len(player.hand) == 3 + 1 + 2
    assert oracle.discard == []
    assert oracle.performed["region_residence"] == 0


def test_a_leader_with_an_empty_supply_draws_a_card_without_a_question() -> None:
    oracle = at_step("resolve", 3, 4, 2)
    for player in oracle.seats:
        player.action_row = ["P008"] * 7
        player.residences = list(oracle.data.city_colour)[:12]
    oracle.resolve({seat: Answer(False) for seat in oracle.asked})
    assert oracle.leaders == []
    sizes = [len(player.hand) + player.breakdown["lost_card"] for player in oracle.seats]
    oracle.build({})
    assert [len(player.hand) + player.breakdown["lost_card"] for player in oracle.seats] == [n + 1 for n in sizes]


def test_jokers_replace_missing_goods_of_an_order() -> None:
    oracle = at_step("build", 3, 4)
    for player, tiles in zip(oracle.seats, (1, 2, 3, 0), strict=True):
        player.tiles = dict.fromkeys(oracle.data.goods, min(tiles, 1))
        player.jokers = tiles
        player.residences = []
    oracle.build(dict.fromkeys(oracle.leaders))
    # Four tiles matched and 1, 2, 3 jokers; the middle group of this interim scoring may have won one more.
    expected = [{5: 5, 6: 8, 7: 12, 8: 12}.get(4 + player.jokers, 0) for player in oracle.seats[:3]]
    assert [points["order"] for points in oracle.breakdown] == [*expected, 0]


def test_equal_points_share_the_better_place() -> None:
    oracle = at_step("build", 3, 4, 3)
    for player, points in zip(oracle.seats, (500, 300, 500), strict=True):
        player.hand, player.residences, player.tiles, player.favour = [], [], {}, 0
        player.points = points
    oracle.build(dict.fromkeys(oracle.leaders))
    assert (oracle.winners, oracle.ranking) == ([0, 2], [1, 3, 1])  # Q36


ROW_OF_ALL = ["P007", "P045", "P071"]  # 1 food, 1 fur, 1 iron; 3 books, 2 cannons


@for_each(
    ("hand", "answer", "breakdown", "favour"),
    [
        # A2: three cards of one colour, then of two colours
        (["P003", "P004", "P005", "P006", "P009"], Answer(True, ["P005", "P006", "P009"]), {"action": 10}, 1),
        (["P003", "P004", "P005", "P006", "P037"], Answer(True, ["P005", "P006", "P037"]), {"action": 10}, 0),
        # A3, without and with its bonus
        (["P005", "P004", "P003", "P006", "P009"], Answer(True), {"action": 6}, 0),
        (["P005", "P004", "P003", "P006", "P009"], Answer(True, [], None, True, ["P003"]), {"action": 6}, 1),
        # A4
        (["P008", "P004", "P003", "P006", "P009"], Answer(True, ["P003"]), {}, 2),
        (["P008", "P004", "P003", "P006", "P009"], Answer(True, ["P003"], None, True, ["P006"]), {}, 3),
        # A5 with three cannons: the limit at the bottom is 3, so all three cards are lost
        (["P009", "P004", "P003", "P006", "P013"], Answer(True), {"lost_card": 3}, 1),
        # A6 with three books
        (["P012", "P004", "P003", "P006", "P009"], Answer(True), {"lost_card": 2}, 2),
        # A7: one of each with the caviar tile, the card shows fur and a book
        (["P013", "P004", "P003", "P006", "P009"], Answer(True), {"action": 4}, 0),
        (["P013", "P004", "P003", "P006", "P009"], Answer(True, [], None, True, ["P003"]), {"action": 4}, 1),
        # A8 for iron twice, not reached and reached
        (["P015", "P004", "P003", "P006", "P009"], Answer(True, ["P003", "P006"], "pskov"), {}, 0),
        (["P015", "P004", "P003", "P006", "P009"], Answer(True, ["P003", "P006"], "novgorod"), {}, 1),
        # A9
        (["P019", "P004", "P003", "P006", "P009"], Answer(True), {"action": 3}, 0),
        (
            ["P019", "P004", "P003", "P006", "P009"],
            Answer(True, [], None, True, ["P003"]),
            {"action": 3, "bonus": 4},
            0,
        ),
        # A10 for iron and caviar
        (["P021", "P004", "P003", "P006", "P009"], Answer(True), {"action": 3}, 1),
        # A11 for two books: the card drawn is lost
        (["P025", "P004", "P003", "P006", "P009"], Answer(True, city="pskov"), {"lost_card": 1}, 0),
        # A12 for food and fur
        (["P027", "P004", "P003", "P006", "P009"], Answer(True, city="pskov"), {"bonus": 2}, 0),
        # A13 for goods, for books and for a card; a crown on the way
        (["P029", "P004", "P003", "P006", "P009"], Answer(True, city="saint_petersburg"), {}, 2),
        (["P031", "P004", "P003", "P006", "P009"], Answer(True, city="reval"), {}, 1),
        (["P032", "P004", "P003", "P006", "P009"], Answer(True, city="riga"), {}, 0),
        (["P032", "P004", "P003", "P006", "P009"], Answer(True, [], "riga", True, ["P009"]), {}, 1),
        # A14
        (["P033", "P004", "P003", "P006", "P009"], Answer(True, city="pskov"), {}, 0),
        # Declined: the card drawn is lost
        (["P019", "P004", "P003", "P006", "P009"], Answer(False), {"lost_card": 1}, 0),
    ],
)
def test_each_action_has_the_effects_of_the_rule_book(
    hand: list[str], answer: Answer, breakdown: dict[str, int], favour: int
) -> None:
    oracle = two_seats(hand, ROW_OF_ALL)
    player = oracle.seats[0]
    player.tiles = {"caviar": 1}
    reveal(oracle, hand[0], hand[1])
    oracle.resolve({0: answer})
    assert {reason: points for reason, points in player.breakdown.items() if points} == breakdown
    assert player.favour == favour


def test_residences_and_favour_pay_at_each_interim_scoring() -> None:
    oracle = at_step("build", 1, 4, 2)
    player = oracle.seats[0]
    player.residences, player.favour, player.breakdown = ["pskov", "tomsk", "riga"], 6, Counter()
    oracle.build(dict.fromkeys(oracle.leaders))
    assert player.breakdown["residences"] == 3 + 2  # I3, C8
    assert player.breakdown["track"] == 4  # I4
    assert (len(player.action_row), player.activation) == (3, [None] * 3)  # I5
    assert (oracle.decade, oracle.round, oracle.step) == (2, 1, "play")


# Refusals


def test_invalid_displays_and_plays_are_refused() -> None:
    oracle = random_oracle(DATA, 2, Random(1))
    hand = list(oracle.seats[0].hand)
    assert oracle.would_accept(0, hand[:3])
    for choice in (hand[:2], hand[:4], [hand[0]] * 3, [*hand[:2], oracle.stock[0]]):
        assert not oracle.would_accept(0, choice)
    assert not oracle.would_accept(0, (hand[0], hand[1], 0))
    oracle.choose_displays([hand[:3], oracle.seats[1].hand[:3]])
    upper, lower = oracle.seats[0].hand[:2]
    assert all(oracle.would_accept(0, (upper, lower, slot)) for slot in range(4))
    refused = [(upper, upper, 0), (upper, lower, 4), (upper, lower, -1), (upper, hand[0], 0), (hand[0], lower, 0)]
    assert not any(oracle.would_accept(0, play) for play in refused)
    theirs, below = oracle.seats[1].hand[:2]
    oracle.play([(upper, lower, 0), (theirs, below, 0)])
    oracle.resolve({seat: Answer(False) for seat in oracle.asked})
    upper, lower = oracle.seats[0].hand[:2]
    assert not oracle.would_accept(0, (upper, lower, 0))  # the slot is taken
    assert oracle.would_accept(0, (upper, lower, 4))


def test_invalid_answers_are_refused() -> None:
    oracle = two_seats(["P015", "P016", "P005", "P006", "P013"])
    oracle.seats[0].residences = ["riga"]
    reveal(oracle, "P015", "P016")
    paid = ["P005", "P006"]
    assert oracle.would_accept(0, Answer(True, paid, "pskov"))
    assert oracle.would_accept(0, Answer(True, paid, "pskov", True))  # Q34: the bonus is automatic
    refused = [
        Answer(True, paid, None),
        Answer(True, paid, "riga"),
        Answer(True, paid, "moscow"),
        Answer(True, ["P005"], "pskov"),
        Answer(True, ["P005", "P005"], "pskov"),
        Answer(True, ["P005", "P016"], "pskov"),
        Answer(True, ["P005", "P006", "P013"], "pskov"),
        Answer(True, paid, "pskov", True, ["P013"]),
        Answer(False, ["P005"]),
        None,
    ]
    assert not any(oracle.would_accept(0, answer) for answer in refused)
    assert not oracle.would_accept(1, Answer(False))  # Q31
    with pytest.raises(Illegal):
        oracle.resolve({})


def test_invalid_payments_of_chosen_bonuses_are_refused() -> None:
    oracle = two_seats(["P019", "P020", "P005", "P006", "P013"])
    reveal(oracle, "P019", "P020")
    assert oracle.would_accept(0, Answer(True))
    assert oracle.would_accept(0, Answer(True, bonus=True, bonus_discards=["P005"]))
    assert not oracle.would_accept(0, Answer(True, bonus=True))
    assert not oracle.would_accept(0, Answer(True, bonus_discards=["P005"]))
    assert not oracle.would_accept(0, Answer(True, ["P005"]))
    assert not oracle.would_accept(0, Answer(True, bonus=True, bonus_discards=["P005", "P006"]))
    assert not oracle.would_accept(0, Answer(True, city="riga"))


def test_a_player_cannot_ask_for_a_bonus_at_a_market() -> None:
    oracle = two_seats(["P001", "P002", "P005", "P006", "P009"])
    reveal(oracle, "P001", "P002")
    assert oracle.legal(0) == [Answer(False), Answer(True)]
    assert not oracle.would_accept(0, Answer(True, bonus=True))


def test_the_oracle_refuses_an_action_that_cannot_be_performed_even_once() -> None:
    oracle = two_seats(["P005", "P006", "P009", "P013", "P014"])  # no book in the row
    reveal(oracle, "P005", "P006")
    assert oracle.legal(0) == [Answer(False)]  # Q9


def test_a_refused_step_changes_nothing() -> None:
    oracle = two_seats(["P019", "P020", "P005", "P006", "P013"])
    reveal(oracle, "P019", "P020")
    before = repr((oracle.seats, oracle.stock, oracle.discard))
    with pytest.raises(Illegal):
        oracle.resolve({0: Answer(True, ["P005"])})
    assert repr((oracle.seats, oracle.stock, oracle.discard)) == before


# Whole matches


def assert_nothing_lost(oracle: Oracle) -> None:
    cards = [*oracle.stock, *oracle.discard]
    for seat, player in enumerate(oracle.seats):
        assert len(player.activation) == len(player.action_row)
        cards += [*player.hand, *player.action_row, *(card for card in player.activation if card is not None)]
        assert player.points == sum(oracle.breakdown[seat].values())
        assert len(set(player.residences)) == len(player.residences) <= 12
        features = Counter(oracle.data.city_feature[city] for city in player.residences)
        assert {good: n for good, n in features.items() if good in oracle.data.goods} == player.tiles
        if oracle.step == "play":
            assert len(player.hand) >= 2  # Q20
    assert sorted(cards) == sorted(oracle.data.cards)
    for city, left in oracle.tiles_left.items():
        assert left == oracle.n - sum(city in player.residences for player in oracle.seats)
    assert oracle.jokers_left + sum(player.jokers for player in oracle.seats) == (6 if oracle.n > 2 else 0)


def test_random_matches_lose_nothing_and_contain_every_action_and_bonus() -> None:
    performed: Counter[str] = Counter()
    bonuses: Counter[tuple[str, str]] = Counter()
    for seats in (2, 3, 4):
        for seed in range(MATCHES):
            rng = Random(f"{seats}-{seed}")
            oracle = random_oracle(DATA, seats, rng)
            decades = 0
            while not oracle.finished:
                interim = oracle.step == "build"
                random_step(oracle, rng)
                assert_nothing_lost(oracle)
                decades += interim
                handed_out = sum(points.get("cannons", 0) for points in oracle.breakdown)
                assert handed_out == 4 * len(neighbour_pairs(seats)) * (decades + (oracle.step == "build"))  # I1
            assert decades == 3
            assert [place == 1 for place in oracle.ranking] == [seat in oracle.winners for seat in range(seats)]
            performed += oracle.performed
            bonuses += oracle.bonuses
    cards = load(DATA).cards.values()
    assert set(performed) == {card.action for card in cards}
    assert len(performed) == 14
    fixed = {
        ("three_cards", "colour"),
        ("book_points", "discard"),
        ("favour_for_card", "discard"),
        ("book_cards", "cannons"),
        ("draw_two", "books"),
        ("goods_sets", "discard"),
        ("three_points_card", "discard"),
        ("city_residence_region_points", "discard"),
    }
    from_card = {
        (card.action, "goods" if card.needs_goods else "books" if card.needs_books else "discard")
        for card in cards
        if card.needs_goods or card.needs_books or card.needs_discard
    }
    assert set(bonuses) == fixed | from_card


def test_a_random_match_is_repeatable() -> None:
    totals = []
    for _ in range(2):
        rng = Random(7)
        oracle = random_oracle(DATA, 3, rng)
        random_match(oracle, rng)
        totals.append((oracle.breakdown, oracle.ranking, oracle.stock))
    assert totals[0] == totals[1]
