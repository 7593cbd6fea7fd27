"""The politics cards (R14), each with its options and the knowledge of the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import Cards, Kind
from chronik.domain.cities_knights.commands import (
    Command,
    Discard,
    DiscardProgress,
    GiveCards,
    PlaceDeserter,
    PlayBishop,
    PlayDeserter,
    PlayDiplomat,
    PlayIntrigue,
    PlaySaboteur,
    PlaySpy,
    PlayWarlord,
    PlayWedding,
    PromoteKnight,
    Retreat,
    SpendCard,
    SurrenderKnight,
    TakeCards,
    TakeProgress,
    Track,
)
from chronik.domain.cities_knights.events import (
    CardPlayed,
    CardsDiscarded,
    CardsGiven,
    CardsTaken,
    CardStolen,
    DeserterPlaced,
    KnightDisplaced,
    KnightRetreated,
    KnightsRoused,
    KnightSurrendered,
    LongestRoadPassed,
    ProgressDiscarded,
    ProgressTaken,
    QuestionsAsked,
    RoadRemoved,
    RobberMoved,
)
from chronik.domain.cities_knights.facts.rulesets import (
    ChaseDestination,
    DeadProgressCard,
    DeserterKnightMayAct,
    DeserterReplacement,
    DiplomatOpenRoad,
    ProgressOverflow,
    Ruleset,
    SaboteurScope,
    WeddingChooser,
)
from chronik.domain.cities_knights.prompts import (
    ActionPrompt,
    Cause,
    DeserterPrompt,
    DiscardPrompt,
    GivePrompt,
    OverflowPrompt,
    RetreatPrompt,
    SpyPrompt,
    SurrenderPrompt,
    TakePrompt,
)
from chronik.domain.cities_knights.state import Knight, SeatState
from chronik.domain.engine.seats import Seat, Spectator
from chronik.projections.cities_knights.view import view
from tests.support.cases import for_each
from tests.support.cities_knights.table import (
    BEGINNER,
    FACTS,
    GAME,
    Moment,
    at,
    card,
    cards,
    edge,
    given,
    knight,
    path,
    position,
)

BURNING = replace(BEGINNER, dead_progress_card=DeadProgressCard.ALLOW)
ROW = (12, 22, 14, 24, 16, 26)
"""Six corners one after the other: five roads."""


def seat(*progress: str, **changes: Any) -> SeatState:
    return SeatState(progress=tuple(map(card, progress)), **changes)


def check_accepted_exactly(moment: Moment, number: int, tried: Sequence[Command]) -> None:
    """Checks that of these commands exactly the seat's options are accepted."""
    kinds = {type(command) for command in tried}
    offered = [command for command in moment.options(number) if type(command) in kinds]
    accepted = [command for command in tried if moment.when(number, command).refused is None]
    assert sorted(map(repr, offered)) == sorted(map(repr, accepted))


def check_no_effect(moment: Moment, name: str, command: Command, code: str = "no-effect") -> None:
    """R13.6, C-48: checks that the card has no effect: it is refused, and discarded only if the option allows it."""
    assert moment.state.options.dead_progress_card is DeadProgressCard.REFUSE
    moment.when(0, command).then_rejected(code)
    assert moment.options(0, type(command)) == []
    moment.when(0, SpendCard(card(name))).then_rejected("not-dead")
    burning = given(
        replace(moment.state, options=replace(moment.state.options, dead_progress_card=BURNING.dead_progress_card))
    )
    burning.when(0, command).then_rejected(code)
    burning.when(0, SpendCard(card(name))).then(CardPlayed(0, card(name)))
    assert SpendCard(card(name)) in burning.options(0)


def check_has_effect(moment: Moment, name: str) -> None:
    """R13.6: checks that the card has an effect, so it cannot be discarded unplayed."""
    burning = given(
        replace(moment.state, options=replace(moment.state.options, dead_progress_card=BURNING.dead_progress_card))
    )
    burning.when(0, SpendCard(card(name))).then_rejected("not-dead")
    assert burning.options(0, SpendCard) == []


# Bishop


def bishop(options: Ruleset = BEGINNER, **changes: Any) -> Moment:
    """Returns a moment with a Bishop in hand; hex 4 has corners 6, 8, 15, 16, 24, 26, and the robber is on hex 9."""
    seats = (
        seat("bishop", settlements=at(16), hand=cards(grain=1)),
        SeatState(settlements=at(15), cities=at(24), hand=cards(ore=3), defender=1),
        SeatState(settlements=at(8), hand=cards(cloth=1), defender=3),
        SeatState(knights=(knight(6),), settlements=at(0), hand=cards(wool=5), defender=4),
    )
    return given(position(*seats, options=options, awake=True, **changes))


def test_a_bishop_steals_a_card_from_each_opponent_at_the_hex() -> None:
    """C-60: it steals one card, which may be a commodity, from each opponent with a building there, clockwise."""
    moment = bishop().when(0, PlayBishop(card("bishop"), 4))
    moment.then(
        CardPlayed(0, card("bishop")),
        RobberMoved(0, 4),
        CardStolen(0, 1, moment.all(CardStolen)[0].index, 3, Kind.ORE),
        CardStolen(0, 2, 0, 1, Kind.CLOTH),
    )
    moment.then_seat(0, hand=cards(grain=1, ore=1, cloth=1), progress=())
    moment.then_asked(ActionPrompt(0))
    assert moment.state.robber == 4


