"""The board of a page as a reader finds it, and as it should be for a view.

Both are plain values of the same shape: the tables under "The board as tables", and the drawn cards. A card is the
text that a screen reader gets for it, which comes from the page's own module.
"""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

SIGNS = "●■▲◆"
PATIENCE = 20.0

READ = """() => {
  const text = (node) => node.textContent.trim().replace(/\\s+/g, " ");
  const name = (one) => one.getAttribute("aria-label");
  const every = (inside, those) => [...inside.querySelectorAll(those)];
  const board = document.querySelector("#board");
  const row = (one) => [text(one.cells[0]), [...one.cells].slice(1).map(text)];
  const table = (one) => [text(one.caption), {
    head: [...one.tHead.rows[0].cells].slice(1).map(text),
    rows: Object.fromEntries([...one.tBodies[0].rows].map(row)),
  }];
  const groups = (start, what) => Object.fromEntries(
    every(document, "[role=group]").filter((one) => name(one)?.startsWith(start))
      .map((one) => [name(one), every(one, ".ka-card, .ka-row .ka-pair > [data-at]").map(what)]),
  );
  return {
    sums: text(board.querySelector(".ka-description > p") ?? board),
    sealed: every(board, ".ka-description > p:not(:first-child)").map((one) => text(one).split(": ")[0]),
    tables: Object.fromEntries(every(board, ".ka-description table").map(table)),
    lists: Object.fromEntries(every(board, ".ka-description section:has(> ol)").map((one) => [
      text(one.querySelector("h2")),
      every(one, "li").map(text),
    ])),
    hands: groups("Hand of ", (card) => card.title),
    displays: groups("Display of ", name),
    map: Object.fromEntries(every(board, "svg [aria-label*='uilt']").map((one) => [
      name(one).split(",")[0],
      name(one).split(". ").pop(),
    ])),
  };
}"""

WORDS = r"""async (components) => {
  const base = document.querySelector("script[type=module]").src.replace(/(bundle\/)?[^/]*$/, "");
  await (await import(base + "games/games.js")).load("katharina");
  const { cardInWords } = await import(base + "games/katharina/card.js");
  return Object.fromEntries(components.cards.map(({ id }) => [id, cardInWords(components, id)]));
}"""


