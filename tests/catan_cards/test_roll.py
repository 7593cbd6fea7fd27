"""The roll: both dice, the Alchemist, and the order of evaluation (B12, B50, E5)."""

from __future__ import annotations

from chronik.domain.catan_cards.commands import ChooseUnit, Decline, Gain, PayStar, PlayAlchemist, Roll, Shed
from chronik.domain.catan_cards.events import (
    ActionsBegan,
    CardDone,
    CardPlayed,
    CardsShed,
    DiceRolled,
    EventReturned,
    EventRevealed,
    Gained,
    Produced,
    StarPaid,
    UnitReturned,
)
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    GainPrompt,
    RollPrompt,
    ShedPrompt,
    StarPrompt,
    UnitPrompt,
    Why,
)
from chronik.domain.catan_cards.state import Phase
from tests.catan_cards.rolling import (
    CARD,
    PLACES,
    PLENTY,
    TOURNAMENT_FACE,
    before_roll,
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
    CHANCE,
    FACTS,
    TOURNAMENT,
    card,
    given,
    position,
    principality,
    rig_chance,
    with_feeling,
)

ALCHEMIST = card("alchemist")


def test_event_production_and_actions_follow_in_this_order() -> None:
    """B12."""
    moment = roll_dice(before_roll(options=BASE), TOURNAMENT_FACE, 2)
    moment.then_asked(ActionPrompt(0))
    produced = Produced(("mountains_2_a", "fields_2_b"))
    assert outcome(moment) == [DiceRolled(TOURNAMENT_FACE, 2), produced, ActionsBegan()]
    assert moment.state.dice is not None
    assert moment.state.phase is Phase.ACTIONS


def test_production_waits_for_the_answers_to_the_event() -> None:
    """B13, E5: it follows every event."""
    moment = roll_dice(before_roll(options=BASE), PLENTY, 3)
    assert not moment.all(Produced)
    moment.then_asked(GainPrompt(0, 1, Why.YEAR_OF_PLENTY))
    moment = moment.when(0, Gain("fields_1_a")).when(1, Gain("fields_2_b"))
    assert outcome(moment) == [
        Gained(1, "fields_2_b", Why.YEAR_OF_PLENTY),
        Produced(("pasture_3_a", "mountains_3_b")),
        ActionsBegan(),
    ]


def test_a_civil_war_takes_every_step_in_order() -> None:
    """E5, R27: stars, the roller's and the other choice, shedding, the card's return, production, then actions."""
    units = on(-1, ABOVE, "knight_otto"), on(-1, ABOVE, "knight_conrad")
    more = on(1, ABOVE, "fleet_ore"), on(1, ABOVE, "fleet_wool")
    hands = (card("bishop"), card("scout"), card("spy")), (card("arsonist"), card("merchant"), card("caravan"))
    one = with_feeling(principality(0, built=[*units[0], *more[0]], hand=hands[0]), 0)
    other = with_feeling(principality(1, built=[*units[1], *more[1]], hand=hands[1]), 1)
    moment = roll_event_card(before_roll(one, other, top="civil_war"), 6)
    events = outcome(moment)
    moment.then_asked(StarPrompt(0, Why.CIVIL_WAR))
    moment = moment.when(0, Decline())
    moment.then_asked(StarPrompt(1, Why.CIVIL_WAR))
    moment = moment.when(1, Decline())
    moment.then_asked(UnitPrompt(0, 1))
    moment = moment.when(0, ChooseUnit(card("fleet_wool")))
    moment.then_asked(UnitPrompt(1, 0))
    moment = moment.when(1, ChooseUnit(card("knight_otto")))
    moment.then_asked(ShedPrompt(0, 1))
    moment = moment.when(0, Shed((card("spy"),), (2,)))
    moment.then_asked(ShedPrompt(1, 1))
    moment = moment.when(1, Shed((card("fleet_wool"),), (6,)))
    events += outcome(moment)
    assert events == [
        DiceRolled(CARD, 6),
        EventRevealed("civil_war-1"),
        CardsShed(1, (card("fleet_wool"),), (6,)),
        EventReturned("civil_war-1"),
        Produced(("goldfield_6_a", "hills_6_b")),
        ActionsBegan(),
    ]
    moment.then_asked(ActionPrompt(0))


def test_each_roll_uses_separate_random_streams() -> None:
    """E2: the same seed gives the same roll; a second roll uses other streams."""
    for rolls in (0, 7):
        dice = given(before_roll(options=BASE, rolls=rolls)).when(0, Roll()).the(DiceRolled)
        assert dice.event is FACTS.die[CHANCE.stream("event-die", rolls).below(6)]
        assert dice.number == CHANCE.stream("production", rolls).below(6) + 1


