"""The points of each card in play, title by title, and the token holders that follow (B21 to B23, R79)."""

from __future__ import annotations

from chronik.domain.catan_cards.commands import Demolish
from chronik.domain.catan_cards.facts.load import Subtype
from chronik.domain.catan_cards.principality.totals import (
    commerce,
    knight_token,
    mill_token,
    points,
    strength,
    tournament,
)
from chronik.domain.catan_cards.state import Built, SeatState
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    FACTS,
    Moment,
    card,
    given,
    position,
    principality,
    with_feeling,
)

WORTH: dict[str, tuple[int, int, int, int]] = {
    **dict.fromkeys(
        ("abbey", "smithy", "brick_factory", "foundry", "grain_mill", "sawmill", "woolen_mill"), (0, 0, 0, 0)
    ),
    **dict.fromkeys(("common_land", "village_school", "chapel_st_agatha", "traveling_theater"), (0, 0, 0, 0)),
    **dict.fromkeys(("garrison", "harbor", "mint", "market_town"), (0, 1, 0, 0)),
    **dict.fromkeys(("fleet_brick", "fleet_gold", "fleet_grain", "fleet_lumber"), (0, 1, 0, 0)),
    **dict.fromkeys(("fleet_ore", "fleet_wool"), (0, 1, 0, 0)),
    **dict.fromkeys(("aqueduct", "bath_house", "church", "library", "town_hall"), (1, 0, 0, 0)),
    **dict.fromkeys(("patrons_house", "hospital", "statue"), (1, 0, 0, 0)),
    "colossus": (2, 0, 0, 0),
    "counting_house": (0, 3, 0, 0),
    "marketplace": (0, 2, 0, 0),
    "merchant_guild": (0, 4, 0, 0),
    "knight_conrad": (0, 0, 2, 1),
    "knight_falk": (0, 0, 1, 5),
    "knight_gotz": (0, 0, 5, 2),
    "knight_hagen": (0, 0, 1, 2),
    "knight_karl": (0, 0, 7, 1),
    "knight_otto": (0, 0, 3, 2),
    "knight_pippin": (0, 0, 1, 3),
    "knight_siegfried": (0, 0, 1, 1),
    "knight_walter": (0, 0, 3, 1),
    "knight_osmund": (0, 0, 2, 2),
    "lancers": (0, 0, 1, 0),
}
"""By title its victory, commerce, strength and tournament points; Osmund's owner has two stars (K23)."""

ATTACKS = ("arsonist", "black_knight", "brigands", "merchant", "spy", "courage", "guido", "joust")
PROTECTIONS = ("bishop", "herb_woman", "feeding_the_poor")
NEUTRALS = ("alchemist", "caravan", "scout", "growth")
ARTWORKS = ("artwork_sculpture", "artwork_epic", "artwork_relief", "artwork_fountain")


def position_with(*titles: str, city: bool = True) -> Moment:
    """Returns a position in which seat 0 has built these cards, road complements on its road."""
    built = [
        Built(card(title), 0) if FACTS.cards[title].kind.value == "road_complement" else Built(card(title), 1, ABOVE)
        for title in titles
    ]
    return given(position(with_feeling(principality(built=built, cities=(1,) if city else ()), stars=2)))


def points_of_cards(own: SeatState) -> tuple[int, int, int, int]:
    """Returns the points of all built cards."""
    printed = sum(FACTS.cards[one.card.rpartition("-")[0]].vp for one in own.built)
    return printed, commerce(FACTS, own), strength(FACTS, own), tournament(FACTS, own)


@for_each("title", WORTH)
def test_a_card_counts_while_it_is_in_play(title: str) -> None:
    """R79, B42, B23: its points and the tokens are lost with it."""
    moment = position_with(title)
    assert points_of_cards(moment.state.seats[0]) == WORTH[title]
    vp, trade, might, _ = WORTH[title]
    assert points(FACTS, moment.state) == (3 + vp + (trade > 0) + (might > 0), 2)
    without = moment.when(0, Demolish(card(title)))
    assert points_of_cards(without.state.seats[0]) == (0, 0, 0, 0)
    assert points(FACTS, without.state) == (3, 2)


def test_every_built_card_has_a_test_row() -> None:
    assert set(WORTH) == {title for title, printed in FACTS.cards.items() if printed.is_building or printed.is_unit}


def test_a_harbor_counts_fleets_and_a_smithy_counts_knights() -> None:
    """B59, R79: one more each; alone they add nothing."""
    assert points_of_cards(position_with("harbor", "fleet_ore", "fleet_gold").state.seats[0]) == (0, 5, 0, 0)
    assert points_of_cards(position_with("smithy", "knight_gotz", "knight_karl").state.seats[0]) == (0, 0, 14, 3)
    assert points_of_cards(position_with("smithy", "lancers").state.seats[0]) == (0, 0, 1, 0)


def test_each_token_needs_a_lead_and_the_mill_token_also_needs_a_city() -> None:
    """B21, B22, B23: the holder is not stored; in a tie the token is in the middle."""
    assert mill_token(FACTS, position_with("garrison").state) == 0
    assert mill_token(FACTS, position_with("garrison", city=False).state) is None
    for title in ("knight_otto", "marketplace"):
        other = principality(1, built=[Built(card("knight_walter"), 1, BELOW), Built(card("fleet_ore"), -1, BELOW)])
        state = position(principality(built=[Built(card(title), 1, ABOVE)], cities=(1,)), other)
        assert knight_token(FACTS, state) == (None if title == "knight_otto" else 1)
        assert mill_token(FACTS, state) == (0 if title == "marketplace" else None)


def test_the_subtype_of_each_action_card_matches_the_rule_book() -> None:
    """R19, K12 to K17, and B50 to B58."""
    sorts = {title: printed.subtype for title, printed in FACTS.cards.items() if printed.kind.value == "action"}
    expected = {
        **dict.fromkeys(ATTACKS, Subtype.ATTACK),
        **dict.fromkeys(PROTECTIONS, Subtype.PROTECTION),
        **dict.fromkeys((*NEUTRALS, *ARTWORKS), Subtype.NEUTRAL),
    }
    assert sorts == expected
