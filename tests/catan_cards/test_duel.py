"""Duels: Arsonist, Black Knight, Brigands, and the cards that answer them (B35, B51 to B53, B58, R21 to R25)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import ChooseTarget, Decline, PlayCard, Protect, Shed, Take, YieldFrom
from chronik.domain.catan_cards.events import (
    BuildingReturned,
    CardDone,
    CardPlayed,
    CardsShed,
    Choosing,
    Declined,
    DuelRolled,
    Protected,
    QuestionsAsked,
    Resumed,
    Taken,
)
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    ProtectPrompt,
    ShedPrompt,
    TakePrompt,
    TargetPrompt,
    Why,
    YieldPrompt,
)
from chronik.domain.catan_cards.state import Built, Continuation, Land, SeatState, State
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    region,
    rig_chance,
)

ARSONIST, BLACK_KNIGHT, BRIGANDS = card("arsonist"), card("black_knight"), card("brigands")
BISHOP, HERB_WOMAN = card("bishop"), card("herb_woman")
GARRISON, ABBEY, FLEET, MARKET_TOWN = card("garrison"), card("abbey"), card("fleet_ore"), card("market_town")
KARL, OTTO, AQUEDUCT = card("knight_karl"), card("knight_otto"), card("aqueduct")

MINE, ALSO_MINE = Built(GARRISON, -1, ABOVE), Built(KARL, -1, BELOW)
HIS, ALSO_HIS = Built(ABBEY, -1, ABOVE), Built(OTTO, -1, BELOW)


def attacker(*hand: str, built: tuple[Built, ...] = (), stored: dict[str, int] | int = 1) -> SeatState:
    """Returns seat 0 with these hand cards."""
    return principality(0, hand=hand, built=built, stored=stored)


def defender(*hand: str, built: tuple[Built, ...] = (HIS, ALSO_HIS), stored: dict[str, int] | int = 1) -> SeatState:
    """Returns seat 1 with a building and a knight."""
    return principality(1, hand=hand, built=built, stored=stored)


def attack_duel(state: State, attack: str, *, pips: int, by: str | None = None) -> Moment:
    """Returns the moment after an attack, the answer to it, and the roll."""
    announced = given(state).when(0, PlayCard(attack))
    return announced.when(1, Protect(by) if by else Decline(), rig_chance(duel=(pips - 1,)))


# The announcement (B35, R21)


@pytest.mark.parametrize("hand", [(), (BISHOP,), (HERB_WOMAN,)])
def test_the_defender_is_asked_even_without_a_protection_card(hand: tuple[str, ...]) -> None:
    """R21: so the pause reveals nothing."""
    moment = given(position(attacker(ARSONIST), defender(*hand))).when(0, PlayCard(ARSONIST))
    moment.then(
        CardPlayed(0, ARSONIST),
        QuestionsAsked((), Continuation.CARD_DONE),
        QuestionsAsked((ProtectPrompt(1, ARSONIST),), Continuation.PROTECT),
    ).then_asked(ProtectPrompt(1, ARSONIST))
    assert moment.options(1) == [*(Protect(one) for one in hand if one == BISHOP), Decline()]
    assert moment.default(1) == Decline()  # R90


def test_no_other_command_is_allowed_while_the_defender_decides() -> None:
    """E4."""
    moment = given(position(attacker(ARSONIST, BRIGANDS), defender())).when(0, PlayCard(ARSONIST))
    moment.when(0, PlayCard(BRIGANDS)).then_rejected("not-asked", "E3")
    moment.when(1, PlayCard(BRIGANDS)).then_rejected("another-question", "E4")


@pytest.mark.parametrize(
    ("attack", "protection"), [(ARSONIST, HERB_WOMAN), (BLACK_KNIGHT, BISHOP), (BRIGANDS, HERB_WOMAN)]
)
def test_a_protection_card_answers_only_the_attacks_that_it_names(attack: str, protection: str) -> None:
    """B58."""
    moment = given(position(attacker(attack), defender(protection))).when(0, PlayCard(attack))
    moment.when(1, Protect(protection)).then_rejected("card", "B27")
    assert moment.options(1) == [Decline()]


def test_a_protection_card_must_be_in_hand() -> None:
    """B35."""
    moment = given(position(attacker(ARSONIST), defender())).when(0, PlayCard(ARSONIST))
    moment.when(1, Protect(BISHOP)).then_rejected("card", "B27")


# The roll (B35)


@pytest.mark.parametrize(("pips", "winner"), [(1, 0), (5, 0), (6, 1)])
def test_the_attacker_wins_on_one_to_five_without_a_protection_card(pips: int, winner: int) -> None:
    """B35."""
    moment = attack_duel(position(attacker(ARSONIST), defender()), ARSONIST, pips=pips)
    moment.then(Declined(1), DuelRolled(pips, winner), ...)


@for_each(("attack", "protection"), [(ARSONIST, BISHOP), (BLACK_KNIGHT, HERB_WOMAN), (BRIGANDS, BISHOP)])
@for_each(("pips", "winner"), [(2, 0), (3, 1)])
def test_the_attacker_wins_on_one_or_two_against_a_protection_card(
    attack: str, protection: str, pips: int, winner: int
) -> None:
    """B35, B58."""
    moment = attack_duel(position(attacker(attack), defender(protection)), attack, pips=pips, by=protection)
    moment.then(Protected(1, protection), DuelRolled(pips, winner), ...)


def test_after_a_duel_both_cards_are_discarded_with_the_protection_card_on_top() -> None:
    """R17, X11."""
    moment = attack_duel(position(attacker(ARSONIST), defender(BISHOP)), ARSONIST, pips=6, by=BISHOP)
    moment.then(Protected(1, BISHOP), DuelRolled(6, 1), Resumed(), CardDone(0, ARSONIST), CardDone(1, BISHOP))
    assert moment.state.discards == ((ARSONIST, BISHOP),)
    assert moment.state.playing == ()
    moment.then_asked(ActionPrompt(0))


def test_in_the_tournament_game_each_card_goes_to_its_players_pile() -> None:
    """T8, R60: a card of the opponent goes to the pile of the player who played it."""
    arsonist, bishop = card("arsonist", owner=1), card("bishop", owner=0)
    state = position(
        attacker(arsonist),
        defender(bishop, built=(Built(card("abbey", owner=1), -1, ABOVE),)),
        options=TOURNAMENT,
        discards=((), ()),
    )
    moment = attack_duel(state, arsonist, pips=6, by=bishop)
    assert moment.state.discards == ((arsonist,), (bishop,))


# Arsonist (B51)


def test_an_arsonist_returns_a_building_to_the_losers_hand() -> None:
    """B51: a single building returns without a question (R85)."""
    moment = attack_duel(position(attacker(ARSONIST), defender()), ARSONIST, pips=1)
    moment.then(Declined(1), DuelRolled(1, 0), BuildingReturned(1, ABBEY, 0), Resumed(), CardDone(0, ARSONIST))
    moment.then_seat(1, hand=(ABBEY,), built=(ALSO_HIS,))


def test_the_winner_chooses_the_building_after_the_roll() -> None:
    """R23, R24: buildings, including road complements (K2), but no units."""
    built = (HIS, ALSO_HIS, Built(MARKET_TOWN, 0), Built(FLEET, 1, ABOVE))
    moment = attack_duel(position(attacker(ARSONIST), defender(built=built)), ARSONIST, pips=5)
    moment.then(Declined(1), DuelRolled(5, 0), QuestionsAsked((TargetPrompt(0, 1, ARSONIST),)))
    assert moment.options(0) == [ChooseTarget(ABBEY), ChooseTarget(MARKET_TOWN)]
    moment.when(0, ChooseTarget(FLEET)).then_rejected("target", "B51")
    moment.when(0, ChooseTarget(OTTO)).then_rejected("target", "B51")
    moment.when(0, ChooseTarget(MARKET_TOWN)).then(
        BuildingReturned(1, MARKET_TOWN, 0), Resumed(), CardDone(0, ARSONIST)
    )


def test_the_most_valuable_building_is_chosen_by_default() -> None:
    """R90: most VP, then strength, then total cost, then the lowest id."""
    church, mint, colossus = card("church"), card("mint"), card("colossus")
    built = (HIS, Built(mint, -1, BELOW), Built(church, -1, ABOVE), Built(GARRISON, 1, ABOVE))
    moment = attack_duel(position(attacker(ARSONIST), defender(built=built)), ARSONIST, pips=1)
    assert moment.default(0) == ChooseTarget(church)
    more = (*built, Built(colossus, -1, BELOW))
    moment = attack_duel(position(attacker(ARSONIST), defender(built=more)), ARSONIST, pips=1)
    assert moment.default(0) == ChooseTarget(colossus)
    moment = attack_duel(position(attacker(ARSONIST), defender(built=(HIS, built[-1]))), ARSONIST, pips=1)
    assert moment.default(0) == ChooseTarget(ABBEY)  # it costs three resources, the other two
    twins = (Built(card("garrison", 2), 1, ABOVE), built[-1])
    moment = attack_duel(position(attacker(ARSONIST), defender(built=twins)), ARSONIST, pips=1)
    assert moment.default(0) == ChooseTarget(GARRISON)


def test_the_attacker_may_lose_his_own_building() -> None:
    """B51: a defender who wins chooses one of the attacker's buildings."""
    built = (MINE, Built(card("smithy"), 1, ABOVE))
    moment = attack_duel(position(attacker(ARSONIST, built=built), defender()), ARSONIST, pips=6)
    moment.then(Declined(1), DuelRolled(6, 1), QuestionsAsked((TargetPrompt(1, 0, ARSONIST),)))
    moment = moment.when(1, ChooseTarget(GARRISON))
    moment.then(BuildingReturned(0, GARRISON, 1), Resumed(), CardDone(0, ARSONIST))
    moment.then_seat(0, hand=(GARRISON,))


