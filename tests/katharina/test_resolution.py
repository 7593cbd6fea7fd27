"""Resolving the activated card (rule book, R-D): the seats that act, declining, and what a command must name."""

from __future__ import annotations

import pytest

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.commands import DECLINE, PlayCards, Resolve
from chronik.domain.katharina.events import CardResolved, CardsDrawn, PromptsOpened
from chronik.domain.katharina.options import options
from chronik.domain.katharina.prompts import ResolvePrompt
from tests.katharina.table import (
    DECLINED,
    FACTS,
    MISMATCH,
    NO_RESIDENCE,
    OTHER,
    PERFORMED,
    TWELVE,
    activates,
    given,
    of,
    perform,
    playing,
    resolving,
    seat,
)
from tests.support.cases import for_each

# D1–D6


def test_a_seat_with_matching_colours_performs_the_action_and_its_bonus() -> None:
    """D1: first the action, then the bonus."""
    given(resolving(activates("P008", hand="P005 P006 P013"))).when(0, perform("P005", bonus="P013")).then_resolved(
        0, PERFORMED, paid=("P005",), bonus_paid=("P013",), bonus=True, favour=3
    )


@pytest.mark.parametrize(("hand", "drawn", "lost"), [("P005 P006", 1, 0), ("P005 P006 P013", 0, 1)])
def test_a_seat_with_differing_colours_draws_a_card(hand: str, drawn: int, lost: int) -> None:
    """D2, C5, Q7, Q31: without a question, the seat draws one card, or scores a point at the hand limit."""
    state = resolving(activates("P003"), activates("P008", hand=hand, matches=False))
    card = state.stock[1:2][:drawn]
    given(state).when(0, DECLINE).then_resolved(1, MISMATCH, drawn=card, lost_cards=lost)


@pytest.mark.parametrize(("hand", "drawn", "lost"), [("P005 P006", 1, 0), ("P005 P006 P013", 0, 1)])
def test_a_seat_that_declines_draws_a_card(hand: str, drawn: int, lost: int) -> None:
    """D3, Q7: it draws one card, if the hand limit allows it."""
    state = resolving(activates("P008", hand=hand))
    given(state).when(0, DECLINE).then_resolved(0, DECLINED, drawn=state.stock[:drawn], lost_cards=lost)


@for_each(
    "command",
    [
        Resolve(False, discards=("P005",)),
        Resolve(False, city="riga"),
        Resolve(False, bonus=True),
        Resolve(False, bonus_discards=("P005",)),
    ],
)
def test_a_command_to_decline_must_not_name_anything(command: Resolve) -> None:
    """D3, Q34: it names no cards, no city and no bonus."""
    given(resolving(activates("P008", hand="P005 P006"))).when(0, command).then_rejected("decline-takes-nothing", "D3")


IMPOSSIBLE = {
    "three cards to discard, two in hand": (activates("P003", hand="P005 P006"), perform("P005 P006")),
    "one card to discard, none in hand": (activates("P008"), perform()),
    "two cards to discard, one in hand": (activates("P015", hand="P005"), perform("P005", "riga")),
    "no book for points": (activates("P005", row="P001"), perform()),
    "no book for cards": (activates("P009", row="P001"), perform()),
    "no set of goods": (activates("P013", row="P001"), perform()),
    "no good of the market": (activates("P069", row="P003"), perform()),
    "a residence in each of the card's cities": (
        activates("P023", residences="riga saint_petersburg novgorod"),
        perform(city="riga"),
    ),
    "a residence in each city of the region": (
        activates("P015", hand="P005 P006", residences=" ".join(FACTS.regions["green"])),
        perform("P005 P006", "riga"),
    ),
}


@for_each("case", IMPOSSIBLE)
def test_an_action_that_cannot_be_performed_even_once_is_refused(case: str) -> None:
    """D3, Q9: only declining is offered, and it draws a card."""
    place, command = IMPOSSIBLE[case]
    moment = given(resolving(place))
    assert list(options(FACTS, moment.state, 0)) == [DECLINE]
    moment.when(0, command).then_rejected("impossible", "Q9")
    moment.when(0, DECLINE).then_resolved(0, DECLINED, drawn=moment.state.stock[:1])


def test_only_the_upper_of_two_stacked_cards_acts() -> None:
    """D4: regardless of the cards below it."""
    ann = seat("P007 P011 P005", "P019 P001 P035")  # P019: 3 VP; P011 below it would draw two cards
    ben = seat("P006 P039", "P002 P036 P070", order="O2")
    moment = given(playing(ann, ben)).when(0, PlayCards("P007", "P011", 0)).when(1, PlayCards("P006", "P039", 3))
    moment.then(..., PromptsOpened((ResolvePrompt(0, "P019"),)))
    moment.when(0, perform()).then_resolved(0, PERFORMED, points=3)


