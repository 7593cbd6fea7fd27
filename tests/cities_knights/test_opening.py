"""The start of a match by its options, and rulings that need no code."""

from __future__ import annotations

import pytest
from msgspec import Raw
from msgspec.structs import fields, replace

from chronik.domain.cities_knights.cards.kinds import COMMODITIES, KINDS, NOTHING, RESOURCES, Cards
from chronik.domain.cities_knights.commands import TRACK, Roll, Track
from chronik.domain.cities_knights.events import ActionBegan
from chronik.domain.cities_knights.facts.load import PRINTED
from chronik.domain.cities_knights.facts.rulesets import BoardLayout, HarborLayout, PublicCounts, Ruleset, TwoPlayerMode
from chronik.domain.cities_knights.island.layout import deal_island
from chronik.domain.cities_knights.refusals import REFUSALS
from chronik.domain.cities_knights.rules.robber import robber_victims
from chronik.domain.cities_knights.state import OFF_BOARD, Phase, SeatState
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.names import load_names
from chronik.domain.engine.seats import Seat, SeatHolder
from chronik.domain.log.canonical import encode
from chronik.projections.cities_knights.view import view
from tests.cities_knights.loaded import load_dice
from tests.every_game.playout import Table
from tests.support.cases import for_each
from tests.support.cities_knights.table import (
    BEGINNER,
    CHANCE,
    FACTS,
    GAME,
    at,
    card,
    cards,
    deal_match,
    given,
    position,
)


@for_each("layout", BoardLayout)
def test_the_board_has_the_layout_that_its_option_names(layout: BoardLayout) -> None:
    """R3.3, C-56, board_layout=official_spiral, board_layout=random_tokens, board_layout=beginner_base,
    board_layout=beginner_ck.
    """
    state = deal_match(3, Ruleset(board_layout=layout)).state
    expected = deal_island(FACTS, layout.value, "shuffled", CHANCE)
    assert (state.terrain, state.tokens, state.harbors) == (expected.terrain, expected.tokens, expected.harbors)
    assert (state.terrain == FACTS.islands["beginner_base"].terrain) is (layout is BoardLayout.BEGINNER_BASE)


@pytest.mark.parametrize("harbors", HarborLayout)
def test_the_harbors_have_the_layout_that_their_option_names(harbors: HarborLayout) -> None:
    """R3.4, harbor_layout=shuffled, harbor_layout=frame."""
    state = deal_match(3, Ruleset(harbor_layout=harbors)).state
    assert (state.harbors == FACTS.harbor_frame) is (harbors is HarborLayout.FRAME)
    assert sorted(state.harbors) == sorted(FACTS.harbor_frame)


def test_the_robber_starts_asleep_on_the_desert() -> None:
    """R3.5, C-44, robber_start=desert."""
    state = deal_match(3, Ruleset()).state
    assert state.robber != OFF_BOARD
    assert state.terrain[state.robber] == "desert"
    assert not state.awake


def test_metropolises_merchant_and_defender_cards_start_off_the_board() -> None:
    """R2.4, R4.5: no metropolis, no merchant, no Defender; the ship at its first step, all tracks at 0."""
    state = deal_match(4, Ruleset()).state
    assert state.metropolises == (None, None, None)
    assert (state.merchant, state.longest, state.ship, state.attacks, state.defenders) == (None, None, 0, 0, 0)
    assert all(seat == SeatState() for seat in state.seats)


def test_only_resources_and_commodities_are_hand_cards() -> None:
    """R1.3, R13.7: progress cards are not part of it, so trades, offers and discards cannot name one."""
    assert [field.name for field in fields(Cards)] == [kind.value for kind in KINDS]
    assert (len(RESOURCES), len(COMMODITIES)) == (5, 3)


PROGRESS = (card("spy"), card("crane"), card("merchant"), card("wedding"))


