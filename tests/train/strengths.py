"""The strengths of the built-in bots: `make strengths` lets them play and writes their Elo for the pages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from chronik.service.bots.levels import LEVELS
from chronik.service.cli.arena import Arena, seatings, summarise
from chronik.service.cli.simulation import results

FILE = Path("service/viewer/ui/strengths.js")
SEATS = {"katharina": 3, "cities_knights": 3, "catan_cards": 2}
MATCHES, SEED = 240, 1
HEAD = """/** The strengths of the built-in bots: Elo and half of its 95 % interval, by game and level.
 * The mean is 1500. Written by `make strengths`. @type {Record<string, Record<string, [number, number]>>} */
export const STRENGTHS = """


def play(game: str) -> Arena:
    """Returns the arena of all levels of a game; every seating of different levels is played equally often."""
    order = seatings(tuple(LEVELS[game]), SEATS[game], MATCHES, SEED)
    played = results(game, MATCHES, SEATS[game], SEED, [",".join(seated) for seated in order])
    return summarise(game, SEATS[game], SEED, order, list(played))


def main() -> None:
    """Plays the named games, or all of them, and writes their strengths; the others keep theirs."""
    text = FILE.read_text()
    strengths = json.loads(text[text.index("= ") + 2 : text.rindex(";")])
    for game in sys.argv[1:] or SEATS:
        lines = sorted(play(game).bots, key=lambda line: line.strength)
        strengths[game] = {line.bot: [round(line.strength), round((line.high - line.low) / 2)] for line in lines}
        FILE.write_text(f"{HEAD}{json.dumps(strengths)};\n")


if __name__ == "__main__":
    main()
