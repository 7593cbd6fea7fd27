"""Checks that a page is no wider than its window."""

from contextlib import suppress

from playwright.sync_api import Page, TimeoutError

WIDER = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const beyond = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > wide + 1);
  return [document.documentElement.scrollWidth, ...beyond.slice(0, 8).map((one) => one.outerHTML.slice(0, 120))];
}"""


def fits(page: Page) -> None:
    """Fails if a page can still be scrolled sideways after a second, and names the elements beyond the edge."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({WIDER})().length === 0", timeout=1_000)
    wider = page.evaluate(WIDER)
    assert wider == [], "\n".join(map(str, wider))
