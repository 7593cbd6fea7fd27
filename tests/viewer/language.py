"""Changes the language of an open page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

CHOOSE = """async (language) => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  await (await import(base + "words/words.js")).chooseLanguage(language);
}"""


def speak(page: Page, language: str) -> None:
    """Switches a page to a language, as its menu does, even behind a dialog."""
    page.evaluate(CHOOSE, language)
    expect(page.locator("html")).to_have_attribute("lang", language)
