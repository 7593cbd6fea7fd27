"""The faces of the event die (3.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Decline, Gain, PayStar, Take, YieldFrom
from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.facts.printed import EventEffect
from chronik.domain.catan_cards.prompts import GainPrompt, StarPrompt, TakePrompt, Why, YieldPrompt
from chronik.domain.catan_cards.rules.die import EVENTS
from chronik.domain.catan_cards.state import SeatState
from tests.catan_cards.rolling import (
    BRIGANDS,
    PLENTY,
    TOURNAMENT_FACE,
    TRADE,
    before_roll,
    effect,
    on,
    outcome,
    roll_dice,
    roll_event_card,
)
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    FACTS,
    TOURNAMENT,
    principality,
    wide_principality,
    with_feeling,
)

EIGHT = {"ore": 3, "wool": 2, "gold": 3}
SEVEN = {"ore": 2, "wool": 2, "gold": 3}


def seat_with_road_complements(*names: str) -> SeatState:
    """Returns a seat with eight resources, a star, and Lancers or other cards on the road."""
    return with_feeling(principality(0, stored=EIGHT, built=on(0, None, *names)), 0)


# Brigand Attack


def test_brigands_take_all_ore_and_wool_above_seven() -> None:
    """B16: each player loses them from all regions; production still happens (B13)."""
    state = before_roll(principality(0, stored=EIGHT), principality(1, stored=EIGHT), options=BASE)
    moment = roll_dice(state, BRIGANDS, 1)
    lost = (("mountains_2_a",) * 3 + ("pasture_3_a",) * 2, ("mountains_3_b",) * 3 + ("pasture_4_b",) * 2)
    produced = Produced(("fields_1_a",), ("goldfield_1_b",))
    assert effect(moment) == [BrigandsCame(lost), produced, ActionsBegan()]
    moment.then_stored(0, ore=0, wool=0, gold=3).then_stored(1, ore=0, wool=0)


def test_brigands_take_nothing_from_a_player_with_seven() -> None:
    """B16: a player is attacked only with more than seven resources, counted for each player separately."""
    state = before_roll(principality(0, stored=SEVEN), principality(1, stored=EIGHT), options=BASE)
    assert roll_dice(state, BRIGANDS).the(BrigandsCame).lost == ((), ("mountains_3_b",) * 3 + ("pasture_4_b",) * 2)


def test_a_garrison_keeps_its_regions_out_of_the_count_but_not_out_of_the_loss() -> None:
    """B16, B59: its two regions do not count, but their ore and wool are lost too."""
    garrison = on(-1, ABOVE, "garrison")
    quiet = principality(0, stored={"ore": 1, "wool": 3, "gold": 3, "brick": 1}, built=garrison)
    loud = principality(0, stored={"ore": 3, "wool": 3, "gold": 3, "brick": 2}, built=garrison)
    assert roll_dice(before_roll(quiet, options=BASE), BRIGANDS).the(BrigandsCame).lost == ((), ())
    hit = roll_dice(before_roll(loud, options=BASE), BRIGANDS).the(BrigandsCame)
    assert hit.lost == (("mountains_2_a",) * 3 + ("pasture_3_a",) * 3, ())


def test_two_garrisons_exclude_four_regions_from_the_count() -> None:
    """B59."""
    garrisons = [*on(-1, ABOVE, "garrison"), replace(on(-1, BELOW, "garrison")[0], card="garrison-2")]
    seat = principality(0, stored=3, built=garrisons)
    assert roll_dice(before_roll(seat, options=BASE), BRIGANDS).the(BrigandsCame).lost == ((), ())


@for_each("turn", range(1, 7))
def test_no_brigand_attack_happens_in_the_first_two_rounds(turn: int) -> None:
    """B16, X12, R11: this holds in turns 1 to 4; the dice are not rolled again, and production happens."""
    moment = roll_dice(before_roll(seat_with_road_complements("lancers"), turn=turn), BRIGANDS)
    if turn <= 4:
        assert effect(moment) == [Produced(("fields_1_a", "goldfield_1_b")), ActionsBegan()]
    else:
        moment.then_asked(StarPrompt(0, Why.BRIGAND_ATTACK))


def test_lancers_protect_an_owner_who_pays_a_star() -> None:
    """K27, R31: a star saves all ore and wool; the other player is still robbed."""
    moment = roll_dice(before_roll(seat_with_road_complements("lancers"), principality(1, stored=EIGHT)), BRIGANDS)
    moment = moment.when(0, PayStar())
    assert outcome(moment)[0] == StarPaid(0, 1, Why.BRIGAND_ATTACK)
    assert moment.the(BrigandsCame).lost[0] == ()
    assert len(moment.the(BrigandsCame).lost[1]) == 5
    moment.then_seat(0, stars=0).then_stored(0, ore=3, wool=2)


def test_paying_for_lancers_is_optional() -> None:
    """K27, R90: by default the owner does not pay."""
    moment = roll_dice(before_roll(seat_with_road_complements("lancers")), BRIGANDS)
    assert moment.options(0) == [PayStar(), Decline()]
    assert moment.default(0) == Decline()
    moment.when(0, Decline()).then_seat(0, stars=1).then_stored(0, ore=0, wool=0)


def test_lancers_also_help_in_the_turn_of_the_other_player() -> None:
    """K27: Lancers help in either player's turn; R31: each owner is asked once."""
    moment = roll_dice(before_roll(seat_with_road_complements("lancers"), active=1, first=1), BRIGANDS)
    moment.then_asked(StarPrompt(0, Why.BRIGAND_ATTACK))
    moment.when(0, PayStar()).then_stored(0, ore=3)