def test_a_bishop_steals_clockwise_from_the_player() -> None:
    """C-60, C-54."""
    robbed = (SeatState(settlements=at(15), hand=cards(ore=1)), SeatState(settlements=at(8), hand=cards(wool=1)))
    moment = given(position(robbed[0], seat("bishop"), robbed[1], active=1, awake=True))
    moment = moment.when(1, PlayBishop(card("bishop"), 4))
    assert [stolen.victim for stolen in moment.all(CardStolen)] == [2, 0]


def test_a_bishop_skips_opponents_with_an_empty_hand() -> None:
    moment = given(position(seat("bishop"), SeatState(settlements=at(15)), awake=True))
    moment.when(0, PlayBishop(card("bishop"), 4)).then(CardPlayed(0, card("bishop")), RobberMoved(0, 4))


def test_a_bishop_can_move_the_robber_to_any_other_hex() -> None:
    """C-60: the desert too, whatever `chase_destination` says."""
    numbered = replace(BEGINNER, chase_destination=ChaseDestination.NUMBERED_HEX_ONLY)
    check_accepted_exactly(bishop(), 0, [PlayBishop(card("bishop"), hex_) for hex_ in range(19)])
    bishop().when(0, PlayBishop(card("bishop"), 9)).then_rejected("hex")
    bishop(numbered, robber=4).when(0, PlayBishop(card("bishop"), 9)).then(..., RobberMoved(0, 9))
    check_has_effect(bishop(), "bishop")


def test_a_bishop_cannot_move_a_sleeping_robber() -> None:
    """R8.5, C-10: nor does the robber move if the card is discarded."""
    asleep = given(replace(bishop().state, awake=False))
    check_no_effect(asleep, "bishop", PlayBishop(card("bishop"), 4), "robber-asleep")


def test_a_friendly_robber_limits_the_bishop() -> None:
    """C-68: no seat with three points or fewer is robbed."""
    friendly = replace(BEGINNER, friendly_robber=True)
    seats = (seat("bishop"), SeatState(settlements=at(15), defender=2), SeatState(settlements=at(53), defender=3))
    moment = given(position(*seats, options=friendly, awake=True))
    check_accepted_exactly(moment, 0, [PlayBishop(card("bishop"), hex_) for hex_ in range(19)])
    moment.when(0, PlayBishop(card("bishop"), 4)).then_rejected("hex")
    moment.when(0, PlayBishop(card("bishop"), 18)).then(..., RobberMoved(0, 18))


def test_a_card_must_be_in_hand_to_be_played() -> None:
    """R13.4."""
    for command in (
        PlayBishop(card("bishop", 2), 4),
        PlayBishop(card("warlord"), 4),
        PlayBishop("nothing", 4),
        PlayWarlord(card("bishop")),
    ):
        bishop().when(0, command).then_rejected("progress-card", "R13.4")


# Deserter


def desertion(
    *knights: Knight, own: tuple[Knight, ...] = (), options: Ruleset = BEGINNER, longest: int | None = 0
) -> Moment:
    """Returns a moment in which seat 0 has the five roads of ROW, and its opponent these knights."""
    seats = (
        seat("deserter", roads=path(*ROW), knights=own, hand=cards(wool=1, ore=1)),
        SeatState(roads=path(14, 33, 25), knights=knights),
        SeatState(),
    )
    return given(position(*seats, options=options, longest=longest))


def test_an_opponent_chooses_the_knight_that_deserts() -> None:
    """R14.1."""
    moment = desertion(knight(25, level=2), knight(33)).when(0, PlayDeserter(card("deserter"), 1))
    moment.then(CardPlayed(0, card("deserter")), QuestionsAsked((SurrenderPrompt(1, to=0),)))
    check_accepted_exactly(moment, 1, [SurrenderKnight(corner) for corner in range(54)])
    moment.when(1, SurrenderKnight(24)).then_rejected("knight")
    moment = moment.when(1, SurrenderKnight(25))
    moment.then(KnightSurrendered(1, 25), QuestionsAsked((DeserterPrompt(0, level=2, active=False),)))
    moment = moment.when(0, PlaceDeserter(26, 1)).then(DeserterPlaced(0, 26, 1))
    moment.then_seat(0, knights=(knight(26),)).then_seat(1, knights=(knight(33),))


def test_the_only_knight_of_an_opponent_deserts_at_once() -> None:
    desertion(knight(25, level=2)).when(0, PlayDeserter(card("deserter"), 1)).then(
        CardPlayed(0, card("deserter")),
        KnightSurrendered(1, 25),
        QuestionsAsked((DeserterPrompt(0, level=2, active=False),)),
    )


