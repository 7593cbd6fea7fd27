"""Forks of a match: everything that the viewer knows of hands, decks and progress cards is kept (C-81)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import Cards, Counts, Kind, holds, plus
from chronik.domain.cities_knights.commands import (
    AcceptOffer,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    OfferTrade,
    Track,
)
from chronik.domain.cities_knights.events import (
    CardPlayed,
    CardsGiven,
    CardsTaken,
    CardStolen,
    Event,
    HarborAnswered,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    QuestionsAsked,
    SettlementBuilt,
)
from chronik.domain.cities_knights.facts.rulesets import CommodityBank, PublicCounts, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, HarborPrompt, OfferPrompt, SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.forks import place_hidden_cards, unknown_pools
from chronik.domain.cities_knights.state import SeatState, State
from chronik.domain.engine.game import Pools, Rejected, Step
from chronik.domain.engine.match.events import ENGINE_EVENTS
from chronik.domain.engine.match.log import live_entries
from chronik.projections.games import projection
from tests.every_game.cities_knights import SUPPLIES
from tests.every_game.forked import begun, moments_of
from tests.every_game.playout import played
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, CHANCE, FACTS, GAME, card, cards, check_conserved, position

SHUFFLES = 40
NONE: Counts = ()
SPLIT = replace(BEGINNER, public_counts=PublicCounts.SPLIT)
ENDLESS = replace(BEGINNER, commodity_bank=CommodityBank.UNLIMITED)


class Story:
    """A match that a viewer has followed: seats without cards at first, then these events."""

    def __init__(self, *events: Event, seats: int = 3, options: Ruleset = BEGINNER, **changes: Any) -> None:
        self.state = position(*[SeatState()] * seats, options=options, **changes)
        self.steps: list[Step[Event, State]] = []
        self.then(*events)

    def then(self, *events: Event) -> Story:
        for event in events:
            after = GAME.evolve(self.state, event)
            self.steps.append(Step(event, self.state, after))
            self.state = after
        return self

    def does(self, seat: int, command: Any) -> Story:
        return self.then(*GAME.decide(self.state, seat, command, CHANCE))

    def pools(self, eyes: int | None) -> Pools:
        return unknown_pools(FACTS, self.state, eyes, self.steps)

    def forks(self, eyes: int | None) -> Iterator[State]:
        """Returns the positions that a fork by this viewer could start from."""
        pools, rng = self.pools(eyes), Random("forks")
        for _ in range(SHUFFLES):
            shuffled = tuple(tuple(rng.sample(pool, len(pool))) for pool in pools)
            state = place_hidden_cards(FACTS, self.state, eyes, pools, shuffled)
            check_conserved(state)
            assert not any(FACTS.cards[held].vp for seat in state.seats for held in seat.progress)
            yield state

    def hands(self, eyes: int | None) -> set[tuple[Counts, ...]]:
        """Returns the hands of the seats in these positions."""
        return {tuple(seat.hand for seat in state.seats) for state in self.forks(eyes)}


def hands(*seats: Counts) -> set[tuple[Counts, ...]]:
    return {seats}


GAINED = Produced((cards(wool=2, ore=1), cards(brick=2), cards(cloth=1)))


# Hands


@for_each("eyes", [None, 0, 1, 2])
def test_in_a_fork_cards_gained_openly_stay_in_their_hand(eyes: int | None) -> None:
    """C-81: a player who has followed the rolls and payments of a match knows every hand."""
    story = Story(GAINED, SettlementBuilt(0, 10, cards(wool=1)))
    assert story.hands(eyes) == hands(cards(wool=1, ore=1), cards(brick=2), cards(cloth=1))


@pytest.mark.parametrize("eyes", [0, 1])
def test_the_thief_and_the_victim_know_which_card_was_stolen(eyes: int) -> None:
    """C-81, R8.3."""
    story = Story(GAINED, CardStolen(1, 0, 0, 3, Kind.WOOL))
    assert story.hands(eyes) == hands(cards(wool=1, ore=1), cards(wool=1, brick=2), cards(cloth=1))


@pytest.mark.parametrize("eyes", [None, 2])
def test_for_other_viewers_a_stolen_card_can_be_any_that_the_victim_held(eyes: int | None) -> None:
    """C-81: one wool must be left; the other wool and the ore are in one hand each, and other hands are not touched."""
    story = Story(GAINED, CardStolen(1, 0, 0, 3, Kind.WOOL))
    assert story.hands(eyes) == {
        (cards(wool=1, ore=1), cards(wool=1, brick=2), cards(cloth=1)),
        (cards(wool=2), cards(ore=1, brick=2), cards(cloth=1)),
    }


def test_all_viewers_know_a_card_stolen_from_a_hand_of_one_kind() -> None:
    """C-81."""
    story = Story(GAINED, CardStolen(0, 1, 0, 2, Kind.BRICK))
    assert story.hands(2) == hands(cards(wool=2, ore=1, brick=1), cards(brick=1), cards(cloth=1))


def test_a_payment_reveals_a_stolen_card() -> None:
    """C-81: the thief, who had no wool, pays with wool."""
    story = Story(GAINED, CardStolen(1, 0, 0, 3, Kind.WOOL), SettlementBuilt(1, 10, cards(wool=1)))
    assert story.hands(None) == hands(cards(wool=1, ore=1), cards(brick=2), cards(cloth=1))


def test_a_payment_uses_up_the_known_cards_first() -> None:
    """C-81: of two ore, one of which may have been stolen, one is paid; the other may still be anywhere."""
    story = Story(Produced((cards(ore=2), cards(ore=1, wool=1), NONE)), CardStolen(0, 1, 0, 2, Kind.ORE))
    story.then(SettlementBuilt(0, 10, cards(ore=1)))
    assert story.hands(None) == {
        (cards(ore=2), cards(wool=1), cards()),
        (cards(ore=1, wool=1), cards(ore=1), cards()),
    }


def test_only_hands_that_passed_cards_are_mixed() -> None:
    """C-81: there were two thefts, each within a different pair of seats."""
    gained = Produced((cards(wool=1, ore=1), NONE, cards(brick=1, grain=1), NONE))
    story = Story(gained, CardStolen(1, 0, 0, 2, Kind.WOOL), CardStolen(3, 2, 0, 2, Kind.BRICK), seats=4)
    for one, other, third, fourth in story.hands(None):
        assert plus(one, other) == cards(wool=1, ore=1)
        assert plus(third, fourth) == cards(brick=1, grain=1)
    assert len(story.hands(None)) == 4


@pytest.mark.parametrize("event", [CardsTaken(1, 0, cards(wool=1, ore=1)), CardsGiven(0, 1, cards(wool=1, ore=1))])
def test_cards_known_only_to_two_seats_are_redealt_for_other_viewers(event: Event) -> None:
    """C-81: after a Master Merchant or a Wedding, only the two seats know which cards were taken."""
    story = Story(Produced((cards(wool=2, ore=2, brick=3), NONE, NONE)), event)
    assert story.hands(0) == story.hands(1) == hands(cards(wool=1, ore=1, brick=3), cards(wool=1, ore=1), cards())
    for one, other, third in story.hands(2):
        assert holds(one, cards(brick=1))
        assert sum(other) == 2
        assert third == cards()


def test_a_viewer_knows_a_hand_after_seeing_it() -> None:
    """C-81: the player of a Master Merchant sees all cards of the hand before taking any."""
    story = Story(GAINED, CardStolen(1, 0, 0, 3, Kind.WOOL), QuestionsAsked((TakePrompt(2, 0, 2),)))
    assert story.hands(2) == hands(cards(wool=1, ore=1), cards(wool=1, brick=2), cards(cloth=1))
    assert len(story.hands(None)) == 2


def test_all_viewers_know_the_cards_that_a_monopoly_takes() -> None:
    """C-81: its cards move openly."""
    story = Story(GAINED, CardsTaken(1, 0, cards(wool=2), openly=True))
    assert story.hands(None) == hands(cards(ore=1), cards(wool=2, brick=2), cards(cloth=1))


def test_all_viewers_know_that_a_harbor_swap_trades_a_resource_for_a_commodity() -> None:
    """C-81, C-64: all viewers know that much, and only the two seats know which cards."""
    gained = Produced((cards(wool=1, ore=1), cards(cloth=1, coin=1, brick=1), NONE))
    story = Story(gained, HarborAnswered(1, 0, Kind.WOOL, Kind.CLOTH))
    assert story.hands(0) == hands(cards(ore=1, cloth=1), cards(wool=1, coin=1, brick=1), cards())
    assert all(holds(other, cards(brick=1)) for _, other, _ in story.hands(2))


def test_separate_public_counts_reveal_whether_a_stolen_card_is_a_commodity() -> None:
    """C-81, public_counts=split: what is stolen shows as one or the other."""
    story = Story(
        Produced((cards(wool=1, ore=1, cloth=1), NONE, NONE)), CardStolen(1, 0, 0, 3, Kind.WOOL), options=SPLIT
    )
    assert story.hands(2) == {
        (cards(ore=1, cloth=1), cards(wool=1), cards()),
        (cards(wool=1, cloth=1), cards(ore=1), cards()),
    }


def test_commodities_of_an_unlimited_bank_are_counted_too() -> None:
    """C-81, commodity_bank=unlimited: commodities are gained openly too."""
    story = Story(Produced((cards(cloth=2), cards(coin=1), NONE)), options=ENDLESS)
    assert story.hands(2) == hands(cards(cloth=2), cards(coin=1), cards())


# Progress cards


def draw_cards(deck: Track, seat: int, *names: str) -> list[Event]:
    """Returns the events of a seat that draws these cards from the top of a deck."""
    return [ProgressDrawn(seat, deck, card(name)) for name in names]


def trade(*first: str) -> tuple[tuple[str, ...], ...]:
    """Returns the printed decks with these trade cards on top."""
    top = [card(name) for name in first]
    return ((*top, *[one for one in FACTS.decks[0] if one not in top]), *FACTS.decks[1:])


def is_always_under_deck(story: Story, eyes: int | None, name: str) -> bool:
    """Returns whether a card is at the bottom of the trade deck in every fork by this viewer."""
    return all(state.decks[0][-1] == card(name) for state in story.forks(eyes))


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_a_played_card_stays_under_its_deck(eyes: int | None) -> None:
    """C-81, R13.5: all have seen it go there."""
    story = Story(*draw_cards(Track.TRADE, 0, "merchant"), CardPlayed(0, card("merchant")), decks=trade("merchant"))
    assert is_always_under_deck(story, eyes, "merchant")


def test_a_played_card_drawn_again_stays_in_the_hand_that_drew_it() -> None:
    """C-81: it was on top, and all players had seen it put under the deck before."""
    decks = ((card("merchant"), card("merchant_fleet")), *FACTS.decks[1:])
    story = Story(
        *draw_cards(Track.TRADE, 0, "merchant"), CardPlayed(0, card("merchant")), decks=decks, fresh=(2, 18, 18)
    )
    story.then(*draw_cards(Track.TRADE, 1, "merchant_fleet"), *draw_cards(Track.TRADE, 2, "merchant"))
    assert "merchant" not in {FACTS.cards[one].name for pool in story.pools(0) for one in pool if one in FACTS.cards}


def test_a_discarded_card_is_known_to_the_seat_that_gave_it_up() -> None:
    """C-81, C-58: other seats see only the deck."""
    decks = trade("merchant", "merchant_fleet")
    story = Story(*draw_cards(Track.TRADE, 0, "merchant", "merchant_fleet"), decks=decks)
    story.then(ProgressDiscarded(0, (card("merchant"),)))
    assert is_always_under_deck(story, 0, "merchant")
    assert not is_always_under_deck(story, None, "merchant")
    assert not is_always_under_deck(story, 1, "merchant")


def test_the_spy_and_the_victim_know_which_card_the_spy_took() -> None:
    """C-81: the victim knows what it lost, until cards of the deck leave that hand unseen."""
    story = Story(*draw_cards(Track.TRADE, 0, "merchant", "merchant_fleet"), decks=trade("merchant", "merchant_fleet"))
    story.then(ProgressTaken(1, 0, card("merchant")))
    assert {state.seats[1].progress for state in story.forks(0)} == {(card("merchant"),)}
    assert len({state.seats[1].progress for state in story.forks(None)}) > 1
    story.then(ProgressDrawn(1, Track.TRADE, story.state.decks[0][0]))
    assert all(card("merchant") in state.seats[1].progress for state in story.forks(0))
    story.then(ProgressDiscarded(1, (story.state.seats[1].progress[-1],)))
    assert not all(card("merchant") in state.seats[1].progress for state in story.forks(0))


def test_a_spy_knows_the_hand_that_it_saw() -> None:
    """C-81: the spy also knows that the card it took was one of them."""
    story = Story(*draw_cards(Track.TRADE, 0, "merchant", "merchant_fleet"), decks=trade("merchant", "merchant_fleet"))
    story.then(QuestionsAsked((SpyPrompt(1, 0),)))
    assert {frozenset(state.seats[0].progress) for state in story.forks(1)} == {
        frozenset((card("merchant"), card("merchant_fleet")))
    }


def test_a_fork_never_deals_cards_worth_a_point_to_a_hand() -> None:
    """C-81, R13.1: such cards are face up when drawn, so they can only be in the unseen part of the deck."""
    science = (*[one for one in FACTS.decks[2] if one != card("printer")][:5], card("printer"))
    story = Story(decks=(*FACTS.decks[:2], science), fresh=(18, 18, 6))
    story.then(*[ProgressDrawn(0, Track.SCIENCE, one) for one in science[:3]])
    pools = story.pools(1)
    rng, found = Random("printer"), [0, 0, 0]
    for _ in range(600):
        shuffled = tuple(tuple(rng.sample(pool, len(pool))) for pool in pools)
        state = place_hidden_cards(FACTS, story.state, 1, pools, shuffled)
        found[state.decks[2].index(card("printer"))] += 1
    assert min(found) > 150, "every place is as likely"


# Offers


GIVE, WANT = Cards(ore=1), Cards(brick=1)


def offer_and_accept(*events: Event) -> Story:
    """Returns a story in which seat 0 offers ore for brick, after some events, and seat 1 accepts."""
    story = Story(Produced((cards(ore=2), cards(brick=2), cards(brick=1, wool=1))), *events)
    return story.does(0, OfferTrade(GIVE, WANT)).does(1, AcceptOffer(1))


def test_an_offer_stays_open_if_the_hands_that_should_pay_are_known() -> None:
    """C-81, R15.1: its acceptances stay valid, and it can be confirmed."""
    for state in offer_and_accept().forks(2):
        assert list(filter(is_confirming, GAME.options(state, 0))) == [ConfirmTrade(1, 1)]
        assert GAME.decide(state, 0, ConfirmTrade(1, 1), CHANCE)


def is_confirming(command: Any) -> bool:
    return isinstance(command, ConfirmTrade)


def test_an_acceptance_lapses_if_the_hand_that_should_pay_is_redealt() -> None:
    """C-81: the seat is asked again, and may not be able to accept."""
    story = offer_and_accept(CardStolen(1, 2, 0, 2, Kind.WOOL))
    for state in story.forks(0):
        assert state.prompts == (ActionPrompt(0), OfferPrompt(1, 1), OfferPrompt(2, 1))
        assert not any(map(is_confirming, GAME.options(state, 0)))
        for seat in (0, 1, 2):
            for command in GAME.options(state, seat):
                GAME.decide(state, seat, command, CHANCE)


def test_an_offer_lapses_if_the_hand_that_should_pay_is_redealt() -> None:
    """C-81: its answers and its counter-offers lapse with it."""
    story = offer_and_accept(CardStolen(0, 2, 0, 2, Kind.WOOL))
    assert {state.offers for state in story.forks(1)} == {()}
    assert {len(state.offers) for state in story.forks(0)} == {1}
    counter = offer_and_accept(CardStolen(1, 2, 0, 2, Kind.WOOL)).does(2, CounterOffer(1, Cards(brick=1), Cards(ore=2)))
    for state in counter.forks(0):
        assert [offer.number for offer in state.offers] == [1]
        assert DeclineOffer(1) in GAME.options(state, 1)


def test_a_fork_is_refused_while_a_seat_answers_at_a_commercial_harbor() -> None:
    """C-81, C-64: only the two seats know the offered card."""
    story = Story(GAINED, QuestionsAsked((HarborPrompt(1, 0, Kind.WOOL),)))
    with pytest.raises(Rejected, match=r"^fork-moment$"):
        story.pools(None)


# Whole matches


def rows(seed: int) -> Iterator[tuple[State, State]]:
    """Yields states of a random match, each with a fork from there, for every kind of viewer."""
    table = played(GAME, 3, f"rows/{seed}", steps=400, options=SUPPLIES.tables[seed])
    for number, moment in enumerate(list(moments_of(table, Random(seed)))[:12]):
        there = moment.match
        eyes = (None, 0, 1, 2)[number % 4]
        state = begun("cities_knights", there, moment.fork(GAME, eyes), bytes([number]) * 32).state
        steps = [
            entry.e
            for entry in live_entries([entry for entry, _ in moment.history])
            if type(entry.e) not in ENGINE_EVENTS
        ]
        assert there.state is not None
        check_returned(steps, there.state, state)
        yield there.state, state


def check_returned(events: list[Event], there: State, here: State) -> None:
    """Checks that every card that all players saw put under its deck is there."""
    for deck, cards_there in enumerate(there.decks):
        returned = [one for event in events for one in cards_put_under_decks(event) if FACTS.cards[one[0]].deck == deck]
        in_deck = cards_there[there.fresh[deck] :]
        for at, (one, openly) in enumerate(reversed(returned)):
            if at < len(in_deck) and openly:
                assert here.decks[deck][-1 - at] == one


def cards_put_under_decks(event: Event) -> list[tuple[str, bool]]:
    """Returns the cards that an event puts under decks, and whether all players see which."""
    match event:
        case CardPlayed():
            return [(event.card, True)]
        case ProgressDiscarded():
            return [(one, False) for one in event.cards]
        case _:
            return []


@pytest.mark.parametrize("seed", [0, 1])
def test_every_fork_keeps_what_all_players_know(seed: int) -> None:
    """C-81: sizes of hands, decks and cards that went under them, in random matches."""
    compared = 0
    for there, here in rows(seed):
        check_conserved(here)
        assert [sum(seat.hand) for seat in here.seats] == [sum(seat.hand) for seat in there.seats]
        assert here.bank == there.bank
        assert here.fresh == there.fresh
        compared += 1
    assert compared == 12


def test_the_public_line_of_a_position_counts_only_cards() -> None:
    """C-81: pools of places are not cards that are dealt."""
    story = Story(GAINED, CardStolen(1, 0, 0, 3, Kind.WOOL))
    pools = story.pools(None)
    assert GAME.forks is not None
    line = projection("cities_knights").line(GAME.forks.position(story.state, pools))
    assert line.params["dealt"] == sum(map(len, story.state.decks)) + 2
