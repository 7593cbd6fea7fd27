"""Text on buttons and chips is legible (WCAG 2.2, 1.4.3): key badges, counts and marks, light and dark.

`test_questions` checks the buttons of every question as it is asked, and with each of its tools open, and axe checks
the lobby and its forms.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.legible import faint

FAINT = """() => document.body.insertAdjacentHTML(
  "beforeend", '<button class="primary"><span class="soft">1</span></button>')"""


def test_text_in_list_of_keys_and_waiting_match_is_legible_and_faint_text_is_found(
    visit: Visits, service: House
) -> None:
    match = service.open(service.register("Ada"), "mine", "open")
    page = visit(f"/replay/{service.finished()}", service.register("Ben"))
    expect(page.get_by_role("slider").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    faults, looked = faint(page)
    assert faults == []
    assert len(looked) > 20
    page.goto(f"/matches/{match}")
    expect(page.locator(".lobby-join-seats")).to_be_visible()
    assert not (faults := faint(page)[0]), faults
    page.evaluate(FAINT)
    assert any("soft 1" in one for one in faint(page)[0])