def test_a_deserter_needs_an_opponent_with_a_knight() -> None:
    moment = desertion(knight(25), own=(knight(12),))
    check_accepted_exactly(moment, 0, [PlayDeserter(card("deserter"), number) for number in range(4)])
    for number in (0, 2, 3):
        moment.when(0, PlayDeserter(card("deserter"), number)).then_rejected("card-seat")
    check_has_effect(moment, "deserter")
    check_no_effect(desertion(own=(knight(12),)), "deserter", PlayDeserter(card("deserter"), 1), "card-seat")


def test_a_deserter_is_placed_at_any_empty_corner_next_to_a_road_of_the_player() -> None:
    """R14.1: the corner just left may be used."""
    moment = desertion(knight(24)).when(0, PlayDeserter(card("deserter"), 1))
    tried = [PlaceDeserter(corner, level) for corner in range(54) for level in (1, 2, 3)]
    check_accepted_exactly(moment, 0, [*tried, PlaceDeserter(), PlaceDeserter(corner=12), PlaceDeserter(level=1)])
    assert {command.corner for command in moment.options(0)} == {*ROW, None}
    moment.when(0, PlaceDeserter(24, 1)).then(..., DeserterPlaced(0, 24, 1), ...)
    moment.when(0, PlaceDeserter(33, 1)).then_rejected("corner")
    moment.when(0, PlaceDeserter(24)).then_rejected("deserter-level", "R14.1")
    moment.when(0, PlaceDeserter(24, 2)).then_rejected("deserter-level", "R14.1")


def test_a_mighty_deserter_needs_no_fortress() -> None:
    """R14.1, C-24."""
    moment = desertion(knight(25, level=3)).when(0, PlayDeserter(card("deserter"), 1))
    moment.when(0, PlaceDeserter(12, 3)).then(DeserterPlaced(0, 12, 3))


STRONG = (knight(12, level=2), knight(22, level=2))


@for_each(
    ("value", "lost", "own", "expected"),
    [
        (DeserterReplacement.SAME_OR_LOWER, 2, (), {1, 2}),
        (DeserterReplacement.SAME_OR_LOWER, 2, STRONG, {1}),
        (DeserterReplacement.SAME_OR_LOWER, 1, (), {1}),
        (DeserterReplacement.SAME_ELSE_BASIC, 2, (), {2}),
        (DeserterReplacement.SAME_ELSE_BASIC, 2, STRONG, {1}),
        (DeserterReplacement.SAME_ELSE_BASIC, 2, (*STRONG, knight(16), knight(26)), set[int]()),
        (DeserterReplacement.SAME_ONLY, 2, (), {2}),
        (DeserterReplacement.SAME_ONLY, 2, STRONG, set[int]()),
        (DeserterReplacement.ANY_LEVEL, 1, (), {1, 2, 3}),
        (DeserterReplacement.ANY_LEVEL, 1, STRONG, {1, 3}),
    ],
)
def test_an_option_decides_which_level_a_placed_deserter_has(
    value: DeserterReplacement, lost: int, own: tuple[Knight, ...], expected: set[int]
) -> None:
    """C-22, C-72: each value of `deserter_replacement`, with and without a piece of the level left.

    deserter_replacement=same_or_lower, deserter_replacement=same_else_basic, deserter_replacement=same_only,
    deserter_replacement=any_level.
    """
    options = replace(BEGINNER, deserter_replacement=value)
    moment = desertion(knight(25, level=lost), own=own, options=options).when(0, PlayDeserter(card("deserter"), 1))
    if not expected:  # nothing can be placed: no seat is asked, but the opponent has lost the knight
        moment.then(CardPlayed(0, card("deserter")), KnightSurrendered(1, 25), DeserterPlaced(0))
        return
    assert {command.level for command in moment.options(0)} == {*expected, None}
    check_accepted_exactly(
        moment,
        0,
        [PlaceDeserter(14, level) for level in (1, 2, 3)]
        + [option for option in moment.options(0) if option.corner != 14],
    )


@for_each("value", DeserterKnightMayAct)
@for_each("active", [False, True])
def test_a_placed_deserter_stays_active_or_inactive_as_before(value: DeserterKnightMayAct, active: bool) -> None:
    """R14.1, C-23: each value of `deserter_knight_may_act`.

    deserter_knight_may_act=yes_if_active, deserter_knight_may_act=no.
    """
    options = replace(BEGINNER, deserter_knight_may_act=value)
    moment = desertion(knight(25, active=active), options=options).when(0, PlayDeserter(card("deserter"), 1))
    ready = active and value is DeserterKnightMayAct.YES_IF_ACTIVE
    moment = moment.when(0, PlaceDeserter(26, 1)).then(DeserterPlaced(0, 26, 1, active, ready))
    moment.then_seat(0, knights=(Knight(26, 1, active, ready),))


def test_a_placed_deserter_can_be_promoted_in_the_same_turn() -> None:
    """C-61."""
    moment = desertion(knight(25)).when(0, PlayDeserter(card("deserter"), 1)).when(0, PlaceDeserter(26, 1))
    moment.when(0, PromoteKnight(26)).then_seat(0, knights=(knight(26, level=2, promoted=True),))


def test_an_opponent_loses_its_knight_even_if_the_deserter_cannot_be_placed() -> None:
    """R14.1."""
    seats = (seat("deserter"), SeatState(roads=path(14, 33), knights=(knight(33),)))
    given(position(*seats)).when(0, PlayDeserter(card("deserter"), 1)).then(
        CardPlayed(0, card("deserter")), KnightSurrendered(1, 33), DeserterPlaced(0)
    ).then_seat(1, knights=())


