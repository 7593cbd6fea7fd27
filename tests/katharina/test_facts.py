"""The data (rule book, 8): each condition of section 8.3 broken one at a time, and other data sets by path."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import asdict

from chronik.domain.engine.facts import BadFacts
from chronik.domain.engine.game import Game
from chronik.domain.engine.names import LANGUAGES, load_names
from chronik.domain.games import game
from chronik.domain.katharina.events import CardResolved
from chronik.domain.katharina.facts.load import FILES, PRINTED, Facts, Gain, load
from chronik.domain.katharina.game import game as katharina
from chronik.domain.katharina.state import Options
from tests.katharina.table import CHANCE, FACTS, activates, perform, resolving
from tests.support.engine.data_set import DataSet

Data = DataSet[Facts]


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return DataSet(PRINTED, FILES, tmp_path, load)


CHANGES = {
    "three colours": ("board", r'^\[\[region\]\]\ncolour = "blue"\nname = .*$', "", "3 regions"),
    "a city of no region": (
        "board",
        r'^id = "tomsk"\n(name = .*)\ncolour = "blue"',
        r'id = "tomsk"\n\1\ncolour = "pink"',
        "6 cities",
    ),
    "six cities per colour": (
        "board",
        r'^id = "tomsk"\n(name = .*)\ncolour = "blue"',
        r'id = "tomsk"\n\1\ncolour = "red"',
        "6 cities",
    ),
    "city ids are unique": ("board", r'^id = "tomsk"', 'id = "riga"', "riga is listed twice"),
    "a known feature": ("board", r'^feature = "iron"', 'feature = "gold"', "unknown feature.*gold"),
    "three cities per good": (
        "board",
        r'^feature = "iron"',
        'feature = "food"',
        "iron needs 3 cities|food needs 3 cities",
    ),
    "a crown": ("board", r'^feature = "favour"', 'feature = "point"', "must show favour"),
    "a one": ("board", r'^feature = "point"', 'feature = "favour"', "must show point"),
    "a road to an unknown city": ("board", r'\["riga", "reval"\]', '["riga", "utopia"]', "riga and utopia"),
    "a road to itself": ("board", r'\["riga", "reval"\]', '["riga", "riga"]', "riga and riga"),
    "a road twice": ("board", r'\["riga", "pskov"\]', '["reval", "riga"]', "reval and riga"),
    "a road between three": ("board", r'\["riga", "reval"\]', '["riga", "reval", "pskov"]', "cannot be read"),
    "steps in order": ("favour_track", "^index = 4", "index = 5", "count up from 0"),
    "steps from 0": ("favour_track", "^index = 0", "index = 11", "count up from 0"),
    "limit 3 at the bottom": ("favour_track", "^hand_limit = 3", "hand_limit = 2", "bottom step must be 3"),
    "no falling limit": ("favour_track", "^hand_limit = 8", "hand_limit = 6", "No column.*step 10"),
    "no falling income": ("favour_track", "^income = 8", "income = 6", "No column.*step 10"),
    "no falling multiplier": (
        "favour_track",
        r"^(income = 8)\nmultiplier = 4",
        r"\1\nmultiplier = 3",
        "No column.*step 10",
    ),
    "enough cards": ("favour_track", "^hand_limit = 8", "hand_limit = 15", "P4"),
    "card ids are unique": ("project_cards", '^id = "P102"', 'id = "P101"', "P101 is listed twice"),
    "cards of a colour of the board": (
        "project_cards",
        '^(id = "P102")\ncolour = "blue"',
        r'\1\ncolour = "pink"',
        "34 cards",
    ),
    "34 cards per colour": ("project_cards", '^(id = "P102")\ncolour = "blue"', r'\1\ncolour = "red"', "34 cards"),
    "an unknown action": ("project_cards", '^action = "market"', 'action = "miracle"', "miracle"),
    "a market without goods": ("project_cards", '^action = "three_cards"', 'action = "market"', "P003 needs two goods"),
    "a kind of action that no card has": ("project_cards", '^action = "three_cards"', 'action = "draw_two"', "Each of"),
    "a market with a bonus": ("project_cards", "^has_bonus = false", "has_bonus = true", "except the markets"),
    "an action without a bonus": ("project_cards", "^has_bonus = true", "has_bonus = false", "except the markets"),
    "two cities on a card": (
        "project_cards",
        r'\["riga", "pskov", "arkhangelsk"\]',
        '["riga", "pskov"]',
        "P024.*three cities",
    ),
    "a city twice on a card": (
        "project_cards",
        r'\["riga", "pskov", "arkhangelsk"\]',
        '["riga", "riga", "pskov"]',
        "P024",
    ),
    "an unknown city on a card": (
        "project_cards",
        r'\["riga", "pskov", "arkhangelsk"\]',
        '["riga", "utopia", "pskov"]',
        "P024",
    ),
    "symbols on a city card": (
        "project_cards",
        '^(action = "city_residence_card")$',
        r"\1\nsymbols = { iron = 1 }",
        "P023.*no symbols",
    ),
    "cities on a symbol card": (
        "project_cards",
        '^(action = "three_cards")$',
        r'\1\ncities = ["riga", "pskov", "reval"]',
        "P003.*no city",
    ),
    "a card without symbols": ("project_cards", r"^symbols = \{ cannon = 2 \}", "", "P003 must show symbols"),
    "an unknown symbol": (
        "project_cards",
        r"^symbols = \{ cannon = 2 \}",
        "symbols = { gold = 2 }",
        "symbol gold is unknown",
    ),
    "fewer than none of a symbol": (
        "project_cards",
        r"^symbols = \{ cannon = 2 \}",
        "symbols = { cannon = -2 }",
        "cannot be read",
    ),
    "a symbol counted in words": (
        "project_cards",
        r"^symbols = \{ cannon = 2 \}",
        'symbols = { cannon = "two" }',
        "cannot be read",
    ),
    "a market for one good": (
        "project_cards",
        r'^market_goods = \["iron", "food"\]',
        'market_goods = ["iron"]',
        "P001 needs two goods",
    ),
    "a bonus for nothing": ("project_cards", r"^bonus_needs = \{ books = 2 \}", "", "bonus_needs"),
    "an unknown rule": ("project_cards", '^rule = "A3"', 'rule = "A99"', "A1 to A14"),
    "a rule twice": ("project_cards", '^rule = "A3"', 'rule = "A5"', "A1 to A14"),
    "order ids are unique": ("orders", '^id = "O8"', 'id = "O1"', "O1 is listed twice"),
    "an order of six": ("orders", r"fur = 1 \}", "fur = 0 }", "O1 must show 7 goods"),
    "four of one good": (
        "orders",
        r"iron = 2, food = 2, caviar = 2, fur = 1",
        "iron = 4, food = 1, caviar = 1, fur = 1",
        "O1 must show",
    ),
    "payouts": ("orders", "^points = 8", "points = 9", "5, 8 and 12"),
    "payouts for": ("orders", "^matched = 6", "matched = 4", "5, 8 and 12"),
    "a missing key": ("board", r"^goods = .*$", "", "goods"),
    "not a number": ("favour_track", "^hand_limit = 8", 'hand_limit = "many"', "cannot be read"),
    "lost steps in words": (
        "favour_track",
        "^points_per_lost_step = 1",
        'points_per_lost_step = "1"',
        "cannot be read",
    ),
    "not TOML": ("orders", "^id = ", "id ", "cannot be read"),
}

BORDERS = {
    "one crown": ("board", r'^feature = "favour"', 'feature = "point"', 2),
    "one one": ("board", r'^feature = "point"', 'feature = "favour"', 2),
    "just enough cards": ("favour_track", "^hand_limit = 8", "hand_limit = 14", 1),
}

DROPS = {
    "eighteen cities": ("board", "city", 'id = "tomsk"', "18 cities|6 cities|tomsk"),
    "102 cards": ("project_cards", "card", 'id = "P102"', "102"),
    "eight orders": ("orders", "order", 'id = "O8"', "8 orders"),
    "three payouts": ("orders", "payout", "matched = 6", "5, 8 and 12"),
    "fourteen kinds of action": ("project_cards", "action_type", 'id = "market"', "A1 to A14"),
}

ADDS = {
    "a nineteenth city": (
        "board",
        '[[city]]\nid = "utopia"\nname = "Utopia"\ncolour = "red"\nfeature = "point"\nx = 1\ny = 1',
        "18 cities",
    ),
    "a fourth colour": ("board", '[[region]]\ncolour = "pink"\nname = "Pink"', "3 regions"),
    "a 103rd card": (
        "project_cards",
        '[[card]]\nid = "P103"\ncolour = "red"\naction = "three_cards"\nsymbols = { iron = 2 }',
        "102 project cards",
    ),
    "a fifteenth kind of action": (
        "project_cards",
        '[[action_type]]\nid = "miracle"\nrule = "A15"\narrow = "none"\ngain = { draw = 1 }\nhas_bonus = false',
        "A1 to A14",
    ),
}


@pytest.mark.parametrize("condition", CHANGES)
def test_a_data_set_that_breaks_a_condition_is_refused_with_a_reason(data: Data, condition: str) -> None:
    """8.3, P1, E7: each case breaks one condition."""
    name, pattern, new, words = CHANGES[condition]
    everywhere = condition in ("a crown", "a one", "a kind of action that no card has")
    data.change(name, pattern, new, count=0 if everywhere else 1)
    with pytest.raises(BadFacts, match=words):
        data.load()


@pytest.mark.parametrize("border", BORDERS)
def test_a_data_set_that_only_just_meets_a_condition_is_accepted(data: Data, border: str) -> None:
    """8.3, P4: each case only just meets the condition."""
    name, pattern, new, count = BORDERS[border]
    data.change(name, pattern, new, count=count)
    assert data.load().digest != FACTS.digest


@pytest.mark.parametrize("condition", DROPS)
def test_a_data_set_with_something_missing_is_refused(data: Data, condition: str) -> None:
    """8.3: one city, card, order, payout or kind of action is missing."""
    name, table, key, words = DROPS[condition]
    data.drop(name, table, key)
    with pytest.raises(BadFacts, match=words):
        data.load()


@pytest.mark.parametrize("condition", ADDS)
def test_a_data_set_with_something_extra_is_refused(data: Data, condition: str) -> None:
    """8.3, P1: there is one city, colour, card or kind of action too many."""
    name, text, words = ADDS[condition]
    data.add(name, text)
    with pytest.raises(BadFacts, match=words):
        data.load()


def test_the_printed_data_set_meets_every_condition() -> None:
    """8.3, P1, P2, P4: the printed facts satisfy every condition."""
    assert asdict(load()) == asdict(FACTS)
    assert (len(FACTS.cities), len(FACTS.cards), len(FACTS.orders), len(FACTS.track)) == (18, 102, 8, 11)
    assert sum(map(len, FACTS.roads.values())) == 2 * 31


def test_every_action_except_a_market_has_a_bonus_with_one_condition() -> None:
    for card in load(PRINTED).cards.values():
        needs = card.needs
        asked = [any(needs.goods), needs.cannons > 0, needs.books > 0, needs.discard > 0, needs.same_colour]
        assert asked.count(True) == card.action.has_bonus, card.id


def test_an_action_without_a_bonus_lists_no_gain_from_one() -> None:
    """A1: a market has no bonus."""
    assert FACTS.cards["P001"].action.bonus_gain == Gain(0, 0, 0, residence=False, points_per_residence=0)


def test_the_facts_file_says_which_actions_count_units() -> None:
    """D6, Q11, 8.1: arrows marked "unlimited" count units; those marked "1" and "none" are performed once."""
    counted = {card.action.rule for card in FACTS.cards.values() if card.action.counted}
    assert counted == {"A1", "A3", "A5", "A7"}


def test_another_data_set_is_read_from_its_path_and_has_a_different_digest(data: Data) -> None:
    """8, E3: other values come from another directory; the printed data set keeps its digest."""
    data.change("favour_track", "^income = 8", "income = 9")
    other = game("katharina", data_set=data.directory)
    assert other.facts == data.load().digest != game("katharina").facts == FACTS.digest
    assert data.load().track[10].income == 9


def test_a_card_may_name_cities_of_any_colour(data: Data) -> None:
    """Q24, Q25: if a green card builds in a red city, its bonus still counts only green residences."""
    data.change("project_cards", r'\["riga", "saint_petersburg", "pskov"\]', '["moscow", "kiev", "riga"]')
    state = resolving(activates("P033", hand="P101 P102", residences="reval pskov smolensk"))
    events = katharina(data.load()).decide(state, 0, perform(city="kiev", bonus="P101 P102"), CHANCE)
    resolved = next(event for event in events if isinstance(event, CardResolved))
    assert (resolved.city, resolved.tile, resolved.bonus_points) == ("kiev", "food", 2)


@pytest.fixture
def renamed(data: Data) -> Game:
    """The game with other ids for colours, cities, goods and cards."""
    for path in data.directory.glob("*.toml"):
        text = path.read_text("utf-8")
        for old, new in {"green": "sand", "red": "slate", "blue": "sea", "iron": "wool", "fur": "salt"}.items():
            text = re.sub(rf"\b{old}\b", new, text)
        text = re.sub(r'"(riga|kiev|moscow|tomsk)"', r'"new_\1"', text)
        path.write_text(re.sub(r'"P(\d+)"', r'"card-\1"', text), "utf-8")
    return katharina(data.load())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_changing_ids_in_the_data_does_not_change_the_match(renamed: Game, seats: int) -> None:
    """P1, 8.1: ids of colours, cities, goods and cards have no meaning of their own."""
    results = [play(one, seats) for one in (renamed, katharina(FACTS))]
    assert results[0] == results[1]


def play(rules: Game, seats: int) -> tuple[int, ...]:
    """Returns the points of a match in which every seat chooses the middle one of its listed options."""
    state = rules.opening(Options(), seats)
    for event in rules.deal(state, CHANCE):
        state = rules.evolve(state, event)
    while prompts := state.prompts:
        number = next(one.seat for one in prompts if state.sealed[one.seat] is None)
        listed = rules.options(state, number)
        for event in rules.decide(state, number, listed[len(listed) // 2], CHANCE):
            state = rules.evolve(state, event)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.points


def test_every_city_and_good_has_a_name_in_three_languages() -> None:
    """9: each has a display name in English, German and Dutch, apart from its id."""
    names = load_names(PRINTED, PRINTED)
    assert tuple(names) == LANGUAGES == ("en", "de", "nl")
    for language in LANGUAGES:
        named = {id for kind in names[language].values() for id in kind}
        assert {*FACTS.cities, *FACTS.goods} <= named


def test_a_data_set_may_contain_names_or_use_the_printed_ones(data: Data) -> None:
    """9: without names the printed ones are used; invalid names are refused with a reason."""
    assert load_names(data.directory, PRINTED) == load_names(PRINTED, PRINTED)
    shutil.copyfile(PRINTED / "names.toml", data.directory / "names.toml")
    data.change("names", "Riga", "Rīga", count=0)
    assert "Rīga" in str(load_names(data.directory, PRINTED))
    data.change("names", r"^(\[?)nl", r"\1fr", count=0)
    with pytest.raises(BadFacts, match="names"):
        load_names(data.directory, PRINTED)
