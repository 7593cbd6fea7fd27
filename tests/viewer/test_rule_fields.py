"""The options of every game in every form: a person can fill in all fields, and none contradicts another."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from chronik.domain.games import CURRENT
from tests.support.service.sitting import API, good
from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits
from tests.viewer.language import speak
from tests.viewer.test_accessibility import axe, grave
from tests.viewer.width import fits

__all__ = ["axe"]

SEALED = "Sealed lists"


def open_match(visit: Visits, service: House, **context: Any) -> Locator:
    """Opens the form that opens a match."""
    page = visit("/", service.register("Ada"), **context)
    page.get_by_role("button", name="Open a match").click()
    return page.get_by_role("dialog").locator("form")


def hold(visit: Visits, service: House, **context: Any) -> Locator:
    """Opens the form of a tournament."""
    form = visit("/tournaments#hold", service.register("Olga"), **context).locator("form.tournaments-hold")
    form.locator(".tournaments-more").evaluate("(fold) => (fold.open = true)")
    return form


def choose(service: House, form: Locator, game: str) -> None:
    """Chooses a game in a form."""
    games = [one["game"] for one in good(service.client.get(f"{API}/games"))["games"]]
    form.locator("#open-game, [id='$.game']").select_option(index=games.index(game))


def option(form: Locator, name: str) -> Locator:
    """Returns the field of an option."""
    return form.locator(f"[id='$.options.{name}']")


def rules(form: Locator) -> Locator:
    """Returns the rules in a form, unfolded."""
    part = form.get_by_role("group", name="Rules", exact=True)
    expect(part).to_be_visible()
    if part.locator(".lobby-singles > summary").count():
        part.locator(".lobby-singles > summary").click()
    return part


def test_every_option_has_a_form_field_that_needs_no_json(visit: Visits, service: House) -> None:
    """A challenge has the form of a match, and a tournament the same fields."""
    shown = open_match(visit, service)
    for game in CURRENT:
        choose(service, shown, game)
        wanted = good(service.client.get(f"{API}/games/{game}"))["options"]["properties"]
        if wanted:
            all_have_fields(shown, wanted)
        else:
            expect(shown.get_by_role("button").last).to_be_visible()
    lists_are_asked_for_only_in_their_mode(service, shown)


def all_have_fields(shown: Locator, wanted: Any) -> None:
    """Checks that each of these options has a field, in the mode in which it applies."""
    part = rules(shown)
    for name, schema in wanted.items():
        for other, values in schema.get("x-only-if", {}).items():
            option(shown, other).select_option(index=wanted[other]["enum"].index(values[0]))
        if len({*schema.get("enum", "ab")} - {*schema.get("x-refused", [])}) == 1:
            continue  # an option with a single value has no field
        field = option(shown, name).or_(
            part.get_by_role("checkbox").and_(shown.locator(f"[aria-describedby='$.options.{name}-help']"))
        )
        expect(field).to_be_visible()
        assert field.evaluate("(one) => one.localName") in ("select", "input", "fieldset"), name
    assert part.locator("textarea").count() == 0


def lists_are_asked_for_only_in_their_mode(service: House, shown: Locator) -> None:
    """Checks that the fields for deck lists appear and disappear with the mode that has lists."""
    choose(service, shown, "katharina")
    choose(service, shown, "catan_cards")
    expect(option(shown, "mode")).to_be_visible()
    for name in ("decks", "house"):
        expect(option(shown, name)).to_have_count(0)
    option(shown, "mode").select_option(label="Tournament game with your own decks, to 13 points")
    lists = option(shown, "house")
    expect(lists.get_by_label("Seat 1").locator("option")).to_have_text(["Trade", "Knights", "Artists"])
    expect(lists.get_by_label("Seat 2").locator("option:checked")).to_have_text("Knights")
    option(shown, "mode").select_option(label="Base game, to 12 points")
    expect(lists).to_have_count(0)


def test_a_match_is_opened_with_the_deck_lists_that_were_chosen(visit: Visits, service: House) -> None:
    form = open_match(visit, service)
    choose(service, form, "catan_cards")
    option(form, "mode").select_option(label="Tournament game with your own decks, to 13 points")
    option(form, "decks").select_option(label="Built-in lists")
    option(form, "house").get_by_label("Seat 2").select_option(label="Artists")
    form.locator("#open-seat-1").select_option(label="Open to anyone")
    form.get_by_role("button", name="Open the match", exact=True).click()
    page = form.page
    page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    match = re.findall(r"[0-9a-f]{32}", page.url)[0]
    assert service.card(match)["options"]["house"] == ["trade", "artists"]
    expect(page.locator(".lobby-rules")).to_contain_text("Built-in lists: Trade, Artists")


def test_an_option_without_effect_is_sent_with_its_default(visit: Visits, service: House) -> None:
    """Otherwise a player who seeks a base game would not meet those who never saw the fields of another mode."""
    form = open_match(visit, service)
    choose(service, form, "catan_cards")
    expect(option(form, "mode").locator("option:checked")).to_have_text("Base game, to 12 points")
    option(form, "mode").select_option(label="Tournament game with your own decks, to 13 points")
    option(form, "decks").select_option(label="Built-in lists")
    option(form, "mode").select_option(label="Base game, to 12 points")
    form.locator("#open-seat-1").select_option(label="Open to anyone")
    form.get_by_role("button", name="Open the match", exact=True).click()
    form.page.wait_for_url(re.compile(r"/matches/[0-9a-f]{32}"))
    options = service.card(re.findall(r"[0-9a-f]{32}", form.page.url)[0])["options"]
    assert (options["mode"], options["decks"]) == ("base", "brought")


def test_a_tournament_seals_lists_only_if_each_player_brings_one(visit: Visits, service: House) -> None:
    form = hold(visit, service)
    choose(service, form, "catan_cards")
    sealed = form.get_by_label(SEALED)
    expect(option(form, "mode")).to_be_visible()
    expect(sealed).to_have_count(0)
    option(form, "mode").select_option(label="Tournament game with your own decks, to 13 points")
    expect(sealed.locator("option")).to_have_text(
        ["public at the end", "visible to the players at the table", "never published"]
    )
    option(form, "decks").select_option(label="Built-in lists")
    expect(sealed).to_have_count(0)
    option(form, "decks").select_option(label="Each player brings a list")
    sealed.select_option(label="visible to the players at the table")
    form.get_by_label("Title").fill("Deck cup")
    form.get_by_role("button", name="Create the tournament").click()
    page = form.page
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f]{32}"))
    plan = good(service.client.get(f"{API}/tournaments/{re.findall(r'[0-9a-f]{32}', page.url)[0]}"))["plan"]
    assert (plan["options"]["mode"], plan["decks"]) == ("tournament", "table")


def test_every_choice_in_the_form_is_accepted_by_the_service(visit: Visits, service: House) -> None:
    form = hold(visit, service)
    """`test_a_tournament_seals_lists` sends the last mode."""
    for mode, elsewhere in ((0, False), (1, True)):
        form.page.goto("/tournaments#hold")
        form.locator(".tournaments-more").evaluate("(fold) => (fold.open = true)")
        choose(service, form, "catan_cards")
        option(form, "mode").select_option(index=mode)
        if elsewhere:
            form.get_by_label("Played elsewhere").check()
        form.get_by_label("Title").fill(f"Mode {mode}")
        form.get_by_role("button", name="Create the tournament").click()
        form.page.wait_for_url(re.compile(r"/tournaments/[0-9a-f]{32}"))


def test_invalid_values_are_reported_at_their_fields_at_once(visit: Visits, service: House) -> None:
    form = hold(visit, service)
    choose(service, form, "cities_knights")
    rules(form)
    asked: list[str] = []
    form.page.on("request", lambda request: asked.append(request.method))
    option(form, "victory_points").fill("31")
    expect(form.get_by_text("At most 30.")).to_be_visible()
    form.locator("[id='$.capacity']").fill("2000")
    expect(form.get_by_text("0 to 1,024 places.")).to_be_visible()
    form.locator("[id='$.stages[0].rounds']").fill("0")
    expect(form.get_by_text("1 to 30 rounds.")).to_be_visible()
    form.get_by_label("Play with a clock").check()
    for name in ("command", "match"):
        form.locator(f"[id='$.clock.{name}']").fill("")
    expect(form.get_by_text("A clock needs a time for an answer or for a match")).to_be_visible()
    form.get_by_role("button", name="Create the tournament").click()
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form.get_by_text("A title of 1 to 80 visible characters.")).to_be_visible()
    assert "POST" not in asked


def test_the_form_of_a_tournament_can_be_filled_in_on_a_phone(visit: Visits, service: House, axe: str) -> None:
    """`test_open_match` checks the form of a match."""
    shown = hold(visit, service, viewport={"width": 360, "height": 740}, bypass_csp=True)
    choose(service, shown, "catan_cards")
    option(shown, "mode").select_option(index=2)
    for language in ("en", "de"):
        speak(shown.page, language)
        expect(option(shown, "house")).to_be_visible()
        fits(shown.page)
    assert grave(shown.page, axe, "form.lobby-form") == []
