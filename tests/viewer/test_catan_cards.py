"""The table of the Catan card game in a real browser; `test_questions` lets it answer every kind of question."""

from __future__ import annotations

from msgspec import convert
from playwright.sync_api import Locator, Page, expect

from chronik.domain.engine.chance import Chance
from chronik.domain.games import game
from tests.support.viewer.house import House
from tests.support.viewer.visits import SETTLED, Visits
from tests.viewer.asking import Asked
from tests.viewer.catan_cards_player import HEAR, SEND
from tests.viewer.catan_cards_questions import questions, with_a_choice_of_payment
from tests.viewer.questions import ME
from tests.viewer.test_phone import PHONE

SIDES = """(where) => [...document.querySelectorAll(`${where} .cc-region`)]
  .map((one) => one.getBoundingClientRect().width)"""
CUT_OFF = """() => [...document.querySelectorAll(".cc-card, .cc-card > *, .cc-mini > *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
  .filter((one) => !one.matches(".unseen, svg, .cc-points, .cc-display *"))
  .filter((one) => getComputedStyle(one).display !== "inline" && getComputedStyle(one).fontSize !== "0px")
  .map((one) => `${one.className}: ${one.innerText}`)"""
"""Returns the cards, and parts of cards, whose text does not fit."""

HEIGHT = "() => document.querySelector('.cc-between').offsetHeight"
COVERED = """() => {
  const hand = document.querySelector(".cc-hand-near").getBoundingClientRect();
  const regions = [...document.querySelectorAll(".cc-near .cc-region")].map((one) => one.getBoundingClientRect());
  return regions.filter(({ bottom }) => bottom > hand.top + 3 || hand.bottom > innerHeight);
}"""
"""Returns the player's regions that the hand covers."""

SPILT = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


BELOW = """() => {
  const dock = document.querySelector(".match-dock").getBoundingClientRect().top;
  const regions = [...document.querySelectorAll(".cc-near .cc-region")];
  return regions.filter((one) => one.getBoundingClientRect().bottom > dock).map((one) => one.title);
}"""


def test_a_player_picks_or_drags_a_card_to_its_site_and_then_picks_its_payment(visit: Visits, service: House) -> None:
    """Escape puts it back; a drop beside the places leaves them marked; at its place the card is shown."""
    asked = with_a_choice_of_payment()
    table = Asked(visit, service, asked, viewport={"width": 1280, "height": 720})
    is_dragged(table.page)
    table.ask(questions()["act"])
    table.ask(asked)
    page = table.page
    page.evaluate(HEAR)
    page.locator(".cc-hand .cc-card[data-pick]").click()
    page.locator(".cc-axis .cc-site[data-pick]").first.click()
    other = page.locator('.cc-region.cc-of-lumber[data-pick="legal"]')
    region = other.get_attribute("data-region")
    other.click()
    expect(page.locator(f'[data-region="{region}"]')).to_have_attribute("data-pick", "chosen")
    page.evaluate(SEND)
    page.wait_for_function("() => window.sent")
    sent = page.evaluate("() => window.sent")
    assert region in sent["pay"]
    rules = game("catan_cards")
    assert rules.decide(asked.state, ME, convert(sent, rules.command_type), Chance(b"a" * 32))


def is_dragged(page: Page) -> None:
    """Drags a card from the hand to three places."""
    card, sites = page.locator(".cc-hand .cc-card[data-pick]"), page.locator(".cc-axis .cc-site[data-pick]")
    expect(sites).to_have_count(0)
    for end in ("Escape", "beside", "site"):
        page.mouse.move(*middle(card))
        page.mouse.down()
        page.mouse.move(640, 400, steps=4)
        page.mouse.move(*middle(sites.first if end == "site" else page.locator(".cc-far .cc-head")), steps=4)
        if end == "Escape":
            page.keyboard.press("Escape")
            expect(sites).to_have_count(0)
        page.mouse.up()
        expect(page.get_by_text("Not there: drop the card")).to_have_count(int(end == "beside"))
    expect(page.locator(".cc-axis .cc-shown")).to_have_attribute("data-pick", "chosen")
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()


def is_pulled_up(page: Page) -> None:
    """Pulls a card up out of the hand with a finger."""
    touch = page.context.new_cdp_session(page)
    x, y = middle(page.locator(".cc-hand .cc-card[data-pick]"))
    points = [[{"x": x, "y": y - far}] for far in range(0, 120, 12)]
    for kind, at in [("touchStart", points[0]), *(("touchMove", at) for at in points[1:])]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    expect(page.locator(".drag-ghost")).to_have_count(1)
    expect(page.locator(".cc-axis .cc-site[data-pick]").first).to_be_visible()
    touch.detach()