def test_the_longest_road_is_updated_once_after_the_deserter_is_placed() -> None:
    """R14.1, R16.3, C-61: this is so even if nothing is placed."""
    moment = desertion(knight(24), knight(33), longest=None).when(0, PlayDeserter(card("deserter"), 1))
    moment = moment.when(1, SurrenderKnight(24))
    moment.then(KnightSurrendered(1, 24), QuestionsAsked((DeserterPrompt(0, level=1, active=False),)))
    moment.when(0, PlaceDeserter(24, 1)).then(DeserterPlaced(0, 24, 1), LongestRoadPassed(0, 5))
    moment.when(0, PlaceDeserter()).then(DeserterPlaced(0), LongestRoadPassed(0, 5))


def test_by_default_the_weakest_inactive_knight_deserts_and_none_is_placed() -> None:
    """1.19."""
    knights = (knight(25, active=True), knight(33, level=2), knight(43, level=3))
    moment = desertion(*knights).when(0, PlayDeserter(card("deserter"), 1))
    assert GAME.default(moment.state, 1) == SurrenderKnight(33)
    moment = moment.when(1, SurrenderKnight(33))
    assert GAME.default(moment.state, 0) == PlaceDeserter()


# Diplomat

BY_2025 = replace(BEGINNER, diplomat_open_road=DiplomatOpenRoad.FREE_END_2025)
EVERY_ROAD = [PlayDiplomat(card("diplomat"), one) for one in range(72)]


def diplomacy(own: SeatState, other: SeatState, options: Ruleset = BEGINNER, **changes: Any) -> Moment:
    own = replace(own, progress=(card("diplomat"),))
    return given(position(own, other, options=options, **changes))


def open_edges(moment: Moment) -> set[int]:
    check_accepted_exactly(
        moment, 0, [*EVERY_ROAD, *[command for command in moment.options(0) if getattr(command, "rebuild", None)]]
    )
    return {command.edge for command in moment.options(0, PlayDiplomat)}


def test_an_open_road_of_an_opponent_is_removed() -> None:
    """R14.2, C-27: the road returns to its owner; an opponent's piece at the free end does not matter."""
    other = SeatState(roads=path(12, 22, 14), settlements=at(12))
    moment = diplomacy(SeatState(knights=(knight(14),), roads=path(14, 24)), other)
    assert edge(22, 14) in open_edges(moment)
    assert edge(12, 22) not in open_edges(moment)
    moment.when(0, PlayDiplomat(card("diplomat"), edge(12, 22))).then_rejected("open-road", "R14.2")
    moment.when(0, PlayDiplomat(card("diplomat"), edge(0, 5))).then_rejected("open-road")
    moment.when(0, PlayDiplomat(card("diplomat"), edge(22, 14), edge(16, 24))).then_rejected("edge")
    moment.when(0, PlayDiplomat(card("diplomat"), edge(22, 14))).then(
        CardPlayed(0, card("diplomat")), RoadRemoved(0, 1, edge(22, 14))
    ).then_seat(1, roads=path(12, 22))
    check_has_effect(moment, "diplomat")


def test_a_diplomat_without_an_open_road_has_no_effect() -> None:
    """R14.2: a ring is not open, nor is a road between two own pieces."""
    ring = SeatState(roads=path(15, 8, 26, 16, 24, 6, 15))
    for options in (BEGINNER, BY_2025):
        between = SeatState(roads=path(0, 5, 1), settlements=at(0), cities=at(1))
        moment = diplomacy(ring, between, options)
        check_no_effect(moment, "diplomat", PlayDiplomat(card("diplomat"), edge(15, 8)), "open-road")
        check_no_effect(moment, "diplomat", PlayDiplomat(card("diplomat"), edge(0, 5)), "open-road")


def test_a_diplomat_can_rebuild_the_players_road_elsewhere() -> None:
    """R14.2, C-63: judged by R10.2 after the removal, not in the same place, and optional."""
    moment = diplomacy(SeatState(roads=path(12, 22, 14), settlements=at(12)), SeatState(roads=path(4, 13)))
    removed = edge(22, 14)
    moment.when(0, PlayDiplomat(card("diplomat"), removed)).then(..., RoadRemoved(0, 0, removed))
    moment.when(0, PlayDiplomat(card("diplomat"), removed, edge(12, 32))).then(
        ..., RoadRemoved(0, 0, removed, edge(12, 32))
    ).then_seat(0, roads=at(edge(12, 22), edge(12, 32)))
    check_accepted_exactly(
        moment, 0, [*EVERY_ROAD, *[PlayDiplomat(card("diplomat"), removed, one) for one in range(72)]]
    )
    for wrong in (removed, edge(14, 24), edge(4, 13), edge(12, 22)):
        moment.when(0, PlayDiplomat(card("diplomat"), removed, wrong)).then_rejected("edge")


