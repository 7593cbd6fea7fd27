"""Signatures in the panel that verifies a match, in a real browser."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from chronik.domain.engine.proof.archive import Archive, pack, sign, unpack
from chronik.domain.log.signature import Signer
from tests.support.engine.signers import EVE
from tests.support.viewer.house import KEYS, STOLEN, House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak

KEY = KEYS.signer.key_id


@pytest.fixture(scope="module")
def match(service: House) -> str:
    return service.given_up([service.register(name) for name in ("Ada", "Ben")])


@pytest.fixture(scope="module")
def archive(service: House, match: str) -> Archive:
    """The archive of the match, made by the service."""
    return unpack(httpx.get(f"{service.url}/api/v1/matches/{match}/archive", timeout=60).raise_for_status().content)


def opened(page: Page) -> Page:
    page.get_by_role("button", name="Verify this match").click()
    return page


def signature(page: Page) -> Locator:
    """Returns the line about the signature in the list of checks."""
    return page.locator(".verify-checks").get_by_role("listitem").nth(9)


def pick(page: Page, archive: Archive) -> None:
    files = page.locator("input[type=file]")
    files.set_input_files({"name": "mine.chronik", "mimeType": "application/octet-stream", "buffer": pack(archive)})


def test_the_page_says_who_signed_the_file(visit: Visits, match: str) -> None:
    page = opened(visit(f"/replay/{match}"))
    page.get_by_role("button", name="Verify in this browser").click()
    expect(signature(page)).to_contain_text("correct")
    expect(signature(page)).to_contain_text(f"The file is signed by this service, with the key {KEY}.")
    expect(page.locator(".verify-verdict.verify-good")).to_be_visible()
    page.get_by_text("All values").click()
    expect(page.locator(".verify-details")).to_contain_text(f"with the key {KEY}")
    for language, told in (("de", "von diesem Dienst unterschrieben"), ("nl", "ondertekend door deze dienst")):
        speak(page, language)
        expect(signature(page)).to_contain_text(told)


def test_signatures_that_are_forged_unknown_or_revoked_get_different_verdicts(
    visit: Visits, match: str, archive: Archive
) -> None:
    page = opened(visit(f"/replay/{match}"))
    pick(page, sign(archive, Signer(KEY, EVE.sign)))
    verdict = page.locator(".verify-verdict.verify-bad")
    expect(verdict).to_contain_text("it is not the file that was signed")
    expect(verdict).to_contain_text(f"The signature was not made with the key {KEY}")
    pick(page, sign(archive, EVE))
    expect(signature(page)).to_contain_text(f"signed with a key that is not known ({EVE.key_id})")
    expect(signature(page)).to_contain_text("not checked here")
    expect(page.locator(".verify-verdict.verify-good")).to_be_visible()
    pick(page, sign(archive, STOLEN))
    expect(signature(page)).to_contain_text(f"signed with a key that this service has revoked ({STOLEN.key_id})")
    expect(page.locator(".verify-verdict.verify-open")).to_contain_text("the key that signed it is revoked")
    page.get_by_text("All values").click()
    expect(page.locator(".verify-details")).to_contain_text(f"with the revoked key {STOLEN.key_id}")


def test_a_browser_that_cannot_check_signatures_says_so(visit: Visits, match: str) -> None:
    page = visit(f"/replay/{match}")
    page.evaluate(
        """() => {
          const { subtle } = crypto;
          const importKey = subtle.importKey.bind(subtle);
          subtle.importKey = async (...asked) => {
            if (asked[2].name === "Ed25519") throw new DOMException("?", "NotSupportedError");
            return importKey(...asked);
          };
        }"""
    )
    opened(page).get_by_role("button", name="Verify in this browser").click()
    expect(signature(page)).to_contain_text("this browser cannot check such signatures")
    expect(page.locator(".verify-verdict.verify-good")).to_be_visible()
