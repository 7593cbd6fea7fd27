"""A second reading of the rules, compared with the first on positions at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from domain.catan_cards.cards.kinds import Resources, counts
from domain.catan_cards.commands import Roll
from domain.catan_cards.events import EventRevealed, Finished, Gained, Produced
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import beside, bordering
from domain.catan_cards.principality.stores import least_held, most_held, payment, stocked, with_room
from domain.catan_cards.principality.totals import (
    commerce,
    hand_limit,
    knight_token,
    mill_token,
    points,
    strength,
    tournament,
)
from domain.catan_cards.prompts import GainPrompt, Why
from domain.catan_cards.rules.base_events import productive_year, stricken
from domain.catan_cards.rules.civil_war import eligible
from domain.catan_cards.rules.die import robbed
from domain.catan_cards.rules.kw_events import tax_of
from domain.catan_cards.rules.production import produce
from domain.catan_cards.rules.victory import check
from domain.catan_cards.state import Continuation, Dice, Phase, SeatState, State
from domain.engine.chance import Chance
from tests.support.catan_cards import naive, naive_actions
from tests.support.catan_cards.naive_positions import laid_out
from tests.support.catan_cards.table import CHANCE, FACTS, Moment, given

ROUNDS = range(4)


@pytest.fixture(params=ROUNDS)
def random(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)


def positions(random: Random) -> list[State]:
    return [laid_out(random) for _ in range(24)]


def seats(random: Random) -> list[SeatState]:
    return [seat for state in positions(random) for seat in state.seats]


def test_regions_lie_where_the_book_says(random: Random) -> None:
    """B9, B10, B11."""
    for seat in seats(random):
        for slot in (*seat.settlements, *seat.cities):
            assert {land.region for land in bordering(seat, slot)} == naive.around(seat, slot)
            assert len(naive.around(seat, slot)) == 4
        for one in seat.built:
            assert {land.region for land in beside(seat, one)} == naive.beside(seat, one)


def test_payments_come_out_of_the_regions_the_book_names(random: Random) -> None:
    """R91, R90: what is paid, given and gained by default."""
    for seat in seats(random):
        for _ in range(4):
            price: dict[str, int] = dict(Counter(random.choices(naive.KINDS, k=random.randrange(5))))
            found = payment(FACTS, seat, counts(Resources(**price)))
            assert (None if found is None else list(found)) == naive.payment(seat, price)
        lands = stocked(FACTS, seat)
        assert (most_held(FACTS, seat, lands) if lands else None) == naive.given_by_default(seat)
        places = with_room(FACTS, seat)
        assert (least_held(FACTS, seat, places) if places else None) == naive.gained_by_default(seat)


def test_regions_produce_what_the_book_says(random: Random) -> None:
    """B13, B14, B59, R6, R7, R38."""
    for state in positions(random):
        for number in range(1, 7):
            rolled = replace(state, dice=Dice(Face.TOURNAMENT, number))
            gaining = tuple(seat for seat in (0, 1) if random.random() < 0.8)
            batch = Batch(FACTS, rolled, CHANCE)
            produce(batch, gaining)
            compare(batch, rolled, number, gaining)


def compare(batch: Batch, state: State, number: int, gaining: tuple[int, ...]) -> None:
    """What was produced, and whom a Small Market Town asks."""
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
    roomy = first is not None and len(with_room(FACTS, batch.seat(first))) > 1
    expected_asked = (GainPrompt(first, due[first], Why.MARKET_TOWN),) if first is not None and roomy else ()
    assert batch.state.prompts == expected_asked


def test_totals_are_what_the_book_says(random: Random) -> None:
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


def test_who_has_won_is_who_the_book_says(random: Random) -> None:
    """B42, X10, R9, R80."""
    for state in positions(random):
        batch = Batch(FACTS, state, CHANCE)
        check(batch)
        places = {None: None, 0: (1, 2), 1: (2, 1)}[naive.winner(state)]
        expected = [] if places is None else [Finished(naive.points(state), places)]
        assert batch.events == expected


def test_events_take_and_bring_what_the_book_says(random: Random) -> None:
    """B16, B43, B46, B47, K19."""
    for state in positions(random):
        batch = Batch(FACTS, state, CHANCE)
        productive_year(batch, FACTS.events["productive_year"])
        brought = Counter(event.into for event in batch.events if isinstance(event, Gained))
        assert brought == sum((naive.fruitful(seat) for seat in state.seats), Counter())
        unrest = FACTS.events["unrest"]
        for seat in state.seats:
            assert Counter(robbed(FACTS, seat)) == naive.robbed(seat)
            assert Counter(stricken(FACTS, seat, FACTS.events["plague"].amount)) == Counter(naive.stricken(seat))
            assert tax_of(FACTS, seat, unrest.amount, unrest.most) == naive.tax(seat)
            assert set(eligible(FACTS, seat)) == naive.drafted(seat)


def test_a_roll_comes_to_an_end_whatever_is_answered(random: Random) -> None:
    """E8, R85, R90: what is listed is accepted, the default is listed, nobody is asked with one answer.

    After a Civil War nobody holds more cards than he may (B41).
    """
    for state in [laid_out(random, phase=Phase.ROLL, turn=9) for _ in range(16)]:
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


def test_what_is_offered_in_the_actions_is_what_the_book_allows(random: Random) -> None:
    """3.6 to 3.8, K9 to K17, K20, K25, K29, X8: nothing else is listed, and nothing is left out."""
    for state in positions(random):
        pile = tuple(card for stack in state.stacks for card in stack if random.random() < 0.2)
        state = replace(state, unlocked=random.random() < 0.8, discards=(pile,), stacks=())
        listed = [naive_actions.row(command) for command in Moment(state).options(state.active)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == naive_actions.actions(state, state.active)
