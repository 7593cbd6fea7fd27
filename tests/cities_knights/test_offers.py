"""Trade between the seats (R15.1)."""

from __future__ import annotations

import pytest

from domain.cities_knights.cards.kinds import Cards, Kind, of
from domain.cities_knights.commands import (
    AcceptOffer,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    EndTurn,
    OfferTrade,
    WithdrawOffer,
)
from domain.cities_knights.events import (
    CardsDiscarded,
    CardsGiven,
    CardsTaken,
    CardStolen,
    Event,
    HarborAnswered,
    OfferAnswered,
    OfferMade,
    OfferWithdrawn,
    Traded,
)
from domain.cities_knights.forms import OfferForm
from domain.cities_knights.prompts import ActionPrompt, Cause, DiscardPrompt, OfferPrompt
from domain.cities_knights.state import Offer, Phase, Question, SeatState
from tests.support.cities_knights.table import GAME, Moment, cards, given, position

GIVE, WANT = Cards(brick=1, cloth=1), Cards(ore=2)
OFFER = OfferTrade(GIVE, WANT)
COUNTER = CounterOffer(1, Cards(ore=1, paper=1), Cards(brick=1))


def table(*others: SeatState) -> Moment:
    """Seat 0 is active with some cards; the others have what it wants, unless the test says otherwise."""
    rich = SeatState(hand=cards(ore=3, paper=1, wool=1))
    return given(position(SeatState(hand=cards(brick=2, cloth=1, wool=2)), *(others or (rich, rich))))


def offered(*others: SeatState) -> Moment:
    return table(*others).when(0, OFFER)


def test_the_active_seat_offers_a_trade_and_the_others_are_asked() -> None:
    """R15.1: resources and commodities may be mixed; the active seat goes on with its turn meanwhile."""
    moment = offered().then(OfferMade(0, 1, cards(brick=1, cloth=1), cards(ore=2), (1, 2)))
    moment.then_asked(ActionPrompt(0), OfferPrompt(1, 1), OfferPrompt(2, 1))
    assert EndTurn() in moment.options(0)


def test_an_offer_may_name_who_is_meant() -> None:
    """R15.1."""
    moment = table().when(0, OfferTrade(GIVE, WANT, to=(2,)))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(1, AcceptOffer(1)).then_rejected("offer")
    moment.when(1, COUNTER).then_rejected("offer")


@pytest.mark.parametrize("to", [(0,), (1, 0), (2, 1), (1, 1), (3,)])
def test_an_offer_names_other_seats_once_and_in_order(to: tuple[int, ...]) -> None:
    table().when(0, OfferTrade(GIVE, WANT, to)).then_rejected("offered-to", "R15.1")


@pytest.mark.parametrize(
    ("give", "want"),
    [
        (Cards(), Cards(ore=1)),
        (Cards(brick=1), Cards()),
        (Cards(brick=1), Cards(brick=1)),
        (Cards(brick=2, wool=1), Cards(wool=2, ore=1)),
    ],
)
def test_each_side_has_a_card_and_no_kind_is_on_both(give: Cards, want: Cards) -> None:
    """R15.1, for an offer and for a counter-offer."""
    table().when(0, OfferTrade(give, want)).then_rejected("terms", "R15.1")
    offered().when(1, CounterOffer(1, give, want)).then_rejected("terms", "R15.1")


def test_who_offers_has_the_cards() -> None:
    """R15.1."""
    table().when(0, OfferTrade(Cards(brick=3), WANT)).then_rejected("cards")
    offered().when(1, CounterOffer(1, Cards(ore=4), Cards(brick=1))).then_rejected("cards")


def test_only_the_active_seat_offers_and_only_in_its_action_phase() -> None:
    """R15.1."""
    table().when(1, OfferTrade(Cards(ore=1), Cards(brick=1))).then_rejected("not-asked")
    offered().when(1, OfferTrade(Cards(ore=1), Cards(brick=1))).then_rejected("another-question")
    before = position(SeatState(hand=cards(brick=1)), SeatState(), phase=Phase.PRE_ROLL)
    given(before).when(0, OfferTrade(Cards(brick=1), WANT)).then_rejected("another-question")