@for_each(
    "seat",
    [
        with_feeling(principality(0, stored=EIGHT, built=on(0, None, "lancers")), 0, stars=0),
        seat_with_road_complements("traveling_theater"),
        with_feeling(principality(0, stored=SEVEN, built=on(0, None, "lancers")), 0),
        with_feeling(principality(0, stored={"brick": 3, "lumber": 3, "gold": 3}, built=on(0, None, "lancers")), 0),
    ],
)
def test_lancers_are_offered_only_to_an_owner_who_has_a_star_and_would_lose_something(seat: SeatState) -> None:
    """R31: only an owner with a star who would lose at least one resource."""
    assert not roll_dice(before_roll(seat), BRIGANDS).all(StarPaid)
    roll_dice(before_roll(seat), BRIGANDS).the(ActionsBegan)


# Trade Advantage

MILL = on(-1, ABOVE, "marketplace")


def test_the_mill_holder_takes_one_resource_of_choice() -> None:
    """B17, R4: the holder names a region, which determines the kind."""
    state = before_roll(principality(0, cities=(-1,), built=MILL), options=BASE)
    moment = roll_dice(state, TRADE)
    moment.then_asked(TakePrompt(0, 1, 1, Why.TRADE_ADVANTAGE))
    assert len(moment.options(0)) == 6
    moment = moment.when(0, Take("hills_5_a"))
    assert outcome(moment)[0] == Taken(0, "hills_5_a", 1, "hills_6_b", Why.TRADE_ADVANTAGE)
    moment.then_stored(0, brick=2).then_stored(1, brick=0)
    moment.when(0, Take("hills_5_a")).then_rejected("another-question")


def test_a_passive_mill_holder_takes_a_resource_too() -> None:
    """B17: it does not matter which player rolls."""
    moment = roll_dice(before_roll(principality(0), principality(1, cities=(-1,), built=MILL), options=BASE), TRADE)
    moment.then_asked(TakePrompt(1, 0, 1, Why.TRADE_ADVANTAGE))


def test_the_victim_of_the_mill_holder_chooses_which_region_gives() -> None:
    """R4: the victim is asked only if several regions store the kind."""
    victim = wide_principality(1)
    moment = roll_dice(before_roll(principality(0, cities=(-1,), built=on(-1, ABOVE, "merchant_guild")), victim), TRADE)
    moment = moment.when(0, Take("pasture_3_a"))
    assert outcome(moment) == [Choosing(0, "pasture_3_a", Why.TRADE_ADVANTAGE)]
    assert isinstance(moment.state.prompts[0], YieldPrompt)
    moment = moment.when(1, YieldFrom("pasture_6"))
    assert outcome(moment)[0] == Taken(0, "pasture_3_a", 1, "pasture_6", Why.TRADE_ADVANTAGE)


