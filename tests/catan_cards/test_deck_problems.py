"""Every fault of a list with its card, rule, what was found and what is allowed (T4, T5, T13): alone, and together."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from domain.catan_cards.deck.deck_list import of_house
from domain.catan_cards.deck.problems import faults, problems
from domain.catan_cards.deck.reading import read
from domain.catan_cards.facts.load import PRINTED
from domain.catan_cards.facts.rulesets import Ruleset
from domain.engine.deck_words import sentence
from domain.engine.game import DeckProblem
from domain.engine.names import load_names
from tests.support.catan_cards.decks import FACTS

NAMES = load_names(PRINTED, PRINTED)
KNIGHTS = of_house(FACTS, FACTS.house_lists["knights"], "Knights")

Counts = Mapping[str, object]


NONE: Counts = {}


def told(cards: Counts = NONE, events: Counts = NONE, **others: object) -> tuple[DeckProblem, ...]:
    """What is wrong with the list of knights, changed; a count of None leaves something out."""
    table = {
        "deck": 1,
        "name": "Knights",
        "cards": {id: count for id, count in {**KNIGHTS.cards, **cards}.items() if count is not None},
        "events": {id: count for id, count in {**KNIGHTS.events, **events}.items() if count is not None},
        **others,
    }
    return problems(FACTS, Ruleset(), msgspec.json.encode(table).decode())


ALONE: dict[str, tuple[Counts, Counts, DeckProblem]] = {
    "a card too few": ({"abbey": 1}, {}, DeckProblem("card-total", "T5", found="32", allowed="33")),
    "a card too many": ({"church": 2, "mint": 1}, {}, DeckProblem("card-total", "T5", found="34", allowed="33")),
    "an unknown card": ({"abbey": None, "abby": 2}, {}, DeckProblem("unknown-card", "T13", "abby", allowed="abbey")),
    "a centre card": ({"smithy": None, "road": 1}, {}, DeckProblem("not-in-deck", "T13", "road")),
    "a region": ({"smithy": None, "fields_3": 1}, {}, DeckProblem("not-in-deck", "T13", "fields_3")),
    "a region type": ({"smithy": None, "Wald": 1}, {}, DeckProblem("not-in-deck", "T13", "forest")),
    "an event among the cards": (
        {"smithy": None, "plague": 1},
        {"plague": None, "progress": 1},
        DeckProblem("not-in-deck", "T13", "plague"),
    ),
    "a fourth Spy": ({"spy": 4, "black_knight": None}, {}, DeckProblem("too-many-copies", "T5", "spy", "4", "3")),
    "an event too few": ({}, {"conflict": None}, DeckProblem("event-total", "T4", found="3", allowed="4")),
    "an event too many": ({}, {"progress": 1}, DeckProblem("event-total", "T4", found="5", allowed="4")),
    "Year End": ({}, {"conflict": None, "year_end": 1}, DeckProblem("not-free", "T4", "year_end")),
    "Civil War": ({}, {"conflict": None, "civil_war": 1}, DeckProblem("not-free", "T4", "civil_war")),
    "a second Plague": ({}, {"plague": 2, "conflict": None}, DeckProblem("too-many-copies", "T4", "plague", "2", "1")),
    "an unknown event": (
        {},
        {"conflict": None, "golden times!": 1, "Goldene Zeit": 0},
        DeckProblem("unknown-event", "T13", "Goldene Zeit", allowed="golden_times"),
    ),
    "a card among the events": ({}, {"conflict": None, "abbey": 1}, DeckProblem("not-an-event", "T13", "abbey")),
    "half a card": ({"abbey": 2.5}, {}, DeckProblem("count", "T13", "abbey", "2.5", "0–33")),
    "less than none": ({"abbey": -2}, {}, DeckProblem("count", "T13", "abbey", "-2", "0–33")),
    "more than a list has": ({"abbey": 34}, {}, DeckProblem("count", "T13", "abbey", "34", "0–33")),
    "a count in words": ({"abbey": "two"}, {}, DeckProblem("count", "T13", "abbey", "two", "0–33")),
    "true is no count": ({"abbey": True}, {}, DeckProblem("count", "T13", "abbey", "true", "0–33")),
    "a card by two names": ({"abbey": 1, "Kloster": 1}, {}, DeckProblem("duplicate", "T13", "abbey")),
    "an event by two names": (
        {},
        {"productive_year": 1, "Vruchtbaar jaar": 1},
        DeckProblem("duplicate", "T13", "productive_year"),
    ),
}


@pytest.mark.parametrize("fault", ALONE)
def test_each_fault_alone(fault: str) -> None:
    """T1, T13: one fault, one problem, with its rule; what is only advised is none."""
    cards, events, problem = ALONE[fault]
    found = [one for one in told(cards, events) if not one.advice]
    assert found == [problem]


def test_all_faults_together() -> None:
    """T13: every fault is named at once, in the order of the list."""
    cards = {"abby": 2, "Kloster": 1, "road": 1, "plague": 1, "spy": 4, "church": 2.5, "garrison": 40, "joust": "x"}
    events = {"year_end": 1, "abbey": 1, "plague": 2, "nothing": 1, "Pest": 1}
    found = told({**cards, "smithy": 0}, events, deck=2, colour="red")
    assert {(one.code, one.card) for one in found} == {
        ("version", ""),
        ("field", ""),
        ("unknown-card", "abby"),
        ("duplicate", "abbey"),
        ("too-many-copies", "abbey"),
        ("duplicate", "plague"),
        ("not-in-deck", "road"),
        ("not-in-deck", "plague"),
        ("too-many-copies", "spy"),
        ("count", "church"),
        ("count", "garrison"),
        ("count", "joust"),
        ("not-free", "year_end"),
        ("not-an-event", "abbey"),
        ("unknown-event", "nothing"),
        ("too-many-copies", "plague"),
        ("event-total", ""),
    }


def test_advice_is_no_fault() -> None:
    """R67, K15: stars without Public Feeling, an Artwork without its building, nothing cheap: it may be played."""
    found = told({"smithy": None, "statue": 1, "garrison": 2, "artwork_epic": 1})
    assert found == (
        DeckProblem("stars-without-feeling", "R67", "artwork_epic", advice=True),
        DeckProblem("artwork-without-target", "K15", "artwork_epic", allowed="library", advice=True),
        DeckProblem("stars-without-feeling", "R67", "statue", advice=True),
    )
    dear = {"colossus": 1, "knight_karl": 1, "church": 2, "spy": 3}
    text = msgspec.json.encode({"cards": dear, "events": {}}).decode()
    assert [one.code for one in problems(FACTS, Ruleset(), text) if one.advice] == ["nothing-cheap"]
    with_feeling = told({"smithy": None, "foundry": None, "statue": 1, "public_feeling": 1})
    assert with_feeling == ()


def test_a_list_of_known_ids_is_judged_as_it_stands() -> None:
    """T13: the rules ask the same of a list that reaches them as a command."""
    assert faults(FACTS, KNIGHTS) == ()
    odd = read(FACTS, "34 Abbey\n3 Kerk\n1 Year End").deck
    assert [one.code for one in faults(FACTS, odd)] == ["too-many-copies", "not-free", "card-total", "event-total"]


def test_problems_are_told_by_name() -> None:
    """In each language, cards by what they are called there."""
    problem = told({"spy": 4, "black_knight": None})[0]
    assert sentence(NAMES["en"], problem) == "Spy: 4 in the list, but there are only 3."
    assert sentence(NAMES["de"], problem) == "Spion: 4 in der Liste, es gibt aber nur 3."
    unknown = told({"abbey": None, "abby": 2})[0]
    assert sentence(NAMES["nl"], unknown) == "Een kaart abby bestaat niet. Het dichtst komt Klooster."
