"""Knights: recruiting, activating, promoting, moving, displacing, and chasing the robber (R11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX, CORNERS_OF_HEX
from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts, Kind
from chronik.domain.cities_knights.commands import (
    ActivateKnight,
    BuildRoad,
    BuildSettlement,
    ChaseRobber,
    ChooseVictim,
    EndTurn,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
    Retreat,
)
from chronik.domain.cities_knights.events import (
    ActionBegan,
    CardStolen,
    DiceRolled,
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    LongestRoadPassed,
    RoadBuilt,
    RobberMoved,
)
from chronik.domain.cities_knights.facts.rulesets import ChaseDestination, RobberStart, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, RetreatPrompt, VictimPrompt
from chronik.domain.cities_knights.rules.knights import displace_knight
from chronik.domain.cities_knights.state import OFF_BOARD, Continuation, Face, Knight, Phase, Question, SeatState
from tests.cities_knights.exactness import check_options_exact
from tests.support.cases import for_each
from tests.support.cities_knights.table import (
    BEGINNER,
    CHANCE,
    FACTS,
    GAME,
    Moment,
    at,
    cards,
    edge,
    given,
    knight,
    path,
    position,
)

RECRUIT = PROMOTE = cards(wool=1, ore=1)
GRAIN = cards(grain=1)
LINE = path(16, 26, 18, 28, 20, 30)
"""Five roads in a row, through the middle of the island."""
COMMANDS = (RecruitKnight, ActivateKnight, PromoteKnight, MoveKnight, ChaseRobber)


def lord(*knights: Knight, hand: Counts = NOTHING, **changes: Any) -> SeatState:
    """Returns a seat with a settlement at 16, five roads to 30, and knights."""
    return replace(SeatState(hand=hand, settlements=at(16), roads=LINE, knights=knights), **changes)


def other(*knights: Knight, **changes: Any) -> SeatState:
    """Returns an opponent with a city at 47 and roads from there to 18, and knights."""
    return replace(SeatState(cities=at(47), roads=path(47, 29, 37, 18), knights=knights), **changes)


def ready(corner: int, level: int = 1) -> Knight:
    return knight(corner, level, ready=True)


def moment_of(*seats: SeatState, **changes: Any) -> Moment:
    """Returns a moment in mid-game: the first seat has the longest road if it is long enough."""
    return given(position(*seats, **{"longest": 0 if seats[0].roads == LINE else None, "awake": True, **changes}))


# Recruiting


def test_a_basic_knight_is_recruited_next_to_a_road_of_its_owner() -> None:
    """R11.1: it is inactive, and the distance rule does not apply."""
    moment = moment_of(lord(hand=RECRUIT), other())
    assert [command.corner for command in moment.options(0, RecruitKnight)] == [18, 20, 26, 28, 30]
    moment = moment.when(0, RecruitKnight(26)).then(KnightRecruited(0, 26, RECRUIT))
    moment.then_seat(0, hand=NOTHING, knights=(Knight(26),))
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_a_recruit_needs_an_empty_corner_next_to_a_road_of_its_owner() -> None:
    """R11.1, R1.2."""
    moment = moment_of(lord(knight(26), hand=RECRUIT), other(knight(18)), longest=None)
    for corner in (16, 26, 18, 24, 47):
        moment.when(0, RecruitKnight(corner)).then_rejected("corner")


def test_a_seat_can_recruit_only_basic_knights_and_at_most_two() -> None:
    """R11.1, R2.1, R2.5: strong and mighty knights are counted separately."""
    moment = moment_of(lord(knight(18, 2), knight(20, 3), knight(26), hand=RECRUIT), other())
    moment.when(0, RecruitKnight(28)).then(KnightRecruited(0, 28, RECRUIT))
    full = moment_of(lord(knight(18), knight(20), hand=RECRUIT), other())
    full.when(0, RecruitKnight(26)).then_rejected("piece-supply")
    assert not full.options(0, RecruitKnight)


@for_each("hand", [cards(wool=1), cards(ore=1), cards(wool=2), NOTHING])
def test_recruiting_and_promoting_cost_wool_and_ore(hand: Counts) -> None:
    """R10.1."""
    moment = moment_of(lord(knight(18), hand=hand), other())
    moment.when(0, RecruitKnight(26)).then_rejected("cards")
    moment.when(0, PromoteKnight(18)).then_rejected("cards")
    assert not moment.options(0, RecruitKnight)
    assert not moment.options(0, PromoteKnight)


# Activating


@pytest.mark.parametrize("level", [1, 2, 3])
def test_any_knight_is_activated_for_a_grain(level: int) -> None:
    """R11.2, R1.7, C-11: it is not ready this turn."""
    moment = moment_of(lord(knight(18, level), hand=GRAIN), other()).when(0, ActivateKnight(18))
    moment.then(KnightActivated(0, 18, GRAIN)).then_seat(0, hand=NOTHING, knights=(Knight(18, level, active=True),))
    moment.when(0, MoveKnight(18, 26)).then_rejected("not-ready")
    assert not moment.options(0, MoveKnight)


def test_an_active_knight_or_an_opponents_knight_cannot_be_activated() -> None:
    """R11.2: activating fails for an active knight, without a grain, and for another seat's knight."""
    moment = moment_of(lord(knight(18, active=True), hand=GRAIN), other(knight(29)))
    for corner in (18, 29, 20):
        moment.when(0, ActivateKnight(corner)).then_rejected("knight")
    moment_of(lord(knight(18)), other()).when(0, ActivateKnight(18)).then_rejected("cards")