def test_the_action_is_complete_before_the_bonus() -> None:
    """D5, Q14: cards are drawn under the old limit, and only then does the bonus raise it."""
    # P010 draws a card for each book: two of P022, one of its own. Three cannons: P003, P001.
    place = activates("P010", hand="P005 P006", row="P022 P003 P001", favour=1)
    state = resolving(place)
    given(state).when(0, perform()).then_resolved(
        0, PERFORMED, bonus=True, favour=1, drawn=state.stock[:1], lost_cards=2
    ).then_seat(0, favour=2)


def test_a_seat_that_declines_gets_no_bonus() -> None:
    """D5: even if the condition of the bonus holds."""
    state = resolving(activates("P021", row="P019"))
    given(state).when(0, DECLINE).then_resolved(0, DECLINED, drawn=state.stock[:1]).then_seat(0, favour=0, points=0)


def test_a_bonus_happens_once_even_if_the_action_counts_several_units() -> None:
    """D5, D6: eight points for two sets of goods, but one step for the card of the bonus."""
    row = "P004 P012 P015 P001 P014"  # two of each good with P013's own fur
    place = activates("P013", hand="P005", row=row, residences="novgorod riga")
    given(resolving(place)).when(0, perform(bonus="P005")).then_resolved(
        0, PERFORMED, bonus=True, bonus_paid=("P005",), favour=1, points=8
    )


@for_each(("card", "points", "drawn"), [("P006", 6, 0), ("P009", 0, 3), ("P014", 4, 0), ("P001", 0, 3)])
def test_counted_actions_always_count_every_owned_unit(card: str, points: int, drawn: int) -> None:
    """D6, Q10, Q33: a command has no field to ask for fewer."""
    # Three books (P022, P081 or the card's own), one set of goods, three iron or food.
    row = {"P006": "P022 P081", "P009": "P022 P081", "P014": "P004 P016 P044", "P001": "P015 P005"}[card]
    state = resolving(activates(card, row=row, favour=10))
    found = given(state).when(0, perform()).the_card(0)
    assert (found.points, len(found.drawn)) == (points, drawn)


@pytest.mark.parametrize(("card", "needed"), [("P003", 3), ("P008", 1), ("P015", 2)])
def test_an_action_that_costs_cards_can_be_performed_only_once(card: str, needed: int) -> None:
    """D6, Q11: paying twice as much is refused."""
    city = "riga" if card == "P015" else None
    moment = given(resolving(activates(card, hand="P004 P005 P006 P010 P013 P037")))
    assert moment.when(0, perform(" ".join(moment.state.seats[0].hand[:needed]), city)).refused is None
    twice = perform(" ".join(moment.state.seats[0].hand[: 2 * needed]), city)
    assert moment.when(0, twice).then_rejected("discards", "Q34").facts == {"needed": needed}


# What a command names


@for_each("paid", ["", "P005", "P005 P006 P013", "P005 P005", "P005 P037", "P005 P015", "P005 P999", "P005 P102"])
def test_a_payment_for_an_action_is_exactly_its_cost_and_comes_from_the_hand(paid: str) -> None:
    """Q34, G4: it needs two different cards from the seat's hand, not from the row, the stock or another seat."""
    moment = given(resolving(activates("P015", hand="P005 P006 P013"), activates("P002", hand="P037")))
    moment.when(0, perform(paid, "riga")).then_rejected("discards", "Q34")


def test_cards_that_were_just_played_cannot_be_paid() -> None:
    """Q19: costs come from the hand after phase B."""
    ann = seat("P007 P011 P005", "P008 P001 P035")
    ben = seat("P006 P039", "P002 P036 P070", order="O2")
    moment = given(playing(ann, ben)).when(0, PlayCards("P007", "P011", 0)).when(1, PlayCards("P006", "P039", 3))
    for played in ("P007", "P011"):
        moment.when(0, perform(played)).then_rejected("discards", "Q34")
    drawn = moment.state.seats[0].hand
    assert drawn == ("P005",)
    moment.when(0, perform("P005")).then_resolved(0, PERFORMED, paid=("P005",), favour=2)


@for_each(
    ("discards", "bonus"),
    [("P005", "P005"), ("P005", ""), ("P005", "P006 P013"), ("P005", "P037"), ("P005", "P008")],
)
def test_a_bonus_is_paid_with_other_cards_than_the_action(discards: str, bonus: str) -> None:
    """Q34: bonus cards are different cards of the seat's hand, exactly as many as required."""
    moment = given(resolving(activates("P008", hand="P005 P006 P013"), activates("P002", hand="P037")))
    moment.when(0, perform(discards, bonus=bonus)).then_rejected("bonus-discards", "Q34")


