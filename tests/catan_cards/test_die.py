"""The faces of the event die (3.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import Decline, Gain, PayStar, Take, YieldFrom
from domain.catan_cards.events import (
    ActionsBegan,
    BrigandsCame,
    Choosing,
    EventReturned,
    EventRevealed,
    Gained,
    Produced,
    StarPaid,
    StarsGained,
    Taken,
)
from domain.catan_cards.facts.printed import EventEffect
from domain.catan_cards.prompts import GainPrompt, StarPrompt, TakePrompt, Why, YieldPrompt
from domain.catan_cards.rules.die import EVENTS
from domain.catan_cards.state import SeatState
from tests.support.catan_cards.rolling import (
    BRIGANDS,
    PLENTY,
    TOURNAMENT_FACE,
    TRADE,
    drawn,
    effect,
    on,
    outcome,
    rolled,
    waiting,
)
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    FACTS,
    TOURNAMENT,
    principality,
    wide,
    with_feeling,
)

EIGHT = {"ore": 3, "wool": 2, "gold": 3}
SEVEN = {"ore": 2, "wool": 2, "gold": 3}
POOR = {"gold": 3}


def on_road(*names: str) -> SeatState:
    """Eight resources, a Lancers or others on the road, and a star."""
    return with_feeling(principality(0, stored=EIGHT, built=on(0, None, *names)), 0)


# Brigand Attack


def test_brigands_take_all_ore_and_wool_above_seven() -> None:
    """B16: of each player, out of all regions; production still happens (B13)."""
    state = waiting(principality(0, stored=EIGHT), principality(1, stored=EIGHT), options=BASE)
    moment = rolled(state, BRIGANDS, 1)
    lost = (("mountains_2_a",) * 3 + ("pasture_3_a",) * 2, ("mountains_3_b",) * 3 + ("pasture_4_b",) * 2)
    produced = Produced(("fields_1_a",), ("goldfield_1_b",))
    assert effect(moment) == [BrigandsCame(lost), produced, ActionsBegan()]
    moment.then_stored(0, ore=0, wool=0, gold=3).then_stored(1, ore=0, wool=0)


def test_brigands_leave_seven_alone() -> None:
    """B16: more than seven, each player for himself."""
    state = waiting(principality(0, stored=SEVEN), principality(1, stored=EIGHT), options=BASE)
    assert rolled(state, BRIGANDS).the(BrigandsCame).lost == ((), ("mountains_3_b",) * 3 + ("pasture_4_b",) * 2)


def test_a_garrison_hides_its_regions_but_does_not_save_them() -> None:
    """B16, B59: its two regions are not counted; ore and wool are lost from protected regions too."""
    garrison = on(-1, ABOVE, "garrison")
    quiet = principality(0, stored={"ore": 1, "wool": 3, "gold": 3, "brick": 1}, built=garrison)
    loud = principality(0, stored={"ore": 3, "wool": 3, "gold": 3, "brick": 2}, built=garrison)
    assert rolled(waiting(quiet, options=BASE), BRIGANDS).the(BrigandsCame).lost == ((), ())
    hit = rolled(waiting(loud, options=BASE), BRIGANDS).the(BrigandsCame)
    assert hit.lost == (("mountains_2_a",) * 3 + ("pasture_3_a",) * 3, ())


def test_two_garrisons_hide_four_regions() -> None:
    """B59."""
    garrisons = [*on(-1, ABOVE, "garrison"), replace(on(-1, BELOW, "garrison")[0], card="garrison-2")]
    seat = principality(0, stored=3, built=garrisons)
    assert rolled(waiting(seat, options=BASE), BRIGANDS).the(BrigandsCame).lost == ((), ())


@pytest.mark.parametrize("turn", range(1, 7))
def test_brigands_sleep_in_the_first_two_rounds(turn: int) -> None:
    """B16, X12, R11: turns 1 to 4 of the match; no new roll, production happens."""
    moment = rolled(waiting(on_road("lancers"), turn=turn), BRIGANDS)
    if turn <= 4:
        assert effect(moment) == [Produced(("fields_1_a", "goldfield_1_b")), ActionsBegan()]
    else:
        moment.then_asked(StarPrompt(0, Why.BRIGAND_ATTACK))


def test_lancers_buy_their_owner_free() -> None:
    """K27, R31: a star saves all ore and wool; the other player is hit as ever."""
    moment = rolled(waiting(on_road("lancers"), principality(1, stored=EIGHT)), BRIGANDS)
    moment = moment.when(0, PayStar())
    assert outcome(moment)[0] == StarPaid(0, 1, Why.BRIGAND_ATTACK)
    assert moment.the(BrigandsCame).lost[0] == ()
    assert len(moment.the(BrigandsCame).lost[1]) == 5
    moment.then_seat(0, stars=0).then_stored(0, ore=3, wool=2)


def test_lancers_need_not_be_paid() -> None:
    """K27, R90: decline."""
    moment = rolled(waiting(on_road("lancers")), BRIGANDS)
    assert moment.options(0) == [PayStar(), Decline()]
    assert moment.default(0) == Decline()
    moment.when(0, Decline()).then_seat(0, stars=1).then_stored(0, ore=0, wool=0)


def test_lancers_ask_in_the_turn_of_the_other_too() -> None:
    """K27: in either player's turn; R31: each owner once."""
    moment = rolled(waiting(on_road("lancers"), active=1, first=1), BRIGANDS)
    moment.then_asked(StarPrompt(0, Why.BRIGAND_ATTACK))
    moment.when(0, PayStar()).then_stored(0, ore=3)


