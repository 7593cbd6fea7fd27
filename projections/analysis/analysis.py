"""The result of an analysis. Win chances and their differences are in per cent, rounded to 0.1."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct

from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.win_chances import CERTAIN
from chronik.projections.match.lines import Line

Chances = tuple[float, ...]


class AnalysisCause(Enum):
    """The cause of a turning point: a decision of a seat, dice, or cards that came up."""

    CHOICE = "choice"
    DICE = "dice"
    CARD = "card"


class AnalysisPoint(Struct, frozen=True):
    """The win chance of each seat after an entry. The model knows all cards."""

    version: int
    chances: Chances


class AnalysisChoice(Struct, frozen=True, omit_defaults=True):
    """A command, and the win chance of its seat at the end of the turn: as the seat knew it, and as it was.

    `line` are public lines: how the turn might have gone on, in one of the worlds that the seat deemed possible.
    """

    command: Any
    known: float
    truth: float
    line: tuple[Line, ...] = ()


class AnalysisDecision(Struct, frozen=True, kw_only=True):
    """A decision between several commands, at the version of its first entry.

    `options` counts the legal commands, `tried` how many were compared. `best` are the best of the other commands, the
    best first. `loss` is what the seat lost by not playing the best command, as it knew the match; `spread` is how much
    that differs from world to world. It is a mistake if it exceeds the spread and 2 %. `hindsight` is the same loss
    with all cards known, and judges nothing. Without worlds (`unknown`) there is no value: the position depends on
    cards that only some seats know.
    """

    version: int
    seat: int
    options: int
    tried: int
    unknown: bool = False
    played: AnalysisChoice | None = None
    best: tuple[AnalysisChoice, ...] = ()
    loss: float = 0
    spread: float = 0
    hindsight: float = 0
    mistake: bool = False


class AnalysisEvent(Struct, frozen=True):
    """A chance event: how much each seat's win chance differs from the mean over other outcomes."""

    version: int
    cause: AnalysisCause
    luck: Chances


class TurningPoint(Struct, frozen=True):
    """A version at which the win chance of a seat moved by 10 % or more, the seat, and the change."""

    version: int
    cause: AnalysisCause
    seat: int
    moved: float


class AnalysisSeat(Struct, frozen=True):
    """The sums of a seat.

    `start` is its win chance at the first value, and `result` at the end. `luck` is the sum over all chance events, and
    `explained` the share of the way from start to result that it explains (per cent; None if the way is short).
    `decisions` counts the judged ones, and `mistakes` those that were mistakes. `error` is the mean loss of a judged
    decision; losses below their spread count as 0.
    """

    start: float
    result: float
    luck: float
    explained: int | None
    decisions: int
    mistakes: int
    error: float


class Analysis(Struct, frozen=True, kw_only=True):
    """The analysis of a match with a model, whose weights have the digest `model`, and with the facts `facts`.

    If a ruling, a forfeit or the like ended the match (`unjudged`), there is only the curve.
    """

    match: str
    game: str
    rules: int
    facts: str
    model: str
    curve: tuple[AnalysisPoint, ...]
    unjudged: Ending | None = None
    decisions: tuple[AnalysisDecision, ...] = ()
    events: tuple[AnalysisEvent, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    seats: tuple[AnalysisSeat, ...] = ()


def percent(chance: int) -> float:
    """Returns a chance in millionths as per cent with one decimal."""
    return round(chance * 100 / CERTAIN, 1)
