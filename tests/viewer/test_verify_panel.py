"""The panel that verifies a match: its findings in a real browser, and how it presents them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from chronik.domain.engine.proof.archive import Archive, pack, unpack
from chronik.domain.engine.proof.verification import PROVES
from tests.support.service.processes import chronik
from tests.support.viewer.house import KEYS, House
from tests.support.viewer.visits import Visits
from tests.viewer.archives import HERE
from tests.viewer.language import speak

WHOLE = re.compile("The file is intact, and its .* entries follow from their seed: all its")
RULES = re.compile("This page does not check the rules")

RECORD = re.compile(r"/record(-[\w-]+)?\.js$")
"""The module that reads a match of Katharina, alone or joined with what it needs."""


@pytest.fixture(scope="module")
def match(service: House) -> str:
    """A finished match."""
    return service.given_up([service.register(name) for name in ("Ada", "Ben", "Cleo")])


def opened(page: Page) -> Page:
    page.get_by_role("button", name="Verify this match").click()
    return page


def pick(page: Page, name: str, content: bytes) -> None:
    files = page.locator("input[type=file]")
    files.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


def changed(change: Callable[[tuple[bytes, ...]], tuple[bytes, ...]]) -> bytes:
    """Returns the stored match with changed batches."""
    archive = unpack((HERE / "2-seats.chronik").read_bytes())
    return pack(Archive(archive.manifest, b"", change(archive.batches)))


def test_a_match_can_be_verified_by_keyboard_and_files_from_elsewhere_too(visit: Visits, match: str) -> None:
    page = opened(visit(f"/replay/{match}"))
    page.get_by_role("button", name="Verify in this browser").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=WHOLE)).to_be_visible()
    expect(page.get_by_role("button", name="Verify again")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("input[type=file]")).to_be_focused()
    checks = page.get_by_role("list", name="What was checked").get_by_role("listitem")
    expect(checks).to_have_count(11)
    expect(checks.filter(has_text="correct")).to_have_count(10)
    expect(checks.last).to_contain_text(RULES)
    status = page.get_by_role("status").filter(has_text=WHOLE)
    expect(status).to_contain_text("not compared with any head recorded elsewhere")
    expect(page.locator(".verify")).to_contain_text(PROVES)
    expect(checks.last).to_contain_text(f"chronik verify {match}.chronik")
    expect(checks.nth(9)).to_contain_text(f"The file is signed by this service, with the key {KEYS.signer.key_id}.")
    page.get_by_text("All values").click()
    expect(page.get_by_role("cell", name="deck/0")).to_be_visible()
    speak(page, "nl")
    expect(page.locator(".verify-verdict.verify-good")).to_contain_text("bestand")
    expect(page.locator(".verify-checks > li").nth(9)).to_contain_text("ondertekend door deze dienst")
    expect(page.locator(".verify")).not_to_contain_text(re.compile(r"verify\.|undefined|\{\w+\}"))
    speak(page, "en")
    pick(page, "mine.chronik", (HERE / "3-seats-undone.chronik").read_bytes())
    expect(status).to_contain_text("Checked: mine.chronik")
    expect(page.get_by_text("This is the file of another match")).to_be_visible()
    expect(checks.nth(9)).to_contain_text("The file is unsigned")
    verdict = page.locator(".verify-verdict.verify-bad")
    pick(page, "without its beginning", changed(lambda log: (*log[1:], log[0])))
    expect(verdict).to_contain_text("not the match as it was played. Entry 1 is in the wrong place")
    pick(page, "later", changed(lambda log: (*log[:20], re.sub(rb'"at":\d', b'"at":3', log[20]), *log[21:])))
    expect(verdict).to_contain_text("The entries do not hash to the final head")
    pick(page, "picture.png", b"\x89PNG and no more")
    expect(verdict).to_contain_text("This is not a Chronik archive.")
    pick(page, "whole.chronik", (HERE / "2-seats.chronik").read_bytes()[:-1])
    expect(verdict).to_contain_text("The file is damaged")


def test_a_head_recorded_during_the_match_is_compared_with_the_file(
    visit: Visits, service: House, tmp_path: Path
) -> None:
    ada = service.register("Ada")
    match = service.seated([ada, service.register("Ben")])
    page = visit(f"/matches/{match}", ada)
    expect(page.locator(".replay-bar")).to_be_visible()
    service.give_up(match, ada)
    page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('chronik.heads.'))")
    expect(page.get_by_role("button", name="Verify this match")).to_be_visible()
    opened(page).get_by_role("button", name="Verify in this browser").click()
    expect(page.get_by_text("that this browser recorded during the match")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=WHOLE)).to_contain_text("that this browser recorded")
    archive, receipt = tmp_path / "match.chronik", tmp_path / "match.receipt"
    archive.write_bytes(httpx.get(f"{service.url}/api/v1/matches/{match}/archive", timeout=60).content)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the receipt").click()
    assert download.value.suggested_filename == f"{match}.receipt"
    download.value.save_as(receipt)
    assert chronik("verify", archive, "--receipt", receipt).returncode == 0
    page.evaluate(
        """(match) => {
          const key = `chronik.heads.${match}`;
          const noted = JSON.parse(localStorage.getItem(key));
          noted[0].head = "0".repeat(64);
          localStorage.setItem(key, JSON.stringify(noted));
        }""",
        match,
    )
    page.get_by_role("button", name="Verify again").click()
    expect(page.locator(".verify-verdict.verify-bad")).to_contain_text("not the match that the service has shown")


def test_a_file_can_be_verified_while_the_service_is_away(visit: Visits, match: str) -> None:
    page = visit(f"/replay/{match}")
    visit.expect("net::ERR_INTERNET_DISCONNECTED")
    with (
        page.expect_request_finished(lambda one: RECORD.search(one.url) is not None) as module,
        page.expect_request_finished(lambda one: one.url.endswith("/chronik-keys.json")),
    ):
        opened(page)
    button = page.get_by_role("button", name="Verify in this browser")
    expect(button).to_be_visible()
    page.evaluate("async (module) => void (await import(module))", module.value.url)  # with everything it imports
    page.context.set_offline(True)
    visit.afterwards(lambda: page.context.set_offline(False))
    button.click()
    expect(page.locator(".verify").get_by_role("alert")).to_contain_text("The service does not answer")
    pick(page, "mine.chronik", (HERE / "2-seats.chronik").read_bytes())
    expect(page.locator(".verify-verdict.verify-good")).to_be_visible()


def test_a_page_that_cannot_hash_says_so_and_offers_the_archive_of_the_service(
    visit: Visits, service: House, match: str, tmp_path: Path
) -> None:
    page = visit(f"/replay/{match}")
    page.evaluate(
        "Object.defineProperty(crypto, 'subtle', {value: undefined});"
        "Object.defineProperty(window, 'isSecureContext', {value: false})"
    )
    opened(page)
    expect(page.get_by_text("only over https or on the computer that runs the service")).to_be_visible()
    expect(page.get_by_text(f"chronik verify {match}.chronik")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the archive").click()
    assert download.value.suggested_filename == f"{match}.chronik"
    download.value.save_as(tmp_path / "a.chronik")
    assert (tmp_path / "a.chronik").read_bytes() == service.client.get(f"/api/v1/matches/{match}/archive").content
