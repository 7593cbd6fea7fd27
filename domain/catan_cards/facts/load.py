"""Loads the printed facts from TOML: cards, events, regions, options, deck lists (section 10).

A data set is a directory with these seven files. The conditions of section 10 are checked on load.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import convert

from chronik.domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind
from chronik.domain.catan_cards.facts.conditions import check, check_crests, check_regions, check_totals
from chronik.domain.catan_cards.facts.printed import (
    DISPLAY,
    EXTERNAL_TRIGGERS,
    FACES,
    PUBLIC_FEELING,
    Card,
    CardKind,
    CardSet,
    Centre,
    Constants,
    Effect,
    EventCard,
    EventEffect,
    Face,
    Facts,
    HouseList,
    ListSize,
    Named,
    Numbers,
    Option,
    Order,
    Region,
    Scope,
    Some,
    Stacks,
    Subtype,
    UnitKind,
)
from chronik.domain.engine.facts import BadFacts, Tables, load_facts, require, unique

__all__ = [
    "DISPLAY",
    "EXTERNAL_TRIGGERS",
    "FILES",
    "PRINTED",
    "PUBLIC_FEELING",
    "Card",
    "CardKind",
    "CardSet",
    "Centre",
    "Constants",
    "Effect",
    "EventCard",
    "EventEffect",
    "Face",
    "Facts",
    "HouseList",
    "ListSize",
    "Named",
    "Numbers",
    "Option",
    "Order",
    "Region",
    "Scope",
    "Stacks",
    "Subtype",
    "UnitKind",
    "load",
]

FILES = (
    "base_cards",
    "event_cards",
    "regions",
    "start_principalities",
    "artists_benefactors",
    "rulesets",
    "decks",
)
PRINTED = Path(__file__).parent

STARS = "stars"
RESOURCES = tuple(kind.value for kind in KINDS)
PLACEMENTS = {
    CardKind.REGION_EXPANSION: "site_any",
    CardKind.CITY_EXPANSION: "site_city",
    CardKind.ACTION: "hand",
    CardKind.ROAD_COMPLEMENT: "own_free_road",
    CardKind.PUBLIC_FEELING: "beside_own_region",
}


def load(directory: Path = PRINTED) -> Facts:
    """Loads a data set; raises `BadFacts` if it is invalid."""
    facts = load_facts(directory, FILES, _facts)
    check(facts)
    return facts


def _facts(tables: Tables, digest: str) -> Facts:
    base, events, regions, start, kw, rulesets, decks = (tables[name] for name in FILES)
    check_totals(base, events, kw)
    check_regions(regions, rulesets)
    check_crests(start)
    centre = {row["id"]: _centre(row) for row in base["centre_card"]}
    stack = tuple(_region(row) for row in regions["region"])
    crests = tuple(tuple(_region(row) for row in crest["region"]) for crest in start["principality"])
    lands = unique("region", (*stack, *(region for crest in crests for region in crest)))
    return Facts(
        digest=digest,
        cards=unique("card", (_card(row) for row in (*base["card"], *kw["card"]))),
        road=centre["road"],
        settlement=centre["settlement"],
        city=centre["city"],
        events=unique("event", (_event(row) for row in events["event_card"])),
        die=tuple(_face(row) for row in sorted(events["event_die_face"], key=lambda row: row["face"])),
        regions=stack,
        crests=crests,
        lands=lands,
        land_kinds={id: INDEX[land.kind] for id, land in lands.items()},
        positions=convert(start["position_order"], tuple[str, ...]),
        start_stored=start["principality"][0]["region"][0]["start_stored"],
        terrains={Kind(row["resource"]): row["id"] for row in regions["region_type"]},
        constants=convert(rulesets["constants"], Constants),
        house_lists=unique("list", (convert(row, HouseList) for row in decks["house"])),
        order=convert(decks["order"], Order),
        options=unique("option", (_option(row, decks) for row in rulesets["option"])),
        names=tuple(_names(tables)),
    )


def _counts(table: Mapping[str, int]) -> Counts:
    if unknown := set(table) - {*RESOURCES, STARS}:
        raise BadFacts(f"The resource {min(unknown)} is unknown.")
    amounts = convert(table, dict[str, Some])
    brick, lumber, wool, grain, ore, gold = (amounts.get(kind, 0) for kind in RESOURCES)
    return (brick, lumber, wool, grain, ore, gold)


def _card(row: Mapping[str, Any]) -> Card:
    id, cost, words = row["id"], row["cost"], dict(row["effect_params"])
    require({*RESOURCES, STARS} <= set(cost), f"The cost of {id} must name all six resources and the stars.")
    kind, effect = CardKind(row["kind"]), None if row["effect"] == "none" else Effect(row["effect"])
    require(row["placement"] == PLACEMENTS[kind], f"The card {id} must have the placement {PLACEMENTS[kind]}.")
    abstract = row["subtype"] == "abstract"
    require(
        abstract == (kind is CardKind.PUBLIC_FEELING), f"Public Feeling, and no other card, must be abstract: {id}."
    )
    of: str | None = None
    if effect in (Effect.TRADE_RATE, Effect.DOUBLE_PRODUCTION):
        of = words.pop("resource")
    if effect is Effect.BUILD_CITY_AT:
        words = {"price": _counts(words)}
    return convert(
        {
            **row,
            "subtype": None if abstract else row["subtype"],
            "effect": None if effect is None else effect.value,
            "price": _counts(cost),
            "stars": cost[STARS],
            "kind_of": of,
            "numbers": words,
        },
        Card,
    )


def _centre(row: Mapping[str, Any]) -> Centre:
    return convert(
        {
            "price": _counts(row["cost"]),
            "supply": row["count"],
            "vp": row["vp"],
            "sites": row.get("building_sites", 0),
        },
        Centre,
    )


def _event(row: Mapping[str, Any]) -> EventCard:
    unknown = set(row["effect_params"]) - {"amount", "most", "stars"}
    require(not unknown, f"The event {row['id']} has unknown effect_params: {', '.join(sorted(unknown))}.")
    table = {
        **row,
        **row["effect_params"],
        "mandatory": row["tournament_mandatory_per_player"],
        "host_only": row.get("tournament_host_only", False),
    }
    return convert(table, EventCard)


def _face(row: Mapping[str, Any]) -> Face:
    face = Face(row["id"])
    require(
        EventEffect(row["effect"]) is FACES[face], f"The face {face.value} must have the effect {FACES[face].value}."
    )
    return face


def _region(row: Mapping[str, Any]) -> Region:
    return convert({"id": row["id"], "kind": row["resource"], "number": row["number"]}, Region)


def _option(row: Mapping[str, Any], decks: Mapping[str, Any]) -> Option:
    values = row["values"]
    if isinstance(values, str) and (span := re.fullmatch(r"integer (\d+)\.\.(\d+)", values)):
        values = tuple(range(int(span[1]), int(span[2]) + 1))
    elif isinstance(values, str) and values.startswith("two ids of house lists"):
        values = tuple(one["id"] for one in decks["house"])
    elif isinstance(values, str):
        raise BadFacts(f"The option {row['id']} must list its values or say integer a..b.")
    return convert({**row, "values": values}, Option)


def _names(tables: Tables) -> Iterator[Named]:
    base, events, regions, _, kw, _, _ = (tables[name] for name in FILES)
    faces = {row["id"]: row for row in events["event_die_face"]}
    rows = (*base["centre_card"], *base["card"], *kw["card"], *events["event_card"], *faces.values())
    for row in (*rows, *regions["region_type"]):
        yield convert({"id": row["id"], **{to: row[f"name_{to}"] for to in ("de", "en", "nl")}}, Named)
