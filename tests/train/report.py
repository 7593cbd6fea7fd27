"""What training leaves: a file of weights for each game, and the table in docs/value.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chronik.domain.engine.valuing import STAGES
from tests.train.corpus import Table
from tests.train.fitting import Data, Fitted, brier, calibration_error, log_loss
from tests.train.subjects import Subject

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/value.md"
HEADING = (
    "| game, seats, setting | matches | points only | public: log-loss, Brier | truth: log-loss, Brier "
    "| public: calibration error by stage |\n|---|---|---|---|---|---|\n"
)


class Row(NamedTuple):
    """A row of the table: a kind of match, and how well three models predict its held-out positions."""

    table: Table
    data: Data
    points: Any
    public: Any
    truth: Any

    def write(self, edges: Sequence[int]) -> str:
        """Returns the row as Markdown; `edges` divide the stages."""
        shares, stages = self.data.shares, self.data.stages
        by_stage = [
            f"{calibration_error(self.public[part], shares[part]):.3f}"
            for low, high in zip(edges, (*edges[1:], STAGES + 1), strict=True)
            if (part := (stages >= low) & (stages < high)).any()
        ]
        cells = (
            f"`{self.table.game}`, {self.table.seats}, {self.table.setting}",
            str(len(set(self.data.matches.tolist()))),
            f"{log_loss(self.points, shares):.3f}",
            f"{log_loss(self.public, shares):.3f}, {brier(self.public, shares):.3f}",
            f"{log_loss(self.truth, shares):.3f}, {brier(self.truth, shares):.3f}",
            ", ".join(by_stage),
        )
        return f"| {' | '.join(cells)} |\n"


class Trained(NamedTuple):
    """A model: its number of seats, its settings, and its weights."""

    seats: int
    settings: Sequence[str]
    public: Fitted
    truth: Fitted


def divide(tables: Sequence[Table], parts: Sequence[Data], chances: Sequence[Any]) -> list[Row]:
    """Returns a row for each kind of match, from the predictions of three models for all of them in order."""
    rows, end = list[Row](), 0
    for table, part in zip(tables, parts, strict=True):
        begin, end = end, end + len(part.stages)
        points, public, truth = (each[begin:end] for each in chances)
        rows.append(Row(table, part, points, public, truth))
    return rows


def write_page(game: str, rows: Iterable[str]) -> None:
    """Replaces the rows of a game in the table."""
    block = re.compile(rf"(?<=<!-- {game} -->\n).*?(?=<!-- end of {game} -->)", re.DOTALL)
    text = HEADING + "".join(rows)
    PAGE.write_text(block.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def write_weights(
    game: str,
    rules: int,
    facts: str,
    subject: Subject,
    models: Iterable[Trained],
) -> None:
    """Writes the weights of a game."""
    lines = ["# Written by `make train`; docs/value.md says how good these models are.", f"rules = {rules}"]
    lines.append(f'facts = "{facts}"')
    seen, hidden = (names.__struct_fields__ for names in subject.features)
    for seats, settings, public, truth in models:
        named = ", ".join(f'"{setting}"' for setting in settings)
        lines += ["", "[[model]]", f"seats = {seats}", f"settings = [{named}]"]
        lines += ["[model.public]", *_list_weights(seen, public), "[model.truth]", *_list_weights(seen + hidden, truth)]
    path = ROOT / f"domain/{game}/value/weights.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _list_weights(names: Sequence[str], fitted: Fitted) -> list[str]:
    return [f"{name} = [{a}, {b}]" for name, a, b in zip(names, fitted.first, fitted.growth, strict=True)]
