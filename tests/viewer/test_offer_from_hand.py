"""In Cities & Knights, a card of the hand begins an offer to the other players."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits


def test_each_press_on_a_card_adds_one_to_the_offer_which_cannot_want_the_same_kind(
    visit: Visits, service: House
) -> None:
    ada = service.register("Ada")
    match = service.open(ada, "mine", "greedy", "greedy", game="cities_knights", options={"victory_points": 20})
    luck = Random(4)
    while not (offers := [one for one in service.options(match, ada).get("forms", []) if one["t"] == "offer"]):
        service.answer(match, ada, luck)
    give = offers[0]["give"]
    kind = max(give, key=lambda one: give[one])
    page = visit(f"/matches/{match}", ada)
    card = page.locator(f"button.ck-kind-{kind}")
    card.focus()
    counter = page.locator(f".ck-counters[data-side=give] [data-kind={kind}] output")
    for n in range(1, give[kind] + 1):
        page.keyboard.press("Enter")
        expect(counter).to_contain_text(str(n))
        expect(card).to_be_focused()
    kinds = page.locator(".ck-counters[data-side=want] [data-kind]")
    expect(kinds).to_have_count(8)
    expect(kinds.and_(page.locator("[aria-disabled]"))).to_have_attribute("data-kind", kind)
