"""Deck lists (T13): one list, four spellings, lossless both ways, and bad input that is told in words."""

from __future__ import annotations

import os
import string
import time
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.catan_cards.deck.code import LETTERS, LONGEST, PRIME, code_of, lists
from domain.catan_cards.deck.deck_list import DeckList, canonical, of_house
from domain.catan_cards.deck.problems import faults, problems
from domain.catan_cards.deck.reading import read
from domain.catan_cards.deck.titles import key, title, titles
from domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from domain.catan_cards.facts.load import PRINTED
from domain.catan_cards.facts.rulesets import Mode, Ruleset
from domain.engine.deck_words import sentence
from domain.engine.names import LANGUAGES, load_names
from tests.support.catan_cards.decks import FACTS, random_list, spellings

LONG = bool(os.environ.get("CHRONIK_LONG"))
TRIPS, FUZZED = (10_000, 20_000) if LONG else (150, 300)
OPTIONS = Ruleset(mode=Mode.TOURNAMENT)
NAMES = load_names(PRINTED, PRINTED)


def faulty(text: str) -> list[str]:
    """The codes of what is wrong with a text, without advice."""
    return [one.code for one in problems(FACTS, OPTIONS, text) if not one.advice]


def test_every_spelling_gives_the_same_list_back() -> None:
    """T13: names, cards and events go through JSON, TOML and lines; the code keeps all but the name."""
    random = Random(13)
    for _ in range(TRIPS):
        deck = random_list(random)
        assert faults(FACTS, deck) == ()
        for spelling, text in spellings(deck).items():
            assert read(FACTS, text).deck == deck, spelling
            assert faulty(text) == []
        code = code_of(FACTS, deck)
        assert code is not None
        assert len(code) <= LONGEST
        back = read(FACTS, code)
        assert back.deck == replace(deck, name="")
        assert code_of(FACTS, back.deck) == code


def test_a_list_that_is_not_finished_has_a_code_too() -> None:
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


def test_the_code_of_a_list_stays_what_it_is() -> None:
    """A code written once is read for ever; codes of another version are told as such."""
    codes = {id: code_of(FACTS, of_house(FACTS, house)) for id, house in FACTS.house_lists.items()}
    assert codes == CODES
    assert faulty("CC2-" + CODES["trade"][4:]) == ["version"]


CODES = {
    "trade": "CC1-AKPD735BQGCD663QET27Q",
    "knights": "CC1-ADZFHEAXWFKX6YC4KDFY3",
    "artists": "CC1-CFM2Z3WLS6TVWOWPUS5IX",
}


def test_a_wrong_letter_never_goes_unnoticed() -> None:
    """Each letter of a code replaced by each other letter, and neighbours that changed places."""
    code = CODES["knights"]
    for at in range(4, len(code)):
        for letter in LETTERS if LONG or at % 4 == 0 else LETTERS[:3]:
            wrong = code[:at] + letter + code[at + 1 :]
            assert wrong == code or faulty(wrong) == ["code-wrong"]
        swapped = code[:at] + code[at : at + 2][::-1] + code[at + 2 :]
        assert swapped == code or faulty(swapped) == ["code-wrong"]
    assert faulty(code[:-1]) == faulty(code + "A") == faulty("XY" + code[2:]) == ["code-wrong"]
    assert faulty(code[:-1] + "8") == ["code-letter"]
    assert faulty(f"  {code.lower()}\n") == []


def test_a_code_beyond_the_last_list() -> None:
    """A multiple of the prime that no list stands behind."""
    worth, letters = lists(FACTS) * PRIME, ""
    while worth:
        worth, digit = divmod(worth, len(LETTERS))
        letters = LETTERS[digit] + letters
    assert faulty(f"CC1-{letters}") == ["code-wrong"]


def test_the_canonical_json() -> None:
    """Equal lists are equal bytes, however they were written."""
    deck = of_house(FACTS, FACTS.house_lists["trade"], "Trade")
    turned = DeckList(name="Trade", cards=dict(reversed([*deck.cards.items(), ("spy", 0)])), events=deck.events)
    assert canonical(FACTS, turned) == canonical(FACTS, deck)
    assert msgspec.json.decode(canonical(FACTS, deck), type=DeckList) == deck
    assert to_json(FACTS, deck).startswith('{"deck":1,"name":"Trade","cards":{"abbey":2,"garrison":2,')


def test_names_in_three_languages_and_ids() -> None:
    """Cases, signs and spaces do not matter; no key stands for two things."""
    for id in ("abbey", "statue", "artwork_relief", "chapel_st_agatha"):
        for named in FACTS.names:
            if named.id == id:
                for written in (id, named.en, named.de, named.nl, named.de.upper(), f" {named.nl} "):
                    found = title(FACTS, written)
                    assert found is not None
                    assert found.id == id
    keys = {(key(one), named.id) for named in FACTS.names for one in (named.id, named.en, named.de, named.nl)}
    assert keys <= {(written, one.id) for written, one in titles(FACTS).items()}


def test_lines_may_hold_headings_remarks_and_a_name() -> None:
    text = "# mine\nNaam: Kleine lijst\nKarten:\n2x Kloster\n1 × spy\n// later\nEvents\n1 Pest\n\n"
    found = read(FACTS, text)
    assert found.deck == DeckList(name="Kleine lijst", cards={"abbey": 2, "spy": 1}, events={"plague": 1})
    assert found.problems == ()


def test_house_lists_are_legal() -> None:
    """Section 10: every house list is legal, and nothing is to be advised."""
    for id, house in FACTS.house_lists.items():
        deck = of_house(FACTS, house, id)
        assert problems(FACTS, OPTIONS, to_toml(FACTS, deck)) == ()


LEGAL = of_house(FACTS, FACTS.house_lists["trade"], "Trade")

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


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_told_in_words(what: str) -> None:
    text, code = BAD[what]
    began = time.perf_counter()
    found = problems(FACTS, OPTIONS, text)
    assert time.perf_counter() - began < 0.25
    assert code in [one.code for one in found]
    assert all(len(one.card) <= 60 and len(one.found) <= 60 for one in found)
    msgspec.json.encode(found)


def test_a_flood_of_faults_is_cut_short() -> None:
    """Whoever sends 2,200 unknown cards is told of 100, quickly."""
    began = time.perf_counter()
    found = faulty("".join(f"1 a{number}x\n" for number in range(2200)))
    assert time.perf_counter() - began < 0.5
    assert found[:100] == ["unknown-card"] * 100
    assert found[100:] == ["too-many", "card-total", "event-total"]


def test_any_text_at_all() -> None:
    """Legal lists with letters changed, lost and doubled: problems or none, never an exception."""
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
        for one in problems(FACTS, OPTIONS, "".join(text)):
            assert one.code in NAMES["en"]["deck"]
            assert "{" not in sentence(NAMES["de"], replace(one, card="", found="", allowed=""))


def test_a_check_takes_less_than_a_millisecond() -> None:
    text = to_lines(FACTS, LEGAL, "de")
    problems(FACTS, OPTIONS, text)
    took = []
    for _ in range(30):
        began = time.perf_counter()
        problems(FACTS, OPTIONS, text)
        took.append(time.perf_counter() - began)
    assert min(took) < 0.001


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    """The same places are filled in each language."""
    told, english = NAMES[language]["deck"], NAMES["en"]["deck"]
    assert list(told) == list(english)
    for code, text in told.items():
        assert {place for place in ("{card}", "{found}", "{allowed}") if place in text} == {
            place for place in ("{card}", "{found}", "{allowed}") if place in english[code]
        }
