"""The data (rule book, section 3): each condition broken one at a time, other data sets by path, the typed options."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import asdict

from chronik.domain.cities_knights.cards.kinds import (
    BRICK,
    CLOTH,
    COIN,
    GRAIN,
    LUMBER,
    ORE,
    PAPER,
    WOOL,
    Cards,
    count_cards,
)
from chronik.domain.cities_knights.facts.load import FILES, PRINTED, Facts, load
from chronik.domain.cities_knights.facts.rulesets import PRESETS, Ruleset
from chronik.domain.engine.facts import BadFacts
from tests.support.engine.data_set import DataSet, assert_typed

FACTS = load()


Data = DataSet[Facts]


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return DataSet(PRINTED, FILES, tmp_path, load)


CHANGES = {
    "the rows": ("board", r"q = \[0, 1, 2\]", "q = [0, 1]", "rows must list"),
    "the radius": ("board", "^radius = 2", "radius = 3", "rows must list"),
    "19 hexes": ("board", "^land_hexes = 19", "land_hexes = 18", "19 hexes"),
    "54 vertices": ("board", "^vertices = 54", "vertices = 53", "54 vertices"),
    "72 edges": ("board", "^edges = 72", "edges = 71", "72 edges"),
    "30 on the coast": ("board", "^coastal_edges = 30", "coastal_edges = 29", "30 of them coastal"),
    "the directions": ("board", r"E = \[1, 0\]", "E = [0, 1]", "six directions"),
    "the corners of the spiral": ("board", r"\[\[2, 0\]", "[[1, 0]", "six corners"),
    "the spiral's direction": ("board", '^direction = "ccw"', 'direction = "cw"', "counterclockwise"),
    "19 terrains": ("board", "^forest = 4", "forest = 5", "add up to 19"),
    "one desert": (
        "board",
        "^hills = 3\nmountains = 3\ndesert = 1",
        "hills = 3\nmountains = 2\ndesert = 2",
        "one desert",
    ),
    "an unknown terrain": ("board", "^desert = 1", "swamp = 1", "one desert and the five"),
    "less than no terrain": ("board", "^forest = 4", "forest = -4", "cannot be read"),
    "a desert that gives something": (
        "board",
        r"^desert = \{\}",
        'desert = { resource = "ore" }',
        "Only the desert.*terrain desert",
    ),
    "a terrain that gives nothing": (
        "board",
        r"^hills = \{ resource = .*",
        "hills = {}",
        "Only the desert.*terrain hills",
    ),
    "a terrain that gives a commodity": ("board", 'resource = "brick"', 'resource = "coin"', "cannot be read"),
    "what a settlement takes": (
        "board",
        r"^hills = \{ brick = 1 \}",
        "hills = { brick = 2 }",
        "settlement must yield.*hills",
    ),
    "a city that takes nothing": (
        "board",
        r"^hills = \{ brick = 2 \}",
        "hills = {}",
        "city must yield.*hills",
    ),
    "an unknown kind": ("board", r"^hills = \{ brick = 2 \}", "hills = { gold = 2 }", "Unknown card kind gold"),
    "18 tokens": ("board", r"^numbers = \[5, 2, ", "numbers = [5, ", "18 number tokens"),
    "the tokens of R3.2": ("board", r"^numbers = \[5, 2, ", "numbers = [5, 3, ", "18 number tokens"),
    "a token in words": ("board", r"^numbers = \[5, 2, ", 'numbers = [5, "two", ', "cannot be read"),
    "the red numbers": ("board", r"^red = \[6, 8\]", "red = [6, 9]", "red numbers must be 6 and 8"),
    "protected numbers": ("board", r"^inventor_protected = \[2, ", "inventor_protected = [7, ", "protected from"),
    "the pips": ("board", '"6" = 5', '"6" = 6', "pips"),
    "a harbor inland": ("board", r'^hex = \[0, -2\]\nside = "NW"', 'hex = [0, 0]\nside = "NW"', "on the coast"),
    "a harbor at sea": ("board", r'^hex = \[0, -2\]\nside = "NW"', 'hex = [0, -3]\nside = "NW"', "cannot be read"),
    "two harbors that share a corner": (
        "board",
        r'^hex = \[0, -2\]\nside = "NW"',
        'hex = [1, -2]\nside = "NW"',
        "share a corner",
    ),
    "the frame": ("board", r'^frame = \["any", "grain"', 'frame = ["any", "any"', "4 harbors for any"),
    "the terrain of beginner_base": (
        "board",
        r'\["mountains", "pasture", "forest"\]',
        '["hills", "pasture", "forest"]',
        "beginner_base must have the terrain",
    ),
    "the tokens of beginner_base": ("board", r"\[10, 2, 9\]", "[10, 3, 9]", "beginner_base must use every token"),
    "a token on the desert": ("board", r"\[9, 11, 0, 3, 8\]", "[9, 0, 11, 3, 8]", "none on the desert"),
    "rows of another length": ("board", r"\[10, 2, 9\]", "[10, 2]", "rows of the island beginner_base"),
    "the harbors of beginner_ck": (
        "board",
        r'^harbors = \["brick", "ore"',
        'harbors = ["brick", "any"',
        "nine harbors",
    ),
    "red numbers that touch": (
        "board",
        r"\[12, 6, 4, 10\],\n(.*)\n  \[8, 3, 4, 5\],\n  \[5, 6, 11\]",
        r"[12, 5, 4, 10],\n\1\n  [8, 3, 4, 5],\n  [6, 6, 11]",
        "red numbers may touch on the island beginner_base",
    ),
    "the order of the kinds": ("costs", '"brick", "lumber"', '"lumber", "brick"', "C-57"),
    "an unknown kind in a cost": ("costs", r"^road = \{ brick", "road = { stone", "Unknown card kind stone"),
    "a missing cost": ("costs", r"^city_wall = \{.*$", "", "city_wall"),
    "a missing supply": ("costs", "^knights_mighty = 2", "", "knights_mighty"),
    "a supply in words": ("costs", "^roads = 15", 'roads = "15"', "cannot be read"),
    "a rate of nothing": ("costs", "^merchant_fleet = 2", "merchant_fleet = 0", "cannot be read"),
    "two walls for a city": ("costs", "^walls_per_city = 1", "walls_per_city = 2", "walls_per_city must be 1"),
    "two promotions": ("costs", "^knight_promotions_per_turn = 1", "knight_promotions_per_turn = 2", "must be 1"),
    "two actions": ("costs", "^knight_actions_per_turn = 1", "knight_actions_per_turn = 2", "must be 1"),
    "the metropolis in two files": (
        "costs",
        "^metropolis_bonus = 2",
        "metropolis_bonus = 3",
        "agree on the metropolis",
    ),
    "the points in two files": ("costs", "^target = 13", "target = 14", "agree on the victory points"),
    "the order of the tracks": (
        "tracks",
        '^id = "trade"',
        'id = "politics"',
        "gate and the deck of the track politics",
    ),
    "a track's deck": ("tracks", '^deck = "trade"', 'deck = "science"', "gate and the deck"),
    "a track's commodity": ("tracks", '^commodity = "cloth"', 'commodity = "coin"', "cloth, coin and paper"),
    "five levels": ("tracks", r"^level_cost = \[1, 2, 3, 4, 5\]", "level_cost = [1, 2, 3, 4]", "cost for each level"),
    "a level for nothing": ("tracks", r"^level_cost = \[1, ", "level_cost = [0, ", "cannot be read"),
    "the draw rule of a track": ("tracks", r"^draw_max_red = \[2, ", "draw_max_red = [1, ", "agree with the draw rule"),
    "the event die": ("tracks", '"ship", "ship", "ship"', '"ship", "ship", "trade"', "three ships"),
    "no way to sail": ("tracks", "^steps = 7 ", "steps = 0 ", "cannot be read"),
    "an unknown card": ("progress_cards", '^id = "crane"', 'id = "dragon"', "dragon is unknown in the deck science"),
    "a card in another deck": (
        "progress_cards",
        '^id = "crane"\ndeck = "science"',
        'id = "crane"\ndeck = "trade"',
        "crane is unknown in the deck trade",
    ),
    "an unknown deck": ("progress_cards", '^deck = "science"', 'deck = "magic"', "magic"),
    "a card twice": ("progress_cards", '^id = "crane"', 'id = "alchemist"', "alchemist must list|listed twice"),
    "a copy too few": ("progress_cards", r', "science.crane.2"\]', "]", "crane must list its 2 copies"),
    "an unknown timing": ("progress_cards", '^timing = "pre_roll"', 'timing = "later"', "cannot be read"),
    "points for a card played": ("progress_cards", "^vp = 0", "vp = 1", "worth a point if its timing"),
    "a default that is no value": ("rulesets", '^default = "plain"', 'default = "fancy"', "default of two_player_mode"),
    "a default of another type": ("rulesets", "^default = false", "default = 0", "default of friendly_robber"),
    "a default out of range": ("rulesets", "^default = 0", "default = 6", "default of grace_rounds"),
    "values in words": ("rulesets", r'"integer 0\.\.5"', '"a few"', "integer a..b"),
    "an option twice": ("rulesets", '^id = "harbor_layout"', 'id = "board_layout"', "board_layout is listed twice"),
    "a preset of an unknown option": (
        "rulesets",
        "^wedding_chooser = ",
        "funeral_chooser = ",
        "unknown option funeral",
    ),
    "a preset with an unknown value": (
        "rulesets",
        '^wedding_chooser = "player"',
        'wedding_chooser = "all"',
        "does not",
    ),
    "no default preset": ("rulesets", '^default_preset = "standard"', 'default_preset = "none"', "one of the presets"),
    "a layout that is no option": ("rulesets", '"beginner_base", "beginner_ck"', '"beginner_ck"', "Every layout"),
    "not TOML": ("costs", "^road = ", "road ", "cannot be read"),
}

DROPS = {
    "nine harbors": ("board", "harbors.slot", "id = 9", "9 harbors"),
    "three tracks": ("tracks", "track", 'id = "science"', "trade, politics and science"),
    "every card of the rules": ("progress_cards", "card", 'id = "spy"', "missing: spy"),
    "the points to win": ("rulesets", "option", 'id = "victory_points"', "agree on the victory points"),
    "the layouts": ("rulesets", "option", 'id = "board_layout"', "Every layout"),
}


@pytest.mark.parametrize("condition", CHANGES)
def test_a_data_set_that_breaks_a_condition_is_refused(data: Data, condition: str) -> None:
    """Section 3, R1.1, R2, R3: the refusal of a data set that breaks one condition is a sentence."""
    name, old, new, words = CHANGES[condition]
    data.change(name, old, new)
    with pytest.raises(BadFacts, match=words):
        data.load()


@pytest.mark.parametrize("condition", DROPS)
def test_a_data_set_with_a_missing_entry_is_refused(data: Data, condition: str) -> None:
    """Section 3: a harbor, a track, a card or an option is missing."""
    name, table, key, words = DROPS[condition]
    data.drop(name, table, key)
    with pytest.raises(BadFacts, match=words):
        data.load()


def test_a_data_set_without_a_terrain_for_each_resource_is_refused(data: Data) -> None:
    """R3.1: hills that give lumber as forests do leave no brick."""
    data.change("board", '^hills = { resource = "brick" }', 'hills = { resource = "lumber" }')
    data.change("board", "^hills = { brick = 1 }", "hills = { lumber = 1 }")
    with pytest.raises(BadFacts, match="exactly one terrain"):
        data.load()


def test_a_data_set_with_levels_out_of_order_is_refused(data: Data) -> None:
    """R12.3–R12.5: levels out of order are refused."""
    data.change("costs", "^metropolis_level = 4", "metropolis_level = 3")
    data.change("tracks", "^claim_level = 4", "claim_level = 3")
    with pytest.raises(BadFacts, match="in this order"):
        data.load()


def copies(data: Data, card: str, old: int, new: int) -> None:
    """Changes how many copies there are of a card."""
    ids = [", ".join(f'"{card}.{n}"' for n in range(1, count + 1)) for count in (old, new)]
    data.change("progress_cards", rf"^instances = \[{ids[0]}\]", f"instances = [{ids[1]}]")
    data.change(
        "progress_cards", rf'^(id = "{card.partition(".")[2]}"\ndeck = .*)\ncount = {old}', rf"\1\ncount = {new}"
    )


def test_a_deck_must_have_the_size_its_data_set_states(data: Data) -> None:
    """Section 3, R2.3."""
    copies(data, "science.crane", 2, 1)
    with pytest.raises(BadFacts, match="progress cards"):
        data.load()
    copies(data, "politics.spy", 3, 4)
    with pytest.raises(BadFacts, match="The deck politics needs"):
        data.load()
    copies(data, "politics.spy", 4, 3)
    copies(data, "science.mining", 2, 3)
    assert len(data.load().decks[2]) == len(FACTS.decks[2])


DRAW_RULES = {
    "a level too few": ([0, 2, 3, 4, 5], "number for each level"),
    "a draw at level 0": ([1, 2, 3, 4, 5, 6], "at level 0"),
}


@pytest.mark.parametrize("condition", DRAW_RULES)
def test_a_data_set_must_give_a_draw_number_for_each_level(data: Data, condition: str) -> None:
    """R6.2: a highest red die for each level, none for level 0."""
    red, words = DRAW_RULES[condition]
    data.change("tracks", r"^max_red_by_level = .*$", f"max_red_by_level = {red}")
    for _ in range(3):
        data.change("tracks", r"^draw_max_red = \[2, 3, 4, 5, 6\]$", f"draw_max_red  = {red[1:]}")
    with pytest.raises(BadFacts, match=words):
        data.load()


def test_another_data_set_is_loaded_from_its_directory(data: Data) -> None:
    """Section 3: other values are read from another directory."""
    data.change("costs", "^city_wall = .*$", "city_wall = { brick = 3 }")
    assert data.load().costs.wall == (3, 0, 0, 0, 0, 0, 0, 0) != FACTS.costs.wall
    assert asdict(load()) == asdict(FACTS)


def test_the_printed_costs_and_supplies_are_loaded() -> None:
    """R2.1, R2.2, R10.1: the costs, and the numbers of pieces."""
    costs = FACTS.costs
    assert costs.road == count_cards(Cards(brick=1, lumber=1))
    assert costs.settlement == count_cards(Cards(brick=1, lumber=1, wool=1, grain=1))
    assert (costs.city, costs.city_with_medicine) == (
        count_cards(Cards(ore=3, grain=2)),
        count_cards(Cards(ore=2, grain=1)),
    )
    assert costs.wall == count_cards(Cards(brick=2))
    assert costs.recruit == costs.promote == count_cards(Cards(wool=1, ore=1))
    assert costs.activate == count_cards(Cards(grain=1))
    supply = FACTS.supply
    assert (supply.roads, supply.settlements, supply.cities, supply.walls) == (15, 5, 4, 3)
    assert supply.knights == (2, 2, 2)
    assert FACTS.bank == (19,) * 5 + (12,) * 3
    assert FACTS.knight_strength == (1, 2, 3)


def test_the_printed_limits_rates_and_point_values_are_loaded() -> None:
    """R8.1, R12, R13.2, R15.2, R15.3, R16.2, R17.1."""
    assert tuple(asdict(FACTS.limits).values()) == (7, 2, 4, 5, 5, 3, 4, 5)
    assert tuple(asdict(FACTS.rates).values()) == (4, 3, 2, 2, 2, 2)
    assert tuple(asdict(FACTS.points).values()) == (1, 2, 2, 2, 1, 1)


def test_the_printed_yields_of_the_terrains_are_loaded() -> None:
    """R3.1, R7.1: a resource for a settlement; two for a city, or one and a commodity."""
    assert FACTS.resource == {
        "forest": LUMBER,
        "pasture": WOOL,
        "fields": GRAIN,
        "hills": BRICK,
        "mountains": ORE,
        "desert": None,
    }
    city = {name: {kind: n for kind, n in enumerate(counts) if n} for name, counts in FACTS.city_yield.items()}
    assert city == {
        "forest": {LUMBER: 1, PAPER: 1},
        "pasture": {WOOL: 1, CLOTH: 1},
        "fields": {GRAIN: 2},
        "hills": {BRICK: 2},
        "mountains": {ORE: 1, COIN: 1},
        "desert": {},
    }
    settlement = {name: [kind for kind, n in enumerate(counts) if n] for name, counts in FACTS.settlement_yield.items()}
    assert settlement == {name: [] if kind is None else [kind] for name, kind in FACTS.resource.items()}


def test_the_printed_tracks_and_dice_are_loaded() -> None:
    """R1.4, R1.5, R6.2, R12.1: trade in cloth, politics in coin, science in paper; level n costs n."""
    assert [(track.id, track.commodity) for track in FACTS.tracks] == [
        ("trade", CLOTH),
        ("politics", COIN),
        ("science", PAPER),
    ]
    assert {track.level_cost for track in FACTS.tracks} == {(1, 2, 3, 4, 5)}
    assert FACTS.max_red == (0, *(level + 1 for level in range(1, 6)))
    assert FACTS.event_faces == ("ship", "ship", "ship", "trade", "politics", "science")
    assert FACTS.barbarian_steps == 7


def test_the_printed_tokens_are_loaded() -> None:
    """R3.2, R3.3a, Inventor: the tokens in the order of their letters."""
    assert FACTS.tokens == (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
    assert FACTS.red == {6, 8}
    assert FACTS.inventor_protected == {2, 6, 8, 12}
    assert sum(FACTS.pips[token] for token in FACTS.tokens) == 58


def test_the_54_printed_progress_cards_are_loaded() -> None:
    """R2.3, 1.14: 54 cards, 25 different, 18 in each deck, counted as in the table of the rule book."""
    assert len(FACTS.cards) == 54 == sum(len(one.instances) for one in FACTS.progress.values())
    assert [len(deck) for deck in FACTS.decks] == [18] * 3
    for number, deck in enumerate(FACTS.decks):
        assert {FACTS.cards[id].deck for id in deck} == {number}
    assert FACTS.decks[1][0] == "politics.bishop.1"
    numbers = {name: len(one.instances) for name, one in FACTS.progress.items()}
    unusual = {"engineer": 1, "printer": 1, "constitution": 1, "merchant": 6, "resource_monopoly": 4, "spy": 3}
    assert {name: count for name, count in numbers.items() if count != 2} == unusual
    assert {name for name, one in FACTS.progress.items() if one.vp} == {"printer", "constitution"}
    assert {name for name, one in FACTS.progress.items() if one.timing == "pre_roll"} == {"alchemist"}
    assert all(FACTS.cards[id].name == name for name, one in FACTS.progress.items() for id in one.instances)


def test_the_typed_options_match_the_data_file() -> None:
    """Section 4: 27 options."""
    assert_typed(FACTS.options, Ruleset())
    assert len(FACTS.options) == 27


def test_the_typed_presets_match_the_data_file() -> None:
    """Section 4: the presets, each by its differences from `standard`."""
    assert FACTS.presets == PRESETS
    assert FACTS.default_preset == "standard"
    assert FACTS.presets["standard"] == {}
