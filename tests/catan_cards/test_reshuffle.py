"""What an undo across a look or a draw shuffles anew, and what stays known where it lay (E11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.catan_cards.events import (
    BuildingReturned,
    CardBuilt,
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    EventReturned,
    EventRevealed,
    EventsShuffled,
    HandRemembered,
    HandShown,
    RegionsShuffled,
    SightKept,
    StackSearched,
    StackShuffled,
)
from domain.catan_cards.evolve import opening
from domain.catan_cards.prompts import Why
from domain.catan_cards.reshuffle import reshuffled
from domain.catan_cards.state import HandSight, Sight, State
from domain.engine.chance import Chance
from tests.support.catan_cards.memory import truthful
from tests.support.catan_cards.table import ABOVE, FACTS, TOURNAMENT, Moment, given, position, principality

UNDO = Chance(b"\x07" * 32, epoch=1)


def table() -> Moment:
    """A match of the extended game in which nobody has seen a card that lies face down."""
    return given(position(principality(0), principality(1, hand=("abbey-1", "church-1"))))


def back(then: Moment, now: Moment) -> State:
    """The state after going back, with what that has brought."""
    after = then.after(*reshuffled(FACTS, now.state, then.state, UNDO)).state
    truthful(after)
    return after


def search(seat: int, stack: int, at: int, then: Moment) -> tuple[Any, Any]:
    return StackSearched(seat, stack, Why.SEARCH), CardPicked(seat, stack, then.state.stacks[stack - 1][at])


def test_what_nobody_knows_is_shuffled_anew() -> None:
    """E11: each stack keeps its cards."""
    then = table()
    after = back(then, then.after(CardDrawn(0, 1, then.state.stacks[0][0])))
    for before, now in zip(then.state.stacks, after.stacks, strict=True):
        assert Counter(before) == Counter(now)
        assert before != now
    assert after.events != then.state.events
    assert Counter(after.events) == Counter(then.state.events)
    assert Counter(after.regions) == Counter(then.state.regions)


def test_what_a_seat_has_seen_lies_where_it_lay_and_stays_known() -> None:
    """E11: all of a stack that was searched but the card that was taken, which is in no stack now."""
    then = table()
    after = back(then, then.after(*search(0, 2, 4, then)))
    assert after.stacks[1] == then.state.stacks[1]
    pile = then.state.stacks[1]
    assert after.seats[0].sights[1] == Sight((*pile[:4], None, *pile[5:]))
    assert after.seats[1].sights[1] == Sight((None,) * len(pile))
    assert after.stacks[0] != then.state.stacks[0]


def test_what_either_seat_has_seen_lies_where_it_lay() -> None:
    """E11: slots that any seat's memory names."""
    then = table()
    after = back(then, then.after(*search(0, 1, 0, then), *search(1, 3, 0, then)))
    assert after.stacks[0] == then.state.stacks[0]
    assert after.stacks[2] == then.state.stacks[2]
    assert set(after.seats[0].sights[2].slots) == {None}


def test_what_was_known_before_is_known_again() -> None:
    """E10: a card that has left a stack since lies there again, as it was remembered."""
    then = table().after(*search(0, 2, 4, table()))
    top = then.state.stacks[1][0]
    after = back(then, then.after(CardDrawn(0, 2, top)))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.stacks[1] == then.state.stacks[1]


def test_what_may_have_left_may_still_have_left() -> None:
    """E10: an undo tells nobody what the other one took."""
    first = table()
    looked = first.after(*search(0, 2, 4, first))
    then = looked.after(*search(1, 2, 2, looked))
    after = back(then, then.after(CardDrawn(0, 1, then.state.stacks[0][0])))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.seats[0].sights[1].gone == 1


def test_an_undo_does_not_tell_what_had_left_before_and_what_since() -> None:
    """E10, E11: the other one has taken two cards, one of them after that moment; which one, the look did not show."""
    first = table()
    pile = first.state.stacks[1]
    looked = first.after(*search(0, 2, 0, first))
    then = looked.after(*search(1, 2, 4, looked), CardsShed(1, ("abbey-1",), (2,)))
    robbed = then.after(*search(1, 2, 6, then))
    after = back(then, robbed.after(*search(0, 2, 0, robbed)))
    own, *others = then.state.stacks[1]
    (taken,) = {*others} - {*robbed.state.stacks[1]}
    named = [None if card == taken else card for card in others]
    assert after.seats[0].sights[1] == Sight((None, *named))
    assert {own, taken} == {*after.stacks[1]} - {*named}
    assert pile[5] not in after.stacks[1]