def test_cards_for_a_bonus_that_is_not_asked_for_are_refused() -> None:
    """Q12, Q34: bonus cards without the request for the bonus are refused."""
    moment = given(resolving(activates("P019", hand="P005")))
    refused = moment.when(0, Resolve(True, bonus_discards=("P005",))).then_rejected("bonus-discards", "Q34")
    assert refused.facts == {"needed": 0}


def test_a_bonus_that_cannot_be_paid_refuses_the_whole_command() -> None:
    """Q34: nothing has changed afterwards."""
    moment = given(resolving(activates("P019")))
    refused = moment.when(0, Resolve(True, bonus=True))
    refused.then_rejected("bonus-discards", "Q34")
    assert refused.state is moment.state


@for_each("wanted", [True, False])
@for_each(("row", "favour"), [("P019", 1), ("P003", 0)])
def test_an_automatic_bonus_depends_only_on_its_condition(wanted: bool, row: str, favour: int) -> None:
    """Q12, Q34: for automatic bonuses the field of the command is ignored."""
    moment = given(resolving(activates("P021", row=row)))
    moment.when(0, Resolve(True, bonus=wanted)).then_resolved(0, PERFORMED, points=3, favour=favour, bonus=bool(favour))


def test_an_automatic_bonus_takes_no_cards() -> None:
    """Q34, G4: goods are owned and not paid."""
    moment = given(resolving(activates("P021", hand="P005", row="P019")))
    moment.when(0, Resolve(True, bonus=True, bonus_discards=("P005",))).then_rejected("bonus-discards")


@for_each("card", [card for rule in ("A2", "A3", "A6", "A9") for card in of(rule)])
def test_a_city_is_refused_for_an_action_that_builds_nothing(card: str) -> None:
    """Q34, B2: only building actions name a city."""
    hand = [other for other in ("P101", "P102", "P068") if other != card]
    moment = given(resolving(activates(card, hand=" ".join(hand), row="P022")))
    cost = FACTS.cards[card].action.cost
    moment.when(0, perform(" ".join(hand[:cost]), "riga")).then_rejected("city", "B2")


# Q2, Q30, Q31


def test_a_seat_with_matching_colours_is_asked_even_if_it_can_only_decline() -> None:
    """Q31: declining is then its only option."""
    ann = seat("P007 P011", "P003 P001 P035")  # after playing both, no card is left to discard
    ben = seat("P006 P039", "P002 P036 P070", order="O2")
    moment = given(playing(ann, ben)).when(0, PlayCards("P007", "P011", 0)).when(1, PlayCards("P006", "P039", 3))
    moment.then(..., PromptsOpened((ResolvePrompt(0, "P003"),)))
    assert list(options(FACTS, moment.state, 0)) == [DECLINE]


@for_each("card", [card for rule in ("A8", "A11", "A12", "A13", "A14") for card in of(rule)])
@for_each(
    "command",
    [perform(), perform("P005 P006", "riga", bonus="P007"), perform("P999", "nowhere", bonus="P005 P005")],
)
def test_performing_with_an_empty_supply_only_draws_a_card(card: str, command: Resolve) -> None:
    """B4, Q8, Q30: whatever the command names, nothing is paid or performed and there is no bonus."""
    state = resolving(activates(card, hand="P005", row="P022", residences=TWELVE, favour=2))
    moment = given(state).when(0, command).then_resolved(0, NO_RESIDENCE, drawn=state.stock[:1])
    assert moment.state.discard == ()


def test_a_seat_with_an_empty_supply_may_perform_or_decline() -> None:
    """Q30: its options are one canonical way to perform, and declining."""
    state = resolving(activates("P023", residences=TWELVE))
    assert list(options(FACTS, state, 0)) == [DECLINE, Resolve(True)]


def test_each_seat_is_resolved_completely_before_the_next() -> None:
    """Q2: the card that the first seat pays is in the discard before the second seat draws."""
    places = (activates("P008", hand="P005"), activates("P012"))
    state = resolving(*places, stock="P102")
    moment = given(state).when(1, perform()).when(0, perform("P005"))
    resolved = moment.all(CardResolved)
    assert [(event.seat, event.paid) for event in resolved] == [(0, ("P005",)), (1, ())]
    assert resolved[1].drawn == ("P102",)
    assert sum(len(event.cards[1]) for event in moment.all(CardsDrawn)) == 3  # one more by A6, two in phase A
    assert "P005" in {*moment.state.stock, *(card for one in moment.state.seats for card in one.hand)}


def test_a_refusal_changes_nothing() -> None:
    """Q34: it has a code and leaves the position as it was."""
    moment = given(resolving(activates("P003"), OTHER))
    refused = moment.when(0, perform("P005"))
    assert isinstance(refused.then_rejected("impossible"), Rejected)
    assert (refused.state, refused.events) == (moment.state, ())
