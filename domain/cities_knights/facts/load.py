"""Loads the printed facts from TOML: board, costs, tracks, progress cards and options (section 3).

Every data set is a directory with the same five files. The conditions that it must meet are checked on loading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import convert

from chronik.domain.cities_knights.board import EDGES_OF_HEX, ENDS, HEX, HEXES, RADIUS, SIDES
from chronik.domain.cities_knights.cards.kinds import Counts
from chronik.domain.cities_knights.facts.conditions import check, check_agreement, check_board, check_cards
from chronik.domain.cities_knights.facts.printed import (
    CARDS,
    COMMODITY_IDS,
    KIND_IDS,
    LEVELS,
    RESOURCE_IDS,
    TERRAINS,
    TRACKS,
    Card,
    CardFacts,
    Costs,
    Count,
    Facts,
    Few,
    Island,
    Limits,
    Option,
    OptionValue,
    Points,
    Rates,
    Supply,
    Track,
)
from chronik.domain.engine.facts import BadFacts, Tables, load_facts, require, unique

__all__ = ["FILES", "PRINTED", "Facts", "load"]

FILES = ("board", "costs", "tracks", "progress_cards", "rulesets")
PRINTED = Path(__file__).parent


def load(directory: Path = PRINTED) -> Facts:
    """Returns the facts of a data set. Raises `BadFacts` if it does not meet the conditions."""
    facts = load_facts(directory, FILES, _build_facts)
    check(facts)
    return facts


def _build_facts(tables: Tables, digest: str) -> Facts:
    board, costs, tracks, cards, rulesets = (tables[name] for name in FILES)
    check_board(board)
    check_agreement(costs, tracks, rulesets)
    progress = unique("card", (_read_card_facts(row) for row in cards["card"]))
    copies = unique("copy", (_build_card(one, id) for one in progress.values() for id in one.instances))
    check_cards(cards["decks"], copies)
    supply, limits, bank, per_level = costs["supply_per_player"], costs["limits"], costs["bank"], range(len(LEVELS))
    return Facts(
        digest=digest,
        costs=_read_costs(costs["cost"]),
        supply=convert(
            {**supply, "walls": supply["city_walls"], "knights": [supply[f"knights_{LEVELS[n]}"] for n in per_level]},
            Supply,
        ),
        bank=convert(
            (bank["per_resource"],) * len(RESOURCE_IDS) + (bank["per_commodity"],) * len(COMMODITY_IDS), _COUNTS
        ),
        limits=convert(
            {
                **limits,
                "hand_limit": limits["hand_limit_on_seven"],
                "per_wall": limits["hand_limit_per_wall"],
                "max_level": limits["improvement_max_level"],
                "steal_level": limits["metropolis_steal_level"],
            },
            Limits,
        ),
        rates=convert(costs["trade_rates"], Rates),
        points=convert(costs["victory_points"], Points),
        knight_strength=convert([costs["knight_strength"][LEVELS[n]] for n in per_level], _COUNTS),
        tracks=tuple(_read_track(row, tracks["draw_rule"]["max_red_by_level"]) for row in tracks["track"]),
        max_red=convert(tracks["draw_rule"]["max_red_by_level"], _COUNTS),
        event_faces=convert(tracks["dice"]["event_faces"], _NAMES),
        barbarian_steps=convert(tracks["barbarians"]["steps"], Few),
        terrain=tuple(name for name, n in convert(board["terrain_counts"], dict[str, Count]).items() for _ in range(n)),
        resource={name: _read_resource(board["terrain_yield"][name]) for name in TERRAINS},
        settlement_yield={name: _read_counts(board["settlement_yield"].get(name, {})) for name in TERRAINS},
        city_yield={name: _read_counts(board["city_yield"].get(name, {})) for name in TERRAINS},
        tokens=convert(board["number_tokens"]["numbers"], _COUNTS),
        red=frozenset(convert(board["number_tokens"]["red"], _COUNTS)),
        inventor_protected=frozenset(convert(board["number_tokens"]["inventor_protected"], _COUNTS)),
        pips=convert([board["number_tokens"]["pips"].get(str(token), 0) for token in range(13)], _COUNTS),
        harbor_slots=tuple(_read_harbor_slot(row) for row in board["harbors"]["slot"]),
        harbor_frame=convert(board["harbors"]["modes"]["frame"], _NAMES),
        islands={name: _read_island(name, row) for name, row in board["presets"].items()},
        progress=progress,
        cards=copies,
        decks=tuple(tuple(id for id, card in copies.items() if card.deck == deck) for deck in range(len(TRACKS))),
        options=unique("option", (_read_option(row) for row in rulesets["option"])),
        presets={name: _read_preset(row) for name, row in rulesets["preset"].items()},
        default_preset=rulesets["default_preset"],
    )


_COUNTS = tuple[Count, ...]
_NAMES = tuple[str, ...]


def _read_counts(table: Mapping[str, int]) -> Counts:
    if unknown := set(table) - set(KIND_IDS):
        raise BadFacts(f"Unknown card kind {min(unknown)}.")
    counts = convert(table, dict[str, Count])
    return tuple(counts.get(kind, 0) for kind in KIND_IDS)


def _read_costs(table: Mapping[str, Mapping[str, int]]) -> Costs:
    return Costs(
        road=_read_counts(table["road"]),
        settlement=_read_counts(table["settlement"]),
        city=_read_counts(table["city"]),
        city_with_medicine=_read_counts(table["city_with_medicine"]),
        wall=_read_counts(table["city_wall"]),
        recruit=_read_counts(table["knight_recruit"]),
        promote=_read_counts(table["knight_promote"]),
        activate=_read_counts(table["knight_activate"]),
    )


def _read_track(row: Mapping[str, Any], max_red: list[int]) -> Track:
    id = row["id"]
    require(
        row["gate_face"] == row["deck"] == id,
        f"The gate and the deck of the track {id} must have the same name as the track.",
    )
    require(row["draw_max_red"] == max_red[1:], f"`draw_max_red` of the track {id} must agree with the draw rule.")
    return convert({"id": id, "commodity": KIND_IDS.index(row["commodity"]), "level_cost": row["level_cost"]}, Track)


def _read_resource(row: Mapping[str, str]) -> int | None:
    return RESOURCE_IDS.index(row["resource"]) if "resource" in row else None


def _read_harbor_slot(row: Mapping[str, Any]) -> tuple[int, tuple[int, int]]:
    q, r = row["hex"]
    edge = EDGES_OF_HEX[HEX[q, r]][SIDES.index(row["side"])]
    return edge, ENDS[edge]


def _read_island(name: str, row: Mapping[str, Any]) -> Island:
    terrain = convert(row["terrain"], tuple[tuple[str, ...], ...])
    tokens = convert(row["numbers"], tuple[tuple[int, ...], ...])
    rows = [sum(r == line for _, r in HEXES) for line in range(-RADIUS, RADIUS + 1)]
    require(
        [len(line) for line in terrain] == rows == [len(line) for line in tokens],
        f"The rows of the island {name} must be as long as those of the board.",
    )
    return Island(
        terrain=tuple(hex_ for line in terrain for hex_ in line),
        tokens=tuple(token for line in tokens for token in line),
        harbors=convert(row["harbors"], _NAMES),
    )


def _read_card_facts(row: Mapping[str, Any]) -> CardFacts:
    id, deck, count = row["id"], row["deck"], row["count"]
    require(id in CARDS[deck].split(), f"The card {id} is unknown in the deck {deck}.")
    ids = row["instances"]
    require(len(ids) == count, f"The card {id} must list its {count} copies.")
    require(
        (row["timing"] == "on_draw") == (row["vp"] > 0),
        f"The card {id} must be worth a point if its timing is `on_draw`, and only then.",
    )
    table = {"id": id, "deck": TRACKS.index(deck), "timing": row["timing"], "vp": row["vp"], "instances": ids}
    return convert(table, CardFacts)


def _build_card(facts: CardFacts, id: str) -> Card:
    return Card(id, facts.id, facts.deck, facts.timing, facts.vp)


def _read_option(row: Mapping[str, Any]) -> Option:
    if isinstance(row["values"], str):
        span = re.fullmatch(r"integer (\d+)\.\.(\d+)", row["values"])
        if span is None:
            raise BadFacts(f"The option {row['id']} must list its values, or state them as `integer a..b`.")
        return convert({**row, "values": tuple(range(int(span[1]), int(span[2]) + 1))}, Option)
    return convert(row, Option)


def _read_preset(row: Mapping[str, Any]) -> dict[str, OptionValue]:
    return convert({key: value for key, value in row.items() if key != "description"}, dict[str, OptionValue])
