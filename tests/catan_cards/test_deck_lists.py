"""Deck lists (T13): one list, four lossless formats, and invalid input that is reported in sentences."""

from __future__ import annotations

import os
import string
import time
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.deck.code import LETTERS, LONGEST, PRIME, code_of, count_lists
from chronik.domain.catan_cards.deck.deck_list import DeckList, built_in_list, canonical_json
from chronik.domain.catan_cards.deck.problems import find_faults, find_problems
from chronik.domain.catan_cards.deck.reading import read
from chronik.domain.catan_cards.deck.titles import find_title, fold_name, titles_by_key
from chronik.domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from chronik.domain.engine.deck_words import problem_sentence
from chronik.domain.engine.names import LANGUAGES, load_names
from tests.support.cases import for_each
from tests.support.catan_cards.decks import FACTS, random_list, spellings

LONG = bool(os.environ.get("CHRONIK_LONG"))
TRIPS, FUZZED = (10_000, 20_000) if LONG else (150, 300)
OPTIONS = Ruleset(mode=Mode.TOURNAMENT)
NAMES = load_names(PRINTED, PRINTED)


def problem_codes(text: str) -> list[str]:
    """Returns the codes of a text's problems, without advice."""
    return [one.code for one in find_problems(FACTS, OPTIONS, text) if not one.advice]


def test_every_format_returns_the_same_list() -> None:
    """T13: name, cards and events survive JSON, TOML and lines; a code keeps all but the name."""
    random = Random(13)
    for _ in range(TRIPS):
        deck = random_list(random)
        assert find_faults(FACTS, deck) == ()
        for spelling, text in spellings(deck).items():
            assert read(FACTS, text).deck == deck, spelling
            assert problem_codes(text) == []
        code = code_of(FACTS, deck)
        assert code is not None
        assert len(code) <= LONGEST
        back = read(FACTS, code)
        assert back.deck == replace(deck, name="")
        assert code_of(FACTS, back.deck) == code


def test_an_unfinished_list_has_a_code() -> None:
    empty = DeckList(cards={}, events={})
    code = code_of(FACTS, empty)
    first = "CC1-" + "A" * 21
    assert code == first
    assert read(FACTS, first).deck == empty
    every = DeckList(
        cards={id: card.count for id, card in FACTS.cards.items()},
        events={id: event.free for id, event in FACTS.events.items() if event.free},
    )
    assert (code := code_of(FACTS, every)) is not None
    assert read(FACTS, code).deck == every
    assert code_of(FACTS, DeckList(cards={"abbey": 3}, events={})) is None
    assert code_of(FACTS, DeckList(cards={"dragon": 1}, events={})) is None


def test_the_code_of_a_list_never_changes() -> None:
    """A code once written can always be read; a code of another version is reported as such."""
    codes = {id: code_of(FACTS, built_in_list(FACTS, house)) for id, house in FACTS.house_lists.items()}
    assert codes == CODES
    assert problem_codes("CC2-" + CODES["trade"][4:]) == ["version"]


CODES = {
    "trade": "CC1-AKPD735BQGCD663QET27Q",
    "knights": "CC1-ADZFHEAXWFKX6YC4KDFY3",
    "artists": "CC1-CFM2Z3WLS6TVWOWPUS5IX",
}


def test_a_wrong_letter_in_a_code_is_always_detected() -> None:
    """Each letter is replaced by each other letter, and neighbours are swapped."""
    code = CODES["knights"]
    for at in range(4, len(code)):
        for letter in LETTERS if LONG or at % 4 == 0 else LETTERS[:3]:
            wrong = code[:at] + letter + code[at + 1 :]
            assert wrong == code or problem_codes(wrong) == ["code-wrong"]
        swapped = code[:at] + code[at : at + 2][::-1] + code[at + 2 :]
        assert swapped == code or problem_codes(swapped) == ["code-wrong"]
    assert problem_codes(code[:-1]) == problem_codes(code + "A") == problem_codes("XY" + code[2:]) == ["code-wrong"]
    assert problem_codes(code[:-1] + "8") == ["code-letter"]
    assert problem_codes(f"  {code.lower()}\n") == []


def test_a_code_higher_than_that_of_the_last_list_is_refused() -> None:
    """The code is a multiple of the prime, but higher than that of any list."""
    worth, letters = count_lists(FACTS) * PRIME, ""
    while worth:
        worth, digit = divmod(worth, len(LETTERS))
        letters = LETTERS[digit] + letters
    assert problem_codes(f"CC1-{letters}") == ["code-wrong"]


def test_equal_lists_have_equal_canonical_json() -> None:
    """The bytes do not depend on how a list was written."""
    deck = built_in_list(FACTS, FACTS.house_lists["trade"], "Trade")
    turned = DeckList(name="Trade", cards=dict(reversed([*deck.cards.items(), ("spy", 0)])), events=deck.events)
    assert canonical_json(FACTS, turned) == canonical_json(FACTS, deck)
    assert msgspec.json.decode(canonical_json(FACTS, deck), type=DeckList) == deck
    assert to_json(FACTS, deck).startswith('{"deck":1,"name":"Trade","cards":{"abbey":2,"garrison":2,')


def test_a_list_may_name_cards_by_id_or_in_any_of_three_languages() -> None:
    """Case, punctuation and spaces do not matter; no key is ambiguous."""
    for id in ("abbey", "statue", "artwork_relief", "chapel_st_agatha"):
        for named in FACTS.names:
            if named.id == id:
                for written in (id, named.en, named.de, named.nl, named.de.upper(), f" {named.nl} "):
                    found = find_title(FACTS, written)
                    assert found is not None
                    assert found.id == id
    keys = {(fold_name(one), named.id) for named in FACTS.names for one in (named.id, named.en, named.de, named.nl)}
    assert keys <= {(written, one.id) for written, one in titles_by_key(FACTS).items()}


