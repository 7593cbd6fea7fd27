"""Checks that a page is no wider than its window."""

from playwright.sync_api import Page

WIDER = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const beyond = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > wide + 1);
  return [document.documentElement.scrollWidth, ...beyond.slice(0, 8).map((one) => one.outerHTML.slice(0, 120))];
}"""


def fits(page: Page) -> None:
    """Fails if a page can be scrolled sideways, and names the elements that extend beyond the edge."""
    wider = page.evaluate(WIDER)
    assert wider == [], "\n".join(map(str, wider))