def test_a_loser_without_a_building_loses_nothing() -> None:
    """B51."""
    moment = attack_duel(position(attacker(ARSONIST, built=(ALSO_MINE,)), defender()), ARSONIST, pips=6)
    moment.then(Declined(1), DuelRolled(6, 1), Resumed(), CardDone(0, ARSONIST))


def test_an_arsonist_needs_an_opposing_building() -> None:
    """B34, R16, R24: units, Public Feeling and cards of the display do not count."""
    moment = given(position(attacker(ARSONIST, built=(MINE,)), defender(built=(ALSO_HIS, Built(FLEET, 1, ABOVE)))))
    moment.when(0, PlayCard(ARSONIST)).then_rejected("no-effect", "B34")
    assert moment.options(0, PlayCard) == []


@pytest.mark.parametrize(("pips", "loser"), [(1, 1), (6, 0)])
def test_a_display_card_lost_in_a_duel_returns_to_the_display(pips: int, loser: int) -> None:
    """X9: this is so whichever player loses it."""
    aqueduct = (Built(AQUEDUCT, -1, ABOVE),)
    mine, his = (aqueduct, (HIS,)) if loser == 0 else ((), aqueduct)
    seats = (
        principality(0, hand=(ARSONIST,), built=mine, cities=(-1,)),
        principality(1, built=his, cities=(-1,)),
    )
    moment = attack_duel(position(*seats), ARSONIST, pips=pips)
    moment.then(..., BuildingReturned(loser, AQUEDUCT, 1 - loser), Resumed(), CardDone(0, ARSONIST))
    assert AQUEDUCT in moment.state.display
    moment.then_seat(loser, hand=())