class Board:
    """The board of a page of Katharina, in English."""

    def __init__(self, page: Page, components: Any, names: list[str]) -> None:
        self.page = page
        self.names = names
        self._components = components
        self._english = components["names"]["en"]
        expect(bar(page)).to_be_visible()  # the words of the game are there too
        self.words: dict[str, str] = page.evaluate(WORDS, components)

    def open_tables(self) -> None:
        """Unfolds the board's tables."""
        if self.page.locator(".ka-description table").count() == 0:
            self.page.get_by_text("The board as tables").click()
            expect(self.page.locator(".ka-description table").first).to_be_attached()

    def go(self, version: int) -> None:
        """Moves the slider to a version; opens the bar first if it is folded to one line."""
        open_bar(self.page)
        slider(self.page).fill(str(version))

    def look(self, viewer: str) -> None:
        """Chooses the point of view: a seat's number, `spectator` or `referee`."""
        self.page.get_by_label("Point of view").select_option(viewer)
        expect(self.page.locator(".match").first).to_have_attribute("aria-busy", "false")

    def shown(self) -> Any:
        """Returns what the page shows now."""
        return self.page.evaluate(READ)

    def meant(self, view: Any) -> Any:
        """Returns what the page should show for a view."""
        seats = [view["seats"][str(number)] for number in range(len(self.names))]
        signed = [f"{SIGNS[number]} {name}" for number, name in enumerate(self.names)]
        return {
            "sums": (
                f"Decade {view['decade']}, round {view['round']}. Stock: {view['stock']}. "
                f"Discard: {len(view['discard'])}. Jokers: {view['jokers']}."
            ),
            "sealed": [f"Sealed choice ({name})" for name, seat in zip(signed, seats, strict=True) if "choice" in seat],
            "tables": {
                "Seats": {"head": signed, "rows": self._seats(seats)},
                **{f"Display of {signed[n]}": self._display(seat) for n, seat in enumerate(seats)},
                "Cities": self._cities(seats, signed),
                "Favour track": self._track(seats, signed),
            },
            "lists": {
                **self._hands(signed, seats),
                f"Discard: {_cards(len(view['discard']))}": [self.words[card] for card in sorted(view["discard"])],
            },
            "hands": self._hands(self.names, seats),
            "displays": {f"Display of {name}": self._cards(seat) for name, seat in zip(self.names, seats, strict=True)},
            "map": self._map(seats),
        }

    def is_shown(self, view: Any) -> None:
        """Checks that the page shows this view now or soon."""
        meant = self.meant(view)
        until = time.monotonic() + PATIENCE
        while (shown := self.shown()) != meant and time.monotonic() < until:
            self.page.wait_for_timeout(30)
        assert shown == meant, "\n".join(differences(shown, meant))

    def _hands(self, names: list[str], seats: list[Any]) -> Any:
        return {
            f"Hand of {name}: {_cards(len(seat['hand']))}": [self.words[card] for card in seat["hand"]]
            for name, seat in zip(names, seats, strict=True)
            if "hand" in seat
        }

    def _seats(self, seats: list[Any]) -> Any:
        city = self._english["city"]
        return {
            "points": [str(seat["points"]) for seat in seats],
            "Cannons": [str(seat["cannons"]) for seat in seats],
            "Books": [str(seat["books"]) for seat in seats],
            "Goods owned": [self._counts(seat["goods"]) for seat in seats],
            "Tiles": [self._counts(seat["tiles"]) for seat in seats],
            "Jokers": [str(seat["jokers"]) for seat in seats],
            "Step": [str(seat["favour"]) for seat in seats],
            "Hand limit": [str(seat["hand_limit"]) for seat in seats],
            "Cards in hand": [str(seat["hand_size"]) for seat in seats],
            "Residences": [", ".join(city[one] for one in seat["residences"]) or "–" for seat in seats],
            "Order": [self._order(seat) for seat in seats],
            "Answer": ["ready" if seat["committed"] else "deciding" if "prompt" in seat else "–" for seat in seats],
        }

    def _counts(self, goods: Any) -> str:
        return ", ".join(f"{self._symbol(good)} {goods.get(good, 0)}" for good in self._goods)

    @property
    def _goods(self) -> list[str]:
        return list(self._components["goods"])

    def _symbol(self, kind: str) -> str:
        return str(self._english["symbol"][kind])

    def _order(self, seat: Any) -> str:
        orders: dict[str, dict[str, int]] = {one["id"]: one["goods"] for one in self._components["orders"]}
        goods = orders.get(seat["order"], {})
        wanted = {good: goods.get(good, 0) for good in self._goods}
        there = {good: min(n, seat["tiles"].get(good, 0)) for good, n in wanted.items()}
        filled = min(sum(wanted.values()), sum(there.values()) + seat["jokers"])
        parts = ", ".join(f"{self._symbol(good)} {there[good]} of {wanted[good]}" for good in self._goods)
        jokers = f", jokers {seat['jokers']}" if seat["jokers"] else ""
        return f"Order: {filled} of {sum(wanted.values())} filled. {parts}{jokers}"

    def _display(self, seat: Any) -> Any:
        colour = {card["id"]: card["colour"] for card in self._components["cards"]}
        rows = {}
        for number, (above, below) in enumerate(zip(seat["action_row"], seat["activation"], strict=True), 1):
            match = "–" if below is None else f"Colours {'match' if colour[above] == colour[below] else 'differ'}"
            rows[str(number)] = [self.words[above], "empty" if below is None else self.words[below], match]
        return {"head": ["Action card", "Activation card", "Colours"], "rows": rows}

    def _cards(self, seat: Any) -> list[str]:
        found = []
        for number, (above, below) in enumerate(zip(seat["action_row"], seat["activation"], strict=True), 1):
            found.append(f"Action card {number}: {self.words[above]}")
            if below is not None:
                found.append(f"Activation card {number}: {self.words[below]}")
        return found

    def _cities(self, seats: list[Any], signed: list[str]) -> Any:
        english, roads = self._english, self._components["roads"]
        rows = {}
        for city in self._components["cities"]:
            beside = [b if a == city["id"] else a for a, b in roads if city["id"] in (a, b)]
            feature = city["feature"]
            rows[english["city"][city["id"]]] = [
                english["colour"][city["colour"]],
                english["symbol" if feature in self._goods else "feature"][feature],
                ", ".join(_built(city["id"], seats, signed)) or "–",
                ", ".join(english["city"][one] for one in beside),
            ]
        return {"head": ["Region", "Feature", "Built by", "Roads to"], "rows": rows}

    def _map(self, seats: list[Any]) -> dict[str, str]:
        return {
            self._english["city"][city["id"]]: f"Built: {', '.join(built)}" if built else "Nobody has built here"
            for city in self._components["cities"]
            for built in [_built(city["id"], seats, list(SIGNS[: len(seats)]))]
        }

    def _track(self, seats: list[Any], signed: list[str]) -> Any:
        rows = {
            str(step["index"]): [
                str(step["hand_limit"]),
                str(step["income"]),
                f"×{step['multiplier']}",
                ", ".join(sign for sign, seat in zip(signed, seats, strict=True) if seat["favour"] == step["index"])
                or "–",
            ]
            for step in self._components["track"]
        }
        return {"head": ["Hand limit", "Points per scoring", "Multiplier at the end", "Seats"], "rows": rows}


