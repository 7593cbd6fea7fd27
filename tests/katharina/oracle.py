"""A second, independent Katharina, against which the real one is checked: mutable, slow, from the rule book alone.

It shares nothing with the real one. Rule numbers in comments are those of the rule book.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

DECADES = 3  # G1
ROUNDS = 4  # G1
RESIDENCES = 12  # S3
JOKERS = 6  # S2, P2

# A1-A14: hand cards paid for the action, hand cards paid for a chosen bonus (Q12).
ACTION_COST = {"three_cards": 3, "favour_for_card": 1, "region_residence": 2}
BONUS_COST = {
    "book_points": 1,
    "favour_for_card": 1,
    "goods_sets": 1,
    "three_points_card": 1,
    "city_residence_region_points": 2,
}
CITY_ACTIONS = (
    "city_residence_card",
    "city_residence_points",
    "city_residence_favour",
    "city_residence_region_points",
)
BUILDING_ACTIONS = ("region_residence", *CITY_ACTIONS)


class Illegal(Exception):
    """A choice that the rules refuse, with the number of that rule."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


@dataclass
class Card:
    """A project card as it is in the data."""

    id: str
    colour: str
    action: str
    symbols: dict[str, int]
    cities: list[str]
    market_goods: list[str]
    needs_goods: dict[str, int]
    needs_books: int
    needs_discard: int


@dataclass
class Data:
    """The four data files, read once."""

    goods: list[str]
    city_colour: dict[str, str]
    city_feature: dict[str, str]
    roads: list[set[str]]
    hand_limit: list[int]
    income: list[int]
    multiplier: list[int]
    points_per_lost_step: int
    orders: dict[str, dict[str, int]]
    payouts: dict[int, int]
    cards: dict[str, Card]


@dataclass
class Answer:
    """The answer of an asked seat in phase D."""

    perform: bool
    discards: list[str] = field(default_factory=list)
    city: str | None = None
    bonus: bool = False
    bonus_discards: list[str] = field(default_factory=list)


@dataclass
class Seat:
    """Everything that one player has on the table or in hand."""

    order: str
    hand: list[str]
    action_row: list[str] = field(default_factory=list)
    activation: list[str | None] = field(default_factory=list)
    points: int = 0
    favour: int = 0
    residences: list[str] = field(default_factory=list)
    tiles: dict[str, int] = field(default_factory=dict)
    jokers: int = 0
    breakdown: Counter[str] = field(default_factory=Counter)
    slot: int = 0  # where this round's activation card went

    @property
    def supply(self) -> int:
        return RESIDENCES - len(self.residences)


Play = tuple[str, str, int]
Command = list[str] | Play | Answer | str | None


