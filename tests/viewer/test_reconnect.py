"""The service dies in the middle of a match and returns; the page says so, and the match continues where it was."""

import re

from playwright.sync_api import Page, expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import PATIENCE, SETTLED, Visits
from tests.viewer.board import entry, slider
from tests.viewer.choosing import Choice, now

SCROLL = """(log) => new Promise((done) => {
  log.dispatchEvent(new WheelEvent('wheel'));
  log.scrollTop += Math.max(log.clientHeight, 20);
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""
"""Scrolls by the visible height: a hurried page draws no rows beyond it. A tall question leaves the log few pixels."""
MANY = 400
HEAR = """([words, patience]) => {
  window.heard = new Promise((heard, missed) => {
    const hear = () => document.body.textContent.includes(words) && heard();
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(missed, patience, `${words} was never said`);
  });
}"""
"""Watches for a text that may be gone before a test looks, on a busy machine."""
DRAWN = """() => {
  const box = document.querySelector(".replay-log-window").getBoundingClientRect();
  const list = document.querySelector(".replay-log-rows").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".replay-row")].map((row) => row.getBoundingClientRect());
  const [top, bottom] = [Math.max(box.top, list.top), Math.min(box.bottom, list.bottom)];
  return rows.length && rows[0].top <= top + 1 && rows.at(-1).bottom >= bottom - 1;
}"""
"""Whether every visible row of the log is drawn, which takes a busy machine some time after scrolling."""
TRY_NOW = "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Try now')?.click()"


def lines(page: Page, count: int) -> list[int]:
    """Returns the numbers of all lines of a log with `count` entries, as a reader scrolls through it."""
    found: list[int] = []
    log = page.locator(".replay-log-window")
    page.evaluate(SETTLED)  # the log scrolls to the current entry by itself, which would undo an earlier scroll
    log.evaluate("(log) => { log.dispatchEvent(new WheelEvent('wheel')); log.scrollTop = 0 }")
    expect(log.locator(".replay-row-number").first).to_have_text("1")
    # While the page hurries, it draws the parts beside the board only now and then.
    expect(log.locator(".replay-row").first).to_have_attribute("aria-setsize", str(count))
    for _ in range(MANY):
        page.wait_for_function(DRAWN)
        numbers = [int(one) for one in log.locator(".replay-row-number").all_inner_texts()]
        assert len(numbers) == len(set(numbers))
        found.extend(number for number in numbers if number not in found)
        if log.evaluate("(log) => log.scrollTop + log.clientHeight >= log.scrollHeight - 1"):
            return found
        log.evaluate(SCROLL)
    raise AssertionError(f"after {MANY} pages the log has no end")


def test_a_match_continues_after_the_service_dies_and_returns(own_visit: Visits, own_service: House) -> None:
    """An answer given in between is sealed once, and the replay of a match that ended before can still be read."""
    own_visit.expect(r"net::ERR_")
    own_visit.expect(r"4..: .*dry_run=true")  # the match may move on before the question arrives
    ada, ben = own_service.register("Ada"), own_service.register("Ben")
    finished = own_service.given_up([ada, ben])
    match = own_service.seated([ada, ben])
    page = own_visit(f"/matches/{match}", ada)
    asked = own_service.options(match, ada)
    choice = Choice(page, asked["options"], own_service.components()["names"]["en"])
    choice.pick(asked["options"][0])
    display = page.get_by_role("group", name=re.compile("^Display of"))
    expect(display).to_have_count(1)
    own_service.kill()
    choice.confirm()
    expect(choice.panel.get_by_role("button", name="Sending …")).to_be_visible()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    assert display.count() == 1, "the board went away"
    page.evaluate(HEAR, ["Connected again.", PATIENCE])
    own_service.restart()
    page.evaluate(TRY_NOW)  # unless the page has tried by itself
    page.evaluate("() => window.heard")
    again = choice.panel.get_by_role("button", name="Try again")  # the page itself tries for half a minute
    expect(again.or_(choice.panel.get_by_text("Sealed."))).to_be_visible()
    if again.is_visible():
        again.click()
    expect(choice.panel).to_contain_text("Sealed.")
    assert sum(entry["line"]["key"] == "committed" for entry in own_service.entries(match)) == 1
    view = own_service.view(match, as_="0", token=ada.token)["view"]
    assert view["seats"]["0"]["choice"] == asked["options"][0]
    own_service.play(match, [ada, ben], answers=6)
    version = own_service.card(match)["version"]
    now(page, version)
    assert entry(page)[1] == version > asked["version"]
    assert lines(page, version) == list(range(1, version + 1))
    page.goto(f"/replay/{finished}")
    expect(slider(page)).to_be_visible()
    assert own_service.card(finished)["status"] == "finished"
