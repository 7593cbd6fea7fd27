"""Memory of what lies face down (E10), each kind of move; and against a mind that keeps every possible world."""

from __future__ import annotations

from os import environ
from random import Random

import pytest

from domain.catan_cards.events import (
    CardBuilt,
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardStolen,
    CardSwapped,
    HandShown,
    StackSearched,
    StackShuffled,
    UnitReturned,
)
from domain.catan_cards.evolve import evolve
from domain.catan_cards.prompts import Why
from domain.catan_cards.state import Built, HandSight, Sight
from tests.support.catan_cards.mind import Mind, dealt, happenings
from tests.support.catan_cards.table import ABOVE, BASE, FACTS, TOURNAMENT, Moment, given, position, principality

A, B, C, D, E = ("spy-1", "spy-2", "spy-3", "scout-1", "scout-2")
X, Y, Z = ("abbey-1", "abbey-2", "church-1")


def table(hands: tuple[tuple[str, ...], tuple[str, ...]] = ((X,), (Y, Z))) -> Moment:
    """Two stacks, A B C and D E; seat 0 holds X, seat 1 holds Y and Z; nobody has seen a card of the other's."""
    own, other = hands
    seats = principality(0, hand=own), principality(1, hand=other)
    return given(position(*seats, options=BASE, stacks=((A, B, C), (D, E))))


def searched(seat: int, stack: int = 1) -> StackSearched:
    return StackSearched(seat, stack, Why.SEARCH)


def sights(moment: Moment, seat: int) -> tuple[tuple[tuple[str | None, ...], int], ...]:
    """What a seat knows of both stacks: the places from the top, and how many may have left."""
    return tuple((one.slots, one.gone) for one in moment.state.seats[seat].sights)


def known(moment: Moment, seat: int) -> tuple[tuple[str, ...], int]:
    """What a seat knows of the other's hand."""
    sight = moment.state.seats[seat].hand_sight
    return sight.cards, sight.gone


NOTHING = ((None, None, None), 0), ((None, None), 0)


def test_a_look_fills_all_places_for_who_looks() -> None:
    moment = table().after(searched(0))
    assert sights(moment, 0) == (((A, B, C), 0), NOTHING[1])
    assert sights(moment, 1) == NOTHING


def test_an_own_draw_off_the_top_removes_the_place() -> None:
    moment = table().after(searched(0), CardDrawn(0, 1, A))
    assert sights(moment, 0)[0] == ((B, C), 0)
    assert sights(table().after(CardDrawn(0, 1, A)), 0)[0] == ((None, None), 0)


def test_an_own_draw_tells_what_had_left_above() -> None:
    """The places down to the card drawn are gone, and so many of those that may have left."""
    moment = table().after(searched(0), CardDrawn(1, 1, A), searched(1), CardPicked(1, 1, B), CardDrawn(0, 1, C))
    assert sights(moment, 0)[0] == ((), 0)
    moment = table().after(searched(0), searched(1), CardPicked(1, 1, A), CardDrawn(0, 1, B))
    assert sights(moment, 0)[0] == ((C,), 0)


def test_anothers_draw_off_a_known_top_tells_his_hand() -> None:
    """With nothing gone the top place goes; a named card is known to be in his hand."""
    moment = table().after(searched(0), CardDrawn(1, 1, A))
    assert sights(moment, 0)[0] == ((B, C), 0)
    assert known(moment, 0) == ((A,), 0)
    assert sights(moment, 1)[0] == ((None, None), 0)
    assert known(table().after(CardDrawn(1, 1, A)), 0) == ((), 0)


def test_anothers_draw_after_something_left_is_one_more_gone() -> None:
    moment = table().after(searched(0), searched(1), CardPicked(1, 1, B), CardDrawn(1, 1, A))
    assert sights(moment, 0)[0] == ((A, B, C), 2)
    assert known(moment, 0) == ((), 0)


def test_anothers_search_is_one_more_gone_and_its_place_is_his_secret() -> None:
    moment = table().after(searched(0), searched(1), CardPicked(1, 1, B))
    assert sights(moment, 0)[0] == ((A, B, C), 1)
    assert sights(moment, 1)[0] == ((A, C), 0)
    assert known(moment, 0) == ((), 0)


def test_a_card_put_under_is_named_for_who_knows_it() -> None:
    """R71: and unknown to everybody else, even if it was public before."""
    moment = table().after(CardsShed(1, (Y,), (1,)))
    assert sights(moment, 1)[0] == ((None, None, None, Y), 0)
    assert sights(moment, 0)[0] == ((None, None, None, None), 0)


