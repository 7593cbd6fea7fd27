"""Comparison of the rules with a second implementation, on random positions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import Resources, to_counts
from chronik.domain.catan_cards.commands import Roll
from chronik.domain.catan_cards.events import EventRevealed, Finished, Gained, Produced
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.principality.axis import bordering_lands, neighbouring_lands
from chronik.domain.catan_cards.principality.stores import (
    lands_with_room,
    lands_with_stock,
    least_held,
    most_held,
    payment,
)
from chronik.domain.catan_cards.principality.totals import (
    commerce,
    hand_limit,
    knight_token,
    mill_token,
    points,
    strength,
    tournament,
)
from chronik.domain.catan_cards.prompts import GainPrompt, Why
from chronik.domain.catan_cards.rules.base_events import plague_losses, resolve_productive_year
from chronik.domain.catan_cards.rules.civil_war import eligible_units
from chronik.domain.catan_cards.rules.die import brigand_losses
from chronik.domain.catan_cards.rules.kw_events import tax_of
from chronik.domain.catan_cards.rules.production import produce
from chronik.domain.catan_cards.rules.victory import check_victory
from chronik.domain.catan_cards.state import Continuation, Dice, Phase, SeatState, State
from chronik.domain.engine.chance import Chance
from tests.catan_cards import naive, naive_actions
from tests.catan_cards.naive_positions import draw_position
from tests.support.catan_cards.table import CHANCE, FACTS, Moment, given

ROUNDS = range(4)


@pytest.fixture(params=ROUNDS)
def random(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)


def positions(random: Random) -> list[State]:
    return [draw_position(random) for _ in range(24)]


def seats(random: Random) -> list[SeatState]:
    return [seat for state in positions(random) for seat in state.seats]


def test_regions_have_the_borders_that_the_rule_book_describes(random: Random) -> None:
    """B9, B10, B11."""
    for seat in seats(random):
        for slot in (*seat.settlements, *seat.cities):
            assert {land.region for land in bordering_lands(seat, slot)} == naive.around(seat, slot)
            assert len(naive.around(seat, slot)) == 4
        for one in seat.built:
            assert {land.region for land in neighbouring_lands(seat, one)} == naive.beside(seat, one)


def test_payments_come_from_the_regions_that_the_rule_book_names(random: Random) -> None:
    """R91, R90: the regions that pay, give and gain by default are those of the rule book."""
    for seat in seats(random):
        for _ in range(4):
            price: dict[str, int] = dict(Counter(random.choices(naive.KINDS, k=random.randrange(5))))
            found = payment(FACTS, seat, to_counts(Resources(**price)))
            assert (None if found is None else list(found)) == naive.payment(seat, price)
        lands = lands_with_stock(FACTS, seat)
        assert (most_held(FACTS, seat, lands) if lands else None) == naive.default_give(seat)
        places = lands_with_room(FACTS, seat)
        assert (least_held(FACTS, seat, places) if places else None) == naive.default_gain(seat)


def test_regions_produce_as_the_rule_book_says(random: Random) -> None:
    """B13, B14, B59, R6, R7, R38."""
    for state in positions(random):
        for number in range(1, 7):
            rolled = replace(state, dice=Dice(Face.TOURNAMENT, number))
            gaining = tuple(seat for seat in (0, 1) if random.random() < 0.8)
            batch = Batch(FACTS, rolled, CHANCE)
            produce(batch, gaining)
            assert_production(batch, rolled, number, gaining)


def assert_production(batch: Batch, state: State, number: int, gaining: tuple[int, ...]) -> None:
    """Asserts the produced resources, and the question for a Small Market Town."""
    expected = {seat: naive.production(state.seats[seat], number) for seat in gaining}
    produced = [event for event in batch.events if isinstance(event, Produced)]
    assert len(produced) == bool(gaining)
    for event in produced:
        assert Counter(event.gained) == sum((gained for gained, _ in expected.values()), Counter())
        assert sorted(event.full) == sorted(region for _, full in expected.values() for region in full)
    due = {
        seat: len(full)
        for seat, (_, full) in expected.items()
        if full and "market_town" in naive.names(state.seats[seat])
    }
    waiting = [question for question in batch.state.stack if question.then is Continuation.MARKET_TOWN]
    assert len(waiting) == max(0, len(due) - 1)
    first = next((seat for seat in (state.active, 1 - state.active) if seat in due), None)
    roomy = first is not None and len(lands_with_room(FACTS, batch.seat(first))) > 1
    expected_asked = (GainPrompt(first, due[first], Why.MARKET_TOWN),) if first is not None and roomy else ()
    assert batch.state.prompts == expected_asked


def test_totals_match_the_rule_book(random: Random) -> None:
    """R79, B21, B22, B36, B42, K23."""
    for state in positions(random):
        for seat in state.seats:
            assert strength(FACTS, seat) == naive.strength(seat)
            assert commerce(FACTS, seat) == naive.commerce(seat)
            assert tournament(FACTS, seat) == naive.tournament(seat)
            assert hand_limit(FACTS, seat) == naive.hand_limit(seat)
        assert knight_token(FACTS, state) == naive.knight_token(state)
        assert mill_token(FACTS, state) == naive.mill_token(state)
        assert points(FACTS, state) == naive.points(state)


def test_the_winner_is_the_player_whom_the_rule_book_names(random: Random) -> None:
    """B42, X10, R9, R80."""
    for state in positions(random):
        batch = Batch(FACTS, state, CHANCE)
        check_victory(batch)
        places = {None: None, 0: (1, 2), 1: (2, 1)}[naive.winner(state)]
        expected = [] if places is None else [Finished(naive.points(state), places)]
        assert batch.events == expected


def test_events_take_and_give_as_the_rule_book_says(random: Random) -> None:
    """B16, B43, B46, B47, K19."""
    for state in positions(random):
        batch = Batch(FACTS, state, CHANCE)
        resolve_productive_year(batch, FACTS.events["productive_year"])
        brought = Counter(event.into for event in batch.events if isinstance(event, Gained))
        assert brought == sum((naive.productive_year_gains(seat) for seat in state.seats), Counter())
        unrest = FACTS.events["unrest"]
        for seat in state.seats:
            assert Counter(brigand_losses(FACTS, seat)) == naive.brigand_losses(seat)
            assert Counter(plague_losses(FACTS, seat, FACTS.events["plague"].amount)) == Counter(
                naive.plague_losses(seat)
            )
            assert tax_of(FACTS, seat, unrest.amount, unrest.most) == naive.tax(seat)
            assert set(eligible_units(FACTS, seat)) == naive.eligible_units(seat)


def test_every_roll_ends_whatever_the_answers_are(random: Random) -> None:
    """E8, R85, R90: listed answers are accepted, the default is listed, and every question has several answers.

    After a Civil War no hand is above the limit that B41 allows.
    """
    for state in [draw_position(random, phase=Phase.ROLL, turn=9) for _ in range(16)]:
        deck = tuple(random.sample(state.events, len(state.events)))
        chance = Chance(random.randbytes(32))
        moment = given(replace(state, events=deck)).when(state.active, Roll(), chance).then(...)
        revealed = [naive.name(event.card) for event in moment.all(EventRevealed)]
        while moment.state.phase is Phase.EVENT:
            (prompt,) = moment.state.prompts
            listed = moment.options(prompt.seat)
            assert len(listed) > 1
            assert moment.default(prompt.seat) in listed
            for command in random.sample(listed, min(3, len(listed))):
                moment.when(prompt.seat, command, chance).then(...)
            moment = moment.when(prompt.seat, random.choice(listed), chance).then(...)
        assert moment.state.stack == ()
        if revealed == ["civil_war"]:
            assert all(len(seat.hand) <= naive.hand_limit(seat) for seat in moment.state.seats)


def test_the_action_phase_offers_exactly_the_commands_that_the_rule_book_allows(random: Random) -> None:
    """3.6 to 3.8, K9 to K17, K20, K25, K29, X8: nothing else is listed, and nothing is left out."""
    for state in positions(random):
        pile = tuple(card for stack in state.stacks for card in stack if random.random() < 0.2)
        state = replace(state, unlocked=random.random() < 0.8, discards=(pile,), stacks=())
        listed = [naive_actions.row(command) for command in Moment(state).options(state.active)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == naive_actions.actions(state, state.active)