def test_in_the_base_game_an_aqueduct_lost_in_a_duel_returns_to_the_hand() -> None:
    """X9 belongs to the extended game only."""
    seats = (attacker(ARSONIST), principality(1, built=(Built(AQUEDUCT, -1, ABOVE),), cities=(-1,)))
    attack_duel(position(*seats, options=BASE), ARSONIST, pips=1).then_seat(1, hand=(AQUEDUCT,))


def test_a_loser_who_is_not_on_turn_sheds_cards_at_once() -> None:
    """R25, B41: losing an Abbey adds a hand card and lowers the limit; the card is resolved after that."""
    hand = (*(card("spy", copy) for copy in (1, 2, 3)), card("scout"))
    moment = attack_duel(position(attacker(ARSONIST), defender(*hand)), ARSONIST, pips=1)
    moment.then(
        Declined(1),
        DuelRolled(1, 0),
        BuildingReturned(1, ABBEY, 0),
        QuestionsAsked((ShedPrompt(1, 2),), Continuation.SHEDDING),
    )
    shed = (card("scout"), ABBEY)
    assert moment.default(1) == Shed(shed, (1, 1))
    moment = moment.when(1, Shed(shed, (1, 2)))
    moment.then(CardsShed(1, shed, (1, 2)), Resumed(), CardDone(0, ARSONIST)).then_asked(ActionPrompt(0))


