"""What an undo across a look or a draw shuffles anew, and what stays known where it lay (E11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from os import environ
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.catan_cards.events import (
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
from domain.catan_cards.evolve import evolve, opening
from domain.catan_cards.prompts import Why
from domain.catan_cards.reshuffle import reshuffled
from domain.catan_cards.sight import unseen
from domain.catan_cards.state import HandSight, SeatState, Sight, State
from domain.engine.chance import Chance
from domain.engine.tuples import placed
from tests.support.catan_cards.memory import truthful
from tests.support.catan_cards.mind import Mind, dealt, happenings
from tests.support.catan_cards.table import ABOVE, FACTS, TOURNAMENT, Moment, given, position, principality

UNDO = Chance(b"\x07" * 32, epoch=1)


def table() -> Moment:
    """A match of the extended game in which nobody has seen a card that lies face down."""
    return given(position(principality(0), principality(1, hand=("abbey-1", "church-1"))))


def back(then: Moment, *undone: Event) -> State:
    """The state after going back past these events, with what that has brought."""
    after = then.after(*brought(then, *undone)).state
    truthful(after)
    return after


def brought(then: Moment, *undone: Event) -> tuple[Event, ...]:
    """What going back past these events brings."""
    return reshuffled(FACTS, then.after(*undone).state, then.state, undone, UNDO)


def search(seat: int, stack: int, at: int, then: Moment) -> tuple[Any, Any]:
    return StackSearched(seat, stack, Why.SEARCH), CardPicked(seat, stack, then.state.stacks[stack - 1][at])


def test_what_nobody_knows_is_shuffled_anew() -> None:
    """E11: each stack keeps its cards."""
    then = table()
    after = back(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    for before, now in zip(then.state.stacks, after.stacks, strict=True):
        assert Counter(before) == Counter(now)
        assert before != now
    assert after.events != then.state.events
    assert Counter(after.events) == Counter(then.state.events)
    assert Counter(after.regions) == Counter(then.state.regions)


def test_what_a_seat_has_seen_lies_where_it_lay_and_stays_known() -> None:
    """E11: all of a stack that was searched but the card that was taken, which is in no stack now."""
    then = table()
    after = back(then, *search(0, 2, 4, then))
    assert after.stacks[1] == then.state.stacks[1]
    pile = then.state.stacks[1]
    assert after.seats[0].sights[1] == Sight((*pile[:4], None, *pile[5:]))
    assert after.seats[1].sights[1] == Sight((None,) * len(pile))
    assert after.stacks[0] != then.state.stacks[0]


def test_what_either_seat_has_seen_lies_where_it_lay() -> None:
    """E11: slots that any seat's memory names."""
    then = table()
    after = back(then, *search(0, 1, 0, then), *search(1, 3, 0, then))
    assert after.stacks[0] == then.state.stacks[0]
    assert after.stacks[2] == then.state.stacks[2]
    assert set(after.seats[0].sights[2].slots) == {None}


def test_what_was_known_before_is_known_again() -> None:
    """E10: a card that has left a stack since lies there again, as it was remembered."""
    then = table().after(*search(0, 2, 4, table()))
    top = then.state.stacks[1][0]
    after = back(then, CardDrawn(0, 2, top))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.stacks[1] == then.state.stacks[1]


