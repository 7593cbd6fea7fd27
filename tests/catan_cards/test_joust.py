"""The Joust (K16, R41, R42)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import Decline, Gain, PlayCard, PlayJoust, Take, YieldFrom
from chronik.domain.catan_cards.events import CardDone, CardPlayed, Gained, JoustRolled, QuestionsAsked, Resumed, Taken
from chronik.domain.catan_cards.prompts import ActionPrompt, GainPrompt, TakePrompt, Why, YieldPrompt
from chronik.domain.catan_cards.state import Built, Continuation, Land, SeatState, State
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    region,
    rig_chance,
    with_feeling,
)

JOUST = card("joust")
KARL, FALK, OTTO, OSMUND = [card(f"knight_{name}") for name in ("karl", "falk", "otto", "osmund")]
FULL = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3, "gold": 3}


def seat_with_knights(number: int, *knights: str, stars: int = 1, stored: dict[str, int] | int = 1) -> SeatState:
    """Returns a seat with up to two knights; seat 0 holds a Joust."""
    built = [Built(knight, -1, side) for knight, side in zip(knights, (ABOVE, BELOW), strict=False)]
    hand = (JOUST,) if number == 0 else ()
    return with_feeling(principality(number, hand=hand, built=built, stored=stored), number, stars)


def play_joust(state: State, *rolls: tuple[int, int], knight: str = KARL, against: str | None = None) -> Moment:
    """Returns the moment after a Joust with these rolls, the active seat's first."""
    told = [pips - 1 for pair in rolls for pips in pair]
    return given(state).when(0, PlayJoust(JOUST, knight, against), rig_chance(joust=told))


# The winner (K16, R42)


@for_each(
    ("knight", "against", "rolls", "winner"),
    [
        (KARL, None, [(1, 1)], 0),  # one and one against the die alone
        (KARL, None, [(1, 3)], 1),
        (KARL, OTTO, [(3, 1)], 0),  # Karl has one tournament point, Otto two
        (KARL, OTTO, [(3, 3)], 1),
        (FALK, OTTO, [(1, 3)], 0),  # five against two
        (KARL, OTTO, [(3, 2), (6, 5), (1, 6)], 1),  # ties are rolled again
    ],
)
def test_the_higher_total_wins(knight: str, against: str | None, rolls: list[tuple[int, int]], winner: int) -> None:
    """K16: a die plus the knight's tournament points; both roll again after ties."""
    his = (against,) if against else ()
    moment = play_joust(
        position(seat_with_knights(0, knight), seat_with_knights(1, *his)), *rolls, knight=knight, against=against
    )
    moment.then(CardPlayed(0, JOUST, knight=knight, against=against), JoustRolled(winner, tuple(rolls)), ...)


@pytest.mark.parametrize(("stars", "winner"), [(0, 1), (3, 0)])
def test_osmunds_strength_in_a_joust_is_the_current_number_of_stars(stars: int, winner: int) -> None:
    """K23, R41."""
    moment = play_joust(
        position(seat_with_knights(0, OSMUND, stars=stars), seat_with_knights(1, OTTO)),
        (2, 1),
        knight=OSMUND,
        against=OTTO,
    )
    assert moment.the(JoustRolled).winner == winner


def test_without_public_feeling_osmund_has_no_strength_in_a_joust() -> None:
    """R41, R67."""
    joust, osmund = card("joust", owner=0), card("knight_osmund", owner=0)
    mine = principality(0, hand=(joust,), built=(Built(osmund, -1, ABOVE),), stored=0)
    state = position(mine, principality(1, stored=0), options=TOURNAMENT, discards=((), ()))
    moment = given(state).when(0, PlayJoust(joust, osmund), rig_chance(joust=(0, 1)))
    assert moment.the(JoustRolled).winner == 1


def test_a_smithy_does_not_affect_a_joust() -> None:
    """R42: only the tournament points of the named knight count."""
    built = (Built(KARL, -1, ABOVE), Built(card("smithy"), -1, BELOW), Built(FALK, 1, ABOVE))
    state = position(principality(0, hand=(JOUST,), built=built), seat_with_knights(1, OTTO))
    assert play_joust(state, (1, 1), knight=KARL, against=OTTO).the(JoustRolled).winner == 1


# The winner's gains


def test_the_winner_takes_one_from_the_loser_and_one_from_the_bank() -> None:
    """K16, R42: the resource of the loser comes first."""
    state = position(seat_with_knights(0, KARL, stored=0), seat_with_knights(1))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    moment = play_joust(state, (6, 1))
    moment.then(
        CardPlayed(0, JOUST, knight=KARL),
        JoustRolled(0, ((6, 1),)),
        QuestionsAsked((), Continuation.CARD_DONE),
        QuestionsAsked((), Continuation.JOUST_BANK),
        QuestionsAsked((TakePrompt(0, 1, 1, Why.JOUST),), Continuation.TAKE),
    )
    moment.when(0, Decline()).then_rejected("compulsory", "R85")
    moment = moment.when(0, Take(ore))
    moment.then(
        Taken(0, ore, 1, region(state, 1, "ore"), Why.JOUST),
        Resumed(),
        QuestionsAsked((GainPrompt(0, 1, Why.JOUST),), Continuation.GAIN),
    )
    moment = moment.when(0, Gain(gold))
    moment.then(Gained(0, gold, Why.JOUST), Resumed(), CardDone(0, JOUST)).then_asked(ActionPrompt(0))
    assert moment.state.discards == ((JOUST,),)


