"""The data set of every game: all of its files are needed, are text, and are in its digest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chronik.domain.engine.facts import BadFacts
from chronik.domain.games import CURRENT, edition
from tests.support.engine.data_set import DataSet

Data = DataSet[Any]


def files_of(name: str) -> list[str]:
    """Returns the names of the required files of a printed data set; the file of names is optional."""
    return sorted(path.stem for path in edition(name).printed.glob("*.toml") if path.stem != "names")


@pytest.fixture
def data(name: str, tmp_path: Path) -> Data:
    printed = edition(name)
    return DataSet(printed.printed, files_of(name), tmp_path, printed.load)


each_file = pytest.mark.parametrize(("name", "file"), [(name, file) for name in CURRENT for file in files_of(name)])


@each_file
def test_a_data_set_without_one_of_its_files_is_refused(data: Data, file: str) -> None:
    (data.directory / f"{file}.toml").unlink()
    with pytest.raises(BadFacts, match=f"{file}.toml"):
        data.load()


@each_file
def test_a_file_that_is_not_text_is_refused(data: Data, file: str) -> None:
    (data.directory / f"{file}.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFacts, match=rf"{file}\.toml cannot be read"):
        data.load()


@each_file
def test_the_digest_covers_everything_in_a_data_set_except_comments(data: Data, file: str) -> None:
    """Matches are pinned to this digest, so a comment may change and a value may not."""
    digest = data.load().digest
    data.add(file, "# changed")
    assert data.load().digest == digest
    data.add(file, "[added]\nvalue = 1")
    assert data.load().digest != digest


@pytest.mark.parametrize("name", CURRENT)
def test_facts_loaded_twice_have_one_digest_but_are_not_equal_objects(name: str, data: Data) -> None:
    printed = edition(name)
    assert data.load().digest == printed.load(printed.printed).digest
    assert data.load() != data.load(), "facts are compared by identity"
