"""The page with the building blocks of all pages: only for page development, and complete on every screen."""

from __future__ import annotations

import os
from itertools import product
from typing import Any, Literal

import httpx
from playwright.sync_api import Page, Route, expect

from chronik.service.web.pages.pages import Opening, Viewer, media_of
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import axe, grave

__all__ = ["axe"]

LOOKS: list[tuple[int, Literal["light", "dark"], str]] = [(360, "dark", "de")]
if os.environ.get("CHRONIK_LONG"):
    LOOKS = list(product((360, 768, 1280, 2560), ("light", "dark"), ("en", "de", "nl")))

CUT = """() => [...document.querySelectorAll(".specimens *")].filter((one) => {
  const said = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const { overflowX, textOverflow } = getComputedStyle(one);
  const hides = overflowX === "hidden" && textOverflow !== "ellipsis" && !one.closest(".unseen");
  return said && hides && one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.outerHTML.slice(0, 120))"""


def send_style_page(page: Page) -> None:
    """Answers for a service for page development."""
    viewer = Viewer.read(bundled=False)
    files = f"/viewer/{viewer.digest}/"

    def send_file(route: Route) -> None:
        path = route.request.url.partition(files)[2]
        route.fulfill(body=viewer.files[path], content_type=media_of(path))

    page.route(
        "**/style", lambda route: route.fulfill(body=viewer.pages[Opening.STYLE].plain, content_type="text/html")
    )
    page.route(f"**{files}**", send_file)


def test_the_style_page_exists_only_for_page_development(service: House) -> None:
    assert httpx.get(f"{service.url}/style", timeout=60).status_code == 404


def test_nothing_on_the_style_page_is_cut_off_on_any_screen(visit: Visits, axe: str) -> None:
    faults: dict[str, Any] = {}
    page = visit("/docs/bots", viewport={"width": 360, "height": 900}, bypass_csp=True)
    send_style_page(page)
    page.goto("/style")
    for width, scheme, language in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        speak(page, language)
        expect(page.locator("main[aria-busy=false]")).to_be_visible()
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        found = [*page.evaluate(CUT), *(grave(page, axe, ".specimens > .panel") if width == 360 else [])]
        if (wide := page.evaluate("() => document.documentElement.scrollWidth - innerWidth")) > 0:
            found.append(f"{wide} wider than the window")
        faults |= {f"{width} {scheme} {language}": found} if found else {}
    assert faults == {}
