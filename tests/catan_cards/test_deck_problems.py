"""Every fault of a list with its card, rule, finding and limit (T4, T5, T13), alone and together."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from chronik.domain.catan_cards.deck.deck_list import built_in_list
from chronik.domain.catan_cards.deck.lists import spell
from chronik.domain.catan_cards.deck.problems import find_faults, find_problems
from chronik.domain.catan_cards.deck.reading import read
from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.engine.deck_words import problem_sentence
from chronik.domain.engine.game import DeckProblem
from chronik.domain.engine.names import load_names
from tests.support.cases import for_each
from tests.support.catan_cards.decks import FACTS

NAMES = load_names(PRINTED, PRINTED)
KNIGHTS = built_in_list(FACTS, FACTS.house_lists["knights"], "Knights")

Counts = Mapping[str, object]


NONE: Counts = {}


def problems_of(cards: Counts = NONE, events: Counts = NONE, **others: object) -> tuple[DeckProblem, ...]:
    """Returns the problems of the list of knights after changes; a count of None leaves a card out."""
    table = {
        "deck": 1,
        "name": "Knights",
        "cards": {id: count for id, count in {**KNIGHTS.cards, **cards}.items() if count is not None},
        "events": {id: count for id, count in {**KNIGHTS.events, **events}.items() if count is not None},
        **others,
    }
    return find_problems(FACTS, Ruleset(), msgspec.json.encode(table).decode())


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
    "a second Plague": (
        {},
        {"plague": 2, "conflict": None},
        DeckProblem("too-many-copies", "T4", "plague", "2", "1", beside="1"),
    ),
    "a second Conflict": (
        {},
        {"conflict": 2, "plague": None},
        DeckProblem("too-many-copies", "T4", "conflict", "2", "1"),
    ),
    "an unknown event": (
        {},
        {"conflict": None, "golden times!": 1, "Goldene Zeit": 0},
        DeckProblem("unknown-event", "T13", "Goldene Zeit", allowed="golden_times"),
    ),
    "a card among the events": ({}, {"conflict": None, "abbey": 1}, DeckProblem("not-an-event", "T13", "abbey")),
    "half a card": ({"abbey": 2.5}, {}, DeckProblem("count", "T13", "abbey", "2.5", "0–33")),
    "less than none": ({"abbey": -2}, {}, DeckProblem("count", "T13", "abbey", "-2", "0–33")),
    "more than a list has": ({"abbey": 34}, {}, DeckProblem("count", "T13", "abbey", "34", "0–33")),
    "a count in words": ({"abbey": "two"}, {}, DeckProblem("count", "T13", "abbey", '"two"', "0–33")),
    "a count in quotation marks": ({"abbey": "2"}, {}, DeckProblem("count", "T13", "abbey", '"2"', "0–33")),
    "no name": ({"smithy": None, "": 1}, {}, DeckProblem("unknown-card", "T13", '""', allowed="abbey")),
    "true is no count": ({"abbey": True}, {}, DeckProblem("count", "T13", "abbey", "true", "0–33")),
    "a card by two names": ({"abbey": 1, "Kloster": 1}, {}, DeckProblem("duplicate", "T13", "abbey")),
    "an event by two names": (
        {},
        {"productive_year": 1, "Vruchtbaar jaar": 1},
        DeckProblem("duplicate", "T13", "productive_year"),
    ),
}


@for_each("fault", ALONE)
def test_each_fault_alone_gives_one_problem_with_its_rule(fault: str) -> None:
    """T1, T13: advice is not a fault."""
    cards, events, problem = ALONE[fault]
    found = [one for one in problems_of(cards, events) if not one.advice]
    assert found == [problem]


def test_all_faults_are_reported_together() -> None:
    """T13: every fault is named at once, in the order of the list."""
    cards = {"abby": 2, "Kloster": 1, "road": 1, "plague": 1, "spy": 4, "church": 2.5, "garrison": 40, "joust": "x"}
    events = {"year_end": 1, "abbey": 1, "plague": 2, "nothing": 1, "Pest": 1}
    found = problems_of({**cards, "smithy": 0}, events, deck=2, colour="red")
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


def test_a_list_with_advice_may_be_played() -> None:
    """R67, K15: stars without Public Feeling, an Artwork without its building, or a lack of cheap expansions."""
    found = problems_of({"smithy": None, "statue": 1, "garrison": 2, "artwork_epic": 1})
    assert found == (
        DeckProblem("stars-without-feeling", "R67", "artwork_epic", advice=True),
        DeckProblem("artwork-without-target", "K15", "artwork_epic", allowed="library", advice=True),
        DeckProblem("stars-without-feeling", "R67", "statue", advice=True),
    )
    dear = {"colossus": 1, "knight_karl": 1, "church": 2, "spy": 3}
    text = msgspec.json.encode({"cards": dear, "events": {}}).decode()
    assert [one.code for one in find_problems(FACTS, Ruleset(), text) if one.advice] == ["nothing-cheap"]
    with_feeling = problems_of({"smithy": None, "foundry": None, "statue": 1, "public_feeling": 1})
    assert with_feeling == ()


def test_a_list_sent_as_a_command_gets_the_same_problems_as_a_checked_one() -> None:
    """T13: the rules check a list that arrives as a command in the same way."""
    assert find_faults(FACTS, KNIGHTS) == ()
    odd = read(FACTS, "34 Abbey\n3 Kerk\n1 Year End").deck
    assert [one.code for one in find_faults(FACTS, odd)] == ["too-many-copies", "not-free", "card-total", "event-total"]


def test_problems_name_cards_in_each_language() -> None:
    """Cards have their names in each language."""
    problem = problems_of({"spy": 4, "black_knight": None})[0]
    assert problem_sentence(NAMES["en"], problem) == "Spy: 4 in the list, but the game has only 3."
    assert problem_sentence(NAMES["de"], problem) == "Spion: 4 in der Liste, es gibt aber nur 3."
    unknown = problems_of({"abbey": None, "abby": 2})[0]
    assert problem_sentence(NAMES["nl"], unknown) == "Een kaart abby bestaat niet. Het dichtst komt Klooster."


def test_a_second_plague_in_a_list_is_refused_because_each_player_adds_one() -> None:
    """T4, T13: the game has two; each player adds one in any case, so a list may name only one."""
    problem = problems_of({}, {"plague": 2, "conflict": None})[0]
    assert [problem_sentence(NAMES[language], problem) for language in ("en", "de", "nl")] == [
        "Plague: 2 in the list, but it may name at most 1. Each player adds 1 anyway.",
        "Seuche: 2 in der Liste, sie darf aber höchstens 1 nennen. Jeder legt ohnehin 1 dazu.",
        "Pest: 2 in de lijst, maar die mag er hooguit 1 noemen. Elke speler voegt er toch al 1 toe.",
    ]


SPELLED = {
    "JSON": '{"deck": 1, "cards": {"abbey": "2", "spy": 3}, "events": {"conflict": 1}}',
    "TOML": 'deck = 1\n[cards]\nabbey = "2"\nspy = 3\n[events]\nconflict = 1\n',
    "lines": "2.0 Abbey\n3 Spy\n1 Conflict\n",
}


@pytest.mark.parametrize("spelling", SPELLED)
def test_an_invalid_count_leaves_the_other_counts_intact(spelling: str) -> None:
    """T13: a list of 3 cards and an invalid count does not have 0 cards."""
    found = spell(FACTS, SPELLED[spelling])
    assert found.counts == {"cards": 3, "events": 1}
    codes = [one.code for one in find_problems(FACTS, Ruleset(), SPELLED[spelling]) if not one.advice]
    assert codes == ["count", "event-total"]


@for_each("text", ["", "{", "[cards", "CC1-AAAA", "CC9-AAAA", "\x00", "list.txt"])
def test_no_cards_are_counted_in_a_text_that_contains_no_list(text: str) -> None:
    assert spell(FACTS, text).counts == {}


@pytest.mark.parametrize("version", ['"1"', "2", "true"])
def test_the_version_of_a_list_is_reported_as_it_is_written(version: str) -> None:
    """A version in quotation marks is not version 1; the sentence shows the marks."""
    (problem,) = (one for one in find_problems(FACTS, Ruleset(), f'{{"deck": {version}}}') if one.code == "version")
    assert problem.found == version


def test_every_problem_has_a_sentence_with_all_of_its_fields() -> None:
    """In three languages, each sentence fills all of its fields."""
    for words in NAMES.values():
        for code, text in words["deck"].items():
            beside = "9" if code.endswith("-beside") else ""
            spoken = problem_sentence(words, DeckProblem(code.removesuffix("-beside"), "T13", "spy", "7", "8", beside))
            fields = {"{card}": words["card"]["spy"], "{found}": "7", "{allowed}": "8", "{beside}": "9"}
            for field, said in fields.items():
                text = text.replace(field, said)
            assert spoken == text


def test_the_sentence_about_a_card_named_like_a_field_keeps_that_name() -> None:
    """A card called like a field of the sentence is not replaced."""
    problem = DeckProblem("unknown-card", "T13", "{allowed}", allowed="abbey")
    assert problem_sentence(NAMES["en"], problem) == "There is no card {allowed}. The nearest is Abbey."
