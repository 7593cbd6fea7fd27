"""Memory of face-down cards (E10) for each kind of move, and compared with a model that keeps every possible world."""

from __future__ import annotations

from os import environ
from random import Random

from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.evolve import evolve
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.state import Built, HandSight, Sight
from tests.catan_cards.mind import Mind, deal_position, draw_events
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, BASE, FACTS, TOURNAMENT, Moment, given, position, principality

A, B, C, D, E = ("spy-1", "spy-2", "spy-3", "scout-1", "scout-2")
X, Y, Z = ("abbey-1", "abbey-2", "church-1")


def table(hands: tuple[tuple[str, ...], tuple[str, ...]] = ((X,), (Y, Z))) -> Moment:
    """Returns two stacks, A B C and D E; seat 0 holds X, seat 1 holds Y and Z; all are unknown to the other seat."""
    own, other = hands
    seats = principality(0, hand=own), principality(1, hand=other)
    return given(position(*seats, options=BASE, stacks=((A, B, C), (D, E))))


def search(seat: int, stack: int = 1) -> StackSearched:
    return StackSearched(seat, stack, Why.SEARCH)


def stack_memories(moment: Moment, seat: int) -> tuple[tuple[tuple[str | None, ...], int], ...]:
    """Returns a seat's memory of both stacks: the places from the top, and the number of cards gone."""
    return tuple((one.slots, one.gone) for one in moment.state.seats[seat].sights)


def hand_memory(moment: Moment, seat: int) -> tuple[tuple[str, ...], int]:
    """Returns a seat's memory of the other hand."""
    sight = moment.state.seats[seat].hand_sight
    return sight.cards, sight.gone


NOTHING = ((None, None, None), 0), ((None, None), 0)


def test_a_seat_that_looks_into_a_stack_remembers_the_card_at_every_place() -> None:
    moment = table().after(search(0))
    assert stack_memories(moment, 0) == (((A, B, C), 0), NOTHING[1])
    assert stack_memories(moment, 1) == NOTHING


def test_drawing_the_known_top_card_removes_its_place() -> None:
    moment = table().after(search(0), CardDrawn(0, 1, A))
    assert stack_memories(moment, 0)[0] == ((B, C), 0)
    assert stack_memories(table().after(CardDrawn(0, 1, A)), 0)[0] == ((None, None), 0)


def test_a_draw_by_a_seat_reveals_which_cards_above_it_were_already_gone() -> None:
    """The places down to the drawn card are removed, and `gone` shrinks by as many."""
    moment = table().after(search(0), CardDrawn(1, 1, A), search(1), CardPicked(1, 1, B), CardDrawn(0, 1, C))
    assert stack_memories(moment, 0)[0] == ((), 0)
    moment = table().after(search(0), search(1), CardPicked(1, 1, A), CardDrawn(0, 1, B))
    assert stack_memories(moment, 0)[0] == ((C,), 0)


def test_a_known_top_card_drawn_by_the_other_seat_is_remembered_in_its_hand() -> None:
    """With nothing gone the top place is removed; a named card is now known to be in the hand."""
    moment = table().after(search(0), CardDrawn(1, 1, A))
    assert stack_memories(moment, 0)[0] == ((B, C), 0)
    assert hand_memory(moment, 0) == ((A,), 0)
    assert stack_memories(moment, 1)[0] == ((None, None), 0)
    assert hand_memory(table().after(CardDrawn(1, 1, A)), 0) == ((), 0)


def test_a_draw_by_the_other_seat_from_an_uncertain_top_counts_one_card_as_gone() -> None:
    moment = table().after(search(0), search(1), CardPicked(1, 1, B), CardDrawn(1, 1, A))
    assert stack_memories(moment, 0)[0] == ((A, B, C), 2)
    assert hand_memory(moment, 0) == ((), 0)


def test_a_search_by_the_other_seat_counts_one_card_as_gone_from_an_unknown_place() -> None:
    moment = table().after(search(0), search(1), CardPicked(1, 1, B))
    assert stack_memories(moment, 0)[0] == ((A, B, C), 1)
    assert stack_memories(moment, 1)[0] == ((A, C), 0)
    assert hand_memory(moment, 0) == ((), 0)


def test_a_card_put_under_a_stack_is_named_only_for_seats_that_know_it() -> None:
    """R71: unknown to the other seat, even if it was public before."""
    moment = table().after(CardsShed(1, (Y,), (1,)))
    assert stack_memories(moment, 1)[0] == ((None, None, None, Y), 0)
    assert stack_memories(moment, 0)[0] == ((None, None, None, None), 0)


