"""The round (rule book, R): drawing, playing two cards, revealing them, and the check at its end."""

from __future__ import annotations

from itertools import permutations

import pytest

from chronik.domain.engine.seats import Seat, Spectator
from chronik.domain.katharina.commands import DECLINE, PASS, PlayCards
from chronik.domain.katharina.events import (
    CannonsScored,
    CardResolved,
    CardsDrawn,
    CardsRevealed,
    Committed,
    DisplaysCleared,
    Draw,
    Finished,
    HandsScored,
    Play,
    PromptsOpened,
    RoundBegan,
)
from chronik.domain.katharina.options import options
from chronik.domain.katharina.prompts import PlayPrompt, ResolvePrompt
from chronik.projections.katharina.view import view
from tests.katharina.table import (
    FACTS,
    GAME,
    MISMATCH,
    OTHER,
    Moment,
    activates,
    dealt,
    ending,
    given,
    owns,
    playing,
    plays,
    resolving,
    seat,
)
from tests.support.cases import for_each

# Green P001 P003 P005 P007 P009, red P035 P037 P039 P041, blue P069 P071.
ANN = seat("P005 P007 P009 P037 P071", "P001 P035 P069")
BEN = seat("P006 P008 P039 P041 P073", "P002 P036 P070", order="O2")
TABLE = given(playing(ANN, BEN))


def waiting(moment: Moment) -> list[int]:
    """Returns the seats that owe an answer."""
    state = moment.state
    return [prompt.seat for prompt in state.prompts if state.sealed[prompt.seat] is None]


def to_the_end(moment: Moment) -> list[Moment]:
    """Returns every moment of a match in which all seats give default answers."""
    moments = [moment]
    while (owing := waiting(moments[-1])) and len(moments) < 500:
        moments.append(moments[-1].when(owing[0], GAME.default(moments[-1].state, owing[0])))
    return moments


# R-A


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_draws_two_cards_at_the_start_of_a_round(seats: int) -> None:
    """R-A, Q2: they draw in seat order from the same stock."""
    state = resolving(activates("P003"), *[OTHER] * (seats - 1))
    moment = given(state).when(0, DECLINE)
    stock = state.stock[seats:]  # one card each in phase D
    drawn = tuple(stock[2 * number : 2 * number + 2] for number in range(seats))
    moment.then(..., RoundBegan(1, 2), CardsDrawn(Draw.ROUND, drawn), ...)


def test_the_hand_limit_is_ignored_in_phase_a() -> None:
    """R-A, H1, Q20: even with a full hand two cards are drawn, and nothing is lost."""
    full = activates("P003", hand="P005 P007 P009")
    moment = given(resolving(full, OTHER)).when(0, DECLINE)
    drawn = moment.the(CardsDrawn)
    assert (len(drawn.cards[0]), drawn.lost) == (2, ())
    moment.then_seat(0, hand=tuple(sorted(("P005", "P007", "P009", *drawn.cards[0]))))


# R-B


@for_each("slot", [0, 1, 2, 3])
def test_a_card_can_go_below_any_card_with_an_empty_slot(slot: int) -> None:
    """R-B, E2: the new card is at the right end and is itself a legal target, as is any other card of the row."""
    below: list[str | None] = [None, None, None, None]
    below[slot] = "P007"
    (
        TABLE.when(0, PlayCards("P005", "P007", slot))
        .when(1, PlayCards("P006", "P039", 3))
        .then_seat(0, action_row=("P001", "P035", "P069", "P005"), activation=tuple(below))
    )


def test_the_two_played_cards_may_differ_in_colour() -> None:
    """R-B: a green card may go below a red one."""
    play = PlayCards("P005", "P007", 1)
    TABLE.when(0, play).then(Committed(0, play))


@pytest.mark.parametrize("slot", [4, 5, 99])
def test_a_slot_that_does_not_exist_is_refused(slot: int) -> None:
    """R-B, E2: the last slot is that of the card just played."""
    refused = TABLE.when(0, PlayCards("P005", "P007", slot)).then_rejected("slot", "R-B")
    assert refused.facts["allowed"] == (0, 1, 2, 3)


def test_a_slot_that_is_taken_is_refused() -> None:
    """R-B: an activation slot holds one card."""
    ann = seat("P005 P007 P009", "P001 P035 P069", activation=("P003", None, None))
    moment = given(playing(ann, BEN))
    refused = moment.when(0, PlayCards("P005", "P007", 0)).then_rejected("slot", "R-B")
    assert refused.facts["allowed"] == (1, 2, 3)


@for_each(
    ("upper", "lower", "code"),
    [
        ("P005", "P005", "two-cards"),
        ("P005", "P006", "not-in-hand"),  # another seat's
        ("P001", "P005", "not-in-hand"),  # in the row
        ("P005", "P001", "not-in-hand"),
        ("P102", "P005", "not-in-hand"),  # in the stock
        ("P999", "P005", "not-in-hand"),  # nowhere
    ],
)
def test_a_play_needs_two_different_cards_from_the_hand(upper: str, lower: str, code: str) -> None:
    """R-B: cards from the row, the stock or another seat are refused."""
    TABLE.when(0, PlayCards(upper, lower, 0)).then_rejected(code, "R-B")


def test_a_hand_of_five_cards_and_four_slots_allow_eighty_plays() -> None:
    """R-B: there are 5 × 4 × 4 plays."""
    assert len(options(FACTS, TABLE.state, 0)) == 80


# R-C