@pytest.mark.parametrize(
    "seat",
    [
        with_feeling(principality(0, stored=EIGHT, built=on(0, None, "lancers")), 0, stars=0),
        on_road("traveling_theater"),
        with_feeling(principality(0, stored=SEVEN, built=on(0, None, "lancers")), 0),
        with_feeling(principality(0, stored={"brick": 3, "lumber": 3, "gold": 3}, built=on(0, None, "lancers")), 0),
    ],
    ids=["no-star", "no-lancers", "nothing-too-much", "neither-ore-nor-wool"],
)
def test_lancers_are_not_asked_for_nothing(seat: SeatState) -> None:
    """R31: only an owner with a star who would lose at least one resource."""
    assert not rolled(waiting(seat), BRIGANDS).all(StarPaid)
    rolled(waiting(seat), BRIGANDS).the(ActionsBegan)


# Trade Advantage

MILL = on(-1, ABOVE, "marketplace")


def test_the_mill_takes_one_of_choice() -> None:
    """B17, R4: the holder names his region, which says the type."""
    state = waiting(principality(0, cities=(-1,), built=MILL), options=BASE)
    moment = rolled(state, TRADE)
    moment.then_asked(TakePrompt(0, 1, 1, Why.TRADE_ADVANTAGE))
    assert len(moment.options(0)) == 6
    moment = moment.when(0, Take("hills_5_a"))
    assert outcome(moment)[0] == Taken(0, "hills_5_a", 1, "hills_6_b", Why.TRADE_ADVANTAGE)
    moment.then_stored(0, brick=2).then_stored(1, brick=0)
    moment.when(0, Take("hills_5_a")).then_rejected("another-question")


def test_the_mill_of_the_passive_player_takes_too() -> None:
    """B17: the holder, whoever rolls."""
    moment = rolled(waiting(principality(0), principality(1, cities=(-1,), built=MILL), options=BASE), TRADE)
    moment.then_asked(TakePrompt(1, 0, 1, Why.TRADE_ADVANTAGE))


