"""The public part of each event, and the events that are barriers."""

from __future__ import annotations

from typing import Any

import pytest

from chronik.domain.cities_knights.cards.kinds import NOTHING, Kind
from chronik.domain.cities_knights.commands import Track
from chronik.domain.cities_knights.events import (
    AqueductUsed,
    BarbariansLanded,
    CardsDiscarded,
    CardsTaken,
    CityPillaged,
    DeserterPlaced,
    DiceRolled,
    Event,
    HarborAnswered,
    KnightDisplaced,
    KnightPromoted,
    OfferMade,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    QuestionsAsked,
    Remains,
    RoadBuilt,
    StartPlaced,
    WallBuilt,
)
from chronik.domain.cities_knights.prompts import Cause, DiscardPrompt, SpyPrompt, TakePrompt
from chronik.domain.cities_knights.public import PUBLIC
from chronik.domain.cities_knights.state import Face
from chronik.domain.engine.public_rows import is_barrier
from chronik.projections.games import projection
from tests.support.cities_knights.table import card

LINE = projection("cities_knights").line
BRICKS = (2, *NOTHING[1:])


def test_the_deck_of_a_card_taken_with_a_spy_is_public_but_the_card_is_not() -> None:
    """C-58: how many cards of each deck a seat holds is public."""
    taken = LINE(ProgressTaken(0, 1, card("spy")))
    assert (taken.seat, taken.params) == (0, {"victim": 1, "deck": "politics"})
    assert LINE(ProgressTaken(0, 1)).params == {"victim": 1}


@pytest.mark.parametrize(
    ("event", "params"),
    [
        (StartPlaced(0, 7, 9), {"corner": 7, "edge": 9}),
        (
            StartPlaced(0, 7, 9, city=True, gained=BRICKS),
            {"corner": 7, "edge": 9, "city": True, "gained": {Kind.BRICK: 2}},
        ),
        (
            QuestionsAsked((DiscardPrompt(1, 4, Cause.SEVEN), DiscardPrompt(2, 5, Cause.SEVEN))),
            {"seats": (1, 2), "prompt": "discard"},
        ),
        (QuestionsAsked((SpyPrompt(1, 0),)), {"seats": (1,), "prompt": "take-progress"}),
        (DiceRolled(1, 2, Face.SHIP), {"red": 1, "yellow": 2, "face": Face.SHIP}),
        (DiceRolled(1, 2, Face.SHIP, chosen=True), {"red": 1, "yellow": 2, "face": Face.SHIP, "chosen": True}),
        (BarbariansLanded(3, (1, 2), held=True), {"strength": 3, "defence": (1, 2), "held": True}),
        (BarbariansLanded(4, (1, 2), held=False), {"strength": 4, "defence": (1, 2)}),
        (CityPillaged(0, 7), {"corner": 7, "remains": Remains.SETTLEMENT}),
        (ProgressDiscarded(0, (card("spy"), card("crane"))), {"decks": (0, 1, 1)}),
        (Produced((BRICKS, ())), {"gained": {"0": {Kind.BRICK: 2}}}),
        (Produced(((), ())), {}),
        (AqueductUsed(0), {}),
        (CardsDiscarded(0, BRICKS, Cause.SEVEN), {"why": Cause.SEVEN, "cards": {Kind.BRICK: 2}}),
        (RoadBuilt(0, 9), {"edge": 9, "free": True}),
        (RoadBuilt(0, 9, BRICKS), {"edge": 9}),
        (WallBuilt(0, 7), {"corner": 7, "free": True}),
        (WallBuilt(0, 7, BRICKS), {"corner": 7}),
        (KnightPromoted(0, 7), {"corner": 7, "free": True}),
        (KnightPromoted(0, 7, BRICKS), {"corner": 7}),
        (KnightDisplaced(0, 7, 1), {"corner": 7, "by": 1}),
        (KnightDisplaced(0, 7, 1, lost=True), {"corner": 7, "by": 1, "lost": True}),
        (DeserterPlaced(0), {}),
        (DeserterPlaced(0, 7, 2), {"corner": 7, "level": 2}),
        (
            OfferMade(0, 0, BRICKS, BRICKS, (1,)),
            {"number": 0, "to": (1,), "give": {Kind.BRICK: 2}, "want": {Kind.BRICK: 2}},
        ),
        (CardsTaken(0, 1, BRICKS), {"victim": 1, "count": 2}),
        (CardsTaken(0, 1, BRICKS, openly=True), {"victim": 1, "count": 2, "cards": {Kind.BRICK: 2}}),
        (HarborAnswered(0, 1, Kind.BRICK), {"by": 1, "swapped": False}),
        (HarborAnswered(0, 1, Kind.BRICK, given=Kind.COIN), {"by": 1, "swapped": True}),
        (ProgressDrawn(0, Track.POLITICS, card("spy")), {"deck": Track.POLITICS}),
        (
            ProgressDrawn(0, Track.SCIENCE, card("printer")),
            {"deck": Track.SCIENCE, "card": card("printer"), "name": "printer"},
        ),
    ],
)
def test_each_event_has_the_listed_public_part(event: Event, params: dict[str, Any]) -> None:
    assert LINE(event).params == params


def test_exactly_the_listed_events_are_barriers() -> None:
    """Rules 1.19."""
    hidden = {row.event.__name__ for row in PUBLIC.values() if row.barrier is True}
    assert hidden == {
        *("FirstDrawn", "IslandDealt", "DeckShuffled", "DiceRolled", "ProgressDrawn", "ProgressDiscarded"),
        *("CardsDiscarded", "CardStolen", "CardPlayed", "CardsTaken", "CardsGiven", "HarborOffered", "HarborAnswered"),
        *("ProgressTaken", "Positioned"),
    }
    assert is_barrier(PUBLIC, QuestionsAsked((SpyPrompt(1, 0),)))
    assert is_barrier(PUBLIC, QuestionsAsked((TakePrompt(1, 0, 2),)))
    assert not is_barrier(PUBLIC, QuestionsAsked((DiscardPrompt(1, 4, Cause.SEVEN),)))