def test_a_loser_who_is_on_turn_may_keep_too_many_cards() -> None:
    """R25: the player may keep it until the hand step."""
    hand = (ARSONIST, *(card("spy", copy) for copy in (1, 2, 3)))
    moment = attack_duel(position(attacker(*hand, built=(MINE,)), defender()), ARSONIST, pips=6)
    moment.then_seat(0, hand=(*hand[1:], GARRISON)).then_asked(ActionPrompt(0))


# Black Knight (B52)


def test_a_black_knight_returns_a_knight_to_the_losers_hand() -> None:
    """B52: only a knight; a Church does not protect it (B43 applies to Civil War only)."""
    built = (Built(OTTO, -1, BELOW), Built(card("church"), -1, ABOVE), Built(card("lancers"), 0))
    seats = (attacker(BLACK_KNIGHT), principality(1, built=built, cities=(-1,)))
    moment = attack_duel(position(*seats), BLACK_KNIGHT, pips=4)
    moment.then(Declined(1), DuelRolled(4, 0), BuildingReturned(1, OTTO, 0), Resumed(), CardDone(0, BLACK_KNIGHT))
    moment.then_seat(1, hand=(OTTO,))


def test_the_winner_chooses_among_several_knights() -> None:
    """R23: by default the most valuable one (R90: strength before cost)."""
    falk = card("knight_falk")
    built = (Built(falk, -1, ABOVE), Built(OTTO, -1, BELOW))
    moment = attack_duel(position(attacker(BLACK_KNIGHT), defender(built=built)), BLACK_KNIGHT, pips=1)
    assert moment.options(0) == [ChooseTarget(falk), ChooseTarget(OTTO)]
    assert moment.default(0) == ChooseTarget(OTTO)
    moment.when(0, ChooseTarget(falk)).then(BuildingReturned(1, falk, 0), Resumed(), CardDone(0, BLACK_KNIGHT))


def test_a_loser_without_a_knight_loses_nothing() -> None:
    """B52."""
    moment = attack_duel(position(attacker(BLACK_KNIGHT, built=(MINE,)), defender()), BLACK_KNIGHT, pips=6)
    moment.then(Declined(1), DuelRolled(6, 1), Resumed(), CardDone(0, BLACK_KNIGHT))


def test_a_black_knight_needs_an_opposing_knight() -> None:
    """B34, R16, R53: Lancers are not knights."""
    built = (HIS, Built(card("lancers"), 0))
    moment = given(position(attacker(BLACK_KNIGHT), defender(built=built)))
    moment.when(0, PlayCard(BLACK_KNIGHT)).then_rejected("no-effect", "B34")


# Brigands (B53)


def test_the_winner_chooses_two_resources_one_by_one_for_brigands() -> None:
    """B53, R4: both may be of the same kind; the loser is asked only if several regions store it."""
    state = position(attacker(BRIGANDS, stored=0), defender(stored={"ore": 2, "wool": 1}))
    ore, wool = region(state, 0, "ore"), region(state, 0, "wool")
    moment = attack_duel(state, BRIGANDS, pips=1)
    moment.then_asked(TakePrompt(0, 1, 2, Why.BRIGANDS))
    assert moment.options(0) == [Take(ore), Take(wool)]
    assert moment.default(0) == Take(wool)  # R90: the type held least, in the order of R90
    moment.when(0, Take(region(state, 0, "gold"))).then_rejected("region", "B15")
    moment.when(0, Decline()).then_rejected("compulsory", "R85")
    moment = moment.when(0, Take(ore))
    moment.then(
        Taken(0, ore, 1, region(state, 1, "ore"), Why.BRIGANDS),
        QuestionsAsked((TakePrompt(0, 1, 1, Why.BRIGANDS),), Continuation.TAKE),
    )
    moment = moment.when(0, Take(ore))
    moment.then(Taken(0, ore, 1, region(state, 1, "ore"), Why.BRIGANDS), Resumed(), CardDone(0, BRIGANDS))
    moment.then_stored(0, ore=2, wool=0).then_stored(1, ore=0, wool=1)


