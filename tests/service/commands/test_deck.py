"""`chronik deck`: lists checked, written as codes, and shown again."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from domain.catan_cards.deck.deck_list import DeckList, of_house
from domain.catan_cards.deck.lists import lists
from domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from domain.catan_cards.facts.load import PRINTED
from domain.games import game
from service.commands.cli import main
from tests.support.catan_cards.decks import FACTS

CODE = "CC1-ADZFHEAXWFKX6YC4KDFY3"
KNIGHTS = of_house(FACTS, FACTS.house_lists["knights"], "Knights")

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")


def bring(deck: DeckList) -> Any:
    return deck


@pytest.fixture
def with_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game, with the lists of the card game and the words of its box."""
    played = game("katharina")
    listed = replace(played, name="catan_cards", lists=lists(FACTS, bring))
    monkeypatch.setattr("service.commands.deck.CURRENT", {"katharina": 1, "catan_cards": 1})
    monkeypatch.setattr(
        "service.commands.deck.game", lambda name, data_set: listed if name == "catan_cards" else played
    )
    monkeypatch.setattr("service.commands.deck.edition", lambda _: SimpleNamespace(printed=PRINTED))


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """How the command ended, and what it said."""
    code = main([str(word) for word in ("deck", *words)])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.usefixtures("with_lists")
def test_files_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """T13: every fault with its rule, advice beside them; 1 where something is wrong."""
    good, odd = tmp_path / "good.toml", tmp_path / "odd.txt"
    good.write_text(to_toml(FACTS, KNIGHTS), "utf-8")
    odd.write_text("4 Spion\n1 Statue\n", "utf-8")
    assert said(capsys, "check", good) == (0, f"{good}: 33 cards · 4 events\n", "")
    code, out, _ = said(capsys, "check", good, odd, "--language", "de")
    assert code == 1
    assert out.splitlines()[1:] == [
        f"{odd}: 5 cards · 0 events",
        "  fault T5: Spion: 4 in der Liste, es gibt aber nur 3.",
        "  fault T5: Eine Liste hat 33 Karten; diese hat 5.",
        "  fault T4: Eine Liste hat 4 freie Ereignisse; diese hat 0.",
        "  advice R67: Statue „Geliebter Fürst“ arbeitet mit Sternen, die nur die Volksstimmung hält; "
        "sie fehlt in der Liste.",
        "  advice T5: Kein Ausbau in der Liste kostet weniger als 3 Rohstoffe.",
    ]


@pytest.mark.usefixtures("with_lists")
def test_codes_are_written_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text(to_json(FACTS, KNIGHTS), "utf-8")
    assert said(capsys, "code", file) == (0, f"{CODE}\n", "")
    unnamed = replace(KNIGHTS, name="")
    assert said(capsys, "show", CODE) == (0, to_lines(FACTS, unnamed), "")
    assert said(capsys, "show", CODE, "--language", "nl") == (0, to_lines(FACTS, unnamed, "nl"), "")
    assert said(capsys, "show", CODE, "--as", "toml") == (0, to_toml(FACTS, unnamed), "")


@pytest.mark.usefixtures("with_lists")
def test_what_is_no_list_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    many, blob = tmp_path / "many", tmp_path / "blob"
    many.write_text("9 Spy", "utf-8")
    blob.write_bytes(b"\xff\xfe")
    for words, told in (
        (("show", "CC1-AAAA"), "A letter of the code is wrong, missing or too many."),
        (("show", "CC2-AAAA"), "The list is written in version 2; only version 1 is known."),
        (("code", many), "The list names more cards than there are, so no code stands for it."),
        (("check", tmp_path / "none"), f"The file {tmp_path}/none cannot be read: No such file or directory."),
        (("code", blob), f"The file {blob} is not text in UTF-8."),
        (("code", many, "--game", "chess"), "There is no game chess with lists; try one of: catan_cards."),
    ):
        assert said(capsys, *words) == (1, "", f"{told}\n")


def test_without_a_game_that_has_lists(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.commands.deck.CURRENT", {"katharina": 1})
    assert said(capsys, "show", CODE) == (1, "", "No game here has lists.\n")
