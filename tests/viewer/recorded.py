"""The data that the tests of the pages draw and read, recorded from the rules; `make recorded` writes it again."""

from __future__ import annotations

from pathlib import Path

from tests.viewer import catan_cards_played, cities_knights_played, cities_knights_views

HERE = Path(__file__).parent


def recorded() -> dict[str, str]:
    """Returns the text of each recorded file, by name, as the rules give it now."""
    return catan_cards_played.recorded() | cities_knights_played.recorded() | cities_knights_views.recorded()


if __name__ == "__main__":
    for name, text in recorded().items():
        (HERE / name).write_text(text, "utf-8")
