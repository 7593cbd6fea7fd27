"""Every face of the event die and every event card by itself: what it brings, and where it brings nothing.

Nobody plays them, so none can be refused; the Year End always shuffles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from domain.catan_cards.commands import Command, PayStar, SearchStack, SwapCard
from domain.catan_cards.events import (
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
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.state import SeatState
from tests.support.catan_cards.rolling import BRIGANDS, CARD, PLENTY, TOURNAMENT_FACE, TRADE, on, rolled, waiting
from tests.support.catan_cards.table import ABOVE, FACTS, card, principality

ALWAYS = (DiceRolled, QuestionsAsked, Resumed, Declined, Produced, ActionsBegan, EventRevealed, EventReturned)
"""What is no effect of a face or card."""


def seat(*built: str, stored: Mapping[str, int] | int = 1, cities: tuple[int, ...] = (), **changes: Any) -> SeatState:
    return principality(0, built=on(1, ABOVE, *built), stored=stored, cities=cities, **changes)


class Row(NamedTuple):
    """Who rolls, by which answers before those by default, what happens, and who rolls when nothing does."""

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


def happened(roller: SeatState, face: Face, top: str | None, answers: tuple[Command, ...]) -> set[type]:
    """What happens until the actions begin, all that is asked beside these answers being answered by default."""
    full = 3 if face is PLENTY else 1
    other = principality(1, hand=(card("church"), card("library")), stored=full)
    moment = rolled(waiting(roller, other, top=top), face, 6)
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


def test_every_face_and_card_has_its_row() -> None:
    """B16 to B20; section 10."""
    assert {*FACES, CARD} == {*Face}
    assert {*CARDS} == {*FACTS.events}


@pytest.mark.parametrize("face", FACES)
def test_a_face_brings_what_it_says_or_nothing(face: Face) -> None:
    """B16 to B19: seven resources are few enough, nobody holds the mill, nobody leads, nothing has room."""
    row = FACES[face]
    assert happened(row.roller, face, None, ()) == {*row.brings}
    assert row.idle is not None
    assert happened(row.idle, face, None, ()) == set()


@pytest.mark.parametrize("title", CARDS)
def test_an_event_card_brings_what_it_says_or_nothing(title: str) -> None:
    """B20, B43 to B49, K18, K19."""
    row = CARDS[title]
    assert happened(row.roller, CARD, title, row.answers) == {*row.brings}
    if row.idle is not None:
        assert happened(row.idle, CARD, title, ()) == set()
