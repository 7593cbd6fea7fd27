"""On a phone a choice is made by touch; `test_accessibility` checks that no page is wider."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import open_bar
from tests.viewer.choosing import Choice

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SMALL = """() => [...document.querySelectorAll("button, summary, select, input")].filter((one) => {
  const target = (one.matches("[type=checkbox], [type=radio]") && one.closest("label")) || one;
  const { width, height } = target.getBoundingClientRect();
  const meant = one.tabIndex >= 0 && getComputedStyle(one).visibility !== "hidden" && !one.closest(".unseen, li, p");
  return meant && width > 1 && Math.min(width, height) < 32;
}).map((one) => one.outerHTML.slice(0, 100))"""


def test_a_choice_can_be_made_by_touch_and_everything_is_large_enough(visit: Visits, service: House) -> None:
    ada, ben = service.register("Ada"), service.register("Maximiliane Schmidt-Wagenknecht-Weimar")
    match = service.seated([ada, ben])
    page = visit(f"/matches/{match}", ada, **PHONE)
    options = service.options(match, ada)["options"]
    choice = Choice(page, options, service.components()["names"]["en"], press=Locator.tap)
    choice.answer(options[-1])
    expect(choice.panel).to_contain_text("Sealed.")
    view = service.view(match, as_="0", token=ada.token)["view"]
    assert view["seats"]["0"]["choice"] == options[-1]
    open_bar(page)
    expect(page.get_by_role("slider")).to_be_visible()
    assert page.evaluate(SMALL) == []
