"""Finds illegible text on the buttons and chips of a page (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

CONTRAST = Path(__file__).with_name("in_page").joinpath("contrast.js").read_text("utf-8").strip().removesuffix(";")
LEAST = 4.5
WITHIN = "button, .button, [role=button], kbd, [class*=chip], [class*=-mark]"
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def faint(page: Page, schemes: tuple[Scheme, ...] = SCHEMES) -> tuple[list[str], list[dict[str, Any]]]:
    """Returns the illegible text on buttons and chips in these schemes, and everything that was checked."""
    faults: list[str] = []
    looked: list[dict[str, Any]] = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(CONTRAST, WITHIN)
        looked += found
        faults += [f"{scheme}: {one}" for one in too_faint(found)]
    return faults, looked


def too_faint(looked: list[dict[str, Any]]) -> list[str]:
    """Returns those texts that are illegible."""
    return [f"{one['where']} {one['text']} {one['ratio']}" for one in looked if one["ratio"] < LEAST]