def test_the_robbed_player_chooses_which_region_gives() -> None:
    """R4."""
    state = position(attacker(BRIGANDS, stored=0), seat_with_two_ore_regions())
    ore, his, also_his = region(state, 0, "ore"), region(state, 1, "ore"), region(state, 1, "ore", 1)
    moment = attack_duel(state, BRIGANDS, pips=1)
    moment.then(
        Declined(1),
        DuelRolled(1, 0),
        Choosing(0, ore, Why.BRIGANDS),
        QuestionsAsked((YieldPrompt(1, 0, Kind.ORE, ore, 2, Why.BRIGANDS),), Continuation.TAKE),
    )
    moment.when(1, YieldFrom(region(state, 1, "wool"))).then_rejected("region", "B15")
    assert moment.options(1) == [YieldFrom(his), YieldFrom(also_his)]
    assert moment.default(1) == YieldFrom(his)
    moment = moment.when(1, YieldFrom(also_his))
    moment.then(
        Taken(0, ore, 1, also_his, Why.BRIGANDS),
        Taken(0, ore, 1, his, Why.BRIGANDS),
        Resumed(),
        CardDone(0, BRIGANDS),
    )


def seat_with_two_ore_regions() -> SeatState:
    """Returns seat 1 with one ore in each of two regions, and nothing else."""
    more = (Land("mountains_4", 4, ABOVE, 1), Land("fields_4", 4, BELOW))
    return principality(1, stored={"ore": 1}, more=more)


def test_brigands_take_fewer_resources_if_fewer_can_be_taken() -> None:
    """B53: the loser has only one resource, or the winner has no room for more (B14)."""
    moment = attack_duel(position(attacker(BRIGANDS, stored=0), defender(stored={"gold": 1})), BRIGANDS, pips=1)
    assert len(moment.all(Taken)) == 1
    full = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 2, "gold": 3}
    moment = attack_duel(position(attacker(BRIGANDS, stored=full), defender(stored=2)), BRIGANDS, pips=1)
    assert len(moment.all(Taken)) == 1
    moment.then_stored(0, ore=3)


def test_brigands_that_fail_take_resources_from_the_attacker() -> None:
    """B53: the winner takes from the loser."""
    state = position(attacker(BRIGANDS, stored={"wool": 1}), defender(stored={"ore": 1}))
    moment = attack_duel(state, BRIGANDS, pips=6)
    wool = region(state, 1, "wool")
    moment.then(
        Declined(1),
        DuelRolled(6, 1),
        Taken(1, wool, 0, region(state, 0, "wool"), Why.BRIGANDS),
        Resumed(),
        CardDone(0, BRIGANDS),
    )


def test_brigands_that_fail_take_nothing_from_an_attacker_without_resources() -> None:
    """B53."""
    moment = attack_duel(position(attacker(BRIGANDS, stored=0), defender()), BRIGANDS, pips=6)
    moment.then(Declined(1), DuelRolled(6, 1), Resumed(), CardDone(0, BRIGANDS))


@pytest.mark.parametrize(("mine", "his"), [(0, 0), (3, 3)])
def test_brigands_need_an_opponent_with_a_resource(mine: int, his: int) -> None:
    """B34, R16: the opponent must have one, and there must be room for it."""
    moment = given(position(attacker(BRIGANDS, stored=mine), defender(stored=his)))
    moment.when(0, PlayCard(BRIGANDS)).then_rejected("no-effect", "B34")


# Chance (E2)


def test_each_duel_uses_a_separate_random_stream() -> None:
    """E2, R81: the n-th duel uses the stream `duel/n`."""
    state = position(attacker(ARSONIST), defender())
    rolled = [
        attack_with_real_chance(position(attacker(ARSONIST), defender(), duels=duels)).the(DuelRolled).pips
        for duels in range(12)
    ]
    assert set(rolled) <= set(range(1, 7))
    assert len(set(rolled)) > 2
    assert attack_with_real_chance(state).state.duels == 1


def attack_with_real_chance(state: State) -> Moment:
    return given(state).when(0, PlayCard(ARSONIST)).when(1, Decline())
