"""Whole matches beside an independent oracle: after every step position, points and legal commands are the same.

`CHRONIK_LONG=1` plays two hundred times as many matches.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.sealing import MAX_REPLACED
from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.events import (
    BookResidence,
    CannonsScored,
    CardResolved,
    CardsDrawn,
    DiscardShuffled,
    Event,
    HandsScored,
    NetworksScored,
    OrdersDealt,
    OrdersScored,
    ResidencesScored,
    TrackScored,
)
from chronik.domain.katharina.facts.load import PRINTED
from chronik.domain.katharina.refusals import REFUSALS
from chronik.domain.katharina.state import Options, State
from tests.katharina import oracle
from tests.katharina.oracle import Answer, Oracle, book_groups, random_choice
from tests.katharina.table import FACTS, GAME

MATCHES = 10_000 if os.environ.get("CHRONIK_LONG") else 24
CHUNKS = 4

SCORED = {
    CannonsScored: "cannons",
    ResidencesScored: "residences",
    TrackScored: "track",
    HandsScored: "hand",
    OrdersScored: "order",
    NetworksScored: "network",
}


class Both:
    """One match, played by the real game and by the oracle from the same deal."""

    def __init__(self, seats: int, seed: str) -> None:
        self.random = Random(seed)
        self.chance = Chance(self.random.randbytes(32))
        self.state: State = GAME.opening(Options(), seats)
        self.scores = [Counter[str]() for _ in range(seats)]
        self.shuffled: deque[list[str]] = deque()
        deal = GAME.deal(self.state, self.chance)
        self.add(deal)
        (orders,) = (event.orders for event in deal if isinstance(event, OrdersDealt))
        hands = [list(one.hand) for one in self.state.seats]
        self.oracle = Oracle(PRINTED, list(orders), hands, list(self.state.stock), self.reshuffles())

    def reshuffles(self) -> Iterator[list[str]]:
        """Yields the orders that the real game has shuffled: the oracle judges when it shuffles, not how."""
        while True:
            yield self.shuffled.popleft()

    def add(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = GAME.evolve(self.state, event)
            if isinstance(event, DiscardShuffled):
                self.shuffled.append(list(event.order))
            for seat, reason, points in scored(event):
                self.scores[seat][reason] += points

    def accepts(self, seat: int, command: Command) -> bool:
        """Returns whether the real game accepts a command; a refusal with an unknown code counts as accepted."""
        try:
            GAME.decide(self.state, seat, command, self.chance)
        except Rejected as refused:
            return refused.code not in REFUSALS
        return True

    def step(self) -> None:
        """Lets every seat that owes a choice make it, in random order and sometimes twice."""
        owing = [seat for seat in range(self.oracle.n) if self.oracle.legal(seat)]
        choices = {seat: random_choice(self.oracle, seat, self.random) for seat in owing}
        assert {prompt.seat for prompt in self.state.prompts} == set(owing)
        self.random.shuffle(owing)
        for seat in owing:
            if seat != owing[-1] and self.random.random() < 0.1:
                thought_better = random_choice(self.oracle, seat, self.random)
                self.commit(seat, product(self.oracle, thought_better, self.random))
            self.commit(seat, product(self.oracle, choices[seat], self.random))
        move(self.oracle, choices)
        while not self.oracle.finished and not any(self.oracle.legal(seat) for seat in range(self.oracle.n)):
            move(self.oracle, {})

    def commit(self, seat: int, command: Command) -> None:
        self.add(GAME.decide(self.state, seat, command, self.chance))

    def compare(self) -> None:
        """Checks that positions are the same, and points have the same reasons."""
        ours, theirs = self.state, self.oracle
        assert (list(ours.stock), sorted(ours.discard)) == (theirs.stock, sorted(theirs.discard))
        assert not self.shuffled
        # The real game hands out jokers when books are compared, the oracle when residences are built (I2).
        books = [sum(theirs.data.cards[card].symbols.get("book", 0) for card in one.action_row) for one in theirs.seats]
        middle = book_groups(books)[1] if theirs.step == "build" else []
        assert ours.jokers == theirs.jokers_left - len(middle)
        for seat, (one, other) in enumerate(zip(ours.seats, theirs.seats, strict=True)):
            assert list(one.hand) == sorted(other.hand)
            assert (list(one.action_row), list(one.activation)) == (other.action_row, other.activation)
            assert (one.points, one.favour) == (other.points, other.favour)
            assert one.jokers == other.jokers + (seat in middle)
            assert list(one.residences) == other.residences
            assert one.tiles == tuple(other.tiles.get(good, 0) for good in FACTS.goods)
        for scores, breakdown in zip(self.scores, theirs.breakdown, strict=True):
            assert +scores == +Counter(breakdown)
        for city, left in theirs.tiles_left.items():
            assert left == theirs.n - sum(city in one.residences for one in ours.seats)
        if theirs.finished:
            assert ours.outcome is not None
            assert list(ours.outcome.places) == theirs.ranking
            assert list(ours.outcome.winners) == theirs.winners
            assert list(ours.outcome.points) == [one.points for one in theirs.seats]
        else:
            assert (ours.outcome, ours.decade, ours.round) == (None, theirs.decade, theirs.round)

    def compare_options(self) -> None:
        """Checks that exactly the choices that the oracle considers legal are listed."""
        for seat in range(self.oracle.n):
            listed = list(GAME.options(self.state, seat))
            legal = {canonical(product(self.oracle, choice)) for choice in self.oracle.legal(seat)}
            assert len(listed) == len(set(listed)) == len(legal)
            assert set(listed) == legal

    def compare_legality(self, commands: int) -> None:
        """Checks that commands near and far from legal ones are accepted by both or refused by both."""
        for _ in range(commands):
            seat = self.random.randrange(self.oracle.n)
            command = disturbed(self, seat)
            assert self.accepts(seat, command) == self.oracle.would_accept(seat, judged(command)), (seat, command)


def scored(event: Event) -> Iterator[tuple[int, str, int]]:
    """Yields seat, reason and points of an event, by the oracle's reasons."""
    match event:
        case CardsDrawn():
            for seat, points in enumerate(event.lost):
                yield seat, "lost_card", points
        case CardResolved():
            yield event.seat, "action", event.points
            yield event.seat, "bonus", event.bonus_points
            yield event.seat, "lost_card", event.lost_cards
            yield event.seat, "favour_top", event.lost_steps
        case BookResidence():
            yield event.seat, "lost_card", event.lost_cards
            yield event.seat, "favour_top", event.lost_steps
        case CannonsScored() | ResidencesScored() | TrackScored() | HandsScored() | OrdersScored() | NetworksScored():
            for seat, points in enumerate(event.points):
                yield seat, SCORED[type(event)], points
        case _:
            pass


