"""The favour track: rising, steps lost at the top, and the hand limit of a step (V1, V2, H1)."""

from __future__ import annotations

from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.state import SeatState


def count_steps(facts: Facts, step: int, by: int) -> tuple[int, int]:
    """Returns the number of steps that the marker rises, and the number of steps lost at the top (V1)."""
    up = min(by, len(facts.track) - 1 - step)
    return up, by - up


def hand_limit(facts: Facts, step: int) -> int:
    """Returns the hand limit at a step (H1)."""
    return facts.track[step].hand_limit


def count_drawable(facts: Facts, seat: SeatState) -> int:
    """Returns the number of cards that a seat may draw within its hand limit (H2, H3)."""
    return max(0, hand_limit(facts, seat.favour) - len(seat.hand))