def test_a_conflict_names_the_cards_for_both_in_their_order() -> None:
    """R94: the second lies below the first."""
    moment = table().after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, (Z, Y), 2))
    assert sights(moment, 0)[1] == sights(moment, 1)[1] == ((None, None, Z, Y), 0)
    assert known(moment, 0) == ((), 0)


def test_a_swap_is_one_gone_and_one_put_under_for_the_other() -> None:
    """B45, R95: the same card may go back, and nobody else can tell."""
    for put in (X, A):
        moment = table().after(StackSearched(0, 1, Why.MASTER_BUILDER), CardSwapped(0, 1, A, put, 2))
        assert sights(moment, 0) == (((B, C), 0), ((None, None, put), 0))
        assert sights(moment, 1) == (((None, None, None), 1), ((None, None, None), 0))


def test_what_was_shuffled_is_forgotten() -> None:
    moment = table().after(searched(0), StackShuffled(1, (C, B, A), why=Why.UNDO))
    assert sights(moment, 0) == NOTHING


def test_an_empty_stack_is_forgotten() -> None:
    """R78: and founded again by a card put there."""
    moment = table().after(searched(0, 2), searched(1, 2), CardPicked(1, 2, E), CardDrawn(1, 2, D))
    assert sights(moment, 0)[1] == ((), 0)
    assert sights(moment.after(CardsShed(0, (X,), (2,))), 0)[1] == ((X,), 0)


def test_a_card_seen_elsewhere_is_one_of_those_that_had_left() -> None:
    """Here it is built: its place goes, and one fewer is gone."""
    moment = table(((X,), (Y, Z))).after(searched(0), searched(1), CardPicked(1, 1, B), HandShown(1, 0, Why.SPY))
    assert sights(moment, 0)[0] == ((A, C), 0)
    assert known(moment, 0) == ((Y, Z, B), 0)


def test_a_hand_that_was_shown_is_known_until_cards_leave_it() -> None:
    """E10: a card played or built leaves the list; one that goes face down is one gone of all."""
    shown = table().after(HandShown(1, 0, Why.SPY))
    assert known(shown, 0) == ((Y, Z), 0)
    assert known(shown.after(CardBuilt(1, Y, 1, ABOVE)), 0) == ((Z,), 0)
    assert known(shown.after(CardsShed(1, (Z,), (1,))), 0) == ((Y, Z), 1)
    assert known(shown.after(CardsShed(1, (Z, Y), (1, 1))), 0)[1] in (0, 2)


def test_a_stolen_card_is_known_to_both() -> None:
    moment = table().after(HandShown(1, 0, Why.SPY), CardStolen(0, 1, Z))
    assert known(moment, 0) == ((Y,), 0)
    assert known(moment, 1) == ((Z,), 0)


def test_a_card_that_comes_back_openly_is_known_to_be_in_the_hand() -> None:
    """B43: a unit out of the principality."""
    built = (Built("knight_karl-1", 1, ABOVE),)
    seats = principality(0), principality(1, built=built)
    moment = given(position(*seats, options=BASE, stacks=((A, B, C), (D, E))))
    assert known(moment.after(UnitReturned(1, "knight_karl-1", 0)), 0) == (("knight_karl-1",), 0)


def test_each_has_a_memory_of_the_stacks_of_both_in_the_tournament_game() -> None:
    """T7: what the other does with his own stacks is remembered as well."""
    state = position(principality(0), principality(1), options=TOURNAMENT)
    cards = state.stacks[5]
    moment = given(state).after(StackSearched(1, 2, Why.SEARCH, of=1), CardPicked(1, 2, cards[3], of=1))
    assert moment.state.seats[1].sights[5].slots == (*cards[:3], *cards[4:])
    assert moment.state.seats[0].sights[5] == Sight((None,) * len(cards), 1)


@pytest.mark.parametrize("seed", range(200 if environ.get("CHRONIK_LONG") else 12))
def test_a_memory_holds_in_every_world_that_is_possible(seed: int) -> None:
    """E10: what it says is not only true, but follows from what the seat has seen; a look is remembered whole."""
    rng = Random(seed)
    state = dealt(rng)
    mind = Mind(state)
    for _ in range(30):
        for event in happenings(state, rng):
            mind.notice(event, state)
            state = evolve(FACTS, state, event)
            own = state.seats[0]
            assert mind.agrees(own), event
            if isinstance(event, StackSearched) and event.seat == 0:
                assert own.sights[event.stack - 1] == Sight(state.stacks[event.stack - 1])
            if isinstance(event, HandShown):
                assert own.hand_sight == HandSight(tuple(sorted(state.seats[1].hand)))