@cache
def load(directory: Path) -> Data:
    """Returns the data files as plain Python."""
    board, track, orders, project = (
        tomllib.loads((directory / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("board", "favour_track", "orders", "project_cards")
    )
    cards = {}
    for entry in project["card"]:
        needs = entry.get("bonus_needs", {})
        cards[entry["id"]] = Card(
            id=entry["id"],
            colour=entry["colour"],
            action=entry["action"],
            symbols=entry.get("symbols", {}),
            cities=entry.get("cities", []),
            market_goods=entry.get("market_goods", []),
            needs_goods=needs.get("goods", {}),
            needs_books=needs.get("books", 0),
            needs_discard=needs.get("discard", 0),
        )
    steps = sorted(track["step"], key=lambda step: step["index"])
    data = Data(
        goods=board["goods"],
        city_colour={city["id"]: city["colour"] for city in board["city"]},
        city_feature={city["id"]: city["feature"] for city in board["city"]},
        roads=[set(road["between"]) for road in board["road"]],
        hand_limit=[step["hand_limit"] for step in steps],
        income=[step["income"] for step in steps],
        multiplier=[step["multiplier"] for step in steps],
        points_per_lost_step=track["points_per_lost_step"],
        orders={order["id"]: order["goods"] for order in orders["order"]},
        payouts={payout["matched"]: payout["points"] for payout in orders["payout"]},
        cards=cards,
    )
    assert 4 * (11 + max(data.hand_limit)) <= len(cards), "P4"
    return data


def neighbour_pairs(seats: int) -> list[tuple[int, int]]:
    """Returns the pairs of seats whose cannons are compared (I1, Q6)."""
    if seats == 2:
        return [(0, 1)]
    return [(seat, (seat + 1) % seats) for seat in range(seats)]


def book_groups(books: list[int]) -> tuple[list[int], list[int]]:
    """Returns the seats with the most books, and the seats with neither the most nor the fewest (I2, Q27)."""
    most, fewest = max(books), min(books)
    first = [seat for seat, count in enumerate(books) if count == most]
    middle = [seat for seat, count in enumerate(books) if fewest < count < most]
    return first, middle


def largest_group(residences: list[str], roads: list[set[str]]) -> int:
    """Returns the size of the largest set of a seat's cities that roads join through these cities only (F3, C9)."""
    largest = 0
    unseen = set(residences)
    while unseen:
        group = {unseen.pop()}
        grown = True
        while grown:
            reached = {city for road in roads if road & group for city in road if city in unseen}
            grown = bool(reached)
            group |= reached
            unseen -= reached
        largest = max(largest, len(group))
    return largest


class Oracle:
    """One match of Katharina; each step takes the choices of all seats at once."""

    def __init__(
        self,
        data_directory: Path,
        orders: list[str],
        hands: list[list[str]],
        stock: list[str],
        reshuffles: Iterable[list[str]] = (),
    ) -> None:
        self.data = load(data_directory)
        self.n = len(orders)
        assert 2 <= self.n <= 4, "G1"
        assert len(hands) == self.n
        assert len(set(orders)) == self.n
        assert set(orders) <= set(self.data.orders), "S4"
        assert all(len(hand) == 6 for hand in hands), "S5"
        dealt = [card for hand in hands for card in hand]
        assert sorted(dealt + stock) == sorted(self.data.cards), "S5"
        self.seats = [Seat(order=order, hand=list(hand)) for order, hand in zip(orders, hands, strict=True)]
        self.stock = list(stock)
        self.discard: list[str] = []
        self.reshuffles: Iterator[list[str]] = iter(reshuffles)
        self.tiles_left = {  # S1
            city: self.n for city, feature in self.data.city_feature.items() if feature in self.data.goods
        }
        self.jokers_left = JOKERS if self.n > 2 else 0  # S2, Q17
        self.decade = 1
        self.round = 1
        self.step = "displays"
        self.asked: list[int] = []
        self.leaders: list[int] = []
        self.finished = False
        self.winners: list[int] = []
        self.ranking: list[int] = []  # the place of each seat
        self.performed: Counter[str] = Counter()
        self.bonuses: Counter[tuple[str, str]] = Counter()

    @property
    def breakdown(self) -> list[dict[str, int]]:
        """The points of each seat by reason."""
        return [dict(player.breakdown) for player in self.seats]

    # The four steps

    def choose_displays(self, choices: list[list[str]]) -> None:
        """S6, then phase A of the first round."""
        self._expect("displays", len(choices))
        for seat, choice in enumerate(choices):
            self._check_display(seat, choice)
        for player, choice in zip(self.seats, choices, strict=True):
            for card in choice:
                player.hand.remove(card)
                player.action_row.append(card)  # Q28
                player.activation.append(None)  # S7
        self._begin_round()

    def play(self, plays: list[Play]) -> None:
        """Phases B and C."""
        self._expect("play", len(plays))
        for seat, play in enumerate(plays):
            self._check_play(seat, play)
        for player, (action_card, activation_card, slot) in zip(self.seats, plays, strict=True):
            player.hand.remove(action_card)
            player.hand.remove(activation_card)
            player.action_row.append(action_card)
            player.activation.append(None)
            player.activation[slot] = activation_card
            player.slot = slot
        self.asked = [seat for seat in range(self.n) if self._colours_match(seat)]  # Q31
        self.step = "resolve"

    def resolve(self, answers: dict[int, Answer]) -> None:
        """Phase D for all seats, phase E, and the interim scoring as far as the comparison of books."""
        self._expect("resolve")
        if set(answers) != set(self.asked):
            raise Illegal("Q31")
        for seat, answer in answers.items():
            self._check_answer(seat, answer)
        for seat in range(self.n):  # Q2
            self._resolve_seat(seat, answers.get(seat))
        self.asked = []
        if self.round < ROUNDS:  # R-E
            assert all(len(player.action_row) < 7 for player in self.seats), "R-E"
            self.round += 1
            self._begin_round()
            return
        assert all(len(player.action_row) == 7 for player in self.seats), "R-E"
        self._score_cannons()
        self._compare_books()
        self.step = "build"

    def build(self, choices: dict[int, str | None]) -> None:
        """The rest of the interim scoring, then the next decade or the end."""
        self._expect("build")
        if set(choices) != set(self.leaders):
            raise Illegal("I2")
        for seat, city in choices.items():
            self._check_build(seat, city)
        self._settle_books(choices)
        self.leaders = []
        self._score_residences()
        self._score_track()
        self._clean_up()
        if self.decade == DECADES:
            self._score_final()
            return
        for seat in range(self.n):  # I6, Q2
            self._draw(seat, 2)
        self.decade += 1
        self.round = 1
        self._begin_round()

    # What is legal

    def would_accept(self, seat: int, command: Command) -> bool:
        """Returns whether a choice is legal: a list in S6, a tuple in R-B, an Answer in R-D, a city or None in I2."""
        try:
            if isinstance(command, list):
                self._expect("displays")
                self._check_display(seat, command)
            elif isinstance(command, tuple):
                self._expect("play")
                self._check_play(seat, command)
            elif isinstance(command, Answer):
                self._expect("resolve")
                self._check_answer(seat, command)
            else:
                self._expect("build")
                self._check_build(seat, command)
        except Illegal:
            return False
        return True

    def legal(self, seat: int) -> list[Command]:
        """Returns all legal choices of a seat, without other orders of the same cards and without ignored fields."""
        player = self.seats[seat]
        if self.step == "displays":
            return [list(choice) for choice in permutations(player.hand, 3)]
        if self.step == "play":
            free = [slot for slot, card in enumerate([*player.activation, None]) if card is None]
            return [(upper, lower, slot) for upper, lower in permutations(player.hand, 2) for slot in free]
        if self.step == "resolve" and seat in self.asked:
            return [answer for answer in self._conceivable_answers(seat) if self.would_accept(seat, answer)]
        if self.step == "build" and seat in self.leaders:
            return [None, *(city for city in self.data.city_colour if city not in player.residences)]
        return []

    def _conceivable_answers(self, seat: int) -> list[Answer]:
        player, card = self.seats[seat], self._activated(seat)
        answers = [Answer(False)]
        if card.action in BUILDING_ACTIONS and player.supply == 0:
            return [*answers, Answer(True)]  # Q30
        cities: list[str | None] = [*self._sites(card)] if card.action in BUILDING_ACTIONS else [None]
        price = self._bonus_price(card)
        for paid in combinations(player.hand, ACTION_COST.get(card.action, 0)):
            rest = [held for held in player.hand if held not in paid]
            for city in cities:
                answers.append(Answer(True, list(paid), city))
                if price:
                    answers += [Answer(True, list(paid), city, True, list(more)) for more in combinations(rest, price)]
        return answers

    def _expect(self, step: str, choices: int | None = None) -> None:
        if self.step != step:
            raise Illegal("E1")
        if choices is not None and choices != self.n:
            raise Illegal("E6")

    def _check_display(self, seat: int, choice: list[str]) -> None:
        if len(choice) != 3 or not self._holds(seat, choice):
            raise Illegal("S6")

    def _check_play(self, seat: int, play: Play) -> None:
        action_card, activation_card, slot = play
        if not self._holds(seat, [action_card, activation_card]):
            raise Illegal("R-B")
        slots = [*self.seats[seat].activation, None]  # E2: the new card is the last index
        if not 0 <= slot < len(slots) or slots[slot] is not None:
            raise Illegal("R-B")

    def _check_answer(self, seat: int, answer: Answer) -> None:  # noqa: C901  the conditions of the book in their order
        if seat not in self.asked:
            raise Illegal("Q31")
        if not answer.perform:
            if answer != Answer(False):
                raise Illegal("Q34")
            return
        player, card = self.seats[seat], self._activated(seat)
        building = card.action in BUILDING_ACTIONS
        if building and player.supply == 0:
            return  # Q30: nothing else in the command is looked at
        if not self._holds(seat, answer.discards + answer.bonus_discards):
            raise Illegal("Q34")
        if len(answer.discards) != ACTION_COST.get(card.action, 0):
            raise Illegal("Q34")
        if self._uses(seat, card) == 0:
            raise Illegal("Q9")
        if building:
            if answer.city not in self._sites(card):
                raise Illegal("B2")
            if answer.city in player.residences:
                raise Illegal("B1")
        elif answer.city is not None:
            raise Illegal("Q34")
        if answer.bonus and card.action == "market":
            raise Illegal("Q34")  # A1 has no bonus to want
        price = self._bonus_price(card)
        if len(answer.bonus_discards) != (price if answer.bonus else 0):
            raise Illegal("Q34")  # an automatic bonus has price 0

    def _check_build(self, seat: int, city: str | None) -> None:
        if seat not in self.leaders:
            raise Illegal("I2")
        if city is None:
            return  # Q15
        if city not in self.data.city_colour:
            raise Illegal("B2")
        if city in self.seats[seat].residences:
            raise Illegal("B1")

    def _holds(self, seat: int, cards: list[str]) -> bool:
        return len(set(cards)) == len(cards) and set(cards) <= set(self.seats[seat].hand)

    # What things are and count

    def _activated(self, seat: int) -> Card:
        player = self.seats[seat]
        return self.data.cards[player.action_row[player.slot]]

    def _colours_match(self, seat: int) -> bool:
        player = self.seats[seat]
        below = player.activation[player.slot]
        assert below is not None
        return self.data.cards[below].colour == self._activated(seat).colour

    def _owned(self, seat: int, symbol: str) -> int:
        """Counts a symbol in the action row and on tiles, not in hand, in the activation row or on jokers (G3, Q18)."""
        player = self.seats[seat]
        on_cards = sum(self.data.cards[card].symbols.get(symbol, 0) for card in player.action_row)
        return on_cards + player.tiles.get(symbol, 0)

    def _uses(self, seat: int, card: Card) -> int:
        """Returns how often the action happens, which is always as often as possible (D6, Q10, Q11, Q33)."""
        if card.action == "market":
            return sum(self._owned(seat, good) for good in card.market_goods)
        if card.action in ("book_points", "book_cards"):
            return self._owned(seat, "book")
        if card.action == "goods_sets":
            return min(self._owned(seat, good) for good in self.data.goods)
        return 1

    def _sites(self, card: Card) -> list[str]:
        """Returns the cities in which a card may build (B2)."""
        if card.action == "region_residence":
            return [city for city, colour in self.data.city_colour.items() if colour == card.colour]
        return card.cities

    def _bonus_price(self, card: Card) -> int:
        """Returns the hand cards that a chosen bonus costs; 0 if it is automatic or there is none (Q12, C7)."""
        return BONUS_COST.get(card.action, card.needs_discard)

    # Drawing, scoring, favour, building

    def _take_card(self, seat: int) -> None:
        if not self.stock and self.discard:  # Q3
            order = list(next(self.reshuffles))
            assert sorted(order) == sorted(self.discard), "Q3"
            self.stock, self.discard = order, []
        if self.stock:  # else Q4
            self.seats[seat].hand.append(self.stock.pop(0))

    def _draw(self, seat: int, count: int) -> None:
        """Draws cards under the hand limit, as everywhere except in phase A (H2)."""
        player = self.seats[seat]
        room = max(0, self.data.hand_limit[player.favour] - len(player.hand))
        drawn = min(count, room)
        for _ in range(drawn):
            self._take_card(seat)
        self._score(seat, "lost_card", count - drawn)

    def _score(self, seat: int, reason: str, points: int) -> None:
        assert points >= 0
        self.seats[seat].points += points
        self.seats[seat].breakdown[reason] += points

    def _rise(self, seat: int, steps: int) -> None:
        """Moves a seat up the favour track (V1)."""
        player = self.seats[seat]
        for _ in range(steps):
            if player.favour < len(self.data.hand_limit) - 1:
                player.favour += 1
            else:
                self._score(seat, "favour_top", self.data.points_per_lost_step)

    def _pay(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.seats[seat].hand.remove(card)
            self.discard.append(card)

    def _place_residence(self, seat: int, city: str) -> None:
        player = self.seats[seat]
        assert player.supply > 0
        assert city not in player.residences, "B1"
        player.residences.append(city)
        feature = self.data.city_feature[city]
        if feature == "favour":
            self._rise(seat, 1)
        elif feature in self.data.goods:
            assert self.tiles_left[city] >= 1, "Q5"
            self.tiles_left[city] -= 1
            player.tiles[feature] = player.tiles.get(feature, 0) + 1

    # The round

    def _begin_round(self) -> None:
        for seat in range(self.n):  # R-A, Q2
            self._take_card(seat)
            self._take_card(seat)
        self.step = "play"

    def _resolve_seat(self, seat: int, answer: Answer | None) -> None:
        if answer is None or not answer.perform:  # D2, D3
            self._draw(seat, 1)
            return
        card = self._activated(seat)
        if card.action in BUILDING_ACTIONS and self.seats[seat].supply == 0:  # B4, Q30
            self._draw(seat, 1)
            return
        self._pay(seat, answer.discards)
        self._do_action(seat, card, answer)
        self.performed[card.action] += 1
        if self._bonus_is_due(seat, card, answer):  # D5: asked after the action
            self._pay(seat, answer.bonus_discards)
            self._do_bonus(seat, card)
            self.bonuses[card.action, self._bonus_kind(card)] += 1

    def _do_action(self, seat: int, card: Card, answer: Answer) -> None:
        uses = self._uses(seat, card)
        match card.action:
            case "market" | "book_cards":  # A1, A5
                self._draw(seat, uses)
            case "three_cards":  # A2
                self._score(seat, "action", 10)
            case "book_points":  # A3
                self._score(seat, "action", 2 * uses)
            case "favour_for_card":  # A4
                self._rise(seat, 2)
            case "draw_two":  # A6
                self._draw(seat, 2)
            case "goods_sets":  # A7
                self._score(seat, "action", 4 * uses)
            case "three_points_card" | "three_points_goods":  # A9, A10
                self._score(seat, "action", 3)
            case _:  # A8, A11-A14
                assert card.action in BUILDING_ACTIONS
                assert answer.city is not None
                self._place_residence(seat, answer.city)

    def _bonus_is_due(self, seat: int, card: Card, answer: Answer) -> bool:
        if self._bonus_price(card):
            return answer.bonus
        match card.action:
            case "market":  # A1
                return False
            case "three_cards":  # A2
                return len({self.data.cards[paid].colour for paid in answer.discards}) == 1
            case "book_cards":  # A5
                return self._owned(seat, "cannon") >= 3
            case "draw_two":  # A6
                return self._owned(seat, "book") >= 3
        assert card.needs_goods or card.needs_books
        enough_goods = all(self._owned(seat, good) >= count for good, count in card.needs_goods.items())  # Q13, C2
        return enough_goods and self._owned(seat, "book") >= card.needs_books

    def _do_bonus(self, seat: int, card: Card) -> None:
        match card.action:
            case "draw_two":  # A6
                self._rise(seat, 2)
            case "three_points_card":  # A9
                self._score(seat, "bonus", 4)
            case "city_residence_card":  # A11
                self._draw(seat, 1)
            case "city_residence_points":  # A12
                self._score(seat, "bonus", 2)
            case "city_residence_region_points":  # A14, Q25
                colours = [self.data.city_colour[city] for city in self.seats[seat].residences]
                self._score(seat, "bonus", colours.count(card.colour))
            case _:  # A2-A5, A7, A8, A10, A13
                self._rise(seat, 1)

    def _bonus_kind(self, card: Card) -> str:
        if self._bonus_price(card):
            return "discard"
        if card.needs_goods:
            return "goods"
        if card.needs_books or card.action == "draw_two":
            return "books"
        return "cannons" if card.action == "book_cards" else "colour"

    # The interim scoring

    def _score_cannons(self) -> None:
        cannons = [self._owned(seat, "cannon") for seat in range(self.n)]
        for left, right in neighbour_pairs(self.n):  # I1, Q6, Q26
            if cannons[left] > cannons[right]:
                self._score(left, "cannons", 4)
            elif cannons[left] < cannons[right]:
                self._score(right, "cannons", 4)
            else:
                self._score(left, "cannons", 2)
                self._score(right, "cannons", 2)

    def _compare_books(self) -> None:
        first, _ = self._book_groups()
        self.leaders = [seat for seat in first if self.seats[seat].supply > 0]  # Q30

    def _book_groups(self) -> tuple[list[int], list[int]]:
        return book_groups([self._owned(seat, "book") for seat in range(self.n)])

    def _settle_books(self, choices: dict[int, str | None]) -> None:
        first, middle = self._book_groups()
        for seat in range(self.n):  # Q15
            if seat in middle:
                assert self.jokers_left > 0, "Q1"
                self.jokers_left -= 1
                self.seats[seat].jokers += 1
            elif seat in first and seat not in choices:
                self._draw(seat, 1)  # B4, Q30
            elif seat in first and (city := choices[seat]) is not None:
                self._place_residence(seat, city)

    def _score_residences(self) -> None:
        for seat, player in enumerate(self.seats):  # I3, C8
            in_point_cities = [city for city in player.residences if self.data.city_feature[city] == "point"]
            self._score(seat, "residences", len(player.residences) + len(in_point_cities))

    def _score_track(self) -> None:
        for seat, player in enumerate(self.seats):  # I4
            self._score(seat, "track", self.data.income[player.favour])

    def _clean_up(self) -> None:
        for player in self.seats:  # I5
            covered = [slot for slot, below in enumerate(player.activation) if below is not None]
            assert len(covered) == ROUNDS
            self.discard += [player.action_row[slot] for slot in covered]
            self.discard += [below for below in player.activation if below is not None]
            player.action_row = [card for slot, card in enumerate(player.action_row) if slot not in covered]
            player.activation = [None, None, None]

    # The final scoring

    def _score_final(self) -> None:
        for seat, player in enumerate(self.seats):
            self._score(seat, "hand", len(player.hand))  # F1
        for seat, player in enumerate(self.seats):
            self._score(seat, "order", self._order_points(player))  # F2
        for seat, player in enumerate(self.seats):  # F3
            size = largest_group(player.residences, self.data.roads)
            self._score(seat, "network", size * self.data.multiplier[player.favour])
        totals = [player.points for player in self.seats]
        self.winners = [seat for seat, total in enumerate(totals) if total == max(totals)]  # F4, Q16
        self.ranking = [1 + sum(other > total for other in totals) for total in totals]  # Q36
        self.step = "finished"
        self.finished = True

    def _order_points(self, player: Seat) -> int:
        wanted = self.data.orders[player.order]
        matched = sum(min(player.tiles.get(good, 0), count) for good, count in wanted.items())
        return self.data.payouts.get(min(7, matched + player.jokers), 0)  # Q18


def random_oracle(data_directory: Path, seats: int, rng: Random) -> Oracle:
    """Returns a dealt match whose reshuffles come from the same generator."""
    data = load(data_directory)
    orders, cards = sorted(data.orders), sorted(data.cards)
    rng.shuffle(orders)
    rng.shuffle(cards)
    hands = [cards[6 * seat : 6 * seat + 6] for seat in range(seats)]  # Q29

    def reshuffles() -> Iterator[list[str]]:
        while True:
            order = sorted(oracle.discard)
            rng.shuffle(order)
            yield order

    oracle = Oracle(data_directory, orders[:seats], hands, cards[6 * seats :], reshuffles())
    return oracle


def random_step(oracle: Oracle, rng: Random) -> None:
    """Plays one step with a random legal choice of every seat that owes one."""
    choices: dict[int, Any] = {seat: random_choice(oracle, seat, rng) for seat in range(oracle.n) if oracle.legal(seat)}
    match oracle.step:
        case "displays":
            oracle.choose_displays(list(choices.values()))
        case "play":
            oracle.play(list(choices.values()))
        case "resolve":
            oracle.resolve(choices)
        case "build":
            oracle.build(choices)


def random_choice(oracle: Oracle, seat: int, rng: Random) -> Command:
    """Returns a legal choice, preferring effects: with equal chances, seats would hardly ever build or rise."""
    options = oracle.legal(seat)
    colours_match = [option for option in options if isinstance(option, tuple) and _matches(oracle, seat, option)]
    building = [option for option in colours_match if _activates(oracle, seat, option).action in BUILDING_ACTIONS]
    performing = [option for option in options if isinstance(option, Answer) and option.perform]
    rewarded = [option for option in performing if option.bonus]
    cities = [option for option in options if isinstance(option, str)]
    tried: tuple[Sequence[Command], ...] = (building, colours_match, rewarded, performing, cities)
    for narrowed in tried:
        if narrowed and rng.random() < 0.6:
            return rng.choice(narrowed)
    return rng.choice(options)


def _activates(oracle: Oracle, seat: int, play: Play) -> Card:
    action_card, _, slot = play
    return oracle.data.cards[[*oracle.seats[seat].action_row, action_card][slot]]


def _matches(oracle: Oracle, seat: int, play: Play) -> bool:
    return oracle.data.cards[play[1]].colour == _activates(oracle, seat, play).colour


def random_match(oracle: Oracle, rng: Random) -> None:
    """Plays random legal steps until the match is over."""
    while not oracle.finished:
        random_step(oracle, rng)
