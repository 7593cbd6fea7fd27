"""A link to a moment shows the same board elsewhere, and the viewer can be embedded in other pages."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.board import Board, entry, slider

NAMES = ["Ada", "Ben", "Cleo"]


@pytest.fixture(scope="module")
def people(service: House) -> list[Person]:
    return service.gone_back()[1]


@pytest.fixture(scope="module")
def match(service: House) -> str:
    return service.gone_back()[0]


@pytest.fixture
def elsewhere(service: House) -> Iterator[str]:
    """Another origin, with a page that frames the path after its `?`."""

    class Frame(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            framed = html.escape(service.url + self.path.partition("?")[2])
            body = f'<!doctype html><title>It</title><iframe title="it" width=900 height=700 src="{framed}"></iframe>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    # A browser also opens connections without a request: these must delay neither other requests nor the shutdown.
    server = ThreadingHTTPServer(("127.0.0.1", 0), Frame)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def link(page: Page) -> str:
    """Returns the link to the moment that a page shows."""
    page.get_by_role("button", name="Share and download").click()
    dialog = page.get_by_role("dialog", name="Share and download")
    found = dialog.get_by_label("Link to this moment and point of view").input_value()
    page.keyboard.press("Escape")
    return found


def test_a_link_shows_the_same_board_in_another_browser(
    visit: Visits, service: House, match: str, people: list[Person]
) -> None:
    page = visit(f"/replay/{match}", people[0])
    components = service.components()
    board = Board(page, components, NAMES)
    board.open_tables()
    board.look("1")
    page.get_by_label("Speed").select_option("2")
    board.go(57)
    address = link(page)
    assert parse_qs(urlsplit(address).query) == {"e": ["57"], "p": ["1"], "v": ["2"]}
    expect(page).to_have_url(address)
    other = visit(address)
    there = Board(other, components, NAMES)
    there.open_tables()
    there.is_shown(service.view(match, 57, "1", people[1].token)["view"])
    assert entry(other)[0] == 57
    expect(other.get_by_label("Speed")).to_have_value("2")


def test_a_link_does_not_show_what_its_reader_may_not_see(visit: Visits, service: House, people: list[Person]) -> None:
    running = service.seated(people)
    page = visit(f"/replay/{running}?e=9&p=1")
    expect(slider(page)).to_be_visible()
    expect(page.get_by_text("as spectators see it, step 9").first).to_be_visible()


def test_a_mangled_link_still_shows_the_match(visit: Visits, match: str) -> None:
    page = visit(f"/replay/{match}?e=999999&p=%00&v=NaN&theme=pink")
    expect(slider(page)).to_be_visible()


def test_a_match_can_be_embedded_in_another_page(visit: Visits, service: House, match: str, elsewhere: str) -> None:
    visit.expect(f"404: {elsewhere}/favicon.ico")
    page = visit("/docs/bots")
    frame = page.frame_locator("iframe")
    for theme in ("light", "dark"):
        page.goto(f"{elsewhere}/?/embed/{match}?e=60&theme={theme}")
        expect(frame.get_by_role("slider")).to_have_value("60")
        expect(frame.get_by_role("group", name="Display of Ada")).to_be_visible()
        colour = frame.locator("html").evaluate("(page) => getComputedStyle(page).backgroundColor")
        red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
        assert (red + green + blue > 380) == (theme == "light")
    frame.get_by_role("button", name="Forward one step").click()
    expect(frame.get_by_role("slider")).not_to_have_value("60")
    expect(frame.get_by_role("link", name="Open the full page")).to_have_attribute("target", "_blank")
    assert service.url not in page.url
