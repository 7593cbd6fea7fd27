"""The public part of each event, and the events that reveal something hidden (E1, E11, E12)."""

from __future__ import annotations

from typing import Any

from chronik.domain.catan_cards.commands import ChooseStack
from chronik.domain.catan_cards.events import (
    CardBuilt,
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardStolen,
    CardSwapped,
    Committed,
    Deck,
    DecksBrought,
    DiceRolled,
    Event,
    EventsShuffled,
    HandRemembered,
    HandShown,
    LayoutsShown,
    Protected,
    QuestionsAsked,
    RegionDrawn,
    RegionsPlaced,
    RegionsSeen,
    RegionsShuffled,
    RoadBuilt,
    SightKept,
    StackSearched,
    StackShuffled,
    StarPaid,
)
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.prompts import GainPrompt, PickPrompt, SpyPrompt, SwapPrompt, Why
from chronik.domain.catan_cards.public import PUBLIC
from chronik.domain.engine.public_rows import is_barrier, public_fields
from tests.support.cases import for_each
from tests.support.catan_cards.table import FACTS

HIDDEN: list[tuple[Event, dict[str, Any]]] = [
    (Committed(0, ChooseStack(1)), {}),
    (DecksBrought((Deck({"spy": 3}, {}, ()), Deck({"abbey": 2}, {}, ()))), {}),
    (StackShuffled(2, ("spy-1", "abbey-1")), {"stack": 2}),
    (StackShuffled(2, ("1:spy-1",), of=1, why=Why.UNDO), {"stack": 2, "of": 1, "why": Why.UNDO}),
    (EventsShuffled(("plague-1",)), {}),
    (RegionsShuffled(("hills_1",), Why.SCOUT), {"why": Why.SCOUT}),
    (
        LayoutsShown((("a",), ("b",)), hands=(("0:spy-1",), ("1:spy-1",))),
        {"layouts": (("a",), ("b",))},
    ),
    (CardsTaken(0, 2, ("spy-1", "spy-2", "spy-3")), {"stack": 2, "count": 3}),
    (CardDrawn(0, 2, "spy-1"), {"stack": 2}),
    (CardPicked(0, 2, "spy-1"), {"stack": 2}),
    (CardsShed(0, ("spy-1", "spy-2"), (1, 4)), {"stacks": (1, 4), "count": 2}),
    (CardsRemoved(1, 0, ("spy-1",), 3), {"by": 0, "stack": 3, "count": 1}),
    (CardStolen(0, 1, "spy-1"), {"victim": 1, "stolen": True}),
    (CardStolen(0, 1), {"victim": 1, "stolen": False}),
    (HandShown(1, 0, Why.SPY), {"to": 0, "why": Why.SPY}),
    (SightKept(0, 2, ("spy-1", None), 1), {"stack": 2}),
    (HandRemembered(0, ("spy-1",), 1), {}),
    (StackSearched(0, 2, Why.SEARCH, paid=("hills_1",)), {"stack": 2, "why": Why.SEARCH, "paid": ("hills_1",)}),
]


@for_each(("event", "told"), HIDDEN)
def test_only_the_stack_and_the_number_of_hidden_cards_are_public(event: Event, told: dict[str, Any]) -> None:
    assert public_fields(PUBLIC[type(event)], FACTS, event) == told


def test_a_swap_does_not_reveal_whether_the_same_card_went_back() -> None:
    """B45, R95."""
    same, other = (CardSwapped(0, 2, "spy-1", put, 3) for put in ("spy-1", "abbey-1"))
    assert (
        public_fields(PUBLIC[CardSwapped], FACTS, same)
        == public_fields(PUBLIC[CardSwapped], FACTS, other)
        == {"stack": 2, "under": 3}
    )


def test_the_public_line_of_a_waiting_question_names_no_seat_or_prompt() -> None:
    assert public_fields(PUBLIC[QuestionsAsked], FACTS, QuestionsAsked(())) == {}
    asked = QuestionsAsked((PickPrompt(1, 2),))
    assert public_fields(PUBLIC[QuestionsAsked], FACTS, asked) == {"seats": (1,), "prompt": "pick-card"}


@for_each(
    ("event", "barrier"),
    [
        (DiceRolled(Face.TOURNAMENT, 3), True),
        (StackShuffled(1, ()), True),
        (StackSearched(0, 1, Why.START), True),
        (CardDrawn(0, 1, "spy-1"), True),
        (HandShown(0, 1, Why.CONFLICT), True),
        (QuestionsAsked((PickPrompt(0, 1),)), True),
        (QuestionsAsked((SwapPrompt(0, 1),)), True),
        (QuestionsAsked((SpyPrompt(0, 1),)), True),
        (RegionDrawn(0, "hills_1", 2), True),
        (RegionsPlaced(0, 2, "hills_1", "hills_2"), True),
        (RegionsSeen(0), True),
        (CardStolen(0, 1, "spy-1"), True),
        (Protected(1, "bishop-1"), True),
        (LayoutsShown((("a",), ("b",))), True),
        (Committed(0, ChooseStack(1)), False),
        (QuestionsAsked((GainPrompt(0, 1, Why.PROGRESS),)), False),
        (QuestionsAsked(()), False),
        (CardsShed(0, ("spy-1",), (1,)), False),
        (CardPicked(0, 1, "spy-1"), False),
        (CardBuilt(0, "abbey-1", 1), False),
        (RoadBuilt(0, 2, ()), False),
        (StarPaid(0, 1, Why.UNREST), False),
    ],
)
def test_an_event_is_a_barrier_if_it_reveals_something_hidden(event: Event, barrier: bool) -> None:
    """E11: shuffles, dice, looks, draws, regions, a protection card; not payments, builds, shed cards."""
    assert is_barrier(PUBLIC, event) is barrier
