"""Trade between the seats (R15.1)."""

from __future__ import annotations

import pytest

from chronik.domain.cities_knights.cards.kinds import Cards, Counts, Kind, to_cards
from chronik.domain.cities_knights.commands import (
    AcceptOffer,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    EndTurn,
    OfferTrade,
    WithdrawOffer,
)
from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.forms import OfferForm
from chronik.domain.cities_knights.prompts import ActionPrompt, Cause, DiscardPrompt, OfferPrompt
from chronik.domain.cities_knights.state import Offer, Phase, Question, SeatState
from tests.support.cases import for_each
from tests.support.cities_knights.table import GAME, Moment, cards, given, position

GIVE, WANT = Cards(brick=1, cloth=1), Cards(ore=2)
OFFER = OfferTrade(GIVE, WANT)
COUNTER = CounterOffer(1, Cards(ore=1, paper=1), Cards(brick=1))


def table(*others: SeatState) -> Moment:
    """Returns a moment in which seat 0 is active with some cards, and the others have what it wants by default."""
    rich = SeatState(hand=cards(ore=3, paper=1, wool=1))
    return given(position(SeatState(hand=cards(brick=2, cloth=1, wool=2)), *(others or (rich, rich))))


def make_offer(*others: SeatState) -> Moment:
    return table(*others).when(0, OFFER)


def test_the_active_seat_offers_a_trade_and_the_others_are_asked() -> None:
    """R15.1: resources and commodities may be mixed; the active seat continues its turn meanwhile."""
    moment = make_offer().then(OfferMade(0, 1, cards(brick=1, cloth=1), cards(ore=2), (1, 2)))
    moment.then_asked(ActionPrompt(0), OfferPrompt(1, 1), OfferPrompt(2, 1))
    assert EndTurn() in moment.options(0)


def test_an_offer_can_name_the_seats_it_is_meant_for() -> None:
    """R15.1."""
    moment = table().when(0, OfferTrade(GIVE, WANT, to=(2,)))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(1, AcceptOffer(1)).then_rejected("offer")
    moment.when(1, COUNTER).then_rejected("offer")


@for_each("to", [(0,), (1, 0), (2, 1), (1, 1), (3,)])
def test_an_offer_must_name_other_seats_once_and_in_order(to: tuple[int, ...]) -> None:
    table().when(0, OfferTrade(GIVE, WANT, to)).then_rejected("offered-to", "R15.1")


@for_each(
    ("give", "want"),
    [
        (Cards(), Cards(ore=1)),
        (Cards(brick=1), Cards()),
        (Cards(brick=1), Cards(brick=1)),
        (Cards(brick=2, wool=1), Cards(wool=2, ore=1)),
    ],
)
def test_an_offer_names_cards_on_each_side_but_the_same_kind_on_only_one(give: Cards, want: Cards) -> None:
    """R15.1, for an offer and for a counter-offer."""
    table().when(0, OfferTrade(give, want)).then_rejected("terms", "R15.1")
    make_offer().when(1, CounterOffer(1, give, want)).then_rejected("terms", "R15.1")


def test_a_seat_can_offer_only_cards_that_it_has() -> None:
    """R15.1."""
    table().when(0, OfferTrade(Cards(brick=3), WANT)).then_rejected("cards")
    make_offer().when(1, CounterOffer(1, Cards(ore=4), Cards(brick=1))).then_rejected("cards")


def test_only_the_active_seat_makes_offers_and_only_in_its_action_phase() -> None:
    """R15.1."""
    table().when(1, OfferTrade(Cards(ore=1), Cards(brick=1))).then_rejected("not-asked")
    make_offer().when(1, OfferTrade(Cards(ore=1), Cards(brick=1))).then_rejected("another-question")
    before = position(SeatState(hand=cards(brick=1)), SeatState(), phase=Phase.PRE_ROLL)
    given(before).when(0, OfferTrade(Cards(brick=1), WANT)).then_rejected("another-question")


def test_a_seat_has_at_most_one_open_offer() -> None:
    moment = make_offer()
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


def test_an_accepted_offer_waits_for_the_active_seat_to_confirm() -> None:
    """R15.1: several may accept; the active seat confirms with one of them, and the offer is closed."""
    moment = make_offer().when(2, AcceptOffer(1)).then(OfferAnswered(2, 1, accepted=True))
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


def test_the_active_seat_keeps_its_prompt_while_others_answer_an_offer() -> None:
    """Its prompt id stays, so that the command it is about to give is not refused as late."""
    moment = make_offer().then_asked_anew(ActionPrompt(0))
    for seat, command in ((1, DeclineOffer(1)), (2, CounterOffer(1, Cards(ore=1), Cards(brick=1)))):
        moment = moment.when(seat, command).then_asked_anew()
        assert moment.state.prompts[0] == ActionPrompt(0)
    moment = moment.when(2, WithdrawOffer(2)).then_asked(ActionPrompt(0)).then_asked_anew()
    moment.when(0, WithdrawOffer(1)).then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_a_seat_cannot_accept_an_offer_that_it_cannot_pay() -> None:
    """R15.1: its options say the same, and depend only on its own hand."""
    moment = make_offer(SeatState(hand=cards(ore=1)), SeatState(hand=cards(ore=2)))
    assert moment.when(1, AcceptOffer(1)).then_rejected("cards").facts == {"missing": {"ore": 1}}
    assert moment.options(1) == [DeclineOffer(1)]
    assert GAME.samples.variants_of(moment.state, 1, AcceptOffer) == ("offer", (1,))
    assert moment.options(2) == [AcceptOffer(1), DeclineOffer(1)]


