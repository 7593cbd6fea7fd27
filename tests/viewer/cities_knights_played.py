"""Lines of each form and options of each tool from matches of Cities & Knights, for the tests of the pages."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from msgspec import convert
from msgspec import json as msgspec_json

from chronik.domain.engine.chance import Chance
from chronik.domain.games import game
from chronik.projections.games import projection

RULES = game("cities_knights")
LINE = projection("cities_knights").line
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"crane_form": "discount_next_purchase_this_turn", "wedding_chooser": "player", "dead_progress_card": "allow"},
    {"pillage_without_settlement": "remove_city_and_roads", "progress_overflow": "discard_or_play_at_once"},
)
KINDS = ("brick", "lumber", "wool", "grain", "ore", "cloth", "coin", "paper")
MOST = 40
"""How many options of a tool are kept."""


def plain(value: Any) -> Any:
    """Converts a value to plain JSON, as it is sent."""
    return json.loads(msgspec_json.encode(value))


def recorded() -> dict[str, str]:
    """Returns a line of each form, and each command's longest list of options, from random matches."""
    lines: dict[str, Any] = {}
    options: dict[str, list[Any]] = {}
    for seed, variant in enumerate(VARIANTS * 4):
        play(seed, variant, lines, options)
    return {
        "cities_knights_lines.json": written([lines[form] for form in sorted(lines)]),
        "cities_knights_options.json": written({tag: options[tag] for tag in sorted(options)}),
    }


def written(rows: Any) -> str:
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False) + "\n"


def play(seed: int, variant: dict[str, Any], lines: dict[str, Any], options: dict[str, list[Any]]) -> None:
    """Plays one random match."""
    luck, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = RULES.opening(convert({"victory_points": 12, **variant}, RULES.options_type), 3)
    events = RULES.deal(state, chance)
    while True:
        for event in events:
            state = RULES.evolve(state, event)
            said = plain(LINE(event))
            lines.setdefault(form(said), said)
        if RULES.outcome(state) is not None:
            return
        seat = luck.choice([prompt.seat for prompt in state.prompts])
        listed = list(RULES.options(state, seat))
        keep([plain(command) for command in listed], options)
        command = offer(state, seat, luck) or luck.choice(listed)
        events = RULES.decide(state, seat, command, chance)


def form(line: Any) -> str:
    """Returns the form of a line: its key and parameters, without most of their values."""
    params = line.get("params", {})
    told = (params.get("prompt"), params.get("remains"), "seat" in line, params.get("owner") == line.get("seat"))
    return f"{line['key']} {sorted(params)} {told}"


def keep(listed: list[Any], options: dict[str, list[Any]]) -> None:
    for tag in {command["t"] for command in listed}:
        alike = [command for command in listed if command["t"] == tag]
        alike = [command for command in alike if command.get("card") == alike[0].get("card") or tag == "take-progress"]
        if len(options.get(tag, ())) < len(alike[:MOST]):
            options[tag] = alike[:MOST]


def offer(state: Any, seat: int, luck: Random) -> Any:
    """Returns now and then an offer, or a counter-offer, of one card for another."""
    for one in map(plain, RULES.forms(state, seat)):
        if one["t"] == "offer" and luck.random() < 0.1 and not any(open.seat == seat for open in state.offers):
            give, want = luck.sample(KINDS, 2)
            terms = {"give": {give: 1}, "want": {want: 1}} | ({"offer": one["offer"]} if "offer" in one else {})
            if give in one["give"]:
                return convert({"t": one["command"], **terms}, RULES.command_type)
    return None
