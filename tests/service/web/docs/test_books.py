"""The rule books: anyone with a clone can read, under its number, each rule that code and refusals cite."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.games import CURRENT, game
from chronik.service.running.links import rule_url
from chronik.service.web.docs.books import CITED, all_books, book, sources
from tests.support.cases import for_each
from tests.support.service.tables import ONE_LOOP

ROOT = Path(__file__).parents[4]
OWN = {
    "katharina": r"\b(?:[GSIFHVBAQEPD]\d{1,2}|R-[A-E])\b",
    "cities_knights": r"\b(?:R\d+\.\d+[a-h]?|C-\d\d)\b",
    "catan_cards": r"\b[BXTKRE]\d{1,2}\b",
}
"""How each game's code cites its book."""


class Page(HTMLParser):
    """A page by its anchors, its links within itself, and what it marks up."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: set[str] = set()
        self.tags: set[str] = set()
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        if identity := given.get("id"):
            self.anchors.append(identity)
        if (to := given.get("href")) and to.startswith("#"):
            self.links.add(to[1:])


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_rule_number_has_one_anchor_and_every_link_has_a_target(name: str) -> None:
    page = Page(book(f"/docs/rules/{name}"))
    assert len(page.anchors) == len(set(page.anchors)) > 100
    assert page.links
    assert page.links <= set(page.anchors)


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_rule_that_a_refusal_cites_can_be_read(name: str) -> None:
    anchors = set(Page(book(f"/docs/rules/{name}")).anchors)
    assert {refusal.rule for refusal in game(name).refusals.values()} <= anchors


@pytest.mark.parametrize("name", list(CURRENT))
def test_every_rule_that_the_code_cites_can_be_read(name: str) -> None:
    anchors = set(Page(book(f"/docs/rules/{name}")).anchors)
    for path in sorted((ROOT / "domain" / name).rglob("*.py")):
        cited = set(re.findall(OWN[name], path.read_text("utf-8")))
        assert cited <= anchors, path


def test_a_cited_rule_links_to_its_book_or_to_the_page_for_all_games() -> None:
    assert rule_url("cities_knights", "R8.2") == "/docs/rules/cities_knights#R8.2"
    assert all(rule_url("katharina", refusal.rule).startswith("/docs#") for refusal in REFUSALS.values())


@ONE_LOOP
async def test_rules_cited_by_refusals_of_all_games_are_on_the_page_of_the_interface(
    shared_client: httpx.AsyncClient,
) -> None:
    """Codes of the engine and of tournaments: each cites a place, and the place can be read."""
    anchors = set(Page((await shared_client.get("/docs")).content).anchors)
    told = (await shared_client.get("/api/v1/codes")).json()["refusals"]
    places = {one["rule_url"] for one in told if not one["rule_url"].startswith("/docs/rules/")}
    assert {"/docs#limits", "/docs#undo", "/docs#tournaments"} <= places
    assert {place.removeprefix("/docs#") for place in places} <= anchors
    assert all(one["rule"] and one["sentence"].endswith(".") for one in told)


def test_every_section_of_the_format_has_an_anchor() -> None:
    written = book("/docs/format").decode()
    page = Page(book("/docs/format"))
    headings = re.findall(r"<h2[^>]*>(\d+)\.", written)
    assert headings == [str(number) for number in range(1, len(headings) + 1)]
    assert len(headings) >= 10
    assert page.anchors == headings
    assert "chronik/seed-commit/1" in written
    assert {"table", "pre", "code"} <= page.tags


@ONE_LOOP
async def test_the_books_are_served_as_pages_without_scripts(shared_client: httpx.AsyncClient) -> None:
    for path, page in all_books().items():
        answer = await shared_client.get(path)
        assert (answer.status_code, answer.content) == (200, page), path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
        again = await shared_client.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304


@ONE_LOOP
async def test_an_unknown_page_is_not_found(shared_client: httpx.AsyncClient) -> None:
    for path in ("/docs/nothing", "/docs/how-to/nothing", "/docs/rules/nothing", "/docs/README"):
        assert (await shared_client.get(path)).status_code == 404


def test_links_between_files_lead_to_their_pages() -> None:
    """A link to a file without a page becomes text; the others lead to a page and to an anchor of it."""
    pages = {address: Page(html) for address, html in all_books().items()}
    manual = {address for address, path in sources().items() if path.startswith("docs/")}
    assert len(manual) >= 4
    for address in manual:
        for target in re.findall(r'href="(/docs[^"]*)"', book(address).decode()):
            page, _, anchor = target.partition("#")
            if page in pages and anchor:
                assert anchor in pages[page].anchors, (address, target)
            assert page in pages or page in ("/docs", "/docs/search"), (address, target)
        assert not re.findall(r'href="(?!/|#|https://|http://127)[^"]*"', book(address).decode()), address


def test_examples_in_the_manual_equal_the_files_that_tests_run() -> None:
    shown = re.compile(r"^```\w+ (examples/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = [
        (path, code) for page in (ROOT / "docs").rglob("*.md") for path, code in shown.findall(page.read_text("utf-8"))
    ]
    assert len(found) >= 4
    for path, code in found:
        assert (ROOT / "docs" / path).read_text("utf-8") == code


@for_each("cited", ["R9.4a", "C-48", "R-B", "Q12", "1.19", "R10"])
def test_a_rule_number_is_recognised_in_all_its_forms(cited: str) -> None:
    assert CITED.findall(f"(see {cited}; as above)") == [cited]