def test_both_seats_remember_the_cards_of_a_conflict_in_order() -> None:
    """R94: the second card is below the first."""
    moment = table().after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, (Z, Y), 2))
    assert stack_memories(moment, 0)[1] == stack_memories(moment, 1)[1] == ((None, None, Z, Y), 0)
    assert hand_memory(moment, 0) == ((), 0)


def test_a_swap_by_the_other_seat_counts_one_card_as_gone_and_adds_an_unknown_one() -> None:
    """B45, R95: the same card may go back, and the other seat cannot know."""
    for put in (X, A):
        moment = table().after(StackSearched(0, 1, Why.MASTER_BUILDER), CardSwapped(0, 1, A, put, 2))
        assert stack_memories(moment, 0) == (((B, C), 0), ((None, None, put), 0))
        assert stack_memories(moment, 1) == (((None, None, None), 1), ((None, None, None), 0))


def test_a_shuffled_stack_is_forgotten() -> None:
    moment = table().after(search(0), StackShuffled(1, (C, B, A), why=Why.UNDO))
    assert stack_memories(moment, 0) == NOTHING


def test_an_empty_stack_is_forgotten() -> None:
    """R78: a card put there starts it again."""
    moment = table().after(search(0, 2), search(1, 2), CardPicked(1, 2, E), CardDrawn(1, 2, D))
    assert stack_memories(moment, 0)[1] == ((), 0)
    assert stack_memories(moment.after(CardsShed(0, (X,), (2,))), 0)[1] == ((X,), 0)


def test_a_card_missing_from_a_stack_no_longer_counts_as_gone_once_it_is_seen() -> None:
    """Here it is built: its place is removed, and `gone` is one less."""
    moment = table(((X,), (Y, Z))).after(search(0), search(1), CardPicked(1, 1, B), HandShown(1, 0, Why.SPY))
    assert stack_memories(moment, 0)[0] == ((A, C), 0)
    assert hand_memory(moment, 0) == ((Y, Z, B), 0)


def test_a_hand_that_was_shown_is_known_until_cards_leave_it() -> None:
    """E10: a played or built card leaves the list; a card that leaves face down adds one to `gone`."""
    shown = table().after(HandShown(1, 0, Why.SPY))
    assert hand_memory(shown, 0) == ((Y, Z), 0)
    assert hand_memory(shown.after(CardBuilt(1, Y, 1, ABOVE)), 0) == ((Z,), 0)
    assert hand_memory(shown.after(CardsShed(1, (Z,), (1,))), 0) == ((Y, Z), 1)
    assert hand_memory(shown.after(CardsShed(1, (Z, Y), (1, 1))), 0)[1] in (0, 2)


def test_a_stolen_card_is_known_to_both_seats() -> None:
    moment = table().after(HandShown(1, 0, Why.SPY), CardStolen(0, 1, Z))
    assert hand_memory(moment, 0) == ((Y,), 0)
    assert hand_memory(moment, 1) == ((Z,), 0)


def test_a_card_that_returns_openly_to_a_hand_is_known_to_be_there() -> None:
    """B43: a unit from the principality."""
    built = (Built("knight_karl-1", 1, ABOVE),)
    seats = principality(0), principality(1, built=built)
    moment = given(position(*seats, options=BASE, stacks=((A, B, C), (D, E))))
    assert hand_memory(moment.after(UnitReturned(1, "knight_karl-1", 0)), 0) == (("knight_karl-1",), 0)


def test_in_the_tournament_game_each_seat_remembers_the_stacks_of_both_seats() -> None:
    """T7: a seat also remembers what the other seat did with its stacks."""
    state = position(principality(0), principality(1), options=TOURNAMENT)
    cards = state.stacks[5]
    moment = given(state).after(StackSearched(1, 2, Why.SEARCH, of=1), CardPicked(1, 2, cards[3], of=1))
    assert moment.state.seats[1].sights[5].slots == (*cards[:3], *cards[4:])
    assert moment.state.seats[0].sights[5] == Sight((None,) * len(cards), 1)


@for_each("seed", range(200 if environ.get("CHRONIK_LONG") else 12))
def test_a_memory_is_true_in_every_possible_world(seed: int) -> None:
    """E10: it follows from all that the seat has seen; a look is remembered completely."""
    rng = Random(seed)
    state = deal_position(rng)
    mind = Mind(state)
    for _ in range(30):
        for event in draw_events(state, rng):
            mind.notice(event, state)
            state = evolve(FACTS, state, event)
            own = state.seats[0]
            assert mind.agrees(own), event
            if isinstance(event, StackSearched) and event.seat == 0:
                assert own.sights[event.stack - 1] == Sight(state.stacks[event.stack - 1])
            if isinstance(event, HandShown):
                assert own.hand_sight == HandSight(tuple(sorted(state.seats[1].hand)))
