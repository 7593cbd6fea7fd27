"""A data set: what it defines itself, and what it takes from the printed one."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronik.domain.engine.edition import Edition, read_facts
from chronik.domain.engine.facts import BadFacts, require, unique
from chronik.domain.engine.names import load_names
from tests.support.engine.demo import DEMO

OURS = "[en.city]\nulm = 'Ulm'\n[de.city]\n[nl.city]\n"


def test_a_data_set_without_names_uses_the_printed_names(tmp_path: Path) -> None:
    printed, other = tmp_path / "printed", tmp_path / "other"
    printed.mkdir()
    other.mkdir()
    assert load_names(other, printed) == load_names(printed, printed) == {}
    (printed / "names.toml").write_text(OURS, "utf-8")
    assert load_names(other, printed) == {"en": {"city": {"ulm": "Ulm"}}, "de": {"city": {}}, "nl": {"city": {}}}
    (other / "names.toml").write_text(OURS.replace("Ulm", "ULM"), "utf-8")
    assert load_names(other, printed)["en"]["city"]["ulm"] == "ULM"


def test_names_that_lack_a_language_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text("[en.city]\n", "utf-8")
    with pytest.raises(BadFacts, match="cannot be read"):
        load_names(tmp_path, tmp_path)


def test_a_data_set_that_violates_a_condition_is_refused() -> None:
    require(True, "all is well")
    with pytest.raises(BadFacts, match="two suns"):
        require(False, "There are two suns.")


def test_an_edition_reads_its_printed_facts_unless_given_another_data_set(tmp_path: Path) -> None:
    edition = Edition(name="ulm", version=1, printed=tmp_path / "printed", load=str, game=lambda _: DEMO)
    assert read_facts(edition) == str(tmp_path / "printed")
    assert read_facts(edition, tmp_path / "other") == str(tmp_path / "other")


def test_a_list_that_contains_an_id_twice_is_refused() -> None:
    class Thing:
        id = "ulm"

    assert list(unique("city", [Thing()])) == ["ulm"]
    with pytest.raises(BadFacts, match="The city ulm is listed twice"):
        unique("city", [Thing(), Thing()])