def move(theirs: Oracle, choices: dict[int, Any]) -> None:
    """Plays the next step of the oracle."""
    match theirs.step:
        case "displays":
            theirs.choose_displays([choices[seat] for seat in range(theirs.n)])
        case "play":
            theirs.play([choices[seat] for seat in range(theirs.n)])
        case "resolve":
            theirs.resolve(choices)
        case "build":
            theirs.build(choices)


def product(theirs: Oracle, choice: oracle.Command, random: Random | None = None) -> Command:
    """Converts a choice of the oracle to a command; the order of paid cards does not matter."""
    match choice:
        case list():
            return ChooseDisplay(tuple(choice))
        case (upper, lower, slot):
            return PlayCards(upper, lower, slot)
        case Answer():
            paid, more = list(choice.discards), list(choice.bonus_discards)
            if random:
                random.shuffle(paid)
                random.shuffle(more)
            return Resolve(choice.perform, tuple(paid), choice.city, choice.bonus, tuple(more))
        case _:
            return BuildOrPass(choice)


def judged(command: Command) -> oracle.Command:
    """Converts a command to a choice of the oracle."""
    match command:
        case ChooseDisplay():
            return list(command.cards)
        case PlayCards():
            return command.action, command.activation, command.slot
        case Resolve():
            paid, more = list(command.discards), list(command.bonus_discards)
            return Answer(command.perform, paid, command.city, command.bonus, more)
        case BuildOrPass():
            return command.city


