"""Who has won, and when that is looked at (B42, X10, R9, R80)."""

from __future__ import annotations

import pytest

from domain.catan_cards import game
from domain.catan_cards.commands import Gain
from domain.catan_cards.events import ActionsBegan, EventReturned, Finished, Produced
from domain.catan_cards.facts.rulesets import Ruleset
from domain.catan_cards.state import Built, Phase, SeatState
from domain.engine.game import Outcome
from domain.engine.match.commands import Resign
from domain.engine.match.match import outcome
from tests.support.catan_cards.rolling import BRIGANDS, PLENTY, TOURNAMENT_FACE, drawn, on, rolled, waiting
from tests.support.catan_cards.table import ABOVE, BASE, EXTENDED, FACTS, TOURNAMENT, card, wide, with_feeling
from tests.support.engine.sittings import Sitting

PRIDE = ("bath_house", "church", "library", "town_hall", "statue", "aqueduct")
"""One point each, two copies."""
NOBODY = wide(1, cities=())


def worth(points: int, number: int = 0, owner: int | None = None) -> SeatState:
    """A principality of four cities, eight points, and one building for each further point."""
    copy = 1 if owner is not None else number + 1
    return wide(number, built=[Built(card(name, copy, owner), -1, ABOVE) for name in PRIDE[: points - 8]])


@pytest.mark.parametrize(("options", "enough"), [(BASE, 12), (EXTENDED, 13)], ids=["base", "extended"])
def test_enough_points_end_the_match_after_production(options: Ruleset, enough: int) -> None:
    """B42, X10: twelve in the base game, thirteen in the others, the moment both dice are evaluated."""
    short = rolled(waiting(worth(enough - 1), NOBODY, options=options), TOURNAMENT_FACE, 2)
    short.the(ActionsBegan)
    moment = rolled(waiting(worth(enough), NOBODY, options=options), TOURNAMENT_FACE, 2)
    assert not moment.all(ActionsBegan)
    assert moment.the(Finished) == Finished((enough, 0), (1, 2))
    assert moment.all(Produced)
    assert moment.state.phase is Phase.OVER
    assert moment.state.outcome == Outcome((enough, 0), (1, 2))
    assert moment.state.prompts == ()


def test_a_tournament_game_needs_thirteen() -> None:
    """T11."""
    rolled(waiting(worth(12, owner=0), options=TOURNAMENT), TOURNAMENT_FACE).the(ActionsBegan)
    rolled(waiting(worth(13, owner=0), options=TOURNAMENT), TOURNAMENT_FACE).the(Finished)


def test_a_passive_player_with_enough_wins_at_the_check() -> None:
    """R9, X10: if the active one has fewer; places say who."""
    moment = rolled(waiting(worth(13), NOBODY, active=1, first=1), TOURNAMENT_FACE)
    assert moment.the(Finished) == Finished((13, 0), (1, 2))
    other = rolled(waiting(wide(0, cities=()), worth(13, 1)), TOURNAMENT_FACE)
    assert other.the(Finished) == Finished((0, 13), (2, 1))


@pytest.mark.parametrize("active", [0, 1])
def test_if_both_have_enough_the_active_one_wins(active: int) -> None:
    """X10: even with fewer points, for it is his turn."""
    moment = rolled(waiting(worth(14), worth(13, 1), active=active, first=active), TOURNAMENT_FACE)
    assert moment.the(Finished).places == ((1, 2) if active == 0 else (2, 1))


def test_in_the_base_game_only_the_active_player_wins() -> None:
    """R80: who reached twelve in the other's turn wins at the first check of his own."""
    seats = worth(12), NOBODY
    rolled(waiting(*seats, options=BASE, active=1, first=1), TOURNAMENT_FACE).the(ActionsBegan)
    rolled(waiting(*seats, options=BASE), TOURNAMENT_FACE).the(Finished)


def test_tokens_count() -> None:
    """B42, B21, B22: the knight or the mill token makes thirteen of twelve."""
    for name in ("knight_siegfried", "marketplace"):
        seat = wide(0, built=[*worth(12).built, *on(1, ABOVE, name)])
        moment = rolled(waiting(seat, NOBODY), BRIGANDS)
        assert moment.the(Finished).points == (13, 0)


def test_nobody_wins_inside_an_event() -> None:
    """R9: only when all is evaluated, whatever is asked before."""
    moment = rolled(waiting(worth(13), NOBODY), PLENTY)
    assert not moment.all(Finished)
    moment = moment.when(0, Gain("fields_1_a"))
    assert not moment.all(Finished)
    moment = moment.when(1, moment.default(1))
    moment.then(..., Produced(("fields_1_a", "goldfield_1_b", "forest_1")), ..., Finished((13, 0), (1, 2)))


def test_what_an_event_takes_is_not_counted_any_more() -> None:
    """R9, B43: a knight lost with the token costs the thirteenth point before anybody looks."""
    armed = wide(0, built=[*worth(12).built, *on(1, ABOVE, "knight_otto")])
    state = waiting(with_feeling(armed, 0, stars=0), with_feeling(NOBODY, 1, stars=0), top="civil_war")
    moment = drawn(state)
    moment.the(EventReturned)
    moment.the(ActionsBegan)


def test_who_resigns_leaves_the_match_to_the_other() -> None:
    """R74: at any time, here before anybody has chosen a layout."""
    sitting = Sitting(1, 2, game.game(FACTS))
    sitting.sit_down()
    sitting.do(Resign(), 1)
    assert outcome(sitting.rules, sitting.match) == Outcome((0, 0), (1, 2))
