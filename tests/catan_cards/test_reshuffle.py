"""Undo across a look or a draw: the cards that are shuffled, and those that stay known in place (E11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from os import environ
from random import Random
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.events import (
    BuildingReturned,
    CardBuilt,
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    Event,
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
from chronik.domain.catan_cards.evolve import evolve, opening
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.reshuffle import reshuffle
from chronik.domain.catan_cards.sight import unknown_stack
from chronik.domain.catan_cards.state import HandSight, SeatState, Sight, State
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.chance import Chance
from tests.catan_cards.mind import Mind, deal_position, draw_events
from tests.support.catan_cards.memory import assert_memories_true
from tests.support.catan_cards.table import ABOVE, FACTS, TOURNAMENT, Moment, given, position, principality

UNDO = Chance(b"\x07" * 32, epoch=1)


def table() -> Moment:
    """Returns a match of the extended game in which all face-down cards are unknown."""
    return given(position(principality(0), principality(1, hand=("abbey-1", "church-1"))))


def undo(then: Moment, *undone: Event) -> State:
    """Returns the state after undoing these events."""
    after = then.after(*undo_events(then, *undone)).state
    assert_memories_true(after)
    return after


def undo_events(then: Moment, *undone: Event) -> tuple[Event, ...]:
    """Returns the events that undoing these events adds."""
    return reshuffle(FACTS, then.after(*undone).state, then.state, undone, UNDO)


def search(seat: int, stack: int, at: int, then: Moment) -> tuple[Any, Any]:
    return StackSearched(seat, stack, Why.SEARCH), CardPicked(seat, stack, then.state.stacks[stack - 1][at])


def test_unknown_cards_are_shuffled() -> None:
    """E11: each stack keeps its cards."""
    then = table()
    after = undo(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    for before, now in zip(then.state.stacks, after.stacks, strict=True):
        assert Counter(before) == Counter(now)
        assert before != now
    assert after.events != then.state.events
    assert Counter(after.events) == Counter(then.state.events)
    assert Counter(after.regions) == Counter(then.state.regions)


def test_cards_that_a_seat_has_seen_keep_their_place_and_stay_known() -> None:
    """E11: all cards of a searched stack except the taken one, which is in no stack now."""
    then = table()
    after = undo(then, *search(0, 2, 4, then))
    assert after.stacks[1] == then.state.stacks[1]
    pile = then.state.stacks[1]
    assert after.seats[0].sights[1] == Sight((*pile[:4], None, *pile[5:]))
    assert after.seats[1].sights[1] == Sight((None,) * len(pile))
    assert after.stacks[0] != then.state.stacks[0]


def test_cards_that_either_seat_has_seen_stay_in_place() -> None:
    """E11: every place that a seat's memory names keeps its card."""
    then = table()
    after = undo(then, *search(0, 1, 0, then), *search(1, 3, 0, then))
    assert after.stacks[0] == then.state.stacks[0]
    assert after.stacks[2] == then.state.stacks[2]
    assert set(after.seats[0].sights[2].slots) == {None}


def test_an_undo_restores_what_was_known_before() -> None:
    """E10: a card that has left a stack since is there again, as remembered."""
    then = table().after(*search(0, 2, 4, table()))
    top = then.state.stacks[1][0]
    after = undo(then, CardDrawn(0, 2, top))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.stacks[1] == then.state.stacks[1]


