"""The pages load without errors."""

from playwright.sync_api import Route, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits


def test_the_lobby_loads_in_the_language_of_the_browser(visit: Visits) -> None:
    page = visit("/?utm_source=somewhere", language="nl")
    expect(page.locator("#page h1").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_a_part_of_the_page_that_failed_to_load_is_requested_again(visit: Visits, service: House) -> None:
    visit.expect(r"ERR_FAILED|/result\.(js|css)")
    page = visit("/docs/bots")
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.url in lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    page.route("**/result.css", lose_once)
    page.goto(f"/matches/{service.finished()}")
    expect(page.get_by_role("alert").filter(has_text="The service does not answer.")).to_be_visible()
    expect(page.locator(".match-result")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(lost) == 1