def test_a_recruit_can_be_activated_and_promoted_in_the_same_turn() -> None:
    """R11.2, R11.3."""
    moment = moment_of(lord(hand=cards(wool=2, ore=2, grain=1)), other())
    moment = moment.when(0, RecruitKnight(18)).when(0, ActivateKnight(18)).when(0, PromoteKnight(18))
    moment.then(KnightPromoted(0, 18, PROMOTE)).then_seat(0, knights=(Knight(18, 2, active=True, promoted=True),))


def test_a_knight_that_is_activated_becomes_ready_in_the_next_action_phase() -> None:
    """R1.7: it becomes ready when its owner's next roll is resolved."""
    moment = moment_of(lord(knight(18, active=True), knight(20)), other(), phase=Phase.PRE_ROLL)
    moment.after(DiceRolled(1, 2, Face.TRADE), ActionBegan()).then_seat(0, knights=(ready(18), Knight(20)))


# Promoting


def test_a_knight_can_be_promoted_only_once_in_a_turn() -> None:
    """R11.3, C-12: each of several knights once; in the next turn again."""
    hand = cards(wool=4, ore=4)
    moment = moment_of(lord(knight(18), knight(20), hand=hand, levels=(0, 3, 0)), other())
    moment = moment.when(0, PromoteKnight(18)).then(KnightPromoted(0, 18, PROMOTE))
    moment.when(0, PromoteKnight(18)).then_rejected("knight")
    assert moment.options(0, PromoteKnight) == [PromoteKnight(20)]
    moment = moment.when(0, PromoteKnight(20)).then(KnightPromoted(0, 20, PROMOTE))
    assert not moment.options(0, PromoteKnight)
    moment = moment.when(0, EndTurn())
    assert not any(one.promoted for one in moment.state.seats[0].knights)


def test_a_promotion_needs_a_free_piece_of_the_next_level() -> None:
    """R11.3, R2.5: the old piece is in supply again."""
    strong = (knight(18, 2), knight(20, 2))
    moment = moment_of(lord(*strong, knight(26), hand=PROMOTE), other())
    moment.when(0, PromoteKnight(26)).then_rejected("piece-supply")
    assert not moment.options(0, PromoteKnight)
    levels = (0, 3, 0)
    moment = moment_of(lord(*strong, knight(26), knight(28), hand=cards(wool=3, ore=3), levels=levels), other())
    moment = moment.when(0, PromoteKnight(18)).when(0, PromoteKnight(26))
    assert [one.level for one in moment.state.seats[0].knights] == [3, 2, 2, 1]
    moment.when(0, RecruitKnight(30)).then(KnightRecruited(0, 30, RECRUIT))


