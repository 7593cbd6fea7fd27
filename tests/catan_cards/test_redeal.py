"""Forks of a match: nothing of the other seats' memories is left in the new position."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.events import CardsShed, CardStolen, Event, UnitReturned
from chronik.domain.catan_cards.evolve import evolve
from chronik.domain.catan_cards.rules.redeal import find_hidden, place
from chronik.domain.catan_cards.sight import unknown_stack
from chronik.domain.catan_cards.state import HandSight, SeatState, State
from chronik.domain.engine.game import Step
from chronik.domain.engine.match.match import Match
from chronik.domain.games import game
from tests.catan_cards.rolling import before_roll, on
from tests.every_game.forked import Moment, moments
from tests.support.catan_cards.table import ABOVE, BASE, FACTS, card, wide_principality

NAME = "catan_cards"


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_a_fork_keeps_no_memory_of_the_other_seats(eyes: int | None) -> None:
    for moment in moments(NAME)[:10]:
        origin = moment.match
        assert origin.state is not None
        seats = tuple(
            [
                forget_memories(seat, origin.state.stacks) if number != eyes else replace(seat, unseen=seat.unseen + 1)
                for number, seat in enumerate(origin.state.seats)
            ]
        )
        other = replace(origin, state=replace(origin.state, seats=seats))
        changed = replace_last(moment, other)
        assert moment.fork(game(NAME), eyes) == changed.fork(game(NAME), eyes)


def replace_last(moment: Moment, match: Match) -> Moment:
    *before, (entry, _) = moment.history
    return Moment([*before, (entry, match)], moment.head)


def forget_memories(seat: SeatState, stacks: tuple[tuple[str, ...], ...]) -> SeatState:
    """Returns a seat without memories, whose hand gained one more card unseen."""
    return replace(
        seat,
        sights=tuple([unknown_stack(len(stack)) for stack in stacks]),
        hand_sight=HandSight(),
        unseen=seat.unseen + 1,
    )


FLEET, KNIGHT, OTHER = card("fleet_gold"), card("knight_siegfried"), card("scout")


def play_events(*events: Event) -> tuple[State, list[Step[Event, State]]]:
    """Returns the states of some events; seat 0 starts with a knight in play and two hand cards."""
    seat = replace(wide_principality(0, built=on(1, ABOVE, "knight_siegfried")), hand=(FLEET, OTHER))
    state, steps = before_roll(seat, wide_principality(1), options=BASE), []
    for event in events:
        after = evolve(FACTS, state, event)
        steps.append(Step(event, state, after))
        state = after
    return state, steps


def hidden_cards(eyes: int | None, *events: Event) -> set[str]:
    """Returns the cards that a viewer cannot place after these events."""
    state, steps = play_events(*events)
    return set(find_hidden(state, eyes, steps)[0])


def test_spectators_know_cards_that_were_taken_into_a_hand_openly() -> None:
    """R71, E13: a knight that returned to the hand is known there, until a card leaves that hand face down."""
    returned = UnitReturned(0, KNIGHT, 1)
    assert KNIGHT not in hidden_cards(None, returned)
    assert {FLEET, OTHER} <= hidden_cards(None, returned)
    assert KNIGHT in hidden_cards(None, returned, CardsShed(0, (FLEET,), (1,)))
    assert KNIGHT in hidden_cards(None, returned, CardStolen(1, 0, FLEET))


def test_the_seats_of_a_fork_know_what_spectators_of_its_origin_knew() -> None:
    """E10, E13: both seats remember cards that came openly to the other hand."""
    state, steps = play_events(UnitReturned(0, KNIGHT, 1))
    pools = find_hidden(state, None, steps)
    there = place(FACTS, state, None, pools, pools)
    assert there.seats[1].hand_sight == HandSight((KNIGHT,))
    assert KNIGHT in there.seats[0].hand
