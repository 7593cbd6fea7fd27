"""`chronik deck`: lists are checked, written as codes, and shown again."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.deck.deck_list import DeckList, built_in_list
from chronik.domain.catan_cards.deck.lists import lists
from chronik.domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.games import game
from chronik.service.cli.cli import main
from tests.support.catan_cards.decks import FACTS

CODE = "CC1-ADZFHEAXWFKX6YC4KDFY3"
KNIGHTS = built_in_list(FACTS, FACTS.house_lists["knights"], "Knights")

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")


def bring(deck: DeckList) -> Any:
    return deck


@pytest.fixture
def with_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the card game the only game, with its lists and the words of its box."""
    played = game("katharina")
    listed = replace(played, name="catan_cards", lists=lists(FACTS, bring))
    monkeypatch.setattr("chronik.service.cli.deck.CURRENT", {"katharina": 1, "catan_cards": 1})
    monkeypatch.setattr(
        "chronik.service.cli.deck.game", lambda name, data_set: listed if name == "catan_cards" else played
    )
    monkeypatch.setattr("chronik.service.cli.deck.edition", lambda _: SimpleNamespace(printed=PRINTED))


def run_deck(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Runs a command and returns its exit code and its output."""
    code = main([str(word) for word in ("deck", *words)])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.usefixtures("with_lists")
def test_deck_list_files_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """T13: each fault is printed with its rule, and advice too; the exit code is 1 if there is a fault."""
    good, odd = tmp_path / "good.toml", tmp_path / "odd.txt"
    good.write_text(to_toml(FACTS, KNIGHTS), "utf-8")
    odd.write_text("4 Spion\n1 Statue\n", "utf-8")
    assert run_deck(capsys, "check", good) == (0, f"{good}: 33 cards · 4 events\n", "")
    code, out, _ = run_deck(capsys, "check", good, odd, "--language", "de")
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
def test_deck_codes_can_be_written_and_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text(to_json(FACTS, KNIGHTS), "utf-8")
    assert run_deck(capsys, "code", file) == (0, f"{CODE}\n", "")
    unnamed = replace(KNIGHTS, name="")
    assert run_deck(capsys, "show", CODE) == (0, to_lines(FACTS, unnamed), "")
    assert run_deck(capsys, "show", CODE, "--language", "nl") == (0, to_lines(FACTS, unnamed, "nl"), "")
    assert run_deck(capsys, "show", CODE, "--as", "toml") == (0, to_toml(FACTS, unnamed), "")
    assert run_deck(capsys, "show", file) == (0, to_lines(FACTS, KNIGHTS), "")
    assert run_deck(capsys, "show", file, "--as", "code") == (0, f"{CODE}\n", "")
    assert run_deck(capsys, "check", CODE) == (0, f"{CODE}: 33 cards · 4 events\n", "")


@pytest.mark.usefixtures("with_lists")
def test_the_heading_of_a_list_counts_the_cards_that_can_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An invalid count does not make a list of 0 cards, and an unreadable list has no count."""
    odd, broken = tmp_path / "odd.json", tmp_path / "broken.json"
    odd.write_text('{"cards": {"abbey": "2", "spy": 3}, "events": {"plague": 2}}', "utf-8")
    broken.write_text('{"cards": {', "utf-8")
    _, out, _ = run_deck(capsys, "check", odd, broken)
    assert out.splitlines() == [
        f"{odd}: 3 cards · 2 events",
        '  fault T13: Abbey: the count must be a whole number from 0–33, not "2".',
        "  fault T4: Plague: 2 in the list, but it may name at most 1. Each player adds 1 anyway.",
        "  fault T4: A list has 4 free events; this one has 2.",
        "  advice T5: No expansion in the list costs fewer than 3 resources.",
        f"{broken}:",
        "  fault T13: The list cannot be read: its form is wrong at 1:12 (line:column).",
    ]


@pytest.mark.usefixtures("with_lists")
def test_an_invalid_list_is_reported_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    many, blob = tmp_path / "many", tmp_path / "blob"
    many.write_text("9 Spy", "utf-8")
    blob.write_bytes(b"\xff\xfe")
    for words, told in (
        (("show", "CC1-AAAA"), "A letter of the code is wrong, missing or too many."),
        (("show", "CC2-AAAA"), "The list is written in version 2; only version 1 is known."),
        (
            ("code", many),
            "The list has more copies of a card than exist, so it has no code. Run `chronik deck check` on it.",
        ),
        (("check", tmp_path / "none"), f"There is no file {tmp_path}/none, and it is not the code of a list."),
        (("show", "list.txt"), "There is no file list.txt, and it is not the code of a list."),
        (("show", tmp_path), f"The file {tmp_path} cannot be read: Is a directory."),
        (("show", "1 Abbess"), "There is no card Abbess. The nearest is Abbey."),
        (("code", blob), f"The file {blob} is not text in UTF-8."),
        (("code", many, "--game", "chess"), "There is no game chess with card lists; try one of: catan_cards."),
    ):
        assert run_deck(capsys, *words) == (1, "", f"{told}\n")


def test_if_no_game_has_lists_the_command_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.cli.deck.CURRENT", {"katharina": 1})
    assert run_deck(capsys, "show", CODE) == (1, "", "No game of this installation has card lists.\n")
