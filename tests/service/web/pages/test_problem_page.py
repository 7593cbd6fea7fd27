"""A browser gets a page instead of a problem, in its language and with links; a program gets the problem."""

import re
from html.parser import HTMLParser

import httpx
import pytest
from msgspec.structs import replace

from chronik.service.running.settings import Settings
from chronik.service.web.languages import Language
from chronik.service.web.pages.pages import shipped_viewer
from chronik.service.web.pages.problem_page import problem_words
from tests.support.service.apps import running
from tests.support.service.tables import ONE_LOOP

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
PROBLEM = "application/problem+json"
ABSENT = (
    "/foo",
    "/foo/bar/",
    "/%F0%9F%98%80",
    "/matches",
    "/matches/nonsense",
    f"/matches/{'0' * 32}/foo",
    f"/matches/{'A' * 32}",
    "/replay",
    "/replay/%00",
    "/embed/nonsense",
    "/tournaments/nonsense",
    f"/tournaments/{'0' * 33}/screen",
    f"/tournaments/{'0' * 32}/foo",
    f"/tournaments/{'0' * 32}/print/final",
    f"/tournaments/{'0' * 32}/print/rounds/one",
    "/players",
    "/players/nonsense",
    "/decks/foo",
    "/docs/foo",
    "/docs/rules",
    "/docs/rules/x",
    f"/docs/rules/{'x' * 500}",
    "/docs/format/x",
    f"/docs/format/{'x' * 500}",
    f"/problems/{'x' * 500}",
    "/style",
    f"/viewer/{shipped_viewer().digest}/absent.js",
    "/viewer/0000000000000000/main.js",
    "/favicon.ico",
    "/index.html",
    "/apifoo",
)


