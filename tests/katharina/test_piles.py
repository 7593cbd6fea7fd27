"""Stock and discard (rule book, G6, Q2–Q4): when the discard is shuffled, and which pile cards come from."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.seats import Referee, Seat, Spectator
from chronik.domain.katharina.commands import DECLINE
from chronik.domain.katharina.events import CardResolved, CardsDrawn, DiscardShuffled, Draw
from chronik.domain.katharina.state import State
from chronik.projections.games import projection
from chronik.projections.katharina.view import view
from tests.katharina.table import FACTS, GAME, OTHER, PERFORMED, activates, dealt, given, perform, resolving

LINE = projection("katharina").line
DRAWS_TWO = activates("P012", favour=10)


def test_the_discard_becomes_the_stock_when_a_card_must_be_drawn() -> None:
    """G6, Q3: one card is left and two are due, so the shuffle happens in the middle of a draw."""
    state = resolving(DRAWS_TWO, stock="P102")
    moment = given(state).when(0, perform())
    order = moment.the(DiscardShuffled).order
    moment.then(
        ...,
        CardResolved(0, PERFORMED, drawn=("P102",)),
        DiscardShuffled(order),
        CardsDrawn(Draw.CARD, (order[:1], ())),
        ...,
    )
    assert sorted(order) == sorted(state.discard)
    assert {"P102", order[0]} <= set(moment.state.seats[0].hand)


def test_the_discard_is_not_shuffled_before_a_card_must_be_drawn() -> None:
    """Q3: taking the last card leaves an empty stock; it is filled only when another card is due."""
    state = resolving(DRAWS_TWO, stock="P100 P101 P102")  # two by A6, one for the seat whose colours differ
    moment = given(state).when(0, perform())
    kinds = [type(event) for event in moment.events]
    assert kinds.index(DiscardShuffled) > kinds.index(CardResolved) + 1
    moment.then(..., CardResolved(0, PERFORMED, drawn=("P100", "P101")), ...)
    assert moment.all(CardResolved)[1].drawn == ("P102",)


def test_after_a_shuffle_in_phase_a_drawing_continues_in_seat_order() -> None:
    """Q2, Q3: the first seats take the rest of the old stock, the others draw from the new one."""
    state = resolving(activates("P003"), OTHER, OTHER, stock="P097 P098 P099 P100 P101 P102")
    moment = given(state).when(0, DECLINE)
    order = moment.the(DiscardShuffled).order
    moment.then(
        ...,
        CardsDrawn(Draw.ROUND, (("P100", "P101"), ("P102",), ())),
        DiscardShuffled(order),
        CardsDrawn(Draw.ROUND, ((), order[:1], order[1:3])),
        ...,
    )


def test_cards_that_were_just_paid_are_shuffled_too() -> None:
    """Q2, Q3: costs come before draws, so a paid card can be drawn again at once."""
    state = resolving(activates("P008", hand="P005"), stock="P102")
    moment = given(state).when(0, perform("P005"))
    assert "P005" in moment.the(DiscardShuffled).order


def test_the_order_of_discarding_does_not_matter() -> None:
    """Q3: the discard is sorted before it is shuffled with the seeded generator."""
    state = resolving(DRAWS_TWO, stock="P102")
    turned = replace(state, discard=tuple(reversed(state.discard)))
    orders = [given(one).when(0, perform()).the(DiscardShuffled).order for one in (state, turned)]
    assert orders[0] == orders[1] != tuple(sorted(state.discard))


def test_the_result_of_a_shuffle_depends_on_the_seed_and_the_number_of_the_shuffle() -> None:
    """Q2, Q3: the same seed and choices give the same order; another seed or a later shuffle gives another."""

    def order(state: State, seed: bytes) -> tuple[str, ...]:
        events = GAME.decide(state, 0, perform(), Chance(seed))
        return next(event.order for event in events if isinstance(event, DiscardShuffled))

    state = resolving(DRAWS_TWO, stock="P102")
    assert order(state, b"1" * 32) == order(state, b"1" * 32)
    assert order(state, b"1" * 32) != order(state, b"2" * 32)
    assert order(state, b"1" * 32) != order(replace(state, shuffles=2), b"1" * 32)


def test_cards_are_lost_without_points_if_stock_and_discard_are_empty() -> None:
    """Q4: existing cards are drawn, and the rest is worth nothing; with the printed cards this cannot happen (P4)."""
    state = resolving(DRAWS_TWO, stock="P102")
    held = replace(state.seats[1], hand=state.discard)
    poor = replace(state, seats=(state.seats[0], held), discard=())
    moment = given(poor).when(0, perform())
    moment.then_resolved(0, PERFORMED, drawn=("P102",)).then_seat(0, points=0, hand=("P102",))
    assert moment.all(DiscardShuffled) == []
    assert moment.state.prompts  # the match continues


def test_stock_and_discard_are_never_both_empty_with_the_printed_cards() -> None:
    """P4, E7: four displays of eleven cards and four hands at the highest limit leave some cards over."""
    assert 4 * (11 + max(step.hand_limit for step in FACTS.track)) <= len(FACTS.cards)


def test_the_order_of_the_stock_is_secret() -> None:
    """Q22, Q3, E5: every viewer sees how many cards it has, only the referee sees which; the discard is public."""
    state = dealt().state
    for viewer in (Seat(0), Spectator()):
        seen = view(FACTS, state, viewer)
        assert (seen.stock, seen.stock_order) == (len(state.stock), None)
    assert view(FACTS, state, Referee()).stock_order == state.stock
    assert LINE(DiscardShuffled(state.stock)).params == {}
    later = resolving(DRAWS_TWO, stock="P102")
    assert set(view(FACTS, later, Spectator()).discard) == set(later.discard)


def test_the_event_names_drawn_cards_and_the_public_line_counts_them() -> None:
    """Q2, E3, E4, E5: the event records every drawn card, the public line only their number."""
    event = CardsDrawn(Draw.ROUND, (("P001", "P002"), ("P003", "P004")))
    assert LINE(event).params == {"why": Draw.ROUND, "counts": (2, 2)}