def test_what_may_have_left_may_still_have_left() -> None:
    """E10: an undo tells nobody what the other one took."""
    first = table()
    looked = first.after(*search(0, 2, 4, first))
    then = looked.after(*search(1, 2, 2, looked))
    after = back(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    assert after.seats[0].sights[1] == then.state.seats[0].sights[1]
    assert after.seats[0].sights[1].gone == 1


def test_an_undo_does_not_tell_what_had_left_before_and_what_since() -> None:
    """E10, E11: the other one has taken two cards, one of them after that moment; which one, the look did not show."""
    first = table()
    looked = first.after(*search(0, 2, 0, first))
    then = looked.after(*search(1, 2, 4, looked), CardsShed(1, ("abbey-1",), (2,)))
    robbery = search(1, 2, 6, then)
    after = back(then, *robbery, *search(0, 2, 0, then.after(*robbery)))
    own, *others = then.state.stacks[1]
    named = [card for card in others if card != robbery[1].card]
    slots = [slot for card in named for slot in (None, None, card)]
    assert after.seats[0].sights[1] == Sight((*slots, None, None), 2 * len(named))
    assert after.stacks[1] != then.state.stacks[1] or {own, robbery[1].card} < {*after.stacks[1]}


def pile(moment: Moment, *cards: str) -> Moment:
    """The moment with just these cards in the first stack."""
    state = moment.state
    sights = [placed(seat.sights, 0, unseen(len(cards))) for seat in state.seats]
    seats = tuple([replace(seat, sights=sight) for seat, sight in zip(state.seats, sights, strict=True)])
    return Moment(replace(state, stacks=placed(state.stacks, 0, cards), seats=seats))


FIVE = "alchemist-1", "arsonist-1", "bishop-1", "brigands-1", "caravan-1"


def robbed(at: int) -> tuple[Moment, tuple[Any, ...]]:
    """A stack in which the other one finds a Bishop at some place; he takes it, and then one looks oneself."""
    others = [card for card in FIVE if card != "bishop-1"]
    then = pile(table(), *others[:at], "bishop-1", *others[at:])
    return then, (*search(1, 1, at, then), StackSearched(0, 1, Why.MASTER_BUILDER))


def test_an_undo_does_not_tell_where_a_card_lay_that_the_other_one_took() -> None:
    """E11, E12: the look was the same wherever the card had lain, and so is the memory."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = robbed(at)
        memories.add(back(then, *undone).seats[0].sights[0])
    alchemist, arsonist, _, brigands, caravan = FIVE
    slots = (None, alchemist, None, arsonist, None, brigands, None, caravan, None)
    assert memories == {Sight(slots, gone=4)}


def test_places_that_a_later_look_names_would_tell_it() -> None:
    """The control: what E11 says without E12, every card named where it lay, differs in each of the five."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = robbed(at)
        (named,) = [seat.sights[0].slots for seat in then.after(*undone).state.seats[:1]]
        memories.add(tuple([card if card in named else None for card in then.state.stacks[0]]))
    assert len(memories) == len(FIVE)


def test_who_looked_first_knows_where_the_card_lay() -> None:
    """E11: an earlier look told all the places; the card itself is named no more."""
    then = pile(table(), *FIVE)
    after = back(then, StackSearched(0, 1, Why.MASTER_BUILDER), *search(1, 1, 2, then), StackSearched(0, 1, Why.SEARCH))
    alchemist, arsonist, _, brigands, caravan = FIVE
    assert after.seats[0].sights[0] == Sight((alchemist, arsonist, None, brigands, caravan))


def test_known_cards_bound_the_places_of_the_others() -> None:
    """E11: the lowest card was put there openly, so one of the others above it is missing, and none below."""
    first = pile(table(), *FIVE[:3])
    then = first.after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, ("abbey-1",), 1))
    after = back(then, *search(1, 1, 1, then), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight((None, FIVE[0], None, FIVE[2], None, "abbey-1"), 2)


def test_a_stack_without_a_missing_card_between_known_ones_is_known() -> None:
    """E11: here the card that is missing is the one that lay between two known ones."""
    first = pile(table(), FIVE[0])
    given = first.after(HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, ("abbey-1", "church-1"), 1))
    then = given.after(CardDrawn(0, 1, FIVE[0]))
    after = back(then, *search(1, 1, 0, then), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight(("abbey-1", "church-1"))


def test_cards_that_may_have_been_put_there_since_are_not_named() -> None:
    """E11: the other one took a card and put one under, unseen; the last card may be the one he put there."""
    then = pile(table(), *FIVE[:3])
    after = back(then, *search(1, 1, 1, then), CardsShed(1, ("abbey-1",), (1,)), StackSearched(0, 1, Why.SEARCH))
    assert after.seats[0].sights[0] == Sight((None, FIVE[0], None, FIVE[2], None), 2)
    swapped = back(
        then,
        StackSearched(1, 1, Why.SEARCH),
        CardPicked(1, 1, FIVE[1]),
        CardsShed(1, ("abbey-1",), (1,)),
        StackSearched(1, 1, Why.SEARCH),
        CardPicked(1, 1, "abbey-1"),
        StackSearched(0, 1, Why.SEARCH),
    )
    assert swapped.seats[0].sights[0] == Sight((None, None, FIVE[0], None, None), 2)


def test_a_card_that_came_back_under_a_stack_did_not_lie_there() -> None:
    """E11: whoever saw it put there does not learn out of which stack it had come."""
    then = table()
    tops = then.state.stacks[0][0], then.state.stacks[1][0]
    drawn = CardDrawn(1, 1, tops[0]), CardDrawn(1, 2, tops[1])
    after = back(then, *drawn, HandShown(1, 0, Why.CONFLICT), CardsRemoved(1, 0, tops, 1))
    for seat in (0, 1):
        assert {*after.seats[seat].sights[0].slots} == {None}
    assert after.stacks[0] != then.state.stacks[0]


def test_a_card_put_under_since_is_in_the_hand_again() -> None:
    """E11: it is named in no stack, and its owner knows his hand anyway."""
    then = table()
    after = back(then, CardsShed(1, ("abbey-1",), (2,)))
    assert after.seats[1].hand == ("abbey-1", "church-1")
    assert after.seats[1].sights[1] == Sight((None,) * len(then.state.stacks[1]))


def test_a_hand_that_was_shown_stays_known() -> None:
    """E10, E11: what has come openly since is not in it any more."""
    then = table()
    returned = CardBuilt(1, "abbey-1", 1, ABOVE), BuildingReturned(1, "abbey-1", 0)
    for meanwhile in ((), returned):
        after = back(then, *meanwhile, HandShown(1, 0, Why.SPY))
        assert after.seats[0].hand_sight == HandSight(("abbey-1", "church-1"))
        assert after.seats[1].hand_sight == HandSight()


def test_an_undo_does_not_tell_which_cards_of_a_hand_had_come_since() -> None:
    """E10, E11: three cards were shown, one of which was drawn before; who saw them does not learn which."""
    then = table()
    drawn = CardDrawn(1, 1, then.state.stacks[0][0])
    assert back(then, drawn, HandShown(1, 0, Why.SPY)).seats[0].hand_sight == HandSight()
    shown_before = back(then, HandShown(1, 0, Why.SPY), drawn, HandShown(1, 0, Why.SPY))
    assert shown_before.seats[0].hand_sight == HandSight(("abbey-1", "church-1"))


def test_the_told_events_stay_at_the_bottom_of_their_deck() -> None:
    """B20: what has come since is untold again, somewhere above them."""
    start = table()
    first, second = start.state.events[:2]
    then = start.after(EventRevealed(first), EventReturned(first))
    after = back(then, EventRevealed(second), EventReturned(second))
    assert after.told == 1
    assert after.events[-1] == first
    assert Counter(after.events) == Counter(then.state.events)


def test_an_event_card_in_hand_stays_revealed() -> None:
    """B20: going back to the middle of an event."""
    start = table()
    first = start.state.events[0]
    then = start.after(EventRevealed(first))
    after = back(then, EventReturned(first))
    assert after.revealed == first
    assert first not in after.events


def test_nothing_is_learned_of_an_order_that_an_earlier_undo_has_changed() -> None:
    """E11: after going back twice, a look in between tells how the cards lay after the first undo only."""
    then = table()
    shuffle = brought(then, CardDrawn(0, 1, then.state.stacks[0][0]))
    once = then.after(*shuffle)
    after = back(then, *shuffle, *search(0, 1, 0, once))
    assert after.seats[0].sights[0] == then.state.seats[0].sights[0]
    assert after.stacks[0] != then.state.stacks[0]


def test_what_was_seen_before_an_earlier_undo_stays_known_after_a_later_one() -> None:
    """E11: a look, an undo to a moment after this one, and then an undo to this one."""
    then = table()
    between = CardsShed(1, ("abbey-1",), (2,))
    later = then.after(between)
    first = brought(later, *search(0, 1, 0, later), HandShown(1, 0, Why.SPY))
    after = back(then, between, *first, *search(0, 3, 0, later.after(*first)))
    top, *others = then.state.stacks[0]
    assert after.seats[0].sights[0] == Sight((None, *others))
    assert top == after.stacks[0][0]
    assert after.seats[0].hand_sight.cards == ("church-1",)
    assert after.seats[0].sights[2] == Sight((None,) * len(then.state.stacks[2]))


def test_an_earlier_undo_is_no_way_round() -> None:
    """E11, E12: between the two moments the other one took a card; the names that stayed tell their order alone."""
    memories = set()
    for at in range(len(FIVE)):
        then, undone = robbed(at)
        picked, look = undone[:2], undone[2:]
        once = brought(then.after(*picked), *look)
        memories.add(back(then, *picked, *once).seats[0].sights[0])
    assert len(memories) == 1


def test_every_stack_and_seat_is_told_alike() -> None:
    """E11: what is told does not depend on what anybody knows, nor on how many cards are known."""
    then = table()
    nothing = brought(then)
    something = brought(then, *search(0, 2, 4, then))
    kinds = [type(event) for event in nothing]
    assert kinds == [type(event) for event in something]
    per_stack = [StackShuffled, SightKept, SightKept] * 6
    assert kinds == [*per_stack, EventsShuffled, RegionsShuffled, HandRemembered, HandRemembered]


def test_both_players_stacks_are_shuffled_in_the_tournament_game() -> None:
    """T7."""
    then = given(position(principality(0), principality(1), options=TOURNAMENT))
    events = brought(then)
    shuffled = [(event.of, event.stack) for event in events if isinstance(event, StackShuffled)]
    assert shuffled == [(seat, stack) for seat in (0, 1) for stack in (1, 2, 3, 4)]


def test_before_anything_is_shuffled_there_is_nothing_to_shuffle_anew() -> None:
    """R64: going back to the question for decks."""
    start = opening(FACTS, TOURNAMENT, 2)
    assert reshuffled(FACTS, table().state, start, (), UNDO) == ()


def test_after_undos_a_memory_holds_in_every_world_that_is_possible() -> None:
    """E10, E11: it follows from all that the seat has seen, in what was undone too; what was known before still is."""
    matches = 3_000 if environ.get("CHRONIK_LONG") else 20
    for _, then, after, mind in undos(Random("undos"), matches):
        assert mind.agrees(after.seats[0])
        assert keeps(then, after)


def test_a_mind_would_notice_places_that_nobody_could_tell() -> None:
    """The control: what is named now, at the places where it lay."""
    assert not all(mind.agrees(as_it_lay(now, after)) for now, _, after, mind in undos(Random("control"), 40))


MOST = 800
"""Lines of play that a mind keeps at most: more take long."""


def undos(rng: Random, matches: int) -> Iterator[tuple[State, State, State, Mind]]:
    """Random moves and undos: before each, the moment gone back to, and after it, with a mind that has seen all."""
    for _ in range(matches):
        state = dealt(rng, hand=1)
        mind, live, moments = Mind(state), list[Event](), list[tuple[State, int]]()
        for _ in range(24):
            if len(mind.lines) > MOST:
                break
            if moments and rng.random() < 0.25:
                at = rng.randrange(len(moments))
                (then, since), now = moments[at], state
                kept = reshuffled(FACTS, now, then, live[since:], Chance(b"\x08" * 32, rng.randrange(99)))
                state, live, moments = Moment(then).after(*kept).state, [*live[:since], *kept], moments[: at + 1]
                mind.go_back(at, [card for one in state.seats[0].sights for card in one.slots if card is not None])
                yield now, then, state, mind
            elif len(moments) < 3 and rng.random() < 0.3:
                moments.append((state, len(live)))
                mind.mark()
            else:
                for event in happenings(state, rng):
                    mind.notice(event, state)
                    state = evolve(FACTS, state, event)
                    live.append(event)


def keeps(then: State, after: State) -> bool:
    """Whether all that a memory named is named still."""
    sights = zip(then.seats[0].sights, after.seats[0].sights, strict=True)
    return all({*knew.slots} - {None} <= {*knows.slots} for knew, knows in sights if not knew.gone)


def as_it_lay(now: State, after: State) -> SeatState:
    """A memory that names all that was named before the undo, where it lies."""
    sights = [
        Sight(tuple([card if card in {*knows.slots} else None for card in cards]))
        for knows, cards in zip(now.seats[0].sights, after.stacks, strict=True)
    ]
    return replace(after.seats[0], sights=tuple(sights))