def test_a_card_that_came_back_under_a_stack_did_not_lie_there() -> None:
    """E11: whoever saw it put there does not learn out of which stack it had come."""
    then = table()
    tops = then.state.stacks[0][0], then.state.stacks[1][0]
    drawn = then.after(CardDrawn(1, 1, tops[0]), CardDrawn(1, 2, tops[1]), HandShown(1, 0, Why.CONFLICT))
    after = back(then, drawn.after(CardsRemoved(1, 0, tops, 1)))
    for seat in (0, 1):
        assert {*after.seats[seat].sights[0].slots} == {None}
    assert after.stacks[0] != then.state.stacks[0]


def test_a_card_put_under_since_is_in_the_hand_again() -> None:
    """E11: it is named in no stack, and its owner knows his hand anyway."""
    then = table()
    after = back(then, then.after(CardsShed(1, ("abbey-1",), (2,))))
    assert after.seats[1].hand == ("abbey-1", "church-1")
    assert after.seats[1].sights[1] == Sight((None,) * len(then.state.stacks[1]))


def test_a_hand_that_was_shown_stays_known() -> None:
    """E10, E11: what has come openly since is not in it any more."""
    then = table()
    returned = then.after(CardBuilt(1, "abbey-1", 1, ABOVE), BuildingReturned(1, "abbey-1", 0))
    for now in (then, returned):
        after = back(then, now.after(HandShown(1, 0, Why.SPY)))
        assert after.seats[0].hand_sight == HandSight(("abbey-1", "church-1"))
        assert after.seats[1].hand_sight == HandSight()


def test_an_undo_does_not_tell_which_cards_of_a_hand_had_come_since() -> None:
    """E10, E11: three cards were shown, one of which was drawn before; who saw them does not learn which."""
    then = table()
    drawn = then.after(CardDrawn(1, 1, then.state.stacks[0][0]))
    assert back(then, drawn.after(HandShown(1, 0, Why.SPY))).seats[0].hand_sight == HandSight()


def test_the_told_events_stay_at_the_bottom_of_their_deck() -> None:
    """B20: what has come since is untold again, somewhere above them."""
    start = table()
    first, second = start.state.events[:2]
    then = start.after(EventRevealed(first), EventReturned(first))
    after = back(then, then.after(EventRevealed(second), EventReturned(second)))
    assert after.told == 1
    assert after.events[-1] == first
    assert Counter(after.events) == Counter(then.state.events)


def test_an_event_card_in_hand_stays_revealed() -> None:
    """B20: going back to the middle of an event."""
    start = table()
    first = start.state.events[0]
    then = start.after(EventRevealed(first))
    after = back(then, then.after(EventReturned(first)))
    assert after.revealed == first
    assert first not in after.events


def test_nothing_is_learned_of_an_order_that_an_earlier_undo_has_changed() -> None:
    """E11: after going back twice, a look in between tells how the cards lay after the first undo only."""
    then = table()
    once = Moment(back(then, then.after(CardDrawn(0, 1, then.state.stacks[0][0]))))
    seen = once.after(*search(0, 1, 0, once))
    after = back(then, seen)
    assert after.seats[0].sights[0] == then.state.seats[0].sights[0]
    assert after.stacks[0] != then.state.stacks[0]


def test_every_stack_and_seat_is_told_alike() -> None:
    """E11: what is told does not depend on what anybody knows, nor on how many cards are known."""
    then = table()
    nothing = reshuffled(FACTS, then.state, then.state, UNDO)
    something = reshuffled(FACTS, then.after(*search(0, 2, 4, then)).state, then.state, UNDO)
    kinds = [type(event) for event in nothing]
    assert kinds == [type(event) for event in something]
    per_stack = [StackShuffled, SightKept, SightKept] * 6
    assert kinds == [*per_stack, EventsShuffled, RegionsShuffled, HandRemembered, HandRemembered]


def test_both_players_stacks_are_shuffled_in_the_tournament_game() -> None:
    """T7."""
    then = given(position(principality(0), principality(1), options=TOURNAMENT))
    events = reshuffled(FACTS, then.state, then.state, UNDO)
    shuffled = [(event.of, event.stack) for event in events if isinstance(event, StackShuffled)]
    assert shuffled == [(seat, stack) for seat in (0, 1) for stack in (1, 2, 3, 4)]


def test_before_anything_is_shuffled_there_is_nothing_to_shuffle_anew() -> None:
    """R64: going back to the question for decks."""
    start = opening(FACTS, TOURNAMENT, 2)
    assert reshuffled(FACTS, table().state, start, UNDO) == ()
