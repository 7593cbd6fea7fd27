"""Display names: everything printed has one in English, German and Dutch, apart from its id (section 5)."""

from __future__ import annotations

import re
import shutil
import tomllib
from enum import Enum
from pathlib import Path
from typing import get_type_hints

import pytest

from chronik.domain.cities_knights.cards.kinds import KINDS
from chronik.domain.cities_knights.facts.load import PRINTED, load
from chronik.domain.cities_knights.facts.printed import ANY, LEVELS, RESOURCE_IDS, TERRAINS, TRACKS
from chronik.domain.cities_knights.facts.rulesets import PRESETS, Ruleset
from chronik.domain.engine.facts import BadFacts
from chronik.domain.engine.names import LANGUAGES, load_names

OPTIONS = get_type_hints(Ruleset)
VALUES = {
    f"{option}.{value.value}"
    for option, values in OPTIONS.items()
    if isinstance(values, type) and issubclass(values, Enum)
    for value in values
}
FACTS = load()
NAMES = load_names(PRINTED, PRINTED)
IDS = {
    "game": {"cities_knights"},
    "kind": {kind.value for kind in KINDS},
    "terrain": set(TERRAINS),
    "harbor": {ANY, *RESOURCE_IDS},
    "piece": {"road", "settlement", "city", "wall", "metropolis", "robber", "merchant", "ship"}
    | {f"{level}_knight" for level in LEVELS},
    "track": set(TRACKS),
    "level": {f"{track}.{level}" for track in TRACKS for level in range(1, FACTS.limits.max_level + 1)},
    "card": set(FACTS.progress),
    "card_texts": set(FACTS.progress),
    "option": set(OPTIONS),
    "option_help": set(OPTIONS),
    "option_value": VALUES,
    "preset": set(PRESETS),
    "preset_help": set(PRESETS),
}
HEADINGS, ALSO = "option_heading", "also"


def test_names_exist_in_three_languages() -> None:
    """Section 5."""
    assert tuple(NAMES) == LANGUAGES == ("en", "de", "nl")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_a_name_in_every_language(language: str) -> None:
    """Section 5: all ids and no others; within a kind all names differ, except for the two cards with a point."""
    assert {kind: set(names) for kind, names in NAMES[language].items() if kind not in (HEADINGS, ALSO)} == IDS
    for kind, names in NAMES[language].items():
        assert all(name == name.strip() != "" for name in names.values())
        alike = 1 if kind == "card_texts" else 0
        assert len(set(names.values())) == len(names) - alike or kind == "option_value"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_abilities_have_their_published_names_as_aliases(language: str) -> None:
    """Section 5: every card and the third levels have the names that editions give them, in every language."""
    assert set(NAMES[language][ALSO]) == set(FACTS.progress) | {f"{track}.3" for track in TRACKS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_option_has_a_name_and_help_text(language: str) -> None:
    """Section 4: no two values of an option have the same name; each option and preset has a short help text."""
    for option in OPTIONS:
        values = [name for id, name in NAMES[language]["option_value"].items() if id.split(".")[0] == option]
        assert len(set(values)) == len(values)
    helps = [*NAMES[language]["option_help"].values(), *NAMES[language]["preset_help"].values()]
    assert all(text.endswith(".") and len(text) <= 100 for text in helps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_option_headings_are_the_same_in_every_language(language: str) -> None:
    """Section 4: the first option has a heading, and headings are in the order of the options."""
    above = list(NAMES[language][HEADINGS])
    assert above == [option for option in OPTIONS if option in above] == list(NAMES["en"][HEADINGS])
    assert above[0] == next(iter(OPTIONS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_texts_are_short_sentences(language: str) -> None:
    """1.14: each text describes its card in a few sentences, with the numbers of the rule book."""
    texts = NAMES[language]["card_texts"]
    for text in texts.values():
        assert text.endswith(".")
        assert len(text) <= 180
    digits = {card: re.findall(r"\d+", text) for card, text in texts.items()}
    other = {card: re.findall(r"\d+", text) for card, text in NAMES["en"]["card_texts"].items()}
    assert digits == other


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_titles_differ_from_the_published_ones(language: str) -> None:
    """Section 5: no card or level has the name that an edition uses; only cards of editions have such names."""
    cards = tomllib.loads((PRINTED / "progress_cards.toml").read_text("utf-8"))["card"]
    tracks = tomllib.loads((PRINTED / "tracks.toml").read_text("utf-8"))["track"]
    theirs = {card[key] for card in cards for key in ("name_2020", "name_2025", "name_de") if key in card}
    theirs |= {name for track in tracks for key in ("names_2020", "names_2025") for name in track.get(key, ())}
    theirs |= {track["name_of_level3_online_de"] for track in tracks}
    ours = {*NAMES[language]["card"].values(), *NAMES[language]["level"].values()}
    assert ours & theirs == set()


def test_a_data_set_without_names_uses_the_standard_names(tmp_path: Path) -> None:
    """If it contains names, those are used; invalid ones are refused with a message."""
    assert load_names(tmp_path, PRINTED) == NAMES
    own = tmp_path / "names.toml"
    shutil.copyfile(PRINTED / "names.toml", own)
    text = own.read_text("utf-8")
    own.write_text(text.replace("Stargazer", "Astronomer"), "utf-8")
    assert load_names(tmp_path, PRINTED)["en"]["card"]["alchemist"] == "Astronomer"
    own.write_text(re.sub(r"(?m)^(\[?)nl\.", r"\1fr.", text), "utf-8")
    with pytest.raises(BadFacts, match="names"):
        load_names(tmp_path, PRINTED)
