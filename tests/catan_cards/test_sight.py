"""Memory of what lies face down (E10), each kind of move; and against a mind that keeps every possible world."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from os import environ
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from domain.catan_cards.events import (
    CardBuilt,
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardStolen,
    CardSwapped,
    Event,
    HandShown,
    StackSearched,
    StackShuffled,
    UnitReturned,
)
from domain.catan_cards.evolve import evolve
from domain.catan_cards.prompts import Why
from domain.catan_cards.state import Built, HandSight, Sight, State
from tests.support.catan_cards.memory import explains, explains_hand
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


# A mind that keeps every possible world

Pile = tuple[str, ...]


class World(NamedTuple):
    """Both stacks from the top, and the other's hand, as seat 0 could imagine them."""

    stacks: tuple[Pile, Pile]
    hand: frozenset[str]


class Mind:
    """Seat 0, who thinks of every way the hidden cards can lie, and lets go of those that it sees are not so."""

    def __init__(self, state: State) -> None:
        (first, second), held = state.stacks, state.seats[1].hand
        hidden = sorted([*first, *second, *held])
        at = len(first) + len(second)
        self.worlds = {
            World((order[: len(first)], order[len(first) : at]), frozenset(order[at:]))
            for order in permutations(hidden)
        }

    def notice(self, event: Event, state: State) -> None:
        """An event as seat 0 sees it; `state` is the one before."""
        self.worlds = {after for world in self.worlds for after in _after(world, event, state)}


def _after(world: World, event: Event, state: State) -> Iterator[World]:  # noqa: C901  one case per event
    """What a world may become by an event, nothing where seat 0 sees that it is not so."""
    stacks, hand = world
    match event:
        case StackSearched():
            if event.seat == 1 or stacks[event.stack - 1] == state.stacks[event.stack - 1]:
                yield world
        case CardDrawn() | CardPicked():
            pile = stacks[event.stack - 1]
            for at, one in enumerate(pile[:1] if isinstance(event, CardDrawn) else pile):
                if event.seat == 1 or one == event.card:
                    left = (*pile[:at], *pile[at + 1 :])
                    yield World(_with(stacks, event.stack, left), hand | {one} if event.seat else hand)
        case CardsShed():
            for row in permutations(sorted(hand), len(event.cards)) if event.seat else [event.cards]:
                after = stacks
                for one, stack in zip(row, event.stacks, strict=True):
                    after = _with(after, stack, (*after[stack - 1], one))
                yield World(after, hand - {*row})
        case HandShown():
            if hand == frozenset(state.seats[1].hand):
                yield world
        case CardsRemoved():
            after = _with(stacks, event.stack, (*stacks[event.stack - 1], *event.cards))
            yield World(after, hand - {*event.cards})
        case CardStolen():
            assert event.card is not None
            yield World(stacks, hand | {event.card} if event.seat else hand - {event.card})
        case _:
            raise AssertionError(event)


def _with(stacks: tuple[Pile, Pile], stack: int, pile: Pile) -> tuple[Pile, Pile]:
    return (pile, stacks[1]) if stack == 1 else (stacks[0], pile)


def happenings(state: State, rng: Random) -> list[Event]:
    """One random move of somebody, with the look that comes before it."""
    seat = rng.randrange(2)
    hand, other = state.seats[seat].hand, state.seats[1 - seat].hand
    filled = [number for number in (1, 2) if state.stacks[number - 1]]
    kind = rng.choice(("draw", "search", "shed", "shed two", "conflict", "spy"))
    if kind == "draw" and filled:
        stack = rng.choice(filled)
        return [CardDrawn(seat, stack, state.stacks[stack - 1][0])]
    if kind == "search" and filled:
        stack = rng.choice(filled)
        return [searched(seat, stack), CardPicked(seat, stack, rng.choice(state.stacks[stack - 1]))]
    if kind == "shed" and hand:
        return [CardsShed(seat, (rng.choice(hand),), (rng.randint(1, 2),))]
    if kind == "shed two" and len(hand) > 1:
        return [CardsShed(seat, tuple(rng.sample(hand, 2)), (rng.randint(1, 2), rng.randint(1, 2)))]
    if kind == "conflict" and seat == 0 and other:
        cards = tuple(rng.sample(other, min(2, len(other))))
        return [HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, cards, rng.randint(1, 2))]
    if kind == "spy" and other:
        stolen = CardStolen(seat, 1 - seat, rng.choice(other))
        return [HandShown(1, 0, Why.SPY), stolen] if seat == 0 else [stolen]
    return []


@pytest.mark.parametrize("seed", range(200 if environ.get("CHRONIK_LONG") else 12))
def test_a_memory_holds_in_every_world_that_is_possible(seed: int) -> None:
    """E10: what it says is not only true, but follows from what the seat has seen; a look is remembered whole."""
    rng = Random(seed)
    hidden = [A, B, C, D, Y, Z]
    rng.shuffle(hidden)
    hands = (X,), tuple(hidden[4:])
    seats = principality(0, hand=hands[0]), principality(1, hand=hands[1])
    state = position(*seats, options=BASE, stacks=(tuple(hidden[:3]), tuple(hidden[3:4])))
    state = replace(state, prompts=())
    mind = Mind(state)
    for _ in range(30):
        for event in happenings(state, rng):
            mind.notice(event, state)
            state = evolve(FACTS, state, event)
            own = state.seats[0]
            assert mind.worlds
            for (first, second), hand in mind.worlds:
                assert explains(own.sights[0], first), (event, own.sights[0], first)
                assert explains(own.sights[1], second), (event, own.sights[1], second)
                assert explains_hand(own.hand_sight, tuple(hand)), (event, own.hand_sight, hand)
            if isinstance(event, StackSearched) and event.seat == 0:
                assert own.sights[event.stack - 1] == Sight(state.stacks[event.stack - 1])
            if isinstance(event, HandShown):
                assert own.hand_sight == HandSight(tuple(sorted(state.seats[1].hand)))