@pytest.mark.parametrize(("politics", "cities"), [(2, 0), (3, 0), (5, at(0))])
def test_mighty_knights_need_the_third_level_of_politics(politics: int, cities: int) -> None:
    """R11.3, R12.3, C-24: the level counts even without a city."""
    moment = moment_of(lord(knight(18, 2), hand=PROMOTE, levels=(5, politics, 5), cities=cities), other())
    if politics < 3:
        moment.when(0, PromoteKnight(18)).then_rejected("fortress")
        assert not moment.options(0, PromoteKnight)
    else:
        moment.when(0, PromoteKnight(18)).then(KnightPromoted(0, 18, PROMOTE))


def test_a_seat_has_at_most_two_mighty_knights_and_mighty_is_the_highest_level() -> None:
    """R2.1, R1.6."""
    mighty = (knight(26, 3), knight(28, 3))
    moment = moment_of(lord(knight(18, 2), *mighty, hand=PROMOTE, levels=(0, 3, 0)), other())
    moment.when(0, PromoteKnight(18)).then_rejected("piece-supply")
    moment.when(0, PromoteKnight(26)).then_rejected("knight")
    moment.when(0, PromoteKnight(29)).then_rejected("knight")


@pytest.mark.parametrize("before", [Knight(18), knight(18, active=True), ready(18)])
def test_a_promoted_knight_stays_active_and_ready_as_before(before: Knight) -> None:
    """R11.3, R1.7."""
    moment = moment_of(lord(before, hand=PROMOTE), other()).when(0, PromoteKnight(18))
    moment.then_seat(0, knights=(replace(before, level=2, promoted=True),))


# Moving


def test_a_ready_knight_moves_any_distance_along_its_owners_roads() -> None:
    """R11.5: to an empty corner other than its own; then it is inactive."""
    moment = moment_of(lord(ready(26), knight(28)), other())
    assert [command.corner for command in moment.options(0, MoveKnight)] == [18, 20, 30]
    for corner in (26, 28, 16, 24, 35):
        moment.when(0, MoveKnight(26, corner)).then_rejected("corner")
    moment = moment.when(0, MoveKnight(26, 30)).then(KnightMoved(0, 26, 30))
    moment.then_seat(0, knights=(Knight(28), Knight(30)))


def test_a_knight_can_act_only_once_in_a_turn() -> None:
    """R11.4, C-11: it may be activated again, but not act."""
    moment = moment_of(lord(ready(26), hand=GRAIN), other()).when(0, MoveKnight(26, 30))
    moment.when(0, MoveKnight(30, 26)).then_rejected("not-ready")
    moment = moment.when(0, ActivateKnight(30))
    moment.when(0, MoveKnight(30, 26)).then_rejected("not-ready")
    moment.then_seat(0, knights=(Knight(30, active=True),))


@pytest.mark.parametrize("one", [Knight(26), knight(26, active=True)])
def test_only_ready_knights_can_act(one: Knight) -> None:
    """R11.4, R1.7, C-17."""
    moment = moment_of(lord(one), other(), robber=4)
    moment.when(0, MoveKnight(26, 30)).then_rejected("not-ready")
    moment.when(0, ChaseRobber(26, 0)).then_rejected("not-ready")
    assert not moment.options(0, MoveKnight)
    assert not moment.options(0, ChaseRobber)


def test_a_seat_cannot_move_an_opponents_knight() -> None:
    """R11.4."""
    moment = moment_of(lord(ready(26)), other(ready(29)))
    moment.when(0, MoveKnight(29, 37)).then_rejected("knight")
    moment.when(1, MoveKnight(29, 37)).then_rejected("not-asked")