def differences(shown: Any, meant: Any, where: str = "") -> list[str]:
    """Returns one line for each difference between a page and a view."""
    if isinstance(shown, dict) and isinstance(meant, dict):
        return [
            line
            for key in [*shown, *(key for key in meant if key not in shown)]
            for line in differences(shown.get(key), meant.get(key), f"{where}/{key}")
        ]
    return [] if shown == meant else [f"{where}: shown {shown!r}, meant {meant!r}"]


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _built(city: str, seats: list[Any], names: list[str]) -> list[str]:
    return [name for name, seat in zip(names, seats, strict=True) if city in seat["residences"]]


def slider(page: Page) -> Locator:
    """The slider of a match."""
    return page.get_by_role("slider", name="Moment of the match")


def bar(page: Page) -> Locator:
    """The bar at the foot of a match."""
    return page.locator(".replay-bar")


def open_bar(page: Page) -> None:
    """Opens the bar of a running match; other bars are always open, and this one may become so at any moment."""
    expect(bar(page)).to_be_visible()
    page.evaluate("() => document.querySelector('.replay-whole[aria-expanded=false]')?.click()")


def entry(page: Page) -> tuple[int, int]:
    """Returns the entry at the cursor of a page, and the last entry that it knows."""
    at, last = (bar(page).get_attribute(f"data-{name}") for name in ("at", "last"))
    return int(at or 0), int(last or 0)


def knows(page: Page, version: int) -> None:
    """Waits until an entry is the last one that a page knows."""
    expect(bar(page)).to_have_attribute("data-last", str(version))


def knows_more(page: Page, version: int) -> None:
    """Waits until a page knows a later entry than this one."""
    expect(bar(page)).not_to_have_attribute("data-last", str(version))


CAUGHT_UP = """(version) => {
  const { at, last } = document.querySelector(".replay-bar")?.dataset ?? {};
  return Number(last) >= version && at === last;
}"""


def catches_up(page: Page, version: int) -> None:
    """Waits until a page has loaded, knows this version or a later one, and shows the latest it knows."""
    page.wait_for_function(CAUGHT_UP, arg=version)
