"""Names and texts: everything printed has one in English, German and Dutch, separate from its id."""

from __future__ import annotations

import re
from enum import Enum
from typing import get_type_hints

import pytest

from chronik.domain.catan_cards.cards.kinds import KINDS
from chronik.domain.catan_cards.facts.load import PRINTED, CardKind, CardSet, Face, Subtype
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.engine.names import LANGUAGES, load_names
from tests.support.cases import for_each
from tests.support.catan_cards.decks import FACTS

NAMES = load_names(PRINTED, PRINTED)
OPTIONS = get_type_hints(Ruleset)
VALUES = {
    f"{option}.{value.value}"
    for option, values in OPTIONS.items()
    if isinstance(values, type) and issubclass(values, Enum)
    for value in values
}
PIECES = {"road", "settlement", "city", "knight_token", "mill_token"}
IDS = {
    "game": {"catan_cards"},
    "kind": {kind.value for kind in KINDS},
    "set": {one.value for one in CardSet},
    "card_kind": {one.value for one in CardKind},
    "subtype": {one.value for one in Subtype},
    "point": {"vp", "commerce", "strength", "tournament", "stars"},
    "crest": {"a", "b"},
    "region": set(FACTS.terrains.values()),
    "region_texts": set(FACTS.terrains.values()),
    "piece": PIECES,
    "piece_texts": PIECES,
    "card": set(FACTS.cards),
    "card_texts": set(FACTS.cards),
    "event": set(FACTS.events),
    "event_texts": set(FACTS.events),
    "face": {face.value for face in Face},
    "face_texts": {face.value for face in Face},
    "house": set(FACTS.house_lists),
    "house_texts": set(FACTS.house_lists),
    "option": set(OPTIONS),
    "option_help": set(OPTIONS),
    "option_value": VALUES,
}
TEXTS = [kind for kind in IDS if kind.endswith("_texts")]
OTHERS = {"option_heading", "deck"}
ALIKE = {"card_texts": 9}
"""The two cards of the hand limit have the same text, and so have the nine knights without an effect."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_a_name(language: str) -> None:
    """Section 10: all ids and no others; within a kind all names differ."""
    assert {kind: set(names) for kind, names in NAMES[language].items() if kind not in OTHERS} == IDS
    for kind, names in NAMES[language].items():
        assert all(name == name.strip() != "" for name in names.values())
        assert len(set(names.values())) == len(names) - ALIKE.get(kind, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_displayed_card_names_can_be_read_in_a_deck_list(language: str) -> None:
    """T13: a name shown on a page can be used in a list."""
    shown = NAMES[language]
    called = {**shown["card"], **shown["event"], **shown["face"], **shown["region"], **shown["piece"]}
    assert {one.id: getattr(one, language) for one in FACTS.names}.items() <= called.items()


@for_each("kind", TEXTS)
def test_texts_are_short_and_agree_on_numbers_in_all_languages(kind: str) -> None:
    """Each text describes its card in one or two sentences, with the numbers of the rule book."""
    said = [{id: re.findall(r"\d+", text) for id, text in NAMES[language][kind].items()} for language in LANGUAGES]
    assert said[0] == said[1] == said[2]
    texts = [text for language in LANGUAGES for text in NAMES[language][kind].values()]
    assert all(text.endswith(".") and len(text) <= 180 for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_have_headings_and_help_texts(language: str) -> None:
    """Section 3.0: a heading above the first option, a short help text for each."""
    above = list(NAMES[language]["option_heading"])
    assert above == [option for option in OPTIONS if option in above] == list(NAMES["en"]["option_heading"])
    assert above[0] == next(iter(OPTIONS))
    assert all(text.endswith(".") and len(text) <= 100 for text in NAMES[language]["option_help"].values())


def test_texts_state_the_same_numbers_as_the_data() -> None:
    """The text of a card contains the numbers of its effect."""
    for id, card in FACTS.cards.items():
        told = set(re.findall(r"\d+", NAMES["en"]["card_texts"][id]))
        numbers = card.numbers
        said = {numbers.amount, numbers.rate, numbers.take, numbers.give, numbers.most, numbers.stars_up_to}
        said |= {numbers.named, numbers.taken, numbers.win_max, numbers.countered_win_max, numbers.search_cost}
        said |= {numbers.protect, numbers.build, numbers.fetch, numbers.gold, numbers.from_bank, *numbers.price}
        assert {str(number) for number in said if number} <= told, id
