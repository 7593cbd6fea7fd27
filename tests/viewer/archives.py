"""Archives of whole matches for tests of verification in the browser, and the facts about the game that it needs.

`python -m tests.viewer.archives` writes them again; the same code gives the same matches.
"""

from __future__ import annotations

import json
from pathlib import Path

from chronik.domain.games import game
from chronik.domain.katharina.facts.load import load
from tests.support.engine.sittings import KATHARINA, Sitting

HERE = Path(__file__).parent / "played"

PLAYED = {
    "2-seats": (11, 2, 0, KATHARINA.version),
    "2-seats-rules-1": (11, 2, 0, 1),
    "3-seats": (12, 3, 0, KATHARINA.version),
    "4-seats": (13, 4, 0, KATHARINA.version),
    "3-seats-undone": (14, 3, 3, KATHARINA.version),
}
"""For each name the seed, the number of seats, of granted undos across a barrier, and the rules version."""


def archive(name: str) -> bytes:
    """Returns a match with a bot, players who add entropy, and undos."""
    seed, seats, undos, rules = PLAYED[name]
    return Sitting(seed, seats, game("katharina", rules)).play(undos).archive()


def box() -> dict[str, object]:
    """Returns what a page knows about Katharina, as far as shuffles need it."""
    facts = load()
    return {
        "rules": KATHARINA.version,
        "facts": facts.digest,
        "components": {"cards": [{"id": card} for card in facts.cards], "orders": [{"id": o} for o in facts.orders]},
    }


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in PLAYED:
        (HERE / f"{name}.chronik").write_bytes(archive(name))
    (HERE / "box.json").write_text(json.dumps(box(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
