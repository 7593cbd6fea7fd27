"""Victory, and the moments when it is checked (B42, X10, R9, R80)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards import game
from chronik.domain.catan_cards.commands import Gain
from chronik.domain.catan_cards.events import ActionsBegan, EventReturned, Finished, Produced
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.catan_cards.rules.victory import retire
from chronik.domain.catan_cards.state import Built, Phase, SeatState
from chronik.domain.engine.game import Outcome
from chronik.domain.engine.match.commands import Resign
from chronik.domain.engine.match.match import outcome
from tests.catan_cards.rolling import BRIGANDS, PLENTY, TOURNAMENT_FACE, before_roll, on, roll_dice, roll_event_card
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    EXTENDED,
    FACTS,
    TOURNAMENT,
    card,
    wide_principality,
    with_feeling,
)
from tests.support.engine.sittings import Sitting

PRIDE = ("bath_house", "church", "library", "town_hall", "statue", "aqueduct")
"""One point each, two copies."""
NOBODY = wide_principality(1, cities=())


def seat_worth(points: int, number: int = 0, owner: int | None = None) -> SeatState:
    """Returns a principality of four cities (eight points) and one building for each further point."""
    copy = 1 if owner is not None else number + 1
    return wide_principality(number, built=[Built(card(name, copy, owner), -1, ABOVE) for name in PRIDE[: points - 8]])


@pytest.mark.parametrize(("options", "enough"), [(BASE, 12), (EXTENDED, 13)], ids=["base", "extended"])
def test_enough_points_end_the_match_after_production(options: Ruleset, enough: int) -> None:
    """B42, X10: twelve in the base game, thirteen in the others, as soon as both dice are evaluated."""
    short = roll_dice(before_roll(seat_worth(enough - 1), NOBODY, options=options), TOURNAMENT_FACE, 2)
    short.the(ActionsBegan)
    moment = roll_dice(before_roll(seat_worth(enough), NOBODY, options=options), TOURNAMENT_FACE, 2)
    assert not moment.all(ActionsBegan)
    assert moment.the(Finished) == Finished((enough, 0), (1, 2))
    assert moment.all(Produced)
    assert moment.state.phase is Phase.OVER
    assert moment.state.outcome == Outcome((enough, 0), (1, 2))
    assert moment.state.prompts == ()


def test_a_tournament_game_is_won_with_thirteen_points() -> None:
    """T11."""
    roll_dice(before_roll(seat_worth(12, owner=0), options=TOURNAMENT), TOURNAMENT_FACE).the(ActionsBegan)
    roll_dice(before_roll(seat_worth(13, owner=0), options=TOURNAMENT), TOURNAMENT_FACE).the(Finished)


def test_a_player_who_is_not_on_turn_wins_with_enough_points_at_the_check() -> None:
    """R9, X10: the active player must have too few points; `places` name the winner."""
    moment = roll_dice(before_roll(seat_worth(13), NOBODY, active=1, first=1), TOURNAMENT_FACE)
    assert moment.the(Finished) == Finished((13, 0), (1, 2))
    other = roll_dice(before_roll(wide_principality(0, cities=()), seat_worth(13, 1)), TOURNAMENT_FACE)
    assert other.the(Finished) == Finished((0, 13), (2, 1))


@pytest.mark.parametrize("active", [0, 1])
def test_if_both_players_have_enough_points_the_active_one_wins(active: int) -> None:
    """X10: even with fewer points."""
    moment = roll_dice(before_roll(seat_worth(14), seat_worth(13, 1), active=active, first=active), TOURNAMENT_FACE)
    assert moment.the(Finished).places == ((1, 2) if active == 0 else (2, 1))


def test_in_the_base_game_only_the_active_player_wins() -> None:
    """R80: a player who reached twelve in the other turn wins at the first check of his next turn."""
    seats = seat_worth(12), NOBODY
    roll_dice(before_roll(*seats, options=BASE, active=1, first=1), TOURNAMENT_FACE).the(ActionsBegan)
    roll_dice(before_roll(*seats, options=BASE), TOURNAMENT_FACE).the(Finished)


def test_tokens_count_as_points() -> None:
    """B42, B21, B22: the knight or the mill token turns twelve into thirteen."""
    for name in ("knight_siegfried", "marketplace"):
        seat = wide_principality(0, built=[*seat_worth(12).built, *on(1, ABOVE, name)])
        moment = roll_dice(before_roll(seat, NOBODY), BRIGANDS)
        assert moment.the(Finished).points == (13, 0)


def test_no_player_wins_while_an_event_is_being_carried_out() -> None:
    """R9: only after everything is evaluated, whatever is asked before."""
    moment = roll_dice(before_roll(seat_worth(13), NOBODY), PLENTY)
    assert not moment.all(Finished)
    moment = moment.when(0, Gain("fields_1_a"))
    assert not moment.all(Finished)
    moment = moment.when(1, moment.default(1))
    moment.then(..., Produced(("fields_1_a", "goldfield_1_b", "forest_1")), ..., Finished((13, 0), (1, 2)))


def test_points_lost_in_an_event_do_not_count_for_victory() -> None:
    """R9, B43: a knight lost with the token costs the thirteenth point before the check."""
    armed = wide_principality(0, built=[*seat_worth(12).built, *on(1, ABOVE, "knight_otto")])
    state = before_roll(with_feeling(armed, 0, stars=0), with_feeling(NOBODY, 1, stars=0), top="civil_war")
    moment = roll_event_card(state)
    moment.the(EventReturned)
    moment.the(ActionsBegan)


def test_if_a_player_resigns_the_other_wins() -> None:
    """R74: at any time, here before the layouts are chosen."""
    sitting = Sitting(1, 2, game.game(FACTS))
    sitting.sit_down()
    sitting.do(Resign(), 1)
    assert outcome(sitting.rules, sitting.match) == Outcome((0, 0), (1, 2))


@pytest.mark.parametrize(("options", "enough"), [(BASE, 12), (EXTENDED, 13)], ids=["base", "extended"])
def test_a_seat_that_is_out_cannot_win(options: Ruleset, enough: int) -> None:
    """R100: neither in its turn nor at a check in the other turn."""
    state = retire(before_roll(seat_worth(enough), NOBODY, options=options), 0)
    roll_dice(state, TOURNAMENT_FACE, 2).the(ActionsBegan)
    passive = retire(before_roll(seat_worth(enough), NOBODY, options=options, active=1, first=1), 0)
    roll_dice(passive, TOURNAMENT_FACE).the(ActionsBegan)


def test_if_a_seat_is_out_the_other_wins() -> None:
    """R100, X10: an active seat that is out does not win before the other seat with enough points."""
    moment = roll_dice(retire(before_roll(seat_worth(14), seat_worth(13, 1)), 0), TOURNAMENT_FACE)
    assert moment.the(Finished).places == (2, 1)


def test_under_rules_1_a_seat_that_is_out_can_win() -> None:
    """R100: a match of rules version 1 continues under that version."""
    state = before_roll(seat_worth(12), NOBODY, options=BASE)
    assert game.game(FACTS, 1).retire(state, 0) == state
    assert game.game(FACTS).retire(state, 0) == retire(state, 0)


def test_points_of_a_seat_that_is_out_still_count_for_the_lock() -> None:
    """R100, R10: they belong to the sum of both players."""
    state = retire(before_roll(seat_worth(12), NOBODY), 0)
    assert (
        roll_dice(state, TOURNAMENT_FACE).state.unlocked
        == roll_dice(before_roll(seat_worth(12), NOBODY), TOURNAMENT_FACE).state.unlocked
    )