def canonical(command: Command) -> Command:
    """Returns a command with its sets of cards in ascending order."""
    match command:
        case ChooseDisplay():
            return ChooseDisplay(tuple(sorted(command.cards)))
        case Resolve():
            paid, more = tuple(sorted(command.discards)), tuple(sorted(command.bonus_discards))
            return Resolve(command.perform, paid, command.city, command.bonus, more)
        case _:
            return command


def disturbed(both: Both, seat: int) -> Command:
    """Returns a legal choice with something changed, or an invented one."""
    random = both.random
    options = GAME.options(both.state, seat) or GAME.options(both.state, both.state.prompts[0].seat)
    command = random.choice(options) if random.random() < 0.8 else invented(both, seat)
    match command:
        case ChooseDisplay():
            return ChooseDisplay(disturbed_cards(both, seat, command.cards))
        case PlayCards():
            upper, lower = (*disturbed_cards(both, seat, (command.action, command.activation)), "P001", "P001")[:2]
            return PlayCards(upper, lower, max(0, command.slot + random.choice((0, 0, 0, 1, -1, 3))))
        case Resolve():
            return Resolve(
                command.perform if random.random() < 0.9 else not command.perform,
                disturbed_cards(both, seat, command.discards),
                random.choice((command.city, command.city, None, *FACTS.cities)),
                command.bonus if random.random() < 0.8 else not command.bonus,
                disturbed_cards(both, seat, command.bonus_discards),
            )
        case BuildOrPass():
            return BuildOrPass(random.choice((command.city, None, "nowhere", *FACTS.cities)))


def disturbed_cards(both: Both, seat: int, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Returns some cards with one added, removed or replaced, but mostly unchanged."""
    random, some = both.random, list(chosen)
    held = list(both.state.seats[seat].hand) or ["P001"]
    match random.randrange(8):
        case 0:
            some.append(random.choice(held))
        case 1 if some:
            some.pop()
        case 2 if some:
            some[random.randrange(len(some))] = random.choice((*held, *FACTS.cards, "P999"))
        case 3 if some:
            some[-1] = some[0]
        case _:
            random.shuffle(some)
    return tuple(some)


def invented(both: Both, seat: int) -> Command:
    """Returns a command of any kind with cards of the hand."""
    random = both.random
    held = list(both.state.seats[seat].hand) or ["P001"]

    def few(most: int) -> tuple[str, ...]:
        return tuple(random.sample(held, min(len(held), random.randint(0, most))))

    city = random.choice((None, *FACTS.cities))
    return random.choice(
        (
            ChooseDisplay(few(4)),
            PlayCards(random.choice(held), random.choice(held), random.randrange(9)),
            Resolve(random.random() < 0.8, few(3), city, random.random() < 0.5, few(2)),
            BuildOrPass(city),
        )
    )


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_oracle_agrees_after_every_step(seats: int, chunk: int) -> None:
    """Q2, Q3, E3, F4: positions, points by reason, ranking, and legal commands agree after every step."""
    for number in range(chunk, MATCHES, CHUNKS):
        both = Both(seats, f"{seats}/{number}")
        while not both.oracle.finished:
            both.step()
            both.compare()
            if not both.oracle.finished:
                both.compare_legality(3)
                if number % 10 == 0:
                    both.compare_options()


def test_random_matches_perform_every_action_with_every_kind_of_bonus() -> None:
    """A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14: all occur in a few matches."""
    performed, bonuses, shuffles = Counter[str](), Counter[tuple[str, str]](), 0
    for number in range(40):
        both = Both(4, f"variety/{number}")
        while not both.oracle.finished:
            both.step()
        both.compare()
        performed += both.oracle.performed
        bonuses += both.oracle.bonuses
        shuffles += both.state.shuffles - 1
    assert set(performed) == {card.action for card in oracle.load(PRINTED).cards.values()}
    assert {action for action, _ in bonuses} == set(performed) - {"market"}
    assert {kind for action, kind in bonuses if action == "city_residence_favour"} == {"goods", "books", "discard"}
    assert shuffles > 0


def test_a_sealed_choice_may_be_replaced_fifty_times() -> None:
    """Q23: the oracle has no limit; fifty is far more than players need."""
    assert MAX_REPLACED == 50
