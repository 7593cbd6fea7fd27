"""`make train`: plays the corpus from a seed, fits the models of each game, and writes weights and their table."""

from __future__ import annotations

import argparse
import os
import pickle
import sys
from pathlib import Path

from chronik.domain.games import CURRENT, facts, game
from tests.train.corpus import Table, play_corpus
from tests.train.fitting import Data, fit, gather, join, predict_by_points, predict_held_out
from tests.train.report import ROOT, Row, Trained, divide, write_page, write_weights
from tests.train.subjects import SUBJECTS

PLAYED = ROOT / "build/corpus"


def main() -> int:
    """Trains the models of the games that are named, or of all games."""
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("games", nargs="*", default=list(SUBJECTS), metavar="GAME")
    made.add_argument("--seed", type=int, default=1, help="seed of the corpus (1)")
    made.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    made.add_argument("--keep", action="store_true", help="fit to the matches of the last run; play only missing ones")
    asked = made.parse_args()
    for name in asked.games:
        train(name, asked.seed, asked.processes, asked.keep)
    return 0


def train(name: str, seed: int, processes: int, keep: bool) -> None:
    """Trains the models of a game, one for each number of seats."""
    subject, rows, models = SUBJECTS[name], list[str](), list[Trained]()
    public, hidden = (len(names.__struct_fields__) for names in subject.features)
    for seats in game(name).seats:
        tables = [Table(name, setting, seats) for setting in subject.settings]
        parts = [play_or_load(table, subject.matches[seats], seed, processes, keep) for table in tables]
        data = join(parts)
        held_out = predict_by_points(data), predict_held_out(data, public), predict_held_out(data, public + hidden)
        scored = divide(tables, parts, held_out)
        if len(scored) > 1:
            scored.append(Row(Table(name, "all of these", seats), data, *held_out))
        written = [row.write(subject.edges) for row in scored]
        print(*written, sep="", end="", flush=True)
        rows += written
        models.append(Trained(seats, list(subject.settings), fit(data, public), fit(data, public + hidden)))
    write_weights(name, CURRENT[name], facts(name).digest, subject, models)
    write_page(name, rows)


def play_or_load(table: Table, matches: int, seed: int, processes: int, keep: bool) -> Data:
    """Plays the matches of a table, or returns those of the last run if `keep` is true and they exist."""
    path = Path(PLAYED, f"{table.game}-{table.seats}-{table.setting}-{matches}-{seed}.pickle")
    if keep and path.exists():
        data: Data = pickle.loads(path.read_bytes())
        return data
    data = gather(play_corpus(table, matches, seed, processes))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(data))
    return data


if __name__ == "__main__":
    sys.exit(main())