def test_progress_cards_do_not_count_towards_the_hand_limit_on_a_seven() -> None:
    """R13.7, R1.3: a seat with seven cards and four progress cards is within the limit."""
    seat = SeatState(hand=cards(brick=7), progress=PROGRESS)
    state = position(seat, SeatState(), phase=Phase.PRE_ROLL)
    moment = given(state).when(0, Roll(), load_dice((3, 4), event="ship"))
    moment.then(..., ActionBegan()).then_seat(0, hand=cards(brick=7), progress=PROGRESS)


def test_progress_cards_cannot_be_stolen() -> None:
    """R13.7: a seat that holds nothing but progress cards is not robbed."""
    bare, rich = SeatState(settlements=at(18), progress=PROGRESS), SeatState(settlements=at(28), hand=cards(ore=1))
    state = position(SeatState(), bare, rich, robber=5)
    assert robber_victims(state, 0) == (2,)


# Two seats


def open_match(seats: int, mode: TwoPlayerMode) -> Table:
    """A match opened through the engine."""
    table = Table(GAME, "00" * 16, b"\x01" * 32)
    chairs = tuple(SeatHolder(bot="random") for _ in range(seats))
    table.do(OpenMatch(chairs, Raw(encode(Ruleset(two_player_mode=mode)))))
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_neutral_colors_are_refused_with_a_reason(seats: int) -> None:
    """R18.2, C-76, two_player_mode=neutral_colors: the option is refused for any number of seats."""
    with pytest.raises(Rejected) as refused:
        open_match(seats, TwoPlayerMode.NEUTRAL_COLORS)
    assert refused.value.code == "neutral-colors"
    assert REFUSALS["neutral-colors"].rule == "C-76"
    assert REFUSALS["neutral-colors"].sentence


def test_two_seats_play_by_the_normal_rules() -> None:
    """R18.1, C-50, two_player_mode=plain: two settlements, two cities, one roll a turn, and no neutral pieces."""
    table = open_match(2, TwoPlayerMode.PLAIN)
    while (state := table.match.state) is not None and state.phase is not Phase.ACTION:
        (prompt, *_) = state.prompts
        table.do(GAME.default(state, prompt.seat), prompt.seat)
    assert state is not None
    assert (len(state.seats), state.turn, state.rolls) == (2, 1, 1)
    assert all((seat.settlements.bit_count(), seat.cities.bit_count()) == (1, 1) for seat in state.seats)


# Public information


def test_an_option_decides_which_hand_counts_are_public() -> None:
    """1.19, public_counts=total, public_counts=split: one number for each hand, or resources and commodities."""
    for counts, expected in ((PublicCounts.TOTAL, {}), (PublicCounts.SPLIT, {"resources": 2, "commodities": 1})):
        options = replace(BEGINNER, public_counts=counts)
        state = position(SeatState(), SeatState(hand=cards(wool=2, coin=1)), options=options)
        seat = view(FACTS, state, Seat(0)).seats[1]
        told = {name: getattr(seat, name) for name in ("resources", "commodities", "hand")}
        assert seat.cards == 3
        assert {name: value for name, value in told.items() if isinstance(value, int | dict)} == expected


# Rulings without a rule


def test_track_facts_contain_no_building_names() -> None:
    """C-45: names are cosmetic; the facts of a track, which the rules read, contain none."""
    assert all(of_language["level"]["trade.3"] for of_language in load_names(PRINTED, PRINTED).values())
    assert [field.name for field in fields(type(FACTS.tracks[0]))] == ["id", "commodity", "level_cost"]


def test_the_politics_deck_has_three_spies() -> None:
    """C-51: with fewer, the politics deck would have seventeen cards."""
    assert len(FACTS.progress["spy"].instances) == 3
    assert len(FACTS.decks[TRACK[Track.POLITICS]]) == 18


def test_a_match_can_be_continued_with_default_answers() -> None:
    """C-66: the rules have no leaving and no last turn; default answers for a seat that does not answer are legal."""
    moment = deal_match(3)
    while moment.state.turn < 60:
        (prompt, *_) = moment.state.prompts
        moment = moment.when(prompt.seat, GAME.default(moment.state, prompt.seat))
    assert moment.state.outcome is None
    assert all(seat.hand != NOTHING for seat in moment.state.seats)
