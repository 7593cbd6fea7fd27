"""Trade between the players (B31, R73)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import AcceptOffer, Decline, EndActions, OfferTrade
from chronik.domain.catan_cards.events import Declined, OfferMade, QuestionsAsked, Traded
from chronik.domain.catan_cards.prompts import ActionPrompt, OfferPrompt
from chronik.domain.catan_cards.state import Land, Phase
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, EXTENDED, Moment, given, position, principality

GIVE, INTO = ("mountains_2_a", "mountains_2_a"), ("hills_5_a",)
OFFER = OfferTrade(GIVE, INTO)
ASKED = OfferPrompt(1, 0, GIVE, INTO)
HIS = Land("mountains_4", 4, ABOVE, 0)


def table(**changes: Any) -> Moment:
    """Returns a position in which seat 0 can offer two ore for a brick; seat 1 has room for ore in two regions."""
    return given(position(principality(stored=2), principality(1, stored=2, more=(HIS,)), **changes))


def test_the_answering_player_names_regions_when_accepting_an_offer() -> None:
    """B31, R73: nothing else happens meanwhile; both trade at once."""
    moment = table().when(0, OFFER).then(OfferMade(0, GIVE, INTO), QuestionsAsked((ASKED,)))
    moment.then_asked(ASKED).when(0, EndActions()).then_rejected("not-asked")
    accepting = AcceptOffer(("hills_6_b",), ("mountains_4", "mountains_4"))
    assert moment.options(1) == [accepting, Decline()]
    other = AcceptOffer(("hills_6_b",), ("mountains_3_b", "mountains_4"))
    for command in (accepting, other):
        after = moment.when(1, command).then(Traded(0, GIVE, INTO, 1, command.give, command.into))
        after.then_stored(0, ore=0, brick=3).then_stored(1, ore=4, brick=1).then_asked(ActionPrompt(0))


def test_an_offer_may_be_declined() -> None:
    """R73, R85, R90: it costs nothing, and is the default."""
    moment = table().when(0, OFFER)
    assert moment.default(1) == Decline()
    moment.when(1, Decline()).then(Declined(1)).then_asked(ActionPrompt(0)).then_stored(0, ore=2)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_the_number_of_offers_in_a_turn_is_limited(most: int) -> None:
    """R73: at most `offers_per_turn`; 0 allows no trade between players."""
    moment = table(options=replace(EXTENDED, offers_per_turn=most))
    for _ in range(most):
        moment = moment.when(0, OFFER).when(1, Decline())
    assert moment.when(0, OFFER).then_rejected("offers", "R73").facts == {"most": most}


@for_each(
    ("give", "into", "code"),
    [
        (("mountains_2_a",) * 3, INTO, "stored"),
        (("mountains_4",), INTO, "stored"),
        (GIVE, ("hills_5_a", "hills_5_a"), "room"),
        (GIVE, ("hills_6_b",), "room"),
        (GIVE, ("mountains_2_a",), "offer"),
        (("mountains_2_a", "hills_5_a"), ("hills_5_a",), "offer"),
        ((), INTO, "offer"),
        (GIVE, (), "offer"),
        (("mountains_2_a", "mountains_2_a", "forest_4_a", "forest_4_a"), INTO, "offer"),
    ],
)
def test_invalid_offers_are_refused(give: tuple[str, ...], into: tuple[str, ...], code: str) -> None:
    """R73: one to three for one to three, no kind on both sides, no gifts; the offering player has it, and room."""
    table().when(0, OfferTrade(give, into)).then_rejected(code)


def test_an_offer_needs_resources_and_room_on_both_sides() -> None:
    """R73: resources and regions are public, so an offer that cannot be accepted is refused."""
    poor = position(principality(stored=1), principality(1, stored={"ore": 1}))
    given(poor).when(0, OfferTrade(("mountains_2_a",), INTO)).then_rejected("partner", "R73")
    full = position(principality(stored=1), principality(1, stored=3))
    given(full).when(0, OfferTrade(("mountains_2_a",), INTO)).then_rejected("partner", "R73")


@for_each(
    ("command", "code"),
    [
        (AcceptOffer(("pasture_4_b",), ("mountains_4", "mountains_4")), "payment"),
        (AcceptOffer(("hills_6_b", "hills_6_b"), ("mountains_4", "mountains_4")), "payment"),
        (AcceptOffer(("hills_5_a",), ("mountains_4", "mountains_4")), "payment"),
        (AcceptOffer(("hills_6_b",), ("mountains_3_b", "mountains_3_b")), "room"),
        (AcceptOffer(("hills_6_b",), ("mountains_4",)), "room"),
        (AcceptOffer(("hills_6_b",), ("mountains_4", "hills_6_b")), "room"),
        (AcceptOffer(("hills_6_b",), ("mountains_2_a", "mountains_4")), "room"),
    ],
)
def test_an_offer_can_be_accepted_only_with_exactly_the_requested_resources(command: AcceptOffer, code: str) -> None:
    """R73: neither less nor more nor other resources will do, and full regions cannot receive any."""
    table().when(0, OFFER).when(1, command).then_rejected(code)


def test_only_the_active_player_can_make_an_offer() -> None:
    """R73: offers are made in the action phase, and only the other player answers."""
    table().when(1, OfferTrade(("hills_6_b",), ("mountains_4",))).then_rejected("not-asked")
    table(phase=Phase.HAND).when(0, OFFER).then_rejected("another-question")
    table().when(0, OFFER).when(0, AcceptOffer(("mountains_2_a",), INTO)).then_rejected("not-asked")
