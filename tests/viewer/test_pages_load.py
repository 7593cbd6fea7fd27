"""The pages load without errors."""

import pytest
from playwright.sync_api import Route, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits


@pytest.fixture(scope="module")
def match(service: House) -> str:
    """A match that was played to its end."""
    return service.finished()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_lobby_loads_in_every_language(visit: Visits, language: str) -> None:
    page = visit("/?utm_source=somewhere", language=language)
    expect(page.locator("#page h1").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("kind", ["matches", "replay", "embed"])
def test_a_finished_match_loads(visit: Visits, match: str, kind: str) -> None:
    page = visit(f"/{kind}/{match}")
    expect(page.get_by_role("slider").first).to_be_visible()


@pytest.mark.parametrize("id_", ["0" * 32, "nonsense"])
def test_a_missing_match_says_that_it_does_not_exist(visit: Visits, id_: str) -> None:
    visit.expect(f"404: .*/(api/v1/matches|replay)/{id_}")
    page = visit(f"/replay/{id_}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This match does not exist")


def test_a_replay_loads_after_the_service_was_killed_and_restarted(own_visit: Visits, own_service: House) -> None:
    match = own_service.finished(2)
    own_service.kill()
    own_service.restart()
    own_visit(f"/replay/{match}")
    assert own_service.card(match)["status"] == "finished"


def test_a_part_of_the_page_that_failed_to_load_is_requested_again(visit: Visits, match: str) -> None:
    visit.expect(r"ERR_FAILED|/result\.(js|css)")
    page = visit("/")
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.url in lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    page.route("**/result.css", lose_once)
    page.goto(f"/matches/{match}")
    expect(page.get_by_role("alert").filter(has_text="The service does not answer.")).to_be_visible()
    expect(page.locator(".match-result")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(lost) == 1