def test_a_diplomat_can_rebuild_a_road_when_all_fifteen_are_built() -> None:
    """C-63: the road that is removed is the one that is built."""
    ring = path(15, 8, 26, 16, 24, 6, 15) | path(16, 35, 25, 33, 14, 24) | path(26, 18, 37, 27)
    moment = diplomacy(SeatState(roads=ring | path(27, 45)), SeatState())
    assert moment.state.seats[0].roads.bit_count() == FACTS.supply.roads
    moment.when(0, PlayDiplomat(card("diplomat"), edge(27, 45), edge(27, 35))).then(
        ..., RoadRemoved(0, 0, edge(27, 45), edge(27, 35)), ...
    )


def test_the_longest_road_is_updated_after_the_diplomats_rebuild() -> None:
    """R14.2, R16.3."""
    moment = diplomacy(SeatState(roads=path(*ROW)), SeatState(), longest=0)
    removed = edge(16, 26)
    moment.when(0, PlayDiplomat(card("diplomat"), removed, edge(16, 35))).then(
        CardPlayed(0, card("diplomat")), RoadRemoved(0, 0, removed, edge(16, 35))
    )
    moment.when(0, PlayDiplomat(card("diplomat"), removed)).then(
        CardPlayed(0, card("diplomat")), RoadRemoved(0, 0, removed), LongestRoadPassed(None, 4)
    )


def test_a_road_that_leads_to_a_knight_is_open_only_under_the_2025_rule() -> None:
    """C-28, C-74: the first value strands no knight, the second sends the stranded one home.

    diplomat_open_road=free_end, diplomat_open_road=free_end_2025.
    """
    lonely = SeatState(roads=path(12, 22, 14), knights=(knight(14),))
    assert open_edges(diplomacy(SeatState(), lonely)) == {edge(12, 22)}
    moment = diplomacy(SeatState(), lonely, BY_2025)
    assert open_edges(moment) == {edge(12, 22), edge(22, 14)}
    moment = moment.when(0, PlayDiplomat(card("diplomat"), edge(22, 14)))
    moment.then(CardPlayed(0, card("diplomat")), RoadRemoved(0, 1, edge(22, 14), knights=(14,)))
    moment.then_seat(1, knights=(), roads=path(12, 22))
    housed = SeatState(roads=path(12, 22, 14), knights=(knight(14),), settlements=at(12))
    assert open_edges(diplomacy(SeatState(), housed, BY_2025)) == set()


def test_removing_the_road_on_edge_0_strands_its_knight() -> None:
    """C-74"""
    assert edge(5, 1) == 0
    lonely = SeatState(roads=path(0, 5, 1), knights=(knight(1),))
    moment = diplomacy(SeatState(), lonely, BY_2025).when(0, PlayDiplomat(card("diplomat"), edge(5, 1)))
    moment.then(CardPlayed(0, card("diplomat")), RoadRemoved(0, 1, edge(5, 1), knights=(1,)))


def test_a_rebuilt_road_can_save_a_knight_from_being_stranded() -> None:
    """C-74: knights are checked after the rebuild."""
    moment = diplomacy(SeatState(roads=path(12, 22, 14) | path(24, 16), knights=(knight(14),)), SeatState(), BY_2025)
    moment.when(0, PlayDiplomat(card("diplomat"), edge(22, 14), edge(14, 24))).then(
        ..., RoadRemoved(0, 0, edge(22, 14), edge(14, 24))
    ).then_seat(0, knights=(knight(14),))
    moment.when(0, PlayDiplomat(card("diplomat"), edge(22, 14))).then(
        ..., RoadRemoved(0, 0, edge(22, 14), knights=(14,))
    )


# Intrigue


def plot(roads: int, level: int = 3) -> Moment:
    """Returns a moment with a knight of seat 1 at 24 with these roads; a road of seat 0 ends there."""
    seats = (
        seat("intrigue", roads=path(6, 24), knights=(knight(6),)),
        SeatState(roads=roads, knights=(knight(24, level, active=True), knight(53))),
    )
    return given(position(*seats))


def test_intrigue_displaces_a_knight_of_any_level() -> None:
    """C-59: its owner chooses the retreat, and no knight of the player is placed (C-46)."""
    moment = plot(path(24, 16, 26)).when(0, PlayIntrigue(card("intrigue"), 24))
    moment.then(
        CardPlayed(0, card("intrigue")),
        KnightDisplaced(1, 24, by=0),
        QuestionsAsked((RetreatPrompt(1, start=24, level=3, active=True),), moment.the(QuestionsAsked).then),
    )
    check_accepted_exactly(moment, 1, [Retreat(corner) for corner in range(54)])
    moment.when(1, Retreat(24)).then_rejected("corner")
    moment = moment.when(1, Retreat(26)).then(KnightRetreated(1, 26, 3, active=True))
    moment.then_seat(1, knights=(knight(26, 3, active=True), knight(53)))
    moment.then_seat(0, knights=(knight(6),))


def test_a_knight_displaced_by_intrigue_takes_its_only_retreat() -> None:
    """C-59, R11.7."""
    plot(path(24, 16)).when(0, PlayIntrigue(card("intrigue"), 24)).then(
        CardPlayed(0, card("intrigue")), KnightDisplaced(1, 24, by=0), KnightRetreated(1, 16, 3, active=True)
    )


