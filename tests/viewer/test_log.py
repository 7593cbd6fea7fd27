"""The log beside the board keeps the current entry in sight."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.board import bar, entry
from tests.viewer.test_watched_bots import stopped_match

READ = """() => {
  const log = document.querySelector(".replay-log-window");
  window.reading = setInterval(() => {
    log.dispatchEvent(new WheelEvent("wheel"));
    log.scrollTop = 0;
  }, 200);
}"""
"""Scrolls the log to its beginning again and again."""
AT_LAST = """(last) => {
  const { at, last: newest } = document.querySelector(".replay-bar").dataset;
  if (Number(at) <= last || at !== newest) return false;
  clearInterval(window.reading);
  return true;
}"""
"""Stops reading when the cursor has reached the newest entry."""
IN_SIGHT = """() => {
  const row = document.querySelector(".replay-log [aria-current=step]")?.getBoundingClientRect();
  const log = document.querySelector(".replay-log-window").getBoundingClientRect();
  return row && row.top >= log.top - 1 && row.bottom <= log.bottom + 1;
}"""
"""Whether the log shows the current entry."""


def test_the_log_follows_the_newest_entry_once_the_reader_has_stopped_scrolling(visit: Visits, service: House) -> None:
    """It stayed behind if no further entry came."""
    match = stopped_match(service)
    page = visit(f"/matches/{match}?v=8")
    expect(bar(page)).to_be_visible()
    for _ in range(2):  # the second press goes to the newest entry
        page.keyboard.press("End")
    last = entry(page)[1]
    page.evaluate(READ)
    for paused in (False, True):  # both are entries, and the bots add few between them
        service.pause(match, paused=paused)
    page.wait_for_function(AT_LAST, arg=last)
    page.wait_for_function(IN_SIGHT, timeout=10_000)