def test_a_seat_that_answered_an_offer_is_not_asked_again() -> None:
    moment = make_offer().when(1, DeclineOffer(1)).then(OfferAnswered(1, 1, accepted=False))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(1, AcceptOffer(1)).then_rejected("offer", "R15.1")
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("offer")
    moment.when(2, AcceptOffer(1)).when(2, DeclineOffer(1)).then_rejected("offer")


def test_a_counter_offer_is_answered_by_the_active_seat() -> None:
    """R15.1: it closes the prompt of the seat that makes it, and accepting it carries it out at once."""
    moment = make_offer().when(1, COUNTER)
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


def test_declining_a_counter_offer_closes_it_but_not_the_offer() -> None:
    moment = make_offer().when(1, COUNTER).when(0, DeclineOffer(2)).then(OfferAnswered(0, 2, accepted=False))
    moment.then_asked(ActionPrompt(0), OfferPrompt(2, 1))
    moment.when(0, AcceptOffer(2)).then_rejected("offer")
    moment.when(2, AcceptOffer(1)).when(0, ConfirmTrade(1, 2)).then(
        Traded(0, 2, 1, cards(brick=1, cloth=1), cards(ore=2)),
    )


def test_the_active_seat_needs_the_cards_to_accept_a_counter_offer() -> None:
    moment = make_offer().when(1, CounterOffer(1, Cards(ore=1), Cards(brick=2, grain=1)))
    moment.when(0, AcceptOffer(2)).then_rejected("cards")
    assert moment.options(0, AcceptOffer) == []
    assert moment.options(0, DeclineOffer) == [DeclineOffer(2)]


def test_only_an_offer_of_the_active_seat_can_be_countered() -> None:
    moment = make_offer().when(1, COUNTER)
    moment.when(0, CounterOffer(2, Cards(brick=1), Cards(paper=1))).then_rejected("offer")
    moment.when(2, CounterOffer(2, Cards(ore=1), Cards(paper=1))).then_rejected("offer")
    moment.when(2, AcceptOffer(2)).then_rejected("offer")


def test_a_seat_can_withdraw_only_its_own_offer() -> None:
    """R15.1: a counter-offer can be withdrawn too, although its seat is not prompted then."""
    moment = make_offer().when(1, COUNTER)
    moment.when(1, WithdrawOffer(1)).then_rejected("offer")
    moment.when(0, WithdrawOffer(2)).then_rejected("offer")
    moment.when(2, WithdrawOffer(7)).then_rejected("offer")
    assert moment.options(0, WithdrawOffer) == [WithdrawOffer(1)]
    moment.when(1, WithdrawOffer(2)).then(OfferWithdrawn(1, 2)).then_asked(
        ActionPrompt(0),
        OfferPrompt(2, 1),
    )


def test_withdrawing_an_offer_closes_its_counter_offers() -> None:
    """R15.1."""
    moment = make_offer().when(1, COUNTER).when(0, WithdrawOffer(1)).then(OfferWithdrawn(0, 1))
    assert moment.state.offers == ()
    moment.then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_open_offers_end_with_the_turn() -> None:
    """R15.1."""
    moment = make_offer().when(1, COUNTER).when(0, EndTurn())
    assert moment.state.offers == ()
    moment.when(2, AcceptOffer(1)).then_rejected("not-asked")
    moment.when(1, WithdrawOffer(2)).then_rejected("another-question")


def test_offers_cannot_be_answered_while_another_question_is_open() -> None:
    """1.19: an open decision blocks everything else."""
    state = make_offer().when(1, COUNTER).state
    asked = Question((DiscardPrompt(2, 1, Cause.SABOTEUR),))
    moment = given(position(*state.seats, offers=state.offers, stack=(asked,), bank=state.bank))
    moment.when(0, WithdrawOffer(1)).then_rejected("not-asked")
    moment.when(1, WithdrawOffer(2)).then_rejected("not-asked")
    moment.when(2, AcceptOffer(1)).then_rejected("another-question")


def test_the_active_seat_cannot_confirm_what_it_no_longer_has() -> None:
    """R15.1: both hands are checked again."""
    seats = (SeatState(hand=cards(brick=1)), SeatState(hand=cards(ore=2)))
    stands = Offer(1, 0, cards(brick=1, cloth=1), cards(ore=2), open=(), accepted=(1,))
    moment = given(position(*seats, offers=(stands,), offered=1))
    assert moment.when(0, ConfirmTrade(1, 1)).then_rejected("cards").facts == {"missing": {"cloth": 1}}
    assert moment.options(0, ConfirmTrade) == []