@for_each(
    ("one", "other"),
    [
        (principality(0), principality(1)),
        (principality(0, built=on(-1, ABOVE, "fleet_ore")), principality(1)),
        (principality(0, cities=(-1,), built=MILL), principality(1, stored=0)),
        (principality(0, stored={"ore": 3}, cities=(-1,), built=MILL), principality(1, stored={"ore": 2})),
    ],
)
def test_the_mill_holder_gains_nothing_if_there_is_nothing_to_take(one: SeatState, other: SeatState) -> None:
    """B17, B22: nothing happens without a holder, without a resource to take, or without room."""
    moment = roll_dice(before_roll(one, other, options=BASE), TRADE)
    assert not moment.all(Taken)
    moment.the(ActionsBegan)


def test_the_only_resource_to_take_is_taken_without_a_question() -> None:
    """R85."""
    state = before_roll(principality(0, cities=(-1,), built=MILL), principality(1, stored={"ore": 2}), options=BASE)
    assert effect(roll_dice(state, TRADE))[0] == Taken(0, "mountains_2_a", 1, "mountains_3_b", Why.TRADE_ADVANTAGE)


def test_village_schools_gain_stars_before_the_mill_holder_takes() -> None:
    """R97, K21."""
    seat = with_feeling(principality(0, cities=(-1,), built=[*MILL, *on(1, ABOVE, "village_school")]), 0)
    moment = roll_dice(before_roll(seat, principality(1, stored={"ore": 1})), TRADE)
    assert effect(moment)[:2] == [
        StarsGained(0, 1, Why.SCHOOL),
        Taken(0, "mountains_2_a", 1, "mountains_3_b", Why.TRADE_ADVANTAGE),
    ]


@pytest.mark.parametrize("owner", [0, 1])
def test_a_village_school_gains_stars_without_a_mill_holder(owner: int) -> None:
    """R39, K21: this holds in either player's turn."""
    seats = [with_feeling(principality(number), number) for number in (0, 1)]
    seats[owner] = replace(seats[owner], built=tuple(on(1, ABOVE, "village_school")))
    assert effect(roll_dice(before_roll(*seats), TRADE))[0] == StarsGained(owner, 1, Why.SCHOOL)


def test_a_village_school_gains_nothing_without_room_for_stars() -> None:
    """K21: so a player without Public Feeling gains no stars (T, R67)."""
    full = with_feeling(principality(0, built=on(1, ABOVE, "village_school")), 0, stars=3)
    assert not roll_dice(before_roll(full), TRADE).all(StarsGained)
    unfelt = principality(0, built=on(1, ABOVE, "village_school"))
    assert not roll_dice(before_roll(unfelt, options=TOURNAMENT), TRADE).all(StarsGained)


# Tournament, Year of Plenty


def test_the_player_with_more_tournament_points_gains_a_resource() -> None:
    """B18: the points printed on a player's knights are compared, and one player must have strictly more."""
    seats = principality(0, built=on(-1, ABOVE, "knight_hagen")), principality(1, built=on(1, ABOVE, "knight_falk"))
    moment = roll_dice(before_roll(*seats, options=BASE), TOURNAMENT_FACE)
    moment.then_asked(GainPrompt(1, 1, Why.TOURNAMENT))
    assert outcome(moment.when(1, Gain("fields_2_b")))[0] == Gained(1, "fields_2_b", Why.TOURNAMENT)


def test_no_player_gains_in_a_tied_tournament() -> None:
    """B18: Hagen and Otto have two each; a Smithy does not count (B59)."""
    seats = (
        principality(0, built=[*on(-1, ABOVE, "knight_hagen"), *on(1, ABOVE, "smithy")]),
        principality(1, built=on(1, ABOVE, "knight_otto")),
    )
    assert effect(roll_dice(before_roll(*seats, options=BASE), TOURNAMENT_FACE))[1:] == [ActionsBegan()]


@for_each("stars", range(4))
def test_osmund_has_one_tournament_point_for_each_star_of_his_owner(stars: int) -> None:
    """R41, K23: the stars at that moment count, here against Karl's one point."""
    one = with_feeling(principality(0, built=on(-1, ABOVE, "knight_osmund")), 0, stars=stars)
    moment = roll_dice(before_roll(one, principality(1, built=on(1, ABOVE, "knight_karl"))), TOURNAMENT_FACE)
    asked = [prompt.seat for prompt in moment.state.prompts if isinstance(prompt, GainPrompt)]
    assert asked == {0: [1], 1: []}.get(stars, [0])