@for_each("blocker", [other(knight(18, 3)), other(cities=at(18)), other(settlements=at(18)), other(sideways=at(18))])
def test_a_knight_cannot_move_past_an_opponents_piece(blocker: SeatState) -> None:
    """R11.5, R1.8, R11.9, C-13: an inactive knight blocks as well."""
    moment = moment_of(lord(ready(26)), replace(blocker, cities=blocker.cities & ~at(47)), longest=None)
    assert not moment.options(0, MoveKnight)
    for corner in (18, 28, 20, 30):
        moment.when(0, MoveKnight(26, corner)).then_rejected("corner")


def test_a_knight_can_move_along_a_road_built_this_turn() -> None:
    """R11.5."""
    moment = moment_of(lord(ready(26), hand=cards(brick=1, lumber=1)), other())
    moment.when(0, MoveKnight(26, 21)).then_rejected("corner")
    moment = moment.when(0, BuildRoad(edge(30, 21)))
    moment.when(0, MoveKnight(26, 21)).then(KnightMoved(0, 26, 21))


# Displacing


@for_each(
    ("attacker", "defender", "succeeds"),
    [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True), (3, 1, True), (3, 3, False), (1, 2, False)],
)
def test_a_knight_displaces_only_weaker_knights(attacker: int, defender: int, succeeds: bool) -> None:
    """R11.6: the weaker knight may be active or not."""
    for active in (False, True):
        moment = moment_of(lord(ready(26, attacker)), other(knight(18, defender, active)), longest=None)
        assert (MoveKnight(26, 18) in moment.options(0)) is succeeds
        after = moment.when(0, MoveKnight(26, 18))
        if succeeds:
            after.then(KnightDisplaced(1, 18, by=0), KnightMoved(0, 26, 18), ...)
        else:
            after.then_rejected("corner")


def test_a_knight_cannot_displace_a_knight_of_the_same_seat() -> None:
    """R11.6."""
    moment = moment_of(lord(ready(26, 3), knight(18)), other())
    moment.when(0, MoveKnight(26, 18)).then_rejected("corner")


def test_a_displacing_knight_moves_along_its_owners_roads() -> None:
    """R11.6, C-15: along the attacker's roads, and not past other pieces."""
    moment = moment_of(lord(ready(26, 2)), other(knight(29)))
    moment.when(0, MoveKnight(26, 29)).then_rejected("corner")
    two = moment_of(lord(ready(26, 2)), other(knight(18), knight(20)), longest=None)
    two.when(0, MoveKnight(26, 20)).then_rejected("corner")


def test_the_owner_chooses_the_retreat_of_a_displaced_knight() -> None:
    """R11.7, C-14 to C-16: along its owner's roads, not past other pieces; level and active state stay."""
    moment = moment_of(lord(ready(26, 3)), other(knight(18, 2, active=True)), longest=None)
    moment = moment.when(0, MoveKnight(26, 18)).then(KnightDisplaced(1, 18, by=0), KnightMoved(0, 26, 18), ...)
    moment.then_asked(RetreatPrompt(1, 18, 2, active=True)).then_seat(1, knights=())
    assert moment.options(1) == [Retreat(29), Retreat(37)]
    assert GAME.default(moment.state, 1) == Retreat(29)
    check_options_exact(moment, 1, Retreat)
    moment.when(0, EndTurn()).then_rejected("not-asked")
    for corner in (18, 26, 47, 28):
        moment.when(1, Retreat(corner)).then_rejected("corner")
    moment = moment.when(1, Retreat(37)).then(KnightRetreated(1, 37, 2, active=True), LongestRoadPassed(0, 5))
    moment.then_seat(1, knights=(Knight(37, 2, active=True),)).then_seat(0, knights=(Knight(18, 3),))
    moment.then_asked(ActionPrompt(0))


def test_a_displaced_knight_with_one_retreat_moves_at_once() -> None:
    """R11.7: it moves without a question if only one corner is possible."""
    moment = moment_of(lord(ready(26, 2)), other(knight(18), roads=path(18, 37)), longest=None)
    moment.when(0, MoveKnight(26, 18)).then(
        KnightDisplaced(1, 18, by=0), KnightMoved(0, 26, 18), KnightRetreated(1, 37, 1), LongestRoadPassed(0, 5)
    )