def test_the_victim_says_which_of_his_regions_gives() -> None:
    """R4: he is asked only if he keeps the type in more than one."""
    victim = wide(1)
    moment = rolled(waiting(principality(0, cities=(-1,), built=on(-1, ABOVE, "merchant_guild")), victim), TRADE)
    moment = moment.when(0, Take("pasture_3_a"))
    assert outcome(moment) == [Choosing(0, "pasture_3_a", Why.TRADE_ADVANTAGE)]
    assert isinstance(moment.state.prompts[0], YieldPrompt)
    moment = moment.when(1, YieldFrom("pasture_6"))
    assert outcome(moment)[0] == Taken(0, "pasture_3_a", 1, "pasture_6", Why.TRADE_ADVANTAGE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (principality(0), principality(1)),
        (principality(0, built=on(-1, ABOVE, "fleet_ore")), principality(1)),
        (principality(0, cities=(-1,), built=MILL), principality(1, stored=0)),
        (principality(0, stored={"ore": 3}, cities=(-1,), built=MILL), principality(1, stored={"ore": 2})),
    ],
    ids=["nobody-leads", "no-city", "nothing-there", "no-room"],
)
def test_the_mill_may_bring_nothing(one: SeatState, other: SeatState) -> None:
    """B17, B22: nobody holds it, or there is nothing to take or no room."""
    moment = rolled(waiting(one, other, options=BASE), TRADE)
    assert not moment.all(Taken)
    moment.the(ActionsBegan)


def test_one_thing_to_take_is_taken_unasked() -> None:
    """R85."""
    state = waiting(principality(0, cities=(-1,), built=MILL), principality(1, stored={"ore": 2}), options=BASE)
    assert effect(rolled(state, TRADE))[0] == Taken(0, "mountains_2_a", 1, "mountains_3_b", Why.TRADE_ADVANTAGE)


def test_schools_come_before_the_mill() -> None:
    """R97, K21: stars first."""
    seat = with_feeling(principality(0, cities=(-1,), built=[*MILL, *on(1, ABOVE, "village_school")]), 0)
    moment = rolled(waiting(seat, principality(1, stored={"ore": 1})), TRADE)
    assert effect(moment)[:2] == [
        StarsGained(0, 1, Why.SCHOOL),
        Taken(0, "mountains_2_a", 1, "mountains_3_b", Why.TRADE_ADVANTAGE),
    ]


@pytest.mark.parametrize("owner", [0, 1])
def test_a_school_needs_no_mill(owner: int) -> None:
    """R39, K21: whoever rolls, even if nobody holds the token."""
    seats = [with_feeling(principality(number), number) for number in (0, 1)]
    seats[owner] = replace(seats[owner], built=tuple(on(1, ABOVE, "village_school")))
    assert effect(rolled(waiting(*seats), TRADE))[0] == StarsGained(owner, 1, Why.SCHOOL)


def test_a_school_without_room_brings_nothing() -> None:
    """K21: no room, nothing; with no Public Feeling there is none (T, R67)."""
    full = with_feeling(principality(0, built=on(1, ABOVE, "village_school")), 0, stars=3)
    assert not rolled(waiting(full), TRADE).all(StarsGained)
    unfelt = principality(0, built=on(1, ABOVE, "village_school"))
    assert not rolled(waiting(unfelt, options=TOURNAMENT), TRADE).all(StarsGained)


# Tournament, Year of Plenty


def test_the_best_knights_gain_one() -> None:
    """B18: strictly more tournament points, printed on own knights."""
    seats = principality(0, built=on(-1, ABOVE, "knight_hagen")), principality(1, built=on(1, ABOVE, "knight_falk"))
    moment = rolled(waiting(*seats, options=BASE), TOURNAMENT_FACE)
    moment.then_asked(GainPrompt(1, 1, Why.TOURNAMENT))
    assert outcome(moment.when(1, Gain("fields_2_b")))[0] == Gained(1, "fields_2_b", Why.TOURNAMENT)


def test_a_tie_gains_nobody_anything() -> None:
    """B18: hagen and otto have two each, a Smithy does not count (B59)."""
    seats = (
        principality(0, built=[*on(-1, ABOVE, "knight_hagen"), *on(1, ABOVE, "smithy")]),
        principality(1, built=on(1, ABOVE, "knight_otto")),
    )
    assert effect(rolled(waiting(*seats, options=BASE), TOURNAMENT_FACE))[1:] == [ActionsBegan()]


@pytest.mark.parametrize("stars", range(4))
def test_osmund_rides_as_well_as_his_owner_is_loved(stars: int) -> None:
    """R41, K23: the stars of that moment; against Karl's one point."""
    one = with_feeling(principality(0, built=on(-1, ABOVE, "knight_osmund")), 0, stars=stars)
    moment = rolled(waiting(one, principality(1, built=on(1, ABOVE, "knight_karl"))), TOURNAMENT_FACE)
    asked = [prompt.seat for prompt in moment.state.prompts if isinstance(prompt, GainPrompt)]
    assert asked == {0: [1], 1: []}.get(stars, [0])


