"""Names of things: a data set may have its own, and has those of the printed one where it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.engine.facts import BadFacts, require, unique
from domain.engine.names import load_names

OURS = "[en.city]\nulm = 'Ulm'\n[de.city]\n[nl.city]\n"


def test_a_data_set_without_names_has_the_printed_ones(tmp_path: Path) -> None:
    printed, other = tmp_path / "printed", tmp_path / "other"
    printed.mkdir()
    other.mkdir()
    assert load_names(other, printed) == load_names(printed, printed) == {}
    (printed / "names.toml").write_text(OURS, "utf-8")
    assert load_names(other, printed) == {"en": {"city": {"ulm": "Ulm"}}, "de": {"city": {}}, "nl": {"city": {}}}
    (other / "names.toml").write_text(OURS.replace("Ulm", "ULM"), "utf-8")
    assert load_names(other, printed)["en"]["city"]["ulm"] == "ULM"


def test_names_without_a_language_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text("[en.city]\n", "utf-8")
    with pytest.raises(BadFacts, match="cannot be read"):
        load_names(tmp_path, tmp_path)


def test_a_data_set_is_refused_unless_its_condition_holds() -> None:
    require(True, "all is well")
    with pytest.raises(BadFacts, match="two suns"):
        require(False, "There are two suns.")


def test_no_id_stands_twice() -> None:
    class Thing:
        id = "ulm"

    assert list(unique("city", [Thing()])) == ["ulm"]
    with pytest.raises(BadFacts, match="The city ulm is listed twice"):
        unique("city", [Thing(), Thing()])