def test_regions_are_arranged_on_the_board_by_mouse_and_by_keys(visit: Visits, service: House) -> None:
    asked = questions()["choose-layout"]
    page = Asked(visit, service, asked, viewport={"width": 1280, "height": 720}).page
    page.evaluate(HEAR)
    regions = asked.forms[0]["regions"]
    one, two, three = (page.locator(f'.cc-near [data-region="{id}"]') for id in regions[:3])
    page.mouse.move(*middle(one))
    page.mouse.down()
    page.mouse.move(*middle(two), steps=4)
    page.mouse.up()
    expect(one).to_have_attribute("data-pick", "legal")
    assert middle(one)[0] > middle(two)[0]
    two.press("Enter")
    expect(two).to_have_attribute("data-pick", "chosen")
    three.press("Enter")
    page.evaluate(SEND)
    page.wait_for_function("() => window.sent")
    assert page.evaluate("() => window.sent.regions")[:3] == [regions[2], regions[0], regions[1]]
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        assert page.evaluate(BELOW) == [], f"{width}: the question covers regions"


def middle(one: Locator) -> tuple[float, float]:
    """Returns the middle of an element."""
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_regions_are_large_and_everything_is_in_sight(visit: Visits, service: House) -> None:
    """Beside a full hand, and also while a card is in play; in Dutch, whose card names have the longest words.

    On the smallest phones the page shows one player, and nothing is wider than the screen.
    """
    asked = questions()
    table = Asked(visit, service, asked["act"], viewport={"width": 1280, "height": 720}, chosen="nl")
    page = table.page
    for question in ("act", "protect"):
        if question != "act":
            table.ask(asked[question])
        for width, height, least in ((1280, 720, 90), (768, 1024, 64), (390, 844, 64)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            sides = page.evaluate(SIDES, ".cc-near")
            assert least <= min(sides) <= max(sides) <= 120, (question, width, sides)
            assert page.evaluate(CUT_OFF) == [], (question, width)
            if width > 390:
                assert min(page.evaluate(SIDES, ".cc-far")) >= 64, (question, width)
                assert page.evaluate(HEIGHT) < 60, f"{question}, {width}: the middle has two lines"
                assert page.evaluate(COVERED) == [], (question, width)
    page.set_viewport_size({"width": 360, "height": 740})
    for kind in ("swap-card", "bring-deck", "shed", "act"):
        table.ask(asked[kind])
        assert page.evaluate(SPILT) <= 0
    expect(page.locator(".cc-axis")).to_have_count(1)
    page.locator(".cc-switch button").nth(2).click()
    expect(page.locator(".cc-axis")).to_have_count(2)


def test_cards_are_seen_and_picked_on_a_phone_or_pulled_out_of_the_hand(visit: Visits, service: House) -> None:
    asked = questions()["take-cards"]
    table = Asked(visit, service, asked, **PHONE | {"viewport": {"width": 390, "height": 844}})
    page = table.page
    page.evaluate(HEAR)
    cards = page.locator(".cc-looked .cc-card")
    for nth in range(3):
        cards.nth(nth).tap()
        expect(page.locator(".match-foot")).to_contain_text(f"{nth + 1} of 3 chosen" if nth < 2 else "Take the cards")
    expect(page.locator(".cc-choice")).to_be_hidden()
    page.evaluate(SEND)
    page.wait_for_function("() => window.sent")
    assert page.evaluate("() => window.sent.cards") == list(asked.view["sight"]["cards"][:3])
    region = page.locator(".cc-near .cc-region").first
    region.tap()
    expect(page.locator(".note-beside")).to_have_text(region.get_attribute("title") or "")
    page.keyboard.press("Escape")
    table.ask(with_a_choice_of_payment())
    is_pulled_up(page)


def test_a_phone_shows_the_last_roll_and_scrolls_to_the_seat_on_turn(visit: Visits, service: House) -> None:
    match = service.watched("catan_cards", 2)
    turns = [entry for entry in service.entries(match) if entry["line"]["key"] == "turn-began"][2:4]
    for turn in turns:
        page = visit(f"/replay/{match}?e={turn['version']}", viewport={"width": 390, "height": 640})
        expect(page.locator(".cc-principality:has(.cc-on-turn) .cc-axis")).to_be_in_viewport(ratio=0.8)
        expect(page.locator(".cc-switch .cc-dice")).to_be_in_viewport(ratio=1)


def test_an_embedded_match_is_as_large_on_a_phone(visit: Visits, service: House) -> None:
    page = visit(f"/embed/{service.watched('catan_cards', 2)}", viewport={"width": 390, "height": 844})
    expect(page.locator(".cc-axis")).to_have_count(2)
    assert min(page.evaluate(SIDES, "")) >= 64