@pytest.mark.parametrize("hand", [cards(), cards(ore=1), cards(wool=7)])
def test_a_refused_trade_does_not_reveal_which_cards_the_partner_lacks(hand: Counts) -> None:
    """R15.1: the acceptance is public, the hand is not; the refusal is the same for every hand that is too small."""
    seats = (SeatState(hand=cards(brick=1, cloth=1)), SeatState(hand=hand))
    stands = Offer(1, 0, cards(brick=1, cloth=1), cards(ore=2), open=(), accepted=(1,))
    refused = given(position(*seats, offers=(stands,), offered=1)).when(0, ConfirmTrade(1, 1))
    assert refused.then_rejected("their-cards", "R1.3").facts == {"seat": 1}


def test_a_counter_offer_is_refused_if_the_seat_that_made_it_lacks_the_cards() -> None:
    """R15.1: the active seat has the cards, but the seat that made the counter-offer does not have its own."""
    seats = (SeatState(hand=cards(brick=1)), SeatState(hand=cards(ore=1)))
    stands = Offer(2, 1, cards(ore=1, paper=1), cards(brick=1), open=(0,), counter=1)
    refused = given(position(*seats, offers=(stands,), offered=2)).when(0, AcceptOffer(2))
    assert refused.then_rejected("their-cards").facts == {"seat": 1}


LOSSES: list[Event] = [
    CardStolen(0, 1, 0, 5, Kind.ORE),
    CardsTaken(0, 1, cards(ore=2), openly=True),
    CardsGiven(1, 0, cards(ore=1, wool=1)),
    CardsDiscarded(1, cards(ore=2), Cause.SABOTEUR),
    HarborAnswered(1, 0, Kind.WOOL, Kind.PAPER),
]


@for_each("loss", LOSSES)
def test_an_acceptance_lapses_when_its_seat_loses_cards(loss: Event) -> None:
    """R15.1: so no confirmation fails, and the active seat's options do not depend on another hand."""
    moment = make_offer().when(1, AcceptOffer(1)).when(2, AcceptOffer(1))
    moment = moment.after(loss)
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 2)]
    assert OfferPrompt(1, 1) in moment.state.prompts
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("offer")


@for_each("loss", LOSSES)
def test_a_counter_offer_lapses_when_its_seat_loses_cards(loss: Event) -> None:
    """R15.1."""
    moment = make_offer().when(1, COUNTER).when(2, CounterOffer(1, Cards(ore=1), Cards(brick=1)))
    moment = moment.after(loss)
    assert moment.options(0, AcceptOffer) == [AcceptOffer(3)]


def test_an_acceptance_stays_valid_when_its_seat_gives_nothing_at_the_harbor() -> None:
    moment = make_offer().when(1, AcceptOffer(1)).after(HarborAnswered(1, 0, Kind.BRICK))
    assert moment.options(0, ConfirmTrade) == [ConfirmTrade(1, 1)]


def test_the_offers_that_a_seat_can_make_are_described_by_a_form() -> None:
    """Offers and counter-offers are not listed; a form appears only if an offer would be accepted."""
    hand = table().state.seats[0].hand
    assert GAME.forms(table().state, 0) == (OfferForm("offer-trade", to_cards(hand), to=(1, 2)),)
    assert GAME.forms(table().state, 1) == ()
    moment = make_offer()
    assert GAME.forms(moment.state, 0) == ()
    assert GAME.forms(moment.state, 1) == (OfferForm("counter-offer", to_cards(moment.state.seats[1].hand), offer=1),)
    tired = given(position(SeatState(hand=hand, attempts=20), SeatState()))
    assert GAME.forms(tired.state, 0) == ()
    assert GAME.forms(given(position(SeatState(), SeatState())).state, 0) == ()


def test_an_offer_is_declined_by_default() -> None:
    """1.19: a seat need not answer, and no answer means no trade."""
    assert GAME.default(make_offer().state, 1) == DeclineOffer(1)


def test_listed_offer_commands_are_exactly_the_accepted_ones() -> None:
    moments = [table(), make_offer(), make_offer(SeatState(hand=cards(ore=1)), SeatState(hand=cards(ore=2)))]
    moments.append(make_offer().when(1, COUNTER))
    moments.append(make_offer().when(2, AcceptOffer(1)).when(1, CounterOffer(1, Cards(ore=1), Cards(brick=3))))
    for moment in moments:
        for seat in range(3):
            tried = [kind(number) for kind in (AcceptOffer, DeclineOffer, WithdrawOffer) for number in (1, 2, 3)]
            every = [*tried, *(ConfirmTrade(number, other) for number in (1, 2) for other in (1, 2))]
            accepted = {command for command in every if moment.when(seat, command).refused is None}
            listed = {command for command in moment.options(seat) if type(command) in {type(one) for one in every}}
            if not any(
                prompt.seat == seat for prompt in moment.state.prompts
            ):  # may withdraw, although it has no prompt
                assert all(isinstance(command, WithdrawOffer) for command in accepted)
            else:
                assert accepted == listed
