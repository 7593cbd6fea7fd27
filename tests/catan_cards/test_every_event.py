"""Every face of the event die and every event card alone: its effect, and a case without effect.

Players do not play them, so they cannot be refused; Year End always shuffles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from chronik.domain.catan_cards.commands import Command, PayStar, SearchStack, SwapCard
from chronik.domain.catan_cards.events import (
    ActionsBegan,
    BrigandsCame,
    CardsRemoved,
    CardSwapped,
    Declined,
    DiceRolled,
    EventReturned,
    EventRevealed,
    EventsShuffled,
    Gained,
    HandShown,
    Lost,
    Produced,
    QuestionsAsked,
    Resumed,
    StackSearched,
    StarPaid,
    Taken,
    UnitReturned,
)
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.state import SeatState
from tests.catan_cards.rolling import BRIGANDS, CARD, PLENTY, TOURNAMENT_FACE, TRADE, before_roll, on, roll_dice
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, FACTS, card, principality

ALWAYS = (DiceRolled, QuestionsAsked, Resumed, Declined, Produced, ActionsBegan, EventRevealed, EventReturned)
"""The events that do not count as an effect of a face or card."""


def seat(*built: str, stored: Mapping[str, int] | int = 1, cities: tuple[int, ...] = (), **changes: Any) -> SeatState:
    return principality(0, built=on(1, ABOVE, *built), stored=stored, cities=cities, **changes)


class Row(NamedTuple):
    """A test row: the roller, answers to give before defaults, the events, and a roller for whom there is no effect."""

    roller: SeatState
    brings: tuple[type, ...]
    idle: SeatState | None
    answers: tuple[Command, ...] = ()


PLAIN = seat()
FACES = {
    BRIGANDS: Row(seat(stored={"ore": 3, "wool": 2, "gold": 3}), (BrigandsCame,), seat(stored={"ore": 3, "gold": 3})),
    TRADE: Row(seat("marketplace", cities=(1,)), (Taken,), seat("fleet_ore")),
    TOURNAMENT_FACE: Row(seat("knight_otto"), (Gained,), PLAIN),
    PLENTY: Row(PLAIN, (Gained,), seat(stored=3)),
}
CARDS = {
    "civil_war": Row(seat("knight_otto"), (UnitReturned,), PLAIN),
    "conflict": Row(seat("knight_otto"), (HandShown, CardsRemoved), PLAIN),
    "master_builder": Row(
        seat(hand=(card("abbey"),)),
        (StackSearched, CardSwapped),
        PLAIN,
        (SearchStack(2), SwapCard("", card("abbey"), 1)),
    ),
    "plague": Row(seat(cities=(1,)), (Lost,), PLAIN),
    "productive_year": Row(seat("garrison"), (Gained,), PLAIN),
    "progress": Row(seat("abbey"), (Gained,), PLAIN),
    "year_end": Row(PLAIN, (EventsShuffled,), None),
    "golden_times": Row(PLAIN, (StarPaid, Gained), PLAIN, (PayStar(),)),
    "unrest": Row(seat("garrison"), (Lost,), PLAIN),
}


def events_until_actions(roller: SeatState, face: Face, top: str | None, answers: tuple[Command, ...]) -> set[type]:
    """Returns the event classes until the actions begin; other questions get their default answers."""
    full = 3 if face is PLENTY else 1
    other = principality(1, hand=(card("church"), card("library")), stored=full)
    moment = roll_dice(before_roll(roller, other, top=top), face, 6)
    found = {type(event) for event in moment.events if event != BrigandsCame(((), ()))}
    given = list(answers)
    while moment.state.prompts != (ActionPrompt(0),):
        (prompt,) = moment.state.prompts
        answer = given.pop(0) if given else moment.default(prompt.seat)
        if isinstance(answer, SwapCard):
            answer = SwapCard(moment.state.stacks[1][0], answer.put, answer.under)
        moment = moment.when(prompt.seat, answer)
        found |= {type(event) for event in moment.events}
    return found.difference(ALWAYS)


def test_every_face_and_event_card_has_a_test_row() -> None:
    """B16 to B20; section 10."""
    assert {*FACES, CARD} == {*Face}
    assert {*CARDS} == {*FACTS.events}


@for_each("face", FACES)
def test_a_face_of_the_event_die_has_no_effect_only_in_the_listed_cases(face: Face) -> None:
    """B16 to B19: seven resources are few enough, the mill has no holder, the points are tied, or there is no room."""
    row = FACES[face]
    assert events_until_actions(row.roller, face, None, ()) == {*row.brings}
    assert row.idle is not None
    assert events_until_actions(row.idle, face, None, ()) == set()


@for_each("title", CARDS)
def test_an_event_card_has_no_effect_only_in_the_listed_cases(title: str) -> None:
    """B20, B43 to B49, K18, K19."""
    row = CARDS[title]
    assert events_until_actions(row.roller, CARD, title, row.answers) == {*row.brings}
    if row.idle is not None:
        assert events_until_actions(row.idle, CARD, title, ()) == set()
