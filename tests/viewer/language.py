"""Changes the language of an open page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

CHOOSE = """(language) => {
  localStorage.setItem("chronik.language", language);
  dispatchEvent(new StorageEvent("storage", { key: "chronik.language", newValue: language }));
}"""


def speak(page: Page, language: str) -> None:
    """Switches a page to a language, as if the user had chosen it in another tab."""
    page.evaluate(CHOOSE, language)
    expect(page.locator("html")).to_have_attribute("lang", language)