def test_one_offer_of_a_seat_stands_at_a_time() -> None:
    moment = offered()
    moment.when(0, OFFER).then_rejected("offer-open", "R15.1")
    moment.when(0, WithdrawOffer(1)).when(0, OFFER).then(
        OfferMade(0, 2, cards(brick=1, cloth=1), cards(ore=2), (1, 2)),
    )


def test_a_seat_makes_at_most_twenty_offers_in_a_turn() -> None:
    moment = table()
    for number in range(1, 21):
        moment = moment.when(0, OFFER).when(0, WithdrawOffer(number))
    assert moment.when(0, OFFER).then_rejected("too-many-offers", "R15.1").facts == {"most": 20}
    moment.when(0, EndTurn()).then_seat(0, attempts=0)


def test_counter_offers_count_as_offers() -> None:
    seats = (SeatState(hand=cards(brick=2)), SeatState(hand=cards(ore=2), attempts=19))
    moment = given(position(*seats)).when(0, OfferTrade(Cards(brick=1), WANT))
    moment = moment.when(1, CounterOffer(1, Cards(ore=1), Cards(brick=1))).then_seat(1, attempts=20)
    moment = moment.when(0, WithdrawOffer(1)).when(0, OfferTrade(Cards(brick=1), WANT))
    moment.when(1, CounterOffer(3, Cards(ore=1), Cards(brick=1))).then_rejected("too-many-offers")
    moment.when(1, AcceptOffer(3)).then(OfferAnswered(1, 3, accepted=True))


def test_an_accepted_offer_waits_for_the_active_seat() -> None:
    """R15.1: several may accept; the active seat confirms with one of them, and the offer is closed."""
    moment = offered().when(2, AcceptOffer(1)).then(OfferAnswered(2, 1, accepted=True))
    moment.then_asked(ActionPrompt(0), OfferPrompt(1, 1))
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 2)]
    moment = moment.when(1, AcceptOffer(1)).then_asked(ActionPrompt(0))
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 2), ConfirmTrade(1, 1)]
    moment = moment.when(0, ConfirmTrade(1, 1))
    moment.then(Traded(0, 1, 1, given=cards(brick=1, cloth=1), taken=cards(ore=2)))
    moment.then_seat(0, hand=cards(brick=1, wool=2, ore=2))
    moment.then_seat(1, hand=cards(brick=1, cloth=1, ore=1, paper=1, wool=1))
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))
    assert moment.state.offers == ()


def test_the_question_of_the_active_seat_stays_while_others_answer() -> None:
    """It is not asked anew, so that what it is about to do is not refused as late."""
    moment = offered().then_asked_anew(ActionPrompt(0))
    for seat, command in ((1, DeclineOffer(1)), (2, CounterOffer(1, Cards(ore=1), Cards(brick=1)))):
        moment = moment.when(seat, command).then_asked_anew()
        assert moment.state.prompts[0] == ActionPrompt(0)
    moment = moment.when(2, WithdrawOffer(2)).then_asked(ActionPrompt(0)).then_asked_anew()
    moment.when(0, WithdrawOffer(1)).then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_nobody_accepts_what_it_cannot_pay() -> None:
    """R15.1; the option says so too, and depends on the own hand only."""
    moment = offered(SeatState(hand=cards(ore=1)), SeatState(hand=cards(ore=2)))
    assert moment.when(1, AcceptOffer(1)).then_rejected("cards").facts == {"missing": {"ore": 1}}
    assert moment.options(1) == [DeclineOffer(1)]
    assert GAME.samples.told_apart(moment.state, 1, AcceptOffer) == ("offer", (1,))
    assert moment.options(2) == [AcceptOffer(1), DeclineOffer(1)]


def test_who_has_answered_is_asked_no_more() -> None:
    moment = offered().when(1, DeclineOffer(1)).then(OfferAnswered(1, 1, accepted=False))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(1, AcceptOffer(1)).then_rejected("offer", "R15.1")
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("offer")
    moment.when(2, AcceptOffer(1)).when(2, DeclineOffer(1)).then_rejected("offer")


