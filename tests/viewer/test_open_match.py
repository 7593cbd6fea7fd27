"""The form that opens a match: a preset, an option changed by hand, and the match that results."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from chronik.domain.cities_knights.facts.load import PRINTED
from chronik.domain.cities_knights.facts.rulesets import PRESETS
from chronik.domain.engine.names import load_names
from tests.support.service.sitting import API, good
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import DIALOG, axe, grave
from tests.viewer.width import fits

__all__ = ["axe"]
NAMES = load_names(PRINTED, PRINTED)["en"]


def opening(page: Page) -> None:
    """Opens the form for Cities & Knights."""
    page.get_by_role("button", name="Open a match").click()
    page.get_by_label("Game", exact=True).last.select_option("Cities and Knights")
    expect(page.get_by_label("Preset")).to_be_visible()


def test_a_match_can_be_opened_with_a_preset_and_one_changed_option(visit: Visits, service: House) -> None:
    page = visit("/", service.register("Ada"))
    opening(page)
    form = page.get_by_role("dialog", name="Open a match")
    preset, summary = form.get_by_label("Preset"), form.locator(".lobby-singles > summary")
    expect(preset.locator("option:checked")).to_have_text(NAMES["preset"]["standard"])
    expect(summary).to_contain_text("none changed")
    preset.select_option("short_de_literal")
    expect(summary).to_contain_text("3 changed")
    summary.focus()
    page.keyboard.press("Enter")
    points = form.get_by_label(NAMES["option"]["victory_points"])
    points.fill("10")
    expect(preset.locator("option:checked")).to_have_text("Custom rules")
    expect(summary).to_contain_text("4 changed")
    form.get_by_label("Seat 2").select_option("Open to anyone")
    form.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    fields = good(service.client.get(f"{API}/games/cities_knights"))["options"]["properties"]
    usual = {name: field["default"] for name, field in fields.items()}
    assert service.card(match)["options"] == {**usual, **PRESETS["short_de_literal"], "victory_points": 10}
    rules = page.locator(".lobby-rules")
    expect(rules).to_contain_text(f"{NAMES['preset']['short_de_literal']}, with 1 change")
    expect(rules.get_by_role("listitem")).to_have_text([f"{NAMES['option']['victory_points']}: 10"])


def fits_in(page: Page) -> None:
    """Checks that neither the page nor the form is wider than the window."""
    assert page.evaluate("document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth")
    fits(page)


def test_every_option_fits_on_a_phone_and_a_fault_in_a_folded_one_is_shown(
    visit: Visits, service: House, axe: str
) -> None:
    page = visit("/", service.register("Ada"), viewport={"width": 360, "height": 800}, bypass_csp=True)
    opening(page)
    summary, points = page.locator(".lobby-singles > summary"), page.get_by_label(NAMES["option"]["victory_points"])
    summary.click()
    expect(page.get_by_label(NAMES["option"]["grace_rounds"])).to_be_visible()
    fits_in(page)
    assert grave(page, axe, DIALOG) == []
    points.fill("31")
    summary.click()
    expect(points).to_be_hidden()
    page.get_by_role("button", name="Open the match").click()
    expect(points).to_be_focused()
    expect(page.get_by_text("At most 30.")).to_be_visible()
    page.get_by_label("Game", exact=True).last.select_option("Catan, the Card Game")
    page.locator("[id='$.options.mode']").select_option(index=2)
    speak(page, "de")
    expect(page.locator("[id='$.options.house']")).to_be_visible()
    fits_in(page)