def test_after_an_undo_it_stays_uncertain_which_card_the_other_seat_took() -> None:
    """E10: an undo does not reveal which card the other seat took."""
    first = table()
    looked = first.after(*search(0, 2, 4, first))
    then = looked.after(*search(1, 2, 2, looked))
    after = undo(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.seats[0].sights[1].gone == 1


def test_an_undo_does_not_reveal_when_a_card_left() -> None:
    """E10, E11: the other seat took two cards, one of them later; the look did not show which one."""
    first = table()
    looked = first.after(*search(0, 2, 0, first))
    then = looked.after(*search(1, 2, 4, looked), CardsShed(1, ("abbey-1",), (2,)))
    robbery = search(1, 2, 6, then)
    after = undo(then, *robbery, *search(0, 2, 0, then.after(*robbery)))
    own, *others = then.state.stacks[1]
    named = [card for card in others if card != robbery[1].card]
    slots = [slot for card in named for slot in (None, None, card)]
    assert after.seats[0].sights[1] == Sight((*slots, None, None), 2 * len(named))
    assert after.stacks[1] != then.state.stacks[1] or {own, robbery[1].card} < {*after.stacks[1]}


def with_stack(moment: Moment, *cards: str) -> Moment:
    """Returns the moment with exactly these cards in the first stack."""
    state = moment.state
    sights = [replace_at(seat.sights, 0, unknown_stack(len(cards))) for seat in state.seats]
    seats = tuple([replace(seat, sights=sight) for seat, sight in zip(state.seats, sights, strict=True)])
    return Moment(replace(state, stacks=replace_at(state.stacks, 0, cards), seats=seats))


FIVE = "alchemist-1", "arsonist-1", "bishop-1", "brigands-1", "caravan-1"


def stack_after_theft(at: int) -> tuple[Moment, tuple[Any, ...]]:
    """Returns a stack from which the other seat takes a Bishop at some place, and then seat 0 looks."""
    others = [card for card in FIVE if card != "bishop-1"]
    then = with_stack(table(), *others[:at], "bishop-1", *others[at:])
    return then, (*search(1, 1, at, then), StackSearched(0, 1, Why.MASTER_BUILDER))


def test_an_undo_does_not_reveal_the_place_of_a_card_taken_by_the_other_seat() -> None:
    """E11, E12: the look is the same for every place of the card, and so is the memory."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = stack_after_theft(at)
        memories.add(undo(then, *undone).seats[0].sights[0])
    alchemist, arsonist, _, brigands, caravan = FIVE
    slots = (None, alchemist, None, arsonist, None, brigands, None, caravan, None)
    assert memories == {Sight(slots, gone=4)}


def test_control_remembering_every_place_of_a_later_look_reveals_the_taken_card() -> None:
    """A control: with E11 but without E12, the memories differ in each of the five cases."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = stack_after_theft(at)
        (named,) = [seat.sights[0].slots for seat in then.after(*undone).state.seats[:1]]
        memories.add(tuple([card if card in named else None for card in then.state.stacks[0]]))
    assert len(memories) == len(FIVE)


def test_a_seat_that_looked_first_knows_the_place_of_the_taken_card() -> None:
    """E11: an earlier look showed all places; the card itself is not named any more."""
    then = with_stack(table(), *FIVE)
    after = undo(then, StackSearched(0, 1, Why.MASTER_BUILDER), *search(1, 1, 2, then), StackSearched(0, 1, Why.SEARCH))
    alchemist, arsonist, _, brigands, caravan = FIVE
    assert after.seats[0].sights[0] == Sight((alchemist, arsonist, None, brigands, caravan))


def test_a_known_card_limits_the_places_where_a_card_can_be_missing() -> None:
    """E11: the lowest card was put there openly, so one of those above it is missing, and none below."""
    first = with_stack(table(), *FIVE[:3])
    then = first.after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, ("abbey-1",), 1))
    after = undo(then, *search(1, 1, 1, then), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight((None, FIVE[0], None, FIVE[2], None, "abbey-1"), 2)


def test_the_order_of_a_stack_is_known_if_its_missing_card_was_between_known_cards() -> None:
    """E11: here the missing card was between two known ones."""
    first = with_stack(table(), FIVE[0])
    given = first.after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, ("abbey-1", "church-1"), 1))
    then = given.after(CardDrawn(0, 1, FIVE[0]))
    after = undo(then, *search(1, 1, 0, then), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight(("abbey-1", "church-1"))


def test_no_place_is_remembered_for_a_card_that_may_have_been_put_there_later() -> None:
    """E11: the other seat took a card and put one under the stack, unseen; the last card may be that one."""
    then = with_stack(table(), *FIVE[:3])
    after = undo(then, *search(1, 1, 1, then), CardsShed(1, ("abbey-1",), (1,)), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight((None, FIVE[0], None, FIVE[2], None), 2)
    swapped = undo(
        then,
        StackSearched(1, 1, Why.SEARCH),
        CardPicked(1, 1, FIVE[1]),
        CardsShed(1, ("abbey-1",), (1,)),
        StackSearched(1, 1, Why.SEARCH),
        CardPicked(1, 1, "abbey-1"),
        StackSearched(0, 1, Why.SEARCH),
    )
    assert swapped.seats[0].sights[0] == Sight((None, None, FIVE[0], None, None), 2)


def test_a_card_put_back_under_a_stack_is_not_remembered_there() -> None:
    """E11: a seat that saw it put there does not learn from which stack it came."""
    then = table()
    tops = then.state.stacks[0][0], then.state.stacks[1][0]
    drawn = CardDrawn(1, 1, tops[0]), CardDrawn(1, 2, tops[1])
    after = undo(then, *drawn, HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, tops, 1))
    for seat in (0, 1):
        assert {*after.seats[seat].sights[0].slots} == {None}
    assert after.stacks[0] != then.state.stacks[0]


def test_an_undo_returns_a_card_put_under_a_stack_to_the_hand() -> None:
    """E11: no stack memory names it, and its owner knows his hand anyway."""
    then = table()
    after = undo(then, CardsShed(1, ("abbey-1",), (2,)))
    assert after.seats[1].hand == ("abbey-1", "church-1")
    assert after.seats[1].sights[1] == Sight((None,) * len(then.state.stacks[1]))


def test_a_hand_that_was_shown_stays_known_after_an_undo() -> None:
    """E10, E11: cards that came openly since are not in it any more."""
    then = table()
    returned = CardBuilt(1, "abbey-1", 1, ABOVE), BuildingReturned(1, "abbey-1", 0)
    for meanwhile in ((), returned):
        after = undo(then, *meanwhile, HandShown(1, 0, Why.SPY))
        assert after.seats[0].hand_sight == HandSight(("abbey-1", "church-1"))
        assert after.seats[1].hand_sight == HandSight()


def test_an_undo_does_not_reveal_which_hand_cards_came_later() -> None:
    """E10, E11: three cards were shown, one of them drawn before; the viewer does not learn which."""
    then = table()
    drawn = CardDrawn(1, 1, then.state.stacks[0][0])
    assert undo(then, drawn, HandShown(1, 0, Why.SPY)).seats[0].hand_sight == HandSight()
    shown_before = undo(then, HandShown(1, 0, Why.SPY), drawn, HandShown(1, 0, Why.SPY))
    assert shown_before.seats[0].hand_sight == HandSight(("abbey-1", "church-1"))


def test_public_events_stay_at_the_bottom_of_their_deck() -> None:
    """B20: events that came later are hidden again, somewhere above them."""
    start = table()
    first, second = start.state.events[:2]
    then = start.after(EventRevealed(first), EventReturned(first))
    after = undo(then, EventRevealed(second), EventReturned(second))
    assert after.told == 1
    assert after.events[-1] == first
    assert Counter(after.events) == Counter(then.state.events)


def test_a_revealed_event_card_stays_revealed_after_an_undo() -> None:
    """B20: undoing to the middle of an event."""
    start = table()
    first = start.state.events[0]
    then = start.after(EventRevealed(first))
    after = undo(then, EventReturned(first))
    assert after.revealed == first
    assert first not in after.events


def test_a_look_after_an_undo_reveals_nothing_of_the_order_before_it() -> None:
    """E11: after two undos, a look between them shows only the order after the first undo."""
    then = table()
    shuffle = undo_events(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    once = then.after(*shuffle)
    after = undo(then, *shuffle, *search(0, 1, 0, once))
    assert after.seats[0].sights[0] == then.state.seats[0].sights[0]
    assert after.stacks[0] != then.state.stacks[0]


def test_cards_seen_before_an_earlier_undo_stay_known_after_a_later_one() -> None:
    """E11: a look, an undo to a moment after the target, then an undo to the target."""
    then = table()
    between = CardsShed(1, ("abbey-1",), (2,))
    later = then.after(between)
    first = undo_events(later, *search(0, 1, 0, later), HandShown(1, 0, Why.SPY))
    after = undo(then, between, *first, *search(0, 3, 0, later.after(*first)))
    top, *others = then.state.stacks[0]
    assert after.seats[0].sights[0] == Sight((None, *others))
    assert top == after.stacks[0][0]
    assert after.seats[0].hand_sight.cards == ("church-1",)
    assert after.seats[0].sights[2] == Sight((None,) * len(then.state.stacks[2]))


def test_two_undos_reveal_no_more_than_a_single_one() -> None:
    """E11, E12: between the two moments the other seat took a card; the remaining names show only their order."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = stack_after_theft(at)
        picked, look = undone[:2], undone[2:]
        once = undo_events(then.after(*picked), *look)
        memories.add(undo(then, *picked, *once).seats[0].sights[0])
    assert len(memories) == 1


def test_the_events_of_an_undo_do_not_depend_on_knowledge() -> None:
    """E11: they do not even depend on how many cards are known."""
    then = table()
    nothing = undo_events(then)
    something = undo_events(then, *search(0, 2, 4, then))
    kinds = [type(event) for event in nothing]
    assert kinds == [type(event) for event in something]
    per_stack = [StackShuffled, SightKept, SightKept] * 6
    assert kinds == [*per_stack, EventsShuffled, RegionsShuffled, HandRemembered, HandRemembered]


def test_both_players_stacks_are_shuffled_in_the_tournament_game() -> None:
    """T7."""
    then = given(position(principality(0), principality(1), options=TOURNAMENT))
    events = undo_events(then)
    shuffled = [(event.of, event.stack) for event in events if isinstance(event, StackShuffled)]
    assert shuffled == [(seat, stack) for seat in (0, 1) for stack in (1, 2, 3, 4)]


def test_an_undo_before_the_first_shuffle_shuffles_nothing() -> None:
    """R64: undoing to the question for decks."""
    start = opening(FACTS, TOURNAMENT, 2)
    assert reshuffle(FACTS, table().state, start, (), UNDO) == ()


def test_after_undos_a_memory_is_true_in_every_possible_world() -> None:
    """E10, E11: it follows from all that the seat has seen, undone events included; earlier knowledge is kept."""
    matches = 3_000 if environ.get("CHRONIK_LONG") else 20
    for _, then, after, mind in random_undos(Random("undos"), matches):
        assert mind.agrees(after.seats[0])
        assert keeps_names(then, after)


def test_control_memories_that_know_too_much_are_detected() -> None:
    """The control: memories that name the real places of cards disagree with the model."""
    assert not all(
        mind.agrees(memory_of_real_places(now, after)) for now, _, after, mind in random_undos(Random("control"), 40)
    )


MOST = 800
"""Lines of play that a mind keeps at most: more take long."""


def random_undos(rng: Random, matches: int) -> Iterator[tuple[State, State, State, Mind]]:
    """Yields random moves and undos: the states before, at the target and after, with a model that saw all events."""
    for _ in range(matches):
        state = deal_position(rng, hand=1)
        mind, live, moments = Mind(state), list[Event](), list[tuple[State, int]]()
        for _ in range(24):
            if len(mind.lines) > MOST:
                break
            if moments and rng.random() < 0.25:
                at = rng.randrange(len(moments))
                (then, since), now = moments[at], state
                kept = reshuffle(FACTS, now, then, live[since:], Chance(b"\x08" * 32, rng.randrange(99)))
                state, live, moments = Moment(then).after(*kept).state, [*live[:since], *kept], moments[: at + 1]
                mind.go_back(at, [card for one in state.seats[0].sights for card in one.slots if card is not None])
                yield now, then, state, mind
            elif len(moments) < 3 and rng.random() < 0.3:
                moments.append((state, len(live)))
                mind.mark()
            else:
                for event in draw_events(state, rng):
                    mind.notice(event, state)
                    state = evolve(FACTS, state, event)
                    live.append(event)


def keeps_names(then: State, after: State) -> bool:
    """Returns whether every card that a memory named is still named."""
    sights = zip(then.seats[0].sights, after.seats[0].sights, strict=True)
    return all({*knew.slots} - {None} <= {*knows.slots} for knew, knows in sights if not knew.gone)


def memory_of_real_places(now: State, after: State) -> SeatState:
    """Returns a memory that names the real places of all cards that were named before the undo."""
    sights = [
        Sight(tuple([card if card in {*knows.slots} else None for card in cards]))
        for knows, cards in zip(now.seats[0].sights, after.stacks, strict=True)
    ]
    return replace(after.seats[0], sights=tuple(sights))
