"""`FORMAT.md`, section 12, prints the lists that each game draws from, exactly as the data sets define them."""

import re
from importlib.resources import files

from chronik.domain import games
from chronik.domain.catan_cards.facts.load import DISPLAY, PUBLIC_FEELING, CardSet, load
from chronik.domain.cities_knights.board import DIRECTIONS, HEXES
from chronik.domain.cities_knights.commands import TRACKS

LISTS = re.compile(r"^```facts\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def told(game: str) -> dict[str, list[str]]:
    """Returns the lists that `FORMAT.md` prints for a game, by name."""
    book: str = files("chronik.domain.engine.proof").joinpath("FORMAT.md").read_text("utf-8")
    section = book.split(f"\n### {game}\n")[1].split("\n### ")[0]
    lines = [line.partition(" = ") for block in LISTS.finditer(section) for line in block[1].splitlines()]
    return {name.strip(): items.split() for name, _, items in lines}


def as_pairs(places: tuple[tuple[int, int], ...]) -> list[str]:
    return [f"{q},{r}" for q, r in places]


def test_the_lists_in_the_rule_book_of_katharina_match_the_data() -> None:
    facts, found = games.facts("katharina"), told("Katharina")
    assert found["facts"] == [facts.digest]
    for name, things in (("cards", facts.deck), ("orders", tuple(facts.orders))):
        assert found[name] == [f"{min(things)}…{max(things)}"]
        width = len(min(things)) - 1
        assert list(things) == [f"{min(things)[0]}{number:0{width}}" for number in range(1, len(things) + 1)]


def test_the_lists_in_the_rule_book_of_cities_and_knights_match_the_data() -> None:
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


def test_the_lists_in_the_rule_book_of_the_catan_card_game_match_the_data() -> None:
    facts, found = load(), told("The Catan card game")
    assert found["facts"] == [facts.digest]
    assert found["open"] == [*DISPLAY, PUBLIC_FEELING]
    assert found["faces"] == [face.value for face in facts.die]
    assert found["regions"] == [region.id for region in facts.regions]
    for one, cards, events in ((CardSet.BASE, "base", "events"), (CardSet.KW, "theme", "further")):
        assert found[cards] == [f"{card.id}×{card.count}" for card in facts.cards.values() if card.set is one]
        assert found[events] == [f"{card.id}×{card.count}" for card in facts.events.values() if card.set is one]
    assert list(facts.events) == [kind.split("×")[0] for kind in (*found["events"], *found["further"])]
    mandatory = {card.id: card.mandatory for card in facts.events.values() if card.mandatory}
    assert mandatory == {"civil_war": 1, "plague": 1}
    assert [card.id for card in facts.events.values() if card.host_only] == ["year_end"]


def test_the_stack_sizes_in_the_rule_book_of_the_catan_card_game_match_the_data() -> None:
    sizes, book = load().constants.stacks, files("chronik.domain.engine.proof").joinpath("FORMAT.md").read_text("utf-8")
    assert sizes.extended_base == (15,) * 4
    assert sizes.extended_kw == (11,) * 2
    for row in (
        f"| `base` | 1 to 5 | {', '.join(map(str, sizes.base))} |",
        "| `extended` | 1 to 4 | 15 each |",
        "| `extended` | 5 and 6 | 11 each |",
        f"| `tournament` | 1 to 4 of each seat | {', '.join(map(str, sizes.tournament))} |",
    ):
        assert row in book
