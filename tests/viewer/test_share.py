"""A match afterwards: how it ended, what of it can be shared, and what a player's page shows."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

from playwright.sync_api import Locator, Page, expect

from tests.support.service.sitting import API, good
from tests.support.viewer.house import PATIENCE, House
from tests.support.viewer.visits import Visits

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {
    *("svg", "title", "g", "defs", "pattern", "clipPath", "path", "rect", "circle", "ellipse", "line", "polyline"),
    *("polygon", "text", "tspan"),
}
FOREIGN = re.compile(r"class|style|href|src|on.*|data-.*|aria-.*|role|tabindex")
"""Attributes that would need something outside the file, or reveal more than is visible."""
DEALT = 150
"""A version at which both seats have built and hold cards."""
CUT = """() => [...document.querySelectorAll(".match-players .match-name")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
COPIED = "() => navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))"


def shared(page: Page) -> Locator:
    """Returns the dialog for sharing as soon as it shows the picture of the board."""
    dialog = page.get_by_role("dialog", name="Share and download")
    expect(dialog.get_by_role("button", name="SVG")).to_be_enabled()
    page.wait_for_function("() => document.querySelector('.replay-picture').naturalWidth > 0")
    return dialog


def texts(svg: str) -> list[str]:
    """Returns the legible texts of a picture, and checks that it needs nothing outside its file."""
    return list(_texts(ElementTree.fromstring(svg)))


def _texts(root: ElementTree.Element) -> Iterator[str]:
    for one in root.iter():
        assert one.tag.removeprefix(SVG) in DRAWN
        assert [name for name in one.attrib if FOREIGN.fullmatch(name)] == []
        assert all("url(#" in value for value in one.attrib.values() if "url" in value)
        if one.tag == f"{SVG}text":
            yield " ".join("".join(one.itertext()).split())


def test_a_finished_match_can_be_shared_as_a_link_and_a_picture(visit: Visits, service: House) -> None:
    ada, ben, cleo = (service.register(name) for name in ("Ada", "Benedikta", "Cleopatra"))
    match = service.given_up([ada, ben, cleo], game="cities_knights")
    page = visit(f"/matches/{match}", ada, viewport={"width": 390, "height": 844})
    expect(page.get_by_role("heading", name="Cleopatra has won")).to_be_visible()
    page.get_by_role("button", name="Details", exact=True).click()
    expect(page.get_by_role("table", name="Where the points come from")).to_be_visible()
    assert page.evaluate(CUT) == []
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = shared(page)
    expect(dialog).to_contain_text(re.compile(r"This link leads here: .*as Ada sees it, step \d+"))
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="SVG").click()
    found = texts(saved.value.path().read_text("utf-8"))
    assert found[0].startswith("Cities and Knights")
    assert any(one.endswith(page.evaluate("() => location.search")) for one in found if "/replay/" in one)
    assert [one.split()[0] for one in found if one.startswith(("Ada", "Ben", "Cle"))] == [
        "Ada",
        "Benedikta",
        "Cleopatra",
    ]
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="PNG").click()
    png = saved.value.path().read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) > 1200
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Copy the picture").click()
    expect(dialog.get_by_role("status")).to_have_text("The picture is copied.")
    assert page.evaluate(COPIED) == ["image/png"]
    page.context.clear_permissions()
    until = time.monotonic() + PATIENCE
    while not good(service.client.get(f"{API}/matches", params={"player": ada.player}))["matches"]:
        assert time.monotonic() < until, "the result is not recorded"
        time.sleep(0.05)
    page.goto(f"/players/{ada.player}")
    played = page.get_by_role("row", name=re.compile("^Cities and Knights .* Cleopatra"))
    expect(played.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{match}")


def pictured(page: Page) -> list[str]:
    """Returns the legible texts of the picture of the moment that a page shows."""
    page.get_by_role("button", name="Share and download").click()
    shared(page)
    return texts(unquote(page.locator(".replay-picture").get_attribute("src") or "").partition(",")[2])


def test_a_shared_picture_shows_only_what_spectators_may_see(visit: Visits, service: House) -> None:
    match = service.watched("catan_cards", 2)
    names = service.components("catan_cards")["names"]["en"]["card"]
    seen = str(service.view(match, DEALT)["view"])
    hand = {card.rsplit("-", 1)[0] for card in service.view(match, DEALT, "0")["view"]["seats"]["0"]["hand"]}
    hidden = [names[card] for card in hand if card not in seen]
    page = visit(f"/replay/{match}?e={DEALT}&p=0")
    assert "slots" in str(service.view(match, DEALT, "0")["view"]["stacks"])
    assert "slots" not in str(service.view(match, DEALT)["view"]["stacks"])
    found = pictured(page)
    assert any("as spectators see it" in one for one in found)
    assert [name for name in hidden if any(name in one for one in found)] == []
    page.goto(f"/replay/{match}?e={DEALT}&p=spectator&v=2")
    assert sorted(pictured(page)[:-1]) == sorted(found[:-1])
