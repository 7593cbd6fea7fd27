"""Options and refusals: listed commands are accepted, and all others are refused with a known code."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import comb, perm
from random import Random

import pytest

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.commands import DECLINE, PASS, BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.options import options
from chronik.domain.katharina.refusals import REFUSALS
from chronik.domain.katharina.state import State
from tests.katharina.table import (
    CHANCE,
    FACTS,
    GAME,
    TWELVE,
    activates,
    dealt,
    ending,
    given,
    of,
    owns,
    perform,
    playing,
    resolving,
    seat,
)
from tests.support.cases import for_each

POSITIONS = {
    "S6": dealt().state,
    "R-B": playing(
        seat("P005 P007 P009 P037", "P001 P035 P069", activation=("P003", None, None)),
        seat("P006 P008 P039 P041", "P002 P036 P070", order="O2"),
    ),
    "I2": given(ending(owns(books=1, residences="riga kiev"), owns())).when(0, DECLINE).state,
    "A2": resolving(activates("P003", hand="P101 P102 P067 P068")),
    "A4": resolving(activates("P008", hand="P101 P102 P067")),
    "A8": resolving(activates("P016", hand="P101 P102 P067", residences="riga")),
    "A9": resolving(activates("P019", hand="P101 P102")),
    "A10": resolving(activates("P021", hand="P101")),
    "A13": resolving(activates("P032", hand="P101 P102", residences="reval")),
    "A14": resolving(activates("P033", hand="P101 P102 P068")),
    "Q9": resolving(activates("P003", hand="P101 P102")),
    "Q30": resolving(activates("P033", hand="P101 P102", residences=TWELVE)),
}


def refusal(state: State, command: Command, seat: int = 0) -> str | None:
    """Returns the code of a refusal, or None if the command is accepted."""
    try:
        GAME.decide(state, seat, command, CHANCE)
    except Rejected as refused:
        return refused.code
    return None


def conceivable(state: State) -> list[Command]:
    """Returns every command in canonical form that seat 0 could give, legal or not; one card is not in its hand."""
    held = [*state.seats[0].hand, state.stock[0]]
    sets = [some for size in range(4) for some in combinations(sorted(held), size)]
    cities = [None, *FACTS.cities, "nowhere"]
    slots = range(len(state.seats[0].action_row) + 2)
    return [
        *(ChooseDisplay(some) for some in combinations(sorted(held), 3)),
        *(PlayCards(upper, lower, slot) for upper, lower in product(held, repeat=2) for slot in slots),
        *(BuildOrPass(city) for city in cities),
        *(
            Resolve(does, paid, city, bonus, more)
            for does, paid, city in product((True, False), sets, cities)
            for bonus, more in [(False, ()), *((True, some) for some in sets if len(some) < 3)]
        ),
    ]


def says_no_more_than_needed(command: Command) -> bool:
    """Returns whether a command is in canonical form: it does not ask for an automatic bonus (Q34)."""
    return not isinstance(command, Resolve) or bool(command.bonus_discards) == command.bonus


@for_each("position", POSITIONS)
def test_all_legal_commands_and_no_others_are_listed(position: str) -> None:
    """Q9, Q34: of all conceivable commands the accepted ones are the options, and each is listed once."""
    state = POSITIONS[position]
    listed = list(options(FACTS, state, 0))
    accepted = {command for command in conceivable(state) if refusal(state, command) is None}
    if position == "Q30":  # the fields of such a command are ignored, and only the shortest is listed
        assert set(listed) == {DECLINE, Resolve(True)} < accepted
        return
    assert set(listed) == set(filter(says_no_more_than_needed, accepted))
    assert len(listed) == len(set(listed))


@for_each(
    ("position", "count"),
    [
        ("S6", comb(6, 3)),
        ("R-B", perm(4, 2) * 3),  # slots 1, 2 and the new one
        ("I2", 16 + 1),
        ("A2", 1 + comb(4, 3)),
        ("A4", 1 + 3 * (1 + 2)),
        ("A8", 1 + comb(3, 2) * 5),
        ("A9", 1 + 1 + 2),
        ("A10", 1 + 1),
        ("A13", 1 + 2 * (1 + 2)),
        ("A14", 1 + 3 * (1 + comb(3, 2))),
        ("Q9", 1),
        ("Q30", 2),
    ],
)
def test_each_test_position_has_the_expected_number_of_options(position: str, count: int) -> None:
    """R-B, S6, I2, A2, A4, A8, A9, A10, A13, A14: the numbers follow from combinatorics."""
    assert len(options(FACTS, POSITIONS[position], 0)) == count


def test_options_begin_with_declining_and_end_with_passing() -> None:
    """Q37: card sets are in ascending order, and the last card changes fastest."""
    assert list(options(FACTS, POSITIONS["A9"], 0)) == [
        DECLINE,
        perform(),
        perform(bonus="P101"),
        perform(bonus="P102"),
    ]
    assert options(FACTS, POSITIONS["I2"], 0)[-1] == PASS
    assert list(options(FACTS, POSITIONS["R-B"], 0))[:4] == [
        PlayCards("P005", "P007", 1),
        PlayCards("P005", "P007", 2),
        PlayCards("P005", "P007", 3),
        PlayCards("P005", "P009", 1),
    ]


@for_each("position", POSITIONS)
def test_a_lazy_sequence_of_options_behaves_like_a_list(position: str) -> None:
    """E1: length, indices from both ends, and slices agree."""
    listed = options(FACTS, POSITIONS[position], 0)
    members = list(listed)
    assert len(listed) == len(members)
    assert [listed[at] for at in range(len(listed))] == members
    assert [listed[-at] for at in range(1, len(listed) + 1)] == members[::-1]
    assert tuple(listed[:3]) == tuple(members[:3])
    assert tuple(listed[::-2]) == tuple(members[::-2])
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            listed[outside]


@for_each("position", POSITIONS)
def test_the_cards_of_a_payment_may_be_named_in_any_order(position: str) -> None:
    """Q34: cards are paid as a set; the listed sets are ascending, but any order is accepted."""
    state = POSITIONS[position]
    for command in options(FACTS, state, 0):
        if isinstance(command, Resolve):
            assert command.discards == tuple(sorted(command.discards))
            assert command.bonus_discards == tuple(sorted(command.bonus_discards))
            for paid, more in product(permutations(command.discards), permutations(command.bonus_discards)):
                turned = Resolve(command.perform, paid, command.city, command.bonus, more)
                assert refusal(state, turned) is None
        if isinstance(command, ChooseDisplay):
            assert command.cards == tuple(sorted(command.cards))


@for_each("card", FACTS.cards)
def test_every_listed_option_of_every_card_is_accepted(card: str) -> None:
    """D1, D3, Q31: each card can be declined too."""
    hand = [other for other in ("P102", "P101", "P100", "P068") if other != card][:3]
    row = next(other for other in of("A10") if other not in (card, "P021"))
    state = resolving(activates(card, hand=" ".join(hand), row=row, residences="riga moscow"))
    listed = options(FACTS, state, 0)
    assert listed[0] == DECLINE
    assert [refusal(state, command) for command in listed] == [None] * len(listed)


def test_a_seat_that_is_not_asked_has_no_options() -> None:
    """E6: only asked seats have options."""
    assert len(options(FACTS, POSITIONS["I2"], 1)) == 0
    assert len(options(FACTS, POSITIONS["A2"], 1)) == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_that_is_asked_always_has_an_option(seats: int) -> None:
    """Q20, Q31, E6: in whole random matches, and also after sealing a choice."""
    random = Random(seats)
    for _ in range(6):
        moment = dealt(seats)
        while prompts := moment.state.prompts:
            for prompt in prompts:
                assert len(options(FACTS, moment.state, prompt.seat)) > 0
            owing = [one.seat for one in prompts if moment.state.sealed[one.seat] is None]
            number = random.choice(owing)
            listed = options(FACTS, moment.state, number)
            moment = moment.when(number, listed[random.randrange(len(listed))])
            moment.then(...)
        assert moment.state.outcome is not None


@for_each("position", POSITIONS)
def test_random_commands_are_refused_with_a_known_code(position: str) -> None:
    """Q34: they are accepted, or refused with a code of the table, and nothing else happens."""
    state, random = POSITIONS[position], Random(position)
    names = [*FACTS.cards, *FACTS.cities, "", "nonsense", "P1", "p001"]
    codes = set[str | None]()
    for _ in range(300):

        def some(most: int) -> tuple[str, ...]:
            return tuple(random.choices([*names, *state.seats[0].hand * 20], k=random.randrange(most)))

        command = random.choice(
            (
                ChooseDisplay(some(5)),
                PlayCards(random.choice(names), random.choice(names), random.randrange(-3, 100)),
                Resolve(random.random() < 0.8, some(5), random.choice((None, *names)), random.random() < 0.5, some(4)),
                BuildOrPass(random.choice(names)),
            )
        )
        codes.add(refusal(state, command, random.randrange(2)))
    assert codes - {None} <= set(REFUSALS)
    assert len(codes - {None}) > 1


def test_every_refusal_can_be_reached_and_is_explained() -> None:
    """E1, Q34: each code of the table has a rule, a sentence, and a command that is refused with it."""
    reached: dict[str, tuple[State, int, Command]] = {
        "not-asked": (POSITIONS["A2"], 1, DECLINE),
        "another-question": (POSITIONS["A2"], 0, PASS),
        "display": (POSITIONS["S6"], 0, ChooseDisplay(())),
        "two-cards": (POSITIONS["R-B"], 0, PlayCards("P005", "P005", 1)),
        "not-in-hand": (POSITIONS["R-B"], 0, PlayCards("P005", "P102", 1)),
        "slot": (POSITIONS["R-B"], 0, PlayCards("P005", "P007", 0)),
        "decline-takes-nothing": (POSITIONS["A2"], 0, Resolve(False, bonus=True)),
        "impossible": (POSITIONS["Q9"], 0, perform("P101 P102")),
        "discards": (POSITIONS["A2"], 0, perform("P101 P102")),
        "city": (POSITIONS["A8"], 0, perform("P101 P102", "riga")),
        "no-bonus": (resolving(activates("P001")), 0, perform(bonus="")),
        "bonus-discards": (POSITIONS["A9"], 0, perform(bonus="")),
    }
    assert set(reached) == set(REFUSALS)
    for code, (state, number, command) in reached.items():
        assert refusal(state, command, number) == code
    for explained in REFUSALS.values():
        assert explained.rule
        assert explained.sentence.endswith(".")
