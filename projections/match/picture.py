"""Small pictures of boards, as SVG without text: the lobby shows them, and links in chats.

A picture is drawn from the spectator's view alone, so it shows nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

WIDTH, HEIGHT = 1200, 630
"""The size of a picture in units of its drawing; chat programs expect this ratio."""
SEATS = ("#0069a8", "#b8480a", "#00775a", "#96447a")
"""The colours of seats, as in `service/viewer/style/tokens.css`."""
PAPER, INK = "#fffdf7", "#23201a"
HOUSE, CITY = "M-16 14V-4L0-18 16-4V14z", "M-26 16V-10L-12-24 2-10V-2H26V16z"
"""The outlines of a settlement and of a city, around the origin."""

Point = tuple[float, float]


def picture(ground: str, parts: Iterable[str]) -> str:
    """Returns a whole picture: some parts on a ground of one colour."""
    inside = f'<path fill="{ground}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{"".join(parts)}'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>'


def line(points: Iterable[Point], colour: str, width: float) -> str:
    """Returns a line with round ends through some points."""
    d = "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
    return f'<path d="M{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def disc(at: Point, radius: float, colour: str, edge: str = "") -> str:
    """Returns a disc; with `edge`, it has a rim of that colour."""
    rim = f' stroke="{edge}" stroke-width="4"' if edge else ""
    return f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{radius:g}" fill="{colour}"{rim}/>'


def piece(outline: str, at: Point, colour: str, scale: float = 1) -> str:
    """Returns a piece with a light rim."""
    where = f"translate({at[0]:.0f} {at[1]:.0f}) scale({scale:g})"
    return f'<path d="{outline}" transform="{where}" fill="{colour}" stroke="{PAPER}" stroke-width="4"/>'


def card(at: Point, width: float, height: float, colour: str) -> str:
    """Returns a card with its upper left corner at a point."""
    return f'<rect x="{at[0]:.0f}" y="{at[1]:.0f}" width="{width:.0f}" height="{height:.0f}" rx="7" fill="{colour}"/>'
