"""The favour track: rising, what is lost at the top, and what a step gives (V1, V2, H1)."""

from __future__ import annotations

from domain.katharina.facts.load import Facts
from domain.katharina.state import SeatState


def risen(facts: Facts, step: int, by: int) -> tuple[int, int]:
    """How many steps the marker rises, and how many are lost at the top (V1)."""
    up = min(by, len(facts.track) - 1 - step)
    return up, by - up


def hand_limit(facts: Facts, step: int) -> int:
    """The hand limit at a step (H1)."""
    return facts.track[step].hand_limit


def room(facts: Facts, seat: SeatState) -> int:
    """How many cards a seat may draw under its hand limit (H2, H3)."""
    return max(0, hand_limit(facts, seat.favour) - len(seat.hand))
