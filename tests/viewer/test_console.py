"""No request on a page fails when a player sits down, stands up, signs out or is answered.

`Visits` reports every response from 400 on. The summary of the match is delayed, so a feed that did not wait
for it would be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.support.service.sitting import API
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import SETTLED, Visits
from tests.viewer.choosing import Choice
from tests.viewer.test_tournament_pages import held
from tests.viewer.test_two_browsers import player

LONG = 12_000
"""Milliseconds after which every feed that does not wait has come back, and no request has been aborted yet; the
page's clock is advanced by them."""

SOON = 10_000
"""Milliseconds in which a dry run must be aborted; after 20 s the page aborts any request."""


HELD = r"""{
  const send = fetch;
  window.feeds = [];
  window.trials = [];
  globalThis.fetch = async (url, wanted) => {
    if (url.includes("/feed?")) feeds.push(url);
    if (url.includes("dry_run=true")) return new Promise((_, fail) => {
      trials.push(wanted.signal);
      wanted.signal.addEventListener("abort", () => fail(wanted.signal.reason));
    });
    if (window.slow && url === slow.path) {
      slow.asked = true;
      await slow.promise;
    }
    return send(url, wanted);
  };
}"""
"""Keeps the address of every feed, answers no dry run, and delays the request whose path is `slow`."""


def watch(page: Page, match: str) -> None:
    """Opens a match and waits for its feed."""
    page.goto(f"/matches/{match}")
    page.wait_for_function("() => feeds.length")
    expect(page.get_by_text("One moment …")).to_have_count(0)


def listens(page: Page, viewer: str) -> None:
    """Waits until the last feed of a page is the one for this point of view."""
    page.wait_for_function("(viewer) => feeds.at(-1).includes(viewer)", arg=f"as={viewer}")


def while_the_summary_is_slow(page: Page, match: str, act: Callable[[], object]) -> None:
    """Does something, and delays the summary of the match for a long time after it."""
    page.evaluate("(path) => void (window.slow = { path, ...Promise.withResolvers() })", f"{API}/matches/{match}")
    act()
    page.wait_for_function("() => slow.asked")
    page.clock.run_for(LONG)
    page.evaluate(SETTLED)
    page.evaluate("() => { slow.resolve(); window.slow = null; }")


def test_no_request_fails_when_players_sit_down_stand_up_or_sign_out_and_in(visit: Visits, service: House) -> None:
    """A guest sits down on the page; a registered player sits down elsewhere, and stands up.

    Signing out is tried on the page of a match, and on other pages, where a pending request with a revoked token
    would get 401.
    """
    ada, dora = service.register("Ada"), service.register("Dora")
    page = visit("/docs/bots", alone=True, script=HELD)
    page.clock.install()
    match = service.open(ada, "mine", "open")
    watch(page, match)
    page.get_by_label("Your name").fill("Ben")
    while_the_summary_is_slow(page, match, page.get_by_role("button", name="Sit here: seat 2").click)
    expect(page.locator(".ka-choice")).to_be_visible()
    listens(page, "1")

    ben = player(page)
    match = service.open(ada, "mine", "open", "open")
    watch(page, match)
    while_the_summary_is_slow(page, match, lambda: service.sit(match, ben))
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    listens(page, "1")
    while_the_summary_is_slow(page, match, page.get_by_role("button", name="Stand up").click)
    expect(page.get_by_role("button", name="Sit here: seat 2")).to_be_visible()
    listens(page, "spectator")

    watch(page, service.seated([ada, ben]))
    expect(page.locator(".ka-choice")).to_be_visible()
    sign_out(page, "Ben")
    listens(page, "spectator")
    sign_in(page, ada)
    listens(page, "0")
    page.keyboard.press("Escape")
    expect(page.locator(".ka-choice")).to_be_visible()
    for path in ("/", held(service, "Cup", "Olga").page):  # the pages that ask for news by themselves
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        sign_out(page, "Ada" if path == "/" else "Dora")
        page.clock.run_for(LONG)
        page.evaluate(SETTLED)
        expect(page.get_by_role("button", name="Guest", exact=True)).to_be_visible()
        sign_in(page, dora if path == "/" else service.register("Ada"))


def sign_in(page: Page, person: Person) -> None:
    page.get_by_role("button", name="Guest", exact=True).click()
    page.get_by_label("token").fill(person.token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name=person.name, exact=True)).to_be_attached()


def sign_out(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Sign out here").click()
    dialog.get_by_role("button", name="Revoke and sign out").click()
    expect(page.get_by_role("button", name="Guest", exact=True)).to_be_visible()


def test_a_dry_run_is_aborted_when_the_match_moves_on_or_its_answer_is_sent(visit: Visits, service: House) -> None:
    ada, ben = service.register("Ada"), service.register("Ben")
    page = visit("/docs/bots", ada, script=HELD)
    for sends in (False, True):
        match = service.seated([ada, ben])
        if sends:
            service.answer(match, ben, Random(1))
        page.goto(f"/matches/{match}")
        asked = service.options(match, ada)
        choice = Choice(page, asked["options"], service.components()["names"]["en"])
        choice.pick(asked["options"][0])
        page.wait_for_function("() => trials.length")
        if sends:
            choice.confirm()
        else:
            service.answer(match, ben, Random(1))
            service.answer(match, ada, Random(1))
        page.wait_for_function("() => trials[0].aborted", timeout=SOON)
    expect(choice.panel).to_have_count(0)
