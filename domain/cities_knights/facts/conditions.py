"""Checks of a Cities & Knights data set: the conditions of rule book section 3, and the assumptions of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from chronik.domain.cities_knights.board import COAST, CORNERS, DIRECTIONS, EDGES, HEXES, RADIUS
from chronik.domain.cities_knights.board import NEIGHBOURS_OF_HEX as NEIGHBOURS
from chronik.domain.cities_knights.facts.printed import (
    ANY,
    CARDS,
    COMMODITY_IDS,
    DESERT,
    KIND_IDS,
    RANDOM_TOKENS,
    RESOURCE_IDS,
    SHIP,
    SPIRAL,
    TERRAINS,
    TRACKS,
    Card,
    Facts,
    Island,
    Option,
    OptionValue,
)
from chronik.domain.engine.facts import require


def has_touching_reds(facts: Facts, tokens: tuple[int, ...]) -> bool:
    """Returns whether two adjacent hexes have red numbers."""
    red = [token in facts.red for token in tokens]
    return any(red[number] and any(red[other] for other in NEIGHBOURS[number]) for number in range(len(red)))


def check_board(board: Mapping[str, Any]) -> None:
    """Checks that the board in the data set matches the board that `board.py` numbers (R1.1, C-55)."""
    geometry = board["geometry"]
    hexes = tuple((q, row["r"]) for row in board["row"] for q in row["q"])
    require(hexes == HEXES and geometry["radius"] == RADIUS, "The rows must list the hexes of the board.")
    counts = (geometry["land_hexes"], geometry["vertices"], geometry["edges"], geometry["coastal_edges"])
    require(
        counts == (19, 54, 72, 30) == (len(HEXES), len(CORNERS), len(EDGES), COAST.bit_count()),
        "The board needs 19 hexes, 54 vertices and 72 edges, 30 of them coastal.",
    )
    names = ("E", "NE", "NW", "W", "SW", "SE")
    directions = {name: list(step) for name, step in zip(names, DIRECTIONS, strict=True)}
    require(geometry["directions"] == directions, "The six directions must be those of the board.")
    spiral = board["layouts"][SPIRAL]
    corners = [[RADIUS * q, RADIUS * r] for q, r in DIRECTIONS]
    require(
        spiral["corners"] == corners and spiral["direction"] == "ccw",
        "The spiral must start at one of the six corners and run counterclockwise.",
    )


def check_agreement(costs: Mapping[str, Any], tracks: Mapping[str, Any], rulesets: Mapping[str, Any]) -> None:
    """Checks the assumptions of the rules, and that values written in two files agree."""
    kinds = (tuple(costs["cards"]["resources"]), tuple(costs["cards"]["commodities"]))
    require(kinds == (RESOURCE_IDS, COMMODITY_IDS), "The card kinds must be those of C-57, in its order.")
    for once in ("walls_per_city", "knight_promotions_per_turn", "knight_actions_per_turn"):
        require(costs["limits"][once] == 1, f"{once} must be 1.")
    metropolis, limits = tracks["metropolis"], costs["limits"]
    require(
        (metropolis["claim_level"], metropolis["permanent_level"], metropolis["victory_points"])
        == (limits["metropolis_level"], limits["metropolis_steal_level"], costs["victory_points"]["metropolis_bonus"]),
        "Costs and tracks must agree on the metropolis.",
    )
    targets = [row["default"] for row in rulesets["option"] if row["id"] == "victory_points"]
    require(
        [costs["victory_points"]["target"]] == targets, "Costs and options must agree on the victory points needed."
    )


def check_cards(decks: Mapping[str, int], copies: Mapping[str, Card]) -> None:
    """Checks that no progress card of the rules is missing, and that each deck has the size stated in the data set."""
    missing = {name for names in CARDS.values() for name in names.split()} - {card.name for card in copies.values()}
    require(not missing, f"These progress cards are missing: {', '.join(sorted(missing))}.")
    require(len(copies) == decks["total"], f"There must be {decks['total']} progress cards.")
    counts = Counter(TRACKS[card.deck] for card in copies.values())
    for name in TRACKS:
        require(counts[name] == decks[name], f"The deck {name} needs {decks[name]} cards.")


def check(facts: Facts) -> None:
    """Checks the conditions of rule book section 3. Raises `BadFacts`."""
    _check_island(facts)
    _check_harbors(facts)
    for name, island in facts.islands.items():
        _check_fixed_island(facts, name, island)
    _check_tracks(facts)
    _check_options(facts)


def _check_island(facts: Facts) -> None:
    counts = Counter(facts.terrain)
    require(len(facts.terrain) == len(HEXES), "The terrains must add up to 19 hexes.")
    require(
        set(counts) == set(TERRAINS) and counts[DESERT] == 1,
        "The board must have one desert and the five other terrains.",
    )
    for name in TERRAINS:
        kind = facts.resource[name]
        one = tuple(int(at == kind) for at in range(len(KIND_IDS)))
        require((kind is None) == (name == DESERT), f"Only the desert yields no resource: check the terrain {name}.")
        require(
            facts.settlement_yield[name] == one,
            f"A settlement must yield one resource on the terrain {name}, and none on the desert.",
        )
        require(
            any(facts.city_yield[name]) == (name != DESERT),
            f"A city must yield cards on the terrain {name}, and none on the desert.",
        )
    resources = sorted(kind for kind in facts.resource.values() if kind is not None)
    require(resources == list(range(len(RESOURCE_IDS))), "Each resource needs exactly one terrain.")
    pool = sorted((2, 12, *(token for token in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2))))
    require(sorted(facts.tokens) == pool, "The tokens must be the 18 number tokens of R3.2.")
    require(sorted(facts.red) == [6, 8], "The red numbers must be 6 and 8.")
    require(facts.inventor_protected <= set(pool), "Only numbers on tokens can be protected from the Inventor.")
    pips = tuple(max(0, 6 - abs(7 - token)) if token in pool else 0 for token in range(13))
    require(facts.pips == pips, "The pips of each token must equal the number of throws that give its total.")


def _check_harbors(facts: Facts) -> None:
    slots = facts.harbor_slots
    require(len(slots) == 9, "There must be 9 harbors.")
    require(all(COAST >> edge & 1 for edge, _ in slots), "Every harbor must be on the coast.")
    require(len({corner for _, corners in slots for corner in corners}) == 18, "No two harbors may share a corner.")
    types = sorted((*RESOURCE_IDS, *(ANY for _ in range(4))))
    require(sorted(facts.harbor_frame) == types, "There must be 4 harbors for any kind and 1 for each resource.")


def _check_fixed_island(facts: Facts, name: str, island: Island) -> None:
    require(sorted(island.terrain) == sorted(facts.terrain), f"The island {name} must have the terrain of the board.")
    require(
        sorted(island.tokens) == sorted((0, *facts.tokens)) and island.tokens.index(0) == island.terrain.index(DESERT),
        f"The island {name} must use every token, and put none on the desert.",
    )
    require(sorted(island.harbors) == sorted(facts.harbor_frame), f"The island {name} must have the nine harbors.")
    require(not has_touching_reds(facts, island.tokens), f"No two red numbers may touch on the island {name}.")


def _check_tracks(facts: Facts) -> None:
    limits = facts.limits
    require(tuple(track.id for track in facts.tracks) == TRACKS, "The tracks must be trade, politics and science.")
    commodities = tuple(KIND_IDS[track.commodity] for track in facts.tracks)
    require(commodities == COMMODITY_IDS, "The tracks must cost cloth, coin and paper, in this order.")
    for track in facts.tracks:
        require(len(track.level_cost) == limits.max_level, f"The track {track.id} needs a cost for each level.")
    require(
        len(facts.max_red) == limits.max_level + 1, "The draw rule needs a number for each level, beginning with 0."
    )
    require(facts.max_red[0] == 0, "The draw rule must not allow a draw at level 0.")
    require(
        0 < limits.ability_level < limits.metropolis_level < limits.steal_level == limits.max_level,
        "The levels of ability, metropolis and capture must rise in this order, up to the highest level.",
    )
    faces = Counter({SHIP: 3, **dict.fromkeys(TRACKS, 1)})
    require(Counter(facts.event_faces) == faces, "The event die needs three ships and one gate for each track.")


def _check_options(facts: Facts) -> None:
    for option in facts.options.values():
        require(_has_value(option.default, option), f"The default of {option.id} must be one of its values.")
    for name, preset in facts.presets.items():
        for id, value in preset.items():
            require(id in facts.options, f"The preset {name} names an unknown option {id}.")
            require(
                _has_value(value, facts.options[id]),
                f"The preset {name} gives {id} a value that the option does not have.",
            )
    require(facts.default_preset in facts.presets, "The default preset must be one of the presets.")
    layouts = facts.options["board_layout"].values if "board_layout" in facts.options else ()
    named = {SPIRAL, RANDOM_TOKENS, *facts.islands}
    require(set(layouts) == named, "Every layout must be a value of board_layout.")


def _has_value(value: OptionValue, option: Option) -> bool:
    """Returns whether a value is among those of an option. True does not count as 1."""
    return any(type(value) is type(other) and value == other for other in option.values)