def test_a_displaced_knight_without_a_retreat_is_lost() -> None:
    """R11.7, C-14: no empty corner, or no road of its owner at all; its piece is in supply again."""
    full = other(knight(18), knight(29, 2), knight(37, 2))
    for victim in (full, other(knight(18), roads=0), other(knight(18), cities=at(37), roads=path(37, 18))):
        moment = moment_of(lord(ready(26, 2)), victim, longest=None).when(0, MoveKnight(26, 18))
        moment.then(KnightDisplaced(1, 18, by=0, lost=True), KnightMoved(0, 26, 18), LongestRoadPassed(0, 5))
        assert all(one.corner != 18 for one in moment.state.seats[1].knights)
        moment.then_asked(ActionPrompt(0))


def test_a_retreating_knight_can_leave_its_corner_but_not_pass_opponents() -> None:
    """R11.7: neither past a third seat's piece nor past the attacker, which is now on the start corner."""
    third = SeatState(settlements=at(29))
    moment = moment_of(lord(ready(26, 2)), other(knight(18)), third, longest=None)
    moment.when(0, MoveKnight(26, 18)).then(..., KnightRetreated(1, 37, 1), ...)
    both_sides = other(knight(18), roads=path(47, 29, 37, 18, 26, 8))
    moment = moment_of(lord(ready(28, 2)), both_sides, longest=None).when(0, MoveKnight(28, 18))
    assert moment.options(1) == [Retreat(corner) for corner in (8, 26, 29, 37)]


def test_a_displaced_knight_can_retreat_to_the_attackers_former_corner() -> None:
    """R11.7, C-52: and beyond it, if the owner's roads lead there."""
    victim = other(knight(18), roads=path(18, 28, 10), cities=at(0))
    attacker = lord(ready(28, 2), roads=path(28, 20, 39, 29, 37, 18))
    moment = moment_of(attacker, victim, longest=0).when(0, MoveKnight(28, 18))
    moment.then(KnightDisplaced(1, 18, by=0), KnightMoved(0, 28, 18), ...)
    assert moment.options(1) == [Retreat(10), Retreat(28)]
    only = replace(victim, roads=path(18, 28))
    moment_of(attacker, only, longest=0).when(0, MoveKnight(28, 18)).then(
        KnightDisplaced(1, 18, by=0), KnightMoved(0, 28, 18), KnightRetreated(1, 28, 1)
    )


def test_a_retreating_knight_never_displaces_another() -> None:
    """R11.7: not even the weakest knight."""
    third = SeatState(knights=(knight(29),))
    moment = moment_of(lord(ready(26, 3)), other(knight(18, 2)), third, longest=None)
    moment.when(0, MoveKnight(26, 18)).then(..., KnightRetreated(1, 37, 2), ...)


def test_the_corner_stays_empty_if_intrigue_displaces_a_knight() -> None:
    """C-59: displaced by Intrigue, the knight must move to another corner; no piece blocks its start."""
    batch = Batch(FACTS, position(lord(), other(knight(18)), awake=True), CHANCE)
    displace_knight(batch, 0, 18)
    assert batch.events[0] == KnightDisplaced(1, 18, by=0)
    assert batch.state.prompts == (RetreatPrompt(1, 18, 1, active=False),)
    moment = Moment(batch.state)
    assert moment.options(1) == [Retreat(29), Retreat(37)]
    moment.when(1, Retreat(18)).then_rejected("corner")
    alone = Batch(FACTS, position(lord(), other(knight(18), roads=0), awake=True), CHANCE)
    displace_knight(alone, 0, 18)
    assert alone.events == [KnightDisplaced(1, 18, by=0, lost=True), LongestRoadPassed(0, 5)]


# Blocking