def test_a_counter_offer_is_answered_by_the_active_seat() -> None:
    """R15.1: it closes the prompt of who makes it, and accepting it carries it out at once."""
    moment = offered().when(1, COUNTER)
    moment.then(OfferMade(1, 2, cards(ore=1, paper=1), cards(brick=1), (0,), counter=1))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    assert moment.options(1) == []
    assert AcceptOffer(2) in moment.options(0)
    assert DeclineOffer(2) in moment.options(0)
    moment = moment.when(0, AcceptOffer(2))
    moment.then(Traded(0, 1, 2, given=cards(brick=1), taken=cards(ore=1, paper=1)))
    moment.then_seat(0, hand=cards(brick=1, cloth=1, wool=2, ore=1, paper=1))
    moment.then_seat(1, hand=cards(brick=1, ore=2, wool=1))
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_a_declined_counter_offer_is_gone_but_the_offer_stands() -> None:
    moment = offered().when(1, COUNTER).when(0, DeclineOffer(2)).then(OfferAnswered(0, 2, accepted=False))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(0, AcceptOffer(2)).then_rejected("offer")
    moment.when(2, AcceptOffer(1)).when(0, ConfirmTrade(1, 2)).then(
        Traded(0, 2, 1, cards(brick=1, cloth=1), cards(ore=2)),
    )


def test_the_active_seat_pays_a_counter_offer_out_of_its_hand() -> None:
    moment = offered().when(1, CounterOffer(1, Cards(ore=1), Cards(brick=2, grain=1)))
    moment.when(0, AcceptOffer(2)).then_rejected("cards")
    assert moment.options(0, AcceptOffer) == []
    assert moment.options(0, DeclineOffer) == [DeclineOffer(2)]


def test_only_an_offer_of_the_active_seat_is_countered() -> None:
    moment = offered().when(1, COUNTER)
    moment.when(0, CounterOffer(2, Cards(brick=1), Cards(paper=1))).then_rejected("offer")
    moment.when(2, CounterOffer(2, Cards(ore=1), Cards(paper=1))).then_rejected("offer")
    moment.when(2, AcceptOffer(2)).then_rejected("offer")


def test_a_seat_withdraws_its_own_offer_and_no_other() -> None:
    """R15.1: also a counter-offer, though who made it is asked nothing then."""
    moment = offered().when(1, COUNTER)
    moment.when(1, WithdrawOffer(1)).then_rejected("offer")
    moment.when(0, WithdrawOffer(2)).then_rejected("offer")
    moment.when(2, WithdrawOffer(7)).then_rejected("offer")
    assert moment.options(0, WithdrawOffer) == [WithdrawOffer(1)]
    moment.when(1, WithdrawOffer(2)).then(OfferWithdrawn(1, 2)).then_asked(
        ActionPrompt(0),
        OfferPrompt(2, 1),
    )


def test_counter_offers_go_with_the_offer() -> None:
    """R15.1."""
    moment = offered().when(1, COUNTER).when(0, WithdrawOffer(1)).then(OfferWithdrawn(0, 1))
    assert moment.state.offers == ()
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_open_offers_end_with_the_turn() -> None:
    """R15.1."""
    moment = offered().when(1, COUNTER).when(0, EndTurn())
    assert moment.state.offers == ()
    moment.when(2, AcceptOffer(1)).then_rejected("not-asked")
    moment.when(1, WithdrawOffer(2)).then_rejected("another-question")


def test_offers_wait_while_something_else_is_asked() -> None:
    """1.19: an open decision blocks everything else."""
    state = offered().when(1, COUNTER).state
    asked = Question((DiscardPrompt(2, 1, Cause.SABOTEUR),))
    moment = given(position(*state.seats, offers=state.offers, stack=(asked,), bank=state.bank))
    moment.when(0, WithdrawOffer(1)).then_rejected("not-asked")
    moment.when(1, WithdrawOffer(2)).then_rejected("not-asked")
    moment.when(2, AcceptOffer(1)).then_rejected("another-question")


