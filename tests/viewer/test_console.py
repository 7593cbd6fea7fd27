"""No request on a page fails when a player sits down, stands up, signs out or is answered.

`Visits` reports every response from 400 on. The summary of the match is delayed, so a feed that did not wait
for it would be refused.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, Route, expect

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import PATIENCE, SETTLED, Visits
from tests.viewer.choosing import Choice
from tests.viewer.test_tournament_pages import held
from tests.viewer.test_two_browsers import player

LONG = 12_000
"""Milliseconds after which every feed that does not wait has come back, and no request has been aborted yet; the
page's clock is advanced by them."""

SOON = 10_000
"""Milliseconds in which a dry run must be aborted; after 20 s the page aborts any request."""


def watch(page: Page, match: str, feeds: list[str]) -> None:
    """Opens a match and waits for its feed; `feeds` then holds the address of every feed that is requested."""
    feeds.clear()
    with page.expect_response(re.compile(r"/feed\?")):
        page.goto(f"/matches/{match}")
    expect(page.get_by_text("One moment …")).to_have_count(0)


def while_the_summary_is_slow(page: Page, match: str, act: Callable[[], object]) -> None:
    """Does something, and delays the summary of the match for a long time after it."""
    waiting: list[Route] = []
    slow = True
    # Routes stay to the end: if the last one ends while a module is on its way, the browser waits for it for ever.
    page.route(
        re.compile(rf"/api/v1/matches/{match}$"), lambda route: waiting.append(route) if slow else route.continue_()
    )
    act()
    until_true(page, lambda: bool(waiting))
    page.clock.run_for(LONG)
    page.evaluate(SETTLED)
    slow = False
    for route in waiting:
        route.continue_()


def until_true(page: Page, told: Callable[[], bool]) -> None:
    """Waits for something that the page does, frame by frame."""
    until = time.monotonic() + PATIENCE / 1000
    while not told():
        assert time.monotonic() < until
        page.evaluate("() => new Promise(requestAnimationFrame)")


def test_no_request_fails_when_players_sit_down_stand_up_or_sign_out_and_in(visit: Visits, service: House) -> None:
    """A guest sits down on the page; a registered player sits down elsewhere, and stands up.

    Signing out is tried on the page of a match, and on other pages, where a pending request with a revoked token
    would get 401.
    """
    ada, dora = service.register("Ada"), service.register("Dora")
    page = visit("/docs/bots", alone=True)
    page.clock.install()
    feeds: list[str] = []
    page.on("request", lambda request: feeds.append(request.url) if "/feed?" in request.url else None)
    match = service.open(ada, "mine", "open")
    watch(page, match, feeds)
    page.get_by_label("Your name").fill("Ben")
    while_the_summary_is_slow(page, match, page.get_by_role("button", name="Sit here: seat 2").click)
    expect(page.locator(".ka-choice")).to_be_visible()
    assert re.findall(r"as=(\w+)", feeds[-1]) == ["1"]

    ben = player(page)
    match = service.open(ada, "mine", "open", "open")
    watch(page, match, feeds)
    while_the_summary_is_slow(page, match, lambda: service.sit(match, ben))
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    until_true(page, lambda: "as=1" in feeds[-1])
    while_the_summary_is_slow(page, match, page.get_by_role("button", name="Stand up").click)
    expect(page.get_by_role("button", name="Sit here: seat 2")).to_be_visible()
    until_true(page, lambda: "as=spectator" in feeds[-1])

    watch(page, service.seated([ada, ben]), feeds)
    expect(page.locator(".ka-choice")).to_be_visible()
    sign_out(page, "Ben")
    until_true(page, lambda: "as=spectator" in feeds[-1])
    sign_in(page, ada)
    until_true(page, lambda: "as=0" in feeds[-1])
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
    page = visit("/docs/bots", ada)
    trials: list[Route] = []
    page.route(re.compile("dry_run=true"), lambda route: trials.append(route))
    for sends in (False, True):
        match = service.seated([ada, ben])
        if sends:
            service.answer(match, ben, Random(1))
        page.goto(f"/matches/{match}")
        asked = service.options(match, ada)
        choice = Choice(page, asked["options"], service.components()["names"]["en"])
        trials.clear()
        choice.pick(asked["options"][0])
        until_true(page, lambda: bool(trials))
        with page.expect_event("requestfailed", lambda request: "dry_run" in request.url, timeout=SOON):
            if sends:
                choice.confirm()
            else:
                service.answer(match, ben, Random(1))
                service.answer(match, ada, Random(1))
    expect(choice.panel).to_have_count(0)