def test_a_knight_displaced_by_intrigue_without_a_retreat_is_lost() -> None:
    """C-59, R11.7."""
    plot(0).when(0, PlayIntrigue(card("intrigue"), 24)).then(
        CardPlayed(0, card("intrigue")), KnightDisplaced(1, 24, by=0, lost=True)
    ).then_seat(1, knights=(knight(53),))


def test_intrigue_can_displace_only_knights_next_to_the_players_roads() -> None:
    moment = plot(path(24, 16))
    check_accepted_exactly(moment, 0, [PlayIntrigue(card("intrigue"), corner) for corner in range(54)])
    for corner in (6, 53, 16):
        moment.when(0, PlayIntrigue(card("intrigue"), corner)).then_rejected("corner")
    check_has_effect(moment, "intrigue")
    far = given(position(seat("intrigue", roads=path(0, 5)), SeatState(knights=(knight(24),))))
    check_no_effect(far, "intrigue", PlayIntrigue(card("intrigue"), 24), "corner")


def test_the_longest_road_is_updated_after_the_retreat_from_an_intrigue() -> None:
    """R16.3."""
    seats = (
        seat("intrigue", roads=path(*ROW)),
        SeatState(roads=path(24, 6, 15), knights=(knight(24),)),
    )
    moment = given(position(*seats)).when(0, PlayIntrigue(card("intrigue"), 24))
    assert moment.all(LongestRoadPassed) == []
    moment.when(1, Retreat(15)).then(KnightRetreated(1, 15, 1), LongestRoadPassed(0, 5))


# Saboteur


def sabotage(options: Ruleset = BEGINNER) -> Moment:
    seats = (
        seat("saboteur", hand=cards(ore=9), defender=3),
        SeatState(hand=cards(brick=3, cloth=2), defender=3),
        SeatState(hand=cards(wool=4), defender=4),
        SeatState(hand=cards(grain=8), defender=2),
    )
    return given(position(*seats, options=options))


def test_a_saboteur_makes_opponents_with_as_many_points_discard_half() -> None:
    """C-26, R13.8: rounded down, all at once, in any order. saboteur_scope=at_least_as_many_vp."""
    asked = (DiscardPrompt(1, 2, Cause.SABOTEUR), DiscardPrompt(2, 2, Cause.SABOTEUR))
    moment = sabotage().when(0, PlaySaboteur(card("saboteur")))
    moment.then(CardPlayed(0, card("saboteur")), QuestionsAsked(asked)).then_asked(*asked)
    moment = moment.when(2, Discard(Cards(wool=2))).then(CardsDiscarded(2, cards(wool=2), Cause.SABOTEUR))
    moment = moment.when(1, Discard(Cards(brick=1, cloth=1)))
    moment.then(CardsDiscarded(1, cards(brick=1, cloth=1), Cause.SABOTEUR))
    moment.then_asked(ActionPrompt(0)).then_seat(0, hand=cards(ore=9))
    check_has_effect(sabotage(), "saboteur")


def test_an_option_makes_a_saboteur_hit_only_opponents_with_more_points() -> None:
    """C-26: `saboteur_scope` = more_vp."""
    moment = sabotage(replace(BEGINNER, saboteur_scope=SaboteurScope.MORE_VP)).when(0, PlaySaboteur(card("saboteur")))
    moment.then_asked(DiscardPrompt(2, 2, Cause.SABOTEUR))


def test_a_saboteur_skips_an_opponent_with_only_one_card() -> None:
    seats = (seat("saboteur"), SeatState(hand=cards(ore=1), defender=1), SeatState(hand=cards(ore=2), defender=1))
    given(position(*seats)).when(0, PlaySaboteur(card("saboteur"))).then_asked(DiscardPrompt(2, 1, Cause.SABOTEUR))


@pytest.mark.parametrize("scope", SaboteurScope)
def test_a_saboteur_that_costs_no_opponent_a_card_has_no_effect(scope: SaboteurScope) -> None:
    poor = SeatState(hand=cards(ore=5), defender=0)
    even = SeatState(hand=cards(ore=5 if scope is SaboteurScope.MORE_VP else 1), defender=1)
    seats = (seat("saboteur", defender=1), poor, even, SeatState(hand=cards(wool=1), defender=2))
    moment = given(position(*seats, options=replace(BEGINNER, saboteur_scope=scope)))
    check_no_effect(moment, "saboteur", PlaySaboteur(card("saboteur")))


# Spy


def espionage(*own: str, options: Ruleset = BEGINNER) -> Moment:
    seats = (
        seat("spy", *own),
        SeatState(
            progress=(card("spy", 2), card("warlord"), card("crane", 2), card("crane")), shown=("science.printer.1",)
        ),
        SeatState(shown=("politics.constitution.1",)),
    )
    return given(position(*seats, options=options))


