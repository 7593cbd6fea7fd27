"""The data (rule book, section 10): each condition broken alone, the printed facts, the typed options."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronik.domain.catan_cards.cards.kinds import KINDS, Kind, Resources, to_counts
from chronik.domain.catan_cards.facts.load import (
    FILES,
    PRINTED,
    CardKind,
    CardSet,
    Effect,
    Face,
    Facts,
    UnitKind,
    load,
)
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from chronik.domain.engine.facts import BadFacts
from tests.support.catan_cards.decks import FACTS
from tests.support.engine.data_set import DataSet, assert_typed

Data = DataSet[Facts]


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return DataSet(PRINTED, FILES, tmp_path, load)


CHANGES = {
    "seven roads": (
        "base_cards",
        '^id = "road"\nset = "base"((?:\n.*){3})\ncount = 7',
        r'id = "road"\nset = "base"\1\ncount = 6',
        "18 crest cards, 7 roads",
    ),
    "roads in two places": ("base_cards", "^roads = 7", "roads = 8", "18 crest cards, 7 roads"),
    "18 crest cards": ("base_cards", "^start_principality_cards = 18", "start_principality_cards = 16", "18 crest"),
    "62 development cards": (
        "base_cards",
        r'^(id = "abbey"(?:\n.*){4})\ncount = 2',
        r"\1\ncount = 1",
        "62 development",
    ),
    "120 base cards": ("base_cards", "^base_total = 120", "base_total = 121", "120 base cards"),
    "ten events": ("event_cards", r'^(id = "year_end"(?:\n.*){4})\ncount = 1', r"\1\ncount = 2", "10 events"),
    "four theme events": ("event_cards", r'^(id = "unrest"(?:\n.*){4})\ncount = 2', r"\1\ncount = 1", "10 events"),
    "thirty theme cards": (
        "artists_benefactors",
        r'^(id = "growth"(?:\n.*){4})\ncount = 2',
        r"\1\ncount = 1",
        "30 cards",
    ),
    "a region type twice": (
        "regions",
        '^(id = "hills"(?:\n.*){3})\nresource = "brick"',
        r'\1\nresource = "ore"',
        "region type of its own",
    ),
    "a region of another type": (
        "regions",
        '^(id = "fields_3"\ntype = "fields")\nresource = "grain"',
        r'\1\nresource = "wool"',
        "fields_3 must produce",
    ),
    "a region that holds something": (
        "regions",
        "^start_stored = 0",
        "start_stored = 1",
        "fields_3 must have count 1",
    ),
    "what a region stores": ("regions", "^max_stored = 3", "max_stored = 4", "agree on max_stored"),
    "a crest of ten": ("start_principalities", "^roads = 1", "roads = 2", "nine cards"),
    "a start that holds more": (
        "start_principalities",
        "^start_stored = 1",
        "start_stored = 2",
        "same number of resources",
    ),
    "a number twice in a crest": ("start_principalities", "^number = 2", "number = 1", "every number from 1 to 6"),
    "a resource twice in a crest": (
        "start_principalities",
        '^resource = "ore"',
        'resource = "gold"',
        "Each crest needs every resource",
    ),
    "six places": ("start_principalities", '"top_left", ', "", "six places"),
    "a resource that repeats a number": (
        "regions",
        '^(id = "fields_3"(?:\n.*){2})\nnumber = 3',
        r"\1\nnumber = 4",
        "may have the same number",
    ),
    "a region id twice": (
        "start_principalities",
        '^id = "fields_2_b"',
        'id = "fields_1_a"',
        "fields_1_a is listed twice",
    ),
    "sites of a city": ("base_cards", "^building_sites = 4", "building_sites = 3", "a city four"),
    "the event die": (
        "event_cards",
        '^(face = 6\n)id = "event_card"((?:\n.*){4})\neffect = "draw_event_card"',
        r'\1id = "tournament"\2\neffect = "tournament_leader_gains_one"',
        "four symbols once",
    ),
    "a face of another effect": (
        "event_cards",
        '^effect = "draw_event_card"',
        'effect = "brigand_attack"',
        "face event_card must have the effect",
    ),
    "an unknown face": ("event_cards", '^id = "year_of_plenty"', 'id = "year_of_rain"', "cannot be read"),
    "a region expansion more": (
        "base_cards",
        r'^(id = "church"(?:\n.*){5})\nkind = "city_expansion"((?:\n.*){1})\nplacement = "site_city"',
        r'\1\nkind = "region_expansion"\2\nplacement = "site_any"',
        "set base must have these numbers",
    ),
    "a knight that is a fleet": (
        "base_cards",
        '^unit_kind = "knight"\nunique_name = true',
        'unit_kind = "fleet"\nunique_name = false',
        "9 knights",
    ),
    "a place of another kind": (
        "base_cards",
        '^placement = "site_any"',
        'placement = "site_city"',
        "abbey must have the placement site_any",
    ),
    "an action with a cost": (
        "base_cards",
        r'^(id = "spy"(?:\n.*){12})\ncost = \{ brick = 0',
        r"\1\ncost = { brick = 1",
        "spy must cost nothing",
    ),
    "an expansion that attacks": (
        "base_cards",
        '^subtype = "building"',
        'subtype = "attack"',
        "abbey must be an attack",
    ),
    "a building that is a unit": (
        "base_cards",
        "^is_unit = false",
        "is_unit = true",
        "abbey must be a building or a unit",
    ),
    "a knight without a name": (
        "artists_benefactors",
        "^unique_name = true",
        "unique_name = false",
        "unique_name must be",
    ),
    "an effect without its number": (
        "base_cards",
        r"^effect_params = \{ amount = 1 \}",
        "effect_params = {}",
        "abbey must state these numbers only: amount",
    ),
    "an effect with another number": (
        "base_cards",
        r"^effect_params = \{ amount = 1 \}",
        "effect_params = { amount = 1, most = 2 }",
        "abbey must state these numbers only: amount",
    ),
    "an effect with an unknown number": (
        "base_cards",
        r"^effect_params = \{ amount = 1 \}",
        "effect_params = { luck = 1 }",
        "cannot be read",
    ),
    "an unknown effect": ("base_cards", '^effect = "hand_limit_plus"', 'effect = "hand_limit_minus"', "cannot be read"),
    "a condition that does not exist": (
        "artists_benefactors",
        r'^requires = \["aqueduct"\]',
        'requires = ["canal"]',
        "unknown card canal",
    ),
    "an artwork's target": ("artists_benefactors", 'target = "mint"', 'target = "bank"', "unknown card bank"),
    "a trigger that does not exist": (
        "artists_benefactors",
        '"brigands_success"',
        '"pirates_success"',
        "unknown card pirates",
    ),
    "an attack that does not exist": (
        "base_cards",
        r'against = \["black_knight"\]',
        'against = ["red_knight"]',
        "unknown card red_knight",
    ),
    "a counter that does not answer": (
        "base_cards",
        'counter = "herb_woman"',
        'counter = "bishop"',
        "must name herb_woman",
    ),
    "an unknown resource": (
        "base_cards",
        r"^cost = \{ brick",
        "cost = { stone",
        "resource stone is unknown|must name all six",
    ),
    "less than no cost": ("base_cards", r"^cost = \{ brick = 1", "cost = { brick = -1", "cannot be read"),
    "a card twice": ("base_cards", '^id = "foundry"', 'id = "abbey"', "abbey is listed twice"),
    "an event twice": ("event_cards", '^id = "progress"', 'id = "plague"', "plague is listed twice"),
    "an event with an unknown number": (
        "event_cards",
        "most = 2",
        "least = 2",
        "conflict has unknown effect_params: least",
    ),
    "the event deck": ("rulesets", "tournament = 13 } +# B1", "tournament = 12 } # B1", "size of each event deck"),
    "points to win": ("rulesets", "^victory = { base = 12, ", "victory = { ", "points to win"),
    "the tax": ("rulesets", "^tax_most = 3", "tax_most = 4", "agree on the tax"),
    "more events than there are": (
        "event_cards",
        r'^(id = "civil_war"(?:\n.*){8})\ntournament_mandatory_per_player = 1',
        r"\1\ntournament_mandatory_per_player = 2",
        "each event deck|more events than exist",
    ),
    "33 cards": ("rulesets", "^deck = { cards = 33", "deck = { cards = 32", "33 of 88"),
    "five stacks": ("rulesets", r"^base = \[13, 13, 12, 12, 12\]", "base = [13, 13, 12, 12, 11]", "hold its cards"),
    "nearly equal stacks": (
        "rulesets",
        r"^base = \[13, 13, 12, 12, 12\]",
        "base = [14, 12, 12, 12, 12]",
        "nearly equal",
    ),
    "the stacks of the extended game": (
        "rulesets",
        r"^extended_base = \[15, 15",
        "extended_base = [14, 16",
        "Four equal",
    ),
    "the stacks of the theme set": ("rulesets", r"^extended_kw = \[11, 11", "extended_kw = [11, 10", "Two equal"),
    "the stacks of a deck": (
        "rulesets",
        r"^tournament = \[7, 7, 8, 8",
        "tournament = [7, 7, 7, 8",
        "four stacks of a player",
    ),
    "a title missing in the order": ("decks", '"abbey", "garrison"', '"abbey"', "every title once"),
    "a title twice in the order": ("decks", '"abbey", "garrison"', '"abbey", "abbey"', "every title once"),
    "an event missing in the order": ("decks", '"conflict", "master', '"master', "every free event once"),
    "an event that is not free": ("decks", '"conflict", "master', '"civil_war", "master', "every free event once"),
    "a built-in list with too many copies": ("decks", "^abbey = 2", "abbey = 3", "list trade has more cards.*abbey"),
    "a built-in list with an unknown card": ("decks", "^abbey = 2", "abbess = 2", "list trade has more cards.*abbess"),
    "a built-in list of 32": ("decks", "^abbey = 2", "abbey = 1", "list trade must have 33 cards"),
    "a built-in list of five events": (
        "decks",
        "^productive_year = 1",
        "productive_year = 2",
        "list trade must have 4 events",
    ),
    "a built-in list with Year End": ("decks", "^master_builder = 1", "year_end = 1", "list trade has more events"),
    "a built-in list twice": ("decks", '^id = "knights"', 'id = "trade"', "trade is listed twice"),
    "a default that is no value": ("rulesets", '^default = "extended"', 'default = "short"', "default of mode"),
    "a default of another type": ("rulesets", "^default = true", "default = 1", "default of scout_exempt"),
    "a default out of range": ("rulesets", "^default = 5", "default = 21", "default of offers_per_turn"),
    "a default that is no list": (
        "rulesets",
        r'^default = \["trade", "knights"\]',
        'default = ["trade", "dragons"]',
        "default of house",
    ),
    "values in words": ("rulesets", r'"integer 0\.\.20"', '"a few"', "integer a..b"),
    "a name that is missing": ("base_cards", '^name_nl = "Klooster"$', "", "name_nl"),
    "a name that is empty": ("base_cards", '^name_nl = "Klooster"$', 'name_nl = ""', "cannot be read"),
    "a name for two cards": (
        "base_cards",
        '^name_en = "Garrison"$',
        'name_en = "abbey"',
        "name abbey is used for both",
    ),
    "a name for a card and an event": (
        "event_cards",
        '^name_nl = "Pest"$',
        'name_nl = "Haven"',
        "name Haven is used for both",
    ),
    "not TOML": ("decks", "^abbey = ", "abbey ", "cannot be read"),
}


@pytest.mark.parametrize("condition", CHANGES)
def test_a_data_set_that_breaks_a_condition_is_refused(data: Data, condition: str) -> None:
    """Section 10: the refusal is a sentence."""
    name, old, new, words = CHANGES[condition]
    data.change(name, old, new)
    with pytest.raises(BadFacts, match=words):
        data.load()


def test_the_boxes_contain_the_right_cards() -> None:
    """B1, B59, X3, X4, T5: 64 titles, 88 cards, by set and kind."""
    assert len(FACTS.cards) == 64
    assert tuple(FACTS.cards) == FACTS.order.cards
    assert sum(card.count for card in FACTS.cards.values()) == 88
    base = [card for card in FACTS.cards.values() if card.set is CardSet.BASE]
    assert sum(card.count for card in base) == 62
    fleets = {card.kind_of for card in FACTS.cards.values() if card.unit_kind is UnitKind.FLEET}
    assert fleets == set(KINDS)
    doubled = {card.kind_of for card in FACTS.cards.values() if card.effect is Effect.DOUBLE_PRODUCTION}
    assert doubled == set(KINDS) - {Kind.GOLD}
    assert sum(event.count for event in FACTS.events.values()) == 14
    assert len(FACTS.regions) == 11
    assert {card.effect for card in FACTS.cards.values()} == {*Effect, None}


def test_printed_prices_match_the_rule_book() -> None:
    """B24, K17, K26: the prices of the axis, of a city with Growth, and of the Statue."""
    assert FACTS.road.price == to_counts(Resources(brick=2, lumber=1))
    assert FACTS.settlement.price == to_counts(Resources(lumber=1, brick=1, wool=1, grain=1))
    assert FACTS.city.price == to_counts(Resources(ore=3, grain=2))
    assert FACTS.cards["growth"].numbers.price == to_counts(Resources(ore=2, grain=1))
    statue = FACTS.cards["statue"]
    assert (statue.price, statue.stars) == (to_counts(Resources(brick=1, gold=2)), 3)
    assert (FACTS.road.supply, FACTS.settlement.supply, FACTS.city.supply) == (7, 5, 7)


def test_the_starting_regions_match_the_rule_book() -> None:
    """B2, B4, R75: crest A has grain 1, crest B gold 1; each region stores one resource."""
    numbers = [{region.kind: region.number for region in crest} for crest in FACTS.crests]
    grain, ore, wool, lumber, brick, gold = Kind.GRAIN, Kind.ORE, Kind.WOOL, Kind.LUMBER, Kind.BRICK, Kind.GOLD
    assert numbers[0] == {grain: 1, ore: 2, wool: 3, lumber: 4, brick: 5, gold: 6}
    assert numbers[1] == {grain: 2, ore: 3, wool: 4, lumber: 5, brick: 6, gold: 1}
    assert FACTS.start_stored == 1
    assert FACTS.positions[0] == "top_left"


def test_events_and_faces_match_the_rule_book() -> None:
    """3.4, T4, T13: five faces and nine titles, and those that a list may name."""
    assert FACTS.die.count(Face.EVENT_CARD) == 2
    assert set(FACTS.die) == set(Face)
    free = {event.id: event.free for event in FACTS.events.values() if event.free}
    assert free == {
        "conflict": 1,
        "master_builder": 1,
        "plague": 1,
        "productive_year": 2,
        "progress": 2,
        "golden_times": 2,
        "unrest": 2,
    }
    assert {event.id for event in FACTS.events.values() if event.star_cancel} == {"civil_war", "unrest"}


def test_the_constants_match_the_rule_book() -> None:
    """Section 3.0."""
    constants = FACTS.constants
    assert constants.victory == {Mode.BASE: 12, Mode.EXTENDED: 13, Mode.TOURNAMENT: 13}
    assert (constants.hand_limit, constants.bank_rate, constants.search_price) == (3, 3, 2)
    assert (constants.brigands_above, constants.brigands_asleep_turns, constants.lock_at) == (7, 4, 7)


def test_the_kinds_of_cards_match_the_rule_book() -> None:
    """K1, K4: three road complements, two Public Feelings."""
    assert [card.id for card in FACTS.cards.values() if card.kind is CardKind.ROAD_COMPLEMENT] == [
        "lancers",
        "market_town",
        "traveling_theater",
    ]
    feeling = FACTS.cards["public_feeling"]
    assert (feeling.kind, feeling.count, feeling.subtype) == (CardKind.PUBLIC_FEELING, 2, None)


def test_the_options_match_the_data() -> None:
    """Section 3.0."""
    assert_typed(FACTS.options, Ruleset())
    assert FACTS.options["house"].values == tuple(FACTS.house_lists)
