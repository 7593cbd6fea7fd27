"""`FORMAT.md`, section 12, prints what each game draws from as the data sets say it."""

import re
from importlib.resources import files

from domain import games
from domain.cities_knights.board import DIRECTIONS, HEXES
from domain.cities_knights.commands import TRACKS

LISTS = re.compile(r"^```facts\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def told(game: str) -> dict[str, list[str]]:
    """The lists that the book prints for a game, by their names."""
    book: str = files("domain.engine.proof").joinpath("FORMAT.md").read_text("utf-8")
    section = book.split(f"\n### {game}\n")[1].split("\n### ")[0]
    lines = [line.partition(" = ") for block in LISTS.finditer(section) for line in block[1].splitlines()]
    return {name.strip(): items.split() for name, _, items in lines}


def as_pairs(places: tuple[tuple[int, int], ...]) -> list[str]:
    return [f"{q},{r}" for q, r in places]


def test_the_lists_of_katharina() -> None:
    facts, found = games.facts("katharina"), told("Katharina")
    assert found["facts"] == [facts.digest]
    for name, things in (("cards", facts.deck), ("orders", tuple(facts.orders))):
        assert found[name] == [f"{min(things)}…{max(things)}"]
        width = len(min(things)) - 1
        assert list(things) == [f"{min(things)[0]}{number:0{width}}" for number in range(1, len(things) + 1)]


def test_the_lists_of_cities_and_knights() -> None:
    facts, found = games.facts("cities_knights"), told("Cities & Knights")
    assert found["facts"] == [facts.digest]
    assert (found["hexes"], found["directions"]) == (as_pairs(HEXES), as_pairs(DIRECTIONS))
    assert found["terrain"] == list(facts.terrain)
    assert found["tokens"] == [str(token) for token in facts.tokens]
    assert found["harbors"] == list(facts.harbor_frame)
    assert found["faces"] == list(facts.event_faces)
    for track, deck in zip(TRACKS, facts.decks, strict=True):
        copies = (kind.split("×") for kind in found[track.value])
        assert list(deck) == [f"{track.value}.{kind}.{n}" for kind, most in copies for n in range(1, int(most) + 1)]