def test_all_cards_are_revealed_at_once() -> None:
    """R-C, Q32: nothing is shown before the last seat has played; then everything is."""
    first, second = PlayCards("P005", "P037", 0), PlayCards("P006", "P039", 0)
    moment = TABLE.when(0, first).then(Committed(0, first))
    shown = view(FACTS, moment.state, Seat(1)).seats[0]
    assert (shown.committed, shown.choice, shown.action_row) == (True, None, ("P001", "P035", "P069"))
    moment = moment.when(1, second).then(
        Committed(1, second), CardsRevealed((Play("P005", "P037", 0), Play("P006", "P039", 0))), ...
    )
    assert view(FACTS, moment.state, Spectator()).seats[0].action_row[-1] == "P005"


def test_only_seats_with_matching_colours_are_asked_about_their_activated_card() -> None:
    """R-C, D1, Q31: they are asked right after the cards are revealed."""
    moment = TABLE.when(0, PlayCards("P037", "P005", 0)).when(1, PlayCards("P006", "P039", 0))
    moment.then(..., PromptsOpened((ResolvePrompt(0, "P001"),)))


# R-E


@pytest.mark.parametrize("round", [1, 2, 3])
def test_a_round_is_followed_by_another_until_the_fourth(round: int) -> None:
    """R-E: each of the first three rounds is followed by the next one."""
    moment = given(resolving(activates("P003"), round=round)).when(0, DECLINE)
    moment.then(..., RoundBegan(1, round + 1), CardsDrawn(Draw.ROUND, moment.the(CardsDrawn).cards), ...)
    assert moment.state.prompts == (PlayPrompt(0), PlayPrompt(1))


def test_the_fourth_round_ends_the_decade() -> None:
    """R-E, C6: every row then holds seven cards, and the interim scoring begins."""
    state = ending(owns(), owns())
    assert [len(one.action_row) for one in state.seats] == [7, 7]
    given(state).when(0, DECLINE).then(..., CannonsScored((0, 0), (2, 2)), ...)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_has_three_decades_of_four_rounds(seats: int) -> None:
    """G1, C6: after every fourth of twelve rounds, each row has seven cards and an interim scoring follows."""
    moments = to_the_end(dealt(seats))
    events = [event for moment in moments for event in moment.events]
    began = [(event.decade, event.round) for event in events if isinstance(event, RoundBegan)]
    assert began == [(decade, round) for decade in (1, 2, 3) for round in (1, 2, 3, 4)]
    kinds = [type(event) for event in events]
    assert [kinds.count(kind) for kind in (CannonsScored, DisplaysCleared, HandsScored, Finished)] == [3, 3, 1, 1]
    for moment in moments:
        if moment.all(CannonsScored) and not moment.all(DisplaysCleared):
            assert {len(one.action_row) for one in moment.state.seats} == {7}
    assert moments[-1].state.outcome is not None


def test_a_seat_always_has_two_cards_to_play() -> None:
    """Q20, P4: phase A always leaves at least two cards in hand."""
    began = [moment.state for moment in to_the_end(dealt(4)) if moment.all(RoundBegan)]
    assert len(began) == 12
    assert all(len(one.hand) >= 2 for state in began for one in state.seats)


# G2, Q2


@for_each("order", list(permutations((0, 1, 2))))
def test_the_order_in_which_seats_commit_does_not_matter(order: tuple[int, ...]) -> None:
    """G2, Q2: seats act at the same time; the order of commitments does not change what is revealed and drawn."""
    seats = (ANN, BEN, seat("P010 P012 P043", "P011 P044 P077", order="O3"))
    choices = (PlayCards("P005", "P037", 0), PlayCards("P006", "P039", 0), PlayCards("P010", "P043", 0))
    moment = given(playing(*seats))
    for number in order:
        moment = moment.when(number, choices[number])
    straight = given(playing(*seats))
    for number, choice in enumerate(choices):
        straight = straight.when(number, choice)
    assert moment.state == straight.state
    assert moment.events[1:] == straight.events[1:]


def test_seats_are_resolved_one_after_another_in_seat_order() -> None:
    """R-D, Q2: resolving starts when the last answer is given, and its order does not depend on the answers."""
    moment = given(resolving(activates("P011"), OTHER, activates("P012"))).when(2, DECLINE).when(0, DECLINE)
    assert [event.seat for event in moment.all(CardResolved)] == [0, 1, 2]
    stock = given(resolving(activates("P011"), OTHER, activates("P012"))).state.stock
    assert [event.drawn for event in moment.all(CardResolved)] == [(stock[0],), (stock[1],), (stock[2],)]


def test_a_round_ends_with_the_last_play_if_no_seat_has_matching_colours() -> None:
    """Q31, E6, D2: in that case no seat is asked."""
    moment = TABLE.when(0, plays(TABLE, 0, matching=False)).when(1, plays(TABLE, 1, matching=False))
    assert [event.how for event in moment.all(CardResolved)] == [MISMATCH, MISMATCH]
    moment.then(..., PromptsOpened((PlayPrompt(0), PlayPrompt(1))))


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    """E6, Q31: it is refused with "not-asked"."""
    given(resolving(activates("P003"), OTHER)).when(1, DECLINE).then_rejected("not-asked", "E6")


def test_a_command_that_answers_another_question_is_refused() -> None:
    """E1: each question has its own command."""
    TABLE.when(0, DECLINE).then_rejected("another-question", "E1")
    TABLE.when(0, PASS).then_rejected("another-question", "E1")