def test_osmund_without_public_feeling_has_no_points() -> None:
    """R41."""
    state = waiting(principality(0, built=on(-1, ABOVE, "knight_osmund")), options=TOURNAMENT)
    rolled(state, TOURNAMENT_FACE).the(ActionsBegan)


def test_each_gains_in_a_year_of_plenty() -> None:
    """B19, R1: roller first."""
    moment = rolled(waiting(options=BASE, active=1, first=1), PLENTY)
    moment.then_asked(GainPrompt(1, 1, Why.YEAR_OF_PLENTY))
    moment.when(0, Gain("fields_1_a")).then_rejected("not-asked")
    moment = moment.when(1, Gain("goldfield_1_b"))
    moment.then_asked(GainPrompt(0, 1, Why.YEAR_OF_PLENTY))
    moment.when(0, Gain("goldfield_6_a")).then_stored(0, gold=2).then_stored(1, gold=3)


def test_plenty_without_room_is_forfeited_and_with_one_place_goes_there() -> None:
    """R3, R85."""
    almost = principality(1, stored=dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 3))
    moment = rolled(waiting(principality(0, stored=3), almost, options=BASE), PLENTY, 6)
    assert effect(moment)[0] == Gained(1, "goldfield_1_b", Why.YEAR_OF_PLENTY)
    assert not any(isinstance(prompt, GainPrompt) for prompt in moment.state.prompts)


def test_who_does_not_choose_gains_what_he_has_least_of() -> None:
    """R90: the type held least, order brick, lumber, wool, grain, ore, gold."""
    state = waiting(principality(0, stored={"brick": 1, "lumber": 0, "wool": 0, "gold": 2}), options=BASE)
    assert rolled(state, PLENTY).default(0) == Gain("forest_4_a")


# Event card


def test_an_event_card_goes_face_down_under_the_deck() -> None:
    """B20: revealed, carried out, returned; it is known to lie there."""
    moment = drawn(waiting(top="productive_year", options=BASE), 2)
    assert effect(moment)[:2] == [EventRevealed("productive_year-1"), EventReturned("productive_year-1")]
    assert moment.state.events[-1] == "productive_year-1"
    assert len(moment.state.events) == 10
    assert (moment.state.told, moment.state.revealed) == (1, None)


def test_the_second_event_card_lies_below_the_first() -> None:
    """B20: what lies at the bottom in that order is public."""
    state = waiting(top="plague", options=BASE)
    state = replace(state, events=("plague-1", "productive_year-1", *state.events[2:]))
    first = drawn(state).state
    again = waiting(options=BASE, events=first.events, told=first.told)
    second = drawn(again).state
    assert second.events[-2:] == ("plague-1", "productive_year-1")
    assert second.told == 2


def test_every_event_card_has_an_effect_of_its_own() -> None:
    """Section 10: nine titles, and the five faces of the die are no event cards."""
    assert set(EVENTS) == {event.effect for event in FACTS.events.values()}
    assert len(EVENTS) == 9
    assert set(EventEffect) - set(EVENTS) == {
        EventEffect.BRIGAND_ATTACK,
        EventEffect.WINDMILL_HOLDER_TAKES_ONE,
        EventEffect.TOURNAMENT_LEADER_GAINS_ONE,
        EventEffect.EACH_GAINS_ONE_OF_CHOICE,
        EventEffect.DRAW_EVENT_CARD,
    }


def test_the_whole_event_deck_comes_before_a_second_round() -> None:
    """B20: Year End shuffles it before that."""
    state, seen = waiting(options=BASE), []
    for _ in range(10):
        seen.append(title(state.events[0]))
        if seen[-1] == "year_end":
            break
        moment = drawn(waiting(options=BASE, events=state.events, told=state.told))
        while not moment.all(ActionsBegan):
            (prompt,) = moment.state.prompts
            moment = moment.when(prompt.seat, moment.default(prompt.seat))
        state = moment.state
    assert seen[-1] == "year_end"
    assert state.told == len(seen) - 1