def test_an_opponent_without_a_knight_can_win_the_joust() -> None:
    """K16."""
    state = position(seat_with_knights(0, KARL, stored={"wool": 1}), seat_with_knights(1, stored={"ore": 1}))
    moment = play_joust(state, (1, 6))
    wool = region(state, 1, "wool")
    moment.then(
        CardPlayed(0, JOUST, knight=KARL),
        JoustRolled(1, ((1, 6),)),
        ...,
        Taken(1, wool, 0, region(state, 0, "wool"), Why.JOUST),
        Resumed(),
        QuestionsAsked((GainPrompt(1, 1, Why.JOUST),), Continuation.GAIN),
    )
    moment.when(1, Gain(wool)).then(Gained(1, wool, Why.JOUST), Resumed(), CardDone(0, JOUST))


def test_the_loser_chooses_which_region_gives() -> None:
    """R4."""
    his = principality(1, stored={"ore": 1}, more=(Land("mountains_4", 4, ABOVE, 1), Land("fields_4", 4, BELOW)))
    state = position(seat_with_knights(0, KARL, stored=0), his)
    moment = play_joust(state, (6, 1))
    moment.then_asked(YieldPrompt(1, 0, Kind.ORE, region(state, 0, "ore"), 1, Why.JOUST))
    moment.when(1, YieldFrom("mountains_4")).then_asked(GainPrompt(0, 1, Why.JOUST))


def test_the_winner_gains_only_from_the_bank_if_the_loser_has_nothing() -> None:
    """K16."""
    moment = play_joust(position(seat_with_knights(0, KARL), seat_with_knights(1, stored=0)), (6, 1))
    moment.then_asked(GainPrompt(0, 1, Why.JOUST))
    assert not moment.all(Taken)


def test_a_winner_without_room_for_a_resource_gains_nothing() -> None:
    """R3, R4: the card is used up."""
    moment = play_joust(position(seat_with_knights(0, KARL, stored=FULL), seat_with_knights(1)), (6, 1))
    moment.then(..., Resumed(), Resumed(), CardDone(0, JOUST)).then_asked(ActionPrompt(0))
    assert not moment.all(Gained)


def test_a_joust_does_not_trigger_the_chapel() -> None:
    """K22 names its triggers."""
    his = principality(1, built=(Built(card("chapel_st_agatha"), -1, ABOVE),), stored={"ore": 1})
    moment = play_joust(position(seat_with_knights(0, KARL, stored=0), his), (6, 1))
    moment.when(0, Gain(region(moment.state, 0, "ore"))).then(..., CardDone(0, JOUST)).then_asked(ActionPrompt(0))


# Named knights


def test_each_knight_is_offered_against_each_opposing_knight() -> None:
    """K16."""
    moment = given(position(seat_with_knights(0, KARL, FALK), seat_with_knights(1, OTTO, OSMUND)))
    pairs = [(mine, his) for mine in (KARL, FALK) for his in (OTTO, OSMUND)]
    assert moment.options(0, PlayJoust) == [PlayJoust(JOUST, mine, his) for mine, his in pairs]
    assert given(position(seat_with_knights(0, KARL))).options(0, PlayJoust) == [PlayJoust(JOUST, KARL)]


def test_a_joust_between_invalid_knights_is_refused() -> None:
    """K16: a knight of the player, and one of the opponent if there is any; Lancers are not knights (R53)."""
    lancers = card("lancers")
    state = position(seat_with_knights(0, KARL), seat_with_knights(1, OTTO))
    for knight, against in ((KARL, None), (OTTO, OTTO), (KARL, KARL), (FALK, OTTO), (lancers, OTTO)):
        given(state).when(0, PlayJoust(JOUST, knight, against)).then_rejected("target", "B51")
    given(position(seat_with_knights(0, KARL))).when(0, PlayJoust(JOUST, KARL, OTTO)).then_rejected("target", "B51")


def test_a_joust_needs_a_knight_of_its_player() -> None:
    """K16, B34: a knight of the opponent alone is not enough."""
    moment = given(position(seat_with_knights(0), seat_with_knights(1, OTTO)))
    moment.when(0, PlayJoust(JOUST, KARL, OTTO)).then_rejected("no-effect", "B34")
    moment.when(0, PlayCard(JOUST)).then_rejected("card", "B27")
    assert moment.options(0, PlayJoust) == []


def test_each_joust_uses_a_separate_random_stream() -> None:
    """E2, R81: the n-th joust uses the stream `joust/n`."""
    found = set()
    for jousts in range(8):
        moment = given(position(seat_with_knights(0, KARL), jousts=jousts)).when(0, PlayJoust(JOUST, KARL))
        rolls = moment.the(JoustRolled).rolls
        assert all(1 <= pips <= 6 for pair in rolls for pips in pair)
        assert all(mine + 1 == his for mine, his in rolls[:-1])
        assert moment.state.jousts == jousts + 1
        found.add(rolls)
    assert len(found) > 1