class Outline(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if tag == "a" and name == "href"]


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Yields a client of the one application of this file."""
    return shared_client


def is_page(answer: httpx.Response, status: int, language: str = "en") -> Outline:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert f'<html lang="{language}">' in answer.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|https?:", answer.text)
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
    assert {"accept", "accept-language"} <= set(re.split(r",\s*", answer.headers["vary"]))
    outline = Outline(answer.text)
    assert (outline.tags.count("main"), outline.tags.count("h1")) == (1, 1)
    return outline


@ONE_LOOP
@pytest.mark.parametrize("path", ABSENT)
async def test_a_browser_gets_a_problem_as_a_page_with_links(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"accept": BROWSER})
    outline = is_page(answer, 404)
    assert {"/", "/tournaments", "/decks", "/docs", "/docs/rules/katharina"} <= set(outline.links)
    for link in set(outline.links):
        assert (await client.get(link, headers={"accept": BROWSER})).status_code == 200, link
    head = await client.head(path, headers={"accept": BROWSER})
    assert (head.status_code, head.content) == (404, b"")
    assert head.headers["content-type"] == answer.headers["content-type"]
    assert head.headers["content-length"] == answer.headers["content-length"]


@ONE_LOOP
@pytest.mark.parametrize("path", ABSENT)
async def test_a_program_gets_a_problem_as_json(client: httpx.AsyncClient, path: str) -> None:
    plain = await client.get(path)
    assert plain.headers["content-type"] == PROBLEM
    assert plain.status_code == (400 if "x" * 500 in path else 404)
    for accept in ("*/*", "application/json", "text/html;q=0.5, */*", "application/json, text/html;q=0.9"):
        answer = await client.get(path, headers={"accept": accept})
        assert answer.headers["content-type"] == PROBLEM, accept


@ONE_LOOP
@pytest.mark.parametrize("path", ["/api", "/api/v1/foo", f"/api/v1/matches/{'0' * 32}", "/api/v1/me", "/metrics/x"])
async def test_the_api_answers_browsers_with_problems_too(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"accept": BROWSER})
    assert (answer.headers["content-type"], answer.status_code >= 400) == (PROBLEM, True)


@ONE_LOOP
@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("nl", "nl"), ("fr, nl;q=0.2, de;q=0.3", "de"), ("fr", "en"), ("", "en")],
)
async def test_the_page_is_in_the_language_of_the_browser(
    client: httpx.AsyncClient, accepted: str, language: str
) -> None:
    answer = await client.get("/foo", headers={"accept": BROWSER, "accept-language": accepted})
    is_page(answer, 404, language)
    assert f"<h1>{problem_words()[Language(language)].page}</h1>" in answer.text


@ONE_LOOP
@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/foo", "This page does not exist"),
        ("/replay/foo", "This match does not exist"),
        ("/tournaments/foo", "This tournament does not exist"),
        (f"/tournaments/{'0' * 32}/foo", "This page does not exist"),
        ("/players/foo", "This player does not exist"),
        ("/docs/rules/foo", "This page of the documentation does not exist"),
    ],
)
async def test_the_page_names_the_kind_of_thing_that_is_missing(
    client: httpx.AsyncClient, path: str, title: str
) -> None:
    answer = await client.get(path, headers={"accept": BROWSER})
    assert f"<h1>{title}</h1>" in answer.text
    assert f"<code><bdi>{path}</bdi></code>" in answer.text


@ONE_LOOP
async def test_an_address_is_escaped_in_the_page(client: httpx.AsyncClient) -> None:
    answer = await client.get("/%3Cscript%3E{language}$title%22%27&", headers={"accept": BROWSER})
    is_page(answer, 404)
    assert "<bdi>/&lt;script&gt;{language}$title&quot;&#x27;&amp;</bdi>" in answer.text


@ONE_LOOP
async def test_the_page_can_be_shown_in_a_frame(client: httpx.AsyncClient) -> None:
    framed = await client.get("/embed/foo", headers={"accept": BROWSER})
    assert framed.headers["content-security-policy"].endswith("frame-ancestors *")
    assert len(re.findall(r"<a [^>]*>", framed.text)) == len(re.findall(r'<a [^>]*target="_blank"', framed.text))
    other = await client.get("/replay/foo", headers={"accept": BROWSER})
    assert other.headers["content-security-policy"].endswith("frame-ancestors 'none'")


@ONE_LOOP
async def test_a_browser_that_uses_a_wrong_method_gets_a_page(client: httpx.AsyncClient) -> None:
    answer = await client.post("/tournaments", data={"a": "b"}, headers={"accept": BROWSER})
    is_page(answer, 405)
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


@ONE_LOOP
async def test_a_client_that_accepts_no_available_media_type_gets_a_problem(client: httpx.AsyncClient) -> None:
    answer = await client.get(f"/docs/search?q={'x' * 200}", headers={"accept": BROWSER})
    is_page(answer, 400)
    assert (await client.get("/openapi.json", headers={"accept": "text/html"})).headers["content-type"] == PROBLEM


@ONE_LOOP
async def test_a_browser_that_sends_too_many_requests_gets_a_page_that_says_wait(settings: Settings) -> None:
    async with running(replace(settings, rate_address=1, burst_address=1)) as (_, client):
        assert (await client.get("/", headers={"accept": BROWSER})).status_code == 200
        answer = await client.get("/foo?a=b", headers={"accept": BROWSER})
        outline = is_page(answer, 429)
        assert "/foo" in outline.links
        assert int(answer.headers["retry-after"]) >= 1


@ONE_LOOP
async def test_a_browser_gets_a_page_about_an_internal_error(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("chronik.service.web.docs.documents.page", breaks)
    async with running(settings) as (_, client):
        answer = await client.get("/docs", headers={"accept": BROWSER})
    outline = is_page(answer, 500)
    assert "/docs" in outline.links
    assert "secret" not in answer.text


@pytest.mark.parametrize("language", Language)
def test_every_language_has_every_word(language: Language) -> None:
    words = problem_words()[language]
    assert set(words.games) == set(problem_words()[Language.EN].games)
    assert "{address}" in words.nothing
    assert "{address}" in words.unreadable
    assert "{game}" in words.rules
