"""The science cards (R14), except for the Alchemist."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.board import numbers
from chronik.domain.cities_knights.commands import (
    BuildFreeRoad,
    BuyLevel,
    EndTurn,
    PlayCrane,
    PlayEngineer,
    PlayInventor,
    PlayIrrigation,
    PlayMedicine,
    PlayMining,
    PlayRoadBuilding,
    PlaySmith,
    PromoteKnight,
    SpendCard,
    Track,
)
from chronik.domain.cities_knights.events import (
    ActionBegan,
    CardPlayed,
    CardsGained,
    CityBuilt,
    CraneReady,
    FreeRoadDeclined,
    KnightPromoted,
    LevelBought,
    LongestRoadPassed,
    MetropolisPlaced,
    Resumed,
    RoadBuilt,
    TokensSwapped,
    TurnBegan,
    WallBuilt,
)
from chronik.domain.cities_knights.facts.rulesets import CraneForm, DeadProgressCard, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, FreeRoadPrompt, OverflowPrompt
from chronik.domain.cities_knights.state import Continuation, Knight, Merchant, Question, SeatState, State
from tests.cities_knights.playable import check_playable
from tests.support.cases import for_each
from tests.support.cities_knights.table import (
    BEGINNER,
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

DISCOUNT = replace(BEGINNER, crane_form=CraneForm.DISCOUNT_NEXT_PURCHASE_THIS_TURN)
BURNING = replace(BEGINNER, dead_progress_card=DeadProgressCard.ALLOW)
SCIENCE = ("crane", "engineer", "inventor", "irrigation", "medicine", "mining", "road_building", "smith")
ALL_SCIENCE = tuple(card(name) for name in SCIENCE)


def playable_position(options: Ruleset = BEGINNER) -> State:
    """Seat 0 may play every science card: a city at 18, settlements at 22 (fields) and 43 (mountains), a knight."""
    return position(
        SeatState(
            hand=cards(ore=2, grain=1),
            roads=path(18, 28),
            cities=at(18),
            settlements=at(22, 43),
            knights=(knight(28),),
            progress=ALL_SCIENCE,
        ),
        SeatState(),
        options=options,
    )


def useless_position(options: Ruleset = BEGINNER) -> State:
    """Seat 0 has the cards but nothing to use them on, and all tokens are protected."""
    return position(SeatState(progress=ALL_SCIENCE), SeatState(), tokens=(6,) * 19, options=options)


# All of them (R13.4 to R13.6)


@for_each("name", SCIENCE)
def test_a_science_card_is_put_under_its_deck_before_it_takes_effect(name: str) -> None:
    """R13.4, R13.5, C-58."""
    moment = given(playable_position())
    first = check_playable(moment, name)[0]
    after = moment.when(0, first).then(CardPlayed(0, card(name)), ...)
    assert after.state.decks[2][-1] == card(name)
    assert card(name) not in after.state.seats[0].progress


@for_each("name", SCIENCE)
def test_a_science_card_without_effect_is_refused_by_default(name: str) -> None:
    """R13.6, C-48, dead_progress_card=refuse."""
    moment = given(useless_position())
    assert check_playable(moment, name) == []
    assert moment.options(0, SpendCard) == []
    moment.when(0, SpendCard(card(name))).then_rejected("not-dead", "R13.6")


@for_each("name", SCIENCE)
def test_an_option_lets_a_science_card_without_effect_be_discarded(name: str) -> None:
    """R13.6, C-48, dead_progress_card=allow: it is spent without effect; a useful card cannot be discarded."""
    moment = given(useless_position(BURNING))
    assert SpendCard(card(name)) in moment.options(0, SpendCard)
    assert check_playable(moment, name) == []
    moment.when(0, SpendCard(card(name))).then(CardPlayed(0, card(name)))
    useful = given(playable_position(BURNING))
    assert useful.options(0, SpendCard) == []
    assert check_playable(useful, name)
    useful.when(0, SpendCard(card(name))).then_rejected("not-dead")


def test_an_alchemist_cannot_be_discarded_as_useless() -> None:
    """R13.4: it can be played only before the roll."""
    moment = given(position(SeatState(progress=(card("alchemist"),)), SeatState(), options=BURNING))
    assert moment.options(0, SpendCard) == []
    moment.when(0, SpendCard(card("alchemist"))).then_rejected("not-dead")
    moment.when(0, SpendCard(card("alchemist", 2))).then_rejected("progress-card")


def test_the_command_of_a_card_can_play_only_that_card_from_the_active_hand() -> None:
    """R13.4."""
    moment = given(playable_position())
    moment.when(0, PlayIrrigation(card("irrigation", 2))).then_rejected("progress-card", "R13.4")
    moment.when(0, PlayIrrigation(card("mining"))).then_rejected("progress-card")
    moment.when(0, PlayIrrigation("no such card")).then_rejected("progress-card")
    moment.when(1, PlayIrrigation(card("irrigation"))).then_rejected("not-asked")


def test_the_lowest_of_equal_cards_is_offered_but_any_is_accepted() -> None:
    """R14.3: both copies may be played in a turn."""
    held = (card("irrigation", 2), card("irrigation"))
    moment = given(position(SeatState(settlements=at(22), progress=held), SeatState()))
    assert moment.options(0, PlayIrrigation) == [PlayIrrigation(card("irrigation"))]
    after = moment.when(0, PlayIrrigation(card("irrigation", 2))).when(0, PlayIrrigation(card("irrigation")))
    after.then_seat(0, progress=(), hand=cards(grain=8))


def test_no_card_is_played_while_a_question_is_open() -> None:
    """R13.4."""
    moment = given(playable_position()).when(0, PlayRoadBuilding(card("road_building")))
    moment.when(0, PlayIrrigation(card("irrigation"))).then_rejected("another-question")


# Crane


def test_a_crane_buys_a_level_for_one_commodity_less() -> None:
    """R14, crane_form=atomic_purchase."""
    own = SeatState(hand=cards(paper=2), levels=(0, 0, 2), cities=at(18), progress=(card("crane"),))
    moment = given(position(own, SeatState()))
    moment.when(0, PlayCrane(card("crane"), Track.SCIENCE)).then(
        CardPlayed(0, card("crane")), LevelBought(0, Track.SCIENCE, 3, cards(paper=2))
    ).then_seat(0, levels=(0, 0, 3), hand=cards())
    moment.when(0, PlayCrane(card("crane"))).then_rejected("crane-form", "C-71")
    assert check_playable(moment, "crane") == [PlayCrane(card("crane"), track) for track in Track]


def test_the_first_level_is_free_with_a_crane() -> None:
    """R14, C-37."""
    moment = given(position(SeatState(cities=at(18), progress=(card("crane"),)), SeatState()))
    moment.when(0, PlayCrane(card("crane"), Track.TRADE)).then(..., LevelBought(0, Track.TRADE, 1))


def test_a_crane_needs_a_level_that_is_legal_and_affordable() -> None:
    """R12.2, R12.6, R13.6: it needs a city, the cards to pay, and a level that is not bought yet."""
    settler = SeatState(settlements=at(18), hand=cards(paper=5), progress=(card("crane"),))
    moment = given(position(settler, SeatState()))
    assert check_playable(moment, "crane") == []
    moment.when(0, PlayCrane(card("crane"), Track.SCIENCE)).then_rejected("city-needed")
    poor = SeatState(cities=at(18), levels=(2, 2, 2), hand=cards(paper=1, cloth=2), progress=(card("crane"),))
    moment = given(position(poor, SeatState()))
    assert check_playable(moment, "crane") == [PlayCrane(card("crane"), Track.TRADE)]
    moment.when(0, PlayCrane(card("crane"), Track.SCIENCE)).then_rejected("cards")
    complete = SeatState(cities=at(18), levels=(5, 5, 5), hand=cards(paper=5), progress=(card("crane"),))
    moment = given(position(complete, SeatState()))
    assert check_playable(moment, "crane") == []
    moment.when(0, PlayCrane(card("crane"), Track.SCIENCE)).then_rejected("highest-level")


def test_a_crane_can_win_the_metropolis() -> None:
    """R12.4."""
    own = SeatState(hand=cards(coin=3), levels=(0, 3, 0), cities=at(18), progress=(card("crane"),))
    given(position(own, SeatState())).when(0, PlayCrane(card("crane"), Track.POLITICS)).then(
        ..., LevelBought(0, Track.POLITICS, 4, cards(coin=3)), MetropolisPlaced(0, Track.POLITICS, 18)
    )


def test_two_cranes_make_two_different_levels_cheaper() -> None:
    """C-30: each applies to a separate improvement."""
    own = SeatState(hand=cards(cloth=1), cities=at(18), progress=(card("crane"), card("crane", 2)))
    moment = given(position(own, SeatState())).when(0, PlayCrane(card("crane"), Track.TRADE))
    moment.when(0, PlayCrane(card("crane", 2), Track.TRADE)).then(
        ..., LevelBought(0, Track.TRADE, 2, cards(cloth=1))
    ).then_seat(0, levels=(2, 0, 0))


def test_with_the_discount_option_a_crane_makes_the_next_level_cheaper() -> None:
    """C-71, crane_form=discount_next_purchase_this_turn."""
    own = SeatState(hand=cards(cloth=1), cities=at(18), progress=(card("crane"), card("crane", 2)))
    moment = given(position(own, SeatState(), options=DISCOUNT))
    assert check_playable(moment, "crane") == [PlayCrane(card("crane"))]
    moment.when(0, PlayCrane(card("crane"), Track.TRADE)).then_rejected("crane-form")
    waiting = moment.when(0, PlayCrane(card("crane"))).then(CardPlayed(0, card("crane")), CraneReady(0))
    waiting = waiting.when(0, PlayCrane(card("crane", 2)))
    first = waiting.when(0, BuyLevel(Track.TRADE)).then(LevelBought(0, Track.TRADE, 1, crane=True))
    first.when(0, BuyLevel(Track.TRADE)).then(LevelBought(0, Track.TRADE, 2, cards(cloth=1), crane=True))
    assert waiting.when(0, EndTurn()).state.cranes == 0


def test_a_crane_discount_needs_a_level_that_it_makes_affordable() -> None:
    """R13.6, C-71."""
    own = SeatState(levels=(1, 1, 1), cities=at(18), progress=(card("crane"),))
    moment = given(position(own, SeatState(), options=DISCOUNT))
    assert check_playable(moment, "crane") == []
    moment.when(0, PlayCrane(card("crane"))).then_rejected("no-effect", "R13.6")


# Engineer


def test_an_engineer_builds_a_wall_for_free() -> None:
    """R14, R10.5."""
    moment = given(playable_position())
    assert check_playable(moment, "engineer") == [PlayEngineer(card("engineer"), 18)]
    moment.when(0, PlayEngineer(card("engineer"), 18)).then(
        CardPlayed(0, card("engineer")), WallBuilt(0, 18)
    ).then_seat(0, walls=at(18), hand=cards(ore=2, grain=1))
    moment.when(0, PlayEngineer(card("engineer"), 22)).then_rejected("corner")


def test_an_engineer_needs_a_wall_in_the_supply_and_a_city_without_one() -> None:
    """R2.5, R13.6."""
    own = SeatState(cities=at(18, 22), walls=at(18, 22), progress=(card("engineer"),))
    assert check_playable(given(position(own, SeatState())), "engineer") == []
    own = SeatState(cities=at(18, 22, 43, 47), walls=at(18, 22, 43), progress=(card("engineer"),))
    moment = given(position(own, SeatState()))
    assert check_playable(moment, "engineer") == []
    moment.when(0, PlayEngineer(card("engineer"), 47)).then_rejected("piece-supply")


# Inventor


def test_an_inventor_swaps_two_tokens_and_robber_and_merchant_stay() -> None:
    """R14: no building of the player needs to touch them."""
    own = SeatState(progress=(card("inventor"),))
    moment = given(position(own, SeatState(), robber=0, merchant=Merchant(1, 2)))
    after = moment.when(0, PlayInventor(card("inventor"), (0, 2))).then(
        CardPlayed(0, card("inventor")), TokensSwapped(0, (0, 2))
    )
    assert (after.state.tokens[0], after.state.tokens[2]) == (9, 10)
    assert (after.state.robber, after.state.merchant) == (0, Merchant(1, 2))


def test_an_inventor_cannot_swap_equal_protected_or_missing_tokens() -> None:
    """R14: 0 has 10 as 6 has, 1 has 2, 3 has 12, 4 has 6, 11 has 8, 9 is the desert."""
    moment = given(position(SeatState(progress=(card("inventor"),)), SeatState()))
    for hexes in ((0, 6), (0, 1), (0, 3), (0, 4), (0, 11), (0, 9), (0, 0), (2, 0)):
        moment.when(0, PlayInventor(card("inventor"), hexes)).then_rejected("tokens")
    assert len(check_playable(moment, "inventor")) == 12 * 11 // 2 - 6


# Irrigation and Mining


def test_irrigation_gives_two_grain_for_each_fields_hex() -> None:
    """R14, C-40: 22 touches two fields, 33 one of those; a city counts once, and so do two buildings; R8.4."""
    own = SeatState(cities=at(22), settlements=at(33), progress=(card("irrigation"),))
    moment = given(position(own, SeatState(), robber=7))
    moment.when(0, PlayIrrigation(card("irrigation"))).then(
        CardPlayed(0, card("irrigation")), CardsGained(0, cards(grain=4))
    ).then_seat(0, hand=cards(grain=4))


def test_mining_gives_two_ore_for_each_mountains_hex() -> None:
    """R14: 0 and 15 touch the same mountains, 43 others; a sideways city is a building too."""
    own = SeatState(settlements=at(0), sideways=at(43), cities=at(15), progress=(card("mining"),))
    given(position(own, SeatState())).when(0, PlayMining(card("mining"))).then(..., CardsGained(0, cards(ore=4)))


def test_irrigation_and_mining_give_at_most_what_the_bank_has() -> None:
    """R14: three grain are left for four, one ore for two."""
    own = SeatState(settlements=at(22, 43), progress=(card("irrigation"), card("mining")))
    moment = given(position(own, SeatState(hand=cards(grain=16, ore=18))))
    moment.when(0, PlayIrrigation(card("irrigation"))).then(..., CardsGained(0, cards(grain=3)))
    moment.when(0, PlayMining(card("mining"))).then(..., CardsGained(0, cards(ore=1)))


def test_irrigation_and_mining_need_a_hex_and_a_card_in_the_bank() -> None:
    """R13.6."""
    held = (card("irrigation"), card("mining"))
    for own, other in (
        (SeatState(settlements=at(18), progress=held), SeatState()),
        (SeatState(settlements=at(22, 43), progress=held), SeatState(hand=cards(grain=19, ore=19))),
    ):
        moment = given(position(own, other))
        assert check_playable(moment, "irrigation") == check_playable(moment, "mining") == []
        moment.when(0, PlayIrrigation(card("irrigation"))).then_rejected("no-effect", "R13.6")
        moment.when(0, PlayMining(card("mining"))).then_rejected("no-effect")


# Medicine


def test_medicine_upgrades_to_a_city_for_two_ore_and_one_grain() -> None:
    """R14, R10.4."""
    moment = given(playable_position())
    assert check_playable(moment, "medicine") == [PlayMedicine(card("medicine"), corner) for corner in (22, 43)]
    moment.when(0, PlayMedicine(card("medicine"), 22)).then(
        CardPlayed(0, card("medicine")), CityBuilt(0, 22, cards(ore=2, grain=1))
    ).then_seat(0, cities=at(18, 22), settlements=at(43), hand=cards())


def test_medicine_needs_its_price_a_settlement_and_a_city_in_the_supply() -> None:
    """R2.5, R13.6."""
    held, paid = (card("medicine"),), cards(ore=2, grain=1)
    for own, refusal in (
        (SeatState(settlements=at(22), hand=cards(ore=2), progress=held), "cards"),
        (SeatState(settlements=at(43), hand=paid, progress=held), "corner"),
        (SeatState(settlements=at(22), cities=at(0, 3, 18, 47), hand=paid, progress=held), "piece-supply"),
    ):
        moment = given(position(own, SeatState()))
        moment.when(0, PlayMedicine(card("medicine"), 22)).then_rejected(refusal)
        assert len(check_playable(moment, "medicine")) == (refusal == "corner")


def test_medicine_sets_a_sideways_city_upright_before_any_other() -> None:
    """R10.6."""
    own = SeatState(
        settlements=at(22),
        sideways=at(43),
        cities=at(0, 3, 18),
        hand=cards(ore=2, grain=1),
        progress=(card("medicine"),),
    )
    moment = given(position(own, SeatState()))
    assert check_playable(moment, "medicine") == [PlayMedicine(card("medicine"), 43)]
    moment.when(0, PlayMedicine(card("medicine"), 22)).then_rejected("corner")


# Road Building


def test_road_building_builds_two_roads_one_after_the_other() -> None:
    """R14, R10.2: the second may continue the first."""
    own = SeatState(settlements=at(18), progress=(card("road_building"),))
    moment = given(position(own, SeatState())).when(0, PlayRoadBuilding(card("road_building")))
    moment.then(CardPlayed(0, card("road_building")), ...).then_asked(FreeRoadPrompt(0, second=False))
    assert moment.options(0) == [BuildFreeRoad(number) for number in sorted(edge(18, near) for near in (26, 28, 37))]
    onward = edge(28, 20)
    moment.when(0, BuildFreeRoad(onward)).then_rejected("edge", "R10.2")
    second = moment.when(0, BuildFreeRoad(edge(18, 28))).then(RoadBuilt(0, edge(18, 28)), ...)
    second.then_asked(FreeRoadPrompt(0, second=True))
    last = second.when(0, BuildFreeRoad(onward)).then(RoadBuilt(0, onward))
    last.then_seat(0, roads=path(18, 28, 20), hand=cards())
    assert isinstance(last.state.prompts[0], ActionPrompt)


def test_only_the_second_free_road_can_be_declined() -> None:
    """R14; the default declines it (1.19), and builds the first at the lowest edge."""
    own = SeatState(settlements=at(18), progress=(card("road_building"),))
    moment = given(position(own, SeatState())).when(0, PlayRoadBuilding(card("road_building")))
    moment.when(0, BuildFreeRoad()).then_rejected("free-road")
    assert BuildFreeRoad() not in moment.options(0)
    assert GAME.default(moment.state, 0) == moment.options(0)[0]
    second = moment.when(0, GAME.default(moment.state, 0))
    assert BuildFreeRoad() in second.options(0)
    assert GAME.default(second.state, 0) == BuildFreeRoad()
    second.when(0, BuildFreeRoad()).then(FreeRoadDeclined(0))


def test_free_road_options_are_exactly_the_accepted_answers() -> None:
    """R10.2."""
    moment = given(playable_position()).when(0, PlayRoadBuilding(card("road_building")))
    for asked in (moment, moment.when(0, BuildFreeRoad(edge(28, 20)))):
        every = [BuildFreeRoad(number) for number in range(72)] + [BuildFreeRoad()]
        assert asked.options(0) == [one for one in every if asked.when(0, one).refused is None]


def test_the_second_free_road_is_skipped_if_no_road_piece_is_left() -> None:
    """R2.5: the fifteenth road is the last."""
    roads = path(5, 0, 13, 6, 15, 8, 17, 10, 19, 11, 30, 21, 41, 31, 49)
    assert len(numbers(roads)) == 14
    own = SeatState(settlements=at(5), roads=roads, progress=(card("road_building"),))
    moment = given(position(own, SeatState(), longest=0)).when(0, PlayRoadBuilding(card("road_building")))
    after = moment.when(0, BuildFreeRoad(edge(49, 40))).then(RoadBuilt(0, edge(49, 40)))
    assert isinstance(after.state.prompts[0], ActionPrompt)


def test_road_building_needs_a_road_piece_and_a_free_edge() -> None:
    """R13.6: it is refused if no piece is left or no edge is free."""
    roads = path(5, 0, 13, 6, 15, 8, 17, 10, 19, 11, 30, 21, 41, 31, 49, 40)
    own = SeatState(settlements=at(5), roads=roads, progress=(card("road_building"),))
    for position_ in (position(own, SeatState(), longest=0), useless_position()):
        moment = given(position_)
        assert check_playable(moment, "road_building") == []
        moment.when(0, PlayRoadBuilding(card("road_building"))).then_rejected("no-effect")


def test_a_free_road_can_take_the_longest_road_award() -> None:
    """R16.3."""
    own = SeatState(settlements=at(5), roads=path(5, 0, 13, 6, 15), progress=(card("road_building"),))
    moment = given(position(own, SeatState())).when(0, PlayRoadBuilding(card("road_building")))
    moment.when(0, BuildFreeRoad(edge(15, 8))).then(RoadBuilt(0, edge(15, 8)), LongestRoadPassed(0, 5), ...)


# Smith


def forge(*knights: Knight, levels: tuple[int, int, int] = (0, 0, 0)) -> Moment:
    """Seat 0 has a Smith and these knights."""
    return given(position(SeatState(knights=knights, levels=levels, progress=(card("smith"),)), SeatState()))


def test_a_smith_promotes_one_or_two_knights_for_free() -> None:
    """R14, R11.3: they stay as active and as ready as before."""
    moment = forge(knight(18), knight(28, ready=True))
    assert [command.corners for command in check_playable(moment, "smith")] == [(18,), (28,), (18, 28)]
    moment.when(0, PlaySmith(card("smith"), (18,))).then(CardPlayed(0, card("smith")), KnightPromoted(0, 18))
    moment.when(0, PlaySmith(card("smith"), (28, 18))).then(
        CardPlayed(0, card("smith")), KnightPromoted(0, 28), KnightPromoted(0, 18)
    ).then_seat(0, knights=(knight(18, 2, promoted=True), knight(28, 2, ready=True, promoted=True)))


def test_a_smith_cannot_promote_a_knight_twice_in_a_turn() -> None:
    """C-12: a promotion by a Smith counts too."""
    moment = forge(knight(18), knight(28, promoted=True))
    assert [command.corners for command in check_playable(moment, "smith")] == [(18,)]
    moment.when(0, PlaySmith(card("smith"), (18, 18))).then_rejected("knight")
    moment.when(0, PlaySmith(card("smith"), (28,))).then_rejected("knight")
    moment.when(0, PlaySmith(card("smith"), (18,))).when(0, PromoteKnight(18)).then_rejected("knight")


def test_a_smith_cannot_ignore_the_supply_or_the_fortress_rule() -> None:
    """R11.3, C-24."""
    full = forge(knight(18), knight(28), knight(20, 2), knight(30, 2))
    assert check_playable(full, "smith") == []
    full.when(0, PlaySmith(card("smith"), (18,))).then_rejected("piece-supply")
    full.when(0, PlaySmith(card("smith"), (20,))).then_rejected("fortress")
    assert check_playable(forge(knight(18, 3)), "smith") == []


def test_if_one_promotion_frees_the_piece_that_the_other_needs_a_smith_offers_only_that_order() -> None:
    """R11.3: only a legal order is offered, or the lower corner first if both are legal."""
    moment = forge(knight(18), knight(20, 2), knight(30, 2), levels=(0, 3, 0))
    assert [command.corners for command in check_playable(moment, "smith")] == [
        (20,),
        (30,),
        (20, 18),
        (20, 30),
        (30, 18),
    ]
    moment.when(0, PlaySmith(card("smith"), (18, 20))).then_rejected("piece-supply")


def test_promotions_are_reset_when_a_turn_begins() -> None:
    """R11.3, C-70: a Smith may come before the action phase, and counts for the whole turn."""
    moment = forge(knight(18, promoted=True)).after(TurnBegan(0)).then_seat(0, knights=(knight(18),))
    moment.after(KnightPromoted(0, 18), ActionBegan()).then_seat(0, knights=(knight(18, 2, promoted=True),))


# In place of a discard (C-70)


def test_a_science_card_played_instead_of_a_discard_has_its_normal_effect() -> None:
    """C-70."""
    frame = Question((OverflowPrompt(0, 4, play=True),), Continuation.OVERFLOW)
    moment = given(replace(playable_position(), stack=(frame,)))
    moment.when(0, PlayIrrigation(card("irrigation"))).then(
        CardPlayed(0, card("irrigation")), CardsGained(0, cards(grain=4)), Resumed(), ...
    )
    asked = moment.when(0, PlayRoadBuilding(card("road_building"))).then_asked(FreeRoadPrompt(0, second=False))
    second = asked.when(0, BuildFreeRoad(edge(28, 20))).then_asked(FreeRoadPrompt(0, second=True))
    second.when(0, BuildFreeRoad()).then(FreeRoadDeclined(0), Resumed(), ...)
