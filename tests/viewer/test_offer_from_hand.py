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


def test_a_player_can_decline_all_offers_of_a_turn_at_once(visit: Visits, service: House) -> None:
    people = ada, ben = [service.register(name) for name in ("Ada", "Ben")]
    match = service.seated(people, game="cities_knights")
    luck = Random(4)
    while not (forms := service.options(match, ben).get("forms")) or service.view(match)["view"]["active"] != 1:
        service.answer(match, ada, luck) or service.answer(match, ben, luck)
    kind = next(kind for form in forms if form["t"] == "offer" for kind, n in form["give"].items() if n)
    page = visit(f"/matches/{match}", ada, viewport={"width": 390, "height": 844})
    everything = page.get_by_role("button", name="Decline all offers this turn")
    command = {"t": "offer-trade", "give": {kind: 1}, "want": {"wool" if kind != "wool" else "ore": 1}}
    for number in (1, 2):
        service.command(match, ben, command, service.options(match, ben)["prompts"][0]["id"])
        if number == 1:
            everything.click()
        while "open" in service.view(match)["view"]["offers"][str(number)]:
            page.wait_for_timeout(50)
        options = service.options(match, ben)
        withdraw = next(option for option in options["options"] if option["t"] == "withdraw-offer")
        service.command(match, ben, withdraw, options["prompts"][0]["id"])
    expect(everything).to_have_count(0)