def test_a_spy_takes_a_progress_card_from_a_hand() -> None:
    """Another Spy may be taken; cards that lie open are not in the hand (R13.1)."""
    moment = espionage().when(0, PlaySpy(card("spy"), 1))
    moment.then(CardPlayed(0, card("spy")), QuestionsAsked((SpyPrompt(0, victim=1),), moment.the(QuestionsAsked).then))
    assert set(moment.options(0)) == {
        TakeProgress(card("spy", 2)),
        TakeProgress(card("warlord")),
        TakeProgress(card("crane")),
        TakeProgress(),
    }
    for wrong in (card("wedding"), "science.printer.1", "nothing"):
        moment.when(0, TakeProgress(wrong)).then_rejected("spied-card")
    moment.when(0, TakeProgress()).then(ProgressTaken(0, 1)).then_seat(0, progress=())
    moment = moment.when(0, TakeProgress(card("spy", 2))).then(ProgressTaken(0, 1, card("spy", 2)))
    moment.then_seat(0, progress=(card("spy", 2),))
    moment = moment.when(0, PlaySpy(card("spy", 2), 1))  # R13.4: a card may be played in the turn it came
    moment.when(0, TakeProgress(card("crane", 2))).then_seat(0, progress=(card("crane", 2),))


def test_a_spy_needs_an_opponent_with_progress_cards() -> None:
    moment = espionage()
    check_accepted_exactly(moment, 0, [PlaySpy(card("spy"), number) for number in range(4)])
    moment.when(0, PlaySpy(card("spy"), 2)).then_rejected("card-seat")
    moment.when(0, PlaySpy(card("spy"), 0)).then_rejected("card-seat")
    check_has_effect(moment, "spy")
    check_no_effect(given(position(seat("spy"), SeatState())), "spy", PlaySpy(card("spy"), 1), "card-seat")


FULL = ("bishop", "deserter", "diplomat", "intrigue")


def test_a_fifth_card_taken_with_a_spy_can_be_kept_until_the_end_of_the_turn() -> None:
    """R13.2: `progress_overflow` = until_end_of_own_turn."""
    moment = espionage(*FULL).when(0, PlaySpy(card("spy"), 1)).when(0, TakeProgress(card("warlord")))
    moment.then(ProgressTaken(0, 1, card("warlord"))).then_asked(ActionPrompt(0))


def test_an_option_makes_a_spy_with_a_fifth_card_give_up_one_at_once() -> None:
    """R13.2, section 4: `progress_overflow` = discard_at_once holds after a Spy too."""
    options = replace(BEGINNER, progress_overflow=ProgressOverflow.DISCARD_AT_ONCE)
    moment = espionage(*FULL, options=options).when(0, PlaySpy(card("spy"), 1))
    moment.when(0, TakeProgress()).then(ProgressTaken(0, 1))
    moment = moment.when(0, TakeProgress(card("warlord"))).then_asked(OverflowPrompt(0, 1))
    moment = moment.when(0, DiscardProgress((card("bishop"),))).then(ProgressDiscarded(0, (card("bishop"),)))
    moment.then_asked(ActionPrompt(0))


def test_an_option_lets_a_spy_with_a_fifth_card_play_one_instead_of_discarding() -> None:
    """C-70: `progress_overflow` = discard_or_play_at_once, after a Spy."""
    options = replace(BEGINNER, progress_overflow=ProgressOverflow.DISCARD_OR_PLAY_AT_ONCE)
    moment = espionage(*FULL, options=options)
    moment = given(replace(moment.state, awake=True)).when(0, PlaySpy(card("spy"), 1))
    moment = moment.when(0, TakeProgress(card("warlord"))).then_asked(OverflowPrompt(0, 1, play=True))
    moment = moment.when(0, PlayBishop(card("bishop"), 4)).then(CardPlayed(0, card("bishop")), RobberMoved(0, 4), ...)
    moment.then_asked(ActionPrompt(0))
    assert moment.state.stack == ()


def test_only_the_seat_that_plays_the_spy_sees_the_hand() -> None:
    """1.19, hidden information: others learn the deck of the card that was taken."""
    moment = espionage().when(0, PlaySpy(card("spy"), 1))
    shown = view(FACTS, moment.state, Seat(0)).seen
    assert shown is not UNSET
    assert shown.progress == moment.state.seats[1].progress
    for other in (Seat(1), Seat(2), Spectator()):
        assert view(FACTS, moment.state, other).seen is UNSET
    moment = moment.when(0, TakeProgress(card("warlord")))
    after = view(FACTS, moment.state, Seat(2)).seats
    assert (after[0].progress, after[1].progress) == (UNSET, UNSET)
    assert after[0].progress_counts == {Track.POLITICS: 1}
    assert view(FACTS, moment.state, Seat(0)).seen is UNSET


# Warlord


def test_a_warlord_activates_all_knights_but_makes_none_ready() -> None:
    """R1.7."""
    own = (knight(12), knight(22, level=2, active=True), knight(14, ready=True))
    moment = given(
        position(
            seat("warlord", knights=tuple(sorted(own, key=lambda one: one.corner))), SeatState(knights=(knight(53),))
        )
    )
    check_has_effect(moment, "warlord")
    moment = moment.when(0, PlayWarlord(card("warlord"))).then(CardPlayed(0, card("warlord")), KnightsRoused(0))
    moment.then_seat(0, knights=(knight(12, active=True), knight(14, ready=True), knight(22, level=2, active=True)))
    moment.then_seat(1, knights=(knight(53),))


