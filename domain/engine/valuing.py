"""The value of a position: a score for each seat, linear in features of the state (docs/value.md).

Weights and features are integers, and sums are in a fixed order, so that every platform decides the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache, partial
from operator import mul
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from chronik.domain.engine.facts import Tables, load_facts
from chronik.domain.engine.hashing import hash_parts

S = TypeVar("S")

STAGES = 1_000
"""The stage of a match runs from 0 to this number."""
UNIT = 100_000 * STAGES
"""The number of score units in which a seat's chance grows by the factor e, compared with another seat."""
WEIGHTS = "weights"
"""The name of the data file of a game's models, without the suffix."""


class Knowledge(Enum):
    """The basis of a value: only what a spectator sees, or the whole state."""

    PUBLIC = "public"
    TRUTH = "truth"


class Position(Struct, frozen=True, gc=False):
    """A state as a model sees it: the stage from 0 to `STAGES`, and the features of each seat, public ones first."""

    stage: int
    rows: tuple[Sequence[int], ...]


class Weights(Struct, frozen=True, eq=False, gc=False):
    """The weight of each feature at stage 0, and its growth until the last stage.

    Weights are compared by identity, so that they can serve as cache keys.
    """

    first: tuple[int, ...]
    growth: tuple[int, ...]


class Model(Struct, frozen=True, eq=False):
    """The weights for one number of seats and some settings; the public ones know nothing of hidden features."""

    public: Weights
    truth: Weights


class Models(Struct, frozen=True, eq=False):
    """The models of a game by number of seats and setting. They hold for one rules version and one data set.

    `digest` identifies the file (64 hex digits).
    """

    digest: str
    rules: int
    facts: str
    of: Mapping[tuple[int, str], Model]


class Valuing(Struct, Generic[S], frozen=True, kw_only=True):
    """The functions of a game for the value of a position, and its models.

    `setting` names the rule options of a state as `models` does. It returns None if no model fits: before play begins,
    after the end, when a seat is out, and with options that no preset names. `position` returns the features.
    """

    models: Models
    setting: Callable[[S], str | None]
    position: Callable[[S], Position]

    def score(self, state: S, knowledge: Knowledge) -> tuple[int, ...] | None:
        """Returns the score of each seat, in units of `UNIT`, or None if there is no model for this state."""
        setting = self.setting(state)
        if setting is None:
            return None
        position = self.position(state)
        model = self.models.of.get((len(position.rows), setting))
        if model is None:
            return None
        weights = _weights_at(model.public if knowledge is Knowledge.PUBLIC else model.truth, position.stage)
        return tuple(
            [sum(map(mul, weights, row)) for row in position.rows]
        )  # public weights end before hidden features


@lru_cache(maxsize=1 << 10)
def _weights_at(weights: Weights, stage: int) -> tuple[int, ...]:
    """Returns the weight of each feature at a stage."""
    return tuple([STAGES * first + stage * by for first, by in zip(weights.first, weights.growth, strict=True)])


def load_valuing(
    directory: Path,
    rules: int,
    facts: str,
    features: tuple[type[Struct], type[Struct]],
    setting: Callable[[S], str | None],
    position: Callable[[S], Position],
) -> Valuing[S] | None:
    """Returns the valuing of a rules version with a data set, whose digest is `facts`.

    The features are the fields of two Structs: public features, and hidden ones. Returns None if the models in the
    directory were trained with other rules, facts or features. Raises `BadFacts` if their file cannot be read.
    """
    seen, hidden = (names.__struct_fields__ for names in features)
    models = load_models(directory, seen, hidden)
    if (models.rules, models.facts) != (rules, facts):
        return None
    return Valuing(models=models, setting=setting, position=position)


@lru_cache(maxsize=16)
def load_models(directory: Path, seen: tuple[str, ...], hidden: tuple[str, ...]) -> Models:
    """Reads the models of a game that were trained with these features. Raises `BadFacts`."""
    return load_facts(directory, (WEIGHTS,), partial(_build_models, seen, (*seen, *hidden)))


def digest(table: Mapping[str, Any]) -> str:
    """Returns the hex digest of a file of weights. It covers the parsed values, not comments or blank lines."""
    return hash_parts(b"chronik/weights/1", msgspec.json.encode(table, order="sorted")).hex()


def _build_models(public: tuple[str, ...], all: tuple[str, ...], tables: Tables, _: str) -> Models:
    table: Any = tables[WEIGHTS]
    of: dict[tuple[int, str], Model] = {}
    for row in table["model"]:
        if (tuple(row["public"]), tuple(row["truth"])) == (public, all):
            model = Model(_read_weights(row["public"]), _read_weights(row["truth"]))
            of |= {(row["seats"], setting): model for setting in row["settings"]}
    return Models(digest(table), table["rules"], table["facts"], of)


def _read_weights(rows: Mapping[str, Any]) -> Weights:
    pairs = [msgspec.convert(pair, tuple[int, int]) for pair in rows.values()]
    return Weights(tuple([first for first, _ in pairs]), tuple([growth for _, growth in pairs]))
