"""Answers at the table of the Catan card game: by clicks on a page, or over HTTP until a card can be played."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import convert
from playwright.sync_api import Page, expect

from chronik.domain.engine.chance import Chance
from chronik.domain.games import game
from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import House, Person
from tests.viewer.asking import Asked
from tests.viewer.board import catches_up
from tests.viewer.questions import ME, Question

HEAR = """() => {
  const send = window.fetch;
  window.fetch = async (url, wanted) => {
    if (wanted?.method !== "POST" || String(url).includes("dry_run")) return send(url, wanted);
    window.sent = JSON.parse(wanted.body).command;
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  };
}"""
"""Keeps the command that the page sends in `sent`, and acknowledges it."""

FILL = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 0));
  const MORE = ".cc-counters button:last-child:enabled";
  const panel = () => document.querySelector(".cc-choice");
  const press = async (selector) => {
    const found = panel().querySelector(selector);
    found?.click();
    await wait();
    return Boolean(found);
  };
  const ready = () => document.querySelector(".match-question-buttons > button.primary:enabled");
  if (!panel().querySelector(".cc-open")) await press(".cc-bar button:enabled:not([aria-disabled])");
  for (let tries = 0; tries < 40 && !ready(); tries += 1) {
    const open = [...panel().querySelectorAll(".cc-field")].find((one) => !one.querySelector("[aria-pressed=true]"));
    if (open) open.querySelector("button:enabled").click();
    else if (!(await press("[data-field=cards] [aria-pressed=false]"))) await press(MORE);
    await wait();
  }
  return Boolean(ready());
}"""
"""Opens the first tool unless one is open, and picks the first choice for everything it asks for."""

SEND = """() => (document.querySelector(".match-question-buttons > button.primary:enabled:not(.cc-tool)")
  ?? document.querySelector(".match-question-buttons .cc-tool"))?.click()"""

PEACEFUL = ("build-settlement", "build-city", "build-road", "end-actions", "end-turn", "roll", "decline")
"""What a player does to reach seven points, best first."""


class Table:
    """A tournament game of two people with the same built-in list, which contains the card to play."""

    def __init__(self, service: House, people: list[Person], begin_with: str) -> None:
        self.service = service
        self.people = people
        self.match = service.seated(people, game="catan_cards", options={"mode": "tournament"})
        self._card = begin_with
        self._luck = Random(1)

    @property
    def version(self) -> int:
        return int(self.service.card(self.match)["version"])

    def play_until_it_can_be_played(self, stored: int) -> int:
        """Plays until a seat may play the card and has stored enough resources; returns the seat."""
        while True:
            for seat, person in enumerate(self.people):
                asked = self.service.options(self.match, person)
                if not asked["prompts"] or asked["prompts"][0]["sealed"]:
                    continue
                if any(one["t"] == "play-card" and self._card in one["card"] for one in asked["options"]):
                    own = self.service.view(self.match, as_=str(seat), token=person.token)["view"]["seats"][str(seat)]
                    if sum(region.get("stored", 0) for region in own["regions"].values()) >= stored:
                        return seat
                body = {"command": self._peaceful(asked), "prompt": asked["prompts"][0]["id"]}
                where = f"{API}/catan_cards/matches/{self.match}/commands"
                good(self.service.client.post(where, json=body, headers=bearer(person.token)))

    def _peaceful(self, asked: Any) -> Any:
        options = asked["options"]
        if options[0]["t"] == "bring-deck":
            return next(one for one in options if self._card in one["cards"])
        if options[0]["t"] == "choose-layout":
            among = sorted(asked["forms"][0]["among"], key=lambda card: self._card not in card)
            return {**options[0], "hand": among[:3]}
        kept = [one for one in options if self._card not in str(one)] or options
        best = [one for tag in PEACEFUL for one in kept if one["t"] == tag]
        return best[0] if best else self._luck.choice(kept)


def asked(page: Page, version: int) -> str:
    """Returns the question that a page asks once it shows this version, or an empty string."""
    catches_up(page, version)
    panel = page.locator(".cc-choice")
    return (panel.get_attribute("data-tag") or "") if panel.count() else ""


def answer(page: Page, question: str, tool: str = "") -> None:
    """Answers a question with the first choice, in this tool if one is named."""
    panel = page.locator(".cc-choice")
    expect(panel).to_have_attribute("data-tag", question)
    expect(panel).to_have_attribute("aria-busy", "false")
    if tool:
        held = page.locator(f'.cc-hand [data-card*="{tool}"][data-pick]')
        held.or_(page.locator(f'.cc-tool[data-tool*="{tool}"]:visible')).first.click()
    if tool != "end":
        page.evaluate(FILL)
        page.evaluate(SEND)


def is_answered(table: Asked, question: Question) -> bool:
    """Returns whether the page shows what the question is about, and sends an answer that the rules list or accept."""
    page = table.page
    if {"t": "decline"} in question.options[:200]:  # the page gets only these
        expect(page.locator("[data-tool=decline]")).to_be_visible()
    looked = sum(len(question.view.get("sight", {}).get(kind, ())) for kind in ("cards", "regions"))
    expect(page.locator(".cc-looked > li")).to_have_count(looked)
    page.evaluate("() => void (window.sent = null)")
    page.evaluate(FILL)
    page.evaluate(SEND)
    page.wait_for_function("() => window.sent !== null")
    rules = game("catan_cards")
    command = convert(page.evaluate("() => window.sent"), rules.command_type)
    if command in rules.options(question.state, ME):
        return True
    return bool(rules.decide(question.state, ME, command, Chance(b"a" * 32)))