@pytest.mark.parametrize("own", [(), (knight(12, active=True),)])
def test_a_warlord_without_an_inactive_knight_has_no_effect(own: tuple[Knight, ...]) -> None:
    moment = given(position(seat("warlord", knights=own), SeatState(knights=(knight(53),))))
    check_no_effect(moment, "warlord", PlayWarlord(card("warlord")))


# Wedding


def feast(options: Ruleset = BEGINNER) -> Moment:
    seats = (
        seat("wedding", defender=1, hand=cards(ore=1)),
        SeatState(defender=2, hand=cards(brick=2, cloth=2)),
        SeatState(defender=1, hand=cards(wool=3)),
        SeatState(defender=3, hand=cards(grain=1)),
    )
    return given(position(*seats, options=options))


def test_at_a_wedding_opponents_with_more_points_give_two_cards_of_their_choice() -> None:
    """C-25, R13.8: all at once; a seat with one card gives that. wedding_chooser=giver."""
    moment = feast().when(0, PlayWedding(card("wedding")))
    moment.then_asked(GivePrompt(1, to=0, count=2), GivePrompt(3, to=0, count=1))
    assert list(moment.options(1)) == [
        GiveCards(Cards(brick=2)),
        GiveCards(Cards(brick=1, cloth=1)),
        GiveCards(Cards(cloth=2)),
    ]
    for wrong in (Cards(brick=1), Cards(brick=2, cloth=1), Cards(ore=2), Cards()):
        moment.when(1, GiveCards(wrong)).then_rejected("cards")
    moment = moment.when(3, GiveCards(Cards(grain=1))).then(CardsGiven(3, 0, cards(grain=1)))
    moment = moment.when(1, GiveCards(Cards(brick=1, cloth=1))).then(CardsGiven(1, 0, cards(brick=1, cloth=1)))
    moment.then_seat(0, hand=cards(ore=1, grain=1, brick=1, cloth=1))
    moment.then_asked(ActionPrompt(0))
    check_has_effect(feast(), "wedding")


def test_by_default_the_most_plentiful_cards_are_given_at_a_wedding() -> None:
    """1.19."""
    moment = given(position(seat("wedding"), SeatState(defender=1, hand=cards(brick=1, cloth=3, ore=2))))
    moment = moment.when(0, PlayWedding(card("wedding")))
    assert GAME.default(moment.state, 1) == GiveCards(Cards(cloth=2))


def test_an_option_lets_the_player_choose_the_wedding_gifts() -> None:
    """C-75: `wedding_chooser` = player, one hand after the other, clockwise, seen by the player only."""
    moment = feast(replace(BEGINNER, wedding_chooser=WeddingChooser.PLAYER)).when(0, PlayWedding(card("wedding")))
    moment.then_asked(TakePrompt(0, victim=1, count=2))
    shown = view(FACTS, moment.state, Seat(0)).seen
    assert shown is not UNSET
    assert shown.hand == {Kind.BRICK: 2, Kind.CLOTH: 2}
    for other in (Seat(1), Seat(2), Seat(3), Spectator()):
        assert view(FACTS, moment.state, other).seen is UNSET
    assert moment.when(0, TakeCards(Cards(ore=2))).then_rejected("their-cards").facts == {"seat": 1, "needed": 2}
    moment = moment.when(0, TakeCards(Cards(cloth=2))).then(CardsTaken(0, 1, cards(cloth=2)), ...)
    moment = moment.then_asked(TakePrompt(0, victim=3, count=1))
    moment = moment.when(0, TakeCards(Cards(grain=1))).then(CardsTaken(0, 3, cards(grain=1)))
    moment.then_asked(ActionPrompt(0))
    moment.then_seat(0, hand=cards(ore=1, cloth=2, grain=1)).then_seat(2, hand=cards(wool=3))


@pytest.mark.parametrize("chooser", WeddingChooser)
def test_a_wedding_without_guests_has_no_effect(chooser: WeddingChooser) -> None:
    seats = (seat("wedding", defender=2), SeatState(defender=2, hand=cards(ore=4)), SeatState(defender=3))
    moment = given(position(*seats, options=replace(BEGINNER, wedding_chooser=chooser)))
    check_no_effect(moment, "wedding", PlayWedding(card("wedding")))


# All of them


def test_two_copies_of_a_card_can_be_played_in_one_turn() -> None:
    """R14.3; of two copies in hand the one with the lower id is offered."""
    both = (card("saboteur", 2), card("saboteur"))
    moment = given(position(SeatState(progress=both), SeatState(hand=cards(ore=8))))
    assert moment.options(0, PlaySaboteur) == [PlaySaboteur(card("saboteur"))]
    for copy, kept in ((2, 4), (1, 2)):
        moment = moment.when(0, PlaySaboteur(card("saboteur", copy))).when(1, Discard(Cards(ore=kept)))
    moment.then_seat(1, hand=cards(ore=2))


def test_a_played_card_goes_under_its_deck() -> None:
    """R13.5, C-58."""
    moment = feast().when(0, PlayWedding(card("wedding")))
    assert moment.state.decks[1][-1] == card("wedding")