def test_the_active_seat_cannot_confirm_what_it_no_longer_has() -> None:
    """R15.1: both hands are looked at again."""
    seats = (SeatState(hand=cards(brick=1)), SeatState(hand=cards(ore=2)))
    stands = Offer(1, 0, cards(brick=1, cloth=1), cards(ore=2), open=(), accepted=(1,))
    moment = given(position(*seats, offers=(stands,), offered=1))
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("cards")
    assert moment.options(0, ConfirmTrade) == []


LOSSES: list[Event] = [
    CardStolen(0, 1, 0, 5, Kind.ORE),
    CardsTaken(0, 1, cards(ore=2), openly=True),
    CardsGiven(1, 0, cards(ore=1, wool=1)),
    CardsDiscarded(1, cards(ore=2), Cause.SABOTEUR),
    HarborAnswered(1, 0, Kind.WOOL, Kind.PAPER),
]


@pytest.mark.parametrize("loss", LOSSES)
def test_who_loses_cards_must_accept_anew(loss: Event) -> None:
    """R15.1: so no confirmation fails, and what is offered to the active seat does not depend on another hand."""
    moment = offered().when(1, AcceptOffer(1)).when(2, AcceptOffer(1))
    moment = moment.after(loss)
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 2)]
    assert OfferPrompt(1, 1) in moment.state.prompts
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("offer")


@pytest.mark.parametrize("loss", LOSSES)
def test_the_counter_offer_of_who_loses_cards_is_gone(loss: Event) -> None:
    """R15.1."""
    moment = offered().when(1, COUNTER).when(2, CounterOffer(1, Cards(ore=1), Cards(brick=1)))
    moment = moment.after(loss)
    assert moment.options(0, AcceptOffer) == [AcceptOffer(3)]


def test_a_seat_that_has_nothing_to_give_at_the_harbor_stays_accepted() -> None:
    moment = offered().when(1, AcceptOffer(1)).after(HarborAnswered(1, 0, Kind.BRICK))
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 1)]


def test_a_form_stands_for_the_offers_one_may_make() -> None:
    """Offers and counter-offers are not listed; where none would be accepted there is no form either."""
    hand = table().state.seats[0].hand
    assert GAME.forms(table().state, 0) == (OfferForm("offer-trade", of(hand), to=(1, 2)),)
    assert GAME.forms(table().state, 1) == ()
    moment = offered()
    assert GAME.forms(moment.state, 0) == ()
    assert GAME.forms(moment.state, 1) == (OfferForm("counter-offer", of(moment.state.seats[1].hand), offer=1),)
    tired = given(position(SeatState(hand=hand, attempts=20), SeatState()))
    assert GAME.forms(tired.state, 0) == ()
    assert GAME.forms(given(position(SeatState(), SeatState())).state, 0) == ()


def test_an_offer_is_declined_by_default() -> None:
    """1.19: nobody has to answer, and silence is no consent."""
    assert GAME.default(offered().state, 1) == DeclineOffer(1)


def test_what_is_listed_is_what_is_accepted() -> None:
    moments = [table(), offered(), offered(SeatState(hand=cards(ore=1)), SeatState(hand=cards(ore=2)))]
    moments.append(offered().when(1, COUNTER))
    moments.append(offered().when(2, AcceptOffer(1)).when(1, CounterOffer(1, Cards(ore=1), Cards(brick=3))))
    for moment in moments:
        for seat in range(3):
            tried = [kind(number) for kind in (AcceptOffer, DeclineOffer, WithdrawOffer) for number in (1, 2, 3)]
            every = [*tried, *(ConfirmTrade(number, other) for number in (1, 2) for other in (1, 2))]
            accepted = {command for command in every if moment.when(seat, command).refused is None}
            listed = {command for command in moment.options(seat) if type(command) in {type(one) for one in every}}
            if not any(prompt.seat == seat for prompt in moment.state.prompts):  # may withdraw, though it is not asked
                assert all(isinstance(command, WithdrawOffer) for command in accepted)
            else:
                assert accepted == listed