def test_active_and_inactive_knights_block_roads_and_settlements() -> None:
    """R11.9: inactive knights block as well."""
    hand, road = cards(brick=2, lumber=2, wool=1, grain=1), cards(brick=1, lumber=1)
    moment = moment_of(lord(hand=hand), other(knight(30)))
    moment.when(0, BuildSettlement(30)).then_rejected("corner")
    moment.when(0, BuildRoad(edge(30, 21))).then_rejected("edge")
    moment = moment_of(lord(hand=hand), other())
    moment.when(0, BuildRoad(edge(30, 21))).then(RoadBuilt(0, edge(30, 21), road))


def test_a_knight_cannot_be_removed_or_deactivated_voluntarily() -> None:
    """R11.10: no command removes one's knight, and only acting makes it inactive."""
    hand = cards(brick=2, lumber=2, wool=2, grain=2, ore=3)
    moment = moment_of(lord(ready(26, 2), ready(18), knight(28, active=True), hand=hand), other())
    for command in moment.options(0):
        after = moment.when(0, command).state.seats[0].knights
        assert len(after) >= 3
        acted = isinstance(command, MoveKnight | ChaseRobber)
        assert sum(one.active for one in after) == 3 - acted


# Chasing the robber


def test_a_ready_knight_next_to_the_robber_can_chase_it() -> None:
    """R11.8: a knight of any strength; it has then acted, and without a victim nothing else happens."""
    for level in (1, 2, 3):
        moment = moment_of(lord(ready(18, level)), other(), robber=9).when(0, ChaseRobber(18, 0))
        moment.then(RobberMoved(0, 0, knight=18)).then_seat(0, knights=(Knight(18, level),))
        assert moment.state.robber == 0
        moment.when(0, MoveKnight(18, 26)).then_rejected("not-ready")


def test_a_knight_away_from_the_robber_cannot_chase_it() -> None:
    """R11.8, C-73: and a robber off the board cannot be chased."""
    for robber in (11, 0, OFF_BOARD):
        moment = moment_of(lord(ready(28)), other(), robber=robber)
        assert not AROUND_HEX[11] >> 28 & 1
        moment.when(0, ChaseRobber(28, 5)).then_rejected("knight")
        assert not moment.options(0, ChaseRobber)
    beside_last = replace(SeatState(), roads=path(48, 53), knights=(ready(53),))
    options = replace(BEGINNER, robber_start=RobberStart.OFF_BOARD)
    moment = given(position(beside_last, other(), awake=True, options=options))
    assert moment.state.robber == OFF_BOARD
    moment.when(0, ChaseRobber(53, 0)).then_rejected("knight")


def test_a_sleeping_robber_cannot_be_chased() -> None:
    """R8.5."""
    moment = moment_of(lord(ready(18)), other(), awake=False)
    moment.when(0, ChaseRobber(18, 0)).then_rejected("robber-asleep", "R8.5")
    assert not moment.options(0, ChaseRobber)


def test_a_chased_robber_must_move_to_another_hex() -> None:
    """R11.8, R8.2."""
    moment = moment_of(lord(ready(18)), other())
    moment.when(0, ChaseRobber(18, 9)).then_rejected("hex")


@pytest.mark.parametrize("destination", list(ChaseDestination))
def test_an_option_decides_whether_the_robber_can_be_chased_to_the_desert(destination: ChaseDestination) -> None:
    """C-18, chase_destination: any other hex is allowed, or only hexes with a number.

    chase_destination=any_other_land_hex, chase_destination=numbered_hex_only.
    """
    options = replace(BEGINNER, chase_destination=destination)
    moment = moment_of(lord(ready(18)), other(), robber=10, options=options)
    anywhere = destination is ChaseDestination.ANY_OTHER_LAND_HEX
    assert len(moment.options(0, ChaseRobber)) == 17 + anywhere
    check_options_exact(moment, 0, ChaseRobber)
    after = moment.when(0, ChaseRobber(18, 9))
    if anywhere:
        after.then(RobberMoved(0, 9, knight=18))
    else:
        after.then_rejected("hex")