def test_without_public_feeling_osmund_has_no_tournament_points() -> None:
    """R41."""
    state = before_roll(principality(0, built=on(-1, ABOVE, "knight_osmund")), options=TOURNAMENT)
    roll_dice(state, TOURNAMENT_FACE).the(ActionsBegan)


def test_both_players_gain_in_a_year_of_plenty() -> None:
    """B19, R1: the roller gains first."""
    moment = roll_dice(before_roll(options=BASE, active=1, first=1), PLENTY)
    moment.then_asked(GainPrompt(1, 1, Why.YEAR_OF_PLENTY))
    moment.when(0, Gain("fields_1_a")).then_rejected("not-asked")
    moment = moment.when(1, Gain("goldfield_1_b"))
    moment.then_asked(GainPrompt(0, 1, Why.YEAR_OF_PLENTY))
    moment.when(0, Gain("goldfield_6_a")).then_stored(0, gold=2).then_stored(1, gold=3)


def test_a_year_of_plenty_fills_the_only_free_region_or_is_forfeited() -> None:
    """R3, R85."""
    almost = principality(1, stored=dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 3))
    moment = roll_dice(before_roll(principality(0, stored=3), almost, options=BASE), PLENTY, 6)
    assert effect(moment)[0] == Gained(1, "goldfield_1_b", Why.YEAR_OF_PLENTY)
    assert not any(isinstance(prompt, GainPrompt) for prompt in moment.state.prompts)


def test_by_default_a_year_of_plenty_gives_the_resource_that_the_player_has_least_of() -> None:
    """R90: the order is brick, lumber, wool, grain, ore, gold."""
    state = before_roll(principality(0, stored={"brick": 1, "lumber": 0, "wool": 0, "gold": 2}), options=BASE)
    assert roll_dice(state, PLENTY).default(0) == Gain("forest_4_a")


# Event card


def test_an_event_card_goes_face_down_under_the_deck() -> None:
    """B20: the card is revealed, carried out and returned; its place is public."""
    moment = roll_event_card(before_roll(top="productive_year", options=BASE), 2)
    assert effect(moment)[:2] == [EventRevealed("productive_year-1"), EventReturned("productive_year-1")]
    assert moment.state.events[-1] == "productive_year-1"
    assert len(moment.state.events) == 10
    assert (moment.state.told, moment.state.revealed) == (1, None)


def test_the_second_event_card_goes_below_the_first() -> None:
    """B20: the cards at the bottom are public in their order."""
    state = before_roll(top="plague", options=BASE)
    state = replace(state, events=("plague-1", "productive_year-1", *state.events[2:]))
    first = roll_event_card(state).state
    again = before_roll(options=BASE, events=first.events, told=first.told)
    second = roll_event_card(again).state
    assert second.events[-2:] == ("plague-1", "productive_year-1")
    assert second.told == 2


def test_no_two_event_cards_have_the_same_effect() -> None:
    """Section 10: nine titles; the five faces of the die are not event cards."""
    assert set(EVENTS) == {event.effect for event in FACTS.events.values()}
    assert len(EVENTS) == 9
    assert set(EventEffect) - set(EVENTS) == {
        EventEffect.BRIGAND_ATTACK,
        EventEffect.WINDMILL_HOLDER_TAKES_ONE,
        EventEffect.TOURNAMENT_LEADER_GAINS_ONE,
        EventEffect.EACH_GAINS_ONE_OF_CHOICE,
        EventEffect.DRAW_EVENT_CARD,
    }


def test_no_event_card_comes_twice_before_the_deck_is_shuffled() -> None:
    """B20: Year End shuffles the deck before that."""
    state, seen = before_roll(options=BASE), []
    for _ in range(10):
        seen.append(title(state.events[0]))
        if seen[-1] == "year_end":
            break
        moment = roll_event_card(before_roll(options=BASE, events=state.events, told=state.told))
        while not moment.all(ActionsBegan):
            (prompt,) = moment.state.prompts
            moment = moment.when(prompt.seat, moment.default(prompt.seat))
        state = moment.state
    assert seen[-1] == "year_end"
    assert state.told == len(seen) - 1
