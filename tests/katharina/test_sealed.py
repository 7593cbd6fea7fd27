"""Sealed choices (rule book, Q22, Q23, Q32, E6): who sees them, replacing them, and what closes a step."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from chronik.domain.engine.seats import Referee, Seat, Spectator
from chronik.domain.katharina.commands import DECLINE, PASS, BuildOrPass, ChooseDisplay, Command, PlayCards
from chronik.domain.katharina.events import CardResolved, CardsRevealed, Committed, DisplaysShown
from chronik.domain.katharina.options import options
from chronik.projections.games import projection
from chronik.projections.katharina.view import view
from tests.katharina.table import (
    FACTS,
    Moment,
    activates,
    dealt,
    ending,
    given,
    owns,
    perform,
    playing,
    resolving,
    seat,
)

LINE = projection("katharina").line
ANN = seat("P005 P007 P009 P037 P071", "P001 P035 P069")
BEN = seat("P006 P008 P039 P041 P073", "P002 P036 P070", order="O2")


class Step(msgspec.Struct):
    """A step in which two seats choose: two choices of seat 0, and one of seat 1."""

    moment: Callable[[], Moment]
    first: Command
    second: Command
    last: Command


HANDS = [one.hand for one in dealt().state.seats]
STEPS = {
    "S6": Step(dealt, ChooseDisplay(HANDS[0][:3]), ChooseDisplay(HANDS[0][3:]), ChooseDisplay(HANDS[1][:3])),
    "R-B": Step(
        lambda: given(playing(ANN, BEN)),
        PlayCards("P005", "P007", 0),
        PlayCards("P009", "P037", 1),
        PlayCards("P006", "P008", 0),
    ),
    "R-D": Step(
        lambda: given(resolving(activates("P008", hand="P101 P102"), activates("P003"))),
        perform("P101"),
        perform("P102"),
        DECLINE,
    ),
    "I2": Step(
        lambda: given(ending(owns(books=1), owns(books=1))).when(0, DECLINE),
        BuildOrPass("riga"),
        BuildOrPass("kiev"),
        PASS,
    ),
}


@pytest.fixture(params=STEPS)
def step(request: pytest.FixtureRequest) -> Step:
    return STEPS[request.param]


def seen(moment: Moment, viewer: Seat | Spectator | Referee) -> bytes:
    """Returns everything that a viewer is shown."""
    return msgspec.json.encode(view(FACTS, moment.state, viewer))


def test_a_sealed_choice_is_hidden_from_other_viewers(step: Step) -> None:
    """Q32, E5: others see who has committed but not what; two different choices look the same to them."""
    one, other = step.moment().when(0, step.first), step.moment().when(0, step.second)
    one.then(Committed(0, step.first))
    for viewer in (Seat(1), Spectator()):
        assert seen(one, viewer) == seen(other, viewer) != seen(step.moment(), viewer)
        assert view(FACTS, one.state, viewer).seats[0].committed
    assert LINE(Committed(0, step.first)) == LINE(Committed(0, step.second))
    assert view(FACTS, one.state, Seat(0)).seats[0].choice == step.first
    assert view(FACTS, one.state, Referee()).seats[0].choice == step.first


def test_a_sealed_choice_can_be_replaced(step: Step) -> None:
    """Q23: its seat can do so while another seat owes an answer; every replacement has its own entry."""
    moment = step.moment().when(0, step.first).when(0, step.second).then(Committed(0, step.second))
    straight = step.moment().when(0, step.second)
    assert moment.when(1, step.last).events == straight.when(1, step.last).events
    assert moment.when(1, step.last).state == straight.when(1, step.last).state


def test_the_same_choice_may_be_sealed_again(step: Step) -> None:
    """Q23: this is a replacement like any other."""
    step.moment().when(0, step.first).when(0, step.first).then(Committed(0, step.first))


def test_a_choice_cannot_be_replaced_more_than_fifty_times(step: Step) -> None:
    """Q23: after fifty replacements no other choice is offered, and the match continues with the last one."""
    moment = step.moment()
    for number in range(51):
        assert len(options(FACTS, moment.state, 0)) > 1
        moment = moment.when(0, step.first if number % 2 else step.second)
    moment.when(0, step.first).then_rejected("replaced-too-often")
    assert len(options(FACTS, moment.state, 0)) == 0
    again = moment.when(1, step.last)
    assert again.events == step.moment().when(0, step.second).when(1, step.last).events


def test_the_last_commitment_closes_the_step(step: Step) -> None:
    """Q23, Q32, E6: everything is resolved at once, and nothing remains sealed."""
    moment = step.moment().when(0, step.first).when(1, step.last)
    assert len(moment.events) > 1
    assert moment.state.sealed == (None, None)
    prompted = {type(prompt) for prompt in moment.state.prompts}
    assert prompted != {type(prompt) for prompt in step.moment().state.prompts}


def test_a_choice_cannot_be_replaced_after_its_step_is_closed(step: Step) -> None:
    """Q23: a first choice cannot be made any more either."""
    moment = step.moment().when(0, step.first).when(1, step.last).when(0, step.second)
    assert moment.refused is not None
    assert moment.refused.code in {"another-question", "not-in-hand", "not-asked"}


def test_an_invalid_replacement_is_refused_and_the_sealed_choice_remains() -> None:
    """Q23, R-B: a replacement is judged like any choice."""
    moment = given(playing(ANN, BEN)).when(0, PlayCards("P005", "P007", 0))
    refused = moment.when(0, PlayCards("P005", "P005", 0))
    refused.then_rejected("two-cards")
    assert refused.state.sealed[0] == moment.state.sealed[0]


def test_the_round_does_not_wait_for_seats_that_are_not_asked() -> None:
    """E6, Q31: the answer of the only seat with matching colours completes the phase."""
    state = resolving(activates("P008", matches=False), activates("P003"), activates("P001", matches=False))
    moment = given(state).when(1, DECLINE)
    assert [event.seat for event in moment.all(CardResolved)] == [0, 1, 2]


@pytest.mark.parametrize(("name", "shows"), [("S6", DisplaysShown), ("R-B", CardsRevealed)])
def test_one_event_reveals_the_choices_of_all_seats(name: str, shows: type) -> None:
    """Q32, R-C, S6: displays and played cards are revealed together."""
    step = STEPS[name]
    moment = step.moment().when(1, step.last).when(0, step.first)
    assert len(moment.all(shows)) == 1


def test_everything_on_the_table_is_public_and_hands_are_not() -> None:
    """Q22: displays, orders, tiles, jokers, residences, favour, points, sizes of hands and stock are public."""
    state = ending(owns(books=1, residences="riga pskov", favour=4, points=7, hand="P101 P102"), owns(jokers=1), owns())
    shown = view(FACTS, state, Spectator())
    ann = shown.seats[0]
    assert (ann.order, ann.points, ann.favour, ann.residences) == ("O1", 7, 4, ("riga", "pskov"))
    assert (ann.tiles["food"], ann.action_row, ann.activation) == (
        1,
        state.seats[0].action_row,
        state.seats[0].activation,
    )
    assert (ann.hand_size, ann.hand, ann.books, shown.seats[1].jokers) == (2, None, 1, 1)
    assert (shown.stock, shown.stock_order, shown.jokers) == (len(state.stock), None, 5)
    assert view(FACTS, state, Seat(0)).seats[0].hand == ("P101", "P102")
    assert view(FACTS, state, Seat(1)).seats[0].hand is None


def test_the_public_line_names_paid_cards_and_counts_drawn_ones() -> None:
    """Q22, A2: the line of a resolved card names the paid cards and gives only the number of drawn ones."""
    moment = given(resolving(activates("P011", hand="P101", row="P022"))).when(0, perform())
    params = LINE(moment.the_card(0)).params
    assert params["drawn"] == 2
    paying = given(resolving(activates("P008", hand="P101 P102"))).when(0, perform("P101", bonus="P102"))
    params = LINE(paying.the_card(0)).params
    assert (params["paid"], params["bonus_paid"]) == (("P101",), ("P102",))