def test_only_the_active_seat_rolls_and_only_once() -> None:
    """B12, E3."""
    given(before_roll()).when(1, Roll()).then_rejected("not-asked", "E3")
    moment = roll_dice(before_roll(options=BASE), TOURNAMENT_FACE)
    moment.when(0, Roll()).then_rejected("another-question", "E4")


def test_the_dice_are_rolled_by_default() -> None:
    """R90."""
    moment = given(before_roll(principality(0, hand=(ALCHEMIST,))))
    moment.then_asked(RollPrompt(0, 7))
    assert moment.default(0) == Roll()


# Alchemist


@for_each("number", range(1, 7))
def test_an_alchemist_sets_the_number_and_the_event_die_is_rolled(number: int) -> None:
    """B50, R86: it is discarded at once, and the turn continues as usual."""
    moment = given(before_roll(principality(0, hand=(ALCHEMIST,)), options=BASE))
    moment = moment.when(0, PlayAlchemist(ALCHEMIST, number), rig_chance(event_die=(PLACES[TOURNAMENT_FACE],)))
    numbers = [region.id for crest in FACTS.crests for region in crest if region.number == number]
    assert outcome(moment) == [
        CardPlayed(0, ALCHEMIST),
        CardDone(0, ALCHEMIST),
        DiceRolled(TOURNAMENT_FACE, number, named=True),
        Produced(tuple(numbers)),
        ActionsBegan(),
    ]
    assert moment.state.discards == ((ALCHEMIST,),)
    moment.then_seat(0, hand=())


def test_an_alchemist_goes_to_its_players_pile_in_the_tournament_game() -> None:
    """T8, B50."""
    own = card("alchemist", 1, 0)
    state = before_roll(principality(0, hand=(own,)), options=TOURNAMENT)
    moment = given(state).when(0, PlayAlchemist(own, 1), rig_chance(event_die=(PLACES[TOURNAMENT_FACE],)))
    assert moment.state.discards == ((own,), ())


def test_an_alchemist_cannot_be_played_until_its_lock_opens() -> None:
    """R86, B33: a neutral card."""
    moment = given(before_roll(principality(0, hand=(ALCHEMIST,)), unlocked=False))
    assert moment.options(0) == [Roll()]
    moment.when(0, PlayAlchemist(ALCHEMIST, 1)).then_rejected("locked", "B33")


def test_playing_an_alchemist_needs_one_in_hand() -> None:
    """B50."""
    moment = given(before_roll(principality(0, hand=(card("scout"),)), principality(1, hand=(ALCHEMIST,))))
    moment.when(0, PlayAlchemist(ALCHEMIST, 1)).then_rejected("card")
    moment.when(0, PlayAlchemist(card("scout"), 1)).then_rejected("card")
    moment.when(0, PlayAlchemist(card("alchemist", 2), 1)).then_rejected("card")


def test_every_number_of_every_alchemist_is_offered() -> None:
    """B50: each roll allows only one."""
    held = (ALCHEMIST, card("alchemist", 2))
    options = given(before_roll(principality(0, hand=held))).options(0)
    assert options == [Roll(), *(PlayAlchemist(one, number) for one in held for number in range(1, 7))]


def test_an_alchemist_is_not_played_in_the_action_phase() -> None:
    """R37, B50: if fetched after the roll it waits for the next turn."""
    moment = given(position(principality(0, hand=(ALCHEMIST,))))
    moment.when(0, PlayAlchemist(ALCHEMIST, 1)).then_rejected("another-question")
    assert moment.options(0, PlayAlchemist) == []


def test_only_one_alchemist_is_played_per_roll() -> None:
    """B50."""
    held = (ALCHEMIST, card("alchemist", 2))
    moment = given(before_roll(principality(0, hand=held), options=BASE))
    moment = moment.when(0, PlayAlchemist(ALCHEMIST, 1), rig_chance(event_die=(PLACES[PLENTY],)))
    moment.when(0, PlayAlchemist(held[1], 2)).then_rejected("another-question")


def test_players_decide_whether_to_pay_stars_before_an_event_takes_effect() -> None:
    """E5, R27: the dice are known; both decide, roller first."""
    one = with_feeling(principality(0, built=on(1, BELOW, "fleet_ore")), 0)
    other = with_feeling(principality(1, built=on(1, BELOW, "fleet_wool")), 1)
    moment = roll_event_card(before_roll(one, other, top="civil_war")).when(0, PayStar()).when(1, PayStar())
    assert outcome(moment)[0] == StarPaid(1, 1, Why.CIVIL_WAR)
    assert not moment.all(UnitReturned)