def test_a_friendly_robber_avoids_hexes_of_seats_with_few_points() -> None:
    """C-68: a chased robber cannot go to a hex of an opponent with three points or fewer. friendly_robber=true."""
    options = replace(BEGINNER, friendly_robber=True)
    moment = moment_of(lord(ready(18)), other(), options=options)
    moment.when(0, ChaseRobber(18, 14)).then_rejected("hex")
    rich = moment_of(lord(ready(18)), other(cities=at(47, 0)), options=options)
    rich.when(0, ChaseRobber(18, 14)).then(RobberMoved(0, 14, knight=18))
    check_options_exact(moment, 0, ChaseRobber)


def test_the_chasing_seat_steals_from_the_only_victim() -> None:
    """R11.8, R8.3: no cards are discarded."""
    moment = moment_of(lord(ready(18)), other(hand=cards(ore=20 - 1))).when(0, ChaseRobber(18, 14))
    moment.then(RobberMoved(0, 14, knight=18), ...)
    stolen = moment.the(CardStolen)
    assert (stolen.seat, stolen.victim, stolen.kind, stolen.among) == (0, 1, Kind.ORE, 19)
    moment.then_seat(0, hand=cards(ore=1)).then_asked(ActionPrompt(0))


def test_the_chasing_seat_chooses_among_several_victims() -> None:
    """R11.8, R8.3: victims have a building there and a card; then the turn continues."""
    third = SeatState(hand=cards(wool=1), settlements=at(45))
    moment = moment_of(lord(ready(18)), other(hand=cards(ore=1)), third).when(0, ChaseRobber(18, 14))
    moment.then(RobberMoved(0, 14, knight=18), ...).then_asked(VictimPrompt(0, (1, 2)))
    moment = moment.when(0, ChooseVictim(2)).then(CardStolen(0, 2, 0, 1, Kind.WOOL))
    moment.then_asked(ActionPrompt(0))
    assert not moment.options(0, ChaseRobber)


# Offered and accepted


@for_each("options", [BEGINNER, replace(BEGINNER, friendly_robber=True)])
@for_each(
    "seat",
    [
        lord(ready(26, 2), ready(28), knight(20), hand=cards(wool=2, ore=2, grain=1)),
        lord(ready(26, 3), knight(28, 2, active=True), hand=cards(wool=2, ore=2, grain=1), levels=(0, 3, 0)),
        lord(ready(37, 2), knight(28, 2, promoted=True), roads=LINE | path(18, 37, 29, 47), hand=cards(wool=1, ore=1)),
        lord(),
    ],
)
def test_the_listed_knight_commands_are_exactly_the_accepted_ones(seat: SeatState, options: Ruleset) -> None:
    """R11, 1.19: options and accepted commands are equal for every corner and hex."""
    theirs = other(knight(18), knight(30, 2), roads=path(47, 38, 45), hand=cards(ore=1))
    moment = moment_of(seat, theirs, robber=5, options=options, longest=None)
    check_options_exact(moment, 0, *COMMANDS)


def test_a_knight_at_any_corner_of_the_robbers_hex_can_chase_it() -> None:
    """R11.8: this is tried at each of the six corners."""
    for corner in CORNERS_OF_HEX[9]:
        ring = path(16, 26, 18, 37, 27, 35, 16)
        seat = SeatState(roads=ring, knights=(ready(corner),))
        moment = moment_of(seat, other(roads=0), longest=0)
        assert len(moment.options(0, ChaseRobber)) == 18


def test_an_interrupted_question_waits_while_a_knight_retreats() -> None:
    """C-70: an Intrigue played instead of a discard; the waiting step continues after the retreat."""
    waiting = Question((), Continuation.ROADS)
    state = position(lord(), other(knight(18)), awake=True, stack=(waiting,))
    batch = Batch(FACTS, state, CHANCE)
    displace_knight(batch, 0, 18)
    assert batch.state.stack[0] == waiting
    moment = Moment(batch.state).when(1, Retreat(37))
    moment.then(KnightRetreated(1, 37, 1), ...)
    assert moment.state.stack == ()