def test_a_list_may_contain_headings_remarks_and_a_name() -> None:
    text = "# mine\nNaam: Kleine lijst\nKarten:\n2x Kloster\n1 × spy\n// later\nEvents\n1 Pest\n\n"
    found = read(FACTS, text)
    assert found.deck == DeckList(name="Kleine lijst", cards={"abbey": 2, "spy": 1}, events={"plague": 1})
    assert found.problems == ()


def test_built_in_lists_are_legal() -> None:
    """Section 10: every built-in list is legal and gets no advice."""
    for id, house in FACTS.house_lists.items():
        deck = built_in_list(FACTS, house, id)
        assert find_problems(FACTS, OPTIONS, to_toml(FACTS, deck)) == ()


LEGAL = built_in_list(FACTS, FACTS.house_lists["trade"], "Trade")

BAD = {
    "too long": ("1 Abbey\n" * 3000, "too-long"),
    "nothing": (" \n", "no-list"),
    "a control character": ("2 Abbey\x00", "control-character"),
    "a mark of direction": ("2 \u202eAbbey", "control-character"),
    "half a pair": ("2 \ud800", "control-character"),
    "a control character in JSON": ('{"cards": {"abbey\\u0000": 2}, "events": {}}', "control-character"),
    "no JSON": ('{"cards": ', "unreadable"),
    "no TOML": ("[cards]\nabbey = = 2", "unreadable"),
    "the same key in TOML": ("[cards]\nabbey = 1\nabbey = 1", "unreadable"),
    "a huge number in TOML": ("[cards]\nabbey = " + "9" * 5000, "unreadable"),
    "deep JSON": ('{"cards": ' + "[" * 9000, "too-deep"),
    "deep TOML": ("[cards]\na = " + "[" * 9000, "too-deep"),
    "deep keys": (".".join("a" * 9000) + " = 1", "too-deep"),
    "quotes without end": ('{"cards": "' + '\\"' * 9000, "unreadable"),
    "words without end": ('{"cards": ' + "9" * 19000, "unreadable"),
    "deep inline tables": ("a = " + "{a = " * 3000, "too-deep"),
    "a row": ("[1, 2]", "unreadable"),
    "another version": ("deck = 2", "version"),
    "a version in words": ('{"deck": "one"}', "version"),
    "true is not 1": ('{"deck": true}', "version"),
    "another key": ('{"carts": {}}', "field"),
    "a row of cards": ('{"cards": ["abbey"]}', "table"),
    "a number for a name": ('{"name": 7}', "name"),
    "a long name": (f'name = "{"x" * 61}"', "name"),
    "a name on two lines": ('{"name": "a\\nb"}', "name"),
    "a line of words": ("two abbeys", "line"),
}  # fmt: skip


@for_each("what", BAD)
def test_bad_input_is_reported_as_a_sentence(what: str) -> None:
    text, code = BAD[what]
    began = time.perf_counter()
    found = find_problems(FACTS, OPTIONS, text)
    assert time.perf_counter() - began < 0.25
    assert code in [one.code for one in found]
    assert all(len(one.card) <= 60 and len(one.found) <= 60 for one in found)
    msgspec.json.encode(found)


def test_at_most_100_problems_are_reported() -> None:
    """A list with 2,200 unknown cards gets 100 problems, quickly."""
    began = time.perf_counter()
    found = problem_codes("".join(f"1 a{number}x\n" for number in range(2200)))
    assert time.perf_counter() - began < 0.5
    assert found[:100] == ["unknown-card"] * 100
    assert found[100:] == ["too-many", "card-total", "event-total"]


def test_reading_any_text_as_a_list_raises_no_exception() -> None:
    """Legal lists in which letters were changed, lost or doubled are read, and may have problems."""
    random = Random(29)
    signs = string.printable + "äß’„€\u0000\u202e\ud83d{}[]=:#\n\"'"
    texts = [*spellings(LEGAL).values(), CODES["trade"], '{"cards":{"abbey":-1}}']
    for _ in range(FUZZED):
        text = list(random.choice(texts))
        for _ in range(random.randrange(1, 12)):
            at = random.randrange(len(text) + 1)
            match random.randrange(4):
                case 0:
                    text[at : at + 1] = random.choice(signs)
                case 1:
                    del text[at : at + random.randrange(1, 9)]
                case 2:
                    text[at:at] = text[at : at + random.randrange(1, 40)]
                case _:
                    text[at:at] = random.choices(signs, k=3)
        for one in find_problems(FACTS, OPTIONS, "".join(text)):
            assert one.code in NAMES["en"]["deck"]
            assert "{" not in problem_sentence(NAMES["de"], replace(one, card="", found="", allowed=""))


def test_a_check_takes_less_than_a_millisecond() -> None:
    text = to_lines(FACTS, LEGAL, "de")
    find_problems(FACTS, OPTIONS, text)
    took = []
    for _ in range(30):
        began = time.perf_counter()
        find_problems(FACTS, OPTIONS, text)
        took.append(time.perf_counter() - began)
    assert min(took) < 0.001


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_code_has_a_sentence_in_each_language(language: str) -> None:
    """The same fields are filled in each language."""
    told, english = NAMES[language]["deck"], NAMES["en"]["deck"]
    assert list(told) == list(english)
    for code, text in told.items():
        assert {place for place in ("{card}", "{found}", "{allowed}") if place in text} == {
            place for place in ("{card}", "{found}", "{allowed}") if place in english[code]
        }
